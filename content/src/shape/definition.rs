//! Definitions: numbers, tests, filters, values, effects, actions, statuses, durations, standing rules and triggers.

use super::words::{Named, Wording};
use super::{Id, Shaping};
use crate::bounds::Bounds;
use crate::group::{Group, list, text, wrong_type};
use crate::place::{At, Src};
use cardwright_core::rules::Class;
use cardwright_grammar::diagnostic::quote;

/// A parameter as written.
#[derive(Clone, Debug)]
pub(crate) struct ParamFile<'a> {
    pub(crate) id: Id,
    pub(crate) ty: Src<'a>,
    pub(crate) default: Option<Src<'a>>,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) among: Option<Src<'a>>,
}

/// A requirement of an action as written.
#[derive(Clone, Debug)]
pub(crate) struct RequirementFile<'a> {
    pub(crate) test: Src<'a>,
    pub(crate) because: Vec<String>,
}

/// A moment or a listener as written.
#[derive(Clone, Debug)]
pub(crate) struct MomentFile<'a> {
    pub(crate) how: cardwright_core::rules::How,
    pub(crate) effect: Src<'a>,
    pub(crate) test: Option<Src<'a>>,
    pub(crate) that: Option<Src<'a>>,
}

/// When a duration ends, as written.
#[derive(Clone, Debug)]
pub(crate) enum EndsFile<'a> {
    Never,
    Step(Src<'a>),
    After { effect: Src<'a>, test: Option<Src<'a>> },
}

/// A definition as written.
#[derive(Clone, Debug)]
pub(crate) struct DefFile<'a> {
    pub(crate) id: Id,
    pub(crate) pack: usize,
    pub(crate) class: Class,
    pub(crate) takes: Vec<ParamFile<'a>>,
    pub(crate) wordings: Vec<Wording<'a>>,
    pub(crate) name: Option<Named>,
    pub(crate) plural: bool,
    /// A duration that says how often.
    pub(crate) frequency: bool,
    /// Whether the log tells it; the rule of thumb is that what has a sentence is told.
    pub(crate) told: Option<bool>,
    /// `of:` of a filter.
    pub(crate) of: Option<Src<'a>>,
    pub(crate) gives: Option<Src<'a>>,
    /// The field of an ability that a value speaks of.
    pub(crate) speaks_of: Option<Src<'a>>,
    /// A value that means who was named before, as "it" does.
    pub(crate) refers: bool,
    /// A value that takes something and still gives the same one, however often it is asked.
    pub(crate) fixed: bool,
    /// A standing rule of the originator, whose sentence does not say so.
    pub(crate) own: bool,
    /// The parameter that an effect or standing rule makes `that` for the parts behind it.
    pub(crate) that: Option<Src<'a>>,
    pub(crate) means: Option<Src<'a>>,
    pub(crate) does: Option<At<'a>>,
    pub(crate) requires: Vec<RequirementFile<'a>>,
    pub(crate) rules: Vec<At<'a>>,
    pub(crate) limit: u32,
    pub(crate) ends: Option<EndsFile<'a>>,
    pub(crate) moment: Option<MomentFile<'a>>,
}

/// The sections that hold definitions.
pub(crate) const SECTIONS: &[(&str, Class, &str)] = &[
    ("numbers", Class::Number, "a number"),
    ("tests", Class::Test, "a test"),
    ("filters", Class::Filter, "a filter"),
    ("values", Class::Value, "a value"),
    ("effects", Class::Effect, "an effect"),
    ("actions", Class::Action, "an action"),
    ("statuses", Class::Status, "a status"),
    ("durations", Class::Duration, "a duration"),
    ("standing", Class::Standing, "a standing rule"),
    ("triggers", Class::Trigger, "a trigger"),
];

impl<'a> Shaping<'a, '_> {
    /// One definition of a section.
    pub(crate) fn definition(&self, key: Src<'a>, at: At<'a>, class: Class, what: &str) -> DefFile<'a> {
        let id = self.id(key);
        let mut def = DefFile {
            id,
            pack: self.pack,
            class,
            takes: Vec::new(),
            wordings: Vec::new(),
            name: None,
            plural: false,
            frequency: false,
            told: None,
            of: None,
            gives: None,
            speaks_of: None,
            refers: false,
            fixed: false,
            own: false,
            that: None,
            means: None,
            does: None,
            requires: Vec::new(),
            rules: Vec::new(),
            limit: 0,
            ends: None,
            moment: None,
        };
        let _trail = self.problems.enter(format!("{} {}", what.trim_start_matches("an ").trim_start_matches("a "), def.id.text));
        let Some(group) = Group::open(at, what, self.problems) else { return def };
        def.takes = self.takes(&group);
        def.wordings = self.wordings(group.get("says"), group.get("also"));
        def.plural = group.truth("plural").unwrap_or(false);
        def.told = group.truth("told");
        def.name = group.get("name").map(|at| self.named(at, "`name`"));
        self.carries(&group);
        group.know(&["note"]);
        match class {
            Class::Number => {
                def.means = self.needed_text(&group, "means");
                def.gives = group.text("gives");
            }
            Class::Test => def.means = self.needed_text(&group, "means"),
            Class::Filter => {
                def.means = self.needed_text(&group, "means");
                def.of = self.needed_text(&group, "of");
            }
            Class::Value => {
                def.means = self.needed_text(&group, "means");
                def.gives = self.needed_text(&group, "gives");
                def.speaks_of = group.text("speaks_of");
                def.refers = group.truth("refers").unwrap_or(false);
                def.fixed = group.truth("fixed").unwrap_or(false);
            }
            Class::Effect => {
                def.does = group.need("does");
                def.gives = group.text("gives");
                def.that = group.text("that");
                def.speaks_of = group.text("speaks_of");
            }
            Class::Action => {
                def.does = group.need("does");
                self.among(&group, &mut def);
                if let Some(at) = group.get("requires") {
                    def.requires = self.requirements(at, "`requires`");
                }
            }
            Class::Status => {
                def.limit = group.number("limit", 0, 1000).unwrap_or(0) as u32;
                def.rules = group.get("rules").map(|at| list(at, "`rules`", self.problems)).unwrap_or_default();
                if def.name.is_none() {
                    group.need("name");
                }
            }
            Class::Duration => {
                // What lasts is over by itself, and nobody is there to remember what it was given.
                if !def.takes.is_empty() {
                    self.problems.report(
                        def.id
                            .place
                            .error("wrong-argument", format!("the duration {} takes something", quote(&def.id.text)))
                            .help("take `takes` out; write a duration for each"),
                    );
                }
                def.ends = group.need("ends").and_then(|at| self.ends(at));
                def.frequency = group.truth("frequency").unwrap_or(false);
            }
            Class::Standing => {
                def.rules = group.need("rules").map(|at| list(at, "`rules`", self.problems)).unwrap_or_default();
                def.that = group.text("that");
                def.own = group.truth("own").unwrap_or(false);
            }
            Class::Trigger => def.moment = self.moment(&group, true),
        }
        group.finish();
        def
    }

    fn needed_text(&self, group: &Group<'a, '_>, key: &'static str) -> Option<Src<'a>> {
        text(group.need(key)?, &format!("`{key}`"), self.problems)
    }

    fn takes(&self, group: &Group<'a, '_>) -> Vec<ParamFile<'a>> {
        let Some(at) = group.get("takes") else { return Vec::new() };
        self.params(at)
    }

    /// `{name: type, name: type = default}`; behind either may stand `, LEAST to MOST`.
    pub(crate) fn params(&self, at: At<'a>) -> Vec<ParamFile<'a>> {
        let Some(entries) = at.entries() else {
            wrong_type(at, "`takes`", "a group of names with their types", self.problems);
            return Vec::new();
        };
        let mut params = Vec::new();
        for (key, node) in entries {
            let id = self.id(Src::new(at.file, key));
            let Some(mut src) = text(at.with(node), &format!("the type of `{}`", id.text), self.problems) else { continue };
            let mut bounds = None;
            if let Some(comma) = src.text().rfind(',')
                && src.text().get(comma..).is_some_and(|last| last.contains(" to "))
            {
                bounds = Bounds::read(src.part(comma + 1..src.text().len()), self.problems);
                src = src.part(0..comma);
            }
            let whole = src.text();
            let (ty, default) = match whole.find('=') {
                Some(sign) => (src.part(0..sign), Some(src.part(sign + 1..whole.len()))),
                None => (src, None),
            };
            params.push(ParamFile { id, ty, default, bounds, among: None });
        }
        params
    }

    fn among(&self, group: &Group<'a, '_>, def: &mut DefFile<'a>) {
        let Some(at) = group.get("among") else { return };
        let Some(entries) = at.entries() else {
            wrong_type(at, "`among`", "a group of parameters with lists", self.problems);
            return;
        };
        for (key, node) in entries {
            let key = Src::new(at.file, key);
            let src = text(at.with(node), "`among`", self.problems);
            match def.takes.iter_mut().find(|param| param.id.text == key.text()) {
                Some(param) => param.among = src,
                None => self.problems.report(
                    key.whole().error("unknown-parameter", format!("`{}` is not a parameter of this action", key.text())),
                ),
            }
        }
    }

    pub(crate) fn requirements(&self, at: At<'a>, what: &str) -> Vec<RequirementFile<'a>> {
        let mut all = Vec::new();
        for item in list(at, what, self.problems) {
            let Some(group) = Group::open(item, "a requirement", self.problems) else { continue };
            let test = self.needed_text(&group, "if");
            let because = group.need("because").map(|at| self.words(at, "`because`").plain());
            group.finish();
            if let Some(test) = test {
                all.push(RequirementFile { test, because: because.unwrap_or_default() });
            }
        }
        all
    }

    fn ends(&self, at: At<'a>) -> Option<EndsFile<'a>> {
        if let Some(src) = at.scalar() {
            return Some(if src.text() == "never" { EndsFile::Never } else { EndsFile::Step(src) });
        }
        let group = Group::open(at, "`ends`", self.problems)?;
        let effect = self.needed_text(&group, "after");
        let test = group.text("if");
        group.finish();
        Some(EndsFile::After { effect: effect?, test })
    }

    /// `before`, `instead` or `after` an effect, with `if` and `that`.
    pub(crate) fn moment(&self, group: &Group<'a, '_>, needed: bool) -> Option<MomentFile<'a>> {
        use cardwright_core::rules::How;
        let mut found = None;
        for (key, how) in [("before", How::Before), ("instead", How::Instead), ("after", How::After)] {
            if let Some(effect) = group.text(key) {
                found = Some((how, effect));
            }
        }
        let (test, that) = (group.text("if"), group.text("that"));
        if found.is_none() && needed && group.at.node.whole {
            self.problems.report(
                group
                    .head()
                    .error("missing-field", "a trigger has no `after`, `before` or `instead`")
                    .help("add `after:` with the effect it listens to"),
            );
        }
        found.map(|(how, effect)| MomentFile { how, effect, test, that })
    }
}
