//! A pack held open: loaded once, then cards can be checked again one at a time, and rules of scenarios be read.
//!
//! Reading order: this file (a session from its packs to its end) · [`declaring`] names get ids · [`lowering`] what is lowered
//! when · [`written`] rules that a scenario writes · [`sample`] texts by chance, for tests.

mod declaring;
mod lowering;
mod sample;
mod written;

pub use sample::Sample;

use declaring::{Making, blank_ability, blank_card};

use crate::book::{Book, Material};
use crate::cards::AbilityText;
use crate::checks;
use crate::clock;
use crate::index::Index;
use crate::load::{Loaded, Options};
use crate::lower::{Lower, Used};
use crate::names::Names;
use crate::pack::{Finder, Pack, Script};
use crate::place::{At, Place};
use crate::shape::Shaping;
use crate::shape::card::{CardFile, HasAbility};
use crate::shape::section::{Declared, RuleEntry};
use crate::shape::words::Named;
use crate::yaml;
use cardwright_core::rules::*;
use cardwright_core::state::Digest;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, Sources, quote, tidy};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Packs that are loaded, with everything needed to check a card again.
pub struct Session<'a> {
    index: &'a Index<'a>,
    book: Option<Book>,
    rules: Ruleset,
    names: Names,
    texts: Vec<AbilityText>,
    used: Used,
    sources: Sources,
    files: BTreeMap<FileId, u32>,
    any_file: FileId,
    problems: Vec<Diagnostic>,
    scripts: Vec<Script>,
    /// Cards by path, with the titles they had: another title may change what other cards can say.
    cards: BTreeMap<PathBuf, (CardId, Vec<Vec<String>>)>,
    card_pack: BTreeMap<PathBuf, usize>,
    catalogue: Vec<RuleEntry>,
    carried: BTreeSet<String>,
}

/// Vocabularies with the first of their terms, and the terms with their names.
type Vocabularies = Vec<crate::book::VocabularyNames>;

/// Loads packs and lends them out.
///
/// A session borrows the files it has read, so it lives as long as this call; `check --watch` runs inside.
pub fn session<R>(paths: &[PathBuf], options: &Options, body: impl FnOnce(Session<'_>) -> R) -> R {
    let mut sources = Sources::new();
    let problems = Rc::new(Problems::new());
    let packs = Finder { roots: options.roots.clone() }.find(paths, options.base, &mut sources, &problems);
    let any_file = match sources.files().next() {
        Some(file) => file,
        None => sources.add("pack.yaml", ""),
    };
    // The pack that was asked for decides the languages: what it needs may speak more.
    let languages =
        packs.last().map(|pack| pack.languages.clone()).filter(|l| !l.is_empty()).unwrap_or_else(|| vec!["en".into()]);

    let known_languages: Vec<String> = packs.iter().flat_map(|pack| pack.languages.iter().cloned()).collect();

    let mut declared = Declared::default();
    let carried = RefCell::default();
    let mut cards: Vec<(CardFile<'_>, usize)> = Vec::new();
    let mut card_paths = Vec::new();
    let mut card_ids: BTreeMap<String, usize> = BTreeMap::new();
    for (number, pack) in packs.iter().enumerate() {
        let shaping = Shaping::new(&problems, &languages, &known_languages, number).noting(&carried);
        let changes: Vec<String> = pack.changes.iter().map(|(id, _)| id.clone()).collect();
        for doc in &pack.docs {
            declared.file(shaping, At { file: doc.file, node: &doc.node }, &changes);
        }
        for doc in &pack.cards {
            let Some(node) = &doc.node else { continue };
            let _trail = problems.enter(format!("card {}", doc.id));
            let Some(card) = shaping.card(&doc.id, At { file: doc.file, node }) else { continue };
            if let Some(at) = card_ids.get(&card.id).copied() {
                let Some((other, other_pack)) = cards.get(at) else { continue };
                if *other_pack != number && changes.contains(&card.id) {
                    declared.changed.push((number, card.id.clone()));
                    if let (Some(slot), Some(path)) = (cards.get_mut(at), card_paths.get_mut(at)) {
                        *slot = (card, number);
                        *path = doc.path.clone();
                    }
                } else {
                    problems.report(
                        card.place
                            .error("duplicate-id", format!("two cards are called {}", quote(&card.id)))
                            .label("again here")
                            .also(other.place.file, other.place.span.clone(), "first here")
                            .help(if *other_pack == number {
                                "rename one of the files".into()
                            } else {
                                format!("rename one of them, or name `{}` under `changes:` in pack.yaml", card.id)
                            }),
                    );
                }
                continue;
            }
            card_ids.insert(card.id.clone(), cards.len());
            cards.push((card, number));
            card_paths.push(doc.path.clone());
        }
    }
    let clock_files = clock::read(declared.clock.as_ref(), &problems);
    let mut making = Making { problems: problems.clone(), languages: languages.clone(), declared, cards: &cards, packs: &packs };
    let mut rules = Ruleset::default();
    let mut names = Names::default();
    names.languages.clone_from(&languages);
    names.known_languages.clone_from(&known_languages);
    let files: BTreeMap<FileId, u32> = sources.files().enumerate().map(|(i, f)| (f, i as u32)).collect();
    let (index, vocabularies) = making.index(&mut rules, &mut names, &clock_files, &files);
    let Making { declared, .. } = making;

    let abilities: Vec<(AbilityId, Named)> = ability_names(&declared, &cards);
    let card_names: Vec<(CardId, Named)> =
        cards.iter().enumerate().filter_map(|(i, (card, _))| Some((CardId(i as u32), card.name.clone()?))).collect();
    let book = Book::build(
        &index,
        &Material {
            vocabularies: &vocabularies,
            abilities: &abilities,
            cards: &card_names,
            base: packs.first().is_some_and(|p| p.id == "base"),
        },
        &problems,
    );
    if let Some(book) = &book {
        checks::hidden_phrases(book, &problems);
    }

    let mut used = Used::default();
    let mut texts = Vec::new();
    let mut prompts = Vec::new();
    {
        let mut lower = Lower {
            index: &index,
            rules: &mut rules,
            texts: &mut prompts,
            problems: problems.clone(),
            sources: &sources,
            files: &files,
            any_file,
            book: book.as_ref(),
            used: &mut used,
            high: 0,
            expanding: Vec::new(),
            sampling: None,
            parsed: HashMap::new(),
        };
        lower.everything(&declared, &clock_files, &cards, &mut texts);
    }
    names.texts = prompts;
    checks::unused_statuses(&index, &used, &problems);
    checks::unused_hooks(&packs, &used, &problems);
    checks::unused_abilities(&declared.abilities, &used, &problems);
    let mut carried: Vec<(String, Place)> = carried.into_inner();
    carried.extend(clock_files.iter().flat_map(|step| step.carried.iter().cloned()));
    carried.append(&mut used.carried);
    checks::rules_not_in_catalogue(&declared.catalogue, &carried, &problems);
    checks::unused_changes(&packs, &declared.changed, &problems);

    rules.game =
        packs.iter().rev().find_map(|pack| pack.game.clone()).or_else(|| packs.last().map(|p| p.id.clone())).unwrap_or_default();
    rules.players = packs.iter().rev().find_map(|pack| pack.players.clone()).unwrap_or(1..3);
    rules.table = packs.iter().rev().find_map(|pack| pack.table);
    rules.files = sources.files().map(|file| sources.path(file).to_owned()).collect();
    rules.digest = digest(&packs, &sources);
    rules.index();
    for card in &used.sound_prints {
        if let Some((file, _)) = cards.get(card.index()) {
            checks::musts_hold(&used, &rules, file, *card, &problems);
        }
    }
    names.index(&rules);
    names.phrases = phrases(&book, rules.defs.len());
    let card_paths = canonical_all(&card_paths);
    let by_path = card_paths
        .iter()
        .zip(&cards)
        .enumerate()
        .map(|(i, (path, (card, _)))| (path.clone(), (CardId(i as u32), titles(card))))
        .collect();
    let card_pack = card_paths.iter().zip(&cards).map(|(path, (_, pack))| (path.clone(), *pack)).collect();
    let scripts = packs.iter().flat_map(|pack| pack.scripts.iter().cloned()).collect();
    let found = problems.take();
    body(Session {
        index: &index,
        book,
        rules,
        names,
        texts,
        used,
        sources,
        files,
        any_file,
        problems: found,
        scripts,
        cards: by_path,
        card_pack,
        catalogue: declared.catalogue.clone(),
        carried: carried.into_iter().map(|(id, _)| id).collect(),
    })
}

/// One path for all ways to name a file: its folder's own path, and its name.
fn canonical(path: &Path) -> PathBuf {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => whole(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).join(name),
        _ => whole(path),
    }
}

/// The same for many files, asking once for each folder.
fn canonical_all(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: HashMap<PathBuf, PathBuf> = HashMap::new();
    paths
        .iter()
        .map(|path| match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) => match folders.get(folder) {
                Some(known) => known.join(name),
                None => {
                    let own = canonical(path);
                    if let Some(parent) = own.parent() {
                        folders.insert(folder.to_owned(), parent.to_owned());
                    }
                    own
                }
            },
            _ => canonical(path),
        })
        .collect()
}

fn titles(card: &CardFile<'_>) -> Vec<Vec<String>> {
    let own = card.abilities.iter().filter_map(|a| match a {
        HasAbility::Own(a) => a.name.as_ref(),
        HasAbility::Shared(_) => None,
    });
    card.name.iter().chain(own).map(Named::plain).collect()
}

/// Ids and names of all abilities: shared ones first, then those of the cards in order.
fn ability_names(declared: &Declared<'_>, cards: &[(CardFile<'_>, usize)]) -> Vec<(AbilityId, Named)> {
    let own = cards.iter().flat_map(|(card, _)| &card.abilities).filter_map(|a| match a {
        HasAbility::Own(a) => Some(a),
        HasAbility::Shared(_) => None,
    });
    declared.abilities.iter().chain(own).enumerate().filter_map(|(i, a)| Some((AbilityId(i as u32), a.name.clone()?))).collect()
}

fn phrases(book: &Option<Book>, defs: usize) -> Vec<Option<usize>> {
    let mut all = vec![None; defs];
    for (phrase, target) in book.iter().flat_map(|book| book.targets.iter().enumerate()) {
        if let crate::book::Target::Def { def, .. } = target
            && let Some(slot) = all.get_mut(def.index())
        {
            *slot = Some(phrase);
        }
    }
    all
}

/// A digest of all that the packs say, the same wherever they lie.
fn digest(packs: &[Pack], sources: &Sources) -> u64 {
    let mut digest = Digest::default();
    for pack in packs {
        digest.write(pack.id.as_bytes());
        let files = [pack.id_place.file]
            .into_iter()
            .chain(pack.docs.iter().map(|d| d.file))
            .chain(pack.cards.iter().map(|c| c.file))
            .chain(pack.scripts.iter().map(|s| s.file));
        for file in files {
            let path = Path::new(sources.path(file));
            digest.write(path.file_name().and_then(|n| n.to_str()).unwrap_or("").as_bytes());
            digest.write(sources.text(file).as_bytes());
            digest.write(&[0]);
        }
    }
    digest.finish()
}

impl Session<'_> {
    /// What was found so far, in order of place.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = self.problems.clone();
        tidy(&mut all, &self.sources);
        all
    }

    /// The files, for showing what was found.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Checks one card again, given its text. None: the card is new or its titles changed, so that everything must be
    /// loaded again.
    pub fn recheck(&mut self, path: &Path, text: &str) -> Option<Vec<Diagnostic>> {
        let key = canonical(path);
        let (card, old) = self.cards.get(&key)?.clone();
        let pack = *self.card_pack.get(&key)?;
        let problems = Rc::new(Problems::new());
        let (file, node) =
            match yaml::read_bytes(&path.display().to_string(), text.as_bytes().to_vec(), &mut self.sources, &problems) {
                Some(read) => read,
                None => return Some(self.sorted(&problems)),
            };
        self.files.insert(file, self.files.len() as u32);
        let id = path.file_stem().and_then(|s| s.to_str()).unwrap_or("").to_owned();
        let Some(shape) =
            Shaping::new(&problems, &self.index.languages, &self.index.known_languages, pack).card(&id, At { file, node: &node })
        else {
            return Some(self.sorted(&problems));
        };
        if titles(&shape) != old {
            return None;
        }
        self.look_at(&shape, card, &problems);
        Some(self.sorted(&problems))
    }

    /// Checks a card that no file holds yet, as one more card of the last pack.
    pub fn try_card(&mut self, path: &Path, text: &str) -> Vec<Diagnostic> {
        let problems = Rc::new(Problems::new());
        let shown = path.display().to_string();
        if let Some((file, node)) = yaml::read_bytes(&shown, text.as_bytes().to_vec(), &mut self.sources, &problems) {
            self.files.insert(file, self.files.len() as u32);
            let id = path.file_stem().and_then(|s| s.to_str()).unwrap_or("").to_owned();
            let shaping = Shaping::new(&problems, &self.index.languages, &self.index.known_languages, 0);
            if let Some(shape) = shaping.card(&id, At { file, node: &node }) {
                let card = CardId(self.rules.cards.len() as u32);
                self.rules.cards.push(blank_card());
                self.look_at(&shape, card, &problems);
                self.rules.cards.pop();
            }
        }
        self.sorted(&problems)
    }

    /// Lowers a card and takes everything back that this has made.
    fn look_at(&mut self, shape: &CardFile<'_>, card: CardId, problems: &Rc<Problems>) {
        let (nodes, attachments, abilities, hooks) =
            (self.rules.nodes.len(), self.rules.attachments.len(), self.rules.abilities.len(), self.rules.hooks.len());
        let own: Vec<AbilityId> = shape
            .abilities
            .iter()
            .filter(|a| matches!(a, HasAbility::Own(_)))
            .enumerate()
            .map(|(i, _)| AbilityId((abilities + i) as u32))
            .collect();
        self.rules.abilities.resize(abilities + own.len(), blank_ability());
        let before = self.rules.cards.get(card.index()).cloned();
        let mut texts = Vec::new();
        let mut prompts = self.names.texts.clone();
        {
            let mut lower = Lower {
                index: self.index,
                rules: &mut self.rules,
                texts: &mut prompts,
                problems: problems.clone(),
                sources: &self.sources,
                files: &self.files,
                any_file: self.any_file,
                book: self.book.as_ref(),
                used: &mut self.used,
                high: 0,
                expanding: Vec::new(),
                sampling: None,
                parsed: HashMap::new(),
            };
            lower.card(shape, card, &own, &mut texts);
        }
        if self.used.sound_prints.pop() == Some(card) {
            checks::musts_hold(&self.used, &self.rules, shape, card, problems);
        }
        self.rules.nodes.truncate(nodes);
        self.rules.origins.truncate(nodes);
        self.rules.attachments.truncate(attachments);
        self.rules.abilities.truncate(abilities);
        self.rules.hooks.truncate(hooks);
        if let (Some(slot), Some(before)) = (self.rules.cards.get_mut(card.index()), before) {
            *slot = before;
        }
    }

    fn sorted(&self, problems: &Problems) -> Vec<Diagnostic> {
        let mut all = problems.take();
        tidy(&mut all, &self.sources);
        all
    }

    /// Closes the session and gives what it holds.
    pub fn finish(self) -> Loaded {
        let diagnostics = self.diagnostics();
        let sound = !diagnostics.iter().any(|d| d.severity == cardwright_grammar::diagnostic::Severity::Error);
        Loaded {
            ruleset: sound.then_some(self.rules),
            book: self.book,
            names: self.names,
            texts: self.texts,
            diagnostics,
            sources: self.sources,
            scripts: self.scripts,
            catalogue: self.catalogue,
            carried: self.carried,
        }
    }
}
