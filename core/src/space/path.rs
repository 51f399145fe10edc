//! Paths: a line of points that the centre of a base follows, how long it is, and what stands in its way.
//!
//! A path starts at the mover's centre. Bending as often as one likes is allowed, so a curve is a path of short legs.

use super::fixed::{DIR_BITS, Dir, SUB, SUB_BITS, around, wide_root};
use super::measure::{nearer_than, overlaps_shape, segment_nearer};
use super::shape::{Disc, Length, Obstacle, Point, Polygon, Shape, TOUCH, Verdict, cross, dot, segments_meet};
use serde::{Deserialize, Serialize};

/// Binary places kept of each leg's length when a path is measured.
const LEG_BITS: u32 = 24;

/// The length of a path, rounded up to a whole thousandth.
#[must_use]
pub fn path_length(path: &[Point]) -> Length {
    let (sum, inexact) = measured(path);
    ((sum + i128::from(inexact) + (1 << LEG_BITS) - 1) >> LEG_BITS) as Length
}

/// Whether a path is at most `max` long; the slack is what is left of `max`.
///
/// Legs of a whole length add up exactly. A sum of other roots is never a whole number, so the question is only how near
/// it may come: each such leg is counted up by at most 2^-24 of a thousandth.
#[must_use]
pub fn path_within(path: &[Point], max: Length) -> Verdict {
    Verdict::from_slack(max.saturating_sub(path_length(path)))
}

/// The sum of the legs rounded down each, in 2^-24 thousandths, and how many of them were rounded.
fn measured(path: &[Point]) -> (i128, u32) {
    let mut sum = 0;
    let mut inexact = 0;
    for leg in path.windows(2) {
        let square = i128::from(leg[0].square_to(leg[1])) << (2 * LEG_BITS);
        let root = i128::from(wide_root(square));
        sum += root;
        inexact += u32::from(root * root != square);
    }
    (sum, inexact)
}

/// How far inside exact contact a place in contact is aimed at, in 1/65536: a quarter of a thousandth.
///
/// Along the axes it rounds to exact contact, and in slanting directions a whole point in contact is still beside it.
pub(super) const INSIDE: i64 = SUB / 4;

/// What stops a mover on its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Block {
    /// The obstacle.
    pub id: u32,
    /// The leg of the path, from 0.
    pub leg: usize,
    /// The last place on that leg where the mover may stand, in contact with the obstacle.
    pub at: Point,
}

/// The first obstacle that a base of this radius runs into on a path, and where it would stop.
///
/// Touching along is no collision. An obstacle that the mover overlaps at the start of a leg stops it at once; the caller
/// leaves out what the mover may pass. The points of the path are not tested against the table's edge.
#[must_use]
pub fn first_block(radius: Length, path: &[Point], obstacles: &[Obstacle]) -> Option<Block> {
    path.windows(2).enumerate().find_map(|(leg, ends)| {
        let (travel, id) = first_on_leg(radius, ends[0], ends[1], obstacles)?;
        let at = Dir::of_leg(ends[0], ends[1]).map_or(ends[0], |dir| settle(radius, ends[0], dir, travel, obstacles, |_| true));
        Some(Block { id, leg, at })
    })
}

/// Whether a base of this radius can follow a path without running into anything.
#[must_use]
pub fn path_is_free(radius: Length, path: &[Point], obstacles: &[Obstacle]) -> bool {
    match path {
        [only] => !obstacles.iter().any(|o| overlaps_shape(Disc::new(*only, radius), &o.shape)),
        _ => path.windows(2).all(|leg| obstacles.iter().all(|o| !leg_hits(radius, leg[0], leg[1], &o.shape))),
    }
}

/// Whether the distance to a base never grows on the way, and by how much at least it stayed below growing.
///
/// On a straight leg the distance to a point falls, then rises, so it is enough to compare each leg's end with the
/// nearest the path has been. Circling is done in short legs that dip a little towards the base; therefore a rise of one
/// thousandth ([`TOUCH`]) above the nearest so far is allowed, over the whole path and not for each leg.
#[must_use]
pub fn never_farther(path: &[Point], from: Disc) -> Verdict {
    let precise = |square: i128| i128::from(wide_root(square << (2 * SUB_BITS)));
    let Some(&start) = path.first() else { return Verdict::from_slack(TOUCH) };
    let mut nearest = precise(i128::from(start.square_to(from.at)));
    let mut slack = i128::from(TOUCH * SUB);
    for leg in path.windows(2) {
        let side = leg[0].to(leg[1]);
        let along = dot(side, leg[0].to(from.at));
        let square = dot(side, side);
        if along > 0 && along < square {
            // The leg passes the base; its nearest point is the foot.
            let aside = i128::from(cross(side, leg[0].to(from.at)));
            let scaled = wide_root(((aside * aside) / i128::from(square)) << SUB_BITS);
            nearest = nearest.min(i128::from(scaled) << (SUB_BITS / 2));
        }
        let end = precise(i128::from(leg[1].square_to(from.at)));
        slack = slack.min(nearest + i128::from(TOUCH * SUB) - end);
        nearest = nearest.min(end);
    }
    Verdict::from_slack((slack >> SUB_BITS) as Length)
}

/// Whether a path does not end farther from a base than it began, whatever it did between; compared exactly.
#[must_use]
pub fn ends_no_farther(path: &[Point], from: Disc) -> Verdict {
    let (Some(start), Some(end)) = (path.first(), path.last()) else { return Verdict::from_slack(0) };
    let (before, after) = (start.square_to(from.at), end.square_to(from.at));
    let change = super::fixed::root_down(before) - super::fixed::root_down(after);
    // Both roots are rounded; only the squares tell which side of equal it is.
    Verdict::from_slack(if after <= before { change.max(0) } else { change.min(-1) })
}

impl Dir {
    /// The direction of a leg, none when it has no length.
    pub(super) fn of_leg(from: Point, to: Point) -> Option<Self> {
        let (dx, dy) = from.to(to);
        Self::of(dx, dy)
    }
}

/// The first obstacle on a leg and how far, in 1/65536, the mover travels until it touches it.
pub(super) fn first_on_leg(radius: Length, from: Point, to: Point, obstacles: &[Obstacle]) -> Option<(i64, u32)> {
    let dir = Dir::of_leg(from, to);
    let mut first: Option<(i64, u32)> = None;
    for obstacle in obstacles.iter().filter(|o| leg_hits(radius, from, to, &o.shape)) {
        let travel = dir.map_or(0, |dir| contact_travel(radius, from, dir, &obstacle.shape));
        if first.is_none_or(|best| travel < best.0) {
            first = Some((travel, obstacle.id));
        }
    }
    first
}

/// Whether a base of this radius overlaps a shape somewhere on a straight leg: exact.
pub(super) fn leg_hits(radius: Length, from: Point, to: Point, shape: &Shape) -> bool {
    match shape {
        Shape::Disc(disc) => {
            let reach = radius + disc.radius - TOUCH;
            boxes_near(from, to, disc.at, disc.at, reach) && segment_nearer(disc.at, from, to, reach)
        }
        Shape::Polygon(polygon) => leg_hits_polygon(radius - TOUCH, from, to, polygon),
    }
}

/// Whether a leg comes nearer to an outline than `reach`, or enters it.
fn leg_hits_polygon(reach: Length, from: Point, to: Point, polygon: &Polygon) -> bool {
    if !boxes_near(from, to, polygon.low(), polygon.high(), reach.max(0)) {
        return false;
    }
    if nearer_than(from, polygon, reach) || nearer_than(to, polygon, reach) {
        return true;
    }
    if reach <= 0 {
        // A mover without size is stopped by a side it really crosses, not by one it touches.
        return polygon.sides().any(|(a, b)| {
            let leg = from.to(to);
            let (s1, s2) = (cross(leg, from.to(a)).signum(), cross(leg, from.to(b)).signum());
            let side = a.to(b);
            let (s3, s4) = (cross(side, a.to(from)).signum(), cross(side, a.to(to)).signum());
            s1 * s2 < 0 && s3 * s4 < 0
        });
    }
    polygon.sides().any(|(a, b)| segments_meet(from, to, a, b) || segment_nearer(a, from, to, reach))
}

/// Whether the upright rectangles around a leg and around a shape are at most `reach` apart.
fn boxes_near(from: Point, to: Point, low: Point, high: Point, reach: Length) -> bool {
    from.x.min(to.x) - reach <= high.x
        && from.x.max(to.x) + reach >= low.x
        && from.y.min(to.y) - reach <= high.y
        && from.y.max(to.y) + reach >= low.y
}

/// How far a base travels in a direction until it touches a shape, in 1/65536; 0 when it touches it already.
///
/// Aims [`INSIDE`] exact contact, so that rounding stays in what counts as contact.
fn contact_travel(radius: Length, from: Point, dir: Dir, shape: &Shape) -> i64 {
    spans(radius * SUB - INSIDE, from, dir, shape)
        .into_iter()
        .filter(|&(_, leave)| leave > 0)
        .map(|(enter, _)| enter.max(0))
        .min()
        .unwrap_or(0)
}

/// The stretches of a line on which a base overlaps each part of a shape's outline; all in 1/65536.
///
/// The parts are the shape's sides (or the round base), grown by the radius; the inside of an outline is not a part.
pub(super) fn spans(radius: i64, from: Point, dir: Dir, shape: &Shape) -> Vec<(i64, i64)> {
    match shape {
        Shape::Disc(disc) => disc_span(radius + disc.radius * SUB, from, dir, disc.at).into_iter().collect(),
        Shape::Polygon(polygon) => polygon.sides().filter_map(|(a, b)| side_span(radius, from, dir, a, b)).collect(),
    }
}

/// The stretch of a line that is nearer than `reach` to a point.
fn disc_span(reach: i64, from: Point, dir: Dir, centre: Point) -> Option<(i64, i64)> {
    let way = from.to(centre);
    let aside = i128::from(dir.aside(way));
    let left = i128::from(reach) * i128::from(reach) - aside * aside;
    if left <= 0 || reach <= 0 {
        return None;
    }
    let (middle, half) = (dir.along(way), wide_root(left));
    Some((middle - half, middle + half))
}

/// The stretch of a line that is nearer than `reach` to a side: between its ends' circles and its long sides.
fn side_span(reach: i64, from: Point, dir: Dir, a: Point, b: Point) -> Option<(i64, i64)> {
    let mut span: Option<(i64, i64)> = None;
    let mut grow = |(enter, leave): (i64, i64)| {
        span = Some(span.map_or((enter, leave), |s| (s.0.min(enter), s.1.max(leave))));
    };
    for end in [a, b] {
        if let Some(part) = disc_span(reach, from, dir, end) {
            grow(part);
        }
    }
    if let Some(side) = Dir::of_leg(a, b) {
        let way = a.to(from);
        let (along, aside) = (i128::from(side.along(way)), i128::from(side.aside(way)));
        // How fast the line runs away from the side and along it, scaled by 2^32.
        let away = i128::from(side.aside((dir.x, dir.y)) >> (DIR_BITS - SUB_BITS));
        let beside = i128::from(side.along((dir.x, dir.y)) >> (DIR_BITS - SUB_BITS));
        let length = i128::from(side.along(a.to(b)));
        if away != 0 {
            for edge in [-i128::from(reach), i128::from(reach)] {
                let travel = ((edge - aside) << (2 * SUB_BITS)) / away;
                let foot = along + ((beside * travel) >> (2 * SUB_BITS));
                if foot >= 0 && foot <= length {
                    grow((travel as i64, travel as i64));
                }
            }
        }
    }
    span
}

/// The best whole point near the end of a travel: reachable without overlap, in contact if it can be, and allowed.
///
/// Moves back towards the start until there is one; the start itself is always returned at last.
pub(super) fn settle(
    radius: Length,
    from: Point,
    dir: Dir,
    travel: i64,
    obstacles: &[Obstacle],
    allowed: impl Fn(Point) -> bool,
) -> Point {
    let mut back = 0;
    while travel - back > 0 {
        let ideal = dir.step(from, travel - back);
        let mut clear = None;
        for point in around(ideal) {
            if !allowed(point) || obstacles.iter().any(|o| leg_hits(radius, from, point, &o.shape)) {
                continue;
            }
            let disc = Disc::new(point, radius);
            if obstacles.iter().any(|o| super::measure::in_contact_with_shape(disc, &o.shape)) {
                return point;
            }
            clear = clear.or(Some(point));
        }
        if let Some(point) = clear {
            return point;
        }
        back = if back == 0 { SUB / 2 } else { back * 2 };
    }
    from
}

#[cfg(test)]
mod tests {
    use super::super::measure::{gap, gap_to_shape, in_contact, in_contact_with_shape, overlaps};
    use super::super::trial::Trial;
    use super::*;

    fn p(x: i64, y: i64) -> Point {
        Point::new(x, y)
    }

    fn base(x: i64, y: i64, id: u32) -> Obstacle {
        Obstacle { shape: Shape::Disc(Disc::new(p(x, y), 590)), id }
    }

    #[test]
    fn length_check_vectors() {
        let bends = [p(0, 0), p(2000, 0), p(2000, 1000), p(1000, 1000)];
        assert_eq!(path_within(&bends, 4000), Verdict { holds: true, slack: 0 });
        let longer = [p(0, 0), p(2000, 0), p(2000, 1000), p(900, 1000)];
        assert_eq!(path_within(&longer, 4000), Verdict { holds: false, slack: -100 });
        assert!(path_within(&[p(0, 0), p(600, 800)], 1000).holds);
        assert!(!path_within(&[p(0, 0), p(1100, 0)], 1000).holds);
        assert_eq!(path_length(&[p(0, 0), p(1, 1), p(2, 2)]), 3);
        assert_eq!(path_length(&[p(5, 5)]), 0);
    }

    #[test]
    fn sliding_along_a_base_is_free() {
        let wall = [base(0, 1180, 7)];
        assert!(path_is_free(590, &[p(-3000, 0), p(3000, 0)], &wall));
        assert!(path_is_free(590, &[p(-3000, 1), p(3000, 1)], &wall));
        assert!(!path_is_free(590, &[p(-3000, 2), p(3000, 2)], &wall));
        let block = first_block(590, &[p(-3000, 600), p(3000, 600)], &wall).unwrap();
        assert_eq!((block.id, block.leg), (7, 0));
        assert!(in_contact(Disc::new(block.at, 590), Disc::new(p(0, 1180), 590)));
    }

    #[test]
    fn the_first_of_two_stops_the_mover() {
        let row = [base(9000, 100, 1), base(5000, -200, 2)];
        let block = first_block(590, &[p(0, 3000), p(0, 0), p(20_000, 0)], &row).unwrap();
        assert_eq!((block.id, block.leg), (2, 1));
    }

    #[test]
    fn stops_are_in_contact_and_clear() {
        let mut trial = Trial::new(2);
        let (mut stopped, mut touching) = (0, 0);
        for _ in 0..4000 {
            let obstacles: Vec<Obstacle> = (0..4)
                .map(|id| {
                    let shape = if id % 2 == 0 {
                        Shape::Disc(trial.disc(10_000, 1000))
                    } else {
                        Shape::Polygon(trial.polygon(10_000, 4))
                    };
                    Obstacle { shape, id }
                })
                .collect();
            let (from, to) = (trial.point(12_000), trial.point(12_000));
            if !path_is_free(590, &[from], &obstacles) {
                continue;
            }
            let Some(block) = first_block(590, &[from, to], &obstacles) else {
                assert!(path_is_free(590, &[from, to], &obstacles) && path_is_free(590, &[to], &obstacles));
                continue;
            };
            stopped += 1;
            assert!(path_is_free(590, &[from, block.at], &obstacles));
            let hit = obstacles.iter().find(|o| o.id == block.id).unwrap();
            let disc = Disc::new(block.at, 590);
            assert!(gap_to_shape(disc, &hit.shape) < 60, "{from:?} {block:?} {}", gap_to_shape(disc, &hit.shape));
            touching += u32::from(in_contact_with_shape(disc, &hit.shape));
        }
        assert!(stopped > 500 && touching * 100 > stopped * 97, "{touching} of {stopped}");
    }

    #[test]
    fn circling_and_closing_but_not_leaving() {
        let enemy = Disc::new(p(0, 0), 590);
        let reach = 590 + 590 + 500;
        assert!(never_farther(&[p(reach, 0), p(reach - 500, 0)], enemy).holds);
        assert!(!never_farther(&[p(reach, 0), p(reach + 100, 0)], enemy).holds);
        assert!(!never_farther(&[p(reach, 0), p(-reach, 0)], enemy).holds);
        assert!(ends_no_farther(&[p(reach, 0), p(-reach, 0)], enemy).holds);
        let circle: Vec<Point> = (0..=72).map(|n| Dir::turn(n).step(p(0, 0), (reach - 1) * SUB)).collect();
        assert!(!never_farther(&circle, enemy).holds, "five degrees dip 1.6 thousandths");
        // At half an inch the dip of a five-degree leg is half a thousandth; points as round as whole numbers allow.
        let round = |n: u32| {
            let ideal = Dir::turn(n).step(p(0, 0), 500 * SUB);
            around(ideal).min_by_key(|q| (p(0, 0).square_to(*q) - 500 * 500).abs()).unwrap()
        };
        let near: Vec<Point> = (0..=72).map(round).collect();
        assert!(never_farther(&near, enemy).holds);
        // Creeping away one thousandth at a time is not circling.
        let creep: Vec<Point> = (0..=3).map(|n| p(reach + n, 0)).collect();
        assert!(!never_farther(&creep, enemy).holds);
    }

    #[test]
    fn symmetric_collision() {
        let mut trial = Trial::new(3);
        for _ in 0..5000 {
            let (a, b) = (trial.point(10_000), trial.point(10_000));
            let shape = Shape::Polygon(trial.polygon(8000, 5));
            assert_eq!(leg_hits(590, a, b, &shape), leg_hits(590, b, a, &shape));
            let disc = trial.disc(8000, 900);
            let hit = leg_hits(590, a, b, &Shape::Disc(disc));
            assert!(hit || !overlaps(Disc::new(a, 590), disc));
            assert!(gap(disc, Disc::new(a, 590)) >= -1 || hit);
        }
    }
}
