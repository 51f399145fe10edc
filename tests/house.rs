//! The house rules: who imports whom, no game words in `core`, the code map is true, one definition of each page.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path)
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path)
            }
        }
    }
    found.sort();
    found
}

#[test]
fn arrows_of_import_hold() {
    let arrows = [("core", &[] as &[&str]), ("grammar", &["core"]), ("scripting", &["core"]), ("content", &["core", "grammar"])];
    let crates = ["core", "grammar", "scripting", "content"];
    for (name, allowed) in arrows {
        let manifest = read(format!("{name}/Cargo.toml"));
        for other in crates.iter().filter(|other| **other != name) {
            let imports = manifest.contains(&format!("cardwright-{other}.workspace"));
            assert!(!imports || allowed.contains(other), "{name} must not import {other}");
        }
    }
}

#[test]
fn an_outside_package_lives_in_one_crate() {
    for (package, home) in [("mlua", "scripting"), ("pest", "grammar"), ("rand", "core")] {
        for name in ["core", "grammar", "scripting", "content"] {
            let has = read(format!("{name}/Cargo.toml")).lines().any(|line| line.starts_with(&format!("{package}.workspace")));
            assert!(!has || name == home, "{package} belongs to {home}, but {name} imports it");
        }
    }
}

/// Words that only a game would use. What is general in spite of its sound ("table", "card", "player") is not here.
const GAME_WORDS: &[&str] = &[
    "moonstone",
    "energy",
    "melee",
    "arcane",
    "evade",
    "harvest",
    "goblin",
    "juice",
    "croak",
    "leadership",
    "spell",
    "combat",
    "defense",
    "barbarian",
    "elf",
    "ultimate",
    "evasive",
    "targeted",
    "entangle",
    "damage",
    "wound",
    "troupe",
    "faction",
    "initiative",
    "bluff",
    "catastrophe",
    "jog",
    "health",
    "spellcaster",
];

#[test]
fn core_names_no_game() {
    for path in rust_files("core/src") {
        let text = fs::read_to_string(&path).expect("a file");
        for (number, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            for word in lower.split(|c: char| !c.is_alphabetic()) {
                assert!(!GAME_WORDS.contains(&word), "{}:{}: `{word}` is a word of a game", path.display(), number + 1);
            }
        }
    }
}

#[test]
fn the_code_map_is_true() {
    let page = read("ARCHITECTURE.md");
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let Some(cell) = line.split('|').nth(1) else { continue };
        for name in cell.split('`').skip(1).step_by(2).filter(|name| name.contains('/') && !name.contains('<')) {
            assert!(root().join(name).exists(), "ARCHITECTURE.md names `{name}`, which does not exist");
        }
    }
    for name in ["core", "grammar", "scripting", "content", "src", "tests"] {
        assert!(page.contains(&format!("`{name}/")), "the code map lacks {name}");
    }
}

#[test]
fn every_page_is_there() {
    for page in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "GLOSSARY.md",
        "CHANGELOG.md",
        "LICENSE",
        ".ci/run",
        "content/NOTATION.md",
    ] {
        assert!(!read(page).trim().is_empty(), "{page} is empty");
    }
}

#[test]
fn the_project_stands_alone() {
    let mut open: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", ".ci/run", "content/NOTATION.md"]
        .iter()
        .map(|p| root().join(p))
        .collect();
    for folder in ["core/src", "grammar/src", "scripting/src", "content/src", "src"] {
        open.extend(rust_files(folder));
    }
    for path in open {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        assert!(
            !text.contains("../shared") && !text.contains("/work/"),
            "{} speaks of a place outside the project",
            path.display()
        );
    }
}
