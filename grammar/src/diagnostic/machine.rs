//! Diagnostics for other programs: JSON and SARIF 2.1.0.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Diagnostic, Label, Sources, ordered};

#[derive(Serialize)]
struct Record<'d> {
    id: &'d str,
    severity: &'d str,
    #[serde(flatten)]
    place: Place<'d>,
    message: &'d str,
    label: &'d str,
    help: Option<&'d str>,
    trail: &'d [String],
    others: Vec<Other<'d>>,
}

#[derive(Serialize)]
struct Other<'d> {
    #[serde(flatten)]
    place: Place<'d>,
    text: &'d str,
}

#[derive(Serialize)]
struct Place<'d> {
    path: &'d str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// One JSON array, a problem a line; lines and columns from 1, columns in characters, ends exclusive.
#[must_use]
pub fn render_json(list: &[Diagnostic], sources: &Sources) -> String {
    let list = ordered(list, sources);
    let lines: Vec<String> = list
        .iter()
        .map(|d| {
            let record = Record {
                id: d.id,
                severity: d.severity.name(),
                place: place(&d.label, sources),
                message: &d.message,
                label: &d.label.text,
                help: d.help.as_deref(),
                trail: &d.trail,
                others: d.others.iter().map(|label| Other { place: place(label, sources), text: &label.text }).collect(),
            };
            // Strings and numbers always serialise; an empty object keeps the array well formed.
            serde_json::to_string(&record).unwrap_or_else(|_| "{}".to_owned())
        })
        .collect();
    if lines.is_empty() {
        return "[]\n".to_owned();
    }
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// A SARIF 2.1.0 log with one run, as code hosts and editors read it.
#[must_use]
pub fn render_sarif(list: &[Diagnostic], sources: &Sources) -> String {
    let list = ordered(list, sources);
    let mut rules: Vec<&str> = list.iter().map(|d| d.id).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = list.iter().map(|d| result(d, sources)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "cardwright",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|id| json!({ "id": id })).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut out = serde_json::to_string_pretty(&log).unwrap_or_else(|_| "{}".to_owned());
    out.push('\n');
    out
}

fn result(d: &Diagnostic, sources: &Sources) -> Value {
    let mut message = d.message.clone();
    if !d.label.text.is_empty() {
        message = format!("{message} ({})", d.label.text);
    }
    if let Some(help) = &d.help {
        message = format!("{message}; {help}");
    }
    let mut first = location(&d.label, sources);
    if !d.trail.is_empty() {
        let name = json!([{ "fullyQualifiedName": d.trail.join(" > ") }]);
        first.insert("logicalLocations".to_owned(), name);
    }
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), json!(d.id));
    result.insert("level".to_owned(), json!(d.severity.name()));
    result.insert("message".to_owned(), json!({ "text": message }));
    result.insert("locations".to_owned(), json!([first]));
    if !d.others.is_empty() {
        let others = d.others.iter().enumerate();
        let related: Vec<Value> = others.map(|(i, label)| related(i + 1, label, sources)).collect();
        result.insert("relatedLocations".to_owned(), Value::Array(related));
    }
    Value::Object(result)
}

fn related(number: usize, label: &Label, sources: &Sources) -> Value {
    let mut place = location(label, sources);
    place.insert("id".to_owned(), json!(number));
    place.insert("message".to_owned(), json!({ "text": label.text }));
    Value::Object(place)
}

fn location(label: &Label, sources: &Sources) -> Map<String, Value> {
    let at = place(label, sources);
    let physical = json!({
        "artifactLocation": { "uri": uri(at.path) },
        "region": {
            "startLine": at.line,
            "startColumn": at.column,
            "endLine": at.end_line,
            "endColumn": at.end_column,
        },
    });
    Map::from_iter([("physicalLocation".to_owned(), physical)])
}

fn place<'d>(label: &Label, sources: &'d Sources) -> Place<'d> {
    let (line, column) = sources.line_column(label.file, label.span.start);
    let end = label.span.end.max(label.span.start);
    let (end_line, end_column) = sources.line_column(label.file, end);
    Place { path: sources.path(label.file), line, column, end_line, end_column }
}

/// A relative path as a URI reference: forward slashes, everything unusual in percent form.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'\\' => out.push('/'),
            b'/' | b'.' | b'-' | b'_' | b'~' => out.push(char::from(byte)),
            b if b.is_ascii_alphanumeric() => out.push(char::from(b)),
            b => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}
