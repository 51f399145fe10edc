//! The player that weighs what it does: it wins against chance, plays the same twice, and does not look at what is hidden.

use cardwright::command::tally::scores;
use cardwright::game::Game;
use cardwright::load;
use cardwright::save::{Saved, Start, hex};
use cardwright::seat::seat;
use cardwright::session::Session;
use cardwright::turn::Machines;
use cardwright_core::decision::{Decision, Offer, Past};
use cardwright_core::game::play_out;
use cardwright_core::policy::{Greedy, Random, dealt};
use cardwright_core::resolve::Policy;
use cardwright_core::state::State;
use cardwright_core::value::*;
use std::sync::Arc;

const GAMES: u64 = 6;
const MOST_COMMANDS: usize = 100_000;

fn moonstone() -> Game {
    load::game("moonstone").unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn it_beats_chance_from_either_seat() {
    let game = moonstone();
    let board = load::board(&game, None, 2).unwrap_or_else(|failure| panic!("{failure}"));
    let scores =
        scores(&game, &["greedy".into(), "random".into()], &board, 1, GAMES).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(scores[0].won + 1 >= GAMES && scores[0].lost == 0, "of {GAMES} games: {scores:?}");
    assert_eq!((scores[0].won, scores[0].drawn, scores[0].lost), (scores[1].lost, scores[1].drawn, scores[1].won));
}

#[test]
fn it_plays_the_same_twice_and_what_it_played_is_legal() {
    let game = moonstone();
    let words = game.words(None).expect("a first language");
    let board = load::board(&game, None, 2).unwrap_or_else(|failure| panic!("{failure}"));
    let start = Start { board, seed: 11, players: vec!["greedy".into(), "greedy".into()], campaign: Vec::new() };
    let session = Session::new(&game, words, start.clone()).expect("a board");
    let play = || {
        let mut seats: Vec<_> = (0..2).map(|place| seat("greedy", &game, 11, place).expect("greedy")).collect();
        let mut machines = Machines { seats: &mut seats };
        let played = play_out(&game.rules, &*game.host, session.state().clone(), &mut machines, MOST_COMMANDS, false);
        played.unwrap_or_else(|halt| panic!("{}", game.halt(words, &halt)))
    };
    let (first, second) = (play(), play());
    assert_eq!((&first.moves, first.state.digest()), (&second.moves, second.state.digest()));
    let mut saved = Saved::new(&game, start);
    (saved.moves, saved.hash, saved.ended) = (first.moves, hex(first.state.digest()), true);
    Session::replay(&game, words, &saved, |_| {}).unwrap_or_else(|message| panic!("{message}"));
}

/// Plays at random, and has somebody weigh the same decision twice: as things are, and with other things hidden.
struct Doubter<'g> {
    game: &'g Game,
    random: Random,
    commands: usize,
    answers: usize,
}

impl Doubter<'_> {
    fn greedy(&self) -> Greedy<'_> {
        Greedy::new(&self.game.rules, &*self.game.host, 5).expect("the pack judges")
    }
}

/// Two cards that a player cannot see change places, in a state and in the one that led to it; None where no two can.
fn other_cards(game: &Game, state: &State, past: &Past, player: EntityId) -> Option<(State, Past)> {
    let hidden: Vec<EntityId> = (0..state.entities.len() as u32)
        .map(EntityId)
        .filter(|id| !state.sees(&game.rules, player, *id) && !past.state.sees(&game.rules, player, *id))
        .collect();
    let of = |id: &EntityId| (state.entity(*id).kind, state.entity(*id).card, state.entity(*id).pile);
    // One in a hand and one in a deck, so that another hand is held.
    let (a, b) = hidden.iter().flat_map(|a| hidden.iter().map(move |b| (*a, *b))).find(|(a, b)| {
        let ((kind, card, pile), (other_kind, other_card, other_pile)) = (of(a), of(b));
        kind == other_kind && card != other_card && pile != other_pile
    })?;
    let swapped = |state: &State| {
        let mut other = state.clone();
        let (one, two) = (state.entity(a), state.entity(b));
        (other.entities[a.index()].card, other.entities[a.index()].fields) = (two.card, two.fields.clone());
        (other.entities[b.index()].card, other.entities[b.index()].fields) = (one.card, one.fields.clone());
        other
    };
    Some((swapped(state), Past { state: Arc::new(swapped(&past.state)), ..past.clone() }))
}

impl Policy for Doubter<'_> {
    fn looks_back(&self) -> bool {
        true
    }

    fn command(&mut self, state: &State, player: EntityId, legal: &[Offer], may_pass: bool) -> Option<usize> {
        if self.commands < 12 && legal.len() > 1 {
            self.commands += 1;
            let rules = &self.game.rules;
            let other = dealt(rules, state, player, 77 + self.commands as u64);
            assert_eq!(other.seen_by(rules, player), state.seen_by(rules, player), "another state looks the same");
            assert_ne!(&other, state);
            let choice = self.greedy().command(state, player, legal, may_pass);
            assert_eq!(choice, self.greedy().command(&other, player, legal, may_pass), "what is hidden decided a command");
        }
        self.random.command(state, player, legal, may_pass)
    }

    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        let past = decision.past.as_ref().expect("the past of a question");
        if self.answers < 12
            && decision.secret
            && let Some((other, past)) = other_cards(self.game, state, past, decision.player)
        {
            self.answers += 1;
            let (rules, player) = (&self.game.rules, decision.player);
            assert_eq!(other.seen_by(rules, player), state.seen_by(rules, player), "another state looks the same");
            let choice = self.greedy().answer(state, decision, &mut |_| true);
            let decision = Decision { past: Some(past), ..decision.clone() };
            assert_eq!(choice, self.greedy().answer(&other, &decision, &mut |_| true), "what is hidden decided an answer");
        }
        self.random.answer(state, decision, legal)
    }
}

#[test]
fn what_is_hidden_decides_nothing() {
    let game = moonstone();
    let words = game.words(None).expect("a first language");
    let board = load::board(&game, None, 2).unwrap_or_else(|failure| panic!("{failure}"));
    let mut doubter = Doubter { game: &game, random: Random::new(3), commands: 0, answers: 0 };
    for seed in 1..=40 {
        let start = Start { board: board.clone(), seed, players: vec!["doubter".into(); 2], campaign: Vec::new() };
        let session = Session::new(&game, words, start).expect("a board");
        let played = play_out(&game.rules, &*game.host, session.state().clone(), &mut doubter, MOST_COMMANDS, false);
        played.unwrap_or_else(|halt| panic!("{}", game.halt(words, &halt)));
        if doubter.commands >= 12 && doubter.answers >= 12 {
            return;
        }
    }
    panic!("only {} commands and {} secret answers were weighed", doubter.commands, doubter.answers);
}
