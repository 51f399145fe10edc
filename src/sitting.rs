//! A game among people and machines at one terminal.
//!
//! Reading order: this file (whose turn it is, one step after the other) · [`asking`] a person's commands and answers ·
//! [`standing`] answers given once for many questions · [`screen`] what is shown to whom · [`steering`] the words that work
//! anywhere.

mod asking;
mod screen;
mod standing;
mod steering;

use crate::command::play::MOST_COMMANDS;
use crate::console::Console;
use crate::failure::Failure;
use crate::say::Says;
use crate::seat::Seat;
use crate::session::Session;
use crate::table::Picture;
use crate::tale::{Detail, Told};
use crate::tongue::said;
use crate::turn::Machines;
use cardwright_core::clock::Waiting;
use cardwright_core::decision::{Command, Decision};
use cardwright_core::event::Event;
use cardwright_core::game::Move;
use cardwright_core::resolve::{Halt, Policy, Refusal};
use cardwright_core::state::State;
use cardwright_core::value::*;
use standing::{Passing, Standing};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One sitting.
pub struct Sitting<'s, 'g, 'c, 'i> {
    session: &'s mut Session<'g>,
    seats: Vec<Seat<'g>>,
    console: &'c mut Console<'i>,
    told: Told,
    quiet: bool,
    /// Where the game is kept as it goes on.
    file: Option<PathBuf>,
    /// Moves that are told, and lines told of what came after.
    shown: (usize, usize),
    /// After going back nothing is told twice.
    caught_up: bool,
    /// Where the last command of a person stands: what came since is what it may ask the reasons of.
    since: usize,
    /// What the command under way has brought so far.
    under_way: Vec<Event>,
    hinted: BTreeSet<(bool, DefId)>,
    /// Abilities whose text was shown when they were first on offer.
    explained: BTreeSet<AbilityId>,
    /// The ability under way whose text was shown with a question.
    in_use: Option<AbilityId>,
    /// Answers that stand for the rest of the round.
    standing: Vec<Standing>,
    /// Who passes for the rest of the phase.
    passing: Vec<Passing>,
    picture: Picture,
    /// Who sits at the keyboard, and whether the screen shows what is only for those eyes.
    reader: Option<EntityId>,
    exposed: bool,
}

impl<'s, 'g, 'c, 'i> Sitting<'s, 'g, 'c, 'i> {
    /// People and machines sit down.
    pub fn new(session: &'s mut Session<'g>, seats: Vec<Seat<'g>>, console: &'c mut Console<'i>, quiet: bool) -> Self {
        let shown = (session.moves.len(), 0);
        let told = Told { detail: Detail::Played, reasons: false };
        Sitting {
            since: shown.0,
            caught_up: session.open.is_some(),
            session,
            seats,
            console,
            told,
            quiet,
            file: None,
            shown,
            under_way: Vec::new(),
            hinted: BTreeSet::new(),
            explained: BTreeSet::new(),
            in_use: None,
            standing: Vec::new(),
            passing: Vec::new(),
            picture: Picture::default(),
            reader: None,
            exposed: false,
        }
    }

    /// How much is told.
    pub fn telling(self, told: Told) -> Self {
        Sitting { told, ..self }
    }

    /// Keeps the game in a file after every decision, so that nothing is lost however it ends.
    pub fn kept_in(self, file: Option<PathBuf>) -> Self {
        Sitting { file, ..self }
    }

    /// Plays until the game ends or a person leaves.
    ///
    /// Errors: a rule is at fault, or nobody reads. The session is then as it stood before.
    pub fn play(&mut self) -> Result<(), Failure> {
        for _ in 0..MOST_COMMANDS {
            if self.session.open.is_some() {
                if !self.carry_out()? {
                    return Ok(());
                }
                continue;
            }
            if self.session.moves.is_empty() {
                self.session.open = Some(Move { command: Command::Begin, answers: Vec::new() });
                continue;
            }
            let waiting = self.session.waiting().map_err(|halt| self.fault(&halt))?;
            let Some(waiting) = waiting else {
                self.tell(self.only_person())?;
                return Ok(());
            };
            let command = if waiting.may_pass && self.is_passing(waiting.player, &[]) {
                Command::Pass { player: waiting.player }
            } else if self.is_person(waiting.player) {
                match self.choose(&waiting)? {
                    Some(Some(command)) => command,
                    Some(None) => continue,
                    None => return Ok(()),
                }
            } else {
                if self.people() == 0 {
                    self.tell(None)?;
                }
                self.machine_command(&waiting)
            };
            self.session.open = Some(Move { command, answers: Vec::new() });
        }
        Err(Failure::problem(format!("the game did not end within {MOST_COMMANDS} commands")))
    }

    fn people(&self) -> usize {
        self.seats.iter().filter(|seat| matches!(seat, Seat::Human)).count()
    }

    fn is_person(&self, player: EntityId) -> bool {
        matches!(self.seats.get((player.0 as usize).wrapping_sub(1)), Some(Seat::Human))
    }

    fn only_person(&self) -> Option<EntityId> {
        let place = self.seats.iter().position(|seat| matches!(seat, Seat::Human)).filter(|_| self.people() == 1);
        place.map(|place| EntityId(place as u32 + 1)).or(self.reader)
    }

    fn fault(&self, halt: &Halt) -> Failure {
        Failure::problem(self.session.game.halt(self.session.words, halt))
    }

    /// The game as a player may see it: all that is drawn, listed and found by name comes from this.
    fn seen(&self, state: &State, player: EntityId) -> State {
        state.seen_by(&self.session.game.rules, player)
    }

    fn says<'a>(&'a self, state: &'a State, viewer: EntityId) -> Says<'a> {
        let session = &*self.session;
        Says { rules: &session.game.rules, words: session.words, given: &session.given, state, viewer: Some(viewer) }
    }

    /// The next step of the command under way; false where a person left.
    fn carry_out(&mut self) -> Result<bool, Failure> {
        let Some(open) = self.session.open.clone() else { return Ok(true) };
        if self.people() == 0 && open.answers.is_empty() {
            let done = self.session.command_by(&open.command, &mut Machines { seats: &mut self.seats });
            if let Err(halt) = done {
                return Err(self.fault(&halt));
            }
            return Ok(true);
        }
        match self.session.command(&open.command, &open.answers) {
            Ok(_) => {
                self.under_way.clear();
                self.in_use = None;
                self.keep()?;
                Ok(true)
            }
            Err(Halt::Ask(decision)) => {
                self.under_way.clone_from(&decision.log);
                let person = self.is_person(decision.player);
                let answer = if !person {
                    self.machine_answer(&decision, &open)
                } else if let Some(answer) = self.stands(&decision, &open) {
                    answer
                } else {
                    match self.ask(&decision, &open)? {
                        Some(Some(answer)) => answer,
                        Some(None) => return Ok(true),
                        None => return Ok(false),
                    }
                };
                if let Some(open) = &mut self.session.open {
                    open.answers.push(answer);
                }
                if person {
                    // However the program ends, what was answered is not asked again.
                    self.keep()?;
                }
                Ok(true)
            }
            Err(Halt::Refused(refusal)) => {
                self.session.open = None;
                let why = crate::game::refused(self.session.words, &refusal);
                if open.command == Command::Begin
                    || !matches!(&open.command, Command::Act { player, .. } | Command::Pass { player } if self.is_person(*player))
                {
                    return Err(Failure::problem(said!(
                        self.session.words,
                        "the game cannot go on: {why}",
                        "遊戲無法繼續：{why}"
                    )));
                }
                self.console.say(said!(self.session.words, "  not allowed: {why}", "  不允許：{why}"))?;
                Ok(true)
            }
            Err(halt) => {
                // The game is as it was before the command that met the fault.
                self.session.open = None;
                Err(self.fault(&halt))
            }
        }
    }

    fn machine_command(&mut self, waiting: &Waiting) -> Command {
        let legal: Vec<_> = waiting.legal().cloned().collect();
        let choice = Machines { seats: &mut self.seats }.command(self.session.state(), waiting.player, &legal, waiting.may_pass);
        let chosen = choice.and_then(|n| legal.get(n)).or_else(|| legal.first().filter(|_| !waiting.may_pass));
        chosen.map_or(Command::Pass { player: waiting.player }, |offer| offer.command.clone())
    }

    fn machine_answer(&mut self, decision: &Decision, open: &Move) -> Value {
        let state = decision.state.as_deref().unwrap_or(self.session.state());
        let session = &*self.session;
        let mut legal = |value: &Value| is_legal(session, open, value);
        Machines { seats: &mut self.seats }.answer(state, decision, &mut legal)
    }

    /// Keeps the game as it stands. A file that cannot be written is said once and given up.
    pub fn keep(&mut self) -> Result<(), Failure> {
        let Some(file) = self.file.clone() else { return Ok(()) };
        if let Err(message) = self.session.saved().write(&file) {
            self.file = None;
            self.note(message)?;
        }
        Ok(())
    }

    /// Where the game is kept, if it could be.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

/// Whether a value may stand as the next answer of a command.
fn is_legal(session: &Session<'_>, open: &Move, value: &Value) -> bool {
    let tried: Vec<Value> = open.answers.iter().cloned().chain([value.clone()]).collect();
    let place = open.answers.len();
    !matches!(session.attempt(&open.command, &tried), Err(Halt::Refused(Refusal::Answer(refused, _))) if refused == place)
}
