//! Values as the files of packs, boards and campaigns write them.

use crate::say::Says;
use cardwright_core::rules::Type;
use cardwright_core::space::format_length;
use cardwright_core::value::*;

/// What a piece is called in the file; None for one that the file does not have.
pub type Named<'n> = &'n dyn Fn(EntityId) -> Option<String>;

/// A value of a type; None for what no file can say: rules, and pieces without a name there.
pub fn yaml(says: &Says<'_>, value: &Value, holds: &Type, named: Named<'_>) -> Option<String> {
    let rules = says.rules;
    Some(match (value, holds) {
        (Value::Nothing, _) => "none".into(),
        (Value::Number(length), Type::Length) => format_length(*length),
        (Value::Number(number), _) => number.to_string(),
        (Value::Truth(truth), _) => if *truth { "yes" } else { "no" }.into(),
        (Value::Term(term), _) => rules.terms.get(term.index())?.id.clone(),
        (Value::Def(def), _) => rules.defs.get(def.index())?.id.clone(),
        (Value::Ability(ability), _) => rules.abilities.get(ability.index())?.id.clone(),
        (Value::Card(card), _) => rules.cards.get(card.index())?.id.clone(),
        (Value::Entity(id), _) => text(&named(*id)?),
        (Value::Point(at), _) => format!("[{}]", crate::say::point(*at)),
        (Value::List(members), Type::Table(vocabulary)) => {
            let terms = rules.vocabularies.get(vocabulary.index())?.terms.clone();
            let columns = terms
                .zip(members.iter())
                .filter_map(|(term, number)| Some(format!("{}: {}", rules.terms.get(term as usize)?.id, number.number()?)));
            format!("{{{}}}", columns.collect::<Vec<_>>().join(", "))
        }
        (Value::List(members), holds) => {
            let of = match holds {
                Type::List(of) => (**of).clone(),
                Type::Many(kind) => Type::One(*kind),
                _ => Type::Any,
            };
            let all: Option<Vec<String>> = members.iter().map(|member| yaml(says, member, &of, named)).collect();
            format!("[{}]", all?.join(", "))
        }
        (Value::Rule(_), _) => return None,
    })
}

/// A text as YAML takes it anywhere.
pub fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
