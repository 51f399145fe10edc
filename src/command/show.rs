//! `show`: a card as the engine understands it.

use crate::failure::{Failure, Found};
use crate::load;
use crate::say::Says;
use crate::words::{Words, plain_name, spaced};
use cardwright_content::{AbilityText, Book, Loaded};
use cardwright_core::function::FUNCTIONS;
use cardwright_core::rules::{Node, Origin, Ruleset};
use cardwright_core::state::State;
use cardwright_core::value::*;
use cardwright_grammar::{Tree, TreeNode};
use std::io::Write;

/// Prints a card: what it prints, and each sentence with its calls.
///
/// Errors: no such game, language or card.
pub fn show(card: &str, game: Option<&str>, language: Option<&str>, out: &mut dyn Write) -> Result<Found, Failure> {
    let folders = match game {
        Some(game) => vec![load::folder_of(game)?],
        None => crate::shelf::all_shipped()?,
    };
    let mut names = Vec::new();
    let mut faulty = None;
    for folder in folders {
        let loaded = load::loaded(&folder);
        let Some(rules) = &loaded.ruleset else {
            faulty = Some(folder);
            continue;
        };
        let tag = language.unwrap_or_else(|| loaded.names.languages.first().map_or("en", String::as_str));
        let Some(at) = loaded.names.language(tag) else {
            if game.is_some() {
                return Err(Failure::usage(format!(
                    "it is not in the language `{tag}`; it is in {}",
                    loaded.names.languages.join(", ")
                )));
            }
            continue;
        };
        match find(&loaded, card) {
            Some(id) => {
                write!(out, "{}", sheet(&loaded, rules, id, at))?;
                return Ok(Found::Nothing);
            }
            None => names.extend((0..rules.cards.len()).flat_map(|n| called(&loaded, rules, CardId(n as u32)))),
        }
    }
    if let Some(folder) = faulty.filter(|_| names.is_empty()) {
        return Err(Failure::problem(format!("{} has errors; `cardwright check {0}` lists them", folder.display())));
    }
    let near = cardwright_grammar::diagnostic::did_you_mean(&plain_name(card), names.iter().map(String::as_str));
    let part = names.iter().filter(|name| name.contains(&plain_name(card))).take(MOST_NEAR).map(|name| format!("`{name}`"));
    let part: Vec<String> = part.collect();
    let near = match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None if part.is_empty() => String::new(),
        None => format!("; did you mean {}?", part.join(" or ")),
    };
    let (place, help) = match game {
        Some(game) => (format!(" in {game}"), String::new()),
        None => (String::new(), "; of a pack that is not shipped, name the folder: `--game ./my_pack`".into()),
    };
    Err(Failure::usage(format!("there is no card `{card}`{place}{near}{help}")))
}

/// Cards that are offered where a part of a name fits several.
const MOST_NEAR: usize = 4;

/// Prints the functions of the engine.
///
/// Errors: nobody reads them.
pub fn functions(out: &mut dyn Write) -> Result<Found, Failure> {
    for row in FUNCTIONS {
        let args = if row.least == row.most { row.least.to_string() } else { format!("{} to {}", row.least, row.most) };
        writeln!(out, "{:<16} {:<8} {:<10} {}", row.name, args, format!("{:?}", row.gives).to_lowercase(), row.doc)?;
    }
    Ok(Found::Nothing)
}

/// Writes the types that hooks of a game can use.
///
/// Errors: no such game, or it has errors.
pub fn types(game: &str, out: &mut dyn Write) -> Result<Found, Failure> {
    let loaded = load::loaded(&load::folder_of(game)?);
    let Some(rules) = &loaded.ruleset else { return Err(Failure::problem(format!("{game} has errors; `check` tells them"))) };
    write!(out, "{}", load::editor_types(rules, &loaded))?;
    Ok(Found::Nothing)
}

/// Names a card goes by, as names are compared.
fn called(loaded: &Loaded, rules: &Ruleset, id: CardId) -> Vec<String> {
    let mut all = vec![rules.cards.get(id.index()).map(|c| plain_name(&c.id)).unwrap_or_default()];
    all.extend(loaded.names.cards.get(id.index()).into_iter().flatten().map(|name| plain_name(name)));
    all
}

/// The card by its whole name or id, else by a part of its name that only one has.
fn find(loaded: &Loaded, wanted: &str) -> Option<CardId> {
    let rules = loaded.ruleset.as_ref()?;
    let wanted = plain_name(wanted);
    let all = || (0..rules.cards.len()).map(|n| CardId(n as u32));
    if let Some(id) = all().find(|id| called(loaded, rules, *id).contains(&wanted)) {
        return Some(id);
    }
    let part: Vec<CardId> = all().filter(|id| called(loaded, rules, *id).iter().any(|name| name.contains(&wanted))).collect();
    if let [one] = part.as_slice() { Some(*one) } else { None }
}

/// The sheet of a card in a language.
pub fn sheet(loaded: &Loaded, rules: &Ruleset, id: CardId, language: usize) -> String {
    let Some(card) = rules.cards.get(id.index()) else { return String::new() };
    let words = load::words(rules, loaded, language);
    let mut out = format!("{}  ({}, {})\n", words.card(id), card.id, words.kind(card.kind));
    if let Some(place) = place(rules, &card.origin) {
        out.push_str(&format!("  {place}\n"));
    }
    let fields = rules.kinds.get(card.kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
    for (field, value) in fields.map(FieldId).zip(&card.prints) {
        let Some(declared) = rules.fields.get(field.index()) else { continue };
        // What no card prints rises and falls in a game and says nothing of the card.
        let place = field.0.wrapping_sub(rules.kinds.get(card.kind.index()).map_or(0, |k| k.fields.start)) as usize;
        let of_kind = || rules.cards.iter().filter(|c| c.kind == card.kind);
        if of_kind().all(|c| c.prints.get(place) == Some(&declared.starts)) {
            continue;
        }
        out.push_str(&format!("  {}: {}\n", words.field(field), value_words(rules, &words, value, Some(&declared.holds))));
    }
    for ability in &card.abilities {
        out.push_str(&ability_sheet(loaded, rules, &words, *ability, language));
    }
    out
}

fn value_words(rules: &Ruleset, words: &Words, value: &Value, holds: Option<&cardwright_core::rules::Type>) -> String {
    let given = crate::name::Given::default();
    let state = State::of(Vec::new());
    if let Value::List(members) = value
        && !members.iter().all(|m| matches!(m, Value::Point(_)))
    {
        return members.iter().map(|m| value_words(rules, words, m, None)).collect::<Vec<_>>().join(", ");
    }
    Says { rules, words, given: &given, state: &state, viewer: None }.typed(value, holds)
}

fn ability_sheet(loaded: &Loaded, rules: &Ruleset, words: &Words, id: AbilityId, language: usize) -> String {
    let Some(ability) = rules.abilities.get(id.index()) else { return String::new() };
    let mut out = format!("\n  {} ({})", words.ability(id), words.term(ability.kind));
    for (field, node) in &ability.fields {
        let name = rules.ability_fields.get(field.index()).map_or("", String::as_str);
        if let Some(Node::Value(value)) = rules.nodes.get(node.index())
            && *value != Value::Nothing
        {
            // As it is written: the rules keep no unit.
            let written = written(loaded, rules, *node).filter(|_| matches!(value, Value::Number(_)));
            out.push_str(&format!("  {}: {}", spaced(name), written.unwrap_or_else(|| value_words(rules, words, value, None))));
        }
    }
    out.push('\n');
    for text in loaded.texts.iter().filter(|text| text.ability == id) {
        out.push_str(&text_sheet(loaded, text, language));
    }
    let counts = [(ability.standing.len(), "standing rule"), (ability.entries.len(), "entry")];
    for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
        out.push_str(&format!("    {what}: {count}\n"));
    }
    if let Some(place) = place(rules, &ability.origin) {
        out.push_str(&format!("    {place}\n"));
    }
    out
}

/// What stands in the file where a rule comes from.
fn written(loaded: &Loaded, rules: &Ruleset, node: NodeId) -> Option<String> {
    let origin = rules.origins.get(node.index()).filter(|o| o.line > 0)?;
    let file = loaded.sources.files().nth(origin.file as usize)?;
    let text = loaded.sources.text(file).get(origin.span.0 as usize..origin.span.1 as usize)?.trim();
    (!text.is_empty() && text.len() < 20).then(|| text.trim_matches('\'').to_owned())
}

/// A text with its trees, one call a line.
fn text_sheet(loaded: &Loaded, text: &AbilityText, language: usize) -> String {
    let words = text.texts.get(language).or(text.texts.first()).map_or("", String::as_str);
    let mut out = format!("    {}: {words}\n", text.part);
    let Some(book) = &loaded.book else { return out };
    for tree in &text.meant {
        out.push_str(&branch(book, language, tree, 3));
    }
    let written = book.phrasebook().write_text(language, &text.trees);
    // What is no whole sentence stands without the capital and the stop that are written.
    let bare = |text: &str| text.trim_end_matches(['.', '。']).to_lowercase();
    let fragment = !words.ends_with(['.', '。']) && bare(&written) == bare(words);
    if written != words && !fragment && !written.is_empty() {
        out.push_str(&format!("      = {written}\n"));
    }
    out
}

/// A tree as lines: what fits in one line stands in one.
fn branch(book: &Book, language: usize, tree: &Tree, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let whole = book.outline(language, tree);
    if whole.chars().count() + indent.len() <= 110 {
        return format!("{indent}{whole}\n");
    }
    match &tree.node {
        TreeNode::Phrase { phrase, args } => {
            let Some(phrase) = book.phrasebook().phrase(*phrase) else { return format!("{indent}{whole}\n") };
            let mut out = format!("{indent}{}\n", phrase.id);
            for (slot, arg) in phrase.slots.iter().zip(args) {
                let inner = branch(book, language, arg, depth + 1);
                out.push_str(&format!("{indent}  {}: {}", slot.name, inner.trim_start()));
            }
            out
        }
        TreeNode::Quoted(trees) => trees.iter().map(|t| branch(book, language, t, depth + 1)).collect(),
        _ => format!("{indent}{whole}\n"),
    }
}

fn place(rules: &Ruleset, origin: &Origin) -> Option<String> {
    let file = rules.files.get(origin.file as usize).filter(|_| origin.line > 0)?;
    Some(format!("{file}:{}:{}", origin.line, origin.column))
}
