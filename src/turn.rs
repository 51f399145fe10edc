//! Machines at their seats, as one policy.

use crate::seat::Seat;
use cardwright_core::decision::{Decision, Offer};
use cardwright_core::resolve::Policy;
use cardwright_core::state::State;
use cardwright_core::value::*;

/// Machines at all seats as one policy, for a game without people.
pub struct Machines<'s, 'g> {
    /// The seats, in order of the players.
    pub seats: &'s mut [Seat<'g>],
}

impl<'g> Machines<'_, 'g> {
    fn of(&mut self, player: EntityId) -> Option<&mut (dyn Policy + 'g)> {
        match self.seats.get_mut((player.0 as usize).wrapping_sub(1)) {
            Some(Seat::Machine(policy)) => Some(&mut **policy),
            _ => None,
        }
    }
}

impl Policy for Machines<'_, '_> {
    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        self.of(decision.player).map_or(Value::Nothing, |policy| policy.answer(state, decision, legal))
    }

    fn command(&mut self, state: &State, player: EntityId, legal: &[Offer], may_pass: bool) -> Option<usize> {
        self.of(player).and_then(|policy| policy.command(state, player, legal, may_pass))
    }

    fn heeds(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Machine(policy) if policy.heeds()))
    }

    fn looks_back(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Machine(policy) if policy.looks_back()))
    }
}
