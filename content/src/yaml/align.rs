//! How the text of a scalar maps to the file: quotes, escapes, folded lines.

use std::ops::Range;

use super::Style;
use super::scalar::Piece;

/// Walks text and file side by side.
pub(super) struct Align<'a> {
    text: &'a str,
    source: &'a str,
    /// How far in the text.
    t: usize,
    /// How far in the file.
    f: usize,
    end: usize,
    pieces: Vec<Piece>,
}

impl<'a> Align<'a> {
    /// Plain and quoted text. None if text and file do not fit.
    pub(super) fn flow(text: &'a str, source: &'a str, inner: Range<usize>, style: Style) -> Option<Vec<Piece>> {
        let mut walk = Align { text, source, t: 0, f: inner.start, end: inner.end, pieces: Vec::new() };
        while walk.f < walk.end {
            match walk.byte(walk.f)? {
                b'\\' if style == Style::Double => walk.escape()?,
                b'\'' if style == Style::Single => walk.other(1, 2)?,
                b' ' | b'\t' | b'\r' | b'\n' => walk.blanks()?,
                _ => walk.same()?,
            }
        }
        (walk.t == text.len()).then_some(walk.pieces)
    }

    /// Text after `|` or `>`, whose place starts at the first character of its first line.
    pub(super) fn block(text: &'a str, source: &'a str, span: &Range<usize>, indent: usize) -> Option<Vec<Piece>> {
        let mut walk = Align { text, source, t: 0, f: span.start, end: span.end, pieces: Vec::new() };
        // Blank lines before the first line of words stand before the place.
        let leading = text.len() - text.trim_start_matches('\n').len();
        walk.other(leading, 0)?;
        while walk.f < walk.end && walk.t < text.len() {
            if !matches!(walk.byte(walk.f)?, b'\r' | b'\n') {
                walk.same()?;
                continue;
            }
            let mut f = walk.f;
            while f < walk.end {
                let broken = match (walk.byte(f)?, walk.byte(f + 1)) {
                    (b'\r', Some(b'\n')) => 2,
                    (b'\r' | b'\n', _) => 1,
                    _ => break,
                };
                f += broken;
                let deep = walk.source.as_bytes().get(f..).unwrap_or(&[]);
                f += deep.iter().take(indent).take_while(|&&b| b == b' ').count();
            }
            let rest = text.get(walk.t..)?;
            let breaks = rest.len() - rest.trim_start_matches('\n').len();
            // A single break between two lines of words is folded to a blank.
            let length = if breaks == 0 && rest.starts_with(' ') { 1 } else { breaks };
            walk.other(length, f.min(walk.end) - walk.f)?;
        }
        // The final break may be the end of the file.
        let rest = text.get(walk.t..)?;
        if rest.bytes().all(|b| b == b'\n') {
            walk.other(rest.len(), walk.end.saturating_sub(walk.f))?;
        }
        (walk.t == text.len()).then_some(walk.pieces)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.source.as_bytes().get(at).copied()
    }

    /// One character that is the same in both.
    fn same(&mut self) -> Option<()> {
        let c = self.source.get(self.f..)?.chars().next()?;
        let length = c.len_utf8();
        if !self.text.get(self.t..)?.starts_with(c) {
            return None;
        }
        if let Some(last) = self.pieces.last_mut()
            && last.verbatim
            && last.file_range().end == self.f
        {
            last.grow(length);
        } else {
            let mut piece = Piece::other(self.t..self.t + length, self.f..self.f + length);
            piece.verbatim = true;
            self.pieces.push(piece);
        }
        self.t += length;
        self.f += length;
        Some(())
    }

    /// `text` bytes of the text that are written with `file` bytes of the file.
    fn other(&mut self, text: usize, file: usize) -> Option<()> {
        let (t, f) = (self.t + text, self.f + file);
        if t > self.text.len() || f > self.end {
            return None;
        }
        if text > 0 {
            let piece = Piece::other(self.t..t, self.f..f);
            self.pieces.push(piece);
        }
        (self.t, self.f) = (t, f);
        Some(())
    }

    /// An escape of double quotes: one character of the text, or none at the end of a line.
    fn escape(&mut self) -> Option<()> {
        let next = self.source.get(self.f + 1..)?.chars().next()?;
        let length = match next {
            'x' => 4,
            'u' if self.high_surrogate() => 12,
            'u' => 6,
            'U' => 10,
            '\r' | '\n' => {
                self.f += 1;
                return self.joined_line();
            }
            c => 1 + c.len_utf8(),
        };
        let c = self.text.get(self.t..)?.chars().next()?;
        self.other(c.len_utf8(), length)
    }

    fn high_surrogate(&self) -> bool {
        let digits = self.source.get(self.f + 2..self.f + 6);
        let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
        code.is_some_and(|code| (0xd800..0xdc00).contains(&code))
    }

    /// A line break behind a backslash: it and the blanks after it are nothing, further breaks are breaks.
    fn joined_line(&mut self) -> Option<()> {
        let (f, breaks) = self.run();
        self.other(breaks.saturating_sub(1), f - self.f)
    }

    /// Blanks inside a line stay; with a break among them they fold.
    fn blanks(&mut self) -> Option<()> {
        let (f, breaks) = self.run();
        match breaks {
            0 => {
                while self.f < f {
                    self.same()?;
                }
                Some(())
            }
            1 => self.other(1, f - self.f),
            n => self.other(n - 1, f - self.f),
        }
    }

    /// The end of a run of blanks, and how many line breaks are in it.
    fn run(&self) -> (usize, usize) {
        let mut f = self.f;
        let mut breaks = 0;
        while f < self.end {
            match self.byte(f) {
                Some(b' ' | b'\t') => {}
                Some(b'\r') if f + 1 < self.end && self.byte(f + 1) == Some(b'\n') => {}
                Some(b'\r' | b'\n') => breaks += 1,
                _ => break,
            }
            f += 1;
        }
        (f, breaks)
    }
}
