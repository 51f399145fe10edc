//! Boards on which the pieces of players stand at places of their own: some of them are left, and any of those may be another
//! card of its kind, as wide as the one that stood there.

use super::troupes::Drawn;
use super::uses::Uses;
use cardwright_core::dice::Dice;
use cardwright_core::rules::{Body, Card, Ruleset};
use cardwright_core::value::*;
use std::collections::BTreeSet;

/// Of so many pieces one stays as the board has it.
const STAYS: u32 = 4;

/// A line of a board that sets a card down for a player: the card, and all that stands behind it.
fn owned<'l>(rules: &Ruleset, line: &'l str, players: usize) -> Option<(CardId, &'l str)> {
    let (id, rest) = line.split_once(' ')?;
    let seat = rest.split(' ').next()?;
    let card = rules.cards.iter().position(|card| card.id == id)?;
    (1..=players).any(|n| seat == format!("P{n}")).then_some((CardId(card as u32), rest))
}

/// Whether more is said of some player's piece than whose it is: then they stand where the board has them.
pub(crate) fn are_placed(rules: &Ruleset, board: &[String], players: usize) -> bool {
    board.iter().filter_map(|line| owned(rules, line, players)).any(|(_, rest)| rest.contains(' '))
}

/// A board on which each seat keeps so many of its pieces that stand somewhere, whichever.
pub(crate) fn fewer(rules: &Ruleset, board: &[String], players: usize, size: usize, dice: &mut Dice) -> Vec<String> {
    let mut gone = BTreeSet::new();
    for seat in 1..=players {
        let of_seat = |line: &str| {
            let rest = owned(rules, line, players).map(|(_, rest)| rest);
            rest.is_some_and(|rest| rest.starts_with(&format!("P{seat} ")) && rest.contains(" at "))
        };
        let theirs: Vec<usize> = (0..board.len()).filter(|n| of_seat(&board[*n])).collect();
        gone.extend(dice.order(theirs.len()).into_iter().skip(size).map(|n| theirs[n as usize]));
    }
    board.iter().enumerate().filter(|(n, _)| !gone.contains(n)).map(|(_, line)| line.clone()).collect()
}

/// A board with other cards for the pieces of its players. What was drawn least comes first, but half of the pieces become a
/// card of which something was never used. `begins`: whether a game could begin on a board.
pub(crate) fn exchanged(
    rules: &Ruleset,
    board: &[String],
    players: usize,
    dice: &mut Dice,
    (uses, drawn): (&Uses, &mut Drawn),
    begins: impl Fn(&[String]) -> bool,
) -> Vec<String> {
    let mut lines = board.to_vec();
    for place in dice.order(board.len()).into_iter().map(|n| n as usize) {
        let Some((card, rest)) = board.get(place).and_then(|line| owned(rules, line, players)) else { continue };
        let mut now = card;
        if dice.below(&[STAYS])[0] > 0 {
            let mut others = alike(rules, card);
            let order = dice.order(others.len());
            others = order.into_iter().filter_map(|n| others.get(n as usize).copied()).collect();
            others.sort_by_key(|card| drawn.of(*card));
            let rare = others.iter().find(|card| uses.lacks(**card)).filter(|_| dice.below(&[2])[0] == 0);
            let other = rare.or(others.first()).copied().unwrap_or(card);
            let before = lines.clone();
            lines[place] = format!("{} {rest}", rules.cards[other.index()].id);
            if begins(&lines) { now = other } else { lines = before }
        }
        drawn.note(now);
    }
    lines
}

/// Cards of the same kind that are as wide.
fn alike(rules: &Ruleset, card: CardId) -> Vec<CardId> {
    let one = &rules.cards[card.index()];
    let kind = &rules.kinds[one.kind.index()];
    let width = |card: &Card| match kind.body {
        Body::Round(field) => card.prints.get((field.0 - kind.fields.start) as usize).cloned(),
        Body::Area(_) | Body::None => None,
    };
    let like = |other: &Card| other.kind == one.kind && other.copies == 0 && width(other) == width(one);
    (0..).map(CardId).zip(&rules.cards).filter(|(_, other)| like(other)).map(|(id, _)| id).collect()
}
