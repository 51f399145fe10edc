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

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::Trial;

    /// Overflow panics in a debug build, so running everything with the largest numbers is the test.
    #[test]
    fn no_move_or_place_breaks_at_the_limits() {
        let mut trial = Trial::new(14);
        for size in [0, 1, 3, 40, LIMIT] {
            for _ in 0..60 {
                let obstacles: Vec<Obstacle> = (0..3)
                    .map(|id| {
                        let corner = size.max(3);
                        let shape = if id == 0 {
                            Shape::Polygon(trial.polygon(corner, 4))
                        } else {
                            Shape::Disc(trial.disc(size, size / 9))
                        };
                        Obstacle { shape, id }
                    })
                    .collect();
                let (mover, other) = (trial.disc(size, size / 20), trial.disc(size, size));
                let table = Some(Table { width: size, height: size });
                for distance in [0, 1, size, LIMIT] {
                    for table in [None, table] {
                        let _ = away_from(mover, other.at, distance, &obstacles, table);
                        let _ = toward(mover, other, distance, &obstacles, table);
                        let _ = points_reachable_sample(mover, distance, &obstacles, table, &mut |n| n / 3);
                    }
                    let _ = route(mover, other.at, distance, &obstacles, table);
                    let _ = nearest_free(mover, distance.min(500), &obstacles, table);
                    let _ = within(mover, other, Length::MAX);
                    let _ = entirely_within(mover, other, Length::MIN);
                }
                let path = [mover.at, other.at, mover.at];
                let _ = (first_block(mover.radius, &path, &obstacles), path_within(&path, Length::MAX));
                let _ = (never_farther(&path, other), ends_no_farther(&path, other));
                let _ = touching_all_round(mover.radius, other, &obstacles, table);
                if let Shape::Polygon(polygon) = &obstacles[0].shape {
                    let _ = cross_over(mover, polygon);
                }
            }
        }
    }
}
