//! Rules that scenarios write down, read by the loader that read the packs.

use crate::game::Reader;
use crate::load;
use cardwright_content::{Session, session};
use cardwright_core::rules::{Ruleset, Type};
use cardwright_core::value::NodeId;
use cardwright_grammar::diagnostic::Diagnostic;
use std::cell::RefCell;
use std::path::Path;

/// Lends a reader of texts for the packs in a folder, which must be without errors.
pub fn with_texts<R>(folder: &Path, body: impl FnOnce(&dyn Reader) -> R) -> R {
    session(&[folder.to_owned()], &load::options(folder), |session| body(&Texts { session: RefCell::new(session) }))
}

struct Texts<'a> {
    session: RefCell<Session<'a>>,
}

impl Reader for Texts<'_> {
    fn expression(&self, rules: &mut Ruleset, text: &str, names: &[(String, Type)]) -> Result<NodeId, String> {
        self.session.borrow_mut().expression(rules, text, names).map_err(said)
    }

    fn effects(&self, rules: &mut Ruleset, text: &str, target: bool) -> Result<NodeId, String> {
        self.session.borrow_mut().effects(rules, text, target).map_err(said)
    }
}

/// Problems in one line.
fn said(problems: Vec<Diagnostic>) -> String {
    let one = |d: &Diagnostic| match &d.help {
        Some(help) => format!("{} ({help})", d.message),
        None => d.message.clone(),
    };
    problems.iter().map(one).collect::<Vec<_>>().join("; ")
}
