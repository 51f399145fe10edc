//! Whole-number stand-ins for roots, unit vectors and angles.
//!
//! A [`Dir`] is a vector of length one scaled by 2^40, so a point ten thousand inches away is still found to a small part
//! of a thousandth. Travel along it counts in 1/65536 of a thousandth.

use super::shape::{LIMIT, Point};

/// Binary places of a [`Dir`].
pub(super) const DIR_BITS: u32 = 40;
/// Binary places of a travelled distance.
pub(super) const SUB_BITS: u32 = 16;
/// One thousandth of an inch as a travelled distance.
pub(super) const SUB: i64 = 1 << SUB_BITS;

/// The square root, rounded down; a negative number counts as nothing.
pub(super) fn root_down(value: i64) -> i64 {
    u64::try_from(value).map_or(0, u64::isqrt) as i64
}

/// The square root, rounded up; a negative number counts as nothing.
pub(super) fn root_up(value: i64) -> i64 {
    let root = root_down(value);
    if root * root < value { root + 1 } else { root }
}

/// The square root of a wide number, rounded down; a negative number counts as nothing.
pub(super) fn wide_root(value: i128) -> i64 {
    let root = match u64::try_from(value) {
        Ok(small) => i128::from(small.isqrt()),
        Err(_) => u128::try_from(value).map_or(0, u128::isqrt) as i128,
    };
    i64::try_from(root).unwrap_or(i64::MAX)
}

/// A quotient rounded to the nearest whole number; the divisor is positive.
pub(super) fn nearest(value: i128, by: i128) -> i128 {
    (2 * value + by).div_euclid(2 * by)
}

/// A direction: a vector of length one, scaled by 2^40.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dir {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Dir {
    /// The direction of a vector, none for the zero vector.
    pub(super) fn of(dx: i64, dy: i64) -> Option<Self> {
        let (wx, wy) = (i128::from(dx), i128::from(dy));
        let square = (wx * wx + wy * wy).cast_unsigned();
        if square == 0 {
            return None;
        }
        // Short vectors are scaled up first, so that the root keeps some sixty digits whatever their length.
        let shift = square.leading_zeros().saturating_sub(4) / 2;
        let root = i128::from(wide_root((square << (2 * shift)).cast_signed()));
        let along = |part: i128| nearest(part << (shift + DIR_BITS), root) as i64;
        Some(Self { x: along(wx), y: along(wy) })
    }

    /// The n-th of 72 directions, counted from +x towards +y in steps of five degrees.
    pub(super) fn turn(n: u32) -> Self {
        let n = n % 72;
        let cos = |n: u32| {
            let n = n % 72;
            let n = if n > 36 { 72 - n } else { n };
            if n > 18 { -COS[(36 - n) as usize] } else { COS[n as usize] }
        };
        Self { x: cos(n), y: cos(n + 54) }
    }

    /// How far a vector reaches along this direction, in 1/65536.
    pub(super) fn along(self, (dx, dy): (i64, i64)) -> i64 {
        ((i128::from(dx) * i128::from(self.x) + i128::from(dy) * i128::from(self.y)) >> (DIR_BITS - SUB_BITS)) as i64
    }

    /// How far a vector lies to the left of this direction, in 1/65536.
    pub(super) fn aside(self, (dx, dy): (i64, i64)) -> i64 {
        ((i128::from(dy) * i128::from(self.x) - i128::from(dx) * i128::from(self.y)) >> (DIR_BITS - SUB_BITS)) as i64
    }

    /// The whole point nearest to `travel` (in 1/65536) from `start`, kept within the limit of coordinates.
    pub(super) fn step(self, start: Point, travel: i64) -> Point {
        let part = |part: i64| nearest(i128::from(part) * i128::from(travel), 1 << (DIR_BITS + SUB_BITS)) as i64;
        Point { x: (start.x + part(self.x)).clamp(-LIMIT, LIMIT), y: (start.y + part(self.y)).clamp(-LIMIT, LIMIT) }
    }

    /// The whole point nearest to `distance` thousandths from `start` that is not farther than that.
    ///
    /// A step of one inch in a slanting direction must not measure more than one inch afterwards.
    pub(super) fn step_at_most(self, start: Point, distance: i64) -> Point {
        let ideal = self.step(start, distance << SUB_BITS);
        let limit = distance * distance;
        let mut best = (i64::MAX, start);
        for point in around(ideal) {
            let (dx, dy) = start.to(point);
            if dx * dx + dy * dy > limit {
                continue;
            }
            // How far the point is from where it should be, as aside and short together.
            let off = self.aside((dx, dy)).abs() + ((distance << SUB_BITS) - self.along((dx, dy))).abs();
            if off < best.0 {
                best = (off, point);
            }
        }
        best.1
    }
}

/// A point and its eight neighbours, the point first: where rounding may go.
pub(super) fn around(at: Point) -> impl Iterator<Item = Point> {
    const STEPS: [(i64, i64); 9] = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
    STEPS.into_iter().map(move |(dx, dy)| Point { x: at.x + dx, y: at.y + dy })
}

/// Cosines of 0, 5, ... 90 degrees, scaled by 2^40.
const COS: [i64; 19] = [
    1099511627776,
    1095327654081,
    1082807575561,
    1062046677574,
    1033202963089,
    996495950191,
    952205001410,
    900667197612,
    842274772603,
    777472127994,
    706752451041,
    630653961186,
    549755813888,
    464673692894,
    376055124520,
    284574549580,
    190928190487,
    95828752579,
    0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_round_as_named() {
        assert_eq!((root_down(8), root_up(8), root_up(9), root_up(10)), (2, 3, 3, 4));
        assert_eq!((root_down(-4), root_up(-4), wide_root(-1)), (0, 0, 0));
    }

    #[test]
    fn every_turn_has_length_one() {
        for n in 0..72 {
            let dir = Dir::turn(n);
            let square = i128::from(dir.x).pow(2) + i128::from(dir.y).pow(2);
            assert!((square - (1 << 80)).abs() < 1 << 42, "turn {n}");
        }
        assert_eq!(Dir::turn(18), Dir { x: 0, y: 1 << 40 });
        assert_eq!(Dir::turn(36), Dir { x: -(1 << 40), y: 0 });
        assert_eq!(Dir::turn(54), Dir { x: 0, y: -(1 << 40) });
    }

    #[test]
    fn directions_of_tiny_and_huge_vectors() {
        for v in [(1, 1), (3, -4), (20_000_000, -20_000_000), (1, 20_000_000), (-7, 0)] {
            let dir = Dir::of(v.0, v.1).unwrap();
            let square = i128::from(dir.x).pow(2) + i128::from(dir.y).pow(2);
            assert!((square - (1 << 80)).abs() < 1 << 42, "{v:?} {dir:?}");
        }
        assert_eq!(Dir::of(0, 0), None);
    }
}
