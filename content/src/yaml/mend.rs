//! A copy of the file that is mended after each fault, so that reading can go on behind it.
//!
//! Every mend keeps the length, so that a place in the copy is the same place in the file.

use std::ops::Range;

use super::lines::Lines;

/// What to do to the copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mend {
    /// Take out a value; its key stays and has [`Value::Broken`](super::Value::Broken).
    Value(Range<usize>),
    /// Take out whole lines; the group they belong to is no longer whole.
    Lines(Range<usize>),
    /// Take out something that carries no value.
    Drop(Range<usize>),
    /// Make one byte an ordinary letter; the text keeps the author's.
    Mask(usize),
    /// Move a line and those below that are as deep to the left.
    Dedent {
        /// A byte of the first line.
        line: usize,
        /// By how many blanks.
        by: usize,
    },
    /// Make a blank of every tab that indents.
    Tabs,
}

/// Which parts of the copy were taken out.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    pub(super) values: Vec<Range<usize>>,
    pub(super) lines: Vec<Range<usize>>,
}

impl Gaps {
    /// Whether a value was taken out right behind a byte.
    pub(super) fn value_after(&self, at: usize, source: &str) -> bool {
        self.values.iter().any(|gap| {
            gap.start >= at
                && source
                    .get(at..gap.start)
                    .is_some_and(|s| s.bytes().all(|b| matches!(b, b':' | b'-' | b',' | b' ' | b'\t' | b'\r' | b'\n')))
        })
    }

    /// Whether lines were taken out in a span or right beside it.
    pub(super) fn lines_in(&self, span: &Range<usize>, source: &str) -> bool {
        if self.lines.is_empty() {
            return false;
        }
        let bytes = source.as_bytes();
        let blank = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_whitespace);
        let (mut start, mut end) = (span.start, span.end);
        while start > 0 && blank(start - 1) {
            start -= 1;
        }
        while blank(end) {
            end += 1;
        }
        self.lines.iter().any(|gap| gap.start < end && start < gap.end)
    }
}

impl Mend {
    /// Mends the copy. False if that changed nothing.
    pub(super) fn apply(&self, copy: &mut [u8], gaps: &mut Gaps) -> bool {
        match self {
            Mend::Value(range) => {
                gaps.values.push(range.clone());
                blank(copy, range)
            }
            Mend::Lines(range) => {
                gaps.lines.push(range.clone());
                blank(copy, range)
            }
            Mend::Drop(range) => blank(copy, range),
            Mend::Mask(at) => match copy.get_mut(*at) {
                Some(byte) if byte.is_ascii() && *byte != b'_' => {
                    *byte = b'_';
                    true
                }
                _ => false,
            },
            Mend::Dedent { line, by } => dedent(copy, *line, *by),
            Mend::Tabs => tabs(copy),
        }
    }
}

fn blank(copy: &mut [u8], range: &Range<usize>) -> bool {
    let mut changed = false;
    let end = range.end.min(copy.len());
    for byte in copy.get_mut(range.start.min(end)..end).unwrap_or(&mut []) {
        if !matches!(byte, b' ' | b'\n' | b'\r') {
            *byte = b' ';
            changed = true;
        }
    }
    changed
}

fn dedent(copy: &mut [u8], line: usize, by: usize) -> bool {
    let Ok(text) = std::str::from_utf8(copy) else {
        return false;
    };
    let lines = Lines { text };
    let depth = lines.indent(line);
    if by == 0 || depth < by {
        return false;
    }
    let mut starts = Vec::new();
    let mut at = Some(lines.start(line));
    while let Some(start) = at {
        if !lines.blank(start) {
            if lines.indent(start) < depth {
                break;
            }
            starts.push(start);
        }
        at = lines.next(start);
    }
    let mut changed = false;
    for start in starts {
        // The blanks go to the end of the line above, where they mean nothing: the length stays.
        let break_length = match (start.checked_sub(2).and_then(|i| copy.get(i)), start) {
            (_, 0) => continue,
            (Some(b'\r'), _) if copy.get(start - 1) == Some(&b'\n') => 2,
            _ => 1,
        };
        if let Some(part) = copy.get_mut(start - break_length..start + by) {
            part.rotate_left(break_length);
            changed = true;
        }
    }
    changed
}

fn tabs(copy: &mut [u8]) -> bool {
    let mut changed = false;
    let mut leading = true;
    for byte in copy {
        match byte {
            b'\n' | b'\r' => leading = true,
            b'\t' if leading => {
                *byte = b' ';
                changed = true;
            }
            b' ' => {}
            _ => leading = false,
        }
    }
    changed
}
