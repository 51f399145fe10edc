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

/// What of the recorded log differs, as a short diff; nothing where all is the same.
pub fn difference(recorded: &str, now: &str) -> Option<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (recorded.trim_end().lines().collect(), now.trim_end().lines().collect());
    if old == new {
        return None;
    }
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old.iter().skip(same).rev().zip(new.iter().skip(same).rev()).take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    let heading = old.iter().take(same).rev().find(|line| line.starts_with("## "));
    if let Some(heading) = heading {
        out.push_str(&format!("    {heading}\n"));
    }
    for line in old.iter().take(old.len() - tail).skip(same) {
        out.push_str(&format!("  - {line}\n"));
    }
    for line in new.iter().take(new.len() - tail).skip(same) {
        out.push_str(&format!("  + {line}\n"));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_only_what_differs() {
        assert_eq!(difference("## A\na\nb\nc\n", "## A\na\nb\nc"), None);
        assert_eq!(difference("## A\na\nb\nc", "## A\na\nx\nc").unwrap(), "    ## A\n  - b\n  + x\n");
        assert_eq!(difference("a", "").unwrap(), "  - a\n");
    }
}
