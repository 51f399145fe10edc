//! Options of the game.

use crate::name::Given;
use crate::page::Trouble;
use crate::page::line::{Names, Reader, unknown};
use crate::say::Says;
use crate::words::{Words, plain_name};
use cardwright_core::game::Setup;
use cardwright_core::rules::{Ruleset, Type};
use cardwright_core::state::State;
use cardwright_core::value::*;

/// `option NAME VALUE`.
pub(super) fn option(rules: &Ruleset, words: &Words, reader: &mut Reader<'_>, setup: &mut Setup) -> Result<(), Trouble> {
    let names: Vec<(String, usize)> = rules.options.iter().enumerate().map(|(n, o)| (plain_name(&o.id), n)).collect();
    let known: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
    let Some(place) = reader.name(names) else {
        return Err(reader.trouble(unknown("option", reader.rest(), known.iter().map(String::as_str))));
    };
    let Some(declared) = rules.options.get(place) else { return Ok(()) };
    let at = reader.clone();
    let value = option_value(rules, words, &declared.default, reader)?;
    if !declared.among.is_empty() && !declared.among.contains(&value) {
        let (given, state) = (Given::default(), State::of(Vec::new()));
        let says = Says { rules, words, given: &given, state: &state, viewer: None };
        let among: Vec<String> = declared.among.iter().map(|value| says.value(value)).collect();
        return Err(at.trouble(format!("option `{}` is one of: {}", declared.id, among.join(", "))));
    }
    if !reader.is_done() {
        return Err(reader.trouble(format!("`{}` is too much for an option", reader.rest())));
    }
    if let Some(slot) = setup.options.get_mut(place) {
        *slot = value;
    }
    Ok(())
}

fn option_value(rules: &Ruleset, words: &Words, default: &Value, reader: &mut Reader<'_>) -> Result<Value, Trouble> {
    let holds = match default {
        Value::Truth(_) => Type::Test,
        Value::Number(_) => Type::Number,
        Value::Term(term) => rules.terms.get(term.index()).map_or(Type::Any, |t| Type::Term(t.vocabulary)),
        _ => Type::Any,
    };
    let given = Given::default();
    let state = State::of(Vec::new());
    reader.value(&Says { rules, words, given: &given, state: &state, viewer: None }, &Names::new(), &holds)
}
