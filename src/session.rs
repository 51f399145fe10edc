//! A game under way: its state, its moves, and the way back.

use crate::game::Game;
use crate::name::Given;
use crate::page::board::{self, Board};
use crate::save::{Saved, Start, hex};
use crate::tale::{Line, Teller, Told};
use crate::tongue::{Tongue, said};
use crate::words::Words;
use cardwright_core::clock::{Waiting, waiting};
use cardwright_core::decision::Command;
use cardwright_core::event::{Event, What};
use cardwright_core::game::Move;
use cardwright_core::resolve::{Answers, Chance, Done, Halt, Policy, run, run_with};
use cardwright_core::state::State;
use cardwright_core::value::*;

/// Names of players without a name of their own.
const COLOURS: [(&str, &str); 8] = [
    ("red", "紅方"),
    ("blue", "藍方"),
    ("green", "綠方"),
    ("yellow", "黃方"),
    ("white", "白方"),
    ("black", "黑方"),
    ("violet", "紫方"),
    ("orange", "橙方"),
];

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
    /// A command under way, with the answers given so far.
    pub open: Option<Move>,
    /// What each move brought.
    logs: Vec<Vec<Event>>,
}

impl<'g> Session<'g> {
    /// A game set up, before its first command.
    ///
    /// Errors: the board cannot be set up.
    pub fn new(game: &'g Game, words: &'g Words, start: Start) -> Result<Self, String> {
        let built = board::of_lines(&game.rules, words, &start.board, start.seed);
        let Board { state, mut given, .. } = built.map_err(|troubles| board::told(&troubles))?;
        if words.tongue == Tongue::Chinese {
            // Only those that a board gave no name of its own.
            for name in given.0.values_mut() {
                if let Some((_, chinese)) = COLOURS.iter().find(|(english, _)| english == name) {
                    *name = (*chinese).to_owned();
                }
            }
        }
        Ok(Session { game, words, given, start, history: vec![state], moves: Vec::new(), open: None, logs: Vec::new() })
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

    /// Tries a command without keeping what comes of it.
    pub fn attempt(&self, command: &Command, answers: &[Value]) -> Result<Done, Halt> {
        run(&self.game.rules, &*self.game.host, self.state(), command, answers)
    }

    fn keep(&mut self, command: Command, done: Done) -> &[Event] {
        self.open = None;
        self.moves.push(Move { command, answers: done.answers });
        self.history.push(done.state);
        self.logs.push(done.log);
        self.logs.last().map_or(&[], Vec::as_slice)
    }

    /// Goes back to the last decision of those players: an answer, else a command. False where there is none; then
    /// nothing has changed.
    pub fn back_to(&mut self, decides: impl Fn(EntityId) -> bool) -> bool {
        let mut place = self.moves.len();
        let mut under_way = self.open.clone();
        loop {
            let Some(state) = self.history.get(place) else { return false };
            if let Some(Move { command, answers }) = &under_way {
                for kept in (0..answers.len()).rev() {
                    let given = answers.get(..kept).unwrap_or_default();
                    let asked = run(&self.game.rules, &*self.game.host, state, command, given);
                    if matches!(&asked, Err(Halt::Ask(decision)) if decides(decision.player)) {
                        let open = Move { command: command.clone(), answers: given.to_vec() };
                        self.shorten(place);
                        self.open = Some(open);
                        return true;
                    }
                }
                if let Command::Act { player, .. } | Command::Pass { player } = command
                    && decides(*player)
                {
                    self.shorten(place);
                    return true;
                }
            }
            if place == 0 {
                return false;
            }
            place -= 1;
            under_way = self.moves.get(place).cloned();
        }
    }

    /// Leaves so many moves.
    fn shorten(&mut self, moves: usize) {
        self.open = None;
        self.moves.truncate(moves);
        self.logs.truncate(moves);
        self.history.truncate(moves + 1);
    }

    /// Everything that has happened.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.logs.iter().flatten()
    }

    /// The log of the moves from one on, as a player may know it. `told`: how much of it; `under_way`: what the command
    /// under way has brought so far.
    pub fn tell(&self, from: usize, under_way: &[Event], viewer: Option<EntityId>, told: Told) -> Vec<Line> {
        let Some(state) = self.history.get(from) else { return Vec::new() };
        let mut teller = Teller::new(&self.game.rules, self.words, &self.given, state.clone(), viewer, told.detail)
            .for_players(&self.game.face, told.reasons);
        let mut lines = Vec::new();
        for events in self.logs.iter().skip(from).map(Vec::as_slice).chain([under_way]) {
            teller.tell_on(events, &mut lines);
        }
        lines
    }

    /// The game as it is saved.
    pub fn saved(&self) -> Saved {
        let mut saved = Saved::new(self.game, self.start.clone());
        saved.moves.clone_from(&self.moves);
        saved.open.clone_from(&self.open);
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
        if let Some(open) = &saved.open {
            match session.attempt(&open.command, &open.answers) {
                Err(Halt::Ask(_)) => session.open = Some(open.clone()),
                Ok(_) => return Err("the command under way is finished by the answers it has; the file was edited".into()),
                Err(other) => return Err(format!("the command under way is not legal: {}", game.halt(words, &other))),
            }
        }
        Ok(session)
    }

    /// Where the rule stands that ended the game.
    pub fn end_rule(&self) -> Option<String> {
        let ended = self.logs.iter().flatten().rev().find(|event| matches!(event.what, What::Ended { .. }))?;
        self.game.place(ended.cause)
    }

    /// The result in words.
    pub fn result(&self) -> String {
        let words = self.words;
        let Some(winners) = &self.state().winners else {
            let moves = self.moves.len();
            return if self.is_over() {
                said!(words, "the game ended without a result", "遊戲結束，沒有結果")
            } else {
                let moved = if moves == 1 { "move" } else { "moves" };
                said!(words, "the game stands after {moves} {moved}", "遊戲進行到第{moves}步")
            };
        };
        let names: Vec<String> = winners.iter().map(|w| crate::name::player(&self.given, *w)).collect();
        won(words, &names, self.state().players)
    }
}

/// Who has won, of so many players: `red wins`. Some of all win together; all together draw.
pub fn won(words: &Words, names: &[String], players: u32) -> String {
    let (english, chinese) = (names.join(" and "), names.join("和"));
    match names {
        [] => said!(words, "no winner", "沒有勝者"),
        [one] => said!(words, "{one} wins", "{one}獲勝"),
        some if some.len() < players as usize => said!(words, "{english} win", "{chinese}獲勝"),
        _ => said!(words, "a draw between {english}", "{chinese}平手"),
    }
}
