//! From pack folders to a frozen ruleset.
//!
//! The way of a pack: [`pack`] finds folders and reads files · [`yaml`] gives trees with places · `shape` says what each
//! section holds · `index` gives every name an id · `book` makes the phrasebook · `lower` turns expressions, steps and
//! text into the core's nodes · `cards` and `clock` do the rest · `checks` looks at the whole. Every problem on the way is
//! collected; only without errors is there a ruleset.

mod antecedent;
mod book;
mod bounds;
mod cards;
mod checks;
mod clock;
mod cores;
mod group;
mod index;
mod load;
mod lower;
mod names;
mod pack;
mod place;
mod session;
mod shape;
mod ty;
pub mod yaml;

pub use antecedent::Unclear;
pub use book::Book;
pub use cards::AbilityText;
pub use load::{Loaded, Options, load};
pub use names::Names;
pub use pack::Script;
pub use place::Place;
pub use session::{Sample, Session, session};
pub use shape::section::RuleEntry;
