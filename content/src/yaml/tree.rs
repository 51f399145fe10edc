//! From parser events to a tree; stops at the first thing the parser cannot read.

mod refuse;

use std::collections::HashMap;
use std::ops::Range;

use cardwright_grammar::diagnostic::{Diagnostic, FileId, quote};
use serde_yaml::granit_parser::{ErrorKind, Event, Parser, ScalarStyle, Span, StructureStyle, options};

use super::lines::Lines;
use super::mend::Gaps;
use super::{MAX_DEPTH, Node, Scalar, Style, Value};

/// The most faults told of one file; more help nobody.
pub(super) const MAX_FAULTS: usize = 100;
/// From how many keys on a group looks repeats up instead of comparing.
const MANY_KEYS: usize = 16;

/// What came of one reading.
pub(super) struct Attempt {
    /// The tree, if reading came to the end and there is a value.
    pub(super) root: Option<Node>,
    /// Faults that did not stop the reading.
    pub(super) faults: Vec<Diagnostic>,
    /// Why and where reading stopped.
    pub(super) stop: Option<Stop>,
}

/// Why reading stopped, and what was around.
pub(super) struct Stop {
    pub(super) why: Why,
    pub(super) at: usize,
    /// The scalar read last.
    pub(super) scalar: Option<(Range<usize>, Style)>,
    /// Where the last event ended.
    pub(super) last: usize,
    /// The lists and groups that are open, outermost first.
    pub(super) open: Vec<Open>,
}

pub(super) enum Why {
    Parser(ErrorKind),
    TooDeep,
    /// A quote that goes on over lines which look like keys.
    SwallowedKeys,
}

/// A list or group that is not yet closed.
#[derive(Clone)]
pub(super) struct Open {
    pub(super) start: usize,
    pub(super) flow: bool,
}

/// Reads a (mended) copy of a file.
pub(super) fn build(file: FileId, source: &str, original: &str, gaps: &Gaps) -> Attempt {
    let mut builder = Builder {
        file,
        source,
        original,
        gaps,
        frames: Vec::new(),
        root: None,
        faults: Vec::new(),
        documents: 0,
        scalar: None,
        last: 0,
    };
    let settings = options! {
        emit_comments: false,
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
    };
    for event in Parser::new_from_str_with_options(source, settings) {
        let outcome = match event {
            Ok((event, span)) => builder.event(event, &span),
            Err(error) => {
                let at = error.marker().byte_offset().unwrap_or(source.len());
                Err((Why::Parser(error.kind().clone()), at))
            }
        };
        match outcome {
            Ok(true) => {}
            Ok(false) => break,
            Err((why, at)) => return builder.stopped(why, at),
        }
    }
    Attempt { root: builder.root, faults: builder.faults, stop: None }
}

struct Builder<'a> {
    file: FileId,
    source: &'a str,
    original: &'a str,
    gaps: &'a Gaps,
    frames: Vec<Frame>,
    root: Option<Node>,
    faults: Vec<Diagnostic>,
    documents: usize,
    scalar: Option<(Range<usize>, Style)>,
    last: usize,
}

struct Frame {
    open: Open,
    items: Items,
}

enum Items {
    List(Vec<Node>),
    Map {
        entries: Vec<(Scalar, Node)>,
        key: Key,
        /// Places in `entries`, once there are many.
        seen: HashMap<String, usize>,
    },
}

/// The key whose value is awaited.
enum Key {
    None,
    Some(Scalar),
    /// Something that cannot be a key, reported; its value is passed over.
    Bad,
}

impl Builder<'_> {
    /// Takes one event in. False at the end of what is read.
    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<bool, (Why, usize)> {
        let start = span.start.byte_offset().unwrap_or(0);
        let end = span.end.byte_offset().unwrap_or(start).max(start);
        if let Some(tag) = span.tag_span().and_then(|s| s.byte_range()) {
            self.refuse_tag(tag);
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents == 2 {
                    self.second_document(start);
                    return Ok(false);
                }
            }
            Event::Scalar(text, style, ..) => self.scalar(&text, style, start..end, span)?,
            Event::SequenceStart(style, ..) => {
                self.open(start, style, Items::List(Vec::new()))?;
            }
            Event::MappingStart(style, ..) => {
                let items = Items::Map { entries: Vec::new(), key: Key::None, seen: HashMap::new() };
                self.open(start, style, items)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(end),
            Event::Anchor(_, name) => {
                let name = quote(&format!("&{name}"));
                self.fault(
                    Diagnostic::error(
                        "yaml-alias",
                        format!("{name} is a YAML anchor, which cards do not have"),
                        self.file,
                        start..end,
                    )
                    .help("put the value in single quotes if `&` is part of its text, else delete it"),
                );
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                let name = quote(self.original.get(start..end).unwrap_or("*"));
                self.fault(
                    Diagnostic::error(
                        "yaml-alias",
                        format!("{name} is a YAML alias, which cards do not have"),
                        self.file,
                        start..end,
                    )
                    .help("put the value in single quotes if `*` is part of its text, else write it out"),
                );
                self.put(Node { span: start..end, value: Value::Broken, whole: false });
            }
            _ => {}
        }
        self.last = self.last.max(end);
        Ok(true)
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, mut span: Range<usize>, whole: &Span) -> Result<(), (Why, usize)> {
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::Single,
            ScalarStyle::DoubleQuoted => Style::Double,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        // The parser makes `~` of nothing; one that an author wrote has a place.
        if style == Style::Plain && (text.is_empty() || span.is_empty()) {
            let broken = self.gaps.value_after(self.edge(), self.source);
            let at = self.nothing_at(span.start);
            self.put(Node { span: at..at, value: if broken { Value::Broken } else { Value::Null }, whole: !broken });
            return Ok(());
        }
        self.scalar = Some((span.clone(), style));
        if matches!(style, Style::Single | Style::Double) && whole.start.line() != whole.end.line() && self.swallows_keys(&span) {
            return Err((Why::SwallowedKeys, span.start));
        }
        let block = matches!(style, Style::Literal | Style::Folded);
        let lines = Lines { text: self.source };
        let indent = match whole.indent {
            Some(indent) if block => indent,
            _ => span.start - lines.start(span.start).min(span.start),
        };
        let mut scalar = Scalar::new(text, span.clone(), style, indent, self.source, self.original);
        if block {
            // The parser ends a block where the next thing begins; a reader sees its last word.
            let words = self.source.get(span.clone()).unwrap_or("");
            span.end = span.start + words.trim_end().len();
            scalar.span = span.clone();
        }
        self.put(Node { span, value: Value::Scalar(scalar), whole: true });
        Ok(())
    }

    /// Whether a quoted text runs over a line that is a key of the same group.
    fn swallows_keys(&self, span: &Range<usize>) -> bool {
        let lines = Lines { text: self.source };
        let column = lines.column(span.start);
        let mut line = span.start;
        while let Some(next) = lines.next(line).filter(|&next| next < span.end) {
            line = next;
            if lines.indent(line) <= column && lines.key(line).is_some() {
                return true;
            }
        }
        false
    }

    /// Where the last finished thing of the innermost frame ends.
    fn edge(&self) -> usize {
        match self.frames.last() {
            None => 0,
            Some(frame) => match &frame.items {
                Items::List(items) => items.last().map_or(frame.open.start, |n| n.span.end),
                Items::Map { key: Key::Some(key), .. } => key.span.end,
                Items::Map { entries, .. } => entries.last().map_or(frame.open.start, |(_, n)| n.span.end),
            },
        }
    }

    /// Where nothing stands: after the colon of its key.
    fn nothing_at(&self, start: usize) -> usize {
        let Some(Items::Map { key: Key::Some(key), .. }) = self.frames.last().map(|f| &f.items) else {
            return start;
        };
        let after = self.source.get(key.span.end..).unwrap_or("");
        let blank = after.len() - after.trim_start_matches([' ', '\t']).len();
        let colon = after.get(blank..).is_some_and(|rest| rest.starts_with(':'));
        if colon { key.span.end + blank + 1 } else { key.span.end }
    }

    fn open(&mut self, start: usize, style: StructureStyle, items: Items) -> Result<(), (Why, usize)> {
        if self.frames.len() >= MAX_DEPTH {
            return Err((Why::TooDeep, start));
        }
        let open = Open { start, flow: style == StructureStyle::Flow };
        self.frames.push(Frame { open, items });
        Ok(())
    }

    fn close(&mut self, end: usize) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let start = frame.open.start;
        let inner = match &frame.items {
            Items::List(items) => items.last().map(|n| n.span.end),
            Items::Map { entries, .. } => entries.last().map(|(k, n)| n.span.end.max(k.span.end)),
        };
        // The parser ends a block where the next begins; a reader sees its last word.
        let end = if frame.open.flow { end } else { inner.unwrap_or(end) };
        let span = start..end.max(start);
        let whole = !self.gaps.lines_in(&span, self.source);
        let value = match frame.items {
            Items::List(items) => Value::List(items),
            Items::Map { entries, .. } => Value::Map(entries),
        };
        self.put(Node { span, value, whole });
    }

    fn put(&mut self, node: Node) {
        let mut fault = None;
        match self.frames.last_mut().map(|f| &mut f.items) {
            None => {
                self.root.get_or_insert(node);
            }
            Some(Items::List(items)) => items.push(node),
            Some(Items::Map { entries, key, seen }) => match std::mem::replace(key, Key::None) {
                Key::Bad => {}
                Key::None => match node.value {
                    Value::Scalar(scalar) => *key = Key::Some(scalar),
                    Value::Broken => *key = Key::Bad,
                    Value::Null => {
                        *key = Key::Bad;
                        fault = Some(("nothing stands before the `:`", node.span, "put a key before it"));
                    }
                    Value::List(_) | Value::Map(_) => {
                        *key = Key::Bad;
                        let words = "a list or group stands where a key is wanted";
                        fault = Some((words, node.span, "put the text in single quotes"));
                    }
                },
                Key::Some(name) => {
                    let first = if entries.len() < MANY_KEYS {
                        entries.iter().position(|(k, _)| k.text == name.text)
                    } else {
                        if seen.is_empty() {
                            let places = entries.iter().enumerate();
                            seen.extend(places.map(|(i, (k, _))| (k.text.clone(), i)));
                        }
                        seen.get(&name.text).copied()
                    };
                    if let Some((first, _)) = first.and_then(|i| entries.get(i)) {
                        let first = first.span.clone();
                        self.duplicate(&name, first);
                        return;
                    }
                    if !seen.is_empty() {
                        seen.insert(name.text.clone(), entries.len());
                    }
                    entries.push((name, node));
                }
            },
        }
        if let Some((message, span, help)) = fault {
            self.fault(Diagnostic::error("yaml-syntax", message, self.file, span).help(help));
        }
    }

    fn fault(&mut self, fault: Diagnostic) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        }
    }

    fn stopped(self, why: Why, at: usize) -> Attempt {
        let stop = Stop {
            why,
            at: at.min(self.source.len()),
            scalar: self.scalar,
            last: self.last,
            open: self.frames.iter().map(|f| f.open.clone()).collect(),
        };
        Attempt { root: None, faults: self.faults, stop: Some(stop) }
    }
}
