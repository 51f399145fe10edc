//! From shapes to the core's nodes: names become ids, types are checked, macros are expanded.
//!
//! Reading order: this file (what lowering carries about) · [`scope`] names in sight · [`expr`] expressions · [`call`]
//! calls of definitions, [`functions`] of the engine's own · [`expand`] standing rules, triggers and durations where they are named ·
//! [`rules`] rules that stand · [`steps`] steps · [`writes`] those that write · [`passing`] those that
//! hand something on · [`ask`] questions · [`tree`] card text.

pub(crate) mod ask;
pub(crate) mod call;
pub(crate) mod expand;
pub(crate) mod expr;
pub(crate) mod functions;
pub(crate) mod member;
pub(crate) mod passing;
pub(crate) mod rules;
pub(crate) mod scope;
pub(crate) mod steps;
pub(crate) mod tree;
pub(crate) mod writes;

use crate::book::Book;
use crate::index::Index;
use crate::place::Place;
use crate::ty::Ty;
use cardwright_core::rules::{Node, Origin, Ruleset};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, Sources};
use cardwright_grammar::expression::Expr;
use scope::Scope;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// A node and what it gives.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    pub(crate) node: NodeId,
    pub(crate) ty: Ty,
}

/// What rules have named so far, so that what nobody names can be told.
#[derive(Debug, Default)]
pub(crate) struct Used {
    pub(crate) defs: BTreeSet<DefId>,
    /// Statuses that something gives.
    pub(crate) given: BTreeSet<DefId>,
    pub(crate) hooks: BTreeSet<String>,
    /// Some status or hook was named wrongly: then one that seems unused is probably the one that was meant.
    pub(crate) misnamed_status: bool,
    pub(crate) misnamed_hook: bool,
    pub(crate) abilities: BTreeSet<AbilityId>,
    /// Rules of the catalogue that steps and standing rules say they carry out.
    pub(crate) carried: Vec<(String, Place)>,
    /// What must hold of every card of a kind: the test, its words, and what is said where it does not hold.
    pub(crate) musts: BTreeMap<KindId, Vec<(NodeId, String, String)>>,
    /// Cards that print what can be read.
    pub(crate) sound_prints: Vec<CardId>,
    /// Macros that are wrong where they are declared: their users do not complain again.
    pub(crate) faulty: BTreeSet<DefId>,
}

/// Lowering of one ruleset.
pub(crate) struct Lower<'a, 'r> {
    pub(crate) index: &'r Index<'a>,
    pub(crate) rules: &'r mut Ruleset,
    /// Texts that the core knows by number: prompts, reasons, tellings.
    pub(crate) texts: &'r mut Vec<Vec<String>>,
    pub(crate) problems: Rc<Problems>,
    pub(crate) sources: &'r Sources,
    pub(crate) files: &'r BTreeMap<FileId, u32>,
    /// A file to point at where nothing was written.
    pub(crate) any_file: FileId,
    pub(crate) book: Option<&'r Book>,
    pub(crate) used: &'r mut Used,
    /// Slots that the frame under way needs.
    pub(crate) high: u32,
    /// Macros under way, so that one that names itself ends.
    pub(crate) expanding: Vec<DefId>,
    /// The macro that is checked where it is declared.
    pub(crate) sampling: Option<DefId>,
    /// Expressions that were read: those of a macro are wanted at each use.
    pub(crate) parsed: HashMap<&'a str, Expr>,
}

impl<'a> Lower<'a, '_> {
    /// Adds a node.
    pub(crate) fn emit(&mut self, node: Node, place: &Place, scope: &Scope) -> NodeId {
        let id = NodeId(self.rules.nodes.len() as u32);
        let origin = self.origin(place, scope);
        self.rules.nodes.push(node);
        self.rules.origins.push(origin);
        id
    }

    /// Adds a node that comes from where another rule does.
    pub(crate) fn emit_at(&mut self, node: Node, origin: Origin) -> NodeId {
        let id = NodeId(self.rules.nodes.len() as u32);
        self.rules.nodes.push(node);
        self.rules.origins.push(origin);
        id
    }

    /// Where a rule comes from.
    pub(crate) fn origin(&self, place: &Place, scope: &Scope) -> Origin {
        let (line, column) = self.sources.line_column(place.file, place.span.start);
        Origin {
            file: self.files.get(&place.file).copied().unwrap_or(0),
            line: line as u32,
            column: column as u32,
            span: (place.span.start as u32, place.span.end as u32),
            card: scope.card,
            ability: scope.ability,
            text: scope.text,
        }
    }

    /// Where a node was written.
    pub(crate) fn place_of(&self, id: NodeId) -> Option<Place> {
        let origin = self.rules.origins.get(id.index())?;
        let file = self.files.iter().find(|(_, number)| **number == origin.file).map(|(file, _)| *file)?;
        Some(Place { file, span: origin.span.0 as usize..origin.span.1 as usize })
    }

    pub(crate) fn node(&self, id: NodeId) -> Option<&Node> {
        self.rules.nodes.get(id.index())
    }

    /// A constant, if the node is one.
    pub(crate) fn constant(&self, id: NodeId) -> Option<&Value> {
        match self.node(id) {
            Some(Node::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// A value as a node.
    pub(crate) fn value(&mut self, value: Value, ty: Ty, place: &Place, scope: &Scope) -> Typed {
        Typed { node: self.emit(Node::Value(value), place, scope), ty }
    }

    /// What stands in for something that was reported: it fits everywhere.
    pub(crate) fn nothing(&mut self, place: &Place, scope: &Scope) -> Typed {
        self.value(Value::Nothing, Ty::Any, place, scope)
    }

    pub(crate) fn report(&self, problem: Diagnostic) {
        self.problems.report(problem);
    }

    /// A text that the core knows by number.
    pub(crate) fn text_number(&mut self, texts: Vec<String>) -> u32 {
        if let Some(old) = self.texts.iter().position(|old| *old == texts) {
            return old as u32;
        }
        self.texts.push(texts);
        (self.texts.len() - 1) as u32
    }
}
