//! `new`: a pack or a card to begin with, which passes `check` at once and shows by example.
//!
//! Reading order: this file (what is written where) · [`game`] the files of a small game of its own.

mod game;

use super::check::checked;
use crate::failure::{Failure, Found};
use crate::load;
use crate::scenario;
use crate::shelf;
use crate::texts::with_texts;
use cardwright_content::{Sample, session};
use cardwright_grammar::diagnostic::render_text;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file that is to be written: its path below the folder, and its text.
type NewFile = (String, String);

/// Writes a pack in a folder of its name below `into`: one that adds to a game, or a small game of its own.
///
/// Errors: the name is none, the folder is there, there is no such game, or what was made up does not pass.
pub fn pack(name: &str, game: Option<&str>, into: &Path, out: &mut dyn Write) -> Result<Found, Failure> {
    named(name, '_')?;
    let folder = if into == Path::new(".") { PathBuf::from(name) } else { into.join(name) };
    if folder.exists() {
        return Err(Failure::usage(format!("{} is there already; choose another name", folder.display())));
    }
    let taken = shelf::all_shipped().unwrap_or_default().into_iter().find(|pack| pack.file_name().is_some_and(|f| f == name));
    if let Some(pack) = taken {
        return Err(Failure::usage(format!("a pack is called `{name}` already: {}; choose another name", pack.display())));
    }
    let mut notes = Vec::new();
    let files = match game {
        None => game::files(name),
        Some(game) => addition(name, game, &mut notes)?,
    };
    write_all(&folder, &files, std::slice::from_ref(&folder))?;
    if let Err(failure) = passes_check(&folder).and_then(|()| passes_test(&folder)) {
        // What does not pass is no help to anyone.
        let _ = std::fs::remove_dir_all(&folder);
        return Err(failure);
    }
    for (path, _) in &files {
        writeln!(out, "wrote {}", folder.join(path).display())?;
    }
    for note in notes {
        writeln!(out, "{note}")?;
    }
    let shown = folder.display();
    writeln!(out, "\nNext:")?;
    writeln!(out, "  cardwright check {shown}       after every change")?;
    writeln!(out, "  cardwright test {shown}        runs its scenarios")?;
    match game {
        None => writeln!(out, "  cardwright play {shown} --players human,random")?,
        Some(game) => writeln!(out, "  cardwright new card NAME --pack {shown}      another card for {game}")?,
    }
    Ok(Found::Nothing)
}

/// Writes a card into a pack: the one named, that of a game, or the one that the present folder lies in.
///
/// Errors: the name is none or taken, there is no such pack, or no card could be made up that passes.
pub fn card(
    name: &str,
    game: Option<&str>,
    pack: Option<&Path>,
    kind: Option<&str>,
    out: &mut dyn Write,
) -> Result<Found, Failure> {
    named(name, '-')?;
    let folder = match (pack, game) {
        (Some(pack), _) => {
            let mut packs = shelf::packs_of(pack)?;
            match (packs.pop(), packs.is_empty()) {
                (Some(pack), true) => pack,
                _ => return Err(Failure::usage(format!("{} holds several packs; name one of them", pack.display()))),
            }
        }
        (None, Some(game)) => load::folder_of(game)?,
        (None, None) => match shelf::packs_of(Path::new(".")) {
            Ok(packs) if packs.len() == 1 && !shelf::packs_in(Path::new(".")).contains(&packs[0]) => packs[0].clone(),
            _ => return Err(Failure::usage("the card needs a pack: name it with --pack PATH, or a game with --game")),
        },
    };
    let sample = made_up(&folder, kind, name)?;
    let file = folder.join("cards").join(format!("{name}.yaml"));
    if file.exists() {
        return Err(Failure::usage(format!("{} is there already; choose another name", file.display())));
    }
    write_all(&folder, &[(format!("cards/{name}.yaml"), sample.text.clone())], std::slice::from_ref(&file))?;
    if let Err(failure) = passes_check(&folder) {
        let _ = std::fs::remove_file(&file);
        return Err(failure);
    }
    writeln!(out, "wrote {}", shelf::from_here(&file).display())?;
    if let Some(note) = lacking(&sample) {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "\nNext:")?;
    writeln!(out, "  change its numbers and texts; `cardwright check {}` tells what cannot stand", folder.display())?;
    writeln!(out, "  cardwright show {name} --game {}     the card as it is understood", folder.display())?;
    Ok(Found::Nothing)
}

/// Lower-case words, joined by one sign.
fn named(name: &str, joint: char) -> Result<(), Failure> {
    let words = |text: &str| {
        let letters = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        text.split(joint).all(letters) && text.starts_with(|c: char| c.is_ascii_lowercase())
    };
    if words(name) {
        return Ok(());
    }
    let mended: Vec<String> =
        name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    let mended = mended.join(&joint.to_string());
    let help = if words(&mended) { format!("; write `{mended}`") } else { String::new() };
    Err(Failure::usage(format!("`{name}` is no name: it is lower-case words joined by `{joint}`{help}")))
}

/// `grey-wolf` as a title: Grey Wolf.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split(['-', '_']).map(word).collect::<Vec<_>>().join(" ")
}

/// A card for the pack in a folder, which must be without errors.
fn made_up(folder: &Path, kind: Option<&str>, name: &str) -> Result<Sample, Failure> {
    // The errors of the pack come first: no card passes in a pack that does not.
    let game = load::pack(folder)?;
    if let Some(card) = game.rules.cards.iter().find(|card| card.id == name) {
        let path = game.rules.files.get(card.origin.file as usize).map_or("the game", String::as_str);
        return Err(Failure::usage(format!("a card is called `{name}` already, in {path}; choose another name")));
    }
    session(&[folder.to_owned()], &load::options(folder), |mut session| session.sample_card(kind, name, &title(name)))
        .map_err(Failure::Problem)
}

fn lacking(sample: &Sample) -> Option<String> {
    (!sample.lacking.is_empty()).then(|| {
        format!("no example was found for abilities of the kind {}; NOTATION.md says what they hold", sample.lacking.join(", "))
    })
}

/// The files of a pack that adds to a game: a card, and a scenario that claims what it prints.
fn addition(name: &str, game: &str, notes: &mut Vec<String>) -> Result<Vec<NewFile>, Failure> {
    let folder = load::folder_of(game)?;
    let loaded = load::pack(&folder)?;
    let card = format!("{}-one", name.replace('_', "-"));
    let sample = made_up(&folder, None, &card)?;
    notes.extend(lacking(&sample));
    let languages: Vec<&str> = loaded.words.iter().map(|(tag, _)| tag.as_str()).collect();
    let id = loaded.packs.last().map_or(game, |pack| pack.id.as_str());
    let pack = format!(
        "pack: {name}\nversion: 0.1.0\nformat: 1\ngame: {}\nlanguages: [{}]\nneeds: [{id}]\n",
        loaded.rules.game,
        languages.join(", ")
    );
    let place = match loaded.rules.table {
        Some((width, height)) if sample.on_table => {
            let said = |length: i64| cardwright_core::space::format_length(length).replace('"', "");
            format!(" at {}, {}", said(width / 2), said(height / 2))
        }
        _ => String::new(),
    };
    let claim = match &sample.number {
        Some((field, value)) => format!("A {field} {value}"),
        None => "expect: A.owner = first(players)".to_owned(),
    };
    let page = format!(
        "# {}\n\nWhat the first card of the pack prints. Add a heading for each of its abilities: a board, what is played, what \
         must then hold.\n\n## It stands as it is printed\n\n```board\nplayers red, blue\nA: {card} red{place}\n```\n\n```then\n{claim}\n```\n",
        title(name)
    );
    Ok(vec![("pack.yaml".into(), pack), (format!("cards/{card}.yaml"), sample.text), (format!("scenarios/{name}.md"), page)])
}

/// Writes files below a folder; where one cannot be written, what was begun is taken away again.
fn write_all(folder: &Path, files: &[NewFile], own: &[PathBuf]) -> Result<(), Failure> {
    let write = |path: &Path, text: &str| -> std::io::Result<()> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        // Nothing that is there is written over, whoever was quicker.
        std::fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
    };
    for (path, text) in files {
        let path = folder.join(path);
        if let Err(error) = write(&path, text) {
            for begun in own {
                let _ = if begun.is_dir() { std::fs::remove_dir_all(begun) } else { Ok(()) };
            }
            return Err(Failure::problem(format!("{} cannot be written: {error}", path.display())));
        }
    }
    Ok(())
}

/// Whether a pack passes `check`.
fn passes_check(folder: &Path) -> Result<(), Failure> {
    let loaded = checked(folder);
    if loaded.faulty() {
        return Err(Failure::Problem(render_text(&loaded.diagnostics, &loaded.sources, false)));
    }
    Ok(())
}

/// Whether the scenarios of a pack pass.
fn passes_test(folder: &Path) -> Result<(), Failure> {
    let game = load::pack(folder)?;
    let words = game.words(None).map_err(Failure::Problem)?;
    with_texts(folder, |texts| {
        for page in shelf::files(folder, "scenarios", "md") {
            let report = scenario::run(&game, texts, words, &super::test::read(&page)?);
            let troubles = report.troubles.iter().chain(report.outcomes.iter().flat_map(|outcome| &outcome.troubles));
            let said: Vec<String> =
                troubles.map(|t| format!("{}:{}:{}: {}", page.display(), t.line, t.column, t.message)).collect();
            if !said.is_empty() {
                return Err(Failure::Problem(said.join("\n")));
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_in_lower_case() {
        assert!(named("grey-wolf", '-').is_ok() && named("wolf2", '-').is_ok());
        for wrong in ["", "-", "Grey", "grey_wolf", "grey--wolf", "2wolves", "../wolf", "狼", "grey-wolf-", "a/b"] {
            assert!(named(wrong, '-').is_err(), "{wrong}");
        }
        let Err(Failure::Usage(said)) = named("Grey Wolf", '-') else { panic!("it passes") };
        assert!(said.ends_with("write `grey-wolf`"), "{said}");
    }
}
