//! The only chance: one named generator in the state, reached by rolling and shuffling.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// A generator as plain data: its seed and how many words were drawn. ChaCha with 8 rounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dice {
    /// The seed.
    pub seed: u64,
    /// Words drawn so far.
    pub drawn: u64,
}

impl Dice {
    /// A fresh generator.
    pub fn new(seed: u64) -> Self {
        Dice { seed, drawn: 0 }
    }

    /// The next numbers, each from 0 below `sides`, and the generator after them. Even: numbers that would favour
    /// some faces are drawn again (Lemire's method), and the mapping is ours so that no library can change a replay.
    pub fn below(&mut self, sides: &[u32]) -> Vec<u32> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_word_pos(u128::from(self.drawn));
        sides.iter().map(|sides| self.one(&mut rng, *sides)).collect()
    }

    fn one(&mut self, rng: &mut ChaCha8Rng, sides: u32) -> u32 {
        let sides = u64::from(sides.max(1));
        let floor = (1_u64 << 32) % sides;
        loop {
            self.drawn += 1;
            let wide = u64::from(rng.next_u32()) * sides;
            if wide & 0xffff_ffff >= floor {
                return (wide >> 32) as u32;
            }
        }
    }

    /// An order of `count` things: the place in the old order of each in the new.
    pub fn order(&mut self, count: usize) -> Vec<u32> {
        let sides: Vec<u32> = (1..count as u32).rev().map(|n| n + 1).collect();
        let picks = self.below(&sides);
        let mut order: Vec<u32> = (0..count as u32).collect();
        for (step, pick) in picks.into_iter().enumerate() {
            order.swap(count - 1 - step, pick as usize);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_pinned() {
        let faces: Vec<u32> = Dice::new(42).below(&[6; 10]).iter().map(|f| f + 1).collect();
        assert_eq!(faces, vec![2, 5, 1, 6, 5, 3, 3, 4, 5, 2]);
    }

    #[test]
    fn drawing_goes_on_where_it_stopped() {
        let mut once = Dice::new(7);
        let all = once.below(&[6, 20, 4, 3]);
        let mut twice = Dice::new(7);
        let mut parts = twice.below(&[6, 20]);
        parts.extend(twice.below(&[4, 3]));
        assert_eq!((all, once), (parts, twice));
    }

    #[test]
    fn an_order_has_each_once() {
        let mut order = Dice::new(1).order(18);
        order.sort_unstable();
        assert_eq!(order, (0..18).collect::<Vec<_>>());
    }
}
