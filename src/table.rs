//! The board drawn in characters.

use crate::say::{Says, inches};
use cardwright_core::rules::{Body, Type};
use cardwright_core::space::{Disc, Point, Polygon};
use cardwright_core::state::Entity;
use cardwright_core::value::*;

/// Characters in a row of the drawing; a character is about twice as high as wide.
const COLUMNS: i64 = 72;

/// A board with its pieces, and a list of the pieces below it.
pub fn draw(says: &Says<'_>, colours: bool) -> String {
    let mut out = String::new();
    if let Some((width, height)) = says.rules.table.filter(|(w, h)| *w > 0 && *h > 0) {
        out.push_str(&table(says, width, height, colours));
    }
    out.push_str(&list(says, colours));
    out
}

struct Mark {
    id: EntityId,
    letter: char,
}

/// Pieces with an owner, in order of owner; each has a letter, capitals for the first player.
fn marks(says: &Says<'_>) -> Vec<Mark> {
    let mut ids: Vec<EntityId> = (1..says.state.entities.len() as u32)
        .map(EntityId)
        .filter(|id| {
            let e = says.state.entity(*id);
            e.present && e.at.is_some() && e.owner.is_some() && id.0 > says.state.players
        })
        .collect();
    ids.sort_by_key(|id| (says.state.entity(*id).owner, *id));
    let mut marks: Vec<Mark> = Vec::new();
    for id in ids {
        let name = says.entity(id);
        let mut wished = name
            .chars()
            .filter(char::is_ascii_alphabetic)
            .chain('A'..='Z')
            .flat_map(|c| [c.to_ascii_uppercase(), c.to_ascii_lowercase()]);
        let letter = wished.find(|c| marks.iter().all(|m| m.letter != *c)).unwrap_or('?');
        marks.push(Mark { id, letter });
    }
    marks
}

fn table(says: &Says<'_>, width: i64, height: i64, colours: bool) -> String {
    let cell = (width / COLUMNS).max(1);
    let rows = (height / (2 * cell)).max(1);
    let marks = marks(says);
    let mut areas: Vec<Polygon> = Vec::new();
    let mut discs: Vec<(EntityId, Disc)> = Vec::new();
    for index in 1..says.state.entities.len() as u32 {
        let id = EntityId(index);
        let entity = says.state.entity(id);
        let Some(at) = entity.at.filter(|_| entity.present) else { continue };
        match says.rules.kinds.get(entity.kind.index()).map(|k| k.body) {
            Some(Body::Round(_)) => discs.push((id, Disc::new(at, crate::question::radius(says, id).max(cell)))),
            Some(Body::Area(field)) => areas.extend(outline(says, entity, field)),
            _ => {}
        }
    }
    let mut out = String::new();
    let rule = format!("      +{}+\n", "-".repeat(COLUMNS as usize));
    out.push_str(&rule);
    for row in (0..rows).rev() {
        let y = (2 * row + 1) * cell;
        let label = if row % 3 == 0 { format!("{:>5} ", inches(y / 1000 * 1000)) } else { "      ".into() };
        out.push_str(&label);
        out.push('|');
        for column in 0..COLUMNS {
            let at = Point::new(column * cell + cell / 2, y);
            out.push_str(&cell_text(says, at, cell, &marks, &discs, &areas, colours));
        }
        out.push_str("|\n");
    }
    out.push_str(&rule);
    out.push_str(&format!("       0{:>width$}\n", inches(width), width = COLUMNS as usize - 1));
    out
}

fn outline(says: &Says<'_>, entity: &Entity, field: FieldId) -> Option<Polygon> {
    let kind = says.rules.kinds.get(entity.kind.index())?;
    let corners = entity.fields.get(field.0.wrapping_sub(kind.fields.start) as usize)?;
    Polygon::new(corners.members().iter().filter_map(Value::point).collect()).ok()
}

fn cell_text(
    says: &Says<'_>,
    at: Point,
    cell: i64,
    marks: &[Mark],
    discs: &[(EntityId, Disc)],
    areas: &[Polygon],
    colours: bool,
) -> String {
    let covers = |disc: &Disc| {
        let (dx, dy) = (at.x - disc.at.x, at.y - disc.at.y);
        // The centre's own cell always shows the piece, however small it is.
        (dx * dx + dy * dy <= disc.radius * disc.radius) || (dx.abs() <= cell / 2 && dy.abs() <= cell)
    };
    let lettered = discs.iter().find(|(id, disc)| covers(disc) && marks.iter().any(|m| m.id == *id));
    if let Some((id, _)) = lettered {
        let letter = marks.iter().find(|m| m.id == *id).map_or('?', |m| m.letter);
        return paint(&letter.to_string(), says.state.entity(*id).owner, colours);
    }
    if discs.iter().any(|(_, disc)| covers(&Disc::new(disc.at, 1))) {
        return "*".into();
    }
    if areas.iter().any(|area| area.contains(at)) {
        return "▒".into();
    }
    if (at.x / cell) % 12 == 0 && (at.y / (2 * cell)) % 3 == 0 {
        return "·".into();
    }
    " ".into()
}

/// Colours of players in a terminal, by seat.
fn paint(text: &str, owner: Option<EntityId>, colours: bool) -> String {
    let code = match owner.map(|o| o.0) {
        Some(1) => 31,
        Some(2) => 34,
        Some(3) => 32,
        Some(4) => 33,
        _ => 35,
    };
    if colours { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
}

/// The pieces with their places and what changes on them; piles with how many lie in them.
fn list(says: &Says<'_>, colours: bool) -> String {
    let mut out = String::new();
    for mark in marks(says) {
        let entity = says.state.entity(mark.id);
        let at = entity.at.map(crate::say::point).unwrap_or_default();
        out.push_str(&format!("  {}  {} at {at}", paint(&mark.letter.to_string(), entity.owner, colours), says.entity(mark.id)));
        for (name, value) in changing(says, entity) {
            out.push_str(&format!("  {name} {value}"));
        }
        for status in statuses(says, mark.id) {
            out.push_str(&format!("  [{status}]"));
        }
        out.push('\n');
    }
    let loose: Vec<String> = (1..says.state.entities.len() as u32)
        .map(EntityId)
        .filter(|id| {
            let e = says.state.entity(*id);
            e.present && e.at.is_some() && e.owner.is_none()
        })
        .filter(|id| matches!(says.rules.kinds.get(says.state.entity(*id).kind.index()).map(|k| k.body), Some(Body::Round(_))))
        .map(|id| {
            let entity = says.state.entity(id);
            let fields: Vec<String> =
                changing(says, entity).into_iter().map(|(name, value)| format!(" {name} {value}")).collect();
            format!("{} at {}{}", says.entity(id), entity.at.map(crate::say::point).unwrap_or_default(), fields.concat())
        })
        .collect();
    for line in loose {
        out.push_str(&format!("  *  {line}\n"));
    }
    out.push_str(&piles(says));
    out
}

/// Number fields that no card prints: what rises and falls during a game, where it is not at its start.
fn changing(says: &Says<'_>, entity: &Entity) -> Vec<(String, String)> {
    let Some(kind) = says.rules.kinds.get(entity.kind.index()) else { return Vec::new() };
    let mut out = Vec::new();
    for (place, field) in kind.fields.clone().map(FieldId).enumerate() {
        let Some(declared) = says.rules.fields.get(field.index()) else { continue };
        if !matches!(declared.holds, Type::Number | Type::Length) {
            continue;
        }
        let printed =
            says.rules.cards.iter().filter(|c| c.kind == entity.kind).any(|c| c.prints.get(place) != Some(&declared.starts));
        let Some(value) = entity.fields.get(place).filter(|value| !printed && **value != declared.starts) else { continue };
        out.push((says.words.field(field).to_owned(), says.typed(value, Some(&declared.holds))));
    }
    out
}

/// Statuses that an entity has.
pub fn statuses(says: &Says<'_>, id: EntityId) -> Vec<String> {
    says.state
        .lasting
        .iter()
        .filter(|l| l.holder == Some(id))
        .filter_map(|l| {
            if let cardwright_core::state::Lasts::Status(status) = l.what {
                Some(says.words.def(status).to_owned())
            } else {
                None
            }
        })
        .collect()
}

fn piles(says: &Says<'_>) -> String {
    let mut out = String::new();
    for (number, pile) in says.state.piles.iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
        let name = crate::tale::pile_name(says.rules, says.words, says.given, says.state, number as u32);
        let seen: Vec<String> = pile
            .iter()
            .filter(|id| says.viewer.is_none_or(|viewer| says.state.sees(says.rules, viewer, **id)))
            .map(|id| says.entity(*id))
            .collect();
        let (zone, _) = says.state.zone_of(says.rules, number as u32);
        let open = says.rules.zones.get(zone.index()).is_some_and(|z| z.seen != cardwright_core::rules::Seen::None);
        let shown = if open && !seen.is_empty() { format!(": {}", seen.join(", ")) } else { String::new() };
        out.push_str(&format!("  {name} ({}){shown}\n", pile.len()));
    }
    out
}
