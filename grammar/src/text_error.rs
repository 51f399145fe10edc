//! What is wrong with a text, in an author's words.

use std::ops::Range;

/// Why a text was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The narrowest stretch of the original text that is to blame, in bytes. Empty where something is missing.
    pub span: Range<usize>,
    /// What stands there.
    pub found: String,
    /// What would have been understood there, the likeliest first: words in backticks, or labels of categories.
    pub expected: Vec<String>,
    /// The word, term or phrase that was probably meant.
    pub suggestion: Option<Suggestion>,
    /// What kind of fault it is.
    pub kind: TextErrorKind,
}

/// What was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suggestion {
    /// These words instead of what the span covers.
    Words(String),
    /// A phrase that is near to the sentence, filled with an example.
    Phrase(String),
}

/// The kinds of fault in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextErrorKind {
    /// There is no text, or no words before a full stop.
    Empty,
    /// The words are not understood.
    Unread,
    /// The text ends too early.
    Unfinished,
    /// A sentence has no full stop.
    NoStop,
    /// A quotation mark has no partner.
    LoneMark,
    /// The text is longer than is read.
    TooLong,
    /// The text is nested deeper, or has more readings, than is read.
    TooInvolved,
    /// The category or language is not in the book; a fault of the caller's.
    NoSuchCategory,
}

impl TextErrorKind {
    /// The name of the kind in kebab-case, for reports.
    pub fn id(self) -> &'static str {
        match self {
            TextErrorKind::Empty => "empty-text",
            TextErrorKind::Unread => "sentence-not-understood",
            TextErrorKind::Unfinished => "sentence-unfinished",
            TextErrorKind::NoStop => "no-full-stop",
            TextErrorKind::LoneMark => "lone-quotation-mark",
            TextErrorKind::TooLong => "text-too-long",
            TextErrorKind::TooInvolved => "text-too-involved",
            TextErrorKind::NoSuchCategory => "no-such-category",
        }
    }
}

impl TextError {
    pub(crate) fn new(kind: TextErrorKind, span: Range<usize>, found: &str) -> Self {
        TextError { span, found: found.to_owned(), expected: Vec::new(), suggestion: None, kind }
    }

    /// One sentence that says what is there.
    pub fn message(&self) -> String {
        let expected = listed(&self.expected);
        match self.kind {
            TextErrorKind::Empty => "there is no sentence here".to_owned(),
            TextErrorKind::Unread if expected.is_empty() => format!("`{}` is not understood here", self.found),
            TextErrorKind::Unread => format!("`{}` is not understood here; expected {expected}", self.found),
            TextErrorKind::Unfinished if expected.is_empty() => "the sentence is not finished".to_owned(),
            TextErrorKind::Unfinished => format!("the sentence is not finished; expected {expected}"),
            TextErrorKind::NoStop => "the sentence has no full stop".to_owned(),
            TextErrorKind::LoneMark => format!("the quotation mark `{}` has no partner", self.found),
            TextErrorKind::TooLong => {
                format!("the text is longer than {} bytes", crate::read::LONGEST)
            }
            TextErrorKind::TooInvolved => "the sentence is too involved to be read".to_owned(),
            TextErrorKind::NoSuchCategory => format!("nothing can be read as `{}`", self.found),
        }
    }

    /// One act that mends it, if one is known.
    pub fn help(&self) -> Option<String> {
        match (&self.suggestion, self.kind) {
            (Some(Suggestion::Words(words)), _) => Some(format!("did you mean `{words}`?")),
            (Some(Suggestion::Phrase(phrase)), _) => Some(format!("a phrase near to it is `{phrase}`")),
            (None, TextErrorKind::Empty) => Some("write a sentence, or leave the text out".to_owned()),
            (None, TextErrorKind::NoStop) => Some("end it with a full stop".to_owned()),
            (None, TextErrorKind::LoneMark) => Some("close the quotation".to_owned()),
            (None, TextErrorKind::TooLong | TextErrorKind::TooInvolved) => Some("split it into shorter sentences".to_owned()),
            (None, TextErrorKind::Unread | TextErrorKind::Unfinished | TextErrorKind::NoSuchCategory) => None,
        }
    }
}

/// `a, b or c`.
fn listed(expected: &[String]) -> String {
    match expected {
        [] => String::new(),
        [one] => one.clone(),
        [many @ .., last] => format!("{} or {last}", many.join(", ")),
    }
}
