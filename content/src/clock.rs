//! The clock: from its section to the steps of the ruleset.

use crate::group::{Group, list, text};
use crate::index::PLAYER_KIND;
use crate::lower::Lower;
use crate::lower::scope::Scope;
use crate::place::{At, Place, Src};
use crate::ty::Ty;
use cardwright_core::rules::{Class, Form, Step};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Problems, quote};
use std::collections::BTreeMap;

/// A step as written.
#[derive(Clone, Debug)]
pub(crate) struct StepFile<'a> {
    pub(crate) id: Option<Src<'a>>,
    pub(crate) place: Place,
    /// Rules of the catalogue that it says it carries out.
    pub(crate) carried: Vec<(String, Place)>,
    form: FormFile<'a>,
}

#[derive(Clone, Debug)]
enum FormFile<'a> {
    Do(At<'a>),
    Sequence(Vec<u32>),
    Repeat { body: u32, until: Option<Src<'a>> },
    Turns { of: Option<Src<'a>>, while_: Option<Src<'a>>, body: u32 },
    Countdown { from: Option<Src<'a>>, to: Option<Src<'a>>, body: u32 },
    Act { by: Option<Src<'a>>, offers: Vec<Src<'a>>, once: bool, until: Option<Src<'a>> },
    Nothing,
}

/// Keys of which a step has one.
const FORMS: [&str; 5] = ["do", "repeat", "turns", "countdown", "act"];

/// Steps of the whole clock; the root is step 0.
pub(crate) fn read<'a>(clock: Option<&(usize, Place, At<'a>)>, problems: &Problems) -> Vec<StepFile<'a>> {
    let Some((_, place, at)) = clock else { return Vec::new() };
    let mut steps = vec![StepFile { id: None, place: place.clone(), carried: Vec::new(), form: FormFile::Nothing }];
    let parts = sequence(*at, &mut steps, problems);
    if let Some(root) = steps.first_mut() {
        root.form = FormFile::Sequence(parts);
    }
    steps
}

fn sequence<'a>(at: At<'a>, steps: &mut Vec<StepFile<'a>>, problems: &Problems) -> Vec<u32> {
    list(at, "a sequence of steps", problems).into_iter().filter_map(|item| step(item, steps, problems)).collect()
}

/// Several steps as one.
fn body<'a>(at: Option<At<'a>>, place: &Place, steps: &mut Vec<StepFile<'a>>, problems: &Problems) -> u32 {
    let number = steps.len() as u32;
    steps.push(StepFile { id: None, place: place.clone(), carried: Vec::new(), form: FormFile::Nothing });
    let parts = at.map(|at| sequence(at, steps, problems)).unwrap_or_default();
    if let Some(step) = steps.get_mut(number as usize) {
        step.form = FormFile::Sequence(parts);
    }
    number
}

fn step<'a>(at: At<'a>, steps: &mut Vec<StepFile<'a>>, problems: &Problems) -> Option<u32> {
    let group = Group::open(at, "a step of the clock", problems)?;
    let id = group.text("step");
    let place = group.head();
    let number = steps.len() as u32;
    steps.push(StepFile { id, place: place.clone(), carried: group.carried(), form: FormFile::Nothing });
    // A sequence alone is a form; under `turns` and `countdown` it is their body.
    let mut forms = group.all().map(|(key, _)| key).filter(|key| FORMS.contains(&key.text()));
    let form = if let (Some(first), Some(second)) = (forms.next(), forms.next()) {
        problems.report(
            second
                .whole()
                .error("unknown-key", format!("a step of the clock is `{}` and `{}` at once", first.text(), second.text()))
                .help("make two steps of it"),
        );
        group.ignore_rest();
        FormFile::Nothing
    } else if let Some(steps_at) = group.get("do") {
        FormFile::Do(steps_at)
    } else if let Some(at) = group.get("repeat") {
        let until = group.need("until").and_then(|at| text(at, "`until`", problems));
        FormFile::Repeat { body: body(Some(at), &place, steps, problems), until }
    } else if let Some(at) = group.get("turns") {
        let inner = inner(at, "turns", "{of: players, while: …}", problems);
        let word = |key| inner.as_ref().and_then(|group| group.need(key)).and_then(|at| text(at, "this", problems));
        let (of, while_) = (word("of"), word("while"));
        if let Some(inner) = inner {
            inner.finish();
        }
        FormFile::Turns { of, while_, body: body(group.need("sequence"), &place, steps, problems) }
    } else if let Some(at) = group.get("countdown") {
        let inner = inner(at, "countdown", "{from: 12, to: 1}", problems);
        let word = |key| inner.as_ref().and_then(|group| group.need(key)).and_then(|at| text(at, "this", problems));
        let (from, to) = (word("from"), word("to"));
        if let Some(inner) = inner {
            inner.finish();
        }
        FormFile::Countdown { from, to, body: body(group.need("sequence"), &place, steps, problems) }
    } else if group.at.node.get("act").is_some() {
        let offers = group.names("act");
        FormFile::Act {
            by: group.need("by").and_then(|at| text(at, "`by`", problems)),
            offers,
            once: group.truth("once").unwrap_or(false),
            until: group.text("until"),
        }
    } else if let Some(at) = group.get("sequence") {
        FormFile::Sequence(sequence(at, steps, problems))
    } else {
        problems.report(
            place
                .error("missing-field", "a step of the clock does not say what happens")
                .help("add `do:`, `sequence:`, `repeat:`, `turns:`, `countdown:` or `act:`"),
        );
        group.ignore_rest();
        FormFile::Nothing
    };
    group.know(&["note", "name"]);
    group.finish();
    if let Some(step) = steps.get_mut(number as usize) {
        step.form = form;
    }
    Some(number)
}

/// What stands under the key of a step, which is a group.
fn inner<'a, 'p>(at: At<'a>, key: &str, example: &str, problems: &'p Problems) -> Option<Group<'a, 'p>> {
    if at.entries().is_none() && !at.broken() {
        let problem = at.place().error("wrong-type", format!("`{key}` is {}", at.sort()));
        problems.report(problem.help(format!("write `{key}: {example}`")));
        return None;
    }
    Group::open(at, format!("`{key}`"), problems)
}

/// Ids of steps; one that stands twice is reported.
pub(crate) fn ids(steps: &[StepFile<'_>], problems: &Problems) -> BTreeMap<String, StepId> {
    let mut ids: BTreeMap<String, StepId> = BTreeMap::new();
    for (number, step) in steps.iter().enumerate() {
        let Some(src) = step.id else { continue };
        if let Some(first) = ids.get(src.text()) {
            let first = steps.get(first.index()).map_or(&step.place, |s| &s.place);
            problems.report(
                src.whole()
                    .error("duplicate-id", format!("the step {} is declared twice", quote(src.text())))
                    .also(first.file, first.span.clone(), "first here")
                    .help("rename one of them"),
            );
            continue;
        }
        ids.insert(src.text().to_owned(), StepId(number as u32));
    }
    ids
}

impl<'a> Lower<'a, '_> {
    /// Lowers the steps.
    pub(crate) fn clock(&mut self, steps: &[StepFile<'a>]) {
        for step in steps {
            let mut scope = Scope { it: Ty::Any, ..Scope::default() };
            let form = match &step.form {
                FormFile::Do(at) => {
                    self.high = 0;
                    Form::Do(self.steps(*at, &mut scope))
                }
                FormFile::Sequence(parts) => Form::Sequence(parts.iter().map(|p| StepId(*p)).collect()),
                FormFile::Repeat { body, until } => {
                    Form::Repeat { body: StepId(*body), until: self.clock_source(*until, &Ty::Test, &step.place, &scope) }
                }
                FormFile::Turns { of, while_, body } => {
                    let order = self.clock_source(*of, &Ty::Many(PLAYER_KIND), &step.place, &scope);
                    let inner = scope.with_it(Ty::One(PLAYER_KIND));
                    Form::Turns { order, while_: self.clock_source(*while_, &Ty::Test, &step.place, &inner), body: StepId(*body) }
                }
                FormFile::Countdown { from, to, body } => Form::Countdown {
                    from: self.clock_source(*from, &Ty::Number, &step.place, &scope),
                    to: self.clock_source(*to, &Ty::Number, &step.place, &scope),
                    body: StepId(*body),
                },
                FormFile::Act { by, offers, once, until } => {
                    let player = self.clock_source(*by, &Ty::One(PLAYER_KIND), &step.place, &scope);
                    let mut actions = Vec::new();
                    for offer in offers {
                        match self.index.def(offer.text()) {
                            Some((def, Class::Action)) => {
                                self.used.defs.insert(def);
                                actions.push(def);
                            }
                            _ => self.unknown(offer.text(), &offer.whole(), &scope, Some(&Ty::Def(Class::Action))),
                        }
                    }
                    let until = until.map(|src| self.source(src, &scope, &Ty::Test).node);
                    Form::Act { player, offers: actions, once: *once, until }
                }
                FormFile::Nothing => Form::Sequence(Vec::new()),
            };
            let origin = self.origin(&step.place, &scope);
            self.rules.steps.push(Step { id: step.id.map_or_else(String::new, |src| src.text().to_owned()), form, origin });
        }
    }

    fn clock_source(&mut self, src: Option<Src<'a>>, want: &Ty, place: &Place, scope: &Scope) -> NodeId {
        match src {
            Some(src) => self.source(src, scope, want).node,
            None => self.nothing(place, scope).node,
        }
    }
}
