//! Rules written outside the packs, such as those of a scenario: read with everything the packs declare, and added to a
//! copy of their rules.

use super::Session;
use crate::lower::Lower;
use crate::lower::scope::Scope;
use crate::place::Src;
use crate::ty::Ty;
use crate::yaml;
use cardwright_core::rules::{Node, Ruleset, Type};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Diagnostic, Problems, Severity};
use std::collections::HashMap;
use std::rc::Rc;

impl Session<'_> {
    /// An expression or test of the notation, with names of its own in the first slots of its frame. The node is added to
    /// `rules`, which are those of this session or a copy that grew from them.
    ///
    /// Errors: what is wrong with it.
    pub fn expression(&mut self, rules: &mut Ruleset, text: &str, names: &[(String, Type)]) -> Result<NodeId, Vec<Diagnostic>> {
        let mut scope = Scope::default();
        for (name, holds) in names {
            let ty = match holds {
                Type::One(kind) => Ty::One(*kind),
                Type::Entity => Ty::Entity,
                _ => Ty::Any,
            };
            scope.declare(name, ty, false);
        }
        self.written(rules, text, |lower, src| lower.source(src, &scope, &Ty::Any).node)
    }

    /// Sentences of card text that are effects, in whichever language of the packs they are. `target`: whether they are given one.
    ///
    /// Errors: what is wrong with them.
    pub fn effects(&mut self, rules: &mut Ruleset, text: &str, target: bool) -> Result<NodeId, Vec<Diagnostic>> {
        let languages = self.index.languages.len();
        self.written(rules, text, |lower, src| {
            let place = src.whole();
            let scope = Scope { text: true, ..Scope::default() };
            let category = lower.book.and_then(|book| book.category(&Ty::Effect)).unwrap_or_default();
            let mut errors = Vec::new();
            for language in 0..languages {
                let Some(book) = lower.book else { break };
                match book.phrasebook().read_text(language, &category, src.text()) {
                    Ok(trees) => {
                        let trees = lower.meant(&trees, src, target);
                        let nodes = trees.iter().map(|tree| lower.sentence(tree, src, &Ty::Effect, &scope).node).collect();
                        return lower.emit(Node::Do(nodes), &place, &scope);
                    }
                    Err(found) => errors.push(found),
                }
            }
            // Of the languages the one in which most was understood is meant.
            let farthest = errors.into_iter().max_by_key(|errors| errors.first().map_or(0, |e| e.span.start)).unwrap_or_default();
            for error in farthest {
                lower.report(src.place(error.span.clone()).error("text-not-understood", error.message()).help_if(error.help()));
            }
            lower.nothing(&place, &scope).node
        })
    }

    fn written(
        &mut self,
        rules: &mut Ruleset,
        text: &str,
        lowering: impl for<'b, 'r> FnOnce(&mut Lower<'b, 'r>, Src<'b>) -> NodeId,
    ) -> Result<NodeId, Vec<Diagnostic>> {
        let problems = Rc::new(Problems::new());
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let quoted = format!("'{}'", line.replace('\'', "''"));
        let read = yaml::read_bytes("(written)", quoted.into_bytes(), &mut self.sources, &problems);
        let Some((file, node)) = read else { return Err(self.sorted(&problems)) };
        let yaml::Value::Scalar(scalar) = &node.value else {
            return Err(vec![Diagnostic::error("empty-text", "nothing is written here", file, 0..0)]);
        };
        // Texts of its own, if there are any, are told by their numbers only; the packs' texts keep theirs.
        let mut texts = self.names.texts.clone();
        let result = {
            let mut lower = Lower {
                index: self.index,
                rules,
                texts: &mut texts,
                problems: problems.clone(),
                sources: &self.sources,
                files: &self.files,
                any_file: self.any_file,
                book: self.book.as_ref(),
                used: &mut self.used,
                high: 0,
                expanding: Vec::new(),
                sampling: None,
                parsed: HashMap::new(),
            };
            lowering(&mut lower, Src::new(file, scalar))
        };
        let found = self.sorted(&problems);
        if found.iter().any(|d| d.severity == Severity::Error) { Err(found) } else { Ok(result) }
    }
}
