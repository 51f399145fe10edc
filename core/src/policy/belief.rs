//! What a player may believe: the state as it is seen, with everything hidden dealt anew.

use crate::dice::Dice;
use crate::rules::Ruleset;
use crate::state::{Entity, State};
use crate::value::*;

/// A state that could stand behind what a player sees. It is made from what is seen alone: two states that look the same
/// to the player give the same one.
pub fn dealt(rules: &Ruleset, state: &State, player: EntityId, seed: u64) -> State {
    deal(rules, state.seen_by(rules, player), state, player, seed)
}

/// The hidden things of a kind are those copies of its cards that are not in sight, in any order; what a player brought
/// hidden from the start is not known, so that it may be any of them.
fn deal(rules: &Ruleset, mut seen: State, truth: &State, player: EntityId, seed: u64) -> State {
    let mut dice = Dice::new(seed);
    for kind in 0..rules.kinds.len() as u32 {
        let of_kind = |id: &EntityId| truth.entity(*id).kind == KindId(kind);
        let ids = || (0..truth.entities.len() as u32).map(EntityId).filter(of_kind);
        // What is on the table and not seen stays as it seems: nobody knows that it is there.
        let in_sight_or_unseen = |id: &EntityId| truth.sees(rules, player, *id) || truth.entity(*id).pile.is_none();
        let (in_sight, hidden): (Vec<EntityId>, Vec<EntityId>) = ids().partition(in_sight_or_unseen);
        if hidden.is_empty() {
            continue;
        }
        let pool = unseen(rules, KindId(kind), in_sight.iter().filter_map(|id| seen.entity(*id).card).collect());
        if pool.is_empty() {
            continue;
        }
        let order = dice.order(pool.len());
        for (id, place) in hidden.iter().zip(order.iter().cycle()) {
            let card = pool.get(*place as usize).copied();
            let Some(printed) = Entity::new(rules, card, KindId(kind), None) else { continue };
            if let Some(entity) = seen.entities.get_mut(id.index()) {
                (entity.card, entity.fields) = (card, printed.fields);
            }
        }
    }
    seen.dice = Dice::new(seed ^ 0x00d1_ce00_d1ce_00d1);
    seen
}

/// The copies of a kind's cards that a game begins with, less those in sight.
fn unseen(rules: &Ruleset, kind: KindId, mut in_sight: Vec<CardId>) -> Vec<CardId> {
    let mut pool = Vec::new();
    for (index, card) in rules.cards.iter().enumerate().filter(|(_, card)| card.kind == kind) {
        let id = CardId(index as u32);
        for _ in 0..card.copies {
            match in_sight.iter().position(|seen| *seen == id) {
                Some(at) => drop(in_sight.swap_remove(at)),
                None => pool.push(id),
            }
        }
    }
    pool
}
