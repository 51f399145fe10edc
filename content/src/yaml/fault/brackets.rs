//! Brackets that do not match.

use cardwright_grammar::diagnostic::quote;
use serde_yaml::granit_parser::ErrorKind;

use super::super::mend::Mend;
use super::super::tree::Why;
use super::{Case, Finding};

impl Case<'_> {
    pub(super) fn in_brackets(&self) -> bool {
        self.stop.open.iter().any(|open| open.flow) || self.unsaid_opener().is_some()
    }

    /// The outermost open bracket.
    pub(super) fn opener(&self) -> usize {
        let open = self.stop.open.iter().find(|open| open.flow).map(|open| open.start.min(self.at));
        open.or_else(|| self.unsaid_opener()).unwrap_or(self.at)
    }

    /// A bracket that the parser holds back, since it may yet be part of a key.
    pub(super) fn unsaid_opener(&self) -> Option<usize> {
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
    pub(super) fn left_open(&self) -> Option<usize> {
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

    pub(super) fn brackets(&self) -> Finding {
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

    pub(super) fn bracket(&self, at: usize) -> char {
        if self.lines.byte(at) == Some(b'{') { '{' } else { '[' }
    }

    pub(super) fn unclosed_bracket(&self, open: usize) -> Finding {
        let sign = self.bracket(open);
        let close = if sign == '{' { '}' } else { ']' };
        let fault = self
            .error("yaml-syntax", format!("the bracket `{sign}` that opens here is never closed"), open..open + 1)
            .help(format!("close it with `{close}`"));
        Finding::new(fault, Mend::Value(open..self.lines.extent(open)))
    }

    pub(super) fn crossed_brackets(&self, open: char, close: char) -> Finding {
        let right = if open == '{' { '}' } else { ']' };
        let fault = self
            .error("yaml-syntax", format!("the bracket `{open}` that opens here is closed by `{close}`"), self.at..self.at + 1)
            .help(format!("close it with `{right}`"));
        let from = self.opener();
        Finding::new(fault, Mend::Value(from..self.lines.extent(from)))
    }

    pub(super) fn stray_bracket(&self) -> Finding {
        let lines = self.lines;
        let sign = lines.slice(self.at..self.at + 1);
        let fault = self
            .error("yaml-syntax", format!("the bracket {} closes nothing", quote(sign)), self.at..self.at + 1)
            .help("delete it, or put the text in single quotes if it belongs to the text");
        Finding::new(fault, Mend::Drop(self.at..lines.end(self.at)))
    }
}
