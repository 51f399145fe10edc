//! What stands behind a dot: fields, arguments of an event, options, and calls written from their first argument.

use super::scope::Scope;
use super::{Lower, Typed};
use crate::place::Src;
use crate::ty::Ty;
use cardwright_core::function::FUNCTIONS;
use cardwright_core::rules::{Class, Node};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{did_you_mean, quote};
use cardwright_grammar::expression::{Arg, Expr, ExprKind};
use std::ops::Range;

impl<'a> Lower<'a, '_> {
    #[expect(clippy::too_many_arguments, reason = "the parts of one expression")]
    pub(crate) fn member(
        &mut self,
        src: Src<'a>,
        e: &Expr,
        base: &Expr,
        name: &str,
        name_span: &Range<usize>,
        args: Option<&[Arg]>,
        scope: &Scope,
        want: Option<&Ty>,
    ) -> Typed {
        let place = src.place(name_span.clone());
        if let (ExprKind::Name(word), None) = (&base.kind, args)
            && scope.find(word).is_none()
        {
            match word.as_str() {
                "event" => return self.event(name, &place, scope),
                "option" => return self.option(name, &place, scope),
                _ => {}
            }
            if let Some(vocabulary) = self.index.vocabularies.get(word).copied() {
                if let Some(term) = self.index.term(vocabulary, name) {
                    return self.value(Value::Term(term), Ty::Term(vocabulary), &place, scope);
                }
                self.unknown(name, &place, scope, Some(&Ty::Term(vocabulary)));
                return self.nothing(&place, scope);
            }
        }
        if let Some(args) = args {
            return self.call(src, e, name, name_span, args, Some(base), scope, want);
        }
        let of = self.expr(src, base, scope, None);
        self.dotted(src, e, of, name, name_span, scope)
    }

    /// `of.name` without brackets: a number or value of that name, else a field.
    fn dotted(&mut self, src: Src<'a>, e: &Expr, of: Typed, name: &str, name_span: &Range<usize>, scope: &Scope) -> Typed {
        let whole = src.place(e.span.clone());
        let place = src.place(name_span.clone());
        if of.ty == Ty::Ability
            && let Some((field, ty)) = self.index.ability_field(name)
        {
            let ty = ty.clone();
            let mut node = self.emit(Node::AbilityField(of.node, field), &whole, scope);
            if ty == Ty::Test {
                // What stands there is a rule; here its answer is meant.
                node = self.emit(Node::Run(node), &whole, scope);
            }
            return Typed { node, ty };
        }
        // A number of the field's name is what modifiers change; only its own definition reads the field.
        if let Some((def, class)) = self.index.def(name)
            && scope.of != Some(def)
            && matches!(class, Class::Number | Class::Test | Class::Value)
            && let Some(first) = self.index.takes(def).first()
            && first.ty.takes(&of.ty)
        {
            return self.call_definition(src, e, def, class, &[], Some(of), scope, None);
        }
        let field = match of.ty.kind_of_fields() {
            Some(kind) => self.index.field_of(kind, name),
            None if matches!(of.ty, Ty::Any | Ty::Entity | Ty::Nothing | Ty::Card(None)) => {
                match self.index.fields_by_name.get(name).map(Vec::as_slice) {
                    Some([one]) => Some(*one),
                    Some(several) => {
                        let kinds: Vec<_> = several
                            .iter()
                            .filter_map(|f| Some(format!("`{}`", self.index.kind_name(self.index.field(*f)?.kind))))
                            .collect();
                        self.report(
                            place
                                .error(
                                    "ambiguous-field",
                                    format!("{} have a field `{name}`, and it is not known which is meant", kinds.join(" and ")),
                                )
                                .help(format!(
                                    "say the kind: `{}(…).{name}`",
                                    several
                                        .first()
                                        .and_then(|f| Some(self.index.kind_name(self.index.field(*f)?.kind)))
                                        .unwrap_or("kind")
                                )),
                        );
                        return self.nothing(&whole, scope);
                    }
                    None => None,
                }
            }
            None => None,
        };
        if let Some(field) = field {
            let ty = self.index.field(field).map_or(Ty::Any, |info| info.ty.clone());
            if matches!(of.ty, Ty::Many(_)) {
                self.report(
                    place.error("wrong-type", format!("a list has no field `{name}`")).help(format!("write `… each it.{name}`")),
                );
                return self.nothing(&whole, scope);
            }
            if matches!(of.ty, Ty::Card(_)) && self.index.field(field).is_some_and(|info| !info.printed) {
                self.report(
                    place
                        .error("unknown-field", format!("no card prints `{name}`"))
                        .help("only what is in the game has it: name an entity before the dot"),
                );
                return self.nothing(&whole, scope);
            }
            return Typed { node: self.emit(Node::Field(of.node, field), &whole, scope), ty };
        }
        // `e.owner` is `owner(e)`.
        if self.index.def(name).is_some() || FUNCTIONS.iter().any(|row| row.name == name) || self.index.zones.contains_key(name) {
            return self.call_with(src, e, name, name_span, &[], Some(of), scope, None);
        }
        self.no_field(&of.ty, name, &place);
        self.nothing(&whole, scope)
    }

    fn no_field(&mut self, ty: &Ty, name: &str, place: &crate::place::Place) {
        let index = self.index;
        let printed_only = matches!(ty, Ty::Card(_));
        let mut names: Vec<&str> = match ty.kind_of_fields() {
            Some(kind) => {
                let of_kind = index.fields.iter().filter(|f| f.kind == kind && (f.printed || !printed_only));
                of_kind.map(|f| f.id.as_str()).collect()
            }
            None if *ty == Ty::Ability => index.ability_fields.keys().map(String::as_str).collect(),
            None => index.fields_by_name.keys().map(String::as_str).collect(),
        };
        names.extend(
            index
                .defs
                .iter()
                .filter(|(_, def)| index.takes(**def).first().is_some_and(|t| t.ty.takes(ty)))
                .map(|(n, _)| n.as_str()),
        );
        names.extend(FUNCTIONS.iter().filter(|row| row.least == 1).map(|row| row.name));
        let near = did_you_mean(name, names).map(|near| format!("did you mean `{near}`?"));
        self.report(place.error("unknown-field", format!("{} is not a field of {}", quote(name), index.label(ty))).help_if(near));
    }

    fn event(&mut self, name: &str, place: &crate::place::Place, scope: &Scope) -> Typed {
        match scope.event {
            None => {
                self.report(
                    place
                        .error("no-event", "`event` is named where nothing is listened to")
                        .help("use it in the `if`, `that` and `does` of a rule that listens or modifies"),
                );
                self.nothing(place, scope)
            }
            Some(None) => self.nothing(place, scope),
            Some(Some(def)) => {
                let takes = self.index.takes(def);
                if let Some(position) = takes.iter().position(|t| t.name == name) {
                    let ty = takes.get(position).map_or(Ty::Any, |t| t.ty.clone());
                    return Typed { node: self.emit(Node::Event(position as u32), place, scope), ty };
                }
                let near =
                    did_you_mean(name, takes.iter().map(|t| t.name.as_str())).map(|near| format!("did you mean `event.{near}`?"));
                let id = self.index.def_files.get(def.index()).map_or("", |d| d.id.text.as_str());
                self.report(place.error("unknown-parameter", format!("`{id}` takes no {}", quote(name))).help_if(near));
                self.nothing(place, scope)
            }
        }
    }

    fn option(&mut self, name: &str, place: &crate::place::Place, scope: &Scope) -> Typed {
        if let Some((option, ty)) = self.index.options.get(name).cloned() {
            return Typed { node: self.emit(Node::Option(option), place, scope), ty };
        }
        let near = did_you_mean(name, self.index.options.keys().map(String::as_str))
            .map(|near| format!("did you mean `option.{near}`?"));
        self.report(place.error("unknown-option", format!("{} is not an option of this game", quote(name))).help_if(near));
        self.nothing(place, scope)
    }
}
