//! Boards that a pack ships: files of its `boards` folder become lines of a board.
//!
//! A board is Markdown with a `board` block, as scenarios have it, or YAML:
//!
//! ```yaml
//! board: clearing
//! players: [red, blue]                  # left out: as many as play
//! options: {stones: 5}
//! pieces:
//!   - {kind: terrain, terrain_kind: woods, corners: [[5, 12], [9, 11], [11, 14]]}
//!   - {card: old-well, at: [12, 18.5]}
//! troupes:                              # cards of each seat; with more players than troupes they are dealt again
//!   - [beaky-bobby, doug]
//! ```

use crate::failure::Failure;
use crate::page;
use crate::shelf;
use cardwright_content::yaml::{self, Node, Value};
use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, Sources, render_text};
use std::path::{Path, PathBuf};

/// The lines of a board of some packs: by its name, or the first for so many players.
///
/// Errors: there is none, or its file is wrong.
pub fn lines(packs: &[PathBuf], name: Option<&str>, players: usize) -> Result<Vec<String>, Failure> {
    let mut files: Vec<PathBuf> = Vec::new();
    for pack in packs.iter().rev() {
        files.extend(shelf::files(pack, "boards", "md"));
        files.extend(shelf::files(pack, "boards", "yaml"));
    }
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

/// How many players a board is for: those it names, else two.
fn count(lines: &[String]) -> usize {
    let named = lines.iter().find_map(|line| line.strip_prefix("players "));
    named.map_or(2, |rest| rest.trim().parse().unwrap_or_else(|_| rest.split(',').count()))
}

fn read(file: &Path, players: usize) -> Result<Vec<String>, Failure> {
    if file.extension().is_some_and(|e| e == "md") {
        let text = std::fs::read_to_string(file)
            .map_err(|error| Failure::problem(format!("{} cannot be read: {error}", file.display())))?;
        let (page, troubles) = page::read(&text);
        let said: Vec<String> =
            troubles.iter().map(|t| format!("{}:{}:{}: {}", file.display(), t.line, t.column, t.message)).collect();
        if !said.is_empty() {
            return Err(Failure::Problem(said.join("\n")));
        }
        return Ok(page.board.into_iter().map(|written| written.text).collect());
    }
    let mut sources = Sources::new();
    let problems = Problems::new();
    let shown = file.display().to_string();
    let mut lines = Vec::new();
    if let Some((id, node)) = yaml::read_file(file, &shown, &mut sources, &problems) {
        Reader { file: id, players, problems: &problems }.board(&node, &mut lines);
    }
    let found = problems.into_vec();
    if found.is_empty() { Ok(lines) } else { Err(Failure::Problem(render_text(&found, &sources, false).trim_end().to_owned())) }
}

struct Reader<'p> {
    file: FileId,
    players: usize,
    problems: &'p Problems,
}

impl Reader<'_> {
    fn wrong(&self, node: &Node, message: impl Into<String>) {
        self.problems.report(Diagnostic::error("bad-board", message, self.file, node.span.clone()));
    }

    fn board(&self, node: &Node, lines: &mut Vec<String>) {
        let Value::Map(entries) = &node.value else { return self.wrong(node, "a board is a group of keys") };
        let mut troupes = Vec::new();
        for (key, value) in entries {
            match key.text.as_str() {
                "board" | "name" | "note" => {}
                "players" => lines
                    .push(format!("players {}", self.items(value).iter().map(|n| self.word(n)).collect::<Vec<_>>().join(", "))),
                "options" => {
                    let Value::Map(options) = &value.value else {
                        self.wrong(value, "options are a group of keys");
                        continue;
                    };
                    for (option, chosen) in options {
                        lines.push(format!("option {} {}", option.text, self.word(chosen)));
                    }
                }
                "pieces" => {
                    for piece in self.items(value) {
                        self.piece(piece, lines);
                    }
                }
                "troupes" => {
                    troupes = self
                        .items(value)
                        .iter()
                        .map(|troupe| self.items(troupe).iter().map(|card| self.word(card)).collect::<Vec<_>>())
                        .collect()
                }
                other => self.wrong(
                    value,
                    format!("`{other}` is not a key of a board: they are board, name, players, options, pieces, troupes"),
                ),
            }
        }
        let named = lines.iter().any(|line| line.starts_with("players "));
        if !named {
            lines.insert(0, format!("players {}", self.players));
        }
        let seats = if named { troupes.len() } else { self.players };
        for (seat, troupe) in troupes.iter().cycle().take(if troupes.is_empty() { 0 } else { seats }).enumerate() {
            for card in troupe {
                lines.push(format!("{card} P{}", seat + 1));
            }
        }
    }

    /// One line for a piece.
    fn piece(&self, node: &Node, lines: &mut Vec<String>) {
        let Value::Map(entries) = &node.value else { return self.wrong(node, "a piece is a group of keys") };
        let mut line = String::new();
        let mut rest = String::new();
        for (key, value) in entries {
            match key.text.as_str() {
                "card" | "kind" => line = self.word(value),
                "at" => rest.push_str(&format!(" at {}", self.point(value))),
                "owner" | "seat" => rest.push_str(&format!(" P{}", self.word(value))),
                "corners" => {
                    let corners: Vec<String> = self.items(value).iter().map(|corner| self.point(corner)).collect();
                    rest.push_str(&format!(" corners {}", corners.join("  ")));
                }
                field => rest.push_str(&format!(" {field} {}", self.word(value))),
            }
        }
        if line.is_empty() {
            return self.wrong(node, "a piece needs a `card` or a `kind`");
        }
        lines.push(format!("{line}{rest}"));
    }

    fn point(&self, node: &Node) -> String {
        let parts: Vec<String> = self.items(node).iter().map(|n| self.word(n)).collect();
        if parts.len() != 2 {
            self.wrong(node, "a place is two numbers: `[12, 18.5]`");
        }
        parts.join(", ")
    }

    fn items<'n>(&self, node: &'n Node) -> &'n [Node] {
        match &node.value {
            Value::List(items) => items,
            Value::Broken => &[],
            _ => {
                self.wrong(node, "a list is wanted here");
                &[]
            }
        }
    }

    fn word(&self, node: &Node) -> String {
        match &node.value {
            Value::Scalar(scalar) => scalar.text.clone(),
            Value::Broken => String::new(),
            _ => {
                self.wrong(node, "a word or number is wanted here");
                String::new()
            }
        }
    }
}
