//! What happens. Each primitive effect makes one event, and [`apply`] is the only function that writes the state.

use crate::decision::Prompt;
use crate::rules::Ruleset;
use crate::space::Point;
use crate::state::{Cursor, Entity, Lasting, State};
use crate::value::*;
use serde::{Deserialize, Serialize};

/// One thing that happened, and the rule that caused it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The rule that caused it; None is the clock.
    pub cause: Option<NodeId>,
    /// What happened.
    pub what: What,
}

/// What happened. The second half changes nothing and is there so that the log can say why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each field is named for what it holds")]
pub enum What {
    /// A field holds another value.
    Set { entity: EntityId, field: FieldId, from: Value, to: Value },
    /// A field's number rose or fell.
    Increased { entity: EntityId, field: FieldId, by: i64, to: i64 },
    /// An entity moved along a path.
    Moved { entity: EntityId, path: Vec<Point> },
    /// An entity was put somewhere, without a path.
    Placed { entity: EntityId, from: Option<Point>, to: Option<Point> },
    /// An entity went into a pile, at a place counted from the top.
    Put { entity: EntityId, pile: Option<u32>, place: u32 },
    /// A pile has a new order.
    Shuffled { pile: u32, order: Vec<u32>, drawn: u64 },
    /// An entity was shown to players (one bit for each seat).
    Revealed { entity: EntityId, to: u32 },
    /// A new entity.
    Created { entity: EntityId, data: Box<Entity> },
    /// An entity left the game.
    Removed { entity: EntityId },
    /// Another card prints an entity: what it prints is written, everything else stays.
    Became { entity: EntityId, from: Option<CardId>, card: CardId },
    /// An entity has another controller.
    Controlled { entity: EntityId, by: Option<EntityId> },
    /// Dice fell.
    Rolled { sides: u32, faces: Vec<u32>, drawn: u64 },
    /// Something begins to last.
    Began { lasting: Box<Lasting> },
    /// Something lasts no more.
    Over { id: u32 },
    /// The clock moved.
    Clock { clock: Vec<Cursor> },
    /// The game ended.
    Ended { winners: Vec<EntityId> },

    /// An effect begins, with its arguments; what follows up to its `Done` belongs to it.
    Effect { def: DefId, args: Vec<Value>, originator: Value },
    /// An effect is done.
    Done { def: DefId },
    /// An effect was stopped by the rule that caused this event.
    Stopped { def: DefId },
    /// A step of the clock begins.
    Step { step: StepId },
    /// A number was changed by modifiers.
    Reckoned { def: DefId, args: Vec<Value>, reckoning: Reckoning },
    /// A player answered.
    Answered { player: EntityId, prompt: Prompt, answer: Value, secret: bool },
    /// A value worth telling, under a text of the content.
    Told { text: u32, values: Vec<Value> },
}

/// How a number came out: what it was, and each change in the order of reckoning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reckoning {
    /// Before modifiers.
    pub base: i64,
    /// Each modifier that counted.
    pub parts: Vec<Part>,
    /// After them.
    pub total: i64,
}

/// One change of a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The rule that changes it.
    pub rule: AttachmentId,
    /// The entity whose rule it is.
    pub whose: Value,
    /// By how much.
    pub amount: i64,
}

/// Writes an event into the state. No chance, no choice, no rule: only writing.
pub fn apply(state: &mut State, rules: &Ruleset, event: &Event) {
    match &event.what {
        What::Set { entity, field, to, .. } => write(state, rules, *entity, *field, to.clone()),
        What::Increased { entity, field, to, .. } => write(state, rules, *entity, *field, Value::Number(*to)),
        What::Moved { entity, path } => {
            if let (Some(end), Some(moved)) = (path.last(), state.entities.get_mut(entity.index())) {
                moved.at = Some(*end);
            }
        }
        What::Placed { entity, to, .. } => {
            if let Some(placed) = state.entities.get_mut(entity.index()) {
                placed.at = *to;
            }
        }
        What::Put { entity, pile, place } => put(state, *entity, *pile, *place),
        What::Shuffled { pile, order, drawn } => {
            state.dice.drawn = *drawn;
            if let Some(pile) = state.piles.get_mut(*pile as usize) {
                let old = pile.clone();
                *pile = order.iter().filter_map(|place| old.get(*place as usize).copied()).collect();
                for id in pile.clone() {
                    if let Some(entity) = state.entities.get_mut(id.index()) {
                        entity.shown = 0;
                    }
                }
            }
        }
        What::Revealed { entity, to } => {
            if let Some(entity) = state.entities.get_mut(entity.index()) {
                entity.shown |= to;
            }
        }
        What::Created { data, .. } => state.entities.push((**data).clone()),
        What::Removed { entity } => {
            put(state, *entity, None, 0);
            if let Some(removed) = state.entities.get_mut(entity.index()) {
                removed.present = false;
                removed.at = None;
            }
            state.lasting.retain(|l| l.holder != Some(*entity));
        }
        What::Became { entity, card, .. } => reprint(state, rules, *entity, *card),
        What::Controlled { entity, by } => {
            if let Some(entity) = state.entities.get_mut(entity.index()) {
                entity.owner = *by;
            }
        }
        What::Rolled { drawn, .. } => state.dice.drawn = *drawn,
        What::Began { lasting } => {
            state.lasted = lasting.id + 1;
            state.lasting.push((**lasting).clone());
        }
        What::Over { id } => state.lasting.retain(|l| l.id != *id),
        What::Clock { clock } => state.clock.clone_from(clock),
        What::Ended { winners } => state.winners = Some(winners.clone()),
        What::Effect { .. }
        | What::Done { .. }
        | What::Stopped { .. }
        | What::Step { .. }
        | What::Reckoned { .. }
        | What::Answered { .. }
        | What::Told { .. } => {}
    }
}

fn write(state: &mut State, rules: &Ruleset, entity: EntityId, field: FieldId, value: Value) {
    let Some(entity) = state.entities.get_mut(entity.index()) else { return };
    let Some(kind) = rules.kinds.get(entity.kind.index()) else { return };
    let place = field.0.wrapping_sub(kind.fields.start) as usize;
    if let Some(slot) = entity.fields.get_mut(place) {
        *slot = value;
    }
}

fn reprint(state: &mut State, rules: &Ruleset, id: EntityId, card: CardId) {
    let (Some(entity), Some(printed)) = (state.entities.get_mut(id.index()), rules.cards.get(card.index())) else { return };
    let fields = rules.kinds.get(entity.kind.index()).map_or(0..0, |kind| kind.fields.start as usize..kind.fields.end as usize);
    let declared = rules.fields.get(fields).unwrap_or_default();
    for ((field, slot), value) in declared.iter().zip(&mut entity.fields).zip(&printed.prints) {
        if field.printed {
            slot.clone_from(value);
        }
    }
    entity.card = Some(card);
}

fn put(state: &mut State, id: EntityId, pile: Option<u32>, place: u32) {
    let Some(entity) = state.entities.get_mut(id.index()) else { return };
    let old = std::mem::replace(&mut entity.pile, pile);
    entity.shown = 0;
    if pile.is_some() {
        entity.at = None;
    }
    if let Some(old) = old.and_then(|old| state.piles.get_mut(old as usize)) {
        old.retain(|e| *e != id);
    }
    if let Some(new) = pile.and_then(|new| state.piles.get_mut(new as usize)) {
        new.insert((place as usize).min(new.len()), id);
    }
}
