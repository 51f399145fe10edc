//! A cursor over the keys of a group.

use cardwright_grammar::diagnostic::{did_you_mean, quote};

use super::decode::listed;
use super::{Node, Reader, Scalar};

/// A cursor over the keys of a group: ask for each key, then [`Fields::finish`].
///
/// Missing keys are told when it is finished or dropped, unknown keys only when it is finished: a walk that breaks
/// off has not asked for every key it knows.
#[derive(Debug)]
pub struct Fields<'n, 'p> {
    reader: Reader<'p>,
    node: &'n Node,
    entries: &'n [(Scalar, Node)],
    known: Vec<&'static str>,
    missing: Vec<&'static str>,
}

impl<'n, 'p> Fields<'n, 'p> {
    pub(super) fn new(node: &'n Node, entries: &'n [(Scalar, Node)], reader: Reader<'p>) -> Self {
        Self { reader, node, entries, known: Vec::new(), missing: Vec::new() }
    }

    /// The value of a key that must be there.
    pub fn required(&mut self, key: &'static str) -> Option<&'n Node> {
        let found = self.optional(key);
        if found.is_none() {
            self.missing.push(key);
        }
        found
    }

    /// The value of a key that may be there. A key with nothing behind it counts as there.
    pub fn optional(&mut self, key: &'static str) -> Option<&'n Node> {
        self.known.push(key);
        self.entry(key).map(|(_, node)| node)
    }

    /// A key as written, with its place.
    #[must_use]
    pub fn key(&self, key: &str) -> Option<&'n Scalar> {
        self.entry(key).map(|(name, _)| name)
    }

    /// The group itself.
    #[must_use]
    pub fn node(&self) -> &'n Node {
        self.node
    }

    /// Makes a key known without reading it.
    pub fn allow(&mut self, key: &'static str) {
        self.known.push(key);
    }

    /// Tells every key that was not asked for, and every required key that is not there.
    pub fn finish(mut self) {
        for (name, _) in self.unknown() {
            let near = did_you_mean(&name.text, self.known.iter().copied());
            // A misspelled key is one fault, not an unknown and a missing one.
            if let Some(near) = &near {
                self.missing.retain(|missing| missing != near);
            }
            self.tell_unknown(name, near);
        }
        self.tell_missing();
    }

    fn tell_unknown(&self, name: &Scalar, near: Option<String>) {
        let act = near.map_or_else(
            || {
                let known = listed(self.known.iter().copied());
                format!("delete it, or write one of {known}")
            },
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("{} is not a key of this group", quote(&name.text));
        let fault = self.reader.error("unknown-key", message, name.span.clone());
        self.reader.report(fault.help(act));
    }

    fn entry(&self, key: &str) -> Option<&'n (Scalar, Node)> {
        self.entries.iter().find(|(name, _)| name.text == key)
    }

    fn unknown(&self) -> Vec<&'n (Scalar, Node)> {
        let known = |name: &Scalar| self.known.contains(&name.text.as_str());
        self.entries.iter().filter(|(name, _)| !known(name)).collect()
    }

    fn tell_missing(&mut self) {
        let missing = std::mem::take(&mut self.missing);
        if missing.is_empty() || !self.node.whole {
            return;
        }
        let first = self.entries.first().map(|(name, _)| name.span.clone());
        let place = first.unwrap_or_else(|| self.node.span.clone());
        for key in missing {
            let message = format!("the key `{key}` is missing from this group");
            let fault = self.reader.error("missing-key", message, place.clone());
            self.reader.report(fault.help(format!("add a line `{key}: …` beside this one")));
        }
    }
}

impl Drop for Fields<'_, '_> {
    fn drop(&mut self) {
        // Other unknown keys may be ones that were not asked for yet; one that is a slip of a missing key is its fault.
        for (name, _) in self.unknown() {
            let near = did_you_mean(&name.text, self.missing.iter().copied());
            if let Some(near) = near {
                self.missing.retain(|missing| *missing != near);
                self.tell_unknown(name, Some(near));
            }
        }
        self.tell_missing();
    }
}
