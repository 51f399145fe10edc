//! Expressions.

use super::scope::{Bound, Passed, Scope};
use super::{Lower, Typed};
use crate::index::{GAME_KIND, PLAYER_KIND};
use crate::place::{Place, Src};
use crate::ty::Ty;
use cardwright_core::function::{FUNCTIONS, Function};
use cardwright_core::rules::{Binary, Class, Node, Speaks, Unary};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{did_you_mean, quote};
use cardwright_grammar::expression::{self, Expr, ExprKind};

/// Words that speak of someone.
const SPEAKS: &[(&str, Speaks)] = &[
    ("originator", Speaks::Originator),
    ("player", Speaks::Player),
    ("ability", Speaks::Ability),
    ("it", Speaks::It),
    ("target", Speaks::Target),
    ("that", Speaks::That),
    ("x", Speaks::X),
];

impl<'a> Lower<'a, '_> {
    /// A text as an expression of a type that is wanted. What is wrong is reported, and stands for nothing.
    pub(crate) fn source(&mut self, src: Src<'a>, scope: &Scope, want: &Ty) -> Typed {
        let Some(expr) = self.parse(src) else { return self.nothing(&src.whole(), scope) };
        self.wanted(src, &expr, scope, want, None)
    }

    /// A text as an expression tree.
    pub(crate) fn parse(&mut self, src: Src<'a>) -> Option<Expr> {
        if let Some(known) = self.parsed.get(src.text()) {
            return Some(known.clone());
        }
        match expression::parse(src.text()) {
            Ok(expr) => {
                self.parsed.insert(src.text(), expr.clone());
                Some(expr)
            }
            Err(error) => {
                self.report(src.place(error.span).error("bad-expression", error.message).help_if(error.help));
                None
            }
        }
    }

    /// An expression of a type that is wanted, ready to be passed or used. `what` names the place it is wanted in.
    pub(crate) fn wanted(&mut self, src: Src<'a>, e: &Expr, scope: &Scope, want: &Ty, what: Option<&str>) -> Typed {
        let inner;
        let scope = match want {
            // A description is a test on `it`.
            Ty::Filter(kind) => {
                inner = scope.with_it(Ty::One(*kind));
                &inner
            }
            _ => scope,
        };
        let typed = self.expr(src, e, scope, Some(want));
        self.check(src, e, typed, scope, want, what)
    }

    /// Reports a type that does not fit.
    fn check(&mut self, src: Src<'a>, e: &Expr, typed: Typed, scope: &Scope, want: &Ty, what: Option<&str>) -> Typed {
        if want.takes(&typed.ty) {
            return typed;
        }
        // Nothing is as long as it is many.
        if *want == Ty::Length && self.constant(typed.node) == Some(&Value::Number(0)) {
            return Typed { ty: Ty::Length, ..typed };
        }
        let place = src.place(e.span.clone());
        let is = self.index.label(&typed.ty);
        let wanted = self.index.label(want);
        let there = quote(src.text().get(e.span.clone()).unwrap_or(""));
        let message = match what {
            Some(what) => format!("{there} is {is}, and {what} takes {wanted}"),
            None => format!("{there} is {is} where {wanted} is wanted"),
        };
        let mut problem = place.error(if what.is_some() { "wrong-argument" } else { "wrong-type" }, message);
        if *want == Ty::Length && typed.ty == Ty::Number {
            problem = problem.help("write a length with its unit: `3\"` or `30mm`");
        }
        self.report(problem);
        self.nothing(&place, scope)
    }

    /// An expression. `want` decides what a bare name may mean; whether the type fits is checked by the caller.
    pub(crate) fn expr(&mut self, src: Src<'a>, e: &Expr, scope: &Scope, want: Option<&Ty>) -> Typed {
        let place = src.place(e.span.clone());
        match &e.kind {
            ExprKind::Number(number) => self.value(Value::Number(*number), Ty::Number, &place, scope),
            ExprKind::Length(length) => self.value(Value::Number(*length), Ty::Length, &place, scope),
            ExprKind::None => self.value(Value::Nothing, Ty::Nothing, &place, scope),
            ExprKind::Truth(truth) => self.value(Value::Truth(*truth), Ty::Test, &place, scope),
            ExprKind::Name(name) => self.name(src, e, name, scope, want),
            ExprKind::Call { name, name_span, args } => self.call(src, e, name, name_span, args, None, scope, want),
            ExprKind::Member { base, name, name_span, args } => {
                self.member(src, e, base, name, name_span, args.as_deref(), scope, want)
            }
            ExprKind::Unary(op, inner) => {
                let (op, ty) = match op {
                    expression::Unary::Not => (Unary::Not, Ty::Test),
                    expression::Unary::Minus => (Unary::Negate, Ty::Number),
                };
                let mut typed = self.expr(src, inner, scope, Some(&ty));
                if op == Unary::Negate && typed.ty == Ty::Length { /* a length stays one */
                } else {
                    typed = self.check(src, inner, typed, scope, &ty, None);
                }
                if op == Unary::Negate
                    && let Some(Value::Number(number)) = self.constant(typed.node)
                {
                    let number = number.saturating_neg();
                    return self.value(Value::Number(number), typed.ty, &place, scope);
                }
                let ty = if op == Unary::Negate { typed.ty } else { Ty::Test };
                Typed { node: self.emit(Node::Unary(op, typed.node), &place, scope), ty }
            }
            ExprKind::Binary(op, a, b) => self.binary(src, e, *op, a, b, scope),
            ExprKind::If { then, test, otherwise } => {
                let test = self.wanted(src, test, scope, &Ty::Test, None);
                let a = self.expr(src, then, scope, want);
                let b = self.expr(src, otherwise, scope, want);
                let ty = a.ty.either(&b.ty);
                Typed { node: self.emit(Node::Choose(test.node, a.node, b.node), &place, scope), ty }
            }
            ExprKind::Where { list, test } => {
                let list = self.listed(src, list, scope);
                let test = self.wanted(src, test, &scope.with_it(list.ty.member()), &Ty::Test, None);
                let ty = list.ty.member().listed();
                Typed { node: self.emit(Node::Where(list.node, test.node), &place, scope), ty }
            }
            ExprKind::Each { list, value } => {
                let list = self.listed(src, list, scope);
                let value = self.expr(src, value, &scope.with_it(list.ty.member()), None);
                Typed { node: self.emit(Node::Map(list.node, value.node), &place, scope), ty: value.ty.listed() }
            }
            ExprKind::List(members) => {
                let member = want.map(Ty::member);
                let mut nodes = Vec::new();
                let mut ty: Option<Ty> = None;
                for m in members {
                    let typed = self.expr(src, m, scope, member.as_ref());
                    nodes.push(typed.node);
                    ty = Some(match ty {
                        Some(ty) => ty.either(&typed.ty),
                        None => typed.ty,
                    });
                }
                let ty = ty.map_or(Ty::List(Box::new(Ty::Any)), |ty| ty.listed());
                let constants: Option<Vec<Value>> = nodes.iter().map(|n| self.constant(*n).cloned()).collect();
                match constants {
                    Some(values) => self.value(Value::list(values), ty, &place, scope),
                    None => Typed { node: self.emit(Node::List(nodes), &place, scope), ty },
                }
            }
        }
    }

    /// Something that has members.
    fn listed(&mut self, src: Src<'a>, e: &Expr, scope: &Scope) -> Typed {
        let typed = self.expr(src, e, scope, None);
        let place = src.place(e.span.clone());
        self.gone_through(typed, &quote(src.text().get(e.span.clone()).unwrap_or("")), &place, scope)
    }

    /// What has members as it is; anything else is reported. `there` is what stands there.
    pub(crate) fn gone_through(&mut self, typed: Typed, there: &str, place: &Place, scope: &Scope) -> Typed {
        if typed.ty.has_members() {
            return typed;
        }
        let is = self.index.label(&typed.ty);
        self.report(place.error("wrong-type", format!("{there} is {is} where a list is wanted")));
        self.nothing(place, scope)
    }

    fn binary(&mut self, src: Src<'a>, e: &Expr, op: expression::Binary, a: &Expr, b: &Expr, scope: &Scope) -> Typed {
        use expression::Binary as B;
        let place = src.place(e.span.clone());
        match op {
            B::And | B::Or => {
                let a = self.wanted(src, a, scope, &Ty::Test, None);
                let b = self.wanted(src, b, scope, &Ty::Test, None);
                let op = if op == B::And { Binary::And } else { Binary::Or };
                Typed { node: self.emit(Node::Binary(op, a.node, b.node), &place, scope), ty: Ty::Test }
            }
            B::In | B::NotIn => {
                let one = self.expr(src, a, scope, None);
                let want = match one.ty.kind() {
                    Some(kind) => Ty::Filter(kind),
                    None => one.ty.listed(),
                };
                let set = self.expr(src, b, scope, Some(&want));
                let set = self.in_set(src, b, set, &one.ty, scope);
                let node = self.emit(Node::In(one.node, set.node), &place, scope);
                let node = if op == B::NotIn { self.emit(Node::Unary(Unary::Not, node), &place, scope) } else { node };
                Typed { node, ty: Ty::Test }
            }
            B::Equal | B::Unequal => {
                let mut left = self.expr_quietly_typed(src, a, scope);
                let right = match left.as_ref().map(|l| l.ty.clone()) {
                    Some(ty) => self.expr(src, b, scope, Some(&ty)),
                    None => self.expr(src, b, scope, None),
                };
                if left.is_none() {
                    left = Some(self.expr(src, a, scope, Some(&right.ty)));
                }
                let Some(left) = left else { return self.nothing(&place, scope) };
                let open = |ty: &Ty| matches!(ty, Ty::Any | Ty::Nothing);
                let strange = !left.ty.takes(&right.ty) && !right.ty.takes(&left.ty);
                // A list is never the same as one.
                let uneven = left.ty.is_list() != right.ty.is_list() && !open(&left.ty) && !open(&right.ty);
                if (strange || uneven) && !self.is_zero(&left) && !self.is_zero(&right) {
                    let (one, other) = (self.index.label(&left.ty), self.index.label(&right.ty));
                    let help = uneven.then(|| "write `… in …` for whether it is a member".to_owned());
                    self.report(place.error("wrong-type", format!("{one} is compared with {other}")).help_if(help));
                }
                let op = if op == B::Equal { Binary::Equal } else { Binary::NotEqual };
                Typed { node: self.emit(Node::Binary(op, left.node, right.node), &place, scope), ty: Ty::Test }
            }
            B::Less | B::AtMost | B::More | B::AtLeast | B::Add | B::Subtract | B::Multiply | B::Divide | B::Modulo => {
                self.arithmetic(src, e, op, a, b, scope)
            }
        }
    }

    /// A bare term can only be told by what it is compared with; then the other side is looked at first.
    fn expr_quietly_typed(&mut self, src: Src<'a>, e: &Expr, scope: &Scope) -> Option<Typed> {
        if let ExprKind::Name(name) = &e.kind
            && scope.find(name).is_none()
            && self.index.def(name).is_none()
            && self.index.terms.get(name).is_some_and(|t| t.len() > 1)
        {
            return None;
        }
        Some(self.expr(src, e, scope, None))
    }

    fn is_zero(&self, typed: &Typed) -> bool {
        self.constant(typed.node) == Some(&Value::Number(0))
    }

    fn in_set(&mut self, src: Src<'a>, e: &Expr, set: Typed, one: &Ty, scope: &Scope) -> Typed {
        let fits = match &set.ty {
            Ty::Filter(kind) => one.kind().is_none_or(|k| k == *kind),
            Ty::Any | Ty::Nothing => true,
            Ty::Entity | Ty::Entities | Ty::One(_) | Ty::Many(_) => {
                let entity = Ty::Entities.takes(one) || matches!(one, Ty::Filter(_) | Ty::List(_));
                entity && one.kind().zip(set.ty.kind()).is_none_or(|(one, set)| one == set)
            }
            Ty::List(of) => of.takes(one) || one.takes(of),
            Ty::Path => one.takes(&Ty::Point),
            Ty::Table(_) => one.takes(&Ty::Number),
            _ => false,
        };
        if fits {
            return set;
        }
        let place = src.place(e.span.clone());
        let (one, set) = (self.index.label(one), self.index.label(&set.ty));
        self.report(place.error("wrong-type", format!("{one} cannot be in {set}")));
        self.nothing(&place, scope)
    }

    fn arithmetic(&mut self, src: Src<'a>, e: &Expr, op: expression::Binary, a: &Expr, b: &Expr, scope: &Scope) -> Typed {
        use expression::Binary as B;
        let place = src.place(e.span.clone());
        let left = self.measure(src, a, scope);
        let right = self.measure(src, b, scope);
        let (core, compares) = match op {
            B::Less => (Binary::Less, true),
            B::AtMost => (Binary::LessEqual, true),
            B::More => (Binary::Greater, true),
            B::AtLeast => (Binary::GreaterEqual, true),
            B::Subtract => (Binary::Subtract, false),
            B::Multiply => (Binary::Multiply, false),
            B::Divide => (Binary::Divide, false),
            B::Modulo => (Binary::Remainder, false),
            _ => (Binary::Add, false),
        };
        let known = |ty: &Ty| matches!(ty, Ty::Number | Ty::Length);
        let mixed = known(&left.ty) && known(&right.ty) && left.ty != right.ty;
        let zero = self.is_zero(&left) || self.is_zero(&right);
        let ty = match op {
            _ if compares => Ty::Test,
            B::Multiply => match (&left.ty, &right.ty) {
                (Ty::Length, Ty::Length) => Ty::Any,
                (Ty::Length, _) | (_, Ty::Length) => Ty::Length,
                (Ty::Any, _) | (_, Ty::Any) => Ty::Any,
                _ => Ty::Number,
            },
            B::Divide => match (&left.ty, &right.ty) {
                (Ty::Length, Ty::Length) => Ty::Number,
                (Ty::Length, _) => Ty::Length,
                (Ty::Any, _) | (_, Ty::Any) => Ty::Any,
                _ => Ty::Number,
            },
            _ if left.ty == Ty::Length || right.ty == Ty::Length => Ty::Length,
            _ => left.ty.either(&right.ty),
        };
        let alike = !matches!(op, B::Multiply | B::Divide);
        if (alike && mixed && !zero)
            || (op == B::Multiply && left.ty == Ty::Length && right.ty == Ty::Length)
            || (op == B::Divide && left.ty == Ty::Number && right.ty == Ty::Length)
        {
            let (one, other) = (self.index.label(&left.ty), self.index.label(&right.ty));
            self.report(
                place
                    .error("wrong-type", format!("{one} and {other} do not go together here"))
                    .help("a length is written with its unit, `3\"`; `n * 1\"` makes a length of a number"),
            );
            return self.nothing(&place, scope);
        }
        if let (Some(Value::Number(a)), Some(Value::Number(b))) = (self.constant(left.node), self.constant(right.node)) {
            let folded = match op {
                B::Add => a.checked_add(*b),
                B::Subtract => a.checked_sub(*b),
                B::Multiply => a.checked_mul(*b),
                _ => None,
            };
            if let Some(number) = folded {
                return self.value(Value::Number(number), ty, &place, scope);
            }
        }
        Typed { node: self.emit(Node::Binary(core, left.node, right.node), &place, scope), ty }
    }

    /// A number or a length.
    fn measure(&mut self, src: Src<'a>, e: &Expr, scope: &Scope) -> Typed {
        let typed = self.expr(src, e, scope, None);
        if matches!(typed.ty, Ty::Number | Ty::Length | Ty::Any | Ty::Nothing) {
            return typed;
        }
        self.check(src, e, typed, scope, &Ty::Number, None)
    }

    /// What a bare name stands for.
    fn name(&mut self, src: Src<'a>, e: &Expr, name: &str, scope: &Scope, want: Option<&Ty>) -> Typed {
        let place = src.place(e.span.clone());
        if let Some(bound) = scope.find(name).cloned() {
            return self.bound(&bound, &place, scope);
        }
        if let Some(typed) = self.name_wanted(name, &place, scope, want) {
            return typed;
        }
        if let Some((_, who)) = SPEAKS.iter().find(|(word, _)| *word == name) {
            let ty = match who {
                Speaks::Originator => scope.originator.clone(),
                Speaks::Player => Ty::One(PLAYER_KIND),
                Speaks::Ability => Ty::Ability,
                Speaks::It => scope.it.clone(),
                Speaks::Target => scope.target.clone(),
                Speaks::That => scope.that.clone(),
                Speaks::X => Ty::Number,
            };
            return Typed { node: self.emit(Node::Ambient(*who), &place, scope), ty };
        }
        match name {
            "on" | "yes" => return self.value(Value::Truth(true), Ty::Test, &place, scope),
            "off" | "no" => return self.value(Value::Truth(false), Ty::Test, &place, scope),
            // A rule of a status has it where others have their ability.
            "this_status" => {
                let node = self.emit(Node::Ambient(Speaks::Ability), &place, scope);
                return Typed { node, ty: Ty::Def(Class::Status) };
            }
            "game" => return self.value(Value::Entity(GAME), Ty::One(GAME_KIND), &place, scope),
            "players" => {
                let node = self.emit(Node::Function(Function::Players, Vec::new()), &place, scope);
                return Typed { node, ty: Ty::Many(PLAYER_KIND) };
            }
            _ => {}
        }
        if let Some(kind) = self.index.plurals.get(name) {
            return Typed { node: self.emit(Node::All(*kind), &place, scope), ty: Ty::Many(*kind) };
        }
        if let Some((def, class)) = self.index.def(name) {
            return self.bare_definition(src, e, def, class, scope, want);
        }
        if let Some((zone, each)) = self.index.zones.get(name) {
            if *each {
                self.report(
                    place
                        .error("wrong-argument", format!("each player has a `{name}`"))
                        .help(format!("say whose: `{name}(player)`")),
                );
                return self.nothing(&place, scope);
            }
            return Typed { node: self.emit(Node::Zone(*zone, None), &place, scope), ty: Ty::Entities };
        }
        if let Some(ability) = self.index.abilities.get(name) {
            self.used.abilities.insert(*ability);
            return self.value(Value::Ability(*ability), Ty::Ability, &place, scope);
        }
        match self.index.terms.get(name).map(Vec::as_slice) {
            Some([(vocabulary, term)]) => return self.value(Value::Term(*term), Ty::Term(*vocabulary), &place, scope),
            Some(several) => {
                let all: Vec<_> = several.iter().map(|(v, _)| format!("`{}.{name}`", self.index.vocabulary_name(*v))).collect();
                self.report(
                    place
                        .error("ambiguous-term", format!("{} is a term of several vocabularies", quote(name)))
                        .help(format!("write {}", all.join(" or "))),
                );
                return self.nothing(&place, scope);
            }
            None => {}
        }
        self.unknown(name, &place, scope, want);
        self.nothing(&place, scope)
    }

    /// A name read as what is wanted, before anything else.
    fn name_wanted(&mut self, name: &str, place: &crate::place::Place, scope: &Scope, want: Option<&Ty>) -> Option<Typed> {
        match want? {
            Ty::Term(vocabulary) => {
                let term = self.index.term(*vocabulary, name)?;
                Some(self.value(Value::Term(term), Ty::Term(*vocabulary), place, scope))
            }
            Ty::List(of) => self.name_wanted(name, place, scope, Some(of)),
            Ty::Def(class) => {
                let (def, found) = self.index.def(name)?;
                if found != *class {
                    return None;
                }
                self.used.defs.insert(def);
                if found == Class::Status {
                    self.used.given.insert(def);
                }
                Some(self.value(Value::Def(def), Ty::Def(found), place, scope))
            }
            Ty::Ability => {
                let ability = *self.index.abilities.get(name)?;
                self.used.abilities.insert(ability);
                Some(self.value(Value::Ability(ability), Ty::Ability, place, scope))
            }
            Ty::Card(_) => {
                let card = *self.index.cards.get(&name.replace('_', "-"))?;
                Some(self.value(Value::Card(card), self.index.card_type(card), place, scope))
            }
            _ => None,
        }
    }

    /// A local name.
    pub(crate) fn bound(&mut self, bound: &Bound, place: &crate::place::Place, scope: &Scope) -> Typed {
        match bound {
            Bound::Slot { slot, ty, rule } => {
                let local = self.emit(Node::Local(*slot), place, scope);
                // A test that was passed is asked where it is named.
                let node = if *rule && *ty == Ty::Test { self.emit(Node::Run(local), place, scope) } else { local };
                Typed { node, ty: ty.clone() }
            }
            Bound::Passed(Passed::Node(node, ty)) => {
                let node = match (ty, self.node(*node)) {
                    (Ty::Test, Some(Node::Quote(inner))) => *inner,
                    (Ty::Test, _) => {
                        let node = *node;
                        self.emit(Node::Run(node), place, scope)
                    }
                    _ => *node,
                };
                Typed { node, ty: ty.clone() }
            }
            Bound::Passed(Passed::Moment(_)) => Typed { ty: Ty::Trigger, ..self.nothing(place, scope) },
            Bound::Passed(Passed::Sample(ty)) => {
                let ty = if *ty == Ty::Trigger { Ty::Trigger } else { ty.clone() };
                let node = match ty {
                    Ty::Standing | Ty::Quoted => self.emit(Node::Standing(Vec::new()), place, scope),
                    // Never run: a sample only lets the body be checked where it is declared.
                    _ => self.emit(Node::Local(u32::MAX), place, scope),
                };
                Typed { node, ty }
            }
        }
    }

    /// Reports a name that stands for nothing, under the id of what was wanted there.
    pub(crate) fn unknown(&mut self, name: &str, place: &crate::place::Place, scope: &Scope, want: Option<&Ty>) {
        if want == Some(&Ty::Def(Class::Status)) {
            self.used.misnamed_status = true;
        }
        let index = self.index;
        let near = |names: Vec<&str>| did_you_mean(name, names).map(|near| format!("did you mean `{near}`?"));
        let (id, what, help) = match want {
            Some(Ty::Term(v)) => {
                let vocabulary = index.vocabulary_name(*v);
                let id = if vocabulary == "keyword" { "unknown-keyword" } else { "unknown-term" };
                (id, format!("a term of `{vocabulary}`"), near(index.terms_of(*v).collect()))
            }
            Some(Ty::Def(class)) => {
                let id = match class {
                    Class::Number => "unknown-statistic",
                    Class::Status => "unknown-status",
                    Class::Action => "unknown-action",
                    _ => "unknown-name",
                };
                (id, crate::index::class_label(*class).to_owned(), near(index.defs_of(&[*class]).collect()))
            }
            Some(Ty::Effect) => ("unknown-effect", "an effect".to_owned(), near(index.defs_of(&[Class::Effect]).collect())),
            Some(Ty::Trigger) => ("unknown-trigger", "a trigger".to_owned(), near(index.defs_of(&[Class::Trigger]).collect())),
            Some(Ty::Duration | Ty::Frequency) => {
                ("unknown-duration", "a duration".to_owned(), near(index.defs_of(&[Class::Duration]).collect()))
            }
            Some(Ty::Standing) => {
                ("unknown-standing", "a standing rule".to_owned(), near(index.defs_of(&[Class::Standing]).collect()))
            }
            Some(Ty::Ability) => {
                ("unknown-ability", "a shared ability".to_owned(), near(index.abilities.keys().map(String::as_str).collect()))
            }
            _ => {
                let mut names: Vec<&str> = scope.locals.iter().map(|(name, _)| name.as_str()).collect();
                names.extend(SPEAKS.iter().map(|(word, _)| *word));
                names.extend(["game", "players"]);
                names.extend(
                    index
                        .plurals
                        .keys()
                        .chain(index.defs.keys())
                        .chain(index.zones.keys())
                        .chain(index.terms.keys())
                        .map(String::as_str),
                );
                names.extend(FUNCTIONS.iter().map(|row| row.name));
                ("unknown-name", "a name that is known here".to_owned(), near(names))
            }
        };
        self.report(place.error(id, format!("{} is not {what}", quote(name))).help_if(help));
    }
}
