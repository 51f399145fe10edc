//! Text of a file, and the way back from each of its characters to the file.

use std::ops::Range;

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In `'…'`.
    Single,
    /// In `"…"`.
    Double,
    /// After `|`.
    Literal,
    /// After `>`.
    Folded,
}

/// Text as the author meant it, with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// The text after unquoting and folding.
    pub text: String,
    /// The place in the file; with the quotes, without the `>-` of a block.
    pub span: Range<usize>,
    /// How it is written.
    pub style: Style,
    /// Where the text starts in the file, if it stands there word for word.
    start: usize,
    /// Otherwise, how its parts map to the file; empty if word for word.
    pieces: Box<[Piece]>,
}

/// A part of the text that either stands in the file word for word or is written there in another way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    text: u32,
    file: u32,
    text_len: u32,
    file_len: u32,
    verbatim: bool,
}

impl Scalar {
    /// Text that stands in the file word for word at `start`.
    pub(super) fn verbatim(text: String, span: Range<usize>, style: Style, start: usize) -> Self {
        Self { text, span, style, start, pieces: Box::default() }
    }

    /// Text that the parser read from `source[span]`; `indent` is that of a block.
    ///
    /// `original` is the file where `source` is a mended copy of the same length: words are taken from it.
    pub(super) fn new(text: &str, span: Range<usize>, style: Style, indent: usize, source: &str, original: &str) -> Self {
        let quotes = usize::from(matches!(style, Style::Single | Style::Double));
        let start = span.start + quotes;
        let inner = source.get(start..start + text.len());
        if inner == Some(text) && start + text.len() + quotes <= span.end {
            let words = original.get(start..start + text.len()).unwrap_or(text);
            return Self::verbatim(words.to_owned(), span, style, start);
        }
        let pieces = match style {
            Style::Literal | Style::Folded => Align::block(text, source, &span, indent),
            _ => Align::flow(text, source, start..span.end.saturating_sub(quotes), style),
        };
        // Text and file that do not fit together would be our own fault; the whole place is still right.
        let pieces = pieces.unwrap_or_else(|| vec![Piece::other(0..text.len(), span.clone())]);
        let mut words = String::with_capacity(text.len());
        for piece in &pieces {
            let from = if piece.verbatim { original.get(piece.file_range()) } else { text.get(piece.text_range()) };
            words.push_str(from.unwrap_or(""));
        }
        let text = if words.len() == text.len() { words } else { text.to_owned() };
        Self { text, span, style, start, pieces: pieces.into_boxed_slice() }
    }

    /// The place in the file of a part of the text (bytes of both).
    ///
    /// An escape counts as a whole, a folded line break as the break with the blanks around it. Parts outside the
    /// text are cut to it; an empty part is a point.
    #[must_use]
    pub fn place(&self, part: Range<usize>) -> Range<usize> {
        let start = part.start.min(self.text.len());
        let end = part.end.clamp(start, self.text.len());
        if self.pieces.is_empty() {
            return self.start + start..self.start + end;
        }
        if start == end {
            let point = self.before(start);
            return point..point;
        }
        let from = self.before(start);
        from..self.after(end).max(from)
    }

    /// Where the character at `at` starts in the file.
    fn before(&self, at: usize) -> usize {
        let i = self.pieces.partition_point(|p| p.text_range().end <= at);
        let Some(piece) = self.pieces.get(i) else {
            let last = self.pieces.last();
            return last.map_or(self.start, |p| p.file_range().end);
        };
        if piece.verbatim { piece.file_range().start + (at - piece.text_range().start) } else { piece.file_range().start }
    }

    /// Where the character that ends at `at` ends in the file.
    fn after(&self, at: usize) -> usize {
        let i = self.pieces.partition_point(|p| p.text_range().end < at);
        let Some(piece) = self.pieces.get(i) else {
            return self.span.end;
        };
        if piece.verbatim { piece.file_range().start + (at - piece.text_range().start) } else { piece.file_range().end }
    }
}

impl Piece {
    /// Text that stands in the file in another way.
    fn other(text: Range<usize>, file: Range<usize>) -> Self {
        // Files are capped at a megabyte, so that every offset fits.
        let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            text: short(text.start),
            file: short(file.start),
            text_len: short(text.len()),
            file_len: short(file.len()),
            verbatim: false,
        }
    }

    fn text_range(self) -> Range<usize> {
        self.text as usize..(self.text + self.text_len) as usize
    }

    fn file_range(self) -> Range<usize> {
        self.file as usize..(self.file + self.file_len) as usize
    }
}

/// Walks text and file side by side.
struct Align<'a> {
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
    fn flow(text: &'a str, source: &'a str, inner: Range<usize>, style: Style) -> Option<Vec<Piece>> {
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
    fn block(text: &'a str, source: &'a str, span: &Range<usize>, indent: usize) -> Option<Vec<Piece>> {
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
            last.text_len += c.len_utf8() as u32;
            last.file_len += c.len_utf8() as u32;
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
