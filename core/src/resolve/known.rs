//! What is known already: the answer of a definition is good for as long as nothing that it read is written.
//!
//! While an answer is worked out, every part of the state that is read is noted, and of its surroundings every part that
//! it spoke of. Parts are bits, and some share one: that costs an answer now and then, but never makes a wrong one good.

use super::Run;
use super::answers::Answers;
use super::number::InForce;
use crate::event::What;
use crate::state::{Lasts, State};
use crate::value::*;
use std::sync::Arc;

/// What an answer spoke of besides its arguments, a bit each.
pub(super) type Around = u16;
pub(super) const IT: Around = 1;
pub(super) const THAT: Around = 1 << 1;
pub(super) const EVENT: Around = 1 << 2;
pub(super) const ORIGINATOR: Around = 1 << 3;
pub(super) const PLAYER: Around = 1 << 4;
pub(super) const ABILITY: Around = 1 << 5;
pub(super) const TARGET: Around = 1 << 6;
pub(super) const X: Around = 1 << 7;
/// All that an environment has and a rule with an environment of its own does not see.
pub(super) const SURROUNDINGS: Around = IT | EVENT | ORIGINATOR | PLAYER | ABILITY | TARGET | X;
/// Something that cannot be known again, such as what a script has read.
pub(super) const UNKNOWABLE: Around = 1 << 8;

/// A part of the state, by its bit.
#[derive(Clone, Copy)]
pub(super) struct Part(u32);

pub(super) const USES: Part = Part(0);
pub(super) const STATUSES: Part = Part(1);
pub(super) const ABILITIES: Part = Part(2);
pub(super) const PILES: Part = Part(3);
pub(super) const CLOCK: Part = Part(4);
const FIRST_PLACE: u32 = 8;
const PLACES: u32 = 56;
const FIRST_FIELD: u32 = 64;
const FIELDS: u32 = 128;
const FIRST_ATTACHED: u32 = FIRST_FIELD + FIELDS;
const ATTACHED: u32 = WORDS as u32 * 64 - FIRST_ATTACHED;
const WORDS: usize = 5;

/// Where an entity stands.
pub(super) fn place(entity: EntityId) -> Part {
    Part(FIRST_PLACE + entity.0 % PLACES)
}

/// What a field holds.
pub(super) fn field(field: FieldId) -> Part {
    Part(FIRST_FIELD + field.0 % FIELDS)
}

/// What is in force for a definition, by its number among those to which anything attaches.
pub(super) fn attached(number: u32) -> Part {
    Part(FIRST_ATTACHED + number % ATTACHED)
}

/// A set of parts.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts([u64; WORDS]);

impl Parts {
    fn add(&mut self, Part(bit): Part) {
        if let Some(word) = self.0.get_mut(bit as usize / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    pub(super) fn join(&mut self, other: &Parts) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

impl FromIterator<Part> for Parts {
    fn from_iter<T: IntoIterator<Item = Part>>(parts: T) -> Self {
        let mut all = Parts::default();
        parts.into_iter().for_each(|part| all.add(part));
        all
    }
}

/// Answers, what is in force, and what was written when. One run leaves it to the next as room, since it takes longer to
/// make than many a run.
#[derive(Default)]
pub(crate) struct Known {
    /// How often the state was written; it may be given to [`Known::taken_back`].
    pub(super) version: u64,
    /// When each part was last written, by its bit.
    written: Vec<u64>,
    /// When any part of each word of a set was.
    latest: [u64; WORDS],
    /// When everything was: nothing from before is good.
    everything: u64,
    /// What was read since the answer that is being worked out was begun.
    pub(super) read: Parts,
    pub(super) spoke: Around,
    pub(super) answers: Answers,
    in_force: Vec<Option<(u64, Arc<[InForce]>)>>,
    /// Entities of each kind, until one comes or goes.
    by_kind: Vec<Option<Value>>,
}

impl Known {
    /// Notes a part of the state that is read.
    pub(super) fn read(&mut self, part: Part) {
        self.read.add(part);
    }

    /// Notes what of the surroundings is spoken of.
    pub(super) fn speak(&mut self, of: Around) {
        self.spoke |= of;
    }

    /// What was spoken of so far, to be given to [`Known::forget`].
    pub(super) fn noted(&self) -> Around {
        self.spoke
    }

    /// What was spoken of since then was in part not of the surroundings here.
    pub(super) fn forget(&mut self, around: Around, noted: Around) {
        self.spoke = (self.spoke & !around) | (noted & around);
    }

    /// Everything is another.
    pub(super) fn all_written(&mut self) {
        self.version += 1;
        self.everything = self.version;
        self.by_kind.clear();
    }

    /// What was written since then is as it was.
    pub(super) fn taken_back(&mut self, since: u64) {
        if self.everything > since {
            return self.all_written();
        }
        if self.version > since {
            self.version += 1;
            for when in self.written.iter_mut().chain(&mut self.latest).filter(|when| **when > since) {
                *when = self.version;
            }
        }
    }

    fn written(&mut self, part: Part) {
        self.version += 1;
        if self.written.is_empty() {
            self.written = vec![0; WORDS * 64];
        }
        if let Some(when) = self.written.get_mut(part.0 as usize) {
            *when = self.version;
        }
        if let Some(when) = self.latest.get_mut(part.0 as usize / 64) {
            *when = self.version;
        }
    }

    /// Whether nothing of these parts was written since.
    pub(super) fn stands(&self, parts: &Parts, since: u64) -> bool {
        if since == self.version {
            return true;
        }
        let stands = |(place, word): (usize, &u64)| {
            self.latest.get(place).is_none_or(|when| *when <= since)
                || bits(*word).all(|bit| self.written.get(place * 64 + bit).is_none_or(|when| *when <= since))
        };
        since >= self.everything && parts.0.iter().enumerate().all(stands)
    }

    /// The entities of a kind.
    pub(super) fn of_kind(&mut self, kind: KindId, state: &State) -> Value {
        if let Some(Some(known)) = self.by_kind.get(kind.index()) {
            return known.clone();
        }
        let of_kind = (0..).map(EntityId).zip(&state.entities).filter(|(_, entity)| entity.kind == kind && entity.present);
        let list = Value::list(of_kind.map(|(id, _)| Value::Entity(id)).collect());
        if self.by_kind.len() <= kind.index() {
            self.by_kind.resize(kind.index() + 1, None);
        }
        if let Some(slot) = self.by_kind.get_mut(kind.index()) {
            *slot = Some(list.clone());
        }
        list
    }

    /// What is in force for a definition of that number, where that is known.
    pub(super) fn in_force(&mut self, number: u32) -> Option<Arc<[InForce]>> {
        self.read(attached(number));
        let (version, found) = self.in_force.get_mut(number as usize)?.take()?;
        let good = self.stands(&Parts::from_iter([attached(number)]), version);
        good.then(|| {
            self.keep_in_force(number, &found);
            found
        })
    }

    pub(super) fn keep_in_force(&mut self, number: u32, found: &Arc<[InForce]>) {
        if self.in_force.len() <= number as usize {
            self.in_force.resize_with(number as usize + 1, || None);
        }
        if let Some(slot) = self.in_force.get_mut(number as usize) {
            *slot = Some((self.version, found.clone()));
        }
    }

    /// What was noted so far, to be given to [`Known::go_on`] when what is looked at meanwhile does not count.
    pub(super) fn set_aside(&self) -> (Parts, Around) {
        (self.read, self.spoke)
    }

    pub(super) fn go_on(&mut self, (read, spoke): (Parts, Around)) {
        (self.read, self.spoke) = (read, spoke);
    }
}

/// Room for runs that are tried out one after the other. What one of them came to know of the state that it began with,
/// the next one knows too, where it begins with the same.
#[derive(Default)]
pub(crate) struct Room {
    known: Known,
    began: Option<(Arc<State>, u64)>,
}

impl Run<'_> {
    /// Begins with what is known in a room.
    pub(crate) fn enter_room(&mut self, room: &mut Room) {
        self.known = std::mem::take(&mut room.known);
        match &room.began {
            Some((state, version)) if Arc::ptr_eq(state, &self.state) || state.is_but_for_dice(&self.state) => {
                self.known.taken_back(*version);
            }
            _ => self.known.all_written(),
        }
        room.began = Some((self.state.clone(), self.known.version));
    }

    /// Leaves what is known to the next run in the room.
    pub(crate) fn leave_room(&mut self, room: &mut Room) {
        room.known = std::mem::take(&mut self.known);
    }

    /// Notes what an event is about to write.
    pub(super) fn writes(&mut self, what: &What) {
        match what {
            What::Set { field: written, .. } | What::Increased { field: written, .. } => self.known.written(field(*written)),
            What::Moved { entity, .. } | What::Placed { entity, .. } => self.known.written(place(*entity)),
            What::Put { entity, .. } => {
                self.known.written(PILES);
                if self.state.entity(*entity).at.is_some() {
                    self.known.written(place(*entity));
                }
            }
            What::Shuffled { .. } | What::Revealed { .. } => self.known.written(PILES),
            What::Began { lasting } => self.writes_what_lasts(&lasting.what),
            What::Over { id } => {
                let state = self.state.clone();
                let over = state.lasting.iter().filter(|l| l.id == *id);
                over.for_each(|lasting| self.writes_what_lasts(&lasting.what));
            }
            What::Clock { .. } => self.known.written(CLOCK),
            What::Created { .. } | What::Removed { .. } | What::Became { .. } | What::Controlled { .. } => {
                self.known.all_written();
            }
            What::Rolled { .. }
            | What::Ended { .. }
            | What::Effect { .. }
            | What::Done { .. }
            | What::Stopped { .. }
            | What::Step { .. }
            | What::Reckoned { .. }
            | What::Answered { .. }
            | What::Told { .. } => self.known.version += 1,
        }
    }

    /// What changes where something begins or ends to last.
    fn writes_what_lasts(&mut self, lasts: &Lasts) {
        let rules = self.rules;
        let listed = match lasts {
            Lasts::Rules(listed) => listed,
            Lasts::Status(status) => {
                self.known.written(STATUSES);
                rules.defs.get(status.index()).map_or(&[][..], |status| &status.rules)
            }
            Lasts::Used(_) => return self.known.written(USES),
            Lasts::Lost(ability) | Lasts::Gained(ability) => {
                self.known.written(ABILITIES);
                rules.abilities.get(ability.index()).map_or(&[][..], |ability| &ability.standing)
            }
        };
        for rule in listed.iter().filter_map(|rule| rules.attachments.get(rule.index())) {
            if let Some((number, _)) = rules.attached(rule.to) {
                self.known.written(attached(number));
            }
        }
    }
}

fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit as usize)
    })
}
