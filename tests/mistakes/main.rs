//! Mistakes of authors, made by machine: every word, number, mark, key and line of the shipped cards is spoilt in the
//! ways people spoil them, and `check` must say so. Counted are: said at the right line, said elsewhere, only warned of,
//! passed in silence. The last must be none.
//!
//! What is silent and no mistake is told apart by four rules, and by nothing else:
//!
//! 1. *Words of the author's own.* What stands under `name`, `source`, `note` and `flavour`, and comments, means nothing
//!    to the engine; their words are not spoilt here (their keys are).
//! 2. *The same words.* A change of blanks, capitals or the look of a mark, or one that YAML reads as the same tree.
//! 3. *Another card.* A number that the kind allows; a line left out that the kind does not ask for ([`lines::OPTIONAL`]):
//!    a card with another cost, or without a limit, is as good a card.
//! 4. *Two languages at once.* All mistakes are made in one language: both wrong in the same way is another rule.

mod lines;
mod table;
mod texts;

use cardwright_content::yaml::{self, Node, Value};
use cardwright_content::{Options, load, session};
use cardwright_grammar::diagnostic::{Diagnostic, Label, Problems, Severity, Sources};
use std::fs;
use std::path::{Path, PathBuf};
use table::{Outcome, Table};

/// A file with one mistake.
struct Mutant {
    /// What sort of mistake.
    sort: &'static str,
    /// The lines at which it is right to be told, from 1.
    right: Vec<usize>,
    /// The spoilt file.
    text: String,
    /// What was done.
    what: String,
    /// Rule 3, where this mutant is under it.
    another_card: bool,
}

/// How many mistakes a run makes, however many cards there are: in cards, which are checked again alone; in shared abilities
/// and in other files, where each is a load of the whole pack.
const IN_CARDS: usize = 1000;
const IN_SHARED: usize = 20;
const IN_OTHERS: usize = 16;

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("content/packs")
}

fn options() -> Options {
    Options { roots: vec![shipped()], base: true }
}

/// A copy of the pack to be spoilt.
fn copied(name: &str) -> PathBuf {
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes").join(name);
    let _ = fs::remove_dir_all(&to);
    copy(&shipped().join("moonstone"), &to);
    to
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for path in entries(from) {
        let there = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &there) } else { fs::copy(&path, &there).map(|_| ()).unwrap() }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

/// YAML files at any depth, but no scenarios and boards.
fn yaml_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            if !path.ends_with("scenarios") && !path.ends_with("boards") {
                yaml_files(&path, out);
            }
        } else if path.extension().is_some_and(|e| e == "yaml") {
            out.push(path);
        }
    }
}

/// The tree of a file, if it is sound.
fn tree(text: &str) -> Option<Node> {
    let mut sources = Sources::new();
    let problems = Problems::new();
    let read = yaml::read_bytes("f", text.as_bytes().to_vec(), &mut sources, &problems);
    if problems.take().is_empty() { read.map(|(_, node)| node) } else { None }
}

fn same_tree(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Map(x), Value::Map(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|((k, v), (l, w))| plain(&k.text) == plain(&l.text) && same_tree(v, w))
        }
        (Value::List(x), Value::List(y)) => x.len() == y.len() && x.iter().zip(y).all(|(v, w)| same_tree(v, w)),
        (Value::Scalar(x), Value::Scalar(y)) => plain(&x.text) == plain(&y.text),
        (Value::Null, Value::Null) => true,
        _ => false,
    }
}

/// Words without what is only their look.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).map(|c| if c == '−' { '-' } else { c }).collect()
}

fn judge(path: &Path, original: &str, mutant: &Mutant, found: &[Diagnostic], sources: &Sources) -> Outcome {
    // A line of another file is no line of this one.
    let path = path.display().to_string();
    let place =
        |label: &Label| if sources.path(label.file) == path { sources.line_column(label.file, label.span.start).0 } else { 0 };
    let line = |d: &Diagnostic| place(&d.label);
    let others = |d: &Diagnostic| d.others.iter().map(place).collect::<Vec<_>>();
    let errors: Vec<&Diagnostic> = found.iter().filter(|d| d.severity == Severity::Error).collect();
    if errors.iter().any(|d| mutant.right.contains(&line(d))) {
        return Outcome::Right;
    }
    if errors.iter().any(|d| others(d).iter().any(|l| mutant.right.contains(l))) {
        return Outcome::Also;
    }
    if !errors.is_empty() {
        return Outcome::Elsewhere;
    }
    if !found.is_empty() {
        return Outcome::Warned;
    }
    if mutant.another_card {
        return Outcome::AnotherCard;
    }
    let same = match (tree(original), tree(&mutant.text)) {
        (Some(a), Some(b)) => same_tree(&a, &b),
        _ => false,
    };
    if same { Outcome::SameWords } else { Outcome::Silent }
}

/// All mutants of a card, or of a file of shared abilities.
fn mutants(text: &str) -> Vec<Mutant> {
    let mut all = texts::mutants(text);
    all.extend(lines::mutants(text));
    all
}

/// Shows what was found, for those who mend.
fn told(found: &[Diagnostic], sources: &Sources) -> String {
    found
        .iter()
        .map(|d| format!("{} {}: {}", sources.line_column(d.label.file, d.label.span.start).0, d.id, d.message))
        .collect::<Vec<_>>()
        .join(" | ")
}

/// Of all mistakes that could be made one in this many is; `CARDWRIGHT_MISTAKES=all` makes all of them.
fn stride(all: usize, usual: usize) -> usize {
    if std::env::var("CARDWRIGHT_MISTAKES").is_ok_and(|v| v == "all") { 1 } else { all.div_ceil(usual).max(1) }
}

/// Mistakes in every card, of every sort: some [`IN_CARDS`].
#[test]
fn no_mistake_in_a_card_passes_in_silence() {
    let root = copied("cards");
    let mut cards = Vec::new();
    yaml_files(&root.join("cards"), &mut cards);
    let mut table = Table::default();
    let mut whole = Vec::new();
    let mut cards_seen = 0;
    session(std::slice::from_ref(&root), &options(), |mut session| {
        assert_eq!(session.diagnostics(), []);
        let all = cards.iter().map(|path| mutants(&fs::read_to_string(path).unwrap()).len()).sum();
        let stride = stride(all, IN_CARDS);
        for path in &cards {
            let text = fs::read_to_string(path).unwrap();
            let all = mutants(&text).into_iter().skip(cards_seen % stride).step_by(stride);
            cards_seen += 1;
            for mutant in all {
                match session.recheck(path, &mutant.text) {
                    Some(found) => {
                        let outcome = judge(path, &text, &mutant, &found, session.sources());
                        table.count(&mutant, outcome, path, || told(&found, session.sources()));
                    }
                    None => whole.push((path.clone(), text.clone(), mutant)),
                }
            }
        }
    });
    // A card whose title is spoilt concerns the whole pack.
    for (path, text, mutant) in whole {
        spoil_on_disk(&root, &path, &text, &mutant, &mut table);
    }
    table.finish("cards");
}

fn spoil_on_disk(root: &Path, path: &Path, text: &str, mutant: &Mutant, table: &mut Table) {
    fs::write(path, &mutant.text).unwrap();
    let loaded = load(&[root.to_owned()], &options());
    fs::write(path, text).unwrap();
    let outcome = judge(path, text, mutant, &loaded.diagnostics, &loaded.sources);
    table.count(mutant, outcome, path, || told(&loaded.diagnostics, &loaded.sources));
}

/// Mistakes in abilities that several cards share: some [`IN_SHARED`].
#[test]
fn no_mistake_in_a_shared_ability_passes_in_silence() {
    let root = copied("shared");
    let path = root.join("abilities.yaml");
    let text = fs::read_to_string(&path).unwrap();
    let mut table = Table::default();
    let all = mutants(&text);
    let stride = stride(all.len(), IN_SHARED);
    for mutant in all.into_iter().step_by(stride) {
        spoil_on_disk(&root, &path, &text, &mutant, &mut table);
    }
    table.finish("shared abilities");
}

/// Mistakes in lines, keys and values of all other files: some [`IN_OTHERS`]. They are shown and not judged: a step that is
/// left out of a rule is another rule, and nothing in the pack says that it was meant.
#[test]
fn mistakes_in_other_files_are_shown() {
    let root = copied("rules");
    let mut files = Vec::new();
    yaml_files(&root, &mut files);
    files.retain(|path| {
        !path.starts_with(root.join("cards")) && path != &root.join("rules.yaml") && path != &root.join("abilities.yaml")
    });
    let mut table = Table::default();
    let all = files.iter().map(|path| lines::mutants(&fs::read_to_string(path).unwrap()).len()).sum();
    let stride = stride(all, IN_OTHERS);
    let mut seen = 0;
    for path in &files {
        let text = fs::read_to_string(path).unwrap();
        let made = lines::mutants(&text);
        let first = (stride - seen % stride) % stride;
        seen += made.len();
        for mutant in made.into_iter().skip(first).step_by(stride) {
            spoil_on_disk(&root, path, &text, &mutant, &mut table);
        }
    }
    table.show("other files");
}
