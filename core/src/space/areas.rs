//! Two shapes of any sort, outline against outline too.

use super::measure::{gap_to_polygon, gap_to_shape, overlaps_shape};
use super::shape::{Disc, Length, Point, Polygon, Shape, cross, segments_meet};

/// The gap between two shapes, rounded up; 0 or below when they touch or overlap.
#[must_use]
pub fn gap_between(a: &Shape, b: &Shape) -> Length {
    match (a, b) {
        (Shape::Disc(disc), other) | (other, Shape::Disc(disc)) => gap_to_shape(*disc, other),
        (Shape::Polygon(a), Shape::Polygon(b)) => {
            let meet = a.sides().any(|(p, q)| b.sides().any(|(r, s)| segments_meet(p, q, r, s)));
            if meet || polygons_overlap(a, b) {
                return 0;
            }
            // Apart, two outlines are nearest at a corner of one of them.
            let from = |corners: &Polygon, to: &Polygon| {
                corners.points().iter().map(|p| gap_to_polygon(Disc::new(*p, 0), to)).min().unwrap_or(0)
            };
            from(a, b).min(from(b, a))
        }
    }
}

/// Whether two shapes overlap; touching is no overlap.
#[must_use]
pub fn shapes_overlap(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Disc(disc), other) | (other, Shape::Disc(disc)) => overlaps_shape(*disc, other),
        (Shape::Polygon(a), Shape::Polygon(b)) => polygons_overlap(a, b),
    }
}

/// Whether a point lies inside a shape; a point on its edge does not.
#[must_use]
pub fn contains(shape: &Shape, point: Point) -> bool {
    match shape {
        Shape::Disc(disc) => disc.at.square_to(point) < disc.radius * disc.radius,
        Shape::Polygon(polygon) => polygon.contains(point),
    }
}

/// Whether two outlines have some inside in common.
fn polygons_overlap(a: &Polygon, b: &Polygon) -> bool {
    let side = |p: Point, q: Point, r: Point| cross(p.to(q), p.to(r)).signum();
    let crossing =
        |(p, q): (Point, Point), (r, s): (Point, Point)| side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
    if a.sides().any(|one| b.sides().any(|other| crossing(one, other))) {
        return true;
    }
    // Where no sides cross, each piece of an outline between touching places is wholly inside, outside, or on the other.
    let (fine_a, fine_b) = (a.in_halves(), b.in_halves());
    let middles = middles(a, b);
    if middles.iter().any(|m| fine_b.contains(*m)) || self::middles(b, a).iter().any(|m| fine_a.contains(*m)) {
        return true;
    }
    middles.iter().all(|m| fine_b.on_outline(*m))
}

/// The middles of the pieces into which corners of the other outline divide the sides of one, in half the unit.
fn middles(of: &Polygon, other: &Polygon) -> Vec<Point> {
    let mut found = Vec::new();
    for (a, b) in of.sides() {
        let mut cuts: Vec<Point> =
            other.points().iter().copied().filter(|p| cross(a.to(b), a.to(*p)) == 0 && between(a, b, *p)).collect();
        cuts.extend([a, b]);
        cuts.sort_by_key(|p| a.square_to(*p));
        found.extend(cuts.windows(2).map(|pair| Point::new(pair[0].x + pair[1].x, pair[0].y + pair[1].y)));
    }
    found
}

fn between(a: Point, b: Point, p: Point) -> bool {
    (a.x.min(b.x)..=a.x.max(b.x)).contains(&p.x) && (a.y.min(b.y)..=a.y.max(b.y)).contains(&p.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(low: (i64, i64), high: (i64, i64)) -> Polygon {
        Polygon::rectangle(Point::new(low.0, low.1), Point::new(high.0, high.1)).unwrap()
    }

    #[test]
    fn outlines_overlap_where_they_share_inside() {
        let one = area((0, 0), (10, 10));
        let over = |other: Polygon| {
            let found = polygons_overlap(&one, &other);
            assert_eq!(found, polygons_overlap(&other, &one), "the same both ways");
            found
        };
        assert!(over(area((5, 5), (15, 15))), "a corner");
        assert!(over(area((-5, 3), (15, 6))), "a cross");
        assert!(over(area((2, 2), (4, 4))), "one inside the other");
        assert!(over(area((5, 0), (15, 10))), "along two sides");
        assert!(over(area((0, 0), (10, 10))), "the same");
        assert!(over(area((0, 0), (10, 5))), "half of it");
        assert!(!over(area((10, 0), (20, 10))), "side by side");
        assert!(!over(area((10, 10), (20, 20))), "corner to corner");
        assert!(!over(area((11, 0), (20, 10))));
        let notched = [(20, 0), (20, 10), (10, 10), (12, 5), (10, 0)].map(|(x, y)| Point::new(x, y));
        assert!(!over(Polygon::new(notched.to_vec()).unwrap()), "two corners on a side");
    }

    #[test]
    fn outlines_are_apart_by_their_nearest_parts() {
        let gap = |a: Polygon, b: Polygon| gap_between(&Shape::Polygon(a), &Shape::Polygon(b));
        assert_eq!(gap(area((0, 0), (10, 10)), area((30, 2), (40, 4))), 20);
        assert_eq!(gap(area((0, 0), (10, 10)), area((13, 14), (20, 20))), 5);
        assert_eq!(gap(area((0, 0), (10, 10)), area((10, 2), (20, 4))), 0);
        assert_eq!(gap(area((0, 0), (10, 10)), area((2, 2), (3, 3))), 0);
    }

    #[test]
    fn a_point_on_the_edge_is_not_inside() {
        let patch = Shape::Disc(Disc::new(Point::new(0, 0), 10));
        assert!(contains(&patch, Point::new(6, 7)) && !contains(&patch, Point::new(6, 8)));
        let field = Shape::Polygon(area((0, 0), (10, 10)));
        assert!(contains(&field, Point::new(1, 1)) && !contains(&field, Point::new(0, 5)));
    }
}
