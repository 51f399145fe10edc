//! The board drawn in characters, two columns and one row to the inch or the nearest that fits, and the list beneath it.

use crate::face::{Column, Face, Shows};
use crate::say::{Says, inches};
use crate::tongue::{padded, said, width};
use cardwright_core::rules::{Body, Seen};
use cardwright_core::space::{Point, Polygon};
use cardwright_core::state::Entity;
use cardwright_core::value::*;

/// Columns of the drawing itself, without its axis.
const COLUMNS: i64 = 72;
/// From this width on the list stands beside the board.
const BESIDE: usize = 128;

/// A board as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The board.
    pub board: Vec<String>,
    /// The pieces, with what changes on them.
    pub list: Vec<String>,
    /// The cards that can be seen.
    pub cards: Vec<String>,
}

impl Picture {
    /// Board and list together, in so many columns.
    pub fn text(&self, columns: usize) -> String {
        if columns < BESIDE {
            return self.board.iter().chain(&self.list).chain(&self.cards).fold(String::new(), |out, line| out + line + "\n");
        }
        let mut out = String::new();
        let beside: Vec<&String> = self.list.iter().chain(&self.cards).collect();
        for row in 0..self.board.len().max(beside.len()) {
            let left = self.board.get(row).map_or("", String::as_str);
            // Colours take no columns, so the blanks are counted without them.
            let blanks = " ".repeat((COLUMNS as usize + 8).saturating_sub(width(&bare(left))));
            let right = beside.get(row).map_or("", |line| line.as_str());
            out.push_str(format!("{left}{blanks}{right}").trim_end());
            out.push('\n');
        }
        out
    }
}

/// Draws a board. Colours are control codes, which the program takes out again where nobody can see them.
pub fn draw(says: &Says<'_>, face: &Face) -> Picture {
    let size = says.rules.table.filter(|(w, h)| *w > 0 && *h > 0);
    let board = size.map(|(width, height)| Drawing::new(width, height).draw(says, face)).unwrap_or_default();
    Picture { board, list: list(says, face), cards: piles(says) }
}

struct Drawing {
    cell: i64,
    columns: i64,
    rows: i64,
    /// Each cell: its character, and whose it is.
    cells: Vec<Option<(char, Option<EntityId>)>>,
}

impl Drawing {
    fn new(width: i64, height: i64) -> Self {
        // A half inch to the column if the table is no wider than that allows.
        let cell = (width / COLUMNS).max(1);
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
            if let Some(mark) = crate::name::mark(says.rules, says.state, id) {
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

fn field_of<'a>(says: &Says<'a>, entity: &'a Entity, field: FieldId) -> Option<&'a Value> {
    let kind = says.rules.kinds.get(entity.kind.index())?;
    entity.fields.get(field.0.wrapping_sub(kind.fields.start) as usize)
}

/// The outline of an area.
pub fn outline(says: &Says<'_>, entity: &Entity, field: FieldId) -> Option<Polygon> {
    let kind = says.rules.kinds.get(entity.kind.index())?;
    let corners = entity.fields.get(field.0.wrapping_sub(kind.fields.start) as usize)?;
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

/// The legend, the pieces in order of owner, and how far each player is.
fn list(says: &Says<'_>, face: &Face) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(legend(says, face));
    let mut owned: Vec<(EntityId, String)> =
        on_table(says).filter_map(|id| Some((id, crate::name::mark(says.rules, says.state, id)?))).collect();
    owned.sort_by_key(|(id, _)| (says.state.entity(*id).owner, *id));
    let names: Vec<String> = owned.iter().map(|(id, _)| says.entity(*id)).collect();
    let longest = names.iter().map(|name| width(name)).max().unwrap_or(0).min(24);
    for ((id, mark), name) in owned.iter().zip(&names) {
        let entity = says.state.entity(*id);
        let mut line = format!("  {} {}", paint(mark, entity.owner), padded(name, longest));
        for column in face.list.get(&entity.kind).map_or(&[] as &[Column], Vec::as_slice) {
            if let Some(text) = shown(says, column, *id) {
                line.push_str("  ");
                line.push_str(&text);
            }
        }
        for status in statuses(says, *id) {
            line.push_str(&format!("  [{status}]"));
        }
        out.push(line.trim_end().to_owned());
    }
    out.extend(score(says, face));
    out
}

fn legend(says: &Says<'_>, face: &Face) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for id in on_table(says) {
        let part = match signed(face, says.state.entity(id)) {
            Some((term, sign)) => format!("{sign} {}", says.words.term(term)),
            None => match face.digits.get(&says.state.entity(id).kind) {
                Some(field) => format!("1-9 {} ({})", says.words.kind(says.state.entity(id).kind), says.words.field(*field)),
                None => continue,
            },
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    (!parts.is_empty()).then(|| format!("  {}", parts.join("   ")))
}

fn shown(says: &Says<'_>, column: &Column, id: EntityId) -> Option<String> {
    let entity = says.state.entity(id);
    let name = column.name.in_language(&says.words.tag);
    match column.shows {
        Shows::Field(field) => {
            let holds = says.rules.fields.get(field.index()).map(|f| &f.holds);
            Some(format!("{name} {}", says.typed(field_of(says, entity, field)?, holds)))
        }
        Shows::Left { of, less } => {
            let of = field_of(says, entity, of)?.number()?;
            let less = field_of(says, entity, less)?.number()?;
            Some(format!("{name} {}/{of}", of - less))
        }
        Shows::Held { kind, by } => {
            let count = held(says, kind, by, |holder| holder == id);
            (count > 0).then(|| format!("{name} {count}"))
        }
        Shows::When(field) => {
            let value = field_of(says, entity, field)?;
            let holds = !matches!(value, Value::Nothing | Value::Number(0) | Value::Truth(false));
            holds.then(|| name.to_owned())
        }
    }
}

fn held(says: &Says<'_>, kind: KindId, by: FieldId, holds: impl Fn(EntityId) -> bool) -> usize {
    let of_kind = says.state.entities.iter().filter(|e| e.kind == kind && e.present);
    of_kind.filter(|e| field_of(says, e, by).and_then(Value::entity).is_some_and(&holds)).count()
}

/// How far each player is, in one line.
pub fn score(says: &Says<'_>, face: &Face) -> Option<String> {
    let column = face.score.as_ref()?;
    let Shows::Held { kind, by } = column.shows else { return None };
    let name = column.name.in_language(&says.words.tag);
    let one = |player: EntityId| {
        let owner = |holder: EntityId| holder == player || says.state.entity(holder).owner == Some(player);
        format!("{} {} {name}", paint(says.player(player), Some(player)), held(says, kind, by, owner))
    };
    Some(format!("  {}", says.state.seats().map(one).collect::<Vec<_>>().join(" · ")))
}

/// Statuses that an entity has.
pub fn statuses(says: &Says<'_>, id: EntityId) -> Vec<String> {
    says.state
        .lasting
        .iter()
        .filter(|l| l.holder == Some(id))
        .filter_map(|l| match l.what {
            cardwright_core::state::Lasts::Status(status) => Some(says.words.def(status).to_owned()),
            _ => None,
        })
        .collect()
}

/// The piles that somebody may see into: what the viewer sees of each, and how many the rest are.
fn piles(says: &Says<'_>) -> Vec<String> {
    let mut out = Vec::new();
    for (number, pile) in says.state.piles.iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
        let (zone, _) = says.state.zone_of(says.rules, number as u32);
        if says.rules.zones.get(zone.index()).is_none_or(|z| z.seen == Seen::None) {
            continue;
        }
        let name = crate::tale::pile_name(says.rules, says.words, says.given, says.state, number as u32);
        let seen = pile.iter().filter(|id| says.viewer.is_none_or(|viewer| says.state.sees(says.rules, viewer, **id)));
        let seen: Vec<String> = seen.map(|id| says.entity(*id)).collect();
        let shown = if seen.is_empty() { String::new() } else { format!(": {}", crate::tale::counted(&seen)) };
        out.push(format!("  {name} ({}){shown}", pile.len()));
    }
    out
}
