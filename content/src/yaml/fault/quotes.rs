//! Quotes that are not closed, or closed too soon; escapes that mean nothing.

use cardwright_grammar::diagnostic::quote;

use super::super::mend::Mend;
use super::{Case, Finding};

impl Case<'_> {
    pub(super) fn unclosed_quote(&self, quote_at: usize) -> Finding {
        let lines = self.lines;
        let sign = if lines.byte(quote_at) == Some(b'\'') { '\'' } else { '"' };
        let fault = self
            .error("yaml-syntax", format!("the quote `{sign}` that opens here is never closed"), quote_at..quote_at + 1)
            .help(format!("close it with `{sign}` at the end of the text"));
        Finding::new(fault, Mend::Value(quote_at..lines.extent(quote_at)))
    }

    /// Something behind a closing quote, which may be an inch mark or an apostrophe.
    pub(super) fn behind_quote(&self, sign: u8) -> Finding {
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
    pub(super) fn quoted(&self, sign: u8) -> Option<(usize, usize)> {
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
    pub(super) fn another_opens(&self, open: usize, close: usize) -> bool {
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

    pub(super) fn escape(&self) -> Finding {
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
