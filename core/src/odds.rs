//! Odds of a pool of like dice of which any may be rolled again: what the best choice brings, counted through to the end.
//!
//! A pool is taken as how many dice show each face, so that five dice of six sides are 252 pools and not 7776. Sums are
//! whole numbers over a common divisor: nothing is rounded before the answer.

use std::collections::BTreeMap;

/// More pools than this are not counted through.
const LIMIT: usize = 20_000;

/// The pools of up to so many dice, and what may come of each.
struct Pools {
    sides: u32,
    /// Pools by how many dice they have; each pool is its faces, least first.
    by_size: Vec<Vec<Vec<u32>>>,
    place: BTreeMap<Vec<u32>, usize>,
}

impl Pools {
    fn new(dice: usize, sides: u32) -> Option<Self> {
        let mut by_size: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new()]];
        let mut count = 1;
        for size in 1..=dice {
            let mut pools = Vec::new();
            for pool in by_size.get(size - 1)? {
                for face in pool.last().copied().unwrap_or(1)..=sides {
                    pools.push(pool.iter().copied().chain([face]).collect::<Vec<u32>>());
                }
            }
            count += pools.len();
            if count > LIMIT {
                return None;
            }
            by_size.push(pools);
        }
        let place = by_size.iter().flat_map(|pools| pools.iter().cloned().zip(0..)).collect();
        Some(Pools { sides, by_size, place })
    }

    fn with(&self, pool: &[u32], face: u32) -> Option<usize> {
        let mut longer = pool.to_vec();
        longer.insert(longer.partition_point(|f| *f <= face), face);
        self.place.get(&longer).copied()
    }

    /// What each pool of kept dice is worth, if the rest is rolled and the whole is worth `full`: times `sides` to the
    /// power of all dice.
    fn kept(&self, full: &[i128]) -> Option<Vec<Vec<i128>>> {
        let sides = i128::from(self.sides);
        let dice = self.by_size.len() - 1;
        let mut sums: Vec<Vec<i128>> = vec![Vec::new(); dice + 1];
        *sums.get_mut(dice)? = full.to_vec();
        for size in (0..dice).rev() {
            let longer = sums.get(size + 1)?;
            let mut here = Vec::new();
            for pool in self.by_size.get(size)? {
                let mut sum: i128 = 0;
                for face in 1..=self.sides {
                    sum = sum.checked_add(*longer.get(self.with(pool, face)?)?)?;
                }
                here.push(sum);
            }
            *sums.get_mut(size)? = here;
        }
        for (size, pools) in sums.iter_mut().enumerate() {
            let factor = sides.checked_pow(size as u32)?;
            for sum in pools {
                *sum = sum.checked_mul(factor)?;
            }
        }
        Some(sums)
    }

    /// The best that can be kept of each pool, by the worth of what is kept.
    fn best(&self, kept: &[Vec<i128>]) -> Option<Vec<Vec<i128>>> {
        let mut best: Vec<Vec<i128>> = Vec::new();
        for (size, pools) in self.by_size.iter().enumerate() {
            let mut here = Vec::new();
            for (place, pool) in pools.iter().enumerate() {
                let mut most = *kept.get(size)?.get(place)?;
                for out in 0..pool.len() {
                    let shorter = without(pool, out);
                    most = most.max(*best.get(size - 1)?.get(*self.place.get(&shorter)?)?);
                }
                here.push(most);
            }
            best.push(here);
        }
        Some(best)
    }
}

fn without(pool: &[u32], out: usize) -> Vec<u32> {
    pool.iter().enumerate().filter(|(place, _)| *place != out).map(|(_, face)| *face).collect()
}

/// What the best choice brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Odds {
    /// What it is worth on average, times `over`.
    pub(crate) worth: i128,
    /// The divisor.
    pub(crate) over: i128,
    /// The places of the dice to be rolled again, rising; of equally good choices the one that rolls fewest.
    pub(crate) again: Vec<usize>,
}

/// The best that can be made of dice that show `faces` (0: not yet rolled), when any of them may be rolled again `rolls`
/// times, and the whole is worth `worth` of its faces, least first. None where it is too much to count, or where a die is
/// not rolled and cannot be.
///
/// Errors: those of `worth`.
pub(crate) fn odds<E>(
    faces: &[u32],
    sides: u32,
    rolls: u32,
    mut worth: impl FnMut(&[u32]) -> Result<i64, E>,
) -> Result<Option<Odds>, E> {
    let shown: Vec<u32> = faces.iter().copied().filter(|face| *face > 0).collect();
    if shown.iter().any(|face| *face > sides) || rolls == 0 && shown.len() < faces.len() {
        return Ok(None);
    }
    if rolls == 0 {
        let mut pool = shown;
        pool.sort_unstable();
        return Ok(Some(Odds { worth: i128::from(worth(&pool)?), over: 1, again: Vec::new() }));
    }
    let Some(pools) = Pools::new(faces.len(), sides) else { return Ok(None) };
    let mut full = Vec::new();
    for pool in pools.by_size.last().into_iter().flatten() {
        full.push(i128::from(worth(pool)?));
    }
    Ok(counted(&pools, faces, &shown, rolls, full))
}

fn counted(pools: &Pools, faces: &[u32], shown: &[u32], rolls: u32, mut full: Vec<i128>) -> Option<Odds> {
    let all = i128::from(pools.sides).checked_pow(faces.len() as u32)?;
    let mut over: i128 = 1;
    for _ in 1..rolls {
        full = pools.best(&pools.kept(&full)?)?.pop()?;
        over = over.checked_mul(all)?;
    }
    let kept = pools.kept(&full)?;
    let over = over.checked_mul(all)?;
    // Every choice of dice to keep, the most dice first.
    let mut best: Option<(i128, Vec<u32>)> = None;
    let mut choices: Vec<Vec<u32>> = vec![{
        let mut pool = shown.to_vec();
        pool.sort_unstable();
        pool
    }];
    while let Some(size) = choices.first().map(Vec::len) {
        for pool in &choices {
            let worth = *kept.get(size)?.get(*pools.place.get(pool)?)?;
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, pool.clone()));
            }
        }
        let mut shorter: Vec<Vec<u32>> = choices.iter().flat_map(|pool| (0..pool.len()).map(|out| without(pool, out))).collect();
        shorter.sort();
        shorter.dedup();
        choices = shorter;
    }
    let (worth, mut keep) = best?;
    let mut again = Vec::new();
    for (place, face) in faces.iter().enumerate() {
        match keep.iter().position(|kept| kept == face) {
            Some(at) => {
                keep.remove(at);
            }
            None => again.push(place),
        }
    }
    Some(Odds { worth, over, again })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(faces: &[u32], rolls: u32, test: impl Fn(&[u32]) -> bool) -> (i128, i128) {
        let found: Result<_, std::convert::Infallible> = odds(faces, 6, rolls, |pool| Ok(i64::from(test(pool))));
        let Ok(Some(odds)) = found else { panic!("these can be counted") };
        (odds.worth, odds.over)
    }

    #[test]
    fn one_die_rolled_once() {
        assert_eq!(chance(&[0], 1, |pool| pool == [6]), (1, 6));
        assert_eq!(chance(&[6], 0, |pool| pool == [6]), (1, 1));
    }

    /// A six on one die within three rolls fails only if all three do.
    #[test]
    fn rolls_add_up() {
        let (worth, over) = chance(&[0], 3, |pool| pool == [6]);
        assert_eq!(worth * 216, over * 91);
    }

    /// Two dice alike within two rolls: 1/6 at once, else one of the two is kept, and 1/6 again.
    #[test]
    fn the_best_is_kept() {
        let (worth, over) = chance(&[0, 0], 2, |pool| pool.first() == pool.last());
        assert_eq!(worth * 36, over * 11);
    }

    /// The same as trying all 216 throws of three dice, and for each all that may be rolled again.
    #[test]
    fn equals_trying_everything() {
        let three_high = |pool: &[u32]| pool.iter().filter(|face| **face >= 5).count() >= 3;
        let (worth, over) = chance(&[0; 3], 1, three_high);
        assert_eq!(worth * 27, over);
        let mut sum = 0;
        for throw in 0..216_u32 {
            let faces: Vec<u32> = (0..3).map(|die| throw / 6_u32.pow(die) % 6 + 1).collect();
            let mut best = 0;
            for keep in 0..8_u32 {
                let mut hits = 0;
                for other in 0..216_u32 {
                    let with = |die: u32| {
                        let face = faces.get(die as usize).copied().unwrap_or(0);
                        if keep >> die & 1 == 1 { face } else { other / 6_u32.pow(die) % 6 + 1 }
                    };
                    hits += i128::from(three_high(&[with(0), with(1), with(2)]));
                }
                best = best.max(hits);
            }
            sum += best;
        }
        let (worth, over) = chance(&[0; 3], 2, three_high);
        assert_eq!(worth * 216 * 216, over * sum);
    }

    #[test]
    fn says_which_dice_to_roll_again() {
        let found: Result<_, std::convert::Infallible> =
            odds(&[2, 6, 1, 6, 3], 6, 1, |pool| Ok(pool.iter().filter(|face| **face == 6).count() as i64));
        let Ok(Some(odds)) = found else { panic!("these can be counted") };
        assert_eq!(odds.again, [0, 2, 4]);
    }

    #[test]
    fn what_is_too_much_is_not_counted() {
        let found: Result<_, std::convert::Infallible> = odds(&[0; 40], 20, 2, |_| Ok(1));
        assert_eq!(found, Ok(None));
    }
}
