//! Games on squares: what stands on which squares, and how many steps lie between.

use super::shape::{Length, Point};

/// A rectangle of squares, by two of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plot {
    /// The south-west corner.
    pub low: Point,
    /// The north-east corner.
    pub high: Point,
}

impl Plot {
    /// The one whose sides are so far from its middle.
    pub fn around(at: Point, half: Length) -> Self {
        Plot { low: Point::new(at.x - half, at.y - half), high: Point::new(at.x + half, at.y + half) }
    }

    /// Steps to another on squares so wide, diagonals as long as others: 0 where they share a square, 1 where they touch.
    pub fn steps(self, other: Plot, side: Length) -> i64 {
        let (a, b) = (self, other);
        let apart = (b.low.x - a.high.x).max(a.low.x - b.high.x).max(b.low.y - a.high.y).max(a.low.y - b.high.y);
        if apart < 0 { 0 } else { apart / side + 1 }
    }
}
