//! Calls: of definitions and of zones; those of the engine's functions stand in [`super::functions`].

use super::scope::{Passed, Scope};
use super::{Lower, Typed};
use crate::index::{PLAYER_KIND, Takes};
use crate::place::{Place, Src};
use crate::ty::Ty;
use cardwright_core::function::FUNCTIONS;
use cardwright_core::rules::{Class, Node};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{did_you_mean, quote};
use cardwright_grammar::expression::{Arg, Expr, ExprKind};
use std::ops::Range;

impl<'a> Lower<'a, '_> {
    /// `name(args)`, or `base.name(args)`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one expression")]
    pub(crate) fn call(
        &mut self,
        src: Src<'a>,
        e: &Expr,
        name: &str,
        name_span: &Range<usize>,
        args: &[Arg],
        base: Option<&Expr>,
        scope: &Scope,
        want: Option<&Ty>,
    ) -> Typed {
        let first = base.map(|base| self.expr(src, base, scope, None));
        self.call_with(src, e, name, name_span, args, first, scope, want)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one expression")]
    pub(crate) fn call_with(
        &mut self,
        src: Src<'a>,
        e: &Expr,
        name: &str,
        name_span: &Range<usize>,
        args: &[Arg],
        first: Option<Typed>,
        scope: &Scope,
        want: Option<&Ty>,
    ) -> Typed {
        let place = src.place(e.span.clone());
        if name == "step_is" && first.is_none() {
            return self.step_is(src, e, args, scope);
        }
        if name == "cards_of" && first.is_none() {
            return self.cards_of(src, e, args, scope);
        }
        if let Some((zone, each)) = self.index.zones.get(name).copied() {
            let mut given: Vec<Typed> = first.into_iter().collect();
            for arg in args {
                given.push(self.wanted(src, &arg.value, scope, &Ty::One(PLAYER_KIND), Some(name)));
            }
            let owner = given.first().map(|t| t.node);
            if given.len() != usize::from(each) {
                let help = if each { format!("write `{name}(player)`") } else { format!("write `{name}`") };
                self.report(
                    place.error("wrong-argument", format!("the zone `{name}` is given {} players", given.len())).help(help),
                );
            }
            return Typed { node: self.emit(Node::Zone(zone, owner), &place, scope), ty: Ty::Entities };
        }
        if let Some((def, class)) = self.index.def(name) {
            return self.call_definition(src, e, def, class, args, first, scope, want);
        }
        if let (Some(kind), Some(arg), None) = (self.index.kinds.get(name).copied(), args.first(), &first) {
            // `model(e)` says what kind of entity `e` is, or what kind the card `e` prints.
            let typed = self.expr(src, &arg.value, scope, None);
            if matches!(typed.ty, Ty::Card(_)) {
                return Typed { ty: Ty::Card(Some(kind)), ..typed };
            }
            let typed = self.wanted(src, &arg.value, scope, &Ty::Entity, Some(name));
            return Typed { ty: Ty::One(kind), ..typed };
        }
        if let Some(row) = FUNCTIONS.iter().find(|row| row.name == name) {
            return self.function(src, e, row, args, first, scope);
        }
        let place = src.place(name_span.clone());
        let index = self.index;
        if scope.find(name).is_some() {
            self.report(place.error("wrong-argument", format!("{} takes nothing in brackets", quote(name))));
        } else {
            let names = FUNCTIONS
                .iter()
                .map(|row| row.name)
                .chain(index.defs.keys().map(String::as_str))
                .chain(index.zones.keys().map(String::as_str));
            let near = did_you_mean(name, names).map(|near| format!("did you mean `{near}`?"));
            let id = if want == Some(&Ty::Effect) { "unknown-effect" } else { "unknown-name" };
            self.report(place.error(id, format!("{} is not a definition or function", quote(name))).help_if(near));
        }
        self.nothing(&place, scope)
    }

    fn step_is(&mut self, src: Src<'a>, e: &Expr, args: &[Arg], scope: &Scope) -> Typed {
        let place = src.place(e.span.clone());
        let Some(ExprKind::Name(name)) = args.first().map(|arg| &arg.value.kind) else {
            self.report(place.error("wrong-argument", "`step_is` takes the id of a step"));
            return self.nothing(&place, scope);
        };
        match self.index.steps.get(name) {
            Some(step) => {
                let step = *step;
                Typed { node: self.emit(Node::StepIs(step), &place, scope), ty: Ty::Test }
            }
            None => {
                self.unknown_step(name, &place);
                self.nothing(&place, scope)
            }
        }
    }

    fn cards_of(&mut self, src: Src<'a>, e: &Expr, args: &[Arg], scope: &Scope) -> Typed {
        let place = src.place(e.span.clone());
        let [Arg { value: Expr { kind: ExprKind::Name(name), span }, .. }] = args else {
            self.report(place.error("wrong-argument", "`cards_of` takes the id of a kind"));
            return self.nothing(&place, scope);
        };
        match self.index.kinds.get(name) {
            Some(kind) => {
                let kind = *kind;
                Typed { node: self.emit(Node::Cards(kind), &place, scope), ty: Ty::List(Box::new(Ty::Card(Some(kind)))) }
            }
            None => {
                self.unknown_kind(src.part(span.clone()));
                self.nothing(&place, scope)
            }
        }
    }

    pub(crate) fn unknown_step(&mut self, name: &str, place: &Place) {
        let near = did_you_mean(name, self.index.steps.keys().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
        self.report(place.error("unknown-step", format!("{} is not a step of the clock", quote(name))).help_if(near));
    }

    /// A definition by its bare name.
    pub(crate) fn bare_definition(
        &mut self,
        src: Src<'a>,
        e: &Expr,
        def: DefId,
        class: Class,
        scope: &Scope,
        want: Option<&Ty>,
    ) -> Typed {
        let place = src.place(e.span.clone());
        self.used.defs.insert(def);
        let needs = self.index.takes(def).iter().any(|t| !t.has_default);
        let as_name = match class {
            Class::Action | Class::Status => true,
            Class::Effect => want != Some(&Ty::Effect),
            Class::Number => needs,
            _ => false,
        };
        if as_name {
            return self.value(Value::Def(def), Ty::Def(class), &place, scope);
        }
        self.call_definition(src, e, def, class, &[], None, scope, want)
    }

    /// A call of a definition.
    #[expect(clippy::too_many_arguments, reason = "the parts of one expression")]
    pub(crate) fn call_definition(
        &mut self,
        src: Src<'a>,
        e: &Expr,
        def: DefId,
        class: Class,
        args: &[Arg],
        first: Option<Typed>,
        scope: &Scope,
        want: Option<&Ty>,
    ) -> Typed {
        let place = src.place(e.span.clone());
        let passed = self.arguments(src, e, def, args, first, scope);
        self.apply(def, class, passed, &place, scope, want)
    }

    /// Arguments of a definition that is not called on something.
    pub(crate) fn arguments_of(&mut self, src: Src<'a>, e: &Expr, def: DefId, args: &[Arg], scope: &Scope) -> Vec<Passed> {
        self.arguments(src, e, def, args, None, scope)
    }

    /// Arguments in the order of the parameters.
    fn arguments(
        &mut self,
        src: Src<'a>,
        e: &Expr,
        def: DefId,
        args: &[Arg],
        first: Option<Typed>,
        scope: &Scope,
    ) -> Vec<Passed> {
        let index = self.index;
        let place = src.place(e.span.clone());
        let takes: &[Takes] = index.takes(def);
        let id = index.def_files.get(def.index()).map_or("", |d| d.id.text.as_str());
        let mut given: Vec<Option<Passed>> = vec![None; takes.len()];
        let mut next = 0;
        if let (Some(typed), Some(take), Some(slot)) = (first, takes.first(), given.first_mut()) {
            next = 1;
            if !take.ty.takes(&typed.ty) {
                let (is, wanted) = (index.label(&typed.ty), index.label(&take.ty));
                self.report(
                    place.error("wrong-argument", format!("what stands before `.{id}` is {is}, and `{id}` takes {wanted}")),
                );
            }
            *slot = Some(Passed::Node(typed.node, typed.ty));
        }
        for arg in args {
            let position = match &arg.name {
                Some((name, span)) => match takes.iter().position(|t| t.name == *name) {
                    Some(position) => position,
                    None => {
                        self.unknown_parameter(def, name, &src.place(span.clone()));
                        continue;
                    }
                },
                None => {
                    next += 1;
                    next - 1
                }
            };
            let (Some(take), Some(slot)) = (takes.get(position), given.get_mut(position)) else {
                self.report(
                    src.place(arg.value.span.clone())
                        .error("wrong-argument", format!("`{id}` takes {}, and this is one more", count(takes.len()))),
                );
                continue;
            };
            if slot.is_some() {
                self.report(
                    src.place(arg.value.span.clone()).error("wrong-argument", format!("`{id}` is given `{}` twice", take.name)),
                );
            }
            *slot = Some(self.pass(src, &arg.value, &take.ty, scope, &format!("`{}` of `{id}`", take.name)));
        }
        self.complete(def, given, &place, scope)
    }

    pub(crate) fn unknown_parameter(&mut self, def: DefId, name: &str, place: &Place) {
        let takes = self.index.takes(def);
        let id = self.index.def_files.get(def.index()).map_or("", |d| d.id.text.as_str());
        let near = did_you_mean(name, takes.iter().map(|t| t.name.as_str())).map(|near| format!("did you mean `{near}`?"));
        let known: Vec<_> = takes.iter().map(|t| format!("`{}`", t.name)).collect();
        let help = near.unwrap_or_else(|| {
            if known.is_empty() { "it takes nothing".into() } else { format!("it takes {}", known.join(", ")) }
        });
        self.report(place.error("unknown-parameter", format!("`{id}` takes no {}", quote(name))).help(help));
    }

    /// Fills in defaults, and reports what is missing.
    pub(crate) fn complete(&mut self, def: DefId, given: Vec<Option<Passed>>, place: &Place, scope: &Scope) -> Vec<Passed> {
        let index = self.index;
        let mut missing = Vec::new();
        let mut all = Vec::new();
        for (position, (take, passed)) in index.takes(def).iter().zip(given).enumerate() {
            all.push(match passed {
                Some(passed) => {
                    self.bounded(take, &passed);
                    passed
                }
                None if take.has_default => match self.default(def, position) {
                    Some(node) => Passed::Node(node, take.ty.clone()),
                    None => Passed::Node(self.nothing(place, scope).node, Ty::Any),
                },
                None => {
                    missing.push(format!("`{}`", take.name));
                    Passed::Node(self.nothing(place, scope).node, Ty::Any)
                }
            });
        }
        if !missing.is_empty() {
            let id = index.def_files.get(def.index()).map_or("", |d| d.id.text.as_str());
            self.report(place.error("missing-argument", format!("`{id}` is given no {}", missing.join(" and no "))));
        }
        all
    }

    /// Reports a plain number, or dice, outside the bounds of its parameter.
    fn bounded(&self, take: &Takes, passed: &Passed) {
        let (bounds, Passed::Node(node, _)) = (take.bounds.as_ref(), passed) else { return };
        let Some(place) = self.place_of(*node) else { return };
        let there = self.sources.text(place.file).get(place.span.clone()).unwrap_or("");
        let what = format!("`{}`", take.name);
        let problem = match self.constant(*node) {
            Some(Value::Number(number)) if bounds.is_some() => {
                crate::bounds::outside(*number, bounds, &take.ty, there, &place, &what)
            }
            Some(Value::List(members)) if take.ty == Ty::Dice => {
                let number = |at: usize| members.get(at).and_then(Value::number).unwrap_or(0);
                crate::bounds::other_dice((number(0), number(1)), bounds, &place, &what)
            }
            _ => None,
        };
        if let Some(problem) = problem {
            self.report(problem);
        }
    }

    /// The default of a parameter, lowered where it is first needed.
    pub(crate) fn default(&mut self, def: DefId, position: usize) -> Option<NodeId> {
        if let Some(node) = self.rules.defs.get(def.index())?.params.get(position)?.default {
            return Some(node);
        }
        if self.expanding.len() > 40 {
            return None;
        }
        let index = self.index;
        let src = index.def_files.get(def.index())?.takes.get(position)?.default?;
        let ty = index.takes(def).get(position)?.ty.clone();
        self.expanding.push(def);
        let scope = Scope::default();
        let expr = self.parse(src);
        let node = match expr {
            Some(expr) => match self.pass(src, &expr, &ty, &scope, "the default") {
                Passed::Node(node, _) => node,
                _ => self.nothing(&src.whole(), &scope).node,
            },
            None => self.nothing(&src.whole(), &scope).node,
        };
        self.expanding.pop();
        if let Some(param) = self.rules.defs.get_mut(def.index()).and_then(|d| d.params.get_mut(position)) {
            param.default = Some(node);
        }
        Some(node)
    }

    /// An expression as an argument: what is passed by name is quoted.
    pub(crate) fn pass(&mut self, src: Src<'a>, e: &Expr, want: &Ty, scope: &Scope, what: &str) -> Passed {
        if *want == Ty::Trigger {
            return self.pass_moment(src, e, scope);
        }
        let typed = self.wanted(src, e, scope, want, Some(what));
        let place = src.place(e.span.clone());
        self.pass_typed(typed, want, &place, scope)
    }

    /// A value as an argument.
    pub(crate) fn pass_typed(&mut self, typed: Typed, want: &Ty, place: &Place, scope: &Scope) -> Passed {
        let node = self.quoted(typed.node, &typed.ty, want, place, scope);
        let ty = match want {
            Ty::Test | Ty::Effect => want.clone(),
            Ty::Filter(_) if typed.ty == Ty::Test => want.clone(),
            _ if matches!(typed.ty, Ty::Any | Ty::Nothing) => want.clone(),
            _ => typed.ty,
        };
        Passed::Node(node, ty)
    }

    fn quoted(&mut self, node: NodeId, ty: &Ty, want: &Ty, place: &Place, scope: &Scope) -> NodeId {
        // What may be a rule already is passed as it is.
        let by_name = matches!(want, Ty::Test) && *ty != Ty::Any || (matches!(want, Ty::Filter(_)) && *ty == Ty::Test);
        if !by_name {
            return node;
        }
        match self.node(node) {
            // A rule passed on is the rule itself, not a rule that runs it.
            Some(Node::Run(inner)) => *inner,
            Some(Node::Quote(_)) => node,
            _ => self.emit(Node::Quote(node), place, scope),
        }
    }

    /// A definition with its arguments.
    pub(crate) fn apply(
        &mut self,
        def: DefId,
        class: Class,
        passed: Vec<Passed>,
        place: &Place,
        scope: &Scope,
        want: Option<&Ty>,
    ) -> Typed {
        self.used.defs.insert(def);
        match class {
            Class::Standing => {
                let rules = self.expand_standing(def, passed, place, scope);
                return Typed { node: self.emit(Node::Standing(rules), place, scope), ty: Ty::Standing };
            }
            Class::Duration => {
                let until = self.expand_duration(def, passed, place, scope);
                return Typed { node: self.emit(Node::Until(until), place, scope), ty: Ty::Duration };
            }
            Class::Trigger => return Typed { ty: Ty::Trigger, ..self.nothing(place, scope) },
            Class::Status => {
                self.report(
                    place
                        .error("wrong-argument", "a status is given, not called")
                        .help("write `give: STATUS` with `to:` and `with:`"),
                );
                return self.nothing(place, scope);
            }
            _ => {}
        }
        let mut args = Vec::new();
        for passed in passed {
            args.push(match passed {
                Passed::Node(node, _) => node,
                Passed::Moment(_) | Passed::Sample(_) => self.nothing(place, scope).node,
            });
        }
        let call = self.emit(Node::Call(def, args), place, scope);
        match class {
            Class::Filter => Typed { node: self.emit(Node::Quote(call), place, scope), ty: self.index.gives(def) },
            Class::Effect | Class::Action if want == Some(&Ty::Effect) => {
                Typed { node: self.emit(Node::Quote(call), place, scope), ty: Ty::Effect }
            }
            _ => Typed { node: call, ty: self.index.gives(def) },
        }
    }
}

/// How many arguments, in words.
fn count(n: usize) -> String {
    match n {
        0 => "nothing".into(),
        1 => "one argument".into(),
        n => format!("{n} arguments"),
    }
}
