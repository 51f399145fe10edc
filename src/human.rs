//! What a person may command: the list, the reasons against the rest, and the command that a line asks for.

use crate::say::Says;
use crate::tongue::said;
use crate::words::plain_name;
use cardwright_core::clock::Waiting;
use cardwright_core::decision::{Command, Offer};
use cardwright_core::value::*;

/// The commands on offer, a line each.
pub fn offers(says: &Says<'_>, waiting: &Waiting) -> Vec<String> {
    let mut out: Vec<String> =
        waiting.legal().enumerate().map(|(n, offer)| format!("{:>3}  {}", n + 1, label(says, &offer.command))).collect();
    if waiting.may_pass {
        out.push(format!("     {}", said!(says.words, "pass (be done)", "pass（結束）")));
    }
    out
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

/// One piece, whole: its fields, statuses and what its abilities say.
pub fn piece(says: &Says<'_>, id: EntityId) -> Vec<String> {
    let entity = says.state.entity(id);
    let mut out = vec![format!("  {}", crate::question::marked(says, &Value::Entity(id)))];
    if let Some(at) = entity.at {
        out.push(format!("    @ {}", crate::say::point(at)));
    }
    if says.viewer.is_some_and(|viewer| !says.state.sees(says.rules, viewer, id)) {
        return out;
    }
    let fields = says.rules.kinds.get(entity.kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
    for (field, value) in fields.map(FieldId).zip(&entity.fields) {
        let holds = says.rules.fields.get(field.index()).map(|f| &f.holds);
        if *value != Value::Nothing {
            out.push(format!("    {}: {}", says.words.field(field), says.typed(value, holds)));
        }
    }
    for status in crate::table::statuses(says, id) {
        out.push(format!("    [{status}]"));
    }
    if let Some(card) = entity.card.and_then(|card| says.rules.cards.get(card.index())) {
        for ability in card.abilities.iter().copied() {
            let kind = says.rules.abilities.get(ability.index()).map(|a| says.words.term(a.kind)).unwrap_or_default();
            out.push(format!("    {} ({kind})", says.words.ability(ability)));
            for line in says.words.sheet(ability) {
                out.extend(crate::tongue::wrapped(line, 70).into_iter().map(|line| format!("      {line}")));
            }
        }
    }
    out
}
