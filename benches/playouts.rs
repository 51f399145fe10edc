//! How many random games are played in a second on one core: shipped packs, boards and cards, and fixed seeds. Prints
//! medians; judges nothing.
#![allow(missing_docs, reason = "a bench")]

use cardwright::game::Game;
use cardwright::save::Start;
use cardwright::session::Session;
use cardwright::{load, seat, turn::Machines};
use cardwright_core::game::play_out;
use cardwright_core::state::State;
use std::time::Instant;

/// Six models on each side; a character may stand on both.
const TROUPES: [[&str; 6]; 2] = [
    ["beaky-bobby", "doug-the-flatulent", "gotchgut", "kalista", "hoff", "young-jack"],
    ["eric-the-squire", "young-jack", "hoff", "kalista", "gotchgut", "beaky-bobby"],
];
const BATCHES: usize = 7;
const MOST_COMMANDS: usize = 100_000;

/// The processor time of this program in seconds, where the system tells it: other programs beside it do not count.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<i64> = stat.rsplit(')').next().unwrap_or("").split_whitespace().filter_map(|f| f.parse().ok()).collect();
    // After the state come numbers only; the 11th and 12th are the ticks in the program and in the system.
    let ticks = |at: usize| fields.get(at).map_or(0, |n| n.unsigned_abs());
    (ticks(10) + ticks(11)) as f64 / 100.0
}

/// A game as a machine plays it: its rules, and one start for each seed.
struct Workload {
    name: &'static str,
    game: Game,
    starts: Vec<State>,
}

/// Six a side at Moonstone, on the first board for two.
fn six_a_side() -> Workload {
    let mut game = game("moonstone");
    // The shipped cards do not make two lawful troupes of six.
    game.rules.begins.clear();
    let mut board = load::board(&game, None, 2).unwrap_or_else(|failure| panic!("{failure}"));
    board.retain(|line| !line.ends_with(" P1") && !line.ends_with(" P2"));
    for (troupe, seat) in TROUPES.iter().zip(1..) {
        board.extend(troupe.iter().map(|card| format!("{card} P{seat}")));
    }
    workload("moonstone, six a side", game, &board, 10)
}

/// A duel of two heroes at Dice Throne.
fn duel() -> Workload {
    let game = game("dice-throne");
    let board = load::board(&game, None, 2).unwrap_or_else(|failure| panic!("{failure}"));
    workload("dice throne, a duel", game, &board, 50)
}

/// Sixteen against sixteen at Darkness Rising, with stacks and casters of all disciplines.
fn sixteen_a_side() -> Workload {
    let game = game("darkness-rising");
    let board = load::board(&game, Some("siege"), 2).unwrap_or_else(|failure| panic!("{failure}"));
    workload("darkness rising, sixteen a side", game, &board, 2)
}

fn game(name: &str) -> Game {
    let folder = load::folder_of(name).unwrap_or_else(|failure| panic!("{failure}"));
    load::pack(&folder).unwrap_or_else(|failure| panic!("{failure}"))
}

fn workload(name: &'static str, game: Game, board: &[String], games: u64) -> Workload {
    let words = game.words(None).unwrap();
    let starts = (1..=games)
        .map(|seed| {
            let start = Start { board: board.to_vec(), seed, players: vec!["random".into(); 2], campaign: Vec::new() };
            Session::new(&game, words, start).unwrap_or_else(|failure| panic!("{failure}")).state().clone()
        })
        .collect();
    Workload { name, game, starts }
}

fn main() {
    for workload in [six_a_side(), duel(), sixteen_a_side()] {
        measure(&workload);
    }
}

fn measure(Workload { name, game, starts }: &Workload) {
    let words = game.words(None).unwrap();
    let games = starts.len() as f64;
    let mut each = Vec::new();
    let spent = processor();
    let (mut moves, mut unfinished, mut ends) = (0, 0, 0);
    for _ in 0..BATCHES {
        (moves, unfinished, ends) = (0, 0, 0);
        let begun = Instant::now();
        for (state, seed) in starts.iter().zip(1..) {
            let mut seats: Vec<_> = (0..2).map(|place| seat::seat("random", game, seed, place).unwrap()).collect();
            match play_out(&game.rules, &*game.host, state.clone(), &mut Machines { seats: &mut seats }, MOST_COMMANDS, false) {
                Ok(played) => {
                    moves += played.moves.len();
                    ends ^= played.state.digest();
                }
                Err(halt) => {
                    unfinished += 1;
                    println!("seed {seed}: {}", game.halt(words, &halt));
                }
            }
        }
        each.push(begun.elapsed().as_secs_f64() / games);
    }
    let spent = (processor() - spent) / (BATCHES as f64 * games);
    each.sort_by(f64::total_cmp);
    let (median, best) = (each[BATCHES / 2], each[0]);
    println!("{name}: {games} games in a batch, {BATCHES} batches, {unfinished} games did not end");
    println!("  {:<24} {:>8.1}   at best {:>8.1}", "games a second", 1.0 / median, 1.0 / best);
    println!("  {:<24} {:>8.1}", "by processor time", 1.0 / spent);
    println!("  {:<24} {:>8.2}   at best {:>8.2}", "milliseconds a game", median * 1e3, best * 1e3);
    let per_game = moves as f64 / games;
    println!("  {:<24} {per_game:>8.1}", "moves a game");
    println!("  {:<24} {:>8.1}", "microseconds a move", median / per_game * 1e6);
    // The same games, whatever made them quicker.
    println!("  {:<24} {ends:016x}", "how they ended");
}
