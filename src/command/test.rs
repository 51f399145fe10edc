//! `test`: scenarios of packs.

use crate::failure::{Failure, Found};
use crate::load;
use crate::page::Trouble;
use crate::scenario::{self, Report};
use crate::shelf;
use crate::texts::with_texts;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What `test` was asked for.
pub struct Wanted<'a> {
    /// Packs, folders or pages; empty is every shipped pack.
    pub paths: &'a [PathBuf],
    /// Record the logs as they are now.
    pub accept: bool,
    /// Show all of a log that differs from the recorded one.
    pub log: bool,
    /// Only packs of this game.
    pub game: Option<&'a str>,
}

/// Runs scenarios, prints what failed, and ends in a line `N passed, N failed`.
///
/// Errors: a path is not there, or a pack cannot be loaded.
pub fn test(wanted: &Wanted<'_>, out: &mut dyn Write) -> Result<Found, Failure> {
    let (mut passed, mut failed) = (0, 0);
    for (pack, pages) in pages(wanted)? {
        let game = match load::pack(&pack) {
            Ok(game) => game,
            Err(failure) => {
                writeln!(out, "{failure}")?;
                failed += pages.len().max(1);
                continue;
            }
        };
        let words = game.words(None).map_err(Failure::Problem)?;
        if wanted.game.is_some_and(|wanted| wanted != game.rules.game) {
            continue;
        }
        let reports = with_texts(&pack, |texts| -> Result<Vec<(PathBuf, Report)>, Failure> {
            pages
                .into_iter()
                .map(|page| {
                    let text = read(&page)?;
                    Ok((page, scenario::run(&game, texts, words, &text)))
                })
                .collect()
        })?;
        for (page, report) in reports {
            let shown = shown(&page);
            let compared = compare(&page, &report, wanted)?;
            for outcome in &report.outcomes {
                if outcome.troubles.is_empty() { passed += 1 } else { failed += 1 }
            }
            if !report.troubles.is_empty() || compared.is_some() {
                failed += 1;
            }
            for trouble in &report.troubles {
                say(out, &shown, trouble, "")?;
            }
            for outcome in &report.outcomes {
                for trouble in &outcome.troubles {
                    say(out, &shown, trouble, &outcome.heading)?;
                }
            }
            if let Some(difference) = compared {
                // What follows from a failure is not to be recorded.
                let act = if report.passed() { "`--accept` records it" } else { "first mend what fails above" };
                writeln!(out, "{shown}: the log is not the recorded one; {act}\n{difference}")?;
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 { Found::Nothing } else { Found::Problems })
}

fn say(out: &mut dyn Write, page: &str, trouble: &Trouble, heading: &str) -> Result<(), Failure> {
    writeln!(out, "{page}:{}:{}: {}", trouble.line, trouble.column, trouble.message)?;
    if !heading.is_empty() {
        writeln!(out, "  in: {heading}")?;
    }
    Ok(())
}

fn shown(page: &Path) -> String {
    shelf::from_here(page).display().to_string()
}

pub(super) fn read(page: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(page).map_err(|error| Failure::problem(format!("{} cannot be read: {error}", page.display())))?;
    String::from_utf8(bytes).map_err(|_| Failure::problem(format!("{} is not UTF-8", page.display())))
}

/// Packs with their pages.
fn pages(wanted: &Wanted<'_>) -> Result<Vec<(PathBuf, Vec<PathBuf>)>, Failure> {
    let whole = |pack: PathBuf| {
        let pages = shelf::files(&pack, "scenarios", "md");
        (pack, pages)
    };
    if wanted.paths.is_empty() {
        return Ok(shelf::all_shipped()?.into_iter().map(whole).filter(|(_, pages)| !pages.is_empty()).collect());
    }
    let mut all = Vec::new();
    for path in wanted.paths {
        let is_page = path.extension().is_some_and(|e| e == "md") && path.is_file();
        if is_page {
            all.push((pack_of_page(path, wanted.game)?, vec![path.clone()]));
            continue;
        }
        for pack in shelf::packs_of(path)? {
            let inner = path.canonicalize().ok().filter(|p| *p != pack && p.starts_with(&pack));
            match inner {
                Some(folder) => {
                    let pages = shelf::files(&folder, "", "md");
                    all.push((pack, pages));
                }
                None => all.push(whole(pack)),
            }
        }
    }
    Ok(all)
}

/// The pack a page belongs to: the one it lies in, else the shipped one of the game that is named.
fn pack_of_page(page: &Path, game: Option<&str>) -> Result<PathBuf, Failure> {
    if let Ok(packs) = shelf::packs_of(page)
        && let Some(pack) = packs.into_iter().next()
    {
        return Ok(pack);
    }
    let Some(game) = game else {
        return Err(Failure::usage(format!("{} lies in no pack; name its game with --game", page.display())));
    };
    load::folder_of(game)
}

/// The recorded log beside a page.
pub fn record_path(page: &Path) -> PathBuf {
    page.with_extension("snap")
}

/// Compares the log with the recorded one, or records it. A page without a record has nothing to differ from.
///
/// Errors: the record cannot be written.
fn compare(page: &Path, report: &Report, wanted: &Wanted<'_>) -> Result<Option<String>, Failure> {
    let path = record_path(page);
    let now = report.record();
    if wanted.accept {
        // A log of what went wrong is not worth keeping.
        if report.passed() {
            std::fs::write(&path, with_head(&now))
                .map_err(|error| Failure::problem(format!("{} cannot be written: {error}", path.display())))?;
        }
        return Ok(None);
    }
    let Ok(recorded) = std::fs::read_to_string(&path) else { return Ok(None) };
    Ok(scenario::difference(body(&recorded), &now, wanted.log))
}

/// The head that insta writes and reads, so that the record is one file for both.
fn with_head(record: &str) -> String {
    format!("---\nsource: tests/scenarios.rs\nexpression: report.record()\n---\n{}\n", record.trim_end())
}

/// A record without its head.
fn body(recorded: &str) -> &str {
    recorded.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map_or(recorded, |(_, body)| body)
}
