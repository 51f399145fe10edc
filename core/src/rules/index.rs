//! What is derived from a ruleset once it is whole.

use super::{Attached, Node, Ruleset, Until};
use crate::value::*;

impl Ruleset {
    /// Fills the tables that are derived from the rest: what attaches to which definition. The loader calls it last.
    pub fn index(&mut self) {
        self.attached = vec![Attached::default(); self.defs.len()];
        for rule in &self.standing {
            if let Some(attached) = self.attachments.get(rule.index()).and_then(|a| self.attached.get_mut(a.to.index())) {
                attached.standing.push(*rule);
            }
        }
        for (card, printed) in (0..).map(CardId).zip(&self.cards) {
            for ability in &printed.abilities {
                for rule in self.abilities.get(ability.index()).map(|a| a.standing.as_slice()).unwrap_or_default() {
                    if let Some(attached) = self.attachments.get(rule.index()).and_then(|a| self.attached.get_mut(a.to.index())) {
                        attached.printed.entry(card).or_default().push((*ability, *rule));
                    }
                }
            }
        }
        // Something that ends after an effect listens to it as much as a listener does.
        let ends = self.nodes.iter().filter_map(|node| if let Node::Until(until) = node { Some(*until) } else { None });
        let ends = ends.chain(self.defs.iter().filter_map(|def| def.until));
        let ends = ends.filter_map(|until| if let Until::After(def, _) = until { Some(def) } else { None });
        let mut number = 0..;
        for to in self.attachments.iter().map(|attachment| attachment.to).chain(ends) {
            if let Some(attached) = self.attached.get_mut(to.index()).filter(|attached| attached.number.is_none()) {
                attached.number = number.next();
            }
        }
    }

    /// What attaches to a definition; None: nothing ever does.
    pub(crate) fn attached(&self, to: DefId) -> Option<(u32, &Attached)> {
        let attached = self.attached.get(to.index())?;
        Some((attached.number?, attached))
    }
}
