//! Functions that look ahead: the odds of dice, and what a rule would lead to.

use super::{Answers, Chance, Halt, Run, known};
use crate::dice::Dice;
use crate::function::Function;
use crate::odds::odds;
use crate::policy::Random;
use crate::state::State;
use crate::value::*;
use std::sync::Arc;

/// How often a rule is tried out. Its dice are its own: nobody learns what the game will roll.
const TRIES: u64 = 4;

impl Run<'_> {
    /// `chance`, `expected` and `best_reroll`.
    pub(super) fn odds(&mut self, id: NodeId, function: Function, values: &[Value]) -> Result<Value, Halt> {
        let [faces, sides, rolls, rule] = values else { return Ok(Value::Nothing) };
        let faces: Vec<u32> = faces.members().iter().map(|face| u32::try_from(face.number().unwrap_or(0)).unwrap_or(0)).collect();
        let sides = u32::try_from(sides.number().unwrap_or(0)).unwrap_or(0);
        let rolls = u32::try_from(rolls.number().unwrap_or(0)).unwrap_or(0);
        if !(1..=100).contains(&sides) || rolls > 10 {
            return Err(self.fault(id, format!("the odds of {sides} sides rolled {rolls} times cannot be counted")));
        }
        let found = odds(&faces, sides, rolls, |pool| {
            let it = Value::list(pool.iter().map(|face| Value::Number(i64::from(*face))).collect());
            let worth = self.look(|run| run.run_rule(id, rule, Some(it)))?;
            Ok::<i64, Halt>(if function == Function::Chance { i64::from(worth.holds()) } else { worth.number().unwrap_or(0) })
        })?;
        let Some(found) = found else { return Ok(Value::Nothing) };
        let parts = |of: i128| {
            let whole = found.worth.checked_mul(of).map(|worth| worth.div_euclid(found.over));
            whole.and_then(|whole| i64::try_from(whole).ok()).map_or(Value::Nothing, Value::Number)
        };
        Ok(match function {
            Function::Chance => parts(1_000_000),
            Function::Expected => parts(1_000),
            _ => Value::list(found.again.iter().map(|place| Value::Number(*place as i64)).collect()),
        })
    }

    /// What a number would be after a rule, on average over some tries on copies of the game.
    pub(super) fn foresee(&mut self, id: NodeId, rule: &Value, number: &Value) -> Result<Value, Halt> {
        self.known.read(known::UNKNOWABLE);
        let mut sum: i64 = 0;
        for seed in 0..TRIES {
            let mut state: State = (*self.state).clone();
            state.dice = Dice::new(seed);
            let mut guess = Random::new(seed);
            let mut run = Run::new(self.rules, self.host, Arc::new(state), Answers::Policy(&mut guess), Chance::Seeded);
            run.keep = false;
            run.run_rule(id, rule, None)?;
            sum = sum.saturating_add(run.look(|run| run.run_rule(id, number, None))?.number().unwrap_or(0));
        }
        Ok(Value::Number(sum.div_euclid(TRIES as i64)))
    }
}
