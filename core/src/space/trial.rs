//! A small repeatable source of trial cases for the tests.

use super::shape::{Disc, Point, Polygon};

/// A generator of numbers that is the same on every run.
pub(super) struct Trial(u64);

impl Trial {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    pub(super) fn point(&mut self, size: i64) -> Point {
        Point::new(self.between(-size, size), self.between(-size, size))
    }

    pub(super) fn disc(&mut self, size: i64, radius: i64) -> Disc {
        Disc::new(self.point(size), self.between(0, radius))
    }

    /// A simple polygon with that many corners or a triangle, anywhere in the square.
    pub(super) fn polygon(&mut self, size: i64, corners: usize) -> Polygon {
        for _ in 0..20 {
            let points = (0..corners).map(|_| self.point(size)).collect();
            if let Ok(polygon) = Polygon::new(points) {
                return polygon;
            }
        }
        loop {
            let points = (0..3).map(|_| self.point(size)).collect();
            if let Ok(polygon) = Polygon::new(points) {
                return polygon;
            }
        }
    }
}
