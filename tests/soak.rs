//! Random games end, replay equal from their logs, and come out the same twice. `CARDWRIGHT_SOAK=100` plays as many games
//! for each number of players.

use cardwright::load;
use cardwright::save::{Saved, Start, hex};
use cardwright::session::Session;
use cardwright::turn::Machines;
use cardwright::{seat, shelf};
use cardwright_core::game::play_out;

const MOST_COMMANDS: usize = 100_000;

fn games() -> u64 {
    std::env::var("CARDWRIGHT_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(34)
}

fn played(game: &cardwright::game::Game, board: &[String], players: usize, seed: u64) -> Saved {
    let words = game.words(None).expect("a first language");
    let start = Start { board: board.to_vec(), seed, players: vec!["random".into(); players] };
    let session = Session::new(game, words, start.clone()).expect("a board");
    let mut seats: Vec<_> = (0..players).map(|place| seat::seat("random", game, seed, place).expect("random")).collect();
    let mut machines = Machines { seats: &mut seats };
    let result = play_out(&game.rules, &*game.host, session.state().clone(), &mut machines, MOST_COMMANDS, false);
    let (state, moves, _) = result.unwrap_or_else(|halt| panic!("seed {seed}, {players} players: {}", game.halt(words, &halt)));
    let mut saved = Saved::new(game, start);
    saved.moves = moves;
    saved.hash = hex(state.digest());
    saved.ended = true;
    saved
}

#[test]
fn random_games_end_and_replay_equal() {
    for pack in shelf::all_shipped().expect("shipped packs").iter().filter(|pack| shelf::is_game(pack)) {
        let game = load::pack(pack).unwrap_or_else(|failure| panic!("{failure}"));
        let words = game.words(None).expect("a first language");
        for players in game.rules.players.clone().map(|n| n as usize) {
            let board = load::board(&game, None, players).unwrap_or_else(|failure| panic!("{failure}"));
            for seed in 1..=games() {
                let first = played(&game, &board, players, seed);
                let second = played(&game, &board, players, seed);
                assert_eq!(first, second, "seed {seed}, {players} players: the same game came out differently");
                if let Err(message) = Session::replay(&game, words, &first, |_| {}) {
                    panic!("seed {seed}, {players} players: {message}");
                }
            }
        }
    }
}
