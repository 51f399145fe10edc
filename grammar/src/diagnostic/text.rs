//! Diagnostics for people: source line, caret, one act, trail.
//!
//! `annotate-snippets` draws the same look, but breaks long lines by the terminal instead of around the caret,
//! adds empty gutter lines and knows no `in:` footer; the excerpt is small enough to draw here.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::{Diagnostic, Label, Severity, Sources, visible};

/// The widest part of a source line that is shown, in terminal columns.
const WIDEST: usize = 100;
/// What is kept to the left of a span when a line is cut.
const BEFORE: usize = 30;
/// The longest row of carets; a longer span is underlined in part.
const LONGEST_CARETS: usize = 60;

/// Every problem as text, sorted and without repeats, an empty line between two.
#[must_use]
pub fn render_text(list: &[Diagnostic], sources: &Sources, color: bool) -> String {
    let paint = Paint { color };
    let mut out = String::new();
    for d in super::ordered(list, sources) {
        if !out.is_empty() {
            out.push('\n');
        }
        one(&d, sources, &paint, &mut out);
    }
    out
}

fn one(d: &Diagnostic, sources: &Sources, paint: &Paint, out: &mut String) {
    let tint = match d.severity {
        Severity::Error => Tint::Red,
        Severity::Warning => Tint::Yellow,
    };
    let head = format!("{}[{}]", d.severity.name(), d.id);
    out.push_str(&paint.tint(tint, &head));
    out.push_str(&paint.tint(Tint::Bold, &format!(": {}", clean(&d.message))));
    out.push('\n');

    let groups = by_file(d, sources);
    let last_line = groups.iter().flat_map(|g| g.marks.iter().map(|m| m.line)).max();
    let digits = last_line.unwrap_or(1).to_string().len();
    for (i, group) in groups.iter().enumerate() {
        let arrow = if i == 0 { "-->" } else { ":::" };
        let place = format!("{}:{}:{}", clean(group.path), group.line, group.column);
        out.push_str(&" ".repeat(digits + 1));
        out.push_str(&paint.tint(Tint::Blue, arrow));
        out.push_str(&format!(" {place}\n"));
        out.push_str(&format!("{}\n", gutter(paint, digits, "", "|")));
        excerpt(group, sources, digits, tint, paint, out);
    }
    let mut foot = |name: &str, words: &str| {
        let line = gutter(paint, digits, "", "=");
        out.push_str(&format!("{line} {name}: {}\n", clean(words)));
    };
    if let Some(help) = &d.help {
        foot("help", help);
    }
    if !d.trail.is_empty() {
        foot("in", &d.trail.join(" > "));
    }
}

/// The labels of one file, in the order of their lines.
struct Group<'d> {
    path: &'d str,
    line: usize,
    column: usize,
    marks: Vec<Mark<'d>>,
}

struct Mark<'d> {
    label: &'d Label,
    line: usize,
    primary: bool,
}

fn by_file<'d>(d: &'d Diagnostic, sources: &'d Sources) -> Vec<Group<'d>> {
    let mut groups: Vec<Group<'d>> = Vec::new();
    for (i, label) in std::iter::once(&d.label).chain(&d.others).enumerate() {
        let (line, column) = sources.line_column(label.file, label.span.start);
        let mark = Mark { label, line, primary: i == 0 };
        let same_file = |g: &&mut Group<'d>| g.marks.iter().any(|m| m.label.file == label.file);
        if let Some(group) = groups.iter_mut().find(same_file) {
            group.marks.push(mark);
        } else {
            groups.push(Group { path: sources.path(label.file), line, column, marks: vec![mark] });
        }
    }
    for group in &mut groups {
        // Where two labels share a line, the primary one is underlined first.
        group.marks.sort_by_key(|m| (m.line, !m.primary, m.label.span.start));
    }
    groups
}

fn excerpt(group: &Group<'_>, sources: &Sources, digits: usize, tint: Tint, paint: &Paint, out: &mut String) {
    let mut previous: Option<usize> = None;
    for run in group.marks.chunk_by(|a, b| a.line == b.line) {
        let Some(first) = run.first() else { continue };
        if previous.is_some_and(|line| line + 1 < first.line) {
            out.push_str("...\n");
        }
        previous = Some(first.line);
        let file = first.label.file;
        let whole = sources.line_span(file, first.line);
        let line = Line::new(sources.text(file), whole, run);
        let number = first.line.to_string();
        let edge = gutter(paint, digits, &number, "|");
        out.push_str(format!("{edge} {}", line.shown()).trim_end());
        out.push('\n');
        for mark in run {
            let (pad, width) = line.underline(&mark.label.span);
            let sign = if mark.primary { "^" } else { "-" };
            let words = clean(&mark.label.text);
            let row = format!("{} {words}", sign.repeat(width));
            let tint = if mark.primary { tint } else { Tint::Blue };
            let edge = gutter(paint, digits, "", "|");
            out.push_str(&format!("{edge} {}", " ".repeat(pad)));
            out.push_str(&paint.tint(tint, row.trim_end()));
            out.push('\n');
        }
    }
}

/// A source line as it is shown: each character with its byte and its columns, cut around the labels.
struct Line {
    cells: Vec<Cell>,
    /// The cells that are shown.
    window: Range<usize>,
    end_byte: usize,
}

struct Cell {
    byte: usize,
    shown: char,
    width: usize,
}

impl Line {
    fn new(text: &str, whole: Range<usize>, marks: &[Mark<'_>]) -> Self {
        let source = text.get(whole.clone()).unwrap_or("");
        let cells: Vec<Cell> = source
            .char_indices()
            .map(|(i, c)| {
                let byte = whole.start + i;
                // A tab has no width of its own: four blanks stand for it, above and below.
                if c == '\t' {
                    return Cell { byte, shown: c, width: 4 };
                }
                let shown = visible(c);
                let width = shown.width().unwrap_or(0);
                Cell { byte, shown, width }
            })
            .collect();
        let mut line = Self { window: 0..cells.len(), cells, end_byte: whole.end };
        if line.width(0..line.cells.len()) > WIDEST {
            // The primary label comes first; it is the one that must be seen.
            let at = marks.first().map_or(0, |m| line.cell(m.label.span.start));
            line.window = line.cut(at);
        }
        line
    }

    /// The cells around `at` that fit.
    fn cut(&self, at: usize) -> Range<usize> {
        let mut start = at.min(self.cells.len());
        let mut left = 0;
        while let Some(cell) = start.checked_sub(1).and_then(|i| self.cells.get(i)) {
            if left + cell.width > BEFORE {
                break;
            }
            left += cell.width;
            start -= 1;
        }
        let mut end = start;
        let mut total = 0;
        while let Some(cell) = self.cells.get(end) {
            if total + cell.width > WIDEST {
                break;
            }
            total += cell.width;
            end += 1;
        }
        start..end
    }

    fn shown(&self) -> String {
        let mut out = String::new();
        if self.window.start > 0 {
            out.push('…');
        }
        for cell in self.cells.get(self.window.clone()).unwrap_or(&[]) {
            if cell.shown == '\t' {
                out.push_str("    ");
            } else {
                out.push(cell.shown);
            }
        }
        if self.window.end < self.cells.len() {
            out.push('…');
        }
        out
    }

    /// How far in the carets start, and how many there are.
    fn underline(&self, span: &Range<usize>) -> (usize, usize) {
        let mut start = self.cell(span.start);
        let mut end = self.cell(span.end.min(self.end_byte)).max(start);
        // A span over several lines is shown by its first, without the blanks at its end.
        if span.end > self.end_byte {
            let blank = |c: &Cell| c.shown.is_whitespace();
            while end > start + 1 && self.cells.get(end - 1).is_some_and(blank) {
                end -= 1;
            }
        }
        let cut_left = usize::from(self.window.start > 0);
        start = start.clamp(self.window.start, self.window.end);
        end = end.clamp(start, self.window.end);
        let width = self.width(start..end).clamp(1, LONGEST_CARETS);
        (cut_left + self.width(self.window.start..start), width)
    }

    fn cell(&self, byte: usize) -> usize {
        self.cells.partition_point(|cell| cell.byte < byte)
    }

    fn width(&self, cells: Range<usize>) -> usize {
        let cells = self.cells.get(cells).unwrap_or(&[]);
        cells.iter().map(|cell| cell.width).sum()
    }
}

fn gutter(paint: &Paint, digits: usize, number: &str, edge: &str) -> String {
    paint.tint(Tint::Blue, &format!(" {number:>digits$} {edge}"))
}

/// One line, without anything that would disturb a terminal.
fn clean(words: &str) -> String {
    let words = words.trim().chars();
    words.map(|c| if c.is_whitespace() { ' ' } else { visible(c) }).collect()
}

#[derive(Clone, Copy)]
enum Tint {
    Red,
    Yellow,
    Blue,
    Bold,
}

struct Paint {
    color: bool,
}

impl Paint {
    fn tint(&self, tint: Tint, words: &str) -> String {
        if !self.color || words.is_empty() {
            return words.to_owned();
        }
        let code = match tint {
            Tint::Red => "1;31",
            Tint::Yellow => "1;33",
            Tint::Blue => "1;34",
            Tint::Bold => "1",
        };
        format!("\u{1b}[{code}m{words}\u{1b}[0m")
    }
}
