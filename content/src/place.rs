//! Places in files, and the parts of a YAML tree with the file they stand in.

use crate::yaml::{Node, Scalar, Value};
use cardwright_grammar::diagnostic::{Diagnostic, FileId};
use std::ops::Range;

/// Bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The bytes.
    pub span: Range<usize>,
}

impl Place {
    /// An error here.
    pub(crate) fn error(&self, id: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(id, message, self.file, self.span.clone())
    }

    /// A warning here.
    pub(crate) fn warning(&self, id: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(id, message, self.file, self.span.clone())
    }
}

/// A value of a YAML file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    pub(crate) file: FileId,
    pub(crate) node: &'a Node,
}

impl<'a> At<'a> {
    pub(crate) fn place(&self) -> Place {
        Place { file: self.file, span: self.node.span.clone() }
    }

    /// The same file, another value.
    pub(crate) fn with(&self, node: &'a Node) -> At<'a> {
        At { file: self.file, node }
    }

    pub(crate) fn entries(&self) -> Option<&'a [(Scalar, Node)]> {
        match &self.node.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    pub(crate) fn items(&self) -> Option<&'a [Node]> {
        match &self.node.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn scalar(&self) -> Option<Src<'a>> {
        match &self.node.value {
            Value::Scalar(scalar) => Some(Src::new(self.file, scalar)),
            _ => None,
        }
    }

    /// Unreadable and reported: checks pass over it.
    pub(crate) fn broken(&self) -> bool {
        matches!(self.node.value, Value::Broken)
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self.node.value, Value::Null)
    }

    /// What it is, in an author's words.
    pub(crate) fn sort(&self) -> &'static str {
        match self.node.value {
            Value::Map(_) => "a group of keys",
            Value::List(_) => "a list",
            Value::Scalar(_) => "a text",
            Value::Null => "nothing",
            Value::Broken => "something unreadable",
        }
    }
}

/// A text of a file, or a part of one, with the way back to the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Src<'a> {
    pub(crate) file: FileId,
    scalar: &'a Scalar,
    from: usize,
    to: usize,
}

impl<'a> Src<'a> {
    pub(crate) fn new(file: FileId, scalar: &'a Scalar) -> Self {
        Src { file, scalar, from: 0, to: scalar.text.len() }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.scalar.text.get(self.from..self.to).unwrap_or("")
    }

    /// The place of a part of the text.
    pub(crate) fn place(&self, part: Range<usize>) -> Place {
        Place { file: self.file, span: self.scalar.place(self.from + part.start..self.from + part.end) }
    }

    pub(crate) fn whole(&self) -> Place {
        self.place(0..self.to - self.from)
    }

    /// A part of the text without the blanks around it.
    pub(crate) fn part(&self, part: Range<usize>) -> Src<'a> {
        let text = self.text().get(part.clone()).unwrap_or("");
        let start = self.from + part.start.min(self.to - self.from) + (text.len() - text.trim_start().len());
        Src { from: start, to: start + text.trim().len(), ..*self }
    }
}
