//! Names and texts of a game in one language, by the ids of its ruleset.

use crate::face::Twin;
use crate::tongue::Tongue;
use cardwright_core::rules::Ruleset;
use cardwright_core::value::*;
use std::collections::BTreeMap;

/// What things are called, and the texts that rules know by number.
///
/// Shape: one list for each sort of id, in the order of the ruleset. What has no name is called by its id.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The language, by its tag; empty where none is loaded.
    pub tag: String,
    /// The language of the program that goes with it.
    pub tongue: Tongue,
    /// Names of terms.
    pub terms: Vec<String>,
    /// Names of definitions.
    pub defs: Vec<String>,
    /// Names of cards.
    pub cards: Vec<String>,
    /// Names of abilities.
    pub abilities: Vec<String>,
    /// Names of fields.
    pub fields: Vec<String>,
    /// Names of kinds.
    pub kinds: Vec<String>,
    /// Names of zones.
    pub zones: Vec<String>,
    /// Names of steps; empty where a step has none.
    pub steps: Vec<String>,
    /// Prompts, reasons and tellings.
    pub texts: Vec<String>,
    /// What each ability says, a line for each of its parts.
    pub sheets: Vec<Vec<(String, String)>>,
    /// Templates of definitions that have one.
    pub says: BTreeMap<DefId, String>,
    /// Kinds of which the pieces in a pile have names of their own.
    pub twins: BTreeMap<KindId, Twin>,
}

impl Words {
    /// The ids themselves as names, in words: what is left where no language is loaded.
    pub fn plain(rules: &Ruleset) -> Words {
        let words = |ids: Vec<&String>| ids.into_iter().map(|id| spaced(id)).collect();
        Words {
            tag: String::new(),
            tongue: Tongue::English,
            sheets: Vec::new(),
            terms: words(rules.terms.iter().map(|t| &t.id).collect()),
            defs: words(rules.defs.iter().map(|d| &d.id).collect()),
            cards: words(rules.cards.iter().map(|c| &c.id).collect()),
            abilities: words(rules.abilities.iter().map(|a| &a.id).collect()),
            fields: words(rules.fields.iter().map(|f| &f.id).collect()),
            kinds: words(rules.kinds.iter().map(|k| &k.id).collect()),
            zones: words(rules.zones.iter().map(|z| &z.id).collect()),
            steps: words(rules.steps.iter().map(|s| &s.id).collect()),
            texts: Vec::new(),
            says: BTreeMap::new(),
            twins: BTreeMap::new(),
        }
    }

    /// The name of a term.
    pub fn term(&self, id: TermId) -> &str {
        name(&self.terms, id.index())
    }
    /// The name of a definition.
    pub fn def(&self, id: DefId) -> &str {
        name(&self.defs, id.index())
    }
    /// The name of a card.
    pub fn card(&self, id: CardId) -> &str {
        name(&self.cards, id.index())
    }
    /// The name of an ability.
    pub fn ability(&self, id: AbilityId) -> &str {
        name(&self.abilities, id.index())
    }
    /// What an ability says, each text with the part of it that it is.
    pub fn sheet(&self, id: AbilityId) -> &[(String, String)] {
        self.sheets.get(id.index()).map_or(&[], Vec::as_slice)
    }
    /// The name of a field.
    pub fn field(&self, id: FieldId) -> &str {
        name(&self.fields, id.index())
    }
    /// The name of a kind.
    pub fn kind(&self, id: KindId) -> &str {
        name(&self.kinds, id.index())
    }
    /// The name of a zone.
    pub fn zone(&self, id: ZoneId) -> &str {
        name(&self.zones, id.index())
    }
    /// The name of a step; empty where it has none.
    pub fn step(&self, id: StepId) -> &str {
        self.steps.get(id.index()).map_or("", String::as_str)
    }
    /// A prompt, reason or telling.
    pub fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("(no text)", String::as_str)
    }
}

fn name(list: &[String], index: usize) -> &str {
    list.get(index).map_or("?", String::as_str)
}

/// An id as words: `suffer_wounds` is "suffer wounds".
pub fn spaced(id: &str) -> String {
    id.replace(['_', '-'], " ")
}

/// A name as it is compared: case, blanks and joiners make no difference.
pub fn plain_name(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.trim().chars() {
        let c = if c == '_' || c == '-' || c.is_whitespace() { ' ' } else { c };
        if c == '\'' || c == '’' || (c == ' ' && out.ends_with(' ')) {
            continue;
        }
        out.extend(c.to_lowercase());
    }
    out
}
