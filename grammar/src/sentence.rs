//! Where the sentences of a text begin and end.

use std::ops::Range;

use crate::normal::Script;
use crate::token;

/// A sentence in a text in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// The words, without the full stop and without blanks at the ends.
    pub(crate) words: Range<usize>,
    /// Whether it ends as a sentence must: with a full stop, or with a quotation that ends with one.
    pub(crate) stopped: bool,
    /// It ends in a quotation that ends with a full stop, so the next sentence may belong to it.
    pub(crate) soft: bool,
}

/// Splits a stretch of a text at full stops outside quotations and numbers.
pub(crate) fn split(script: Script, text: &str, range: Range<usize>) -> Vec<Sentence> {
    let part = text.get(range.clone()).unwrap_or("");
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(char) = part.get(at..).and_then(|rest| rest.chars().next()) {
        let next = at + char.len_utf8();
        let rest = part.get(next..).unwrap_or("");
        match char {
            '“' => {
                let whole = part.get(at..).and_then(token::quoted).unwrap_or(part.len() - at);
                let end = at + whole;
                if ends_in_stop(part.get(at..end).unwrap_or("")) && ends_here(script, part.get(end..).unwrap_or("")) {
                    sentences.push(sentence(part, start..end, range.start, true, true));
                    start = end;
                }
                at = end;
                continue;
            }
            // A sentence in brackets is one as any other.
            '(' | ')'
                if part.get(start..at).is_some_and(|before| before.trim().is_empty())
                    && if char == '(' { holds_sentences(script, rest) } else { !sentences.is_empty() } =>
            {
                start = next;
                at = next;
                continue;
            }
            '。' => {}
            '.' => {
                let digit_before = part.get(..at).is_some_and(|before| before.ends_with(|char: char| char.is_ascii_digit()));
                if digit_before && rest.starts_with(|char: char| char.is_ascii_digit()) {
                    at = next;
                    continue;
                }
            }
            _ => {
                at = next;
                continue;
            }
        }
        sentences.push(sentence(part, start..at, range.start, true, false));
        start = next;
        at = next;
    }
    if part.get(start..).is_some_and(|rest| !rest.trim().is_empty()) {
        sentences.push(sentence(part, start..part.len(), range.start, false, false));
    }
    sentences
}

/// Whether what stands behind an opening bracket are whole sentences, up to its partner.
fn holds_sentences(script: Script, rest: &str) -> bool {
    let mut depth = 1;
    for (at, char) in rest.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let stops = rest.get(..at).is_some_and(|inside| inside.trim_end().ends_with(['.', '。']));
            return stops && (script == Script::Unspaced || ends_here(script, rest.get(at + 1..).unwrap_or("")));
        }
    }
    false
}

/// Whether a quotation ends with a full stop before its last mark.
fn ends_in_stop(quotation: &str) -> bool {
    quotation.trim_end_matches('”').ends_with(['.', '。'])
}

/// Whether a sentence ends before this text: nothing follows, or a capital.
fn ends_here(script: Script, rest: &str) -> bool {
    match rest.trim_start().chars().next() {
        None => true,
        Some(next) => script == Script::Spaced && rest.starts_with(' ') && next.is_uppercase(),
    }
}

fn sentence(part: &str, words: Range<usize>, base: usize, stopped: bool, soft: bool) -> Sentence {
    let text = part.get(words.clone()).unwrap_or("");
    let start = words.start + (text.len() - text.trim_start().len());
    let end = (words.start + text.trim_end().len()).max(start);
    Sentence { words: base + start..base + end, stopped, soft }
}

/// The place of a quotation mark that has no partner.
pub(crate) fn lone_mark(text: &str) -> Option<Range<usize>> {
    let mut open = Vec::new();
    for (index, char) in text.char_indices() {
        match char {
            '“' => open.push(index),
            '”' if open.pop().is_none() => return Some(index..index + char.len_utf8()),
            _ => {}
        }
    }
    open.first().map(|index| *index..index + '“'.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(script: Script, text: &str) -> Vec<&str> {
        split(script, text, 0..text.len()).iter().map(|sentence| &text[sentence.words.clone()]).collect()
    }

    #[test]
    fn stops_in_numbers_and_quotations_do_not_split() {
        assert_eq!(
            words(Script::Spaced, "Move 1.5\". Gain “X. Y.” until Z. Gain “X.” Draw 2. Rest"),
            ["Move 1.5\"", "Gain “X. Y.” until Z", "Gain “X.”", "Draw 2", "Rest"]
        );
        assert_eq!(words(Script::Unspaced, "移動3\"。獲得“飛行。”直到結束。"), ["移動3\"", "獲得“飛行。”直到結束"]);
        assert_eq!(
            words(Script::Spaced, "Draw 2. (Rest 1. Do (not) jog.) Move. (X) is (Y). (Rest.)"),
            ["Draw 2", "Rest 1", "Do (not) jog", "Move", "(X) is (Y)", "Rest"]
        );
        assert_eq!(words(Script::Unspaced, "移動。(休息。)移動。"), ["移動", "休息", "移動"]);
        let open = split(Script::Spaced, "A. B", 0..4);
        assert_eq!(open.iter().map(|sentence| sentence.stopped).collect::<Vec<_>>(), [true, false]);
    }
}
