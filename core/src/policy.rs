//! Machine players. Here the plainest: any legal thing, each as likely as the next. Its chance is its own, never the
//! game's. · [`greedy`] the one that tries things out first · [`belief`] what a player may believe of what is hidden.

mod belief;
mod greedy;
mod sample;

pub use belief::dealt;
pub use greedy::Greedy;

use crate::decision::{Decision, Offer, Options};
use crate::dice::Dice;
use crate::resolve::Policy;
use crate::space::{self, Point};
use crate::state::State;
use crate::value::*;

/// A player that does anything legal.
pub struct Random {
    dice: Dice,
}

/// How many places are tried before a path stays where it is.
const TRIES: u32 = 12;

impl Random {
    /// A random player with its own seed.
    pub fn new(seed: u64) -> Self {
        Random { dice: Dice::new(seed) }
    }

    /// A number below a count.
    fn below(&mut self, count: usize) -> usize {
        self.dice.below(&[count.max(1) as u32]).first().copied().unwrap_or(0) as usize
    }

    /// Between so few and so many of a list, in any order.
    fn some(&mut self, of: &[Value], least: usize, most: usize) -> Value {
        let count = least + self.below(most.saturating_sub(least) + 1);
        let mut left = of.to_vec();
        let mut picked = Vec::with_capacity(count);
        for _ in 0..count.min(left.len()) {
            let at = self.below(left.len());
            picked.push(left.remove(at));
        }
        Value::list(picked)
    }

    /// A point up to a distance away, each as likely as the next.
    fn near(&mut self, around: Point, within: i64) -> Point {
        loop {
            let side = (2 * within + 1).clamp(1, 40_000_000) as u32;
            let shifts = self.dice.below(&[side, side]);
            let shift = |place: usize| i64::from(shifts.get(place).copied().unwrap_or(0)) - within;
            let (east, north) = (shift(0), shift(1));
            if east * east + north * north <= within * within {
                return Point::new(around.x + east, around.y + north);
            }
        }
    }
}

impl Policy for Random {
    fn answer(&mut self, _: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        match &decision.options {
            Options::YesNo => Value::Truth(self.below(2) == 1),
            Options::Among { of, least, most } => {
                if *least == 1 && *most == 1 {
                    return of.get(self.below(of.len())).cloned().unwrap_or(Value::Nothing);
                }
                self.some(of, *least as usize, *most as usize)
            }
            Options::Number { from, to } => Value::Number(from + self.below((to - from).clamp(0, 1_000_000) as usize + 1) as i64),
            Options::Point { around, within } => {
                for _ in 0..TRIES * 40 {
                    let point = Value::Point(self.near(*around, *within));
                    if legal(&point) {
                        return point;
                    }
                }
                // The near places were all taken: look at every place of a coarse grid, and else there is nowhere.
                let mut places = space::places_around(*around, *within).map(Value::Point);
                places.find(|place| legal(place)).unwrap_or(Value::Nothing)
            }
            Options::Path { from, within, contacts, .. } => {
                for _ in 0..TRIES {
                    // Half the time straight at something, or nobody would ever meet.
                    let contact = self.below(2 * contacts.len());
                    let end = contacts.get(contact).copied().unwrap_or_else(|| self.near(*from, *within));
                    let path = Value::list(vec![Value::Point(*from), Value::Point(end)]);
                    if legal(&path) {
                        return path;
                    }
                }
                Value::list(vec![Value::Point(*from)])
            }
        }
    }

    fn command(&mut self, _: &State, _: EntityId, legal: &[Offer], may_pass: bool) -> Option<usize> {
        // Passing is one choice among the others, but rarely the first thing a player thinks of.
        let choices = legal.len() * 4 + usize::from(may_pass);
        let choice = self.below(choices);
        (choice < legal.len() * 4).then_some(choice / 4)
    }
}
