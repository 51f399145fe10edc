//! What ends a script that does not end by itself.
//!
//! Neither steps nor time are the same in two runs, so a budget only ever aborts: it is never seen by a script and never
//! decides a game.

use mlua::{Lua, VmState};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How much a script may use. One budget covers a hook and all hooks that it wakes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Loop passes, calls and steps of pattern matching. An honest hook needs a few thousand.
    pub steps: u64,
    /// Time spent in scripts since the core last answered; for what is slow within one step.
    pub time: Duration,
    /// Memory of the whole host in bytes. Not below 128 MB: garbage waits for the collector and counts.
    pub memory: usize,
    /// How deep hooks may wake each other.
    pub nested: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 2_000_000, time: Duration::from_secs(2), memory: 128 << 20, nested: 24 }
    }
}

/// Longest script file. Compiling cannot be interrupted, and this much takes some 30 ms.
pub(crate) const FILE_LIMIT: usize = 256 << 10;
/// The clock is read once in this many steps.
const CLOCK_EVERY: u64 = 16;

/// The budget of the call under way.
pub(crate) struct Budget {
    limits: Limits,
    depth: Cell<u32>,
    steps: Cell<u64>,
    deadline: Cell<Option<Instant>>,
    broken: RefCell<Option<Broken>>,
    /// True while the host itself runs a function of the prelude.
    off: Cell<bool>,
}

/// How a budget broke.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) message: String,
    /// Path and line, where a script was running.
    pub(crate) place: Option<(String, usize)>,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Rc<Self> {
        Rc::new(Budget {
            limits,
            depth: Cell::new(0),
            steps: Cell::new(0),
            deadline: Cell::new(None),
            broken: RefCell::new(None),
            off: Cell::new(false),
        })
    }

    /// A call begins; the outermost gets a fresh budget. False: too deep.
    pub(crate) fn enter(&self) -> bool {
        let depth = self.depth.get();
        if depth >= self.limits.nested {
            return false;
        }
        if depth == 0 {
            self.steps.set(0);
            self.broken.replace(None);
        }
        self.deadline.set(None);
        self.depth.set(depth + 1);
        true
    }

    /// A call ends.
    pub(crate) fn leave(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
        self.deadline.set(None);
    }

    /// The core was at work: its time is not the script's.
    pub(crate) fn rested(&self) {
        self.deadline.set(None);
    }

    /// Counts what the core does for a script as steps. False: the budget is broken.
    pub(crate) fn charge(&self, steps: u64) -> bool {
        let used = self.steps.get().saturating_add(steps);
        self.steps.set(used);
        if used > self.limits.steps {
            self.break_with(self.too_many(), None);
        }
        self.broken.borrow().is_none()
    }

    pub(crate) fn broken(&self) -> Option<Broken> {
        self.broken.borrow().clone()
    }

    /// Does something in Lua that no budget counts.
    pub(crate) fn without<R>(&self, work: impl FnOnce() -> R) -> R {
        self.off.set(true);
        let done = work();
        self.off.set(false);
        done
    }

    pub(crate) fn nested(&self) -> u32 {
        self.limits.nested
    }

    pub(crate) fn memory(&self) -> usize {
        self.limits.memory
    }

    fn too_many(&self) -> String {
        format!("it ran for more than {} steps; is there a loop that never ends?", self.limits.steps)
    }

    fn break_with(&self, message: String, place: Option<(String, usize)>) {
        self.broken.borrow_mut().get_or_insert(Broken { message, place });
    }

    /// One step of a script. Once broken, every further step fails.
    fn step(&self, lua: &Lua) -> mlua::Result<VmState> {
        if self.off.get() {
            return Ok(VmState::Continue);
        }
        let used = self.steps.get() + 1;
        self.steps.set(used);
        let over = if used > self.limits.steps {
            Some(self.too_many())
        } else if used.is_multiple_of(CLOCK_EVERY) && self.late() {
            Some(format!("it ran for more than {} ms", self.limits.time.as_millis()))
        } else {
            None
        };
        if over.is_none() && self.broken.borrow().is_none() {
            return Ok(VmState::Continue);
        }
        if let Some(message) = over {
            self.break_with(message, place(lua));
        }
        Err(mlua::Error::runtime("the budget is used up"))
    }

    fn late(&self) -> bool {
        let now = Instant::now();
        match self.deadline.get() {
            Some(deadline) => now > deadline,
            None => {
                self.deadline.set(Some(now + self.limits.time));
                false
            }
        }
    }
}

/// Where a script is running: the innermost function that is not our own.
fn place(lua: &Lua) -> Option<(String, usize)> {
    (0..16).find_map(|level| {
        lua.inspect_stack(level, |frame| {
            let path = frame.source().short_src?.into_owned();
            (path.ends_with(".luau")).then_some((path, frame.current_line()?))
        })?
    })
}

/// Puts the budget in charge of a Lua state.
pub(crate) fn guard(lua: &Lua, budget: &Rc<Budget>) -> mlua::Result<()> {
    lua.set_memory_limit(budget.memory())?;
    let budget = Rc::clone(budget);
    lua.set_interrupt(move |lua| budget.step(lua));
    Ok(())
}
