//! Mistakes in lines, keys, values and the marks of YAML.

use crate::Mutant;
use std::ops::Range;

/// Keys that a card may do without: left out, it is another card.
pub(crate) const OPTIONAL: &[&str] =
    &["version", "copies", "source", "note", "flavour", "limit", "user", "target", "resolving", "text", "- use", "rule"];

/// Numbers that may be 0, and those that may be below it, as the kinds of the pack say.
const MAY_BE_ZERO: &[&str] = &[
    "evade_stat",
    "arcane_stat",
    "melee_stat",
    "melee_reach",
    "summoned",
    "cost",
    "high_guard",
    "falling_swing",
    "thrust",
    "sweeping_cut",
    "rising_attack",
    "low_guard",
];
const MAY_BE_LESS: &[&str] = &["evade_stat"];

/// All mistakes of this sort in a file.
pub(crate) fn mutants(file: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = file.lines().collect();
    let mut out = Vec::new();
    // How far a block of the author's own words is indented.
    let mut own: Option<usize> = None;
    for at in 0..lines.len() {
        let indent = lines[at].len() - lines[at].trim_start().len();
        own = own.filter(|own| indent > *own);
        if own.is_some() {
            continue;
        }
        if lines[at].trim_end().ends_with("source: >-") {
            own = Some(indent);
        }
        let code = lines[at].split(" #").next().unwrap_or("");
        if code.trim().is_empty() || code.trim_start().starts_with('#') {
            continue;
        }
        Line { lines: &lines, at, code, out: &mut out }.spoil();
    }
    out
}

struct Line<'a, 'o> {
    lines: &'a [&'a str],
    at: usize,
    code: &'a str,
    out: &'o mut Vec<Mutant>,
}

impl Line<'_, '_> {
    /// The file with other lines in place of this one.
    fn put(&mut self, sort: &'static str, new: &[&str], what: String, another_card: bool) {
        let lines: Vec<&str> = self.lines[..self.at]
            .iter()
            .copied()
            .chain(new.iter().copied())
            .chain(self.lines[self.at + 1..].iter().copied())
            .collect();
        let right = self.right();
        self.out.push(Mutant { sort, right, text: lines.join("\n") + "\n", what, another_card });
    }

    /// This line and its neighbours; the head of the group it stands in, where what is missing is told.
    fn right(&self) -> Vec<usize> {
        let here = self.at + 1;
        let indent = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
        let own = indent(self.code);
        let mut head = self.at;
        for up in (0..self.at).rev() {
            let line = self.lines[up];
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            if indent(line) < own {
                break;
            }
            if indent(line) == own {
                head = up;
                if line.trim_start().starts_with('-') {
                    break;
                }
            }
        }
        vec![here, here.saturating_sub(1), here + 1, head + 1]
    }

    fn part(&mut self, sort: &'static str, place: Range<usize>, new: &str) {
        self.part_of(sort, place, new, false);
    }

    fn part_of(&mut self, sort: &'static str, place: Range<usize>, new: &str, another_card: bool) {
        let was = self.code[place.clone()].to_owned();
        if was == new {
            return;
        }
        let line = format!("{}{new}{}", &self.code[..place.start], &self.code[place.end..]);
        self.put(sort, &[&line], format!("`{was}` → `{new}` in `{}`", self.code.trim()), another_card);
    }

    fn spoil(&mut self) {
        let line = self.code.to_owned();
        let trimmed = line.trim().to_owned();
        let optional = OPTIONAL
            .iter()
            .any(|key| trimmed.trim_start_matches("- ").starts_with(&format!("{}:", key.trim_start_matches("- "))));
        self.put("line dropped", &[], trimmed.clone(), optional);
        self.put("line doubled", &[&line, &line], trimmed.clone(), false);
        let indent = line.len() - line.trim_start().len();
        for more in [1, 2] {
            self.put("indented wrongly", &[&format!("{}{line}", " ".repeat(more))], format!("{more} more: {trimmed}"), false);
        }
        for less in [1, 2].into_iter().filter(|less| *less <= indent) {
            self.put("indented wrongly", &[&line[less..]], format!("{less} less: {trimmed}"), false);
        }
        self.put("tab", &[&format!("\t{trimmed}")], format!("tab: {trimmed}"), false);
        let keys = self.keys();
        for key in &keys {
            self.key(key.clone());
        }
        self.values(&keys);
        for (place, c) in line.char_indices().filter(|(_, c)| matches!(c, '{' | '}' | '[' | ']')) {
            self.part("bracket dropped", place..place + c.len_utf8(), "");
        }
    }

    /// Words before a colon.
    fn keys(&self) -> Vec<Range<usize>> {
        let mut keys = Vec::new();
        for (colon, _) in self.code.match_indices(':') {
            if !self.code[colon + 1..].is_empty() && !self.code[colon + 1..].starts_with(' ') {
                continue;
            }
            let start =
                self.code[..colon].rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).map_or(0, |at| at + 1);
            // Words of a sentence that has a colon are no key.
            let before = self.code[..start].trim_end();
            if start < colon
                && (before.is_empty() || before.ends_with(['{', ',', '-']))
                && !self.code[start..colon].starts_with('-')
            {
                keys.push(start..colon);
            }
        }
        keys
    }

    fn key(&mut self, key: Range<usize>) {
        let word = self.code[key.clone()].to_owned();
        let half = word.len() / 2;
        self.part("key misspelt", key.start + half..key.start + half + 1, "");
        self.part("key misspelt", key.clone(), &format!("{word}q"));
        if word.len() > 2 {
            let (a, b) = (&word[half - 1..half], &word[half..half + 1]);
            self.part("key misspelt", key.start + half - 1..key.start + half + 1, &format!("{b}{a}"));
        }
        self.part("key misspelt", key.clone(), &word.to_uppercase());
        self.part("colon dropped", key.end..key.end + 1, "");
        if self.code[key.end + 1..].starts_with(' ') {
            self.part("blank dropped", key.end + 1..key.end + 2, "");
        }
    }

    fn values(&mut self, keys: &[Range<usize>]) {
        for key in keys {
            let word = self.code[key.clone()].to_owned();
            if matches!(word.as_str(), "en" | "zh-Hant" | "name" | "source" | "note" | "says" | "rule" | "version" | "copies") {
                continue;
            }
            let from = key.end + 1;
            let rest = &self.code[from..];
            let blank = rest.len() - rest.trim_start().len();
            let start = from + blank;
            let text = rest.trim_start();
            if text.starts_with('[') {
                let end = text.find(']').unwrap_or(text.len());
                self.list(start + 1..start + end);
                continue;
            }
            if text.is_empty() || text.starts_with(['{', '>', '|', '"', '\'']) {
                continue;
            }
            let end = start + text.find([',', '}']).unwrap_or(text.len());
            self.value(&word, start..end);
        }
    }

    fn value(&mut self, key: &str, place: Range<usize>) {
        let was = self.code[place.clone()].trim_end().to_owned();
        let place = place.start..place.start + was.len();
        self.part("value left out", place.clone(), "");
        let number: String = was.chars().filter(|c| c.is_ascii_digit()).collect();
        if was.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit()) || (was == "N") {
            let unit = was.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
            let unit = if was == "N" { "" } else { unit };
            self.part_of("number out of range", place.clone(), &format!("-1{unit}"), MAY_BE_LESS.contains(&key));
            if number != "0" {
                self.part_of("number out of range", place.clone(), &format!("0{unit}"), MAY_BE_ZERO.contains(&key));
            }
            for wrong in ["999999", "99999999999", "99999999999999999999999"] {
                self.part("number out of range", place.clone(), &format!("{wrong}{unit}"));
            }
            // Inches may well be broken.
            self.part_of("number out of range", place.clone(), &format!("1.5{unit}"), unit == "\"");
            self.part("number out of range", place.clone(), &format!("{number}x"));
            self.part("wrong type", place.clone(), "many");
            self.part("wrong type", place.clone(), "[1]");
            self.part("wrong type", place.clone(), "{en: 1}");
            if !unit.is_empty() {
                self.part("unit dropped", place.clone(), &number);
            }
        } else if was.is_ascii() && was.len() > 2 && was.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            self.term(place.clone());
            self.part("wrong type", place.clone(), "7");
            self.part("wrong type", place, "{en: 1}");
        }
    }

    fn term(&mut self, place: Range<usize>) {
        let word = self.code[place.clone()].to_owned();
        if word.len() < 3 {
            return;
        }
        let half = word.len() / 2;
        self.part("term misspelt", place.start + half..place.start + half + 1, "");
        self.part(
            "term misspelt",
            place.start + half - 1..place.start + half + 1,
            &format!("{}{}", &word[half..=half], &word[half - 1..half]),
        );
        self.part("term misspelt", place, "nonsense");
    }

    fn list(&mut self, place: Range<usize>) {
        let inside = self.code[place.clone()].to_owned();
        let mut start = place.start;
        for item in inside.split(',') {
            let at = start + (item.len() - item.trim_start().len());
            let word = item.trim().to_owned();
            start += item.len() + 1;
            if word.is_empty() {
                continue;
            }
            let here = at..at + word.len();
            self.part("entry doubled", here.clone(), &format!("{word}, {word}"));
            if word.chars().all(|c| c.is_ascii_digit()) {
                for wrong in ["-1", "0", "999999", "1.5", "many"] {
                    self.part("number out of range", here.clone(), wrong);
                }
            } else if word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                self.term(here);
            }
        }
        if let Some(comma) = inside.find(", ") {
            self.part("comma dropped", place.start + comma..place.start + comma + 1, "");
        }
    }
}
