//! What is shown, to whom, and when.

use super::Sitting;
use crate::failure::Failure;
use crate::session::Session;
use crate::table::{self, Picture};
use crate::tale::Line;
use crate::tongue::{said, wrapped};
use cardwright_core::rules::Seen;
use cardwright_core::space::Point;
use cardwright_core::state::State;
use cardwright_core::value::*;

impl Sitting<'_, '_, '_, '_> {
    /// A line between what is asked.
    pub(super) fn note(&mut self, line: impl std::fmt::Display) -> Result<(), Failure> {
        self.console.say(format!("  {line}"))
    }

    /// Puts a player before the screen. Among several people what is secret is shown only after the keyboard has changed
    /// hands. False where nobody is there any more.
    pub(super) fn face(&mut self, player: EntityId, secret: bool, state: &State) -> Result<bool, Failure> {
        let several = self.people() > 1;
        let private = secret || holds_secrets(self.session, state, player);
        if several && self.reader != Some(player) && (private || self.exposed) {
            if self.exposed {
                self.console.clear()?;
            }
            let who = crate::name::player(&self.session.given, player);
            let words = self.session.words;
            let prompt = said!(words, "Hand the keyboard to {who}, then press Enter. ", "請把鍵盤交給{who}，然後按 Enter。");
            if self.console.ask(&prompt)?.is_none() {
                return Ok(false);
            }
            self.console.clear()?;
            self.picture = Picture::default();
        }
        if self.reader != Some(player) {
            self.exposed = false;
        }
        self.exposed |= several && private;
        self.reader = Some(player);
        Ok(true)
    }

    /// Tells what has happened since it was last told, as a player may know it.
    pub(super) fn tell(&mut self, viewer: Option<EntityId>) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        let from = self.shown.0.min(self.session.moves.len());
        let lines = self.session.tell(from, &self.under_way, viewer, self.told);
        let skipped = if self.caught_up { lines.len() } else { self.shown.1 };
        self.caught_up = false;
        for line in lines.iter().skip(skipped) {
            self.say_line(line)?;
        }
        self.shown = if self.under_way.is_empty() { (self.session.moves.len(), 0) } else { (from, lines.len()) };
        Ok(())
    }

    /// Draws what is another than before: before a command the board or else the list beneath it, before a question only
    /// the cards, and the board where a place is asked for.
    pub(super) fn draw(&mut self, state: &State, player: EntityId, whole: bool) -> Result<(), Failure> {
        let picture = self.picture_of(state, player);
        let columns = self.console.columns;
        if whole && picture.board != self.picture.board {
            self.console.say(picture.text(columns).trim_end())?;
            self.picture = picture;
            return Ok(());
        }
        // Of the list only what is another than before.
        let known = &self.picture.list;
        let list: Vec<&String> = picture.list.iter().filter(|line| whole && !known.contains(line)).collect();
        let asked_for: Vec<&String> = picture.asked_for.iter().filter(|block| !self.picture.asked_for.contains(block)).collect();
        let open: Vec<&String> = picture.open.iter().filter(|block| !self.picture.open.contains(block)).collect();
        let cards: &[String] = if picture.cards != self.picture.cards { &picture.cards } else { &[] };
        let blocks = list.iter().copied().chain(asked_for).chain(open).chain(cards);
        for line in blocks.flat_map(|block| block.lines()).flat_map(|line| table::folded(line, columns)) {
            self.console.say(line)?;
        }
        self.picture.asked_for = picture.asked_for;
        self.picture.open = picture.open;
        if !list.is_empty() {
            self.picture.list = picture.list;
        }
        self.picture.cards = picture.cards;
        Ok(())
    }

    /// Draws the board with the points marked of which one is to be chosen. What stands beneath it is told as always.
    pub(super) fn draw_choices(&mut self, state: &State, player: EntityId, points: &[Point]) -> Result<(), Failure> {
        let (says, game) = (self.says(state, player), self.session.game);
        let marked = table::draw(&says, game, self.console.rows, points);
        if self.picture == Picture::default() {
            self.console.say(marked.text(self.console.columns).trim_end())?;
            self.picture = self.picture_of(state, player);
            return Ok(());
        }
        self.draw(state, player, false)?;
        self.picture.board = self.picture_of(state, player).board;
        let board = Picture { board: marked.board, ..Picture::default() };
        self.console.say(board.text(self.console.columns).trim_end())
    }

    pub(super) fn board_changed(&self, state: &State, player: EntityId) -> bool {
        self.picture_of(state, player).board != self.picture.board
    }

    pub(super) fn hint(&mut self, offered: bool, about: &[DefId]) -> Result<(), Failure> {
        let (game, words) = (self.session.game, self.session.words);
        let hints = if offered { &game.face.hints.offered } else { &game.face.hints.asked };
        for def in about {
            let Some(hint) = hints.get(def) else { continue };
            if self.hinted.insert((offered, *def)) {
                for line in wrapped(hint.in_language(&words.tag), self.console.columns.min(100) - 4) {
                    self.console.say(format!("  | {line}"))?;
                }
            }
        }
        Ok(())
    }

    /// A line of the log, broken at the edge of the screen.
    pub(super) fn say_line(&mut self, line: &Line) -> Result<(), Failure> {
        let indent = " ".repeat(line.depth.min(10) * 2);
        let room = self.console.columns.saturating_sub(indent.len() + 2).max(20);
        for (number, part) in wrapped(&line.text, room).into_iter().enumerate() {
            let more = if number > 0 { "  " } else { "" };
            self.console.say(format!("{indent}{more}{part}"))?;
        }
        Ok(())
    }

    /// The table as a player sees it.
    pub(super) fn picture_of(&self, state: &State, player: EntityId) -> Picture {
        table::draw(&self.says(state, player), self.session.game, self.console.rows, &[])
    }
}

/// Whether something lies where only this player may look.
fn holds_secrets(session: &Session<'_>, state: &State, player: EntityId) -> bool {
    let rules = &session.game.rules;
    (0..state.piles.len()).any(|pile| {
        let (zone, owner) = state.zone_of(rules, pile as u32);
        let own = rules.zones.get(zone.index()).is_some_and(|z| z.seen == Seen::Owner);
        own && owner == Some(player) && state.piles.get(pile).is_some_and(|pile| !pile.is_empty())
    })
}
