//! Trees as text that shows their structure, for reports and tests.

use crate::book::Phrasebook;
use crate::token::write_length;
use crate::tree::{Tree, TreeNode};

impl Phrasebook {
    /// A tree by the names of its phrases, slots and terms: `damage(to: this-model(), amount: 3)`.
    pub fn outline(&self, tree: &Tree) -> String {
        match &tree.node {
            TreeNode::Integer(value) => value.to_string(),
            TreeNode::Length(value) => write_length(*value),
            TreeNode::Dice { count, sides } => format!("{count}d{sides}"),
            TreeNode::Term { vocabulary, term } => self
                .spec
                .vocabularies
                .get(*vocabulary)
                .and_then(|words| words.terms.get(*term))
                .map_or_else(String::new, |term| term.id.clone()),
            TreeNode::Quoted(trees) => {
                let trees: Vec<String> = trees.iter().map(|tree| self.outline(tree)).collect();
                format!("“{}”", trees.join("; "))
            }
            TreeNode::Phrase { phrase, args } => {
                let Some(phrase) = self.spec.phrases.get(*phrase) else {
                    return String::new();
                };
                let args: Vec<String> =
                    phrase.slots.iter().zip(args).map(|(slot, arg)| format!("{}: {}", slot.name, self.outline(arg))).collect();
                if args.is_empty() { phrase.id.clone() } else { format!("{}({})", phrase.id, args.join(", ")) }
            }
        }
    }
}
