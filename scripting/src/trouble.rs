//! From an error of Lua to an author's words and a place.

use mlua::Error;

/// Longest message that is passed on, in characters; a script may raise one of any length.
const LONGEST: usize = 300;

/// What went wrong in a script, and where.
pub(crate) struct Trouble {
    pub(crate) place: Option<(String, usize)>,
    pub(crate) message: String,
}

/// True if memory ran out: the state must then be swept.
pub(crate) fn out_of_memory(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => out_of_memory(cause),
        Error::RuntimeError(message) => message.contains("not enough memory"),
        _ => false,
    }
}

/// Reads an error. `paths` are those of the scripts, to tell a place of an author's from one of ours.
pub(crate) fn read(error: &Error, paths: &[String]) -> Trouble {
    let text = match error {
        Error::CallbackError { cause, traceback } => format!("{cause}\nstack traceback:\n{traceback}"),
        Error::RuntimeError(message) | Error::SyntaxError { message, .. } | Error::MemoryError(message) => message.clone(),
        other => other.to_string(),
    };
    let (message, trace) = text.split_once("\nstack traceback:").unwrap_or((&text, ""));
    if let Some((place, rest)) = placed(message, paths) {
        return Trouble { place: Some(place), message: tidy(rest) };
    }
    let place = trace.lines().find_map(|line| placed(line.trim_start(), paths)).map(|(place, _)| place);
    // A message of the prelude itself begins with its own place.
    let message = match message.strip_prefix("prelude:").and_then(|rest| rest.split_once(": ")) {
        Some((_, rest)) => rest,
        None => message,
    };
    Trouble { place, message: tidy(message) }
}

/// Splits `path:line: message`, or `path:line`.
fn placed<'t>(text: &'t str, paths: &[String]) -> Option<((String, usize), &'t str)> {
    let path = paths.iter().find(|p| text.starts_with(p.as_str()) && text.get(p.len()..).is_some_and(|t| t.starts_with(':')))?;
    let rest = text.get(path.len() + 1..)?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let line = rest.get(..end)?.parse().ok()?;
    let rest = rest.get(end..)?;
    Some(((path.clone(), line), rest.strip_prefix(": ").unwrap_or(rest)))
}

/// One line without addresses in memory, which differ from run to run.
fn tidy(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message.trim();
    while let Some(at) = rest.find(": 0x") {
        let (before, address) = rest.split_at(at);
        out.push_str(before);
        let end = address.get(4..).and_then(|a| a.find(|c: char| !c.is_ascii_hexdigit())).map_or(address.len(), |e| e + 4);
        rest = address.get(end..).unwrap_or("");
    }
    out.push_str(rest);
    if out == "attempt to modify a readonly table" {
        out = "nothing that is shared can be written; a name of your own is written with `local`".to_owned();
    }
    let mut short: String = out.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if out.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    if short.is_empty() { "it raised an error without words".to_owned() } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_addresses() {
        let paths = ["scripts/a.luau".to_owned()];
        let read = |text: &str| read(&Error::RuntimeError(text.into()), &paths);
        let trouble = read("scripts/a.luau:12: no table: 0x1f2e there\nstack traceback:\nfoo");
        assert_eq!((trouble.place, trouble.message.as_str()), (Some(("scripts/a.luau".into(), 12)), "no table there"));
        let trouble = read("prelude:9: too long\nstack traceback:\nprelude:9\nscripts/a.luau:3 function f");
        assert_eq!((trouble.place, trouble.message.as_str()), (Some(("scripts/a.luau".into(), 3)), "too long"));
        assert_eq!(read("").message, "it raised an error without words");
    }
}
