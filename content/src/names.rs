//! What things are called: every id with its name in every language, and the way from a name to an id.

use cardwright_core::rules::Ruleset;
use cardwright_core::value::*;
use std::collections::BTreeMap;

/// Names by id. Each list is in the order of the ruleset; each entry has one name for each language.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Tags of the languages.
    pub languages: Vec<String>,
    /// Tags of all languages that any of the packs speaks: texts in them may stand anywhere.
    pub known_languages: Vec<String>,
    /// Terms.
    pub terms: Vec<Vec<String>>,
    /// Definitions; one without a name has its id in words.
    pub defs: Vec<Vec<String>>,
    /// Cards.
    pub cards: Vec<Vec<String>>,
    /// Abilities.
    pub abilities: Vec<Vec<String>>,
    /// Fields, by their ids in words.
    pub fields: Vec<String>,
    /// Steps of the clock, by their ids in words.
    pub steps: Vec<String>,
    /// Texts that the core knows by number: prompts, reasons, tellings.
    pub texts: Vec<Vec<String>>,
    /// For each definition the phrase that says it.
    pub phrases: Vec<Option<usize>>,
    defs_by_id: BTreeMap<String, DefId>,
    cards_by_id: BTreeMap<String, CardId>,
    abilities_by_id: BTreeMap<String, AbilityId>,
}

impl Names {
    /// The index of a language by its tag.
    pub fn language(&self, tag: &str) -> Option<usize> {
        self.languages.iter().position(|language| language == tag)
    }
    /// A definition by its id.
    pub fn def(&self, id: &str) -> Option<DefId> {
        self.defs_by_id.get(id).copied()
    }
    /// A card by its id.
    pub fn card(&self, id: &str) -> Option<CardId> {
        self.cards_by_id.get(id).copied()
    }
    /// An ability by its id: that of a shared one, or `card/ability`.
    pub fn ability(&self, id: &str) -> Option<AbilityId> {
        self.abilities_by_id.get(id).copied()
    }
    /// A card by its id or by its name in any language; case is no difference.
    pub fn card_called(&self, name: &str) -> Option<CardId> {
        let wanted = name.to_lowercase();
        self.card(name).or_else(|| {
            let found = self.cards.iter().position(|names| names.iter().any(|n| n.to_lowercase() == wanted))?;
            Some(CardId(found as u32))
        })
    }

    /// The name of a term in a language.
    pub fn of_term(&self, language: usize, term: TermId) -> &str {
        pick(&self.terms, term.index(), language)
    }
    /// The name of a definition.
    pub fn of_def(&self, language: usize, def: DefId) -> &str {
        pick(&self.defs, def.index(), language)
    }
    /// The name of a card.
    pub fn of_card(&self, language: usize, card: CardId) -> &str {
        pick(&self.cards, card.index(), language)
    }
    /// The name of an ability.
    pub fn of_ability(&self, language: usize, ability: AbilityId) -> &str {
        pick(&self.abilities, ability.index(), language)
    }
    /// A text by its number.
    pub fn of_text(&self, language: usize, text: u32) -> &str {
        pick(&self.texts, text as usize, language)
    }

    /// Fills the ways from ids.
    pub(crate) fn index(&mut self, rules: &Ruleset) {
        self.defs_by_id = rules.defs.iter().enumerate().map(|(i, d)| (d.id.clone(), DefId(i as u32))).collect();
        self.cards_by_id = rules.cards.iter().enumerate().map(|(i, c)| (c.id.clone(), CardId(i as u32))).collect();
        self.abilities_by_id = rules.abilities.iter().enumerate().map(|(i, a)| (a.id.clone(), AbilityId(i as u32))).collect();
        self.fields = rules.fields.iter().map(|f| words(&f.id)).collect();
        self.steps = rules.steps.iter().map(|s| words(&s.id)).collect();
    }
}

/// An id in words.
pub(crate) fn words(id: &str) -> String {
    id.replace('_', " ")
}

fn pick(all: &[Vec<String>], index: usize, language: usize) -> &str {
    let names = all.get(index).map_or(&[][..], Vec::as_slice);
    names.get(language).or(names.first()).map_or("", String::as_str)
}
