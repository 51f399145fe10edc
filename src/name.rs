//! What the pieces of one game are called.

use crate::tongue::said;
use crate::words::Words;
use cardwright_core::hook::NoScripts;
use cardwright_core::resolve::answer_in;
use cardwright_core::rules::{Body, Ruleset};
use cardwright_core::state::{Entity, State};
use cardwright_core::value::*;
use std::collections::BTreeMap;

/// Names given to players and pieces; the rest are named after their cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(pub BTreeMap<EntityId, String>);

/// The name of an entity to someone who may know what it is; a hidden one is called after its kind.
pub fn entity(rules: &Ruleset, words: &Words, given: &Given, state: &State, id: EntityId, viewer: Option<EntityId>) -> String {
    // Where another might look like it, its own name would betray which it is.
    if let Some(name) =
        given.0.get(&id).filter(|_| state.entities.get(id.index()).is_none_or(|of| !is_doubtful(rules, viewer, of)))
    {
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
    if let Some(called) = twin(rules, words, given, state, id) {
        return match shown(rules, words, state, id) {
            Some(shows) => format!("{called} ({shows})"),
            None => called,
        };
    }
    let card = state.card_for(rules, viewer, id);
    let name = match card {
        Some(card) => words.card(card).to_owned(),
        None => words.kind(entity.kind).to_owned(),
    };
    // Cards of a deck are alike on purpose; only what stands on the table or alone in the hand must be told apart.
    let mut name = match entity.owner {
        Some(owner) if owner != id && entity.pile.is_none() => format!("{name} ({})", player(given, owner)),
        _ => name,
    };
    if entity.pile.is_none() {
        let twins: Vec<EntityId> =
            alike(rules, state, viewer, id).into_iter().filter(|twin| state.card_for(rules, viewer, *twin) == card).collect();
        let here = |twin: &&EntityId| state.entity(**twin).present && state.entity(**twin).pile.is_none();
        if twins.iter().filter(here).count() > 1 {
            name.push_str(&format!(" #{}", place_among(&twins, id)));
        }
    }
    name
}

/// All of the kind and the owner of an entity that ever were, as far as the viewer sees them, in an order by which they are
/// numbered: so a number stays when a twin has gone.
///
/// That is the order in which they came, where that betrays nothing. Where somebody may be unseen, or look like another one,
/// others than the owner get an order that depends on what the pieces look like, and of like ones on nothing that can be
/// known: so a copy is not told from its original by its number, nor a gap in the numbers tells of who is hidden.
fn alike(rules: &Ruleset, state: &State, viewer: Option<EntityId>, id: EntityId) -> Vec<EntityId> {
    let entity = state.entity(id);
    let same = |other: &EntityId| state.entity(*other).kind == entity.kind && state.entity(*other).owner == entity.owner;
    let mut all: Vec<EntityId> = (0..state.entities.len() as u32).map(EntityId).filter(same).collect();
    if let Some(viewer) = viewer.filter(|_| is_doubtful(rules, viewer, entity)) {
        let card = |other: EntityId| state.card_for(rules, Some(viewer), other);
        // In a state as the viewer sees it the unseen have neither card nor place.
        let seen = |other: EntityId| card(other).is_some() || state.entity(other).at.is_some();
        all.retain(|other| *other == id || (state.sees(rules, viewer, *other) && seen(*other)));
        all.sort_by_key(|other| (card(*other), scattered(*other)));
    }
    all
}

/// Whether such a piece may be unseen by a viewer, or look like another one.
fn is_doubtful(rules: &Ruleset, viewer: Option<EntityId>, entity: &Entity) -> bool {
    let kind = rules.kinds.get(entity.kind.index());
    viewer.is_some()
        && entity.owner.is_some_and(|owner| Some(owner) != viewer)
        && kind.is_some_and(|kind| kind.unseen.is_some() || kind.looks.is_some())
}

/// The number of an entity among those of its kind and owner, as a viewer counts them.
fn number(rules: &Ruleset, state: &State, id: EntityId, viewer: Option<EntityId>) -> usize {
    place_among(&alike(rules, state, viewer, id), id)
}

/// Where a piece of which a viewer cannot be sure stands among its like, in an order that tells no more than its mark does;
/// None: of others the order in which they came tells nothing.
pub fn shuffled(rules: &Ruleset, state: &State, id: EntityId, viewer: Option<EntityId>) -> Option<usize> {
    let entity = state.entities.get(id.index())?;
    is_doubtful(rules, viewer, entity).then(|| number(rules, state, id, viewer))
}

/// A number without meaning, another for each entity.
fn scattered(id: EntityId) -> u64 {
    (u64::from(id.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The place of one among some, from 1.
fn place_among(all: &[EntityId], id: EntityId) -> usize {
    all.iter().position(|other| *other == id).map_or(0, |place| place + 1)
}

/// A twin in a pile by its place: `die 2`, with whose it is where others have such too.
fn twin(rules: &Ruleset, words: &Words, given: &Given, state: &State, id: EntityId) -> Option<String> {
    let (place, others) = place(rules, words, state, id)?;
    let name = format!("{} {place}", words.kind(state.entity(id).kind));
    let owner = state.entity(id).owner.filter(|_| others).map(|owner| player(given, owner));
    Some(match owner {
        Some(owner) => said!(words, "{name} of {owner}", "{owner}的{name}"),
        None => name,
    })
}

/// The place of a twin in its pile, from whichever came first, and whether somebody else has such in the same zone.
pub fn place(rules: &Ruleset, words: &Words, state: &State, id: EntityId) -> Option<(usize, bool)> {
    let entity = state.entities.get(id.index())?;
    let twin = words.twins.get(&entity.kind)?;
    let pile = entity.pile?;
    // What belongs to nothing lies aside, and is one as the other.
    let belongs = |other: &Entity| match twin.by.and_then(|by| other.field(rules, by)) {
        Some(value) => !matches!(value, Value::Nothing | Value::Number(0)),
        None => true,
    };
    if !belongs(entity) {
        return None;
    }
    let alike = |other: &EntityId| state.entity(*other).kind == entity.kind && belongs(state.entity(*other));
    // What came last lies on top.
    let mut below = state.piles.get(pile as usize)?.iter().rev().filter(|other| alike(other));
    let place = below.position(|other| *other == id)? + 1;
    let (zone, _) = state.zone_of(rules, pile);
    let others = (0..state.piles.len() as u32).filter(|other| *other != pile && state.zone_of(rules, *other).0 == zone);
    let others = others.filter_map(|other| state.piles.get(other as usize)).flatten().any(alike);
    Some((place, others))
}

/// The names by which a twin in a pile is asked for, without what it shows.
pub fn short(rules: &Ruleset, words: &Words, given: &Given, state: &State, id: EntityId) -> Vec<String> {
    let Some((place, _)) = place(rules, words, state, id) else { return Vec::new() };
    let entity = state.entity(id);
    let name = format!("{} {place}", words.kind(entity.kind));
    let Some(owner) = entity.owner.map(|owner| player(given, owner)) else { return vec![name] };
    vec![said!(words, "{name} of {owner}", "{owner}的{name}"), format!("{owner} {name}"), name]
}

/// What a twin shows, a number and what it stands for: `3 Arrow`.
pub fn shown(rules: &Ruleset, words: &Words, state: &State, id: EntityId) -> Option<String> {
    let (number, term) = shows(rules, words, state, id)?;
    Some(match term {
        Some(term) => format!("{number} {}", words.term(term)),
        None => number.to_string(),
    })
}

/// The number that a twin shows, and the term that it stands for.
pub fn shows(rules: &Ruleset, words: &Words, state: &State, id: EntityId) -> Option<(i64, Option<TermId>)> {
    let entity = state.entities.get(id.index())?;
    let twin = words.twins.get(&entity.kind)?;
    let number = entity.field(rules, twin.field)?.number().filter(|n| *n != 0)?;
    let called = twin.called.and_then(|def| answer_in(rules, &NoScripts, state, def, &[Value::Entity(id)]).ok());
    Some((number, if let Some(Value::Term(term)) = called { Some(term) } else { None }))
}

/// The short mark of an owned piece on a drawn board, the same as long as it is in the game: a letter of its card, and
/// its number among its owner's pieces. Seats differ without colours: `B1`, `b1`, `1B`, `1b`.
pub fn mark(rules: &Ruleset, state: &State, id: EntityId, viewer: Option<EntityId>) -> Option<String> {
    let entity = state.entities.get(id.index())?;
    let owner = entity.owner.filter(|owner| *owner != id && entity.pile.is_none() && id.0 > state.players)?;
    if !matches!(rules.kinds.get(entity.kind.index()).map(|k| k.body), Some(Body::Round(_))) {
        return None;
    }
    let number = number(rules, state, id, viewer);
    let card = state.card_for(rules, viewer, id);
    let called = card.and_then(|card| rules.cards.get(card.index())).map(|card| card.id.as_str());
    let called = called.or_else(|| rules.kinds.get(entity.kind.index()).map(|kind| kind.id.as_str())).unwrap_or("");
    let letter = called.chars().find(char::is_ascii_alphabetic).unwrap_or('x');
    let letter = if owner.0 % 2 == 1 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    Some(if owner.0 <= 2 { format!("{letter}{number}") } else { format!("{number}{letter}") })
}

/// The name of a player.
pub fn player(given: &Given, id: EntityId) -> String {
    given.0.get(&id).cloned().unwrap_or_else(|| format!("P{}", id.0))
}
