//! The phrasebook: phrases of all languages, compiled.

use std::collections::BTreeMap;

use crate::spec::{Phrase, PhrasebookSpec, SpecProblem, Vocabulary};
use crate::symbol::Kind;
use crate::tongue::Tongue;

/// The phrases of all languages, ready to read and to write.
///
/// # One text, one tree
///
/// Within a category phrases are told apart by where slots of that same category stand in their template:
///
/// - a *tail* begins with such a slot: `{a}, then {b}`, `{g} within {r} of {m}`, `{a} until {d}`;
/// - a *prefix* ends with one and does not begin with one: `if {c}, {a}`;
/// - every other phrase is *closed*.
///
/// A text of a category is a closed phrase with any number of tails after it, or a prefix. Tails lean to the left: `A, then
/// B, then C` is `(A, then B), then C`, and the head of a tail is all that stands before it. The slot at the end of a tail is
/// an operand: one closed phrase, or a prefix. A prefix takes everything up to the end: `if C, A, then B` is `if C, (A, then
/// B)`, and `A, then if C, B, then D` is `A, then (if C, (B, then D))`. A slot of the own category that has words on both
/// sides is free. So some trees cannot be said: a tail whose last slot is filled by a tail, and a tail whose head is a prefix
/// or ends in one. [`Phrasebook::can_be_said`] tells whether all languages can say a tree.
///
/// # Number
///
/// The number of a phrase decides between `{slot?is|are}`: it is plural if the phrase says so; else it is that of its head;
/// else singular. The head is the first slot of its own category (`{g} within {r} of {m}` has the number of `{g}`), or its
/// only slot if it is nothing else (`{v}`), or the one slot its words agree with (`up to {n} {n?model|models}`). The integer 1 and the length 1" are singular, other numbers and dice plural, terms and quotations singular.
/// The head is also written in the form in which the phrase is asked for.
#[derive(Debug)]
pub struct Phrasebook {
    pub(crate) spec: PhrasebookSpec,
    pub(crate) categories: Vec<String>,
    pub(crate) category_index: BTreeMap<String, usize>,
    pub(crate) phrases: Vec<PhraseInfo>,
    pub(crate) tongues: Vec<Tongue>,
    /// For each category the least depth of a tree; `None` if no tree ends.
    pub(crate) depths: Vec<Option<usize>>,
}

/// What is known of a phrase in all languages.
#[derive(Debug)]
pub(crate) struct PhraseInfo {
    pub(crate) category: usize,
    pub(crate) slots: Vec<Kind>,
    /// The slot that decides its number.
    pub(crate) head: Option<usize>,
}

impl Phrasebook {
    /// Checks and compiles phrases. All problems come together.
    ///
    /// Sets pest's call limit for the whole process, once, so that no text can keep the reader busy for long.
    pub fn build(spec: PhrasebookSpec) -> Result<Phrasebook, Vec<SpecProblem>> {
        crate::build::build(spec)
    }

    /// The index of a language by its tag.
    pub fn language(&self, tag: &str) -> Option<usize> {
        self.spec.languages.iter().position(|language| language == tag)
    }

    /// What the book was built from.
    pub fn spec(&self) -> &PhrasebookSpec {
        &self.spec
    }

    /// A phrase by its index.
    pub fn phrase(&self, phrase: usize) -> Option<&Phrase> {
        self.spec.phrases.get(phrase)
    }

    /// A vocabulary by its index.
    pub fn vocabulary(&self, vocabulary: usize) -> Option<&Vocabulary> {
        self.spec.vocabularies.get(vocabulary)
    }

    /// What an author calls a category, with its article.
    pub fn label(&self, category: &str) -> String {
        if let Some(label) = self.spec.labels.get(category) {
            return label.clone();
        }
        // Of a list its first member is what is missing.
        if let Some(member) = category.strip_suffix(" list") {
            return self.label(member);
        }
        match Kind::built_in(category) {
            Some(Kind::Integer) => "a whole number".to_owned(),
            Some(Kind::Length) => "a length such as 3\"".to_owned(),
            Some(Kind::Dice) => "dice such as 2d6".to_owned(),
            Some(Kind::Quoted) => "a text in quotation marks".to_owned(),
            Some(Kind::Category(_) | Kind::Vocabulary(_)) | None => {
                let words = category.replace(['_', '-'], " ");
                let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                format!("{article} {words}")
            }
        }
    }

    /// The label of a kind.
    pub(crate) fn label_of(&self, kind: Kind) -> String {
        self.label(self.name_of(kind))
    }

    /// The name of a kind.
    pub(crate) fn name_of(&self, kind: Kind) -> &str {
        match kind {
            Kind::Category(category) => self.categories.get(category).map_or("", String::as_str),
            Kind::Vocabulary(vocabulary) => self.spec.vocabularies.get(vocabulary).map_or("", |words| words.id.as_str()),
            Kind::Integer => "integer",
            Kind::Length => "length",
            Kind::Dice => "dice",
            Kind::Quoted => "quoted",
        }
    }

    /// What a category name stands for.
    pub(crate) fn kind(&self, name: &str) -> Option<Kind> {
        kind_of(&self.spec, &self.category_index, name)
    }
}

/// What a category name stands for.
pub(crate) fn kind_of(spec: &PhrasebookSpec, categories: &BTreeMap<String, usize>, name: &str) -> Option<Kind> {
    if let Some(kind) = Kind::built_in(name) {
        return Some(kind);
    }
    if let Some(category) = categories.get(name) {
        return Some(Kind::Category(*category));
    }
    spec.vocabularies.iter().position(|vocabulary| vocabulary.id == name).map(Kind::Vocabulary)
}
