//! Points, round bases, outlines and what may be asked of them: the nouns of measurement.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A length or coordinate in thousandths of an inch.
pub type Length = i64;

/// The largest coordinate, radius or distance the arithmetic is made for: ten thousand inches.
pub const LIMIT: Length = 10_000_000;

/// How much two shapes may overlap and still count as touching: one thousandth.
///
/// Points are whole thousandths, so a base placed in contact can rarely stand at the exact distance. Placement rounds
/// inwards: what it returns satisfies "within 0", and the overlap left is never more than this.
pub const TOUCH: Length = 1;

/// A place on the table in thousandths of an inch; x grows to the east, y to the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Distance east of the table's south-west corner.
    pub x: Length,
    /// Distance north of the table's south-west corner.
    pub y: Length,
}

impl Point {
    /// A point from its coordinates.
    #[must_use]
    pub const fn new(x: Length, y: Length) -> Self {
        Self { x, y }
    }

    /// The vector from here to another point.
    pub(super) const fn to(self, other: Self) -> (i64, i64) {
        (other.x - self.x, other.y - self.y)
    }

    /// The square of the distance to another point; at most 8e14 within the limit, so it fits.
    pub(super) const fn square_to(self, other: Self) -> i64 {
        let (dx, dy) = self.to(other);
        dx * dx + dy * dy
    }
}

/// Inner product of two vectors within the limit.
pub(super) const fn dot(a: (i64, i64), b: (i64, i64)) -> i64 {
    a.0 * b.0 + a.1 * b.1
}

/// Outer product of two vectors within the limit: positive when `b` turns left from `a`.
pub(super) const fn cross(a: (i64, i64), b: (i64, i64)) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

/// A round base: its centre and radius. Radius 0 is a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Disc {
    /// The centre.
    pub at: Point,
    /// The radius, 0 or more.
    pub radius: Length,
}

impl Disc {
    /// A disc from its centre and radius.
    #[must_use]
    pub const fn new(at: Point, radius: Length) -> Self {
        Self { at, radius }
    }

    /// The same disc standing elsewhere.
    #[must_use]
    pub const fn moved_to(self, at: Point) -> Self {
        Self { at, radius: self.radius }
    }
}

/// The outline of a piece of terrain: a simple polygon, its points counter-clockwise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    points: Vec<Point>,
    low: Point,
    high: Point,
    convex: bool,
}

/// Why a list of points is no outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonError {
    /// Fewer than three points.
    TooFewPoints(usize),
    /// A coordinate beyond [`LIMIT`]; the number of the point, from 0.
    TooFar(usize),
    /// The point with this number, from 0, is the same as the one after it.
    RepeatedPoint(usize),
    /// The sides that begin at these two points, from 0, cross or touch.
    SidesMeet(usize, usize),
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewPoints(count) => write!(f, "an outline needs at least 3 points, not {count}"),
            Self::TooFar(n) => write!(f, "point {n} of the outline lies more than {LIMIT} thousandths from the origin"),
            Self::RepeatedPoint(n) => write!(f, "point {n} of the outline is the same as the next one"),
            Self::SidesMeet(a, b) => write!(f, "the sides of the outline that begin at points {a} and {b} meet"),
        }
    }
}

impl std::error::Error for PolygonError {}

impl Polygon {
    /// An outline from its corners in either winding; they are stored counter-clockwise, the first one first.
    ///
    /// # Errors
    ///
    /// When there are fewer than three points, a point repeats, two sides meet, or a coordinate is beyond [`LIMIT`].
    pub fn new(mut points: Vec<Point>) -> Result<Self, PolygonError> {
        let count = points.len();
        if count < 3 {
            return Err(PolygonError::TooFewPoints(count));
        }
        if let Some(n) = points.iter().position(|p| p.x.abs() > LIMIT || p.y.abs() > LIMIT) {
            return Err(PolygonError::TooFar(n));
        }
        let at = |n: usize| points[n % count];
        for n in 0..count {
            if at(n) == at(n + 1) {
                return Err(PolygonError::RepeatedPoint(n));
            }
        }
        for n in 0..count {
            // Neighbours share a corner; they meet in more than that only by folding straight back.
            let (before, after) = (at(n).to(at(n + 1)), at(n + 1).to(at(n + 2)));
            if cross(before, after) == 0 && dot(before, after) < 0 {
                return Err(PolygonError::SidesMeet(n, (n + 1) % count));
            }
            for m in n + 2..count {
                let neighbours = n == 0 && m == count - 1;
                if !neighbours && segments_meet(at(n), at(n + 1), at(m), at(m + 1)) {
                    return Err(PolygonError::SidesMeet(n, m));
                }
            }
        }
        let origin = points[0];
        let twice_area: i128 =
            (0..count).map(|n| i128::from(cross(origin.to(points[n]), origin.to(points[(n + 1) % count])))).sum();
        if twice_area < 0 {
            points[1..].reverse();
        }
        let (mut low, mut high) = (origin, origin);
        for p in &points {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        let corner = |n: usize| points[n % count];
        let convex = (0..count).all(|n| cross(corner(n).to(corner(n + 1)), corner(n + 1).to(corner(n + 2))) >= 0);
        Ok(Self { points, low, high, convex })
    }

    /// An upright rectangle from two opposite corners.
    ///
    /// # Errors
    ///
    /// As [`Polygon::new`]: when the rectangle has no area or lies beyond the limit.
    pub fn rectangle(a: Point, b: Point) -> Result<Self, PolygonError> {
        Self::new(vec![a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)])
    }

    /// The corners, counter-clockwise.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The south-west corner of the smallest upright rectangle around the outline.
    #[must_use]
    pub const fn low(&self) -> Point {
        self.low
    }

    /// The north-east corner of the smallest upright rectangle around the outline.
    #[must_use]
    pub const fn high(&self) -> Point {
        self.high
    }

    /// Whether no corner points inwards.
    #[must_use]
    pub const fn is_convex(&self) -> bool {
        self.convex
    }

    /// The sides, each from one corner to the next.
    pub(super) fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let last = self.points.last().copied().unwrap_or(self.low);
        self.points.iter().scan(last, |from, &to| {
            let side = (*from, to);
            *from = to;
            Some(side)
        })
    }

    /// The same outline in half the unit, so that the middle between two points is a whole one.
    pub(super) fn in_halves(&self) -> Self {
        let twice = |p: Point| Point::new(2 * p.x, 2 * p.y);
        let points = self.points.iter().copied().map(twice).collect();
        Self { points, low: twice(self.low), high: twice(self.high), convex: self.convex }
    }

    /// Whether a point lies on the outline.
    pub(super) fn on_outline(&self, point: Point) -> bool {
        self.sides().any(|(a, b)| cross(a.to(b), a.to(point)) == 0 && dot(point.to(a), point.to(b)) <= 0)
    }

    /// Whether a point lies strictly inside; a point on the outline does not.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        if point.x <= self.low.x || point.x >= self.high.x || point.y <= self.low.y || point.y >= self.high.y {
            return false;
        }
        let mut inside = false;
        for (a, b) in self.sides() {
            let turn = cross(a.to(b), a.to(point));
            if turn == 0 && dot(point.to(a), point.to(b)) <= 0 {
                return false;
            }
            if (a.y > point.y) != (b.y > point.y) && (turn > 0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = PolygonError;

    fn try_from(points: Vec<Point>) -> Result<Self, Self::Error> {
        Self::new(points)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Self {
        polygon.points
    }
}

/// Whether two closed segments have a point in common.
pub(super) fn segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| cross(p.to(q), p.to(r)).signum();
    let (s1, s2, s3, s4) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b));
    if s1 != s2 && s3 != s4 && s1 * s2 <= 0 && s3 * s4 <= 0 {
        return true;
    }
    let on = |p: Point, q: Point, r: Point, s: i64| s == 0 && dot(r.to(p), r.to(q)) <= 0;
    on(a, b, c, s1) || on(a, b, d, s2) || on(c, d, a, s3) || on(c, d, b, s4)
}

/// What stands on the table: a round base or an outline.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// A round base.
    Disc(Disc),
    /// A simple polygon.
    Polygon(Polygon),
}

/// Something a mover may not overlap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Obstacle {
    /// Where it stands.
    pub shape: Shape,
    /// The caller's name for it; answers report it.
    pub id: u32,
}

/// The answer to a measured question, and how near it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// By how many thousandths it held (0 or more) or failed (below 0), rounded towards failing.
    pub slack: Length,
}

impl Verdict {
    /// The verdict with this slack: it holds when nothing is lacking.
    #[must_use]
    pub const fn from_slack(slack: Length) -> Self {
        Self { holds: slack >= 0, slack }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i64, y: i64) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn outlines_are_checked() {
        assert_eq!(Polygon::new(vec![p(0, 0), p(1, 0)]), Err(PolygonError::TooFewPoints(2)));
        assert!(Polygon::new(vec![p(0, 0), p(1, 0), p(2, 0)]).is_err());
        assert_eq!(Polygon::new(vec![p(0, 0), p(0, 0), p(2, 0)]), Err(PolygonError::RepeatedPoint(0)));
        let bow = vec![p(0, 0), p(10, 10), p(10, 0), p(0, 10)];
        assert_eq!(Polygon::new(bow), Err(PolygonError::SidesMeet(0, 2)));
        let far = vec![p(0, 0), p(LIMIT + 1, 0), p(0, 5)];
        assert_eq!(Polygon::new(far), Err(PolygonError::TooFar(1)));
        assert!(PolygonError::SidesMeet(0, 2).to_string().contains("points 0 and 2"));
    }

    #[test]
    fn winding_is_stored_one_way() {
        let a = Polygon::new(vec![p(0, 0), p(10, 0), p(10, 10), p(0, 10)]).unwrap();
        let b = Polygon::new(vec![p(0, 0), p(0, 10), p(10, 10), p(10, 0)]).unwrap();
        assert_eq!(a, b);
        // It is saved as its corners, and checked again when it is read.
        assert_eq!(Polygon::try_from(Vec::from(a.clone())), Ok(a));
    }

    #[test]
    fn inside_excludes_the_outline() {
        let l = Polygon::new(vec![p(0, 0), p(20, 0), p(20, 10), p(10, 10), p(10, 20), p(0, 20)]).unwrap();
        assert!(l.contains(p(5, 15)) && l.contains(p(15, 5)) && l.contains(p(5, 10)) && l.contains(p(9, 10)));
        assert!(!l.contains(p(15, 15)) && !l.contains(p(10, 10)) && !l.contains(p(20, 5)) && !l.contains(p(0, 0)));
    }
}
