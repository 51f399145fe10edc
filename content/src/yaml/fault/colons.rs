//! Colons where no key can be, lines without one, dashes after a key.

use std::ops::Range;

use cardwright_grammar::diagnostic::{Diagnostic, quote};

use super::super::Style;
use super::super::mend::Mend;
use super::{Case, Finding, quote_long};

/// The most lines of one run that are each told to lack a colon.
const MAX_COLONLESS: usize = 5;

impl Case<'_> {
    /// A colon where no key can be: inside unquoted text, or on a line that is indented like more of that text.
    pub(super) fn second_colon(&self) -> Finding {
        let lines = self.lines;
        let here = lines.start(self.at);
        let Some((span, style)) = self.stop.scalar.clone() else {
            return self.unknown();
        };
        if lines.slice(span.end..self.at).trim() != "" {
            return self.unknown();
        }
        let as_value = lines.entry(span.start).start < span.start;
        if style != Style::Plain {
            if !as_value {
                return self.unknown();
            }
            let fault = self
                .error("yaml-syntax", "the text goes on after its closing quote", self.at..lines.words(self.at).end)
                .help("put the whole text inside one pair of quotes");
            return Finding::new(fault, Mend::Value(span.start..lines.extent(span.start)));
        }
        if span.start >= here {
            return if as_value { self.colon_in_text(span) } else { self.unknown() };
        }
        if as_value {
            let keyed = lines.key(span.start).is_some_and(|key| key.end < span.start);
            let deeper = lines.indent(self.at) > lines.column(span.start);
            return if keyed && deeper { self.deep_key(span.start) } else { self.unknown() };
        }
        // The lines above have no colon, so that the parser took them and this key for one text.
        let mut colonless = Vec::new();
        let mut line = Some(span.start);
        while let Some(at) = line.filter(|&at| at < here) {
            if !lines.blank(at) {
                colonless.push(at);
            }
            line = lines.next(at);
        }
        let last = colonless.last().copied().unwrap_or(span.start);
        Finding {
            faults: colonless.into_iter().take(MAX_COLONLESS).map(|at| self.colonless(at)).collect(),
            mends: vec![Mend::Lines(span.start..lines.end(last))],
            sure: true,
        }
    }

    pub(super) fn colon_in_text(&self, span: Range<usize>) -> Finding {
        let lines = self.lines;
        let end = lines.extent(span.start);
        let text = self.said(span.start..end);
        let fault = self
            .error("yaml-syntax", "a `:` with a space after it stands in text without quotes", self.at..self.at + 1)
            .help(self.put_in_quotes(text));
        let colons = text.match_indices(':').map(|(i, _)| span.start + i);
        Finding { faults: vec![fault], mends: colons.filter(|&at| at >= self.at).map(Mend::Mask).collect(), sure: true }
    }

    pub(super) fn put_in_quotes(&self, text: &str) -> String {
        let line = text.trim();
        if line.contains(['\'', '\n', '\r']) {
            return "write the text below its key, after `>-`".to_owned();
        }
        format!("put the text in single quotes: {}", quote_long(&format!("'{line}'")))
    }

    /// A key that is indented deeper than the keys above it.
    pub(super) fn deep_key(&self, above: usize) -> Finding {
        let lines = self.lines;
        let indent = lines.indent(self.at);
        let column = lines.column(above);
        let key = lines.key(self.at).unwrap_or(lines.words(self.at));
        let like = lines.key(above).unwrap_or(lines.words(above));
        let fault = self
            .error(
                "wrong-indentation",
                format!(
                    "{} is indented deeper than {}, which already has a value",
                    quote(self.said(key.clone())),
                    quote(self.said(like.clone())),
                ),
                key,
            )
            .help(format!("start it in column {}, like {}", column + 1, quote(self.said(like))));
        let mend = match indent.checked_sub(column) {
            Some(by) if by > 0 => Mend::Dedent { line: self.at, by },
            _ => self.give_up(self.at),
        };
        Finding::new(fault, mend)
    }

    pub(super) fn no_colon(&self) -> Finding {
        let lines = self.lines;
        if let Some(above) = lines.previous(self.at)
            && let Some(header) = self.header(above)
            && lines.indent(self.at) <= lines.column(above)
        {
            let fault = self
                .error(
                    "wrong-indentation",
                    format!("the text below {} is not indented", quote(self.said(header.clone()))),
                    lines.words(self.at),
                )
                .help(format!("start it in column {}", lines.column(above) + 3));
            let mut end = lines.end(self.at);
            let mut line = self.at;
            while let Some(next) = lines.next(line) {
                line = next;
                if lines.key(line).is_some() || lines.slice(lines.words(line)).starts_with('-') {
                    break;
                }
                end = lines.end(line);
            }
            return Finding::new(fault, Mend::Value(header.start..end));
        }
        let words = lines.words(self.at);
        let mend = Mend::Lines(words.start..lines.extent(self.at));
        Finding::new(self.colonless(self.at), mend)
    }

    /// The `>-` or `|` at the end of a line.
    pub(super) fn header(&self, line: usize) -> Option<Range<usize>> {
        let words = self.lines.words(line);
        let text = self.lines.slice(words.clone());
        let at = text.rfind([' ', ':']).map_or(0, |i| i + 1);
        let last = text.get(at..)?;
        let sign = last.starts_with(['>', '|']);
        let rest = last.get(1..)?.bytes().all(|b| matches!(b, b'+' | b'-' | b'1'..=b'9'));
        (sign && rest).then_some(words.start + at..words.end)
    }

    pub(super) fn colonless(&self, line: usize) -> Diagnostic {
        let lines = self.lines;
        let entry = lines.entry(line);
        let text = self.said(entry.clone());
        let name = quote(text);
        if let Some(rest) = text.strip_prefix('-').filter(|rest| !rest.starts_with(['-', ' '])) {
            return self
                .error("yaml-syntax", format!("{name} has no space after its dash"), entry)
                .help(format!("write {}", quote(&format!("- {rest}"))));
        }
        let parts: Vec<&str> = text.split_whitespace().collect();
        let help = if text.contains('：') {
            "put `:` and a space in place of `：`".to_owned()
        } else if let Some((key, value)) =
            text.split_once(':').filter(|(k, v)| !k.contains(' ') && !v.is_empty() && !v.starts_with(' '))
        {
            format!("put a space after the colon: {}", quote(&format!("{key}: {value}")))
        } else {
            match parts.as_slice() {
                [one] if one.chars().count() <= 20 => "put a colon and a value after it".to_owned(),
                [key, rest @ ..] if !rest.is_empty() && rest.len() <= 2 => {
                    format!("put a colon after the key: {}", quote(&format!("{key}: {}", rest.join(" "))))
                }
                _ => "indent this line if it goes on with the text above".to_owned(),
            }
        };
        self.error("missing-colon", format!("the line {name} has no `key: value`"), entry).help(help)
    }

    pub(super) fn dash_after_key(&self) -> Finding {
        let lines = self.lines;
        let end = lines.words(self.at).end;
        let rest = lines.slice(self.at..end);
        let number = rest.strip_prefix('-').unwrap_or("").trim();
        let help = if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
            format!("write {} without the space if it is a number", quote(&format!("-{number}")))
        } else if lines.key(self.at).is_some_and(|key| key.end < self.at) {
            "put each list entry on a line of its own below the key".to_owned()
        } else {
            "put the text in single quotes".to_owned()
        };
        let fault = self.error("yaml-syntax", "a list entry `-` stands on the line of its key", self.at..self.at + 1).help(help);
        Finding::new(fault, Mend::Value(self.at..lines.extent(self.at)))
    }
}
