//! What a phrasebook is made from: phrases with their templates, vocabularies with their names.
//!
//! The caller fills these plain records; [`crate::Phrasebook::build`] checks and compiles them. A `place` is an opaque
//! number of the caller's (a file and line, as a rule); it is only handed back in problems.

use std::collections::BTreeMap;

/// Everything a phrasebook is built from.
#[derive(Clone, Debug, Default)]
pub struct PhrasebookSpec {
    /// The languages by their tags, such as `en` and `zh-Hant`. Templates and names refer to them by index.
    pub languages: Vec<String>,
    /// The phrases.
    pub phrases: Vec<Phrase>,
    /// The closed vocabularies.
    pub vocabularies: Vec<Vocabulary>,
    /// What an author calls a category or vocabulary, with its article: `damage_type` → `a damage type`.
    pub labels: BTreeMap<String, String>,
}

/// One thing that can be said, in each language.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// Name of the phrase, for reports.
    pub id: String,
    /// The category it yields.
    pub gives: String,
    /// What stands in it. The order of the slots is the order of the arguments in the tree.
    pub slots: Vec<Slot>,
    /// Its wordings: one canonical template in each language, and any number that are only read.
    pub templates: Vec<Template>,
    /// As a subject it takes plural verbs. A phrase that does not say so has the number of its head (see
    /// [`crate::Phrasebook`]), or is singular.
    pub plural: bool,
    /// Where the phrase was declared.
    pub phrase_place: u32,
}

/// A place in a phrase that another phrase, a term or a literal fills.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The name that templates use.
    pub name: String,
    /// A category, a vocabulary, or one of `integer`, `length`, `dice`, `quoted`.
    pub category: String,
}

/// One wording of a phrase; its notation is told at [`Template::text`].
#[derive(Clone, Debug)]
pub struct Template {
    /// Index into [`PhrasebookSpec::languages`].
    pub language: usize,
    /// The wording, in this notation:
    ///
    /// | written | means |
    /// |---|---|
    /// | `text` | these words; one blank stands for one or more |
    /// | `{slot}` | what fills the slot |
    /// | `{slot*}` | the same in its plural form; `{slot*other}` if the filling of `other` is plural; `{slot=}` if the phrase itself is written in its plural form |
    /// | `{slot?is\|are}` | `is` or `are` by the number of what fills the slot |
    /// | `{?foe\|foes}` | `foe` or `foes` by the form in which the phrase itself is written |
    /// | `(a\|b\|)` | any of these is read, the first is written |
    /// | `\{` | a brace; so for `}`, `(`, `)`, `\|` and `\` |
    ///
    /// Number is for writing. When a text is read both forms are accepted everywhere, and the tree keeps no trace of it.
    pub text: String,
    /// Whether this is the wording that is written; the others are only read.
    pub canonical: bool,
    /// Where the wording stands.
    pub place: u32,
}

/// A closed list of terms.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// Name of the vocabulary; slots refer to it.
    pub id: String,
    /// Its terms.
    pub terms: Vec<TermNames>,
}

/// The names of one term.
#[derive(Clone, Debug)]
pub struct TermNames {
    /// Name of the term, for reports.
    pub id: String,
    /// For each language its names: the first is written, the rest are only read.
    pub names: Vec<Vec<Name>>,
    /// Where the term was declared.
    pub place: u32,
}

/// One name of a term.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its plural, where the language has one.
    pub plural: Option<String>,
}

/// A fault in the phrases themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecProblem {
    /// What kind of fault, in kebab-case.
    pub id: &'static str,
    /// The place that the caller gave.
    pub place: u32,
    /// One sentence that says what is there.
    pub message: String,
    /// One act that mends it.
    pub help: Option<String>,
}
