//! The door to scripts: a hook reads through a view that is lent for one call, and proposes effects.

use crate::decision::Options;
use crate::function::Function;
use crate::resolve::Halt;
use crate::rules::Ruleset;
use crate::state::State;
use crate::value::*;

/// Whoever runs hooks. `content` knows their names, `scripting` knows their language, `core` knows neither.
pub trait ScriptHost {
    /// Runs a hook. Its arguments come in the order of the hook's `takes`.
    ///
    /// Errors: whatever the desk answered with is passed on unchanged; a fault of the script itself becomes
    /// [`Halt::Fault`] with its file and line in the message.
    fn call(&self, hook: HookId, args: &[Value], desk: &mut dyn Desk) -> Result<Answered, Halt>;
}

/// What a hook gives back.
#[derive(Clone, Debug, PartialEq)]
pub enum Answered {
    /// A value, where the rule wants one.
    Value(Value),
    /// Effects to resolve in order.
    Effects(Vec<(DefId, Vec<Value>)>),
}

/// What a hook may do: read, and ask the core to act.
pub trait Desk {
    /// The rules.
    fn rules(&self) -> &Ruleset;
    /// The state as it stands now.
    fn state(&self) -> &State;
    /// Of whom the rule speaks.
    fn ambient(&self) -> &Ambient;
    /// A number or test or other value by its definition: modifiers count.
    fn value(&mut self, def: DefId, args: &[Value]) -> Result<Value, Halt>;
    /// A function of the engine.
    fn function(&mut self, function: Function, args: &[Value]) -> Result<Value, Halt>;
    /// Resolves an effect now.
    fn resolve(&mut self, def: DefId, args: &[Value]) -> Result<Value, Halt>;
    /// Asks a player. `prompt` is shown as it stands.
    fn ask(&mut self, player: EntityId, prompt: &str, options: Options) -> Result<Value, Halt>;
    /// Rolls dice.
    fn roll(&mut self, count: u32, sides: u32) -> Result<Vec<u32>, Halt>;
}

/// The host of a pack without scripts.
pub struct NoScripts;

impl ScriptHost for NoScripts {
    fn call(&self, _: HookId, _: &[Value], desk: &mut dyn Desk) -> Result<Answered, Halt> {
        let _ = desk;
        Err(Halt::fault("no scripts are loaded"))
    }
}
