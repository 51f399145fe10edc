//! What to say when a text is no expression.

use super::ExprError;
use super::build::Rule;
use pest::error::{Error, ErrorVariant, InputLocation};

/// What authors write out of habit, and what is written here.
const HABITS: &[(&str, &str)] = &[
    ("==", "write `=`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("<>", "write `!=`"),
    ("~=", "write `!=`"),
    ("!", "write `not`"),
    ("%", "write `mod`"),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("≠", "write `!=`"),
    ("×", "write `*`"),
    ("÷", "write `/`"),
    ("−", "write `-`"),
    ("–", "write `-`"),
    ("″", "write `\"` after the number"),
    ("”", "write `\"` after the number"),
    ("\"", "terms are written without quotation marks; `\"` stands after the number of a length"),
    ("“", "terms are written without quotation marks"),
    ("'", "terms are written without quotation marks"),
    ("{", "lists are written `[a, b]`"),
    ("?", "write `a if test else b`"),
];

/// Turns pest's error into one for authors.
pub(super) fn of_pest(text: &str, error: &Error<Rule>) -> ExprError {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    };
    let rest = text.get(at..).unwrap_or("");
    let space = rest.len() - rest.trim_start().len();
    let (at, rest) = (at + space, rest.trim_start());
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => expected(positives),
        // Only pest's own guard of the stack makes these, on a thread with a small one.
        ErrorVariant::CustomError { .. } => return super::too_deep(0..text.len()),
    };
    let found = found(rest);
    let span = at..at + found.len();
    let there = match found {
        "" if text.trim().is_empty() => "nothing".to_owned(),
        "" => "the expression ends".to_owned(),
        found => format!("`{found}`"),
    };
    let message = match (found.is_empty() && !text.trim().is_empty(), expected.is_empty()) {
        (_, true) => format!("{there} is not expected here"),
        (true, false) => format!("{there} where {} was expected", alternatives(&expected)),
        (false, false) => format!("{there} stands where {} was expected", alternatives(&expected)),
    };
    let error = ExprError::new(span, message);
    match help(rest, &expected) {
        Some(help) => error.help(help),
        None => error,
    }
}

fn help(rest: &str, expected: &[&str]) -> Option<String> {
    let operator = expected.contains(&OPERATOR);
    if let Some((_, act)) = HABITS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Some((*act).to_owned());
    }
    if operator && ["=", "<", ">", "in "].iter().any(|sign| rest.starts_with(sign)) {
        return Some("comparisons do not chain; join them with `and`".to_owned());
    }
    if operator && rest.starts_with("mm") {
        return Some("write the number and `mm` together: `30mm`".to_owned());
    }
    if operator && rest.starts_with('(') {
        return Some("only a name can be called".to_owned());
    }
    let word = found(rest);
    if expected.contains(&VALUE) && word.starts_with(char::is_alphabetic) {
        return Some(format!("`{word}` is a word of the notation and cannot be a name"));
    }
    None
}

/// The word, number or sign that stands at the start.
fn found(rest: &str) -> &str {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let end = match rest.chars().next() {
        None => 0,
        Some(c) if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
        Some(c) => {
            HABITS.iter().map(|(sign, _)| *sign).filter(|sign| rest.starts_with(sign)).map(str::len).max().unwrap_or(c.len_utf8())
        }
    };
    let end = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(40).take_while(|at| *at <= end).last().unwrap_or(0);
    rest.get(..end).unwrap_or("")
}

const VALUE: &str = "a value";
const OPERATOR: &str = "an operator";

fn expected(rules: &[Rule]) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for rule in rules {
        let name = match rule {
            Rule::kw_else => "`else`",
            Rule::comma => "`,`",
            Rule::close => "`)`",
            Rule::close_list => "`]`",
            Rule::EOI => "the end",
            Rule::any_name => "a name",
            Rule::compare
            | Rule::add
            | Rule::times
            | Rule::kw_if
            | Rule::kw_where
            | Rule::kw_each
            | Rule::kw_or
            | Rule::kw_and => OPERATOR,
            Rule::dot | Rule::member | Rule::arguments | Rule::open | Rule::colon | Rule::WHITESPACE => continue,
            _ => VALUE,
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // Where a value may stand, a name is one, and its operators come later.
    if names.contains(&VALUE) {
        names.retain(|name| *name != "a name" && *name != OPERATOR);
    }
    names.sort_unstable_by_key(|name| (*name == "the end", *name != OPERATOR, *name));
    names
}

fn alternatives(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
