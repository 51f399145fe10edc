//! Games on squares: how far things are in squares, and which squares a base fills.

use crate::tongue::said;
use crate::words::Words;
use cardwright_core::space::{Disc, Plot, Point};
use std::ops::Range;

/// The squares of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    /// How wide one is; more than 0.
    pub side: i64,
}

impl Squares {
    /// Steps between the nearest squares of two bases, diagonals as long as others: 0 where they share one, 1 where they touch.
    pub fn steps(self, a: Disc, b: Disc) -> i64 {
        let plot = |disc: Disc| Plot::around(disc.at, disc.radius.max(self.side / 2));
        plot(a).steps(plot(b), self.side)
    }

    /// Steps along a path.
    pub fn along(self, path: &[Point]) -> i64 {
        let leg = |leg: &[Point]| match leg {
            [a, b] => ((a.x - b.x).abs().max((a.y - b.y).abs()) + self.side / 2) / self.side,
            _ => 0,
        };
        path.windows(2).map(leg).sum()
    }

    /// The column and row of the square in which a point lies; of a corner, of the square to its north-east.
    pub fn square(self, at: Point) -> (i64, i64) {
        (at.x.div_euclid(self.side), at.y.div_euclid(self.side))
    }

    /// The columns and rows that a base fills.
    pub fn under(self, base: Disc) -> (Range<i64>, Range<i64>) {
        let count = ((2 * base.radius + self.side / 2) / self.side).max(1);
        let from = |middle: i64| (2 * middle - count * self.side + self.side).div_euclid(2 * self.side);
        let (column, row) = (from(base.at.x), from(base.at.y));
        (column..column + count, row..row + count)
    }

    /// How many there are along a side of the table, the last perhaps not whole.
    pub fn across(self, length: i64) -> i64 {
        (length + self.side - 1) / self.side
    }
}

/// `3 squares`.
pub fn told(words: &Words, count: i64) -> String {
    let squares = if count == 1 { "square" } else { "squares" };
    said!(words, "{count} {squares}", "{count}格")
}

#[cfg(test)]
mod tests {
    use super::*;

    const INCH: Squares = Squares { side: 1000 };

    fn base(x: i64, y: i64, width: i64) -> Disc {
        Disc::new(Point::new(x, y), width / 2)
    }

    #[test]
    fn steps_are_those_of_a_king() {
        assert_eq!(INCH.steps(base(5500, 5500, 1000), base(12500, 6500, 1000)), 7);
        assert_eq!(INCH.steps(base(5500, 5500, 1000), base(6500, 6500, 1000)), 1);
        assert_eq!(INCH.steps(base(5500, 5500, 1000), base(5500, 5500, 1000)), 0);
        // From the nearest of its four squares.
        assert_eq!(INCH.steps(base(6000, 6000, 2000), base(8500, 6500, 1000)), 2);
        assert_eq!(INCH.along(&[Point::new(500, 500), Point::new(3500, 2500), Point::new(3500, 4500)]), 5);
    }

    #[test]
    fn a_base_fills_its_squares() {
        assert_eq!(INCH.under(base(5500, 6500, 1000)), (5..6, 6..7));
        assert_eq!(INCH.under(base(6000, 6000, 2000)), (5..7, 5..7));
        assert_eq!(INCH.under(base(6500, 6500, 3000)), (5..8, 5..8));
        assert_eq!(INCH.across(20_000), 20);
    }
}
