//! Cards: one to a file, named by the file.

use super::Shaping;
use super::ability::AbilityFile;
use super::words::Named;
use crate::group::{Group, list, text};
use crate::place::{At, Place, Src};

/// An ability that a card has: its own, or a shared one by name.
#[derive(Clone, Debug)]
pub(crate) enum HasAbility<'a> {
    Shared(Src<'a>),
    Own(AbilityFile<'a>),
}

/// A card as written.
#[derive(Clone, Debug)]
pub(crate) struct CardFile<'a> {
    pub(crate) id: String,
    pub(crate) place: Place,
    pub(crate) name: Option<Named>,
    pub(crate) kind: Option<Src<'a>>,
    pub(crate) copies: u32,
    pub(crate) abilities: Vec<HasAbility<'a>>,
    /// Printed fields, by their keys.
    pub(crate) prints: Vec<(Src<'a>, At<'a>)>,
    pub(crate) whole: bool,
}

impl<'a> Shaping<'a, '_> {
    pub(crate) fn card(&self, id: &str, at: At<'a>) -> Option<CardFile<'a>> {
        let group = Group::open(at, "a card", self.problems)?;
        let kind = group.need("kind").and_then(|at| text(at, "`kind`", self.problems));
        let name = group.need("name").map(|at| self.named(at, "`name`"));
        group.get("source").map(|at| text(at, "`source`", self.problems));
        if let Some(flavour) = group.get("flavour") {
            self.words(flavour, "`flavour`");
        }
        group.know(&["note", "title"]);
        // A card that a player chooses has no copies of its own; those of a deck say how many there are.
        let copies = group.number("copies", 0, 1000).unwrap_or(0) as u32;
        let mut abilities: Vec<HasAbility<'a>> = Vec::new();
        for item in group.get("abilities").map(|at| list(at, "`abilities`", self.problems)).unwrap_or_default() {
            if let Some(shared) = item.node.get("use") {
                let Some(group) = Group::open(item, "a shared ability", self.problems) else { continue };
                group.know(&["use"]);
                if let Some(src) = text(item.with(shared), "`use`", self.problems) {
                    abilities.push(HasAbility::Shared(src));
                }
                group.finish();
                continue;
            }
            let Some(mut ability) = self.ability(None, item) else { continue };
            if ability.id.is_empty() {
                ability.id = format!("ability_{}", abilities.len() + 1);
            }
            ability.id = format!("{id}/{}", ability.id);
            abilities.push(HasAbility::Own(ability));
        }
        Some(CardFile {
            id: id.to_owned(),
            place: group.head(),
            name,
            kind,
            copies,
            abilities,
            prints: group.rest(),
            whole: at.node.whole,
        })
    }
}
