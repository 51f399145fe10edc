//! The sections of all files of all packs, joined: what is declared twice is found here.

use super::ability::{AbilityFile, AbilityKindFile};
use super::definition::{DefFile, RequirementFile, SECTIONS};
use super::kind::{KindFile, OptionFile, VocabularyFile, ZoneFile};
use super::{Id, Shaping};
use crate::group::{Group, list, text, wrong_type};
use crate::place::{At, Place, Src};
use cardwright_grammar::diagnostic::{did_you_mean, quote};
use std::collections::BTreeMap;

/// Everything the packs declare, besides cards.
#[derive(Debug, Default)]
pub(crate) struct Declared<'a> {
    pub(crate) vocabularies: Vec<VocabularyFile>,
    pub(crate) kinds: Vec<KindFile<'a>>,
    pub(crate) zones: Vec<ZoneFile>,
    pub(crate) options: Vec<OptionFile<'a>>,
    pub(crate) defs: Vec<DefFile<'a>>,
    pub(crate) rules: Vec<At<'a>>,
    /// What must hold for a game to begin.
    pub(crate) begins: Vec<RequirementFile<'a>>,
    /// How well a game stands for `player`: an expression.
    pub(crate) judge: Option<Src<'a>>,
    /// Rules of the rule book.
    pub(crate) catalogue: Vec<RuleEntry>,
    pub(crate) abilities: Vec<AbilityFile<'a>>,
    pub(crate) ability_kinds: Vec<AbilityKindFile<'a>>,
    /// The clock; a later pack that says so replaces that of an earlier one.
    pub(crate) clock: Option<(usize, Place, At<'a>)>,
    /// Ids that live in one space, with the pack and place that first said them.
    seen: BTreeMap<(Space, String), (usize, Place)>,
    /// What a pack said it changes, and did.
    pub(crate) changed: Vec<(usize, String)>,
}

/// A rule of the rule book, as the catalogue names it.
#[derive(Clone, Debug)]
pub struct RuleEntry {
    /// Its id, such as `MS-021`.
    pub id: String,
    /// What it says, in one line.
    pub says: String,
    /// Why no scenario proves it, where none can: pure story, a matter of the table.
    pub exempt: Option<String>,
    /// Of what the rule book leaves open: what is played.
    pub ruling: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// Ids of one space may not repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Space {
    Definition,
    Zone,
    Option,
    Ability,
    AbilityKind,
    Clock,
    Judge,
    Term,
    Part,
}

/// What a repeated id means.
enum Repeat {
    No,
    Replaces,
    Fault,
}

impl<'a> Declared<'a> {
    /// Takes in one file of a pack.
    pub(crate) fn file(&mut self, shaping: Shaping<'a, '_>, at: At<'a>, changes: &[String]) {
        if at.broken() {
            return;
        }
        let Some(entries) = at.entries() else {
            wrong_type(at, "this file", "a group of sections", shaping.problems);
            return;
        };
        for (key, node) in entries {
            let key = Src::new(at.file, key);
            self.section(shaping, key, at.with(node), changes);
        }
    }

    fn section(&mut self, s: Shaping<'a, '_>, key: Src<'a>, at: At<'a>, changes: &[String]) {
        if let Some((_, class, what)) = SECTIONS.iter().find(|(name, ..)| *name == key.text()) {
            for (id, value) in members(s, key, at) {
                let def = s.definition(id, value, *class, what);
                match self.repeat(s, Space::Definition, &def.id, changes) {
                    Repeat::No => self.defs.push(def),
                    Repeat::Replaces => replace(&mut self.defs, def, |d| &d.id.text),
                    Repeat::Fault => {}
                }
            }
            return;
        }
        match key.text() {
            "vocabularies" => {
                for (id, value) in members(s, key, at) {
                    let more = s.vocabulary(id, value);
                    self.add_vocabulary(s, more, changes);
                }
            }
            "kinds" => {
                for (id, value) in members(s, key, at) {
                    let more = s.kind(id, value);
                    self.add_kind(s, more, changes);
                }
            }
            "zones" => {
                for (id, value) in members(s, key, at) {
                    let Some(zone) = s.zone(id, value) else { continue };
                    match self.repeat(s, Space::Zone, &zone.id, changes) {
                        Repeat::No => self.zones.push(zone),
                        Repeat::Replaces => replace(&mut self.zones, zone, |z| &z.id.text),
                        Repeat::Fault => {}
                    }
                }
            }
            "options" => {
                for (id, value) in members(s, key, at) {
                    let option = s.option(id, value);
                    match self.repeat(s, Space::Option, &option.id, changes) {
                        Repeat::No => self.options.push(option),
                        Repeat::Replaces => replace(&mut self.options, option, |o| &o.id.text),
                        Repeat::Fault => {}
                    }
                }
            }
            "abilities" => {
                for (id, value) in members(s, key, at) {
                    let _trail = s.problems.enter(format!("ability {}", id.text()));
                    let Some(ability) = s.ability(Some(id), value) else { continue };
                    let as_id = Id { text: ability.id.clone(), place: ability.place.clone() };
                    match self.repeat(s, Space::Ability, &as_id, changes) {
                        Repeat::No => self.abilities.push(ability),
                        Repeat::Replaces => replace(&mut self.abilities, ability, |a| &a.id),
                        Repeat::Fault => {}
                    }
                }
            }
            "ability_kinds" => {
                for (id, value) in members(s, key, at) {
                    let kind = s.ability_kind(id, value);
                    match self.repeat(s, Space::AbilityKind, &kind.id, changes) {
                        Repeat::No => self.ability_kinds.push(kind),
                        Repeat::Replaces => replace(&mut self.ability_kinds, kind, |k| &k.id.text),
                        Repeat::Fault => {}
                    }
                }
            }
            "begins" => self.begins.extend(s.requirements(at, "`begins`")),
            "judge" => {
                let id = Id { text: "judge".into(), place: key.whole() };
                if !matches!(self.repeat(s, Space::Judge, &id, changes), Repeat::Fault) {
                    self.judge = text(at, "`judge`", s.problems);
                }
            }
            "catalogue" => {
                for item in list(at, "`catalogue`", s.problems) {
                    self.catalogue(s, item)
                }
            }
            "rules" => self.rules.extend(list(at, "`rules`", s.problems)),
            "clock" => {
                let id = Id { text: "clock".into(), place: key.whole() };
                if !matches!(self.repeat(s, Space::Clock, &id, changes), Repeat::Fault) {
                    self.clock = Some((s.pack, key.whole(), at));
                }
            }
            other => {
                let known = SECTIONS.iter().map(|(name, ..)| *name).chain([
                    "vocabularies",
                    "kinds",
                    "zones",
                    "options",
                    "rules",
                    "abilities",
                    "ability_kinds",
                    "clock",
                    "begins",
                    "judge",
                    "catalogue",
                ]);
                let help = did_you_mean(other, known).map_or_else(
                    || "NOTATION.md lists the sections; a card belongs in the folder `cards`".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                s.problems.report(key.whole().error("unknown-section", format!("{} is not a section", quote(other))).help(help));
            }
        }
    }

    fn catalogue(&mut self, s: Shaping<'a, '_>, item: At<'a>) {
        let Some(group) = Group::open(item, "a rule of the catalogue", s.problems) else { return };
        let word = |key| group.need(key).and_then(|at| text(at, "this", s.problems));
        let (id, says) = (word("id"), word("says"));
        let exempt = group.text("exempt").filter(|reason| Self::has_reason(s, *reason)).map(|src| src.text().to_owned());
        let ruling = group.text("default").map(|src| src.text().to_owned());
        group.know(&["note"]);
        group.finish();
        let (Some(id), Some(says)) = (id, says) else { return };
        if let Some(first) = self.catalogue.iter().find(|rule| rule.id == id.text()) {
            s.problems.report(
                id.whole().error("duplicate-id", format!("the rule {} stands twice in the catalogue", quote(id.text()))).also(
                    first.place.file,
                    first.place.span.clone(),
                    "first here",
                ),
            );
            return;
        }
        self.catalogue.push(RuleEntry {
            id: id.text().to_owned(),
            says: says.text().to_owned(),
            exempt,
            ruling,
            place: id.whole(),
        });
    }

    /// An exemption says why; a bare yes does not.
    fn has_reason(s: Shaping<'a, '_>, reason: Src<'a>) -> bool {
        let bare = matches!(reason.text().trim(), "" | "yes" | "no" | "true" | "false");
        if bare {
            s.problems.report(
                reason
                    .whole()
                    .error("no-reason", format!("`exempt` is {} and says no reason", quote(reason.text())))
                    .help("write why no scenario can prove the rule: `exempt: story, without effect in the game`"),
            );
        }
        !bare
    }

    fn add_vocabulary(&mut self, s: Shaping<'a, '_>, more: VocabularyFile, changes: &[String]) {
        let place = self.vocabularies.iter().position(|v| v.id.text == more.id.text).unwrap_or_else(|| {
            self.vocabularies.push(VocabularyFile { id: more.id.clone(), terms: Vec::new() });
            self.vocabularies.len() - 1
        });
        for term in more.terms {
            let key = format!("{} {}", more.id.text, term.0.text);
            let repeat = self.repeat_as(s, (Space::Term, key), &term.0, &term.0.text, "the term ", changes);
            let Some(here) = self.vocabularies.get_mut(place) else { continue };
            match repeat {
                Repeat::No => here.terms.push(term),
                Repeat::Replaces => {
                    if let Some(old) = here.terms.iter_mut().find(|(id, _)| id.text == term.0.text) {
                        *old = term;
                    }
                }
                Repeat::Fault => {}
            }
        }
    }

    /// A kind, or more of one: each of its parts is said once, or again by a pack that changes the kind.
    fn add_kind(&mut self, s: Shaping<'a, '_>, more: KindFile<'a>, changes: &[String]) {
        let kind = more.id.text.clone();
        let place = self.kinds.iter().position(|k| k.id.text == kind).unwrap_or_else(|| {
            self.kinds.push(KindFile::new(more.id.clone()));
            self.kinds.len() - 1
        });
        let says = |this: &mut Self, what: &str, id: Id| {
            let key = (Space::Part, format!("{kind} {what}{}", id.text));
            !matches!(this.repeat_as(s, key, &id, &kind, what, changes), Repeat::Fault)
        };
        let part = |name: &str, place: Place| Id { text: name.into(), place };
        let plural = more.plural.filter(|id| says(self, "the key ", part("plural", id.place.clone())));
        let body = more.body.filter(|body| says(self, "the key ", part("body", body.field().whole())));
        let unseen = more.unseen.filter(|src| says(self, "the key ", part("unseen", src.whole())));
        let looks = more.looks.filter(|src| says(self, "the key ", part("looks", src.whole())));
        let fields: Vec<_> = more.fields.into_iter().filter(|field| says(self, "the field ", field.id.clone())).collect();
        let Some(here) = self.kinds.get_mut(place) else { return };
        here.plural = plural.or(here.plural.take());
        here.body = body.or(here.body.take());
        here.unseen = unseen.or(here.unseen.take());
        here.looks = looks.or(here.looks.take());
        here.must.extend(more.must);
        for field in fields {
            match here.fields.iter_mut().find(|known| known.id.text == field.id.text) {
                None => here.fields.push(field),
                Some(old) => *old = field,
            }
        }
    }

    fn repeat(&mut self, s: Shaping<'a, '_>, space: Space, id: &Id, changes: &[String]) -> Repeat {
        self.repeat_as(s, (space, id.text.clone()), id, &id.text, "", changes)
    }

    /// The same of what has no id of its own: `key` tells it from others, `changed` is what `changes:` calls it, `what` is it.
    fn repeat_as(
        &mut self,
        s: Shaping<'a, '_>,
        key: (Space, String),
        id: &Id,
        changed: &str,
        what: &str,
        changes: &[String],
    ) -> Repeat {
        let Some((pack, first)) = self.seen.get(&key) else {
            self.seen.insert(key, (s.pack, id.place.clone()));
            return Repeat::No;
        };
        if *pack != s.pack && changes.iter().any(|id| id == changed) {
            self.changed.push((s.pack, changed.to_owned()));
            self.seen.insert(key, (s.pack, id.place.clone()));
            return Repeat::Replaces;
        }
        let problem = id
            .place
            .error("duplicate-id", format!("{what}{} is declared twice", quote(&id.text)))
            .label("again here")
            .also(first.file, first.span.clone(), "first here");
        let one = if what == "the key " { "take one of them out" } else { "rename one of them" };
        s.problems.report(problem.help(if *pack == s.pack {
            one.to_owned()
        } else {
            format!("{one}, or name `{changed}` under `changes:` in pack.yaml")
        }));
        Repeat::Fault
    }
}

fn replace<T>(all: &mut [T], new: T, id: impl Fn(&T) -> &String) {
    if let Some(old) = all.iter_mut().find(|old| id(old) == id(&new)) {
        *old = new;
    }
}

fn members<'a>(s: Shaping<'a, '_>, key: Src<'a>, at: At<'a>) -> Vec<(Src<'a>, At<'a>)> {
    match at.entries() {
        Some(entries) => entries.iter().map(|(id, node)| (Src::new(at.file, id), at.with(node))).collect(),
        None => {
            if !at.is_null() {
                wrong_type(at, &format!("`{}`", key.text()), "a group of ids", s.problems);
            }
            Vec::new()
        }
    }
}
