//! Text of a file, and the way back from each of its characters to the file.

use std::ops::Range;

use super::align::Align;

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
pub(super) struct Piece {
    text: u32,
    file: u32,
    text_len: u32,
    file_len: u32,
    /// Word for word.
    pub(super) verbatim: bool,
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
    pub(super) fn other(text: Range<usize>, file: Range<usize>) -> Self {
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

    /// Makes a part that stands word for word longer.
    pub(super) fn grow(&mut self, bytes: usize) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.text_len = self.text_len.saturating_add(bytes);
        self.file_len = self.file_len.saturating_add(bytes);
    }

    fn text_range(self) -> Range<usize> {
        self.text as usize..(self.text + self.text_len) as usize
    }

    pub(super) fn file_range(self) -> Range<usize> {
        self.file as usize..(self.file + self.file_len) as usize
    }
}
