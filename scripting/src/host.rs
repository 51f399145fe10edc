//! Loads scripts and runs hooks.

use crate::budget::{Budget, Limits};
use crate::door::{Door, Wrong};
use crate::load::{Ready, ScriptProblem, load};
use crate::names::{Names, Symbols};
use crate::sandbox;
use crate::trouble;
use cardwright_core::hook::{Answered, Desk, ScriptHost};
use cardwright_core::resolve::Halt;
use cardwright_core::rules::Ruleset;
use cardwright_core::value::*;
use mlua::{Function, Lua, LuaString, Table};
use std::cell::RefCell;
use std::rc::Rc;

/// Runs the hooks of one ruleset. One host serves any number of games, one after the other; it is bound to its thread,
/// so each worker makes its own.
pub struct Host {
    // Handles into the Lua state go before the state itself.
    hooks: Vec<Ready>,
    set_door: Function,
    doors: RefCell<Vec<Function>>,
    pub(crate) terms: Vec<LuaString>,
    lua: Lua,
    paths: Vec<String>,
    digest: u64,
    pub(crate) names: Names,
    pub(crate) symbols: Symbols,
    pub(crate) budget: Rc<Budget>,
}

impl Host {
    /// Loads the scripts of a ruleset. `files` are paths, as the ruleset has them, with their text.
    ///
    /// Errors: every problem of every file, sorted by place.
    pub fn new(rules: &Ruleset, names: Names, files: &[(String, String)]) -> Result<Host, Vec<ScriptProblem>> {
        Self::with_limits(rules, names, files, Limits::default())
    }

    /// The same with limits of one's own.
    pub fn with_limits(
        rules: &Ruleset,
        names: Names,
        files: &[(String, String)],
        limits: Limits,
    ) -> Result<Host, Vec<ScriptProblem>> {
        let budget = Budget::new(limits);
        let symbols = Symbols::new(rules, &names);
        let broken = |error: mlua::Error| vec![ScriptProblem::at("", 1, format!("the script host does not start: {error}"))];
        let sandbox = sandbox::build(&budget, |lua| symbols.tables(lua)).map_err(broken)?;
        let (lua, prelude) = (sandbox.lua, sandbox.prelude);
        let hooks = load(&lua, &prelude, &budget, rules, files)?;
        let function = |prelude: &Table, name: &str| prelude.raw_get::<Function>(name);
        let terms = rules.terms.iter().map(|t| lua.create_string(&t.id)).collect::<mlua::Result<Vec<_>>>();
        Ok(Host {
            hooks,
            set_door: function(&prelude, "set_door").map_err(broken)?,
            doors: RefCell::default(),
            terms: terms.map_err(broken)?,
            lua,
            paths: files.iter().map(|(path, _)| path.clone()).collect(),
            digest: rules.digest,
            names,
            symbols,
            budget,
        })
    }

    /// Bytes that the scripts hold now.
    pub fn used_memory(&self) -> usize {
        self.lua.used_memory()
    }

    fn run(&self, hook: &Ready, args: &[Value], desk: &mut dyn Desk) -> Result<Answered, Halt> {
        let door = Door::new(self, desk);
        let (done, halted) = {
            let done = self.lua.scope(|scope| {
                let opened =
                    scope.create_function(|lua, (op, a, b): (i64, mlua::Value, mlua::Value)| door.serve(lua, op, &a, &b))?;
                self.doors.borrow_mut().push(opened.clone());
                let done = self.drive(hook, &opened, args, &door);
                self.doors.borrow_mut().pop();
                Ok(done)
            });
            let done = done.unwrap_or_else(|error| Err(Wrong::Lua(error)));
            (done, door.halted())
        };
        if done.is_err() {
            let out_of_memory = matches!(&done, Err(Wrong::Lua(error)) if trouble::out_of_memory(error));
            if let Err(error) = self.recover(out_of_memory || self.budget.broken().is_some()) {
                return Err(self.fault(hook, &door, Wrong::Lua(error)));
            }
        }
        match (halted, self.budget.broken(), done) {
            (Some(halt), ..) => Err(halt),
            (None, Some(broken), _) => Err(self.fault_at(hook, &door, broken.place, &broken.message)),
            (None, None, Ok(answer)) => Ok(answer),
            (None, None, Err(wrong)) => Err(self.fault(hook, &door, wrong)),
        }
    }

    /// The script did not come back to close its door: the outer call's door opens again. Luau has no emergency
    /// collection, so after a bomb the host must sweep, or the next call would fail too.
    fn recover(&self, sweep: bool) -> mlua::Result<()> {
        self.budget.without(|| {
            if sweep {
                self.lua.gc_collect()?;
            }
            self.set_door.call::<()>(self.doors.borrow().last().cloned())
        })
    }

    fn drive(&self, hook: &Ready, opened: &Function, args: &[Value], door: &Door<'_>) -> Result<Answered, Wrong> {
        let mut given = mlua::MultiValue::with_capacity(args.len() + 1);
        given.push_back(mlua::Value::Function(opened.clone()));
        for arg in args {
            given.push_back(door.give(&self.lua, arg)?);
        }
        let answer: mlua::Value = hook.drive.call(given)?;
        door.take_answer(&answer)
    }

    fn fault(&self, hook: &Ready, door: &Door<'_>, wrong: Wrong) -> Halt {
        match wrong {
            Wrong::Halt(halt) => halt,
            Wrong::Say(message) => self.fault_at(hook, door, None, &message),
            Wrong::Method => self.fault_at(hook, door, None, "the view is broken"),
            Wrong::Lua(error) if trouble::out_of_memory(&error) => {
                self.fault_at(hook, door, None, &format!("it used more than {} MB of memory", self.budget.memory() >> 20))
            }
            Wrong::Lua(error) => {
                let trouble = trouble::read(&error, &self.paths);
                self.fault_at(hook, door, trouble.place, &trouble.message)
            }
        }
    }

    /// `path:line: what (hook H, card C)`.
    fn fault_at(&self, hook: &Ready, door: &Door<'_>, place: Option<(String, usize)>, message: &str) -> Halt {
        let (path, line) = place.unwrap_or_else(|| (hook.path.clone(), hook.line));
        let card = door.with_desk(|desk| {
            let entity = desk.ambient().originator.entity()?;
            let card = desk.state().entities.get(entity.index())?.card?;
            desk.rules().cards.get(card.index()).map(|c| c.id.clone())
        });
        let card = card.ok().flatten().map_or(String::new(), |card| format!(", card `{card}`"));
        Halt::fault(format!("{path}:{line}: {message} (hook `{}`{card})", hook.name))
    }
}

impl ScriptHost for Host {
    fn call(&self, hook: HookId, args: &[Value], desk: &mut dyn Desk) -> Result<Answered, Halt> {
        let Some(ready) = self.hooks.get(hook.index()) else { return Err(Halt::fault("a hook is missing")) };
        if desk.rules().digest != self.digest {
            return Err(Halt::fault("the scripts were loaded for other rules"));
        }
        if !self.budget.enter() {
            return Err(Halt::fault(format!(
                "hooks wake each other more than {} deep; the last is `{}` of {}",
                self.budget.nested(),
                ready.name,
                ready.path
            )));
        }
        let done = self.run(ready, args, desk);
        self.budget.leave();
        done
    }
}
