//! What text without quotes may not begin with, and what may not follow a value.

use cardwright_grammar::diagnostic::quote;

use super::super::MAX_DEPTH;
use super::super::mend::Mend;
use super::{Case, Finding};

impl Case<'_> {
    pub(super) fn bad_start(&self) -> Finding {
        let lines = self.lines;
        let first = lines.slice(self.at..lines.text.len()).chars().next().unwrap_or(' ');
        let end = self.at + first.len_utf8();
        let text = self.said(self.at..lines.words(self.at).end);
        let sign = match first {
            '`' => "a backtick".to_owned(),
            c => quote(&c.to_string()),
        };
        let fault = self
            .error("yaml-syntax", format!("text without quotes begins with {sign}"), self.at..end)
            .help(self.put_in_quotes(text));
        let mend = if first.is_ascii() { Mend::Mask(self.at) } else { self.give_up(self.at) };
        Finding::new(fault, mend)
    }

    pub(super) fn tag(&self) -> Finding {
        let lines = self.lines;
        let start = lines.start(self.at);
        let end = (self.at + 1).min(lines.text.len());
        let at = lines.slice(start..end).rfind('!').map_or(self.at, |i| start + i);
        let word = lines.slice(at..lines.end(at)).split_whitespace().next().unwrap_or("!");
        let fault = self
            .error("yaml-tag", format!("{} is a YAML tag, which cards do not have", quote(word)), at..at + word.len())
            .help("put the value in single quotes if `!` is part of its text, else delete the tag");
        Finding::new(fault, Mend::Mask(at))
    }

    pub(super) fn block_header(&self) -> Finding {
        let lines = self.lines;
        let rest = lines.slice(self.at..lines.words(self.at).end);
        let sign = rest.chars().next().unwrap_or('>');
        let text = rest.trim_start_matches(['>', '|', '+', '-']).trim_start();
        let compare = text.starts_with(|c: char| c == '=' || c.is_numeric());
        let help = if compare { self.put_in_quotes(rest) } else { "start the text on the next line".to_owned() };
        let fault = self
            .error("yaml-syntax", format!("text stands after `{sign}` on the same line"), self.at..self.at + rest.len().max(1))
            .help(help);
        Finding::new(fault, Mend::Value(self.at..lines.extent(self.at)))
    }

    pub(super) fn comment_inside(&self) -> Finding {
        let lines = self.lines;
        if let Some(next) = lines.next(self.at)
            && let Some(key) = lines.key(next)
            && let Some(above) = lines.key(self.at)
        {
            let case = Case { at: key.start, ..*self };
            return case.deep_key(above.start);
        }
        let end = lines.words(self.at).end;
        let fault = self
            .error("yaml-syntax", "a comment stands in the middle of text without quotes", self.at..end)
            .help("move the comment to a line of its own above the key");
        Finding::new(fault, Mend::Drop(self.at..end))
    }

    /// Text behind a value that is closed: `[a] b`.
    pub(super) fn behind_value(&self) -> Finding {
        let end = self.lines.words(self.at).end;
        let fault = self
            .error("yaml-syntax", "something stands after a value that is already closed", self.at..end)
            .help("put the whole value in single quotes if it is text");
        Finding::new(fault, Mend::Drop(self.at..end))
    }

    pub(super) fn directive(&self) -> Option<Finding> {
        let lines = self.lines;
        let mut line = Some(self.at);
        while let Some(at) = line {
            let start = lines.start(at);
            if lines.byte(start) == Some(b'%') {
                let fault = self.error("yaml-syntax", "a line begins with `%`", start..start + 1).help("delete the line");
                return Some(Finding::new(fault, Mend::Lines(start..lines.end(start))));
            }
            line = lines.previous(at);
        }
        None
    }

    pub(super) fn too_deep(&self) -> Finding {
        let end = self.lines.end(self.at).min(self.at + 1);
        let fault = self
            .error("too-deep", format!("more than {MAX_DEPTH} lists and groups lie inside one another"), self.at..end)
            .help("bring this part nearer to the left edge");
        let at = if self.in_brackets() { self.opener() } else { self.at };
        Finding::new(fault, Mend::Value(at..self.lines.extent(at)))
    }

    pub(super) fn unknown(&self) -> Finding {
        let lines = self.lines;
        let at = self.at.min(lines.end(self.at));
        let fault = self
            .error("yaml-syntax", "the file cannot be read as YAML from here on", at..lines.words(at).end.max(at + 1))
            .help("put text that holds `:` `#` or quotes in single quotes");
        Finding { sure: false, ..Finding::new(fault, self.give_up(at)) }
    }
}
