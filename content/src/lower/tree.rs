//! Card text: the tree that the phrasebook read becomes calls of definitions.

use super::scope::{Moment, Passed, Scope};
use super::{Lower, Typed};
use crate::book::{Target, Terms};
use crate::place::Src;
use crate::ty::Ty;
use cardwright_core::rules::{Class, How, Node};
use cardwright_core::value::*;
use cardwright_grammar::{Tree, TreeNode};

impl<'a> Lower<'a, '_> {
    /// The sentences of a text with those in them whom words like "it" mean.
    pub(crate) fn meant(&mut self, trees: &[Tree], src: Src<'_>, target: bool) -> Vec<Tree> {
        let Some(book) = self.book else { return trees.to_vec() };
        let (trees, unclear) = book.meant(trees, target);
        for one in unclear {
            let word = src.text().get(one.span.clone()).unwrap_or_default();
            self.report(src.place(one.span.clone()).error(one.id(), one.message(word)).help(one.help(word)));
        }
        trees
    }

    /// One sentence, as what is wanted.
    pub(crate) fn sentence(&mut self, tree: &Tree, src: Src<'_>, want: &Ty, scope: &Scope) -> Typed {
        let scope = Scope { text: true, ..scope.clone() };
        // A sentence is run where it stands; only a clause inside it is passed as a rule.
        let want = match want {
            Ty::Effect => None,
            other => Some(other),
        };
        self.tree(tree, src, want, &scope)
    }

    fn tree(&mut self, tree: &Tree, src: Src<'_>, want: Option<&Ty>, scope: &Scope) -> Typed {
        let place = src.place(tree.span.clone());
        match &tree.node {
            TreeNode::Integer(number) => self.written(*number, Ty::Number, &place, scope),
            TreeNode::Length(length) => self.written(*length, Ty::Length, &place, scope),
            TreeNode::Dice { count, sides } => {
                let dice = Value::list(vec![Value::Number(i64::from(*count)), Value::Number(i64::from(*sides))]);
                self.value(dice, Ty::Dice, &place, scope)
            }
            TreeNode::Term { vocabulary, term } => self.term(*vocabulary, *term, &place, scope),
            TreeNode::Quoted(trees) => {
                let mut rules = Vec::new();
                for inner in trees {
                    let typed = self.tree(inner, src, Some(&Ty::Standing), scope);
                    if typed.ty != Ty::Standing && typed.ty != Ty::Any {
                        self.report(
                            src.place(inner.span.clone())
                                .error("wrong-quotation", "what stands in quotation marks is not a standing rule"),
                        );
                    }
                    rules.extend(self.attachments_of(typed.node, scope));
                }
                Typed { node: self.emit(Node::Standing(rules), &place, scope), ty: Ty::Quoted }
            }
            TreeNode::Phrase { phrase, args } => {
                let Some(book) = self.book else { return self.nothing(&place, scope) };
                match book.targets.get(*phrase) {
                    Some(Target::Include) => match args.first() {
                        Some(inner) => self.tree(inner, src, want, scope),
                        None => self.nothing(&place, scope),
                    },
                    Some(Target::Def { def, params }) => {
                        let (def, Some(class)) = (*def, self.index.class(*def)) else { return self.nothing(&place, scope) };
                        let passed = self.passed(def, params, args, src, &place, scope);
                        self.apply(def, class, passed, &place, scope, want)
                    }
                    None => self.nothing(&place, scope),
                }
            }
        }
    }

    /// A number of the text.
    fn written(&mut self, number: i64, ty: Ty, place: &crate::place::Place, scope: &Scope) -> Typed {
        let there = self.sources.text(place.file).get(place.span.clone()).unwrap_or("");
        if let Some(problem) = crate::bounds::outside(number, None, &ty, there, place, "a number of the text") {
            self.report(problem);
        }
        self.value(Value::Number(number), ty, place, scope)
    }

    /// Arguments of a phrase in the order of its definition's parameters.
    fn passed(
        &mut self,
        def: DefId,
        params: &[usize],
        args: &[Tree],
        src: Src<'_>,
        place: &crate::place::Place,
        scope: &Scope,
    ) -> Vec<Passed> {
        let index = self.index;
        let takes = index.takes(def);
        let mut given: Vec<Option<Passed>> = vec![None; takes.len()];
        for (param, arg) in params.iter().zip(args) {
            let (Some(take), Some(slot)) = (takes.get(*param), given.get_mut(*param)) else { continue };
            *slot = Some(self.tree_passed(arg, &take.ty, src, scope));
        }
        self.complete(def, given, place, scope)
    }

    fn tree_passed(&mut self, tree: &Tree, want: &Ty, src: Src<'_>, scope: &Scope) -> Passed {
        let place = src.place(tree.span.clone());
        if *want == Ty::Trigger {
            return match self.moment_tree(tree, src, scope) {
                Some(moment) => Passed::Moment(moment),
                None => Passed::Moment(Moment { how: How::After, to: None, test: None, that: None }),
            };
        }
        let typed = self.tree(tree, src, Some(want), scope);
        self.pass_typed(typed, want, &place, scope)
    }

    fn moment_tree(&mut self, tree: &Tree, src: Src<'_>, scope: &Scope) -> Option<Moment> {
        let TreeNode::Phrase { phrase, args } = &tree.node else { return None };
        let book = self.book?;
        match book.targets.get(*phrase)? {
            Target::Include => self.moment_tree(args.first()?, src, scope),
            Target::Def { def, params } => {
                if self.index.class(*def)? != Class::Trigger {
                    return None;
                }
                let place = src.place(tree.span.clone());
                let passed = self.passed(*def, params, args, src, &place, scope);
                Some(self.expand_moment(*def, passed, &place, scope))
            }
        }
    }

    fn term(&mut self, vocabulary: usize, term: usize, place: &crate::place::Place, scope: &Scope) -> Typed {
        let terms = self.book.and_then(|book| book.vocabularies.get(vocabulary));
        let (value, ty) = match terms {
            Some(Terms::OfPack(vocabulary, first)) => (Value::Term(TermId(first + term as u32)), Ty::Term(*vocabulary)),
            Some(Terms::Defs(class, defs)) => match defs.get(term) {
                Some(def) => {
                    self.used.defs.insert(*def);
                    if *class == Class::Status {
                        self.used.given.insert(*def);
                    }
                    (Value::Def(*def), Ty::Def(*class))
                }
                None => (Value::Nothing, Ty::Any),
            },
            Some(Terms::Abilities(all)) => match all.get(term) {
                Some(ability) => {
                    self.used.abilities.insert(*ability);
                    (Value::Ability(*ability), Ty::Ability)
                }
                None => (Value::Nothing, Ty::Any),
            },
            Some(Terms::Cards(all)) => match all.get(term) {
                Some(card) => (Value::Card(*card), self.index.card_type(*card)),
                None => (Value::Nothing, Ty::Any),
            },
            None => (Value::Nothing, Ty::Any),
        };
        self.value(value, ty, place, scope)
    }
}
