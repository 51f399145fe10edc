//! A person's turn at the terminal: what may be done, why not the rest, and the words that steer the game.

use crate::console::Console;
use crate::failure::Failure;
use crate::say::Says;
use crate::session::Session;
use crate::tale::Detail;
use crate::words::plain_name;
use cardwright_core::clock::Waiting;
use cardwright_core::decision::{Command, Offer};
use cardwright_core::value::*;
use std::path::Path;

/// What a person decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A command of the game.
    Command(Command),
    /// The last move is to be taken back.
    Undo,
    /// The person leaves.
    Quit,
}

const HELP: &str = "\
  3, jog, jog bobby   do what stands there
  pass                be done here
  why [NAME]          why the rest is not possible
  board               draw the board
  log [full]          what has happened; full: with every effect
  show NAME           one piece, whole
  undo                take the last move back
  save FILE           keep the game; `cardwright play GAME --resume FILE` goes on
  quit                leave";

/// Asks a person for a command.
pub fn choose(session: &Session<'_>, waiting: &Waiting, console: &mut Console<'_>) -> Result<Choice, Failure> {
    let says = Says {
        rules: &session.game.rules,
        words: session.words,
        given: &session.given,
        state: session.state(),
        viewer: Some(waiting.player),
    };
    let legal: Vec<&Offer> = waiting.legal().collect();
    console.say(crate::table::draw(&says, true))?;
    offers(&says, waiting, &legal, console)?;
    loop {
        let Some(line) = console.ask(&format!("{}> ", says.player(waiting.player)))? else { return Ok(Choice::Quit) };
        let (word, rest) = line.split_once(' ').map_or((line.as_str(), ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("", _) => offers(&says, waiting, &legal, console)?,
            ("quit" | "q", "") => return Ok(Choice::Quit),
            ("undo", "") => return Ok(Choice::Undo),
            ("help" | "?", _) => console.say(HELP)?,
            ("board", "") => console.say(crate::table::draw(&says, true))?,
            ("log", detail) => {
                let detail = if detail == "full" { Detail::Full } else { Detail::Plain };
                for line in session.tell(0, Some(waiting.player), detail) {
                    console.say(line.to_string())?;
                }
            }
            ("why", name) => why(&says, waiting, name, console)?,
            ("show", name) => match crate::question::find_entity(&says, name) {
                Ok(id) => console.say(piece(&says, id))?,
                Err(message) => console.say(format!("  {message}"))?,
            },
            ("save", file) if !file.is_empty() => match session.saved().write(Path::new(file)) {
                Ok(()) => console.say(format!("  saved in {file}"))?,
                Err(message) => console.say(format!("  {message}"))?,
            },
            ("save", _) => console.say("  save FILE")?,
            ("pass" | "done", "") if waiting.may_pass => return Ok(Choice::Command(Command::Pass { player: waiting.player })),
            ("pass" | "done", "") => console.say("  passing is not possible while something can be done")?,
            _ => match find(&says, &legal, waiting, &line) {
                Ok(command) => return Ok(Choice::Command(command)),
                Err(message) => console.say(format!("  {message}"))?,
            },
        }
    }
}

fn offers(says: &Says<'_>, waiting: &Waiting, legal: &[&Offer], console: &mut Console<'_>) -> Result<(), Failure> {
    console.say(format!("{} may:", says.player(waiting.player)))?;
    for (number, offer) in legal.iter().enumerate() {
        console.say(format!("{:>4}  {}", number + 1, label(says, &offer.command)))?;
    }
    if waiting.may_pass {
        console.say("      pass")?;
    }
    let reasons = against(says, waiting, "");
    if !reasons.is_empty() {
        console.say("not now:")?;
    }
    for line in reasons.iter().take(MOST_REASONS) {
        console.say(format!("      {line}"))?;
    }
    if reasons.len() > MOST_REASONS {
        console.say(format!("      … and {} more (`why`)", reasons.len() - MOST_REASONS))?;
    }
    Ok(())
}

const MOST_REASONS: usize = 6;

fn why(says: &Says<'_>, waiting: &Waiting, name: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let reasons = against(says, waiting, name);
    if reasons.is_empty() {
        return console.say("  nothing stands against what is on offer here");
    }
    for line in reasons {
        console.say(format!("  {line}"))?;
    }
    Ok(())
}

/// What is on offer but not legal, with the reason; offers of one action with one reason in one line.
fn against(says: &Says<'_>, waiting: &Waiting, name: &str) -> Vec<String> {
    let wanted = plain_name(name);
    let mut grouped: Vec<(DefId, u32, Vec<String>)> = Vec::new();
    for offer in &waiting.offers {
        let (Some(because), Command::Act { action, args, .. }) = (offer.because, &offer.command) else { continue };
        let what = label(says, &offer.command);
        if !wanted.is_empty() && !plain_name(&what).contains(&wanted) {
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

/// A command as it is listed: `jog Bobby`.
pub fn label(says: &Says<'_>, command: &Command) -> String {
    match command {
        Command::Begin => "begin".into(),
        Command::Pass { .. } => "pass".into(),
        Command::Act { action, args, .. } => says.action(*action, args),
    }
}

/// The legal command that a line asks for, by its number or by words of its name.
fn find(says: &Says<'_>, legal: &[&Offer], waiting: &Waiting, line: &str) -> Result<Command, String> {
    if let Ok(number) = line.parse::<usize>() {
        return legal
            .get(number.wrapping_sub(1))
            .map(|o| o.command.clone())
            .ok_or_else(|| format!("there is no choice {number}"));
    }
    let wanted = plain_name(line);
    let words: Vec<&str> = wanted.split(' ').collect();
    let labels: Vec<(String, &Offer)> = legal.iter().map(|o| (plain_name(&label(says, &o.command)), *o)).collect();
    if let Some((_, offer)) = labels.iter().find(|(label, _)| *label == wanted) {
        return Ok(offer.command.clone());
    }
    let fits = |label: &str| words.iter().all(|word| label.split([' ', ',']).any(|part| part.starts_with(word)));
    let found: Vec<&(String, &Offer)> = labels.iter().filter(|(label, _)| fits(label)).collect();
    match found.as_slice() {
        [(_, offer)] => Ok(offer.command.clone()),
        [] => Err(match against(says, waiting, line).first() {
            Some(reason) => format!("not now: {reason}"),
            None => format!("`{line}` is not among what may be done (`help` lists the other words)"),
        }),
        several => {
            Err(format!("`{line}` could be {}", several.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>().join(" or ")))
        }
    }
}

/// One piece, whole: its fields, statuses and abilities.
pub fn piece(says: &Says<'_>, id: EntityId) -> String {
    let entity = says.state.entity(id);
    let mut out = format!("  {}\n", says.entity(id));
    if let Some(at) = entity.at {
        out.push_str(&format!("    at {}\n", crate::say::point(at)));
    }
    if says.viewer.is_some_and(|viewer| !says.state.sees(says.rules, viewer, id)) {
        return out;
    }
    let fields = says.rules.kinds.get(entity.kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
    for (field, value) in fields.map(FieldId).zip(&entity.fields) {
        let holds = says.rules.fields.get(field.index()).map(|f| &f.holds);
        if *value != Value::Nothing {
            out.push_str(&format!("    {}: {}\n", says.words.field(field), says.typed(value, holds)));
        }
    }
    for status in crate::table::statuses(says, id) {
        out.push_str(&format!("    is {status}\n"));
    }
    if let Some(card) = entity.card.and_then(|card| says.rules.cards.get(card.index())) {
        for ability in &card.abilities {
            out.push_str(&format!("    has {}\n", says.words.ability(*ability)));
        }
    }
    out.trim_end().to_owned()
}
