//! Boards that a pack ships: files of its `boards` folder become lines of a board.
//!
//! A board is Markdown with a `board` block, as scenarios have it, or YAML:
//!
//! ```yaml
//! board: clearing                       # as the file is called
//! players: [red, blue]                  # left out: as many as play
//! options: {stones: 5}
//! pieces:
//!   - {kind: terrain, terrain_kind: woods, corners: [[5, 12], [9, 11], [11, 14]]}
//!   - {card: old-well, at: [12, 18.5]}
//! troupes:                              # cards of each seat; with more players than troupes they are dealt again
//!   - [beaky-bobby, doug]
//! ```
//!
//! Reading order: this file (which board, its lines) · [`file`] a file into lines with places · [`checked`] what is wrong
//! with the boards of a game.

pub mod checked;
pub mod file;

use crate::failure::Failure;
use crate::shelf;
use cardwright_grammar::diagnostic::{Problems, Sources, render_text};
use std::path::{Path, PathBuf};

/// The lines of a board of some packs: by its name, or the first for so many players.
///
/// Errors: there is none, or its file is wrong.
pub fn lines(packs: &[PathBuf], name: Option<&str>, players: usize) -> Result<Vec<String>, Failure> {
    let files: Vec<PathBuf> = packs.iter().rev().flat_map(|pack| files_of(pack)).collect();
    if let Some(name) = name {
        let path = Path::new(name);
        if path.is_file() {
            return read(path, players);
        }
        let known: Vec<&str> = files.iter().filter_map(|f| f.file_stem()?.to_str()).collect();
        return match files.iter().find(|f| f.file_stem().is_some_and(|stem| stem == name)) {
            Some(file) => read(file, players),
            None => Err(Failure::usage(format!("there is no board `{name}`; there are: {}", known.join(", ")))),
        };
    }
    for file in &files {
        let lines = read(file, players)?;
        if count(&lines) == players {
            return Ok(lines);
        }
    }
    Err(Failure::problem(format!("no board is for {players} players; name one with --board")))
}

/// The files of the boards of a pack.
fn files_of(pack: &Path) -> Vec<PathBuf> {
    let mut files = shelf::files(pack, "boards", "md");
    files.extend(shelf::files(pack, "boards", "yaml"));
    files
}

/// How many players a board is for: those it names, else two.
fn count(lines: &[String]) -> usize {
    let named = lines.iter().find_map(|line| line.strip_prefix("players "));
    named.map_or(2, |rest| rest.trim().parse().unwrap_or_else(|_| rest.split(',').count()))
}

fn read(path: &Path, players: usize) -> Result<Vec<String>, Failure> {
    let (mut sources, problems) = (Sources::new(), Problems::new());
    let board = file::read(path, &path.display().to_string(), players, &mut sources, &problems);
    let found = problems.into_vec();
    match board {
        Some(board) if found.is_empty() => Ok(board.lines.into_iter().map(|line| line.text).collect()),
        _ => Err(Failure::Problem(render_text(&found, &sources, false).trim_end().to_owned())),
    }
}
