//! One language of a phrasebook, compiled for the readers.

use crate::first::Firsts;
use crate::machine::Machine;
use crate::normal::Script;
use crate::symbol::Symbol;
use crate::template::Piece;
use crate::token::WordEnd;
use crate::trie::{Step, Trie};

/// One language of a phrasebook.
#[derive(Debug)]
pub(crate) struct Tongue {
    pub(crate) script: Script,
    /// Every reading of every template.
    pub(crate) variants: Vec<Variant>,
    /// For each category the phrases that do not begin with a slot of their own category.
    pub(crate) operands: Vec<Trie>,
    /// For each category its tails, without their heads.
    pub(crate) tails: Vec<Trie>,
    /// For each vocabulary its names; their ends are indices into `terms`.
    pub(crate) names: Vec<Trie>,
    /// The terms that names lead to.
    pub(crate) terms: Vec<TermEnd>,
    /// For each phrase its canonical template.
    pub(crate) canonical: Vec<Vec<Piece>>,
    /// For each phrase how its canonical template leans on its own category.
    pub(crate) shapes: Vec<Shape>,
    /// What each symbol may begin with.
    pub(crate) firsts: Firsts,
    /// The category that stands in quotation marks.
    pub(crate) sentence: Option<usize>,
    /// The pest reader.
    pub(crate) machine: Machine,
}

/// One reading of a template.
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) phrase: usize,
    /// The template it comes from, by its index in the phrase.
    pub(crate) template: usize,
    /// For each slot that is read, in order, its index in the phrase. In a tail the head comes first.
    pub(crate) order: Vec<usize>,
    /// What is read; in a tail without the head.
    pub(crate) steps: Vec<Step>,
    /// Whether the template begins with a slot of its own category.
    pub(crate) tail: bool,
    /// What may not follow the last word.
    pub(crate) word_end: WordEnd,
    /// Whether it ends in a slot of its own category that would swallow a tail.
    pub(crate) open: Open,
}

/// Whether a phrase is open to its right: whether a tail after it would belong to its last slot and not to the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// It ends in something else.
    Never,
    /// It ends in a whole phrase of its own category.
    Always,
    /// It ends in an operand: it is open if the operand is.
    AsLast,
}

/// How a template leans on its own category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The slot of its own category that it begins with.
    pub(crate) head: Option<usize>,
    /// The slot of its own category that it ends with.
    pub(crate) last: Option<usize>,
    /// The slot of any category that it ends with.
    pub(crate) end: Option<usize>,
    /// Whether the last slot of its own category takes an operand: in a tail, and where no words part it from the slot before, as in `2X`.
    pub(crate) tight: bool,
    /// Slots right before an inch mark, which take an operand: `X+1"` is X and one inch.
    pub(crate) units: Vec<usize>,
}

/// Where a name leads.
#[derive(Debug)]
pub(crate) struct TermEnd {
    pub(crate) vocabulary: usize,
    pub(crate) term: usize,
    pub(crate) word_end: WordEnd,
}

impl Tongue {
    /// Whether a category has tails in this language.
    pub(crate) fn has_tails(&self, category: usize) -> bool {
        self.tails.get(category).is_some_and(|trie| !trie.is_empty())
    }

    /// The symbol to read: a category without tails is its operand.
    pub(crate) fn settle(&self, symbol: Symbol) -> Symbol {
        match symbol {
            Symbol::Full(category) if !self.has_tails(category) => Symbol::Operand(category),
            Symbol::Full(_)
            | Symbol::Operand(_)
            | Symbol::Term(_)
            | Symbol::Integer
            | Symbol::Length
            | Symbol::Dice
            | Symbol::Quoted => symbol,
        }
    }
}
