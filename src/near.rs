//! How far things on the table are from a piece, and which way.

use crate::game::Game;
use crate::question::{marked, radius};
use crate::say::Says;
use crate::tongue::said;
use cardwright_core::space::{Disc, Point, format_length, gap};
use cardwright_core::value::*;

/// Things shown of those that are out of reach.
const FARTHER: usize = 5;
/// Things shown where nothing is out of reach.
const MOST: usize = 12;

/// Something on the table.
struct Thing {
    gap: i64,
    name: String,
    /// How far it is, and which way.
    far: String,
}

impl Thing {
    fn with_distance(&self) -> String {
        format!("{} ({})", self.name, self.far)
    }
}

/// How far two bases are from each other: in squares where the game has such, else between their edges.
pub fn far(says: &Says<'_>, game: &Game, a: Disc, b: Disc) -> String {
    match game.face.squares {
        Some(squares) => crate::squares::told(says.words, squares.steps(a, b)),
        // Contact is never closer than nothing.
        None => format_length((gap(a, b).max(0) + 50) / 100 * 100),
    }
}

/// What a mover can touch within a length, and what is nearest beyond it.
pub fn reach(says: &Says<'_>, game: &Game, mover: EntityId, from: Point, within: i64) -> Vec<String> {
    let (near, far): (Vec<Thing>, Vec<Thing>) =
        things(says, game, mover, from).into_iter().partition(|thing| thing.gap <= within);
    let joined =
        |things: &[Thing], most: usize| things.iter().take(most).map(Thing::with_distance).collect::<Vec<_>>().join(", ");
    let (near, far) = (joined(&near, near.len()), joined(&far, FARTHER));
    let mut out = Vec::new();
    if !near.is_empty() {
        out.push(said!(says.words, "in reach: {near}", "可及：{near}"));
    }
    if !far.is_empty() {
        out.push(said!(says.words, "farther: {far}", "較遠：{far}"));
    }
    out
}

/// What is how far from a piece, the nearest first.
pub fn lines(says: &Says<'_>, game: &Game, id: EntityId) -> Vec<String> {
    let who = marked(says, &Value::Entity(id));
    let Some(at) = says.state.entity(id).at else {
        return vec![said!(says.words, "{who} is not on the table", "{who}不在桌面上")];
    };
    things(says, game, id, at).iter().take(MOST).map(Thing::with_distance).collect()
}

fn things(says: &Says<'_>, game: &Game, mover: EntityId, from: Point) -> Vec<Thing> {
    let own = Disc::new(from, radius(says, mover));
    let all = (1..says.state.entities.len() as u32).map(EntityId).filter(|id| *id != mover);
    let mut found: Vec<(i64, EntityId, Thing)> = all
        .filter_map(|id| {
            let entity = says.state.entity(id);
            let at = entity.at.filter(|_| entity.present)?;
            let other = Disc::new(at, radius(says, id));
            let digit = game.face.digits.get(&entity.kind).map(|field| {
                let name = says.words.field(*field);
                let value = crate::table::field_of(says, entity, *field).map_or_else(String::new, |value| says.value(value));
                format!(" {name} {value}")
            });
            let name = format!("{}{}", marked(says, &Value::Entity(id)), digit.unwrap_or_default());
            let (gap, mut far) = (gap(own, other), far(says, game, own, other));
            if from != at && (gap > 0 || game.face.squares.is_some()) {
                far.push_str(&format!(" {}", way(says, from, at)));
            }
            (other.radius > 0).then_some((gap, id, Thing { gap, name, far }))
        })
        .collect();
    found.sort_by_key(|(gap, id, _)| (*gap, says.place(*id)));
    found.into_iter().map(|(_, _, thing)| thing).collect()
}

/// The nearest of eight directions.
fn way(says: &Says<'_>, from: Point, to: Point) -> String {
    let (east, north) = (to.x - from.x, to.y - from.y);
    // Within about 22 degrees of an axis it is that axis.
    let flat = north.abs().saturating_mul(5) < east.abs().saturating_mul(2);
    let steep = east.abs().saturating_mul(5) < north.abs().saturating_mul(2);
    match (steep, flat, north >= 0, east >= 0) {
        (true, _, true, _) => said!(says.words, "n", "北"),
        (true, _, false, _) => said!(says.words, "s", "南"),
        (_, true, _, true) => said!(says.words, "e", "東"),
        (_, true, _, false) => said!(says.words, "w", "西"),
        (_, _, true, true) => said!(says.words, "ne", "東北"),
        (_, _, true, false) => said!(says.words, "nw", "西北"),
        (_, _, false, true) => said!(says.words, "se", "東南"),
        (_, _, false, false) => said!(says.words, "sw", "西南"),
    }
}
