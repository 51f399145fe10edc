//! Lines of sight between bases, past whatever stands between.
//!
//! There is sight when *some* straight line from a point of one base to a point of the other enters nothing that blocks;
//! touching is allowed. This is decided, not sampled: move any free line aside and turn it until it can go no further, and
//! it ends up touching two things at once, each a base's edge or a corner. So it is enough to try the lines that touch
//! two things (the bitangents); if none of them is free, no line is. The method is the usual one of visibility graphs.
//!
//! Inside, coordinates are counted from the looking base in 1/256 of a thousandth, and a line's direction to 2^-32. A
//! blocker counts as touched, not entered, when the line cuts less than [`GRAZE`] (1/64 of a thousandth) into it. That is
//! the only rounding in the answer; the error of the lines themselves is far below it on tables up to some hundred inches
//! and grows to about 1/32 of a thousandth at [`super::LIMIT`].

mod line;
mod touching;

use super::measure::{gap, gap_to_point, gap_to_polygon, nearer_than, overlaps_shape};
use super::shape::{Disc, LIMIT, Length, Point, Polygon, Shape, Verdict, cross, dot, segments_meet};
use line::{Line, Seen, Stretch, Thing};
use serde::{Deserialize, Serialize};

pub use line::GRAZE;

/// How a blocker stops sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BlockRule {
    /// No line may enter its inside.
    Solid,
    /// Lines may run into it and out of it but not through: it does not block when either end's base overlaps it (of a
    /// target that is an outline, when they overlap or touch).
    NotThrough,
}

/// Something that may stop sight.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Blocker {
    /// Where it stands.
    pub shape: Shape,
    /// How it blocks.
    pub rule: BlockRule,
    /// The caller's name for it, used to leave it out.
    pub id: u32,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// A base; any part of it will do.
    Disc(Disc),
    /// A point.
    Point(Point),
    /// A piece of terrain; any part of its outline will do, and it does not hide its own near side.
    Polygon(&'a Polygon),
}

impl Target<'_> {
    fn touched_by(self, from: Disc) -> bool {
        match self {
            Target::Disc(disc) => gap(from, disc) <= 0,
            Target::Point(point) => gap_to_point(from, point) <= 0,
            Target::Polygon(polygon) => gap_to_polygon(from, polygon) <= 0,
        }
    }

    fn overlaps(self, shape: &Shape) -> bool {
        match (self, shape) {
            (Target::Disc(disc), _) => overlaps_shape(disc, shape),
            (Target::Point(point), Shape::Disc(disc)) => gap_to_point(*disc, point) < 0,
            (Target::Point(point), Shape::Polygon(polygon)) => polygon.contains(point),
            (Target::Polygon(polygon), Shape::Disc(disc)) => overlaps_shape(*disc, &Shape::Polygon(polygon.clone())),
            (Target::Polygon(a), Shape::Polygon(b)) => polygons_overlap(a, b),
        }
    }
}

fn polygons_overlap(a: &Polygon, b: &Polygon) -> bool {
    a == b
        || a.points().iter().any(|&p| b.contains(p))
        || b.points().iter().any(|&p| a.contains(p))
        || a.sides().any(|(p, q)| b.sides().any(|(r, s)| segments_meet(p, q, r, s)))
}

/// Whether there is sight; the same answer as [`sight`], without measuring how much.
///
/// Ends that touch or overlap always see each other. A base inside a solid blocker sees nothing beyond its own contact,
/// so the caller leaves out by `ignore` what an end stands on, and the two pieces concerned themselves.
#[must_use]
pub fn sees(from: Disc, to: Target<'_>, blockers: &[Blocker], ignore: &[u32]) -> bool {
    sees_clear(from, to, blockers, ignore, 0)
}

/// Whether there is sight by a line that keeps at least `clearance` from every blocker.
///
/// With clearance 0 grazing an edge is seeing. With 1 it is not: a base exactly in line between two bases of its own size
/// leaves only two grazing lines, and so hides them from each other.
#[must_use]
pub fn sees_clear(from: Disc, to: Target<'_>, blockers: &[Blocker], ignore: &[u32], clearance: Length) -> bool {
    if to.touched_by(from) {
        return true;
    }
    let seen = Seen::new(from, to);
    let mut things = between(&seen, from, to, blockers, ignore, clearance.max(0));
    things.is_empty() || touching::free_line(&seen, &mut things).is_some()
}

/// The greatest clearance, up to `most`, with which there is sight; none when there is no sight at all.
///
/// This is the exact measure of how clear a sight is, found by halving; it costs some ten times as much as [`sees`].
#[must_use]
pub fn clearance(from: Disc, to: Target<'_>, blockers: &[Blocker], ignore: &[u32], most: Length) -> Option<Length> {
    let clear = |clearance| sees_clear(from, to, blockers, ignore, clearance);
    if !clear(0) {
        return None;
    }
    let (mut kept, mut lost) = (0, most.clamp(0, LIMIT) + 1);
    while kept + 1 < lost {
        let middle = kept + (lost - kept) / 2;
        if clear(middle) { kept = middle } else { lost = middle }
    }
    Some(kept)
}

/// Whether there is sight, and how clearly.
///
/// The truth is exact as described above. The slack is an estimate: when sight holds, half the width of the free strip
/// around the line that was found, in its direction, at most the smaller base's radius; when it fails, how deep the
/// blockers cut into the least blocked of the centre line and the four lines along both ends' edges.
#[must_use]
pub fn sight(from: Disc, to: Target<'_>, blockers: &[Blocker], ignore: &[u32]) -> Verdict {
    if to.touched_by(from) {
        return Verdict::from_slack(from.radius);
    }
    let seen = Seen::new(from, to);
    let mut things = between(&seen, from, to, blockers, ignore, 0);
    match touching::free_line(&seen, &mut things) {
        Some(found) => Verdict::from_slack(found.room(&seen, &things) >> line::FINE),
        None => {
            let lines = touching::outer_lines(&seen);
            let stretches = lines.iter().flat_map(|line| seen.stretches(line)).flatten();
            let deepest =
                |stretch: Stretch| things.iter().filter(|thing| stretch.enters(thing)).map(|thing| stretch.depth(thing)).max();
            let depth = stretches.filter_map(deepest).min().unwrap_or(0).max(0);
            Verdict::from_slack(-((depth >> line::FINE) + 1))
        }
    }
}

/// The blockers that count and that some line between the ends could meet.
fn between(seen: &Seen, from: Disc, to: Target<'_>, blockers: &[Blocker], ignore: &[u32], clearance: Length) -> Vec<Thing> {
    let corridor = Corridor::new(from, to, clearance);
    blockers
        .iter()
        .filter(|b| corridor.may_meet(&b.shape) && !ignore.contains(&b.id))
        .filter(|b| b.rule == BlockRule::Solid || !(overlaps_shape(from, &b.shape) || to.overlaps(&b.shape)))
        .map(|b| Thing {
            form: seen.form(&b.shape, clearance, |p| corridor.may_hold(p)),
            apart: apart(from, to, &b.shape, clearance),
        })
        .collect()
}

/// Whether a blocker, grown by a clearance, is convex and clear of both round ends.
fn apart(from: Disc, to: Target<'_>, shape: &Shape, clearance: Length) -> bool {
    let to = match to {
        Target::Disc(disc) => disc,
        Target::Point(point) => Disc::new(point, 0),
        Target::Polygon(_) => return false,
    };
    [from, to].into_iter().all(|end| match shape {
        Shape::Disc(disc) => {
            let reach = end.radius + disc.radius + clearance;
            end.at.square_to(disc.at) >= reach * reach
        }
        Shape::Polygon(polygon) => polygon.is_convex() && !nearer_than(end.at, polygon, (end.radius + clearance).max(1)),
    })
}

/// A strip that holds every line between the ends, for leaving out what is far from all of them.
struct Corridor {
    from: Point,
    way: (i64, i64),
    square: i64,
    reach: Length,
    /// The reach times the length of the way, rounded up: what an outer product is compared with.
    reach_way: i128,
    low: Point,
    high: Point,
}

impl Corridor {
    fn new(from: Disc, to: Target<'_>, clearance: Length) -> Self {
        let (at, reach, low, high) = match to {
            Target::Disc(disc) => (disc.at, disc.radius, disc.at, disc.at),
            Target::Point(point) => (point, 0, point, point),
            Target::Polygon(polygon) => {
                let (low, high) = (polygon.low(), polygon.high());
                let middle = Point::new(low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2);
                let far = polygon.points().iter().map(|p| middle.square_to(*p)).max().unwrap_or(0);
                (middle, super::fixed::root_up(far), middle, middle)
            }
        };
        let reach = reach.max(from.radius) + clearance;
        let way = from.at.to(at);
        let square = dot(way, way);
        Self {
            from: from.at,
            way,
            square,
            reach,
            reach_way: i128::from(super::fixed::root_up(square)) * i128::from(reach),
            low: Point::new(from.at.x.min(low.x) - reach, from.at.y.min(low.y) - reach),
            high: Point::new(from.at.x.max(high.x) + reach, from.at.y.max(high.y) + reach),
        }
    }

    fn may_meet(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Disc(disc) => {
                let (p, r) = (disc.at, disc.radius);
                if p.x + r < self.low.x || p.x - r > self.high.x || p.y + r < self.low.y || p.y - r > self.high.y {
                    return false;
                }
                let way = self.from.to(p);
                let aside = i128::from(cross(self.way, way));
                let reach = i128::from(self.reach + r);
                aside * aside < reach * reach * i128::from(self.square)
            }
            Shape::Polygon(polygon) => {
                let (low, high) = (polygon.low(), polygon.high());
                if high.x < self.low.x || low.x > self.high.x || high.y < self.low.y || low.y > self.high.y {
                    return false;
                }
                let side = |p: &Point| i128::from(cross(self.way, self.from.to(*p)));
                !polygon.points().iter().all(|p| side(p) >= self.reach_way)
                    && !polygon.points().iter().all(|p| side(p) <= -self.reach_way)
            }
        }
    }

    /// Whether a point lies near enough to all lines that one may touch it.
    fn may_hold(&self, p: Point) -> bool {
        p.x >= self.low.x
            && p.x <= self.high.x
            && p.y >= self.low.y
            && p.y <= self.high.y
            && i128::from(cross(self.way, self.from.to(p))).abs() <= self.reach_way
    }
}

/// What lies in the way between two bases, for rules that grade cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Obstruction {
    /// Whether some line from one base to the other enters a blocker.
    pub any_line: bool,
    /// Whether the line from centre to centre enters a blocker.
    pub centre_line: bool,
}

/// What lies in the way between two bases. All blockers count alike, whatever their rule, except those to ignore.
#[must_use]
pub fn cover(from: Disc, to: Disc, blockers: &[Blocker], ignore: &[u32]) -> Obstruction {
    let corridor = Corridor::new(from, Target::Disc(to), 0);
    let seen = Seen::new(from, Target::Disc(to));
    let centres = Seen::new(Disc::new(from.at, 0), Target::Point(to.at));
    let mut found = Obstruction { any_line: false, centre_line: false };
    let counted = blockers.iter().filter(|b| !ignore.contains(&b.id) && corridor.may_meet(&b.shape));
    for blocker in counted {
        let thing = Thing { form: seen.form(&blocker.shape, 0, |_| true), apart: false };
        found.any_line |= seen.hull_meets(&thing);
        found.centre_line |= Line::through(&centres).is_some_and(|line| centres.enters(&line, &thing));
    }
    found
}

#[cfg(test)]
mod tests;
