//! `play --games`: many games among machines, and who won how often.

use super::play::{MOST_COMMANDS, Wanted};
use crate::failure::{Failure, Found};
use crate::game::Game;
use crate::load;
use crate::save::Start;
use crate::seat::{Seat, seat};
use crate::session::Session;
use crate::turn::Machines;
use cardwright_core::game::play_out;
use cardwright_core::value::EntityId;
use std::io::Write;

/// What the games of one player came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games it won, alone or with its side, while somebody lost.
    pub won: u64,
    /// Games that all won, or nobody.
    pub drawn: u64,
    /// Games that others won.
    pub lost: u64,
}

/// Plays games among machines: game `n` has the seed `first + n`, and everybody sits `n` seats further on. Gives the
/// score of each of the players in the order in which they are named.
///
/// Errors: a name that no machine has, a board for another number of players, or a rule at fault.
pub fn scores(game: &Game, players: &[String], board: &[String], first: u64, games: u64) -> Result<Vec<Score>, Failure> {
    let words = game.words(None).map_err(Failure::Usage)?;
    let mut scores = vec![Score::default(); players.len()];
    for number in 0..games {
        let seed = first.wrapping_add(number);
        let shift = number as usize % players.len().max(1);
        let sits = |place: usize| (place + players.len() - shift) % players.len();
        let named: Vec<String> = (0..players.len()).filter_map(|place| players.get(sits(place)).cloned()).collect();
        let mut seats = Vec::new();
        for (place, name) in named.iter().enumerate() {
            seats.push(seat(name, game, seed, place).map_err(Failure::Usage)?);
        }
        if seats.iter().any(|seat| matches!(seat, Seat::Human)) {
            return Err(Failure::usage("--games is for games without people"));
        }
        let start = Start { board: board.to_vec(), seed, players: named, campaign: Vec::new() };
        let session = Session::new(game, words, start).map_err(Failure::Problem)?;
        if session.state().players as usize != players.len() {
            let count = session.state().players;
            return Err(Failure::usage(format!("{} players are named, but the board is for {count}", players.len())));
        }
        let mut machines = Machines { seats: &mut seats };
        let played = play_out(&game.rules, &*game.host, session.state().clone(), &mut machines, MOST_COMMANDS, false);
        let played = played.map_err(|halt| Failure::problem(format!("seed {seed}: {}", game.halt(words, &halt))))?;
        let winners = played.state.winners.unwrap_or_default();
        for place in 0..players.len() {
            let Some(score) = scores.get_mut(sits(place)) else { continue };
            let won = winners.contains(&EntityId(place as u32 + 1));
            match winners.len() {
                0 => score.drawn += 1,
                all if all == players.len() => score.drawn += 1,
                _ if won => score.won += 1,
                _ => score.lost += 1,
            }
        }
    }
    Ok(scores)
}

/// Plays the games that were asked for and prints the scores, a player to a line.
///
/// Errors: as [`scores`], and no seed or nobody named.
pub fn tally(game: &Game, wanted: &Wanted<'_>, games: u64, output: &mut dyn Write) -> Result<Found, Failure> {
    let Some(seed) = wanted.seed else { return Err(Failure::usage("--games wants --seed, so that it can be counted again")) };
    if wanted.players.is_empty() {
        return Err(Failure::usage("--games wants --players, such as `--players greedy,random`"));
    }
    let board = load::board(game, wanted.board, wanted.players.len())?;
    let scores = scores(game, wanted.players, &board, seed, games)?;
    for (name, score) in wanted.players.iter().zip(scores) {
        writeln!(output, "{name}: {} won, {} drawn, {} lost", score.won, score.drawn, score.lost)?;
    }
    Ok(Found::Nothing)
}
