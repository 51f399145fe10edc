//! Places and paths by chance, for machine players. The chance is the caller's: a function that picks below a number.

use super::edge::{Edge, Table};
use super::fixed::Dir;
use super::shape::{Disc, Length, Obstacle, Point};
use super::straight::straight;
use serde::{Deserialize, Serialize};

/// How often a path or place is tried before giving up.
const TRIES: u32 = 24;

/// A random legal path of one or two straight legs, at most `max` long; none when nothing was found.
///
/// Each leg goes in a random direction for a random part of what is left, and stops in contact with what it meets or at
/// the table's edge. `pick(n)` gives a number from 0 to n - 1.
pub fn points_reachable_sample(
    mover: Disc,
    max: Length,
    obstacles: &[Obstacle],
    table: Option<Table>,
    pick: &mut dyn FnMut(u32) -> u32,
) -> Option<Vec<Point>> {
    let most = max.clamp(0, i64::from(u32::MAX) / 2);
    for _ in 0..TRIES {
        let legs = 1 + pick(2);
        let mut path = vec![mover.at];
        let (mut at, mut left) = (mover.at, most);
        for _ in 0..legs {
            let Some(dir) = direction(pick) else { break };
            if left == 0 {
                break;
            }
            let distance = 1 + below(left, pick);
            let end = straight(mover.moved_to(at), dir, distance, None, obstacles, table).end;
            if end != at {
                left -= super::path::path_length(&[at, end]);
                path.push(end);
                at = end;
            }
        }
        if path.len() > 1 {
            return Some(path);
        }
    }
    None
}

/// A part of the table to choose a place in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Region {
    /// An upright rectangle, its border included.
    Rect {
        /// The south-west corner.
        low: Point,
        /// The north-east corner.
        high: Point,
    },
    /// A strip along an edge of a table.
    Band {
        /// The table.
        table: Table,
        /// The edge.
        edge: Edge,
        /// How far the strip reaches from the edge.
        depth: Length,
    },
    /// Between two distances from a point, both included; inner 0 is a full circle.
    Ring {
        /// The point.
        centre: Point,
        /// The least distance.
        inner: Length,
        /// The greatest distance.
        outer: Length,
    },
}

impl Region {
    /// Whether a point lies in the region, its border included.
    #[must_use]
    pub fn holds(self, point: Point) -> bool {
        match self {
            Self::Ring { centre, inner, outer } => {
                let square = centre.square_to(point);
                outer >= 0 && square <= outer * outer && (inner <= 0 || square >= inner * inner)
            }
            _ => {
                let (low, high) = self.bounds();
                (low.x..=high.x).contains(&point.x) && (low.y..=high.y).contains(&point.y)
            }
        }
    }

    /// The corners of the smallest upright rectangle around the region.
    fn bounds(self) -> (Point, Point) {
        match self {
            Self::Rect { low, high } => (low, high),
            Self::Band { table: Table { width, height }, edge, depth } => match edge {
                Edge::North => (Point::new(0, height - depth), Point::new(width, height)),
                Edge::East => (Point::new(width - depth, 0), Point::new(width, height)),
                Edge::South => (Point::new(0, 0), Point::new(width, depth)),
                Edge::West => (Point::new(0, 0), Point::new(depth, height)),
            },
            Self::Ring { centre, outer, .. } => {
                (Point::new(centre.x - outer, centre.y - outer), Point::new(centre.x + outer, centre.y + outer))
            }
        }
    }
}

/// A random point of a region, all equally likely; none when the region is empty (or a ring too thin to be met by chance).
pub fn sample_point_in(region: Region, pick: &mut dyn FnMut(u32) -> u32) -> Option<Point> {
    let (low, high) = region.bounds();
    if high.x < low.x || high.y < low.y {
        return None;
    }
    for _ in 0..TRIES {
        let point = Point::new(low.x + below(high.x - low.x + 1, pick), low.y + below(high.y - low.y + 1, pick));
        if region.holds(point) {
            return Some(point);
        }
    }
    // A thin ring: a random direction at a random distance, which favours the inside a little, but is in it.
    let Region::Ring { centre, inner, outer } = region else { return None };
    let inner = inner.max(0);
    if outer < inner {
        return None;
    }
    for _ in 0..TRIES {
        let distance = inner + below(outer - inner + 1, pick);
        let point = direction(pick)?.step_at_most(centre, distance);
        if region.holds(point) {
            return Some(point);
        }
    }
    let east = Point::new(centre.x + inner, centre.y);
    region.holds(east).then_some(east)
}

/// A random direction, all equally likely up to some thousandths of a turn.
fn direction(pick: &mut dyn FnMut(u32) -> u32) -> Option<Dir> {
    for _ in 0..TRIES {
        let (x, y) = (below(2001, pick) - 1000, below(2001, pick) - 1000);
        // Corners of the square are left out, or slanting directions would come up more often.
        if x * x + y * y <= 1_000_000 && (x, y) != (0, 0) {
            return Dir::of(x, y);
        }
    }
    Some(Dir::turn(pick(72)))
}

/// A number from 0 to `count` - 1, whatever the caller's function returns.
fn below(count: i64, pick: &mut dyn FnMut(u32) -> u32) -> i64 {
    let count = u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    i64::from(pick(count).min(count - 1))
}

#[cfg(test)]
mod tests {
    use super::super::path::{path_is_free, path_within};
    use super::super::shape::Shape;
    use super::super::trial::Trial;
    use super::*;

    const TABLE: Table = Table { width: 36_000, height: 36_000 };

    #[test]
    fn sampled_paths_are_legal() {
        let mut trial = Trial::new(11);
        let mut chance = Trial::new(12);
        let mut pick = |n: u32| chance.between(0, i64::from(n) - 1) as u32;
        let (mut straight, mut bent) = (0, 0);
        for _ in 0..500 {
            let mover = Disc::new(Point::new(trial.between(590, 4000), trial.between(590, 4000)), 590);
            let obstacles: Vec<Obstacle> = (0..5)
                .map(|id| Obstacle { shape: Shape::Disc(trial.disc(6000, 700)), id })
                .filter(|o| !super::super::overlaps_shape(mover, &o.shape))
                .collect();
            let Some(path) = points_reachable_sample(mover, 4000, &obstacles, Some(TABLE), &mut pick) else { continue };
            assert!(path_within(&path, 4000).holds && path_is_free(590, &path, &obstacles), "{path:?}");
            assert!(path.iter().all(|&at| TABLE.wholly_on(mover.moved_to(at)).holds));
            if path.len() == 2 { straight += 1 } else { bent += 1 }
        }
        assert!(straight > 100 && bent > 100);
    }

    #[test]
    fn sampled_points_are_in_their_region() {
        let mut chance = Trial::new(13);
        let mut pick = |n: u32| chance.between(0, i64::from(n) - 1) as u32;
        let regions = [
            Region::Rect { low: Point::new(5, 5), high: Point::new(5, 5) },
            Region::Band { table: TABLE, edge: Edge::North, depth: 3000 },
            Region::Ring { centre: Point::new(18_000, 18_000), inner: 0, outer: 4000 },
            Region::Ring { centre: Point::new(18_000, 18_000), inner: 4000, outer: 4000 },
            Region::Ring { centre: Point::new(18_000, 18_000), inner: 3990, outer: 4000 },
        ];
        for region in regions {
            for _ in 0..200 {
                assert!(region.holds(sample_point_in(region, &mut pick).unwrap()));
            }
        }
        let empty = Region::Ring { centre: Point::new(0, 0), inner: 5, outer: 4 };
        assert_eq!(sample_point_in(empty, &mut pick), None);
    }
}
