//! The table as it is shown: the board drawn in characters, and the list of pieces beneath or beside it.
//!
//! Reading order: this file (a picture, and what its parts need) · [`drawing`] the board · [`squares`] one on squares · [`list`] pieces, score, cards ·
//! [`panel`] what stands for all of this where there is no table.

mod drawing;
mod list;
mod panel;
mod squares;

use crate::face::Face;
use crate::game::Game;
use crate::say::Says;
use crate::tongue::width;
use cardwright_core::space::{Point, Polygon};
use cardwright_core::state::Entity;
use cardwright_core::value::*;
pub use list::{besides, columns, compared, score, statuses};
pub use panel::entry;
pub use squares::CHOICE;

/// The least room beside a board in which a list can be read.
const BESIDE: usize = 36;

/// A board as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The board, with what its signs mean.
    pub board: Vec<String>,
    /// What its signs mean.
    pub legend: Vec<String>,
    /// The pieces, with what changes on them; without a table the players, of several lines each.
    pub list: Vec<String>,
    /// What the viewer's abilities ask of what lies open.
    pub asked_for: Vec<String>,
    /// What lies open before all, a block for each player.
    pub open: Vec<String>,
    /// The cards that can be seen.
    pub cards: Vec<String>,
}

impl Picture {
    /// Board and list together, in so many columns.
    pub fn text(&self, columns: usize) -> String {
        let below = self
            .legend
            .iter()
            .chain(&self.list)
            .chain(&self.asked_for)
            .chain(&self.open)
            .chain(&self.cards)
            .flat_map(|block| block.lines());
        let taken = self.board.iter().map(|line| width(&bare(line))).max().unwrap_or(0) + 2;
        let room = columns.saturating_sub(taken);
        if self.board.is_empty() || room < BESIDE {
            let below = below.flat_map(|line| folded(line, columns));
            return self.board.iter().cloned().chain(below).fold(String::new(), |out, line| out + &line + "\n");
        }
        let mut out = String::new();
        let beside: Vec<String> = below.flat_map(|line| folded(line, room)).collect();
        for row in 0..self.board.len().max(beside.len()) {
            let left = self.board.get(row).map_or("", String::as_str);
            // Colours take no columns, so the blanks are counted without them.
            let blanks = " ".repeat(taken.saturating_sub(width(&bare(left))));
            let right = beside.get(row).map_or("", |line| line.as_str());
            out.push_str(format!("{left}{blanks}{right}").trim_end());
            out.push('\n');
        }
        out
    }
}

/// Draws a board, with so many rows at most for all of it; one on squares has a row for each. `choices`: points of which one
/// can be chosen. Colours are control codes, which the program takes out again where nobody can see them.
pub fn draw(says: &Says<'_>, game: &Game, rows: usize, choices: &[Point]) -> Picture {
    if let Some(panel) = &game.face.panel {
        let (list, open) = (panel::players(says, game, panel), panel::open(says, game, panel));
        let asked_for = panel::asked_for(says, game, panel);
        return Picture { list, asked_for, open, cards: panel::own(says, game, panel), ..Picture::default() };
    }
    let size = says.rules.table.filter(|(w, h)| *w > 0 && *h > 0);
    let board = size.map(|size| match game.face.squares {
        Some(squares) => squares::draw(says, &game.face, size, squares, choices),
        None => drawing::draw(says, &game.face, size, rows),
    });
    let board = board.unwrap_or_default();
    Picture {
        board,
        legend: list::legend(says, &game.face).into_iter().collect(),
        list: list::list(says, game),
        asked_for: Vec::new(),
        open: Vec::new(),
        cards: list::piles(says),
    }
}

/// A line of columns, broken between them where it is too long.
pub fn folded(line: &str, columns: usize) -> Vec<String> {
    if width(&bare(line)) <= columns {
        return vec![line.to_owned()];
    }
    let mut out: Vec<String> = Vec::new();
    for part in line.trim_start().split("  ").map(str::trim).filter(|part| !part.is_empty()) {
        match out.last_mut() {
            Some(last) if width(&bare(last)) + width(&bare(part)) + 2 <= columns => last.push_str(&format!("  {part}")),
            Some(_) => out.push(format!("     {part}")),
            None => out.push(format!("  {part}")),
        }
    }
    out
}

/// Colours of players, by seat.
fn paint(c: impl std::fmt::Display, owner: Option<EntityId>) -> String {
    let code = match owner.map(|o| o.0) {
        Some(1) => 31,
        Some(2) => 34,
        Some(3) => 32,
        Some(4) => 33,
        _ => 35,
    };
    format!("\u{1b}[1;{code}m{c}\u{1b}[0m")
}

/// A line without its colours.
fn bare(line: &str) -> String {
    let mut out = String::new();
    let mut in_code = false;
    for c in line.chars() {
        match c {
            '\u{1b}' => in_code = true,
            'm' if in_code => in_code = false,
            c if !in_code => out.push(c),
            _ => {}
        }
    }
    out
}

fn on_table<'a>(says: &'a Says<'_>) -> impl Iterator<Item = EntityId> + use<'a> {
    let all = (1..says.state.entities.len() as u32).map(EntityId);
    all.filter(|id| says.state.entity(*id).present && says.state.entity(*id).at.is_some())
}

/// The value of a field of an entity.
pub fn field_of<'a>(says: &Says<'a>, entity: &'a Entity, field: FieldId) -> Option<&'a Value> {
    entity.field(says.rules, field)
}

/// The outline of an area.
pub fn outline(says: &Says<'_>, entity: &Entity, field: FieldId) -> Option<Polygon> {
    let corners = entity.field(says.rules, field)?;
    Polygon::new(corners.members().iter().filter_map(Value::point).collect()).ok()
}

/// How large the box around an area is.
fn extent(area: &Polygon) -> i64 {
    let (low, high) = (area.low(), area.high());
    (high.x - low.x).saturating_mul(high.y - low.y)
}

/// The term of an area that has a sign.
fn signed(face: &Face, entity: &Entity) -> Option<(TermId, char)> {
    entity.fields.iter().find_map(|value| match value {
        Value::Term(term) => face.signs.get(term).map(|sign| (*term, *sign)),
        _ => None,
    })
}

fn sign(face: &Face, entity: &Entity) -> char {
    signed(face, entity).map_or('▒', |(_, sign)| sign)
}
