//! Sandboxed Luau hooks: a script reads through a view lent for one call and proposes effects; it never writes.
//!
//! Reading order: [`Host`] loads the files and runs hooks · `sandbox` what a script finds there · `prelude.luau` the view
//! as scripts see it · `scan` what its source shows · `door` the way to the core, with what passes it in `read`, `act` and `ask` · `give` and `take`
//! values in and out · `budget` what ends a script that does not end · `trouble` from an error to an author's words ·
//! [`editor_types`].

mod act;
mod ask;
mod budget;
mod door;
mod editor;
mod give;
mod host;
mod load;
mod names;
mod read;
mod sandbox;
mod scan;
mod take;
mod trouble;

pub use budget::Limits;
pub use editor::editor_types;
pub use host::Host;
pub use load::ScriptProblem;
pub use names::Names;
