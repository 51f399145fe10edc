//! Scenarios: the tests that authors write.
//!
//! Reading order: this file (a page is run, its log compared) · [`play`] the lines of `play` · [`bench`] rules written in
//! a scenario · [`then`] what must hold.

pub mod bench;
pub mod play;
pub mod then;

use crate::game::{Game, Reader};
use crate::page::{self, Section, Trouble, Written};
use crate::tale::{Detail, Teller};
use crate::words::Words;
use cardwright_core::event::Event;
use cardwright_core::state::State;
use play::Player;

/// What became of one scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its heading.
    pub heading: String,
    /// Its line.
    pub line: usize,
    /// The rules it proves.
    pub rules: Vec<String>,
    /// What is wrong; empty when it passed.
    pub troubles: Vec<Trouble>,
    /// The log.
    pub log: String,
}

/// What became of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// What is wrong with the page itself.
    pub troubles: Vec<Trouble>,
    /// Its scenarios in order.
    pub outcomes: Vec<Outcome>,
}

impl Report {
    /// The logs of all scenarios, as they are recorded beside the page.
    pub fn record(&self) -> String {
        let parts: Vec<String> = self.outcomes.iter().map(|o| format!("## {}\n{}", o.heading, o.log)).collect();
        parts.join("\n")
    }

    /// Whether nothing is wrong.
    pub fn passed(&self) -> bool {
        self.troubles.is_empty() && self.outcomes.iter().all(|o| o.troubles.is_empty())
    }
}

/// A command that was played: its line, the state before it, what it brought.
pub(crate) struct Played {
    pub(crate) line: String,
    pub(crate) before: State,
    pub(crate) events: Vec<Event>,
    pub(crate) note: Option<String>,
}

/// Runs a page.
pub fn run(game: &Game, texts: &dyn Reader, words: &Words, text: &str) -> Report {
    let (page, troubles) = page::read(text);
    let outcomes = page.sections.iter().map(|section| section_outcome(game, texts, words, &page.board, section)).collect();
    Report { title: page.title, troubles, outcomes }
}

fn section_outcome(game: &Game, texts: &dyn Reader, words: &Words, shared: &[Written], section: &Section) -> Outcome {
    let lines: Vec<&Written> = shared.iter().chain(&section.board).collect();
    let (mut troubles, log) = match page::board::build(&game.rules, words, &lines, 0) {
        Err(troubles) => (troubles, String::new()),
        Ok(board) => {
            let mut player = Player::new(game, texts, words, board, section.line);
            let mut troubles = player.play(&section.play);
            if troubles.is_empty() {
                troubles = then::check(&mut player, &section.then, section.play.last());
            }
            if section.then.is_empty() && troubles.is_empty() {
                troubles.push(Trouble {
                    line: section.line,
                    column: 1,
                    message: "nothing is claimed: a scenario needs a `then` block".into(),
                });
            }
            let log = record(&player);
            (troubles, log)
        }
    };
    let strange = section.rules.iter().filter_map(|rule| Some(Trouble::at(rule, game.not_in_catalogue(&rule.text)?)));
    troubles.extend(strange);
    let rules = section.rules.iter().map(|rule| rule.text.clone()).collect();
    Outcome { heading: section.heading.clone(), line: section.line, rules, troubles, log }
}

/// The log in words: each line of `play` that was a command, and below it what it brought.
pub(crate) fn record(player: &Player<'_>) -> String {
    let mut out = String::new();
    for played in &player.played {
        out.push_str(&format!("> {}\n", played.line));
        let mut teller = Teller::new(&player.rules, player.words, &player.given, played.before.clone(), None, Detail::Plain);
        for line in teller.tell(&played.events) {
            out.push_str(&format!("  {line}\n"));
        }
        if let Some(note) = &played.note {
            out.push_str(&format!("  {note}\n"));
        }
    }
    out
}

/// Lines shown of what was recorded, and of what is now, where only the first difference is wanted.
const SHOWN: usize = 3;

/// What of the recorded log differs; nothing where all is the same. `whole`: all of it, else the first difference with the
/// line before it.
pub fn difference(recorded: &str, now: &str, whole: bool) -> Option<String> {
    let (old, new) = (parts(recorded), parts(now));
    let headings = old.iter().chain(new.iter().filter(|(h, _)| old.iter().all(|(known, _)| known != h))).map(|(h, _)| *h);
    let mut out = String::new();
    let mut left = 0;
    for heading in headings {
        let lines = |of: &[(&str, Vec<String>)]| of.iter().find(|(h, _)| *h == heading).map(|(_, lines)| lines.clone());
        let (old, new) = (lines(&old), lines(&new));
        if old == new {
            continue;
        }
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let tail = old.iter().skip(same).rev().zip(new.iter().skip(same).rev()).take_while(|(a, b)| a == b).count();
        let gone = old.get(same..old.len() - tail).unwrap_or_default();
        let come = new.get(same..new.len() - tail).unwrap_or_default();
        if !whole && !out.is_empty() {
            left += gone.len() + come.len();
            continue;
        }
        let most = if whole { usize::MAX } else { SHOWN };
        let before = same.checked_sub(1).and_then(|last| old.get(last)).filter(|line| *line != heading);
        let heading = (same > 0 && !heading.is_empty()).then_some(heading);
        for line in heading.into_iter().chain(before.map(String::as_str)) {
            out.push_str(&format!("    {line}\n"));
        }
        for (sign, lines) in [('-', gone), ('+', come)] {
            for line in lines.iter().take(most) {
                out.push_str(&format!("  {sign} {line}\n"));
            }
            left += lines.len().saturating_sub(most);
        }
    }
    if left > 0 {
        let what = if left == 1 { "line differs" } else { "lines differ" };
        out.push_str(&format!("  … {left} more {what}; `--log` shows all\n"));
    }
    (!out.is_empty()).then_some(out)
}

/// A record by its headings, each among its own lines. What stands before the first heading has none.
fn parts(record: &str) -> Vec<(&str, Vec<String>)> {
    let mut parts: Vec<(&str, Vec<String>)> = Vec::new();
    for line in record.trim_end().lines() {
        let begins = line.starts_with("## ");
        match parts.last_mut() {
            Some((_, lines)) if !begins => lines.push(line.to_owned()),
            _ => parts.push((if begins { line } else { "" }, vec![line.to_owned()])),
        }
    }
    // A blank line parts a record from the next.
    for (_, lines) in &mut parts {
        lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_only_what_differs() {
        let first = |a, b| difference(a, b, false);
        assert_eq!(first("## A\na\nb\nc\n", "## A\na\nb\nc"), None);
        assert_eq!(first("## A\na\nb\nc", "## A\na\nx\nc").unwrap(), "    ## A\n    a\n  - b\n  + x\n");
        assert_eq!(first("## A\nb", "## A\nx").unwrap(), "    ## A\n  - b\n  + x\n");
        assert_eq!(first("a", "").unwrap(), "  - a\n");
        assert_eq!(
            first("## A\na\n\n## B\nb", "## A\na\n\n## C\n").unwrap(),
            "  - ## B\n  - b\n  … 1 more line differs; `--log` shows all\n"
        );
    }

    #[test]
    fn a_long_difference_is_cut_unless_all_is_wanted() {
        let (old, new) = ("## A\n> go\n1\n2\n3\n4\n5\n\n## B\nb", "## A\n> go\n6\n5\n\n## B\nc");
        let cut = "    ## A\n    > go\n  - 1\n  - 2\n  - 3\n  + 6\n  … 3 more lines differ; `--log` shows all\n";
        assert_eq!(difference(old, new, false).unwrap(), cut);
        let all = "    ## A\n    > go\n  - 1\n  - 2\n  - 3\n  - 4\n  + 6\n    ## B\n  - b\n  + c\n";
        assert_eq!(difference(old, new, true).unwrap(), all);
    }
}
