//! The table and its four edges.

use super::shape::{Disc, Length, Verdict};
use serde::{Deserialize, Serialize};

/// A rectangular table; its south-west corner is the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Table {
    /// Size from west to east.
    pub width: Length,
    /// Size from south to north.
    pub height: Length,
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Edge {
    /// Where y is the table's height.
    North,
    /// Where x is the table's width.
    East,
    /// Where y is 0.
    South,
    /// Where x is 0.
    West,
}

impl Edge {
    /// All four, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
}

impl Table {
    /// How far a base's centre is from an edge, positive on the table's side.
    #[must_use]
    pub const fn from_edge(self, disc: Disc, edge: Edge) -> Length {
        match edge {
            Edge::North => self.height - disc.at.y,
            Edge::East => self.width - disc.at.x,
            Edge::South => disc.at.y,
            Edge::West => disc.at.x,
        }
    }

    /// Whether no part of the base is beyond an edge; the slack is the room to the nearest edge. Touching is on.
    #[must_use]
    pub fn wholly_on(self, disc: Disc) -> Verdict {
        let room = Edge::ALL.iter().map(|&edge| self.from_edge(disc, edge)).min().unwrap_or(0);
        Verdict::from_slack(room - disc.radius)
    }

    /// The first edge, clockwise from the north, that a part of the base lies beyond.
    #[must_use]
    pub fn overlapped_edge(self, disc: Disc) -> Option<Edge> {
        Edge::ALL.into_iter().find(|&edge| self.from_edge(disc, edge) < disc.radius)
    }

    /// Whether some part of the base is at most `range` from an edge.
    #[must_use]
    pub fn within_of_edge(self, disc: Disc, edge: Edge, range: Length) -> Verdict {
        Verdict::from_slack(range.saturating_sub(self.from_edge(disc, edge) - disc.radius))
    }

    /// Whether every part of the base is at most `range` from an edge and the base does not lie beyond it.
    #[must_use]
    pub fn entirely_within_of_edge(self, disc: Disc, edge: Edge, range: Length) -> Verdict {
        let away = self.from_edge(disc, edge);
        let near = range.saturating_sub(away + disc.radius);
        Verdict::from_slack(near.min(away - disc.radius))
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::Point;
    use super::*;

    const TABLE: Table = Table { width: 36_000, height: 24_000 };

    #[test]
    fn touching_the_edge_is_on_the_table() {
        let disc = Disc::new(Point::new(590, 23_410), 590);
        assert_eq!(TABLE.wholly_on(disc), Verdict { holds: true, slack: 0 });
        assert_eq!(TABLE.overlapped_edge(disc), None);
        let off = disc.moved_to(Point::new(589, 23_411));
        assert_eq!(TABLE.wholly_on(off), Verdict { holds: false, slack: -1 });
        assert_eq!(TABLE.overlapped_edge(off), Some(Edge::North));
    }

    #[test]
    fn bands_along_an_edge() {
        let disc = Disc::new(Point::new(5000, 2400), 600);
        assert!(TABLE.entirely_within_of_edge(disc, Edge::South, 3000).holds);
        assert_eq!(TABLE.entirely_within_of_edge(disc, Edge::South, 2999).slack, -1);
        assert_eq!(TABLE.within_of_edge(disc, Edge::South, 1800).slack, 0);
        assert!(!TABLE.entirely_within_of_edge(disc.moved_to(Point::new(5000, 599)), Edge::South, 3000).holds);
    }
}
