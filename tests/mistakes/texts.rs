//! Mistakes in sentences, in one language at a time.

use crate::{Mutant, tree};
use cardwright_content::yaml::{Node, Scalar, Value};
use std::ops::Range;

/// Keys under which stand names and other words of the author's own.
const OWN: &[&str] = &["name", "source", "note", "flavour", "says", "also", "because", "prompt", "tell"];

/// A sentence in the file.
struct Text {
    span: Range<usize>,
    spaced: bool,
}

/// All mistakes in all texts of a file.
pub(crate) fn mutants(file: &str) -> Vec<Mutant> {
    let Some(root) = tree(file) else { return Vec::new() };
    let mut texts = Vec::new();
    collect(&root, &mut texts);
    let mut out = Vec::new();
    for text in texts {
        Spoiler { file, span: text.span.clone(), out: &mut out }.text(&text);
    }
    out
}

/// Texts stand under language tags.
fn collect(node: &Node, out: &mut Vec<Text>) {
    match &node.value {
        Value::Map(entries) => {
            for (key, value) in entries {
                if OWN.contains(&key.text.as_str()) {
                    continue;
                }
                match (key.text.as_str(), &value.value) {
                    ("en" | "zh-Hant", Value::Scalar(Scalar { span, .. })) => {
                        out.push(Text { span: span.clone(), spaced: key.text == "en" })
                    }
                    _ => collect(value, out),
                }
            }
        }
        Value::List(items) => {
            for item in items {
                collect(item, out);
            }
        }
        _ => {}
    }
}

struct Spoiler<'a, 'o> {
    file: &'a str,
    /// The text that is spoilt.
    span: Range<usize>,
    out: &'o mut Vec<Mutant>,
}

impl Spoiler<'_, '_> {
    /// The file with other bytes in a place.
    fn put(&mut self, sort: &'static str, place: Range<usize>, new: &str) {
        let was = &self.file[place.clone()];
        if was == new {
            return;
        }
        // In a text over several lines a word that lacks its neighbour is seen at the line before or after.
        let line_of = |at: usize| self.file[..at].matches('\n').count() + 1;
        let line = line_of(place.start).saturating_sub(1).max(line_of(self.span.start));
        let last = (line_of(place.end) + 1).min(line_of(self.span.end));
        let text = format!("{}{new}{}", &self.file[..place.start], &self.file[place.end..]);
        self.out.push(Mutant {
            sort,
            right: (line..=last).collect(),
            text,
            what: format!("`{was}` → `{new}`"),
            another_card: false,
        });
    }

    fn text(&mut self, text: &Text) {
        let words = if text.spaced { self.words(text) } else { self.letters(text) };
        for word in &words {
            self.word(word.clone(), text.spaced);
        }
        if !text.spaced {
            for pair in words.windows(2) {
                if pair[0].end != pair[1].start {
                    continue;
                }
                let swapped = format!("{}{}", &self.file[pair[1].clone()], &self.file[pair[0].clone()]);
                self.put("letters swapped", pair[0].start..pair[1].end, &swapped);
            }
        }
        self.marks(text);
        self.clauses(text);
    }

    /// Words of a spaced language, without the quotes of YAML around the whole.
    fn words(&self, text: &Text) -> Vec<Range<usize>> {
        let mut words = Vec::new();
        let mut start = None;
        for (at, c) in self.file[text.span.clone()].char_indices().map(|(at, c)| (text.span.start + at, c)) {
            if c.is_whitespace() {
                if let Some(start) = start.take() {
                    words.push(start..at);
                }
            } else if start.is_none() {
                start = Some(at);
            }
        }
        if let Some(start) = start {
            words.push(start..text.span.end);
        }
        let quote = |at: usize| self.file[at..].starts_with(['"', '\'']);
        if let Some(first) = words.first_mut()
            && quote(first.start)
        {
            first.start += 1;
            if let Some(last) = words.last_mut() {
                last.end -= 1;
            }
        }
        words
    }

    /// Letters of a language without blanks.
    fn letters(&self, text: &Text) -> Vec<Range<usize>> {
        self.file[text.span.clone()]
            .char_indices()
            .map(|(at, c)| (text.span.start + at, c))
            .filter(|(_, c)| !c.is_whitespace() && !c.is_ascii())
            .map(|(at, c)| at..at + c.len_utf8())
            .collect()
    }

    fn word(&mut self, word: Range<usize>, spaced: bool) {
        let was = self.file[word.clone()].to_owned();
        if spaced {
            let letters: Vec<(usize, char)> = was.char_indices().filter(|(_, c)| c.is_alphabetic()).collect();
            for at in [letters.len() / 2, letters.len().saturating_sub(1)] {
                if let Some((at, c)) = letters.get(at) {
                    let at = word.start + at;
                    self.put("letter dropped", at..at + c.len_utf8(), "");
                    self.put("letter doubled", at..at + c.len_utf8(), &format!("{c}{c}"));
                }
            }
            for pair in letters.windows(2).skip(letters.len().saturating_sub(1) / 2).take(1) {
                let (a, b) = (pair[0], pair[1]);
                if b.0 == a.0 + a.1.len_utf8() {
                    self.put("letters swapped", word.start + a.0..word.start + b.0 + b.1.len_utf8(), &format!("{}{}", b.1, a.1));
                }
            }
            let blank = self.file[word.end..].chars().take_while(|c| c.is_whitespace()).map(char::len_utf8).sum::<usize>();
            self.put("word dropped", word.start..word.end + blank, if blank > 1 { "\n                " } else { "" });
            self.put("word doubled", word.start..word.end, &format!("{was} {was}"));
        } else {
            self.put("word dropped", word.clone(), "");
            self.put("word doubled", word, &format!("{was}{was}"));
        }
    }

    fn marks(&mut self, text: &Text) {
        let inside = self.file[text.span.clone()].to_owned();
        let mut digits: Option<usize> = None;
        for (at, c) in inside.char_indices().chain([(inside.len(), ' ')]) {
            let place = text.span.start + at;
            if c.is_ascii_digit() {
                digits.get_or_insert(place);
                continue;
            }
            if let Some(start) = digits.take() {
                let number: i64 = self.file[start..place].parse().unwrap_or(0);
                self.put("number changed", start..place, &(number + 1).to_string());
                self.put("number changed", start..place, "");
                self.put("number huge", start..place, "99999999999");
                self.put("number huge", start..place, "1.5");
                let escaped = usize::from(c == '\\');
                if self.file[place + escaped..].starts_with('"')
                    && place + escaped + 1 < text.span.end + usize::from(escaped == 0)
                {
                    self.put("inch mark dropped", place..place + escaped + 1, "");
                }
            }
            match c {
                '.' | '。' => {
                    self.put("full stop dropped", place..place + c.len_utf8(), "");
                    self.put("full stop doubled", place..place + c.len_utf8(), &format!("{c}{c}"));
                    self.put("mark changed", place..place + c.len_utf8(), ",");
                }
                '−' | '+' => {
                    self.put("sign changed", place..place + c.len_utf8(), if c == '+' { "−" } else { "+" });
                    self.put("sign changed", place..place + c.len_utf8(), "");
                }
                ',' | ';' | ':' | '，' | '；' | '：' => self.put("mark changed", place..place + c.len_utf8(), ""),
                ' ' if at < inside.len() && !inside.starts_with(['"', '\'']) => {
                    self.put("comment eats text", place..place + 1, " #")
                }
                _ => {}
            }
        }
    }

    /// Sentences, and parts of sentences between marks, left out or said twice.
    fn clauses(&mut self, text: &Text) {
        let inside = self.file[text.span.clone()].to_owned();
        let mut start = 0;
        let mut parts = Vec::new();
        for (at, c) in inside.char_indices() {
            if matches!(c, '.' | '。' | ',' | '，' | ';' | '；' | ':' | '：') {
                parts.push(start..at + c.len_utf8());
                start = at + c.len_utf8();
            }
        }
        if parts.len() < 2 {
            return;
        }
        for part in parts {
            let place = text.span.start + part.start..text.span.start + part.end;
            let was = self.file[place.clone()].to_owned();
            self.put("clause dropped", place.clone(), "");
            self.put("clause doubled", place, &format!("{was} {was}"));
        }
    }
}
