//! The table of what came of the mistakes.

use crate::Mutant;
use std::collections::BTreeMap;
use std::path::Path;

/// What came of one mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// An error at the right line.
    Right,
    /// An error elsewhere that points at the right line too, such as two languages that differ.
    Also,
    /// Only errors at other lines.
    Elsewhere,
    /// Only warnings.
    Warned,
    /// Nothing, and it should not have been.
    Silent,
    /// Nothing, rightly: the words are the same.
    SameWords,
    /// Nothing, rightly: it is another card.
    AnotherCard,
}

const OUTCOMES: usize = 7;

/// Counts by sort of mistake.
#[derive(Default)]
pub(crate) struct Table {
    rows: BTreeMap<&'static str, [usize; OUTCOMES]>,
    silent: Vec<String>,
    notes: Vec<String>,
}

impl Table {
    /// Counts one. `told` is what was said.
    pub(crate) fn count(&mut self, mutant: &Mutant, outcome: Outcome, path: &Path, told: impl FnOnce() -> String) {
        self.rows.entry(mutant.sort).or_default()[outcome as usize] += 1;
        let file = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        let line = || format!("{file}:{} {}: {}", mutant.right.first().unwrap_or(&0), mutant.sort, mutant.what);
        match outcome {
            Outcome::Silent => self.silent.push(line()),
            Outcome::Elsewhere | Outcome::Warned => self.notes.push(format!("{outcome:?} {} => {}", line(), told())),
            _ => {}
        }
    }

    /// Prints the table; with `CARDWRIGHT_MISTAKES_NOTES` naming a file, all that was told elsewhere goes there.
    pub(crate) fn show(&self, name: &str) {
        let head = ["right", "also", "elsewhere", "warned", "SILENT", "same words", "another card"];
        println!("{name:<28}{}", head.map(|h| format!("{h:>13}")).concat());
        let mut sum = [0; OUTCOMES];
        for (sort, row) in &self.rows {
            println!("{sort:<28}{}", row.map(|n| format!("{n:>13}")).concat());
            for (total, n) in sum.iter_mut().zip(row) {
                *total += n;
            }
        }
        println!("{:<28}{}", "all", sum.map(|n| format!("{n:>13}")).concat());
        for line in &self.silent {
            println!("silent: {line}");
        }
        if let Ok(path) = std::env::var("CARDWRIGHT_MISTAKES_NOTES") {
            let _ = std::fs::write(format!("{path}-{}", name.replace(' ', "-")), self.notes.join("\n"));
        }
    }

    /// Prints the table and fails where something passed in silence.
    pub(crate) fn finish(&self, name: &str) {
        self.show(name);
        assert!(self.silent.is_empty(), "{} mistakes passed in silence:\n{}", self.silent.len(), self.silent.join("\n"));
    }
}
