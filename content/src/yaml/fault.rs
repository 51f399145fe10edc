//! Why the parser stopped, in an author's words, and how reading can go on.
//!
//! The parser knows only what it did not expect. What the author did is read off the lines around: a colon in
//! unquoted text, an inch mark in double quotes, a line that lines up with nothing.

use std::ops::Range;

use cardwright_grammar::diagnostic::{Diagnostic, FileId, quote};
use serde_yaml::granit_parser::ErrorKind;

use super::lines::Lines;
use super::mend::Mend;
use super::tree::{Stop, Why};
use super::{MAX_DEPTH, Style};

/// The most lines of one run that are each told to lack a colon.
const MAX_COLONLESS: usize = 5;

/// What is wrong, and what to mend so that reading can go on behind it.
pub(super) struct Finding {
    pub(super) faults: Vec<Diagnostic>,
    pub(super) mends: Vec<Mend>,
    /// Whether a cause was found. If not, and there was a fault before, this is likely its echo.
    pub(super) sure: bool,
}

impl Finding {
    fn new(fault: Diagnostic, mend: Mend) -> Self {
        Self { faults: vec![fault], mends: vec![mend], sure: true }
    }
}

/// Finds the cause of a stop in the mended copy.
pub(super) fn explain(file: FileId, original: &str, copy: &str, stop: &Stop) -> Finding {
    let case = Case { file, original, lines: Lines { text: copy }, stop, at: stop.at };
    case.explain()
}

struct Case<'a> {
    file: FileId,
    /// The file as the author wrote it, to quote from.
    original: &'a str,
    lines: Lines<'a>,
    stop: &'a Stop,
    at: usize,
}

impl Case<'_> {
    fn explain(&self) -> Finding {
        use ErrorKind as E;
        let kind = match &self.stop.why {
            Why::TooDeep => return self.too_deep(),
            Why::SwallowedKeys => return self.unclosed_quote(self.at),
            Why::Parser(kind) => kind,
        };
        match kind {
            E::RecursionLimitExceeded => self.too_deep(),
            E::BlockEntryInFlowCollection | E::UnexpectedCharacter { .. } if self.left_open().is_some() => {
                self.unclosed_bracket(self.opener())
            }
            E::TabInBlockIndentation
            | E::TabInIndentation
            | E::TabNotAllowed
            | E::TabInPlainScalar
            | E::TabAtBlockScalarStart => self.tab(),
            E::UnclosedQuotedScalar | E::DocumentIndicatorInQuotedScalar => self.unclosed_quote(self.at),
            E::InvalidTrailingDoubleQuotedScalar => self.behind_quote(b'"'),
            E::InvalidTrailingSingleQuotedScalar => self.behind_quote(b'\''),
            E::UnknownQuotedScalarEscape
            | E::InvalidQuotedScalarHexEscape
            | E::InvalidLowSurrogateHexEscape
            | E::InvalidLowSurrogate
            | E::MissingLowSurrogate
            | E::UnpairedLowSurrogate
            | E::InvalidUnicodeEscape => self.escape(),
            E::MisplacedFlowCollectionEnd => self.stray_bracket(),
            E::MismatchedFlowCollectionEnd { open, close } => self.crossed_brackets(*open, *close),
            E::UnclosedFlowCollection { .. } => self.unclosed_bracket(self.opener()),
            E::UnexpectedCharacter { .. }
            | E::MissingAnchorOrAliasName
            | E::MappingKeyNotAllowed
            | E::PlainScalarStartsWithDashFlowIndicator => self.bad_start(),
            E::ExpectedTagBang
            | E::UndeclaredTagHandle
            | E::InvalidTagTerminator
            | E::MissingTagUri
            | E::UnclosedVerbatimTag
            | E::InvalidTagEscape
            | E::InvalidGlobalTagCharacter
            | E::InvalidTagUtf8
            | E::InvalidTagUtf8LeadingByte
            | E::InvalidTagUtf8TrailingByte => self.tag(),
            E::InvalidBlockScalarHeader | E::ZeroBlockScalarIndent => self.block_header(),
            E::InvalidBlockScalarIndent => self.shallow_text(self.at),
            E::CommentInterceptedScalar => self.comment_inside(),
            _ if self.left_open().is_some() => self.unclosed_bracket(self.opener()),
            _ if self.in_brackets() => self.brackets(),
            E::MappingValueNotAllowed => self.second_colon(),
            E::SimpleKeyExpected | E::InvalidSimpleKey => self.no_colon(),
            E::BlockSequenceEntryNotAllowed => self.dash_after_key(),
            E::ExpectedBlockMappingKey | E::ExpectedBlockSequenceEntry | E::InvalidIndentation => {
                self.out_of_line(matches!(kind, E::ExpectedBlockSequenceEntry))
            }
            _ => self.directive().unwrap_or_else(|| self.unknown()),
        }
    }

    // Indentation.

    fn tab(&self) -> Finding {
        let lines = self.lines;
        let tab_in = |line: usize| {
            let start = lines.start(line);
            let lead = lines.slice(start..lines.words(line).start);
            lead.contains('\t').then(|| {
                let first = start + lead.find('\t').unwrap_or(0);
                first..start + lead.trim_end_matches(' ').len()
            })
        };
        let mut line = Some(self.at);
        let mut found = None;
        let mut count = 0;
        while let Some(at) = line {
            if let Some(tab) = tab_in(at) {
                found.get_or_insert(tab);
                count += 1;
            }
            line = lines.next(at);
        }
        let Some(first) = found else {
            // A tab inside a line, as behind a dash.
            let before = lines.slice(lines.start(self.at)..lines.end(self.at));
            let at = before.find('\t').map_or(self.at, |i| lines.start(self.at) + i);
            let fault =
                self.error("tab-indentation", "a tab stands where only spaces may", at..at + 1).help("put spaces in its place");
            return Finding::new(fault, self.give_up(self.at));
        };
        let message = match count {
            1 => "a tab is used to indent".to_owned(),
            2 => "a tab is used to indent, here and on 1 further line".to_owned(),
            n => format!("a tab is used to indent, here and on {} further lines", n - 1),
        };
        let fault = self.error("tab-indentation", message, first).help("indent with spaces, two for each level");
        Finding::new(fault, Mend::Tabs)
    }

    /// A line that lines up with no open group or list, or is of the wrong sort for the one it lines up with.
    fn out_of_line(&self, in_list: bool) -> Finding {
        let lines = self.lines;
        let words = lines.words(self.at);
        let entry = lines.entry(self.at);
        if self.at > entry.start && self.at < words.end {
            return self.behind_value();
        }
        if let Some((span, Style::Literal | Style::Folded)) = &self.stop.scalar
            && self.stop.last == span.end
            && (lines.indent(self.at) > self.column_above(span.start)
                || (lines.key(self.at).is_none() && !lines.slice(words.clone()).starts_with("- ")))
        {
            return self.shallow_text(span.start);
        }
        let line = lines.slice(words.clone());
        let dash = line == "-" || line.starts_with("- ");
        let indent = lines.indent(self.at);
        let place = if dash { words.start..words.start + 1 } else { lines.key(self.at).unwrap_or(words.clone()) };
        let name = quote(self.said(if dash { words.clone() } else { place.clone() }));
        let inner = self.stop.open.iter().rev().find(|open| !open.flow);
        let level = inner.map(|open| open.start - lines.start(open.start));
        let (message, help) = if level == Some(indent) && in_list && !dash {
            let parent = self.parent_key(indent);
            let help = match parent {
                Some(key) => format!("start it in column {}, like {}", lines.column(key.start) + 1, quote(self.said(key))),
                None => "put `- ` in front of it".to_owned(),
            };
            (format!("{name} stands among list entries but has no `-`"), help)
        } else if level == Some(indent) && dash {
            (format!("a list entry {name} stands among keys"), "indent it below the key it belongs to".to_owned())
        } else {
            let help = match self.nearest_line(indent, dash) {
                Some((line, column)) => {
                    let like = lines.key(line).filter(|_| !dash).unwrap_or(lines.words(line));
                    let like = quote(self.said(like));
                    format!("start it in column {}, like {like}", column + 1)
                }
                None => "start it in column 1".to_owned(),
            };
            (format!("{name} lines up with nothing above it"), help)
        };
        let fault = self.error("wrong-indentation", message, place).help(help);
        Finding::new(fault, Mend::Lines(words.start..self.siblings(self.at)))
    }

    /// A line of block text that is indented less than the first.
    fn shallow_text(&self, first: usize) -> Finding {
        let lines = self.lines;
        let words = lines.words(self.at);
        let column = first - lines.start(first) + 1;
        let fault = self
            .error("wrong-indentation", "this line is indented less than the text it belongs to", words.clone())
            .help(format!("start it in column {column}, like the first line of the text"));
        let from = lines.previous(first).map_or(words.start, |line| lines.words(line).end);
        let header = lines.slice(lines.start(from)..from).rfind(['>', '|']);
        let start = header.map_or(words.start, |i| lines.start(from) + i);
        Finding::new(fault, Mend::Value(start..lines.extent(self.at)))
    }

    // Keys and colons.

    /// A colon where no key can be: inside unquoted text, or on a line that is indented like more of that text.
    fn second_colon(&self) -> Finding {
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

    fn colon_in_text(&self, span: Range<usize>) -> Finding {
        let lines = self.lines;
        let end = lines.extent(span.start);
        let text = self.said(span.start..end);
        let fault = self
            .error("yaml-syntax", "a `:` with a space after it stands in text without quotes", self.at..self.at + 1)
            .help(self.put_in_quotes(text));
        let colons = text.match_indices(':').map(|(i, _)| span.start + i);
        Finding { faults: vec![fault], mends: colons.filter(|&at| at >= self.at).map(Mend::Mask).collect(), sure: true }
    }

    fn put_in_quotes(&self, text: &str) -> String {
        let line = text.trim();
        if line.contains(['\'', '\n', '\r']) {
            return "write the text below its key, after `>-`".to_owned();
        }
        format!("put the text in single quotes: {}", quote_long(&format!("'{line}'")))
    }

    /// A key that is indented deeper than the keys above it.
    fn deep_key(&self, above: usize) -> Finding {
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

    fn no_colon(&self) -> Finding {
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
    fn header(&self, line: usize) -> Option<Range<usize>> {
        let words = self.lines.words(line);
        let text = self.lines.slice(words.clone());
        let at = text.rfind([' ', ':']).map_or(0, |i| i + 1);
        let last = text.get(at..)?;
        let sign = last.starts_with(['>', '|']);
        let rest = last.get(1..)?.bytes().all(|b| matches!(b, b'+' | b'-' | b'1'..=b'9'));
        (sign && rest).then_some(words.start + at..words.end)
    }

    fn colonless(&self, line: usize) -> Diagnostic {
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

    fn dash_after_key(&self) -> Finding {
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

    // Quotes.

    fn unclosed_quote(&self, quote_at: usize) -> Finding {
        let lines = self.lines;
        let sign = if lines.byte(quote_at) == Some(b'\'') { '\'' } else { '"' };
        let fault = self
            .error("yaml-syntax", format!("the quote `{sign}` that opens here is never closed"), quote_at..quote_at + 1)
            .help(format!("close it with `{sign}` at the end of the text"));
        Finding::new(fault, Mend::Value(quote_at..lines.extent(quote_at)))
    }

    /// Something behind a closing quote, which may be an inch mark or an apostrophe.
    fn behind_quote(&self, sign: u8) -> Finding {
        let lines = self.lines;
        let Some((open, close)) = self.quoted(sign) else {
            return self.unknown();
        };
        let before = self.lines.slice(open + 1..close).chars().next_back();
        let after = lines.slice(close + 1..lines.end(close)).chars().next();
        let whole = lines.slice(open..lines.end(close)).trim_end();
        let inch = sign == b'"' && before.is_some_and(|c| c.is_numeric());
        let apostrophe = sign == b'\'' && before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic);
        if (inch || apostrophe) && !self.another_opens(open, close) {
            let (message, help) = if inch {
                let help = if whole.contains('\'') {
                    "write the text below its key, after `>-`"
                } else {
                    "put the text in single quotes instead"
                };
                ("the inch mark `\"` ends the text, for the text is in double quotes", help)
            } else {
                ("the apostrophe `'` ends the text, for the text is in single quotes", "write the apostrophe twice: `''`")
            };
            let fault = self.error("yaml-syntax", message, close..close + 1).help(help);
            // The quote at the end of the line is the one that was meant to close.
            let last = whole.len() > 1 && whole.ends_with(char::from(sign));
            let end = open + whole.len() - 1;
            if !last || end <= close || self.in_brackets() {
                return Finding::new(fault, Mend::Value(open..lines.extent(open)));
            }
            let inside = lines.slice(close..end);
            let marks = inside.match_indices(char::from(sign)).map(|(i, _)| close + i);
            return Finding { faults: vec![fault], mends: marks.map(Mend::Mask).collect(), sure: true };
        }
        let swallowed = lines.start(close) > open && self.another_opens(open, close);
        if swallowed {
            return self.unclosed_quote(open);
        }
        let end = lines.words(self.at).end.max(self.at + 1);
        let fault = self
            .error("yaml-syntax", "the text goes on after its closing quote", self.at..end)
            .help("put the whole text inside one pair of quotes");
        Finding::new(fault, Mend::Value(open..lines.extent(open)))
    }

    /// The quoted text whose closing quote is the last before the stop.
    fn quoted(&self, sign: u8) -> Option<(usize, usize)> {
        let bytes = self.lines.text.as_bytes();
        let close = bytes.get(..self.at)?.iter().rposition(|&b| b == sign)?;
        let mut at = self.stop.last.min(close);
        while at < close {
            let opens = bytes.get(at) == Some(&sign)
                && at
                    .checked_sub(1)
                    .and_then(|i| bytes.get(i))
                    .is_none_or(|b| b.is_ascii_whitespace() || matches!(b, b'[' | b'{' | b',' | b':'));
            if !opens {
                at += 1;
                continue;
            }
            let mut end = at + 1;
            while end < close {
                match bytes.get(end)? {
                    b'\\' if sign == b'"' => end += 1,
                    b'\'' if sign == b'\'' && bytes.get(end + 1) == Some(&b'\'') => end += 1,
                    &b if b == sign => break,
                    _ => {}
                }
                end += 1;
            }
            if end >= close {
                return Some((at, close));
            }
            at = end + 1;
        }
        None
    }

    /// Whether a key stands on a line between an opening quote and what closed it.
    fn another_opens(&self, open: usize, close: usize) -> bool {
        let lines = self.lines;
        let column = lines.column(open);
        let mut line = open;
        while let Some(next) = lines.next(line).filter(|&next| next <= close) {
            line = next;
            if lines.indent(line) <= column && lines.key(line).is_some() {
                return true;
            }
        }
        false
    }

    fn escape(&self) -> Finding {
        let lines = self.lines;
        let bytes = lines.text.as_bytes();
        let open = self.at;
        let mut at = open + 1;
        loop {
            match bytes.get(at) {
                None | Some(b'"') => break,
                Some(b'\\') => {
                    let (length, good) = escape_at(lines.slice(at..lines.text.len()));
                    if !good {
                        let end = at + 1 + lines.slice(at + 1..lines.text.len()).chars().next().map_or(0, char::len_utf8);
                        let fault = self
                            .error(
                                "yaml-syntax",
                                format!("{} means nothing in double quotes", quote(self.said(at..end))),
                                at..end,
                            )
                            .help("put the text in single quotes, where `\\` is an ordinary character");
                        return Finding::new(fault, Mend::Mask(at));
                    }
                    at += length;
                }
                Some(_) => at += 1,
            }
        }
        let end = lines.words(open).end;
        let fault = self
            .error("yaml-syntax", "a `\\` in this text means nothing in double quotes", open..end)
            .help("put the text in single quotes, where `\\` is an ordinary character");
        Finding::new(fault, Mend::Value(open..lines.extent(open)))
    }

    // Brackets.

    fn in_brackets(&self) -> bool {
        self.stop.open.iter().any(|open| open.flow) || self.unsaid_opener().is_some()
    }

    /// The outermost open bracket.
    fn opener(&self) -> usize {
        let open = self.stop.open.iter().find(|open| open.flow).map(|open| open.start.min(self.at));
        open.or_else(|| self.unsaid_opener()).unwrap_or(self.at)
    }

    /// A bracket that the parser holds back, since it may yet be part of a key.
    fn unsaid_opener(&self) -> Option<usize> {
        use ErrorKind as E;
        let said = matches!(
            self.stop.why,
            Why::Parser(
                E::BlockEntryInFlowCollection
                    | E::InvalidColonPlacement
                    | E::ExpectedFlowMappingSeparator
                    | E::ExpectedFlowSequenceSeparator
                    | E::UnexpectedCharacter { .. }
                    | E::FlowMappingValueAdjacentCollection
            )
        );
        let from = self.stop.last.min(self.at);
        let between = self.lines.slice(from..self.at);
        let opener = between.trim_start_matches([' ', '\t', '\r', '\n', ':', '-', ',']);
        let opens = said && opener.starts_with(['[', '{']);
        opens.then(|| self.at - opener.len())
    }

    /// The open bracket, if a key stands on a line of its own after it.
    fn left_open(&self) -> Option<usize> {
        if !self.in_brackets() {
            return None;
        }
        let lines = self.lines;
        let open = self.opener();
        let column = lines.column(open);
        let mut line = open;
        while let Some(next) = lines.next(line).filter(|&next| next <= self.at) {
            line = next;
            if lines.indent(line) <= column && lines.key(line).is_some() {
                return Some(open);
            }
        }
        (self.at >= lines.text.trim_end().len()).then_some(open)
    }

    fn brackets(&self) -> Finding {
        let lines = self.lines;
        let open = self.opener();
        let sign = self.bracket(open);
        let before = lines.slice(open..self.at).trim_end();
        let comma = before.ends_with(',') || lines.byte(self.at) == Some(b',');
        let at = self.at.min(lines.end(self.at));
        let (message, help) = if comma && lines.slice(at..at + 1) == "," {
            ("a comma stands here with nothing before it".to_owned(), "delete the comma")
        } else {
            (
                format!("what the bracket `{sign}` opens cannot be read from here on"),
                "put text that holds `,` `:` `#` or a bracket in single quotes",
            )
        };
        let fault = self.error("yaml-syntax", message, at..at + 1).help(help);
        Finding::new(fault, Mend::Value(open..lines.extent(open).max(self.at)))
    }

    fn bracket(&self, at: usize) -> char {
        if self.lines.byte(at) == Some(b'{') { '{' } else { '[' }
    }

    fn unclosed_bracket(&self, open: usize) -> Finding {
        let sign = self.bracket(open);
        let close = if sign == '{' { '}' } else { ']' };
        let fault = self
            .error("yaml-syntax", format!("the bracket `{sign}` that opens here is never closed"), open..open + 1)
            .help(format!("close it with `{close}`"));
        Finding::new(fault, Mend::Value(open..self.lines.extent(open)))
    }

    fn crossed_brackets(&self, open: char, close: char) -> Finding {
        let right = if open == '{' { '}' } else { ']' };
        let fault = self
            .error("yaml-syntax", format!("the bracket `{open}` that opens here is closed by `{close}`"), self.at..self.at + 1)
            .help(format!("close it with `{right}`"));
        let from = self.opener();
        Finding::new(fault, Mend::Value(from..self.lines.extent(from)))
    }

    fn stray_bracket(&self) -> Finding {
        let lines = self.lines;
        let sign = lines.slice(self.at..self.at + 1);
        let fault = self
            .error("yaml-syntax", format!("the bracket {} closes nothing", quote(sign)), self.at..self.at + 1)
            .help("delete it, or put the text in single quotes if it belongs to the text");
        Finding::new(fault, Mend::Drop(self.at..lines.end(self.at)))
    }

    // What text may not begin with.

    fn bad_start(&self) -> Finding {
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

    fn tag(&self) -> Finding {
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

    fn block_header(&self) -> Finding {
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

    fn comment_inside(&self) -> Finding {
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
    fn behind_value(&self) -> Finding {
        let end = self.lines.words(self.at).end;
        let fault = self
            .error("yaml-syntax", "something stands after a value that is already closed", self.at..end)
            .help("put the whole value in single quotes if it is text");
        Finding::new(fault, Mend::Drop(self.at..end))
    }

    fn directive(&self) -> Option<Finding> {
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

    fn too_deep(&self) -> Finding {
        let end = self.lines.end(self.at).min(self.at + 1);
        let fault = self
            .error("too-deep", format!("more than {MAX_DEPTH} lists and groups lie inside one another"), self.at..end)
            .help("bring this part nearer to the left edge");
        let at = if self.in_brackets() { self.opener() } else { self.at };
        Finding::new(fault, Mend::Value(at..self.lines.extent(at)))
    }

    fn unknown(&self) -> Finding {
        let lines = self.lines;
        let at = self.at.min(lines.end(self.at));
        let fault = self
            .error("yaml-syntax", "the file cannot be read as YAML from here on", at..lines.words(at).end.max(at + 1))
            .help("put text that holds `:` `#` or quotes in single quotes");
        Finding { sure: false, ..Finding::new(fault, self.give_up(at)) }
    }

    // Parts.

    /// Words as the author wrote them.
    fn said(&self, range: Range<usize>) -> &str {
        self.original.get(range).unwrap_or("")
    }

    fn error(&self, id: &'static str, message: impl Into<String>, span: Range<usize>) -> Diagnostic {
        let text = self.original;
        let mut end = span.end.min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Diagnostic::error(id, message, self.file, span.start.min(end)..end)
    }

    /// Takes out the value of a line with a key, or else the line.
    fn give_up(&self, at: usize) -> Mend {
        let lines = self.lines;
        let end = lines.extent(at);
        match lines.key(at) {
            Some(key) if at > key.end && lines.slice(key.end + 1..end).trim() != "" => Mend::Value(key.end + 1..end),
            _ => Mend::Lines(lines.words(at).start..end),
        }
    }

    /// The end of a run of lines that are deeper than this, or as deep and of its sort (with a dash or without).
    fn siblings(&self, at: usize) -> usize {
        let lines = self.lines;
        let indent = lines.indent(at);
        let dash = lines.dash(at);
        let mut end = lines.end(at);
        let mut line = at;
        while let Some(next) = lines.next(line) {
            line = next;
            if lines.blank(line) {
                continue;
            }
            let depth = lines.indent(line);
            if depth < indent || (depth == indent && lines.dash(line) != dash) {
                break;
            }
            end = lines.end(line);
        }
        end
    }

    /// The column (from 0) of the key above a block text.
    fn column_above(&self, text: usize) -> usize {
        let above = self.lines.previous(text);
        above.map_or(0, |line| self.lines.column(line))
    }

    /// The key above that is less deep.
    fn parent_key(&self, indent: usize) -> Option<Range<usize>> {
        let lines = self.lines;
        let mut line = lines.previous(self.at);
        while let Some(at) = line {
            if let Some(key) = lines.key(at).filter(|key| lines.column_of(key.start) < indent) {
                return Some(key);
            }
            line = lines.previous(at);
        }
        None
    }

    /// The line above that is nearest in depth, the last of equals; for a dash, another dash if there is one.
    fn nearest_line(&self, indent: usize, dash: bool) -> Option<(usize, usize)> {
        const FAR: usize = 200;
        let lines = self.lines;
        let mut best: Option<(bool, usize, usize, usize)> = None;
        let mut line = lines.previous(self.at);
        for _ in 0..FAR {
            let Some(at) = line else { break };
            let dashed = lines.slice(lines.words(at)).starts_with("- ");
            let alike = dash && dashed;
            if alike || lines.key(at).is_some() {
                let column = if alike { lines.indent(at) } else { lines.column(at) };
                let found = (dash && !dashed, column.abs_diff(indent), at, column);
                if best.is_none_or(|b| (found.0, found.1) < (b.0, b.1)) {
                    best = Some(found);
                }
            }
            line = if lines.indent(at) == 0 { None } else { lines.previous(at) };
        }
        best.map(|(_, _, at, column)| (at, column))
    }
}

impl Lines<'_> {
    /// The column (from 0) of a byte.
    fn column_of(self, at: usize) -> usize {
        at - self.start(at)
    }
}

/// The length of an escape, and whether it is one.
fn escape_at(text: &str) -> (usize, bool) {
    let Some(sign) = text.chars().nth(1) else {
        return (1, false);
    };
    let digits = match sign {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        '0' | 'a' | 'b' | 't' | '\t' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\' | 'N' | '_' | 'L' | 'P' | '\n'
        | '\r' => return (2, true),
        _ => return (2, false),
    };
    let code = text.get(2..2 + digits).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
    let value = code.and_then(|d| u32::from_str_radix(d, 16).ok());
    (2 + digits, value.and_then(char::from_u32).is_some())
}

/// A quotation of up to a sentence.
fn quote_long(words: &str) -> String {
    if words.chars().count() > 60 {
        return "`'…'`".to_owned();
    }
    format!("`{words}`")
}
