//! The lines of a `then` block: what must hold.
//!
//! | line | means |
//! |---|---|
//! | `Bobby energy 2` · `Bobby at 12, 14` · `turn 2` | a field, a place |
//! | `Doug is slow` · `Doug is not slow` · `Doug is gone` | a status; off the table |
//! | `Bobby in hand of red` · `hand of red: Thrust, …` · `deck has 12` | piles |
//! | `refused: it has jogged this turn` | the last command was refused for this reason; `refused` for any |
//! | `asks red: Resist?` · `asks nobody` · `waits for blue` | what stands open |
//! | `Bobby may jog` · `Bobby may not jog: it has jogged this turn` | what is legal now |
//! | `log has "…"` · `log has no "…"` | words of the log |
//! | `expect: melee(Bobby) = 6` · `number melee(Bobby) = 6` | any test of the notation |
//! | `winner: red` · `winners: red, blue` · `no winner` | how the game ended |

use super::play::Player;
use crate::page::line::{Reader, starts_with_name, unknown};
use crate::page::{Trouble, Written};
use crate::question;
use crate::say::Says;
use crate::words::{plain_name, spaced};
use cardwright_core::resolve::Refusal;
use cardwright_core::rules::{Class, Type};
use cardwright_core::space::Point;
use cardwright_core::value::*;

/// How far a place may lie from the one written: contact and pushes end on whole thousandths.
const NEAR: i64 = 2;

/// Checks every line. What stands open and is not claimed is a trouble too.
pub(crate) fn check(player: &mut Player<'_>, lines: &[Written], last: Option<&Written>) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    let mut claims = (false, false);
    for written in lines {
        let mut reader = Reader::new(written);
        if let Err(trouble) = line(player, &mut reader, &mut claims) {
            troubles.push(trouble);
        }
    }
    let here = |message: String| {
        last.map_or_else(|| Trouble { line: 1, column: 1, message: message.clone() }, |w| Trouble::at(w, message.clone()))
    };
    if let Some((refusal, _)) = player.refusal.as_ref().filter(|_| !claims.0) {
        troubles.push(here(format!("refused: {}", crate::game::refused(player.words, refusal))));
    }
    if let Some(open) = player.open.as_ref().filter(|_| !claims.1) {
        let who = crate::name::player(&player.given, open.player);
        troubles.push(here(format!("{who} is asked `{}` and no line answers", question::prompt(player.words, &open.prompt))));
    }
    troubles.sort_by_key(|t| (t.line, t.column));
    troubles
}

/// Id of a refusal, as `refused:` may name it.
fn refusal_id(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NotNow => "not-now",
        Refusal::NotOffered => "not-offered",
        Refusal::Because(_) => "requirement",
        Refusal::MustAct => "must-act",
        Refusal::Answer(..) => "answer",
        Refusal::TooManyAnswers(_) => "too-many-answers",
        Refusal::Over => "over",
        Refusal::TooFewRolls => "too-few-rolls",
        Refusal::TooManyRolls(_) => "too-many-rolls",
        Refusal::NoSuchFace { .. } => "no-such-face",
    }
}

/// One line. `claims`: whether a refusal and an open question were claimed.
fn line(player: &mut Player<'_>, reader: &mut Reader<'_>, claims: &mut (bool, bool)) -> Result<(), Trouble> {
    let text = reader.rest();
    if let Some(wanted) = after(text, "refused") {
        claims.0 = true;
        return refused(player, reader, wanted);
    }
    if let Some(wanted) = after(text, "asks") {
        claims.1 = true;
        return asks(player, reader, wanted);
    }
    if let Some(rest) = text.strip_prefix("log has no ") {
        return log(player, reader, rest, false);
    }
    if let Some(rest) = text.strip_prefix("log has ") {
        return log(player, reader, rest, true);
    }
    if let Some(test) = after(text, "expect").or_else(|| after(text, "number")) {
        return expect(player, reader, test);
    }
    if let Some(name) = text.strip_prefix("waits for ") {
        let who = player.waiting_player();
        let named = player.names.get(&plain_name(name)).copied();
        if named.is_none() {
            return Err(reader.trouble(format!("nobody plays as `{name}`")));
        }
        let said = who.map_or_else(|| "nobody".into(), |w| crate::name::player(&player.given, w));
        return if who == named { Ok(()) } else { Err(reader.trouble(format!("the clock waits for {said}, not {name}"))) };
    }
    if plain_name(text) == "no winner" {
        return winners(player, reader, "");
    }
    if let Some(names) = after(text, "winners").or_else(|| after(text, "winner")) {
        return winners(player, reader, names);
    }
    if let Some(result) = pile(player, reader) {
        return result;
    }
    subject(player, reader)
}

/// What stands behind a word and its colon; the word alone counts as well.
fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(word)?;
    if rest.is_empty() {
        return Some(rest);
    }
    if !rest.starts_with([':', ' ']) {
        return None;
    }
    Some(rest.trim_start_matches(':').trim())
}

fn refused(player: &Player<'_>, reader: &Reader<'_>, wanted: &str) -> Result<(), Trouble> {
    let Some((refusal, _)) = &player.refusal else { return Err(reader.trouble("nothing was refused")) };
    let words = crate::game::refused(player.words, refusal);
    let wanted_plain = plain_name(wanted);
    let fits = wanted.is_empty() || plain_name(&words).contains(&wanted_plain) || plain_name(refusal_id(refusal)) == wanted_plain;
    if fits { Ok(()) } else { Err(reader.trouble(format!("refused, but because {words}, not `{wanted}`"))) }
}

fn asks(player: &Player<'_>, reader: &Reader<'_>, wanted: &str) -> Result<(), Trouble> {
    let (who, prompt) = wanted.split_once(':').map_or((wanted, ""), |(who, prompt)| (who, prompt.trim()));
    let open = player.open.as_ref();
    if plain_name(who) == "nobody" {
        let Some(open) = open else { return Ok(()) };
        return Err(reader.trouble(format!(
            "{} is asked `{}`",
            crate::name::player(&player.given, open.player),
            question::prompt(player.words, &open.prompt)
        )));
    }
    let Some(named) = player.names.get(&plain_name(who)).copied() else {
        return Err(reader.trouble(format!("nobody plays as `{who}`")));
    };
    let Some(open) = open else { return Err(reader.trouble("no question stands open")) };
    let said = question::prompt(player.words, &open.prompt);
    if open.player != named {
        let asked = crate::name::player(&player.given, open.player);
        return Err(reader.trouble(format!("not {who} but {asked} is asked `{said}`")));
    }
    if plain_name(said).contains(&plain_name(prompt)) {
        Ok(())
    } else {
        Err(reader.trouble(format!("the question is `{said}`, not `{prompt}`")))
    }
}

fn log(player: &Player<'_>, reader: &Reader<'_>, rest: &str, wanted: bool) -> Result<(), Trouble> {
    let words = rest.trim().strip_prefix('"').and_then(|r| r.strip_suffix('"')).unwrap_or(rest.trim());
    let has = super::record(player).lines().any(|line| !line.starts_with('>') && line.contains(words));
    if has == wanted {
        return Ok(());
    }
    Err(reader.trouble(if wanted {
        format!("no line of the log has `{words}`")
    } else {
        format!("a line of the log has `{words}`")
    }))
}

fn expect(player: &mut Player<'_>, reader: &Reader<'_>, test: &str) -> Result<(), Trouble> {
    let value = player.value(test).map_err(|message| reader.trouble(message))?;
    if value.holds() {
        return Ok(());
    }
    if !matches!(value, Value::Truth(_)) {
        return Err(reader.trouble(format!("`{test}` is no test: it gives {}", player.says().value(&value))));
    }
    // Of a comparison the left side is shown, which is what the author wants to know.
    let sign = [" = ", " != ", " >= ", " <= ", " > ", " < "].into_iter().find(|sign| test.matches(*sign).count() == 1);
    let left = sign.and_then(|sign| test.split_once(sign)).map(|(left, _)| left.trim().to_owned());
    let shown =
        left.and_then(|left| player.value(&left).ok().map(|value| format!(": `{left}` is {}", player.says().value(&value))));
    Err(reader.trouble(format!("`{test}` does not hold{}", shown.unwrap_or_default())))
}

fn winners(player: &Player<'_>, reader: &Reader<'_>, names: &str) -> Result<(), Trouble> {
    let mut wanted = Vec::new();
    for name in names.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        let Some(id) = player.names.get(&plain_name(name)) else {
            return Err(reader.trouble(format!("nobody plays as `{name}`")));
        };
        wanted.push(*id);
    }
    let Some(winners) = &player.state.winners else { return Err(reader.trouble("the game is not over, so nobody has won")) };
    let mut found = winners.clone();
    found.sort();
    wanted.sort();
    if found == wanted {
        return Ok(());
    }
    let said: Vec<String> = winners.iter().map(|w| crate::name::player(&player.given, *w)).collect();
    let said = if said.is_empty() { "there is no winner".into() } else { format!("the winner is {}", said.join(", ")) };
    Err(reader.trouble(if names.is_empty() { said } else { format!("{said}, not {names}") }))
}

/// `hand of red: A, B, …` or `hand of red has 3`; None where the line speaks of no pile.
fn pile(player: &Player<'_>, reader: &mut Reader<'_>) -> Option<Result<(), Trouble>> {
    let mut ahead = reader.clone();
    let players: Vec<(String, EntityId)> =
        player.names.iter().filter(|(_, id)| id.0 <= player.state.players).map(|(n, id)| (n.clone(), *id)).collect();
    // `red hand: …` would otherwise stop at the colon of the zone's own name.
    let (heading, _) = ahead.rest().split_once(':').or_else(|| ahead.rest().split_once(" has "))?;
    let written = Written { line: 1, column: 1, text: heading.trim().to_owned() };
    let mut words = Reader::new(&written);
    let number = crate::page::board::pile(&player.rules, player.words, &player.state, &players, &mut words)?;
    if !words.is_done() {
        return None;
    }
    ahead.skip(heading.len());
    *reader = ahead;
    Some(members(player, reader, number))
}

fn members(player: &Player<'_>, reader: &mut Reader<'_>, number: u32) -> Result<(), Trouble> {
    let says = player.says();
    let pile = player.state.piles.get(number as usize).map(Vec::as_slice).unwrap_or_default();
    let names: Vec<String> = pile.iter().map(|id| says.entity(*id)).collect();
    if reader.rest().starts_with(':') {
        reader.skip(1);
    }
    if reader.take("has") {
        let wanted: usize = reader.rest().trim().parse().map_err(|_| reader.wants("a number of cards such as `3`"))?;
        return if pile.len() == wanted { Ok(()) } else { Err(reader.trouble(format!("it has {}, not {wanted}", pile.len()))) };
    }
    let nothing = matches!(plain_name(reader.rest()).as_str(), "none" | "nothing" | "empty");
    let fits = if nothing { pile.is_empty() } else { lie_so(&says, pile, reader.rest()) };
    if fits {
        Ok(())
    } else {
        Err(reader
            .trouble(format!("there lie, from the top: {}", if names.is_empty() { "nothing".into() } else { names.join(", ") })))
    }
}

/// Whether pieces lie as written, from the top, with `…` for any more. A name may have a comma in it.
fn lie_so(says: &Says<'_>, pile: &[EntityId], written: &str) -> bool {
    let mut rest = written.trim();
    for id in pile {
        if matches!(rest, "…" | "...") {
            return true;
        }
        let names = question::names(says, &Value::Entity(*id));
        let ends = |length: &usize| rest.get(*length..).is_some_and(|rest| rest.is_empty() || rest.starts_with(','));
        let Some(length) = names.iter().filter_map(|name| starts_with_name(rest, name)).filter(ends).max() else { return false };
        rest = rest.get(length..).unwrap_or("").trim_start_matches([',', ' ']);
    }
    matches!(rest, "" | "…" | "...")
}

/// A line about a piece, a player or the game.
fn subject(player: &mut Player<'_>, reader: &mut Reader<'_>) -> Result<(), Trouble> {
    let id = match player.actor(reader)? {
        Some(id) => id,
        None if field_of(player, GAME, &mut reader.clone()).is_some() => GAME,
        None => {
            let said = match player.absent(reader) {
                Some(card) => card,
                None => {
                    let fields = player.fields_of(GAME).into_iter().map(|(name, _)| name);
                    let zones = player.rules.zones.iter().map(|zone| plain_name(&zone.id));
                    let known: Vec<String> = player.names.keys().cloned().chain(fields).chain(zones).collect();
                    let said =
                        unknown("piece, player, pile or field of the game", reader.rest(), known.iter().map(String::as_str));
                    format!("{said}; other lines begin with `refused`, `asks`, `waits for`, `log has`, `expect:` or `winner`")
                }
            };
            return Err(reader.trouble(said));
        }
    };
    if reader.is_done() {
        return Err(reader.trouble("nothing is claimed here"));
    }
    while !reader.is_done() {
        claim(player, reader, id)?;
    }
    Ok(())
}

fn field_of(player: &Player<'_>, id: EntityId, reader: &mut Reader<'_>) -> Option<FieldId> {
    reader.name(player.fields_of(id))
}

fn claim(player: &mut Player<'_>, reader: &mut Reader<'_>, id: EntityId) -> Result<(), Trouble> {
    let here = reader.clone();
    if reader.take("may") {
        return may(player, reader, id);
    }
    if reader.take("is") {
        return is(player, reader, id);
    }
    if reader.take("at") {
        let wanted = reader.point()?;
        let Some(at) = player.state.entity(id).at else { return Err(here.trouble("it is not on the table")) };
        let near = |a: Point, b: Point| (a.x - b.x).abs() <= NEAR && (a.y - b.y).abs() <= NEAR;
        let (is, said) = (crate::say::point(at), crate::say::point(wanted));
        return if near(at, wanted) { Ok(()) } else { Err(here.trouble(format!("it is at {is}, not at {said}"))) };
    }
    if reader.take("in") {
        let players: Vec<(String, EntityId)> =
            player.names.iter().filter(|(_, id)| id.0 <= player.state.players).map(|(n, id)| (n.clone(), *id)).collect();
        let Some(number) = crate::page::board::pile(&player.rules, player.words, &player.state, &players, reader) else {
            let zones: Vec<String> = player.rules.zones.iter().map(|zone| plain_name(&zone.id)).collect();
            return Err(reader.trouble(unknown("pile", reader.rest(), zones.iter().map(String::as_str))));
        };
        let lies = player.state.entity(id).pile;
        if lies == Some(number) {
            return Ok(());
        }
        let said = lies.map_or_else(
            || "in no pile".into(),
            |p| format!("in {}", crate::tale::pile_name(&player.rules, player.words, &player.given, &player.state, p)),
        );
        let wanted = crate::tale::pile_name(&player.rules, player.words, &player.given, &player.state, number);
        return Err(here.trouble(format!("it is {said}, not in {wanted}")));
    }
    let Some(field) = field_of(player, id, reader) else {
        let words = ["is", "at", "in", "may"].map(str::to_owned);
        let known: Vec<String> = player.fields_of(id).into_iter().map(|(name, _)| name).chain(words).collect();
        return Err(here.trouble(unknown("field", here.rest(), known.iter().map(String::as_str))));
    };
    let holds = player.rules.fields.get(field.index()).map(|f| f.holds.clone()).unwrap_or(Type::Any);
    let value = player.state.entity(id).field(&player.rules, field).cloned().unwrap_or(Value::Nothing);
    let wanted = reader.field(&player.says(), &player.names, &holds, &value)?;
    if value == wanted {
        return Ok(());
    }
    let said = |value: &Value| player.says().typed(value, Some(&holds));
    Err(here.trouble(format!("{} is {}, not {}", player.words.field(field), said(&value), said(&wanted))))
}

fn is(player: &Player<'_>, reader: &mut Reader<'_>, id: EntityId) -> Result<(), Trouble> {
    let here = reader.clone();
    let wanted = !reader.take("not");
    let entity = player.state.entity(id);
    if reader.take("gone") {
        let gone = !entity.present || (entity.at.is_none() && entity.pile.is_none());
        return if gone == wanted { Ok(()) } else { Err(here.trouble(if gone { "it is gone" } else { "it is still there" })) };
    }
    let statuses = (0..player.rules.defs.len())
        .map(|n| DefId(n as u32))
        .filter(|d| player.rules.defs.get(d.index()).is_some_and(|d| d.class == Class::Status))
        .map(Value::Def);
    let Value::Def(status) = reader.one_of(&player.says(), statuses)? else { return Ok(()) };
    let has =
        player.state.lasting.iter().any(|l| l.holder == Some(id) && l.what == cardwright_core::state::Lasts::Status(status));
    if has == wanted {
        return Ok(());
    }
    let name = player.words.def(status);
    Err(here.trouble(if has { format!("it is {name}") } else { format!("it is not {name}") }))
}

/// `may jog`, `may not jog: reason`.
fn may(player: &Player<'_>, reader: &mut Reader<'_>, id: EntityId) -> Result<(), Trouble> {
    let here = reader.clone();
    let wanted = !reader.take("not");
    let actor = id;
    let owner = if id.0 <= player.state.players { Some(id) } else { player.state.entity(id).owner };
    let Some(owner) = owner else { return Err(here.trouble("it belongs to nobody")) };
    let (what, reason) = reader.all().split_once(':').map_or((None, ""), |(what, reason)| (Some(what), reason.trim()));
    let what = what.unwrap_or_else(|| here.rest().trim_start_matches("not ").trim());
    let written = Written { line: here.trouble("").line, column: here.trouble("").column, text: what.to_owned() };
    let command = player.action(&mut Reader::new(&written), actor, owner)?;
    let waiting = cardwright_core::clock::waiting(&player.rules, &*player.game.host, &player.state)
        .map_err(|halt| here.trouble(player.game.halt(player.words, &halt)))?;
    let offer = waiting.and_then(|w| w.offers.into_iter().find(|o| o.command == command));
    let because = match &offer {
        Some(offer) => offer.because.map(|b| player.words.text(b).to_owned()),
        None => Some("this is not on offer here".into()),
    };
    match (because, wanted) {
        (None, true) => Ok(()),
        (None, false) => Err(here.trouble(format!("it may {}", spaced(what)))),
        (Some(because), true) => Err(here.trouble(format!("it may not: {because}"))),
        (Some(because), false) if plain_name(&because).contains(&plain_name(reason)) => Ok(()),
        (Some(because), false) => Err(here.trouble(format!("it may not, but because {because}, not `{reason}`"))),
    }
}
