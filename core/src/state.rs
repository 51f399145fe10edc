//! A game as it stands. Plain data: cloned, compared, hashed and written out.

use crate::dice::Dice;
use crate::rules::{Field, Ruleset, Seen, Until};
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

impl Entity {
    /// A new one with what its card prints, or what its kind starts with. None where the card prints another kind, or there
    /// is no such kind.
    pub fn new(rules: &Ruleset, card: Option<CardId>, kind: KindId, owner: Option<EntityId>) -> Option<Self> {
        let fields = match card.and_then(|card| rules.cards.get(card.index())) {
            Some(printed) if printed.kind != kind => return None,
            Some(printed) => printed.prints.clone(),
            None => {
                let fields = rules.kinds.get(kind.index())?.fields.clone();
                fields.filter_map(|field| rules.fields.get(field as usize)).map(|field| field.starts.clone()).collect()
            }
        };
        Some(Entity { kind, card, owner, fields, at: None, pile: None, present: true, shown: 0 })
    }

    /// What a field holds; None where its kind has no such field.
    pub fn field(&self, rules: &Ruleset, field: FieldId) -> Option<&Value> {
        let first = rules.kinds.get(self.kind.index())?.fields.start;
        self.fields.get(field.0.checked_sub(first)? as usize)
    }
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
    pub ambient: Arc<Ambient>,
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
    /// Whether another state is this one, but for what the dice will show.
    pub(crate) fn is_but_for_dice(&self, other: &State) -> bool {
        let State { entities, players, options, piles, lasting, lasted, clock, dice: _, winners } = self;
        (entities, players, options, piles, lasting, lasted, clock, winners)
            == (
                &other.entities,
                &other.players,
                &other.options,
                &other.piles,
                &other.lasting,
                &other.lasted,
                &other.clock,
                &other.winners,
            )
    }

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

    /// Whether a player sees an entity at all: it lies in no pile that is hidden from the player, and is not itself unseen.
    pub fn sees(&self, rules: &Ruleset, player: EntityId, id: EntityId) -> bool {
        let entity = self.entity(id);
        if self.is_shown(player, entity) {
            return true;
        }
        let Some(pile) = entity.pile else {
            let unseen = rules.kinds.get(entity.kind.index()).and_then(|kind| kind.unseen);
            return self.is_open(player, entity) || unseen.is_none_or(|field| self.number_in(rules, entity, field) == 0);
        };
        let (zone, owner) = self.zone_of(rules, pile);
        match rules.zones.get(zone.index()).map(|z| z.seen) {
            Some(Seen::All) | None => true,
            Some(Seen::Owner) => owner == Some(player),
            Some(Seen::None) => false,
        }
    }

    /// Whether a player may know what an entity is: sees it, as what it is, and it has no secret from the player.
    pub fn knows(&self, rules: &Ruleset, player: EntityId, id: EntityId) -> bool {
        let entity = self.entity(id);
        self.sees(rules, player, id)
            && (self.is_open(player, entity)
                || fields_of(rules, entity).all(|(field, value)| !field.secret || *value == field.starts))
    }

    /// The card that an entity seems to be of to a player; None: whoever sees everything.
    pub fn card_for(&self, rules: &Ruleset, player: Option<EntityId>, id: EntityId) -> Option<CardId> {
        let entity = self.entity(id);
        match player.and_then(|player| self.taken_for(rules, player, entity)) {
            Some(Value::Card(card)) => Some(card),
            Some(other) => other.entity().and_then(|other| self.entity(other).card),
            None => entity.card,
        }
    }

    fn is_shown(&self, player: EntityId, entity: &Entity) -> bool {
        player.0 > 0 && entity.shown & (1 << (player.0 - 1)) != 0
    }

    /// Whether a player knows the secrets of an entity. What belongs to nobody has none.
    fn is_open(&self, player: EntityId, entity: &Entity) -> bool {
        entity.owner.is_none_or(|owner| owner == player) || self.is_shown(player, entity)
    }

    fn number_in(&self, rules: &Ruleset, entity: &Entity, field: FieldId) -> i64 {
        entity.field(rules, field).and_then(Value::number).unwrap_or(0)
    }

    /// What a player takes an entity for, where that is not what it is.
    fn taken_for(&self, rules: &Ruleset, player: EntityId, entity: &Entity) -> Option<Value> {
        let looks = rules.kinds.get(entity.kind.index())?.looks?;
        let taken = entity.field(rules, looks)?;
        (!self.is_open(player, entity) && *taken != Value::Nothing).then(|| taken.clone())
    }

    /// The state as a player may see it: hidden entities have no card and no fields, those taken for others print what those
    /// print, secrets stand as in the beginning, piles that nobody sees have no order, and the dice are gone. The rest is
    /// the state itself.
    pub fn seen_by(&self, rules: &Ruleset, player: EntityId) -> State {
        let mut seen = self.clone();
        seen.dice = Dice::new(0);
        for index in 0..seen.entities.len() {
            let id = EntityId(index as u32);
            let entity = self.entity(id);
            if !self.sees(rules, player, id) {
                let nowhere = entity.pile.is_none();
                if let Some(hidden) = seen.entities.get_mut(index) {
                    hidden.card = None;
                    hidden.fields = fields_of(rules, entity).map(|(field, _)| field.starts.clone()).collect();
                    hidden.at = hidden.at.filter(|_| !nowhere);
                }
                if nowhere {
                    seen.lasting.retain(|lasting| lasting.holder != Some(id));
                }
                continue;
            }
            if self.is_open(player, entity) {
                continue;
            }
            let taken = self.taken_for(rules, player, entity);
            if let Some(one) = seen.entities.get_mut(index) {
                if let Some(taken) = &taken {
                    self.print_as(rules, taken, one);
                }
                for (value, (field, _)) in one.fields.iter_mut().zip(fields_of(rules, entity)) {
                    if field.secret {
                        value.clone_from(&field.starts);
                    }
                }
            }
            if let Some(taken) = taken {
                let lasts = |lasting: &Lasting, holder| {
                    lasting.holder == Some(holder) && matches!(lasting.what, Lasts::Gained(_) | Lasts::Lost(_))
                };
                seen.lasting.retain(|lasting| !lasts(lasting, id));
                let others = self.lasting.iter().filter(|lasting| taken.entity().is_some_and(|other| lasts(lasting, other)));
                seen.lasting.extend(others.map(|lasting| Lasting { holder: Some(id), ..lasting.clone() }));
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

    /// What an entity prints becomes what another one prints, or a card.
    fn print_as(&self, rules: &Ruleset, other: &Value, entity: &mut Entity) {
        let (card, prints) = match other {
            Value::Card(card) => (Some(*card), rules.cards.get(card.index()).map(|card| card.prints.as_slice())),
            other => {
                let Some(other) = other.entity().map(|other| self.entity(other)) else { return };
                (other.card, Some(other.fields.as_slice()))
            }
        };
        let kind = entity.kind;
        let fields = rules.kinds.get(kind.index()).map(|kind| kind.fields.clone()).unwrap_or_default();
        let Some(prints) = prints.filter(|prints| prints.len() == fields.len()) else { return };
        entity.card = card;
        for ((value, printed), field) in entity.fields.iter_mut().zip(prints).zip(fields) {
            if rules.fields.get(field as usize).is_some_and(|field| field.printed) {
                value.clone_from(printed);
            }
        }
    }

    /// A digest of the whole state, the same on every machine.
    pub fn digest(&self) -> u64 {
        let mut hasher = Digest::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// The fields of an entity with what stands in them.
fn fields_of<'a>(rules: &'a Ruleset, entity: &'a Entity) -> impl Iterator<Item = (&'a Field, &'a Value)> {
    let fields = rules.kinds.get(entity.kind.index()).map(|kind| kind.fields.clone()).unwrap_or_default();
    fields.filter_map(|field| rules.fields.get(field as usize)).zip(&entity.fields)
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
