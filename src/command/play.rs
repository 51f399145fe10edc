//! `play`: a game at the terminal.

use super::replay::finish;
use super::tally::tally;
use crate::console::Console;
use crate::failure::{Failure, Found};
use crate::human::{self, Choice};
use crate::load;
use crate::save::{Saved, Start};
use crate::seat::{Seat, seat};
use crate::session::Session;
use crate::tale::Detail;
use crate::turn::{Machines, Went, carry_out};
use cardwright_core::decision::Command;
use cardwright_core::resolve::Policy;
use cardwright_core::value::*;
use std::path::Path;

/// More commands than any game has; one that goes on is a fault of its rules.
pub(super) const MOST_COMMANDS: usize = 100_000;

/// What `play` was asked for.
pub struct Wanted<'a> {
    /// The game.
    pub game: &'a str,
    /// Who plays, one name a seat; empty: two at random, or those of the saved game.
    pub players: &'a [String],
    /// The seed; None takes one from the clock.
    pub seed: Option<u64>,
    /// The board; None is the shipped one.
    pub board: Option<&'a str>,
    /// Only the result and the hash.
    pub quiet: bool,
    /// The file the game is kept in.
    pub log: Option<&'a Path>,
    /// A saved game to go on with.
    pub resume: Option<&'a Path>,
    /// The language.
    pub language: Option<&'a str>,
    /// How many games are played and counted; None is one, which is shown.
    pub games: Option<u64>,
}

/// Plays a game to its end, or until a person leaves.
///
/// Errors: what was asked for is not there, or a rule is at fault.
pub fn play(wanted: &Wanted<'_>, console: &mut Console<'_>) -> Result<Found, Failure> {
    let game = load::game(wanted.game)?;
    if let Some(games) = wanted.games {
        return tally(&game, wanted, games, console.output);
    }
    let words = game.words(wanted.language).map_err(Failure::Usage)?;
    let mut session = match wanted.resume {
        Some(file) => {
            let saved = Saved::read(file).map_err(Failure::Problem)?;
            Session::replay(&game, words, &saved, |_| {})
                .map_err(|m| Failure::problem(format!("{} cannot be resumed: {m}", file.display())))?
        }
        None => {
            let seed = wanted.seed.unwrap_or_else(any_seed);
            let players = if wanted.players.is_empty() { vec!["random".into(); 2] } else { wanted.players.to_vec() };
            let board = load::board(&game, wanted.board, players.len())?;
            Session::new(&game, words, Start { board, seed, players }).map_err(Failure::Problem)?
        }
    };
    if !wanted.players.is_empty() {
        session.start.players = wanted.players.to_vec();
    }
    let count = session.state().players as usize;
    if session.start.players.len() != count {
        return Err(Failure::usage(format!("{} players are named, but the board is for {count}", session.start.players.len())));
    }
    let seed = session.start.seed;
    let mut seats = Vec::new();
    for (place, name) in session.start.players.iter().enumerate() {
        seats.push(seat(name, &game, seed, place).map_err(Failure::Usage)?);
    }
    let people = seats.iter().any(|seat| matches!(seat, Seat::Human));
    if people && wanted.quiet {
        return Err(Failure::usage("--quiet is for games without people"));
    }
    if !wanted.quiet {
        let names: Vec<String> = (1..)
            .map(EntityId)
            .zip(&session.start.players)
            .map(|(id, who)| format!("{} ({who})", crate::name::player(&session.given, id)))
            .collect();
        console.say(format!("{}: {}, seed {seed}", wanted.game, names.join(", ")))?;
        if people {
            console.say("`help` lists what can be typed.")?;
        }
    }
    let result = rounds(&mut session, &mut seats, people, wanted, console);
    // What was played so far is kept whatever happened.
    if let Some(file) = wanted.log {
        session.saved().write(file).map_err(Failure::Problem)?;
    }
    result?;
    finish(&session, console.output)
}

fn rounds(
    session: &mut Session<'_>,
    seats: &mut [Seat],
    people: bool,
    wanted: &Wanted<'_>,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let viewer = seats.iter().position(|s| matches!(s, Seat::Human)).map(|n| EntityId(n as u32 + 1));
    let viewer = viewer.filter(|_| seats.iter().filter(|s| matches!(s, Seat::Human)).count() == 1);
    let mut shown = session.moves.len();
    for _ in 0..MOST_COMMANDS {
        if session.moves.is_empty() {
            match carry_out(session, seats, &Command::Begin, console)? {
                Went::Done => {}
                Went::Left => return Ok(()),
                Went::Back => return Err(Failure::problem("the game cannot begin on this board")),
            }
        }
        if !wanted.quiet {
            for line in session.tell(shown.min(session.moves.len()), viewer, Detail::Plain) {
                console.say(line.to_string())?;
            }
            shown = session.moves.len();
        }
        let waiting = session.waiting().map_err(|halt| Failure::problem(session.game.halt(session.words, &halt)))?;
        let Some(waiting) = waiting else { return Ok(()) };
        let place = (waiting.player.0 as usize).wrapping_sub(1);
        let command = if matches!(seats.get(place), Some(Seat::Human)) {
            match human::choose(session, &waiting, console)? {
                Choice::Command(command) => command,
                Choice::Quit => return Ok(()),
                Choice::Undo => {
                    undo(session, seats, console)?;
                    shown = session.moves.len();
                    continue;
                }
            }
        } else {
            let legal: Vec<_> = waiting.legal().cloned().collect();
            let choice = Machines { seats }.command(session.state(), waiting.player, &legal, waiting.may_pass);
            match choice.and_then(|n| legal.get(n)).or_else(|| legal.first().filter(|_| !waiting.may_pass)) {
                Some(offer) => offer.command.clone(),
                None => Command::Pass { player: waiting.player },
            }
        };
        if people {
            if carry_out(session, seats, &command, console)? == Went::Left {
                return Ok(());
            }
        } else if let Err(halt) = session.command_by(&command, &mut Machines { seats }) {
            return Err(Failure::problem(session.game.halt(session.words, &halt)));
        }
    }
    Err(Failure::problem(format!("the game did not end within {MOST_COMMANDS} commands")))
}

/// Takes back a person's last command, and what machines did since.
fn undo(session: &mut Session<'_>, seats: &[Seat], console: &mut Console<'_>) -> Result<(), Failure> {
    let mut undone = false;
    while session.moves.len() > 1 {
        let player = match session.moves.last().map(|m| &m.command) {
            Some(Command::Act { player, .. } | Command::Pass { player }) => player.0 as usize,
            _ => 0,
        };
        undone = session.undo();
        if matches!(seats.get(player.wrapping_sub(1)), Some(Seat::Human)) {
            break;
        }
    }
    console.say(if undone { "  taken back" } else { "  there is nothing to take back" })
}

/// A seed nobody chose; it is shown and saved, so that the game can be played again.
fn any_seed() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |d| d.as_millis() as u64 % 1_000_000)
}
