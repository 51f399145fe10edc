//! Why the parser stopped, in an author's words, and how reading can go on.
//!
//! The parser knows only what it did not expect. What the author did is read off the lines around: a colon in
//! unquoted text, an inch mark in double quotes, a line that lines up with nothing.

mod brackets;
mod colons;
mod indent;
mod quotes;
mod starts;

use std::ops::Range;

use cardwright_grammar::diagnostic::{Diagnostic, FileId};
use serde_yaml::granit_parser::ErrorKind;

use super::lines::Lines;
use super::mend::Mend;
use super::tree::{Stop, Why};

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
}

/// A quotation of up to a sentence.
fn quote_long(words: &str) -> String {
    if words.chars().count() > 60 {
        return "`'…'`".to_owned();
    }
    format!("`{words}`")
}
