//! Gaps between shapes, and the range questions asked of them.
//!
//! Distances run from the nearest edge of one base to the nearest edge of the other, as tables measure. The printed gap
//! is rounded up to a whole thousandth, which makes `gap <= range` exactly the same question as `within`.

use super::fixed::{root_down, root_up, wide_root};
use super::shape::{Disc, LIMIT, Length, Point, Polygon, Shape, TOUCH, Verdict, cross, dot};

/// The gap between two bases, edge to edge, rounded up; 0 when touching, below 0 when they overlap.
#[must_use]
pub fn gap(a: Disc, b: Disc) -> Length {
    root_up(a.at.square_to(b.at)) - a.radius - b.radius
}

/// The gap from the edge of a base to a point, rounded up; below 0 when the point is under the base.
#[must_use]
pub fn gap_to_point(disc: Disc, point: Point) -> Length {
    root_up(disc.at.square_to(point)) - disc.radius
}

/// The gap from the edge of a base to an outline, rounded up; below 0 by as much as the base must go to be clear of it.
#[must_use]
pub fn gap_to_polygon(disc: Disc, polygon: &Polygon) -> Length {
    let inside = polygon.contains(disc.at);
    let mut best = Length::MAX;
    for (a, b) in polygon.sides() {
        let (down, up) = root_to_segment(disc.at, a, b);
        best = best.min(if inside { down } else { up });
    }
    if inside { -best - disc.radius } else { best - disc.radius }
}

/// The gap from the edge of a base to any shape.
#[must_use]
pub fn gap_to_shape(disc: Disc, shape: &Shape) -> Length {
    match shape {
        Shape::Disc(other) => gap(disc, *other),
        Shape::Polygon(polygon) => gap_to_polygon(disc, polygon),
    }
}

/// Whether the nearest part of the target's base is at most `range` from the edge of `from`'s base.
#[must_use]
pub fn within(target: Disc, from: Disc, range: Length) -> Verdict {
    Verdict::from_slack(range.saturating_sub(gap(target, from)))
}

/// Whether the nearest part of a shape is at most `range` from the edge of `from`'s base.
#[must_use]
pub fn within_shape(target: &Shape, from: Disc, range: Length) -> Verdict {
    Verdict::from_slack(range.saturating_sub(gap_to_shape(from, target)))
}

/// Whether the farthest part of the target's base is at most `range` from the edge of `from`'s base.
#[must_use]
pub fn entirely_within(target: Disc, from: Disc, range: Length) -> Verdict {
    let farthest = root_up(target.at.square_to(from.at)) + target.radius - from.radius;
    Verdict::from_slack(range.saturating_sub(farthest))
}

/// Whether the farthest part of a shape is at most `range` from the edge of `from`'s base.
#[must_use]
pub fn entirely_within_shape(target: &Shape, from: Disc, range: Length) -> Verdict {
    match target {
        Shape::Disc(disc) => entirely_within(*disc, from, range),
        Shape::Polygon(polygon) => {
            let farthest = polygon.points().iter().map(|&p| gap_to_point(from, p)).max().unwrap_or(0);
            Verdict::from_slack(range.saturating_sub(farthest))
        }
    }
}

/// Whether two bases overlap by more than [`TOUCH`]; touching is no overlap.
#[must_use]
pub fn overlaps(a: Disc, b: Disc) -> bool {
    let reach = a.radius + b.radius - TOUCH;
    reach > 0 && a.at.square_to(b.at) < reach * reach
}

/// Whether a base overlaps an outline by more than [`TOUCH`]; touching is no overlap.
#[must_use]
pub fn overlaps_polygon(disc: Disc, polygon: &Polygon) -> bool {
    nearer_than(disc.at, polygon, disc.radius - TOUCH)
}

/// Whether a base overlaps a shape by more than [`TOUCH`].
#[must_use]
pub fn overlaps_shape(disc: Disc, shape: &Shape) -> bool {
    match shape {
        Shape::Disc(other) => overlaps(disc, *other),
        Shape::Polygon(polygon) => overlaps_polygon(disc, polygon),
    }
}

/// Whether two bases touch: no gap, and no overlap beyond [`TOUCH`].
#[must_use]
pub fn in_contact(a: Disc, b: Disc) -> bool {
    gap(a, b) <= 0 && !overlaps(a, b)
}

/// Whether a base touches a shape: no gap, and no overlap beyond [`TOUCH`].
#[must_use]
pub fn in_contact_with_shape(disc: Disc, shape: &Shape) -> bool {
    gap_to_shape(disc, shape) <= 0 && !overlaps_shape(disc, shape)
}

/// Whether a point is less than `reach` from an outline, or inside it; with a negative reach, deeper inside than that.
pub(super) fn nearer_than(point: Point, polygon: &Polygon, reach: Length) -> bool {
    let far = reach.clamp(0, 4 * LIMIT);
    let (low, high) = (polygon.low(), polygon.high());
    if point.x + far < low.x || point.x - far > high.x || point.y + far < low.y || point.y - far > high.y {
        return false;
    }
    if polygon.contains(point) {
        let depth = -reach;
        return depth < 0 || polygon.sides().all(|(a, b)| !segment_nearer_or_at(point, a, b, depth));
    }
    reach > 0 && polygon.sides().any(|(a, b)| segment_nearer(point, a, b, reach))
}

/// Whether a point is less than `reach` (0 or more) from a segment.
pub(super) fn segment_nearer(point: Point, a: Point, b: Point, reach: Length) -> bool {
    reach > 0 && !compare_to_segment(point, a, b, reach).is_ge()
}

/// Whether a point is at most `reach` (0 or more) from a segment.
fn segment_nearer_or_at(point: Point, a: Point, b: Point, reach: Length) -> bool {
    compare_to_segment(point, a, b, reach).is_le()
}

/// The distance from a point to a segment, compared with `reach` (0 or more) by squares.
fn compare_to_segment(point: Point, a: Point, b: Point, reach: Length) -> std::cmp::Ordering {
    let side = a.to(b);
    let square = dot(side, side);
    let along = dot(side, a.to(point));
    let reach = reach.min(4 * LIMIT);
    if along <= 0 {
        return a.square_to(point).cmp(&(reach * reach));
    }
    if along >= square {
        return b.square_to(point).cmp(&(reach * reach));
    }
    let aside = i128::from(cross(side, a.to(point)));
    (aside * aside).cmp(&(i128::from(reach * reach) * i128::from(square)))
}

/// The distance from a point to a segment, rounded down and rounded up.
fn root_to_segment(point: Point, a: Point, b: Point) -> (Length, Length) {
    let side = a.to(b);
    let square = dot(side, side);
    let along = dot(side, a.to(point));
    if along <= 0 || along >= square {
        let end = if along <= 0 { a } else { b };
        let away = end.square_to(point);
        return (root_down(away), root_up(away));
    }
    let (aside, square) = (i128::from(cross(side, a.to(point))), i128::from(square));
    let down = wide_root(aside * aside / square);
    let exact = i128::from(down) * i128::from(down) * square == aside * aside;
    (down, if exact { down } else { down + 1 })
}

#[cfg(test)]
mod tests {
    use super::super::trial::Trial;
    use super::*;

    fn disc(x: i64, y: i64, radius: i64) -> Disc {
        Disc::new(Point::new(x, y), radius)
    }

    #[test]
    fn within_and_entirely_within_check_vectors() {
        let (a, b) = (disc(0, 0, 600), disc(4200, 0, 600));
        assert_eq!(gap(a, b), 3000);
        assert_eq!(within(b, a, 3000), Verdict { holds: true, slack: 0 });
        assert_eq!(within(b, a, 2900), Verdict { holds: false, slack: -100 });
        assert_eq!(entirely_within(b, a, 4200), Verdict { holds: true, slack: 0 });
        assert_eq!(entirely_within(b, a, 4000), Verdict { holds: false, slack: -200 });
        assert!(within(a, a, 0).holds && entirely_within(a, a, 0).holds);
    }

    #[test]
    fn a_hair_beyond_is_beyond() {
        // 4200.0001...: the root rounds to 4200, the truth does not.
        let (a, b) = (disc(0, 0, 600), disc(4200, 1, 600));
        assert_eq!(within(b, a, 3000), Verdict { holds: false, slack: -1 });
        assert!(within(b, a, 3001).holds);
    }

    #[test]
    fn contact_allows_one_thousandth() {
        let a = disc(0, 0, 590);
        assert!(in_contact(a, disc(1180, 0, 590)) && in_contact(a, disc(1179, 0, 590)));
        assert!(!in_contact(a, disc(1181, 0, 590)) && !in_contact(a, disc(1178, 0, 590)));
        assert!(overlaps(a, disc(1178, 0, 590)) && !overlaps(a, disc(1179, 0, 590)));
    }

    #[test]
    fn outlines_are_measured_from_the_nearest_side() {
        let square = Polygon::rectangle(Point::new(1000, -1000), Point::new(2000, 1000)).unwrap();
        assert_eq!(gap_to_polygon(disc(0, 0, 400), &square), 600);
        assert_eq!(gap_to_polygon(disc(0, 0, 1000), &square), 0);
        assert_eq!(gap_to_polygon(disc(1100, 0, 400), &square), -500);
        assert_eq!(gap_to_polygon(disc(-2000, 5000, 0), &square), 5000);
        assert!(in_contact_with_shape(disc(0, 0, 1001), &Shape::Polygon(square.clone())));
        assert!(overlaps_polygon(disc(0, 0, 1002), &square) && overlaps_polygon(disc(1500, 0, 2), &square));
        assert!(!overlaps_polygon(disc(1001, 0, 0), &square) && overlaps_polygon(disc(1002, 0, 0), &square));
        let shape = Shape::Polygon(square);
        assert_eq!(entirely_within_shape(&shape, disc(0, 0, 0), 2237), Verdict { holds: true, slack: 0 });
        assert!(!entirely_within_shape(&shape, disc(0, 0, 0), 2236).holds);
    }

    #[test]
    fn distances_are_the_same_both_ways() {
        let mut trial = Trial::new(1);
        for _ in 0..5000 {
            let (a, b) = (trial.disc(LIMIT, 5000), trial.disc(LIMIT, 5000));
            let range = trial.between(0, 2 * LIMIT);
            assert_eq!(gap(a, b), gap(b, a));
            assert_eq!(within(a, b, range), within(b, a, range));
            assert_eq!(within(a, b, range).holds, gap(a, b) <= range);
            let polygon = trial.polygon(LIMIT, 4);
            let measured = gap_to_polygon(a, &polygon);
            assert_eq!(overlaps_polygon(a, &polygon), measured < -TOUCH, "{a:?} {polygon:?}");
        }
    }
}
