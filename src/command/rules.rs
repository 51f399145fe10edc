//! `rules`: the rule catalogue of a game with the scenarios that prove each rule, and what is missing.

use crate::failure::{Failure, Found};
use crate::game::Game;
use crate::load;
use crate::scenario::{self, Report};
use crate::shelf;
use crate::texts::with_texts;
use cardwright_content::RuleEntry;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How the table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// An array of rules.
    Json,
}

/// A scenario that names a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Proof {
    /// The page and the line of the heading.
    place: String,
    heading: String,
    passed: bool,
}

/// What there is for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Proved,
    /// A scenario that names it fails.
    Failed,
    Exempt,
    /// No scenario names it, and nothing says why.
    Missing,
}

impl Standing {
    fn of(exempt: bool, proofs: &[Proof]) -> Self {
        match (proofs.is_empty(), exempt) {
            (false, _) if proofs.iter().all(|proof| proof.passed) => Standing::Proved,
            (false, _) => Standing::Failed,
            (true, true) => Standing::Exempt,
            (true, false) => Standing::Missing,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Standing::Proved => "proved",
            Standing::Failed => "fails",
            Standing::Exempt => "exempt",
            Standing::Missing => "missing",
        }
    }
}

/// Runs every scenario of a game and prints its catalogue; status 1 where a rule is neither proved nor exempt.
///
/// Errors: there is no such game, it has errors, or it has no catalogue.
pub fn rules(game: &str, format: Format, out: &mut dyn Write) -> Result<Found, Failure> {
    let folder = load::folder_of(game)?;
    let game = load::pack(&folder)?;
    if game.catalogue.is_empty() {
        return Err(Failure::problem(format!(
            "{} has no catalogue of rules; write its rules under `catalogue:` in a file of the pack",
            game.rules.game
        )));
    }
    let mut proofs: BTreeMap<String, Vec<Proof>> = BTreeMap::new();
    let mut troubles = Vec::new();
    for (page, report) in reports(&folder, &game)? {
        let shown = shelf::from_here(&page).display().to_string().replace('\\', "/");
        let told = report.troubles.iter().chain(report.outcomes.iter().flat_map(|outcome| &outcome.troubles));
        troubles.extend(told.map(|t| format!("{shown}:{}:{}: {}", t.line, t.column, t.message)));
        for outcome in report.outcomes {
            let proof = Proof {
                place: format!("{shown}:{}", outcome.line),
                heading: outcome.heading,
                passed: report.troubles.is_empty() && outcome.troubles.is_empty(),
            };
            for rule in outcome.rules {
                proofs.entry(rule).or_default().push(proof.clone());
            }
        }
    }
    let rows: Vec<(&RuleEntry, &[Proof])> =
        game.catalogue.iter().map(|rule| (rule, proofs.get(&rule.id).map_or(&[][..], Vec::as_slice))).collect();
    match format {
        Format::Json => {
            let all: Vec<Value> = rows.iter().map(|(rule, proofs)| object(rule, proofs)).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&all).unwrap_or_default())?;
        }
        Format::Text => table(&game, &rows, &troubles, out)?,
    }
    let sound = |(rule, proofs): &(&RuleEntry, &[Proof])| {
        matches!(Standing::of(rule.exempt.is_some(), proofs), Standing::Proved | Standing::Exempt)
    };
    Ok(if troubles.is_empty() && rows.iter().all(sound) { Found::Nothing } else { Found::Problems })
}

/// Every page of the packs of a game, run; each page with the pack it lies in, as `test` runs it.
fn reports(folder: &Path, game: &Game) -> Result<Vec<(PathBuf, Report)>, Failure> {
    let mut all = Vec::new();
    for pack in &game.packs {
        let pages = shelf::files(&pack.folder, "scenarios", "md");
        if pages.is_empty() {
            continue;
        }
        let same = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let own = if same(&pack.folder) == same(folder) { None } else { Some(load::pack(&pack.folder)?) };
        let game = own.as_ref().unwrap_or(game);
        let words = game.words(None).map_err(Failure::Problem)?;
        with_texts(&pack.folder, |texts| -> Result<(), Failure> {
            for page in pages {
                let text = super::test::read(&page)?;
                let report = scenario::run(game, texts, words, &text);
                all.push((page, report));
            }
            Ok(())
        })?;
    }
    Ok(all)
}

fn object(rule: &RuleEntry, proofs: &[Proof]) -> Value {
    let mut object = json!({
        "id": rule.id,
        "says": rule.says,
        "scenarios": proofs.iter().map(|p| format!("{} {}", p.place, p.heading)).collect::<Vec<_>>(),
        "passed": Standing::of(rule.exempt.is_some(), proofs) == Standing::Proved,
        "exempt": rule.exempt,
    });
    if let (Some(ruling), Some(object)) = (&rule.ruling, object.as_object_mut()) {
        object.insert("default".into(), json!(ruling));
    }
    object
}

fn table(game: &Game, rows: &[(&RuleEntry, &[Proof])], troubles: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let width = std::env::var("COLUMNS").ok().and_then(|n| n.parse::<usize>().ok()).unwrap_or(WIDTH).max(NARROWEST);
    let ids = rows.iter().map(|(rule, _)| rule.id.width()).max().unwrap_or(0);
    // The id, the standing, the number of scenarios, each with its gap.
    let margin = ids + 2 + 7 + 2 + 3 + 2;
    writeln!(out, "{:ids$}  {:7}  {:>3}  rule", "id", "", "by")?;
    for (rule, proofs) in rows {
        let standing = Standing::of(rule.exempt.is_some(), proofs);
        let count = if proofs.is_empty() { "-".to_owned() } else { proofs.len().to_string() };
        let says = shortened(&rule.says, width.saturating_sub(margin));
        writeln!(out, "{:ids$}  {:7}  {count:>3}  {says}", rule.id, standing.word())?;
        let mut note = |text: String| writeln!(out, "{:margin$}{text}", "");
        match (standing, &rule.exempt) {
            (Standing::Exempt, Some(reason)) => note(format!("because: {reason}"))?,
            (Standing::Missing, _) if game.carried.contains(&rule.id) => note("no scenario names it".to_owned())?,
            (Standing::Missing, _) => note("neither a scenario nor a declaration names it".to_owned())?,
            (Standing::Failed, _) => {
                for proof in proofs.iter().filter(|proof| !proof.passed) {
                    note(format!("{} {}", proof.place, proof.heading))?;
                }
            }
            _ => {}
        }
    }
    for trouble in troubles {
        writeln!(out, "{trouble}")?;
    }
    let of = |wanted| rows.iter().filter(|(rule, proofs)| Standing::of(rule.exempt.is_some(), proofs) == wanted).count();
    writeln!(
        out,
        "{} rules: {} proved, {} exempt, {} missing, {} failing",
        rows.len(),
        of(Standing::Proved),
        of(Standing::Exempt),
        of(Standing::Missing),
        of(Standing::Failed)
    )?;
    Ok(())
}

/// Columns where the terminal does not say, and where it says too few.
const WIDTH: usize = 100;
const NARROWEST: usize = 40;

/// A text of at most so many columns, with a mark where something was left out.
fn shortened(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut wide = 1;
    for c in text.chars() {
        wide += c.width().unwrap_or(0);
        if wide > most {
            break;
        }
        out.push(c);
    }
    format!("{}…", out.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_statements_are_shortened_by_columns() {
        assert_eq!(shortened("short", 5), "short");
        assert_eq!(shortened("too long", 5), "too…");
        assert_eq!(shortened("一二三四", 5), "一二…");
    }

    #[test]
    fn one_failing_scenario_is_enough() {
        let proof = |passed| Proof { place: "a.md:1".into(), heading: "A".into(), passed };
        assert_eq!(Standing::of(false, &[proof(true), proof(false)]), Standing::Failed);
        assert_eq!(Standing::of(true, &[proof(true)]), Standing::Proved);
        assert_eq!(Standing::of(true, &[]), Standing::Exempt);
        assert_eq!(Standing::of(false, &[]), Standing::Missing);
    }
}
