//! A question to a player in words, and a written answer as a value.

use crate::say::{Says, point};
use crate::words::{Words, plain_name};
use cardwright_core::decision::{Decision, Options, Prompt};
use cardwright_core::rules::Body;
use cardwright_core::space::{Disc, Point, away_from, format_length, parse_length, toward};
use cardwright_core::value::*;

/// What is asked.
pub fn prompt<'w>(words: &'w Words, prompt: &'w Prompt) -> &'w str {
    match prompt {
        Prompt::Text(number) => words.text(*number),
        Prompt::Words(words) => words,
    }
}

/// What may be answered, a line each; the numbers are those of [`read`].
pub fn choices(says: &Says<'_>, options: &Options) -> Vec<String> {
    match options {
        Options::YesNo => vec!["yes or no".into()],
        Options::Among { of, .. } => numbered(says, of),
        Options::Number { from, to } => vec![format!("a number from {from} to {to}")],
        Options::Point { around, within } => vec![
            format!("a place such as `{}`, within {} of {}", point(*around), format_length(*within), point(*around)),
            "or `toward NAME 3\"`, `away NAME 3\"`".into(),
        ],
        Options::Path { from, within, .. } => vec![
            format!(
                "a path such as `{} -> 12, 14`, up to {} in all, from {}",
                point(*from),
                format_length(*within),
                point(*from)
            ),
            "or `toward NAME 3\"`, `away NAME 3\"`, `stay`".into(),
        ],
    }
}

fn numbered(says: &Says<'_>, of: &[Value]) -> Vec<String> {
    of.iter().enumerate().map(|(n, value)| format!("{:>3}  {}", n + 1, says.value(value))).collect()
}

/// How many may be chosen, where it is not exactly one.
pub fn how_many(options: &Options) -> Option<String> {
    match options {
        Options::Among { least: 1, most: 1, .. } => None,
        Options::Among { least, most, .. } if least == most => Some(format!("choose {least}")),
        Options::Among { least, most, .. } => Some(format!("choose {least} to {most}, or `none`")),
        _ => None,
    }
}

/// A written answer. `numbers`: a plain number counts choices, as the terminal lists them.
///
/// Errors: why it is no answer to this question, in words. Whether it is legal is the core's to say.
pub fn read(says: &Says<'_>, decision: &Decision, text: &str, numbers: bool) -> Result<Value, String> {
    let text = text.trim();
    match &decision.options {
        Options::YesNo => match plain_name(text).as_str() {
            "yes" | "y" | "是" => Ok(Value::Truth(true)),
            "no" | "n" | "pass" | "none" | "否" => Ok(Value::Truth(false)),
            _ => Err(format!("`{text}` is neither yes nor no")),
        },
        Options::Number { .. } => {
            let number = text.parse::<i64>().ok().or_else(|| parse_length(text).ok());
            number.map(Value::Number).ok_or_else(|| format!("`{text}` is not a number"))
        }
        Options::Among { of, least, most } => among(says, of, *least, *most, text, numbers),
        Options::Point { around, .. } => place(says, Disc::new(*around, 0), text).map(Value::Point),
        Options::Path { mover, from, .. } => path(says, Disc::new(*from, radius(says, *mover)), text),
    }
}

fn among(says: &Says<'_>, of: &[Value], least: u32, most: u32, text: &str, numbers: bool) -> Result<Value, String> {
    let none = matches!(plain_name(text).as_str(), "none" | "pass" | "nothing" | "nobody" | "");
    if least == 1 && most == 1 {
        return member(says, of, &[], text, numbers);
    }
    if none {
        return Ok(Value::list(Vec::new()));
    }
    let mut picked = Vec::new();
    let mut taken = Vec::new();
    // A choice may have a comma in its name: an action with what it is used on.
    if let Ok(value) = member(says, of, &taken, text, numbers) {
        return Ok(Value::list(vec![value]));
    }
    for part in text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        let value = member(says, of, &taken, part, numbers)?;
        if let Some(place) = (0..of.len()).find(|n| !taken.contains(n) && of.get(*n) == Some(&value)) {
            taken.push(place);
        }
        picked.push(value);
    }
    Ok(Value::list(picked))
}

/// The choice with this name. Of several alike the first not yet taken counts.
fn member(says: &Says<'_>, of: &[Value], taken: &[usize], text: &str, numbers: bool) -> Result<Value, String> {
    if numbers && let Ok(number) = text.parse::<usize>() {
        return of
            .get(number.wrapping_sub(1))
            .cloned()
            .ok_or_else(|| format!("there is no choice {number}; there are {}", of.len()));
    }
    let wanted = plain_name(text);
    let named = |exact: bool| -> Vec<usize> {
        (0..of.len())
            .filter(|n| !taken.contains(n))
            .filter(|n| of.get(*n).is_some_and(|value| called(says, value, &wanted, exact)))
            .collect()
    };
    let mut found = named(true);
    if found.is_empty() {
        found = named(false);
    }
    match found.as_slice() {
        [] => Err(format!("`{text}` is not among: {}", of.iter().map(|v| says.value(v)).collect::<Vec<_>>().join(", "))),
        [one] => of.get(*one).cloned().ok_or_else(|| "no such choice".into()),
        [first, rest @ ..] => {
            // Cards of one print are the same choice; different things of one name are not.
            let alike = |n: &usize| match (of.get(*first), of.get(*n)) {
                (Some(a), Some(b)) => a == b || says.value(a) == says.value(b),
                _ => false,
            };
            if rest.iter().all(alike) {
                return of.get(*first).cloned().ok_or_else(|| "no such choice".into());
            }
            Err(format!(
                "`{text}` could be {}",
                found.iter().filter_map(|n| of.get(*n)).map(|v| says.value(v)).collect::<Vec<_>>().join(" or ")
            ))
        }
    }
}

/// Whether a value goes by a name. Loosely: the name is the start of one of its words, or its id.
pub fn called(says: &Says<'_>, value: &Value, wanted: &str, exact: bool) -> bool {
    if wanted.is_empty() {
        return false;
    }
    names(says, value)
        .iter()
        .any(|name| if exact { name == wanted } else { name.starts_with(wanted) || name.split(' ').any(|word| word == wanted) })
}

/// Everything a value may be called: its name, the name of its card, and its id.
pub fn names(says: &Says<'_>, value: &Value) -> Vec<String> {
    let rules = says.rules;
    let mut out = vec![plain_name(&says.value(value))];
    let id = match value {
        Value::Term(term) => rules.terms.get(term.index()).map(|t| t.id.clone()),
        Value::Def(def) => rules.defs.get(def.index()).map(|d| d.id.clone()),
        Value::Card(card) => rules.cards.get(card.index()).map(|c| c.id.clone()),
        Value::Ability(ability) => rules.abilities.get(ability.index()).map(|a| a.id.clone()),
        Value::Entity(entity) => says.state.entities.get(entity.index()).and_then(|e| e.card).and_then(|card| {
            out.push(plain_name(says.words.card(card)));
            rules.cards.get(card.index()).map(|c| c.id.clone())
        }),
        _ => None,
    };
    out.extend(id.as_deref().map(plain_name));
    out
}

/// A place: `12, 14`, `toward NAME 3"`, `away NAME 3"`, `stay`. Toward a base ends in contact with it at the latest.
///
/// Errors: it is none of these, or the name is nobody's.
pub fn place(says: &Says<'_>, from: Disc, text: &str) -> Result<Point, String> {
    let text = text.trim();
    if plain_name(text) == "stay" {
        return Ok(from.at);
    }
    for (word, nearer) in [("toward ", true), ("towards ", true), ("away from ", false), ("away ", false)] {
        let Some(rest) = text.strip_prefix(word) else { continue };
        let (name, length) = rest.trim().rsplit_once(' ').ok_or_else(|| format!("write `{word}NAME 3\"`"))?;
        let length = coordinate(length).ok_or_else(|| format!("`{length}` is not a length such as 3\""))?;
        let goal = match coordinates(name) {
            Some(goal) => Disc::new(goal, 0),
            None => whereabouts(says, name)?,
        };
        let moved = if nearer { toward(from, goal, length, &[], None) } else { away_from(from, goal.at, length, &[], None) };
        return Ok(moved.end);
    }
    coordinates(text).ok_or_else(|| format!("`{text}` is not a place such as `12, 14`"))
}

/// A path: places joined by `->`. The first may be left out where it is where the mover stands.
///
/// Errors: one of the places cannot be read.
pub fn path(says: &Says<'_>, from: Disc, text: &str) -> Result<Value, String> {
    let mut points = vec![from.at];
    for part in text.split("->").map(str::trim).filter(|part| !part.is_empty()) {
        let at = points.last().copied().unwrap_or(from.at);
        let next = place(says, from.moved_to(at), part)?;
        if points.len() > 1 || next != from.at {
            points.push(next);
        }
    }
    Ok(Value::list(points.into_iter().map(Value::Point).collect()))
}

fn whereabouts(says: &Says<'_>, name: &str) -> Result<Disc, String> {
    let entity = find_entity(says, name)?;
    let at = says.state.entity(entity).at.ok_or_else(|| format!("{} is not on the table", says.entity(entity)))?;
    Ok(Disc::new(at, radius(says, entity)))
}

/// Half the diameter of its base; 0 where it has none.
pub fn radius(says: &Says<'_>, id: EntityId) -> i64 {
    let entity = says.state.entity(id);
    let kind = says.rules.kinds.get(entity.kind.index());
    let Some((Body::Round(field), kind)) = kind.map(|kind| (kind.body, kind)) else { return 0 };
    let place = field.0.wrapping_sub(kind.fields.start) as usize;
    entity.fields.get(place).and_then(Value::number).map_or(0, |diameter| diameter / 2)
}

/// The entity that goes by a name: an exact name first, then a part of it that only one has.
///
/// Errors: nobody or several are called so.
pub fn find_entity(says: &Says<'_>, name: &str) -> Result<EntityId, String> {
    let wanted = plain_name(name);
    let all = || (1..says.state.entities.len()).map(|n| EntityId(n as u32)).filter(|id| says.state.entity(*id).present);
    for exact in [true, false] {
        let found: Vec<EntityId> = all().filter(|id| called(says, &Value::Entity(*id), &wanted, exact)).collect();
        let standing: Vec<EntityId> = found.iter().copied().filter(|id| says.state.entity(*id).at.is_some()).collect();
        match (found.as_slice(), standing.as_slice()) {
            ([], _) => continue,
            ([one], _) | (_, [one]) => return Ok(*one),
            (several, _) => {
                let names: Vec<String> = several.iter().map(|id| says.entity(*id)).collect();
                return Err(format!("`{name}` could be {}", names.join(" or ")));
            }
        }
    }
    Err(format!("nobody is called `{name}`"))
}

/// Two coordinates in inches: `12, 14.5` or `12,14`.
pub fn coordinates(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Some(Point::new(coordinate(x)?, coordinate(y)?))
}

/// A length in inches, with or without its sign.
pub fn coordinate(text: &str) -> Option<i64> {
    let text = text.trim();
    parse_length(text).ok().or_else(|| parse_length(&format!("{text}\"")).ok())
}
