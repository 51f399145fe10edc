//! The file of a saved game: what it began with, the moves, and how it stands.
//!
//! One JSON object, written anew under another name and then put in place, so that a crash leaves the old file whole.

use crate::campaign::Part;
use crate::game::{Game, PackInfo};
use cardwright_core::game::Move;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The format this program writes.
pub const FORMAT: u32 = 1;

/// A saved game. With the same rules it is the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// What kind of file it is: `cardwright game`.
    pub file: String,
    /// The format of the file.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The packs it was played with.
    pub packs: Vec<PackInfo>,
    /// The digest of their rules, 16 hex digits.
    pub rules: String,
    /// What it began with.
    pub start: Start,
    /// The moves, with their answers.
    pub moves: Vec<Move>,
    /// A command under way, with the answers given so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Move>,
    /// The digest of the state after the last move, 16 hex digits.
    pub hash: String,
    /// Whether the game had ended.
    pub ended: bool,
}

/// What a game begins with, in words that survive a change of ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The lines of the board.
    pub board: Vec<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// Who plays, one name a seat.
    pub players: Vec<String>,
    /// Campaigns that take part, and go on when the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub campaign: Vec<Part>,
}

/// Puts a text in the place of a file.
///
/// Errors: it cannot be written; then what was there before is still there.
pub fn put(path: &Path, text: &str) -> Result<(), String> {
    let mut name =
        path.file_name().map(|n| n.to_os_string()).ok_or_else(|| format!("`{}` is not the name of a file", path.display()))?;
    name.push(".part");
    let part = path.with_file_name(name);
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    std::fs::write(&part, text).map_err(failed)?;
    std::fs::rename(&part, path).map_err(|error| {
        let _ = std::fs::remove_file(&part);
        failed(error)
    })
}

/// A hash as it is written.
pub fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

impl Saved {
    /// A new file for a game.
    pub fn new(game: &Game, start: Start) -> Self {
        Saved {
            file: "cardwright game".into(),
            format: FORMAT,
            game: game.rules.game.clone(),
            packs: game.packs.clone(),
            rules: hex(game.rules.digest),
            start,
            moves: Vec::new(),
            open: None,
            hash: String::new(),
            ended: false,
        }
    }

    /// Writes the file.
    ///
    /// Errors: it cannot be written; then what was there before is still there.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        put(path, &self.text()?)
    }

    /// The file as text: the head over several lines, one line a move.
    fn text(&self) -> Result<String, String> {
        let failed = |error: serde_json::Error| error.to_string();
        let line = |value: &serde_json::Value| serde_json::to_string(value).map_err(failed);
        let mut out = String::from("{\n");
        let whole = serde_json::to_value(self).map_err(failed)?;
        for key in ["file", "format", "game", "packs", "rules", "start"] {
            out.push_str(&format!("  \"{key}\": {},\n", line(whole.get(key).unwrap_or(&serde_json::Value::Null))?));
        }
        out.push_str("  \"moves\": [");
        for (number, played) in self.moves.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            out.push_str(&format!("{comma}\n    {}", serde_json::to_string(played).map_err(failed)?));
        }
        if let Some(open) = &self.open {
            out.push_str(&format!("\n  ],\n  \"open\": {},", serde_json::to_string(open).map_err(failed)?));
        } else {
            out.push_str("\n  ],");
        }
        out.push_str(&format!("\n  \"hash\": \"{}\",\n  \"ended\": {}\n}}\n", self.hash, self.ended));
        Ok(out)
    }

    /// Reads a file.
    ///
    /// Errors: it is not there, no saved game, cut short, or of another format.
    pub fn read(path: &Path) -> Result<Saved, String> {
        let shown = path.display();
        let size = std::fs::metadata(path).map_err(|error| format!("{shown} cannot be read: {error}"))?.len();
        if size > MOST_BYTES {
            return Err(format!("{shown} is larger than any saved game"));
        }
        let bytes = std::fs::read(path).map_err(|error| format!("{shown} cannot be read: {error}"))?;
        Saved::parse(&bytes).map_err(|message| format!("{shown}{message}"))
    }

    /// Reads a file's bytes. The message goes on behind the file's name.
    fn parse(bytes: &[u8]) -> Result<Saved, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| " is no saved game: it is not text".to_owned())?;
        if text.trim().is_empty() {
            return Err(" is empty".into());
        }
        let whole: serde_json::Value = serde_json::from_str(text).map_err(|error| {
            let place = format!(":{}:{}", error.line(), error.column());
            if error.is_eof() {
                format!("{place}: the file is cut short")
            } else {
                format!("{place}: this is not the JSON of a saved game")
            }
        })?;
        if whole.get("file").and_then(|f| f.as_str()) != Some("cardwright game") {
            return Err(" is no saved game of cardwright".into());
        }
        match whole.get("format").and_then(serde_json::Value::as_u64) {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(format) => return Err(format!(" is of format {format}; this program reads format {FORMAT}")),
            None => return Err(" does not say its format".into()),
        }
        // Again from the text, so that what is wrong has its line.
        serde_json::from_str(text).map_err(|error| {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or("").to_owned();
            format!(":{}:{}: {message}; was it edited?", error.line(), error.column())
        })
    }

    /// Whether the rules are those it was played with.
    ///
    /// Errors: they are not, and what differs as well as can be told.
    pub fn same_rules(&self, game: &Game) -> Result<(), String> {
        if self.game != game.rules.game {
            return Err(format!("this is a game of {}, not of {}", self.game, game.rules.game));
        }
        if self.rules == hex(game.rules.digest) {
            return Ok(());
        }
        let mut differs = Vec::new();
        for old in &self.packs {
            match game.packs.iter().find(|new| new.id == old.id) {
                None => differs.push(format!("pack `{}` is not loaded now", old.id)),
                Some(new) if new.version != old.version => {
                    differs.push(format!("pack `{}` was {} and is {}", old.id, old.version, new.version))
                }
                Some(new) if new.digest != old.digest => {
                    differs.push(format!("pack `{}` {} has changed without a new version", old.id, old.version))
                }
                Some(_) => {}
            }
        }
        for new in game.packs.iter().filter(|new| self.packs.iter().all(|old| old.id != new.id)) {
            differs.push(format!("pack `{}` was not there then", new.id));
        }
        if differs.is_empty() {
            differs.push("the packs have the same versions, but the program reads them otherwise".into());
        }
        Err(format!("the rules are not those it was played with: {}", differs.join("; ")))
    }
}

/// No game is this long; a larger file is not read into memory.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> Saved {
        Saved {
            file: "cardwright game".into(),
            format: 1,
            game: "g".into(),
            packs: Vec::new(),
            rules: "00".into(),
            start: Start { board: vec!["players 2".into()], seed: 7, players: vec!["random".into()], campaign: Vec::new() },
            moves: vec![Move { command: cardwright_core::decision::Command::Begin, answers: Vec::new() }],
            open: None,
            hash: "1".into(),
            ended: false,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = saved().text().unwrap();
        assert_eq!(Saved::parse(text.as_bytes()).unwrap(), saved());
    }

    #[test]
    fn bad_files_are_refused_in_words() {
        let text = saved().text().unwrap();
        let said = |text: &str| Saved::parse(text.as_bytes()).unwrap_err();
        assert!(said(&text[..text.len() / 2]).contains("cut short"));
        assert!(said("").contains("empty"));
        assert!(said("{}").contains("no saved game"));
        assert!(said(&text.replace("\"format\": 1", "\"format\": 2")).contains("format 2"));
        assert!(said(&text.replace("Begin", "Begun")).contains("edited"));
        assert!(said("players: 2").contains("not the JSON"));
    }
}
