//! The phrasebook of all packs, with what each phrase and term stands for.

mod making;

use making::Making;

use crate::antecedent::{Antecedents, Unclear};
use crate::cores::on_all_cores;
use crate::index::Index;
use crate::place::{Place, Src};
use crate::shape::words::{Named, Words};
use crate::ty::Ty;
use cardwright_core::rules::Class;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Problems, quote};
use cardwright_grammar::{Phrasebook, PhrasebookSpec, TextError, TextErrorKind, Tree, same_all};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

/// What a phrase stands for.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// Another category that may stand here; the argument is all there is.
    Include,
    /// A definition, and for each slot the parameter it fills.
    Def { def: DefId, params: Vec<usize> },
}

/// What the terms of a vocabulary stand for.
#[derive(Clone, Debug)]
pub(crate) enum Terms {
    /// Terms of the pack, from this one on.
    OfPack(VocabularyId, u32),
    Defs(Class, Vec<DefId>),
    Abilities(Vec<AbilityId>),
    Cards(Vec<CardId>),
}

/// The phrasebook and its meaning.
#[derive(Debug)]
pub struct Book {
    pub(crate) book: Phrasebook,
    pub(crate) targets: Vec<Target>,
    pub(crate) vocabularies: Vec<Terms>,
    /// Whom words like "it" mean.
    pub(crate) antecedents: Antecedents,
    /// Categories of types.
    categories: Categories,
    /// Places of phrases and templates, by the numbers given to the grammar.
    places: Vec<Place>,
    /// Sentences that have one reading.
    seen: Mutex<BTreeSet<String>>,
    /// Texts that were read ahead.
    ahead: Mutex<Ahead>,
}

/// Texts with what they were read as, how often that is still wanted, and their trees if nothing is wrong with them.
type Ahead = HashMap<Box<str>, Vec<(Reading, usize, Option<Vec<Tree>>)>>;

/// The language of a text and the category it is read as.
type Reading = (usize, String);

/// A text that was understood.
#[derive(Clone, Debug)]
pub(crate) struct ReadText<'a> {
    pub(crate) trees: Vec<Tree>,
    /// The text in the language that the trees' spans speak of.
    pub(crate) src: Src<'a>,
}

/// A vocabulary: its id, the first of its terms, and the terms with their names.
pub(crate) type VocabularyNames = (String, u32, Vec<(String, Named)>);

/// What the book is made from, besides the index.
pub(crate) struct Material<'m> {
    /// Names of the terms of each vocabulary, in the order of their ids.
    pub(crate) vocabularies: &'m [VocabularyNames],
    pub(crate) abilities: &'m [(AbilityId, Named)],
    pub(crate) cards: &'m [(CardId, Named)],
    /// Whether the first pack is the shared one, whose sentence forms a game may have no use for.
    pub(crate) base: bool,
}

/// Names of categories by type.
#[derive(Clone, Debug, Default)]
struct Categories {
    kinds: Vec<String>,
    vocabularies: Vec<String>,
}

impl Categories {
    fn of(&self, ty: &Ty) -> Option<String> {
        let kind = |kind: &KindId| self.kinds.get(kind.index()).cloned();
        Some(match ty {
            Ty::Number => "number".into(),
            Ty::Length => "measure".into(),
            Ty::Test => "test".into(),
            Ty::One(k) => kind(k)?,
            Ty::Many(k) => format!("{} list", kind(k)?),
            Ty::Filter(k) => format!("{} filter", kind(k)?),
            Ty::Entity => "entity".into(),
            Ty::Entities => "entities".into(),
            Ty::Term(v) => self.vocabularies.get(v.index())?.clone(),
            Ty::Def(Class::Number) => "statistic".into(),
            Ty::Def(Class::Action) => "action".into(),
            Ty::Def(Class::Status) => "status".into(),
            Ty::Ability => "ability".into(),
            Ty::Card(_) => "card".into(),
            Ty::Point => "point".into(),
            Ty::Path => "path".into(),
            Ty::Effect => "effect".into(),
            Ty::Standing => "standing".into(),
            Ty::Trigger => "trigger".into(),
            Ty::Duration => "duration".into(),
            Ty::Frequency => "frequency".into(),
            Ty::Integer => "integer".into(),
            Ty::Quoted => "quoted".into(),
            Ty::Dice => "dice".into(),
            Ty::List(of) => format!("{} list", self.of(of)?),
            Ty::Any | Ty::Nothing | Ty::Table(_) | Ty::Def(_) => return None,
        })
    }
}

impl Book {
    /// Makes the book. Faults of phrases are reported; then there is none.
    pub(crate) fn build(index: &Index<'_>, material: &Material<'_>, problems: &Problems) -> Option<Book> {
        let mut making = Making {
            index,
            problems,
            spec: PhrasebookSpec { languages: index.languages.clone(), ..PhrasebookSpec::default() },
            targets: Vec::new(),
            vocabularies: Vec::new(),
            places: Vec::new(),
            categories: Categories { kinds: index.kind_names.clone(), vocabularies: index.vocabulary_names.clone() },
            given: BTreeSet::new(),
            wanted: BTreeSet::new(),
            poisoned: false,
        };
        making.phrases();
        making.terms(material);
        making.inclusions();
        if material.base {
            making.prune();
        }
        making.labels();
        if making.poisoned {
            return None;
        }
        let Making { spec, targets, vocabularies, categories, places, .. } = making;
        let antecedents = Antecedents::of(index, &spec, &targets, problems);
        match Phrasebook::build(spec) {
            Ok(book) => Some(Book {
                book,
                targets,
                vocabularies,
                antecedents,
                categories,
                places,
                seen: Mutex::default(),
                ahead: Mutex::default(),
            }),
            Err(faults) => {
                for fault in faults {
                    let Some(place) = places.get(fault.place as usize) else { continue };
                    problems.report(place.error(fault.id, fault.message).help_if(fault.help));
                }
                None
            }
        }
    }

    /// The category that a type is read as.
    pub(crate) fn category(&self, ty: &Ty) -> Option<String> {
        self.categories.of(ty)
    }

    pub(crate) fn place(&self, number: u32) -> Option<&Place> {
        self.places.get(number as usize)
    }

    /// Reads a text in every language and compares. What is wrong is reported. A test, a number and the like is one
    /// phrase without a full stop; effects and standing rules are sentences.
    pub(crate) fn read<'a>(&self, words: &Words<'a>, want: &Ty, problems: &Problems) -> Option<ReadText<'a>> {
        let category = self.category(want)?;
        let sentences = matches!(want, Ty::Effect | Ty::Standing);
        let mut first: Option<(usize, Src<'a>, Vec<Tree>)> = None;
        let mut whole = true;
        for (language, src) in words.texts.iter().enumerate() {
            let Some(src) = *src else {
                whole = false;
                continue;
            };
            let trees = match self.read_one(language, &category, src, sentences, problems) {
                Some(trees) => trees,
                None => {
                    whole = false;
                    continue;
                }
            };
            match &first {
                None => first = Some((language, src, trees)),
                Some((other, other_src, other_trees)) => {
                    if !same_all(other_trees, &trees) {
                        self.differ((*other, *other_src, other_trees), (language, src, &trees), problems);
                        whole = false;
                    }
                }
            }
        }
        let (_, src, trees) = first?;
        whole.then_some(ReadText { trees, src })
    }

    fn read_one(&self, language: usize, category: &str, src: Src<'_>, sentences: bool, problems: &Problems) -> Option<Vec<Tree>> {
        let clear =
            self.known(language, category, src.text()).unwrap_or_else(|| self.clear(language, category, src.text(), sentences));
        if clear.is_some() {
            return clear;
        }
        let trees = match self.trees(language, category, src.text(), sentences) {
            Ok(trees) => trees,
            Err(errors) => {
                for error in errors {
                    self.not_understood(&error, src, problems);
                }
                return None;
            }
        };
        self.look_closer(language, category, src, sentences, &trees, problems);
        Some(trees)
    }

    fn trees(&self, language: usize, category: &str, text: &str, sentences: bool) -> Result<Vec<Tree>, Vec<TextError>> {
        if sentences {
            return self.book.read_text(language, category, text);
        }
        self.book.read(language, category, text).map(|tree| vec![tree]).map_err(|error| vec![error])
    }

    /// The trees of a text with which nothing is wrong: each sentence has one reading, in the canonical wording. One pass
    /// of the exhaustive reader shows it, so that most texts are read once.
    fn clear(&self, language: usize, category: &str, text: &str, sentences: bool) -> Option<Vec<Tree>> {
        if !sentences {
            let tree = self.book.read_clear(language, category, text)?;
            return same_words(&self.book.write(language, &tree), text).then(|| vec![tree]);
        }
        let trees = self.book.read_clear_text(language, category, text)?;
        same_words(&self.book.write_text(language, &trees), text).then_some(trees)
    }

    /// What was read ahead; the last who asks for it gets it without a copy.
    fn known(&self, language: usize, category: &str, text: &str) -> Option<Option<Vec<Tree>>> {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let readings = ahead.get_mut(text)?;
        let (_, left, trees) = readings.iter_mut().find(|((l, c), left, _)| *l == language && c == category && *left > 0)?;
        *left -= 1;
        Some(if *left == 0 { trees.take() } else { trees.clone() })
    }

    /// Reads texts on all cores. What came of it is kept until it is asked for; texts with which something is wrong are read
    /// again where that can be reported.
    pub(crate) fn read_ahead(&self, texts: &[(usize, &Ty, &str)]) {
        // Below this a second thread costs more than it saves.
        const FEW: usize = 64;
        if texts.len() < FEW {
            return;
        }
        // What several cards say in the same words is read once.
        let mut categories: Vec<(&Ty, String, bool)> = Vec::new();
        let mut wanted: HashMap<(usize, usize, &str), usize> = HashMap::with_capacity(texts.len());
        for (language, ty, text) in texts {
            let category = match categories.iter().position(|(known, ..)| known == ty) {
                Some(known) => known,
                None => {
                    let Some(category) = self.category(ty) else { continue };
                    categories.push((ty, category, matches!(ty, Ty::Effect | Ty::Standing)));
                    categories.len() - 1
                }
            };
            *wanted.entry((category, *language, *text)).or_default() += 1;
        }
        let texts: Vec<_> = wanted.into_iter().collect();
        let read = on_all_cores(&texts, |((category, language, text), times)| {
            let (_, category, sentences) = categories.get(*category)?;
            let trees = self.clear(*language, category, text, *sentences);
            Some((Box::from(*text), ((*language, category.clone()), *times, trees)))
        });
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        for (text, reading) in read.into_iter().flatten() {
            ahead.entry(text).or_default().push(reading);
        }
    }

    /// Forgets what was read ahead.
    pub(crate) fn forget(&self) {
        self.ahead.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn not_understood(&self, error: &TextError, src: Src<'_>, problems: &Problems) {
        let id = if error.kind == TextErrorKind::Unread { "text-not-understood" } else { error.kind.id() };
        // Numbers of this length are not read as numbers at all.
        if error.found.len() > 6 && error.found.chars().all(|c| c.is_ascii_digit()) {
            problems.report(
                src.place(error.span.clone())
                    .error("number-out-of-range", format!("a number of the text is {}", quote(&error.found)))
                    .help(format!("write at most {}", crate::bounds::LARGEST)),
            );
            return;
        }
        problems.report(src.place(error.span.clone()).error(id, error.message()).help_if(error.help()));
    }

    /// A second reading, and a wording that is not the canonical one.
    fn look_closer(&self, language: usize, category: &str, src: Src<'_>, sentences: bool, trees: &[Tree], problems: &Problems) {
        let text = src.text();
        let parts = if sentences { self.book.sentences(language, text) } else { std::iter::once(0..text.len()).collect() };
        for part in parts {
            let Some(sentence) = text.get(part.clone()) else { continue };
            if self.known_clear(language, category, sentence) {
                continue;
            }
            if let Some((one, other)) = self.book.ambiguous(language, category, sentence) {
                problems.report(
                    src.place(part).error("text-ambiguous", format!("{} can be read in two ways", quote(sentence))).help(
                        format!(
                            "word it so that only one is possible: `{}` or `{}`",
                            self.outline(language, &one),
                            self.outline(language, &other)
                        ),
                    ),
                );
            }
        }
        let written = if sentences {
            self.book.write_text(language, trees)
        } else {
            trees.first().map(|tree| self.book.write(language, tree)).unwrap_or_default()
        };
        if same_words(&written, text) {
            return;
        }
        let canonical = if sentences { self.book.canonical(language, category, text) } else { Some(written) };
        if let Some(canonical) = canonical {
            problems.report(
                src.whole()
                    .warning("not-canonical", "this is understood, but is not the canonical wording")
                    .help(format!("write `{canonical}`")),
            );
        }
    }

    /// Whether a sentence of the same words was looked at before. Which number stands in it changes no reading, so that
    /// the exhaustive reader sees each sentence once and not once for each card.
    fn known_clear(&self, language: usize, category: &str, sentence: &str) -> bool {
        let mut key = format!("{language} {category} ");
        let mut digits = false;
        for c in sentence.chars() {
            if c.is_ascii_digit() {
                if !digits {
                    key.push('0');
                }
                digits = true;
            } else {
                key.push(c);
                digits = false;
            }
        }
        if self.seen.lock().unwrap_or_else(PoisonError::into_inner).contains(&key) {
            return true;
        }
        // A sentence with two readings is not kept: each card that has it is told.
        let clear = self.book.ambiguous(language, category, sentence).is_none();
        if clear {
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
        }
        clear
    }

    fn differ(&self, one: (usize, Src<'_>, &[Tree]), other: (usize, Src<'_>, &[Tree]), problems: &Problems) {
        let (a, src_a, trees_a) = one;
        let (b, src_b, trees_b) = other;
        let tag = |language: usize| self.book.spec().languages.get(language).map_or("", String::as_str);
        let (span_a, span_b) = difference(trees_a, trees_b).unwrap_or((0..src_a.text().len(), 0..src_b.text().len()));
        let (place_a, place_b) = (src_a.place(span_a), src_b.place(span_b));
        let help = format!("`{}` would be `{}` in {}", tag(a), self.book.write_text(b, trees_a), tag(b));
        problems.report(
            place_b
                .error("text-differs", format!("the `{}` text and the `{}` text say different things", tag(a), tag(b)))
                .label(format!("{} reads: {}", tag(b), self.book.write_text(a, trees_b)))
                .also(place_a.file, place_a.span, format!("{} reads: {}", tag(a), self.book.write_text(a, trees_a)))
                .help(help),
        );
    }

    /// Whether a tree calls a definition anywhere.
    pub(crate) fn names(&self, tree: &Tree, def: DefId) -> bool {
        use cardwright_grammar::TreeNode;
        match &tree.node {
            TreeNode::Phrase { phrase, args } => {
                matches!(self.targets.get(*phrase), Some(Target::Def { def: found, .. }) if *found == def)
                    || args.iter().any(|arg| self.names(arg, def))
            }
            TreeNode::Quoted(trees) => trees.iter().any(|inner| self.names(inner, def)),
            _ => false,
        }
    }

    /// How the first language says a definition, with `…` for what it is given.
    pub(crate) fn says(&self, def: DefId) -> String {
        let phrase = self
            .targets
            .iter()
            .position(|target| matches!(target, Target::Def { def: found, .. } if *found == def))
            .and_then(|n| self.book.phrase(n));
        let template =
            phrase.and_then(|p| p.templates.iter().find(|t| t.language == 0 && t.canonical)).map_or("", |t| t.text.as_str());
        let mut out = String::new();
        let mut inside = false;
        for c in template.chars() {
            match c {
                '{' => {
                    inside = true;
                    out.push('…');
                }
                '}' => inside = false,
                _ if !inside => out.push(c),
                _ => {}
            }
        }
        out
    }

    /// The sentences of a text with those in them whom words like "it" mean; what is unclear stays as it is. `target`: whether
    /// the ability that the text is of has one.
    pub fn meant(&self, trees: &[Tree], target: bool) -> (Vec<Tree>, Vec<Unclear>) {
        self.antecedents.meant(trees, target)
    }

    /// The phrases themselves, for reading and writing.
    pub fn phrasebook(&self) -> &Phrasebook {
        &self.book
    }

    /// A tree with its phrases named, so that two readings of the same words can be told apart.
    pub fn outline(&self, language: usize, tree: &Tree) -> String {
        use cardwright_grammar::TreeNode;
        match &tree.node {
            TreeNode::Phrase { phrase, args } => match self.targets.get(*phrase) {
                Some(Target::Include) => args.first().map_or_else(String::new, |inner| self.outline(language, inner)),
                _ => {
                    let id = self.book.phrase(*phrase).map_or("", |p| p.id.as_str());
                    let args: Vec<_> = args.iter().map(|arg| self.outline(language, arg)).collect();
                    if args.is_empty() { id.to_owned() } else { format!("{id}({})", args.join(", ")) }
                }
            },
            TreeNode::Quoted(trees) => {
                format!("“{}”", trees.iter().map(|t| self.outline(language, t)).collect::<Vec<_>>().join("; "))
            }
            _ => self.book.write(language, tree),
        }
    }
}

/// Whether two texts are worded alike. How an inch is written is typography, not wording.
fn same_words(one: &str, other: &str) -> bool {
    one == other || simplified(one) == simplified(other)
}

/// Letters that count when two wordings of one phrase are compared.
fn simplified(text: &str) -> String {
    let mut out: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    for mark in ["英吋", "英寸", "吋", "inches", "inch", "″"] {
        if out.contains(mark) {
            out = out.replace(mark, "\"");
        }
    }
    out
}

/// The first place where two lists of trees part.
fn difference(one: &[Tree], other: &[Tree]) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    use cardwright_grammar::TreeNode;
    let (a, b) = one.iter().zip(other).find(|(a, b)| !a.same(b))?;
    if let (TreeNode::Phrase { phrase: p, args: x }, TreeNode::Phrase { phrase: q, args: y }) = (&a.node, &b.node)
        && p == q
        && let Some(inner) = difference(x, y)
    {
        return Some(inner);
    }
    Some((a.span.clone(), b.span.clone()))
}
