//! What the pieces of one game are called.

use crate::tongue::said;
use crate::words::Words;
use cardwright_core::rules::{Body, Ruleset};
use cardwright_core::state::State;
use cardwright_core::value::*;
use std::collections::BTreeMap;

/// Names given to players and pieces; the rest are named after their cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(pub BTreeMap<EntityId, String>);

/// The name of an entity to someone who may know what it is; a hidden one is called after its kind.
pub fn entity(rules: &Ruleset, words: &Words, given: &Given, state: &State, id: EntityId, viewer: Option<EntityId>) -> String {
    if let Some(name) = given.0.get(&id) {
        return name.clone();
    }
    if id == GAME {
        return said!(words, "the game", "遊戲");
    }
    if id.0 <= state.players {
        return format!("P{}", id.0);
    }
    let Some(entity) = state.entities.get(id.index()) else { return format!("#{}", id.0) };
    if viewer.is_some_and(|viewer| !state.sees(rules, viewer, id)) {
        let kind = words.kind(entity.kind);
        return said!(words, "a hidden {kind}", "一張未知的{kind}");
    }
    let name = match state.card_for(rules, viewer, id) {
        Some(card) => words.card(card).to_owned(),
        None => words.kind(entity.kind).to_owned(),
    };
    let twin = |other: &cardwright_core::state::Entity| {
        other.kind == entity.kind
            && other.card == entity.card
            && other.present
            && other.pile.is_none()
            && other.owner == entity.owner
    };
    let twins = state.entities.iter().filter(|other| twin(other)).count();
    // Cards of a deck are alike on purpose; only what stands on the table or alone in the hand must be told apart.
    let mut name = match entity.owner {
        Some(owner) if owner != id && entity.pile.is_none() => format!("{name} ({})", player(given, owner)),
        _ => name,
    };
    if twins > 1 && entity.pile.is_none() {
        // Numbered by all that ever were, so that a number stays when a twin has gone.
        let same = |other: &&cardwright_core::state::Entity| {
            other.kind == entity.kind && other.card == entity.card && other.owner == entity.owner
        };
        name.push_str(&format!(" #{}", state.entities.iter().take(id.index() + 1).filter(same).count()));
    }
    name
}

/// The short mark of an owned piece on a drawn board, the same as long as it is in the game: a letter of its card, and
/// its number among its owner's pieces. Seats differ without colours: `B1`, `b1`, `1B`, `1b`.
pub fn mark(rules: &Ruleset, state: &State, id: EntityId) -> Option<String> {
    let entity = state.entities.get(id.index())?;
    let owner = entity.owner.filter(|owner| *owner != id && entity.pile.is_none() && id.0 > state.players)?;
    if !matches!(rules.kinds.get(entity.kind.index()).map(|k| k.body), Some(Body::Round(_))) {
        return None;
    }
    let before = state.entities.iter().take(id.index() + 1);
    let number = before.filter(|other| other.owner == Some(owner) && other.kind == entity.kind).count();
    let called = entity.card.and_then(|card| rules.cards.get(card.index())).map(|card| card.id.as_str());
    let called = called.or_else(|| rules.kinds.get(entity.kind.index()).map(|kind| kind.id.as_str())).unwrap_or("");
    let letter = called.chars().find(char::is_ascii_alphabetic).unwrap_or('x');
    let letter = if owner.0 % 2 == 1 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    Some(if owner.0 <= 2 { format!("{letter}{number}") } else { format!("{number}{letter}") })
}

/// The name of a player.
pub fn player(given: &Given, id: EntityId) -> String {
    given.0.get(&id).cloned().unwrap_or_else(|| format!("P{}", id.0))
}
