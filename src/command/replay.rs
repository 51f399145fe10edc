//! `replay`: a saved game again.

use crate::failure::{Failure, Found};
use crate::load;
use crate::save::{Saved, hex};
use crate::session::Session;
use crate::tale::{Detail, Told};
use crate::tongue::said;
use std::io::Write;
use std::path::Path;

/// What `replay` was asked for.
pub struct Wanted<'a> {
    /// The file.
    pub file: &'a Path,
    /// The game it is of; None is the pack that the file names last.
    pub game: Option<&'a str>,
    /// Only the result and the hash.
    pub quiet: bool,
    /// Every effect.
    pub full: bool,
    /// The language of the log.
    pub language: Option<&'a str>,
}

/// Plays a saved game again and prints what happened, the result and the hash.
///
/// Errors: the file cannot be read, or it is not the game that these rules play.
pub fn replay(wanted: &Wanted<'_>, out: &mut dyn Write) -> Result<Found, Failure> {
    let refuse = |message: String| Failure::problem(format!("{} cannot be replayed: {message}", wanted.file.display()));
    let saved = Saved::read(wanted.file).map_err(Failure::Problem)?;
    // What adds to a game stands behind it.
    let last = saved.packs.last().map_or(saved.game.as_str(), |pack| pack.id.as_str());
    let game = load::game(wanted.game.unwrap_or(last))?;
    let words = game.words(wanted.language).map_err(Failure::Usage)?;
    let mut shown = 0;
    let mut failed: Option<Failure> = None;
    let detail = if wanted.full { Detail::Full } else { Detail::Played };
    let told = Told { detail, reasons: wanted.full };
    let mut each = |session: &Session<'_>| {
        if wanted.quiet || failed.is_some() {
            return;
        }
        for line in session.tell(shown, &[], None, told) {
            if let Err(error) = writeln!(out, "{line}") {
                failed = Some(error.into());
                return;
            }
        }
        shown = session.moves.len();
    };
    let session = Session::replay(&game, words, &saved, &mut each).map_err(refuse)?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    finish(&session, out)
}

/// The result and the hash, as `play` and `replay` both print them.
///
/// Errors: nobody reads them.
pub fn finish(session: &Session<'_>, out: &mut dyn Write) -> Result<Found, Failure> {
    let (words, result, hash) = (session.words, session.result(), hex(session.state().digest()));
    writeln!(out, "{}", said!(words, "result: {result}", "結果：{result}"))?;
    writeln!(out, "{}", said!(words, "hash: {hash}", "雜湊：{hash}"))?;
    Ok(Found::Nothing)
}
