//! `parse`: texts on standard input, one a line, understood or not.
//!
//! A line may be one sentence or several, with or without the last full stop, and may begin as an entry of an ability does:
//! `Blue X: The target suffers X Wds`.

use crate::failure::{Failure, Found};
use crate::load;
use cardwright_content::Book;
use cardwright_grammar::{Phrasebook, TextError, TextErrorKind, Tree, TreeNode};
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// A longer line is no card text.
const LONGEST: usize = 20_000;

/// Reads texts and prints one JSON object for each; the share that was understood goes to `note`.
///
/// Errors: no such game or language, or its phrases are at fault.
pub fn parse(
    game: &str,
    language: &str,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    note: &mut dyn Write,
) -> Result<Found, Failure> {
    let loaded = load::loaded(&load::folder_of(game)?);
    let Some(named) = &loaded.book else {
        return Err(Failure::problem(format!("the phrases of {game} are at fault; `cardwright check` says why")));
    };
    let book = named.phrasebook();
    let Some(language) = book.language(language) else {
        let known = loaded.names.languages.join(", ");
        return Err(Failure::usage(format!("{game} is not in the language `{language}`; it is in {known}")));
    };
    let categories = categories(&loaded);
    let (mut count, mut understood) = (0_usize, 0_usize);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        count += 1;
        let result = read(book, language, &categories, text);
        understood += usize::from(result.is_ok());
        writeln!(out, "{}", object(named, language, text, result))?;
    }
    let share = if count == 0 { 0.0 } else { understood as f64 * 100.0 / count as f64 };
    writeln!(note, "{understood} of {count} understood ({share:.1}%)")?;
    Ok(Found::Nothing)
}

/// What a text of a card may be read as: effects first, then whatever else the abilities of the packs hold.
fn categories(loaded: &cardwright_content::Loaded) -> Vec<String> {
    let mut all = vec!["effect".to_owned(), "standing".to_owned()];
    for text in &loaded.texts {
        if !all.contains(&text.category) {
            all.push(text.category.clone());
        }
    }
    all
}

/// What a text was read as.
struct Understood {
    /// The test that an entry begins with.
    on: Option<Tree>,
    category: String,
    trees: Vec<Tree>,
}

/// The first reading in any category, or as an entry: a test, a colon, effects. Of the errors the one that got farthest.
fn read(book: &Phrasebook, language: usize, categories: &[String], text: &str) -> Result<Understood, Option<TextError>> {
    if text.len() > LONGEST {
        return Err(None);
    }
    let whole = read_whole(book, language, categories, text);
    let (Err(_), Some((head, rest))) = (&whole, text.split_once([':', '：'])) else { return whole };
    let Ok(on) = book.read(language, "test", head) else { return whole };
    match read_whole(book, language, &["effect".to_owned()], rest) {
        Ok(understood) => Ok(Understood { on: Some(on), ..understood }),
        Err(error) => Err(error.map(|mut error| {
            let before = text.len() - rest.len();
            error.span = error.span.start + before..error.span.end + before;
            error
        })),
    }
}

fn read_whole(book: &Phrasebook, language: usize, categories: &[String], text: &str) -> Result<Understood, Option<TextError>> {
    let mut worst: Option<TextError> = None;
    for category in categories {
        let mut read = book.read_text(language, category, text);
        if read.as_ref().is_err_and(|errors| errors.iter().all(|error| error.kind == TextErrorKind::NoStop)) {
            read = book.read_text(language, category, &format!("{text}."));
        }
        match read {
            Ok(trees) if !trees.is_empty() => return Ok(Understood { on: None, category: category.clone(), trees }),
            Ok(_) => {}
            Err(errors) => {
                for error in errors.into_iter().take(1) {
                    if worst.as_ref().is_none_or(|w| error.span.start > w.span.start) {
                        worst = Some(error);
                    }
                }
            }
        }
    }
    Err(worst)
}

fn object(named: &Book, language: usize, text: &str, result: Result<Understood, Option<TextError>>) -> Value {
    let book = named.phrasebook();
    match result {
        Ok(Understood { on, category, trees }) => {
            let mut line = json!({
                "text": text, "understood": true, "category": category,
                "outline": trees.iter().map(|t| named.outline(language, t)).collect::<Vec<_>>(),
                "tree": trees.iter().map(|t| tree(book, t)).collect::<Vec<_>>(),
            });
            if let (Some(on), Some(line)) = (on, line.as_object_mut()) {
                line.insert("on".into(), json!({"outline": named.outline(language, &on), "tree": tree(book, &on)}));
            }
            line
        }
        Err(error) => {
            let error = error.map_or_else(
                || json!({"id": "text-too-long", "message": "this is longer than any card text"}),
                |error| {
                    let column = text.get(..error.span.start).unwrap_or(text).chars().count() + 1;
                    json!({
                        "id": error.kind.id(), "message": error.message(), "help": error.help(), "column": column,
                        "found": error.found, "expected": error.expected,
                    })
                },
            );
            json!({"text": text, "understood": false, "error": error})
        }
    }
}

/// A tree by the names of its phrases, slots and terms.
pub fn tree(book: &Phrasebook, of: &Tree) -> Value {
    match &of.node {
        TreeNode::Integer(number) => json!(number),
        TreeNode::Length(length) => json!(cardwright_core::space::format_length(*length)),
        TreeNode::Dice { count, sides } => json!(format!("{count}d{sides}")),
        TreeNode::Term { vocabulary, term } => {
            let term =
                book.spec().vocabularies.get(*vocabulary).and_then(|v| Some(format!("{}.{}", v.id, v.terms.get(*term)?.id)));
            json!(term)
        }
        TreeNode::Quoted(trees) => json!({"quoted": trees.iter().map(|t| tree(book, t)).collect::<Vec<_>>()}),
        TreeNode::Phrase { phrase, args } => {
            let Some(phrase) = book.phrase(*phrase) else { return Value::Null };
            let mut object = serde_json::Map::new();
            object.insert("phrase".into(), json!(phrase.id));
            for (slot, arg) in phrase.slots.iter().zip(args) {
                object.insert(slot.name.clone(), tree(book, arg));
            }
            Value::Object(object)
        }
    }
}
