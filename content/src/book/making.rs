//! How the phrasebook is put together: phrases, terms, which category reads another, and what each is called in messages.

use super::{Categories, Material, Target, Terms};
use crate::index::Index;
use crate::place::Place;
use crate::shape::words::Named;
use crate::ty::Ty;
use cardwright_core::rules::Class;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::Problems;
use cardwright_grammar::{Phrase, PhrasebookSpec, Slot, Template, TermNames, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// A book in the making.
pub(super) struct Making<'m, 'a> {
    pub(super) index: &'m Index<'a>,
    pub(super) problems: &'m Problems,
    pub(super) spec: PhrasebookSpec,
    pub(super) targets: Vec<Target>,
    pub(super) vocabularies: Vec<Terms>,
    pub(super) categories: Categories,
    pub(super) places: Vec<Place>,
    /// Categories that phrases give, and that slots want.
    pub(super) given: BTreeSet<String>,
    pub(super) wanted: BTreeSet<String>,
    /// A phrase could not be made, and that was said: texts that use it must not be blamed, so none is read.
    pub(super) poisoned: bool,
}

impl Making<'_, '_> {
    pub(super) fn place(&mut self, place: Place) -> u32 {
        self.places.push(place);
        (self.places.len() - 1) as u32
    }

    pub(super) fn phrases(&mut self) {
        let index = self.index;
        for (number, file) in index.def_files.iter().enumerate() {
            if file.wordings.is_empty() {
                continue;
            }
            let def = DefId(number as u32);
            let gives = match file.class {
                Class::Effect => Ty::Effect,
                Class::Standing => Ty::Standing,
                Class::Trigger => Ty::Trigger,
                Class::Duration if file.frequency => Ty::Frequency,
                Class::Duration => Ty::Duration,
                Class::Action | Class::Status => continue,
                Class::Number | Class::Test | Class::Filter | Class::Value => index.gives(def),
            };
            let Some(gives) = self.categories.of(&gives) else {
                self.poisoned = true;
                if gives != Ty::Any || file.gives.is_some_and(|src| src.text() == "any") {
                    let label = index.label(&gives);
                    self.problems.report(
                        file.id
                            .place
                            .error("cannot-be-said", format!("`{}` gives {label}, and no sentence can hold that", file.id.text))
                            .help("let it give something that a text can name, or take `says` out"),
                    );
                }
                continue;
            };
            let mut slots = Vec::new();
            let mut params = Vec::new();
            for (position, take) in index.takes(def).iter().enumerate() {
                let said = file.wordings.iter().any(|w| mentions(w.text.text(), &take.name));
                if !said {
                    if !take.has_default {
                        let place = file.takes.get(position).map_or(&file.id.place, |p| &p.id.place);
                        self.problems.report(
                            place
                                .error(
                                    "parameter-not-said",
                                    format!("the sentence of `{}` does not say `{}`", file.id.text, take.name),
                                )
                                .help(format!("put `{{{}}}` into `says`, or give the parameter a default", take.name)),
                        );
                    }
                    continue;
                }
                let Some(category) = self.categories.of(&take.ty) else {
                    self.poisoned = true;
                    if take.ty != Ty::Any || file.takes.get(position).is_some_and(|p| p.ty.text() == "any") {
                        let place = file.takes.get(position).map_or(&file.id.place, |p| &p.id.place);
                        let label = index.label(&take.ty);
                        self.problems.report(
                            place
                                .error("cannot-be-said", format!("`{}` is {label}, and no sentence can hold that", take.name))
                                .help("give it another type, or a default so that no sentence says it"),
                        );
                    }
                    continue;
                };
                self.wanted.insert(category.clone());
                slots.push(Slot { name: take.name.clone(), category });
                params.push(position);
            }
            self.given.insert(gives.clone());
            let phrase_place = self.place(file.id.place.clone());
            let templates = file
                .wordings
                .iter()
                .map(|w| {
                    let place = w.text.whole();
                    Template {
                        language: w.language,
                        text: w.text.text().to_owned(),
                        canonical: w.canonical,
                        place: self.place(place),
                    }
                })
                .collect();
            self.spec.phrases.push(Phrase {
                id: file.id.text.clone(),
                gives,
                slots,
                templates,
                plural: file.plural,
                phrase_place,
            });
            self.targets.push(Target::Def { def, params });
        }
    }

    pub(super) fn terms(&mut self, material: &Material<'_>) {
        let index = self.index;
        for (number, (id, first, terms)) in material.vocabularies.iter().enumerate() {
            if terms.is_empty() {
                continue;
            }
            let terms = terms.iter().map(|(id, named)| self.term(id, named)).collect();
            self.spec.vocabularies.push(Vocabulary { id: id.clone(), terms });
            self.vocabularies.push(Terms::OfPack(VocabularyId(number as u32), *first));
        }
        for (class, id) in [(Class::Number, "statistic"), (Class::Action, "action"), (Class::Status, "status")] {
            let mut defs = Vec::new();
            let mut terms = Vec::new();
            for (number, file) in index.def_files.iter().enumerate() {
                let (true, Some(named)) = (file.class == class, &file.name) else { continue };
                defs.push(DefId(number as u32));
                terms.push(self.term(&file.id.text, named));
            }
            if terms.is_empty() {
                continue;
            }
            self.spec.vocabularies.push(Vocabulary { id: id.to_owned(), terms });
            self.vocabularies.push(Terms::Defs(class, defs));
        }
        // Ten thousand titles are only worth a trie where some phrase can name them.
        if self.wanted.contains("ability") {
            let (ids, terms) = self.unique(material.abilities);
            self.spec.vocabularies.push(Vocabulary { id: "ability".into(), terms });
            self.vocabularies.push(Terms::Abilities(ids));
        }
        if self.wanted.contains("card") {
            let (ids, terms) = self.unique(material.cards);
            self.spec.vocabularies.push(Vocabulary { id: "card".into(), terms });
            self.vocabularies.push(Terms::Cards(ids));
        }
    }

    /// Titles that only one thing has; what shares its title cannot be named by it.
    pub(super) fn unique<T: Copy>(&mut self, all: &[(T, Named)]) -> (Vec<T>, Vec<TermNames>) {
        let mut count: BTreeMap<(usize, String), usize> = BTreeMap::new();
        for (_, named) in all {
            for (language, name) in named.plain().into_iter().enumerate() {
                *count.entry((language, name.to_lowercase())).or_default() += 1;
            }
        }
        let mut ids = Vec::new();
        let mut terms = Vec::new();
        for (id, named) in all {
            let plain = named.plain();
            if plain
                .iter()
                .enumerate()
                .any(|(language, name)| count.get(&(language, name.to_lowercase())).is_some_and(|n| *n > 1))
            {
                continue;
            }
            ids.push(*id);
            terms.push(self.term(plain.first().map_or("", String::as_str), named));
        }
        (ids, terms)
    }

    pub(super) fn term(&mut self, id: &str, named: &Named) -> TermNames {
        TermNames { id: id.to_owned(), names: named.names.clone(), place: self.place(named.place.clone()) }
    }

    /// What may stand where something wider is wanted, by phrases that no tree shows.
    pub(super) fn inclusions(&mut self) {
        let of_any_kind = self.wanted.contains("entities") && !self.given.contains("entities");
        // What stands in quotation marks is sentences that stand.
        if self.wanted.contains("quoted") {
            self.include("sentence", "standing", false);
        }
        self.include("number", "integer", true);
        self.include("measure", "length", true);
        for kind in self.index.kind_names.clone() {
            let (many, filter) = (format!("{kind} list"), format!("{kind} filter"));
            let one_given = self.given.contains(&kind);
            let one_wanted = self.wanted.contains(&many) || self.wanted.contains(&filter);
            if one_given && one_wanted {
                self.include(&many, &kind, false);
            }
            let many_given = self.given.contains(&many);
            if many_given && self.wanted.contains(&filter) {
                self.include(&filter, &many, false);
            }
            if self.wanted.contains("entity") && one_given {
                self.include("entity", &kind, false);
            }
            if many_given && of_any_kind {
                self.include("entities", &many, false);
            }
        }
    }

    pub(super) fn include(&mut self, wide: &str, narrow: &str, built_in: bool) {
        if built_in && !self.wanted.contains(wide) && !self.given.contains(wide) {
            return;
        }
        let Some(place) = self.index.def_files.first().map(|d| d.id.place.clone()) else { return };
        let place = self.place(place);
        let templates = (0..self.spec.languages.len())
            .map(|language| Template { language, text: "{x}".into(), canonical: true, place })
            .collect();
        self.given.insert(wide.to_owned());
        self.spec.phrases.push(Phrase {
            id: format!("{narrow} as {wide}"),
            gives: wide.to_owned(),
            slots: vec![Slot { name: "x".into(), category: narrow.to_owned() }],
            templates,
            plural: false,
            phrase_place: place,
        });
        self.targets.push(Target::Include);
    }

    /// Leaves out forms of the base pack that this game can say nothing in: a game without tests has no use for `if`, nor for
    /// `… and …` of two tests.
    pub(super) fn prune(&mut self) {
        let filled = self.filled();
        let index = self.index;
        let mut targets = std::mem::take(&mut self.targets).into_iter();
        self.spec.phrases.retain(|phrase| {
            let Some(target) = targets.next() else { return true };
            let shared = match target {
                Target::Def { def, .. } => index.def_files.get(def.index()).is_some_and(|file| file.pack == 0),
                Target::Include => true,
            };
            let kept = !shared || phrase.slots.iter().all(|slot| filled.contains(&slot.category));
            if kept {
                self.targets.push(target);
            }
            kept
        });
    }

    /// The categories in which something can be said to its end.
    pub(super) fn filled(&self) -> BTreeSet<String> {
        let mut filled: BTreeSet<String> = ["integer", "length", "dice", "quoted"].map(str::to_owned).into();
        filled.extend(self.spec.vocabularies.iter().map(|vocabulary| vocabulary.id.clone()));
        loop {
            let more: Vec<&Phrase> = (self.spec.phrases.iter())
                .filter(|phrase| !filled.contains(&phrase.gives))
                .filter(|phrase| phrase.slots.iter().all(|slot| filled.contains(&slot.category)))
                .collect();
            if more.is_empty() {
                return filled;
            }
            filled.extend(more.into_iter().map(|phrase| phrase.gives.clone()));
        }
    }

    pub(super) fn labels(&mut self) {
        let labels = &mut self.spec.labels;
        labels.insert("measure".into(), "a length".into());
        labels.insert("entities".into(), "pieces or players".into());
        labels.insert("standing".into(), "a rule".into());
        labels.insert("test".into(), "a condition".into());
        for kind in &self.index.kind_names {
            let words = kind.replace('_', " ");
            labels.insert(
                format!("{kind} list"),
                self.index
                    .plurals
                    .iter()
                    .find(|(_, k)| self.index.kind_name(**k) == kind)
                    .map_or_else(|| format!("some {words}"), |(plural, _)| plural.replace('_', " ")),
            );
            labels.insert(format!("{kind} filter"), format!("a description of a {words}"));
        }
    }
}

/// Whether a template names a slot.
fn mentions(template: &str, slot: &str) -> bool {
    template.match_indices('{').any(|(at, _)| {
        template.get(at + 1..).and_then(|rest| rest.strip_prefix(slot)).is_some_and(|rest| rest.starts_with(['}', '?', '*', '=']))
    })
}
