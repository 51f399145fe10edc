//! What files say, section by section, before any name is looked up.

pub(crate) mod ability;
pub(crate) mod card;
pub(crate) mod definition;
pub(crate) mod kind;
pub(crate) mod section;
pub(crate) mod words;

use crate::group::Group;
use crate::place::{Place, Src};
use cardwright_grammar::diagnostic::{Problems, quote};
use std::cell::RefCell;
use std::marker::PhantomData;

/// What all shapes are read with.
#[derive(Clone, Copy)]
pub(crate) struct Shaping<'a, 'p> {
    pub(crate) problems: &'p Problems,
    /// Tags of the languages that every text must be given in.
    pub(crate) languages: &'p [String],
    /// Tags of all languages that some loaded pack speaks.
    pub(crate) known: &'p [String],
    /// The pack that is read, counted in the order of loading.
    pub(crate) pack: usize,
    /// Rules of the catalogue that declarations say they carry out.
    carried: Option<&'p RefCell<Vec<(String, Place)>>>,
    nodes: PhantomData<&'a ()>,
}

/// An id and its place.
#[derive(Clone, Debug)]
pub(crate) struct Id {
    pub(crate) text: String,
    pub(crate) place: Place,
}

impl<'p> Shaping<'_, 'p> {
    pub(crate) fn new(problems: &'p Problems, languages: &'p [String], known: &'p [String], pack: usize) -> Self {
        Shaping { problems, languages, known, pack, carried: None, nodes: PhantomData }
    }

    /// The same, with a list of the rules of the catalogue that declarations say they carry out.
    pub(crate) fn noting(self, carried: &'p RefCell<Vec<(String, Place)>>) -> Self {
        Shaping { carried: Some(carried), ..self }
    }

    /// Takes note of the rules that a declaration says it carries out.
    pub(crate) fn carries(&self, group: &Group<'_, '_>) {
        let rules = group.carried();
        if let Some(carried) = self.carried {
            carried.borrow_mut().extend(rules);
        }
    }

    /// An id: lower-case words joined by `_`. A bad one is reported and still used, so that its users do not complain too.
    pub(crate) fn id(&self, src: Src<'_>) -> Id {
        let text = src.text();
        let letters = text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !letters || !text.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.problems.report(
                src.whole().error("bad-id", format!("{} is no id", quote(text))).help("write lower-case words joined by `_`"),
            );
        }
        Id { text: text.to_owned(), place: src.whole() }
    }
}
