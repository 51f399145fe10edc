//! One form for all typographic variants of a text, with a map back to the bytes that were written.
//!
//! Curly and straight apostrophes, dashes, full-width digits and punctuation, kinds of blank: none of them may change what
//! a text means, so reader and templates both work on the normal form. In it
//!
//! - blanks are single, and none stand at the ends; in a language without blanks only those between two Latin letters or
//!   two digits are left;
//! - in Chinese a point that is not in a number is `。`;
//! - `vs.`, `i.e.`, `e.g.` and an `etc.` that ends no sentence lose their points, which would end a sentence;
//! - an apostrophe is `'`, a dash or minus is `-`, full-width ASCII is ASCII;
//! - `"` is always the inch mark, and quotation marks are always `“` and `”`, also for 「」 and 『』. A straight or closing
//!   mark right after an amount (a digit, a bracket that closes, a capital that is no part of a word, as in `2X"`) is an
//!   inch mark, unless it is the last mark that could close an open quotation. A blank before an inch mark is left out.

use std::ops::Range;

/// How a language sets its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// Blanks between words; sentences begin with a capital.
    Spaced,
    /// No blanks, no capitals: Chinese, Japanese.
    Unspaced,
}

impl Script {
    /// The script of a language tag.
    pub(crate) fn of(language: &str) -> Script {
        match language.split(['-', '_']).next() {
            Some("zh" | "ja" | "yue" | "lzh") => Script::Unspaced,
            Some(_) | None => Script::Spaced,
        }
    }
}

/// A text in normal form.
#[derive(Debug)]
pub(crate) struct Normal {
    /// The normal form.
    pub(crate) text: String,
    /// For each byte of `text` the original bytes of the character it comes from.
    origin: Vec<(u32, u32)>,
    /// Length of the original text.
    length: usize,
}

impl Normal {
    /// The same with a semicolon in place of the full stop of `bytes` bytes at a place.
    pub(crate) fn with_semicolon(&self, at: usize, bytes: usize) -> Normal {
        let mut text = self.text.clone();
        let mut origin = self.origin.clone();
        if text.is_char_boundary(at) && text.is_char_boundary(at + bytes) {
            text.replace_range(at..at + bytes, ";");
            origin.drain(at + 1..at + bytes);
        }
        Normal { text, origin, length: self.length }
    }

    /// The original bytes of a stretch of the normal form.
    pub(crate) fn original(&self, range: Range<usize>) -> Range<usize> {
        let start = self.origin.get(range.start).map_or(self.length, |origin| origin.0 as usize);
        let last = range.end.checked_sub(1).and_then(|last| self.origin.get(last));
        match last {
            Some(last) if range.end > range.start => start..(last.1 as usize).max(start),
            // An empty stretch stands right after what is before it.
            Some(last) => last.1 as usize..last.1 as usize,
            None => start..start,
        }
    }
}

/// A character in the making: what it became, and the bytes it was.
#[derive(Clone, Copy)]
struct Mark {
    char: char,
    start: u32,
    end: u32,
}

/// Brings a text into normal form.
pub(crate) fn normalise(script: Script, original: &str) -> Normal {
    let marks = quotes(script, shortened(script, fold(original)), false);
    let mut normal = Normal { text: String::with_capacity(original.len()), origin: Vec::new(), length: original.len() };
    for (index, mark) in marks.iter().enumerate() {
        if mark.char == ' ' && !keeps_blank(script, normal.text.chars().next_back(), marks.get(index + 1)) {
            continue;
        }
        normal.text.push(stop(script, &marks, index, mark.char));
        normal.origin.resize(normal.text.len(), (mark.start, mark.end));
    }
    normal
}

/// Brings the literal text of a template into normal form. Blanks at its ends are kept (one each), since a slot may stand
/// there; `after_slot` makes a `"` at the beginning an inch mark.
pub(crate) fn normalise_literal(script: Script, literal: &str, after_slot: bool) -> String {
    let marks = quotes(script, shortened(script, fold(literal)), after_slot);
    let mut text = String::with_capacity(literal.len());
    for (index, mark) in marks.iter().enumerate() {
        let edge = index == 0 || index + 1 == marks.len();
        if mark.char == ' ' && !edge && !keeps_blank(script, text.chars().next_back(), marks.get(index + 1)) {
            continue;
        }
        text.push(stop(script, &marks, index, mark.char));
    }
    text
}

/// In Chinese a point that does not stand in a number is a full stop.
fn stop(script: Script, marks: &[Mark], index: usize, char: char) -> char {
    let digit = |at: Option<&Mark>| at.is_some_and(|mark| mark.char.is_ascii_digit());
    if char != '.' || script == Script::Spaced || (digit_before(marks, index) && digit(marks.get(index + 1))) {
        return char;
    }
    '。'
}

/// Whether a blank between two characters is kept.
fn keeps_blank(script: Script, before: Option<char>, after: Option<&Mark>) -> bool {
    let (Some(before), Some(after)) = (before, after) else {
        return false;
    };
    match script {
        Script::Spaced => before != ' ',
        Script::Unspaced => {
            (before.is_ascii_alphabetic() && after.char.is_ascii_alphabetic())
                || (before.is_ascii_digit() && after.char.is_ascii_digit())
        }
    }
}

/// Folds single characters and runs of blanks.
fn fold(original: &str) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::with_capacity(original.len());
    for (start, char) in original.char_indices() {
        let Some(folded) = fold_char(char) else {
            continue;
        };
        let end = start + char.len_utf8();
        let mark = Mark { char: folded, start: start as u32, end: end as u32 };
        // Two apostrophes after a digit are an inch mark.
        let inches = folded == '\'' && digit_before(&marks, marks.len().saturating_sub(1));
        match marks.last_mut() {
            Some(last) if last.char == ' ' && folded == ' ' => last.end = mark.end,
            Some(last) if last.char == '\'' && inches => {
                last.char = '"';
                last.end = mark.end;
            }
            Some(_) | None => marks.push(mark),
        }
    }
    marks
}

/// Shortened words, and whether a sentence may end with one.
const SHORTENED: [(&str, bool); 4] = [("vs.", false), ("i.e.", false), ("e.g.", false), ("etc.", true)];

/// Takes the points out of shortened words.
fn shortened(script: Script, mut marks: Vec<Mark>) -> Vec<Mark> {
    if script == Script::Unspaced {
        return marks;
    }
    let mut index = 0;
    while index < marks.len() {
        let inside = index.checked_sub(1).and_then(|before| marks.get(before)).is_some_and(|mark| mark.char.is_alphanumeric());
        let stands = |word: &str| word.chars().enumerate().all(|(n, char)| marks.get(index + n).is_some_and(|m| m.char == char));
        let found = SHORTENED.iter().find(|(word, _)| !inside && stands(word));
        if let Some((word, ends)) = found {
            let behind: Vec<char> = marks.iter().skip(index + word.len()).take(2).map(|mark| mark.char).collect();
            let goes_on = match behind.as_slice() {
                [' ', next] => !next.is_uppercase(),
                [next, ..] => *next != ' ',
                [] => false,
            };
            if goes_on || !ends {
                let end = index + word.len();
                let kept: Vec<Mark> =
                    marks.get(index..end).unwrap_or_default().iter().filter(|m| m.char != '.').copied().collect();
                index += kept.len();
                marks.splice(end - word.len()..end, kept);
                continue;
            }
        }
        index += 1;
    }
    marks
}

/// The normal form of one character; `None` drops it.
fn fold_char(char: char) -> Option<char> {
    Some(match char {
        ' '..='~' => char,
        '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{00AD}' => return None,
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{02BC}' | '\u{2032}' => '\'',
        '\u{2010}'..='\u{2013}' | '\u{2212}' => '-',
        '\u{2033}' => '"',
        '\u{201C}' | '「' | '『' | '\u{201F}' => '“',
        '\u{201D}' | '」' | '』' => '”',
        '\u{FF61}' => '。',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(char) - 0xFEE0).unwrap_or(char),
        _ if char.is_whitespace() || char.is_control() => ' ',
        _ => char,
    })
}

/// Whether a digit stands right before a mark.
fn digit_before(marks: &[Mark], index: usize) -> bool {
    index.checked_sub(1).and_then(|before| marks.get(before)).is_some_and(|mark| mark.char.is_ascii_digit())
}

/// Whether an amount ends right before a mark: a digit, a bracket, or a capital that stands for a number.
fn amount_before(script: Script, marks: &[Mark], index: usize) -> bool {
    let back = |by: usize| index.checked_sub(by).and_then(|at| marks.get(at)).map(|mark| mark.char);
    match back(1) {
        Some(')') => true,
        Some(last) if last.is_ascii_uppercase() => match script {
            Script::Spaced => !back(2).is_some_and(char::is_alphabetic),
            Script::Unspaced => !back(2).is_some_and(|before| before.is_ascii_alphabetic()),
        },
        Some(last) => last.is_ascii_digit(),
        None => false,
    }
}

/// Tells inch marks from quotation marks.
fn quotes(script: Script, mut marks: Vec<Mark>, after_slot: bool) -> Vec<Mark> {
    let mut depth = 0_usize;
    let mut index = 0;
    while let Some(char) = marks.get(index).map(|mark| mark.char) {
        if char == '"' && apart(script, &marks, index, depth) {
            index -= 1;
            marks.remove(index);
        }
        let after_amount = amount_before(script, &marks, index) || (index == 0 && after_slot);
        let becomes = match char {
            '"' | '”' if after_amount => {
                if depth == 0 || closed_later(script, &marks, index) {
                    '"'
                } else {
                    '”'
                }
            }
            '"' => {
                let before = index.checked_sub(1).and_then(|before| marks.get(before)).map(|mark| mark.char);
                let begins = matches!(before, None | Some(' ' | '('));
                match depth == 0 || begins {
                    // Behind a word and without a partner it is the inch mark of an amount in words.
                    true if before.is_some_and(|c| c.is_alphabetic() && !c.is_uppercase())
                        && !closed_later(script, &marks, index) =>
                    {
                        '"'
                    }
                    true => '“',
                    false => '”',
                }
            }
            _ => char,
        };
        match becomes {
            '“' => depth += 1,
            '”' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(mark) = marks.get_mut(index) {
            mark.char = becomes;
        }
        index += 1;
    }
    marks
}

/// Whether a straight mark is an inch mark that a blank parts from its amount: a quotation would begin with a word, or end
/// somewhere.
fn apart(script: Script, marks: &[Mark], index: usize, depth: usize) -> bool {
    let Some(blank) = index.checked_sub(1).filter(|blank| marks.get(*blank).is_some_and(|mark| mark.char == ' ')) else {
        return false;
    };
    let word = marks.get(index + 1).is_some_and(|next| next.char.is_alphanumeric());
    amount_before(script, marks, blank) && (!word || (depth == 0 && !closed_later(script, marks, index)))
}

/// Whether a later mark closes the quotation that is open at `index`. A straight mark after a blank opens another, unless
/// an amount stands before the blank.
fn closed_later(script: Script, marks: &[Mark], index: usize) -> bool {
    for (at, mark) in marks.iter().enumerate().skip(index + 1) {
        match mark.char {
            '“' => return false,
            '”' => return true,
            '"' => {
                let open = at > 0 && marks.get(at - 1).is_some_and(|before| matches!(before.char, ' ' | '('));
                return !open || apart(script, marks, at, 1);
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(script: Script, text: &str) -> String {
        normalise(script, text).text
    }

    #[test]
    fn typographic_variants_become_one() {
        assert_eq!(normal(Script::Spaced, "  this\u{a0} model\u{2019}s \t −1 "), "this model's -1");
        assert_eq!(normal(Script::Unspaced, "距離 ３＂ 內，"), "距離3\"內,");
        assert_eq!(normal(Script::Unspaced, "畢克 Beaky  Bobby 的"), "畢克Beaky Bobby的");
    }

    #[test]
    fn inch_marks_are_told_from_quotation_marks() {
        assert_eq!(normal(Script::Spaced, "within 3” of"), "within 3\" of");
        assert_eq!(normal(Script::Spaced, "within 3'' of"), "within 3\" of");
        assert_eq!(normal(Script::Spaced, "gains \"Moves 3\".\""), "gains “Moves 3\".”");
        assert_eq!(normal(Script::Spaced, "gains “costs 3”"), "gains “costs 3”");
        assert_eq!(normal(Script::Unspaced, "獲得「移動3＂」"), "獲得“移動3\"”");
        assert_eq!(normal(Script::Spaced, "gains \"costs 3\" and \"costs 4\" more"), "gains “costs 3” and “costs 4” more");
    }

    #[test]
    fn an_inch_mark_may_follow_any_amount() {
        for (text, is) in [
            ("moves X\".", "moves X\"."),
            ("moves X” or 2X” away", "moves X\" or 2X\" away"),
            ("moves (X+1)\" and X+2''", "moves (X+1)\" and X+2\""),
            ("moves 3 \" away, or X ″", "moves 3\" away, or X\""),
            ("gains \"moves X\"\"", "gains “moves X\"”"),
            ("gains \"is worth X\" and dies", "gains “is worth X” and dies"),
            ("gains \"moves 3 \" away\" now", "gains “moves 3\" away” now"),
            ("gains 3 \"cards\"", "gains 3 “cards”"),
            ("“Plan X”", "“Plan X”"),
            ("a (small) \"word\"", "a (small) “word”"),
            ("the FOX\" (a)", "the FOX“ (a)"),
        ] {
            assert_eq!(normal(Script::Spaced, text), is);
        }
        for (text, is) in [
            ("移動X＂", "移動X\""),
            ("移動 2X \"內", "移動2X\"內"),
            ("獲得「移動(X+1)\"」", "獲得“移動(X+1)\"”"),
            ("獲得「傷害X」", "獲得“傷害X”"),
        ] {
            assert_eq!(normal(Script::Unspaced, text), is);
        }
    }

    #[test]
    fn shortened_words_end_no_sentence() {
        assert_eq!(normal(Script::Spaced, "+1 vs. each (i.e. all, e.g. A)"), "+1 vs each (ie all, eg A)");
        assert_eq!(normal(Script::Spaced, "A, B, etc. are. A, etc."), "A, B, etc are. A, etc.");
        assert_eq!(normal(Script::Spaced, "A, etc. Then"), "A, etc. Then");
        assert_eq!(normal(Script::Spaced, "with RLOS vs. Bvs."), "with RLOS vs Bvs.");
        assert_eq!(normalise_literal(Script::Spaced, " vs. ", false), " vs ");
    }

    #[test]
    fn spans_lead_back_to_the_original() {
        let text = "  a\u{2019}s  “b”";
        let normal = normalise(Script::Spaced, text);
        assert_eq!(normal.text, "a's “b”");
        assert_eq!(text.get(normal.original(0..3)), Some("a\u{2019}s"));
        assert_eq!(text.get(normal.original(4..normal.text.len())), Some("“b”"));
        assert_eq!(normal.original(normal.text.len()..normal.text.len()), text.len()..text.len());
    }
}
