//! What is derived from a ruleset once it is whole.

use super::{Class, Def, Node, Ruleset, Speaks, Until};
use crate::value::*;

impl Ruleset {
    /// Definitions whose body speaks of nobody but its arguments: no ambient, no event, and no call of one that does.
    /// `it` inside a value, number or test is always the member of a list in hand.
    fn closed_definitions(&self) -> Vec<bool> {
        let candidate = |def: &Def| matches!(def.class, Class::Number | Class::Test | Class::Value);
        let mut closed: Vec<bool> = self.defs.iter().map(candidate).collect();
        loop {
            let mut changed = false;
            for (index, def) in self.defs.iter().enumerate() {
                let stands = closed.get(index).copied().unwrap_or(false);
                if stands && !def.body.is_some_and(|body| self.speaks_of_nobody(body, &closed, 0)) {
                    if let Some(slot) = closed.get_mut(index) {
                        *slot = false;
                    }
                    changed = true;
                }
            }
            if !changed {
                return closed;
            }
        }
    }

    fn speaks_of_nobody(&self, node: NodeId, closed: &[bool], depth: u32) -> bool {
        let Some(found) = self.nodes.get(node.index()).filter(|_| depth < 64) else { return false };
        let all = |nodes: &[NodeId]| nodes.iter().all(|n| self.speaks_of_nobody(*n, closed, depth + 1));
        match found {
            Node::Value(_)
            | Node::Local(_)
            | Node::Option(_)
            | Node::All(_)
            | Node::Cards(_)
            | Node::StepIs(_)
            | Node::Ambient(Speaks::It) => true,
            Node::Field(a, _) | Node::Unary(_, a) => all(&[*a]),
            Node::Binary(_, a, b) | Node::Where(a, b) | Node::Map(a, b) | Node::In(a, b) => all(&[*a, *b]),
            Node::Choose(a, b, c) => all(&[*a, *b, *c]),
            Node::List(members) | Node::Function(_, members) => all(members),
            Node::Zone(_, owner) | Node::Pile(_, owner) => owner.is_none_or(|owner| all(&[owner])),
            Node::Call(def, args) => closed.get(def.index()).copied().unwrap_or(false) && all(args),
            _ => false,
        }
    }

    /// Fills the tables that are derived from the rest: which definitions something attaches to, and which cards print
    /// what attaches to them. The loader calls it last.
    pub fn index(&mut self) {
        self.attached_to = vec![false; self.defs.len()];
        self.printed_on = vec![Vec::new(); self.defs.len()];
        for attachment in &self.attachments {
            if let Some(flag) = self.attached_to.get_mut(attachment.to.index()) {
                *flag = true;
            }
        }
        for (card_index, card) in self.cards.iter().enumerate() {
            for ability in &card.abilities {
                for rule in self.abilities.get(ability.index()).map(|a| a.standing.as_slice()).unwrap_or_default() {
                    let Some(to) = self.attachments.get(rule.index()).map(|a| a.to) else { continue };
                    if let Some(printed) = self.printed_on.get_mut(to.index()) {
                        printed.push((CardId(card_index as u32), *ability, *rule));
                    }
                }
            }
        }
        self.closed = self.closed_definitions();
        // Something that ends after an effect listens to it as much as a listener does.
        for def in self
            .nodes
            .iter()
            .filter_map(|n| match n {
                Node::Until(Until::After(def, _)) => Some(*def),
                _ => None,
            })
            .chain(self.defs.iter().filter_map(|d| match d.until {
                Some(Until::After(def, _)) => Some(def),
                _ => None,
            }))
        {
            if let Some(flag) = self.attached_to.get_mut(def.index()) {
                *flag = true;
            }
        }
    }
}
