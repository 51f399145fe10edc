//! Names in sight of a rule.

use crate::ty::Ty;
use cardwright_core::rules::How;
use cardwright_core::value::*;

/// A moment: what a listener attaches to.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) how: How,
    /// None: reported already.
    pub(crate) to: Option<DefId>,
    pub(crate) test: Option<NodeId>,
    pub(crate) that: Option<NodeId>,
}

/// What is passed to a macro, or to any definition.
#[derive(Clone, Debug)]
pub(crate) enum Passed {
    Node(NodeId, Ty),
    Moment(Moment),
    /// A parameter of a macro that is checked where it is declared, with nothing passed yet.
    Sample(Ty),
}

/// What a local name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    /// A slot of the frame. `rule`: it holds a rule that was passed, not its value.
    Slot { slot: u32, ty: Ty, rule: bool },
    /// An argument of a macro.
    Passed(Passed),
}

/// Names in sight, and of whom a rule speaks.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) locals: Vec<(String, Bound)>,
    pub(crate) next: u32,
    /// What `event.NAME` speaks of: None is nothing, `Some(None)` is not known.
    pub(crate) event: Option<Option<DefId>>,
    pub(crate) originator: Ty,
    pub(crate) it: Ty,
    pub(crate) that: Ty,
    pub(crate) target: Ty,
    /// The definition whose body this is; there a field of the same name is the field.
    pub(crate) of: Option<DefId>,
    pub(crate) card: Option<CardId>,
    pub(crate) ability: Option<AbilityId>,
    pub(crate) text: bool,
    /// Whether the ability has a target.
    pub(crate) has_target: bool,
    /// Tests that every rule lowered here must meet besides its own.
    pub(crate) guards: Vec<NodeId>,
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            locals: Vec::new(),
            next: 0,
            event: None,
            originator: Ty::Entity,
            it: Ty::Any,
            that: Ty::Any,
            target: Ty::Any,
            of: None,
            card: None,
            ability: None,
            text: false,
            has_target: false,
            guards: Vec::new(),
        }
    }
}

impl Scope {
    pub(crate) fn find(&self, name: &str) -> Option<&Bound> {
        self.locals.iter().rev().find(|(local, _)| local == name).map(|(_, bound)| bound)
    }

    /// A new slot under a name.
    pub(crate) fn declare(&mut self, name: &str, ty: Ty, rule: bool) -> u32 {
        let slot = self.next;
        self.next += 1;
        self.locals.push((name.to_owned(), Bound::Slot { slot, ty, rule }));
        slot
    }

    /// The same with another `it`.
    pub(crate) fn with_it(&self, it: Ty) -> Scope {
        Scope { it, ..self.clone() }
    }
}
