//! Answers given once for many questions: `always yes`, `never` hold for the same question until the round ends, and
//! `pass phase` for every chance to act until the phase ends.

use super::Sitting;
use crate::failure::Failure;
use crate::tongue::said;
use cardwright_core::decision::{Decision, Options, Prompt};
use cardwright_core::event::{Event, What};
use cardwright_core::game::Move;
use cardwright_core::value::*;

/// An answer that stands.
pub(super) struct Standing {
    player: EntityId,
    prompt: Prompt,
    /// As it was typed.
    line: String,
    /// The round it was given in.
    round: usize,
}

impl Standing {
    /// Whether it is an answer of this player.
    pub(super) fn is_of(&self, player: EntityId) -> bool {
        self.player == player
    }
}

/// Somebody who passes until a phase is over.
pub(super) struct Passing {
    player: EntityId,
    /// The phase, by how many have begun.
    phase: usize,
}

/// Whether a line asks to pass for the whole phase.
pub(super) fn is_pass_phase(line: &str) -> bool {
    matches!(line.to_lowercase().as_str(), "pass phase" | "p!" | "過階段" | "略過階段")
}

/// The answer in a typed line, and whether it is to stand.
pub(super) fn read(line: &str, decision: &Decision) -> (bool, String) {
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let no = if matches!(decision.options, Options::YesNo) { "no" } else { "none" };
    match (word.to_lowercase().as_str(), rest) {
        ("never" | "一律不", "") => (true, no.into()),
        ("always" | "一律", "") if matches!(decision.options, Options::YesNo) => (true, "yes".into()),
        ("always" | "一律", rest) if !rest.is_empty() => (true, rest.into()),
        _ => (false, line.into()),
    }
}

impl Sitting<'_, '_, '_, '_> {
    /// Lets an answer stand.
    pub(super) fn stand(&mut self, decision: &Decision, line: String) -> Result<(), Failure> {
        let round = self.round(&decision.log);
        self.standing.push(Standing { player: decision.player, prompt: decision.prompt.clone(), line, round });
        let face = &self.session.game.face;
        let called = face.round_name.as_ref().map(|name| name.in_language(&self.session.words.tag));
        self.note(match called.or(face.round.map(|step| self.session.words.step(step))) {
            Some(step) => said!(
                self.session.words,
                "answered so for the rest of the {step}; `ask` lets the question come again",
                "本{step}內都如此回答；輸入 ask 可再次詢問"
            ),
            None => said!(
                self.session.words,
                "answered so from now on; `ask` lets the question come again",
                "以後都如此回答；輸入 ask 可再次詢問"
            ),
        })
    }

    /// The answer that stands for a question, where it is legal.
    pub(super) fn stands(&mut self, decision: &Decision, open: &Move) -> Option<Value> {
        if decision.is_window(&self.session.game.rules) && self.is_passing(decision.player, &decision.log) {
            return Some(Value::list(Vec::new()));
        }
        let round = self.round(&decision.log);
        self.standing.retain(|standing| standing.round == round);
        let same = |standing: &&Standing| standing.player == decision.player && standing.prompt == decision.prompt;
        let line = self.standing.iter().find(same)?.line.clone();
        let state = decision.state.as_deref().unwrap_or(self.session.state());
        self.answer(decision, open, state, &line).ok()
    }

    /// Lets a player pass until the phase is over.
    pub(super) fn pass_phase(&mut self, player: EntityId, under_way: &[Event]) {
        let phase = self.phase(under_way);
        self.passing.push(Passing { player, phase });
    }

    /// Whether a player passes for the phase that is under way.
    pub(super) fn is_passing(&mut self, player: EntityId, under_way: &[Event]) -> bool {
        if self.passing.is_empty() {
            return false;
        }
        let phase = self.phase(under_way);
        self.passing.retain(|passing| passing.phase == phase);
        self.passing.iter().any(|passing| passing.player == player)
    }

    /// How many steps have begun that players know by name.
    fn phase(&self, under_way: &[Event]) -> usize {
        let known = self.session.game.face.steps.as_ref();
        let begins =
            |event: &&Event| matches!(&event.what, What::Step { step } if known.is_none_or(|known| known.contains(step)));
        self.session.events().chain(under_way).filter(begins).count()
    }

    /// How many rounds have begun.
    fn round(&self, under_way: &[Event]) -> usize {
        let Some(round) = self.session.game.face.round else { return 0 };
        let begins = |event: &&Event| matches!(event.what, What::Step { step } if step == round);
        self.session.events().chain(under_way).filter(begins).count()
    }
}
