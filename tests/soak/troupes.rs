//! Troupes drawn at random: a board keeps its ground, each seat gets other cards, and options vary. Which cards may stand
//! together is the game's own affair: a troupe is good if a game could begin with it. Where boards have no troupes, their
//! pieces are exchanged.

use super::pieces;
use super::uses::Uses;
use cardwright::game::Game;
use cardwright::load;
use cardwright::save::Start;
use cardwright::session::Session;
use cardwright::words::Words;
use cardwright_core::dice::Dice;
use cardwright_core::resolve::value_in;
use cardwright_core::rules::Ruleset;
use cardwright_core::value::*;
use std::collections::{BTreeMap, BTreeSet};

/// The largest troupe that is tried.
const LARGEST: usize = 6;

/// So many games are played on the board that is there to begin with, by no more than so many pieces of a seat.
const FIRST: u64 = 3;
const FEW: usize = 2;

/// One game in so many has all pieces of its board.
const WHOLE: u32 = 8;

/// One game in so many has an option other than by default.
const OTHERWISE: u32 = 3;

/// How often each card was drawn.
pub(crate) struct Drawn(Vec<u64>);

impl Drawn {
    /// Nothing was drawn yet.
    pub(crate) fn new(rules: &Ruleset) -> Self {
        Drawn(vec![0; rules.cards.len()])
    }

    /// How often a card was drawn.
    pub(crate) fn of(&self, card: CardId) -> u64 {
        self.0.get(card.index()).copied().unwrap_or(0)
    }

    /// Notes that a card was drawn.
    pub(crate) fn note(&mut self, card: CardId) {
        if let Some(times) = self.0.get_mut(card.index()) {
            *times += 1;
        }
    }

    /// How many cards were drawn, the most and the least often.
    pub(crate) fn report(&self, words: &Words) -> String {
        let drawn = || (0..).map(CardId).zip(&self.0).filter(|(_, times)| **times > 0).map(|(card, times)| (*times, card));
        let named = |(times, card): (u64, CardId)| format!("{times} times ({})", words.card(card));
        let ends = drawn().min().zip(drawn().max()).map(|(least, most)| format!(", {} to {}", named(least), named(most)));
        format!("{} cards were drawn{}", drawn().count(), ends.unwrap_or_default())
    }
}

/// A board without its troupes, and the cards that may stand on it.
pub(crate) struct Ground<'g> {
    game: &'g Game,
    /// The shipped board, for where no troupe is found.
    shipped: Vec<String>,
    /// The shipped boards on which pieces have places, the smallest first; none where seats have troupes.
    placed: Vec<Vec<String>>,
    lines: Vec<String>,
    cards: Vec<CardId>,
    players: usize,
    /// Troupes that were looked at, and which requirements fail where all have them; None where they cannot be set up.
    known: BTreeMap<Vec<CardId>, Option<BTreeSet<usize>>>,
}

impl<'g> Ground<'g> {
    /// The ground of the shipped board for so many players. Its cards are those of the kinds that its players have.
    pub(crate) fn new(game: &'g Game, players: usize) -> Self {
        let shipped = load::board(game, None, players).unwrap_or_else(|failure| panic!("{failure}"));
        let owned = |line: &&String| (1..=players).any(|seat| line.ends_with(&format!(" P{seat}")));
        let rules = &game.rules;
        let kinds: Vec<KindId> = shipped
            .iter()
            .filter(owned)
            .filter_map(|line| line.split(' ').next())
            .filter_map(|id| rules.cards.iter().find(|card| card.id == id))
            .map(|card| card.kind)
            .collect();
        let cards = (0..).map(CardId).zip(&rules.cards).filter(|(_, card)| card.copies == 0 && kinds.contains(&card.kind));
        let cards = cards.map(|(id, _)| id).collect();
        let lines = shipped.iter().filter(|line| !owned(line)).cloned().collect();
        let mut placed = Vec::new();
        if pieces::are_placed(rules, &shipped, players) {
            let all = load::board_files(game).unwrap_or_else(|failure| panic!("{failure}"));
            placed.extend(all.into_iter().filter(|board| board.players == players).map(|board| board.lines));
            placed.sort_by_key(Vec::len);
        }
        Ground { game, shipped, placed, lines, cards, players, known: BTreeMap::new() }
    }

    /// The board to begin with for the first games, so that a few of them do not take long; then all that are shipped, one
    /// after the other, with fewer and other pieces.
    fn exchanged(&self, seed: u64, uses: &Uses, drawn: &mut Drawn, dice: &mut Dice) -> Vec<String> {
        let (board, most) = match (seed - 1).checked_sub(FIRST) {
            None => (&self.shipped, FEW),
            Some(later) => (&self.placed[later as usize % self.placed.len()], LARGEST),
        };
        let rules = &self.game.rules;
        let begins = |board: &[String]| self.failing(board).is_some_and(|failing| failing.is_empty());
        let size = 1 + dice.below(&[most as u32])[0] as usize;
        let whole = dice.below(&[WHOLE])[0] == 0 && most == LARGEST;
        let sizes = if whole { LARGEST + 1 } else { size }..=LARGEST;
        let fewer = sizes.map(|size| pieces::fewer(rules, board, self.players, size, dice)).find(|fewer| begins(fewer));
        let board = fewer.unwrap_or_else(|| board.clone());
        pieces::exchanged(rules, &board, self.players, dice, (uses, drawn), begins)
    }

    /// The board with other options too, where a game could begin with them.
    fn with_options(&self, board: Vec<String>, dice: &mut Dice) -> Vec<String> {
        let other: Vec<String> = self.options(dice).into_iter().chain(board.iter().cloned()).collect();
        let begins = self.failing(&other).is_some_and(|failing| failing.is_empty());
        if begins { other } else { board }
    }

    /// A board with a troupe for each seat, all as large. What was drawn least comes first, but half the troupes are led by
    /// a card of which something was never used.
    pub(crate) fn draw(&mut self, seed: u64, uses: &Uses, drawn: &mut Drawn) -> Vec<String> {
        let mut dice = Dice::new(seed ^ 0x0070_7055);
        if !self.placed.is_empty() {
            let board = self.exchanged(seed, uses, drawn, &mut dice);
            return self.with_options(board, &mut dice);
        }
        let size = 1 + dice.below(&[LARGEST as u32])[0] as usize;
        for size in (size..=LARGEST).chain(1..size) {
            let mut times = Drawn(drawn.0.clone());
            let troupes: Option<Vec<_>> = (0..self.players).map(|_| self.troupe(size, uses, &mut times, &mut dice)).collect();
            let Some(board) = troupes.map(|troupes| self.board(&troupes)) else { continue };
            if self.failing(&board).is_some_and(|failing| failing.is_empty()) {
                *drawn = times;
                return self.with_options(board, &mut dice);
            }
        }
        self.shipped.clone()
    }

    /// Some options of the game other than they are by default, as lines of a board.
    fn options(&self, dice: &mut Dice) -> Vec<String> {
        let mut lines = Vec::new();
        for option in &self.game.rules.options {
            let others: Vec<&Value> = option.among.iter().filter(|value| **value != option.default).collect();
            let picks = dice.below(&[OTHERWISE, others.len() as u32]);
            let value = match others.get(picks[1] as usize).filter(|_| picks[0] == 0) {
                Some(Value::Number(number)) => number.to_string(),
                Some(Value::Term(term)) => self.game.rules.terms[term.index()].id.clone(),
                _ => continue,
            };
            lines.push(format!("option {} {value}", option.id));
        }
        lines
    }

    /// A troupe that all seats could have at once, one card after the other: one is left out if with it something stands
    /// against the troupe that did not before.
    fn troupe(&mut self, size: usize, uses: &Uses, drawn: &mut Drawn, dice: &mut Dice) -> Option<Vec<CardId>> {
        let mut order: Vec<CardId> = dice.order(self.cards.len()).into_iter().map(|n| self.cards[n as usize]).collect();
        order.sort_by_key(|card| drawn.of(*card));
        let rare = order.iter().position(|card| uses.lacks(*card));
        if let Some(rare) = rare.filter(|_| dice.below(&[2])[0] == 0) {
            order[..=rare].rotate_right(1);
        }
        let mut troupe = Vec::new();
        let mut before = self.failing_of(&troupe)?;
        for card in order {
            troupe.push(card);
            match self.failing_of(&troupe) {
                Some(failing) if failing.is_subset(&before) => before = failing,
                _ => drop(troupe.pop()),
            }
            if troupe.len() == size {
                break;
            }
        }
        if troupe.len() < size || !before.is_empty() {
            return None;
        }
        for card in &troupe {
            drawn.0[card.index()] += 1;
        }
        Some(troupe)
    }

    fn failing_of(&mut self, troupe: &[CardId]) -> Option<BTreeSet<usize>> {
        if let Some(known) = self.known.get(troupe) {
            return known.clone();
        }
        let failing = self.failing(&self.board(&vec![troupe.to_vec(); self.players]));
        self.known.insert(troupe.to_vec(), failing.clone());
        failing
    }

    fn board(&self, troupes: &[Vec<CardId>]) -> Vec<String> {
        let rules = &self.game.rules;
        let pieces = troupes.iter().zip(1..).flat_map(|(troupe, seat)| troupe.iter().map(move |card| (card, seat)));
        let pieces = pieces.filter_map(|(card, seat)| Some(format!("{} P{seat}", rules.cards.get(card.index())?.id)));
        self.lines.iter().cloned().chain(pieces).collect()
    }

    /// Which of the requirements for a game to begin a board does not meet.
    fn failing(&self, board: &[String]) -> Option<BTreeSet<usize>> {
        let (game, words) = (self.game, self.game.words(None).expect("a first language"));
        let start = Start { board: board.to_vec(), seed: 1, players: vec![String::new(); self.players], campaign: Vec::new() };
        let session = Session::new(game, words, start).ok()?;
        let failing = game.rules.begins.iter().enumerate().filter(|(_, requirement)| {
            let holds = value_in(&game.rules, &*game.host, session.state(), requirement.test, Ambient::default());
            !holds.is_ok_and(|value| value.holds())
        });
        Some(failing.map(|(n, _)| n).collect())
    }
}
