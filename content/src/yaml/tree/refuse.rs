//! What YAML has and cards do not: tags, repeats, second documents.

use std::ops::Range;

use cardwright_grammar::diagnostic::{Diagnostic, quote};

use super::super::Scalar;
use super::super::lines::Lines;
use super::Builder;

impl Builder<'_> {
    pub(super) fn duplicate(&mut self, name: &Scalar, first: Range<usize>) {
        let words = quote(&name.text);
        self.fault(
            Diagnostic::error("duplicate-key", format!("{words} stands twice in the same group"), self.file, name.span.clone())
                .label("again here")
                .also(self.file, first, "first here")
                .help("delete one of the two"),
        );
    }

    pub(super) fn refuse_tag(&mut self, span: Range<usize>) {
        let name = quote(self.original.get(span.clone()).unwrap_or("!"));
        self.fault(
            Diagnostic::error("yaml-tag", format!("{name} is a YAML tag, which cards do not have"), self.file, span)
                .help("put the value in single quotes if `!` is part of its text, else delete the tag"),
        );
    }

    pub(super) fn second_document(&mut self, start: usize) {
        let lines = Lines { text: self.source };
        let words = lines.words(start);
        let marked = lines.slice(words.clone()).starts_with("---");
        let message =
            if marked { "`---` begins a second document in the same file" } else { "text goes on after the end of the document" };
        let end = if marked { start + 3 } else { words.end };
        self.fault(
            Diagnostic::error("multiple-documents", message, self.file, start..end)
                .label("what follows is not read")
                .help("put each document in a file of its own"),
        );
    }
}
