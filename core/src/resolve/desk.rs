//! The desk of a run, at which a script reads and asks.

use super::{Env, Halt, Run};
use crate::function::Function;
use crate::hook::Desk;
use crate::rules::Ruleset;
use crate::value::*;

/// The desk at which a script reads and asks.
pub(super) struct RunDesk<'r, 'a> {
    pub(super) run: &'r mut Run<'a>,
    pub(super) node: NodeId,
    pub(super) ambient: Ambient,
}

impl Desk for RunDesk<'_, '_> {
    fn rules(&self) -> &Ruleset {
        self.run.rules
    }
    fn state(&self) -> &crate::state::State {
        &self.run.state
    }
    fn ambient(&self) -> &Ambient {
        &self.ambient
    }
    fn value(&mut self, def: DefId, args: &[Value]) -> Result<Value, Halt> {
        let slots = self.run.rules.defs.get(def.index()).map_or(0, |d| d.slots as usize);
        let mut frame = args.to_vec();
        if frame.len() < slots {
            frame.resize(slots, Value::Nothing);
        }
        let from = Env::new(Vec::new(), self.ambient.clone());
        self.run.value_of(self.node, def, frame.into(), &from)
    }
    fn function(&mut self, function: Function, args: &[Value]) -> Result<Value, Halt> {
        let mut env = Env::new(Vec::new(), self.ambient.clone());
        self.run.function_of(self.node, function, args, &mut env)
    }
    fn resolve(&mut self, def: DefId, args: &[Value]) -> Result<Value, Halt> {
        let ambient = self.ambient.clone();
        self.run.effect_from_outside(self.node, def, args.to_vec(), &ambient)
    }
    fn ask(&mut self, player: EntityId, prompt: &str, options: crate::decision::Options) -> Result<Value, Halt> {
        self.run.ask_for_script(self.node, player, prompt, options, &self.ambient)
    }
    fn roll(&mut self, count: u32, sides: u32) -> Result<Vec<u32>, Halt> {
        if self.run.looking > 0 {
            return Err(self.run.fault(self.node, "a roll is not possible where only a number or a test is wanted"));
        }
        if count > 1000 || sides == 0 {
            return Err(self.run.fault(self.node, format!("{count} dice of {sides} sides cannot be rolled")));
        }
        self.run.roll(self.node, &vec![sides; count as usize])
    }
}
