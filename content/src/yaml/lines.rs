//! Looking at the lines of a file: where they start, how far they are indented, whether they hold a key.

use std::ops::Range;

/// A text seen by its lines. Every position may be any byte of the text.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
}

impl<'a> Lines<'a> {
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub(super) fn slice(self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or("")
    }

    /// Where the line of a byte starts.
    pub(super) fn start(self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let before = bytes.get(..at.min(bytes.len())).unwrap_or(&[]);
        let found = before.iter().rposition(|b| matches!(b, b'\n' | b'\r'));
        let first = if self.text.starts_with('\u{feff}') { 3 } else { 0 };
        found.map_or(first.min(at), |i| i + 1)
    }

    /// Where the line of a byte ends, before its line break.
    pub(super) fn end(self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let after = bytes.get(at.min(bytes.len())..).unwrap_or(&[]);
        let found = after.iter().position(|b| matches!(b, b'\n' | b'\r'));
        found.map_or(bytes.len(), |i| at + i)
    }

    /// Where the next line starts, if there is one.
    pub(super) fn next(self, at: usize) -> Option<usize> {
        let end = self.end(at);
        let next = match (self.byte(end)?, self.byte(end + 1)) {
            (b'\r', Some(b'\n')) => end + 2,
            _ => end + 1,
        };
        (next < self.text.len()).then_some(next)
    }

    /// Where the line before starts, skipping blank ones.
    pub(super) fn previous(self, at: usize) -> Option<usize> {
        let mut start = self.start(at);
        while start > 0 {
            let before = self.start(start - 1);
            // Nothing stands before a byte-order mark.
            if before >= start {
                return None;
            }
            start = before;
            if !self.blank(start) {
                return Some(start);
            }
        }
        None
    }

    /// Whether a line holds only blanks.
    pub(super) fn blank(self, at: usize) -> bool {
        self.slice(self.start(at)..self.end(at)).trim().is_empty()
    }

    /// The words of a line, without the blanks around them.
    pub(super) fn words(self, at: usize) -> Range<usize> {
        let (start, end) = (self.start(at), self.end(at));
        let line = self.slice(start..end);
        let from = start + (line.len() - line.trim_start().len());
        from..from.max(start + line.trim_end().len())
    }

    /// How many blanks a line starts with.
    pub(super) fn indent(self, at: usize) -> usize {
        self.words(at).start - self.start(at)
    }

    /// Whether a line is a list entry.
    pub(super) fn dash(self, at: usize) -> bool {
        let words = self.slice(self.words(at));
        words == "-" || words.starts_with("- ")
    }

    /// The words of a line behind its dashes.
    pub(super) fn entry(self, at: usize) -> Range<usize> {
        let mut words = self.words(at);
        loop {
            let rest = self.slice(words.clone());
            let Some(behind) = rest.strip_prefix("- ") else {
                return words;
            };
            let blanks = behind.len() - behind.trim_start().len();
            words.start = (words.start + 2 + blanks).min(words.end);
        }
    }

    /// The column (from 0) of the words behind the dashes.
    pub(super) fn column(self, at: usize) -> usize {
        self.entry(at).start - self.start(at)
    }

    /// The key of a line, if it has one: what stands before the first colon with a blank or nothing behind it.
    pub(super) fn key(self, at: usize) -> Option<Range<usize>> {
        const LONGEST: usize = 60;
        let entry = self.entry(at);
        let line = self.slice(entry.clone());
        if line.starts_with(['#', '[', '{', ']', '}']) {
            return None;
        }
        let colon = line.match_indices(':').map(|(i, _)| i).find(|&i| {
            let next = line.as_bytes().get(i + 1);
            next.is_none_or(|b| matches!(b, b' ' | b'\t'))
        })?;
        let key = line.get(..colon)?.trim_end();
        let fits = !key.is_empty() && key.len() <= LONGEST;
        fits.then(|| entry.start..entry.start + key.len())
    }

    /// The end of a value that starts at a byte: the end of its line and of the deeper lines below.
    pub(super) fn extent(self, at: usize) -> usize {
        let column = self.column(at);
        let mut end = self.end(at);
        let mut line = at;
        while let Some(next) = self.next(line) {
            line = next;
            if self.blank(line) {
                continue;
            }
            let depth = self.indent(line);
            // A list may stand in the column of its key.
            if depth < column || (depth == column && !self.dash(line)) {
                break;
            }
            end = self.end(line);
        }
        end
    }

    /// The key at the left edge that a byte belongs to, with all that is under it.
    pub(super) fn top_entry(self, at: usize) -> Range<usize> {
        let edge = |line: usize| {
            let first = self.byte(line);
            !matches!(first, None | Some(b' ' | b'\t' | b'\r' | b'\n' | b'#' | b'-' | b']' | b'}'))
        };
        let mut start = self.start(at);
        while !edge(start) && start > 0 {
            let before = self.start(start - 1);
            if before >= start {
                break;
            }
            start = before;
        }
        let mut end = self.end(at);
        let mut line = at;
        while let Some(next) = self.next(line) {
            line = next;
            if edge(line) {
                break;
            }
            end = self.end(line);
        }
        start..end
    }
}
