//! Rules that stand: they listen, modify, forbid and permit.

use super::Lower;
use super::scope::{Moment, Passed, Scope};
use crate::group::Group;
use crate::place::{At, Place, Src};
use crate::shape::Shaping;
use crate::ty::Ty;
use cardwright_core::rules::{Attachment, Binary, Class, How, Node};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::quote;

/// Keys that begin a rule.
const FORMS: &[&str] = &["modify", "forbid", "permit", "before", "instead", "after", "when", "while", "text"];

impl<'a> Lower<'a, '_> {
    /// One rule of a list.
    pub(crate) fn rule(&mut self, at: At<'a>, scope: &Scope) -> Vec<AttachmentId> {
        if let Some(src) = at.scalar() {
            return self.rule_named(src, scope);
        }
        let problems = self.problems.clone();
        let Some(group) = Group::open(at, "a rule", &problems) else { return Vec::new() };
        let form = FORMS.iter().copied().find(|form| at.node.get(form).is_some());
        let all = match form {
            Some("modify") => self.modifier(&group, scope),
            Some(form @ ("forbid" | "permit")) => self.restriction(&group, form, scope),
            Some("before" | "instead" | "after") => {
                let shaping_problems = problems.clone();
                let index = self.index;
                let moment = Shaping::new(&shaping_problems, &index.languages, &index.known_languages, 0).moment(&group, true);
                let Some(moment) = moment else { return Vec::new() };
                let place = moment.effect.whole();
                let moment = self.moment(&moment, scope);
                self.listener(&group, moment, &place, scope)
            }
            Some("when") => self.when(&group, scope),
            Some("while") => self.while_stands(&group, scope),
            Some("text") => {
                let mut all = Vec::new();
                if let Some(at) = group.get("text") {
                    for typed in self.text_at(at, &Ty::Standing, scope) {
                        all.extend(self.attachments_of(typed.node, scope));
                    }
                }
                all
            }
            _ => {
                self.report(
                    group.head().error("unknown-rule", "this is not a form of standing rule").help(
                        "begin it with `modify`, `forbid`, `permit`, `before`, `instead`, `after`, `when`, `while` or `text`",
                    ),
                );
                return Vec::new();
            }
        };
        self.used.carried.extend(group.carried());
        group.know(&["note"]);
        group.finish();
        all
    }

    /// A standing rule by its name, or a call of one.
    fn rule_named(&mut self, src: Src<'a>, scope: &Scope) -> Vec<AttachmentId> {
        let before = self.rules.attachments.len();
        let typed = self.source(src, scope, &Ty::Standing);
        // What was made just now has the guards already; what was passed to a macro has not.
        match self.node(typed.node) {
            Some(Node::Standing(ids)) if ids.iter().all(|id| id.index() >= before) => ids.clone(),
            Some(Node::Standing(_)) => self.attachments_of(typed.node, scope),
            // What is wrong was reported, or nothing was passed yet.
            Some(Node::Value(Value::Nothing)) | None => Vec::new(),
            Some(_) => {
                self.report(
                    src.whole()
                        .error("wrong-argument", format!("the rules of {} are only known when the game runs", quote(src.text())))
                        .help("attach them by themselves, with a step of an effect: `attach:`"),
                );
                Vec::new()
            }
        }
    }

    /// The rules of a node, each also under the guards that hold here.
    pub(crate) fn attachments_of(&mut self, node: NodeId, scope: &Scope) -> Vec<AttachmentId> {
        let Some(Node::Standing(ids)) = self.node(node).cloned() else { return Vec::new() };
        if scope.guards.is_empty() {
            return ids;
        }
        let mut guarded = Vec::new();
        for id in ids {
            let Some(mut attachment) = self.rules.attachments.get(id.index()).cloned() else { continue };
            for guard in scope.guards.iter().rev() {
                attachment.test = Some(match attachment.test {
                    Some(test) => self.emit_at(Node::Binary(Binary::And, *guard, test), attachment.origin),
                    None => *guard,
                });
            }
            guarded.push(self.add(attachment));
        }
        guarded
    }

    fn add(&mut self, attachment: Attachment) -> AttachmentId {
        let id = AttachmentId(self.rules.attachments.len() as u32);
        self.rules.attachments.push(attachment);
        id
    }

    /// One test of several.
    pub(crate) fn all_of(&mut self, tests: Vec<NodeId>, place: &Place, scope: &Scope) -> Option<NodeId> {
        let mut tests = tests.into_iter();
        let mut all = tests.next()?;
        for test in tests {
            all = self.emit(Node::Binary(Binary::And, all, test), place, scope);
        }
        Some(all)
    }

    /// `of:` as a test on the first argument of what is attached to, then the guards and `if:`.
    fn conditions(&mut self, group: &Group<'a, '_>, to: Option<DefId>, scope: &Scope) -> Vec<NodeId> {
        let mut tests = scope.guards.clone();
        if let Some(src) = group.text("of") {
            let first = to.and_then(|def| self.index.takes(def).first().map(|t| t.ty.clone()));
            if to.is_some() && first.is_none() {
                self.report(src.whole().error("wrong-argument", "`of` is given, and what is changed takes nothing"));
            }
            let want = match first.as_ref().and_then(Ty::kind) {
                Some(kind) => Ty::Filter(kind),
                None => Ty::Any,
            };
            let who = self.source(src, scope, &want);
            let place = src.whole();
            let node = if who.ty == Ty::Test { self.emit(Node::Quote(who.node), &place, scope) } else { who.node };
            let first = self.emit(Node::Event(0), &place, scope);
            tests.push(self.emit(Node::In(first, node), &place, scope));
        }
        if let Some(src) = group.text("if") {
            tests.push(self.source(src, scope, &Ty::Test).node);
        }
        tests
    }

    fn modifier(&mut self, group: &Group<'a, '_>, scope: &Scope) -> Vec<AttachmentId> {
        const WAYS: &[(&str, How)] = &[
            ("set", How::Set),
            ("add", How::Add),
            ("multiply", How::Multiply),
            ("at_least", How::AtLeast),
            ("at_most", How::AtMost),
        ];
        let mut all = Vec::new();
        let names = group.names("modify");
        let amounts: Vec<(How, Src<'a>)> = WAYS.iter().filter_map(|(key, how)| Some((*how, group.text(key)?))).collect();
        group.know(&["of", "if"]);
        if amounts.is_empty() && group.at.node.whole {
            self.report(
                group
                    .head()
                    .error("missing-field", "a modifier says no amount")
                    .help("add `add:`, `set:`, `multiply:`, `at_least:` or `at_most:`"),
            );
        }
        for name in names {
            let Some(to) = self.def_named(name, scope, &[Class::Number]) else { continue };
            let mut inner = Scope { event: Some(to), ..scope.clone() };
            inner.it = to.and_then(|def| self.index.takes(def).first().map(|t| t.ty.clone())).unwrap_or(Ty::Any);
            let saved = self.enter(&inner);
            let tests = self.conditions(group, to, &inner);
            for (how, amount) in &amounts {
                let want = match (to, how) {
                    (_, How::Multiply) => Ty::Number,
                    (Some(def), _) => self.index.gives(def),
                    (None, _) => Ty::Any,
                };
                let body = self.source(*amount, &inner, &want).node;
                let test = self.all_of(tests.clone(), &name.whole(), &inner);
                if let Some(id) = self.attach(to, *how, test, Some(body), None, &name.whole(), &inner) {
                    all.push(id);
                }
            }
            self.leave(saved);
        }
        all
    }

    fn restriction(&mut self, group: &Group<'a, '_>, form: &str, scope: &Scope) -> Vec<AttachmentId> {
        let (key, how) = if form == "forbid" { ("forbid", How::Forbid) } else { ("permit", How::Permit) };
        let mut all = Vec::new();
        group.know(&["of", "if"]);
        for name in group.names(key) {
            let Some(to) = self.def_named(name, scope, &[Class::Test]) else { continue };
            let inner = Scope { event: Some(to), ..scope.clone() };
            let saved = self.enter(&inner);
            let tests = self.conditions(group, to, &inner);
            let test = self.all_of(tests, &name.whole(), &inner);
            if let Some(id) = self.attach(to, how, test, None, None, &name.whole(), &inner) {
                all.push(id);
            }
            self.leave(saved);
        }
        all
    }

    fn when(&mut self, group: &Group<'a, '_>, scope: &Scope) -> Vec<AttachmentId> {
        let Some(src) = group.text("when") else { return Vec::new() };
        let Some(expr) = self.parse(src) else { return Vec::new() };
        let Passed::Moment(mut moment) = self.pass_moment(src, &expr, scope) else { return Vec::new() };
        let inner = Scope { event: Some(moment.to), ..scope.clone() };
        if let Some(test) = group.text("if") {
            let test = self.source(test, &inner, &Ty::Test).node;
            moment.test = self.all_of(moment.test.into_iter().chain([test]).collect(), &src.whole(), &inner);
        }
        if let Some(that) = group.text("that") {
            moment.that = Some(self.source(that, &inner, &Ty::Any).node);
        }
        self.listener(group, moment, &src.whole(), scope)
    }

    fn listener(&mut self, group: &Group<'a, '_>, moment: Moment, place: &Place, scope: &Scope) -> Vec<AttachmentId> {
        let mut inner = Scope { event: Some(moment.to), ..scope.clone() };
        if let Some(def) = moment.to
            && moment.that.is_none()
        {
            inner.that = self.index.takes(def).first().map_or(Ty::Any, |t| t.ty.clone());
        }
        let saved = self.enter(&inner);
        let body = group.need("does").map(|at| self.steps(at, &mut inner));
        let tests: Vec<NodeId> = scope.guards.iter().copied().chain(moment.test).collect();
        let test = self.all_of(tests, place, &inner);
        let id = self.attach(moment.to, moment.how, test, body, moment.that, place, &inner);
        self.leave(saved);
        id.into_iter().collect()
    }

    fn while_stands(&mut self, group: &Group<'a, '_>, scope: &Scope) -> Vec<AttachmentId> {
        let Some(test) = group.text("while") else { return Vec::new() };
        let test = self.source(test, scope, &Ty::Test).node;
        let mut inner = scope.clone();
        inner.guards.push(test);
        let Some(stands) = group.need("stands") else { return Vec::new() };
        self.rules_at(stands, &inner)
    }

    /// One rule, or a list of them.
    pub(crate) fn rules_at(&mut self, at: At<'a>, scope: &Scope) -> Vec<AttachmentId> {
        match at.items() {
            Some(items) => {
                let mut all = Vec::new();
                for item in items {
                    all.extend(self.rule(at.with(item), scope));
                }
                all
            }
            None => self.rule(at, scope),
        }
    }

    /// The frame of a rule begins: its own slots come after those it captures.
    pub(crate) fn enter(&mut self, scope: &Scope) -> u32 {
        std::mem::replace(&mut self.high, scope.next)
    }

    /// The frame ends.
    pub(crate) fn leave(&mut self, saved: u32) {
        self.high = self.high.max(saved);
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one attachment")]
    fn attach(
        &mut self,
        to: Option<DefId>,
        how: How,
        test: Option<NodeId>,
        body: Option<NodeId>,
        that: Option<NodeId>,
        place: &Place,
        scope: &Scope,
    ) -> Option<AttachmentId> {
        let origin = self.origin(place, scope);
        let slots = self.high;
        Some(self.add(Attachment { to: to?, how, test, body, that, slots, origin }))
    }

    /// A text in every language, as what is wanted.
    pub(crate) fn text_at(&mut self, at: At<'a>, want: &Ty, scope: &Scope) -> Vec<super::Typed> {
        let problems = self.problems.clone();
        let index = self.index;
        let words = Shaping::new(&problems, &index.languages, &index.known_languages, 0).words(at, "`text`");
        let Some(book) = self.book else { return Vec::new() };
        let Some(read) = book.read(&words, want, &problems) else { return Vec::new() };
        let meant = self.meant(&read.trees, read.src, scope.has_target);
        meant.iter().map(|tree| self.sentence(tree, read.src, want, scope)).collect()
    }
}
