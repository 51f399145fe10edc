//! Ways written by a person: `3 n`, `toward Bobby`, `touch stone 2`, `to 12,18`, joined by `then`; [`among`] where they lead to
//! one of some points.

mod among;

pub use among::{list_of_points, many_points, of_many, point_among};

use crate::question::{coordinate, coordinates, find_entity, radius};
use crate::say::Says;
use crate::tongue::said;
use crate::words::plain_name;
use cardwright_core::decision::Options;
use cardwright_core::rules::Body;
use cardwright_core::space::{
    Disc, Obstacle, Point, Shape, Table, away_from, first_block, format_length, overlaps_shape, path_length, route,
    touching_all_round, toward,
};
use cardwright_core::value::*;

/// Directions with their steps east and north, in ten-thousandths.
const COMPASS: [(&[&str], (i64, i64)); 8] = [
    (&["n", "north", "北"], (0, 10_000)),
    (&["ne", "northeast", "north east", "東北"], (7_071, 7_071)),
    (&["e", "east", "東"], (10_000, 0)),
    (&["se", "southeast", "south east", "東南"], (7_071, -7_071)),
    (&["s", "south", "南"], (0, -10_000)),
    (&["sw", "southwest", "south west", "西南"], (-7_071, -7_071)),
    (&["w", "west", "西"], (-10_000, 0)),
    (&["nw", "northwest", "north west", "西北"], (-7_071, 7_071)),
];

/// A leg without a length is tried in such steps, the longest first.
const STEP: i64 = 125;
/// Farther than any table is wide.
const FAR: i64 = 1_000_000;
/// More tries than this are not made.
const MOST_WAYS: usize = 64;

/// What a written place or path may mean, the likeliest first: a leg without a length goes as far as is legal, and a
/// thing to be touched can be touched from more than one side.
///
/// Errors: it is no place or path, in words. Whether it is legal is the core's to say.
pub fn ways(says: &Says<'_>, options: &Options, text: &str) -> Result<Vec<Value>, String> {
    match options {
        Options::Point { around, within } => {
            let from = Walker { says, mover: None, at: Disc::new(*around, 0), left: *within };
            Ok(from.leg(text)?.into_iter().filter_map(|leg| leg.last().copied()).map(Value::Point).collect())
        }
        Options::Path { mover, from, within, .. } => {
            let at = Disc::new(*from, radius(says, *mover));
            let legs: Vec<&str> = split_legs(text);
            let mut points = vec![*from];
            let mut found = Vec::new();
            for (number, leg) in legs.iter().enumerate() {
                let here = points.last().copied().unwrap_or(*from);
                let left = (within - path_length(&points)).max(0);
                let walker = Walker { says, mover: Some(*mover), at: at.moved_to(here), left };
                let ways = walker.leg(leg)?;
                if number + 1 == legs.len() {
                    found = ways.into_iter().map(|way| joined(&points, &way)).collect();
                } else if let Some(way) = ways.first() {
                    points = joined(&points, way);
                }
            }
            Ok(found.into_iter().map(|points| Value::list(points.into_iter().map(Value::Point).collect())).collect())
        }
        _ => Ok(Vec::new()),
    }
}

fn split_legs(text: &str) -> Vec<&str> {
    let legs: Vec<&str> =
        text.split("->").flat_map(|part| part.split(" then ")).flat_map(|part| part.split([';', '；'])).map(str::trim).collect();
    legs.into_iter().filter(|leg| !leg.is_empty()).collect()
}

/// A path with a leg behind it. The place it starts from may be named first.
fn joined(points: &[Point], leg: &[Point]) -> Vec<Point> {
    let mut out = points.to_vec();
    for point in leg {
        if out.len() > 1 || out.first() != Some(point) {
            out.push(*point);
        }
    }
    out
}

/// The beginning of a path, so long.
fn cut(path: &[Point], length: i64) -> Vec<Point> {
    let mut out: Vec<Point> = Vec::new();
    for point in path {
        let Some(last) = out.last().copied() else {
            out.push(*point);
            continue;
        };
        let left = length - path_length(&out);
        if path_length(&[last, *point]) > left {
            if left > 0 {
                out.push(toward(Disc::new(last, 0), Disc::new(*point, 0), left, &[], None).end);
            }
            break;
        }
        out.push(*point);
    }
    out
}

struct Walker<'a> {
    says: &'a Says<'a>,
    mover: Option<EntityId>,
    at: Disc,
    left: i64,
}

type Leg = Vec<Point>;

impl Walker<'_> {
    fn leg(&self, text: &str) -> Result<Vec<Leg>, String> {
        let text = text.trim();
        let (word, rest) = first_word(text);
        let plain = plain_name(text);
        if matches!(plain.as_str(), "stay" | "留" | "不動") {
            return Ok(vec![vec![self.at.at]]);
        }
        if let Some(at) = coordinates(text) {
            return Ok(vec![vec![at]]);
        }
        if let Some(legs) = self.compass(&plain) {
            return Ok(legs);
        }
        match word.to_lowercase().as_str() {
            "to" | "到" => match coordinates(rest) {
                Some(at) => Ok(self.as_far_as(Disc::new(at, 0))),
                None => self.straight(rest, true),
            },
            "toward" | "towards" | "朝" | "向" => self.straight(rest, true),
            "away" | "遠離" => self.straight(rest.strip_prefix("from ").unwrap_or(rest), false),
            "touch" | "碰" | "接觸" => self.touch(rest),
            _ => Err(said!(
                self.says.words,
                "`{text}` is no place: write `3 n`, `toward NAME`, `touch NAME`, `to 12,14` or `stay`; `undo` takes the action back",
                "「{text}」不是位置：請寫 `3 n`、`toward 名字`、`touch 名字`、`to 12,14` 或 `stay`；`undo` 收回行動"
            )),
        }
    }

    /// `3 n`, `n 3`, `n`.
    fn compass(&self, text: &str) -> Option<Vec<Leg>> {
        let direction = |word: &str| COMPASS.iter().find(|(names, _)| names.contains(&word.trim())).map(|(_, step)| *step);
        if let Some(step) = direction(text) {
            return Some(self.lengths().map(|length| vec![self.stepped(step, length)]).collect());
        }
        let (front, back) = (text.split_once(' '), text.rsplit_once(' '));
        let (step, length) = front
            .and_then(|(length, name)| Some((direction(name)?, coordinate(length)?)))
            .or_else(|| back.and_then(|(name, length)| Some((direction(name)?, coordinate(length)?))))?;
        Some(vec![vec![self.stepped(step, length)]])
    }

    fn stepped(&self, (east, north): (i64, i64), length: i64) -> Point {
        let part = |share: i64| share.saturating_mul(length) / 10_000;
        Point::new(self.at.at.x.saturating_add(part(east)), self.at.at.y.saturating_add(part(north)))
    }

    /// All that is left, and ever less.
    fn lengths(&self) -> impl Iterator<Item = i64> + use<> {
        let left = self.left;
        (0..MOST_WAYS as i64).map(move |n| left - n * STEP).take_while(|length| *length > 0)
    }

    /// Straight as far as it goes, else around what stands in the way, else less far.
    fn as_far_as(&self, goal: Disc) -> Vec<Leg> {
        let mut straight: Vec<Leg> = Vec::new();
        for length in self.lengths() {
            let end = toward(self.at, goal, length, &[], None).end;
            if straight.last().and_then(|leg| leg.last()) != Some(&end) {
                straight.push(vec![end]);
            }
        }
        let mut around: Vec<Leg> = Vec::new();
        let end = toward(self.at, goal, FAR, &[], None).end;
        for obstacles in [self.obstacles(true), self.obstacles(false)] {
            let Some(way) = route(self.at, end, FAR, &obstacles, self.table()) else { continue };
            let cuts = self.lengths().step_by(4).map(|length| cut(&way, length));
            around.extend(cuts.take(MOST_WAYS / 4).map(|way| way.into_iter().skip(1).collect()));
        }
        let rest = straight.split_off(straight.len().min(1));
        straight.into_iter().chain(around).chain(rest).collect()
    }

    /// `NAME`, `NAME 3"`: straight toward it or away.
    fn straight(&self, text: &str, nearer: bool) -> Result<Vec<Leg>, String> {
        let (goal, length) = match self.goal(text) {
            Ok(goal) => (goal, None),
            Err(message) => {
                let Some((name, length)) = text.rsplit_once(' ') else { return Err(message) };
                let Some(length) = coordinate(length) else { return Err(message) };
                (self.goal(name)?, Some(length))
            }
        };
        let lengths: Vec<i64> = length.map_or_else(|| self.lengths().collect(), |length| vec![length]);
        if nearer && length.is_none() {
            return Ok(self.as_far_as(goal));
        }
        let end = |length: i64| match nearer {
            true => toward(self.at, goal, length, &[], None).end,
            false => away_from(self.at, goal.at, length, &[], None).end,
        };
        Ok(lengths.into_iter().map(|length| vec![end(length)]).collect())
    }

    /// Into contact with something: straight, else around what stands in the way, else from another side.
    fn touch(&self, name: &str) -> Result<Vec<Leg>, String> {
        let goal = self.goal(name)?;
        let end = toward(self.at, goal, FAR, &[], None).end;
        let mut legs: Vec<Leg> = vec![vec![end]];
        let (all, bases) = (self.obstacles(true), self.obstacles(false));
        let mut sides = touching_all_round(self.at.radius, goal, &bases, self.table());
        sides.sort_by_key(|side| (path_length(&[self.at.at, *side]), side.x, side.y));
        for side in std::iter::once(end).chain(sides) {
            if legs.len() >= MOST_WAYS {
                break;
            }
            legs.push(vec![side]);
            for obstacles in [&all, &bases] {
                legs.extend(
                    route(self.at, side, self.left, obstacles, self.table()).map(|way| way.into_iter().skip(1).collect()),
                );
            }
        }
        if path_length(&[self.at.at, end]) > self.left {
            let (far, left) = (format_length(path_length(&[self.at.at, end])), format_length(self.left));
            return Err(said!(
                self.says.words,
                "it is {far} away, and {left} are left; `toward` goes as far as it can",
                "距離{far}，只剩{left}；可用 `toward` 盡量靠近"
            ));
        }
        Ok(legs)
    }

    fn goal(&self, name: &str) -> Result<Disc, String> {
        if let Some(at) = coordinates(name) {
            return Ok(Disc::new(at, 0));
        }
        let says = self.says;
        let id = find_entity(says, name)?;
        let who = says.entity(id);
        let at = says.state.entity(id).at;
        let at = at.ok_or_else(|| said!(says.words, "{who} is not on the table", "{who}不在桌面上"))?;
        Ok(Disc::new(at, radius(says, id)))
    }

    fn table(&self) -> Option<Table> {
        self.says.rules.table.map(|(width, height)| Table { width, height })
    }

    fn obstacles(&self, areas: bool) -> Vec<Obstacle> {
        obstacles(self.says, self.mover, areas)
    }
}

/// Owned pieces on the table but the mover, and areas if wanted.
fn obstacles(says: &Says<'_>, mover: Option<EntityId>, areas: bool) -> Vec<Obstacle> {
    let mut out = Vec::new();
    for id in (1..says.state.entities.len() as u32).map(EntityId).filter(|id| Some(*id) != mover) {
        let entity = says.state.entity(id);
        let Some(at) = entity.at.filter(|_| entity.present) else { continue };
        let shape = match says.rules.kinds.get(entity.kind.index()).map(|k| k.body) {
            Some(Body::Round(_)) if entity.owner.is_some() => Some(Shape::Disc(Disc::new(at, radius(says, id)))),
            Some(Body::Area(field)) if areas => crate::table::outline(says, entity, field).map(Shape::Polygon),
            _ => None,
        };
        out.extend(shape.map(|shape| Obstacle { shape, id: id.0 }));
    }
    out
}

/// Why a path or place is likely refused: too long, or what stands in its way.
///
/// `asked_for`: whose base a place is for.
pub fn doubt(says: &Says<'_>, options: &Options, answer: &Value, asked_for: Option<EntityId>) -> Option<String> {
    let Options::Path { mover, within, .. } = options else {
        let Options::Point { around, within } = options else { return None };
        let (far, most) = (path_length(&[*around, answer.point()?]), *within);
        let (said_far, said_most) = (format_length(far), format_length(most));
        if far > most {
            return Some(said!(
                says.words,
                "it is {said_far} away, and at most {said_most} are allowed",
                "距離{said_far}，最多{said_most}"
            ));
        }
        let base = Disc::new(answer.point()?, asked_for.map_or(0, |id| radius(says, id)));
        let block = obstacles(says, asked_for, true).into_iter().find(|obstacle| overlaps_shape(base, &obstacle.shape))?;
        let what = called(says, EntityId(block.id));
        return Some(said!(says.words, "{what} is in the way", "{what}擋住去路"));
    };
    let points: Vec<Point> = answer.members().iter().filter_map(Value::point).collect();
    let length = path_length(&points);
    if length > *within {
        let (length, most) = (format_length(length), format_length(*within));
        return Some(said!(says.words, "it is {length} long, and at most {most} are allowed", "長{length}，最多{most}"));
    }
    let block = first_block(radius(says, *mover), &points, &obstacles(says, Some(*mover), true))?;
    let what = called(says, EntityId(block.id));
    Some(said!(says.words, "{what} is in the way", "{what}擋住去路"))
}

/// What stands there: a piece by its name, an area by what it is.
fn called(says: &Says<'_>, id: EntityId) -> String {
    let entity = says.state.entity(id);
    let term = entity.fields.iter().find_map(|value| if let Value::Term(term) = value { Some(*term) } else { None });
    match term.filter(|_| entity.owner.is_none()) {
        Some(term) => says.words.term(term).to_owned(),
        None => says.entity(id),
    }
}

fn first_word(text: &str) -> (&str, &str) {
    for word in ["朝", "向", "遠離", "接觸", "碰", "到"] {
        if let Some(rest) = text.strip_prefix(word) {
            return (word, rest.trim());
        }
    }
    text.split_once(' ').map_or((text, ""), |(word, rest)| (word, rest.trim()))
}
