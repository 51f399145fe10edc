//! The program's own words in the languages it speaks; the words of a game come from its packs.

/// A language of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tongue {
    /// English, and wherever the program has no words of a language.
    #[default]
    English,
    /// Chinese in traditional characters.
    Chinese,
}

impl Tongue {
    /// The language for a tag such as `zh-Hant`.
    pub fn of(tag: &str) -> Self {
        if tag.to_ascii_lowercase().starts_with("zh") { Tongue::Chinese } else { Tongue::English }
    }
}

/// One sentence in each language, with the names in sight filled in.
macro_rules! said {
    ($words:expr, $english:literal, $chinese:literal) => {
        match $words.tongue {
            $crate::tongue::Tongue::English => format!($english),
            $crate::tongue::Tongue::Chinese => format!($chinese),
        }
    };
}
pub(crate) use said;

/// Columns that a text takes: characters of East Asia take two.
pub fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6)
}

/// A text with blanks behind it, up to so many columns.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Lines of at most so many columns; what is written without blanks breaks anywhere.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in pieces(paragraph) {
            if !line.is_empty() && width(&line) + width(word.trim_end()) > columns {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
            line.push_str(&word);
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Words with the blanks behind them; each wide character is a word of its own, with the marks that belong to it.
fn pieces(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        let closes = matches!(c, ' ' | '。' | '，' | '；' | '：' | '、' | '？' | '！' | '）' | '」');
        let opened = matches!(before, '（' | '「');
        let same_word = before != ' ' && !is_wide(before) && !is_wide(c);
        match out.last_mut() {
            Some(last) if closes || opened || same_word => last.push(c),
            _ => out.push(c.to_string()),
        }
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_measured_and_wrapped() {
        assert_eq!(width("ab月石"), 6);
        assert_eq!(padded("月", 4), "月  ");
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("月石在地下。", 8), ["月石在地", "下。"]);
    }
}
