//! What stands beneath a board: what its signs mean, the pieces, how far each player is, the cards that can be seen.

use super::{field_of, on_table, paint, signed};
use crate::face::{Column, Compared, Face, Holds, Shows};
use crate::game::Game;
use crate::say::Says;
use crate::tongue::{padded, width};
use cardwright_core::rules::{Seen, Type};
use cardwright_core::value::*;
use std::collections::BTreeMap;

/// The pieces in order of owner, and how far each player is.
pub(super) fn list(says: &Says<'_>, game: &Game) -> Vec<String> {
    let mut out = Vec::new();
    let face = &game.face;
    let mut owned: Vec<(EntityId, String)> = on_table(says).filter_map(|id| Some((id, says.mark(id)?))).collect();
    owned.sort_by_key(|(id, _)| says.place(*id));
    let names: Vec<String> = owned.iter().map(|(id, _)| says.entity(*id)).collect();
    let longest = names.iter().map(|name| width(name)).max().unwrap_or(0).min(24);
    for ((id, mark), name) in owned.iter().zip(&names) {
        let entity = says.state.entity(*id);
        let mut line = format!("  {} {}", paint(mark, entity.owner), padded(name, longest));
        for text in columns(says, game, *id) {
            line.push_str("  ");
            line.push_str(&text);
        }
        for status in statuses(says, *id) {
            line.push_str(&format!("  [{status}]"));
        }
        out.push(line.trim_end().to_owned());
    }
    out.extend(score(says, face));
    out
}

/// What the list says of a piece.
pub fn columns(says: &Says<'_>, game: &Game, id: EntityId) -> Vec<String> {
    said_of(says, game, &game.face.list, id)
}

/// What is said of one piece besides; None where the look of the game leaves that open.
pub fn besides(says: &Says<'_>, game: &Game, id: EntityId) -> Option<Vec<String>> {
    let known = game.face.sheet.contains_key(&says.state.entity(id).kind);
    known.then(|| said_of(says, game, &game.face.sheet, id))
}

fn said_of(says: &Says<'_>, game: &Game, of: &BTreeMap<KindId, Vec<Column>>, id: EntityId) -> Vec<String> {
    said_by(says, game, of.get(&says.state.entity(id).kind).map_or(&[], Vec::as_slice), id)
}

/// What columns say of a piece.
pub(super) fn said_by(says: &Says<'_>, game: &Game, columns: &[Column], id: EntityId) -> Vec<String> {
    columns.iter().filter_map(|column| shown(says, game, column, id)).collect()
}

/// What the signs of the board mean.
pub(super) fn legend(says: &Says<'_>, face: &Face) -> Option<String> {
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

fn shown(says: &Says<'_>, game: &Game, column: &Column, id: EntityId) -> Option<String> {
    let entity = says.state.entity(id);
    let name = column.name.in_language(&says.words.tag);
    let hidden = |value: &Value| column.hide.is_some() && (*value == Value::Nothing || value.number() == column.hide);
    match &column.shows {
        Shows::Field(field) => {
            let field = *field;
            let holds = says.rules.fields.get(field.index()).map(|f| &f.holds);
            let value = field_of(says, entity, field).filter(|value| !hidden(value))?;
            Some(format!("{name} {}", says.typed(value, holds)).trim_start().to_owned())
        }
        Shows::Left { of, less } => {
            let of = field_of(says, entity, *of)?.number()?;
            let less = field_of(says, entity, *less)?.number()?;
            // Where nothing is gone, the one number is the other.
            Some(if less == 0 { format!("{name} {of}") } else { format!("{name} {}/{of}", of - less) })
        }
        Shows::Held { kind, by } => {
            let count = held(says, *kind, *by, |holder| holder == id);
            (count > 0).then(|| format!("{name} {count}"))
        }
        Shows::When(all) => {
            let holds = |one: &Holds| match one {
                Holds::Field(field) => field_of(says, entity, *field).is_some_and(is_something),
                Holds::Test(test) => game.answer(says.state, *test, &[Value::Entity(id)]) == Some(Value::Truth(true)),
            };
            all.iter().all(holds).then(|| name.to_owned())
        }
        Shows::Value(def) => {
            let def = *def;
            let value = game.answer(says.state, def, &[Value::Entity(id)]).filter(|value| !hidden(value))?;
            let gives = says.rules.defs.get(def.index()).map(|def| &def.gives);
            Some(format!("{name} {}", says.typed(&value, gives)))
        }
        Shows::Those(def) => {
            let def = *def;
            let passes = |other: EntityId| {
                let args = [Value::Entity(other), Value::Entity(id)];
                other != id && game.answer(says.state, def, &args) == Some(Value::Truth(true))
            };
            let kind = says.rules.defs.get(def.index()).and_then(|def| def.params.first()).map(|param| &param.holds);
            let fits = |other: &EntityId| kind == Some(&Type::One(says.state.entity(*other).kind));
            let marks = on_table(says).filter(fits).filter(|other| passes(*other));
            let marks: Vec<String> = marks.map(|other| marked(says, other)).collect();
            (!marks.is_empty()).then(|| format!("{name} {}", marks.join(" ")))
        }
    }
}

fn is_something(value: &Value) -> bool {
    !matches!(value, Value::Nothing | Value::Number(0) | Value::Truth(false))
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
    Some(format!("  {}", says.state.seats().map(one).collect::<Vec<_>>().join("  ")))
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
pub(super) fn piles(says: &Says<'_>) -> Vec<String> {
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

/// The mark of a piece in its colour, else its name.
fn marked(says: &Says<'_>, id: EntityId) -> String {
    let mark = says.mark(id);
    mark.map_or_else(|| says.entity(id), |mark| paint(mark, says.state.entity(id).owner))
}

/// What each of some choices does against every term, and what it meets: a head of two lines, and a line for each.
pub fn compared(says: &Says<'_>, game: &Game, how: &Compared, choices: &[String], of: &[Value]) -> Vec<String> {
    let terms: Vec<TermId> = how.terms.clone().map(TermId).collect();
    let heads: Vec<(&str, &str)> = terms.iter().map(|term| halves(says.words.term(*term))).collect();
    let widest = heads.iter().map(|(above, below)| width(above).max(width(below))).max().unwrap_or(0).max(5) + 1;
    let first = choices.iter().map(|choice| width(choice)).max().unwrap_or(0).max(width(how.name.in_language(&says.words.tag)));
    let right = |text: &str| format!("{}{text}", " ".repeat(widest.saturating_sub(width(text))));
    let number = |of: TermId, against: TermId| {
        let answer = game.answer(says.state, how.by, &[Value::Term(of), Value::Term(against)]);
        answer.and_then(|value| value.number()).map_or_else(|| "–".to_owned(), |number| number.to_string())
    };
    let above: String = heads.iter().map(|(above, _)| right(above)).collect();
    let below: String = heads.iter().map(|(_, below)| right(below)).collect();
    let mut out =
        vec![format!("{}{above}", padded("", first)), format!("{}{below}", padded(how.name.in_language(&says.words.tag), first))];
    for (choice, value) in choices.iter().zip(of) {
        let own = value.entity().and_then(|id| field_of(says, says.state.entity(id), how.field).cloned());
        let Some(Value::Term(own)) = own else {
            out.push(choice.clone());
            continue;
        };
        let cells: String = terms.iter().map(|term| right(&format!("{}/{}", number(own, *term), number(*term, own)))).collect();
        out.push(format!("{}{cells}", padded(choice, first)));
    }
    out
}

/// A name in two parts, the head of a narrow column.
fn halves(name: &str) -> (&str, &str) {
    name.split_once(' ').unwrap_or(("", name))
}
