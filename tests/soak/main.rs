//! Games between troupes drawn at random end, replay equal from their logs, and come out the same twice; and what of the
//! cards was used in them is counted. `CARDWRIGHT_SOAK=200` plays 200 games of each pack, with 2, 3, … players in turn, and
//! `CARDWRIGHT_SOAK=151..200` the last 50 of these; `CARDWRIGHT_SOAK_PACK=moonstone` plays those of one pack, and tells of each
//! as it ends.

mod curious;
mod pieces;
mod troupes;
mod uses;

use cardwright::game::Game;
use cardwright::load;
use cardwright::save::{Saved, Start, hex};
use cardwright::seat::{Seat, seat};
use cardwright::session::Session;
use cardwright::shelf;
use cardwright::turn::Machines;
use cardwright_core::game::{Played, play_out};
use curious::Curious;
use std::ops::RangeInclusive;
use troupes::{Drawn, Ground};
use uses::Uses;

const MOST_COMMANDS: usize = 100_000;

/// Every so many games somebody plays who wants to win, since it does what nobody does by chance.
const GREEDY: u64 = 8;

/// On a board of more lines it would think too long.
const GREEDY_LINES: usize = 30;

/// The seeds of the games.
fn games() -> RangeInclusive<u64> {
    let Ok(wanted) = std::env::var("CARDWRIGHT_SOAK") else { return 1..=3 };
    let seed = |text: &str| text.parse().unwrap_or_else(|_| panic!("CARDWRIGHT_SOAK is 200 or 151..200, not {wanted}"));
    match wanted.split_once("..") {
        Some((first, last)) => seed(first)..=seed(last),
        None => 1..=seed(&wanted),
    }
}

/// Plays a game of these pieces. Who plays depends on the seed and on what was used in the games before.
fn played(game: &Game, board: &[String], players: usize, seed: u64, uses: &Uses) -> Result<(Saved, Played), String> {
    let words = game.words(None).expect("a first language");
    let start = Start { board: board.to_vec(), seed, players: vec!["curious".into(); players], campaign: Vec::new() };
    let session = Session::new(game, words, start.clone()).expect("a board");
    let greedy = seed.is_multiple_of(GREEDY) && board.len() <= GREEDY_LINES;
    let mut seats: Vec<Seat<'_>> = (0..players)
        .map(|place| match greedy && place as u64 == (seed / GREEDY) % players as u64 {
            true => seat("greedy", game, seed, place).or_else(|_| seat("random", game, seed, place)).expect("a machine"),
            false => Seat::Machine(Box::new(Curious::new(game, seed * 100 + place as u64, uses))),
        })
        .collect();
    let mut machines = Machines { seats: &mut seats };
    let result = play_out(&game.rules, &*game.host, session.state().clone(), &mut machines, MOST_COMMANDS, true);
    let played = result.map_err(|halt| format!("{}\n{}", game.halt(words, &halt), board.join("\n")))?;
    let mut saved = Saved::new(game, start);
    saved.moves.clone_from(&played.moves);
    saved.hash = hex(played.state.digest());
    saved.ended = true;
    Ok((saved, played))
}

/// Plays a game twice and then from its moves, which must all come to the same.
fn played_thrice(game: &Game, board: &[String], players: usize, seed: u64, uses: &Uses) -> Result<Played, String> {
    let (first, told) = played(game, board, players, seed, uses)?;
    let (second, _) = played(game, board, players, seed, uses)?;
    if first != second {
        return Err(format!("the same game came out differently: {} and {}", first.hash, second.hash));
    }
    let words = game.words(None)?;
    Session::replay(game, words, &first, |_| {})?;
    Ok(told)
}

#[test]
fn games_end_and_replay_equal() {
    let only = std::env::var("CARDWRIGHT_SOAK_PACK").ok();
    let wanted = |pack: &&std::path::PathBuf| {
        shelf::is_game(pack) && only.as_ref().is_none_or(|only| pack.file_name().is_some_and(|name| name == only.as_str()))
    };
    let packs = shelf::all_shipped().expect("shipped packs");
    let mut looked_at = 0;
    for pack in packs.iter().filter(wanted) {
        looked_at += 1;
        let game = load::pack(pack).unwrap_or_else(|failure| panic!("{failure}"));
        let words = game.words(None).expect("a first language");
        let mut uses = Uses::new(&game.rules);
        let numbers: Vec<usize> = game.rules.players.clone().map(|n| n as usize).collect();
        let mut grounds: Vec<Ground<'_>> = numbers.iter().map(|players| Ground::new(&game, *players)).collect();
        let mut failures = Vec::new();
        let mut drawn = Drawn::new(&game.rules);
        for seed in games() {
            let which = (seed - 1) as usize % numbers.len();
            let players = numbers[which];
            let board = grounds[which].draw(seed, &uses, &mut drawn);
            match played_thrice(&game, &board, players, seed, &uses) {
                Ok(told) => {
                    uses.count(&told);
                    if only.is_some() {
                        let pieces = board.len();
                        println!("seed {seed}: {pieces} lines, {} moves, {} unused", told.moves.len(), uses.unused());
                    }
                }
                Err(message) => failures.push(format!("seed {seed}, {players} players: {message}")),
            }
        }
        println!("{}: {} games\n{}\n{}", game.rules.game, games().count(), drawn.report(words), uses.report(words));
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    }
    assert!(looked_at > 0, "no pack of a game is called {}", only.unwrap_or_default());
}
