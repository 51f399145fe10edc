//! Values as words.

use crate::name::{self, Given};
use crate::tongue::{Tongue, said};
use crate::words::Words;
use cardwright_core::rules::{Class, Ruleset, Type};
use cardwright_core::space::{Point, format_length};
use cardwright_core::state::State;
use cardwright_core::value::*;

/// What is needed to say something of a game: its rules, its words, the names given, the state, and who listens.
#[derive(Clone, Copy)]
pub struct Says<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The words.
    pub words: &'a Words,
    /// Names of this game.
    pub given: &'a Given,
    /// The state in which it is said.
    pub state: &'a State,
    /// Who listens; None knows everything.
    pub viewer: Option<EntityId>,
}

impl Says<'_> {
    /// The name of an entity.
    pub fn entity(&self, id: EntityId) -> String {
        name::entity(self.rules, self.words, self.given, self.state, id, self.viewer)
    }

    /// The mark of a piece on a drawn board; None where it has none.
    pub fn mark(&self, id: EntityId) -> Option<String> {
        name::mark(self.rules, self.state, id, self.viewer)
    }

    /// Where a piece stands in a list: in the order in which they came, unless that betrays what the listener cannot know.
    pub fn place(&self, id: EntityId) -> (Option<EntityId>, usize) {
        let shuffled = name::shuffled(self.rules, self.state, id, self.viewer);
        (self.state.entity(id).owner, shuffled.unwrap_or(id.index()))
    }

    /// The name of a player.
    pub fn player(&self, id: EntityId) -> String {
        name::player(self.given, id)
    }

    /// A value of which the type is known: a length is written in inches, dice as texts write them, and a number per term
    /// with the names of the terms.
    pub fn typed(&self, value: &Value, holds: Option<&Type>) -> String {
        match (value, holds) {
            (Value::Number(length), Some(Type::Length)) => format_length(*length),
            (Value::List(members), Some(Type::Dice)) => match members.as_ref() {
                [Value::Number(count), Value::Number(sides)] => format!("{count}d{sides}"),
                _ => self.value(value),
            },
            (Value::List(members), Some(Type::Table(vocabulary))) => self.table(*vocabulary, members),
            _ => self.value(value),
        }
    }

    /// A value.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Nothing => self.none(),
            Value::Number(number) => number.to_string(),
            Value::Truth(true) => said!(self.words, "yes", "是"),
            Value::Truth(false) => said!(self.words, "no", "否"),
            Value::Entity(id) => self.entity(*id),
            Value::Term(id) => self.words.term(*id).to_owned(),
            Value::Def(id) => self.words.def(*id).to_owned(),
            Value::Ability(id) => self.words.ability(*id).to_owned(),
            Value::Card(id) => self.words.card(*id).to_owned(),
            Value::Point(at) => point(*at),
            Value::List(members) if is_path(members) => self.path(members),
            Value::List(members) => match members.split_first() {
                Some((Value::Def(def), args)) if self.is_action(*def) && !matches!(args.first(), Some(Value::Def(_))) => {
                    self.action(*def, args)
                }
                _ => self.list(members),
            },
            Value::Rule(_) => "…".into(),
        }
    }

    /// An action with what it is used on: `jog Bobby`.
    pub fn action(&self, action: DefId, args: &[Value]) -> String {
        let args: Vec<String> = args.iter().map(|a| self.value(a)).collect();
        format!("{} {}", self.words.def(action), args.join(", ")).trim_end().to_owned()
    }

    fn is_action(&self, def: DefId) -> bool {
        self.rules.defs.get(def.index()).is_some_and(|def| def.class == Class::Action)
    }

    fn none(&self) -> String {
        said!(self.words, "none", "無")
    }

    fn list(&self, members: &[Value]) -> String {
        if members.is_empty() {
            return self.none();
        }
        let names: Vec<String> = members.iter().map(|m| self.value(m)).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                let rest = rest.join(if self.words.tongue == Tongue::Chinese { "、" } else { ", " });
                said!(self.words, "{rest} and {last}", "{rest}和{last}")
            }
            _ => names.concat(),
        }
    }

    /// The terms with their numbers, without those that have none.
    fn table(&self, vocabulary: VocabularyId, numbers: &[Value]) -> String {
        let terms = self.rules.vocabularies.get(vocabulary.index()).map(|known| known.terms.clone()).unwrap_or_default();
        let has = |(_, number): &(TermId, &Value)| !matches!(number, Value::Nothing | Value::Number(0));
        let with = |(term, number)| format!("{} {}", self.words.term(term), self.value(number));
        let parts: Vec<String> = terms.map(TermId).zip(numbers).filter(has).map(with).collect();
        if parts.is_empty() { self.none() } else { parts.join(if self.words.tongue == Tongue::Chinese { "、" } else { ", " }) }
    }

    fn path(&self, points: &[Value]) -> String {
        points.iter().filter_map(Value::point).map(point).collect::<Vec<_>>().join(" -> ")
    }
}

fn is_path(members: &[Value]) -> bool {
    members.len() > 1 && members.iter().all(|m| matches!(m, Value::Point(_)))
}

/// A point in inches: `12, 14.5`.
pub fn point(at: Point) -> String {
    format!("{}, {}", inches(at.x), inches(at.y))
}

/// A coordinate in inches, without its unit.
pub fn inches(length: i64) -> String {
    format_length(length).trim_end_matches('"').to_owned()
}
