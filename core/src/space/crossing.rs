//! Getting over something thin: from one side of an outline straight across to the other.

use super::fixed::{Dir, SUB, SUB_BITS, around};
use super::measure::{gap_to_polygon, in_contact_with_shape, overlaps_polygon};
use super::path::{INSIDE, spans};
use super::shape::{Disc, Length, Point, Polygon, Shape, cross, dot};
use serde::{Deserialize, Serialize};

/// Where a base comes to stand beyond an outline, and how thick the outline is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Crossing {
    /// The centre of the base, touching the other side.
    pub end: Point,
    /// How thick the outline is on the way of the base's centre, rounded up; an eighth of a thousandth too much, as comes
    /// from the rounded corners of a slanting outline, is forgiven.
    pub thickness: Length,
}

/// The way across an outline for a base in contact with it; none when it is not in contact.
///
/// Straight across means at a right angle to the side that is touched, or on the line from the centre through the corner
/// that is touched. The base ends in the first place beyond where it overlaps no part of the outline. Whether other things
/// are in the way there is for [`super::is_free`] to say, and what thickness is allowed for the caller.
#[must_use]
pub fn cross_over(disc: Disc, polygon: &Polygon) -> Option<Crossing> {
    let contact = gap_to_polygon(disc, polygon) <= 0 && !overlaps_polygon(disc, polygon);
    if !contact || polygon.contains(disc.at) {
        return None;
    }
    let dir = inwards(disc, polygon)?;
    let crossings = crossings(disc.at, dir, polygon);
    let (&enter, &leave) = (crossings.first()?, crossings.get(1)?);
    // The inside of the outline, then everything that overlaps its sides without a break, is to be passed.
    let shape = Shape::Polygon(polygon.clone());
    let mut taken = spans(disc.radius * SUB - INSIDE, disc.at, dir, &shape);
    taken.extend(crossings.chunks_exact(2).map(|inside| (inside[0], inside[1])));
    let mut reach = leave;
    while let Some(&(_, further)) = taken.iter().find(|&&(from, to)| from <= reach && to > reach) {
        reach = further;
    }
    let fits = |at: &Point| !overlaps_polygon(disc.moved_to(*at), polygon);
    let ideal = dir.step(disc.at, reach);
    let end = around(ideal)
        .find(|at| in_contact_with_shape(disc.moved_to(*at), &shape))
        .or_else(|| (0..4).map(|n| dir.step(disc.at, reach + n * SUB)).find(fits))?;
    let thickness = (leave - enter - SUB / 8 + SUB - 1) >> SUB_BITS;
    Some(Crossing { end, thickness })
}

/// The way across any shape. Across a round one it leads over the centre, to the place opposite.
#[must_use]
pub fn cross_over_shape(disc: Disc, shape: &Shape) -> Option<Crossing> {
    match shape {
        Shape::Polygon(polygon) => cross_over(disc, polygon),
        Shape::Disc(other) => {
            let end = Point::new(2 * other.at.x - disc.at.x, 2 * other.at.y - disc.at.y);
            in_contact_with_shape(disc, shape).then_some(Crossing { end, thickness: 2 * other.radius })
        }
    }
}

/// The direction from a base into the nearest part of an outline.
fn inwards(disc: Disc, polygon: &Polygon) -> Option<Dir> {
    // Corners are as near as sides at most; a side counts only where the centre stands square before it.
    let corner = polygon.points().iter().copied().min_by_key(|p| disc.at.square_to(*p))?;
    let mut best = (i128::from(disc.at.square_to(corner)), Dir::of_leg(disc.at, corner));
    for (a, b) in polygon.sides() {
        let side = a.to(b);
        let (square, along) = (dot(side, side), dot(side, a.to(disc.at)));
        if along <= 0 || along >= square {
            continue;
        }
        let aside = i128::from(cross(side, a.to(disc.at)));
        // Outside lies to the right of a side; comparing fractions: aside² / square with the best so far.
        if aside <= 0 && aside * aside / i128::from(square) <= best.0 {
            best = (aside * aside / i128::from(square), Dir::of(-side.1, side.0));
        }
    }
    best.1
}

/// Where a line from a point crosses the outline ahead of it, nearest first, in 1/65536.
fn crossings(from: Point, dir: Dir, polygon: &Polygon) -> Vec<i64> {
    let mut all = Vec::new();
    for (a, b) in polygon.sides() {
        // To the full fineness of the direction: a side that is nearly along the line must not move its crossing.
        let aside = |p: Point| {
            let (dx, dy) = from.to(p);
            i128::from(dy) * i128::from(dir.x) - i128::from(dx) * i128::from(dir.y)
        };
        let (s1, s2) = (aside(a), aside(b));
        if (s1 < 0) == (s2 < 0) {
            continue;
        }
        let (t1, t2) = (dir.along(from.to(a)), dir.along(from.to(b)));
        // Products of 2^42 by 2^65 are well within 127 digits.
        let travel = i128::from(t1) + i128::from(t2 - t1) * -s1 / (s2 - s1);
        if travel > -i128::from(SUB) {
            all.push(travel as i64);
        }
    }
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::super::trial::Trial;
    use super::*;

    fn p(x: i64, y: i64) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn across_a_hedge() {
        let hedge = Polygon::rectangle(p(1000, -3000), p(2000, 3000)).unwrap();
        let there = cross_over(Disc::new(p(410, 0), 590), &hedge).unwrap();
        assert_eq!(there, Crossing { end: p(2590, 0), thickness: 1000 });
        let back = cross_over(Disc::new(there.end, 590), &hedge).unwrap();
        assert_eq!(back, Crossing { end: p(410, 0), thickness: 1000 });
        assert_eq!(cross_over(Disc::new(p(400, 0), 590), &hedge), None, "not in contact");
        // Lengthwise from its end the same hedge is six inches thick.
        assert_eq!(cross_over(Disc::new(p(1500, 3590), 590), &hedge).unwrap().thickness, 6000);
    }

    #[test]
    fn across_a_round_patch() {
        let patch = Shape::Disc(Disc::new(p(3000, 4000), 984));
        let there = cross_over_shape(Disc::new(p(3000, 4000 - 1574), 590), &patch).unwrap();
        assert_eq!(there, Crossing { end: p(3000, 4000 + 1574), thickness: 1968 });
        assert_eq!(cross_over_shape(Disc::new(p(3000, 2000), 590), &patch), None, "not in contact");
    }

    #[test]
    fn out_of_a_pocket_the_whole_shape_is_passed() {
        // A comb of two teeth, the gap between them narrower than the base.
        let comb = [(0, 0), (3000, 0), (3000, 9000), (2000, 9000), (2000, 1000), (1000, 1000), (1000, 9000), (0, 9000)];
        let comb = Polygon::new(comb.iter().map(|&(x, y)| p(x, y)).collect()).unwrap();
        let there = cross_over(Disc::new(p(-590, 5000), 590), &comb).unwrap();
        assert_eq!((there.end, there.thickness), (p(3590, 5000), 1000));
    }

    #[test]
    fn slanting_hedges_are_as_thick_as_they_are() {
        let mut trial = Trial::new(9);
        let mut tried = 0;
        for _ in 0..400 {
            let (at, to) = (trial.point(9000), trial.point(9000));
            let Some(dir) = Dir::of_leg(at, to) else { continue };
            let left = Dir::of(-dir.y, dir.x).unwrap();
            let far = |q: Point| left.step(q, 1000 * SUB);
            let Ok(hedge) = Polygon::new(vec![at, to, far(to), far(at)]) else { continue };
            if at.square_to(to) < 4_000_000 {
                continue;
            }
            let middle = p((at.x + to.x) / 2, (at.y + to.y) / 2);
            let start = around(Dir { x: -left.x, y: -left.y }.step(middle, 590 * SUB - INSIDE))
                .find(|q| in_contact_with_shape(Disc::new(*q, 590), &Shape::Polygon(hedge.clone())));
            let Some(start) = start else { continue };
            let there = cross_over(Disc::new(start, 590), &hedge).unwrap();
            tried += 1;
            assert!((there.thickness - 1000).abs() <= 1, "{there:?} {hedge:?}");
            assert!(in_contact_with_shape(Disc::new(there.end, 590), &Shape::Polygon(hedge)));
        }
        assert!(tried > 300, "{tried}");
    }
}
