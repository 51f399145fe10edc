//! Steps that write: fields, what comes into the game, what lasts.

use super::Lower;
use super::scope::{Passed, Scope};
use crate::group::Group;
use crate::index::PLAYER_KIND;
use crate::place::{Place, Src};
use crate::ty::Ty;
use cardwright_core::rules::{Class, Node, Primitive, Until};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{did_you_mean, quote};

impl<'a> Lower<'a, '_> {
    /// A zone as somewhere to put things: its pile, not what lies there.
    pub(crate) fn pile(&mut self, node: NodeId, place: Place) -> NodeId {
        match self.node(node).cloned() {
            Some(Node::Zone(zone, owner)) => {
                if let Some(slot) = self.rules.nodes.get_mut(node.index()) {
                    *slot = Node::Pile(zone, owner);
                }
            }
            Some(Node::Value(Value::Nothing)) => {}
            _ => self.report(
                place
                    .error("wrong-argument", "this is not a zone")
                    .help("write the id of a zone, with its player where each has one"),
            ),
        }
        node
    }

    pub(crate) fn write_step(&mut self, form: &'static str, group: &Group<'a, '_>, scope: &Scope) -> NodeId {
        let place = group.head();
        let Some(at) = group.get(form) else { return self.nothing(&place, scope).node };
        let Some(entries) = at.entries() else {
            self.report(
                at.place().error("wrong-type", format!("`{form}` is {} where `{{entity.field: value}}` is wanted", at.sort())),
            );
            return self.nothing(&place, scope).node;
        };
        let mut nodes = Vec::new();
        for (key, node) in entries {
            let key = Src::new(at.file, key);
            let Some((of, field, ty)) = self.field_written(key, scope) else { continue };
            let want = if form == "increase" && !matches!(ty, Ty::Length | Ty::Any) { Ty::Number } else { ty };
            let value = self.value_at(Some(at.with(node)), &want, scope).node;
            let node = if form == "set" { Node::Set(of, field, value) } else { Node::Increase(of, field, value) };
            nodes.push(self.emit(node, &key.whole(), scope));
        }
        match nodes.as_slice() {
            [one] => *one,
            _ => self.emit(Node::Do(nodes), &place, scope),
        }
    }

    /// `entity.field` as something to write.
    pub(crate) fn field_written(&mut self, key: Src<'a>, scope: &Scope) -> Option<(NodeId, FieldId, Ty)> {
        let text = key.text();
        let Some(dot) = text.rfind('.') else {
            self.report(
                key.whole()
                    .error("bad-expression", format!("{} is no field of an entity", quote(text)))
                    .help("write `entity.field`"),
            );
            return None;
        };
        let of = self.source(key.part(0..dot), scope, &Ty::Entities);
        let name = key.part(dot + 1..text.len());
        let index = self.index;
        let field = match of.ty.kind() {
            Some(kind) => index.field_of(kind, name.text()),
            None => match index.fields_by_name.get(name.text()).map(Vec::as_slice) {
                Some([one]) => Some(*one),
                Some(several) => {
                    let kind = several.first().and_then(|f| index.field(*f)).map_or("kind", |f| index.kind_name(f.kind));
                    self.report(
                        name.whole()
                            .error("ambiguous-field", format!("several kinds have a field {}", quote(name.text())))
                            .help(format!("say the kind: `{kind}(…).{}`", name.text())),
                    );
                    return None;
                }
                None => None,
            },
        };
        match field.and_then(|f| Some((f, index.field(f)?))) {
            Some((field, info)) => Some((of.node, field, info.ty.clone())),
            None => {
                let names = index.fields.iter().filter(|f| of.ty.kind().is_none_or(|k| k == f.kind)).map(|f| f.id.as_str());
                let near = did_you_mean(name.text(), names).map(|near| format!("did you mean `{near}`?"));
                self.report(
                    name.whole()
                        .error("unknown-field", format!("{} is not a field of {}", quote(name.text()), index.label(&of.ty)))
                        .help_if(near),
                );
                None
            }
        }
    }

    pub(crate) fn create_step(&mut self, group: &Group<'a, '_>, scope: &mut Scope) -> NodeId {
        let place = group.head();
        let owner = group.get("owner").map(|at| self.value_at(Some(at), &Ty::One(PLAYER_KIND), scope).node);
        let kind = match group.text("kind") {
            Some(src) => match self.index.kinds.get(src.text()) {
                Some(kind) => Some(*kind),
                None => {
                    self.unknown_kind(src);
                    None
                }
            },
            None => None,
        };
        if group.get("kind").is_none() && group.get("card").is_none() {
            self.report(place.error("missing-field", "`create` says neither `kind` nor `card`"));
        }
        let card = group.get("card").map(|at| self.value_at(Some(at), &Ty::Card(kind), scope));
        let ty = kind.or(card.as_ref().and_then(|card| card.ty.kind_of_fields())).map_or(Ty::Entity, Ty::One);
        let node = self.emit(Node::Create { card: card.map(|card| card.node), kind, owner }, &place, scope);
        self.named_result(group, "create", node, ty, &place, scope)
    }

    pub(crate) fn unknown_kind(&self, src: Src<'_>) {
        let near =
            did_you_mean(src.text(), self.index.kinds.keys().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
        self.report(src.whole().error("unknown-kind", format!("{} is not a kind", quote(src.text()))).help_if(near));
    }

    pub(crate) fn give_step(&mut self, group: &Group<'a, '_>, scope: &Scope) -> NodeId {
        let place = group.head();
        let status = self.value_at(group.get("give"), &Ty::Def(Class::Status), scope);
        let to = self.need(group, "to", &Ty::Entities, scope);
        let args = match (self.constant(status.node).cloned(), group.get("with")) {
            (Some(Value::Def(def)), with) => {
                let given = match with {
                    Some(at) => self.step_arguments(def, at, &place, scope),
                    None => self.complete(def, vec![None; self.index.takes(def).len()], &place, scope),
                };
                given
                    .into_iter()
                    .map(|p| match p {
                        Passed::Node(node, _) => node,
                        _ => NodeId(0),
                    })
                    .collect()
            }
            (_, Some(with)) if status.ty != Ty::Any => {
                self.report(
                    with.place()
                        .error("wrong-argument", "which status is given is only known when the game runs, so it takes no `with`"),
                );
                Vec::new()
            }
            _ => Vec::new(),
        };
        let until = self.until(group, scope, false);
        self.emit(Node::Give { status: status.node, to, args, until }, &place, scope)
    }

    /// `until: DURATION`.
    pub(crate) fn until(&mut self, group: &Group<'a, '_>, scope: &Scope, needed: bool) -> Option<NodeId> {
        let at = if needed { group.need("until") } else { group.get("until") };
        let Some(at) = at else {
            return needed.then(|| self.emit(Node::Until(Until::Forever), &group.head(), scope));
        };
        if at.scalar().is_some_and(|src| src.text() == "never") {
            return Some(self.emit(Node::Until(Until::Forever), &at.place(), scope));
        }
        Some(self.value_at(Some(at), &Ty::Duration, scope).node)
    }

    pub(crate) fn ability_step(
        &mut self,
        group: &Group<'a, '_>,
        key: &'static str,
        who: &'static str,
        primitive: Primitive,
        scope: &Scope,
    ) -> NodeId {
        let place = group.head();
        let ability = self.need(group, key, &Ty::Ability, scope);
        let who = self.need(group, who, &Ty::Entity, scope);
        let until = self.until(group, scope, true).unwrap_or(NodeId(0));
        self.emit(Node::Primitive(primitive, vec![ability, who, until]), &place, scope)
    }
}
