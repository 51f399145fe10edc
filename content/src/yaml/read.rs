//! From a file to a tree, with every fault on the way.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, Sources};

use super::lines::Lines;
use super::mend::{Gaps, Mend};
use super::tree::{Attempt, MAX_FAULTS, Stop, build};
use super::{Node, Value, fault};

/// The longest file that is read.
pub const MAX_BYTES: usize = 1_000_000;

/// How many bytes may be read in all, again and again after each mend.
const MAX_WORK: usize = 12 * MAX_BYTES;
/// How often a file is read again.
const MAX_ATTEMPTS: usize = 60;
/// With so many control characters a file is not text.
const MAX_CONTROLS: usize = 50;

/// Reads a file from disk: its size before its content. None if there is no tree to go on with.
///
/// `name` is the path shown to the author. The file is added to the sources even if it cannot be read.
pub fn read_file(path: &Path, name: &str, sources: &mut Sources, problems: &Problems) -> Option<(FileId, Node)> {
    let bytes = match load(path) {
        Ok(bytes) => bytes,
        Err(refusal) => {
            let file = sources.add(name, "");
            problems.report(match refusal {
                Refusal::TooLarge(size) => too_large(file, size),
                Refusal::Unreadable(error) => {
                    Diagnostic::error("unreadable-file", format!("the file cannot be opened: {error}"), file, 0..0)
                        .help("check that the file exists and may be read")
                }
            });
            return None;
        }
    };
    read_bytes(name, bytes, sources, problems)
}

enum Refusal {
    TooLarge(u64),
    Unreadable(std::io::Error),
}

fn load(path: &Path) -> Result<Vec<u8>, Refusal> {
    let file = File::open(path).map_err(Refusal::Unreadable)?;
    let facts = file.metadata().map_err(Refusal::Unreadable)?;
    if facts.len() > MAX_BYTES as u64 {
        return Err(Refusal::TooLarge(facts.len()));
    }
    let mut bytes = Vec::with_capacity(facts.len() as usize);
    // A file may grow, and a pipe has no size.
    let mut limited = file.take(MAX_BYTES as u64 + 1);
    limited.read_to_end(&mut bytes).map_err(Refusal::Unreadable)?;
    Ok(bytes)
}

/// A file with which nothing is wrong: its text and its tree. It may be read on another core than the rest.
///
/// None says nothing of why: [`read_file`] does.
pub(crate) fn read_sound(path: &Path) -> Option<(String, Node)> {
    let text = String::from_utf8(load(path).ok()?).ok()?;
    if text.len() > MAX_BYTES || has_controls(&text) {
        return None;
    }
    // Only faults name the file, and here are none.
    let file = Sources::new().add("", "");
    let attempt = build(file, &text, &text, &Gaps::default());
    if attempt.stop.is_some() || !attempt.faults.is_empty() {
        return None;
    }
    let node = attempt.root.filter(|node| !matches!(node.value, Value::Null | Value::Broken))?;
    Some((text, node))
}

/// Reads the bytes of a file. None if there is no tree to go on with.
pub fn read_bytes(name: &str, bytes: Vec<u8>, sources: &mut Sources, problems: &Problems) -> Option<(FileId, Node)> {
    if bytes.len() > MAX_BYTES {
        let file = sources.add(name, "");
        problems.report(too_large(file, bytes.len() as u64));
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => {
            let file = sources.add(name, text);
            read(file, sources, problems).map(|node| (file, node))
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            // What comes before the fault keeps its places in the lossy text.
            let file = sources.add(name, String::from_utf8_lossy(&bytes));
            problems.report(not_utf8(file, &bytes, at, sources));
            None
        }
    }
}

fn too_large(file: FileId, size: u64) -> Diagnostic {
    Diagnostic::error("file-too-large", format!("the file has {size} bytes: at most {MAX_BYTES} are read"), file, 0..0)
        .help("split it into several files")
}

fn not_utf8(file: FileId, bytes: &[u8], at: usize, sources: &Sources) -> Diagnostic {
    let place = at..at + '\u{fffd}'.len_utf8();
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Diagnostic::error("not-utf8", "the file is saved as UTF-16", file, place).help("save the file as UTF-8");
    }
    let (line, _) = sources.line_column(file, at);
    let byte = bytes.get(at).copied().unwrap_or(0);
    Diagnostic::error("not-utf8", format!("byte {} (0x{byte:02X}, line {line}) is not UTF-8 text", at + 1), file, place)
        .help("save the file as UTF-8")
}

/// Reads a file of the sources. None if there is no tree to go on with.
///
/// A tree is given even if there are faults: what could not be read is [`Value::Broken`], and a group that lost a
/// line is not `whole`.
pub fn read(file: FileId, sources: &Sources, problems: &Problems) -> Option<Node> {
    let text = sources.text(file);
    if text.len() > MAX_BYTES {
        problems.report(too_large(file, text.len() as u64));
        return None;
    }
    let mut gaps = Gaps::default();
    if !has_controls(text) {
        let attempt = build(file, text, text, &gaps);
        if attempt.stop.is_none() {
            return finish(attempt, file, text, problems);
        }
    }
    let mut copy = text.as_bytes().to_vec();
    if !without_controls(&mut copy, file, text, problems) {
        return None;
    }
    mended(&mut copy, &mut gaps, file, text, problems)
}

/// Reads again and again, mending one fault each time.
fn mended(copy: &mut [u8], gaps: &mut Gaps, file: FileId, text: &str, problems: &Problems) -> Option<Node> {
    let mut told = Told::default();
    let mut work = 0;
    let mut last_faults = Vec::new();
    for _ in 0..MAX_ATTEMPTS {
        work += text.len();
        // Every mend keeps characters whole; otherwise there is nothing to go on with.
        let Ok(source) = std::str::from_utf8(copy) else {
            break;
        };
        let attempt = build(file, source, text, gaps);
        let Some(stop) = &attempt.stop else {
            return finish(attempt, file, text, problems);
        };
        let mends = told.take(file, (text, source), stop, problems);
        last_faults = attempt.faults;
        if work > MAX_WORK || told.count >= MAX_FAULTS {
            break;
        }
        let lines = Lines { text: source };
        let entry = lines.top_entry(stop.at);
        let key = lines.key(entry.start).filter(|key| key.end < entry.end);
        let mut changed = false;
        for mend in &mends {
            changed |= mend.apply(copy, gaps);
        }
        // The fault may be other than it looks: then its whole top-level entry is taken out, then all the rest.
        let value = key.map(|key| Mend::Value(key.end + 1..entry.end));
        changed = changed
            || value.is_some_and(|mend| mend.apply(copy, gaps))
            || Mend::Lines(entry.clone()).apply(copy, gaps)
            || Mend::Lines(entry.start..text.len()).apply(copy, gaps);
        if !changed || told.lost {
            break;
        }
    }
    for fault in last_faults {
        problems.report(fault);
    }
    None
}

/// What was told of a file, so that one slip does not make a second message.
#[derive(Default)]
struct Told {
    /// Lines that were told of.
    lines: Vec<usize>,
    count: usize,
    /// Tabs and blanks were mixed: how deep a line was meant to be cannot be known.
    mixed: bool,
    /// Nothing that follows can be believed.
    lost: bool,
}

impl Told {
    /// Reports a stop unless its line was told of, and gives the mends for it.
    fn take(&mut self, file: FileId, (text, copy): (&str, &str), stop: &Stop, problems: &Problems) -> Vec<Mend> {
        // Mends move line breaks, so that only the file itself tells lines apart.
        let lines = Lines { text };
        let found = fault::explain(file, text, copy, stop);
        let line_of = |d: &Diagnostic| lines.start(d.label.span.start);
        let known = |d: &Diagnostic| self.lines.contains(&line_of(d));
        let echo = !found.sure && self.count > 0;
        if echo || found.faults.iter().any(known) {
            // No mends: the caller takes out more.
            return Vec::new();
        }
        if self.mixed && found.faults.iter().any(|d| d.id != "tab-indentation") {
            self.lost = true;
            return Vec::new();
        }
        if found.mends.contains(&Mend::Tabs) {
            self.mixed = text.contains("\n ") || text.starts_with(' ');
        }
        for fault in found.faults {
            self.lines.push(line_of(&fault));
            self.count += 1;
            problems.report(fault);
        }
        found.mends
    }
}

fn finish(attempt: Attempt, file: FileId, text: &str, problems: &Problems) -> Option<Node> {
    for fault in attempt.faults {
        problems.report(fault);
    }
    match attempt.root {
        Some(node) if !matches!(node.value, Value::Null | Value::Broken) => Some(node),
        Some(Node { value: Value::Broken, .. }) => None,
        _ => {
            // A file that came to nothing by a fault told already is not empty.
            if problems.any_in(file) {
                return None;
            }
            let words = text.trim_start_matches('\u{feff}').trim();
            let message = if words.is_empty() { "the file is empty" } else { "the file holds no keys, only comments or `---`" };
            let start = text.len() - text.trim_start_matches('\u{feff}').len();
            problems.report(
                Diagnostic::error("empty-file", message, file, start..start)
                    .help("write at least one `key: value`, or delete the file"),
            );
            None
        }
    }
}

/// Characters that a card cannot hold: controls, marks of other encodings, a byte-order mark inside the file.
fn control_at(bytes: &[u8], at: usize) -> Option<usize> {
    match (bytes.get(at)?, bytes.get(at + 1), bytes.get(at + 2)) {
        (b'\t' | b'\n' | b'\r', ..) => None,
        (0..=0x1f | 0x7f, ..) => Some(1),
        (0xc2, Some(0x80..=0x84 | 0x86..=0x9f), _) => Some(2),
        (0xef, Some(0xbb), Some(0xbf)) if at > 0 => Some(3),
        (0xef, Some(0xbf), Some(0xbe | 0xbf)) => Some(3),
        _ => None,
    }
}

fn has_controls(text: &str) -> bool {
    let bytes = text.as_bytes();
    let suspect = |b: u8| (b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r')) || matches!(b, 0x7f | 0xc2 | 0xef);
    let mut places = bytes.iter().enumerate().filter(|&(_, &b)| suspect(b));
    places.any(|(at, _)| control_at(bytes, at).is_some())
}

/// Reports control characters and makes blanks of them. False if there are so many that the file is not text.
fn without_controls(copy: &mut [u8], file: FileId, text: &str, problems: &Problems) -> bool {
    let mut places = Vec::new();
    for at in 0..copy.len() {
        if let Some(length) = control_at(copy, at) {
            places.push(at..at + length);
            if let Some(part) = copy.get_mut(at..at + length) {
                part.fill(b' ');
            }
        }
    }
    let Some(first) = places.first().cloned() else {
        return true;
    };
    if places.len() > MAX_CONTROLS {
        problems.report(
            Diagnostic::error(
                "yaml-syntax",
                format!("the file holds {} control characters: it is not text", places.len()),
                file,
                first,
            )
            .help("save the file as plain text in UTF-8"),
        );
        return false;
    }
    for place in places {
        let c = text.get(place.clone()).and_then(|s| s.chars().next()).unwrap_or(' ');
        problems.report(
            Diagnostic::error(
                "yaml-syntax",
                format!("an invisible control character (U+{:04X}) stands here", u32::from(c)),
                file,
                place,
            )
            .help("delete it"),
        );
    }
    true
}
