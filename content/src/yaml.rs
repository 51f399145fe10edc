//! The author-facing reader of YAML: a tree that knows the place of every word, and all faults of a file at once.
//!
//! Reading order: [`Node`] here, [`Scalar`] (text and its places), [`read`] and [`read_file`], then [`Reader`] and
//! [`Fields`] (walking a tree). Inside: `tree` builds the tree from parser events, `fault` says in an author's words
//! why the parser stopped, `mend` lets it go on, `lines` looks at lines.
//!
//! Everything stays text: `on`, `no`, `007` and `1.0` are what the author typed. Anchors, aliases and tags are refused.

mod align;
mod decode;
mod fault;
mod fields;
mod lines;
mod mend;
mod read;
mod scalar;
mod tree;

use std::ops::Range;

pub use decode::Reader;
pub use fields::Fields;
pub(crate) use read::read_sound;
pub use read::{MAX_BYTES, read, read_bytes, read_file};
pub use scalar::{Scalar, Style};

/// The deepest nesting of lists and groups.
pub const MAX_DEPTH: usize = 32;

/// A value and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The place in the file, without blanks around it.
    pub span: Range<usize>,
    /// What is there.
    pub value: Value,
    /// False if part of this value was unreadable and has been reported: then nothing is known to be missing from it.
    pub whole: bool,
}

/// What a [`Node`] holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `key: value` pairs in the order written, without repeats.
    Map(Vec<(Scalar, Node)>),
    /// Entries in the order written.
    List(Vec<Node>),
    /// Text, quoted or not.
    Scalar(Scalar),
    /// Nothing: a key or a dash with nothing behind it.
    Null,
    /// Something unreadable, reported already: checks pass over it in silence.
    Broken,
}

impl Node {
    /// The value under a key of a group; none for anything else.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        let Value::Map(entries) = &self.value else {
            return None;
        };
        let found = entries.iter().find(|(name, _)| name.text == key);
        found.map(|(_, node)| node)
    }

    /// The text of a scalar; none for anything else.
    #[must_use]
    pub fn as_scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
