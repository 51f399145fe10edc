//! What a person may command: the list, the reasons against the rest, and the command that a line asks for.

use crate::fill::{Filling, fill};
use crate::game::Game;
use crate::say::Says;
use crate::tongue::said;
use crate::words::plain_name;
use cardwright_core::clock::Waiting;
use cardwright_core::decision::{Command, Offer};
use cardwright_core::value::*;
use std::collections::BTreeSet;

/// The piece that everything on offer is about, where that needs saying once only.
pub fn common(waiting: &Waiting) -> Option<EntityId> {
    let mut actions = Vec::new();
    let mut common = None;
    for offer in waiting.legal() {
        let Command::Act { action, args, .. } = &offer.command else { return None };
        let first = args.first().and_then(Value::entity)?;
        if common.is_some_and(|common| common != first) {
            return None;
        }
        common = Some(first);
        if !actions.contains(action) {
            actions.push(*action);
        }
    }
    // A list of one action may be of many pieces at another time; where one may be done with it, one piece acts.
    common.filter(|_| actions.len() > 1 || waiting.may_pass)
}

/// The commands on offer, a line each, and the abilities among them. What an ability says stands beneath it unless it is
/// known already.
pub fn offers(
    says: &Says<'_>,
    game: &Game,
    waiting: &Waiting,
    common: Option<EntityId>,
    known: &BTreeSet<AbilityId>,
) -> (Vec<String>, Vec<AbilityId>) {
    let (mut out, mut explained) = (Vec::new(), Vec::new());
    for (n, offer) in waiting.legal().enumerate() {
        let Command::Act { action, args, .. } = &offer.command else { continue };
        let skipped = usize::from(common.is_some() && args.first().and_then(Value::entity) == common);
        let rest: Vec<String> = args.iter().skip(skipped).map(|a| crate::question::marked(says, a)).collect();
        let label = format!("{} {}", says.words.def(*action), rest.join(", "));
        let by = args.first().and_then(Value::entity);
        let entry = abilities(args).find_map(|ability| crate::table::entry(says, game, by?, ability));
        out.push(format!("{:>3}  {}{}", n + 1, label.trim_end(), beside(says, game, *action, args)));
        let entry_lines = entry.iter().flat_map(|text| crate::tongue::wrapped(text, 68));
        out.extend(entry_lines.map(|line| format!("       | {line}")));
        for ability in abilities(args).filter(|ability| entry.is_none() && !known.contains(ability)) {
            out.extend(crate::piece::sheet(says, game, ability, by).into_iter().map(|line| format!("       | {line}")));
            explained.push(ability);
        }
    }
    if waiting.may_pass {
        out.push(format!("     {}", said!(says.words, "pass (be done)", "pass（結束）")));
    }
    (out, explained)
}

/// What a command is about, whole: its piece, or its abilities.
pub fn about(says: &Says<'_>, game: &Game, command: &Command) -> Vec<String> {
    let Command::Act { action, args, .. } = command else { return Vec::new() };
    let mut out = vec![format!("{}{}", label(says, command), beside(says, game, *action, args))];
    let by = args.first().and_then(Value::entity);
    let sheets: Vec<String> = abilities(args).flat_map(|ability| crate::piece::sheet(says, game, ability, by)).collect();
    match by {
        Some(by) if sheets.is_empty() => out.extend(crate::piece::piece(says, game, by)),
        _ => out.extend(sheets),
    }
    out
}

fn abilities(args: &[Value]) -> impl Iterator<Item = AbilityId> + '_ {
    args.iter().filter_map(|arg| if let Value::Ability(ability) = arg { Some(*ability) } else { None })
}

/// What the game's look says of an action on offer: `: 1 energy`.
fn beside(says: &Says<'_>, game: &Game, action: DefId, args: &[Value]) -> String {
    let Some(template) = game.face.offers.get(&action) else { return String::new() };
    let of = |slot: &str| -> Option<Filling> {
        let place = says.rules.defs.iter().position(|def| def.id == slot)?;
        let value = game.answer(says.state, DefId(place as u32), args)?;
        let text = match &value {
            // Pieces by their marks, as they stand on the board.
            Value::List(members) => {
                let mut members: Vec<&Value> = members.iter().collect();
                crate::question::order(says, &mut members);
                members.into_iter().map(|member| crate::question::marked(says, member)).collect::<Vec<_>>().join(", ")
            }
            _ => says.typed(&value, says.rules.defs.get(place).map(|def| &def.gives)),
        };
        Some(Filling { text, many: value.number().is_none_or(|n| n != 1) })
    };
    let text = fill(template.in_language(&says.words.tag), &of);
    said!(says.words, "  ({text})", "（{text}）")
}

/// What is on offer but not legal, with the reason; offers of one action with one reason in one line.
pub fn against(says: &Says<'_>, waiting: &Waiting, name: &str) -> Vec<String> {
    let wanted = plain_name(name);
    let wanted: Vec<&str> = wanted.split(' ').filter(|word| !word.is_empty()).collect();
    let mut grouped: Vec<(DefId, u32, Vec<String>)> = Vec::new();
    for offer in &waiting.offers {
        let (Some(because), Command::Act { action, args, .. }) = (offer.because, &offer.command) else { continue };
        if !fits(&plain_name(&label(says, &offer.command)), &wanted) {
            continue;
        }
        let on = args.iter().map(|a| says.value(a)).collect::<Vec<_>>().join(" ");
        match grouped.iter_mut().find(|(a, b, _)| a == action && *b == because) {
            Some((_, _, names)) => names.push(on),
            None => grouped.push((*action, because, vec![on])),
        }
    }
    let line = |(action, because, names): (DefId, u32, Vec<String>)| {
        let on: Vec<String> = names.into_iter().filter(|n| !n.is_empty()).collect();
        let on = if on.is_empty() { String::new() } else { format!(" ({})", on.join(", ")) };
        format!("{}{on}: {}", says.words.def(action), says.words.text(because))
    };
    grouped.into_iter().map(line).collect()
}

/// A command as it is listed: `Jog B1 Beaky Bobby`.
pub fn label(says: &Says<'_>, command: &Command) -> String {
    match command {
        Command::Begin => said!(says.words, "begin", "開始"),
        Command::Pass { .. } => "pass".into(),
        Command::Act { action, args, .. } => {
            let args: Vec<String> = args.iter().map(|a| crate::question::marked(says, a)).collect();
            format!("{} {}", says.words.def(*action), args.join(", ")).trim_end().to_owned()
        }
    }
}

fn fits(label: &str, wanted: &[&str]) -> bool {
    let starts = |word: &&str| label.split([' ', ',']).any(|part| part.starts_with(*word));
    wanted.iter().all(|word| starts(word) || (!word.is_ascii() && label.contains(*word)))
}

/// The legal command that a line asks for, by its number or by words of its name.
///
/// Errors: there is none or more than one, in words.
pub fn find(says: &Says<'_>, waiting: &Waiting, line: &str) -> Result<Command, String> {
    let legal: Vec<&Offer> = waiting.legal().collect();
    if let Ok(number) = line.parse::<usize>() {
        let chosen = legal.get(number.wrapping_sub(1)).map(|o| o.command.clone());
        return chosen.ok_or_else(|| said!(says.words, "there is no choice {number}", "沒有第{number}項"));
    }
    let wanted = plain_name(line);
    let words: Vec<&str> = wanted.split(' ').filter(|word| !word.is_empty()).collect();
    let labels: Vec<(String, &Offer)> = legal.iter().map(|o| (label(says, &o.command), *o)).collect();
    let found: Vec<&(String, &Offer)> = labels.iter().filter(|(label, _)| fits(&plain_name(label), &words)).collect();
    match found.as_slice() {
        [(_, offer)] => Ok(offer.command.clone()),
        [] => Err(match against(says, waiting, line).first() {
            Some(reason) => said!(says.words, "not now: {reason}", "現在不行：{reason}"),
            None => said!(
                says.words,
                "`{line}` is not among what may be done (Enter lists that, `help` the other words)",
                "「{line}」不在可做的事之中（按 Enter 列出，help 列出其他指令）"
            ),
        }),
        several => {
            let could = several.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>().join(" / ");
            Err(said!(says.words, "`{line}` could be {could}", "「{line}」可能是 {could}"))
        }
    }
}
