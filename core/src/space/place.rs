//! Placing a base: whether it fits, where it touches another, and the nearest spot where it fits.

use super::edge::Table;
use super::fixed::{Dir, SUB, SUB_BITS, around};
use super::measure::{in_contact, in_contact_with_shape, overlaps, overlaps_shape};
use super::path::INSIDE;
use super::shape::{Disc, LIMIT, Length, Obstacle, Point};

/// How far apart the rings are on which [`nearest_free`] looks: a twentieth of an inch.
const RING: Length = 50;

/// Places on each side of the grid of [`places_around`].
const GRID: Length = 40;

/// Places on a coarse grid around a point, up to a distance to each side, in a fixed order: where to look when a place is
/// wanted and no better idea is at hand.
pub fn places_around(around: Point, within: Length) -> impl Iterator<Item = Point> {
    let shift = move |step: Length| step * 2 * within / GRID - within;
    (0..(GRID + 1) * (GRID + 1)).map(move |n| Point::new(around.x + shift(n % (GRID + 1)), around.y + shift(n / (GRID + 1))))
}

/// Whether a base may stand where it is: overlapping nothing and wholly on the table, if one is given. Touching is free.
#[must_use]
pub fn is_free(disc: Disc, obstacles: &[Obstacle], table: Option<Table>) -> bool {
    table.is_none_or(|t| t.wholly_on(disc).holds) && !obstacles.iter().any(|o| overlaps_shape(disc, &o.shape))
}

/// Where the centre of a base of this radius stands when it touches another base in the n-th of 72 directions.
///
/// Directions go from east to north in steps of five degrees. The place is in contact by [`in_contact`]; its direction is
/// true to a thousandth.
#[must_use]
pub fn touching(radius: Length, other: Disc, n: u32) -> Point {
    let travel = ((radius + other.radius) * SUB - INSIDE).max(0);
    let ideal = Dir::turn(n).step(other.at, travel);
    around(ideal).find(|&at| in_contact(Disc::new(at, radius), other)).unwrap_or(ideal)
}

/// All of the 72 touching places at which the base is free, in order.
#[must_use]
pub fn touching_all_round(radius: Length, other: Disc, obstacles: &[Obstacle], table: Option<Table>) -> Vec<Point> {
    (0..72)
        .map(|n| touching(radius, other, n))
        .filter(|&at| is_free(Disc::new(at, radius), obstacles, table) && !overlaps(Disc::new(at, radius), other))
        .collect()
}

/// The free place nearest to where the base is wanted (its own centre), at most `most` away.
///
/// Looks outwards in 72 directions on rings a twentieth of an inch apart, then closes in along each direction in which the
/// first ring with free places has one. So it is nearest up to the five degrees between directions, and a free spot
/// smaller than a ring's step may be passed over. Equally near places are taken in order of direction.
#[must_use]
pub fn nearest_free(wanted: Disc, most: Length, obstacles: &[Obstacle], table: Option<Table>) -> Option<Point> {
    let most = most.clamp(0, 2 * LIMIT);
    let free = |at: Point| is_free(wanted.moved_to(at), obstacles, table);
    if free(wanted.at) {
        return Some(wanted.at);
    }
    let mut distance = 0;
    while distance < most {
        let inner = distance;
        distance = (distance + RING).min(most);
        let best = (0..72)
            .map(Dir::turn)
            .filter(|dir| free(dir.step_at_most(wanted.at, distance)))
            .map(|dir| closest_along(wanted, dir, inner, distance, obstacles, free))
            .min_by_key(|at| wanted.at.square_to(*at));
        if best.is_some() {
            return best;
        }
    }
    None
}

/// The nearest free place in a direction, between a distance where there is none and one where there is.
fn closest_along(
    wanted: Disc,
    dir: Dir,
    inner: Length,
    outer: Length,
    obstacles: &[Obstacle],
    free: impl Fn(Point) -> bool,
) -> Point {
    let (mut lost, mut kept) = (inner, outer);
    while lost + 1 < kept {
        let middle = lost + (kept - lost) / 2;
        if free(dir.step_at_most(wanted.at, middle)) { kept = middle } else { lost = middle }
    }
    let found = dir.step_at_most(wanted.at, kept);
    // Rounding left a hair of a gap; a neighbouring point may touch.
    let touches = |at: &Point| obstacles.iter().any(|o| in_contact_with_shape(wanted.moved_to(*at), &o.shape));
    let near = |at: &Point| wanted.at.square_to(*at) <= outer * outer;
    around(dir.step(wanted.at, (kept << SUB_BITS) - SUB / 2))
        .chain(around(found))
        .find(|at| free(*at) && near(at) && touches(at))
        .unwrap_or(found)
}

/// Whether two bases can change places. The obstacles are all others; the two themselves are not among them.
#[must_use]
pub fn can_swap(a: Disc, b: Disc, obstacles: &[Obstacle], table: Option<Table>) -> bool {
    is_free(a.moved_to(b.at), obstacles, table) && is_free(b.moved_to(a.at), obstacles, table)
}

#[cfg(test)]
mod tests {
    use super::super::shape::{Polygon, Shape};
    use super::super::trial::Trial;
    use super::*;

    const TABLE: Table = Table { width: 36_000, height: 36_000 };

    #[test]
    fn touching_is_contact_all_round() {
        let mut trial = Trial::new(8);
        for _ in 0..200 {
            let (other, radius) = (trial.disc(30_000, 2000), trial.between(0, 2000));
            for n in 0..72 {
                let disc = Disc::new(touching(radius, other, n), radius);
                assert!(in_contact(disc, other), "{other:?} {disc:?}");
            }
        }
    }

    #[test]
    fn nearest_place_beside_a_base_and_in_a_corner() {
        let base = Disc::new(Point::new(590, 590), 590);
        let there = [Obstacle { shape: Shape::Disc(base), id: 1 }];
        let found = nearest_free(base, 2000, &there, Some(TABLE)).unwrap();
        assert!(in_contact(base.moved_to(found), base) && TABLE.wholly_on(base.moved_to(found)).holds);
        assert_eq!(nearest_free(base, 1100, &there, Some(TABLE)), None);
        assert_eq!(touching_all_round(590, base, &there, Some(TABLE)).len(), 19);
    }

    #[test]
    fn nearest_place_beside_a_wall() {
        let wall = Polygon::rectangle(Point::new(5000, 0), Point::new(6000, 9000)).unwrap();
        let there = [Obstacle { shape: Shape::Polygon(wall), id: 1 }];
        let wanted = Disc::new(Point::new(5100, 4000), 590);
        let found = nearest_free(wanted, 3000, &there, Some(TABLE)).unwrap();
        assert!(in_contact_with_shape(wanted.moved_to(found), &there[0].shape));
        assert!((found.x - 4410).abs() <= 1 && found.y == 4000, "{found:?}");
    }

    #[test]
    fn swapping_looks_at_both_places() {
        let (small, big) = (Disc::new(Point::new(2000, 2000), 590), Disc::new(Point::new(9000, 2000), 1000));
        assert!(can_swap(small, big, &[], Some(TABLE)));
        let beside = Obstacle { shape: Shape::Disc(Disc::new(Point::new(2000, 3200), 590)), id: 1 };
        let beside = [beside];
        assert!(!can_swap(small, big, &beside, Some(TABLE)) && !can_swap(big, small, &beside, None));
    }
}
