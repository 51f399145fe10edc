//! The files of a pack, and where a byte of them is.

use std::sync::OnceLock;

/// A file known to a [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// Owns the text of every file that a message may point into.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<File>,
}

#[derive(Debug)]
struct File {
    path: String,
    text: String,
    /// Where each line starts; found when first asked, since most files have no problem.
    lines: OnceLock<Vec<usize>>,
}

impl Sources {
    /// No files yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a file in. The path is shown as given: relative to the pack.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        // More than four thousand million files do not fit in memory.
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(File { path: path.into(), text: text.into(), lines: OnceLock::new() });
        id
    }

    /// The path of a file; empty if the file is not of these sources.
    #[must_use]
    pub fn path(&self, file: FileId) -> &str {
        self.file(file).map_or("", |f| &f.path)
    }

    /// The text of a file; empty if the file is not of these sources.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.file(file).map_or("", |f| &f.text)
    }

    /// Every file, in the order added.
    pub fn files(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len()).map(|i| FileId(u32::try_from(i).unwrap_or(u32::MAX)))
    }

    /// Line and column of a byte, both from 1; columns count characters, a byte-order mark is none.
    #[must_use]
    pub fn line_column(&self, file: FileId, byte: usize) -> (usize, usize) {
        let Some(file) = self.file(file) else {
            return (1, 1);
        };
        let byte = floor_char(&file.text, byte);
        let line = file.lines().partition_point(|&start| start <= byte).saturating_sub(1);
        let start = file.lines().get(line).copied().unwrap_or(0);
        let before = file.text.get(start..byte).unwrap_or("");
        (line + 1, before.chars().count() + 1)
    }

    /// The bytes of a line (from 1) without its line break; empty past the end.
    #[must_use]
    pub fn line_span(&self, file: FileId, line: usize) -> std::ops::Range<usize> {
        let Some(file) = self.file(file) else {
            return 0..0;
        };
        let lines = file.lines();
        let Some(&start) = lines.get(line.saturating_sub(1)) else {
            return file.text.len()..file.text.len();
        };
        let end = lines.get(line).copied().unwrap_or(file.text.len());
        let text = file.text.get(start..end).unwrap_or("");
        start..start + text.trim_end_matches(['\n', '\r']).len()
    }

    fn file(&self, file: FileId) -> Option<&File> {
        self.files.get(file.0 as usize)
    }
}

impl File {
    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            // The first line starts behind the mark, so that column 1 is what the author sees.
            let mut starts = vec![if self.text.starts_with('\u{feff}') { 3 } else { 0 }];
            let bytes = self.text.as_bytes();
            for (i, &b) in bytes.iter().enumerate() {
                if b == b'\n' || (b == b'\r' && bytes.get(i + 1) != Some(&b'\n')) {
                    starts.push(i + 1);
                }
            }
            starts
        })
    }
}

/// The nearest place at or before `byte` that does not cut a character.
pub(super) fn floor_char(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}
