//! One piece, whole: what it has, its statuses, and what its abilities do.

use crate::face::{Numbered, slots};
use crate::fill::{Filling, fill};
use crate::game::Game;
use crate::question::marked;
use crate::say::{Says, point};
use crate::tongue::{said, wrapped};
use cardwright_core::resolve::value_in;
use cardwright_core::rules::Ability;
use cardwright_core::space::format_length;
use cardwright_core::state::Lasts;
use cardwright_core::value::*;

/// Columns of its text.
const WIDE: usize = 72;

/// Everything that a viewer may know of a piece.
pub fn piece(says: &Says<'_>, game: &Game, id: EntityId) -> Vec<String> {
    let entity = says.state.entity(id);
    let mut out = vec![format!("  {}", marked(says, &Value::Entity(id)))];
    if let Some(at) = entity.at {
        out.push(format!("    @ {}", point(at)));
    }
    if says.viewer.is_some_and(|viewer| !says.state.sees(says.rules, viewer, id)) {
        return out;
    }
    let columns = crate::table::columns(says, game, id);
    if !columns.is_empty() {
        out.push(format!("    {}", columns.join("  ")));
    }
    for status in crate::table::statuses(says, id) {
        out.push(format!("    [{status}]"));
    }
    let has = crate::table::besides(says, game, id).unwrap_or_else(|| printed(says, id));
    out.extend(wrapped(&has.join("; "), WIDE).into_iter().map(|line| format!("    {line}")));
    for ability in abilities(says, id) {
        out.extend(sheet(says, game, ability, Some(id)).into_iter().map(|line| format!("    {line}")));
    }
    out
}

/// All that is printed on its card.
fn printed(says: &Says<'_>, id: EntityId) -> Vec<String> {
    let entity = says.state.entity(id);
    let fields = says.rules.kinds.get(entity.kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
    let mut out = Vec::new();
    for (field, value) in fields.map(FieldId).zip(&entity.fields) {
        let Some(declared) = says.rules.fields.get(field.index()).filter(|field| field.printed) else { continue };
        if !matches!(value, Value::Nothing) && !matches!(value, Value::List(members) if members.is_empty()) {
            out.push(format!("{}: {}", says.words.field(field), says.typed(value, Some(&declared.holds))));
        }
    }
    out
}

/// What is printed on a card: its name and kind, and its abilities.
pub fn card(says: &Says<'_>, game: &Game, id: CardId) -> Vec<String> {
    let Some(card) = says.rules.cards.get(id.index()) else { return Vec::new() };
    let (name, kind) = (says.words.card(id), says.words.kind(card.kind));
    let mut out = vec![format!("  {}", said!(says.words, "{name} ({kind})", "{name}（{kind}）"))];
    for ability in &card.abilities {
        out.extend(sheet(says, game, *ability, None).into_iter().map(|line| format!("    {line}")));
    }
    out
}

/// The abilities it has: those of its card but what it has lost, and what it has gained.
pub fn abilities(says: &Says<'_>, id: EntityId) -> Vec<AbilityId> {
    let entity = says.state.entity(id);
    let card = entity.card.and_then(|card| says.rules.cards.get(card.index()));
    let mut out = card.map(|card| card.abilities.to_vec()).unwrap_or_default();
    for lasting in says.state.lasting.iter().filter(|lasting| lasting.holder == Some(id)) {
        match lasting.what {
            Lasts::Lost(ability) => out.retain(|own| *own != ability),
            Lasts::Gained(ability) if !out.contains(&ability) => out.push(ability),
            _ => {}
        }
    }
    out
}

/// An ability as it is printed: its name and kind, its numbers, and what it says.
pub fn sheet(says: &Says<'_>, game: &Game, id: AbilityId, of: Option<EntityId>) -> Vec<String> {
    let Some(ability) = says.rules.abilities.get(id.index()) else { return Vec::new() };
    let numbers = numbers(says, game, id, ability, of).join(", ");
    let kind = says.words.term(ability.kind);
    let colon = if numbers.is_empty() { "" } else { ": " };
    let mut out = wrapped(&format!("{} ({kind}){colon}{numbers}", says.words.ability(id)), WIDE);
    let beside = |part: &str| {
        let key = |key: AbilityFieldId| says.rules.ability_fields.get(key.index());
        game.face.abilities.iter().any(|numbered| key(numbered.key).is_some_and(|key| key == part))
    };
    for (_, line) in says.words.sheet(id).iter().filter(|(part, _)| !beside(part)) {
        out.extend(wrapped(line, WIDE - 2).into_iter().map(|line| format!("  {line}")));
    }
    out
}

/// `1 energy`, `pulse 2"`: what its numbers are, those that it has.
fn numbers(says: &Says<'_>, game: &Game, id: AbilityId, ability: &Ability, of: Option<EntityId>) -> Vec<String> {
    let entity = of.map_or(Value::Nothing, Value::Entity);
    let player = of.and_then(|of| says.state.entity(of).owner).map_or(Value::Nothing, Value::Entity);
    let mut out = Vec::new();
    for Numbered { key, texts, hide } in &game.face.abilities {
        let template = texts.in_language(&says.words.tag);
        if slots(template).any(|slot| slot == "text") {
            let part = says.rules.ability_fields.get(key.index()).map_or("", String::as_str);
            let text = says.words.sheet(id).iter().find(|(known, _)| known == part);
            out.extend(text.map(|(_, text)| fill(template, &|_| Some(Filling { text: text.clone(), many: false }))));
            continue;
        }
        let Some((_, node)) = ability.fields.iter().find(|(known, _)| known == key) else { continue };
        let ambient =
            Ambient { originator: entity.clone(), player: player.clone(), ability: Value::Ability(id), ..Ambient::default() };
        let Ok(value) = value_in(says.rules, &*game.host, says.state, *node, ambient) else { continue };
        let empty = matches!(&value, Value::Nothing) || matches!(&value, Value::List(members) if members.is_empty());
        let length = slots(template).any(|slot| slot == "length");
        if empty || (length && value == Value::Number(0)) || (hide.is_some() && value.number() == *hide) {
            continue;
        }
        let of = |slot: &str| -> Option<Filling> {
            let text = match (slot, &value) {
                ("n", value) => says.value(value),
                ("length", value) => format_length(value.number()?),
                (vocabulary, Value::List(members)) => {
                    let terms = says.rules.vocabularies.iter().find(|known| known.id == vocabulary)?.terms.clone().map(TermId);
                    let number = |value: &Value| value.number().map_or_else(|| "–".to_owned(), |number| number.to_string());
                    let each =
                        terms.zip(members.iter()).map(|(term, value)| format!("{} {}", says.words.term(term), number(value)));
                    each.collect::<Vec<_>>().join(", ")
                }
                _ => return None,
            };
            Some(Filling { text, many: value.number().is_none_or(|n| n != 1) })
        };
        out.push(fill(template, &of));
    }
    out
}
