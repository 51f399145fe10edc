//! Templates with their common beginnings shared.
//!
//! Literal edges that leave one node begin with different characters, so at most one of them fits a text; slot edges come
//! after them, and the end of a template comes last, so that a longer template goes before a shorter one.

use crate::symbol::Symbol;

/// A tree of templates.
#[derive(Debug)]
pub(crate) struct Trie {
    pub(crate) nodes: Vec<Node>,
}

/// A point that one or more templates have reached.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Words that may follow, sorted by their first character.
    pub(crate) literals: Vec<(Box<str>, usize)>,
    /// Slots that may follow.
    pub(crate) slots: Vec<(Symbol, usize)>,
    /// What ends here.
    pub(crate) ends: Vec<usize>,
}

/// One step of a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// Words.
    Text(String),
    /// A slot.
    Slot(Symbol),
}

impl Trie {
    pub(crate) fn new() -> Self {
        Trie { nodes: vec![Node::default()] }
    }

    /// Whether nothing is in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes.iter().all(|node| node.ends.is_empty())
    }

    /// Adds a template that ends in `end`.
    pub(crate) fn insert(&mut self, steps: &[Step], end: usize) {
        let mut node = 0;
        for step in steps {
            node = match step {
                Step::Text(text) => self.insert_text(node, text),
                Step::Slot(symbol) => self.insert_slot(node, *symbol),
            };
        }
        if let Some(node) = self.nodes.get_mut(node) {
            node.ends.push(end);
        }
    }

    fn add(&mut self) -> usize {
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }

    fn insert_slot(&mut self, node: usize, symbol: Symbol) -> usize {
        let known = self.nodes.get(node).and_then(|node| node.slots.iter().find(|slot| slot.0 == symbol));
        if let Some(known) = known {
            return known.1;
        }
        let child = self.add();
        if let Some(node) = self.nodes.get_mut(node) {
            node.slots.push((symbol, child));
        }
        child
    }

    fn insert_text(&mut self, mut node: usize, text: &str) -> usize {
        let mut text = text;
        loop {
            let Some(first) = text.chars().next() else {
                return node;
            };
            let place = self.nodes.get(node).map_or(Err(0), |node| node.find(first));
            let Ok(edge) = place else {
                let child = self.add();
                if let (Err(at), Some(node)) = (place, self.nodes.get_mut(node)) {
                    node.literals.insert(at, (text.into(), child));
                }
                return child;
            };
            let Some((label, child)) = self.nodes.get(node).and_then(|node| node.literals.get(edge)).cloned() else {
                return node;
            };
            let shared = shared_bytes(&label, text);
            if shared < label.len() {
                // Split the edge where the two part.
                let middle = self.add();
                let (head, tail) = (label.get(..shared).unwrap_or(""), label.get(shared..).unwrap_or(""));
                if let Some(middle) = self.nodes.get_mut(middle) {
                    middle.literals.push((tail.into(), child));
                }
                if let Some(edge) = self.nodes.get_mut(node).and_then(|node| node.literals.get_mut(edge)) {
                    *edge = (head.into(), middle);
                }
                node = middle;
            } else {
                node = child;
            }
            text = text.get(shared..).unwrap_or("");
        }
    }
}

impl Node {
    /// The literal edge that begins with a character, or where it would stand.
    pub(crate) fn find(&self, first: char) -> Result<usize, usize> {
        self.literals.binary_search_by_key(&Some(first), |edge| edge.0.chars().next())
    }
}

/// How many bytes two texts share at their beginnings, in whole characters.
pub(crate) fn shared_bytes(one: &str, other: &str) -> usize {
    one.char_indices()
        .zip(other.chars())
        .find(|((_, one), other)| one != other)
        .map_or(one.len().min(other.len()), |((index, _), _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_beginnings_are_shared() {
        let mut trie = Trie::new();
        for (end, text) in ["draw a card", "draw two cards", "draw", "受傷", "受到"].into_iter().enumerate() {
            trie.insert(&[Step::Text(text.to_owned())], end);
        }
        let root = trie.nodes.first().expect("a root");
        assert_eq!(root.literals.iter().map(|edge| edge.0.as_ref()).collect::<Vec<_>>(), ["draw", "受"]);
        let draw = trie.nodes.get(root.literals[0].1).expect("a node");
        assert_eq!(draw.ends, [2]);
        assert_eq!(draw.literals[0].0.as_ref(), " ");
    }
}
