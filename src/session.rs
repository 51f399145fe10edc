//! A game under way: its state, its moves, and the way back.

use crate::game::Game;
use crate::name::Given;
use crate::page::Written;
use crate::page::board::{self, Board};
use crate::save::{Saved, Start, hex};
use crate::tale::{Detail, Line, Teller};
use crate::words::Words;
use cardwright_core::clock::{Waiting, waiting};
use cardwright_core::decision::Command;
use cardwright_core::event::Event;
use cardwright_core::game::Move;
use cardwright_core::resolve::{Answers, Chance, Done, Halt, Policy, run, run_with};
use cardwright_core::state::State;
use cardwright_core::value::*;

/// A game under way.
pub struct Session<'g> {
    /// The game.
    pub game: &'g Game,
    /// Its words in the language chosen.
    pub words: &'g Words,
    /// What players and pieces are called.
    pub given: Given,
    /// What it began with.
    pub start: Start,
    /// States before each move, and the one now.
    history: Vec<State>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What each move brought.
    logs: Vec<Vec<Event>>,
}

impl<'g> Session<'g> {
    /// A game set up, before its first command.
    ///
    /// Errors: the board cannot be set up.
    pub fn new(game: &'g Game, words: &'g Words, start: Start) -> Result<Self, String> {
        let lines: Vec<Written> =
            start.board.iter().enumerate().map(|(n, text)| Written { line: n + 1, column: 1, text: text.clone() }).collect();
        let lines: Vec<&Written> = lines.iter().collect();
        let Board { state, given, .. } = board::build(&game.rules, words, &lines, start.seed).map_err(|troubles| {
            let said: Vec<String> = troubles.iter().map(|t| format!("board, line {}: {}", t.line, t.message)).collect();
            said.join("\n")
        })?;
        Ok(Session { game, words, given, start, history: vec![state], moves: Vec::new(), logs: Vec::new() })
    }

    /// The state now.
    pub fn state(&self) -> &State {
        // There is always one: the state the session was made with is never taken away.
        self.history.last().unwrap_or(&self.history[0])
    }

    /// What the clock waits for.
    pub fn waiting(&self) -> Result<Option<Waiting>, Halt> {
        waiting(&self.game.rules, &*self.game.host, self.state())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state().winners.is_some() || (!self.moves.is_empty() && self.state().clock.is_empty())
    }

    /// Carries a command out with given answers.
    pub fn command(&mut self, command: &Command, answers: &[Value]) -> Result<&[Event], Halt> {
        let done = run(&self.game.rules, &*self.game.host, self.state(), command, answers)?;
        Ok(self.keep(command.clone(), done))
    }

    /// Carries a command out with a policy that answers.
    pub fn command_by(&mut self, command: &Command, policy: &mut dyn Policy) -> Result<&[Event], Halt> {
        let done = run_with(&self.game.rules, &*self.game.host, self.state(), command, Answers::Policy(policy), Chance::Seeded)?;
        Ok(self.keep(command.clone(), done))
    }

    fn keep(&mut self, command: Command, done: Done) -> &[Event] {
        self.moves.push(Move { command, answers: done.answers });
        self.history.push(done.state);
        self.logs.push(done.log);
        self.logs.last().map_or(&[], Vec::as_slice)
    }

    /// Takes the last move back; false where there is none.
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.history.pop();
        self.logs.pop();
        true
    }

    /// The log of the moves from one on, as a player may know it.
    pub fn tell(&self, from: usize, viewer: Option<EntityId>, detail: Detail) -> Vec<Line> {
        let Some(state) = self.history.get(from) else { return Vec::new() };
        let mut teller = Teller::new(&self.game.rules, self.words, &self.given, state.clone(), viewer, detail);
        self.logs.iter().skip(from).flat_map(|events| teller.tell(events)).collect()
    }

    /// The game as it is saved.
    pub fn saved(&self) -> Saved {
        let mut saved = Saved::new(self.game, self.start.clone());
        saved.moves.clone_from(&self.moves);
        saved.hash = hex(self.state().digest());
        saved.ended = self.is_over();
        saved
    }

    /// Plays a saved game again, move by move.
    ///
    /// Errors: other rules, a move that is not legal (it says which), or another outcome than the file claims.
    pub fn replay(game: &'g Game, words: &'g Words, saved: &Saved, mut each: impl FnMut(&Session<'g>)) -> Result<Self, String> {
        saved.same_rules(game)?;
        let mut session = Session::new(game, words, saved.start.clone())?;
        for (number, played) in saved.moves.iter().enumerate() {
            if let Err(halt) = session.command(&played.command, &played.answers) {
                let why = match &halt {
                    Halt::Ask(decision) => {
                        format!("it lacks the answer to: {}", crate::question::prompt(words, &decision.prompt))
                    }
                    other => game.halt(words, other),
                };
                return Err(format!("move {} of {} is not legal: {why}", number + 1, saved.moves.len()));
            }
            each(&session);
        }
        let hash = hex(session.state().digest());
        if hash != saved.hash {
            return Err(format!("the game ends in {hash}, but the file says {}; it was edited or cut", saved.hash));
        }
        if session.is_over() != saved.ended {
            return Err("the file does not say truly whether the game had ended; it was edited".into());
        }
        Ok(session)
    }

    /// The result in words.
    pub fn result(&self) -> String {
        let Some(winners) = &self.state().winners else {
            return if self.is_over() {
                "the game ended without a result".into()
            } else {
                format!("the game stands after {} moves", self.moves.len())
            };
        };
        let names: Vec<String> = winners.iter().map(|w| crate::name::player(&self.given, *w)).collect();
        match names.as_slice() {
            [] => "no winner".into(),
            [one] => format!("{one} wins"),
            several => format!("a draw between {}", several.join(" and ")),
        }
    }
}
