//! The board drawn in characters, two columns and one row to the inch or the nearest that fits.

use super::{extent, field_of, on_table, outline, paint, sign};
use crate::face::Face;
use crate::say::{Says, inches};
use crate::tongue::{said, width};
use cardwright_core::rules::Body;
use cardwright_core::space::{Point, Polygon};
use cardwright_core::value::*;

/// Columns of the drawing itself, without its axis.
const COLUMNS: i64 = 72;
/// Rows for the frame, its axes and the prompt.
const AROUND: usize = 6;
/// Fewer rows than this show nothing.
const LEAST_ROWS: usize = 12;

struct Drawing {
    cell: i64,
    columns: i64,
    rows: i64,
    /// Each cell: its character, and whose it is.
    cells: Vec<Option<(char, Option<EntityId>)>>,
}

/// Draws a table of this size.
pub(super) fn draw(says: &Says<'_>, face: &Face, (width, height): (i64, i64), rows: usize) -> Vec<String> {
    Drawing::new(width, height, rows).draw(says, face)
}

impl Drawing {
    fn new(width: i64, height: i64, rows: usize) -> Self {
        // A half inch to the column if the table is no wider than that allows, and coarser on a low screen.
        let rows = rows.saturating_sub(AROUND).max(LEAST_ROWS) as i64;
        let cell = (width / COLUMNS).max((height + 2 * rows - 1) / (2 * rows)).max(1);
        let (columns, rows) = (COLUMNS.min(width / cell).max(1), (height / (2 * cell)).clamp(1, 200));
        Drawing { cell, columns, rows, cells: vec![None; (columns * rows) as usize] }
    }

    fn slot(&mut self, column: i64, row: i64) -> Option<&mut Option<(char, Option<EntityId>)>> {
        if !(0..self.columns).contains(&column) || !(0..self.rows).contains(&row) {
            return None;
        }
        self.cells.get_mut((row * self.columns + column) as usize)
    }

    /// Writes a mark where there is room for it, as near as can be to its place.
    fn mark(&mut self, text: &str, at: Point, whose: Option<EntityId>) {
        let length = text.chars().count() as i64;
        let left = (2 * at.x - length * self.cell + self.cell).div_euclid(2 * self.cell);
        let row = at.y.div_euclid(2 * self.cell);
        let near = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
        let clamped =
            |dx: i64, dy: i64| ((left + dx).clamp(0, (self.columns - length).max(0)), (row + dy).clamp(0, self.rows - 1));
        let places: Vec<(i64, i64)> = near.into_iter().map(|(dx, dy)| clamped(dx, dy)).collect();
        let free = places
            .iter()
            .find(|(column, row)| (0..length).all(|n| matches!(self.slot(column + n, *row), Some(slot) if slot.is_none())));
        let Some((column, row)) = free.or(places.first()).copied() else { return };
        for (n, c) in text.chars().enumerate() {
            if let Some(slot) = self.slot(column + n as i64, row) {
                *slot = Some((c, whose));
            }
        }
    }

    fn draw(mut self, says: &Says<'_>, face: &Face) -> Vec<String> {
        let mut areas: Vec<(Polygon, char)> = Vec::new();
        let mut digits: Vec<(String, Point)> = Vec::new();
        for id in on_table(says) {
            let entity = says.state.entity(id);
            let Some(at) = entity.at else { continue };
            if let Some(mark) = says.mark(id) {
                self.mark(&mark, at, entity.owner);
            } else if let Some(Body::Round(_)) = says.rules.kinds.get(entity.kind.index()).map(|k| k.body) {
                let digit = face.digits.get(&entity.kind).and_then(|field| field_of(says, entity, *field)?.number());
                let digit =
                    digit.map_or_else(|| "*".to_owned(), |n| if (0..10).contains(&n) { n.to_string() } else { "*".into() });
                digits.push((digit, at));
            }
        }
        for (digit, at) in digits {
            self.mark(&digit, at, None);
        }
        for id in on_table(says) {
            let entity = says.state.entity(id);
            if let Some(Body::Area(field)) = says.rules.kinds.get(entity.kind.index()).map(|k| k.body) {
                areas.extend(outline(says, entity, field).map(|area| (area, sign(face, entity))));
            }
        }
        // The small stand on the large: a door in its wall.
        areas.sort_by_key(|(area, _)| extent(area));
        for (area, sign) in &areas {
            self.area(area, *sign);
        }
        self.framed(says)
    }

    fn area(&mut self, area: &Polygon, sign: char) {
        let centre = |column: i64, row: i64, cell: i64| Point::new(column * cell + cell / 2, (2 * row + 1) * cell);
        let all: Vec<(i64, i64)> = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row))).collect();
        let mut inside: Vec<(i64, i64)> =
            all.iter().copied().filter(|(column, row)| area.contains(centre(*column, *row, self.cell))).collect();
        if inside.is_empty() {
            // Too thin for the middle of any cell: wherever it touches one.
            let touched = |column: i64, row: i64| {
                (0..=4).any(|x| {
                    (0..=8).any(|y| {
                        area.contains(Point::new(column * self.cell + x * self.cell / 4, 2 * row * self.cell + y * self.cell / 4))
                    })
                })
            };
            inside = all.into_iter().filter(|(column, row)| touched(*column, *row)).collect();
        }
        for (column, row) in inside {
            if let Some(slot) = self.slot(column, row)
                && slot.is_none()
            {
                *slot = Some((sign, None));
            }
        }
    }

    fn framed(&self, says: &Says<'_>) -> Vec<String> {
        let words = says.words;
        let mut ruler = vec![' '; self.columns as usize + 4];
        for step in (0..=self.columns).step_by(12) {
            let number = inches(step * self.cell / 10 * 10);
            for (n, c) in number.chars().enumerate() {
                if let Some(slot) = ruler.get_mut(4 + step as usize + n - usize::from(step == self.columns) * number.len()) {
                    *slot = c;
                }
            }
        }
        let ruler: String = ruler.into_iter().collect::<String>().trim_end().to_owned();
        let edge = |name: &str| {
            let dashes = self.columns as usize - width(name) - 2;
            format!("   +{} {name} {}+", "-".repeat(dashes / 2), "-".repeat(dashes - dashes / 2))
        };
        let mut out = vec![ruler.clone(), edge(&said!(words, "north", "北"))];
        for row in (0..self.rows).rev() {
            let label = if row % 3 == 0 { inches(row * 2 * self.cell) } else { String::new() };
            let middle = row == self.rows / 2;
            let (west, east) = if middle { (said!(words, "W", "西"), said!(words, "E", "東")) } else { Default::default() };
            let left = if middle { west } else { label };
            let mut line = format!("{}{left}|", " ".repeat(3_usize.saturating_sub(width(&left))));
            for column in 0..self.columns {
                let cell = self.cells.get((row * self.columns + column) as usize).copied().flatten();
                match cell {
                    Some((c, whose @ Some(_))) => line.push_str(&paint(c, whose)),
                    Some((c, None)) if c.is_ascii_digit() => line.push_str(&format!("\u{1b}[1;36m{c}\u{1b}[0m")),
                    Some((c, None)) => line.push(c),
                    None if column % 12 == 0 && row % 6 == 0 => line.push('.'),
                    None => line.push(' '),
                }
            }
            out.push(format!("{line}|{east}"));
        }
        out.push(edge(&said!(words, "south", "南")));
        out.push(ruler);
        out
    }
}
