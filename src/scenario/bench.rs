//! Rules written in a scenario, run as if a card said them.
//!
//! A written rule becomes an action of one more leaf of the clock. The leaf is put on top of the clock for one command,
//! so that what stands below goes on afterwards, and nothing in the core has to know of scenarios.

use cardwright_core::rules::{Class, Def, Form, Node, Origin, Param, Ruleset, Speaks, Step, Type};
use cardwright_core::state::{Cursor, State};
use cardwright_core::value::*;

/// The names that rules of a scenario may use, with their types, in the order of the frame; the first slot is the
/// originator's.
pub type Locals = Vec<(String, Type)>;

/// A rule as an action on a leaf of its own.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The leaf.
    pub step: StepId,
    /// The action.
    pub action: DefId,
}

/// Adds a node that no file holds.
pub fn add(rules: &mut Ruleset, node: Node) -> NodeId {
    rules.nodes.push(node);
    rules.origins.resize(rules.nodes.len(), Origin::default());
    NodeId(rules.nodes.len() as u32 - 1)
}

/// Makes a rule a command of a player. `locals`: how many names it may use.
pub fn bench(rules: &mut Ruleset, id: &str, body: NodeId, player: EntityId, locals: usize) -> Bench {
    let action = DefId(rules.defs.len() as u32);
    let param = |n: usize| Param { name: format!("local{n}"), holds: Type::Any, default: None, among: None };
    rules.defs.push(Def {
        id: id.to_owned(),
        class: Class::Action,
        params: (0..=locals).map(param).collect(),
        gives: Type::Any,
        body: Some(body),
        slots: locals as u32 + 65,
        requires: Vec::new(),
        rules: Vec::new(),
        limit: 0,
        until: None,
        told: false,
        origin: Origin::default(),
    });
    let player = add(rules, Node::Value(Value::Entity(player)));
    let step = StepId(rules.steps.len() as u32);
    let form = Form::Act { player, offers: vec![action], once: true, until: None };
    rules.steps.push(Step { id: String::new(), form, origin: Origin::default() });
    rules.index();
    Bench { step, action }
}

/// With a target of its own.
pub fn with_target(rules: &mut Ruleset, target: Value, body: NodeId) -> NodeId {
    let target = add(rules, Node::Value(target));
    add(rules, Node::With(Speaks::Target, target, body))
}

/// A body that tells a value and ends the game, so that the clock does not run on.
pub fn telling(rules: &mut Ruleset, value: NodeId) -> NodeId {
    let tell = add(rules, Node::Tell(u32::MAX, vec![value]));
    let nobody = add(rules, Node::List(Vec::new()));
    let end = add(rules, Node::Primitive(cardwright_core::rules::Primitive::End, vec![nobody]));
    add(rules, Node::Do(vec![tell, end]))
}

/// The state with the leaf on top of its clock.
pub fn on_top(state: &State, bench: Bench) -> State {
    let mut state = state.clone();
    state.clock.push(Cursor { step: bench.step, done: 0, order: Vec::new(), player: Value::Nothing, number: 0 });
    state
}
