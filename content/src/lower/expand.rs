//! Macros: standing rules, triggers and durations become plain rules where they are named, so that the core only ever
//! sees closed attachments.

use super::Lower;
use super::scope::{Bound, Moment, Passed, Scope};
use crate::place::{Place, Src};
use crate::shape::definition::{DefFile, EndsFile, MomentFile};
use crate::ty::Ty;
use cardwright_core::rules::{Class, How, Until};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::Problems;
use cardwright_grammar::expression::{Expr, ExprKind};
use std::rc::Rc;

/// How deep macros may name macros.
const DEEPEST: usize = 24;

impl<'a> Lower<'a, '_> {
    /// Rules of a `standing` definition with its arguments.
    pub(crate) fn expand_standing(&mut self, def: DefId, passed: Vec<Passed>, place: &Place, scope: &Scope) -> Vec<AttachmentId> {
        self.expand(def, passed, place, scope, |lower, file, inner| {
            let mut all = Vec::new();
            for rule in &file.rules {
                all.extend(lower.rule(*rule, inner));
            }
            all
        })
        .unwrap_or_default()
    }

    /// The moment of a `triggers` definition with its arguments.
    pub(crate) fn expand_moment(&mut self, def: DefId, passed: Vec<Passed>, place: &Place, scope: &Scope) -> Moment {
        let none = Moment { how: How::After, to: None, test: None, that: None };
        self.expand(def, passed, place, scope, |lower, file, inner| match &file.moment {
            Some(moment) => lower.moment(moment, inner),
            None => Moment { how: How::After, to: None, test: None, that: None },
        })
        .unwrap_or(none)
    }

    /// The end of a `durations` definition with its arguments.
    pub(crate) fn expand_duration(&mut self, def: DefId, passed: Vec<Passed>, place: &Place, scope: &Scope) -> Until {
        self.expand(def, passed, place, scope, |lower, file, inner| match &file.ends {
            Some(EndsFile::Step(src)) => match lower.index.steps.get(src.text()) {
                Some(step) => Until::StepEnds(*step),
                None => {
                    lower.unknown_step(src.text(), &src.whole());
                    Until::Forever
                }
            },
            Some(EndsFile::After { effect, test }) => {
                let Some(effect) = lower.def_named(*effect, inner, &[Class::Effect, Class::Action]) else {
                    return Until::Forever;
                };
                let scope = Scope { event: Some(effect), ..inner.clone() };
                let test = test.map(|test| lower.source(test, &scope, &Ty::Test).node);
                match effect {
                    Some(effect) => Until::After(effect, test),
                    None => Until::Forever,
                }
            }
            Some(EndsFile::Never) | None => Until::Forever,
        })
        .unwrap_or(Until::Forever)
    }

    fn expand<T>(
        &mut self,
        def: DefId,
        passed: Vec<Passed>,
        place: &Place,
        scope: &Scope,
        body: impl FnOnce(&mut Self, &DefFile<'a>, &Scope) -> T,
    ) -> Option<T> {
        self.used.defs.insert(def);
        let index = self.index;
        let file = index.def_files.get(def.index())?;
        if self.expanding.contains(&def) || self.expanding.len() >= DEEPEST {
            self.report(
                place
                    .error("endless-definition", format!("`{}` names itself", file.id.text))
                    .help("say what it means without naming it"),
            );
            self.used.faulty.insert(def);
            return None;
        }
        // What is wrong with the definition was said where it is declared. What is wrong only with these arguments is
        // said here, once.
        let sample = passed.iter().any(|p| matches!(p, Passed::Sample(_)));
        let here = sample || (passed.is_empty() && self.used_sample(def));
        let checked = !here;
        let outer = self.problems.clone();
        let scratch = Rc::new(Problems::new());
        if checked {
            self.problems = scratch.clone();
        }
        let takes = index.takes(def);
        let inner = Scope {
            locals: takes.iter().zip(passed).map(|(take, passed)| (take.name.clone(), Bound::Passed(passed))).collect(),
            next: scope.next,
            event: None,
            of: Some(def),
            guards: scope.guards.clone(),
            card: scope.card,
            ability: scope.ability,
            originator: scope.originator.clone(),
            text: scope.text,
            ..Scope::default()
        };
        self.expanding.push(def);
        let result = body(self, file, &inner);
        self.expanding.pop();
        self.problems = outer;
        if checked && scratch.any_errors() && !self.used.faulty.contains(&def) {
            let found = scratch.take();
            if let Some(first) = found.into_iter().next() {
                self.report(
                    place
                        .error(
                            "wrong-argument",
                            format!("`{}` does not go with what it is given: {}", file.id.text, first.message),
                        )
                        .also(first.label.file, first.label.span, "needed here")
                        .help_if(first.help),
                );
            }
        }
        Some(result)
    }

    /// A macro without parameters is its own sample: it is told of where it is declared.
    fn used_sample(&self, def: DefId) -> bool {
        self.index.takes(def).is_empty() && self.sampling == Some(def)
    }

    /// Checks a macro where it is declared, with nothing passed yet. What it made is thrown away.
    pub(crate) fn check_macro(&mut self, def: DefId) {
        let index = self.index;
        let (Some(file), takes) = (index.def_files.get(def.index()), index.takes(def)) else { return };
        let (nodes, attachments, before) = (self.rules.nodes.len(), self.rules.attachments.len(), self.problems.len());
        let passed: Vec<Passed> = takes.iter().map(|t| Passed::Sample(t.ty.clone())).collect();
        let scope = Scope::default();
        self.sampling = Some(def);
        let used = self.used.defs.contains(&def);
        match file.class {
            Class::Standing => {
                self.expand_standing(def, passed, &file.id.place, &scope);
            }
            Class::Trigger => {
                self.expand_moment(def, passed, &file.id.place, &scope);
            }
            _ => {
                self.expand_duration(def, passed, &file.id.place, &scope);
            }
        }
        if !used {
            self.used.defs.remove(&def);
        }
        self.sampling = None;
        if self.problems.len() > before {
            self.used.faulty.insert(def);
        }
        // Defaults that were lowered on the way stay: their nodes are kept by the definitions.
        if !self.kept_since(nodes) {
            self.rules.nodes.truncate(nodes);
            self.rules.origins.truncate(nodes);
        }
        self.rules.attachments.truncate(attachments);
    }

    fn kept_since(&self, nodes: usize) -> bool {
        self.rules.defs.iter().flat_map(|d| &d.params).any(|p| p.default.is_some_and(|n| n.index() >= nodes))
    }

    /// A listener's moment as written.
    pub(crate) fn moment(&mut self, file: &MomentFile<'a>, scope: &Scope) -> Moment {
        let Some(to) = self.def_named(file.effect, scope, &[Class::Effect, Class::Action]) else {
            return Moment { how: file.how, to: None, test: None, that: None };
        };
        let inner = Scope { event: Some(to), ..scope.clone() };
        let test = file.test.map(|src| self.source(src, &inner, &Ty::Test).node);
        let that = file.that.map(|src| self.source(src, &inner, &Ty::Any).node);
        Moment { how: file.how, to, test, that }
    }

    /// A trigger as an argument, or in `when:`.
    pub(crate) fn pass_moment(&mut self, src: Src<'a>, e: &Expr, scope: &Scope) -> Passed {
        let none = || Passed::Moment(Moment { how: How::After, to: None, test: None, that: None });
        let place = src.place(e.span.clone());
        let (name, args) = match &e.kind {
            ExprKind::Name(name) => (name, [].as_slice()),
            ExprKind::Call { name, args, .. } => (name, args.as_slice()),
            _ => {
                self.report(place.error("wrong-type", "this is not a trigger"));
                return none();
            }
        };
        if let Some(Bound::Passed(passed)) = scope.find(name) {
            match passed {
                Passed::Moment(_) => return passed.clone(),
                Passed::Sample(Ty::Trigger) => return none(),
                _ => {}
            }
        }
        match self.index.def(name) {
            Some((def, Class::Trigger)) => {
                let passed = self.arguments_of(src, e, def, args, scope);
                Passed::Moment(self.expand_moment(def, passed, &place, scope))
            }
            _ => {
                self.unknown(name, &place, scope, Some(&Ty::Trigger));
                none()
            }
        }
    }

    /// A definition that is named, not called: by its id, or by a macro's parameter. `None`: not found and reported;
    /// `Some(None)`: not known yet, since the macro is only checked.
    pub(crate) fn def_named(&mut self, src: Src<'a>, scope: &Scope, classes: &[Class]) -> Option<Option<DefId>> {
        let name = src.text();
        match scope.find(name) {
            Some(Bound::Passed(Passed::Sample(Ty::Def(_) | Ty::Any))) => return Some(None),
            Some(Bound::Passed(Passed::Node(node, ty))) => {
                if let Some(Value::Def(def)) = self.constant(*node) {
                    return Some(Some(*def));
                }
                if *ty == Ty::Any {
                    return Some(None);
                }
                self.report(src.whole().error("wrong-argument", format!("`{name}` must be given by its name here")));
                return None;
            }
            Some(_) => {
                self.report(
                    src.whole().error("wrong-argument", format!("`{name}` is a value here, and a rule cannot attach to it")),
                );
                return None;
            }
            None => {}
        }
        if let Some((def, class)) = self.index.def(name)
            && classes.contains(&class)
        {
            self.used.defs.insert(def);
            return Some(Some(def));
        }
        let index = self.index;
        let (id, what) = match classes.first() {
            Some(Class::Number) => ("unknown-statistic", "a number"),
            Some(Class::Test) => ("unknown-test", "a test"),
            _ => ("unknown-effect", "an effect"),
        };
        let near = cardwright_grammar::diagnostic::did_you_mean(name, index.defs_of(classes))
            .map(|near| format!("did you mean `{near}`?"));
        self.report(
            src.whole().error(id, format!("{} is not {what}", cardwright_grammar::diagnostic::quote(name))).help_if(near),
        );
        None
    }
}
