//! Troupes drawn at random: a board keeps its ground, and each seat gets other cards. Which cards may stand together is the
//! game's own affair: a troupe is good if a game could begin with it.

use super::uses::Uses;
use cardwright::game::Game;
use cardwright::save::Start;
use cardwright::session::Session;
use cardwright_core::dice::Dice;
use cardwright_core::resolve::value_in;
use cardwright_core::value::*;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The largest troupe that is tried, and how often each is.
const LARGEST: usize = 6;
const TRIES: usize = 40;

/// A board without its troupes, and the cards that may stand on it.
pub(crate) struct Ground<'g> {
    game: &'g Game,
    /// The shipped board, for where no troupe is found.
    shipped: Vec<String>,
    lines: Vec<String>,
    cards: Vec<CardId>,
    players: usize,
    /// Troupes that were looked at, and whether a game could begin where all have them.
    known: RefCell<BTreeMap<Vec<CardId>, bool>>,
}

impl<'g> Ground<'g> {
    /// The ground of a shipped board. Its cards are those of the kinds that its players have.
    pub(crate) fn new(game: &'g Game, shipped: &[String], players: usize) -> Self {
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
        Ground { game, shipped: shipped.to_vec(), lines, cards, players, known: RefCell::default() }
    }

    /// A board with a troupe for each seat, all as large; cards of which something was never used come more often.
    pub(crate) fn draw(&self, seed: u64, uses: &Uses) -> Vec<String> {
        let mut dice = Dice::new(seed ^ 0x0070_7055);
        let rare: Vec<CardId> = self.cards.iter().copied().filter(|card| uses.lacks(*card)).collect();
        let size = 1 + dice.below(&[LARGEST as u32])[0] as usize;
        for size in (size..=LARGEST).chain(1..size) {
            let troupes: Option<Vec<Vec<CardId>>> = (0..self.players).map(|_| self.troupe(size, &rare, &mut dice)).collect();
            let Some(board) = troupes.map(|troupes| self.board(&troupes)) else { continue };
            if self.begins(&board) {
                return board;
            }
        }
        self.shipped.clone()
    }

    /// A troupe that all seats could have at once.
    fn troupe(&self, size: usize, rare: &[CardId], dice: &mut Dice) -> Option<Vec<CardId>> {
        for _ in 0..TRIES {
            let mut troupe: Vec<CardId> = Vec::new();
            // One card after the other: where the troupe as it is would do, what does not go with it is left out at once.
            for _ in 0..size * 8 {
                let from = if !rare.is_empty() && dice.below(&[2])[0] == 0 { rare } else { &self.cards };
                let card = from.get(dice.below(&[from.len() as u32])[0] as usize)?;
                troupe.push(*card);
                let smaller = troupe.len() > 1 && self.would_begin(&troupe[..troupe.len() - 1]);
                if smaller && !self.would_begin(&troupe) {
                    troupe.pop();
                }
                if troupe.len() == size {
                    break;
                }
            }
            if troupe.len() == size && self.would_begin(&troupe) {
                return Some(troupe);
            }
        }
        None
    }

    fn would_begin(&self, troupe: &[CardId]) -> bool {
        let known = self.known.borrow().get(troupe).copied();
        known.unwrap_or_else(|| {
            let begins = self.begins(&self.board(&vec![troupe.to_vec(); self.players]));
            self.known.borrow_mut().insert(troupe.to_vec(), begins);
            begins
        })
    }

    fn board(&self, troupes: &[Vec<CardId>]) -> Vec<String> {
        let rules = &self.game.rules;
        let pieces = troupes.iter().zip(1..).flat_map(|(troupe, seat)| troupe.iter().map(move |card| (card, seat)));
        let pieces = pieces.filter_map(|(card, seat)| Some(format!("{} P{seat}", rules.cards.get(card.index())?.id)));
        self.lines.iter().cloned().chain(pieces).collect()
    }

    fn begins(&self, board: &[String]) -> bool {
        let (game, words) = (self.game, self.game.words(None).expect("a first language"));
        let start = Start { board: board.to_vec(), seed: 1, players: vec![String::new(); self.players] };
        let Ok(session) = Session::new(game, words, start) else { return false };
        game.rules.begins.iter().all(|requirement| {
            let holds = value_in(&game.rules, &*game.host, session.state(), requirement.test, Ambient::default());
            holds.is_ok_and(|value| value.holds())
        })
    }
}
