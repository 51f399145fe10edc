//! What a look at the source of a script finds, before any hook runs: `fx.NAME{…}` with a name that no effect has, or an
//! argument that the effect does not take.
//!
//! Only what would be an error wherever it runs is told. A file that uses `fx` as a name of its own is left alone.

use crate::act::stranger;
use crate::load::ScriptProblem;
use crate::names::{hint, nearest, shortened};
use cardwright_core::rules::{Class, Ruleset};
use std::ops::Range;

/// Every problem of one file.
pub(crate) fn scan(rules: &Ruleset, path: &str, source: &str) -> Vec<ScriptProblem> {
    let tokens: Vec<Range<usize>> = Tokens { source, at: 0 }.collect();
    let word = |place: usize| tokens.get(place).and_then(|range| source.get(range.clone())).unwrap_or("");
    let before = |place: usize| place.checked_sub(1).map_or("", &word);
    let fx: Vec<usize> = (0..tokens.len()).filter(|place| word(*place) == "fx" && !matches!(before(*place), "." | ":")).collect();
    if fx.iter().any(|place| !matches!(word(place + 1), "." | "[")) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    let mut tell = |place: usize, message: String| {
        let Some(range) = tokens.get(place) else { return };
        let line = source.get(..range.start).map_or(1, |before| before.matches('\n').count() + 1);
        problems.push(ScriptProblem { path: path.to_owned(), line, message, bytes: Some((range.start, range.end)) });
    };
    let effects = || rules.defs.iter().filter(|def| def.class == Class::Effect);
    for place in fx.into_iter().filter(|place| word(place + 1) == ".").map(|place| place + 2) {
        let name = word(place);
        if !name.starts_with(starts_name) {
            continue;
        }
        let Some(effect) = effects().find(|def| def.id == name) else {
            let near = nearest(name, effects().map(|def| def.id.as_str()));
            tell(place, format!("there is no effect `{}`{}", shortened(name), hint(near)));
            continue;
        };
        let open = place + if word(place + 1) == "(" { 2 } else { 1 };
        for key in keys(&word, open, tokens.len()) {
            if !effect.params.iter().any(|param| param.name == word(key)) {
                let help = stranger(effect, word(key));
                tell(key, format!("the effect `{}` takes no `{}`{help}", effect.id, shortened(word(key))));
            }
        }
    }
    problems
}

/// The names of the table that opens at a place, as far as they are written as names.
fn keys<'s>(word: &impl Fn(usize) -> &'s str, open: usize, count: usize) -> Vec<usize> {
    let (mut keys, mut depth) = (Vec::new(), 0usize);
    for place in open..count {
        match word(place) {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            // Blocks of a function written within the table have names and signs of their own.
            "function" => break,
            name if depth == 1
                && name.starts_with(starts_name)
                && matches!(word(place - 1), "{" | "," | ";")
                && word(place + 1) == "="
                && word(place + 2) != "=" =>
            {
                keys.push(place);
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    if word(open) == "{" { keys } else { Vec::new() }
}

fn starts_name(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

/// Names, numbers and signs; texts and comments are none.
struct Tokens<'s> {
    source: &'s str,
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let rest = self.source.get(self.at..)?;
            let first = rest.chars().next()?;
            let length = if let Some(comment) = rest.strip_prefix("--") {
                2 + long(comment).unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len()))
            } else if let Some(length) = long(rest) {
                length
            } else if matches!(first, '"' | '\'' | '`') {
                quoted(rest, first)
            } else if first.is_whitespace() {
                first.len_utf8()
            } else {
                let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let number = first.is_ascii_digit();
                let end = rest.find(|c: char| !(name(c) || (number && c == '.'))).unwrap_or(rest.len());
                let start = self.at;
                self.at += end.max(first.len_utf8());
                return Some(start..self.at);
            };
            self.at += length;
        }
    }
}

/// The length of `[[…]]` or `[=[…]=]`, if one begins here.
fn long(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    let inner = inner.get(level..)?.strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    Some(inner.find(&close).map_or(text.len(), |end| text.len() - inner.len() + end + close.len()))
}

/// The length of a text in quotation marks. What stands in braces within `…` is not looked at.
fn quoted(text: &str, mark: char) -> usize {
    let mut depth = 0usize;
    let mut inner: Option<char> = None;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match (c, inner) {
            ('\\', _) => escaped = true,
            (c, Some(quote)) if c == quote => inner = None,
            (_, Some(_)) => {}
            ('{', None) if mark == '`' => depth += 1,
            ('}', None) if mark == '`' => depth = depth.saturating_sub(1),
            ('"' | '\'' | '`', None) if depth > 0 => inner = Some(c),
            (c, None) if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<&str> {
        Tokens { source, at: 0 }.map(|range| &source[range]).collect()
    }

    #[test]
    fn texts_and_comments_are_no_tokens() {
        assert_eq!(words("a.b1{c = 'fx.no', -- fx.no\n d}"), ["a", ".", "b1", "{", "c", "=", ",", "d", "}"]);
        assert_eq!(words("--[==[ fx.no ]] ]==] a [[ fx.no ]] `{fx.no \"}`\"} \\` fx.no` b"), ["a", "b"]);
        assert_eq!(words("'\\' fx.no' 1.5 .. x --"), ["1.5", ".", ".", "x"]);
        assert_eq!(words("é a \"never closed"), ["é", "a"]);
    }

    #[test]
    fn keys_are_those_of_the_table_itself() {
        let keys = |source: &str| -> Vec<String> {
            let all = words(source);
            let word = |place: usize| all.get(place).copied().unwrap_or("");
            keys(&word, 0, all.len()).into_iter().map(|place| word(place).to_owned()).collect()
        };
        assert_eq!(keys("{a = 1, b = {c = 2}, d == 3, [e] = 4; f = (function() g = 5 end)}"), ["a", "b", "f"]);
        assert_eq!(keys("(a = 1)"), [""; 0]);
        assert_eq!(keys("{} b = 1"), [""; 0]);
    }
}
