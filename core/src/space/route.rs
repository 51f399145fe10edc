//! A way around obstacles, for steering a base that a person sends somewhere.
//!
//! The usual visibility graph: where a shortest way bends, it bends around something. So places are set in rings around
//! each base and each corner, far enough out that a straight leg between neighbours on a ring stays clear, and the
//! shortest way over those places is searched. It is at most some two in a hundred longer than the true shortest.

use super::edge::Table;
use super::fixed::{Dir, SUB};
use super::path::{leg_hits, path_within};
use super::place::is_free;
use super::shape::{Disc, Length, Obstacle, Point, Shape, cross};

/// Every fourth of the 72 directions: rings of 18 places.
const RING_STEP: usize = 4;

/// A legal path for a base from where it stands to a point, at most `max` long, or none.
///
/// The path starts at the base's centre and ends at `to`. The search takes the same way every time; with equal lengths the
/// place that comes first in the order of obstacles wins. A base that may squeeze through gaps is for the caller: leave
/// out the obstacles it may pass.
#[must_use]
pub fn route(mover: Disc, to: Point, max: Length, obstacles: &[Obstacle], table: Option<Table>) -> Option<Vec<Point>> {
    let radius = mover.radius;
    if !is_free(mover.moved_to(to), obstacles, table) || !path_within(&[mover.at, to], max).holds {
        return None;
    }
    let free = |a: Point, b: Point| !obstacles.iter().any(|o| leg_hits(radius, a, b, &o.shape));
    if free(mover.at, to) {
        return Some(vec![mover.at, to]);
    }
    let places = places(mover, to, max, obstacles, table);
    let path = shortest(&places, max, free)?;
    path_within(&path, max).holds.then_some(path)
}

/// The start, the goal, and the free places around obstacles by which the way is not too long already.
fn places(mover: Disc, to: Point, max: Length, obstacles: &[Obstacle], table: Option<Table>) -> Vec<Point> {
    let mut places = vec![mover.at, to];
    let mut ring = |centre: Point, reach: Length| {
        // 1016/1000 is a little more than 1 / cos 10°: the middle of a leg between neighbours stays outside the reach.
        let out = reach * 1016 / 1000 + 2;
        for n in (0..72).step_by(RING_STEP) {
            let at = Dir::turn(n as u32).step(centre, out * SUB);
            if path_within(&[mover.at, at, to], max).holds && is_free(mover.moved_to(at), obstacles, table) {
                places.push(at);
            }
        }
    };
    for obstacle in obstacles {
        match &obstacle.shape {
            Shape::Disc(disc) => ring(disc.at, disc.radius + mover.radius),
            Shape::Polygon(polygon) => {
                let points = polygon.points();
                for n in 0..points.len() {
                    let (before, at, after) =
                        (points[(n + points.len() - 1) % points.len()], points[n], points[(n + 1) % points.len()]);
                    if cross(before.to(at), at.to(after)) > 0 {
                        ring(at, mover.radius);
                    }
                }
            }
        }
    }
    places
}

/// The shortest way from the first place to the second: Dijkstra's search, legs tested only when they would help.
fn shortest(places: &[Point], max: Length, free: impl Fn(Point, Point) -> bool) -> Option<Vec<Point>> {
    const FAR: i64 = i64::MAX;
    // Lengths in 1/65536, rounded down: fine enough to compare ways, the result is measured exactly afterwards.
    let length =
        |a: usize, b: usize| super::fixed::wide_root(i128::from(places[a].square_to(places[b])) << (2 * super::fixed::SUB_BITS));
    let limit = (max.saturating_add(1)).saturating_mul(SUB);
    let mut best = vec![FAR; places.len()];
    let mut came_from = vec![0; places.len()];
    let mut done = vec![false; places.len()];
    best[0] = 0;
    loop {
        // The open place with the shortest way through it, by what is left as the crow flies.
        let next =
            (0..places.len()).filter(|&n| !done[n] && best[n] != FAR).min_by_key(|&n| best[n].saturating_add(length(n, 1)))?;
        done[next] = true;
        if next == 1 {
            break;
        }
        for other in 0..places.len() {
            let way = best[next].saturating_add(length(next, other));
            let helps = !done[other] && way < best[other] && way.saturating_add(length(other, 1)) <= limit;
            if helps && free(places[next], places[other]) {
                best[other] = way;
                came_from[other] = next;
            }
        }
    }
    let mut path = vec![places[1]];
    let mut at = 1;
    while at != 0 {
        at = came_from[at];
        path.push(places[at]);
    }
    path.reverse();
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::super::path::{path_is_free, path_length};
    use super::super::shape::Polygon;
    use super::super::trial::Trial;
    use super::*;

    const TABLE: Table = Table { width: 36_000, height: 36_000 };

    #[test]
    fn around_a_wall_and_not_too_far() {
        let wall = Polygon::rectangle(Point::new(9500, 8000), Point::new(10_500, 12_000)).unwrap();
        let wall = [Obstacle { shape: Shape::Polygon(wall), id: 1 }];
        let mover = Disc::new(Point::new(8000, 11_000), 590);
        let to = Point::new(12_000, 11_000);
        let path = route(mover, to, 8000, &wall, Some(TABLE)).unwrap();
        assert!(path_is_free(590, &path, &wall) && path.len() > 2);
        // Two tangents of 1703, an inch along the top and two arcs of 544 make 5494.
        let length = path_length(&path);
        assert!((5494..5520).contains(&length), "{length} {path:?}");
        assert_eq!(route(mover, to, 4500, &wall, Some(TABLE)), None);
        assert_eq!(route(mover, Point::new(10_000, 10_000), 8000, &wall, None), None, "inside the wall");
        assert_eq!(route(mover, Point::new(8000, 12_000), 1000, &wall, None).unwrap().len(), 2);
    }

    #[test]
    fn routes_are_legal_and_repeatable() {
        let mut trial = Trial::new(10);
        let (mut bent, mut none) = (0, 0);
        for _ in 0..150 {
            let obstacles: Vec<Obstacle> = (0..8)
                .map(|id| {
                    let shape =
                        if id % 2 == 0 { Shape::Disc(trial.disc(6000, 900)) } else { Shape::Polygon(trial.polygon(6000, 3)) };
                    Obstacle { shape, id }
                })
                .collect();
            let mover = Disc::new(trial.point(8000), 400);
            if !is_free(mover, &obstacles, None) {
                continue;
            }
            let to = trial.point(8000);
            match route(mover, to, 14_000, &obstacles, None) {
                Some(path) => {
                    assert!(path_is_free(400, &path, &obstacles) && path_within(&path, 14_000).holds);
                    assert_eq!((path[0], path[path.len() - 1]), (mover.at, to));
                    assert_eq!(Some(&path), route(mover, to, 14_000, &obstacles, None).as_ref());
                    bent += u32::from(path.len() > 2);
                }
                None => none += 1,
            }
        }
        assert!(bent > 10 && none > 0, "{bent} {none}");
    }
}
