//! What comes out of loading.

use crate::book::Book;
use crate::cards::AbilityText;
use crate::names::Names;
use crate::pack::Script;
use crate::session::session;
use crate::shape::section::RuleEntry;
use cardwright_core::rules::Ruleset;
use cardwright_grammar::Phrasebook;
use cardwright_grammar::diagnostic::{Diagnostic, Severity, Sources};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How packs are loaded.
#[derive(Clone, Debug)]
pub struct Options {
    /// Folders in which packs are looked for by their ids.
    pub roots: Vec<PathBuf>,
    /// Whether the pack `base` is loaded first, if it is found.
    pub base: bool,
}

impl Default for Options {
    /// `CARDWRIGHT_PACKS`, then `content/packs` and `packs` next to the program and in the present folder.
    fn default() -> Self {
        let mut roots = Vec::new();
        if let Some(paths) = std::env::var_os("CARDWRIGHT_PACKS") {
            roots.extend(std::env::split_paths(&paths));
        }
        let program = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.to_owned()));
        for dir in program.into_iter().chain(std::env::current_dir().ok()) {
            // A program that cargo built lies in target/release of the workspace.
            for base in dir.ancestors().take(4) {
                roots.push(base.join("content/packs"));
            }
            roots.push(dir.join("packs"));
        }
        roots.retain(|root| root.is_dir());
        Options { roots, base: true }
    }
}

/// Packs after loading.
#[derive(Debug)]
pub struct Loaded {
    /// The rules; only without errors.
    pub ruleset: Option<Ruleset>,
    /// The phrasebook; none where the phrases themselves are at fault.
    pub book: Option<Book>,
    /// What things are called.
    pub names: Names,
    /// The texts of all abilities that were understood, with their trees.
    pub texts: Vec<AbilityText>,
    /// Every problem, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// The files.
    pub sources: Sources,
    /// The scripts of all packs.
    pub scripts: Vec<Script>,
    /// The rules of the rule book, in order.
    pub catalogue: Vec<RuleEntry>,
    /// Those of them that some declaration says it carries out.
    pub carried: BTreeSet<String>,
}

impl Loaded {
    /// Whether there is an error.
    pub fn faulty(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }

    /// The phrasebook itself.
    pub fn phrasebook(&self) -> Option<&Phrasebook> {
        self.book.as_ref().map(Book::phrasebook)
    }
}

/// Loads packs with all that they need, and finds every problem in one pass.
pub fn load(paths: &[PathBuf], options: &Options) -> Loaded {
    session(paths, options, |session| session.finish())
}
