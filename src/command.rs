//! The commands of the program, one file each.

pub mod build;
pub mod check;
pub mod new;
pub mod parse;
pub mod play;
pub mod replay;
pub mod rules;
pub mod show;
pub mod tally;
pub mod test;
