//! Values on their way back from a script: everything is checked, nothing is guessed.

use crate::door::{Door, Proposal, Wrong};
use crate::give::{ABILITY, ENTITY, Handle, LARGEST, NONE, PROPOSAL, RULE};
use crate::names::{described, hint, shortened};
use cardwright_core::hook::Answered;
use cardwright_core::rules::{Class, Ruleset, Type};
use cardwright_core::space::Point;
use cardwright_core::state::State;
use cardwright_core::value::*;
use mlua::Table;

/// Longest list taken, and how deep lists may lie in lists.
const LONGEST: usize = 10_000;
const DEEPEST: u32 = 6;
/// Largest coordinate; measuring is made for less.
const FARTHEST: i64 = 10_000_000;

impl Door<'_> {
    /// What a hook gave back.
    pub(crate) fn take_answer(&self, answer: &mlua::Value) -> Result<Answered, Wrong> {
        let said = |wrong| match wrong {
            Wrong::Say(message) => Wrong::Say(format!("the hook gave back {message}")),
            other => other,
        };
        if let Some(proposals) = self.proposals(answer)? {
            return Ok(Answered::Effects(proposals));
        }
        self.with_desk(|desk| self.take(desk.rules(), desk.state(), None, answer))?.map(Answered::Value).map_err(said)
    }

    /// The proposals of a hook or of `use.resolve`; None if it is no proposal and no list of them.
    pub(crate) fn proposals(&self, value: &mlua::Value) -> Result<Option<Vec<Proposal>>, Wrong> {
        if let Some(one) = proposal(value) {
            return Ok(Some(vec![self.proposed(one)?]));
        }
        let mlua::Value::Table(table) = value else { return Ok(None) };
        let first: mlua::Value = table.raw_get(1)?;
        if proposal(&first).is_none() {
            return Ok(None);
        }
        let mut found = Vec::new();
        for member in members(table)? {
            match proposal(&member) {
                Some(one) => found.push(self.proposed(one)?),
                None => return Err(Wrong::say(format!("a list of effects with {} in it", described(&member)))),
            }
        }
        Ok(Some(found))
    }

    /// One value, of a type where one is wanted. The message follows "wants … and got".
    pub(crate) fn take(
        &self,
        rules: &Ruleset,
        state: &State,
        wanted: Option<&Type>,
        value: &mlua::Value,
    ) -> Result<Value, Wrong> {
        let taken = self.read(rules, wanted, value, 0)?;
        match wanted {
            Some(wanted) if !fits(rules, state, wanted, &taken) => Err(Wrong::say(describe(rules, state, &taken))),
            _ => Ok(taken),
        }
    }

    fn read(&self, rules: &Ruleset, wanted: Option<&Type>, value: &mlua::Value, depth: u32) -> Result<Value, Wrong> {
        Ok(match value {
            mlua::Value::Nil => Value::Nothing,
            mlua::Value::Boolean(truth) => Value::Truth(*truth),
            mlua::Value::Integer(_) | mlua::Value::Number(_) => Value::Number(take_number(value)?),
            mlua::Value::String(text) => self.word(rules, wanted, &text.to_string_lossy())?,
            mlua::Value::LightUserData(pointer) => match Handle::read(*pointer) {
                Some(Handle(ENTITY, id)) => Value::Entity(EntityId(id)),
                Some(Handle(ABILITY, id)) => Value::Ability(AbilityId(id)),
                Some(Handle(RULE, number)) => self.kept(number).ok_or_else(|| Wrong::say("a rule of another call"))?,
                Some(Handle(NONE, _)) => Value::Nothing,
                Some(Handle(PROPOSAL, _)) => return Err(Wrong::say("a proposed effect where a value is wanted")),
                _ => return Err(Wrong::say("a handle that is none of ours")),
            },
            mlua::Value::Table(table) => match take_point(table)? {
                Some(point) => Value::Point(point),
                None if depth >= DEEPEST => return Err(Wrong::say("lists in lists, too deep")),
                None => {
                    let inner = match wanted {
                        Some(Type::List(of)) if **of != Type::Any => Some(&**of),
                        Some(Type::Many(_) | Type::Path | Type::List(_) | Type::Table(_) | Type::Dice | Type::Any) | None => None,
                        some => some,
                    };
                    let members = members(table)?;
                    Value::list(members.iter().map(|m| self.read(rules, inner, m, depth + 1)).collect::<Result<_, _>>()?)
                }
            },
            other => return Err(Wrong::say(described(other))),
        })
    }

    /// A text names a term, a definition, a card or an ability by its id.
    fn word(&self, rules: &Ruleset, wanted: Option<&Type>, text: &str) -> Result<Value, Wrong> {
        if wanted
            .is_some_and(|w| !matches!(w, Type::Term(_) | Type::Def(_) | Type::Duration | Type::Card | Type::Ability | Type::Any))
        {
            return Err(Wrong::say(format!("the text `{}`", shortened(text))));
        }
        let mut found = self.host.symbols.meanings(rules, text, wanted);
        // Where no type is known terms come first: they are what texts are for.
        if wanted.is_none() && found.iter().any(|v| matches!(v, Value::Term(_))) {
            found.retain(|v| matches!(v, Value::Term(_)));
        }
        match found.as_slice() {
            [one] => Ok(one.clone()),
            [] => {
                let near = self.host.symbols.nearest_word(rules, text, wanted);
                Err(Wrong::say(format!("`{}`, which nothing has for a name{}", shortened(text), hint(near))))
            }
            [first, ..] => {
                let help = match first {
                    Value::Term(term) => rules.terms.get(term.index()).and_then(|t| rules.vocabularies.get(t.vocabulary.index())),
                    _ => None,
                };
                let help = help.map_or(String::new(), |v| format!("; write `{}.{}`", v.id, shortened(text)));
                Err(Wrong::say(format!("`{}`, which {} things have for a name{help}", shortened(text), found.len())))
            }
        }
    }
}

fn proposal(value: &mlua::Value) -> Option<u32> {
    match value {
        mlua::Value::LightUserData(pointer) => match Handle::read(*pointer)? {
            Handle(PROPOSAL, number) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// A whole number that a script sees exactly.
pub(crate) fn take_number(value: &mlua::Value) -> Result<i64, Wrong> {
    let number = match value {
        mlua::Value::Integer(number) if (-LARGEST..=LARGEST).contains(number) => return Ok(*number),
        mlua::Value::Integer(number) => *number as f64,
        mlua::Value::Number(number) => *number,
        other => return Err(Wrong::say(described(other))),
    };
    if number.is_nan() {
        return Err(Wrong::say("a number that is none (0/0)"));
    }
    if number.abs() > LARGEST as f64 {
        return Err(Wrong::say(format!("`{number:e}`, which is too large a number")));
    }
    if number.fract() != 0.0 {
        return Err(Wrong::say(format!("`{number}`, which is no whole number; write `math.floor(…)` or `//`")));
    }
    Ok(number as i64)
}

/// The members of an array, in order. A table with anything else in it is refused.
pub(crate) fn members(table: &Table) -> Result<Vec<mlua::Value>, Wrong> {
    let length = table.raw_len();
    if length > LONGEST {
        return Err(Wrong::say(format!("a list of {length}, and at most {LONGEST} are taken")));
    }
    let mut count = 0_usize;
    let mut stranger = None;
    table.for_each(|key: mlua::Value, _: mlua::Value| {
        count += 1;
        if stranger.is_none() && !matches!(key, mlua::Value::Integer(_)) {
            stranger = Some(described(&key));
        }
        if count > LONGEST * 2 { Err(mlua::Error::runtime("a table that is too large")) } else { Ok(()) }
    })?;
    if let Some(stranger) = stranger {
        return Err(Wrong::say(format!("a table with the key {stranger} where a list is wanted")));
    }
    if count != length {
        return Err(Wrong::say("a list with gaps; `none` is nothing within a list"));
    }
    (1..=length).map(|place| Ok(table.raw_get(place)?)).collect()
}

/// A table of exactly `x` and `y`.
pub(crate) fn take_point(table: &Table) -> Result<Option<Point>, Wrong> {
    if table.raw_len() > 0 {
        return Ok(None);
    }
    let (x, y): (mlua::Value, mlua::Value) = (table.raw_get("x")?, table.raw_get("y")?);
    if x.is_nil() || y.is_nil() {
        return Ok(None);
    }
    let (x, y) = (take_number(&x)?, take_number(&y)?);
    if x.abs() > FARTHEST || y.abs() > FARTHEST {
        return Err(Wrong::say("a point that is farther away than can be measured"));
    }
    Ok(Some(Point::new(x, y)))
}

/// Whether a value is what a parameter holds.
fn fits(rules: &Ruleset, state: &State, wanted: &Type, value: &Value) -> bool {
    let kind = |value: &Value| value.entity().and_then(|e| state.entities.get(e.index())).map(|e| e.kind);
    match (wanted, value) {
        (Type::Many(k), Value::List(list)) => list.iter().all(|v| kind(v) == Some(*k)),
        (Type::One(k) | Type::Many(k), Value::Entity(_)) => kind(value) == Some(*k),
        (Type::Entity, Value::Entity(_)) => kind(value).is_some(),
        (Type::Path, Value::List(list)) => list.iter().all(|v| matches!(v, Value::Point(_))),
        (Type::Def(class), Value::Def(def)) => rules.defs.get(def.index()).is_some_and(|d| d.class == *class),
        (Type::Duration, Value::Def(def)) => rules.defs.get(def.index()).is_some_and(|d| d.class == Class::Duration),
        (Type::Filter(_) | Type::Effect | Type::Standing | Type::Trigger | Type::Duration | Type::Test, Value::Rule(_)) => true,
        (Type::Any, _) | (_, Value::Nothing) => true,
        (Type::Number | Type::Length, Value::Number(_))
        | (Type::Test, Value::Truth(_))
        | (Type::Term(_), Value::Term(_))
        | (Type::Ability, Value::Ability(_))
        | (Type::Card, Value::Card(_))
        | (Type::Point, Value::Point(_))
        | (Type::Table(_), Value::List(_)) => true,
        (Type::Dice, Value::List(list)) => list.len() == 2 && list.iter().all(|v| v.number().is_some()),
        (Type::List(of), Value::List(list)) => list.iter().all(|v| fits(rules, state, of, v)),
        _ => false,
    }
}

/// What a parameter wants, in a message.
pub(crate) fn wanted(rules: &Ruleset, holds: &Type) -> String {
    let kind = |k: &KindId| rules.kinds.get(k.index()).map_or("entity", |k| k.id.as_str()).to_owned();
    match holds {
        Type::Number => "a number".into(),
        Type::Length => "a length in thousandths of an inch".into(),
        Type::Test => "true or false".into(),
        Type::One(k) => format!("one {}", kind(k)),
        Type::Many(k) => format!("one {} or a list of them", kind(k)),
        Type::Filter(k) => format!("a rule that describes one {}", kind(k)),
        Type::Entity => "an entity".into(),
        Type::Term(v) => format!("a term of `{}`", rules.vocabularies.get(v.index()).map_or("", |v| v.id.as_str())),
        Type::Def(class) => format!("the id of one {}", format!("{class:?}").to_lowercase()),
        Type::Ability => "an ability".into(),
        Type::Card => "the id of a card".into(),
        Type::Point => "a point {x=, y=}".into(),
        Type::Path => "a list of points".into(),
        Type::List(_) => "a list".into(),
        Type::Table(v) => {
            format!("a number for each term of `{}`", rules.vocabularies.get(v.index()).map_or("", |v| v.id.as_str()))
        }
        Type::Dice => "dice: how many, and how many sides".into(),
        Type::Effect => "an effect that was passed to the hook".into(),
        Type::Standing => "a standing rule that was passed to the hook".into(),
        Type::Trigger => "a trigger that was passed to the hook".into(),
        Type::Duration => "a duration".into(),
        Type::Any => "a value".into(),
    }
}

fn describe(rules: &Ruleset, state: &State, value: &Value) -> String {
    match value {
        Value::Nothing => "nothing".into(),
        Value::Number(number) => format!("`{number}`"),
        Value::Truth(truth) => format!("`{truth}`"),
        Value::Entity(e) => match state.entities.get(e.index()).and_then(|e| rules.kinds.get(e.kind.index())) {
            Some(kind) => format!("one {}", kind.id),
            None => "an entity that is not in this game".into(),
        },
        Value::Term(t) => format!("the term `{}`", rules.terms.get(t.index()).map_or("", |t| t.id.as_str())),
        Value::Def(d) => format!("the name `{}`", rules.defs.get(d.index()).map_or("", |d| d.id.as_str())),
        Value::Ability(_) => "an ability".into(),
        Value::Card(c) => format!("the card `{}`", rules.cards.get(c.index()).map_or("", |c| c.id.as_str())),
        Value::Point(_) => "a point".into(),
        Value::List(list) => match list.iter().next() {
            None => "an empty list".into(),
            Some(first) => format!("a list with {} in it", describe(rules, state, first)),
        },
        Value::Rule(_) => "a rule".into(),
    }
}
