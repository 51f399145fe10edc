//! `parse`: texts on standard input, one a line, understood or not.
//!
//! A line may be one sentence or several, with or without the last full stop; each may be of its own category, and may begin as
//! an entry of an ability does: `Blue X: The target suffers X Wds`.

use crate::failure::{Failure, Found};
use crate::load;
use cardwright_content::Book;
use cardwright_grammar::{Phrasebook, TextError, TextErrorKind, Tree, TreeNode};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::ops::Range;

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
        let result = read(named, language, &categories, text);
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

/// Sentences that were read as one category, and what they mean.
struct Part {
    /// The test that an entry begins with.
    on: Option<Tree>,
    category: String,
    trees: Vec<Tree>,
}

/// Why a text is not understood.
struct Fault {
    id: &'static str,
    message: String,
    help: Option<String>,
    /// Byte of the text.
    at: usize,
    found: String,
    expected: Vec<String>,
}

impl Fault {
    /// `before`: where in the line the text begins that was read.
    fn of(error: &TextError, before: usize) -> Fault {
        Fault {
            id: error.kind.id(),
            message: error.message(),
            help: error.help(),
            at: error.span.start + before,
            found: error.found.clone(),
            expected: error.expected.clone(),
        }
    }
}

/// Sentences of one category that are read as one; longer runs are tried first.
const RUN: usize = 4;

/// A line as a whole in one category, else sentence by sentence, each in a category of its own and perhaps behind the test of
/// an entry. Words like "it" are unclear only where no target could be meant.
fn read(named: &Book, language: usize, categories: &[String], text: &str) -> Result<Vec<Part>, Fault> {
    if text.len() > LONGEST {
        let message = "this is longer than any card text".into();
        return Err(Fault { id: "text-too-long", message, help: None, at: 0, found: String::new(), expected: Vec::new() });
    }
    let book = named.phrasebook();
    let mut parts = match read_run(book, language, categories, text, 0..text.len()) {
        Ok(part) => vec![part],
        Err(whole) => read_parts(book, language, categories, text).map_err(|fault| {
            // Of a single sentence the whole line says more.
            if fault.at > whole.at { fault } else { whole }
        })?,
    };
    // Each entry is a text of its own.
    let mut begin = 0;
    while begin < parts.len() {
        let next = parts.iter().skip(begin + 1).position(|part| part.on.is_some());
        let end = next.map_or(parts.len(), |next| begin + 1 + next);
        let Some(texts) = parts.get_mut(begin..end) else { break };
        let trees: Vec<Tree> = texts.iter().flat_map(|part| part.trees.iter().cloned()).collect();
        let (meant, unclear) = named.meant(&trees, true);
        if let Some(unclear) = unclear.first() {
            let word = text.get(unclear.span.clone()).unwrap_or_default();
            return Err(Fault {
                id: unclear.id(),
                message: unclear.message(word),
                help: Some(unclear.help(word)),
                at: unclear.span.start,
                found: word.to_owned(),
                expected: Vec::new(),
            });
        }
        let mut meant = meant.into_iter();
        for part in texts {
            let count = part.trees.len();
            part.trees = meant.by_ref().take(count).collect();
        }
        begin = end;
    }
    Ok(parts)
}

/// Sentence by sentence; the error is that of the sentence that no category understands.
fn read_parts(book: &Phrasebook, language: usize, categories: &[String], text: &str) -> Result<Vec<Part>, Fault> {
    let sentences = book.sentences(language, text);
    let mut parts: Vec<Part> = Vec::new();
    let mut at = 0;
    while let Some(first) = sentences.get(at) {
        let run = |start: usize, categories: &[String]| {
            let mut fault = None;
            for count in (1..=RUN).rev() {
                let Some(last) = sentences.get(at + count - 1) else { continue };
                match read_run(book, language, categories, text, start..last.end) {
                    Ok(part) => return Ok((part, count)),
                    Err(found) => fault = Some(found),
                }
            }
            Err(fault)
        };
        let mut result = run(first.start, categories);
        // An entry begins: "Blue X: …".
        let words = text.get(first.clone()).unwrap_or_default();
        if result.is_err()
            && let Some((head, rest)) = words.split_once([':', '：'])
            && let Ok(on) = book.read(language, "test", head)
        {
            let start = first.end - rest.len();
            let on = moved(on, first.start);
            result = run(start, &["effect".to_owned()]).map(|(part, count)| (Part { on: Some(on), ..part }, count));
        }
        match result {
            Ok((part, count)) => {
                match parts.last_mut().filter(|last| part.on.is_none() && last.category == part.category) {
                    Some(last) => last.trees.extend(part.trees),
                    None => parts.push(part),
                }
                at += count;
            }
            Err(Some(fault)) => return Err(fault),
            Err(None) => break,
        }
    }
    Ok(parts)
}

/// A stretch of the line as sentences of one category; the last may lack its full stop. Of the errors the one that got farthest.
fn read_run(book: &Phrasebook, language: usize, categories: &[String], text: &str, stretch: Range<usize>) -> Result<Part, Fault> {
    let before = stretch.start;
    let words = text.get(stretch).unwrap_or_default();
    let mut worst: Option<Fault> = None;
    for category in categories {
        let mut read = clear(book, language, category, words, before);
        if let Err(Unread::Errors(errors)) = &read
            && errors.iter().all(|error| error.kind == TextErrorKind::NoStop)
        {
            read = clear(book, language, category, &format!("{words}."), before);
        }
        match read {
            Ok(trees) if !trees.is_empty() => {
                let trees = trees.into_iter().map(|tree| moved(tree, before)).collect();
                return Ok(Part { on: None, category: category.clone(), trees });
            }
            Err(Unread::Twofold(fault)) => return Err(fault),
            Ok(_) => {}
            Err(Unread::Errors(errors)) => {
                let first = errors.first().map(|error| Fault::of(error, before));
                if let Some(first) = first.filter(|first| worst.as_ref().is_none_or(|worst| first.at > worst.at)) {
                    worst = Some(first);
                }
            }
        }
    }
    Err(worst.unwrap_or(Fault {
        id: TextErrorKind::Empty.id(),
        message: "there is no text".into(),
        help: None,
        at: before,
        found: String::new(),
        expected: Vec::new(),
    }))
}

/// Why sentences have no one meaning in a category.
enum Unread {
    Errors(Vec<TextError>),
    Twofold(Fault),
}

/// Sentences of one category, each with one reading and no other.
fn clear(book: &Phrasebook, language: usize, category: &str, words: &str, before: usize) -> Result<Vec<Tree>, Unread> {
    if let Some(trees) = book.read_clear_text(language, category, words) {
        return Ok(trees);
    }
    let trees = book.read_text(language, category, words).map_err(Unread::Errors)?;
    for sentence in book.sentences(language, words) {
        let text = words.get(sentence.clone()).unwrap_or_default();
        if let Some((one, other)) = book.ambiguous(language, category, text) {
            let (one, other) = (book.outline(&one), book.outline(&other));
            return Err(Unread::Twofold(Fault {
                id: "text-ambiguous",
                message: format!("this can be read in two ways: `{one}` or `{other}`"),
                help: Some("say it in two sentences".into()),
                at: before + sentence.start,
                found: text.to_owned(),
                expected: Vec::new(),
            }));
        }
    }
    Ok(trees)
}

/// A tree of a stretch as one of the line.
fn moved(mut tree: Tree, by: usize) -> Tree {
    tree.span = tree.span.start + by..tree.span.end + by;
    tree.node = match tree.node {
        TreeNode::Phrase { phrase, args } => {
            TreeNode::Phrase { phrase, args: args.into_iter().map(|arg| moved(arg, by)).collect() }
        }
        TreeNode::Quoted(trees) => TreeNode::Quoted(trees.into_iter().map(|tree| moved(tree, by)).collect()),
        other => other,
    };
    tree
}

fn object(named: &Book, language: usize, text: &str, result: Result<Vec<Part>, Fault>) -> Value {
    let book = named.phrasebook();
    match result {
        Ok(parts) => {
            let mut all: Vec<Value> = parts
                .iter()
                .map(|part| {
                    let mut object = json!({
                        "category": part.category,
                        "outline": part.trees.iter().map(|t| named.outline(language, t)).collect::<Vec<_>>(),
                        "tree": part.trees.iter().map(|t| tree(book, t)).collect::<Vec<_>>(),
                    });
                    if let (Some(on), Some(object)) = (&part.on, object.as_object_mut()) {
                        object.insert("on".into(), json!({"outline": named.outline(language, on), "tree": tree(book, on)}));
                    }
                    object
                })
                .collect();
            let mut line = match all.as_mut_slice() {
                [only] => only.take(),
                _ => json!({"sentences": all}),
            };
            if let Some(line) = line.as_object_mut() {
                line.insert("text".into(), json!(text));
                line.insert("understood".into(), json!(true));
            }
            line
        }
        Err(fault) => {
            let column = text.get(..fault.at).unwrap_or(text).chars().count() + 1;
            let error = json!({
                "id": fault.id, "message": fault.message, "help": fault.help, "column": column,
                "found": fault.found, "expected": fault.expected,
            });
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
