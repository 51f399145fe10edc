//! The built-in literals: whole numbers, lengths, dice, quotations, and the ends of words.
//!
//! `card.pest` says the same for the pest reader.

use crate::normal::Script;

/// How many bytes of ASCII digits stand at the beginning.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The text after `bytes`; empty beyond the end.
fn after(text: &str, bytes: usize) -> &str {
    text.get(bytes..).unwrap_or("")
}

/// The bytes of an inch mark at the beginning.
pub(crate) fn inch_mark(text: &str) -> Option<usize> {
    for mark in ["\"", "吋", "英吋", "英寸"] {
        if text.starts_with(mark) {
            return Some(mark.len());
        }
    }
    [" inches", " inch"]
        .into_iter()
        .find(|mark| text.strip_prefix(mark).is_some_and(|rest| !rest.chars().next().is_some_and(word_more)))
        .map(str::len)
}

fn word_more(char: char) -> bool {
    char.is_alphabetic() || char.is_ascii_digit()
}

/// The numbers that a text may write as words, from one on; digits are what is written.
const WORDS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A number word at the beginning, with or without a capital: its bytes and value.
fn number_word(script: Script, text: &str) -> Option<(usize, i64)> {
    let first = text.chars().next().filter(|_| script == Script::Spaced)?.to_ascii_lowercase();
    let rest = after(text, 1);
    let (word, value) = WORDS.iter().zip(1..).find(|(word, _)| word.starts_with(first) && rest.starts_with(after(word, 1)))?;
    (!after(text, word.len()).starts_with(word_more)).then_some((word.len(), value))
}

/// A whole number at the beginning, in digits or as a word: its bytes and value.
pub(crate) fn integer(script: Script, text: &str) -> Option<(usize, i64)> {
    if let Some((length, value)) = number_word(script, text) {
        return inch_mark(after(text, length)).is_none().then_some((length, value));
    }
    let length = digits(text);
    if !(1..=9).contains(&length) {
        return None;
    }
    let rest = after(text, length);
    let mut chars = rest.chars();
    let digit_second = chars.next().is_some_and(|first| matches!(first, '.' | 'd' | 'D'))
        && chars.next().is_some_and(|second| second.is_ascii_digit());
    if inch_mark(rest).is_some() || digit_second {
        return None;
    }
    Some((length, text.get(..length)?.parse().ok()?))
}

/// A length at the beginning: its bytes and its value in thousandths of an inch.
pub(crate) fn length(script: Script, text: &str) -> Option<(usize, i64)> {
    if let Some((word, value)) = number_word(script, text) {
        return Some((word + inch_mark(after(text, word))?, value * 1000));
    }
    let whole = digits(text);
    if !(1..=6).contains(&whole) {
        return None;
    }
    let mut value: i64 = text.get(..whole)?.parse::<i64>().ok()? * 1000;
    let mut bytes = whole;
    if after(text, bytes).starts_with('.') {
        let fraction = digits(after(text, bytes + 1));
        if !(1..=3).contains(&fraction) {
            return None;
        }
        let scale = [0, 100, 10, 1].get(fraction)?;
        value += text.get(bytes + 1..bytes + 1 + fraction)?.parse::<i64>().ok()? * scale;
        bytes += 1 + fraction;
    }
    let mark = inch_mark(after(text, bytes))?;
    Some((bytes + mark, value))
}

/// Dice at the beginning: their bytes, count and sides.
pub(crate) fn dice(text: &str) -> Option<(usize, u32, u32)> {
    let count = digits(text);
    let rest = after(text, count);
    if count > 3 || !(rest.starts_with('d') || rest.starts_with('D')) {
        return None;
    }
    let sides = digits(after(rest, 1));
    if !(1..=4).contains(&sides) || after(rest, 1 + sides).starts_with(|next: char| next.is_ascii_alphanumeric()) {
        return None;
    }
    let number = if count == 0 { 1 } else { text.get(..count)?.parse().ok()? };
    Some((count + 1 + sides, number, rest.get(1..1 + sides)?.parse().ok()?))
}

/// A quotation at the beginning, with its marks and with the quotations in it: its bytes.
pub(crate) fn quoted(text: &str) -> Option<usize> {
    if !text.starts_with('“') {
        return None;
    }
    let mut depth = 0_usize;
    for (index, char) in text.char_indices() {
        match char {
            '“' => depth += 1,
            '”' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return Some(index + char.len_utf8());
        }
    }
    None
}

/// A length as it is written.
pub(crate) fn write_length(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let size = thousandths.unsigned_abs();
    let (whole, rest) = (size / 1000, size % 1000);
    if rest == 0 {
        return format!("{sign}{whole}\"");
    }
    let fraction = format!("{rest:03}");
    format!("{sign}{whole}.{}\"", fraction.trim_end_matches('0'))
}

/// What must be looked for after the last letter or digit of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordEnd {
    /// Nothing: the literal ends in a mark, or in a script without words.
    Free,
    /// No letter and no digit may follow.
    Word,
    /// No Latin letter may follow.
    Latin,
    /// No digit may follow.
    Digit,
}

impl WordEnd {
    /// The end that a literal has.
    pub(crate) fn of(script: Script, literal: &str) -> WordEnd {
        match (script, literal.chars().next_back()) {
            (_, Some(last)) if last.is_ascii_digit() => WordEnd::Digit,
            (Script::Spaced, Some(last)) if last.is_alphabetic() => WordEnd::Word,
            (Script::Unspaced, Some(last)) if last.is_ascii_alphabetic() => WordEnd::Latin,
            (_, Some(_) | None) => WordEnd::Free,
        }
    }

    /// Whether a literal with this end may be followed by this text.
    pub(crate) fn allows(self, rest: &str) -> bool {
        let Some(next) = rest.chars().next() else {
            return true;
        };
        match self {
            WordEnd::Free => true,
            WordEnd::Word => !word_more(next),
            WordEnd::Latin => !next.is_ascii_alphabetic(),
            WordEnd::Digit => !next.is_ascii_digit(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_apart() {
        let integer = |text| integer(Script::Spaced, text);
        let length = |text| length(Script::Spaced, text);
        assert_eq!(integer("12 x"), Some((2, 12)));
        assert_eq!(integer("3\""), None);
        assert_eq!(integer("1.5\""), None);
        assert_eq!(integer("2d6"), None);
        assert_eq!(integer("3."), Some((1, 3)));
        assert_eq!(integer("1234567890"), None);
        assert_eq!(length("1.5\" of"), Some((4, 1500)));
        assert_eq!(length("3吋內"), Some((4, 3000)));
        assert_eq!(length("3 inches."), Some((8, 3000)));
        assert_eq!(length("3.0001\""), None);
        assert_eq!(integer("two models"), Some((3, 2)));
        assert_eq!(integer("Ten."), Some((3, 10)));
        assert_eq!(integer("tent"), None);
        assert_eq!(integer("one inch"), None);
        assert_eq!(length("one inch away"), Some((8, 1000)));
        assert_eq!(super::integer(Script::Unspaced, "two"), None);
        assert_eq!(dice("2d6 x"), Some((3, 2, 6)));
        assert_eq!(dice("d6"), Some((2, 1, 6)));
        assert_eq!(dice("d6x"), None);
        assert_eq!(write_length(1500), "1.5\"");
        assert_eq!(write_length(125), "0.125\"");
    }

    #[test]
    fn quotations_nest() {
        assert_eq!(quoted("“a “b” c” d"), Some("“a “b” c”".len()));
        assert_eq!(quoted("“a"), None);
    }
}
