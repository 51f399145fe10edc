//! Card text to rules and back.
//!
//! A [`Phrasebook`] holds phrases, each with its wording in several languages. It reads a text into a [`Tree`], which knows
//! no language, and writes a tree in any language; both by the same templates. This crate knows strings, categories and
//! trees; what a phrase does is the caller's.
//!
//! Two readers work on the same tries of templates: pest, which is fast and takes the first reading it finds, and an
//! exhaustive one, which finds all readings and knows where a reading failed. The way of a text:
//!
//! 1. typographic variants become one form;
//! 2. sentences are split at full stops;
//! 3. the pest reader, else the exhaustive reader, makes a tree;
//! 4. if neither can, the furthest place that was reached becomes a [`TextError`].

// In reading order.
pub mod spec;
pub mod tree;

mod expand;
mod normal;
mod template;
mod token;

mod book;
mod build;
mod compile;
mod first;
mod name;
mod recursion;
mod symbol;
mod tongue;
mod trie;
mod wording;

mod chart;
mod forest;
mod machine;
mod read;
mod sentence;
mod walk;
mod write;

mod expect;
mod explain;
mod nearest;
mod text_error;

mod outline;
mod sample;
mod shadow;

pub mod diagnostic;
pub mod expression;

pub use book::Phrasebook;
pub use shadow::Shadow;
pub use spec::{Name, Phrase, PhrasebookSpec, Slot, SpecProblem, Template, TermNames, Vocabulary};
pub use text_error::{Suggestion, TextError, TextErrorKind};
pub use tree::{Tree, TreeNode, same_all};
