//! The tree that a text is read into. It knows no language: each language writes it in its own words.

use std::ops::Range;

/// A phrase, term or literal, with the place in the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Bytes of the original text; empty for a tree that was not read.
    pub span: Range<usize>,
    /// What stands there.
    pub node: TreeNode,
}

/// What a [`Tree`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeNode {
    /// A phrase of the book with its arguments in the order of its slots.
    Phrase {
        /// Index into the phrases of the specification.
        phrase: usize,
        /// One tree for each slot.
        args: Vec<Tree>,
    },
    /// A term of a vocabulary.
    Term {
        /// Index into the vocabularies of the specification.
        vocabulary: usize,
        /// Index into its terms.
        term: usize,
    },
    /// A whole number.
    Integer(i64),
    /// A length in thousandths of an inch.
    Length(i64),
    /// Dice such as `2d6`.
    Dice {
        /// How many.
        count: u32,
        /// With how many sides.
        sides: u32,
    },
    /// Sentences in quotation marks.
    Quoted(Vec<Tree>),
}

impl Tree {
    /// A tree that was made, not read.
    pub fn made(node: TreeNode) -> Self {
        Tree { span: 0..0, node }
    }

    /// Whether two trees mean the same; where they were read from does not matter.
    pub fn same(&self, other: &Tree) -> bool {
        match (&self.node, &other.node) {
            (TreeNode::Phrase { phrase, args }, TreeNode::Phrase { phrase: other, args: others }) => {
                phrase == other && same_all(args, others)
            }
            (TreeNode::Quoted(trees), TreeNode::Quoted(others)) => same_all(trees, others),
            (
                TreeNode::Phrase { .. }
                | TreeNode::Quoted(_)
                | TreeNode::Term { .. }
                | TreeNode::Integer(_)
                | TreeNode::Length(_)
                | TreeNode::Dice { .. },
                _,
            ) => self.node == other.node,
        }
    }

    /// The phrase at the top, if a phrase is there.
    pub fn phrase(&self) -> Option<usize> {
        match &self.node {
            TreeNode::Phrase { phrase, .. } => Some(*phrase),
            TreeNode::Quoted(_) | TreeNode::Term { .. } | TreeNode::Integer(_) | TreeNode::Length(_) | TreeNode::Dice { .. } => {
                None
            }
        }
    }
}

/// Whether two lists of trees mean the same.
pub fn same_all(trees: &[Tree], others: &[Tree]) -> bool {
    trees.len() == others.len() && trees.iter().zip(others).all(|(one, other)| one.same(other))
}
