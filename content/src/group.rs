//! A cursor over the keys of a group: what is asked for is known, what is left over is a slip of the author's.

use crate::place::{At, Place, Src};
use crate::yaml::Scalar;
use cardwright_grammar::diagnostic::{Diagnostic, Problems, did_you_mean, quote};
use std::cell::{Cell, RefCell};

/// The keys of a group.
pub(crate) struct Group<'a, 'p> {
    pub(crate) at: At<'a>,
    entries: &'a [(Scalar, crate::yaml::Node)],
    asked: RefCell<Vec<&'static str>>,
    ignored: Cell<bool>,
    problems: &'p Problems,
    what: String,
}

impl<'a, 'p> Group<'a, 'p> {
    /// Opens a group; anything else is reported. `what` names it: "a kind", "card Rin".
    pub(crate) fn open(at: At<'a>, what: impl Into<String>, problems: &'p Problems) -> Option<Self> {
        let what = what.into();
        let Some(entries) = at.entries() else {
            wrong_type(at, &what, "a group of keys", problems);
            return None;
        };
        Some(Group { at, entries, asked: RefCell::default(), ignored: Cell::new(false), problems, what })
    }

    /// The value of a key, if the key is there.
    pub(crate) fn get(&self, key: &'static str) -> Option<At<'a>> {
        self.asked.borrow_mut().push(key);
        self.entries.iter().find(|(name, _)| name.text == key).map(|(_, node)| self.at.with(node))
    }

    /// The value of a key that must be there.
    pub(crate) fn need(&self, key: &'static str) -> Option<At<'a>> {
        let found = self.get(key);
        if found.is_none() && self.at.node.whole {
            self.problems.report(
                self.head().error("missing-field", format!("{} has no `{key}`", self.what)).help(format!("add `{key}:`")),
            );
        }
        found
    }

    /// Where the group begins: its first key, since a whole group under a caret says little.
    pub(crate) fn head(&self) -> Place {
        let first = self.entries.first().map_or(self.at.node.span.clone(), |(name, _)| name.span.clone());
        Place { file: self.at.file, span: first }
    }

    /// A text under a key.
    pub(crate) fn text(&self, key: &'static str) -> Option<Src<'a>> {
        let at = self.get(key)?;
        text(at, &format!("`{key}`"), self.problems)
    }

    /// A whole number under a key, within bounds.
    pub(crate) fn number(&self, key: &'static str, least: i64, most: i64) -> Option<i64> {
        let src = self.text(key)?;
        match src.text().parse::<i64>() {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            Ok(number) => {
                self.problems.report(
                    src.whole()
                        .error("number-out-of-range", format!("`{key}` is {number}"))
                        .help(format!("write a number from {least} to {most}")),
                );
                None
            }
            Err(_) => {
                self.problems.report(
                    src.whole().error("wrong-type", format!("`{key}` is {} where a whole number is wanted", quote(src.text()))),
                );
                None
            }
        }
    }

    /// `yes` or `no` under a key.
    pub(crate) fn truth(&self, key: &'static str) -> Option<bool> {
        let src = self.text(key)?;
        match src.text() {
            "yes" | "true" => Some(true),
            "no" | "false" => Some(false),
            other => {
                self.problems.report(
                    src.whole().error("wrong-type", format!("`{key}` is {} where `yes` or `no` is wanted", quote(other))),
                );
                None
            }
        }
    }

    /// Names under a key, in a list.
    pub(crate) fn names(&self, key: &'static str) -> Vec<Src<'a>> {
        match self.get(key) {
            Some(at) => names(at, &format!("`{key}`"), self.problems),
            None => Vec::new(),
        }
    }

    /// Rules of the catalogue that this group says it carries out, under `rule`.
    pub(crate) fn carried(&self) -> Vec<(String, Place)> {
        self.names("rule").into_iter().map(|src| (src.text().to_owned(), src.whole())).collect()
    }

    /// All keys with their values.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Src<'a>, At<'a>)> + use<'a> {
        let at = self.at;
        self.entries.iter().map(move |(name, node)| (Src::new(at.file, name), at.with(node)))
    }

    /// Keys beside those asked for.
    pub(crate) fn rest(&self) -> Vec<(Src<'a>, At<'a>)> {
        let asked = self.asked.borrow();
        self.all().filter(|(key, _)| !asked.contains(&key.text())).collect()
    }

    /// Says nothing of the keys that are left: the group was reported as a whole.
    pub(crate) fn ignore_rest(&self) {
        self.ignored.set(true);
    }

    /// Marks a key as known.
    pub(crate) fn know(&self, keys: &[&'static str]) {
        self.asked.borrow_mut().extend_from_slice(keys);
    }

    /// Reports keys that nobody asked for.
    pub(crate) fn finish(self) {
        if self.ignored.get() {
            return;
        }
        for (key, _) in self.rest() {
            let asked = self.asked.borrow();
            let help = did_you_mean(key.text(), asked.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let known = || {
                let mut known: Vec<_> = asked.iter().map(|k| format!("`{k}`")).collect();
                known.sort();
                known.dedup();
                format!("it may have {}", known.join(", "))
            };
            self.problems.report(unknown_key(key, &self.what).help(help.unwrap_or_else(known)));
        }
    }
}

fn unknown_key(key: Src<'_>, what: &str) -> Diagnostic {
    key.whole().error("unknown-key", format!("{} is not a key of {what}", quote(key.text())))
}

/// Reports that something else stands here; what is unreadable was reported before.
pub(crate) fn wrong_type(at: At<'_>, what: &str, wanted: &str, problems: &Problems) {
    if !at.broken() {
        problems.report(at.place().error("wrong-type", format!("{what} is {} where {wanted} is wanted", at.sort())));
    }
}

/// A text; anything else is reported.
pub(crate) fn text<'a>(at: At<'a>, what: &str, problems: &Problems) -> Option<Src<'a>> {
    let found = at.scalar();
    if found.is_none() {
        wrong_type(at, what, "a text", problems);
    }
    found
}

/// A list; anything else is reported.
pub(crate) fn list<'a>(at: At<'a>, what: &str, problems: &Problems) -> Vec<At<'a>> {
    match at.items() {
        Some(items) => items.iter().map(|node| at.with(node)).collect(),
        None => {
            wrong_type(at, what, "a list", problems);
            Vec::new()
        }
    }
}

/// A list of names; one name may stand alone.
pub(crate) fn names<'a>(at: At<'a>, what: &str, problems: &Problems) -> Vec<Src<'a>> {
    if let Some(one) = at.scalar() {
        return vec![one];
    }
    list(at, what, problems).into_iter().filter_map(|item| text(item, "a name in the list", problems)).collect()
}
