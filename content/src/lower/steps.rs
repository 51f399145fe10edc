//! Steps of effects.

use super::scope::{Bound, Passed, Scope};
use super::{Lower, Typed};
use crate::group::{Group, list};
use crate::index::PLAYER_KIND;
use crate::place::{At, Place, Src};
use crate::shape::Shaping;
use crate::ty::Ty;
use cardwright_core::rules::{Class, Node, Primitive, Speaks};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{did_you_mean, quote};

/// Keys that begin a step of the engine's own.
pub(crate) const FORMS: &[&str] = &[
    "act",
    "effect",
    "let",
    "if",
    "each",
    "each_together",
    "together",
    "while",
    "ask",
    "roll",
    "set",
    "increase",
    "move",
    "place",
    "take_off",
    "swap",
    "put",
    "put_under",
    "shuffle",
    "reveal",
    "create",
    "remove",
    "become",
    "control",
    "give",
    "lose",
    "attach",
    "use",
    "lose_ability",
    "gain_ability",
    "run",
    "with",
    "change",
    "stop",
    "end_game",
    "tell",
    "give_back",
    "hook",
    "text",
];

impl<'a> Lower<'a, '_> {
    /// Steps one after the other; one step may stand without a list.
    pub(crate) fn steps(&mut self, at: At<'a>, scope: &mut Scope) -> NodeId {
        let place = at.place();
        let place = Place { span: place.span.start..place.span.start, ..place };
        let nodes: Vec<NodeId> = match at.items() {
            Some(items) => items.iter().map(|item| self.step(at.with(item), scope)).collect(),
            None => vec![self.step(at, scope)],
        };
        self.high = self.high.max(scope.next);
        match nodes.as_slice() {
            [one] => *one,
            _ => self.emit(Node::Do(nodes), &place, scope),
        }
    }

    /// Steps that see what is in sight here, and whose own names end with them.
    pub(crate) fn block(&mut self, at: Option<At<'a>>, scope: &Scope) -> NodeId {
        match at {
            Some(at) => self.steps(at, &mut scope.clone()),
            None => self.emit(Node::Do(Vec::new()), &Place { file: self.any_file, span: 0..0 }, scope),
        }
    }

    fn step(&mut self, at: At<'a>, scope: &mut Scope) -> NodeId {
        if let Some(src) = at.scalar() {
            return self.effect_named(src, scope);
        }
        if at.broken() {
            return self.emit(Node::Do(Vec::new()), &at.place(), scope);
        }
        let problems = self.problems.clone();
        let Some(group) = Group::open(at, "a step", &problems) else {
            return self.emit(Node::Do(Vec::new()), &at.place(), scope);
        };
        let form =
            FORMS.iter().copied().find(|form| at.node.get(form).is_some() && (*form != "with" || at.node.get("hook").is_none()));
        // `each … if` and the like: the form is the first key where two could be.
        let form = group.all().next().and_then(|(key, _)| FORMS.iter().copied().find(|f| *f == key.text())).or(form);
        let node = match form {
            Some(form) => self.form(form, &group, scope),
            None => self.effect_step(&group, scope),
        };
        self.used.carried.extend(group.carried());
        group.know(&["note"]);
        group.finish();
        node
    }

    /// `effect: expr`, or an expression alone.
    pub(crate) fn effect_named(&mut self, src: Src<'a>, scope: &Scope) -> NodeId {
        let Some(expr) = self.parse(src) else { return self.nothing(&src.whole(), scope).node };
        self.run_expr(src, &expr, scope)
    }

    /// An effect as an expression, run on the spot.
    fn run_expr(&mut self, src: Src<'a>, expr: &cardwright_grammar::expression::Expr, scope: &Scope) -> NodeId {
        let place = src.place(expr.span.clone());
        if let cardwright_grammar::expression::ExprKind::Name(name) = &expr.kind {
            match scope.find(name) {
                Some(Bound::Slot { slot, .. }) => {
                    let slot = *slot;
                    let local = self.emit(Node::Local(slot), &place, scope);
                    return self.emit(Node::Run(local), &place, scope);
                }
                Some(Bound::Passed(Passed::Node(node, _))) => {
                    let node = *node;
                    return match self.node(node) {
                        Some(Node::Quote(inner)) => *inner,
                        _ => self.emit(Node::Run(node), &place, scope),
                    };
                }
                Some(Bound::Passed(_)) => return self.nothing(&place, scope).node,
                None => {}
            }
        }
        let typed = self.expr(src, expr, scope, Some(&Ty::Effect));
        match (self.node(typed.node).cloned(), &typed.ty) {
            (Some(Node::Quote(inner)), Ty::Effect) => inner,
            (_, Ty::Effect | Ty::Any) => self.emit(Node::Run(typed.node), &place, scope),
            (_, other) => {
                let other = self.index.label(other);
                self.report(place.error("wrong-type", format!("this is {other} where an effect is wanted")));
                typed.node
            }
        }
    }

    /// `EFFECT: {arguments}`.
    fn effect_step(&mut self, group: &Group<'a, '_>, scope: &mut Scope) -> NodeId {
        let place = group.head();
        let Some((key, value)) = group.all().next() else {
            self.report(group.at.place().error("missing-field", "this step says nothing"));
            return self.nothing(&group.at.place(), scope).node;
        };
        let name = key.text();
        let index = self.index;
        if let Some(Bound::Passed(_) | Bound::Slot { .. }) = scope.find(name)
            && index.def(name).is_none()
        {
            self.report(
                key.whole()
                    .error("unknown-effect", format!("{} is a parameter here", quote(name)))
                    .help(format!("write `run: {name}`")),
            );
            self.know_all(group);
            return self.nothing(&place, scope).node;
        }
        let (def, class) = match index.def(name) {
            Some((def, class @ (Class::Effect | Class::Action))) => (def, class),
            other => {
                let names = index.defs_of(&[Class::Effect, Class::Action]).chain(FORMS.iter().copied());
                let near = did_you_mean(name, names).map(|near| format!("did you mean `{near}`?"));
                let message = match other {
                    Some((_, class)) => format!("{} is {}, not an effect", quote(name), crate::index::class_label(class)),
                    None => format!("{} is not an effect", quote(name)),
                };
                self.report(key.whole().error("unknown-effect", message).help_if(near));
                self.know_all(group);
                return self.nothing(&place, scope).node;
            }
        };
        if let Some((more, _)) = group.all().nth(1) {
            self.report(
                more.whole()
                    .error("unknown-key", format!("{} stands beside the effect `{name}`", quote(more.text())))
                    .help("put it into a step of its own, or among the effect's arguments"),
            );
        }
        self.know_all(group);
        let passed = self.step_arguments(def, value, &key.whole(), scope);
        self.apply(def, class, passed, &key.whole(), scope, None).node
    }

    /// The keys of a step that was reported need no second message.
    fn know_all(&self, group: &Group<'a, '_>) {
        group.ignore_rest();
    }

    /// Arguments written as `{name: value}`; one value alone is the first parameter.
    pub(crate) fn step_arguments(&mut self, def: DefId, value: At<'a>, place: &Place, scope: &Scope) -> Vec<Passed> {
        let index = self.index;
        let takes = index.takes(def);
        let id = index.def_files.get(def.index()).map_or("", |d| d.id.text.as_str());
        let mut given: Vec<Option<Passed>> = vec![None; takes.len()];
        match value.entries() {
            Some(entries) => {
                for (key, node) in entries {
                    match takes.iter().position(|t| t.name == key.text) {
                        Some(position) => {
                            let (Some(take), Some(slot)) = (takes.get(position), given.get_mut(position)) else { continue };
                            *slot =
                                Some(self.argument_at(value.with(node), &take.ty, scope, &format!("`{}` of `{id}`", take.name)));
                        }
                        None => self.unknown_parameter(def, &key.text, &Src::new(value.file, key).whole()),
                    }
                }
            }
            None if value.is_null() || value.broken() => {}
            None => match (takes.first(), given.first_mut()) {
                (Some(take), Some(slot)) => {
                    *slot = Some(self.argument_at(value, &take.ty, scope, &format!("`{}` of `{id}`", take.name)))
                }
                _ => {
                    // `game_over: yes` names an effect that takes nothing.
                    if !matches!(value.scalar().map(|s| s.text()), Some("yes" | "true")) {
                        self.report(value.place().error("wrong-argument", format!("`{id}` takes nothing")));
                    }
                }
            },
        }
        self.complete(def, given, place, scope)
    }

    /// An argument in YAML: an expression, a list of them, or steps and rules where those are wanted.
    pub(crate) fn argument_at(&mut self, at: At<'a>, want: &Ty, scope: &Scope, what: &str) -> Passed {
        if let Some(src) = at.scalar() {
            return match self.parse(src) {
                Some(expr) => self.pass(src, &expr, want, scope, what),
                None => Passed::Node(self.nothing(&src.whole(), scope).node, Ty::Any),
            };
        }
        let place = at.place();
        match want {
            Ty::Effect => {
                let node = self.block(Some(at), scope);
                Passed::Node(self.emit(Node::Quote(node), &place, scope), Ty::Effect)
            }
            Ty::Standing | Ty::Quoted => {
                let rules = self.rules_at(at, scope);
                Passed::Node(self.emit(Node::Standing(rules), &place, scope), Ty::Standing)
            }
            _ => match at.items() {
                Some(items) => {
                    let mut nodes = Vec::new();
                    for item in items {
                        if let Passed::Node(node, _) = self.argument_at(at.with(item), &want.member(), scope, what) {
                            nodes.push(node);
                        }
                    }
                    Passed::Node(self.emit(Node::List(nodes), &place, scope), want.clone())
                }
                None => {
                    if !at.broken() {
                        self.report(place.error("wrong-type", format!("{what} is {} where an expression is wanted", at.sort())));
                    }
                    Passed::Node(self.nothing(&place, scope).node, Ty::Any)
                }
            },
        }
    }

    /// A value under a key, as an expression or a list of them.
    pub(crate) fn value_at(&mut self, at: Option<At<'a>>, want: &Ty, scope: &Scope) -> Typed {
        let Some(at) = at else { return self.nothing(&Place { file: self.any_file, span: 0..0 }, scope) };
        if let Some(src) = at.scalar() {
            return self.source(src, scope, want);
        }
        match self.argument_at(at, want, scope, "this") {
            Passed::Node(node, ty) => Typed { node, ty },
            _ => self.nothing(&at.place(), scope),
        }
    }

    /// Something to go through under a key.
    pub(crate) fn members_at(&mut self, at: Option<At<'a>>, scope: &Scope) -> Typed {
        let typed = self.value_at(at, &Ty::Any, scope);
        match at {
            Some(at) => self.gone_through(typed, "this", &at.place(), scope),
            None => typed,
        }
    }

    pub(crate) fn need(&mut self, group: &Group<'a, '_>, key: &'static str, want: &Ty, scope: &Scope) -> NodeId {
        let at = group.need(key);
        self.value_at(at, want, scope).node
    }

    /// Names a value: a new slot, or that of the same name in sight.
    pub(crate) fn name_value(&mut self, name: Src<'a>, typed: &Typed, scope: &mut Scope) -> u32 {
        if let Some(Bound::Slot { slot, ty, rule: false }) = scope.find(name.text()).cloned() {
            if ty.takes(&typed.ty) {
                return slot;
            }
            let merged = ty.either(&typed.ty);
            scope.locals.push((name.text().to_owned(), Bound::Slot { slot, ty: merged, rule: false }));
            return slot;
        }
        let slot = scope.declare(name.text(), typed.ty.clone(), false);
        self.high = self.high.max(scope.next);
        slot
    }

    fn form(&mut self, form: &'static str, group: &Group<'a, '_>, scope: &mut Scope) -> NodeId {
        let place = group.head();
        let any = Ty::Any;
        let one = Ty::Entity;
        let many = Ty::Entities;
        match form {
            "effect" => match group.text("effect") {
                Some(src) => self.effect_named(src, scope),
                None => self.nothing(&place, scope).node,
            },
            "run" => self.run_step(group, scope),
            "let" => self.let_step(group, scope),
            "if" => {
                let test = self.need(group, "if", &Ty::Test, scope);
                let then = group.need("then");
                let then = self.block(then, scope);
                let otherwise = group.get("else").map(|at| self.block(Some(at), scope));
                self.emit(Node::If(test, then, otherwise), &place, scope)
            }
            "each" | "each_together" => {
                let list = self.members_at(group.get(form), scope);
                let member = list.ty.member();
                let mut inner = scope.with_it(member.clone());
                let named = group.text("as").map(|name| self.name_value_new(name, &member, &mut inner));
                let mut body = self.block(group.need("do"), &inner);
                if let Some(slot) = named {
                    let it = self.emit(Node::Ambient(Speaks::It), &place, scope);
                    let set = self.emit(Node::Let(slot, it), &place, scope);
                    body = self.emit(Node::Do(vec![set, body]), &place, scope);
                }
                let node = if form == "each" { Node::Each(list.node, body) } else { Node::EachTogether(list.node, body) };
                self.emit(node, &place, scope)
            }
            "together" => {
                let problems = self.problems.clone();
                let parts = group.get("together").map(|at| list(at, "`together`", &problems)).unwrap_or_default();
                let nodes = parts.into_iter().map(|at| self.block(Some(at), scope)).collect();
                self.emit(Node::Together(nodes), &place, scope)
            }
            "while" => {
                let test = self.need(group, "while", &Ty::Test, scope);
                let body = self.block(group.need("do"), scope);
                self.emit(Node::While(test, body), &place, scope)
            }
            "ask" => self.ask_step(group, scope),
            "act" => self.act_step(group, scope),
            "roll" => {
                let dice = self.need(group, "dice", &Ty::Number, scope);
                let sides = self.need(group, "sides", &Ty::Number, scope);
                let roll = self.emit(Node::Primitive(Primitive::Roll, vec![dice, sides]), &place, scope);
                self.named_result(group, "roll", roll, Ty::List(Box::new(Ty::Number)), &place, scope)
            }
            "set" | "increase" => self.write_step(form, group, scope),
            "move" => self.parts(group, "move", Primitive::Move, &[("who", one), ("along", Ty::Path)], scope),
            "place" => self.parts(group, "place", Primitive::Place, &[("who", one), ("at", Ty::Point)], scope),
            "swap" => self.parts(group, "swap", Primitive::Swap, &[("a", one.clone()), ("b", one)], scope),
            "put" => self.parts(group, "put", Primitive::Put, &[("what", many), ("in", any)], scope),
            "put_under" => self.parts(group, "put_under", Primitive::PutUnder, &[("what", many), ("in", any)], scope),
            "reveal" => self.parts(group, "reveal", Primitive::Reveal, &[("what", many), ("to", Ty::Many(PLAYER_KIND))], scope),
            "control" => self.parts(group, "control", Primitive::Control, &[("what", one), ("by", Ty::One(PLAYER_KIND))], scope),
            "take_off" => self.alone(group, "take_off", Primitive::TakeOff, &many, scope),
            "remove" => self.alone(group, "remove", Primitive::Remove, &many, scope),
            "shuffle" => {
                let zone = self.need(group, "shuffle", &any, scope);
                let pile = self.pile(zone, place.clone());
                self.emit(Node::Primitive(Primitive::Shuffle, vec![pile]), &place, scope)
            }
            "end_game" => self.alone(group, "end_game", Primitive::End, &Ty::Many(PLAYER_KIND), scope),
            "create" => self.create_step(group, scope),
            "become" => {
                let who = self.value_at(group.get("become"), &one, scope);
                let card = self.need(group, "card", &Ty::Card(who.ty.kind()), scope);
                self.emit(Node::Primitive(Primitive::Become, vec![who.node, card]), &place, scope)
            }
            "give" => self.give_step(group, scope),
            "lose" => {
                let status = self.need(group, "lose", &Ty::Def(Class::Status), scope);
                let from = self.need(group, "from", &one, scope);
                self.emit(Node::Primitive(Primitive::Lose, vec![status, from]), &place, scope)
            }
            "attach" => {
                let at = group.get("attach");
                let standing = match at {
                    Some(at) => match self.argument_at(at, &Ty::Standing, scope, "`attach`") {
                        Passed::Node(node, _) => node,
                        _ => self.nothing(&place, scope).node,
                    },
                    None => self.nothing(&place, scope).node,
                };
                let until = self.until(group, scope, true);
                let holder = group.get("to").map(|at| self.value_at(Some(at), &one, scope).node);
                let until = until.unwrap_or(NodeId(0));
                self.emit(Node::Attach { standing, holder, until }, &place, scope)
            }
            "use" => {
                let what = self.need(group, "use", &any, scope);
                let by = self.need(group, "by", &one, scope);
                let until = self.until(group, scope, true).unwrap_or(NodeId(0));
                self.emit(Node::Primitive(Primitive::Use, vec![what, by, until]), &place, scope)
            }
            "lose_ability" => self.ability_step(group, "lose_ability", "from", Primitive::LoseAbility, scope),
            "gain_ability" => self.ability_step(group, "gain_ability", "to", Primitive::GainAbility, scope),
            "with" => self.with_step(group, scope),
            "change" => self.change_step(group, scope),
            "stop" => {
                group.truth("stop");
                if scope.event.is_none() {
                    self.report(place.error("no-event", "`stop` stands where nothing is listened to"));
                }
                self.emit(Node::Stop, &place, scope)
            }
            "tell" => {
                let number = group.get("tell").map_or(0, |at| self.text_in_all(at, "`tell`"));
                let problems = self.problems.clone();
                let values = group
                    .get("of")
                    .map(|at| if at.items().is_some() { list(at, "`of`", &problems) } else { vec![at] })
                    .unwrap_or_default();
                let nodes = values.into_iter().map(|at| self.value_at(Some(at), &any, scope).node).collect();
                self.emit(Node::Tell(number, nodes), &place, scope)
            }
            "give_back" => self.need(group, "give_back", &any, scope),
            "hook" => self.hook_step(group, scope),
            _ => {
                let mut nodes = Vec::new();
                if let Some(at) = group.get("text") {
                    for typed in self.text_at(at, &Ty::Effect, scope) {
                        nodes.push(typed.node);
                    }
                }
                self.emit(Node::Do(nodes), &place, scope)
            }
        }
    }

    fn name_value_new(&mut self, name: Src<'a>, ty: &Ty, scope: &mut Scope) -> u32 {
        let slot = scope.declare(name.text(), ty.clone(), false);
        self.high = self.high.max(scope.next);
        slot
    }

    /// `key: name` names what a step gives.
    pub(crate) fn named_result(
        &mut self,
        group: &Group<'a, '_>,
        key: &'static str,
        node: NodeId,
        ty: Ty,
        place: &Place,
        scope: &mut Scope,
    ) -> NodeId {
        let Some(name) = group.text(key) else { return node };
        let slot = self.name_value(name, &Typed { node, ty }, scope);
        self.emit(Node::Let(slot, node), place, scope)
    }

    fn let_step(&mut self, group: &Group<'a, '_>, scope: &mut Scope) -> NodeId {
        let place = group.head();
        let Some(at) = group.get("let") else { return self.nothing(&place, scope).node };
        let Some(entries) = at.entries() else {
            self.report(at.place().error("wrong-type", format!("`let` is {} where a group of names is wanted", at.sort())));
            return self.nothing(&place, scope).node;
        };
        let mut nodes = Vec::new();
        for (key, node) in entries {
            let key = Src::new(at.file, key);
            let typed = self.value_at(Some(at.with(node)), &Ty::Any, scope);
            let slot = self.name_value(key, &typed, scope);
            nodes.push(self.emit(Node::Let(slot, typed.node), &key.whole(), scope));
        }
        match nodes.as_slice() {
            [one] => *one,
            _ => self.emit(Node::Do(nodes), &place, scope),
        }
    }

    /// A primitive whose parts stand in a group under its key.
    fn parts(
        &mut self,
        group: &Group<'a, '_>,
        key: &'static str,
        primitive: Primitive,
        parts: &[(&'static str, Ty)],
        scope: &Scope,
    ) -> NodeId {
        let place = group.head();
        let Some(at) = group.get(key) else { return self.nothing(&place, scope).node };
        let problems = self.problems.clone();
        let Some(inner) = Group::open(at, format!("`{key}`"), &problems) else { return self.nothing(&place, scope).node };
        let nodes = parts
            .iter()
            .map(|(part, ty)| {
                let node = self.need(&inner, part, ty, scope);
                if *part == "in" {
                    self.pile(node, inner.at.node.get("in").map_or_else(|| inner.head(), |n| inner.at.with(n).place()))
                } else {
                    node
                }
            })
            .collect();
        inner.finish();
        self.emit(Node::Primitive(primitive, nodes), &place, scope)
    }

    /// A primitive of one part.
    fn alone(&mut self, group: &Group<'a, '_>, key: &'static str, primitive: Primitive, ty: &Ty, scope: &Scope) -> NodeId {
        let place = group.head();
        let node = self.need(group, key, ty, scope);
        self.emit(Node::Primitive(primitive, vec![node]), &place, scope)
    }

    /// A text in every language, by its number.
    pub(crate) fn text_in_all(&mut self, at: At<'a>, what: &str) -> u32 {
        let problems = self.problems.clone();
        let index = self.index;
        let words = Shaping::new(&problems, &index.languages, &index.known_languages, 0).words(at, what);
        self.text_number(words.plain())
    }
}
