use super::super::measure::segment_nearer as point_near_segment;
use super::super::trial::Trial;
use super::*;

fn p(x: i64, y: i64) -> Point {
    Point::new(x, y)
}

fn disc(x: i64, y: i64, radius: i64) -> Disc {
    Disc::new(p(x, y), radius)
}

fn round(x: i64, y: i64, radius: i64) -> Blocker {
    Blocker { shape: Shape::Disc(disc(x, y, radius)), rule: BlockRule::Solid, id: 1 }
}

fn outline(points: &[(i64, i64)]) -> Blocker {
    let polygon = Polygon::new(points.iter().map(|&(x, y)| p(x, y)).collect()).unwrap();
    Blocker { shape: Shape::Polygon(polygon), rule: BlockRule::Solid, id: 2 }
}

fn wall(x1: i64, y1: i64, x2: i64, y2: i64) -> Blocker {
    outline(&[(x1, y1), (x2, y1), (x2, y2), (x1, y2)])
}

fn seen(a: Disc, b: Disc, blockers: &[Blocker]) -> bool {
    let there = sight(a, Target::Disc(b), blockers, &[]);
    assert_eq!(there.holds, sees(a, Target::Disc(b), blockers, &[]));
    assert_eq!(there.holds, there.slack >= 0);
    there.holds
}

#[test]
fn one_base_between_two_of_its_size_blocks() {
    let (a, b) = (disc(0, 0, 590), disc(6000, 0, 590));
    assert!(seen(a, b, &[]));
    // Exactly in line the outer tangents graze it; by the definition grazing is seeing.
    assert!(seen(a, b, &[round(3000, 0, 590)]));
    assert!(!seen(a, b, &[round(3000, 0, 591)]));
    assert!(!seen(a, b, &[round(3000, 0, 600)]));
    assert!(seen(a, b, &[round(3000, 1, 590)]), "off the line one side opens");
    // One that is nearer to an end leaves no more room than one in the middle.
    assert!(!seen(a, b, &[round(1200, 0, 591)]));
    assert_eq!(sight(a, Target::Disc(b), &[round(3000, 0, 600)], &[]), Verdict { holds: false, slack: -11 });
    assert_eq!(sight(a, Target::Disc(b), &[], &[]), Verdict { holds: true, slack: 590 });
    assert!(sees(a, Target::Disc(b), &[round(3000, 0, 900)], &[1]), "left out");
    // Where grazing is not seeing, the base of equal size in line blocks.
    let clear = |blocker: Blocker, clearance: i64| sees_clear(a, Target::Disc(b), &[blocker], &[], clearance);
    assert!(!clear(round(3000, 0, 590), 1) && clear(round(3000, 0, 589), 1) && !clear(round(3000, 0, 589), 2));
    assert_eq!(clearance(a, Target::Disc(b), &[round(3000, 0, 390)], &[], 5000), Some(200));
    assert_eq!(clearance(a, Target::Disc(b), &[round(3000, 0, 591)], &[], 5000), None);
    assert_eq!(clearance(a, Target::Disc(b), &[wall(3000, -9000, 4000, 490)], &[], 5000), Some(100));
    assert_eq!(clearance(a, Target::Disc(b), &[], &[], 5000), Some(5000));
}

#[test]
fn a_slit_of_one_thousandth_is_enough() {
    let (a, b) = (disc(0, 0, 590), disc(9000, 0, 590));
    let slit = |gap: i64| [wall(3000, -9000, 3100, 100), wall(3000, 100 + gap, 3100, 9000)];
    assert!(seen(a, b, &slit(1)));
    assert_eq!(clearance(a, Target::Disc(b), &slit(100), &[], 1000), Some(50));
    assert!(seen(a, b, &slit(0)), "along the seam between two walls that touch");
    assert!(!seen(a, b, &slit(-1)));
    let bases = |gap: i64| [round(4000, -2000, 2000), round(4000, 2000 + gap, 2000)];
    assert!(seen(a, b, &bases(1)) && seen(a, b, &bases(0)) && !seen(a, b, &bases(-1)));
    let mixed = |gap: i64| [round(4000, -2000, 2000), wall(4000, gap, 4500, 9000)];
    assert!(seen(a, b, &mixed(1)) && seen(a, b, &mixed(0)) && !seen(a, b, &mixed(-1)));
}

#[test]
fn grazing_along_a_wall() {
    let (a, b) = (disc(0, 0, 500), disc(10_000, 0, 500));
    // The wall hides all but the line along the northern edges of both bases.
    assert!(seen(a, b, &[wall(4000, -9000, 6000, 500)]));
    assert!(!seen(a, b, &[wall(4000, -9000, 6000, 501)]));
    // Two walls leave exactly one slanting line.
    let (low, high) = (wall(2000, -9000, 3000, 100), wall(7000, -9000, 8000, 499));
    assert!(seen(a, b, &[low, high]));
}

#[test]
fn staggered_walls_leave_a_slanting_line_or_none() {
    let (a, b) = (disc(0, 0, 590), disc(12_000, 0, 590));
    assert!(seen(a, b, &[wall(3000, -9000, 3100, 200), wall(9000, -200, 9100, 9000)]), "down through the gap");
    let s = [wall(3000, -9000, 3100, 500), wall(6000, -500, 6100, 9000), wall(9000, -9000, 9100, 500)];
    assert!(!seen(a, b, &s));
}

#[test]
fn concave_outlines_block_only_where_they_are() {
    let (a, b) = (disc(0, 0, 500), disc(10_000, 0, 500));
    // A notch open to the north, wide and deep enough to look through, and not.
    let notch = |depth: i64| {
        outline(&[
            (4000, -9000),
            (6000, -9000),
            (6000, 9000),
            (5500, 9000),
            (5500, depth),
            (4500, depth),
            (4500, 9000),
            (4000, 9000),
        ])
    };
    assert!(!seen(a, b, &[notch(-600)]));
    let u = outline(&[(4000, -9000), (6000, -9000), (6000, -600), (4000, -600)]);
    assert!(seen(a, b, &[u]));
    // Within the arms of a U: the inside of its hull is free.
    let arms = outline(&[
        (-2000, -2000),
        (12_000, -2000),
        (12_000, -1500),
        (-1500, -1500),
        (-1500, 1500),
        (12_000, 1500),
        (12_000, 2000),
        (-2000, 2000),
    ]);
    assert!(seen(a, b, std::slice::from_ref(&arms)));
    assert!(!seen(a, disc(-4000, 0, 500), &[arms]));
}

#[test]
fn inside_a_solid_nothing_is_seen() {
    let (a, b) = (disc(0, 0, 500), disc(5000, 0, 500));
    assert!(!seen(a, b, &[wall(-9000, -9000, 9000, 9000)]));
    assert!(!seen(a, b, &[wall(-1000, -1000, 1000, 1000)]));
    assert!(seen(a, b, &[wall(-1000, -1000, 1000, 200)]), "half of the base stands out of it");
    assert!(seen(a, b, &[wall(-1000, -1000, 1000, 500)]) && !seen(a, b, &[wall(-1000, -1000, 1000, 501)]));
}

#[test]
fn patches_are_seen_into_and_out_of_but_not_through() {
    let patch = Blocker { rule: BlockRule::NotThrough, ..wall(2000, -3000, 4000, 3000) };
    let (west, inside, east) = (disc(0, 0, 500), disc(3000, 0, 500), disc(9000, 0, 500));
    let patch = [patch];
    assert!(!seen(west, east, &patch));
    assert!(seen(west, inside, &patch) && seen(inside, east, &patch));
    // Half in is in; touching from outside is not.
    assert!(seen(disc(1600, 0, 500), east, &patch) && !seen(disc(1500, 0, 500), east, &patch));
}

#[test]
fn points_and_terrain_are_targets_too() {
    let a = disc(0, 0, 500);
    let hidden = [wall(3000, -9000, 3100, 400)];
    assert!(sees(a, Target::Point(p(6000, 400)), &hidden, &[]));
    assert!(!sees(a, Target::Point(p(6000, 200)), &hidden, &[]));
    assert!(sees(a, Target::Point(p(6000, 320)), &hidden, &[]), "from the edge of the base over the corner");
    let house = wall(6000, -1000, 8000, 1000);
    let Shape::Polygon(shape) = &house.shape else { unreachable!() };
    assert!(sees(a, Target::Polygon(shape), std::slice::from_ref(&house), &[]), "its own near side is not hidden by it");
    assert!(sees(a, Target::Polygon(shape), &[house.clone(), hidden[0].clone()], &[]));
    let full = wall(3000, -9000, 3100, 9000);
    assert!(!sees(a, Target::Polygon(shape), &[house.clone(), full.clone()], &[]));
    assert!(!sight(a, Target::Polygon(shape), &[house.clone(), full], &[]).holds);
    assert!(!sees(disc(0, 0, 500), Target::Disc(disc(12_000, 0, 500)), &[house], &[]));
}

#[test]
fn cover_is_graded_by_lines() {
    let (a, b) = (disc(0, 0, 590), disc(8000, 0, 590));
    let result = |blockers: &[Blocker]| cover(a, b, blockers, &[]);
    assert_eq!(result(&[]), Obstruction { any_line: false, centre_line: false });
    assert_eq!(result(&[wall(3000, 590, 4000, 2000)]), Obstruction { any_line: false, centre_line: false });
    assert_eq!(result(&[wall(3000, 589, 4000, 2000)]), Obstruction { any_line: true, centre_line: false });
    assert_eq!(result(&[wall(3000, -1, 4000, 2000)]), Obstruction { any_line: true, centre_line: true });
    assert_eq!(result(&[wall(3000, 0, 4000, 2000)]), Obstruction { any_line: true, centre_line: false });
    assert_eq!(result(&[round(4000, 1179, 590)]), Obstruction { any_line: true, centre_line: false });
    assert_eq!(result(&[round(4000, 1180, 590)]), Obstruction { any_line: false, centre_line: false });
    assert_eq!(result(&[wall(-9000, -9000, 19_000, 9000)]), Obstruction { any_line: true, centre_line: true });
    assert_eq!(cover(a, b, &[wall(3000, -1, 4000, 2000)], &[2]), Obstruction { any_line: false, centre_line: false });
    assert_eq!(result(&[wall(-1000, 2000, 0, 3000)]), Obstruction { any_line: false, centre_line: false });
    // Bases of unlike size: the hull widens towards the bigger one.
    let big = disc(8000, 0, 2000);
    assert!(cover(a, big, &[wall(7900, 1900, 8000, 4000)], &[]).any_line);
    assert!(!cover(a, big, &[wall(500, 800, 700, 4000)], &[]).any_line);
}

/// Whether a segment between whole points enters a blocker: by the definition, in whole numbers.
fn segment_enters(a: Point, b: Point, shape: &Shape) -> bool {
    match shape {
        Shape::Disc(disc) => point_near_segment(disc.at, a, b, disc.radius),
        Shape::Polygon(polygon) => {
            let crossing = polygon.sides().any(|(c, d)| {
                let (s1, s2) = (cross(a.to(b), a.to(c)), cross(a.to(b), a.to(d)));
                let (s3, s4) = (cross(c.to(d), c.to(a)), cross(c.to(d), c.to(b)));
                (s1.signum() * s2.signum()) < 0 && (s3.signum() * s4.signum()) < 0
            });
            let part = |n: i64| Point::new(a.x + (b.x - a.x) * n / 64, a.y + (b.y - a.y) * n / 64);
            crossing || (1..64).any(|n| polygon.contains(part(n)))
        }
    }
}

fn edge_points(disc: Disc, count: i64) -> Vec<Point> {
    // On a circle by a rational formula, half by half.
    let mut points = vec![disc.at];
    for n in -count..=count {
        let (t, r) = (n, disc.radius);
        let (c, s, d) = (count * count - t * t, 2 * count * t, count * count + t * t);
        points.push(p(disc.at.x + r * c / d, disc.at.y + r * s / d));
        points.push(p(disc.at.x - r * c / d, disc.at.y + r * s / d));
    }
    points
}

#[test]
fn whatever_dense_rays_find_is_seen() {
    let mut trial = Trial::new(5);
    let (mut found, mut only_exact, mut blocked) = (0, 0, 0);
    for _ in 0..700 {
        let (a, b) = (trial.disc(8000, 900), trial.disc(8000, 900));
        if gap(a, b) <= 0 {
            continue;
        }
        // Half of the trials with less in the way, so that all three outcomes come up.
        let count = if trial.between(0, 1) == 0 { 7 } else { 2 };
        let blockers: Vec<Blocker> = (0..count)
            .map(|n| {
                let shape = if n % 2 == 0 {
                    Shape::Disc(trial.disc(8000, 1500))
                } else {
                    let corners = trial.between(3, 6) as usize;
                    Shape::Polygon(trial.polygon(7000, corners))
                };
                Blocker { shape, rule: BlockRule::Solid, id: n }
            })
            .collect();
        let rays = edge_points(a, 12)
            .iter()
            .any(|&s| edge_points(b, 12).iter().any(|&e| blockers.iter().all(|k| !segment_enters(s, e, &k.shape))));
        let exact = seen(a, b, &blockers);
        assert_eq!(exact, seen(b, a, &blockers), "the same both ways: {a:?} {b:?} {blockers:?}");
        assert!(!rays || exact, "{a:?} {b:?} {blockers:?}");
        found += u32::from(rays);
        only_exact += u32::from(exact && !rays);
        blocked += u32::from(!exact);
    }
    assert!(found > 50 && blocked > 50 && only_exact < found, "{found} {only_exact} {blocked}");
}

#[test]
fn whatever_dense_rays_find_of_terrain_is_seen() {
    let mut trial = Trial::new(15);
    let (mut found, mut hidden) = (0, 0);
    for _ in 0..400 {
        let (a, target) = (trial.disc(8000, 900), trial.polygon(8000, 5));
        if gap_to_polygon(a, &target) <= 0 {
            continue;
        }
        let mut blockers: Vec<Blocker> = (0..4)
            .map(|n| {
                let shape = if n == 0 { Shape::Disc(trial.disc(8000, 3000)) } else { Shape::Polygon(trial.polygon(8000, 4)) };
                Blocker { shape, rule: BlockRule::Solid, id: n }
            })
            .collect();
        let mut on_target =
            target.sides().flat_map(|(c, d)| (0..24).map(move |n| p(c.x + (d.x - c.x) * n / 24, c.y + (d.y - c.y) * n / 24)));
        let rays = on_target.any(|e| edge_points(a, 8).iter().any(|&s| blockers.iter().all(|k| !segment_enters(s, e, &k.shape))));
        let exact = sees(a, Target::Polygon(&target), &blockers, &[]);
        assert!(exact || !rays, "{a:?} {target:?} {blockers:?}");
        blockers.push(Blocker { shape: Shape::Polygon(target.clone()), rule: BlockRule::Solid, id: 9 });
        assert_eq!(exact, sees(a, Target::Polygon(&target), &blockers, &[]), "{a:?} {target:?} {blockers:?}");
        found += u32::from(exact);
        hidden += u32::from(!exact);
    }
    assert!(found > 20 && hidden > 20, "{found} {hidden}");
}

#[test]
fn what_is_seen_can_be_shown() {
    // The found line is drawn between whole points and checked, by the definition, against blockers a hair smaller.
    let mut trial = Trial::new(6);
    let mut narrow = 0;
    for trial_size in 0..3000 {
        let (a, b) = (trial.disc(6000, 700), trial.disc(6000, 700));
        let blockers: Vec<Blocker> = (0..6)
            .map(|n| {
                let shape =
                    if n % 2 == 0 { Shape::Disc(trial.disc(6000, 1500)) } else { Shape::Polygon(trial.polygon(5000, 3 + n)) };
                Blocker { shape, rule: BlockRule::Solid, id: 1 }
            })
            .take(1 + trial_size % 6)
            .collect();
        if gap(a, b) <= 0 || !seen(a, b, &blockers) {
            continue;
        }
        let view = Seen::new(a, Target::Disc(b));
        let mut things = between(&view, a, Target::Disc(b), &blockers, &[], 0);
        let Some(stretch) = touching::free_line(&view, &mut things) else { continue };
        let [start, end] = stretch.ends().map(|(x, y)| p(a.at.x + (x >> line::FINE), a.at.y + (y >> line::FINE)));
        narrow += u32::from(!things.is_empty());
        assert!(gap_to_point(a, start) <= 2 && gap_to_point(b, end) <= 2, "{a:?} {b:?} {start:?} {end:?}");
        for blocker in &blockers {
            let entered = match &blocker.shape {
                Shape::Disc(disc) => point_near_segment(disc.at, start, end, (disc.radius - 3).max(0)),
                Shape::Polygon(polygon) => (0..=64).any(|n| {
                    let at = p(start.x + (end.x - start.x) * n / 64, start.y + (end.y - start.y) * n / 64);
                    gap_to_polygon(Disc::new(at, 0), polygon) < -3
                }),
            };
            assert!(!entered, "{a:?} {b:?} {start:?} {end:?} {blocker:?}");
        }
    }
    assert!(narrow > 300, "{narrow}");
}

#[test]
fn nothing_breaks_at_the_limits() {
    use super::super::shape::LIMIT;
    let mut trial = Trial::new(7);
    for size in [3, 50, LIMIT] {
        for _ in 0..300 {
            let (a, b) = (trial.disc(size, size), trial.disc(size, size / 100));
            let blockers: Vec<Blocker> = (0..5)
                .map(|n| {
                    let shape =
                        if n % 2 == 0 { Shape::Disc(trial.disc(size, size / 4)) } else { Shape::Polygon(trial.polygon(size, 4)) };
                    Blocker { shape, rule: BlockRule::Solid, id: n }
                })
                .collect();
            let _ = sight(a, Target::Disc(b), &blockers, &[]);
            let _ = sight(a, Target::Point(b.at), &blockers, &[]);
            let _ = cover(a, b, &blockers, &[]);
            if let Shape::Polygon(polygon) = &blockers[1].shape {
                let _ = sight(a, Target::Polygon(polygon), &blockers, &[]);
            }
        }
    }
}
