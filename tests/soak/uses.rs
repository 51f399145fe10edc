//! Which abilities of which cards were used in games: chosen in a command or in the middle of one, a rule of theirs
//! counted, or something happened because of their text.

use cardwright::words::Words;
use cardwright_core::decision::Command;
use cardwright_core::event::{Event, What};
use cardwright_core::game::Played;
use cardwright_core::rules::Ruleset;
use cardwright_core::value::*;
use std::collections::{BTreeMap, BTreeSet};

/// In how many games each ability was used.
pub(crate) struct Uses<'r> {
    rules: &'r Ruleset,
    games: Vec<u64>,
}

impl<'r> Uses<'r> {
    /// Nothing was used yet.
    pub(crate) fn new(rules: &'r Ruleset) -> Self {
        Uses { rules, games: vec![0; rules.abilities.len()] }
    }

    /// For each ability the number of games.
    pub(crate) fn each(&self) -> &[u64] {
        &self.games
    }

    /// Whether a card has an ability that was never used.
    pub(crate) fn lacks(&self, card: CardId) -> bool {
        let abilities = self.rules.cards.get(card.index()).map(|card| card.abilities.as_slice()).unwrap_or_default();
        abilities.iter().any(|ability| self.games.get(ability.index()) == Some(&0))
    }

    /// Counts a game.
    pub(crate) fn count(&mut self, played: &Played) {
        let rules = self.rules;
        let mut used = seen_in(rules, &played.log);
        for value in played.moves.iter().flat_map(|made| match &made.command {
            Command::Act { args, .. } => args.as_slice(),
            _ => &[],
        }) {
            used.extend(ability_in(value));
        }
        let counted: BTreeSet<AttachmentId> = played.counted.iter().copied().collect();
        for (id, ability) in (0..).map(AbilityId).zip(&rules.abilities) {
            if ability.standing.iter().any(|rule| counted.contains(rule)) {
                used.insert(id);
            }
        }
        for rule in &counted {
            used.extend(rules.attachments.get(rule.index()).and_then(|rule| rule.origin.ability));
        }
        for ability in used {
            if let Some(games) = self.games.get_mut(ability.index()) {
                *games += 1;
            }
        }
    }

    /// How many abilities of cards were never used.
    pub(crate) fn unused(&self) -> usize {
        self.printed().iter().filter(|(ability, _)| self.games.get(ability.index()) == Some(&0)).count()
    }

    /// The abilities of all cards, each once, with the first card that has it.
    fn printed(&self) -> BTreeMap<AbilityId, CardId> {
        let mut all = BTreeMap::new();
        for (index, card) in self.rules.cards.iter().enumerate() {
            for ability in &card.abilities {
                all.entry(*ability).or_insert(CardId(index as u32));
            }
        }
        all
    }

    /// How many abilities of cards were used, by their kinds, and the names of the others.
    pub(crate) fn report(&self, words: &Words) -> String {
        let mut kinds: BTreeMap<TermId, (usize, usize)> = BTreeMap::new();
        let mut never = Vec::new();
        for (ability, card) in self.printed() {
            let (used, total) = kinds.entry(self.rules.abilities[ability.index()].kind).or_default();
            *total += 1;
            if self.games.get(ability.index()) == Some(&0) {
                never.push(format!("  {}: {}", words.card(card), words.ability(ability)));
            } else {
                *used += 1;
            }
        }
        let list = if never.is_empty() { String::new() } else { format!("; never:\n{}", never.join("\n")) };
        let kind = |(kind, (used, total)): (&TermId, &(usize, usize))| format!("{} {used} of {total}", words.term(*kind));
        format!("used were, of the abilities of cards: {}{list}", kinds.iter().map(kind).collect::<Vec<_>>().join(", "))
    }
}

/// The abilities because of which something happened, and those that were chosen in the middle of a command.
pub(crate) fn seen_in(rules: &Ruleset, log: &[Event]) -> BTreeSet<AbilityId> {
    let mut seen = BTreeSet::new();
    for event in log {
        let cause = event.cause.and_then(|node| rules.origins.get(node.index()));
        seen.extend(cause.and_then(|origin| origin.ability));
        match &event.what {
            // A signature that takes the place of a card is noted on its model.
            What::Set { to, .. } => seen.extend(ability_in(to)),
            What::Answered { answer, .. } => seen.extend(answer.members().iter().filter_map(ability_in)),
            _ => {}
        }
    }
    seen
}

fn ability_in(value: &Value) -> Option<AbilityId> {
    match value {
        Value::Ability(ability) => Some(*ability),
        _ => None,
    }
}
