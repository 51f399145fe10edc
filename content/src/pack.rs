//! Finding packs on disk: what they say they are, which packs they need, which files they have.

use crate::cores::on_all_cores;
use crate::group::{Group, text};
use crate::place::{At, Place, Src};
use crate::yaml::{self, Node};
use cardwright_core::space::Length;
use cardwright_grammar::diagnostic::{FileId, Problems, Sources, did_you_mean, quote};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The format of packs that this version reads.
pub(crate) const FORMAT: i64 = 1;
/// How deep folders of a pack are looked through.
const DEEPEST: usize = 6;

/// A YAML file that was read.
#[derive(Debug)]
pub(crate) struct Doc {
    pub(crate) file: FileId,
    pub(crate) node: Node,
}

/// A card's file: its id is the file's name.
#[derive(Debug)]
pub(crate) struct CardDoc {
    pub(crate) id: String,
    pub(crate) path: PathBuf,
    pub(crate) file: FileId,
    pub(crate) node: Option<Node>,
}

/// A script of a pack.
#[derive(Clone, Debug)]
pub struct Script {
    /// The hook it holds: the file's name.
    pub hook: String,
    /// The path shown to authors.
    pub path: String,
    /// Its source.
    pub text: String,
    pub(crate) file: FileId,
}

/// A pack that was found.
#[derive(Debug)]
pub(crate) struct Pack {
    pub(crate) id: String,
    pub(crate) id_place: Place,
    pub(crate) dir: PathBuf,
    pub(crate) game: Option<String>,
    pub(crate) languages: Vec<String>,
    pub(crate) changes: Vec<(String, Place)>,
    pub(crate) players: Option<Range<u32>>,
    pub(crate) table: Option<(Length, Length)>,
    pub(crate) docs: Vec<Doc>,
    pub(crate) cards: Vec<CardDoc>,
    pub(crate) scripts: Vec<Script>,
    needs: Vec<(String, Place)>,
}

/// Where packs are looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    pub(crate) roots: Vec<PathBuf>,
}

/// Packs in the order of loading, each after those it needs.
pub(crate) struct Found {
    pub(crate) packs: Vec<Pack>,
    under_way: Vec<(String, PathBuf)>,
}

impl Finder {
    /// Loads packs and what they need. `base` comes first, whether it is named or not.
    pub(crate) fn find(&self, paths: &[PathBuf], base: bool, sources: &mut Sources, problems: &Problems) -> Vec<Pack> {
        let mut found = Found { packs: Vec::new(), under_way: Vec::new() };
        if base && let Some(dir) = self.dir_of("base") {
            self.load(&dir, &mut found, sources, problems);
        }
        for path in paths {
            match pack_folder(path) {
                Some(dir) => {
                    self.load(&dir, &mut found, sources, problems);
                }
                None => {
                    let file = sources.add(path.join("pack.yaml").display().to_string(), "");
                    let message = if path.exists() { "there is no `pack.yaml` here" } else { "there is no such folder" };
                    problems.report(
                        Place { file, span: 0..0 }.error("missing-pack", message).help("name a folder with a `pack.yaml`"),
                    );
                }
            }
        }
        found.packs
    }

    fn dir_of(&self, id: &str) -> Option<PathBuf> {
        self.roots.iter().map(|root| root.join(id)).find(|dir| dir.join("pack.yaml").is_file())
    }

    fn load(&self, dir: &Path, found: &mut Found, sources: &mut Sources, problems: &Problems) {
        let same = |a: &Path, b: &Path| a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
        if found.packs.iter().any(|pack| same(&pack.dir, dir)) {
            return;
        }
        let path = dir.join("pack.yaml");
        let Some((file, node)) = yaml::read_file(&path, &shown(&path), sources, problems) else { return };
        let Some(mut pack) = describe(At { file, node: &node }, dir, problems) else { return };
        if let Some(other) = found.packs.iter().find(|other| other.id == pack.id) {
            problems.report(
                pack.id_place
                    .error("duplicate-pack", format!("two packs are called {}", quote(&pack.id)))
                    .also(other.id_place.file, other.id_place.span.clone(), "the other is here")
                    .help("rename one of them"),
            );
            return;
        }
        found.under_way.push((pack.id.clone(), dir.to_owned()));
        for (need, place) in std::mem::take(&mut pack.needs) {
            if let Some(start) = found.under_way.iter().position(|(id, _)| *id == need) {
                let chain: Vec<_> =
                    found.under_way.iter().skip(start).map(|(id, _)| format!("`{id}`")).chain([format!("`{need}`")]).collect();
                problems.report(
                    place
                        .error("cyclic-needs", format!("packs need each other in a circle: {}", chain.join(" needs ")))
                        .help("take one of them out of `needs`"),
                );
                continue;
            }
            let beside = dir.parent().map(|parent| parent.join(&need)).filter(|dir| dir.join("pack.yaml").is_file());
            match self.dir_of(&need).or(beside) {
                Some(dir) => self.load(&dir, found, sources, problems),
                None => {
                    let near = self.names();
                    problems.report(place.error("missing-pack", format!("the pack {} is not found", quote(&need))).help_if(
                        did_you_mean(&need, near.iter().map(String::as_str)).map(|near| format!("did you mean `{near}`?")),
                    ));
                }
            }
        }
        found.under_way.pop();
        read_folder(&mut pack, dir, "", 0, sources, problems);
        found.packs.push(pack);
    }

    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for root in &self.roots {
            for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
                if let Some(name) = entry.file_name().to_str() {
                    names.push(name.to_owned());
                }
            }
        }
        names.sort();
        names
    }
}

/// The folder with `pack.yaml` at or above a path, so that a single card can be named.
pub(crate) fn pack_folder(path: &Path) -> Option<PathBuf> {
    path.ancestors().take(DEEPEST).find(|dir| dir.join("pack.yaml").is_file()).map(Path::to_owned)
}

/// A path as an author sees it: with forward slashes on every system.
fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

/// What `pack.yaml` says.
fn describe(at: At<'_>, dir: &Path, problems: &Problems) -> Option<Pack> {
    let group = Group::open(at, "a pack", problems)?;
    let id = group.need("pack").and_then(|at| text(at, "`pack`", problems));
    if let Some(version) = group.need("version").and_then(|at| text(at, "`version`", problems)) {
        let parts: Vec<_> = version.text().split('.').collect();
        if parts.len() != 3 || !parts.iter().all(|part| part.parse::<u32>().is_ok()) {
            problems.report(
                version
                    .whole()
                    .error("bad-version", format!("{} is no version", quote(version.text())))
                    .help("write three numbers: `0.1.0`"),
            );
        }
    }
    match group.get("format").map(|at| (at, at.scalar())) {
        Some((_, Some(src))) if src.text().parse() == Ok(FORMAT) => {}
        Some((at, src)) => problems.report(
            at.place()
                .error(
                    "unknown-format",
                    format!("the pack's format is {}", src.map_or("unreadable".into(), |src| quote(src.text()))),
                )
                .help(format!("this version reads `format: {FORMAT}`")),
        ),
        None => {
            group.need("format");
        }
    }
    let languages: Vec<String> = group.names("languages").iter().map(|src| src.text().to_owned()).collect();
    if languages.is_empty() && at.node.whole {
        problems.report(group.head().error("missing-field", "a pack names no `languages`").help("add `languages: [en]`"));
    }
    let placed = |srcs: Vec<Src<'_>>| srcs.into_iter().map(|src| (src.text().to_owned(), src.whole())).collect();
    let pack = Pack {
        id: id.map_or_else(String::new, |src| src.text().to_owned()),
        id_place: id.map_or_else(|| group.head(), |src| src.whole()),
        dir: dir.to_owned(),
        game: group.text("game").map(|src| src.text().to_owned()),
        languages,
        changes: placed(group.names("changes")),
        players: group.text("players").and_then(|src| players(src, problems)),
        table: group.text("table").and_then(|src| table(src, problems)),
        docs: Vec::new(),
        cards: Vec::new(),
        scripts: Vec::new(),
        needs: placed(group.names("needs")),
    };
    group.know(&["title", "note", "license", "authors"]);
    group.finish();
    Some(pack)
}

/// `2 to 4`, or one number.
fn players(src: Src<'_>, problems: &Problems) -> Option<Range<u32>> {
    let mut parts = src.text().split(" to ").map(|part| part.trim().parse::<u32>());
    let range = match (parts.next(), parts.next(), parts.next()) {
        (Some(Ok(least)), Some(Ok(most)), None) => Some((least, most)),
        (Some(Ok(both)), None, None) => Some((both, both)),
        _ => None,
    };
    match range {
        // Seats are bits of a word of 32 in the state.
        Some((least, most)) if least >= 1 && least <= most && most <= 16 => Some(least..most + 1),
        _ => {
            problems.report(
                src.whole()
                    .error("number-out-of-range", format!("the number of players is {}", quote(src.text())))
                    .help("write two numbers from 1 to 16: `2 to 4`"),
            );
            None
        }
    }
}

/// `36" by 36"`.
fn table(src: Src<'_>, problems: &Problems) -> Option<(Length, Length)> {
    let length = |text: &str| match cardwright_grammar::expression::parse(text.trim()).ok()?.kind {
        cardwright_grammar::expression::ExprKind::Length(length) if (1..=1_000_000).contains(&length) => Some(length),
        _ => None,
    };
    let sides = src.text().split_once(" by ").and_then(|(a, b)| Some((length(a)?, length(b)?)));
    if sides.is_none() {
        problems.report(
            src.whole()
                .error("number-out-of-range", format!("the table is {}", quote(src.text())))
                .help("write two lengths: `36\" by 36\"`"),
        );
    }
    sides
}

/// Reads the files of a folder in the order of their names.
fn read_folder(pack: &mut Pack, dir: &Path, inside: &str, depth: usize, sources: &mut Sources, problems: &Problems) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut sound = if inside == "cards" { read_ahead(&paths).into_iter() } else { Vec::new().into_iter() };
    for path in paths {
        let sound = sound.next().flatten();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.starts_with('.') {
            continue;
        }
        if sound.is_none() && path.is_dir() {
            let inside = if inside.is_empty() { name } else { inside };
            if depth < DEEPEST && !matches!(inside, "scenarios" | "boards" | "games") {
                read_folder(pack, &path, inside, depth + 1, sources, problems);
            }
            continue;
        }
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("").to_owned();
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        match (inside, extension) {
            ("scripts", "luau" | "lua") => read_script(pack, &path, stem, sources, problems),
            ("scripts", _) => {}
            (_, "yml") => {
                let file = sources.add(shown(&path), "");
                problems.report(
                    Place { file, span: 0..0 }
                        .error("wrong-extension", "this file ends in `.yml` and is not read")
                        .help("rename it to `.yaml`"),
                );
            }
            ("cards", "yaml") => {
                let before = sources.files().count();
                let read = match sound {
                    Some((text, node)) => Some((sources.add(shown(&path), text), node)),
                    None => yaml::read_file(&path, &shown(&path), sources, problems),
                };
                let (file, node) = match read {
                    Some((file, node)) => (file, Some(node)),
                    None => match sources.files().nth(before) {
                        Some(file) => (file, None),
                        None => continue,
                    },
                };
                pack.cards.push(CardDoc { id: stem, path, file, node });
            }
            (_, "yaml") if !(depth == 0 && name == "pack.yaml") => {
                if let Some((file, node)) = yaml::read_file(&path, &shown(&path), sources, problems) {
                    pack.docs.push(Doc { file, node });
                }
            }
            _ => {}
        }
    }
}

/// The files of a folder of many cards, read on all cores. What has faults is read again where they can be reported.
fn read_ahead(paths: &[PathBuf]) -> Vec<Option<(String, Node)>> {
    const FEW: usize = 64;
    if paths.len() < FEW {
        return Vec::new();
    }
    on_all_cores(paths, |path| if path.extension().is_some_and(|e| e == "yaml") { yaml::read_sound(path) } else { None })
}

fn read_script(pack: &mut Pack, path: &Path, hook: String, sources: &mut Sources, problems: &Problems) {
    let size = std::fs::metadata(path).map_or(0, |facts| facts.len());
    let bytes = if size > yaml::MAX_BYTES as u64 { None } else { std::fs::read(path).ok() };
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let file = sources.add(shown(path), text.clone().unwrap_or_default());
    match text {
        Some(text) => pack.scripts.push(Script { hook, path: shown(path), text, file }),
        None => problems
            .report(Place { file, span: 0..0 }.error("unreadable-file", "the script is too large, or is not text in UTF-8")),
    }
}
