//! Where checks put what they find.

use std::cell::RefCell;

use super::{Diagnostic, FileId, Severity};

/// Collects problems, and knows where in the pack the checks are.
///
/// It is written through `&self`, so that a cursor over a map and the checks of its values can share it.
/// One per thread; [`Problems::absorb`] joins them.
#[derive(Debug, Default)]
pub struct Problems {
    list: RefCell<Vec<Diagnostic>>,
    trail: RefCell<Vec<String>>,
}

/// Leaves a level of the trail when dropped.
#[derive(Debug)]
#[must_use = "the trail is left as soon as this is dropped"]
pub struct TrailGuard<'p> {
    problems: &'p Problems,
}

impl Problems {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem. One without a trail of its own gets the present one.
    pub fn report(&self, mut problem: Diagnostic) {
        if problem.trail.is_empty() {
            problem.trail.clone_from(&self.trail.borrow());
        }
        self.list.borrow_mut().push(problem);
    }

    /// Goes one level down ("card Rin", "ability Ember Pulse") until the guard is dropped.
    pub fn enter(&self, level: impl Into<String>) -> TrailGuard<'_> {
        self.trail.borrow_mut().push(level.into());
        TrailGuard { problems: self }
    }

    /// Where the checks are now, outermost first.
    #[must_use]
    pub fn trail(&self) -> Vec<String> {
        self.trail.borrow().clone()
    }

    /// How many problems there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.borrow().len()
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.borrow().is_empty()
    }

    /// Whether any of them is an error.
    #[must_use]
    pub fn any_errors(&self) -> bool {
        let list = self.list.borrow();
        list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether anything was found in a file.
    #[must_use]
    pub fn any_in(&self, file: FileId) -> bool {
        let list = self.list.borrow();
        list.iter().any(|d| d.label.file == file)
    }

    /// Takes over the problems of another sink, with their trails.
    pub fn absorb(&self, other: Problems) {
        self.list.borrow_mut().append(&mut other.into_vec());
    }

    /// Takes out all problems, in the order found; the sink is empty then. For a sink that several hold.
    #[must_use]
    pub fn take(&self) -> Vec<Diagnostic> {
        self.list.take()
    }

    /// The problems, in the order found.
    #[must_use]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list.into_inner()
    }
}

impl Drop for TrailGuard<'_> {
    fn drop(&mut self) {
        self.problems.trail.borrow_mut().pop();
    }
}
