//! Cards in piles: which lie where, and from the top in which order.

use super::Builder;
use crate::page::line::{Reader, unknown};
use crate::page::{Trouble, Written};
use crate::words::{Words, plain_name};
use cardwright_core::rules::Ruleset;
use cardwright_core::state::{Entity, State};
use cardwright_core::value::*;

impl Builder<'_> {
    /// `ZONE:`, `ZONE of PLAYER:`, `PLAYER ZONE:`.
    pub(super) fn pile_heading(&self, reader: &mut Reader<'_>) -> Option<u32> {
        let (heading, _) = reader.rest().split_once(':')?;
        let written = Written { line: 1, column: 1, text: heading.trim().to_owned() };
        let mut words = Reader::new(&written);
        let pile = self.pile(&mut words)?;
        if !words.is_done() {
            return None;
        }
        reader.skip(heading.len() + 1);
        Some(pile)
    }

    pub(super) fn pile(&self, words: &mut Reader<'_>) -> Option<u32> {
        pile(self.rules, self.words, &self.state, &self.players(), words)
    }

    pub(super) fn put(&mut self, id: EntityId, pile: u32, place: usize) {
        for other in &mut self.state.piles {
            other.retain(|e| *e != id);
        }
        if let Some(pile) = self.state.piles.get_mut(pile as usize) {
            pile.insert(place.min(pile.len()), id);
        }
        if let Some(entity) = self.state.entities.get_mut(id.index()) {
            entity.pile = Some(pile);
            entity.at = None;
        }
    }

    /// Members of a pile from the top: pieces of this board, or new ones of a card.
    pub(super) fn fill_pile(&mut self, reader: &mut Reader<'_>, pile: u32) -> Result<(), Trouble> {
        let (_, owner) = self.state.zone_of(self.rules, pile);
        let mut kinds: Vec<KindId> = Vec::new();
        while !reader.is_done() {
            if reader.rest().starts_with('…') || reader.rest().starts_with("...") {
                reader.skip(3);
                if !reader.is_done() {
                    return Err(reader.trouble("nothing stands behind `…`: it means all the rest"));
                }
                self.rest_of(&kinds, pile, owner);
                return Ok(());
            }
            let pieces: Vec<(String, EntityId)> =
                self.names.iter().filter(|(_, id)| id.0 > self.state.players).map(|(n, id)| (n.clone(), *id)).collect();
            let place = self.state.piles.get(pile as usize).map_or(0, Vec::len);
            if let Some(id) = reader.name(pieces) {
                kinds.push(self.state.entity(id).kind);
                self.put(id, pile, place);
                continue;
            }
            let count = reader.word().strip_suffix('x').and_then(|n| n.parse::<usize>().ok());
            if count.is_some() {
                reader.skip(reader.word().len());
            }
            let Some((card, kind)) = reader.name(self.cards_and_kinds()) else {
                return Err(reader.trouble(self.unknown_piece(reader.rest())));
            };
            kinds.push(kind);
            for _ in 0..count.unwrap_or(1).min(1000) {
                self.new_member(card, kind, pile, owner);
            }
        }
        Ok(())
    }

    /// A copy of a card that is in the game from the start and that no line has spoken for.
    pub(super) fn spare(&self, card: CardId) -> Option<EntityId> {
        let free = |id: &EntityId| {
            let e = self.state.entity(*id);
            e.card == Some(card) && e.pile.is_none() && e.at.is_none() && e.owner.is_none()
        };
        (1..self.state.entities.len() as u32).map(EntityId).find(|id| !self.taken.contains(id) && free(id))
    }

    fn new_member(&mut self, card: Option<CardId>, kind: KindId, pile: u32, owner: Option<EntityId>) {
        if let Some(copy) = card.and_then(|card| self.spare(card)) {
            self.taken.push(copy);
            let place = self.state.piles.get(pile as usize).map_or(0, Vec::len);
            self.put(copy, pile, place);
            return;
        }
        let id = EntityId(self.state.entities.len() as u32);
        self.state.entities.extend(Entity::new(self.rules, card, kind, owner));
        let place = self.state.piles.get(pile as usize).map_or(0, Vec::len);
        self.put(id, pile, place);
    }

    /// All copies of cards of these kinds that the board has not placed yet.
    fn rest_of(&mut self, kinds: &[KindId], pile: u32, owner: Option<EntityId>) {
        for (index, card) in self.rules.cards.iter().enumerate().filter(|(_, card)| kinds.contains(&card.kind)) {
            while self.spare(CardId(index as u32)).is_some() {
                self.new_member(Some(CardId(index as u32)), card.kind, pile, owner);
            }
        }
    }

    pub(super) fn unknown_zone(&self, text: &str) -> String {
        let known: Vec<String> = self.rules.zones.iter().map(|z| plain_name(&z.id)).collect();
        unknown("pile", text, known.iter().map(String::as_str))
    }
}

/// A pile by its name: `ZONE`, `ZONE of PLAYER`, `PLAYER ZONE`.
pub fn pile(
    rules: &Ruleset,
    words: &Words,
    state: &State,
    players: &[(String, EntityId)],
    reader: &mut Reader<'_>,
) -> Option<u32> {
    let mut ahead = reader.clone();
    let mut owner = ahead.name(players.to_vec());
    let mut zones = Vec::new();
    for (index, zone) in rules.zones.iter().enumerate() {
        let id = ZoneId(index as u32);
        for name in [plain_name(&zone.id), plain_name(words.zone(id))] {
            zones.push((name, id));
        }
    }
    let zone = ahead.name(zones)?;
    if ahead.take("of") {
        owner = Some(ahead.name(players.to_vec())?);
    }
    let each = rules.zones.get(zone.index()).is_some_and(|z| z.each_player);
    if each && owner.is_none() {
        return None;
    }
    *reader = ahead;
    Some(state.pile(rules, zone, owner))
}
