//! The one thing every check prints: what is there, where, and how to mend it.
//!
//! Reading order: [`Diagnostic`] and [`Label`] here, [`Sources`] (the files), [`Problems`] (the sink that
//! checks write to), then the writers ([`render_text`], [`render_json`], [`render_sarif`]) and [`did_you_mean`].

mod machine;
mod problems;
mod sources;
mod suggest;
mod text;

use std::ops::Range;

pub use machine::{render_json, render_sarif};
pub use problems::{Problems, TrailGuard};
pub use sources::{FileId, Sources};
pub use suggest::did_you_mean;
pub use text::render_text;

/// How much a diagnostic weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The pack cannot be used until this is mended.
    Error,
    /// The pack works, but probably not as its author meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`, as printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A place in a file and what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    /// The file the place is in.
    pub file: FileId,
    /// The place, as bytes of that file.
    pub span: Range<usize>,
    /// The words beside the caret; may be empty.
    pub text: String,
}

/// One problem, in an author's words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// What kind of problem it is, in kebab-case.
    pub id: &'static str,
    /// Whether it stops the pack from loading.
    pub severity: Severity,
    /// One sentence of what is there: lower case, no full stop.
    pub message: String,
    /// The primary place.
    pub label: Label,
    /// Further places that explain the first.
    pub others: Vec<Label>,
    /// One act that mends it.
    pub help: Option<String>,
    /// Where it is in the author's terms, outermost first: card, ability, sentence.
    pub trail: Vec<String>,
}

impl Diagnostic {
    /// An error at a place, as yet without label text, help or trail.
    #[must_use]
    pub fn error(id: &'static str, message: impl Into<String>, file: FileId, span: Range<usize>) -> Self {
        Self {
            id,
            severity: Severity::Error,
            message: message.into(),
            label: Label { file, span, text: String::new() },
            others: Vec::new(),
            help: None,
            trail: Vec::new(),
        }
    }

    /// A warning at a place, as yet without label text, help or trail.
    #[must_use]
    pub fn warning(id: &'static str, message: impl Into<String>, file: FileId, span: Range<usize>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(id, message, file, span) }
    }

    /// The same with words beside the caret.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label.text = text.into();
        self
    }

    /// The same with one more place.
    #[must_use]
    pub fn also(mut self, file: FileId, span: Range<usize>, text: impl Into<String>) -> Self {
        self.others.push(Label { file, span, text: text.into() });
        self
    }

    /// The same with the act that mends it.
    #[must_use]
    pub fn help(mut self, act: impl Into<String>) -> Self {
        self.help = Some(act.into());
        self
    }

    /// The same with help if there is any, as [`did_you_mean`] gives it.
    #[must_use]
    pub fn help_if(mut self, act: Option<String>) -> Self {
        self.help = act.or(self.help);
        self
    }
}

/// Sorts by path, line, column and id, and drops repeats.
pub fn tidy(list: &mut Vec<Diagnostic>, sources: &Sources) {
    // A byte offset orders as line and column do, and costs no search.
    list.sort_by(|a, b| {
        let place = |d: &Diagnostic| (d.label.span.start, d.id);
        sources
            .path(a.label.file)
            .cmp(sources.path(b.label.file))
            .then_with(|| place(a).cmp(&place(b)))
            .then_with(|| a.message.cmp(&b.message))
            .then_with(|| a.label.span.end.cmp(&b.label.span.end))
            .then_with(|| a.trail.cmp(&b.trail))
    });
    list.dedup_by(|a, b| a.id == b.id && a.label == b.label && a.message == b.message);
}

/// Words of an author in backticks: one line, at most 40 characters, nothing that moves a cursor.
#[must_use]
pub fn quote(words: &str) -> String {
    const LONGEST: usize = 40;
    let mut out = String::from("`");
    let mut characters = words.trim().chars();
    for c in characters.by_ref().take(LONGEST) {
        out.push(if c.is_whitespace() { ' ' } else { visible(c) });
    }
    if characters.next().is_some() {
        out.push('…');
    }
    out.push('`');
    out
}

/// The character, or U+FFFD for one that would disturb a terminal (controls, direction marks).
fn visible(c: char) -> char {
    match c {
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ if c.is_control() => '\u{fffd}',
        _ => c,
    }
}

/// A sorted copy of references, for the writers.
fn ordered(list: &[Diagnostic], sources: &Sources) -> Vec<Diagnostic> {
    let mut copy = list.to_vec();
    tidy(&mut copy, sources);
    copy
}

#[cfg(test)]
mod tests;
