//! What is derived from a ruleset once it is whole.

use super::{Node, Ruleset, Until};
use crate::value::*;

impl Ruleset {
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
