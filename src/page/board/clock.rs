//! Where the clock stands.

use super::Builder;
use crate::page::Trouble;
use crate::page::line::{Reader, unknown};
use crate::words::plain_name;
use cardwright_core::rules::{Form, Ruleset};
use cardwright_core::state::{Cursor, State};
use cardwright_core::value::*;

impl Builder<'_> {
    /// `step ID [PLAYER] [NUMBER]`.
    pub(super) fn clock(&mut self, reader: &mut Reader<'_>) -> Result<(), Trouble> {
        let mut steps = Vec::new();
        for (index, step) in self.rules.steps.iter().enumerate().filter(|(_, step)| !step.id.is_empty()) {
            let id = StepId(index as u32);
            for name in [plain_name(&step.id), plain_name(self.words.step(id))] {
                steps.push((name, id));
            }
        }
        let known: Vec<String> = steps.iter().map(|(name, _)| name.clone()).collect();
        let Some(step) = reader.name(steps) else {
            return Err(reader.trouble(unknown("step", reader.rest(), known.iter().map(String::as_str))));
        };
        let mut player = None;
        let mut number = None;
        while !reader.is_done() {
            if let Some(named) = reader.name(self.players()) {
                player = Some(named);
                continue;
            }
            let Ok(count) = reader.word().parse::<i64>() else {
                return Err(reader.trouble("behind the step stand a player and a number, or nothing"));
            };
            number = Some((count, reader.clone()));
            reader.skip(reader.word().len());
        }
        let Some(path) = path_to(self.rules, step) else { return Err(reader.trouble("this step is not part of the clock")) };
        let counts = |step: &StepId| matches!(self.rules.steps.get(step.index()).map(|s| &s.form), Some(Form::Countdown { .. }));
        if let Some((count, here)) = number.as_ref().filter(|_| !path.iter().any(counts)) {
            return Err(here
                .trouble(format!("no countdown is under way in this step, so that `{count}` stands for nothing: take it out")));
        }
        let mut path = path;
        if let (Some(_), Some(Form::Countdown { body, .. })) = (&number, self.rules.steps.get(step.index()).map(|s| &s.form)) {
            // A countdown that stands at a number is in the midst of it.
            path.push(*body);
        }
        let number = number.map(|(count, _)| count);
        self.state.clock = cursors(self.rules, &self.state, &path, player.unwrap_or(EntityId(1)), number);
        Ok(())
    }
}

/// Steps from the root to a step.
fn path_to(rules: &Ruleset, wanted: StepId) -> Option<Vec<StepId>> {
    fn search(rules: &Ruleset, from: StepId, wanted: StepId, path: &mut Vec<StepId>) -> bool {
        // A tree as deep as it has steps is no tree.
        if path.len() > rules.steps.len() {
            return false;
        }
        path.push(from);
        if from == wanted {
            return true;
        }
        let children: Vec<StepId> = match rules.steps.get(from.index()).map(|s| &s.form) {
            Some(Form::Sequence(steps)) => steps.clone(),
            Some(Form::Repeat { body, .. } | Form::Turns { body, .. } | Form::Countdown { body, .. }) => vec![*body],
            _ => Vec::new(),
        };
        if children.into_iter().any(|child| search(rules, child, wanted, path)) {
            return true;
        }
        path.pop();
        false
    }
    let mut path = Vec::new();
    search(rules, StepId(0), wanted, &mut path).then_some(path)
}

/// The clock as it stands when the last step of a path has just been entered.
fn cursors(rules: &Ruleset, state: &State, path: &[StepId], player: EntityId, number: Option<i64>) -> Vec<Cursor> {
    let count = state.players.max(1);
    let order: Vec<EntityId> = (0..count).map(|n| EntityId((player.0 - 1 + n) % count + 1)).collect();
    let mut clock = Vec::new();
    for (depth, step) in path.iter().enumerate() {
        let mut cursor = Cursor { step: *step, done: 0, order: Vec::new(), player: Value::Nothing, number: 0 };
        if let Some(next) = path.get(depth + 1) {
            cursor.done = 1;
            match rules.steps.get(step.index()).map(|s| &s.form) {
                Some(Form::Sequence(steps)) => cursor.done = steps.iter().position(|s| s == next).map_or(1, |n| n as u32 + 1),
                Some(Form::Turns { .. }) => {
                    cursor.order.clone_from(&order);
                    cursor.player = Value::Entity(player);
                    cursor.number = i64::from(1 % count);
                }
                Some(Form::Countdown { .. }) => cursor.number = number.unwrap_or(0),
                _ => {}
            }
        }
        clock.push(cursor);
    }
    clock
}
