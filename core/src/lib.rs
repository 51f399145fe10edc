//! The thin core of Cardwright: plain state, a clock, measurement, dice, effects and decisions.
//!
//! Reading order: [`value`] what a rule handles · [`function`] and [`rules`] what a pack becomes when frozen · [`state`] a game as it
//! stands · [`event`] what happens, and the only function that writes · [`resolve`] how rules make events · [`clock`]
//! whose turn it is · [`decision`] what players are asked · [`space`] measuring.
//!
//! Nothing here reads a file, knows a language or names a game.

#![deny(clippy::float_arithmetic)]

pub mod clock;
pub mod decision;
pub mod dice;
pub mod event;
pub mod function;
pub mod game;
pub mod hook;
mod odds;
mod offer;
pub mod policy;
pub mod resolve;
pub mod rules;
pub mod space;
pub mod state;
pub mod value;
