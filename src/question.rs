//! A question to a player in words, and a written answer as a value.

use crate::game::Game;
use crate::page::line::starts_with_name;
use crate::say::{Says, point};
use crate::tongue::{padded, said, width};
pub use crate::way::{doubt, list_of_points, many_points, point_among, ways};
use crate::words::{Words, plain_name};
use cardwright_core::decision::{Decision, Options, Prompt};
use cardwright_core::rules::Body;
use cardwright_core::space::{Disc, Point, format_length, parse_length};
use cardwright_core::value::*;

/// So many are named where a line says that another is not among them.
const NAMED: usize = 30;

/// What is asked.
pub fn prompt<'w>(words: &'w Words, prompt: &'w Prompt) -> &'w str {
    match prompt {
        Prompt::Text(number) => words.text(*number),
        Prompt::Words(words) => words,
    }
}

/// What may be answered, a line each; the numbers are those of [`read`].
pub fn choices(says: &Says<'_>, game: &Game, decision: &Decision) -> Vec<String> {
    let words = says.words;
    match &decision.options {
        Options::YesNo => vec![said!(words, "yes or no", "yes 或 no")],
        Options::Among { of, .. } if are_numbers(of) => {
            let numbers: Vec<String> = of.iter().map(|value| says.value(value)).collect();
            vec![numbers.join(", ")]
        }
        Options::Among { of, .. } if many_points(&decision.options).is_some() => vec![crate::way::of_many(says, game, of)],
        Options::Among { of, .. } if of.iter().all(|value| showing(says, value).is_some()) => {
            let mut all: Vec<(usize, &Value)> = labels(says, of).into_iter().zip(of).collect();
            all.sort_by_key(|(label, _)| *label);
            let one = |(n, value): (usize, &Value)| format!("{n} [{}]", showing(says, value).unwrap_or_default());
            vec![all.into_iter().map(one).collect::<Vec<_>>().join("   ")]
        }
        Options::Among { of, .. } => {
            let beside = |value: &Value| value.entity().map_or_else(String::new, |id| beside(says, game, decision, id));
            let longest = of.iter().map(|value| width(&marked(says, value))).max().unwrap_or(0);
            let line =
                |(n, value): (usize, &Value)| format!("{n:>3}  {}{}", padded(&marked(says, value), longest), beside(value));
            let mut all: Vec<(usize, &Value)> = labels(says, of).into_iter().zip(of).collect();
            all.sort_by_key(|(label, _)| *label);
            all.into_iter().map(line).map(|line| line.trim_end().to_owned()).collect()
        }
        Options::Number { from, to } => vec![said!(words, "a number from {from} to {to}", "{from}到{to}的數")],
        Options::Point { around, within } => {
            let (around, within) = (point(*around), format_length(*within));
            vec![said!(
                words,
                "a place within {within} of {around}: `12,5`, or `5 n` from there",
                "距 {around} {within}以內的位置：`12,5`，或由該處起的 `5 n`"
            )]
        }
        Options::Path { mover, from, within, .. } => {
            let (length, at) = (format_length(*within), point(*from));
            let mut out = vec![said!(
                words,
                "up to {length} from {at}: `3 n`, `toward NAME`, `touch NAME`, `to 12,14`, `stay`",
                "自 {at} 起最多{length}：`3 n`、`toward 名字`、`touch 名字`、`to 12,14`、`stay`"
            )];
            out.extend(crate::near::reach(says, game, *mover, *from, *within));
            out
        }
    }
}

/// Whether all choices are numbers, which then stand for themselves and are not counted.
pub fn are_numbers(of: &[Value]) -> bool {
    of.iter().all(|value| matches!(value, Value::Number(_)))
}

/// The number of each choice: its place in the list; twins that lie in one pile keep the numbers of their names.
fn labels(says: &Says<'_>, of: &[Value]) -> Vec<usize> {
    let place = |value: &Value| crate::name::place(says.rules, says.words, says.state, value.entity()?).map(|(place, _)| place);
    let places: Option<Vec<usize>> = of.iter().map(place).collect();
    let distinct = |places: &Vec<usize>| places.iter().collect::<std::collections::BTreeSet<_>>().len() == places.len();
    places.filter(distinct).unwrap_or_else(|| {
        let mut listed: Vec<(usize, &Value)> = of.iter().enumerate().collect();
        order_by(says, &mut listed, |(_, value)| value);
        let mut labels = vec![0; of.len()];
        for (label, (n, _)) in (1..).zip(listed) {
            if let Some(slot) = labels.get_mut(n) {
                *slot = label;
            }
        }
        labels
    })
}

/// Puts pieces of others in an order that tells no more of them than their marks do; everything else stays where it is.
pub fn order(says: &Says<'_>, values: &mut [&Value]) {
    order_by(says, values, |value| value);
}

fn order_by<'v, T: Copy>(says: &Says<'_>, listed: &mut [T], value: impl Fn(T) -> &'v Value) {
    let doubtful = |id: &EntityId| crate::name::shuffled(says.rules, says.state, *id, says.viewer).is_some();
    let others = |one: &T| value(*one).entity().filter(doubtful);
    let places: Vec<usize> = (0..listed.len()).filter(|n| listed.get(*n).and_then(others).is_some()).collect();
    let mut sorted: Vec<(EntityId, T)> = listed.iter().filter_map(|one| Some((others(one)?, *one))).collect();
    sorted.sort_by_key(|(id, _)| says.place(*id));
    for (place, (_, one)) in places.into_iter().zip(sorted) {
        if let Some(slot) = listed.get_mut(place) {
            *slot = one;
        }
    }
}

/// What a twin among the choices shows.
fn showing(says: &Says<'_>, value: &Value) -> Option<String> {
    crate::name::shown(says.rules, says.words, says.state, value.entity()?)
}

/// A value with the mark that it has on the board.
pub fn marked(says: &Says<'_>, value: &Value) -> String {
    let mark = value.entity().and_then(|id| says.mark(id));
    mark.map_or_else(|| says.value(value), |mark| format!("{mark} {}", says.value(value)))
}

/// What stands behind a piece that may be chosen: how far it is from the one who asks, and what the list says of it.
fn beside(says: &Says<'_>, game: &Game, decision: &Decision, id: EntityId) -> String {
    let on_table =
        |id: EntityId| says.state.entities.get(id.index()).filter(|entity| entity.present).and_then(|entity| entity.at);
    let mut parts = crate::table::columns(says, game, id);
    if let Some(at) = on_table(id)
        && let Some(asker) = decision.originator.entity().filter(|asker| *asker != id)
        && let Some(from) = on_table(asker)
    {
        let far = crate::near::far(says, game, Disc::new(from, radius(says, asker)), Disc::new(at, radius(says, id)));
        parts.insert(0, said!(says.words, "{far} away", "距離{far}"));
    }
    parts.into_iter().map(|part| format!("  {part}")).collect()
}

/// How many may be chosen, where it is not exactly one.
pub fn how_many(words: &Words, options: &Options) -> Option<String> {
    match options {
        Options::Among { least: 1, most: 1, .. } => None,
        Options::Among { least, most, .. } if least == most => Some(said!(words, "choose {least}", "選{least}個")),
        Options::Among { least: 0, most, .. } => {
            Some(said!(words, "choose up to {most}, or `none`", "最多選{most}個，不選則輸入 none"))
        }
        Options::Among { least, most, .. } => Some(said!(words, "choose {least} to {most}", "選{least}到{most}個")),
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
            _ => Err(said!(says.words, "`{text}` is neither yes nor no", "「{text}」不是 yes 也不是 no")),
        },
        Options::Number { .. } => {
            let number = text.parse::<i64>().ok().or_else(|| parse_length(text).ok());
            number.map(Value::Number).ok_or_else(|| said!(says.words, "`{text}` is not a number", "「{text}」不是數字"))
        }
        Options::Among { of, least, most } => among(says, of, *least, *most, text, numbers),
        Options::Point { .. } | Options::Path { .. } => ways(says, &decision.options, text)?
            .into_iter()
            .next()
            .ok_or_else(|| said!(says.words, "`{text}` is no place", "「{text}」不是位置")),
    }
}

fn among(says: &Says<'_>, of: &[Value], least: u32, most: u32, text: &str, numbers: bool) -> Result<Value, String> {
    let none = matches!(plain_name(text).as_str(), "none" | "pass" | "nothing" | "nobody" | "無" | "不選" | "");
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
    let plain = plain_name(text);
    if numbers && matches!(plain.as_str(), "all" | "全部") {
        return Ok(Value::list(of.to_vec()));
    }
    if let Some(kept) = ["all but ", "keep ", "保留"].iter().find_map(|word| plain.strip_prefix(word)).filter(|_| numbers) {
        let kept = among(says, of, 0, most, kept, numbers)?;
        return Ok(Value::list(of.iter().filter(|value| !kept.members().contains(value)).cloned().collect()));
    }
    let mut rest = text.trim().trim_start_matches([',', ';', ' ']);
    while !rest.is_empty() {
        let part = part(says, of, rest);
        rest = rest.get(part.len()..).unwrap_or("").trim_start_matches([',', ';', ' ']);
        let part = part.trim();
        let same = if numbers { showing_so(says, of, &taken, part) } else { Vec::new() };
        if !same.is_empty() {
            picked.extend(same.iter().filter_map(|n| of.get(*n)).cloned());
            taken.extend(same);
            continue;
        }
        let value = member(says, of, &taken, part, numbers)?;
        if let Some(place) = (0..of.len()).find(|n| !taken.contains(n) && of.get(*n) == Some(&value)) {
            taken.push(place);
        }
        picked.push(value);
    }
    Ok(Value::list(picked))
}

/// The first of several answers: the longest name of a choice that ends where an answer may, else all up to a comma.
fn part<'t>(says: &Says<'_>, of: &[Value], text: &'t str) -> &'t str {
    let ends = |length: &usize| {
        text.get(*length..).is_some_and(|rest| rest.trim_start().is_empty() || rest.trim_start().starts_with([',', ';']))
    };
    let lengths = of.iter().flat_map(|value| names(says, value)).filter_map(|name| starts_with_name(text, &name));
    let length = lengths.filter(ends).max().or_else(|| text.find([',', ';'])).unwrap_or(text.len());
    text.get(..length.max(1)).unwrap_or(text)
}

/// The twins, by their places, that show what is written: a person who names a face means all that show it.
fn showing_so(says: &Says<'_>, of: &[Value], taken: &[usize], text: &str) -> Vec<usize> {
    let wanted = plain_name(text);
    let fits = |value: &Value| {
        let Some((number, Some(term))) = value.entity().and_then(|id| crate::name::shows(says.rules, says.words, says.state, id))
        else {
            return false;
        };
        let ids = says.rules.terms.get(term.index()).map(|term| plain_name(&term.id)).unwrap_or_default();
        [plain_name(says.words.term(term)), ids]
            .iter()
            .any(|name| wanted == *name || wanted == format!("{name}s") || wanted == format!("{number} {name}"))
    };
    (0..of.len()).filter(|n| !taken.contains(n) && of.get(*n).is_some_and(fits)).collect()
}

/// The choice with this name. Of several alike the first not yet taken counts.
fn member(says: &Says<'_>, of: &[Value], taken: &[usize], text: &str, numbers: bool) -> Result<Value, String> {
    if numbers && let Ok(number) = text.parse::<usize>() {
        let place = labels(says, of).iter().position(|label| *label == number);
        return place.and_then(|place| of.get(place)).cloned().ok_or_else(|| {
            let count = of.len();
            said!(says.words, "there is no choice {number}; there are {count}", "沒有第{number}項；共有{count}項")
        });
    }
    let wanted = plain_name(text);
    let named = |exact: bool| -> Vec<usize> {
        (0..of.len())
            .filter(|n| !taken.contains(n))
            .filter(|n| of.get(*n).is_some_and(|value| called(says, value, &wanted, exact)))
            .collect()
    };
    // What a piece is called comes before the mark of another.
    let mut found = named(true);
    let mark = |value: &Value| says.mark(value.entity()?);
    let by_mark = |same: &dyn Fn(&str) -> bool| -> Vec<&Value> {
        of.iter().filter(|value| mark(value).is_some_and(|mark| same(&mark))).collect()
    };
    for marked in [by_mark(&|mark| mark == text), by_mark(&|mark| mark.eq_ignore_ascii_case(text))] {
        if let ([one], true) = (marked.as_slice(), found.is_empty()) {
            return Ok((*one).clone());
        }
    }
    if found.is_empty() {
        found = named(false);
    }
    match found.as_slice() {
        [] => {
            let mut known = of.iter().take(NAMED).map(|v| says.value(v)).collect::<Vec<_>>().join(", ");
            if let Some(more) = of.len().checked_sub(NAMED).filter(|more| *more > 0) {
                known.push_str(&said!(says.words, ", and {more} more", "，以及另外{more}項"));
            }
            Err(said!(says.words, "`{text}` is not among: {known}", "「{text}」不在其中：{known}"))
        }
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
            let could = found.iter().filter_map(|n| of.get(*n)).map(|v| says.value(v)).collect::<Vec<_>>().join(" / ");
            Err(said!(says.words, "`{text}` could be {could}", "「{text}」可能是 {could}"))
        }
    }
}

/// Whether a value goes by a name. Loosely: the name is the start of one of its words, or its id.
pub fn called(says: &Says<'_>, value: &Value, wanted: &str, exact: bool) -> bool {
    // Of twins the number of one is what another shows, so a part of a name is no name.
    let is_twin = value.entity().is_some_and(|id| says.words.twins.contains_key(&says.state.entity(id).kind));
    if wanted.is_empty() || (is_twin && !exact) {
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
        // What may not be seen is not found by what it is.
        Value::Entity(hidden) if says.viewer.is_some_and(|viewer| !says.state.sees(rules, viewer, *hidden)) => None,
        Value::Entity(entity) => says.state.entities.get(entity.index()).and_then(|e| e.card).and_then(|card| {
            out.push(plain_name(says.words.card(card)));
            rules.cards.get(card.index()).map(|c| c.id.clone())
        }),
        _ => None,
    };
    out.extend(id.as_deref().map(plain_name));
    if let Value::Entity(id) = value {
        let short = crate::name::short(rules, says.words, says.given, says.state, *id);
        out.extend(short.iter().map(|name| plain_name(name)));
        if !short.is_empty() {
            let kind = says.state.entity(*id).kind;
            out.push(plain_name(says.words.kind(kind)));
            out.extend(rules.kinds.get(kind.index()).map(|kind| plain_name(&kind.id)));
        }
    }
    let unsigned: Vec<String> = out.iter().filter(|name| name.contains('#')).map(|name| name.replace('#', "")).collect();
    out.extend(unsigned);
    out
}

/// Half the diameter of its base; 0 where it has none.
pub fn radius(says: &Says<'_>, id: EntityId) -> i64 {
    let entity = says.state.entity(id);
    let kind = says.rules.kinds.get(entity.kind.index());
    let Some(Body::Round(field)) = kind.map(|kind| kind.body) else { return 0 };
    entity.field(says.rules, field).and_then(Value::number).map_or(0, |diameter| diameter / 2)
}

/// The entity that goes by a name: an exact name first, then a part of it that only one has.
///
/// Errors: nobody or several are called so.
pub fn find_entity(says: &Says<'_>, name: &str) -> Result<EntityId, String> {
    let wanted = plain_name(name);
    let called_so = |exact: bool| -> Vec<EntityId> {
        let same = |mark: String| if exact { mark == name.trim() } else { mark.eq_ignore_ascii_case(name.trim()) };
        let on_board = (1..says.state.entities.len() as u32).map(EntityId).filter(|id| says.state.entity(*id).present);
        on_board.filter(|id| says.mark(*id).is_some_and(same)).collect()
    };
    for exact in [true, false] {
        if let [one] = called_so(exact).as_slice() {
            return Ok(*one);
        }
    }
    let all = || (1..says.state.entities.len()).map(|n| EntityId(n as u32)).filter(|id| says.state.entity(*id).present);
    for exact in [true, false] {
        let found: Vec<EntityId> = all().filter(|id| called(says, &Value::Entity(*id), &wanted, exact)).collect();
        let standing: Vec<EntityId> = found.iter().copied().filter(|id| says.state.entity(*id).at.is_some()).collect();
        match (found.as_slice(), standing.as_slice()) {
            ([], _) => continue,
            ([one], _) | (_, [one]) => return Ok(*one),
            (several, _) => {
                let names: Vec<String> = several.iter().map(|id| says.entity(*id)).collect();
                let could = names.join(" / ");
                return Err(said!(says.words, "`{name}` could be {could}", "「{name}」可能是 {could}"));
            }
        }
    }
    Err(said!(says.words, "nobody is called `{name}`", "沒有叫「{name}」的"))
}

/// The ability that goes by a name, of a piece on the table; exact names first.
pub fn find_ability(says: &Says<'_>, name: &str) -> Option<(AbilityId, EntityId)> {
    let wanted = plain_name(name);
    let on_table = (1..says.state.entities.len() as u32).map(EntityId).filter(|id| {
        let entity = says.state.entity(*id);
        entity.present && entity.owner.is_some() && entity.pile.is_none()
    });
    let all: Vec<(AbilityId, EntityId)> =
        on_table.flat_map(|id| crate::piece::abilities(says, id).into_iter().map(move |ability| (ability, id))).collect();
    let found = |exact: bool| all.iter().copied().find(|(ability, _)| called(says, &Value::Ability(*ability), &wanted, exact));
    found(true).or_else(|| found(false))
}

/// The card that goes by a name, whether it is in the game or not; exact names first, then a part that only one has.
pub fn find_card(says: &Says<'_>, name: &str) -> Option<CardId> {
    let wanted = plain_name(name);
    let all = || (0..says.rules.cards.len() as u32).map(CardId);
    let exact = all().find(|card| called(says, &Value::Card(*card), &wanted, true));
    let mut part = all().filter(|card| called(says, &Value::Card(*card), &wanted, false));
    exact.or_else(|| part.next().filter(|_| part.next().is_none()))
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
