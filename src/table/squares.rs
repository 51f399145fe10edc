//! The board of a game on squares: each square is one cell, the numbers around it are those that a player types.

use super::{extent, field_of, on_table, outline, paint, sign};
use crate::face::Face;
use crate::question::radius;
use crate::say::Says;
use crate::squares::Squares;
use crate::tongue::{said, width};
use cardwright_core::rules::Body;
use cardwright_core::space::{Disc, Point, Polygon};
use cardwright_core::value::*;
use std::collections::BTreeSet;
use std::ops::Range;

/// Columns of the whole board with which cells are still wide.
const COLUMNS: i64 = 72;
/// Columns of a wide cell.
const WIDE: usize = 3;
/// Columns of a narrow one.
const NARROW: usize = 2;
/// Squares that can be chosen.
pub const CHOICE: char = 'o';
/// What the squares of a large base show around its mark.
const LARGE: char = ':';

/// A character, and whose it is.
type Inked = (char, Option<EntityId>);

struct Board {
    squares: Squares,
    columns: i64,
    rows: i64,
    cell: usize,
    /// Row by row from the south.
    lines: Vec<Vec<Inked>>,
}

/// A base with what stands for it.
struct Base {
    mark: String,
    owner: Option<EntityId>,
    columns: Range<i64>,
    rows: Range<i64>,
}

/// Draws a table of this size. `choices`: points of which one can be chosen.
pub(super) fn draw(
    says: &Says<'_>,
    face: &Face,
    (width, height): (i64, i64),
    squares: Squares,
    choices: &[Point],
) -> Vec<String> {
    let bases = bases(says, face, squares);
    let (columns, rows) = (squares.across(width), squares.across(height));
    let long = bases.iter().any(|base| base.mark.chars().count() > NARROW);
    let cell = if long || columns * WIDE as i64 <= COLUMNS { WIDE } else { NARROW };
    let line = vec![(' ', None); columns as usize * cell];
    let mut board = Board { squares, columns, rows, cell, lines: vec![line; rows as usize] };
    board.ground(says, face);
    for choice in choices {
        let (column, row) = squares.square(*choice);
        board.write(column, row, cell - 1, &CHOICE.to_string(), None);
    }
    board.stand(&bases);
    board.framed(says)
}

/// The bases on the table, large ones first, so that who stands on another is seen.
fn bases(says: &Says<'_>, face: &Face, squares: Squares) -> Vec<Base> {
    let mut bases = Vec::new();
    for id in on_table(says) {
        let entity = says.state.entity(id);
        let Some(at) = entity.at else { continue };
        let round = matches!(says.rules.kinds.get(entity.kind.index()).map(|kind| kind.body), Some(Body::Round(_)));
        let digit = || face.digits.get(&entity.kind).and_then(|field| field_of(says, entity, *field)?.number());
        let (mark, owner) = match says.mark(id) {
            Some(mark) => (mark, entity.owner),
            None if round => (digit().map_or_else(|| "*".to_owned(), |digit| digit.to_string()), None),
            None => continue,
        };
        let (columns, rows) = squares.under(Disc::new(at, radius(says, id)));
        bases.push(Base { mark, owner, columns, rows });
    }
    bases.sort_by_key(|base| std::cmp::Reverse(base.rows.end - base.rows.start));
    bases
}

impl Board {
    /// Writes characters into a cell, from one of its columns on; what has no room there is left out.
    fn write(&mut self, column: i64, row: i64, from: usize, text: &str, owner: Option<EntityId>) {
        if !(0..self.columns).contains(&column) {
            return;
        }
        let first = column as usize * self.cell + from;
        let Some(line) = usize::try_from(row).ok().and_then(|row| self.lines.get_mut(row)) else { return };
        for (slot, c) in line.iter_mut().skip(first).zip(text.chars()) {
            *slot = (c, owner);
        }
    }

    /// Empty squares and areas. The small lie on the large: a door in its wall.
    fn ground(&mut self, says: &Says<'_>, face: &Face) {
        let mut areas: Vec<(Polygon, char)> = Vec::new();
        for id in on_table(says) {
            let entity = says.state.entity(id);
            if let Some(Body::Area(field)) = says.rules.kinds.get(entity.kind.index()).map(|kind| kind.body) {
                areas.extend(outline(says, entity, field).map(|area| (area, sign(face, entity))));
            }
        }
        areas.sort_by_key(|(area, _)| std::cmp::Reverse(extent(area)));
        let filled: Vec<(Vec<(i64, i64)>, char)> = areas.iter().map(|(area, sign)| (self.filled(area), *sign)).collect();
        for (column, row) in self.all() {
            self.write(column, row, self.cell - 1, ".", None);
        }
        for (squares, sign) in filled {
            let sign = sign.to_string().repeat(self.cell);
            squares.into_iter().for_each(|(column, row)| self.write(column, row, 0, &sign, None));
        }
    }

    fn all(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    /// The squares whose middle lies in an area; of one too thin for that, those that it touches.
    fn filled(&self, area: &Polygon) -> Vec<(i64, i64)> {
        let side = self.squares.side;
        let within = |column: i64, row: i64, parts: i64, x: i64, y: i64| {
            area.contains(Point::new(column * side + x * side / parts, row * side + y * side / parts))
        };
        let inside: Vec<(i64, i64)> = self.all().filter(|(column, row)| within(*column, *row, 2, 1, 1)).collect();
        if !inside.is_empty() {
            return inside;
        }
        let touched = |column: i64, row: i64| (1..8).any(|x| (1..8).any(|y| within(column, row, 8, x, y)));
        self.all().filter(|(column, row)| touched(*column, *row)).collect()
    }

    /// Puts the bases on their squares: a mark in its cell, a large one around its mark. `+` before a mark: more stand there.
    fn stand(&mut self, bases: &[Base]) {
        let (large, small): (Vec<&Base>, Vec<&Base>) = bases.iter().partition(|base| base.rows.end - base.rows.start > 1);
        let under: BTreeSet<(i64, i64)> = small.iter().map(|base| (base.columns.start, base.rows.start)).collect();
        for base in large {
            for row in base.rows.clone() {
                for column in base.columns.clone() {
                    self.write(column, row, 0, &LARGE.to_string().repeat(self.cell), base.owner);
                }
            }
            // In its middle, or wherever nobody stands on it.
            let middle = (base.rows.start + base.rows.end) / 2;
            let is_free = |row: &i64| base.columns.clone().all(|column| !under.contains(&(column, *row)));
            let row = std::iter::once(middle).chain(base.rows.clone()).find(is_free).unwrap_or(middle);
            let room = (base.columns.end - base.columns.start) as usize * self.cell;
            let before = room.saturating_sub(base.mark.chars().count()) / 2;
            self.write(base.columns.start, row, before, &base.mark, base.owner);
        }
        let mut taken: BTreeSet<(i64, i64)> = BTreeSet::new();
        for base in small {
            let (column, row) = (base.columns.start, base.rows.start);
            let mark: String = base.mark.chars().take(self.cell).collect();
            let before = self.cell - mark.chars().count();
            match taken.insert((column, row)) {
                true => self.write(column, row, before, &mark, base.owner),
                false if self.cell == WIDE => self.write(column, row, 0, "+", None),
                false => {}
            }
        }
    }

    fn framed(&self, says: &Says<'_>) -> Vec<String> {
        let words = says.words;
        let cell = self.cell;
        // Narrow cells have no room between two numbers of two digits.
        let each = if cell == WIDE { 1 } else { 2 };
        let number = |column: i64| if column % each == 0 { column.to_string() } else { String::new() };
        let ruler: String = (0..self.columns).map(|column| format!("{:>cell$}", number(column))).collect();
        let ruler = format!("    {ruler}");
        let edge = |name: &str| {
            let dashes = (self.columns as usize * cell).saturating_sub(width(name) + 2);
            format!("   +{} {name} {}+", "-".repeat(dashes / 2), "-".repeat(dashes - dashes / 2))
        };
        let mut out = vec![ruler.clone(), edge(&said!(words, "north", "北"))];
        for (row, line) in self.lines.iter().enumerate().rev() {
            let mut text = format!("{row:>3}|");
            for (c, owner) in line {
                match owner {
                    Some(_) => text.push_str(&paint(c, *owner)),
                    None if c.is_ascii_digit() => text.push_str(&format!("\u{1b}[1;36m{c}\u{1b}[0m")),
                    None => text.push(*c),
                }
            }
            out.push(format!("{text}|{row}"));
        }
        out.push(edge(&said!(words, "south", "南")));
        out.push(ruler);
        out
    }
}
