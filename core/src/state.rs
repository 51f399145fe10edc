//! A game as it stands. Plain data: cloned, compared, hashed and written out.

use crate::dice::Dice;
use crate::rules::{Ruleset, Seen, Until};
use crate::space::Point;
use crate::value::*;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Everything that one game is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Entities by id. Entity 0 is the game, entities 1… are the players in seat order.
    pub entities: Vec<Entity>,
    /// Seats: how many players there are.
    pub players: u32,
    /// Options as chosen.
    pub options: Vec<Value>,
    /// Zones: for each zone of the ruleset one pile for each player it belongs to, or one.
    pub piles: Vec<Vec<EntityId>>,
    /// What lasts.
    pub lasting: Vec<Lasting>,
    /// How many lasting things there have been; their next id.
    pub lasted: u32,
    /// Where the clock stands; empty before the game and after it.
    pub clock: Vec<Cursor>,
    /// The only chance.
    pub dice: Dice,
    /// The winners, once the game has ended; several is a draw between them, none is nobody.
    pub winners: Option<Vec<EntityId>>,
}

impl State {
    /// A state with these entities and nothing else: no players, no piles, no clock.
    pub fn of(entities: Vec<Entity>) -> State {
        State {
            entities,
            players: 0,
            options: Vec::new(),
            piles: Vec::new(),
            lasting: Vec::new(),
            lasted: 0,
            clock: Vec::new(),
            dice: Dice::new(0),
            winners: None,
        }
    }
}

/// One entity.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entity {
    /// Its kind.
    pub kind: KindId,
    /// The card that prints it.
    pub card: Option<CardId>,
    /// The player who controls it.
    pub owner: Option<EntityId>,
    /// Its fields, in the order of its kind.
    pub fields: Vec<Value>,
    /// Where it stands, if it is on the table.
    pub at: Option<Point>,
    /// The pile it lies in.
    pub pile: Option<u32>,
    /// False once it has left the game.
    pub present: bool,
    /// Players who were shown it, one bit for each seat, until it moves or is shuffled.
    pub shown: u32,
}

/// Something that lasts: rules, a status, a use that counts against a limit, an ability lost or gained.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    /// Its id, in the order of arrival.
    pub id: u32,
    /// What lasts.
    pub what: Lasts,
    /// The entity that has it, if one has.
    pub holder: Option<EntityId>,
    /// Who brought it, and of whom it speaks.
    pub ambient: Ambient,
    /// The slots its rules read.
    pub frame: Arc<[Value]>,
    /// When it ends.
    pub until: Until,
}

/// What lasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lasts {
    /// Rules attached for a time.
    Rules(Vec<AttachmentId>),
    /// A status; its arguments are the frame.
    Status(DefId),
    /// A use, counted against a limit.
    Used(Value),
    /// An ability that the holder does not have for a time.
    Lost(AbilityId),
    /// An ability that the holder has for a time.
    Gained(AbilityId),
}

/// A place in the clock: one for each step that is under way, from the root inward.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cursor {
    /// The step.
    pub step: StepId,
    /// How many of its parts are done.
    pub done: u32,
    /// Players of a step in which they alternate, in order.
    pub order: Vec<EntityId>,
    /// The player whose part it is.
    pub player: Value,
    /// The number of a countdown.
    pub number: i64,
}

impl State {
    /// The entity. Ids come from the state itself, so a missing one is our own fault; the game entity then stands in.
    pub fn entity(&self, id: EntityId) -> &Entity {
        self.entities.get(id.index()).unwrap_or(&self.entities[0])
    }

    /// Players in seat order.
    pub fn seats(&self) -> impl Iterator<Item = EntityId> + use<> {
        (1..=self.players).map(EntityId)
    }

    /// The number of a pile, in `piles`.
    pub fn pile(&self, rules: &Ruleset, zone: ZoneId, owner: Option<EntityId>) -> u32 {
        let mut pile = 0;
        for (index, z) in rules.zones.iter().enumerate() {
            if index == zone.index() {
                break;
            }
            pile += if z.each_player { self.players } else { 1 };
        }
        let each = rules.zones.get(zone.index()).is_some_and(|z| z.each_player);
        pile + match owner {
            Some(player) if each => player.0.saturating_sub(1).min(self.players.saturating_sub(1)),
            _ => 0,
        }
    }

    /// The zone of a pile and the player it belongs to.
    pub fn zone_of(&self, rules: &Ruleset, pile: u32) -> (ZoneId, Option<EntityId>) {
        let mut first = 0;
        for (index, z) in rules.zones.iter().enumerate() {
            let count = if z.each_player { self.players } else { 1 };
            if pile < first + count {
                return (ZoneId(index as u32), z.each_player.then_some(EntityId(pile - first + 1)));
            }
            first += count;
        }
        (ZoneId(0), None)
    }

    /// Whether a player may know what an entity is.
    pub fn sees(&self, rules: &Ruleset, player: EntityId, entity: EntityId) -> bool {
        let entity = self.entity(entity);
        let Some(pile) = entity.pile else { return true };
        let (zone, owner) = self.zone_of(rules, pile);
        if player.0 > 0 && entity.shown & (1 << (player.0 - 1)) != 0 {
            return true;
        }
        match rules.zones.get(zone.index()).map(|z| z.seen) {
            Some(Seen::All) | None => true,
            Some(Seen::Owner) => owner == Some(player),
            Some(Seen::None) => false,
        }
    }

    /// The state as a player may see it: hidden entities have no card and no fields, piles that nobody sees have no
    /// order, and the dice are gone. The rest is the state itself.
    pub fn seen_by(&self, rules: &Ruleset, player: EntityId) -> State {
        let mut seen = self.clone();
        seen.dice = Dice::new(0);
        for index in 0..seen.entities.len() {
            let id = EntityId(index as u32);
            if self.sees(rules, player, id) {
                continue;
            }
            let starts = rules.kinds.get(self.entity(id).kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
            if let Some(entity) = seen.entities.get_mut(index) {
                entity.card = None;
                entity.fields = starts.filter_map(|f| rules.fields.get(f as usize)).map(|f| f.starts.clone()).collect();
            }
        }
        // What lies face down must not be followed by its id either: hidden members of a pile stand in order of id.
        for pile in &mut seen.piles {
            let mut hidden: Vec<EntityId> = pile.iter().copied().filter(|e| !self.sees(rules, player, *e)).collect();
            hidden.sort();
            let mut next = hidden.into_iter();
            for place in pile.iter_mut() {
                if !self.sees(rules, player, *place)
                    && let Some(id) = next.next()
                {
                    *place = id;
                }
            }
        }
        seen
    }

    /// A digest of the whole state, the same on every machine.
    pub fn digest(&self) -> u64 {
        let mut hasher = Digest::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// FNV-1a over a byte order of our own, so that a digest never depends on the machine or the library.
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    fn write_u16(&mut self, i: u16) {
        self.write(&i.to_le_bytes());
    }
    fn write_u32(&mut self, i: u32) {
        self.write(&i.to_le_bytes());
    }
    fn write_u64(&mut self, i: u64) {
        self.write(&i.to_le_bytes());
    }
    fn write_u128(&mut self, i: u128) {
        self.write(&i.to_le_bytes());
    }
    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }
    fn write_i16(&mut self, i: i16) {
        self.write_u16(i as u16);
    }
    fn write_i32(&mut self, i: i32) {
        self.write_u32(i as u32);
    }
    fn write_i64(&mut self, i: i64) {
        self.write_u64(i as u64);
    }
    fn write_i128(&mut self, i: i128) {
        self.write_u128(i as u128);
    }
    fn write_isize(&mut self, i: isize) {
        self.write_u64(i as i64 as u64);
    }
}
