//! What was looked for in vain at the furthest place that the exhaustive reader reached.

use crate::chart::{Chart, lower};
use crate::normal::Script;
use crate::symbol::Symbol;
use crate::trie::{Node, Trie, shared_bytes};
use crate::walk::Walk;

/// Words that are listed for one place.
const MOST_WORDS: usize = 400;

/// The furthest place, and what would have been read on from there.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) furthest: usize,
    pub(crate) expectations: Vec<Expectation>,
}

/// Something that would have been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// These words of a template. Where no blanks part words, `begun` is what was read of the word before the place.
    Words { begun: String, words: String },
    /// Anything of this kind.
    Symbol(Symbol),
    /// The end of the sentence.
    End,
}

impl Log {
    /// Whether something at a place would be news.
    fn wants(&self, at: usize) -> bool {
        at > self.furthest || (at == self.furthest && self.expectations.len() < MOST_WORDS)
    }

    fn note(&mut self, at: usize, expectation: Expectation) {
        if at > self.furthest {
            self.furthest = at;
            self.expectations.clear();
        }
        if at == self.furthest && !self.expectations.contains(&expectation) {
            self.expectations.push(expectation);
        }
    }
}

/// Whether a character belongs to a word.
pub(crate) fn in_word(script: Script, char: char) -> bool {
    match script {
        Script::Spaced => char.is_alphanumeric() || matches!(char, '\'' | '-'),
        Script::Unspaced => char.is_ascii_alphanumeric(),
    }
}

/// Where the word that reaches up to a place begins.
fn word_start(script: Script, text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or("");
    before.trim_end_matches(|char| in_word(script, char)).len()
}

impl Chart<'_> {
    /// A slot that nothing fits.
    pub(crate) fn log_symbol(&mut self, symbol: Symbol, at: usize, entry: usize) {
        if at > entry
            && let Some(log) = &mut self.log
        {
            log.note(at, Expectation::Symbol(symbol));
        }
    }

    /// A whole text that is not of its kind; `groups` are what its beginning was read as.
    pub(crate) fn log_whole(&mut self, symbol: Symbol, at: usize, groups: &[usize]) {
        let text = self.text;
        let ends: Vec<usize> = groups.iter().filter_map(|group| self.groups.get(*group)).map(|group| group.end).collect();
        let Some(log) = &mut self.log else {
            return;
        };
        log.note(at, Expectation::Symbol(symbol));
        for end in ends {
            let blank = usize::from(text.get(end..).is_some_and(|rest| rest.starts_with(' ')));
            log.note(end + blank, Expectation::End);
        }
    }

    /// Words that do not fit.
    pub(crate) fn log_literals(&mut self, trie: &Trie, from: &Node, walk: Walk) {
        if self.log.is_none() {
            return;
        }
        let Walk { at, run, entry, .. } = walk;
        let script = self.tongue.script;
        let rest = self.rest(at);
        for (label, child) in &from.literals {
            let mut offset = shared_bytes(label, rest);
            if offset == 0 && self.starts.contains(&at) {
                offset = shared_capital(label, rest);
            }
            if offset == label.len() {
                continue;
            }
            let tail = label.get(offset..).unwrap_or("");
            let wanted = tail.chars().next().is_some_and(|char| in_word(script, char));
            let fails = at + offset;
            let place = match self.rest(fails).chars().next() {
                Some(next) if in_word(script, next) => word_start(script, self.text, fails).max(run),
                // A comma that is missing is missed at the next word.
                Some(' ') if tail.starts_with([',', ':', ';']) => fails + 1,
                // A word that is read in part is missed as a whole: nobody knows `nother`.
                _ if wanted && fails > run => word_start(script, self.text, fails).max(run),
                Some(_) | None => fails,
            };
            let news = self.log.as_ref().is_some_and(|log| log.wants(place));
            if place <= entry || !news {
                continue;
            }
            let mut words = Vec::new();
            let matched = self.text.get(place..fails).unwrap_or("").to_owned();
            finish(script, trie, matched, tail, *child, &mut words);
            let before = match script {
                Script::Spaced => "",
                Script::Unspaced => self.text.get(run..place).unwrap_or(""),
            };
            // The words are all there, and then a slot has nothing to fill it.
            let slots = match trie.nodes.get(*child) {
                Some(child) if tail == " " => child.slots.as_slice(),
                Some(_) | None => &[],
            };
            let begun = before.chars().next_back().filter(|char| char.is_alphanumeric()).map(String::from);
            if let Some(log) = &mut self.log {
                slots.iter().for_each(|slot| log.note(place, Expectation::Symbol(slot.0)));
                for words in words {
                    log.note(place, Expectation::Words { begun: begun.clone().unwrap_or_default(), words });
                }
            }
        }
    }
}

/// How many bytes two texts share if the first letter may be a capital.
fn shared_capital(label: &str, rest: &str) -> usize {
    let (Some(small), Some(capital)) = (label.chars().next(), rest.chars().next()) else {
        return 0;
    };
    if lower(capital) != small || capital.len_utf8() != small.len_utf8() {
        return 0;
    }
    let bytes = small.len_utf8();
    bytes + shared_bytes(label.get(bytes..).unwrap_or(""), rest.get(bytes..).unwrap_or(""))
}

/// Goes on with the words of templates up to the end of the present word, in all ways.
pub(crate) fn finish(script: Script, trie: &Trie, begun: String, tail: &str, child: usize, words: &mut Vec<String>) {
    let mut word = begun;
    for char in tail.chars() {
        let full = word.chars().any(char::is_alphanumeric);
        let ends = match script {
            Script::Spaced => full && !in_word(script, char),
            Script::Unspaced => full && (!char.is_alphanumeric() || word.chars().count() >= 6),
        };
        if ends {
            words.push(word);
            return;
        }
        if !(word.is_empty() && char == ' ') {
            word.push(char);
        }
    }
    let Some(node) = trie.nodes.get(child) else {
        return;
    };
    let word_ends = !node.slots.is_empty() || !node.ends.is_empty();
    if word_ends && !word.trim().is_empty() {
        words.push(word.trim_end().to_owned());
    }
    for (label, child) in &node.literals {
        if words.len() >= MOST_WORDS {
            return;
        }
        let begins_word = label.chars().next().is_some_and(|char| in_word(script, char) || char.is_alphanumeric());
        if word_ends && !begins_word {
            continue;
        }
        finish(script, trie, word.clone(), label, *child, words);
    }
}
