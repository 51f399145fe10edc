//! What is known already: the answer of a definition is good for as long as nothing that it read is written.
//!
//! While an answer is worked out, every part of the state that is read is noted, and of its surroundings every part that
//! it spoke of. Parts are bits, and some share one: that costs an answer now and then, but never makes a wrong one good.

use super::number::InForce;
use super::{Env, Frame, Run};
use crate::event::What;
use crate::state::{Lasts, State};
use crate::value::*;
use std::sync::Arc;

/// A set of parts.
pub(super) type Parts = u128;

/// Who an answer spoke of, besides its arguments.
pub(super) const IT: Parts = 1;
pub(super) const THAT: Parts = 1 << 1;
pub(super) const EVENT: Parts = 1 << 2;
pub(super) const ORIGINATOR: Parts = 1 << 3;
pub(super) const PLAYER: Parts = 1 << 4;
pub(super) const ABILITY: Parts = 1 << 5;
pub(super) const TARGET: Parts = 1 << 6;
pub(super) const X: Parts = 1 << 7;
/// All that an environment has and a rule with an environment of its own does not see.
pub(super) const SURROUNDINGS: Parts = IT | EVENT | ORIGINATOR | PLAYER | ABILITY | TARGET | X;
/// Something that cannot be known again, such as what a script has read.
pub(super) const UNKNOWABLE: Parts = 1 << 8;

/// Where things stand.
pub(super) const PLACES: Parts = 1 << 9;
pub(super) const USES: Parts = 1 << 10;
pub(super) const STATUSES: Parts = 1 << 11;
pub(super) const ABILITIES: Parts = 1 << 12;
pub(super) const PILES: Parts = 1 << 13;
pub(super) const CLOCK: Parts = 1 << 14;
const FIRST_FIELD: u32 = 16;
const FIELDS: u32 = 64;
const FIRST_ATTACHED: u32 = FIRST_FIELD + FIELDS;
const ATTACHED: u32 = 128 - FIRST_ATTACHED;
/// All that stands in the state.
const STATE: Parts = !(SURROUNDINGS | THAT | UNKNOWABLE);

/// What a field holds.
pub(super) fn field(field: FieldId) -> Parts {
    1 << (FIRST_FIELD + field.0 % FIELDS)
}

/// What is in force for a definition.
pub(super) fn attached(def: DefId) -> Parts {
    1 << (FIRST_ATTACHED + def.0 % ATTACHED)
}

/// How many answers are kept at once; a power of two.
const ANSWERS: usize = 4096;

/// Answers, what is in force, and what was written when. One run leaves it to the next as room, since it takes longer to
/// make than many a run.
#[derive(Default)]
pub(crate) struct Known {
    /// How often the state was written.
    version: u64,
    /// When each part was last written, by its bit.
    written: Vec<u64>,
    /// When everything was: nothing from before is good.
    everything: u64,
    /// What was read since the answer that is being worked out was begun.
    read: Parts,
    answers: Vec<Answer>,
    in_force: Vec<Option<(u64, Arc<[InForce]>)>>,
    /// Entities of each kind, until one comes or goes.
    by_kind: Vec<Option<Value>>,
}

#[derive(Clone, Default)]
struct Answer {
    version: u64,
    read: Parts,
    def: u32,
    args: Frame,
    spoke_of: Option<(Env, Value)>,
    value: Option<Value>,
}

/// A question whose answer is to be kept.
pub(super) struct Asked {
    place: usize,
    version: u64,
    args: Frame,
    outer: Parts,
}

impl Known {
    /// Notes what is read.
    pub(super) fn read(&mut self, parts: Parts) {
        self.read |= parts;
    }

    /// What was noted so far, to be given to [`Known::forget`].
    pub(super) fn noted(&self) -> Parts {
        self.read
    }

    /// Some parts that were read since then were not those of the surroundings here.
    pub(super) fn forget(&mut self, parts: Parts, noted: Parts) {
        self.read = (self.read & !parts) | (noted & parts);
    }

    /// Everything is another.
    pub(super) fn all_written(&mut self) {
        self.version += 1;
        self.everything = self.version;
        self.by_kind.clear();
    }

    fn written(&mut self, parts: Parts) {
        self.version += 1;
        if self.written.is_empty() {
            self.written = vec![0; Parts::BITS as usize];
        }
        for bit in bits(parts) {
            if let Some(when) = self.written.get_mut(bit) {
                *when = self.version;
            }
        }
    }

    /// Whether nothing of these parts was written since.
    fn stands(&self, parts: Parts, since: u64) -> bool {
        since == self.version
            || since >= self.everything && bits(parts).all(|bit| self.written.get(bit).is_none_or(|when| *when <= since))
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

    /// What is in force for a definition, where that is known.
    pub(super) fn in_force(&mut self, def: DefId) -> Option<Arc<[InForce]>> {
        self.read(attached(def));
        let (version, found) = self.in_force.get(def.index())?.as_ref()?;
        self.stands(attached(def), *version).then(|| found.clone())
    }

    pub(super) fn keep_in_force(&mut self, def: DefId, found: &Arc<[InForce]>) {
        if self.in_force.len() <= def.index() {
            self.in_force.resize_with(def.index() + 1, || None);
        }
        if let Some(slot) = self.in_force.get_mut(def.index()) {
            *slot = Some((self.version, found.clone()));
        }
    }
}

impl Run<'_> {
    /// Where the answer of a definition is kept, if it may be: only for plain arguments, and only while nothing is told, since
    /// an answer from here tells no reckoning.
    pub(super) fn place_of_answer(&self, def: DefId, args: &[Value]) -> Option<usize> {
        if self.keep && self.looking == 0 { None } else { place_of_answer(def, args) }
    }

    /// The answer that is kept there, where it is one to this question and still good.
    pub(super) fn known_answer(&mut self, place: usize, def: DefId, args: &[Value], env: &Env) -> Option<Value> {
        let known = &mut self.known;
        let answer = known.answers.get(place).filter(|a| a.def == def.0 && a.args.as_slice() == args)?;
        let good = known.stands(answer.read & STATE, answer.version)
            && answer.spoke_of.as_ref().is_none_or(|(then, that)| same(answer.read, env, then, &self.that, that));
        let (value, read, version) = (answer.value.clone().filter(|_| good)?, answer.read, known.version);
        if let Some(answer) = known.answers.get_mut(place) {
            answer.version = version;
        }
        known.read(read);
        Some(value)
    }

    /// Begins to note what is read for an answer that is to be kept.
    pub(super) fn asks(&mut self, place: usize, args: &[Value]) -> Asked {
        let outer = std::mem::take(&mut self.known.read);
        Asked { place, version: self.known.version, args: args.into(), outer }
    }

    /// Keeps an answer, unless something was written while it was worked out.
    pub(super) fn keep_answer(&mut self, asked: Asked, def: DefId, env: &Env, value: &Value) {
        let known = &mut self.known;
        let read = known.read;
        known.read |= asked.outer;
        if asked.version != known.version || read & UNKNOWABLE != 0 {
            return;
        }
        if known.answers.is_empty() {
            known.answers = vec![Answer::default(); ANSWERS];
        }
        let spoke_of = (read & (SURROUNDINGS | THAT) != 0).then(|| (env.inner(Frame::new()), self.that.clone()));
        if let Some(slot) = known.answers.get_mut(asked.place) {
            *slot = Answer { version: asked.version, read, def: def.0, args: asked.args, spoke_of, value: Some(value.clone()) };
        }
    }

    /// Notes what an event is about to write.
    pub(super) fn writes(&mut self, what: &What) {
        let parts = match what {
            What::Set { field: written, .. } | What::Increased { field: written, .. } => field(*written),
            What::Moved { .. } | What::Placed { .. } => PLACES,
            What::Put { entity, .. } if self.state.entity(*entity).at.is_none() => PILES,
            What::Put { .. } => PILES | PLACES,
            What::Shuffled { .. } | What::Revealed { .. } => PILES,
            What::Began { lasting } => self.written_by(&lasting.what),
            What::Over { id } => {
                let over = self.state.lasting.iter().filter(|l| l.id == *id);
                over.fold(0, |parts, lasting| parts | self.written_by(&lasting.what))
            }
            What::Clock { .. } => CLOCK,
            What::Created { .. } | What::Removed { .. } | What::Became { .. } | What::Controlled { .. } => {
                return self.known.all_written();
            }
            What::Rolled { .. }
            | What::Ended { .. }
            | What::Effect { .. }
            | What::Done { .. }
            | What::Stopped { .. }
            | What::Step { .. }
            | What::Reckoned { .. }
            | What::Answered { .. }
            | What::Told { .. } => 0,
        };
        self.known.written(parts);
    }

    /// What changes where something begins or ends to last.
    fn written_by(&self, lasts: &Lasts) -> Parts {
        let rules = self.rules;
        let all = |listed: &[AttachmentId]| {
            let to = listed.iter().filter_map(|rule| rules.attachments.get(rule.index())).map(|rule| attached(rule.to));
            to.fold(0, |parts, part| parts | part)
        };
        match lasts {
            Lasts::Rules(listed) => all(listed),
            Lasts::Status(status) => STATUSES | rules.defs.get(status.index()).map_or(0, |status| all(&status.rules)),
            Lasts::Used(_) => USES,
            Lasts::Lost(ability) | Lasts::Gained(ability) => {
                ABILITIES | rules.abilities.get(ability.index()).map_or(0, |ability| all(&ability.standing))
            }
        }
    }
}

/// Where the answer to a question is kept.
fn place_of_answer(def: DefId, args: &[Value]) -> Option<usize> {
    let mut mix = u64::from(def.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for arg in args {
        let word = match arg {
            Value::Entity(e) => u64::from(e.0) + 1,
            Value::Number(n) => (*n as u64).wrapping_add(1 << 32),
            Value::Term(t) => u64::from(t.0) + (1 << 33),
            Value::Ability(a) => u64::from(a.0) + (1 << 34),
            Value::Nothing => 1 << 35,
            Value::Truth(t) => u64::from(*t) + (1 << 36),
            _ => return None,
        };
        mix = (mix ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    Some((mix >> 40) as usize & (ANSWERS - 1))
}

/// Whether what an answer spoke of is the same now as it was then.
fn same(read: Parts, now: &Env, then: &Env, that_now: &Value, that_then: &Value) -> bool {
    let (a, b) = (&now.ambient, &then.ambient);
    (read & IT == 0 || now.it == then.it)
        && (read & THAT == 0 || that_now == that_then)
        && (read & EVENT == 0 || now.event == then.event)
        && (Arc::ptr_eq(a, b)
            || (read & ORIGINATOR == 0 || a.originator == b.originator)
                && (read & PLAYER == 0 || a.player == b.player)
                && (read & ABILITY == 0 || a.ability == b.ability)
                && (read & TARGET == 0 || a.target == b.target)
                && (read & X == 0 || a.x == b.x))
}

fn bits(mut parts: Parts) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = parts.trailing_zeros();
        parts &= parts.wrapping_sub(1);
        (bit < Parts::BITS).then_some(bit as usize)
    })
}
