//! Walking a tree: the values a pack needs, and what to say where they are missing or of another kind.

use std::ops::{Range, RangeInclusive};

use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, TrailGuard, did_you_mean, quote};

use super::{Fields, Node, Scalar, Value};

/// A file that is being walked, and where its problems go. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'p> {
    /// The file the nodes are from.
    pub file: FileId,
    /// Where problems go.
    pub problems: &'p Problems,
}

impl<'p> Reader<'p> {
    /// A reader of one file.
    #[must_use]
    pub fn new(file: FileId, problems: &'p Problems) -> Self {
        Self { file, problems }
    }

    /// Goes one level down in the trail until the guard is dropped.
    pub fn enter(self, level: impl Into<String>) -> TrailGuard<'p> {
        self.problems.enter(level)
    }

    /// An error in this file, not yet reported.
    #[must_use]
    pub fn error(self, id: &'static str, message: impl Into<String>, span: Range<usize>) -> Diagnostic {
        Diagnostic::error(id, message, self.file, span)
    }

    /// Adds a problem.
    pub fn report(self, problem: Diagnostic) {
        self.problems.report(problem);
    }

    /// Says what is there and what is wanted; says nothing of what was unreadable.
    pub fn wrong_type(self, node: &Node, wanted: &str) {
        if node.value == Value::Broken {
            return;
        }
        let message = format!("{} here, but {wanted} is wanted", node.value.is_there());
        // The whole of a long value is no help: its first line is shown.
        self.report(self.error("wrong-type", message, node.span.clone()));
    }
}

impl Value {
    /// What is there, in an author's words: "a list is".
    fn is_there(&self) -> String {
        match self {
            Value::Map(_) => "a group of keys is".to_owned(),
            Value::List(_) => "a list is".to_owned(),
            Value::Scalar(scalar) => format!("{} is", quote(&scalar.text)),
            Value::Null | Value::Broken => "nothing is".to_owned(),
        }
    }
}

impl Node {
    /// A cursor over the keys of a group.
    #[must_use]
    pub fn fields<'n, 'p>(&'n self, reader: Reader<'p>) -> Option<Fields<'n, 'p>> {
        let entries = self.map(reader)?;
        Some(Fields::new(self, entries, reader))
    }

    /// The entries of a group whose keys are free (names of one's own), in the order written.
    #[must_use]
    pub fn map(&self, reader: Reader<'_>) -> Option<&[(Scalar, Node)]> {
        if let Value::Map(entries) = &self.value {
            return Some(entries);
        }
        reader.wrong_type(self, "a group of keys (`key: value`)");
        None
    }

    /// The entries of a list.
    #[must_use]
    pub fn list(&self, reader: Reader<'_>) -> Option<&[Node]> {
        if let Value::List(items) = &self.value {
            return Some(items);
        }
        reader.wrong_type(self, "a list");
        None
    }

    /// The entries of a list, or the one value that stands instead of a list; none for nothing.
    #[must_use]
    pub fn one_or_many(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            Value::Null | Value::Broken => &[],
            Value::Map(_) | Value::Scalar(_) => std::slice::from_ref(self),
        }
    }

    /// Text.
    #[must_use]
    pub fn text(&self, reader: Reader<'_>) -> Option<&Scalar> {
        if let Value::Scalar(scalar) = &self.value {
            return Some(scalar);
        }
        reader.wrong_type(self, "text");
        None
    }

    /// A whole number within bounds.
    #[must_use]
    pub fn integer(&self, reader: Reader<'_>, bounds: RangeInclusive<i64>) -> Option<i64> {
        let Value::Scalar(scalar) = &self.value else {
            reader.wrong_type(self, "a whole number");
            return None;
        };
        let text = scalar.text.trim();
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            reader.report(not_a_number(reader, scalar));
            return None;
        }
        let negative = text.starts_with('-');
        // A number with more digits than fit is as far out of bounds as any.
        let size = digits.parse::<i64>().unwrap_or(i64::MAX);
        let number = if negative { -size } else { size };
        let overflow = digits.parse::<i64>().is_err();
        let too_large = number > *bounds.end() || (overflow && !negative);
        let too_small = number < *bounds.start() || (overflow && negative);
        if !too_large && !too_small {
            return Some(number);
        }
        let limit = if too_large {
            format!("too large: at most {}", bounds.end())
        } else {
            format!("too small: at least {}", bounds.start())
        };
        let message = format!("{} is {limit}", quote(&scalar.text));
        reader.report(reader.error("number-out-of-range", message, scalar.span.clone()));
        None
    }

    /// `true` or `false`.
    #[must_use]
    pub fn flag(&self, reader: Reader<'_>) -> Option<bool> {
        match self.as_scalar().map(|s| s.text.as_str()) {
            Some("true") => return Some(true),
            Some("false") => return Some(false),
            Some(text) => {
                let near = match text.to_lowercase().as_str() {
                    "yes" | "on" | "true" => Some("write `true`".to_owned()),
                    "no" | "off" | "false" => Some("write `false`".to_owned()),
                    _ => None,
                };
                let message = format!("{} is here, but `true` or `false` is wanted", quote(text));
                let fault = reader.error("wrong-type", message, self.span.clone());
                reader.report(fault.help_if(near));
            }
            None => reader.wrong_type(self, "`true` or `false`"),
        }
        None
    }

    /// One of a few words; `what` names them, as in "a side".
    #[must_use]
    pub fn choice<T: Copy>(&self, reader: Reader<'_>, what: &str, words: &[(&str, T)]) -> Option<T> {
        let scalar = match &self.value {
            Value::Scalar(scalar) => scalar,
            _ => {
                reader.wrong_type(self, what);
                return None;
            }
        };
        if let Some((_, found)) = words.iter().find(|(word, _)| *word == scalar.text) {
            return Some(*found);
        }
        let near = did_you_mean(&scalar.text, words.iter().map(|(word, _)| *word));
        let act = near.map_or_else(
            || format!("write one of {}", listed(words.iter().map(|(word, _)| *word))),
            |word| format!("did you mean `{word}`?"),
        );
        let message = format!("{} is not {what}", quote(&scalar.text));
        reader.report(reader.error("unknown-value", message, scalar.span.clone()).help(act));
        None
    }
}

fn not_a_number(reader: Reader<'_>, scalar: &Scalar) -> Diagnostic {
    let message = format!("{} is here, but a whole number is wanted", quote(&scalar.text));
    let fault = reader.error("wrong-type", message, scalar.span.clone());
    let narrow: String = scalar
        .text
        .trim()
        .chars()
        .map(|c| match c {
            '０'..='９' => char::from_u32(u32::from(c) - u32::from('０') + u32::from('0')).unwrap_or(c),
            '－' | '−' => '-',
            '＋' => '+',
            _ => c,
        })
        .collect();
    let digits = narrow.strip_prefix(['-', '+']).unwrap_or(&narrow);
    let slip = narrow != scalar.text.trim() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    fault.help_if(slip.then(|| format!("write {}", quote(&narrow))))
}

/// Words in backticks with commas; a long list is cut.
pub(super) fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    const MOST: usize = 12;
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    let mut out = words.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    if words.len() > MOST {
        out.push_str(", …");
    }
    out
}
