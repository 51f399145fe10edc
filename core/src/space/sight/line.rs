//! One line between two ends, and what it enters.

use super::super::fixed::wide_root;
use super::super::shape::{Disc, Point, Shape};
use super::Target;

/// Binary places of a thousandth kept in here: lengths count in 1/256 thousandth.
pub(super) const FINE: u32 = 8;
/// Binary places of a line's direction.
const LINE_BITS: u32 = 32;

/// How deep a line may cut into a blocker and still count as touching, in 1/256 of a thousandth.
pub const GRAZE: i64 = 4;
/// How much of a line's length is put down to rounding, in 1/256 of a thousandth.
const ENDS: i64 = 16;

/// A round thing in fine units; a corner has radius 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) r: i64,
}

/// A blocker in fine units.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub(super) form: Form,
    /// Whether it is convex and clear of both ends: then it hides all when it stops both lines along the hull's sides.
    pub(super) apart: bool,
}

/// The form of a blocker.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Round(Round),
    /// Corners counter-clockwise, and those of them that a free line may touch. Their radius is the clearance to keep.
    Outline {
        corners: Vec<Round>,
        touchable: Vec<Round>,
    },
}

/// A line: the points X with `n·X = p`, for a normal `n` of length 2^32. It runs with its normal on the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    nx: i64,
    ny: i64,
    p: i128,
}

impl Line {
    /// How far a point lies to the left.
    pub(super) fn aside(&self, at: Round) -> i64 {
        ((i128::from(self.nx) * i128::from(at.x) + i128::from(self.ny) * i128::from(at.y) - self.p) >> LINE_BITS) as i64
    }

    /// How far along the line a point lies.
    fn along(&self, at: Round) -> i64 {
        ((i128::from(self.ny) * i128::from(at.x) - i128::from(self.nx) * i128::from(at.y)) >> LINE_BITS) as i64
    }

    fn reversed(&self) -> Self {
        Self { nx: -self.nx, ny: -self.ny, p: -self.p }
    }

    /// The lines from which `a` lies `ka` and `b` lies `kb` to the left: at most two.
    pub(super) fn touching(a: Round, ka: i64, b: Round, kb: i64) -> [Option<Self>; 2] {
        let (dx, dy) = (i128::from(b.x - a.x), i128::from(b.y - a.y));
        let square = dx * dx + dy * dy;
        let k = i128::from(kb - ka);
        let left = square - k * k;
        if left < 0 || square == 0 {
            return [None, None];
        }
        // Scaled as far as a 64-bit root allows, so that near things give as true a direction as far ones.
        let shift = u64::try_from(square).map_or(0, |s| s.leading_zeros() / 2);
        let root = i128::from(wide_root(left << (2 * shift)));
        let by = square << shift;
        let line = |root: i128| {
            let nx = (((((k * dx) << shift) - root * dy) << LINE_BITS) / by) as i64;
            let ny = (((((k * dy) << shift) + root * dx) << LINE_BITS) / by) as i64;
            let p = i128::from(nx) * i128::from(a.x) + i128::from(ny) * i128::from(a.y) - (i128::from(ka) << LINE_BITS);
            Self { nx, ny, p }
        };
        [Some(line(root)), (root != 0 && (ka != 0 || kb != 0)).then(|| line(-root))]
    }

    /// The line through both ends' middles.
    pub(super) fn through(seen: &Seen) -> Option<Self> {
        let middle = |r: Round| Round { r: 0, ..r };
        Self::touching(middle(seen.from), 0, middle(seen.middle), 0)[0]
    }
}

/// The two ends of the lines in question.
pub(super) struct Seen {
    origin: Point,
    pub(super) from: Round,
    /// The target's corners, or the target itself when it is round.
    pub(super) to: Vec<Round>,
    /// Whether the target is an outline.
    outline: bool,
    middle: Round,
}

impl Seen {
    pub(super) fn new(from: Disc, to: Target<'_>) -> Self {
        let origin = from.at;
        let round = |disc: Disc| scaled(origin, disc);
        let (to, outline) = match to {
            Target::Disc(disc) => (vec![round(disc)], false),
            Target::Point(point) => (vec![round(Disc::new(point, 0))], false),
            Target::Polygon(polygon) => (polygon.points().iter().map(|&p| round(Disc::new(p, 0))).collect::<Vec<_>>(), true),
        };
        let count = to.len().max(1) as i64;
        let middle = Round {
            x: to.iter().map(|r| r.x).sum::<i64>() / count,
            y: to.iter().map(|r| r.y).sum::<i64>() / count,
            r: if outline { 0 } else { to.iter().map(|r| r.r).sum() },
        };
        Self { origin, from: round(from), to, outline, middle }
    }

    /// A blocker seen from here, grown by a clearance; `touchable` tells which corners some line may touch.
    pub(super) fn form(&self, shape: &Shape, clearance: i64, touchable: impl Fn(Point) -> bool) -> Form {
        match shape {
            Shape::Disc(disc) => Form::Round(scaled(self.origin, Disc::new(disc.at, disc.radius + clearance))),
            Shape::Polygon(polygon) => {
                let fine = |p: &Point| scaled(self.origin, Disc::new(*p, clearance));
                Form::Outline {
                    corners: polygon.points().iter().map(fine).collect(),
                    touchable: polygon.points().iter().filter(|p| touchable(**p)).map(fine).collect(),
                }
            }
        }
    }

    /// The target when it is round.
    pub(super) fn round_target(&self) -> Option<Round> {
        if self.outline { None } else { self.to.first().copied() }
    }

    /// The stretches of a line between leaving the one end and reaching the other.
    ///
    /// Round ends have one. To an outline both ways along the line may lead, each as far as its nearest part.
    pub(super) fn stretches(&self, line: &Line) -> [Option<Stretch>; 2] {
        let aside = line.aside(self.from);
        if aside.abs() > self.from.r + GRAZE {
            return [None, None];
        }
        let half = half_chord(self.from.r, aside);
        if self.outline {
            return [*line, line.reversed()].map(|line| self.reaching_outline(line, line.along(self.from) + half));
        }
        let to = self.middle;
        let aside = line.aside(to);
        if aside.abs() > to.r + GRAZE {
            return [None, None];
        }
        let line = if line.along(to) < line.along(self.from) { line.reversed() } else { *line };
        let (start, end) = (line.along(self.from) + half, line.along(to) - half_chord(to.r, aside));
        [Some(Stretch { line, start, end }), None]
    }

    /// The stretch of a line from a place on it to the nearest part of the outline ahead.
    fn reaching_outline(&self, line: Line, start: i64) -> Option<Stretch> {
        let mut end: Option<i64> = None;
        let mut offer = |t: i64| {
            if t >= start && end.is_none_or(|e| t < e) {
                end = Some(t);
            }
        };
        let mut last = self.to.last().copied()?;
        for &corner in &self.to {
            let (s1, s2) = (line.aside(last), line.aside(corner));
            if s2.abs() <= GRAZE {
                offer(line.along(corner));
            }
            if (s1 < 0) != (s2 < 0) {
                let (t1, t2) = (line.along(last), line.along(corner));
                offer(t1 + share(t2 - t1, -s1, s2 - s1));
            }
            last = corner;
        }
        end.map(|end| Stretch { line, start, end })
    }

    /// Whether a line, between the ends, enters the inside of a thing.
    pub(super) fn enters(&self, line: &Line, thing: &Thing) -> bool {
        self.stretches(line).iter().flatten().any(|stretch| stretch.enters(thing))
    }

    /// Whether some line between two round ends enters a thing: whether its inside meets the hull of the ends.
    pub(super) fn hull_meets(&self, thing: &Thing) -> bool {
        let Some(to) = self.round_target() else { return false };
        match &thing.form {
            Form::Round(round) => self.hull_gap(to, *round) < -GRAZE,
            Form::Outline { corners, .. } => {
                let inside = |c: &Round| self.hull_gap(to, *c) < -GRAZE;
                if corners.iter().any(inside) {
                    return true;
                }
                // No corner inside: then a side cuts through the hull, or the hull lies inside the outline. Either way
                // some line between the ends meets the outline: the centre line or one along the edge.
                let lines = super::touching::outer_lines(self);
                lines.iter().any(|line| self.enters(line, thing)) || self.side_cuts_an_end(to, corners)
            }
        }
    }

    /// Whether a side of an outline cuts through one of the ends, or the outline holds one of their middles.
    fn side_cuts_an_end(&self, to: Round, corners: &[Round]) -> bool {
        let Some(mut last) = corners.last().copied() else { return false };
        for &corner in corners {
            for end in [self.from, to] {
                let (dx, dy) = (i128::from(corner.x - last.x), i128::from(corner.y - last.y));
                let (wx, wy) = (i128::from(end.x - last.x), i128::from(end.y - last.y));
                let (square, along, aside) = (dx * dx + dy * dy, dx * wx + dy * wy, dx * wy - dy * wx);
                let aside = aside.abs() / i128::from(wide_root(square).max(1));
                if along > 0 && along < square && aside < i128::from(end.r - GRAZE) {
                    return true;
                }
            }
            last = corner;
        }
        false
    }

    /// The gap between a round thing and the hull of both round ends, about right to 1/256; below 0 inside.
    fn hull_gap(&self, to: Round, thing: Round) -> i64 {
        let (from, grow) = (self.from, i128::from(to.r - self.from.r));
        let (dx, dy) = (i128::from(to.x - from.x), i128::from(to.y - from.y));
        let (wx, wy) = (i128::from(thing.x - from.x), i128::from(thing.y - from.y));
        let square = dx * dx + dy * dy;
        let length = i128::from(wide_root(square)).max(1);
        let (along, aside) = ((wx * dx + wy * dy) / length, ((wx * dy - wy * dx) / length).abs());
        let slope = i128::from(wide_root(square - grow * grow));
        // Where the nearest of the discs between the two ends stands, along the way.
        let foot = along + if slope == 0 { 0 } else { aside * grow / slope };
        let foot = if slope == 0 { if grow > 0 { length } else { 0 } } else { foot.clamp(0, length) };
        let apart = wide_root((along - foot) * (along - foot) + aside * aside);
        apart - thing.r - from.r - (grow * foot / length) as i64
    }
}

/// A part of a line, from `start` to `end` along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) line: Line,
    start: i64,
    end: i64,
}

impl Stretch {
    /// Whether it enters the inside of a thing.
    pub(super) fn enters(&self, thing: &Thing) -> bool {
        match &thing.form {
            Form::Round(round) => self.enters_round(*round),
            Form::Outline { corners, .. } => {
                self.enters_outline(corners) || corners.iter().any(|corner| self.enters_round(*corner))
            }
        }
    }

    fn enters_round(&self, round: Round) -> bool {
        let aside = self.line.aside(round);
        if aside.abs() >= round.r - GRAZE {
            return false;
        }
        let t = self.line.along(round);
        if t >= self.start && t <= self.end {
            return true;
        }
        let half = half_chord(round.r, aside);
        t + half > self.start + ENDS && t - half < self.end - ENDS
    }

    /// Follows an outline around and notes where it changes sides of the line.
    ///
    /// A change of sides within the stretch is an entry or an exit. With none in the stretch, it lies wholly inside or
    /// wholly outside, and the number of changes beyond its end tells which. Corners within [`GRAZE`] of the line lie on
    /// it: a run of them changes sides only when the outline comes from one side and leaves to the other, and then the
    /// inside begins at the run's end that faces it.
    fn enters_outline(&self, corners: &[Round]) -> bool {
        let Self { line, start, end } = self;
        let sign = |aside: i64| if aside.abs() <= GRAZE { 0 } else { aside.signum() };
        // All on one side is the usual case; the first corner off the line is where going around begins.
        let mut first = None;
        let (mut left, mut right) = (false, false);
        for (n, corner) in corners.iter().enumerate() {
            match sign(line.aside(*corner)) {
                1 => left = true,
                -1 => right = true,
                _ => continue,
            }
            first = first.or(Some(n));
        }
        let Some(first) = first.filter(|_| left && right) else { return false };
        let mut beyond = false;
        let mut last = (corners[first], line.aside(corners[first]));
        // The part of the line taken by a run of corners on it.
        let mut run: Option<(i64, i64)> = None;
        for n in 1..=corners.len() {
            let corner = corners[(first + n) % corners.len()];
            let aside = line.aside(corner);
            if sign(aside) == 0 {
                let t = line.along(corner);
                run = Some(run.map_or((t, t), |(low, high)| (low.min(t), high.max(t))));
                continue;
            }
            let rises = aside > 0;
            if rises != (last.1 > 0) {
                // Counter-clockwise: where the outline rises its inside lies behind along the line, else ahead.
                let at = match run {
                    Some((low, high)) => {
                        if rises {
                            low
                        } else {
                            high
                        }
                    }
                    None => {
                        let (t1, t2) = (line.along(last.0), line.along(corner));
                        t1 + share(t2 - t1, -last.1, aside - last.1)
                    }
                };
                if at > start + ENDS && at < end - ENDS {
                    return true;
                }
                beyond ^= at >= end - ENDS;
            }
            run = None;
            last = (corner, aside);
        }
        beyond && end - start > 2 * ENDS
    }

    /// How deep a thing that it enters cuts across it.
    pub(super) fn depth(&self, thing: &Thing) -> i64 {
        match &thing.form {
            Form::Round(round) => round.r - self.line.aside(*round).abs(),
            Form::Outline { corners, .. } => {
                let (low, high) = self.sides(corners);
                high.min(-low)
            }
        }
    }

    /// How far it could be moved aside, left and right together halved, before touching a thing or leaving a round end.
    pub(super) fn room(&self, seen: &Seen, things: &[Thing]) -> i64 {
        let (mut left, mut right) = (i64::MAX, i64::MAX);
        for end in [Some(seen.from), seen.round_target()].into_iter().flatten() {
            let aside = self.line.aside(end);
            left = left.min(end.r + aside);
            right = right.min(end.r - aside);
        }
        for thing in things {
            let ((low, high), (near, far)) = match &thing.form {
                Form::Round(round) => {
                    let (aside, t) = (self.line.aside(*round), self.line.along(*round));
                    ((aside - round.r, aside + round.r), (t - round.r, t + round.r))
                }
                Form::Outline { corners, .. } => {
                    let t = || corners.iter().map(|c| self.line.along(*c));
                    (self.sides(corners), (t().min().unwrap_or(0), t().max().unwrap_or(0)))
                }
            };
            if far <= self.start || near >= self.end {
                continue;
            }
            if low + high >= 0 { left = left.min(low) } else { right = right.min(-high) }
        }
        (left.max(0) + right.max(0)) / 2
    }

    /// Its two end points in fine units, to show a found line.
    #[cfg(test)]
    pub(super) fn ends(&self) -> [(i64, i64); 2] {
        let Line { nx, ny, p } = self.line;
        let at = |t: i64| {
            let part = |n: i64, along: i64| {
                let value = i128::from(n) * (p >> LINE_BITS) + i128::from(along) * i128::from(t);
                (value >> LINE_BITS) as i64
            };
            (part(nx, ny), part(ny, -nx))
        };
        [at(self.start), at(self.end)]
    }

    /// How far an outline reaches to the right (below 0) and to the left.
    fn sides(&self, corners: &[Round]) -> (i64, i64) {
        let aside = || corners.iter().map(|c| self.line.aside(*c));
        (aside().min().unwrap_or(0), aside().max().unwrap_or(0))
    }
}

/// Half the length of the chord that a line at this distance from the middle cuts out of a disc.
fn half_chord(r: i64, aside: i64) -> i64 {
    wide_root(i128::from(r) * i128::from(r) - i128::from(aside) * i128::from(aside))
}

/// `whole * part / of`, wide enough.
fn share(whole: i64, part: i64, of: i64) -> i64 {
    (i128::from(whole) * i128::from(part) / i128::from(of)) as i64
}

fn scaled(origin: Point, disc: Disc) -> Round {
    Round { x: (disc.at.x - origin.x) << FINE, y: (disc.at.y - origin.y) << FINE, r: disc.radius << FINE }
}
