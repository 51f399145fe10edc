//! From the furthest place of a reading that failed to an error in an author's words.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::book::Phrasebook;
use crate::chart::Chart;
use crate::expect::{Expectation, finish, in_word};
use crate::nearest::distance;
use crate::normal::{Normal, Script, normalise};
use crate::symbol::{Kind, Symbol};
use crate::text_error::{Suggestion, TextError, TextErrorKind};
use crate::tongue::Tongue;
use crate::tree::{Tree, TreeNode};
use crate::trie::Step;

/// What is listed as expected at most.
const MOST_EXPECTED: usize = 8;

/// Explains why a text was not read; `chart` has read it with a log.
pub(crate) fn explain(book: &Phrasebook, language: usize, chart: &Chart, normal: &Normal, base: usize) -> TextError {
    let text = chart.text;
    let whole = base..base + text.len();
    if chart.too_deep || chart.too_involved {
        return TextError::new(TextErrorKind::TooInvolved, normal.original(whole), text);
    }
    let (furthest, expectations) = chart.log.as_ref().map_or((0, &[][..]), |log| (log.furthest, log.expectations.as_slice()));
    let script = chart.tongue.script;
    let mut found = unread(script, text, furthest);
    let nearest = nearest_words(book, language, chart, expectations, furthest);
    let mut error = TextError::new(TextErrorKind::Unread, 0..0, "");
    if let Some((words, range)) = nearest {
        found = range;
        error.suggestion = Some(Suggestion::Words(words));
    } else {
        error.suggestion = nearest_phrase(book, language, text).map(Suggestion::Phrase);
    }
    if found.is_empty() {
        error.kind = TextErrorKind::Unfinished;
    }
    error.span = normal.original(base + found.start..base + found.end);
    error.found = text.get(found).unwrap_or("").to_owned();
    error.expected = expected(book, language, expectations, &error.found);
    error
}

/// What is expected, the likeliest first.
fn expected(book: &Phrasebook, language: usize, expectations: &[Expectation], found: &str) -> Vec<String> {
    let mut ranked: Vec<(usize, String)> = Vec::new();
    // A list and its member are called the same.
    let mut labels: Vec<String> = Vec::new();
    for expectation in expectations {
        let (rank, text) = match expectation {
            Expectation::Symbol(symbol) => {
                let label = book.label_of(symbol.kind());
                if labels.contains(&label) {
                    continue;
                }
                labels.push(label.clone());
                (10, with_example(book, language, *symbol, label))
            }
            Expectation::Words { begun, words } => {
                // What stands there begins a word, which is told as a whole.
                let begun = if found.starts_with(begun.as_str()) { begun.as_str() } else { "" };
                let words = format!("{begun}{words}");
                (distance(found, &words).unwrap_or(20), format!("`{words}`"))
            }
            Expectation::End => (30, "the end of the sentence".to_owned()),
        };
        if !ranked.iter().any(|known| known.1 == text) {
            ranked.push((rank, text));
        }
    }
    ranked.sort();
    ranked.into_iter().take(MOST_EXPECTED).map(|(_, text)| text).collect()
}

/// Labels are in the language of messages: a text in another is helped by an example.
fn with_example(book: &Phrasebook, language: usize, symbol: Symbol, label: String) -> String {
    let own = language == 0 || !matches!(symbol.kind(), Kind::Category(_) | Kind::Vocabulary(_));
    let tree = if own { None } else { book.sample_tree(book.name_of(symbol.kind()), 1, &mut |_| 0) };
    let example = tree.map(|tree| book.write(language, &tree));
    match example.filter(|words| (1..=LONGEST_EXAMPLE).contains(&words.chars().count())) {
        Some(words) => format!("{label} such as `{words}`"),
        None => label,
    }
}

/// Most characters of an example of what is expected.
const LONGEST_EXAMPLE: usize = 12;

/// The word at a place that was not read; empty at the end of the text.
fn unread(script: Script, text: &str, at: usize) -> Range<usize> {
    let rest = text.get(at..).unwrap_or("");
    let start = at + (rest.len() - rest.trim_start().len());
    let rest = rest.trim_start();
    let Some(first) = rest.chars().next() else {
        return text.len()..text.len();
    };
    let length = if in_word(script, first) {
        rest.find(|char| !in_word(script, char)).unwrap_or(rest.len())
    } else if script == Script::Unspaced && first.is_alphanumeric() {
        // No blanks tell where the word ends: a few characters up to the next mark.
        let word = rest.chars().take_while(|char| char.is_alphanumeric() && !in_word(script, *char)).take(4);
        word.map(char::len_utf8).sum()
    } else {
        first.len_utf8()
    };
    start..start + length
}

/// The stretch at a place that has as many words as `like`, or in a script without blanks as many characters.
fn stretch(script: Script, text: &str, at: usize, like: &str) -> Range<usize> {
    match script {
        Script::Spaced => {
            let mut end = unread(script, text, at).end;
            for _ in like.split(' ').skip(1) {
                if text.get(end..).is_some_and(|rest| rest.starts_with(' ')) {
                    end = unread(script, text, end).end;
                }
            }
            at..end
        }
        Script::Unspaced => {
            let rest = text.get(at..).unwrap_or("");
            at..at + rest.chars().take(like.chars().count()).map(char::len_utf8).sum::<usize>()
        }
    }
}

/// The word or term that was probably meant, and what it stands for.
fn nearest_words(
    book: &Phrasebook,
    language: usize,
    chart: &Chart,
    expectations: &[Expectation],
    at: usize,
) -> Option<(String, Range<usize>)> {
    let script = chart.tongue.script;
    let mut candidates = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for expectation in expectations {
        match expectation {
            Expectation::Words { begun, words } => {
                candidates.insert((at - begun.len(), format!("{begun}{words}")));
            }
            Expectation::Symbol(symbol) => {
                let mut words = BTreeSet::new();
                openings(book, language, chart.tongue, *symbol, &mut seen, &mut words);
                candidates.extend(words.into_iter().map(|words| (at, words)));
            }
            Expectation::End => {}
        }
    }
    let begins = chart.starts.contains(&at);
    let mut best: Option<(usize, usize, String, Range<usize>)> = None;
    for (at, words) in candidates {
        let range = stretch(script, chart.text, at, &words);
        let found = chart.text.get(range.clone()).unwrap_or("");
        let words = if begins { capital(&words) } else { words };
        let Some(distance) = distance(found, &words).filter(|distance| *distance > 0) else {
            continue;
        };
        // Of equally near ones the longer is surer.
        let key = (distance, usize::MAX - words.len());
        if best.as_ref().is_none_or(|best| key < (best.0, best.1)) {
            best = Some((key.0, key.1, words, range));
        }
    }
    best.map(|best| (best.2, best.3))
}

/// The words that a symbol may begin with; for a vocabulary its names.
fn openings(
    book: &Phrasebook,
    language: usize,
    tongue: &Tongue,
    symbol: Symbol,
    seen: &mut BTreeSet<Symbol>,
    words: &mut BTreeSet<String>,
) {
    if !seen.insert(symbol) {
        return;
    }
    match symbol {
        Symbol::Full(category) => openings(book, language, tongue, Symbol::Operand(category), seen, words),
        Symbol::Operand(category) => {
            let Some((trie, root)) = tongue.operands.get(category).and_then(|trie| trie.nodes.first().map(|root| (trie, root)))
            else {
                return;
            };
            let mut found = Vec::new();
            for (label, child) in &root.literals {
                finish(tongue.script, trie, String::new(), label, *child, &mut found);
            }
            words.extend(found);
            for (symbol, _) in &root.slots {
                openings(book, language, tongue, *symbol, seen, words);
            }
        }
        Symbol::Term(vocabulary) => {
            let terms = book.spec.vocabularies.get(vocabulary).map_or(&[][..], |vocabulary| &vocabulary.terms);
            for name in terms.iter().filter_map(|term| term.names.get(language)).flatten() {
                words.extend([Some(&name.text), name.plural.as_ref()].into_iter().flatten().cloned());
            }
        }
        Symbol::Integer | Symbol::Length | Symbol::Dice | Symbol::Quoted => {}
    }
}

pub(crate) fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The phrase that shares most words with a text, filled with an example.
fn nearest_phrase(book: &Phrasebook, language: usize, text: &str) -> Option<String> {
    let tongue = book.tongues.get(language)?;
    let found = units(tongue.script, text);
    let mut best: Option<(usize, usize, usize)> = None;
    for variant in &tongue.variants {
        let words: Vec<&str> = variant
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Text(text) => Some(units(tongue.script, text)),
                Step::Slot(_) => None,
            })
            .flatten()
            .collect();
        let shared = common(&words, &found);
        // A phrase whose words are all there is not what is missing.
        if shared < 2 || shared == words.len() || shared * 10 < words.len() * 6 {
            continue;
        }
        let key = (shared, usize::MAX - words.len());
        if best.is_none_or(|best| key > (best.0, best.1)) {
            best = Some((key.0, key.1, variant.phrase));
        }
    }
    let phrase = best?.2;
    let args = book.sample_args(phrase, 1, &mut |_| 0)?;
    let example = book.write(language, &Tree::made(TreeNode::Phrase { phrase, args }));
    // An example that says what stands there is no help.
    (normalise(tongue.script, &example).text != text).then_some(example)
}

/// Words, or characters where there are no blanks.
fn units(script: Script, text: &str) -> Vec<&str> {
    match script {
        Script::Spaced => text
            .split(' ')
            .map(|word| word.trim_matches(|char: char| !char.is_alphanumeric()))
            .filter(|word| !word.is_empty())
            .collect(),
        Script::Unspaced => {
            let chars = text.char_indices().filter(|(_, char)| char.is_alphanumeric());
            chars.filter_map(|(index, char)| text.get(index..index + char.len_utf8())).collect()
        }
    }
}

/// The length of the longest sequence that both have in order.
fn common(one: &[&str], other: &[&str]) -> usize {
    let mut row = vec![0_usize; other.len() + 1];
    for word in one {
        let mut diagonal = 0;
        for (index, found) in other.iter().enumerate() {
            let above = row.get(index + 1).copied().unwrap_or(0);
            let left = row.get(index).copied().unwrap_or(0);
            let best = if word.eq_ignore_ascii_case(found) { diagonal + 1 } else { above.max(left) };
            diagonal = above;
            if let Some(cell) = row.get_mut(index + 1) {
                *cell = best;
            }
        }
    }
    row.last().copied().unwrap_or(0)
}
