//! Boards that a pack ships: files of its `boards` folder become lines of a board.
//!
//! A board is Markdown with a `board` block, as scenarios have it, or YAML:
//!
//! ```yaml
//! board: clearing                       # as the file is called
//! name: {en: The Clearing, zh-Hant: 林間空地}
//! intro: {en: …, zh-Hant: …}            # told to people before the first decision
//! players: [red, blue]                  # left out: as many as play
//! first: yes                            # played where nobody names a board for so many players
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

use crate::face::Texts;
use crate::failure::Failure;
use crate::shelf;
use cardwright_grammar::diagnostic::{Problems, Sources, render_text};
use std::path::{Path, PathBuf};

/// A board that a pack ships.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shipped {
    /// What it is asked for by.
    pub name: String,
    /// What it is called.
    pub title: Texts,
    /// What a person is told first.
    pub intro: Texts,
    /// Whether it is the one to begin with.
    pub first: bool,
    /// How many play on it.
    pub players: usize,
    /// Its lines.
    pub lines: Vec<String>,
}

/// All boards of some packs.
///
/// Errors: a file is wrong.
pub fn all(packs: &[PathBuf]) -> Result<Vec<Shipped>, Failure> {
    packs.iter().rev().flat_map(|pack| files_of(pack)).map(|file| read(&file, 0)).collect()
}

/// A board of some packs: by its name, or the one to begin with for so many players.
///
/// Errors: there is none, or its file is wrong.
pub fn board(packs: &[PathBuf], name: Option<&str>, players: usize) -> Result<Shipped, Failure> {
    let files: Vec<PathBuf> = packs.iter().rev().flat_map(|pack| files_of(pack)).collect();
    if let Some(name) = name {
        let path = Path::new(name);
        if path.is_file() {
            return read(path, players);
        }
        let known: Vec<&str> = files.iter().filter_map(|f| f.file_stem()?.to_str()).collect();
        return match files.iter().find(|f| f.file_stem().is_some_and(|stem| stem == name)) {
            Some(file) => read(file, players),
            None => {
                let near = cardwright_grammar::diagnostic::did_you_mean(name, known.iter().copied());
                let help =
                    near.map_or_else(|| format!("there are: {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
                Err(Failure::usage(format!("there is no board `{name}`; a board of your own is named by its file; {help}")))
            }
        };
    }
    // Rather one with a troupe for each than one that deals its troupes again.
    for count in [0, players] {
        let boards: Vec<Shipped> = files.iter().map(|file| read(file, count)).collect::<Result<_, _>>()?;
        let fitting = || boards.iter().filter(|board| board.players == players);
        if let Some(board) = fitting().find(|board| board.first).or_else(|| fitting().next()) {
            return Ok(board.clone());
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
fn count<'l>(mut lines: impl Iterator<Item = &'l str>) -> usize {
    let named = lines.find_map(|line| line.strip_prefix("players "));
    named.map_or(2, |rest| rest.trim().parse().unwrap_or_else(|_| rest.split(',').count()))
}

/// A file of a board. `players` counts where it leaves that open; 0: as many as it has troupes.
fn read(path: &Path, players: usize) -> Result<Shipped, Failure> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let (mut sources, problems) = (Sources::new(), Problems::new());
    let board = file::read(path, &path.display().to_string(), players, None, &mut sources, &problems);
    let found = problems.into_vec();
    match board {
        Some(board) if found.is_empty() => {
            let lines: Vec<String> = board.lines.into_iter().map(|line| line.text).collect();
            Ok(Shipped {
                name,
                title: board.title,
                intro: board.intro,
                first: board.first,
                players: count(lines.iter().map(String::as_str)),
                lines,
            })
        }
        _ => Err(Failure::Problem(render_text(&found, &sources, false).trim_end().to_owned())),
    }
}
