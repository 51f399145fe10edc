//! How long the measuring takes: `cargo bench -p cardwright-core`.

#![allow(clippy::disallowed_types, reason = "a bench reads the clock, rules do not")]

use cardwright_core::space::*;
use std::hint::black_box;
use std::time::Instant;

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % count as u64) as i64
    }

    fn base(&mut self, size: i64) -> Disc {
        Disc::new(Point::new(590 + self.below(size), 590 + self.below(size)), 590)
    }

    /// A four-cornered piece of terrain, some three inches across.
    fn terrain(&mut self, size: i64) -> Polygon {
        loop {
            let (x, y) = (self.below(size), self.below(size));
            let corner =
                |n: &mut Self, dx: i64, dy: i64| Point::new(x + dx * 2500 + n.below(1000), y + dy * 2500 + n.below(1000));
            let corners = vec![corner(self, 0, 0), corner(self, 1, 0), corner(self, 1, 1), corner(self, 0, 1)];
            if let Ok(polygon) = Polygon::new(corners) {
                return polygon;
            }
        }
    }
}

fn timed(name: &str, count: u32, mut run: impl FnMut(usize) -> u64) {
    let mut each = Vec::new();
    let mut sum = 0;
    for n in 0..count as usize {
        let one = Instant::now();
        sum += black_box(run(n));
        each.push(one.elapsed().as_nanos());
    }
    // The slowest hundredth is left out of the mean: on a shared machine it is mostly waiting.
    each.sort_unstable();
    let kept = &each[..each.len() * 99 / 100];
    let all = kept.iter().sum::<u128>() / kept.len() as u128;
    let at = |part: usize| each[each.len() * part / 1000];
    println!("{name}: mean {all} ns, median {} ns, 99% {} ns, worst {} ns ({sum})", at(500), at(990), each[each.len() - 1]);
}

fn main() {
    let mut numbers = Numbers(1);
    for (title, size) in [("3 feet", 34_800), ("crowded 1 foot", 12_000)] {
        let tables: Vec<Vec<Blocker>> = (0..50)
            .map(|_| {
                let bases = (0..10).map(|_| Shape::Disc(numbers.base(size))).collect::<Vec<_>>();
                let terrain = (0..15).map(|_| Shape::Polygon(numbers.terrain(size)));
                let shapes = bases.into_iter().chain(terrain);
                shapes.zip(0..).map(|(shape, id)| Blocker { shape, rule: BlockRule::Solid, id }).collect()
            })
            .collect();
        let obstacles: Vec<Vec<Obstacle>> =
            tables.iter().map(|table| table.iter().map(|b| Obstacle { shape: b.shape.clone(), id: b.id }).collect()).collect();
        let looks: Vec<(Disc, Disc)> = (0..20_000).map(|_| (numbers.base(size), numbers.base(size))).collect();
        println!("{title}: 10 bases and 15 pieces of terrain");
        timed("  sees", 20_000, |n| u64::from(sees(looks[n].0, Target::Disc(looks[n].1), &tables[n % 50], &[])));
        timed("  sight", 20_000, |n| u64::from(sight(looks[n].0, Target::Disc(looks[n].1), &tables[n % 50], &[]).holds));
        timed("  clearance", 20_000, |n| {
            u64::from(clearance(looks[n].0, Target::Disc(looks[n].1), &tables[n % 50], &[], 590).is_some())
        });
        timed("  cover", 20_000, |n| u64::from(cover(looks[n].0, looks[n].1, &tables[n % 50], &[]).any_line));
        timed("  first_block", 20_000, |n| {
            u64::from(first_block(590, &[looks[n].0.at, looks[n].1.at], &obstacles[n % 50]).is_some())
        });
        timed("  push", 20_000, |n| away_from(looks[n].0, looks[n].1.at, 3000, &obstacles[n % 50], None).end.x.unsigned_abs());
        timed("  route 6 inches", 1000, |n| {
            let to = Point::new(looks[n].0.at.x + 3000, looks[n].0.at.y + 2000);
            u64::from(route(looks[n].0, to, 6000, &obstacles[n % 50], None).is_some())
        });
        timed("  nearest_free", 1000, |n| u64::from(nearest_free(looks[n].0, 6000, &obstacles[n % 50], None).is_some()));
    }
    let looks: Vec<(Disc, Disc)> = (0..1000).map(|_| (numbers.base(34_800), numbers.base(34_800))).collect();
    timed("1000 times within", 1000, |n| looks.iter().map(|(a, b)| u64::from(within(*a, *b, n as i64).holds)).sum());
}
