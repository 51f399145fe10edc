//! Questions, and actions offered in the middle of an effect.

use super::scope::Scope;
use super::{Lower, Typed};
use crate::group::Group;
use crate::index::PLAYER_KIND;
use crate::place::Src;
use crate::ty::Ty;
use cardwright_core::rules::{Act, Ask, Choice, Class, Node, Speaks};
use cardwright_core::value::*;

impl<'a> Lower<'a, '_> {
    /// `ask: name` with `of`, `prompt` and what may be answered.
    pub(crate) fn ask_step(&mut self, group: &Group<'a, '_>, scope: &mut Scope) -> NodeId {
        let place = group.head();
        let players = match group.get("of") {
            Some(at) => self.value_at(Some(at), &Ty::Many(PLAYER_KIND), scope),
            None => Typed { node: self.emit(Node::Ambient(Speaks::Player), &place, scope), ty: Ty::One(PLAYER_KIND) },
        };
        let several = matches!(players.ty, Ty::Many(_) | Ty::List(_) | Ty::Entities);
        let prompt = group.need("prompt").map_or(0, |at| self.text_in_all(at, "`prompt`"));
        // In what may be answered, `it` is the player asked.
        let inner = scope.with_it(Ty::One(PLAYER_KIND));
        let (choice, ty) = self.choice(group, &inner);
        let advice = group.get("advice").map(|at| self.value_at(Some(at), &ty, &inner).node);
        let secret = group.truth("secret").unwrap_or(false);
        let always = group.truth("always").unwrap_or(false);
        let ask = Ask { players: players.node, prompt, choice, secret, advice, always };
        let node = self.emit(Node::Ask(Box::new(ask)), &place, scope);
        let ty = if several { Ty::List(Box::new(ty)) } else { ty };
        let Some(name) = group.text("ask") else { return node };
        let slot = self.name_value(name, &Typed { node, ty }, scope);
        self.emit(Node::Let(slot, node), &place, scope)
    }

    /// `act: [action, …]` with `of`, `prompt` and which offers stand; `as:` names whether something was done.
    pub(crate) fn act_step(&mut self, group: &Group<'a, '_>, scope: &mut Scope) -> NodeId {
        let place = group.head();
        let actions = self.value_at(group.get("act"), &Ty::List(Box::new(Ty::Def(Class::Action))), scope).node;
        let player = match group.get("of") {
            Some(at) => self.value_at(Some(at), &Ty::One(PLAYER_KIND), scope).node,
            None => self.emit(Node::Ambient(Speaks::Player), &place, scope),
        };
        let prompt = group.need("prompt").map_or(0, |at| self.text_in_all(at, "`prompt`"));
        let test = group.text("if").map(|src| self.source(src, &scope.with_it(Ty::Any), &Ty::Test).node);
        let must = group.truth("must").unwrap_or(false);
        let node = self.emit(Node::Act(Box::new(Act { player, actions, prompt, test, must })), &place, scope);
        self.named_result(group, "as", node, Ty::Test, &place, scope)
    }

    fn choice(&mut self, group: &Group<'a, '_>, scope: &Scope) -> (Choice, Ty) {
        let place = group.head();
        if let Some(answer) = group.text("answer") {
            if answer.text() != "yes or no" {
                self.report(
                    answer
                        .whole()
                        .error("wrong-type", format!("`answer` is `{}`", answer.text()))
                        .help("write `answer: yes or no`"),
                );
            }
            return (Choice::YesNo, Ty::Test);
        }
        if let Some(at) = group.get("among") {
            let list = self.members_at(Some(at), scope);
            let (least, most) = (group.text("least"), group.text("most"));
            let single = most.is_none_or(|src| src.text() == "1") && least.is_none_or(|src| src.text() == "1");
            let mut bound = |src: Option<Src<'a>>| match src {
                Some(src) => self.source(src, scope, &Ty::Number).node,
                None => self.value(Value::Number(1), Ty::Number, &place, scope).node,
            };
            let (least, most) = (bound(least), bound(most));
            let member = list.ty.member();
            return (Choice::Among { list: list.node, least, most }, if single { member } else { member.listed() });
        }
        let problems = self.problems.clone();
        if let Some(inner) = group.get("number").and_then(|at| Group::open(at, "`number`", &problems)) {
            let from = self.value_at(inner.need("from"), &Ty::Number, scope).node;
            let to = self.value_at(inner.need("to"), &Ty::Number, scope).node;
            inner.finish();
            return (Choice::Number { from, to }, Ty::Number);
        }
        if let Some(inner) = group.get("point").and_then(|at| Group::open(at, "`point`", &problems)) {
            let around = self.value_at(inner.need("around"), &Ty::Any, scope).node;
            let within = self.value_at(inner.need("within"), &Ty::Length, scope).node;
            let test = self.legal(&inner, &scope.with_it(Ty::Point));
            inner.finish();
            return (Choice::Point { around, within, test }, Ty::Point);
        }
        if let Some(inner) = group.get("path").and_then(|at| Group::open(at, "`path`", &problems)) {
            let mover = self.value_at(inner.need("mover"), &Ty::Entity, scope).node;
            let within = self.value_at(inner.need("within"), &Ty::Length, scope).node;
            let test = self.legal(&inner, &scope.with_it(Ty::Path));
            inner.finish();
            return (Choice::Path { mover, within, test }, Ty::Path);
        }
        if group.at.node.whole && ["number", "point", "path"].iter().all(|key| group.at.node.get(key).is_none()) {
            self.report(
                place
                    .error("missing-field", "a question does not say what may be answered")
                    .help("add `answer: yes or no`, `among:`, `number:`, `point:` or `path:`"),
            );
        }
        (Choice::YesNo, Ty::Any)
    }

    fn legal(&mut self, group: &Group<'a, '_>, scope: &Scope) -> NodeId {
        match group.text("if") {
            Some(src) => self.source(src, scope, &Ty::Test).node,
            None => {
                let place = group.head();
                self.value(Value::Truth(true), Ty::Test, &place, scope).node
            }
        }
    }
}
