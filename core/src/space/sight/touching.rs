//! The candidate lines: those that touch two things at once.

use super::super::fixed::wide_root;
use super::line::{Form, Line, Round, Seen, Stretch, Thing};

/// A line between the ends that enters nothing, if there is one.
///
/// The order of the things is changed: the one that stopped the last line comes first, as it most likely stops the next.
pub(super) fn free_line(seen: &Seen, things: &mut [Thing]) -> Option<Stretch> {
    let outer = outer_lines(seen).iter().find_map(|line| free_stretch(seen, line, things));
    if outer.is_some() {
        return outer;
    }
    if hidden_by_one(seen, things) {
        return None;
    }
    let touchable = touchable(seen, things);
    for (n, a) in touchable.iter().enumerate() {
        for b in &touchable[n + 1..] {
            // Both on the left of the line, or one on either side; a corner is on both sides at once.
            let sides = if a.r != 0 && b.r != 0 { &[1, -1][..] } else { &[1][..] };
            for side in sides {
                let lines = Line::touching(*a, a.r, *b, side * b.r);
                let found = lines.iter().flatten().find_map(|line| free_stretch(seen, line, things));
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// Whether one blocker reaches across all lines between two round ends: the quick way to a no.
///
/// A convex thing that is entered by both sides of the ends' hull holds a bar from one to the other. Being clear of the
/// ends it has one of them on either side of the bar, so every line between them meets it.
fn hidden_by_one(seen: &Seen, things: &[Thing]) -> bool {
    let Some(to) = seen.round_target() else { return false };
    let [Some(left), Some(right)] = Line::touching(seen.from, seen.from.r, to, to.r) else { return false };
    // The lines with both ends on their left: the two sides of the hull.
    things.iter().any(|thing| thing.apart && seen.enters(&left, thing) && seen.enters(&right, thing))
}

fn free_stretch(seen: &Seen, line: &Line, things: &mut [Thing]) -> Option<Stretch> {
    seen.stretches(line).into_iter().flatten().find(|stretch| {
        let stopped = things.iter().position(|thing| stretch.enters(thing));
        if let Some(at) = stopped {
            things[..=at].rotate_right(1);
        }
        stopped.is_none()
    })
}

/// The line from middle to middle, then those along the edges of both round ends.
pub(super) fn outer_lines(seen: &Seen) -> Vec<Line> {
    let mut lines: Vec<Line> = Line::through(seen).into_iter().collect();
    if let Some(to) = seen.round_target() {
        let from = seen.from;
        for kb in [to.r, -to.r].into_iter().take(if to.r == 0 { 1 } else { 2 }) {
            lines.extend(Line::touching(from, from.r, to, kb).into_iter().flatten());
        }
    }
    lines
}

/// All that a line may touch: the ends, the blockers, their corners, and where a blocker's edge crosses an end's.
fn touchable(seen: &Seen, things: &[Thing]) -> Vec<Round> {
    let mut all = vec![seen.from];
    all.extend(&seen.to);
    for thing in things {
        match &thing.form {
            Form::Round(round) => {
                all.push(*round);
                for end in [Some(seen.from), seen.round_target()].into_iter().flatten() {
                    crossings_of_rounds(end, *round, &mut all);
                }
                if seen.round_target().is_none() {
                    each_side(&seen.to, |a, b| crossings_of_side(*round, a, b, &mut all));
                }
            }
            Form::Outline { corners, touchable } => {
                all.extend(touchable);
                each_side(corners, |a, b| {
                    for end in [Some(seen.from), seen.round_target()].into_iter().flatten() {
                        crossings_of_side(end, a, b, &mut all);
                    }
                    if seen.round_target().is_none() {
                        each_side(&seen.to, |c, d| all.extend(crossing_of_sides(a, b, c, d)));
                    }
                });
            }
        }
    }
    all
}

fn each_side(corners: &[Round], mut use_side: impl FnMut(Round, Round)) {
    let Some(mut last) = corners.last().copied() else { return };
    for &corner in corners {
        use_side(last, corner);
        last = corner;
    }
}

/// Where the edges of two discs cross.
fn crossings_of_rounds(a: Round, b: Round, all: &mut Vec<Round>) {
    let (dx, dy) = (i128::from(b.x - a.x), i128::from(b.y - a.y));
    let square = dx * dx + dy * dy;
    let (sum, difference) = (i128::from(a.r + b.r), i128::from(a.r - b.r));
    if square == 0 || square > sum * sum || square < difference * difference {
        return;
    }
    // Along the way between the middles, then to both sides: the usual construction, with square-scaled shares.
    let along = (square + i128::from(a.r) * i128::from(a.r) - i128::from(b.r) * i128::from(b.r)) / 2;
    let length = i128::from(wide_root(square)).max(1);
    let foot = along / length;
    let half = i128::from(wide_root(i128::from(a.r) * i128::from(a.r) - foot * foot));
    for half in [half, -half] {
        all.push(Round {
            x: a.x + ((dx * foot - dy * half) / length) as i64,
            y: a.y + ((dy * foot + dx * half) / length) as i64,
            r: 0,
        });
    }
}

/// Where a side crosses a disc's edge.
fn crossings_of_side(disc: Round, a: Round, b: Round, all: &mut Vec<Round>) {
    let (dx, dy) = (i128::from(b.x - a.x), i128::from(b.y - a.y));
    let length = i128::from(wide_root(dx * dx + dy * dy)).max(1);
    let (wx, wy) = (i128::from(disc.x - a.x), i128::from(disc.y - a.y));
    let (along, aside) = ((wx * dx + wy * dy) / length, (wx * dy - wy * dx) / length);
    let left = i128::from(disc.r) * i128::from(disc.r) - aside * aside;
    if left < 0 {
        return;
    }
    let half = i128::from(wide_root(left));
    for t in [along - half, along + half] {
        if t >= 0 && t <= length {
            all.push(Round { x: a.x + (dx * t / length) as i64, y: a.y + (dy * t / length) as i64, r: 0 });
        }
    }
}

/// Where two sides cross.
fn crossing_of_sides(a: Round, b: Round, c: Round, d: Round) -> Option<Round> {
    let cross = |p: Round, q: Round, r: Round| {
        i128::from(q.x - p.x) * i128::from(r.y - p.y) - i128::from(q.y - p.y) * i128::from(r.x - p.x)
    };
    let (s1, s2, s3, s4) = (cross(c, d, a), cross(c, d, b), cross(a, b, c), cross(a, b, d));
    if s1 == s2 || (s1 > 0) == (s2 > 0) || (s3 > 0) == (s4 > 0) {
        return None;
    }
    // The share of the way from a to b, to 2^-40; products up to 2^69 leave room for it.
    let share = (s1 << 40) / (s1 - s2);
    Some(Round {
        x: a.x + ((i128::from(b.x - a.x) * share) >> 40) as i64,
        y: a.y + ((i128::from(b.y - a.y) * share) >> 40) as i64,
        r: 0,
    })
}
