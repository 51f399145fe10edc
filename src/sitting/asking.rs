//! What a person decides: a command among those on offer, or the answer to a question.

use super::steering::Typed;
use super::{Sitting, is_legal, standing};
use crate::failure::Failure;
use crate::human;
use crate::piece;
use crate::question;
use crate::table::{self, Picture};
use crate::tongue::{said, width, wrapped};
use cardwright_core::clock::Waiting;
use cardwright_core::decision::{Command, Decision, Options};
use cardwright_core::event::{Event, What};
use cardwright_core::game::Move;
use cardwright_core::resolve::Refusal;
use cardwright_core::state::State;
use cardwright_core::value::*;

impl Sitting<'_, '_, '_, '_> {
    /// A person's command. Inside: None where the game went back. Outside: None where the person leaves.
    pub(super) fn choose(&mut self, waiting: &Waiting) -> Result<Option<Option<Command>>, Failure> {
        let player = waiting.player;
        let state = self.seen(self.session.state(), player);
        if !self.face(player, false, &state)? {
            return Ok(None);
        }
        self.tell(Some(player))?;
        self.draw(&state, player, true)?;
        let offered: Vec<DefId> = waiting.legal().filter_map(|offer| action_of(&offer.command)).collect();
        self.hint(true, &offered)?;
        self.offer(waiting, &state, true)?;
        loop {
            let prompt = format!("{}> ", self.says(&state, player).player(player));
            let Some(line) = self.console.ask(&prompt)? else { return Ok(None) };
            if let Some(command) = numbered(&line).and_then(|number| waiting.legal().nth(number)) {
                let lines = human::about(&self.says(&state, player), self.session.game, &command.command);
                lines.into_iter().try_for_each(|line| self.note(line))?;
                continue;
            }
            match self.typed(&line, &state, player)? {
                Typed::Again => continue,
                Typed::Back => return Ok(Some(None)),
                Typed::Left => return Ok(None),
                Typed::Other => {}
            }
            let whole_phase = standing::is_pass_phase(&line);
            if whole_phase && waiting.may_pass {
                self.pass_phase(player, &[]);
            }
            let line = if whole_phase { "pass".to_owned() } else { line };
            let (word, rest) = line.split_once(' ').map_or((line.as_str(), ""), |(word, rest)| (word, rest.trim()));
            match (word.to_lowercase().as_str(), rest) {
                ("" | "?", _) => self.offer(waiting, &state, false)?,
                ("why" | "為何", name) => {
                    let lines = human::against(&self.says(&state, player), waiting, name);
                    if lines.is_empty() {
                        self.note(said!(self.session.words, "nothing stands against what is on offer here", "沒有不能做的事"))?;
                    }
                    for line in lines {
                        self.note(line)?;
                    }
                }
                ("pass" | "done" | "過" | "結束", "") if waiting.may_pass => {
                    self.since = self.session.moves.len();
                    return Ok(Some(Some(Command::Pass { player })));
                }
                ("pass" | "done" | "過" | "結束", "") => {
                    let why = crate::game::refused(self.session.words, &Refusal::MustAct);
                    self.note(why)?;
                }
                _ => match human::find(&self.says(&state, player), waiting, &line) {
                    Ok(command) => {
                        self.since = self.session.moves.len();
                        return Ok(Some(Some(command)));
                    }
                    Err(message) => self.note(message)?,
                },
            }
        }
    }

    /// Lists what may be done. What an ability says is told when it is first on offer.
    fn offer(&mut self, waiting: &Waiting, state: &State, once: bool) -> Result<(), Failure> {
        let says = self.says(state, waiting.player);
        let who = says.player(waiting.player);
        let common = human::common(waiting);
        let head = match common.map(|id| question::marked(&says, &Value::Entity(id))) {
            Some(piece) => said!(self.session.words, "{who} may, with {piece}:", "{who}的{piece}可以："),
            None => said!(self.session.words, "{who} may:", "{who}可以："),
        };
        let (lines, explained) = human::offers(&says, self.session.game, waiting, common, &self.explained);
        if once {
            self.explained.extend(explained);
        }
        self.console.say(head)?;
        lines.into_iter().try_for_each(|line| self.console.say(line))
    }

    /// A person's answer. Inside: None where the game went back. Outside: None where the person leaves.
    pub(super) fn ask(&mut self, decision: &Decision, open: &Move) -> Result<Option<Option<Value>>, Failure> {
        let player = decision.player;
        let state = self.seen(decision.state.as_deref().unwrap_or(self.session.state()), player);
        if !self.face(player, decision.secret, &state)? {
            return Ok(None);
        }
        self.tell(Some(player))?;
        let places = matches!(decision.options, Options::Point { .. } | Options::Path { .. });
        let unseen = self.picture == Picture::default();
        let points = question::many_points(&decision.options);
        match &points {
            Some(points) if self.session.game.face.squares.is_some() => self.draw_choices(&state, player, points)?,
            _ => self.draw(&state, player, unseen || (places && self.board_changed(&state, player)))?,
        }
        let asking = open_effects(&self.under_way);
        self.hint(false, &asking)?;
        self.explain_ability_under_way(&state, player)?;
        self.pose(decision, &state)?;
        loop {
            let Some(line) = self.console.ask("? ")? else { return Ok(None) };
            match self.typed(&line, &state, player)? {
                Typed::Again => continue,
                Typed::Back => return Ok(Some(None)),
                Typed::Left => return Ok(None),
                Typed::Other => {}
            }
            let none_allowed = matches!(&decision.options, Options::Among { least: 0, .. });
            if line == "?" || (line.is_empty() && !none_allowed) {
                self.pose(decision, &state)?;
                continue;
            }
            if let Some(points) = points.as_ref().filter(|_| matches!(line.to_lowercase().as_str(), "list" | "列出")) {
                for line in question::list_of_points(points, self.console.columns.saturating_sub(4)) {
                    self.note(line)?;
                }
                continue;
            }
            if standing::is_pass_phase(&line) {
                if decision.is_window(&self.session.game.rules) {
                    self.pass_phase(player, &decision.log);
                    return Ok(Some(Some(Value::list(Vec::new()))));
                }
                self.note(said!(
                    self.session.words,
                    "this is to be answered; `pass phase` passes chances to act",
                    "這裡需要回答；pass phase 只略過行動的機會"
                ))?;
                continue;
            }
            let (lasting, line) = standing::read(&line, decision);
            match self.answer(decision, open, &state, &line) {
                Ok(answer) => {
                    if lasting {
                        self.stand(decision, line)?;
                    }
                    return Ok(Some(Some(answer)));
                }
                Err(message) => self.note(message)?,
            }
        }
    }

    /// The legal answer that a line means.
    pub(super) fn answer(&self, decision: &Decision, open: &Move, state: &State, line: &str) -> Result<Value, String> {
        let says = self.says(state, decision.player);
        if let Some(points) = question::many_points(&decision.options).filter(|_| line.parse::<usize>().is_err()) {
            let (squares, mover) = (self.session.game.face.squares, decision.originator.entity());
            return question::point_among(&says, squares, &points, mover, line).map(Value::Point);
        }
        let readings = match &decision.options {
            Options::Point { .. } | Options::Path { .. } => question::ways(&says, &decision.options, line)?,
            Options::Among { of, .. } => vec![question::read(&says, decision, line, !question::are_numbers(of))?],
            _ => vec![question::read(&says, decision, line, false)?],
        };
        if let Some(legal) = readings.iter().find(|value| is_legal(self.session, open, value)) {
            return Ok(legal.clone());
        }
        let doubt =
            readings.first().and_then(|value| question::doubt(&says, &decision.options, value, decision.originator.entity()));
        let many = question::how_many(says.words, &decision.options);
        Err(match doubt.or(many) {
            Some(why) => said!(says.words, "that is not allowed: {why}", "不允許：{why}"),
            None => said!(says.words, "that is not allowed by the rules here", "此處規則不允許"),
        })
    }

    fn pose(&mut self, decision: &Decision, state: &State) -> Result<(), Failure> {
        let says = self.says(state, decision.player);
        let by = decision.originator.entity().filter(|id| id.0 > state.players);
        let by = by.map(|id| format!(" [{}]", says.entity(id))).unwrap_or_default();
        let mut lines = vec![format!("{}{by}: {}", says.player(decision.player), question::prompt(says.words, &decision.prompt))];
        let choices = question::choices(&says, self.session.game, decision);
        let compared = open_effects(&self.under_way).first().and_then(|asking| self.session.game.face.compare.get(asking));
        let choices = match (compared, &decision.options) {
            (Some(how), Options::Among { of, .. }) => table::compared(&says, self.session.game, how, &choices, of),
            _ => choices,
        };
        let room = self.console.columns.saturating_sub(4).max(20);
        for line in choices {
            // Columns keep their blanks; only what is too long is broken.
            let parts = if width(&line) <= room { vec![line] } else { wrapped(&line, room) };
            lines.extend(parts.into_iter().enumerate().map(|(n, part)| format!("{}{part}", if n == 0 { "  " } else { "    " })));
        }
        lines.extend(question::how_many(says.words, &decision.options).map(|line| format!("  ({line})")));
        lines.into_iter().try_for_each(|line| self.console.say(line))
    }

    /// What the ability under way says, once for each use of it.
    fn explain_ability_under_way(&mut self, state: &State, player: EntityId) -> Result<(), Failure> {
        let Some((ability, of)) = ability_under_way(&self.under_way) else { return Ok(()) };
        if self.in_use == Some(ability) {
            return Ok(());
        }
        self.in_use = Some(ability);
        let lines = piece::sheet(&self.says(state, player), self.session.game, ability, of);
        lines.into_iter().try_for_each(|line| self.console.say(format!("  | {line}")))
    }
}

/// `show 3`: which of what is on offer, from 0.
fn numbered(line: &str) -> Option<usize> {
    let (word, number) = line.split_once(' ')?;
    matches!(word.to_lowercase().as_str(), "show" | "看").then(|| number.trim().parse::<usize>().ok()?.checked_sub(1))?
}

fn action_of(command: &Command) -> Option<DefId> {
    if let Command::Act { action, .. } = command { Some(*action) } else { None }
}

/// Effects under way when a log breaks off, innermost first.
fn open_effects(log: &[Event]) -> Vec<DefId> {
    let mut open: Vec<DefId> = Vec::new();
    for event in log {
        match &event.what {
            What::Effect { def, .. } => open.push(*def),
            What::Done { def } => while open.pop().is_some_and(|last| last != *def) {},
            _ => {}
        }
    }
    open.reverse();
    open
}

/// An ability, and who uses it.
type Used = (AbilityId, Option<EntityId>);

/// The ability that the innermost effect under way names.
fn ability_under_way(log: &[Event]) -> Option<Used> {
    let mut open: Vec<(DefId, Option<Used>)> = Vec::new();
    for event in log {
        match &event.what {
            What::Effect { def, args, .. } => {
                let ability = args.iter().find_map(|arg| if let Value::Ability(ability) = arg { Some(*ability) } else { None });
                open.push((*def, ability.map(|ability| (ability, args.first().and_then(Value::entity)))));
            }
            What::Done { def } => while open.pop().is_some_and(|(last, _)| last != *def) {},
            _ => {}
        }
    }
    open.into_iter().rev().find_map(|(_, ability)| ability)
}
