//! How rules make events. (interface sketch; the lead is writing this file)

use crate::value::NodeId;

/// Why a run did not finish.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// A question stands open beyond the answers given.
    Ask(Box<crate::decision::Decision>),
    /// Something is wrong with a rule or a script; the state is untouched.
    Fault(Box<Fault>),
}

/// What went wrong, and the last links of the chain of effects that led there.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What is there, in an author's words.
    pub message: String,
    /// The rule, if one is to blame.
    pub node: Option<NodeId>,
    /// The last effects under way, innermost first.
    pub chain: Vec<NodeId>,
}

impl Halt {
    /// A fault without a place.
    pub fn fault(message: impl Into<String>) -> Self {
        Halt::Fault(Box::new(Fault { message: message.into(), node: None, chain: Vec::new() }))
    }
}
