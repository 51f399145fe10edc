//! A file of a board into the lines that a `board` block would have, each part with its place in the file.

use crate::face::{Languages, Texts};
use crate::page;
use crate::question::coordinate;
use cardwright_content::yaml::{self, Node, Scalar, Value};
use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, Sources};
use std::ops::Range;
use std::path::Path;

/// A board as its file says it.
#[derive(Debug)]
pub struct BoardFile {
    /// The file.
    pub file: FileId,
    /// The lines.
    pub lines: Vec<Line>,
    /// What it is called.
    pub title: Texts,
    /// What a person is told first.
    pub intro: Texts,
    /// Whether it is the one to begin with.
    pub first: bool,
    /// Where it says who is in whose troupe; nothing where it says so nowhere.
    pub troupes: Option<Range<usize>>,
}

/// A line, and where its parts stand in the file.
#[derive(Clone, Debug)]
pub struct Line {
    /// The line.
    pub text: String,
    /// Parts by the column where they begin, from 0, with their bytes in the file.
    parts: Vec<(usize, Range<usize>)>,
    /// The line stands in the file as it is.
    verbatim: bool,
}

impl Line {
    fn new(text: impl Into<String>, span: Range<usize>) -> Self {
        Line { text: text.into(), parts: vec![(0, span)], verbatim: false }
    }

    /// Words one after the other, each with its place.
    pub(crate) fn of(words: &[(&str, &Scalar)]) -> Self {
        let mut line = Line { text: String::new(), parts: Vec::new(), verbatim: false };
        for (text, scalar) in words {
            if !line.text.is_empty() {
                line.text.push(' ');
            }
            line.add(text, &scalar.span);
        }
        line
    }

    /// The last of its parts.
    pub(crate) fn last(&self) -> &str {
        let start = self.parts.last().map_or(0, |(start, _)| *start);
        self.text.char_indices().nth(start).and_then(|(at, _)| self.text.get(at..)).unwrap_or("")
    }

    fn add(&mut self, text: &str, span: &Range<usize>) {
        self.parts.push((self.text.chars().count(), span.clone()));
        self.text.push_str(text);
    }

    /// The part at a column, from 1, of a line that does not stand in the file as it is.
    pub fn made(&self, column: usize) -> Option<&str> {
        let (starts, before) = (|| self.parts.iter().map(|(start, _)| *start), column.saturating_sub(1));
        let start = starts().rev().find(|start| *start <= before)?;
        let chars = |from: usize| self.text.char_indices().nth(from).map_or(self.text.len(), |(at, _)| at);
        let end = starts().find(|next| *next > start).map_or(self.text.len(), chars);
        self.text.get(chars(start)..end).map(str::trim).filter(|_| !self.verbatim)
    }

    /// The bytes of the part at a column, from 1.
    pub fn place(&self, column: usize) -> Range<usize> {
        let before = column.saturating_sub(1);
        let Some((_, span)) = self.parts.iter().rev().find(|(start, _)| *start <= before).or(self.parts.first()) else {
            return 0..0;
        };
        if !self.verbatim {
            return span.clone();
        }
        let bytes = self.text.char_indices().nth(before).map_or(0, |(at, _)| at);
        span.start + bytes..span.end
    }
}

/// Reads a file. What is wrong with its form is reported; the file is among the sources in any case.
///
/// Its texts are in all of the `languages`, where these are given.
pub fn read(
    path: &Path,
    shown: &str,
    players: usize,
    languages: Option<Languages<'_>>,
    sources: &mut Sources,
    problems: &Problems,
) -> Option<BoardFile> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
    if path.extension().is_some_and(|e| e == "md") {
        return read_page(path, shown, sources, problems);
    }
    let (file, node) = yaml::read_file(path, shown, sources, problems)?;
    let (title, intro) = (Texts::default(), Texts::default());
    let mut reader = Reader { file, problems, languages, title, intro, first: false, lines: Vec::new() };
    let troupes = reader.board(&node, stem, players);
    let Reader { title, intro, first, lines, .. } = reader;
    Some(BoardFile { file, title, intro, first, lines, troupes })
}

fn read_page(path: &Path, shown: &str, sources: &mut Sources, problems: &Problems) -> Option<BoardFile> {
    let text = match std::fs::read(path).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        read => {
            let file = sources.add(shown, "");
            let why = match read {
                Err(error) => format!("the file cannot be read: {error}"),
                Ok(_) => "the file is not text in UTF-8".to_owned(),
            };
            problems.report(Diagnostic::error("bad-board", why, file, 0..0));
            return None;
        }
    };
    let file = sources.add(shown, text.clone());
    let (page, troubles) = page::read(&text);
    for trouble in troubles {
        let span = sources.line_span(file, trouble.line);
        problems.report(Diagnostic::error("bad-board", trouble.message, file, span));
    }
    let lines = page.board.into_iter().map(|written| {
        let whole = sources.line_span(file, written.line);
        let raw = text.get(whole.clone()).unwrap_or("");
        let start = whole.start + raw.len() - raw.trim_start().len();
        let span = start..start + written.text.len();
        Line { text: written.text, parts: vec![(0, span)], verbatim: true }
    });
    Some(BoardFile {
        file,
        title: Texts::default(),
        intro: Texts::default(),
        first: false,
        lines: lines.collect(),
        troupes: None,
    })
}

/// Pieces without an owner, as a file of a campaign lists them: one line each, which begins with the piece.
pub(crate) fn pieces(nodes: &[Node], file: FileId, problems: &Problems) -> Vec<Line> {
    let (title, intro) = (Texts::default(), Texts::default());
    let mut reader = Reader { file, problems, languages: None, title, intro, first: false, lines: Vec::new() };
    nodes.iter().for_each(|node| reader.piece(node));
    reader.lines
}

struct Reader<'p> {
    file: FileId,
    problems: &'p Problems,
    languages: Option<Languages<'p>>,
    title: Texts,
    intro: Texts,
    first: bool,
    lines: Vec<Line>,
}

const KEYS: [&str; 9] = ["board", "name", "intro", "note", "first", "players", "options", "pieces", "troupes"];

impl Reader<'_> {
    fn wrong(&self, span: &Range<usize>, message: impl Into<String>) {
        self.problems.report(Diagnostic::error("bad-board", message, self.file, span.clone()));
    }

    fn board(&mut self, node: &Node, stem: &str, players: usize) -> Option<Range<usize>> {
        let Value::Map(entries) = &node.value else {
            self.wrong(&node.span, "a board is a group of keys");
            return None;
        };
        let (mut named, mut troupes, mut place) = (None, Vec::new(), None);
        for (key, value) in entries {
            match key.text.as_str() {
                // Boards are asked for by the names of their files.
                "board" => {
                    let (id, span) = self.word(value);
                    if id != stem {
                        self.wrong(&span, format!("the board is called `{id}`, but its file `{stem}`"));
                    }
                }
                "note" => {}
                "first" => {
                    let (word, span) = self.word(value);
                    match word.as_str() {
                        "yes" => self.first = true,
                        "no" => {}
                        _ => self.wrong(&span, format!("`first` is yes or no, not `{word}`")),
                    }
                }
                "name" | "intro" => {
                    let reader = yaml::Reader::new(self.file, self.problems);
                    let text = Texts::read(value, reader, self.languages).unwrap_or_default();
                    *(if key.text == "name" { &mut self.title } else { &mut self.intro }) = text;
                }
                "players" => {
                    let names: Vec<String> = self.items(value).iter().map(|n| self.word(n).0).collect();
                    named = Some(names.len());
                    self.lines.push(Line::new(format!("players {}", names.join(", ")), value.span.clone()));
                }
                "options" => {
                    let Value::Map(options) = &value.value else {
                        self.wrong(&value.span, "options are a group of keys");
                        continue;
                    };
                    for (option, chosen) in options {
                        let mut line = Line::new("option ", option.span.clone());
                        line.add(&option.text, &option.span);
                        let (word, span) = self.word(chosen);
                        line.add(&format!(" {word}"), &span);
                        self.lines.push(line);
                    }
                }
                "pieces" => {
                    for piece in self.items(value) {
                        self.piece(piece);
                    }
                }
                "troupes" => {
                    place = Some(key.span.clone());
                    troupes = self
                        .items(value)
                        .iter()
                        .map(|troupe| self.items(troupe).iter().map(|card| self.word(card)).collect::<Vec<_>>())
                        .collect()
                }
                other => {
                    let near = cardwright_grammar::diagnostic::did_you_mean(other, KEYS);
                    let help =
                        near.map_or_else(|| format!("it may have {}", KEYS.join(", ")), |near| format!("did you mean `{near}`?"));
                    self.problems.report(
                        Diagnostic::error("bad-board", format!("`{other}` is not a key of a board"), self.file, key.span.clone())
                            .help(help),
                    );
                }
            }
        }
        if let (Some(count), Some(span)) = (named.filter(|count| *count < troupes.len()), &place) {
            self.wrong(span, format!("there are {} troupes for {count} players", troupes.len()));
        }
        let players = if players == 0 { troupes.len() } else { players };
        if named.is_none() {
            let head = entries.first().map_or(node.span.clone(), |(key, _)| key.span.clone());
            self.lines.insert(0, Line::new(format!("players {players}"), head));
        }
        let seats = named.unwrap_or(players);
        for (seat, troupe) in troupes.iter().cycle().take(if troupes.is_empty() { 0 } else { seats }).enumerate() {
            for (card, span) in troupe {
                let mut line = Line::new(card, span.clone());
                line.add(&format!(" P{}", seat + 1), span);
                self.lines.push(line);
            }
        }
        place
    }

    /// One line for a piece: first what it is, last its corners, behind which nothing else can be mistaken for one.
    fn piece(&mut self, node: &Node) {
        let Value::Map(entries) = &node.value else { return self.wrong(&node.span, "a piece is a group of keys") };
        let value_of = |wanted: &[&str]| entries.iter().find(|(key, _)| wanted.contains(&key.text.as_str()));
        let Some((_, what)) = value_of(&["card", "kind"]) else {
            return self.wrong(&node.span, "a piece needs a `card` or a `kind`");
        };
        if let (Some(_), Some((key, _))) = (value_of(&["card"]), value_of(&["kind"])) {
            self.wrong(&key.span, "a piece has a `card` or a `kind`, not both: the card says its kind");
        }
        let (word, span) = self.word(what);
        let mut line = match value_of(&["name"]) {
            Some((_, name)) => {
                let (name, named) = self.word(name);
                let mut line = Line::new(format!("{name} ("), named);
                line.add(&word, &span);
                line.text.push(')');
                line
            }
            None => Line::new(word, span),
        };
        if let Some((_, owner)) = value_of(&["owner", "seat"]) {
            let (seat, span) = self.word(owner);
            line.add(&format!(" P{seat}"), &span);
        }
        for (key, value) in entries {
            match key.text.as_str() {
                "card" | "kind" | "name" | "owner" | "seat" | "corners" => {}
                // Each of them has a word of its own in a line.
                "abilities" => self.each(&mut line, "with", value),
                "without" => self.each(&mut line, "without", value),
                "statuses" => self.each(&mut line, "is", value),
                "at" => self.field(&mut line, key, &self.point(value), &value.span),
                _ => {
                    let text = self.value(value);
                    self.field(&mut line, key, &text, &value.span);
                }
            }
        }
        if let Some((key, value)) = value_of(&["corners"]) {
            let corners: Vec<String> = self.items(value).iter().map(|corner| self.point(corner)).collect();
            self.field(&mut line, key, &corners.join("  "), &value.span);
        }
        self.lines.push(line);
    }

    /// A word before each member of a list.
    fn each(&self, line: &mut Line, word: &str, list: &Node) {
        for member in self.items(list) {
            line.text.push(' ');
            line.add(&format!("{word} {}", self.word(member).0), &member.span);
        }
    }

    /// The value of a field as a line has it: a word, `[a, b]`, or `[column 1, column 2]`.
    fn value(&self, node: &Node) -> String {
        match &node.value {
            Value::List(members) => format!("[{}]", members.iter().map(|m| self.value(m)).collect::<Vec<_>>().join(", ")),
            Value::Map(columns) => {
                let one = |(column, value): &(Scalar, Node)| format!("{} {}", column.text, self.word(value).0);
                format!("[{}]", columns.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            _ => self.word(node).0,
        }
    }

    /// The blank belongs to what follows it: troubles stand where a word begins.
    fn field(&self, line: &mut Line, key: &Scalar, value: &str, span: &Range<usize>) {
        line.text.push(' ');
        line.add(&key.text, &key.span);
        line.text.push(' ');
        line.add(value, span);
    }

    fn point(&self, node: &Node) -> String {
        let parts: Vec<String> = self.items(node).iter().map(|n| self.word(n).0).collect();
        if parts.len() != 2 || parts.iter().any(|part| coordinate(part).is_none()) {
            self.wrong(&node.span, "a place is two numbers: `[12, 18.5]`");
        }
        parts.join(", ")
    }

    fn items<'n>(&self, node: &'n Node) -> &'n [Node] {
        match &node.value {
            Value::List(items) => items,
            Value::Broken => &[],
            _ => {
                self.wrong(&node.span, "a list is wanted here");
                &[]
            }
        }
    }

    fn word(&self, node: &Node) -> (String, Range<usize>) {
        let text = match &node.value {
            Value::Scalar(scalar) => scalar.text.clone(),
            Value::Broken => String::new(),
            _ => {
                self.wrong(&node.span, "a word or number is wanted here");
                String::new()
            }
        };
        (text, node.span.clone())
    }
}
