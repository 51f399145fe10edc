//! Functions that look from elsewhere: ahead by the odds of dice or by trying a rule out, and with the eyes of a player.

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

    /// What a rule answers in the game as a player sees it.
    pub(super) fn as_seen(&mut self, id: NodeId, player: &Value, rule: &Value) -> Result<Value, Halt> {
        self.known.speak(known::UNKNOWABLE);
        let Some(player) = player.entity() else { return Ok(Value::Nothing) };
        let seen = self.state.seen_by(self.rules, player);
        let mut run = Run::new(self.rules, self.host, Arc::new(seen), Answers::Given(&[]), Chance::Seeded);
        run.look(|run| run.run_rule(id, rule, None))
    }

    /// What a number would be after a rule, on average over some tries on copies of the game.
    pub(super) fn foresee(&mut self, id: NodeId, rule: &Value, number: &Value) -> Result<Value, Halt> {
        self.known.speak(known::UNKNOWABLE);
        let mut sum: i64 = 0;
        let mut tries = 0;
        // The copies know what is known here: only their dice are others.
        let noted = self.known.set_aside();
        for seed in 0..TRIES {
            let mut state: State = (*self.state).clone();
            state.dice = Dice::new(seed);
            let mut guess = Random::new(seed);
            let mut run = Run::new(self.rules, self.host, Arc::new(state), Answers::Policy(&mut guess), Chance::Seeded);
            run.keep = false;
            let version = self.known.version;
            run.known = std::mem::take(&mut self.known);
            let found = run.run_rule(id, rule, None).and_then(|_| run.look(|run| run.run_rule(id, number, None)));
            self.known = std::mem::take(&mut run.known);
            self.known.taken_back(version);
            sum = sum.saturating_add(found?.number().unwrap_or(0));
            tries += 1;
            // Where nothing of chance and nobody's answer had a part in it, another try is the same.
            if run.state.dice.drawn == 0 && run.used.is_empty() {
                break;
            }
        }
        self.known.go_on(noted);
        if !self.watched.is_empty() {
            // What counts only in a copy is not noted, so that it is looked at again.
            self.known.all_written();
        }
        Ok(Value::Number(sum.div_euclid(tries)))
    }
}
