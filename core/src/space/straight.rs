//! Straight moves: directly away from or toward something, stopped by what stands in the way.

use super::edge::{Edge, Table};
use super::fixed::{DIR_BITS, Dir, SUB, SUB_BITS};
use super::path::{first_on_leg, leg_hits, settle};
use super::shape::{Disc, LIMIT, Length, Obstacle, Point, Shape};
use serde::{Deserialize, Serialize};

/// What ended a straight move before its full distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stop {
    /// Contact with the obstacle of this id.
    Obstacle(u32),
    /// An edge of the table, touched from inside.
    Edge(Edge),
    /// Contact with the base, or arrival at the point, that the move was toward.
    Goal,
    /// There is no direction: the centres are the same.
    NoDirection,
}

/// The outcome of a straight move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StraightMove {
    /// Where the mover's centre ends.
    pub end: Point,
    /// What stopped it; none when it went the full distance.
    pub stopped_by: Option<Stop>,
}

/// Moves a base directly away from a point, up to `distance`.
///
/// It stops in contact with the first obstacle. With a table it also stops where its base touches an edge; without one it
/// passes the edge, and [`Table::overlapped_edge`] tells. The end never overlaps more than touching allows and is never
/// farther than `distance`; it may be up to one thousandth short where whole thousandths do not meet the line.
#[must_use]
pub fn away_from(mover: Disc, from: Point, distance: Length, obstacles: &[Obstacle], table: Option<Table>) -> StraightMove {
    match Dir::of_leg(from, mover.at) {
        Some(dir) => straight(mover, dir, distance, None, obstacles, table),
        None => StraightMove { end: mover.at, stopped_by: Some(Stop::NoDirection) },
    }
}

/// Moves a base directly toward another base (or a point: radius 0), up to `distance`, and stops in contact with it.
///
/// A point is reached with the mover's centre, a base with the mover's edge. Obstacles and table as in [`away_from`];
/// the goal itself need not be among the obstacles.
#[must_use]
pub fn toward(mover: Disc, goal: Disc, distance: Length, obstacles: &[Obstacle], table: Option<Table>) -> StraightMove {
    match Dir::of_leg(mover.at, goal.at) {
        Some(dir) => straight(mover, dir, distance, Some(goal), obstacles, table),
        None => StraightMove { end: mover.at, stopped_by: Some(Stop::NoDirection) },
    }
}

/// A move in a direction; `goal`, if there is one, lies in it.
pub(super) fn straight(
    mover: Disc,
    dir: Dir,
    distance: Length,
    goal: Option<Disc>,
    obstacles: &[Obstacle],
    table: Option<Table>,
) -> StraightMove {
    let distance = distance.clamp(0, 2 * LIMIT);
    let radius = mover.radius;
    let mut stop = None;
    let mut travel = distance << SUB_BITS;
    let full = dir.step_at_most(mover.at, distance);
    let mut settled = full;

    if let Some(goal) = goal {
        if goal.radius == 0 {
            let way = mover.at.square_to(goal.at);
            if way <= distance * distance {
                (stop, settled, travel) = (Some(Stop::Goal), goal.at, dir.along(mover.at.to(goal.at)));
            }
        } else {
            let shape = [Obstacle { shape: Shape::Disc(goal), id: 0 }];
            // A hair beyond the full distance, so that arriving exactly in contact counts as stopped by it.
            let beyond = dir.step(mover.at, (distance + 2) << SUB_BITS);
            if let Some((contact, _)) = first_on_leg(radius, mover.at, beyond, &shape)
                && contact <= travel + SUB
            {
                travel = travel.min(contact);
                stop = Some(Stop::Goal);
                settled = settle(radius, mover.at, dir, travel, &shape, |p| no_farther(mover.at, p, distance));
            }
        }
    }
    if let Some(table) = table
        && let Some((room, edge)) = room_to_edge(table, mover, dir)
        && room < travel
    {
        (travel, stop) = (room, Some(Stop::Edge(edge)));
    }
    if let Some((contact, id)) = first_on_leg(radius, mover.at, dir.step(mover.at, travel), obstacles)
        && contact < travel
    {
        (travel, stop) = (contact, Some(Stop::Obstacle(id)));
    }
    // Rounding may move the end a part of a thousandth aside, so whatever stopped it, the end is tested again.
    let on_table = |p: Point| table.is_none_or(|t| t.wholly_on(mover.moved_to(p)).slack >= t.wholly_on(mover).slack.min(0));
    let allowed = |p: Point| no_farther(mover.at, p, distance) && on_table(p);
    let clear = |p: Point| allowed(p) && !obstacles.iter().any(|o| leg_hits(radius, mover.at, p, &o.shape));
    let keeps = matches!(stop, None | Some(Stop::Goal)) && clear(settled);
    let end = if keeps { settled } else { settle(radius, mover.at, dir, travel, obstacles, allowed) };
    StraightMove { end, stopped_by: stop }
}

fn no_farther(from: Point, to: Point, distance: Length) -> bool {
    from.square_to(to) <= distance * distance
}

/// How far, in 1/65536, a base travels in a direction before it touches an edge, and which.
fn room_to_edge(table: Table, mover: Disc, dir: Dir) -> Option<(i64, Edge)> {
    Edge::ALL
        .into_iter()
        .filter_map(|edge| {
            let pace = match edge {
                Edge::North => dir.y,
                Edge::East => dir.x,
                Edge::South => -dir.y,
                Edge::West => -dir.x,
            };
            let room = (table.from_edge(mover, edge) - mover.radius).max(0);
            let travel = (i128::from(room) << (DIR_BITS + SUB_BITS)) / i128::from(pace.max(1));
            (pace > 0).then(|| (i64::try_from(travel).unwrap_or(i64::MAX), edge))
        })
        .min_by_key(|&(room, _)| room)
}

#[cfg(test)]
mod tests {
    use super::super::measure::{in_contact, overlaps_shape};
    use super::super::path::path_length;
    use super::super::trial::Trial;
    use super::*;

    const TABLE: Table = Table { width: 36_000, height: 36_000 };

    fn disc(x: i64, y: i64) -> Disc {
        Disc::new(Point::new(x, y), 590)
    }

    #[test]
    fn away_and_toward_on_a_free_table() {
        let pushed = away_from(disc(10_000, 10_000), Point::new(10_000, 8000), 2000, &[], Some(TABLE));
        assert_eq!(pushed, StraightMove { end: Point::new(10_000, 12_000), stopped_by: None });
        let pulled = toward(disc(10_000, 10_000), disc(16_000, 10_000), 2000, &[], Some(TABLE));
        assert_eq!(pulled, StraightMove { end: Point::new(12_000, 10_000), stopped_by: None });
        let there = toward(disc(10_000, 10_000), disc(12_000, 10_500), 2000, &[], Some(TABLE));
        assert_eq!(there.stopped_by, Some(Stop::Goal));
        assert!(in_contact(disc(there.end.x, there.end.y), disc(12_000, 10_500)));
        let point = toward(disc(0, 0), Disc::new(Point::new(300, 400), 0), 500, &[], None);
        assert_eq!(point, StraightMove { end: Point::new(300, 400), stopped_by: Some(Stop::Goal) });
        let none = away_from(disc(5, 5), Point::new(5, 5), 100, &[], None);
        assert_eq!(none.stopped_by, Some(Stop::NoDirection));
    }

    #[test]
    fn edges_stop_or_let_pass() {
        let start = disc(34_000, 10_000);
        let stopped = away_from(start, Point::new(30_000, 10_000), 4000, &[], Some(TABLE));
        assert_eq!(stopped, StraightMove { end: Point::new(35_410, 10_000), stopped_by: Some(Stop::Edge(Edge::East)) });
        let passed = away_from(start, Point::new(30_000, 10_000), 4000, &[], None);
        assert_eq!(passed.end, Point::new(38_000, 10_000));
        assert_eq!(TABLE.overlapped_edge(start.moved_to(passed.end)), Some(Edge::East));
    }

    #[test]
    fn ends_are_clear_and_not_too_far() {
        let mut trial = Trial::new(4);
        let (mut stopped, mut goals) = (0, 0);
        for _ in 0..5000 {
            let obstacles: Vec<Obstacle> = (0..3)
                .map(|id| {
                    let shape =
                        if id == 0 { Shape::Polygon(trial.polygon(10_000, 4)) } else { Shape::Disc(trial.disc(10_000, 1500)) };
                    Obstacle { shape, id }
                })
                .collect();
            let mover = trial.disc(10_000, 1000);
            if obstacles.iter().any(|o| overlaps_shape(mover, &o.shape)) {
                continue;
            }
            let (other, distance) = (trial.disc(10_000, 1000), trial.between(0, 9000));
            for result in
                [away_from(mover, other.at, distance, &obstacles, None), toward(mover, other, distance, &obstacles, None)]
            {
                let moved = mover.moved_to(result.end);
                assert!(obstacles.iter().all(|o| !overlaps_shape(moved, &o.shape)));
                let length = path_length(&[mover.at, result.end]);
                assert!(length <= distance);
                assert!(result.stopped_by.is_some() || length >= distance - 1, "{length} {distance}");
                if let Some(Stop::Obstacle(_)) = result.stopped_by {
                    stopped += 1;
                }
                if result.stopped_by == Some(Stop::Goal) && other.radius > 0 && !overlaps_shape(mover, &Shape::Disc(other)) {
                    goals += 1;
                    assert!(in_contact(moved, other), "{mover:?} {other:?} {distance} {result:?}");
                }
            }
        }
        assert!(stopped > 100 && goals > 100, "{stopped} {goals}");
    }
}
