//! Names and texts in every language of a pack.

use super::Shaping;
use crate::group::{names, text, wrong_type};
use crate::place::{At, Place, Src};
use cardwright_grammar::diagnostic::{did_you_mean, quote};
use cardwright_grammar::spec;

/// A text in each language, in the order of the pack's languages; None where it is missing and reported.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words<'a> {
    pub(crate) texts: Vec<Option<Src<'a>>>,
}

impl Words<'_> {
    /// The texts alone; a missing one is that of another language.
    pub(crate) fn plain(&self) -> Vec<String> {
        let any = self.texts.iter().flatten().next().map_or("", |src| src.text());
        self.texts.iter().map(|src| src.map_or(any, |src| src.text()).to_owned()).collect()
    }
}

/// The names of a thing in each language: the first is written, the rest are only read.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) names: Vec<Vec<spec::Name>>,
    pub(crate) place: Place,
}

impl Named {
    /// The written name in each language.
    pub(crate) fn plain(&self) -> Vec<String> {
        self.names.iter().map(|names| names.first().map_or(String::new(), |name| name.text.clone())).collect()
    }
}

/// One wording of a definition.
#[derive(Clone, Debug)]
pub(crate) struct Wording<'a> {
    pub(crate) language: usize,
    pub(crate) text: Src<'a>,
    pub(crate) canonical: bool,
}

impl<'a> Shaping<'a, '_> {
    /// For each language the value given for it. A missing language is reported.
    fn by_language(&self, at: At<'a>, what: &str, all: bool) -> Vec<Option<At<'a>>> {
        let mut found = vec![None; self.languages.len()];
        let Some(entries) = at.entries() else {
            wrong_type(at, what, "a text for each language", self.problems);
            return found;
        };
        for (key, node) in entries {
            match self.languages.iter().position(|tag| *tag == key.text) {
                Some(index) => {
                    if let Some(slot) = found.get_mut(index) {
                        *slot = Some(at.with(node))
                    }
                }
                // The packs that a pack needs may speak more languages than it does.
                None if self.known.contains(&key.text) => {}
                None => self.problems.report(
                    Src::new(at.file, key)
                        .whole()
                        .error("unknown-language", format!("{} is not a language of this pack", quote(&key.text)))
                        .help_if(
                            did_you_mean(&key.text, self.languages.iter().map(String::as_str))
                                .map(|near| format!("did you mean `{near}`?")),
                        ),
                ),
            }
        }
        if all && at.node.whole {
            for (tag, value) in self.languages.iter().zip(&found) {
                if value.is_none() {
                    let head = entries.first().map_or(at.place(), |(key, _)| Src::new(at.file, key).whole());
                    self.problems
                        .report(head.error("missing-language", format!("{what} has no `{tag}`")).help(format!("add `{tag}:`")));
                }
            }
        }
        found
    }

    /// A text in every language.
    pub(crate) fn words(&self, at: At<'a>, what: &str) -> Words<'a> {
        let found = self.by_language(at, what, true);
        Words { texts: found.into_iter().map(|at| at.and_then(|at| self.said(at, what))).collect() }
    }

    fn said(&self, at: At<'a>, what: &str) -> Option<Src<'a>> {
        let src = text(at, what, self.problems)?;
        if src.text().trim().is_empty() {
            self.problems.report(
                at.place()
                    .error("empty-text", format!("{what} is empty"))
                    .help("write it, or take the key out in every language"),
            );
            return None;
        }
        Some(src)
    }

    /// The names of a thing.
    pub(crate) fn named(&self, at: At<'a>, what: &str) -> Named {
        let found = self.by_language(at, what, true);
        Named {
            names: found.into_iter().map(|at| at.map_or_else(Vec::new, |at| self.names_of(at, what))).collect(),
            place: at.place(),
        }
    }

    fn names_of(&self, at: At<'a>, what: &str) -> Vec<spec::Name> {
        if at.entries().is_none() {
            let one = self.said(at, what);
            return one.map(|src| spec::Name { text: src.text().to_owned(), plural: None }).into_iter().collect();
        }
        let Some(group) = crate::group::Group::open(at, what, self.problems) else { return Vec::new() };
        let mut all = Vec::new();
        if let Some(name) = group.need("name").and_then(|at| self.said(at, what)) {
            let plural = group.text("plural").map(|src| src.text().to_owned());
            all.push(spec::Name { text: name.text().to_owned(), plural });
        }
        for other in group.names("also") {
            all.push(spec::Name { text: other.text().to_owned(), plural: None });
        }
        group.know(&["plural"]);
        group.finish();
        all
    }

    /// The wordings of a definition: `says` in every language, `also` in some.
    pub(crate) fn wordings(&self, says: Option<At<'a>>, also: Option<At<'a>>) -> Vec<Wording<'a>> {
        let mut all = Vec::new();
        if let Some(says) = says {
            for (language, src) in self.words(says, "`says`").texts.into_iter().enumerate() {
                if let Some(text) = src {
                    all.push(Wording { language, text, canonical: true });
                }
            }
        }
        if let Some(also) = also {
            if says.is_none() {
                self.problems.report(also.place().error("missing-field", "`also` stands without `says`").help("add `says:`"));
            }
            for (language, at) in self.by_language(also, "`also`", false).into_iter().enumerate() {
                let Some(at) = at else { continue };
                for text in names(at, "`also`", self.problems) {
                    all.push(Wording { language, text, canonical: false });
                }
            }
        }
        all
    }
}
