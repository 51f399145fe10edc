//! `check`: every problem of packs, and what was understood.

use crate::boards::{self, checked::Rules};
use crate::face;
use crate::failure::{Failure, Found};
use crate::load;
use crate::shelf;
use cardwright_content::Loaded;
use cardwright_grammar::diagnostic::{Diagnostic, FileId, Severity, Sources, render_json, render_sarif, render_text, tidy};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How problems are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// An array of problems.
    Json,
    /// SARIF 2.1.0, for editors and code hosts.
    Sarif,
}

/// Checks packs; no path is every shipped pack.
///
/// Errors: a path is not there.
pub fn check(paths: &[PathBuf], format: Format, out: &mut dyn Write) -> Result<Found, Failure> {
    let mut packs = Vec::new();
    if paths.is_empty() {
        // What every game loads is checked with the games that load it.
        packs = shelf::all_shipped()?.into_iter().filter(|pack| shelf::is_game(pack)).collect();
    }
    for path in paths {
        packs.extend(shelf::packs_of(path)?);
    }
    packs.dedup();
    let mut all = All::default();
    let mut summary = String::new();
    for pack in &packs {
        let loaded = checked(pack);
        summary.push_str(&understood(pack, &loaded));
        all.take(&loaded);
    }
    tidy(&mut all.problems, &all.sources);
    let errors = all.problems.iter().filter(|d| d.severity == Severity::Error).count();
    match format {
        Format::Json => writeln!(out, "{}", render_json(&all.problems, &all.sources).trim_end())?,
        Format::Sarif => writeln!(out, "{}", render_sarif(&all.problems, &all.sources).trim_end())?,
        Format::Text => {
            if !all.problems.is_empty() {
                writeln!(out, "{}", render_text(&all.problems, &all.sources, true))?;
            }
            write!(out, "{summary}")?;
            let warnings = all.problems.len() - errors;
            writeln!(out, "{}, {}", counted(errors, "error"), counted(warnings, "warning"))?;
        }
    }
    Ok(if errors == 0 { Found::Nothing } else { Found::Problems })
}

/// `1 card`, `2 cards`, `3 abilities`.
fn counted(count: usize, what: &str) -> String {
    match (count, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {what}s"),
    }
}

/// Problems of several packs. A file that two packs share is one file.
#[derive(Default)]
struct All {
    sources: Sources,
    files: Vec<(String, FileId)>,
    problems: Vec<Diagnostic>,
}

impl All {
    fn take(&mut self, loaded: &Loaded) {
        for problem in &loaded.diagnostics {
            let mut problem = problem.clone();
            problem.label.file = self.file(&loaded.sources, problem.label.file);
            for other in &mut problem.others {
                other.file = self.file(&loaded.sources, other.file);
            }
            self.problems.push(problem);
        }
    }

    fn file(&mut self, from: &Sources, file: FileId) -> FileId {
        let path = from.path(file);
        if let Some((_, known)) = self.files.iter().find(|(known, _)| known == path) {
            return *known;
        }
        let id = self.sources.add(path, from.text(file));
        self.files.push((path.to_owned(), id));
        id
    }
}

/// A pack with all it needs, its scripts and its boards looked at too.
pub fn checked(pack: &Path) -> Loaded {
    let mut loaded = load::loaded(pack);
    let host = loaded.ruleset.as_ref().map(|rules| load::scripts(rules, &loaded));
    if let Some(Err(problems)) = &host {
        for problem in problems {
            let file = loaded
                .sources
                .files()
                .find(|file| loaded.sources.path(*file) == problem.path)
                .or_else(|| loaded.sources.files().next());
            let Some(file) = file else { continue };
            let bytes = problem.bytes.map(|(from, to)| from..to);
            let span = bytes.unwrap_or_else(|| loaded.sources.line_span(file, problem.line));
            loaded.diagnostics.push(Diagnostic::error("bad-script", problem.message.clone(), file, span));
        }
    }
    let folders = load::pack_folders(&loaded.sources);
    let found = match (&loaded.ruleset, &host) {
        (Some(rules), Some(Ok(host))) => {
            let words = load::words(rules, &loaded, 0);
            let (_, looks) = face::checked(&folders, rules, load::languages(&loaded.names), &mut loaded.sources);
            loaded.diagnostics.extend(looks);
            let rules = Rules { rules, words: &words, host, languages: load::languages(&loaded.names) };
            boards::checked::problems(&folders, Some(&rules), &mut loaded.sources)
        }
        _ => boards::checked::problems(&folders, None, &mut loaded.sources),
    };
    loaded.diagnostics.extend(found);
    tidy(&mut loaded.diagnostics, &loaded.sources);
    loaded
}

/// One line of what a pack holds.
fn understood(folder: &Path, loaded: &Loaded) -> String {
    // `.` has a name only as a whole path.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = whole.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let sentences: usize = loaded.texts.iter().map(|t| t.trees.len()).sum();
    let phrases = loaded.phrasebook().map_or(0, |book| book.spec().phrases.len());
    let (cards, abilities) = (loaded.names.cards.len(), loaded.names.abilities.len());
    let rules = loaded.ruleset.as_ref().map(|r| {
        let prints = |n: usize, text: &str| counted(n, text);
        format!(", {}, {}", prints(r.attachments.len(), "rule"), prints(r.hooks.len(), "hook"))
    });
    format!(
        "{name}: {}, {}, {}, {}{}, in {}\n",
        counted(cards, "card"),
        counted(abilities, "ability"),
        counted(sentences, "sentence"),
        counted(phrases, "phrase"),
        rules.unwrap_or_default(),
        loaded.names.languages.join(" and ")
    )
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn counts_have_their_number() {
        assert_eq!([counted(1, "card"), counted(2, "card"), counted(0, "ability")], ["1 card", "2 cards", "0 abilities"]);
    }
}
