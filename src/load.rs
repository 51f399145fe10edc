//! From packs on disk to a [`Game`]: the loader and the script host joined.

use crate::boards;
use crate::face;
use crate::failure::Failure;
use crate::game::{Game, PackInfo};
use crate::save::hex;
use crate::shelf;
use crate::tongue::Tongue;
use crate::words::Words;
use cardwright_content::{Loaded, Names, Options, load};
use cardwright_core::rules::Ruleset;
use cardwright_core::state::Digest;
use cardwright_core::value::DefId;
use cardwright_grammar::diagnostic::{Severity, Sources, render_text};
use cardwright_scripting::{Host, Names as ScriptNames, ScriptProblem};
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

/// How packs are looked for: the shipped ones, and those beside the pack.
pub fn options(folder: &Path) -> Options {
    let mut options = Options::default();
    options.roots.extend(folder.canonicalize().ok().and_then(|f| f.parent().map(Path::to_owned)));
    options.roots.extend(shelf::shipped());
    options
}

/// A pack with all it needs, good or bad.
pub fn loaded(folder: &Path) -> Loaded {
    load(&[folder.to_owned()], &options(folder))
}

/// A game by its id: the shipped pack of that name, or the folder of that path.
///
/// Errors: there is none, or it has errors.
pub fn game(id: &str) -> Result<Game, Failure> {
    pack(&folder_of(id)?)
}

/// The folder of a game.
///
/// Errors: there is no such game.
pub fn folder_of(id: &str) -> Result<PathBuf, Failure> {
    let path = Path::new(id);
    if path.join("pack.yaml").is_file() {
        return Ok(path.to_owned());
    }
    let known = shelf::all_shipped()?;
    let names: Vec<&str> = known.iter().filter_map(|p| p.file_name()?.to_str()).collect();
    match known.iter().find(|p| p.file_name().is_some_and(|name| name == id)) {
        Some(folder) => Ok(folder.clone()),
        None => {
            let near = cardwright_grammar::diagnostic::did_you_mean(id, names.iter().copied());
            let help = near.map_or_else(|| format!("there are: {}", names.join(", ")), |near| format!("did you mean `{near}`?"));
            let folder = if path.is_dir() {
                format!("the folder {id} has no pack.yaml")
            } else {
                "a pack that lies elsewhere is named by its folder, such as `./my_pack`".to_owned()
            };
            Err(Failure::usage(format!("there is no game `{id}`; {folder}; {help}")))
        }
    }
}

/// The pack in a folder, ready to be played.
///
/// Errors: it has errors; they are in the message, as `check` shows them.
pub fn pack(folder: &Path) -> Result<Game, Failure> {
    let loaded = loaded(folder);
    let Some(rules) = loaded.ruleset.clone() else { return Err(faulty(folder, &loaded)) };
    let host = scripts(&rules, &loaded).map_err(|problems| {
        let said: Vec<String> =
            problems.iter().map(|p| format!("error[bad-script]: {}\n  --> {}:{}", p.message, p.path, p.line)).collect();
        Failure::Problem(said.join("\n"))
    })?;
    let packs = pack_infos(&loaded.sources);
    let folders: Vec<PathBuf> = packs.iter().map(|p| p.folder.clone()).collect();
    let face = face::read(&folders, &rules, languages(&loaded.names))?;
    let mut words: Vec<(String, Words)> = (0..loaded.names.languages.len())
        .map(|language| (loaded.names.languages.get(language).cloned().unwrap_or_default(), words(&rules, &loaded, language)))
        .collect();
    for (_, words) in &mut words {
        face.name(words);
    }
    Ok(Game { words, host: Box::new(host), packs, face, rules, catalogue: loaded.catalogue, carried: loaded.carried })
}

/// The languages of the packs that were loaded.
pub fn languages(names: &Names) -> face::Languages<'_> {
    face::Languages { own: &names.languages, known: &names.known_languages }
}

fn faulty(folder: &Path, loaded: &Loaded) -> Failure {
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
    let count = errors.len();
    let first: Vec<_> = errors.into_iter().take(MOST_SHOWN).collect();
    let more = if count > first.len() { format!("\n… and {} more", count - first.len()) } else { String::new() };
    Failure::Problem(format!(
        "{}{more}\n{} has {count} {}; `cardwright check {}` lists all",
        render_text(&first, &loaded.sources, false),
        folder.display(),
        if count == 1 { "error" } else { "errors" },
        folder.display()
    ))
}

/// Errors shown where somebody wanted to play and not to check.
const MOST_SHOWN: usize = 3;

/// The script host of a ruleset.
///
/// Errors: what is wrong with the scripts.
pub fn scripts(rules: &Ruleset, loaded: &Loaded) -> Result<Host, Vec<ScriptProblem>> {
    let names = script_names(rules, loaded);
    let files: Vec<(String, String)> = loaded.scripts.iter().map(|s| (s.path.clone(), s.text.clone())).collect();
    Host::new(rules, names, &files)
}

fn script_names(rules: &Ruleset, loaded: &Loaded) -> ScriptNames {
    let cards =
        (0..rules.cards.len()).map(|n| loaded.names.of_card(0, cardwright_core::value::CardId(n as u32)).to_owned()).collect();
    ScriptNames { cards, ..ScriptNames::default() }
}

/// The types of everything a hook of these rules can use, for an author's editor.
pub fn editor_types(rules: &Ruleset, loaded: &Loaded) -> String {
    cardwright_scripting::editor_types(rules, &script_names(rules, loaded))
}

/// The words of a language.
pub fn words(rules: &Ruleset, loaded: &Loaded, language: usize) -> Words {
    let names = &loaded.names;
    let in_language = |all: &[Vec<String>]| -> Vec<String> {
        all.iter().map(|n| n.get(language).or(n.first()).cloned().unwrap_or_default()).collect()
    };
    let tag = names.languages.get(language).cloned().unwrap_or_default();
    Words {
        tongue: Tongue::of(&tag),
        tag,
        sheets: sheets(rules, loaded, language),
        terms: in_language(&names.terms),
        defs: in_language(&names.defs),
        cards: in_language(&names.cards),
        abilities: in_language(&names.abilities),
        fields: names.fields.clone(),
        texts: in_language(&names.texts),
        // Steps and the rest are known to authors by their ids.
        steps: names.steps.clone(),
        says: says(loaded, language),
        ..Words::plain(rules)
    }
}

/// What abilities say in a language: `on: text` for each entry, plain text else.
fn sheets(rules: &Ruleset, loaded: &Loaded, language: usize) -> Vec<Vec<(String, String)>> {
    let mut sheets: Vec<Vec<(String, String)>> = vec![Vec::new(); rules.abilities.len()];
    let mut heading = String::new();
    for text in &loaded.texts {
        let words = text.texts.get(language).or(text.texts.first()).map_or("", String::as_str);
        // What an entry is for stands before what it does.
        if text.category != "effect" && text.part.contains(' ') {
            heading = format!("{words}: ");
            continue;
        }
        if let Some(sheet) = sheets.get_mut(text.ability.index()) {
            sheet.push((text.part.clone(), format!("{heading}{words}")));
        }
        heading.clear();
    }
    sheets
}

/// The canonical templates of the definitions in a language.
fn says(loaded: &Loaded, language: usize) -> BTreeMap<DefId, String> {
    let mut out = BTreeMap::new();
    let Some(book) = loaded.phrasebook() else { return out };
    for (def, phrase) in loaded.names.phrases.iter().enumerate() {
        let template =
            phrase.and_then(|p| book.phrase(p)).and_then(|p| p.templates.iter().find(|t| t.language == language && t.canonical));
        if let Some(template) = template {
            out.insert(DefId(def as u32), template.text.clone());
        }
    }
    out
}

/// The folders of the packs that some files belong to, those first that others need.
pub fn pack_folders(sources: &Sources) -> Vec<PathBuf> {
    pack_infos(sources).into_iter().map(|pack| pack.folder).collect()
}

/// The packs that some files belong to, with a digest of each pack's files.
fn pack_infos(sources: &Sources) -> Vec<PackInfo> {
    let mut packs: Vec<(PathBuf, String, Digest)> = Vec::new();
    for file in sources.files() {
        let path = Path::new(sources.path(file));
        if path.file_name().is_some_and(|name| name == "pack.yaml") {
            packs.push((path.parent().unwrap_or(Path::new("")).to_owned(), sources.text(file).to_owned(), Digest::default()));
        }
    }
    for file in sources.files() {
        let path = Path::new(sources.path(file));
        let owner = packs
            .iter_mut()
            .filter(|(folder, ..)| path.starts_with(folder))
            .max_by_key(|(folder, ..)| folder.components().count());
        if let Some((folder, _, digest)) = owner {
            digest.write(path.strip_prefix(folder).unwrap_or(path).to_string_lossy().as_bytes());
            digest.write(sources.text(file).as_bytes());
        }
    }
    packs
        .into_iter()
        .map(|(folder, text, digest)| {
            let key = |key: &str| {
                let line = text.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix(':').map(str::trim));
                line.map(|value| value.split('#').next().unwrap_or("").trim().trim_matches(['"', '\'']).to_owned())
                    .unwrap_or_default()
            };
            PackInfo { id: key("pack"), version: key("version"), digest: hex(digest.finish()), folder }
        })
        .collect()
}

/// The lines of a board of a game.
///
/// Errors: there is none, or it is wrong.
pub fn board(game: &Game, name: Option<&str>, players: usize) -> Result<Vec<String>, Failure> {
    Ok(board_file(game, name, players)?.lines)
}

/// A board of a game, with its title and introduction.
///
/// Errors: there is none, or it is wrong.
pub fn board_file(game: &Game, name: Option<&str>, players: usize) -> Result<boards::Shipped, Failure> {
    boards::board(&folders(game), name, players)
}

/// All boards of a game.
///
/// Errors: one of them is wrong.
pub fn board_files(game: &Game) -> Result<Vec<boards::Shipped>, Failure> {
    boards::all(&folders(game))
}

fn folders(game: &Game) -> Vec<PathBuf> {
    game.packs.iter().map(|p| p.folder.clone()).collect()
}
