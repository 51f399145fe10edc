//! One of some points, such as the squares that a piece may go to: by its coordinates, or by the way there.

use super::{COMPASS, FAR, Walker, first_word, split_legs};
use crate::game::Game;
use crate::question::{coordinate, radius};
use crate::say::{Says, point};
use crate::squares::Squares;
use crate::tongue::{padded, said, width};
use crate::words::plain_name;
use cardwright_core::decision::Options;
use cardwright_core::space::{Disc, Point, gap};
use cardwright_core::value::*;

/// So many choices are listed, one below the other, even where they are points.
const LISTED: usize = 12;
/// Points named where a line leads to none.
const NEAREST: usize = 4;

/// Points of which one is to be chosen, where they are too many for a list that anybody reads.
pub fn many_points(options: &Options) -> Option<Vec<Point>> {
    let Options::Among { of, least: 1, most: 1 } = options else { return None };
    (of.len() > LISTED).then(|| of.iter().map(Value::point).collect::<Option<Vec<_>>>()).flatten()
}

/// How one of many points is chosen.
pub fn of_many(says: &Says<'_>, game: &Game, of: &[Value]) -> String {
    let (count, words) = (of.len(), says.words);
    let first = of.first().and_then(Value::point).unwrap_or(Point::new(0, 0));
    match game.face.squares.map(|squares| (squares.square(first), crate::table::CHOICE)) {
        Some(((column, row), sign)) => said!(
            words,
            "{count} squares, `{sign}` on the board: `{column},{row}`, a way such as `3 e`, `toward NAME`, `touch NAME`; `list` shows them all",
            "{count}格，圖上以 `{sign}` 標示：`{column},{row}`，或如 `3 e`、`toward 名字`、`touch 名字`；`list` 全部列出"
        ),
        None => {
            let first = point(first);
            said!(
                words,
                "{count} places: `{first}`, a way such as `3 e`, `toward NAME`; `list` shows them all",
                "{count}個位置：`{first}`，或如 `3 e`、`toward 名字`；`list` 全部列出"
            )
        }
    }
}

/// All of many points with their numbers, several to a line.
pub fn list_of_points(of: &[Point], columns: usize) -> Vec<String> {
    let names: Vec<String> = of.iter().enumerate().map(|(n, at)| format!("{:>3}  {}", n + 1, point(*at))).collect();
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(1) + 3;
    let line = |names: &[String]| names.iter().map(|name| padded(name, widest)).collect::<String>().trim_end().to_owned();
    names.chunks((columns / widest).max(1)).map(line).collect()
}

/// The point among some that a line means: `11,5`, `6 e`, `toward Bobby`, `touch Bobby`, `stay`. `mover`: who stands where
/// ways begin.
///
/// Errors: it means none of them, in words.
pub fn point_among(
    says: &Says<'_>,
    squares: Option<Squares>,
    of: &[Point],
    mover: Option<EntityId>,
    text: &str,
) -> Result<Point, String> {
    let start = mover.and_then(|mover| Some(Disc::new(says.state.entities.get(mover.index())?.at?, radius(says, mover))));
    let mut seeker = Seeker { says, squares, of, at: start };
    let legs = split_legs(text);
    let Some((last, before)) = legs.split_last() else { return Err(seeker.no_point(text)) };
    for leg in before {
        let end = seeker.meant(leg)?;
        seeker.at = seeker.at.map(|disc| disc.moved_to(end));
    }
    let end = seeker.meant(last)?;
    seeker.allowed(end).ok_or_else(|| seeker.not_allowed(text, end))
}

struct Seeker<'a> {
    says: &'a Says<'a>,
    squares: Option<Squares>,
    of: &'a [Point],
    /// Where a way begins; None where nobody stands.
    at: Option<Disc>,
}

/// How far it is, the first number above all.
type Far = (i64, i128);

impl Seeker<'_> {
    /// The point itself, or the one in the square that is meant.
    fn allowed(&self, meant: Point) -> Option<Point> {
        if self.of.contains(&meant) {
            return Some(meant);
        }
        let squares = self.squares?;
        let near = |at: &&Point| 2 * (at.x - meant.x).abs().max((at.y - meant.y).abs()) <= squares.side;
        let inside: Vec<&Point> = self.of.iter().filter(|at| squares.square(**at) == squares.square(meant)).collect();
        let near: Vec<&Point> = self.of.iter().filter(near).collect();
        match (inside.as_slice(), near.as_slice()) {
            ([one], _) | ([], [one]) => Some(**one),
            _ => None,
        }
    }

    /// The place that one leg of a way means, whether it is allowed or not.
    fn meant(&self, leg: &str) -> Result<Point, String> {
        let plain = plain_name(leg);
        if matches!(plain.as_str(), "stay" | "留" | "不動") {
            return Ok(self.here(leg)?.at);
        }
        if let Some(at) = written(leg) {
            return Ok(at);
        }
        if let Some((step, length)) = heading(&plain) {
            return self.along(leg, step, length);
        }
        let (word, rest) = first_word(leg);
        match word.to_lowercase().as_str() {
            "to" | "到" => written(rest).map_or_else(|| self.toward(leg, rest), Ok),
            "toward" | "towards" | "朝" | "向" => self.toward(leg, rest),
            "away" | "遠離" => self.away(leg, rest.strip_prefix("from ").unwrap_or(rest)),
            "touch" | "碰" | "接觸" => self.touch(leg, rest),
            _ => Err(self.no_point(leg)),
        }
    }

    fn here(&self, text: &str) -> Result<Disc, String> {
        self.at.ok_or_else(|| {
            said!(
                self.says.words,
                "`{text}` leads from nowhere, since nobody stands on the table yet: write two numbers",
                "「{text}」沒有起點，因為尚未有人在桌面上：請寫兩個數字"
            )
        })
    }

    /// So far in a direction, else as far as is allowed.
    fn along(&self, leg: &str, (east, north): (i64, i64), length: Option<i64>) -> Result<Point, String> {
        let from = self.here(leg)?.at;
        let end = |length: i64| match self.squares {
            Some(_) => Point::new(from.x + east.signum() * length, from.y + north.signum() * length),
            None => Point::new(from.x + east * length / 10_000, from.y + north * length / 10_000),
        };
        // Lengths are written in squares where there are such.
        let scaled = |length: i64| self.squares.map_or(length, |squares| length / 1000 * squares.side);
        if let Some(length) = length {
            return Ok(end(scaled(length.clamp(0, FAR))));
        }
        let reaches = |at: &&Point| {
            let length = (at.x - from.x).abs().max((at.y - from.y).abs());
            length > 0 && end(length) == **at
        };
        let farthest = self.of.iter().filter(reaches).max_by_key(|at| (at.x - from.x).abs().max((at.y - from.y).abs()));
        farthest.copied().ok_or_else(|| self.no_point(leg))
    }

    /// As near as can be: `NAME`, or `NAME 3` for so far at most.
    fn toward(&self, leg: &str, text: &str) -> Result<Point, String> {
        let from = self.here(leg)?;
        let (goal, most) = self.goal(text)?;
        let within = self.of.iter().filter(|at| most.is_none_or(|most| self.is_within(from, **at, most)));
        let nearest =
            within.min_by_key(|at| (self.far(from.moved_to(**at), goal), self.far(from, Disc::new(**at, 0)), at.x, at.y));
        let nearer = nearest.filter(|at| self.far(from.moved_to(**at), goal) < self.far(from, goal));
        nearer.copied().ok_or_else(|| said!(self.says.words, "none of them is nearer to {text}", "沒有一個更接近{text}"))
    }

    fn away(&self, leg: &str, text: &str) -> Result<Point, String> {
        let from = self.here(leg)?;
        let (goal, most) = self.goal(text)?;
        let within = self.of.iter().filter(|at| most.is_none_or(|most| self.is_within(from, **at, most)));
        let farthest = within.max_by_key(|at| (self.far(from.moved_to(**at), goal), at.x, at.y));
        farthest.copied().ok_or_else(|| self.no_point(leg))
    }

    /// Beside something, by the shortest way.
    fn touch(&self, leg: &str, name: &str) -> Result<Point, String> {
        let from = self.here(leg)?;
        let (goal, _) = self.goal(name)?;
        let touches = |at: &&Point| match self.squares {
            Some(squares) => squares.steps(from.moved_to(**at), goal) <= 1,
            None => gap(from.moved_to(**at), goal) <= 0,
        };
        let nearest = self.of.iter().filter(touches).min_by_key(|at| (self.far(from, Disc::new(**at, 0)), at.x, at.y));
        nearest.copied().ok_or_else(|| {
            said!(
                self.says.words,
                "none of them is beside {name}; `toward` goes as near as it can",
                "沒有一個在{name}旁；可用 `toward` 盡量靠近"
            )
        })
    }

    /// What a way leads to, and how far at most where that stands behind it.
    fn goal(&self, text: &str) -> Result<(Disc, Option<i64>), String> {
        let at = self.at.unwrap_or(Disc::new(Point::new(0, 0), 0));
        let walker = Walker { says: self.says, mover: None, at, left: FAR };
        if let Some(at) = written(text) {
            return Ok((Disc::new(at, 0), None));
        }
        walker.goal(text).map(|goal| (goal, None)).or_else(|message| {
            let (name, length) = text.rsplit_once(' ').ok_or_else(|| message.clone())?;
            let length = coordinate(length).ok_or(message)?;
            Ok((walker.goal(name)?, Some(length)))
        })
    }

    fn is_within(&self, from: Disc, at: Point, most: i64) -> bool {
        match self.squares {
            Some(squares) => squares.along(&[from.at, at]) <= most / 1000,
            None => squared(from.at, at) <= i128::from(most) * i128::from(most),
        }
    }

    fn far(&self, a: Disc, b: Disc) -> Far {
        (self.squares.map_or(0, |squares| squares.steps(a, b)), squared(a.at, b.at))
    }

    fn no_point(&self, text: &str) -> String {
        said!(
            self.says.words,
            "`{text}` is no place: write two numbers, `3 e`, `toward NAME` or `touch NAME`; `list` shows all",
            "「{text}」不是位置：請寫兩個數字、`3 e`、`toward 名字` 或 `touch 名字`；`list` 全部列出"
        )
    }

    /// With the nearest that are allowed.
    fn not_allowed(&self, text: &str, meant: Point) -> String {
        let mut of: Vec<&Point> = self.of.iter().collect();
        of.sort_by_key(|at| (squared(**at, meant), at.x, at.y));
        let nearest = of.into_iter().take(NEAREST).map(|at| format!("`{}`", point(*at))).collect::<Vec<_>>().join(" ");
        said!(self.says.words, "`{text}` is not allowed; the nearest are {nearest}", "「{text}」不行；最近的是 {nearest}")
    }
}

/// Two coordinates, with or without a comma between.
fn written(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',').or_else(|| text.split_once(' '))?;
    Some(Point::new(coordinate(x)?, coordinate(y)?))
}

/// A direction with its length: `3 n`, `n 3`, `n`.
fn heading(text: &str) -> Option<((i64, i64), Option<i64>)> {
    let direction = |word: &str| COMPASS.iter().find(|(names, _)| names.contains(&word.trim())).map(|(_, step)| *step);
    if let Some(step) = direction(text) {
        return Some((step, None));
    }
    let front = text.split_once(' ').and_then(|(length, name)| Some((direction(name)?, Some(coordinate(length)?))));
    front.or_else(|| text.rsplit_once(' ').and_then(|(name, length)| Some((direction(name)?, Some(coordinate(length)?)))))
}

fn squared(a: Point, b: Point) -> i128 {
    let (x, y) = (i128::from(a.x) - i128::from(b.x), i128::from(a.y) - i128::from(b.y));
    x * x + y * y
}
