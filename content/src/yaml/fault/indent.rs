//! Lines that are indented with tabs, or line up with nothing.

use std::ops::Range;

use cardwright_grammar::diagnostic::quote;

use super::super::Style;
use super::super::lines::Lines;
use super::super::mend::Mend;
use super::{Case, Finding};

impl Case<'_> {
    pub(super) fn tab(&self) -> Finding {
        let lines = self.lines;
        let tab_in = |line: usize| {
            let start = lines.start(line);
            let lead = lines.slice(start..lines.words(line).start);
            lead.contains('\t').then(|| {
                let first = start + lead.find('\t').unwrap_or(0);
                first..start + lead.trim_end_matches(' ').len()
            })
        };
        let mut line = Some(self.at);
        let mut found = None;
        let mut count = 0;
        while let Some(at) = line {
            if let Some(tab) = tab_in(at) {
                found.get_or_insert(tab);
                count += 1;
            }
            line = lines.next(at);
        }
        let Some(first) = found else {
            // A tab inside a line, as behind a dash.
            let before = lines.slice(lines.start(self.at)..lines.end(self.at));
            let at = before.find('\t').map_or(self.at, |i| lines.start(self.at) + i);
            let fault =
                self.error("tab-indentation", "a tab stands where only spaces may", at..at + 1).help("put spaces in its place");
            return Finding::new(fault, self.give_up(self.at));
        };
        let message = match count {
            1 => "a tab is used to indent".to_owned(),
            2 => "a tab is used to indent, here and on 1 further line".to_owned(),
            n => format!("a tab is used to indent, here and on {} further lines", n - 1),
        };
        let fault = self.error("tab-indentation", message, first).help("indent with spaces, two for each level");
        Finding::new(fault, Mend::Tabs)
    }

    /// A line that lines up with no open group or list, or is of the wrong sort for the one it lines up with.
    pub(super) fn out_of_line(&self, in_list: bool) -> Finding {
        let lines = self.lines;
        let words = lines.words(self.at);
        let entry = lines.entry(self.at);
        if self.at > entry.start && self.at < words.end {
            return self.behind_value();
        }
        if let Some((span, Style::Literal | Style::Folded)) = &self.stop.scalar
            && self.stop.last == span.end
            && (lines.indent(self.at) > self.column_above(span.start)
                || (lines.key(self.at).is_none() && !lines.slice(words.clone()).starts_with("- ")))
        {
            return self.shallow_text(span.start);
        }
        let line = lines.slice(words.clone());
        let dash = line == "-" || line.starts_with("- ");
        let indent = lines.indent(self.at);
        let place = if dash { words.start..words.start + 1 } else { lines.key(self.at).unwrap_or(words.clone()) };
        let name = quote(self.said(if dash { words.clone() } else { place.clone() }));
        let inner = self.stop.open.iter().rev().find(|open| !open.flow);
        let level = inner.map(|open| open.start - lines.start(open.start));
        let (message, help) = if level == Some(indent) && in_list && !dash {
            let parent = self.parent_key(indent);
            let help = match parent {
                Some(key) => format!("start it in column {}, like {}", lines.column(key.start) + 1, quote(self.said(key))),
                None => "put `- ` in front of it".to_owned(),
            };
            (format!("{name} stands among list entries but has no `-`"), help)
        } else if level == Some(indent) && dash {
            (format!("a list entry {name} stands among keys"), "indent it below the key it belongs to".to_owned())
        } else {
            let help = match self.nearest_line(indent, dash) {
                Some((line, column)) => {
                    let like = lines.key(line).filter(|_| !dash).unwrap_or(lines.words(line));
                    let like = quote(self.said(like));
                    format!("start it in column {}, like {like}", column + 1)
                }
                None => "start it in column 1".to_owned(),
            };
            (format!("{name} lines up with nothing above it"), help)
        };
        let fault = self.error("wrong-indentation", message, place).help(help);
        Finding::new(fault, Mend::Lines(words.start..self.siblings(self.at)))
    }

    /// A line of block text that is indented less than the first.
    pub(super) fn shallow_text(&self, first: usize) -> Finding {
        let lines = self.lines;
        let words = lines.words(self.at);
        let column = first - lines.start(first) + 1;
        let fault = self
            .error("wrong-indentation", "this line is indented less than the text it belongs to", words.clone())
            .help(format!("start it in column {column}, like the first line of the text"));
        let from = lines.previous(first).map_or(words.start, |line| lines.words(line).end);
        let header = lines.slice(lines.start(from)..from).rfind(['>', '|']);
        let start = header.map_or(words.start, |i| lines.start(from) + i);
        Finding::new(fault, Mend::Value(start..lines.extent(self.at)))
    }

    /// The end of a run of lines that are deeper than this, or as deep and of its sort (with a dash or without).
    pub(super) fn siblings(&self, at: usize) -> usize {
        let lines = self.lines;
        let indent = lines.indent(at);
        let dash = lines.dash(at);
        let mut end = lines.end(at);
        let mut line = at;
        while let Some(next) = lines.next(line) {
            line = next;
            if lines.blank(line) {
                continue;
            }
            let depth = lines.indent(line);
            if depth < indent || (depth == indent && lines.dash(line) != dash) {
                break;
            }
            end = lines.end(line);
        }
        end
    }

    /// The column (from 0) of the key above a block text.
    pub(super) fn column_above(&self, text: usize) -> usize {
        let above = self.lines.previous(text);
        above.map_or(0, |line| self.lines.column(line))
    }

    /// The key above that is less deep.
    pub(super) fn parent_key(&self, indent: usize) -> Option<Range<usize>> {
        let lines = self.lines;
        let mut line = lines.previous(self.at);
        while let Some(at) = line {
            if let Some(key) = lines.key(at).filter(|key| lines.column_of(key.start) < indent) {
                return Some(key);
            }
            line = lines.previous(at);
        }
        None
    }

    /// The line above that is nearest in depth, the last of equals; for a dash, another dash if there is one.
    pub(super) fn nearest_line(&self, indent: usize, dash: bool) -> Option<(usize, usize)> {
        const FAR: usize = 200;
        let lines = self.lines;
        let mut best: Option<(bool, usize, usize, usize)> = None;
        let mut line = lines.previous(self.at);
        for _ in 0..FAR {
            let Some(at) = line else { break };
            let dashed = lines.slice(lines.words(at)).starts_with("- ");
            let alike = dash && dashed;
            if alike || lines.key(at).is_some() {
                let column = if alike { lines.indent(at) } else { lines.column(at) };
                let found = (dash && !dashed, column.abs_diff(indent), at, column);
                if best.is_none_or(|b| (found.0, found.1) < (b.0, b.1)) {
                    best = Some(found);
                }
            }
            line = if lines.indent(at) == 0 { None } else { lines.previous(at) };
        }
        best.map(|(_, _, at, column)| (at, column))
    }
}

impl Lines<'_> {
    /// The column (from 0) of a byte.
    fn column_of(self, at: usize) -> usize {
        at - self.start(at)
    }
}
