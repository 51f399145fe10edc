//! A player who likes to do what was seldom done: abilities that were used least, and more where it may choose none.

use super::uses::Uses;
use cardwright_core::decision::{Command, Decision, Offer, Options};
use cardwright_core::dice::Dice;
use cardwright_core::policy::Random;
use cardwright_core::resolve::Policy;
use cardwright_core::state::State;
use cardwright_core::value::*;

/// Plays at random, and half the time what is rare.
pub(crate) struct Curious {
    random: Random,
    dice: Dice,
    /// How often each ability was used before this game, and in it by this player.
    uses: Vec<u64>,
}

impl Curious {
    /// A player with its own seed.
    pub(crate) fn new(seed: u64, uses: &Uses) -> Self {
        Curious { random: Random::new(seed), dice: Dice::new(!seed), uses: uses.each().to_vec() }
    }

    fn of(&self, value: &Value) -> Option<u64> {
        match value {
            Value::Ability(ability) => self.uses.get(ability.index()).copied(),
            _ => None,
        }
    }

    fn wants(&mut self) -> bool {
        self.dice.below(&[3])[0] > 0
    }
}

impl Policy for Curious {
    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        if let Options::Among { of, least: 0, most } = &decision.options
            && self.wants()
        {
            let some = Options::Among { of: of.clone(), least: 1, most: (*most).max(1) };
            let answer = self.random.answer(state, &Decision { options: some, ..decision.clone() }, legal);
            return Value::list(answer.members().to_vec());
        }
        self.random.answer(state, decision, legal)
    }

    fn command(&mut self, state: &State, player: EntityId, legal: &[Offer], may_pass: bool) -> Option<usize> {
        let rarity = |offer: &Offer| match &offer.command {
            Command::Act { args, .. } => args.iter().filter_map(|arg| self.of(arg)).min(),
            _ => None,
        };
        let rarest = legal.iter().enumerate().filter_map(|(n, offer)| Some((rarity(offer)?, n))).min();
        let choice = match rarest {
            Some((_, n)) if self.wants() => Some(n),
            _ => self.random.command(state, player, legal, may_pass),
        };
        let chosen = choice.and_then(|n| legal.get(n));
        if let Some(Command::Act { args, .. }) = chosen.map(|offer| &offer.command) {
            for arg in args {
                if let Value::Ability(ability) = arg
                    && let Some(count) = self.uses.get_mut(ability.index())
                {
                    *count += 1;
                }
            }
        }
        choice
    }
}
