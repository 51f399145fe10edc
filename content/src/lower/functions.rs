//! The engine's functions: what each takes and gives, as the checks see it.

use super::scope::{Bound, Passed, Scope};
use super::{Lower, Typed};
use crate::index::PLAYER_KIND;
use crate::place::{Place, Src};
use crate::ty::Ty;
use cardwright_core::function::{Function, Gives, Row};
use cardwright_core::rules::{Class, Node};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::quote;
use cardwright_grammar::expression::{Arg, Expr, ExprKind};

/// What a function takes as an argument.
enum Wants {
    Anything,
    Type(Ty),
    /// An entity or a point.
    Somewhere,
    /// An entity, or a card for what it prints.
    Bearer,
    /// Something that has members.
    Members,
    /// A number or a length, or a list of such.
    Amount,
    /// A term, or some of one vocabulary.
    Terms,
    /// A rule that is asked whether it holds, with an `it` of its own or that of where it stands.
    Test(Option<Ty>),
    /// A rule that is asked for a number, in the same way.
    Number(Option<Ty>),
    /// A rule that is carried out.
    Effect,
}

impl<'a> Lower<'a, '_> {
    /// A call of a function; `first` is what stood before the dot.
    pub(crate) fn function(
        &mut self,
        src: Src<'a>,
        e: &Expr,
        row: &Row,
        args: &[Arg],
        first: Option<Typed>,
        scope: &Scope,
    ) -> Typed {
        let place = src.place(e.span.clone());
        let count = args.len() + usize::from(first.is_some());
        if count < row.least || count > row.most {
            let said = if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
            self.report(place.error("wrong-argument", format!("`{}` is given {said}", row.name)).help(row.doc));
            return self.nothing(&place, scope);
        }
        if let Some(name) = args.iter().find_map(|arg| arg.name.as_ref()) {
            self.report(
                src.place(name.1.clone())
                    .error("wrong-argument", format!("`{}` takes its arguments without names", row.name))
                    .help(row.doc),
            );
        }
        let mut given: Vec<Typed> = Vec::new();
        if let Some(first) = first {
            let wants = wants(row.function, 0, &given);
            given.push(self.fitting(first, &wants, row, "what stands before the dot", &place, scope));
        }
        for arg in args {
            let typed = self.function_argument(src, &arg.value, row, &given, scope);
            given.push(typed);
        }
        let ty = result(self, row, &given);
        if row.function == Function::PointAt
            && let [x, y] = given.as_slice()
            && let (Some(Value::Number(x)), Some(Value::Number(y))) = (self.constant(x.node), self.constant(y.node))
        {
            let point = cardwright_core::space::Point { x: *x, y: *y };
            return self.value(Value::Point(point), Ty::Point, &place, scope);
        }
        let nodes = given.into_iter().map(|t| t.node).collect();
        Typed { node: self.emit(Node::Function(row.function, nodes), &place, scope), ty }
    }

    fn function_argument(&mut self, src: Src<'a>, e: &Expr, row: &Row, given: &[Typed], scope: &Scope) -> Typed {
        let wants = wants(row.function, given.len(), given);
        // To ask for a status is not to give it.
        let given_before = self.used.given.clone();
        let typed = match &wants {
            Wants::Test(it) | Wants::Number(it) => {
                let inner = it.as_ref().map_or_else(|| scope.clone(), |it| scope.with_it(it.clone()));
                self.rule_argument(src, e, &wants, row, &inner)
            }
            Wants::Effect => self.rule_argument(src, e, &wants, row, scope),
            // A length or a status is told apart from others as everywhere.
            Wants::Type(ty) => self.wanted(src, e, scope, ty, Some(&format!("`{}`", row.name))),
            _ => {
                let typed = self.expr(src, e, scope, None);
                let place = src.place(e.span.clone());
                let there = quote(src.text().get(e.span.clone()).unwrap_or(""));
                self.fitting(typed, &wants, row, &there, &place, scope)
            }
        };
        self.used.given = given_before;
        typed
    }

    /// A rule passed on as it was given.
    fn rule_argument(&mut self, src: Src<'a>, e: &Expr, wants: &Wants, row: &Row, scope: &Scope) -> Typed {
        let place = src.place(e.span.clone());
        if let ExprKind::Name(name) = &e.kind {
            match scope.find(name).cloned() {
                Some(Bound::Slot { slot, .. }) => {
                    return Typed { node: self.emit(Node::Local(slot), &place, scope), ty: Ty::Test };
                }
                Some(Bound::Passed(Passed::Node(node, ty))) => return Typed { node, ty },
                _ => {}
            }
        }
        let want = matches!(wants, Wants::Effect).then_some(Ty::Effect);
        let typed = self.expr(src, e, scope, want.as_ref());
        let there = quote(src.text().get(e.span.clone()).unwrap_or(""));
        let typed = self.fitting(typed, wants, row, &there, &place, scope);
        let passed = matches!(typed.ty, Ty::Effect | Ty::Any);
        let node = if passed { typed.node } else { self.emit(Node::Quote(typed.node), &place, scope) };
        Typed { node, ty: Ty::Test }
    }

    /// An argument as it is, or nothing where it does not fit, which is reported. `there` is what stands there.
    fn fitting(&mut self, typed: Typed, wants: &Wants, row: &Row, there: &str, place: &Place, scope: &Scope) -> Typed {
        let wanted = match wants {
            Wants::Anything => return typed,
            Wants::Type(ty) if ty.takes(&typed.ty) => return typed,
            Wants::Type(ty) => self.index.label(ty),
            Wants::Somewhere => "an entity or a point".into(),
            Wants::Bearer => "an entity or a card".into(),
            Wants::Members => "a list".into(),
            Wants::Amount => "a number".into(),
            Wants::Terms => "a term".into(),
            Wants::Test(_) => "a test".into(),
            Wants::Number(_) => "a number".into(),
            Wants::Effect => "an effect".into(),
        };
        let ty = &typed.ty;
        let one = matches!(ty, Ty::One(_) | Ty::Entity);
        let fits = match wants {
            _ if matches!(ty, Ty::Any | Ty::Nothing) => true,
            Wants::Somewhere => one || *ty == Ty::Point,
            Wants::Bearer => one || matches!(ty, Ty::Card(_)),
            Wants::Members => ty.has_members(),
            Wants::Amount => {
                let member = if ty.is_list() { ty.member() } else { ty.clone() };
                matches!(member, Ty::Number | Ty::Integer | Ty::Length | Ty::Any | Ty::Nothing)
            }
            Wants::Terms => match ty {
                Ty::List(of) => matches!(**of, Ty::Term(_) | Ty::Any),
                other => matches!(other, Ty::Term(_)),
            },
            Wants::Test(_) => matches!(ty, Ty::Test | Ty::Filter(_)),
            Wants::Number(_) => matches!(ty, Ty::Number | Ty::Integer | Ty::Length),
            Wants::Effect => *ty == Ty::Effect,
            Wants::Anything | Wants::Type(_) => false,
        };
        if fits {
            return typed;
        }
        let is = self.index.label(ty);
        self.report(
            place.error("wrong-argument", format!("{there} is {is}, and `{}` takes {wanted} there", row.name)).help(row.doc),
        );
        self.nothing(place, scope)
    }
}

/// What a function wants as an argument, after those that stand before it.
fn wants(function: Function, position: usize, given: &[Typed]) -> Wants {
    use Function as F;
    let faces = || Some(Ty::Number.listed());
    let ty = match (function, position) {
        (F::Holds, 0) | (F::SeenSo, 1) => return Wants::Test(None),
        (F::SeenValue | F::Foresee, 1) => return Wants::Number(None),
        (F::Foresee, 0) => return Wants::Effect,
        (F::Chance, 3) => return Wants::Test(faces()),
        (F::Expected | F::BestReroll, 3) => return Wants::Number(faces()),
        (F::Flood, 2 | 3) => return Wants::Test(Some(Ty::Point)),

        (F::Count | F::Sum | F::Any | F::All | F::First | F::Last | F::Distinct, 0)
        | (F::Sorted | F::Position, 0)
        | (F::Sorted, 1) => return Wants::Members,
        (F::Min | F::Max | F::HalfUp | F::Absolute, _) => return Wants::Amount,
        (F::TermsOf, 0) => return Wants::Terms,
        (F::Abilities | F::HasAbility, 0) => return Wants::Bearer,
        (
            F::Gap | F::Within | F::EntirelyWithin | F::Contact | F::Sight | F::Obstructed | F::CentreObstructed | F::Steps,
            0 | 1,
        )
        | (F::Flood | F::East | F::North, 0)
        | (F::NeverFarther | F::EndsWithin, 2)
        | (F::Away | F::Toward, 1) => return Wants::Somewhere,

        (F::Within | F::EntirelyWithin, 2)
        | (F::PathWithin, 1)
        | (F::EdgeWithin, 3)
        | (F::Away | F::Toward, 2)
        | (F::PathClear, 3)
        | (F::NeverFarther, 3)
        | (F::EndsWithin, 3)
        | (F::Scatter, 1)
        | (F::PointAt, 0 | 1) => Ty::Length,
        (F::Away | F::Toward, 4) => Ty::Test,
        (F::OnTable | F::EdgeWithin | F::FreeAt | F::EndsWithin, 1) | (F::Overlaps | F::CentreIn, 2) | (F::Scatter, 0) => {
            Ty::Point
        }
        (F::PathLength | F::PathWithin | F::PathEnd, 0) | (F::PathClear | F::PathCrosses | F::NeverFarther, 1) => Ty::Path,
        (F::Sight | F::Obstructed | F::CentreObstructed | F::FreeAt | F::PathClear | F::Touching, 2)
        | (F::Sight | F::Away | F::Toward, 3) => Ty::Entities,
        (F::EdgeWithin, 2) | (F::Flood | F::First, 1) | (F::Range, 0 | 1) => Ty::Number,
        (F::Chance | F::Expected | F::BestReroll, 1 | 2) | (F::Scatter, 3) | (F::StatusValue, 2) => Ty::Number,
        (F::Chance | F::Expected | F::BestReroll, 0) | (F::Scatter, 2) => Ty::Number.listed(),
        (F::At, 1) => match given.first().map(|t| &t.ty) {
            Some(Ty::Table(vocabulary)) => Ty::Term(*vocabulary),
            _ => return Wants::Anything,
        },
        (F::ValueOf, 0) => Ty::Def(Class::Number),
        (F::HasStatus | F::StatusCount | F::StatusValue, 1) => Ty::Def(Class::Status),
        (F::HasAbility, 1) | (F::AbilityKind | F::Outcomes, 0) => Ty::Ability,
        (F::Owner | F::OnBoard | F::InGame | F::CardOf | F::PlaceOf | F::Statuses, 0)
        | (F::HasStatus | F::StatusCount | F::StatusValue | F::Uses | F::Used, 0)
        | (F::OnTable | F::EdgeWithin | F::FreeAt | F::EndsWithin, 0)
        | (F::PathClear | F::PathCrosses | F::NeverFarther | F::Away | F::Toward, 0)
        | (F::Overlaps | F::CentreIn | F::Across | F::Thickness | F::Touching, 0 | 1)
        | (F::PathCrosses, 2)
        | (F::ValueOf | F::Sees, 1) => Ty::Entity,
        (F::PlayersFrom | F::Next | F::Sees | F::SeenSo | F::SeenValue, 0) => Ty::One(PLAYER_KIND),
        (F::Without | F::Position, 1) => match given.first().map(|t| t.ty.member()) {
            Some(ty @ Ty::Term(_)) => ty.listed(),
            _ => return Wants::Anything,
        },
        _ => return Wants::Anything,
    };
    Wants::Type(ty)
}

/// What a function gives.
fn result(lower: &Lower<'_, '_>, row: &Row, given: &[Typed]) -> Ty {
    use Function as F;
    let first = given.first().map_or(Ty::Any, |t| t.ty.clone());
    match row.function {
        F::Min | F::Max | F::HalfUp | F::Absolute | F::Sum => {
            let mut ty: Option<Ty> = None;
            for t in given {
                // Of one list, what its members are.
                let one = match &t.ty {
                    Ty::List(_) | Ty::Table(_) => t.ty.member(),
                    other => other.clone(),
                };
                let zero = lower.constant(t.node) == Some(&Value::Number(0));
                ty = Some(match ty {
                    Some(ty) if zero && ty == Ty::Length => ty,
                    Some(ty) => ty.either(&one),
                    None => one,
                });
            }
            match ty {
                Some(ty @ (Ty::Number | Ty::Length)) => ty,
                _ => Ty::Any,
            }
        }
        F::First if given.len() == 2 => first.member().listed(),
        F::At => match &first {
            Ty::Table(_) => Ty::Number,
            other => other.member(),
        },
        F::ValueOf => match given.first().and_then(|t| lower.constant(t.node)) {
            Some(Value::Def(def)) => lower.index.gives(*def),
            _ => Ty::Any,
        },
        F::TermsOf => first.listed(),
        F::Range | F::BestReroll => Ty::List(Box::new(Ty::Number)),
        F::Statuses => Ty::List(Box::new(Ty::Def(Class::Status))),
        F::CardOf => Ty::Card(first.kind()),
        F::Scatter | F::Across => Ty::Point,
        _ => match row.gives {
            Gives::SameList => {
                let all = given.iter().filter(|_| row.function == F::Concat).fold(first.clone(), |ty, t| ty.either(&t.ty));
                all.member().listed()
            }
            Gives::Member => first.member(),
            Gives::Players => Ty::Many(PLAYER_KIND),
            Gives::Player => Ty::One(PLAYER_KIND),
            Gives::Entities => Ty::Entities,
            Gives::Entity => Ty::Entity,
            Gives::Abilities => Ty::List(Box::new(Ty::Ability)),
            Gives::Ability => Ty::Ability,
            Gives::Number => Ty::Number,
            Gives::Length => Ty::Length,
            Gives::Test => Ty::Test,
            Gives::Path => Ty::Path,
            Gives::Point => Ty::Point,
            Gives::List => Ty::List(Box::new(Ty::Any)),
            Gives::Any => Ty::Any,
        },
    }
}
