//! What is wrong with the boards of a game: names that nothing has, pieces off the table, troupes that may not begin.

use super::file::{self, BoardFile};
use super::{count, files_of};
use crate::face::Languages;
use crate::game::refused;
use crate::page::Trouble;
use crate::page::board::{self, Board, unknown_piece};
use crate::words::Words;
use cardwright_core::decision::Command;
use cardwright_core::hook::ScriptHost;
use cardwright_core::resolve::{Halt, Refusal, run};
use cardwright_core::rules::{Body, Ruleset};
use cardwright_core::space::{Disc, Length, overlaps};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, Sources};
use std::ops::Range;
use std::path::PathBuf;

/// The rules a board is for, and whoever runs their hooks.
pub struct Rules<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// Their words.
    pub words: &'a Words,
    /// The host.
    pub host: &'a dyn ScriptHost,
    /// The languages of the packs.
    pub languages: Languages<'a>,
}

/// Every problem of the boards of some packs. Without rules, which have faults of their own, only the form is looked at.
pub fn problems(packs: &[PathBuf], rules: Option<&Rules<'_>>, sources: &mut Sources) -> Vec<Diagnostic> {
    let problems = Problems::new();
    for path in packs.iter().flat_map(|pack| files_of(pack)) {
        let players = rules.map_or(2, |r| r.rules.players.start.max(2).min(r.rules.players.end.max(2) - 1)) as usize;
        let shown = path.display().to_string().replace('\\', "/");
        let before = problems.len();
        let Some(file) = file::read(&path, &shown, players, rules.map(|rules| rules.languages), sources, &problems) else {
            continue;
        };
        if let (Some(rules), true) = (rules, problems.len() == before) {
            rules.check(&file, &problems);
        }
    }
    problems.into_vec()
}

impl Rules<'_> {
    fn check(&self, file: &BoardFile, problems: &Problems) {
        let lines: Vec<String> = file.lines.iter().map(|line| line.text.clone()).collect();
        let place = |line: usize, column: usize| file.lines.get(line - 1).map_or(0..0, |line| line.place(column));
        match board::of_lines(self.rules, self.words, &lines, 0) {
            Ok(board) => {
                self.on_the_table(file.file, &board, &place, problems);
                self.begins(file, &board, &place, problems);
            }
            Err(troubles) => {
                for trouble in troubles {
                    let span = place(trouble.line, trouble.column);
                    let message = self.said(file, &trouble).unwrap_or(trouble.message);
                    problems.report(Diagnostic::error("bad-board", message, file.file, span));
                }
            }
        }
    }

    /// What is said where a line would be spoken of that the author has not written so.
    fn said(&self, file: &BoardFile, trouble: &Trouble) -> Option<String> {
        let part = file.lines.get(trouble.line.checked_sub(1)?)?.made(trouble.column)?;
        if trouble.column == 1 {
            return Some(unknown_piece(self.rules, self.words, part)).filter(|_| !part.starts_with("players"));
        }
        let seat = part.strip_prefix('P')?;
        let count = count(file.lines.iter().map(|line| line.text.as_str()));
        Some(format!("`{seat}` is no seat of this board: seats are numbers from 1 to {count}"))
    }

    /// Nothing stands beyond the edge, and no round base in another.
    fn on_the_table(&self, file: FileId, board: &Board, place: &dyn Fn(usize, usize) -> Range<usize>, problems: &Problems) {
        let mut discs: Vec<(Disc, usize)> = Vec::new();
        for (id, line) in &board.lines {
            let entity = board.state.entity(*id);
            let Some(at) = entity.at else { continue };
            let field = |field: FieldId| entity.field(self.rules, field);
            let (low, high) = match self.rules.kinds.get(entity.kind.index()).map(|kind| kind.body) {
                Some(Body::Round(diameter)) => {
                    let Some(Value::Number(diameter)) = field(diameter) else { continue };
                    let disc = Disc::new(at, diameter / 2);
                    if let Some((_, other)) = discs.iter().find(|(other, _)| overlaps(disc, *other)) {
                        let span = place(*other, 1);
                        problems.report(
                            Diagnostic::warning("bad-board", "this piece stands in another", file, place(*line, 1))
                                .also(file, span, "in this one")
                                .help("move one of the two"),
                        );
                    }
                    discs.push((disc, *line));
                    ((at.x - disc.radius, at.y - disc.radius), (at.x + disc.radius, at.y + disc.radius))
                }
                Some(Body::Area(corners)) => {
                    let Some(Value::List(corners)) = field(corners) else { continue };
                    let points = || corners.iter().filter_map(|c| if let Value::Point(p) = c { Some(*p) } else { None });
                    let side = |pick: fn(i64, i64) -> i64, of: fn(cardwright_core::space::Point) -> Length| {
                        points().map(of).reduce(pick).unwrap_or(0)
                    };
                    ((side(i64::min, |p| p.x), side(i64::min, |p| p.y)), (side(i64::max, |p| p.x), side(i64::max, |p| p.y)))
                }
                _ => continue,
            };
            let beyond = |(width, height): (Length, Length)| low.0 < 0 || low.1 < 0 || high.0 > width || high.1 > height;
            if let Some((width, height)) = self.rules.table.filter(|table| beyond(*table)) {
                let said = cardwright_core::space::format_length;
                problems.report(
                    Diagnostic::error("bad-board", "this piece reaches beyond the table", file, place(*line, 1)).help(format!(
                        "keep it within {} by {}",
                        said(width),
                        said(height)
                    )),
                );
            }
        }
    }

    /// What must hold for a game to begin holds, as far as a board sets players' pieces down at all.
    fn begins(&self, file: &BoardFile, board: &Board, place: &dyn Fn(usize, usize) -> Range<usize>, problems: &Problems) {
        let owned = board.lines.iter().find(|(id, _)| id.0 > board.state.players && board.state.entity(*id).owner.is_some());
        let Some((_, line)) = owned else { return };
        if !board.state.clock.is_empty() {
            return;
        }
        if let Err(Halt::Refused(refusal @ Refusal::Because(_))) = run(self.rules, self.host, &board.state, &Command::Begin, &[])
        {
            let span = file.troupes.clone().unwrap_or_else(|| place(*line, 1));
            let reason = refused(self.words, &refusal);
            problems.report(
                Diagnostic::error("bad-board", format!("no game begins on this board: {reason}"), file.file, span)
                    .help("change the troupes, or an option of the board"),
            );
        }
    }
}
