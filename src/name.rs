//! What the pieces of one game are called.

use crate::words::Words;
use cardwright_core::rules::Ruleset;
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
        return "the game".into();
    }
    if id.0 <= state.players {
        return format!("P{}", id.0);
    }
    let Some(entity) = state.entities.get(id.index()) else { return format!("piece {}", id.0) };
    if viewer.is_some_and(|viewer| !state.sees(rules, viewer, id)) {
        return format!("a hidden {}", words.kind(entity.kind));
    }
    let name = match entity.card {
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

/// The name of a player.
pub fn player(given: &Given, id: EntityId) -> String {
    given.0.get(&id).cloned().unwrap_or_else(|| format!("P{}", id.0))
}
