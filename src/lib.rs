//! The `cardwright` program as a library; `main.rs` only calls [`program`].
//!
//! Reading order: [`cli`] the command line · [`command`] what each command does · [`load`] packs into a [`game`] ·
//! [`words`], [`name`], [`say`], [`fill`] and [`tale`]: things and events in words · [`page`] boards written down ·
//! [`scenario`] tests that authors write · [`session`], [`sitting`], [`human`], [`seat`], [`question`], [`way`]: a game under way ·
//! [`save`] games kept in files · [`face`] how a game looks · [`table`] the board drawn · [`tongue`] the program's own words.
//!
//! Nothing here knows the words of a game: all names come from its packs.

pub mod boards;
pub mod calm;
pub mod campaign;
pub mod cli;
pub mod command;
pub mod console;
pub mod face;
pub mod failure;
pub mod fill;
pub mod game;
pub mod human;
pub mod load;
pub mod name;
pub mod near;
pub mod page;
pub mod piece;
pub mod question;
pub mod save;
pub mod say;
pub mod scenario;
pub mod seat;
pub mod session;
pub mod shelf;
pub mod sitting;
pub mod squares;
pub mod table;
pub mod tale;
pub mod texts;
pub mod tongue;
pub mod turn;
pub mod way;
pub mod words;
pub mod written;

pub use cli::program;
