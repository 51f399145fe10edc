//! Steps that hand something on: rules that were passed, whom they speak of, what is listened to, scripts.

use super::Lower;
use super::scope::{Passed, Scope};
use crate::group::Group;
use crate::index::PLAYER_KIND;
use crate::place::Src;
use crate::ty::Ty;
use cardwright_core::rules::{Hook, Node, Speaks};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{did_you_mean, quote};

impl<'a> Lower<'a, '_> {
    /// `with: {…}`: whom a rule speaks of, and the names in sight with their types.
    pub(crate) fn speakers(&mut self, group: &Group<'a, '_>, scope: &Scope) -> (Vec<(Speaks, NodeId)>, Scope) {
        const WHO: &[(&str, Speaks)] = &[
            ("originator", Speaks::Originator),
            ("player", Speaks::Player),
            ("target", Speaks::Target),
            ("that", Speaks::That),
            ("x", Speaks::X),
            ("ability", Speaks::Ability),
            ("it", Speaks::It),
        ];
        let mut inner = scope.clone();
        let mut set = Vec::new();
        let problems = self.problems.clone();
        let Some(speakers) = group.get("with").and_then(|at| Group::open(at, "`with`", &problems)) else {
            return (set, inner);
        };
        for (word, who) in WHO {
            let Some(at) = speakers.get(word) else { continue };
            let want = match who {
                Speaks::X => Ty::Number,
                Speaks::Player => Ty::One(PLAYER_KIND),
                Speaks::Ability => Ty::Ability,
                _ => Ty::Any,
            };
            let typed = self.value_at(Some(at), &want, scope);
            match who {
                Speaks::Originator => inner.originator = typed.ty.clone(),
                Speaks::Target => inner.target = typed.ty.clone(),
                Speaks::That => inner.that = typed.ty.clone(),
                Speaks::It => inner.it = typed.ty.clone(),
                _ => {}
            }
            set.push((*who, typed.node));
        }
        speakers.finish();
        (set, inner)
    }

    /// `with: {…}` `do: steps`.
    pub(crate) fn with_step(&mut self, group: &Group<'a, '_>, scope: &Scope) -> NodeId {
        let (set, inner) = self.speakers(group, scope);
        let body = self.block(group.need("do"), &inner);
        self.surround(body, set, group, scope)
    }

    pub(crate) fn surround(
        &mut self,
        mut body: NodeId,
        set: Vec<(Speaks, NodeId)>,
        group: &Group<'a, '_>,
        scope: &Scope,
    ) -> NodeId {
        for (who, node) in set.into_iter().rev() {
            body = self.emit(Node::With(who, node, body), &group.head(), scope);
        }
        body
    }

    /// `run: rule`, with `with: {…}` for what the rule speaks of.
    pub(crate) fn run_step(&mut self, group: &Group<'a, '_>, scope: &Scope) -> NodeId {
        let place = group.head();
        let Some(src) = group.text("run") else { return self.nothing(&place, scope).node };
        let (set, inner) = self.speakers(group, scope);
        if set.is_empty() {
            return self.effect_named(src, scope);
        }
        let node = self.effect_named(src, &inner);
        match self.node(node) {
            Some(Node::Run(rule)) => {
                let rule = *rule;
                self.emit(Node::RunWith(rule, set), &place, scope)
            }
            // What is expanded in place speaks of those around it.
            _ => self.surround(node, set, group, scope),
        }
    }

    pub(crate) fn change_step(&mut self, group: &Group<'a, '_>, scope: &Scope) -> NodeId {
        let place = group.head();
        let Some(at) = group.get("change") else { return self.nothing(&place, scope).node };
        let def = match scope.event {
            None => {
                self.report(place.error("no-event", "`change` stands where nothing is listened to"));
                return self.nothing(&place, scope).node;
            }
            Some(def) => def,
        };
        let mut nodes = Vec::new();
        for (key, node) in at.entries().unwrap_or_default() {
            let key = Src::new(at.file, key);
            let index = self.index;
            let takes = def.map_or(&[][..], |def| index.takes(def));
            match takes.iter().position(|t| t.name == key.text()) {
                Some(position) => {
                    let want = takes.get(position).map_or(Ty::Any, |t| t.ty.clone());
                    let value = match self.argument_at(at.with(node), &want, scope, "the new value") {
                        Passed::Node(node, _) => node,
                        _ => NodeId(0),
                    };
                    nodes.push(self.emit(Node::Change(position as u32, value), &key.whole(), scope));
                }
                None => {
                    if let Some(def) = def {
                        self.unknown_parameter(def, key.text(), &key.whole())
                    }
                }
            }
        }
        if at.entries().is_none() {
            self.report(at.place().error("wrong-type", format!("`change` is {} where `{{name: value}}` is wanted", at.sort())));
        }
        match nodes.as_slice() {
            [one] => *one,
            _ => self.emit(Node::Do(nodes), &place, scope),
        }
    }

    /// A scripted hook with its arguments by name; `as:` names what it gives.
    pub(crate) fn hook_step(&mut self, group: &Group<'a, '_>, scope: &mut Scope) -> NodeId {
        let place = group.head();
        let Some(name) = group.text("hook") else { return self.nothing(&place, scope).node };
        let with = group.get("with");
        let mut names = Vec::new();
        let mut nodes = Vec::new();
        if let Some(at) = with {
            let entries = at.entries();
            if entries.is_none() {
                self.report(at.place().error("wrong-type", format!("`with` is {} where `{{name: value}}` is wanted", at.sort())));
            }
            for (key, node) in entries.unwrap_or_default() {
                names.push(key.text.clone());
                nodes.push(self.value_at(Some(at.with(node)), &Ty::Any, scope).node);
            }
        }
        let hook = self.hook(name, names);
        let node = match hook {
            Some(hook) => self.emit(Node::Hook(hook, nodes), &place, scope),
            None => self.nothing(&place, scope).node,
        };
        self.named_result(group, "as", node, Ty::Any, &place, scope)
    }

    /// The hook of a name; every use must give it the same arguments.
    pub(crate) fn hook(&mut self, name: Src<'a>, takes: Vec<String>) -> Option<HookId> {
        let index = self.index;
        self.used.hooks.insert(name.text().to_owned());
        let Some(file) = index.hooks.get(name.text()) else {
            self.used.misnamed_hook = true;
            let near =
                did_you_mean(name.text(), index.hooks.keys().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
            self.report(
                name.whole()
                    .error("unknown-hook", format!("there is no script `scripts/{}.luau`", name.text()))
                    .help(near.unwrap_or_else(|| "add the script, or remove the step".into())),
            );
            return None;
        };
        if let Some(position) = self.rules.hooks.iter().position(|hook| hook.name == name.text()) {
            let known = self.rules.hooks.get(position).map(|h| h.takes.clone()).unwrap_or_default();
            if known != takes {
                self.report(
                    name.whole()
                        .error(
                            "hook-arguments-differ",
                            format!("the hook {} is given other arguments here than elsewhere", quote(name.text())),
                        )
                        .help(if known.is_empty() {
                            "give it nothing".to_owned()
                        } else {
                            format!("give it {}, in this order", known.iter().map(|k| quote(k)).collect::<Vec<_>>().join(", "))
                        }),
                );
            }
            return Some(HookId(position as u32));
        }
        self.rules.hooks.push(Hook { name: name.text().to_owned(), file: *file, takes });
        Some(HookId((self.rules.hooks.len() - 1) as u32))
    }
}
