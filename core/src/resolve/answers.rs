//! Answers that are kept, each by its question: a definition with its arguments.

use super::known::{self, Around, Parts};
use super::{Env, Frame, Run};
use crate::value::*;
use std::sync::Arc;

/// How many answers are kept at once, at first and at most; powers of two.
const ANSWERS: usize = 4096;
const MOST_ANSWERS: usize = 65_536;

/// Answers by the hash of their question. Where two want the same place, the later one has it.
#[derive(Default)]
pub(super) struct Answers {
    kept: Vec<Answer>,
    /// Answers that gave way to others since there was last made room.
    gave_way: usize,
}

#[derive(Clone, Default)]
struct Answer {
    version: u64,
    read: Parts,
    spoke: Around,
    def: u32,
    args: Frame,
    spoke_of: Option<Box<(Env, Value)>>,
    value: Option<Value>,
}

/// A question whose answer is to be kept.
pub(super) struct Asked {
    hash: u64,
    version: u64,
    args: Frame,
    outer: (Parts, Around),
}

impl Answers {
    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.kept.len().max(1) - 1)
    }

    /// Keeps an answer. Where many give way to others, there is made more room.
    fn keep(&mut self, hash: u64, answer: Answer) {
        if self.kept.is_empty() {
            self.kept.resize_with(ANSWERS, Answer::default);
        }
        if self.gave_way > self.kept.len() && self.kept.len() < MOST_ANSWERS {
            let room = self.kept.len() * 4;
            let answers = std::mem::take(&mut self.kept);
            self.kept.resize_with(room, Answer::default);
            self.gave_way = 0;
            for old in answers.into_iter().filter(|old| old.value.is_some()) {
                let place = hash_of(DefId(old.def), &old.args).map_or(0, |hash| self.place(hash));
                if let Some(slot) = self.kept.get_mut(place) {
                    *slot = old;
                }
            }
        }
        let place = self.place(hash);
        let Some(slot) = self.kept.get_mut(place) else { return };
        self.gave_way += usize::from(slot.value.is_some() && (slot.def != answer.def || slot.args != answer.args));
        *slot = answer;
    }
}

impl Run<'_> {
    /// By what the answer of a definition is kept, if it may be: only for plain arguments, and only while nothing is told,
    /// since an answer from here tells no reckoning.
    pub(super) fn hash_of_question(&self, def: DefId, args: &[Value]) -> Option<u64> {
        if self.keep && self.looking == 0 { None } else { hash_of(def, args) }
    }

    /// The answer that is kept there, where it is one to this question and still good.
    pub(super) fn known_answer(&mut self, hash: u64, def: DefId, args: &[Value], env: &Env) -> Option<Value> {
        let known = &mut self.known;
        let place = known.answers.place(hash);
        let answer = known.answers.kept.get(place).filter(|a| a.def == def.0 && a.args.as_slice() == args)?;
        let speaks_of_same = |of: &(Env, Value)| same(answer.spoke, env, &of.0, &self.that, &of.1);
        let good = known.stands(&answer.read, answer.version) && answer.spoke_of.as_deref().is_none_or(speaks_of_same);
        let version = known.version;
        let answer = known.answers.kept.get_mut(place).filter(|_| good)?;
        answer.version = version;
        known.read.join(&answer.read);
        known.spoke |= answer.spoke;
        answer.value.clone()
    }

    /// Begins to note what is read for an answer that is to be kept.
    pub(super) fn asks(&mut self, hash: u64, args: &[Value]) -> Asked {
        let outer = (std::mem::take(&mut self.known.read), std::mem::take(&mut self.known.spoke));
        Asked { hash, version: self.known.version, args: args.into(), outer }
    }

    /// Keeps an answer, unless something was written while it was worked out.
    pub(super) fn keep_answer(&mut self, asked: Asked, def: DefId, env: &Env, value: &Value) {
        let known = &mut self.known;
        let (read, spoke) = (known.read, known.spoke);
        known.read.join(&asked.outer.0);
        known.spoke |= asked.outer.1;
        if asked.version != known.version || spoke & known::UNKNOWABLE != 0 {
            return;
        }
        let spoke_of =
            (spoke & (known::SURROUNDINGS | known::THAT) != 0).then(|| Box::new((env.inner(Frame::new()), self.that.clone())));
        let (version, value) = (asked.version, Some(value.clone()));
        known.answers.keep(asked.hash, Answer { version, read, spoke, def: def.0, args: asked.args, spoke_of, value });
    }
}

/// By what the answer to a question is found again; None where arguments are not plain.
fn hash_of(def: DefId, args: &[Value]) -> Option<u64> {
    let mut mix = u64::from(def.0).wrapping_mul(SPREAD);
    for arg in args {
        match arg {
            Value::List(members) if members.len() > LONGEST => return None,
            Value::List(members) => {
                for member in members.iter() {
                    mix = mixed(mix, plain(member)?);
                }
                mix = mixed(mix, 1 << 39);
            }
            one => mix = mixed(mix, plain(one)?),
        }
    }
    Some(mix)
}

/// A longer list is looked at again sooner than it is compared.
const LONGEST: usize = 8;
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(mix: u64, word: u64) -> u64 {
    (mix ^ word).wrapping_mul(SPREAD).rotate_left(29)
}

/// A word for a value that has no parts.
fn plain(value: &Value) -> Option<u64> {
    Some(match value {
        Value::Entity(e) => u64::from(e.0) + 1,
        Value::Number(n) => (*n as u64).wrapping_add(1 << 32),
        Value::Term(t) => u64::from(t.0) + (1 << 33),
        Value::Ability(a) => u64::from(a.0) + (1 << 34),
        Value::Nothing => 1 << 35,
        Value::Truth(t) => u64::from(*t) + (1 << 36),
        Value::Def(d) => u64::from(d.0) + (1 << 37),
        Value::Card(c) => u64::from(c.0) + (1 << 38),
        Value::Point(at) => (at.x as u64).wrapping_mul(SPREAD).rotate_left(23) ^ at.y as u64,
        Value::List(_) | Value::Rule(_) => return None,
    })
}

/// Whether what an answer spoke of is the same now as it was then.
fn same(spoke: Around, now: &Env, then: &Env, that_now: &Value, that_then: &Value) -> bool {
    let (a, b) = (&now.ambient, &then.ambient);
    (spoke & known::IT == 0 || now.it == then.it)
        && (spoke & known::THAT == 0 || that_now == that_then)
        && (spoke & known::EVENT == 0 || now.event == then.event)
        && (Arc::ptr_eq(a, b)
            || (spoke & known::ORIGINATOR == 0 || a.originator == b.originator)
                && (spoke & known::PLAYER == 0 || a.player == b.player)
                && (spoke & known::ABILITY == 0 || a.ability == b.ability)
                && (spoke & known::TARGET == 0 || a.target == b.target)
                && (spoke & known::X == 0 || a.x == b.x))
}
