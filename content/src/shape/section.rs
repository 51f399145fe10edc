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
        let Some(here) = self.vocabularies.iter_mut().find(|v| v.id.text == more.id.text) else {
            self.vocabularies.push(VocabularyFile { id: more.id, terms: Vec::new() });
            let VocabularyFile { terms, .. } = more;
            if let Some(last) = self.vocabularies.last_mut() {
                for term in terms {
                    add_term(s, last, term, changes);
                }
            }
            return;
        };
        for term in more.terms {
            add_term(s, here, term, changes);
        }
    }

    fn add_kind(&mut self, s: Shaping<'a, '_>, more: KindFile<'a>, changes: &[String]) {
        let Some(here) = self.kinds.iter_mut().find(|k| k.id.text == more.id.text) else {
            self.kinds.push(more);
            return;
        };
        let may = changes.contains(&more.id.text);
        if may {
            self.changed.push((s.pack, more.id.text.clone()));
        }
        if more.plural.is_some() && (here.plural.is_none() || may) {
            here.plural = more.plural;
        }
        for (here, more) in [(&mut here.unseen, more.unseen), (&mut here.looks, more.looks)] {
            if more.is_some() && (here.is_none() || may) {
                *here = more;
            }
        }
        if more.body.is_some() && (here.body.is_none() || may) {
            here.body = more.body;
        }
        here.must.extend(more.must);
        for field in more.fields {
            match here.fields.iter_mut().find(|f| f.id.text == field.id.text) {
                None => here.fields.push(field),
                Some(old) if may => *old = field,
                Some(old) => duplicate(s, &field.id, &old.id.place, "field"),
            }
        }
    }

    fn repeat(&mut self, s: Shaping<'a, '_>, space: Space, id: &Id, changes: &[String]) -> Repeat {
        let key = (space, id.text.clone());
        let Some((pack, first)) = self.seen.get(&key) else {
            self.seen.insert(key, (s.pack, id.place.clone()));
            return Repeat::No;
        };
        if *pack != s.pack && changes.contains(&id.text) {
            self.changed.push((s.pack, id.text.clone()));
            self.seen.insert(key, (s.pack, id.place.clone()));
            return Repeat::Replaces;
        }
        let problem = id.place.error("duplicate-id", format!("{} is declared twice", quote(&id.text))).label("again here").also(
            first.file,
            first.span.clone(),
            "first here",
        );
        s.problems.report(problem.help(if *pack == s.pack {
            "rename one of them".to_owned()
        } else {
            format!("rename one of them, or name `{}` under `changes:` in pack.yaml", id.text)
        }));
        Repeat::Fault
    }
}

fn add_term(s: Shaping<'_, '_>, here: &mut VocabularyFile, term: (Id, super::words::Named), changes: &[String]) {
    match here.terms.iter_mut().find(|(id, _)| id.text == term.0.text) {
        None => here.terms.push(term),
        Some(old) if changes.contains(&term.0.text) => *old = term,
        Some((old, _)) => duplicate(s, &term.0, &old.place, "term"),
    }
}

fn duplicate(s: Shaping<'_, '_>, id: &Id, first: &Place, what: &str) {
    s.problems.report(
        id.place
            .error("duplicate-id", format!("the {what} {} is declared twice", quote(&id.text)))
            .label("again here")
            .also(first.file, first.span.clone(), "first here")
            .help("rename one of them"),
    );
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
