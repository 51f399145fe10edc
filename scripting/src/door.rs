//! What the view asks of the core: one function, open for the time of one call.

use crate::host::Host;
use crate::names::{described, hint, nearest};
use cardwright_core::hook::Desk;
use cardwright_core::resolve::Halt;
use cardwright_core::value::*;
use mlua::Lua;
use std::cell::RefCell;

/// The operations, with the numbers that the prelude has for them.
mod op {
    pub(super) const GET: i64 = 1;
    pub(super) const CALL: i64 = 2;
    pub(super) const PROPOSE: i64 = 3;
    pub(super) const RESOLVE: i64 = 4;
    pub(super) const ASK: i64 = 5;
    pub(super) const ROLL: i64 = 6;
    pub(super) const SPEAKS: i64 = 7;
    pub(super) const ALL: i64 = 8;
    pub(super) const PILE: i64 = 9;
    pub(super) const PLAYERS: i64 = 10;
    pub(super) const OPTION: i64 = 11;
    pub(super) const TELL: i64 = 12;
    pub(super) const NO_MEMBER: i64 = 13;
    pub(super) const NO_EFFECT: i64 = 14;
    pub(super) const NO_USE: i64 = 15;
    pub(super) const ENGINE: i64 = 17;
}

/// What reading a number and what acting costs in steps, so that a loop of either ends.
pub(crate) const READ_COST: u64 = 20;
pub(crate) const ACT_COST: u64 = 200;
/// Most effects proposed, and rules seen, in one call.
pub(crate) const MOST_KEPT: usize = 10_000;

/// Why the door does not open.
pub(crate) enum Wrong {
    /// Something to tell the author at the place in the script.
    Say(String),
    /// Not wrong: the name is a method.
    Method,
    /// The core halts.
    Halt(Halt),
    /// Lua is in trouble, out of memory for one.
    Lua(mlua::Error),
}

impl Wrong {
    pub(crate) fn say(message: impl Into<String>) -> Self {
        Wrong::Say(message.into())
    }
}

impl From<mlua::Error> for Wrong {
    fn from(error: mlua::Error) -> Self {
        Wrong::Lua(error)
    }
}

pub(crate) type Served = Result<mlua::Value, Wrong>;

/// An effect and its arguments, as a hook proposes it.
pub(crate) type Proposal = (DefId, Vec<Value>);

/// One call: the desk that was lent, and what the script has brought about so far.
pub(crate) struct Door<'a> {
    pub(crate) host: &'a Host,
    desk: RefCell<&'a mut dyn Desk>,
    kept: RefCell<Vec<Value>>,
    pub(crate) proposals: RefCell<Vec<Proposal>>,
    halt: RefCell<Option<Halt>>,
}

impl<'a> Door<'a> {
    pub(crate) fn new(host: &'a Host, desk: &'a mut dyn Desk) -> Self {
        Door { host, desk: RefCell::new(desk), kept: RefCell::default(), proposals: RefCell::default(), halt: RefCell::default() }
    }

    /// Why the core halted, if it did. Whatever a script makes of it, the call ends with this.
    pub(crate) fn halted(&self) -> Option<Halt> {
        self.halt.borrow_mut().take()
    }

    /// Answers the prelude: a value, or nil and what is wrong; `true` stands for a method.
    pub(crate) fn serve(&self, lua: &Lua, op: i64, a: &mlua::Value, b: &mlua::Value) -> mlua::Result<(mlua::Value, mlua::Value)> {
        let served = if self.halt.borrow().is_some() { Err(Wrong::say("halted")) } else { self.dispatch(lua, op, a, b) };
        let problem = match served {
            Ok(value) => return Ok((value, mlua::Value::Nil)),
            Err(Wrong::Method) => mlua::Value::Boolean(true),
            Err(Wrong::Say(message)) => mlua::Value::String(lua.create_string(message)?),
            Err(Wrong::Halt(halt)) => {
                self.halt.borrow_mut().get_or_insert(halt);
                mlua::Value::String(lua.create_string("halted")?)
            }
            Err(Wrong::Lua(error)) => return Err(error),
        };
        Ok((mlua::Value::Nil, problem))
    }

    fn dispatch(&self, lua: &Lua, op: i64, a: &mlua::Value, b: &mlua::Value) -> Served {
        match op {
            op::GET => self.get(lua, a, b.as_i64().unwrap_or(0)),
            op::CALL => self.call(lua, a.as_i64().unwrap_or(0), b),
            op::PROPOSE => self.propose(a.as_i64().unwrap_or(-1), b),
            op::RESOLVE => self.resolve(lua, a),
            op::ASK => self.ask(lua, a),
            op::ROLL => self.roll(lua, a, b),
            op::SPEAKS => self.speaks(lua, a.as_i64().unwrap_or(0)),
            op::ALL => self.all(lua, a.as_i64().unwrap_or(-1)),
            op::PILE => self.pile(lua, a, b),
            op::PLAYERS => {
                let seats: Vec<Value> = self.with_desk(|desk| desk.state().seats().map(Value::Entity).collect())?;
                Ok(mlua::Value::Table(self.give_list(lua, seats.iter())?))
            }
            op::OPTION => self.option(lua, a),
            op::ENGINE => self.engine(lua, a, b),
            op::TELL => Ok(mlua::Value::String(lua.create_string(self.tell(a)?)?)),
            op::NO_MEMBER => self.no_member(a, b),
            op::NO_EFFECT => {
                let near = nearest_to(a, self.host.symbols.effects.keys().map(String::as_str));
                Err(Wrong::say(format!("there is no effect {}{}", described(a), hint(near.as_deref()))))
            }
            op::NO_USE => {
                let near = nearest_to(a, self.host.symbols.of_use());
                Err(Wrong::say(format!("`use` has no {}{}", described(a), hint(near.as_deref()))))
            }
            _ => Err(Wrong::say("the view is broken")),
        }
    }

    /// Looks at the desk. Nothing here runs a script, so it is never lent twice.
    pub(crate) fn with_desk<R>(&self, look: impl FnOnce(&dyn Desk) -> R) -> Result<R, Wrong> {
        match self.desk.try_borrow() {
            Ok(desk) => Ok(look(&**desk)),
            Err(_) => Err(Wrong::say("the view was used by two at once")),
        }
    }

    /// Has the core do something that costs steps.
    pub(crate) fn act<R>(&self, cost: u64, act: impl FnOnce(&mut dyn Desk) -> Result<R, Halt>) -> Result<R, Wrong> {
        if !self.host.budget.charge(cost) {
            return Err(Wrong::say("the budget is used up"));
        }
        let mut desk = self.desk.try_borrow_mut().map_err(|_| Wrong::say("the view was used by two at once"))?;
        let done = act(&mut **desk).map_err(Wrong::Halt);
        self.host.budget.rested();
        done
    }

    pub(crate) fn keep(&self, value: Value) -> u32 {
        let mut kept = self.kept.borrow_mut();
        if let Some(place) = kept.iter().position(|k| *k == value) {
            return place as u32;
        }
        if kept.len() < MOST_KEPT {
            kept.push(value);
        }
        kept.len() as u32 - 1
    }

    pub(crate) fn kept(&self, number: u32) -> Option<Value> {
        self.kept.borrow().get(number as usize).cloned()
    }

    pub(crate) fn proposed(&self, number: u32) -> Result<Proposal, Wrong> {
        self.proposals.borrow().get(number as usize).cloned().ok_or_else(|| Wrong::say("an effect of another call"))
    }
}

/// The nearest of some names to a value that should have been one.
pub(crate) fn nearest_to<'n>(word: &mlua::Value, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let word = word.as_string()?.to_string_lossy();
    nearest(&word, names).map(str::to_owned)
}
