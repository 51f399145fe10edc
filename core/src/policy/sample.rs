//! Answers to try: all where they are few, else some of them, each a legal one.

use super::Random;
use crate::decision::Options;
use crate::space::{self, Point};
use crate::value::*;

/// Fewer answers than this are all tried.
const MANY: usize = 24;
/// Tries for each place that is wanted.
const TRIES: usize = 12;
/// Places and bends that are wanted.
const PLACES: usize = 12;
const BENDS: usize = 6;

/// Answers worth trying, each once; never none.
pub(super) fn answers(options: &Options, chance: &mut Random, legal: &mut dyn FnMut(&Value) -> bool) -> Vec<Value> {
    match options {
        Options::YesNo => vec![Value::Truth(true), Value::Truth(false)],
        Options::Among { of, least: 1, most: 1 } => one_of(of.clone(), chance),
        Options::Among { of, least, most } => some_of(of, *least as usize, *most as usize, chance),
        Options::Number { from, to } => {
            let count = to.saturating_sub(*from).saturating_add(1).clamp(1, 1_000_000) as usize;
            let few: Vec<Value> = if count <= MANY {
                (0..count).map(|n| Value::Number(from + n as i64)).collect()
            } else {
                let between = (0..MANY - 2).map(|_| from + chance.below(count) as i64);
                [*from, *to].into_iter().chain(between).map(Value::Number).collect()
            };
            each_once(few)
        }
        Options::Point { around, within } => points(*around, *within, chance, legal),
        Options::Path { from, within, contacts, .. } => paths(*from, *within, contacts, chance, legal),
    }
}

fn one_of(mut of: Vec<Value>, chance: &mut Random) -> Vec<Value> {
    while of.len() > MANY {
        of.remove(chance.below(of.len()));
    }
    if of.is_empty() {
        of.push(Value::Nothing);
    }
    of
}

/// Every choice in the order of the list where there are few, and some at random in any order.
fn some_of(of: &[Value], least: usize, most: usize, chance: &mut Random) -> Vec<Value> {
    let mut found = Vec::new();
    if of.len() <= 4 {
        for set in 0..1_usize << of.len() {
            let picked: Vec<Value> = of.iter().enumerate().filter(|(n, _)| set & (1 << n) != 0).map(|(_, v)| v.clone()).collect();
            if (least..=most).contains(&picked.len()) {
                found.push(Value::list(picked));
            }
        }
    } else if most >= 1 && least <= 1 {
        found.extend(one_of(of.to_vec(), chance).into_iter().map(|one| Value::list(vec![one])));
        if least == 0 {
            found.push(Value::list(Vec::new()));
        }
    }
    if most > 1 {
        found.extend((0..MANY / 2).map(|_| chance.some(of, least, most)));
    }
    each_once(found)
}

fn points(around: Point, within: i64, chance: &mut Random, legal: &mut dyn FnMut(&Value) -> bool) -> Vec<Value> {
    let mut found = Vec::new();
    for _ in 0..PLACES * TRIES {
        let point = Value::Point(chance.near(around, within));
        if legal(&point) {
            found.push(point);
        }
        if found.len() >= PLACES {
            break;
        }
    }
    if found.is_empty() {
        found.push(space::places_around(around, within).map(Value::Point).find(|p| legal(p)).unwrap_or(Value::Nothing));
    }
    each_once(found)
}

/// Staying, straight at each base, straight elsewhere, and round a corner at a base.
fn paths(from: Point, within: i64, contacts: &[Point], chance: &mut Random, legal: &mut dyn FnMut(&Value) -> bool) -> Vec<Value> {
    let path = |points: &[Point]| Value::list(points.iter().copied().map(Value::Point).collect());
    let mut found = vec![path(&[from])];
    let mut blocked = Vec::new();
    for end in contacts {
        let straight = path(&[from, *end]);
        if legal(&straight) { found.push(straight) } else { blocked.push(*end) }
    }
    for _ in 0..PLACES {
        let straight = path(&[from, chance.near(from, within)]);
        if legal(&straight) {
            found.push(straight);
        }
    }
    for _ in 0..BENDS * blocked.len().min(2) {
        let end = blocked.get(chance.below(blocked.len())).copied().unwrap_or(from);
        let bent = path(&[from, chance.near(from, within), end]);
        if legal(&bent) {
            found.push(bent);
        }
    }
    each_once(found)
}

fn each_once(mut values: Vec<Value>) -> Vec<Value> {
    let mut once: Vec<Value> = Vec::with_capacity(values.len());
    for value in values.drain(..) {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    once
}
