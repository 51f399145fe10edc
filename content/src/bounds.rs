//! Bounds of numbers, `number, 1 to 30`, and of dice, `dice, 1d6 to 20d6`. What lies outside is a slip of the pen that every text would carry out.

use crate::index::Index;
use crate::place::{Place, Src};
use crate::ty::Ty;
use cardwright_grammar::diagnostic::{Diagnostic, Problems, quote};
use cardwright_grammar::expression::{ExprKind, Unary, parse};

/// The largest number that may be written: far beyond any game, and far from where arithmetic ends.
pub(crate) const LARGEST: i64 = 1_000_000;

/// The least and the most that a number may be.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    least: i64,
    most: i64,
    /// Whether they are lengths; 0 may be either.
    lengths: bool,
    /// Of dice the sides that they must have; the ends are how many there are.
    sides: Option<i64>,
    text: String,
    place: Place,
}

impl Bounds {
    /// Reads `LEAST to MOST`. What is no such thing is reported.
    pub(crate) fn read(src: Src<'_>, problems: &Problems) -> Option<Bounds> {
        let place = src.whole();
        let ends = src.text().split_once(" to ");
        if let Some(((least, sides), (most, other))) = ends.and_then(|(least, most)| Some((dice(least)?, dice(most)?)))
            && sides == other
            && least <= most
        {
            return Some(Bounds { least, most, lengths: false, sides: Some(sides), text: src.text().trim().to_owned(), place });
        }
        let ends = ends.and_then(|(least, most)| Some((bound(least)?, bound(most)?)));
        let Some(((least, one), (most, other))) =
            ends.filter(|((least, one), (most, other))| one == other || *least == 0 || *most == 0)
        else {
            problems.report(
                place
                    .error("bad-bounds", format!("{} is not a least and a most", quote(src.text())))
                    .help("write two numbers or two lengths: `1 to 30`"),
            );
            return None;
        };
        if least > most {
            problems.report(
                place
                    .error("bad-bounds", format!("the least of {} is more than the most", quote(src.text())))
                    .help("write the least first: `1 to 30`"),
            );
            return None;
        }
        Some(Bounds { least, most, lengths: one || other, sides: None, text: src.text().trim().to_owned(), place })
    }

    /// The least and the most.
    pub(crate) fn ends(&self) -> (i64, i64) {
        (self.least, self.most)
    }

    /// Reports bounds of what has none, or is measured in another way.
    pub(crate) fn check(&self, ty: &Ty, index: &Index<'_>, problems: &Problems) {
        let member = match ty {
            Ty::List(of) => (**of).clone(),
            Ty::Table(_) => Ty::Number,
            other => other.clone(),
        };
        let fits = match member {
            Ty::Dice => self.sides.is_some(),
            _ if self.sides.is_some() => false,
            Ty::Number => !self.lengths,
            Ty::Length => self.lengths || (self.least == 0 && self.most == 0),
            Ty::Any => true,
            _ => false,
        };
        if !fits {
            problems.report(
                self.place.error("bad-bounds", format!("`{}` cannot bound {}", self.text, index.label(ty))).help(
                    "numbers are bounded by numbers, lengths by lengths, dice by dice of one size; nothing else has bounds",
                ),
            );
        }
    }

    pub(crate) fn contains(&self, number: i64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// Whether so many dice of so many sides lie within.
    fn holds_dice(&self, count: i64, sides: i64) -> bool {
        self.contains(count) && self.sides.is_none_or(|own| own == sides)
    }
}

fn dice(text: &str) -> Option<(i64, i64)> {
    let (count, sides) = text.trim().split_once('d')?;
    Some((count.parse().ok()?, sides.parse().ok()?))
}

/// What is to be said of dice outside their bounds; none at all are never meant.
pub(crate) fn other_dice((count, sides): (i64, i64), bounds: Option<&Bounds>, place: &Place, what: &str) -> Option<Diagnostic> {
    let there = format!("{count}d{sides}");
    let problem = |help: String| Some(place.error("number-out-of-range", format!("{what} is {}", quote(&there))).help(help));
    match bounds {
        _ if count < 1 || sides < 1 => problem("write at least one die of at least one side".into()),
        Some(bounds) if !bounds.holds_dice(count, sides) => problem(format!("it may be {}", bounds.text)),
        _ => None,
    }
}

fn bound(text: &str) -> Option<(i64, bool)> {
    match parse(text.trim()).ok()?.kind {
        ExprKind::Number(number) => Some((number, false)),
        ExprKind::Length(length) => Some((length, true)),
        ExprKind::Unary(Unary::Minus, inner) => match inner.kind {
            ExprKind::Number(number) => Some((-number, false)),
            ExprKind::Length(length) => Some((-length, true)),
            _ => None,
        },
        _ => None,
    }
}

/// What is to be said of a number outside its bounds. Without bounds of its own a length is not below 0, and nothing is
/// beyond [`LARGEST`].
pub(crate) fn outside(
    number: i64,
    bounds: Option<&Bounds>,
    ty: &Ty,
    there: &str,
    place: &Place,
    what: &str,
) -> Option<Diagnostic> {
    let problem = |help: String| Some(place.error("number-out-of-range", format!("{what} is {}", quote(there))).help(help));
    match bounds {
        Some(bounds) if bounds.contains(number) => None,
        Some(bounds) => problem(format!("it may be {}", bounds.text)),
        None if number > LARGEST => problem(format!("write at most {LARGEST}")),
        None if number < -LARGEST => problem(format!("write at least -{LARGEST}")),
        None if number < 0 && *ty == Ty::Length => problem("a length is not less than 0".into()),
        None => None,
    }
}
