//! Questions to players, their answers, and commands.

use crate::event::Event;
use crate::rules::{Class, Origin, Ruleset};
use crate::space::{Length, Point};
use crate::state::State;
use crate::value::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a player does at a leaf of the clock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Command {
    /// The clock starts. The first command of every game.
    Begin,
    /// An action with its arguments.
    Act {
        /// Who.
        player: EntityId,
        /// What.
        action: DefId,
        /// On what.
        args: Vec<Value>,
    },
    /// The player is done with this leaf.
    Pass {
        /// Who.
        player: EntityId,
    },
}

/// A question that stands open.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The player asked.
    pub player: EntityId,
    /// Which of the players asked at once this is, from 0, and how many are asked.
    pub turn: (u32, u32),
    /// What is asked.
    pub prompt: Prompt,
    /// What may be answered.
    pub options: Options,
    /// True: hidden from the others.
    pub secret: bool,
    /// The entity whose rule asks, and the rule.
    pub originator: Value,
    /// The node that asks.
    pub node: NodeId,
    /// Where the rule stands.
    pub origin: Origin,
    /// The state in which it is asked; None where a policy is asked, which sees the state itself.
    pub state: Option<Box<State>>,
    /// What the unfinished command has brought so far; empty where a policy is asked.
    pub log: Vec<Event>,
    /// What the rule advises; None where it advises nothing, or where no policy heeds it.
    pub advice: Option<Value>,
    /// What led to it; None only of a policy that does not look back.
    pub past: Option<Past>,
}

impl Decision {
    /// Whether it is a chance to act that may be passed: its answers are actions, with what they are done with.
    pub fn is_window(&self, rules: &Ruleset) -> bool {
        let is_action = |value: &Value| match value.members().first() {
            Some(Value::Def(def)) => rules.defs.get(def.index()).is_some_and(|def| def.class == Class::Action),
            _ => false,
        };
        matches!(&self.options, Options::Among { of, least: 0, .. } if !of.is_empty() && of.iter().all(is_action))
    }
}

/// What led to a question: enough to come to it again, with another answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// The state before the command.
    pub state: Arc<State>,
    /// The command.
    pub command: Command,
    /// The answers before this one.
    pub answers: Vec<Value>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Prompt {
    /// A text of the content, by number.
    Text(u32),
    /// The words of a script.
    Words(String),
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Options {
    /// A truth.
    YesNo,
    /// Between `least` and `most` of these, each once.
    Among {
        /// The values.
        of: Vec<Value>,
        /// Fewest.
        least: u32,
        /// Most.
        most: u32,
    },
    /// A number between two.
    Number {
        /// Least.
        from: i64,
        /// Most.
        to: i64,
    },
    /// A point; `legal` in the run that asks says which.
    Point {
        /// Where to look.
        around: Point,
        /// How far.
        within: Length,
    },
    /// A path of an entity, its first point where the entity stands.
    Path {
        /// Who moves.
        mover: EntityId,
        /// From where.
        from: Point,
        /// How far.
        within: Length,
        /// Where it would stand after going straight at each base on the table: what a player most often wants.
        contacts: Vec<Point>,
    },
}

/// What a leaf of the clock offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The command.
    pub command: Command,
    /// Why it is not legal, if it is not: the number of the reason's text.
    pub because: Option<u32>,
}
