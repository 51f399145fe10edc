//! A pack held open: loaded once, then cards can be checked again one at a time, and rules of scenarios be read.

mod sample;
mod written;

pub use sample::Sample;

use crate::book::{Book, Material};
use crate::cards::AbilityText;
use crate::checks;
use crate::clock;
use crate::index::{AbilityKindInfo, FieldInfo, GAME_KIND, Index, PLAYER_KIND, Takes};
use crate::load::{Loaded, Options};
use crate::lower::scope::Scope;
use crate::lower::{Lower, Used};
use crate::names::{Names, words};
use crate::pack::{Finder, Pack, Script};
use crate::place::{At, Place, Src};
use crate::shape::Shaping;
use crate::shape::card::{CardFile, HasAbility};
use crate::shape::section::{Declared, RuleEntry};
use crate::shape::words::Named;
use crate::ty::Ty;
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

fn blank_ability() -> Ability {
    Ability {
        id: String::new(),
        kind: TermId(0),
        fields: Vec::new(),
        standing: Vec::new(),
        entries: Vec::new(),
        origin: Origin::default(),
    }
}

fn blank_card() -> Card {
    Card { id: String::new(), kind: KindId(0), prints: Vec::new(), abilities: Vec::new(), copies: 1, origin: Origin::default() }
}

/// The index in the making.
struct Making<'a, 'm> {
    problems: Rc<Problems>,
    languages: Vec<String>,
    declared: Declared<'a>,
    cards: &'m [(CardFile<'a>, usize)],
    packs: &'m [Pack],
}

impl<'a> Making<'a, '_> {
    /// Gives every name its id, and the ruleset its tables.
    fn index(
        &mut self,
        rules: &mut Ruleset,
        names: &mut Names,
        clock_files: &[clock::StepFile<'a>],
        files: &BTreeMap<FileId, u32>,
    ) -> (Index<'a>, Vocabularies) {
        let mut index = Index { languages: self.languages.clone(), ..Index::default() };
        index.known_languages = self.packs.iter().flat_map(|pack| pack.languages.iter().cloned()).collect();
        let vocabularies = self.vocabularies(&mut index, rules, names);
        self.kinds(&mut index, rules);
        self.fields(&mut index, rules);
        for zone in &self.declared.zones {
            index.zones.insert(zone.id.text.clone(), (ZoneId(rules.zones.len() as u32), zone.each_player));
            rules.zones.push(Zone { id: zone.id.text.clone(), each_player: zone.each_player, seen: zone.seen });
        }
        self.options(&mut index, rules);
        index.steps = clock::ids(clock_files, &self.problems);
        for (number, ability) in self.declared.abilities.iter().enumerate() {
            index.abilities.insert(ability.id.clone(), AbilityId(number as u32));
        }
        for (number, (card, _)) in self.cards.iter().enumerate() {
            index.cards.insert(card.id.clone(), CardId(number as u32));
            index.card_kinds.push(card.kind.and_then(|src| index.kinds.get(src.text()).copied()));
        }
        for script in self.packs.iter().flat_map(|pack| &pack.scripts) {
            index.hooks.insert(script.hook.clone(), files.get(&script.file).copied().unwrap_or(0));
        }
        self.definitions(&mut index, rules, names);
        self.ability_kinds(&mut index, rules);
        self.speaks_of(&index);
        let shared = self.declared.abilities.iter();
        let own = self.cards.iter().flat_map(|(card, _)| &card.abilities).filter_map(|a| match a {
            HasAbility::Own(a) => Some(a),
            HasAbility::Shared(_) => None,
        });
        for ability in shared.chain(own) {
            rules.abilities.push(blank_ability());
            names.abilities.push(plain(ability.name.as_ref(), &ability.id, self.languages.len()));
        }
        for (card, _) in self.cards {
            rules.cards.push(blank_card());
            names.cards.push(plain(card.name.as_ref(), &card.id, self.languages.len()));
        }
        (index, vocabularies)
    }

    fn vocabularies(&mut self, index: &mut Index<'a>, rules: &mut Ruleset, names: &mut Names) -> Vocabularies {
        let mut all: Vec<(String, Vec<(String, Named)>)> = self
            .declared
            .vocabularies
            .iter()
            .map(|v| (v.id.text.clone(), v.terms.iter().map(|(id, named)| (id.text.clone(), named.clone())).collect()))
            .collect();
        let kinds = self
            .declared
            .ability_kinds
            .iter()
            .map(|k| {
                let named = k
                    .name
                    .clone()
                    .unwrap_or_else(|| Named { names: vec![Vec::new(); self.languages.len()], place: k.id.place.clone() });
                (k.id.text.clone(), named)
            })
            .collect();
        all.push(("ability_kind".into(), kinds));
        let mut made = Vec::new();
        for (id, terms) in all {
            let vocabulary = VocabularyId(rules.vocabularies.len() as u32);
            let first = rules.terms.len() as u32;
            for (term_id, named) in &terms {
                let term = TermId(rules.terms.len() as u32);
                rules.terms.push(Term { id: term_id.clone(), vocabulary });
                names.terms.push(plain(Some(named), term_id, self.languages.len()));
                index.terms.entry(term_id.clone()).or_default().push((vocabulary, term));
                for name in named.names.iter().flatten() {
                    index.term_names.insert((vocabulary, name.text.to_lowercase()), term);
                    if let Some(plural) = &name.plural {
                        index.term_names.insert((vocabulary, plural.to_lowercase()), term);
                    }
                }
            }
            rules.vocabularies.push(Vocabulary { id: id.clone(), terms: first..rules.terms.len() as u32 });
            index.vocabularies.insert(id.clone(), vocabulary);
            index.vocabulary_names.push(id.clone());
            made.push((id, first, terms));
        }
        made
    }

    /// The game is kind 0 and players are kind 1, whether a pack speaks of them or not.
    fn kinds(&mut self, index: &mut Index<'a>, rules: &mut Ruleset) {
        for (id, kind) in [("game", GAME_KIND), ("player", PLAYER_KIND)] {
            index.kinds.insert(id.into(), kind);
            index.kind_names.push(id.into());
            index.plurals.insert(format!("{id}s"), kind);
        }
        for file in &self.declared.kinds {
            let kind = match index.kinds.get(&file.id.text) {
                Some(kind) => *kind,
                None => {
                    let kind = KindId(index.kind_names.len() as u32);
                    index.kinds.insert(file.id.text.clone(), kind);
                    index.kind_names.push(file.id.text.clone());
                    kind
                }
            };
            if let Some(plural) = &file.plural {
                index.plurals.insert(plural.text.clone(), kind);
            }
        }
        for name in &index.kind_names {
            rules.kinds.push(Kind { id: name.clone(), fields: 0..0, body: Body::None, unseen: None, looks: None });
        }
    }

    fn fields(&mut self, index: &mut Index<'a>, rules: &mut Ruleset) {
        for number in 0..index.kind_names.len() {
            let kind = KindId(number as u32);
            let first = index.fields.len() as u32;
            let file = self.declared.kinds.iter().find(|k| index.kinds.get(&k.id.text) == Some(&kind));
            for field in file.map(|f| f.fields.as_slice()).unwrap_or_default() {
                let ty = index.read_type(field.ty, &self.problems);
                if let Some(bounds) = &field.bounds {
                    bounds.check(&ty, index, &self.problems);
                }
                if field.printed && matches!(ty, Ty::One(_) | Ty::Many(_) | Ty::Entity | Ty::Entities) {
                    let what = index.label(&ty);
                    self.problems.report(
                        field
                            .ty
                            .whole()
                            .error("wrong-type", format!("a card cannot print {what}: that is somebody in a game"))
                            .help("take `printed` out, or print a `card`"),
                    );
                }
                let id = FieldId(index.fields.len() as u32);
                index.fields_by_name.entry(field.id.text.clone()).or_default().push(id);
                index.fields.push(FieldInfo {
                    id: field.id.text.clone(),
                    kind,
                    ty: ty.clone(),
                    printed: field.printed,
                    has_default: field.default.is_some() && !field.always,
                    bounds: field.bounds.clone(),
                });
                rules.fields.push(Field {
                    id: field.id.text.clone(),
                    kind,
                    holds: ty.core(),
                    starts: Value::Nothing,
                    printed: field.printed,
                    secret: field.secret,
                });
            }
            let hides = |ty: &Ty| matches!(ty, Ty::Number | Ty::Any);
            let shows = |ty: &Ty| matches!(ty, Ty::One(_) | Ty::Entity | Ty::Card(_) | Ty::Any);
            let unseen = file.and_then(|f| f.unseen);
            let unseen =
                unseen.and_then(|src| self.hiding(index, rules, kind, src, hides, "`unseen` names a number, 0 where it is seen"));
            let looks = file.and_then(|f| f.looks);
            let looks = looks.and_then(|src| self.hiding(index, rules, kind, src, shows, "`looks` names an entity or a card"));
            let body = match file.and_then(|f| f.body) {
                Some(body) => self.body(index, kind, body),
                None => Body::None,
            };
            if let Some(slot) = rules.kinds.get_mut(number) {
                slot.fields = first..index.fields.len() as u32;
                slot.body = body;
                (slot.unseen, slot.looks) = (unseen, looks);
            }
        }
    }

    /// The field that says what others see: it must be secret, else it would tell.
    fn hiding(
        &self,
        index: &Index<'a>,
        rules: &Ruleset,
        kind: KindId,
        src: Src<'a>,
        fits: impl Fn(&Ty) -> bool,
        wanted: &str,
    ) -> Option<FieldId> {
        let field = self.own_field(index, kind, src)?;
        if let Some(ty) = index.field(field).map(|info| &info.ty).filter(|ty| !fits(ty)) {
            let is = index.label(ty);
            self.problems.report(
                src.whole().error("wrong-type", format!("the field {} holds {is}", quote(src.text()))).help(wanted.to_owned()),
            );
        }
        if rules.fields.get(field.index()).is_some_and(|field| !field.secret) {
            self.problems.report(
                src.whole()
                    .error("wrong-type", format!("the field {} is no secret", quote(src.text())))
                    .help(format!("write `, secret` behind the type of `{}`", src.text())),
            );
        }
        Some(field)
    }

    /// A field of the kind that names it; that there is none is reported.
    fn own_field(&self, index: &Index<'a>, kind: KindId, src: Src<'a>) -> Option<FieldId> {
        let found = index.field_of(kind, src.text());
        if found.is_none() {
            let fields = index.fields.iter().filter(|field| field.kind == kind).map(|field| field.id.as_str());
            let near =
                cardwright_grammar::diagnostic::did_you_mean(src.text(), fields).map(|near| format!("did you mean `{near}`?"));
            self.problems.report(
                src.whole()
                    .error("unknown-field", format!("the kind `{}` has no field {}", index.kind_name(kind), quote(src.text())))
                    .help(near.unwrap_or_else(|| "name one of the `fields` of this kind".into())),
            );
        }
        found
    }

    fn body(&self, index: &Index<'a>, kind: KindId, body: crate::shape::kind::BodyFile<'a>) -> Body {
        use crate::shape::kind::BodyFile;
        let (src, wanted) = match body {
            BodyFile::Round(src) => (src, Ty::Length),
            BodyFile::Area(src) => (src, Ty::Path),
        };
        let Some(field) = self.own_field(index, kind, src) else { return Body::None };
        if index.field(field).is_some_and(|info| !wanted.takes(&info.ty)) {
            self.problems.report(
                src.whole().error("wrong-type", format!("the body needs {} in the field `{}`", index.label(&wanted), src.text())),
            );
        }
        match body {
            BodyFile::Round(_) => Body::Round(field),
            BodyFile::Area(_) => Body::Area(field),
        }
    }

    fn options(&mut self, index: &mut Index<'a>, rules: &mut Ruleset) {
        for file in &self.declared.options {
            let read = |src: &Src<'a>| option_value(index, src);
            let default = file.default.as_ref().and_then(&read);
            let among: Vec<Value> = file.among.iter().filter_map(&read).map(|(value, _)| value).collect();
            for src in file.default.iter().chain(&file.among) {
                if read(src).is_none() {
                    self.problems.report(
                        src.whole()
                            .error("wrong-type", format!("{} is no value for an option", quote(src.text())))
                            .help("write a number, a length, `yes`, `no`, `on`, `off` or a term"),
                    );
                }
            }
            let (value, ty) = default.unwrap_or((Value::Nothing, Ty::Any));
            if !among.is_empty()
                && value != Value::Nothing
                && !among.contains(&value)
                && let Some(src) = file.default
            {
                self.problems.report(
                    src.whole().error("wrong-argument", format!("the default {} is not among the choices", quote(src.text()))),
                );
            }
            index.options.insert(file.id.text.clone(), (rules.options.len() as u32, ty));
            rules.options.push(GameOption { id: file.id.text.clone(), default: value, among });
        }
    }

    fn definitions(&mut self, index: &mut Index<'a>, rules: &mut Ruleset, names: &mut Names) {
        for file in std::mem::take(&mut self.declared.defs) {
            let def = DefId(index.def_files.len() as u32);
            index.defs.insert(file.id.text.clone(), def);
            if cardwright_core::function::FUNCTIONS.iter().any(|row| row.name == file.id.text)
                || crate::lower::steps::FORMS.contains(&file.id.text.as_str())
            {
                self.problems.report(
                    file.id
                        .place
                        .error("reserved-name", format!("{} is a word of the engine's own", quote(&file.id.text)))
                        .help("choose another id"),
                );
            }
            let mut takes: Vec<Takes> = Vec::new();
            for param in &file.takes {
                let ty = index.read_type(param.ty, &self.problems);
                if ty == Ty::Trigger && !matches!(file.class, Class::Standing | Class::Trigger) {
                    self.problems.report(param.ty.whole().error("wrong-type", "only standing rules and triggers take a trigger"));
                }
                if let Some(bounds) = &param.bounds {
                    bounds.check(&ty, index, &self.problems);
                }
                takes.push(Takes {
                    name: param.id.text.clone(),
                    ty,
                    has_default: param.default.is_some(),
                    bounds: param.bounds.clone(),
                });
            }
            let gives = match file.class {
                Class::Number => file.gives.map_or(Ty::Number, |src| index.read_type(src, &self.problems)),
                Class::Test => Ty::Test,
                Class::Filter => match file.of {
                    Some(src) => match index.kinds.get(src.text()) {
                        Some(kind) => Ty::Filter(*kind),
                        None => {
                            self.problems
                                .report(src.whole().error("unknown-kind", format!("{} is not a kind", quote(src.text()))));
                            Ty::Any
                        }
                    },
                    None => Ty::Any,
                },
                Class::Value | Class::Effect => file.gives.map_or(Ty::Any, |src| index.read_type(src, &self.problems)),
                Class::Action => Ty::Any,
                Class::Status => Ty::Def(Class::Status),
                Class::Duration => Ty::Duration,
                Class::Standing => Ty::Standing,
                Class::Trigger => Ty::Trigger,
            };
            rules.defs.push(Def {
                id: file.id.text.clone(),
                class: file.class,
                params: takes
                    .iter()
                    .map(|t| Param { name: t.name.clone(), holds: t.ty.core(), default: None, among: None })
                    .collect(),
                gives: gives.core(),
                body: None,
                slots: takes.len() as u32,
                requires: Vec::new(),
                rules: Vec::new(),
                limit: file.limit,
                until: None,
                told: file.told.unwrap_or(!file.wordings.is_empty()),
                origin: Origin::default(),
            });
            names.defs.push(plain(file.name.as_ref(), &file.id.text, self.languages.len()));
            index.takes.push(takes);
            index.gives.push(gives);
            index.def_files.push(file);
        }
    }

    /// Values speak of fields that some ability has.
    fn speaks_of(&self, index: &Index<'a>) {
        for src in index.def_files.iter().filter_map(|file| file.speaks_of) {
            if index.ability_fields.contains_key(src.text()) {
                continue;
            }
            let near = cardwright_grammar::diagnostic::did_you_mean(src.text(), index.ability_fields.keys().map(String::as_str));
            self.problems.report(
                src.whole()
                    .error("unknown-field", format!("no kind of ability has a field {}", quote(src.text())))
                    .help_if(near.map(|near| format!("did you mean `{near}`?"))),
            );
        }
    }

    fn ability_kinds(&mut self, index: &mut Index<'a>, rules: &mut Ruleset) {
        let vocabulary = index.vocabularies.get("ability_kind").copied().unwrap_or(VocabularyId(0));
        let first = rules.vocabularies.get(vocabulary.index()).map_or(0, |v| v.terms.start);
        for (number, file) in self.declared.ability_kinds.iter().enumerate() {
            let fields: Vec<(String, Ty)> =
                file.fields.iter().map(|f| (f.id.text.clone(), index.read_type(f.ty, &self.problems))).collect();
            for ((_, ty), field) in fields.iter().zip(&file.fields) {
                if let Some(bounds) = &field.bounds {
                    bounds.check(ty, index, &self.problems);
                }
            }
            for (name, ty) in &fields {
                index
                    .ability_fields
                    .entry(name.clone())
                    .and_modify(|old| {
                        if old != ty {
                            *old = Ty::Any
                        }
                    })
                    .or_insert_with(|| ty.clone());
            }
            if let Some(src) = file.in_force
                && !fields.iter().any(|(name, ty)| name == src.text() && *ty == Ty::Standing)
            {
                self.problems.report(
                    src.whole().error("unknown-field", format!("{} is not a field with a standing rule", quote(src.text()))),
                );
            }
            index.ability_kinds.push(AbilityKindInfo { file: file.clone(), term: TermId(first + number as u32), fields });
        }
        rules.ability_fields = index.ability_fields.keys().cloned().collect();
    }
}

fn option_value(index: &Index<'_>, src: &Src<'_>) -> Option<(Value, Ty)> {
    use cardwright_grammar::expression::{ExprKind, parse};
    match src.text() {
        "yes" | "on" | "true" => return Some((Value::Truth(true), Ty::Test)),
        "no" | "off" | "false" => return Some((Value::Truth(false), Ty::Test)),
        _ => {}
    }
    match parse(src.text()).ok()?.kind {
        ExprKind::Number(number) => Some((Value::Number(number), Ty::Number)),
        ExprKind::Length(length) => Some((Value::Number(length), Ty::Length)),
        ExprKind::None => Some((Value::Nothing, Ty::Any)),
        ExprKind::Name(name) => index.terms.get(&name)?.first().map(|(v, term)| (Value::Term(*term), Ty::Term(*v))),
        _ => None,
    }
}

/// A name in each language; an id in words where there is none.
fn plain(named: Option<&Named>, id: &str, languages: usize) -> Vec<String> {
    let mut names = named.map(Named::plain).unwrap_or_default();
    names.resize(languages, String::new());
    for name in &mut names {
        if name.is_empty() {
            *name = words(id);
        }
    }
    names
}

impl<'a> Lower<'a, '_> {
    /// Lowers all that the packs declare.
    fn everything(
        &mut self,
        declared: &Declared<'a>,
        clock_files: &[clock::StepFile<'a>],
        cards: &[(CardFile<'a>, usize)],
        texts: &mut Vec<AbilityText>,
    ) {
        let index = self.index;
        let problems = self.problems.clone();
        for kind in &declared.kinds {
            self.field_defaults(kind);
        }
        for kind in &declared.kinds {
            self.musts(kind);
        }
        for number in 0..index.def_files.len() {
            for position in 0..index.takes(DefId(number as u32)).len() {
                if index.takes(DefId(number as u32)).get(position).is_some_and(|t| t.has_default) {
                    self.default(DefId(number as u32), position);
                }
            }
        }
        self.read_ahead(declared, cards);
        // Macros first: their users then know which of them are wrong in themselves.
        for (number, file) in index.def_files.iter().enumerate() {
            if matches!(file.class, Class::Standing | Class::Trigger | Class::Duration) {
                let _trail = problems.enter(format!("{} {}", section(file.class), file.id.text));
                self.check_macro(DefId(number as u32));
            }
        }
        for (number, file) in index.def_files.iter().enumerate() {
            let _trail = problems.enter(format!("{} {}", section(file.class), file.id.text));
            self.definition(DefId(number as u32));
        }
        for rule in &declared.rules {
            let ids = self.rule(*rule, &Scope::default());
            self.rules.standing.extend(ids);
        }
        for requirement in &declared.begins {
            let test = self.source(requirement.test, &Scope::default(), &Ty::Test).node;
            let because = self.text_number(requirement.because.clone());
            self.rules.begins.push(Requirement { test, because });
        }
        self.rules.judge = declared.judge.map(|source| self.source(source, &Scope::default(), &Ty::Number).node);
        self.clock(clock_files);
        for (number, ability) in declared.abilities.iter().enumerate() {
            self.ability(ability, AbilityId(number as u32), None, &Ty::Entity, texts);
        }
        let mut next = declared.abilities.len() as u32;
        for (number, (card, _)) in cards.iter().enumerate() {
            let own: Vec<AbilityId> = card
                .abilities
                .iter()
                .filter(|a| matches!(a, HasAbility::Own(_)))
                .map(|_| {
                    next += 1;
                    AbilityId(next - 1)
                })
                .collect();
            self.card(card, CardId(number as u32), &own, texts);
        }
        if let Some(book) = self.book {
            book.forget();
        }
    }

    /// Reads the texts of all cards on all cores. Lowering then finds them read.
    fn read_ahead(&self, declared: &Declared<'a>, cards: &[(CardFile<'a>, usize)]) {
        let Some(book) = self.book else { return };
        let own = cards.iter().flat_map(|(card, _)| &card.abilities).filter_map(|a| match a {
            HasAbility::Own(a) => Some(a),
            HasAbility::Shared(_) => None,
        });
        let mut texts: Vec<(usize, &Ty, &'a str)> = Vec::new();
        let (effect, test) = (&Ty::Effect, &Ty::Test);
        for ability in declared.abilities.iter().chain(own) {
            let Some(info) =
                self.index.ability_kinds.iter().find(|k| ability.kind.is_some_and(|src| src.text() == k.file.id.text))
            else {
                continue;
            };
            for (key, at) in &ability.rest {
                let mut add = |node: &'a yaml::Node, ty| {
                    for (language, tag) in self.index.languages.iter().enumerate() {
                        if let Some(scalar) = node.get(tag).and_then(yaml::Node::as_scalar) {
                            texts.push((language, ty, scalar.text.as_str()));
                        }
                    }
                };
                if let Some((_, ty)) = info.fields.iter().find(|(name, _)| name == key.text()) {
                    add(at.node, ty);
                }
                let Some(entries) = info.file.entries.as_ref().filter(|e| e.key == key.text()) else { continue };
                for item in at.items().unwrap_or_default() {
                    if let Some(node) = item.get(&entries.when) {
                        add(node, test);
                    }
                    if let Some(node) = item.get(&entries.does) {
                        add(node, effect);
                    }
                }
            }
        }
        book.read_ahead(&texts);
    }

    fn field_defaults(&mut self, kind: &crate::shape::kind::KindFile<'a>) {
        let index = self.index;
        let Some(id) = index.kinds.get(&kind.id.text).copied() else { return };
        for field in &kind.fields {
            let (Some(default), Some(number)) = (field.default, index.field_of(id, &field.id.text)) else { continue };
            let ty = index.field(number).map_or(Ty::Any, |info| info.ty.clone());
            let typed = self.source(default, &Scope::default(), &ty);
            match self.constant(typed.node).cloned() {
                Some(value) => {
                    if let Some(slot) = self.rules.fields.get_mut(number.index()) {
                        slot.starts = value
                    }
                }
                None => self.report(default.whole().error("wrong-type", "a default must be a plain value")),
            }
        }
    }

    /// What must hold of every card of a kind.
    fn musts(&mut self, kind: &crate::shape::kind::KindFile<'a>) {
        let Some(id) = self.index.kinds.get(&kind.id.text).copied() else { return };
        let scope = Scope { it: Ty::One(id), originator: Ty::One(id), ..Scope::default() };
        for requirement in &kind.must {
            let test = self.source(requirement.test, &scope, &Ty::Test).node;
            let because = requirement.because.first().cloned().unwrap_or_default();
            self.used.musts.entry(id).or_default().push((test, requirement.test.text().to_owned(), because));
        }
    }

    /// The body of a definition.
    fn definition(&mut self, def: DefId) {
        let index = self.index;
        let Some(file) = index.def_files.get(def.index()) else { return };
        let takes = index.takes(def);
        let mut scope = Scope { of: Some(def), ..Scope::default() };
        self.high = 0;
        let mut among = Vec::new();
        for (take, param) in takes.iter().zip(&file.takes) {
            // The values offered for an argument may depend on the earlier ones.
            among.push(param.among.map(|src| self.source(src, &scope, &take.ty.listed()).node));
            scope.declare(&take.name, take.ty.clone(), take.ty == Ty::Test);
        }
        self.high = scope.next;
        let gives = index.gives(def);
        let body = match file.class {
            Class::Number | Class::Test | Class::Value => file.means.map(|src| self.source(src, &scope, &gives).node),
            Class::Filter => file.means.map(|src| {
                let scope = scope.with_it(gives.member());
                self.source(src, &scope, &Ty::Test).node
            }),
            Class::Effect | Class::Action => file.does.map(|at| self.steps(at, &mut scope.clone())),
            Class::Status | Class::Duration | Class::Standing | Class::Trigger => None,
        };
        let mut requires = Vec::new();
        for requirement in &file.requires {
            let test = self.source(requirement.test, &scope, &Ty::Test).node;
            requires.push(Requirement { test, because: self.text_number(requirement.because.clone()) });
        }
        let slots = self.high;
        let mut rules = Vec::new();
        if file.class == Class::Status {
            for rule in &file.rules {
                rules.extend(self.rule(*rule, &scope));
            }
        }
        let until = (file.class == Class::Duration && takes.is_empty())
            .then(|| self.expand_duration(def, Vec::new(), &file.id.place, &Scope::default()));
        let origin = self.origin(&file.id.place, &Scope::default());
        if let Some(slot) = self.rules.defs.get_mut(def.index()) {
            slot.body = body;
            slot.slots = slots;
            slot.requires = requires;
            slot.rules = rules;
            slot.until = until;
            slot.origin = origin;
            for (param, among) in slot.params.iter_mut().zip(among) {
                param.among = among;
            }
        }
    }
}

fn section(class: Class) -> &'static str {
    match class {
        Class::Number => "number",
        Class::Test => "test",
        Class::Filter => "filter",
        Class::Value => "value",
        Class::Effect => "effect",
        Class::Action => "action",
        Class::Status => "status",
        Class::Duration => "duration",
        Class::Standing => "standing rule",
        Class::Trigger => "trigger",
    }
}
