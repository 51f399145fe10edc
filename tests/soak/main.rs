//! Games between troupes drawn at random end, replay equal from their logs, and come out the same twice; and what of the
//! cards was used in them is counted. `CARDWRIGHT_SOAK=200` plays as many games for each number of players.

mod curious;
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
use uses::Uses;

const MOST_COMMANDS: usize = 100_000;

/// Every so many games somebody plays who wants to win, since it does what nobody does by chance.
const GREEDY: u64 = 8;

fn games() -> u64 {
    std::env::var("CARDWRIGHT_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

/// Plays a game of these pieces. Who plays depends on the seed and on what was used in the games before.
fn played(game: &Game, board: &[String], players: usize, seed: u64, uses: &Uses) -> (Saved, Played) {
    let words = game.words(None).expect("a first language");
    let start = Start { board: board.to_vec(), seed, players: vec!["curious".into(); players] };
    let session = Session::new(game, words, start.clone()).expect("a board");
    let mut seats: Vec<Seat<'_>> = (0..players)
        .map(|place| match seed.is_multiple_of(GREEDY) && place as u64 == (seed / GREEDY) % players as u64 {
            true => seat("greedy", game, seed, place).or_else(|_| seat("random", game, seed, place)).expect("a machine"),
            false => Seat::Machine(Box::new(Curious::new(seed * 100 + place as u64, uses))),
        })
        .collect();
    let mut machines = Machines { seats: &mut seats };
    let result = play_out(&game.rules, &*game.host, session.state().clone(), &mut machines, MOST_COMMANDS, true);
    let played = result.unwrap_or_else(|halt| panic!("seed {seed}, {players} players: {}\n{board:#?}", game.halt(words, &halt)));
    let mut saved = Saved::new(game, start);
    saved.moves.clone_from(&played.moves);
    saved.hash = hex(played.state.digest());
    saved.ended = true;
    (saved, played)
}

#[test]
fn games_end_and_replay_equal() {
    for pack in shelf::all_shipped().expect("shipped packs").iter().filter(|pack| shelf::is_game(pack)) {
        let game = load::pack(pack).unwrap_or_else(|failure| panic!("{failure}"));
        let words = game.words(None).expect("a first language");
        let mut uses = Uses::new(&game.rules);
        let mut count = 0;
        for players in game.rules.players.clone().map(|n| n as usize) {
            let shipped = load::board(&game, None, players).unwrap_or_else(|failure| panic!("{failure}"));
            let ground = troupes::Ground::new(&game, &shipped, players);
            for seed in 1..=games() {
                let board = ground.draw(seed, &uses);
                let (first, told) = played(&game, &board, players, seed, &uses);
                let (second, _) = played(&game, &board, players, seed, &uses);
                assert_eq!(first, second, "seed {seed}, {players} players: the same game came out differently");
                if let Err(message) = Session::replay(&game, words, &first, |_| {}) {
                    panic!("seed {seed}, {players} players: {message}");
                }
                uses.count(&told);
                count += 1;
            }
        }
        println!("{}: {count} games\n{}", game.rules.game, uses.report(words));
    }
}
