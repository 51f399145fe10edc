//! From a specification to a phrasebook: check everything, then compile each language.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::sync::Once;

use crate::book::{PhraseInfo, Phrasebook, kind_of};
use crate::first::Firsts;
use crate::machine::Machine;
use crate::nearest::nearest;
use crate::normal::{Script, normalise};
use crate::recursion;
use crate::spec::{PhrasebookSpec, SpecProblem};
use crate::symbol::{Kind, Symbol};
use crate::template::{self, Item, Piece};
use crate::token::WordEnd;
use crate::tongue::{Open, Shape, TermEnd, Tongue, Variant};
use crate::trie::{Step, Trie};

/// Rule calls after which pest gives up; the exhaustive reader, which cannot be kept busy, then takes over. An ordinary
/// sentence needs a few hundred.
const PEST_CALLS: usize = 100_000;

/// Bytes a template may have.
const LONGEST_TEMPLATE: usize = 1000;

pub(crate) fn build(spec: PhrasebookSpec) -> Result<Phrasebook, Vec<SpecProblem>> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(PEST_CALLS)));
    let mut builder = Builder::new(&spec);
    builder.phrases();
    builder.vocabularies();
    let drafts: Vec<Draft> = (0..spec.languages.len()).map(|language| builder.draft(language)).collect();
    let depths = if builder.problems.is_empty() { builder.depths() } else { Vec::new() };
    for draft in &drafts {
        builder.problems.extend(recursion::find(&spec, &builder.categories, &builder.infos, &draft.rows));
    }
    let mut tongues = Vec::new();
    for (language, draft) in drafts.into_iter().enumerate() {
        tongues.push(builder.tongue(language, draft));
    }
    let Builder { categories, category_index, infos, mut problems, .. } = builder;
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.place);
        problems.dedup();
        return Err(problems);
    }
    Ok(Phrasebook { spec, categories, category_index, phrases: infos, tongues, depths })
}

/// A reading of a template before symbols are settled.
pub(crate) struct Row {
    pub(crate) phrase: usize,
    pub(crate) template: usize,
    pub(crate) items: Vec<Item>,
}

/// A language half compiled.
struct Draft {
    rows: Vec<Row>,
    canonical: Vec<Vec<Piece>>,
    shapes: Vec<Shape>,
}

struct Builder<'a> {
    spec: &'a PhrasebookSpec,
    categories: Vec<String>,
    category_index: BTreeMap<String, usize>,
    infos: Vec<PhraseInfo>,
    problems: Vec<SpecProblem>,
}

impl<'a> Builder<'a> {
    fn new(spec: &'a PhrasebookSpec) -> Self {
        let mut categories = Vec::new();
        let mut category_index = BTreeMap::new();
        for phrase in &spec.phrases {
            category_index.entry(phrase.gives.clone()).or_insert_with(|| {
                categories.push(phrase.gives.clone());
                categories.len() - 1
            });
        }
        Builder { spec, categories, category_index, infos: Vec::new(), problems: Vec::new() }
    }

    fn problem(&mut self, id: &'static str, place: u32, message: String, help: Option<String>) {
        self.problems.push(SpecProblem { id, place, message, help });
    }

    /// Resolves the slots of every phrase.
    fn phrases(&mut self) {
        let spec = self.spec;
        for phrase in &spec.phrases {
            let category = self.category_index.get(&phrase.gives).copied().unwrap_or_default();
            if Kind::built_in(&phrase.gives).is_some() {
                self.problem(
                    "taken-category",
                    phrase.phrase_place,
                    format!("phrase `{}` gives `{}`, which is built in", phrase.id, phrase.gives),
                    Some("choose another name for the category".to_owned()),
                );
            }
            let mut slots = Vec::new();
            for (index, slot) in phrase.slots.iter().enumerate() {
                if phrase.slots.iter().take(index).any(|other| other.name == slot.name) {
                    self.problem(
                        "slot-twice",
                        phrase.phrase_place,
                        format!("phrase `{}` has two slots `{}`", phrase.id, slot.name),
                        Some("rename one of them".to_owned()),
                    );
                }
                match kind_of(spec, &self.category_index, &slot.category) {
                    Some(kind) => {
                        if kind == Kind::Quoted && !self.category_index.contains_key("sentence") {
                            self.problem(
                                "no-sentence",
                                phrase.phrase_place,
                                format!("phrase `{}` holds a quotation, but no phrase gives `sentence`", phrase.id),
                                Some("add a phrase that gives `sentence`".to_owned()),
                            );
                        }
                        slots.push(kind);
                    }
                    None => {
                        let known = self.categories.iter().chain(spec.vocabularies.iter().map(|words| &words.id));
                        let near = nearest(&slot.category, known.map(String::as_str));
                        let help = near.map_or_else(
                            || "declare a vocabulary, or a phrase that gives it".to_owned(),
                            |near| format!("did you mean `{near}`?"),
                        );
                        self.problem(
                            "unknown-category",
                            phrase.phrase_place,
                            format!("slot `{}` of phrase `{}` wants `{}`, which nothing gives", slot.name, phrase.id, slot.category),
                            Some(help),
                        );
                        slots.push(Kind::Integer);
                    }
                }
            }
            let own = slots.iter().position(|kind| *kind == Kind::Category(category));
            let head = own.or(if slots.len() == 1 && is_inclusion(spec, phrase) { Some(0) } else { None });
            self.infos.push(PhraseInfo { category, slots, head });
        }
    }

    /// Checks the names of terms.
    fn vocabularies(&mut self) {
        let spec = self.spec;
        for vocabulary in &spec.vocabularies {
            if Kind::built_in(&vocabulary.id).is_some() || self.category_index.contains_key(&vocabulary.id) {
                let place = vocabulary.terms.first().map_or(0, |term| term.place);
                self.problem(
                    "taken-category",
                    place,
                    format!("vocabulary `{}` has the name of a category", vocabulary.id),
                    Some("rename one of them".to_owned()),
                );
            }
            for (language, tag) in spec.languages.iter().enumerate() {
                let script = Script::of(tag);
                let mut taken: HashMap<String, &str> = HashMap::new();
                for term in &vocabulary.terms {
                    let names = term.names.get(language).map_or(&[][..], Vec::as_slice);
                    if names.is_empty() {
                        self.problem(
                            "missing-name",
                            term.place,
                            format!("`{}` of `{}` has no name in `{tag}`", term.id, vocabulary.id),
                            Some(format!("add its name in `{tag}`")),
                        );
                    }
                    for text in names.iter().flat_map(|name| [Some(&name.text), name.plural.as_ref()]).flatten() {
                        let normal = normalise(script, text).text;
                        if normal.is_empty() {
                            self.problem(
                                "empty-name",
                                term.place,
                                format!("a name of `{}` is empty in `{tag}`", term.id),
                                Some("write the name, or leave it out".to_owned()),
                            );
                        }
                        if let Some(other) = taken.insert(normal, &term.id)
                            && other != term.id
                        {
                            self.problem(
                                "same-name",
                                term.place,
                                format!("`{other}` and `{}` of `{}` are both named `{text}` in `{tag}`", term.id, vocabulary.id),
                                Some("rename one of them".to_owned()),
                            );
                        }
                    }
                }
            }
        }
    }

    /// Reads the templates of one language.
    fn draft(&mut self, language: usize) -> Draft {
        let spec = self.spec;
        let tag = spec.languages.get(language).map_or("", String::as_str);
        let script = Script::of(tag);
        let mut draft = Draft { rows: Vec::new(), canonical: Vec::new(), shapes: Vec::new() };
        for (index, phrase) in spec.phrases.iter().enumerate() {
            let mut canonical = None;
            for (number, text) in phrase.templates.iter().enumerate().filter(|(_, text)| text.language == language) {
                let pieces = match template::parse(&text.text, &phrase.slots) {
                    Ok(pieces) => pieces,
                    Err(fault) => {
                        let message = format!("template `{}` of phrase `{}`: {}", text.text, phrase.id, fault.message);
                        self.problem(fault.id, text.place, message, Some(fault.help));
                        canonical.get_or_insert_with(Vec::new);
                        continue;
                    }
                };
                let rows = self.rows(script, index, number, &pieces);
                if text.canonical {
                    if canonical.replace(pieces).is_some() {
                        self.problem(
                            "two-wordings",
                            text.place,
                            format!("phrase `{}` has two wordings to be written in `{tag}`", phrase.id),
                            Some("let one of them be read only".to_owned()),
                        );
                    }
                    let shape = rows.first().map(|row| self.shape(index, &row.items)).unwrap_or_default();
                    draft.shapes.resize(index, Shape::default());
                    draft.shapes.push(shape);
                }
                draft.rows.extend(rows);
            }
            if canonical.is_none() {
                self.problem(
                    "missing-wording",
                    phrase.phrase_place,
                    format!("phrase `{}` has no wording in `{tag}`", phrase.id),
                    Some(format!("add its template in `{tag}`")),
                );
            }
            draft.canonical.push(canonical.unwrap_or_default());
            draft.shapes.resize(index + 1, Shape::default());
        }
        draft
    }

    /// The readings of one template.
    fn rows(&mut self, script: Script, phrase: usize, template: usize, pieces: &[Piece]) -> Vec<Row> {
        let spec = self.spec;
        let Some((phrase_spec, text)) =
            spec.phrases.get(phrase).and_then(|phrase| phrase.templates.get(template).map(|text| (phrase, text)))
        else {
            return Vec::new();
        };
        let (id, wording, place) = (&phrase_spec.id, &text.text, text.place);
        for (slot, declared) in phrase_spec.slots.iter().enumerate() {
            let times = pieces.iter().filter(|piece| matches!(piece, Piece::Slot { slot: found, .. } if *found == slot)).count();
            if times == 0 {
                let message = format!("template `{wording}` of phrase `{id}` leaves out `{{{}}}`", declared.name);
                self.problem("missing-slot", place, message, Some(format!("say where `{{{}}}` stands", declared.name)));
            } else if times > 1 {
                let message = format!("template `{wording}` of phrase `{id}` has `{{{}}}` {times} times", declared.name);
                self.problem("repeated-slot", place, message, Some("say it once".to_owned()));
            }
        }
        if wording.len() > LONGEST_TEMPLATE {
            let message = format!("a template of phrase `{id}` has {} bytes", wording.len());
            self.problem("long-template", place, message, Some(format!("keep it under {LONGEST_TEMPLATE} bytes")));
            return Vec::new();
        }
        let Some(expanded) = template::expand(script, pieces) else {
            let message = format!("template `{wording}` of phrase `{id}` may be read in more than 256 ways");
            self.problem("too-many-readings", place, message, Some("use fewer alternatives".to_owned()));
            return Vec::new();
        };
        let own = self.infos.get(phrase).map(|info| Kind::Category(info.category));
        let kinds = self.infos.get(phrase).map(|info| info.slots.clone()).unwrap_or_default();
        let mut rows = Vec::new();
        for items in expanded {
            let says_nothing = match items.as_slice() {
                [] => true,
                [Item::Slot(slot)] => kinds.get(*slot).copied() == own,
                _ => false,
            };
            if says_nothing {
                let message = format!("template `{wording}` of phrase `{id}` says nothing");
                self.problem("empty-template", place, message, Some("write the words of the phrase".to_owned()));
                return Vec::new();
            }
            if items.iter().any(|item| matches!(item, Item::Text(text) if has_stop(text))) {
                let message = format!("template `{wording}` of phrase `{id}` holds a full stop, which ends a sentence");
                self.problem("stop-in-template", place, message, Some("leave the stop out".to_owned()));
                return Vec::new();
            }
            rows.push(Row { phrase, template, items });
        }
        rows
    }

    fn is_own(&self, phrase: usize, slot: usize) -> bool {
        self.infos
            .get(phrase)
            .is_some_and(|info| info.slots.get(slot).copied() == Some(Kind::Category(info.category)))
    }

    fn shape(&self, phrase: usize, items: &[Item]) -> Shape {
        let own = |item: Option<&Item>| match item {
            Some(Item::Slot(slot)) if self.is_own(phrase, *slot) => Some(*slot),
            Some(Item::Slot(_) | Item::Text(_)) | None => None,
        };
        Shape { head: own(items.first()), last: own(items.last()) }
    }

    /// The least depth of a tree of each category.
    fn depths(&mut self) -> Vec<Option<usize>> {
        let mut depths: Vec<Option<usize>> = vec![None; self.categories.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for info in &self.infos {
                let depth = phrase_depth(self.spec, &self.category_index, &depths, info);
                if let (Some(depth), Some(known)) = (depth, depths.get_mut(info.category))
                    && known.is_none_or(|known| depth < known)
                {
                    *known = Some(depth);
                    changed = true;
                }
            }
        }
        let spec = self.spec;
        for phrase in &spec.phrases {
            let endless = self.category_index.get(&phrase.gives).is_some_and(|index| depths.get(*index) == Some(&None));
            let first = spec.phrases.iter().find(|other| other.gives == phrase.gives);
            if endless && first.is_some_and(|first| std::ptr::eq(first, phrase)) {
                self.problem(
                    "endless-category",
                    phrase.phrase_place,
                    format!("no text can be a `{}`: each of its phrases needs something that no text can be", phrase.gives),
                    Some(format!("add a phrase without slots that gives `{}`", phrase.gives)),
                );
            }
        }
        depths
    }

    /// Compiles one language.
    fn tongue(&mut self, language: usize, draft: Draft) -> Tongue {
        let spec = self.spec;
        let tag = spec.languages.get(language).map_or("", String::as_str);
        let script = Script::of(tag);
        let mut tailed = vec![false; self.categories.len()];
        for row in &draft.rows {
            if self.shape(row.phrase, &row.items).head.is_some()
                && let Some(tailed) = self.infos.get(row.phrase).and_then(|info| tailed.get_mut(info.category))
            {
                *tailed = true;
            }
        }
        let mut operands: Vec<Trie> = self.categories.iter().map(|_| Trie::new()).collect();
        let mut tails: Vec<Trie> = self.categories.iter().map(|_| Trie::new()).collect();
        let mut variants: Vec<Variant> = Vec::new();
        let mut seen: HashMap<(usize, bool, Vec<Step>), usize> = HashMap::new();
        for row in draft.rows {
            let variant = self.variant(script, row, &tailed);
            let category = self.infos.get(variant.phrase).map_or(0, |info| info.category);
            let key = (category, variant.tail, variant.steps.clone());
            if let Some(earlier) = seen.get(&key).and_then(|earlier| variants.get(*earlier)) {
                if earlier.phrase != variant.phrase || earlier.order != variant.order {
                    let problem = same_template(spec, earlier, &variant);
                    self.problems.push(problem);
                }
                continue;
            }
            seen.insert(key, variants.len());
            let trie = if variant.tail { tails.get_mut(category) } else { operands.get_mut(category) };
            if let Some(trie) = trie {
                trie.insert(&variant.steps, variants.len());
            }
            variants.push(variant);
        }
        let (names, terms) = names(spec, language, script);
        let firsts = Firsts::of(&operands, &names);
        let sentence = self.category_index.get("sentence").copied();
        let mut tongue = Tongue {
            script,
            variants,
            operands,
            tails,
            names,
            terms,
            canonical: draft.canonical,
            shapes: draft.shapes,
            firsts,
            sentence,
            machine: Machine::default(),
        };
        if self.problems.is_empty() {
            tongue.machine = Machine::compile(&tongue);
        }
        tongue
    }

    fn variant(&self, script: Script, row: Row, tailed: &[bool]) -> Variant {
        let shape = self.shape(row.phrase, &row.items);
        let tail = shape.head.is_some();
        let kinds = self.infos.get(row.phrase).map_or(&[][..], |info| &info.slots);
        let last = row.items.len().saturating_sub(1);
        let mut order = Vec::new();
        let mut steps = Vec::new();
        let mut word_end = WordEnd::Free;
        for (index, item) in row.items.into_iter().enumerate() {
            match item {
                Item::Slot(slot) => {
                    order.push(slot);
                    if tail && index == 0 {
                        continue;
                    }
                    let symbol = match kinds.get(slot).copied().unwrap_or(Kind::Integer) {
                        Kind::Category(category) => {
                            let operand = (tail && index == last && self.is_own(row.phrase, slot))
                                || !tailed.get(category).copied().unwrap_or(false);
                            if operand { Symbol::Operand(category) } else { Symbol::Full(category) }
                        }
                        other => other.full(),
                    };
                    steps.push(Step::Slot(symbol));
                }
                Item::Text(text) => {
                    if index == last {
                        word_end = WordEnd::of(script, &text);
                    }
                    steps.push(Step::Text(text));
                }
            }
        }
        let open = match (tail, shape.last) {
            (_, None) => Open::Never,
            (true, Some(_)) => Open::AsLast,
            (false, Some(_)) => Open::Always,
        };
        Variant { phrase: row.phrase, template: row.template, order, steps, tail, word_end, open }
    }
}

/// Whether every canonical template of a phrase is a single slot.
fn is_inclusion(spec: &PhrasebookSpec, phrase: &crate::spec::Phrase) -> bool {
    !spec.languages.is_empty()
        && phrase
            .templates
            .iter()
            .filter(|text| text.canonical)
            .all(|text| matches!(template::parse(&text.text, &phrase.slots).as_deref(), Ok([Piece::Slot { .. }])))
}

/// Whether a text holds a full stop that the splitter would take for the end of a sentence.
fn has_stop(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.iter().enumerate().any(|(index, char)| match char {
        '。' => true,
        '.' => {
            let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
            !(digit(index.checked_sub(1)) && digit(index.checked_add(1)))
        }
        _ => false,
    })
}

fn same_template(spec: &PhrasebookSpec, earlier: &Variant, later: &Variant) -> SpecProblem {
    let text = |variant: &Variant| {
        spec.phrases.get(variant.phrase).and_then(|phrase| phrase.templates.get(variant.template).map(|text| (phrase, text)))
    };
    let (Some((first, one)), Some((second, other))) = (text(earlier), text(later)) else {
        return SpecProblem { id: "same-template", place: 0, message: "two templates are the same".to_owned(), help: None };
    };
    let message = if earlier.phrase == later.phrase {
        format!("phrase `{}` has two templates that cannot be told apart: `{}` and `{}`", first.id, one.text, other.text)
    } else {
        format!(
            "template `{}` of phrase `{}` cannot be told from `{}` of phrase `{}`",
            other.text, second.id, one.text, first.id
        )
    };
    SpecProblem { id: "same-template", place: other.place, message, help: Some("change the words of one of them".to_owned()) }
}

/// The names of all terms in one language.
fn names(spec: &PhrasebookSpec, language: usize, script: Script) -> (Vec<Trie>, Vec<TermEnd>) {
    let mut tries = Vec::new();
    let mut ends = Vec::new();
    for (vocabulary, words) in spec.vocabularies.iter().enumerate() {
        let mut trie = Trie::new();
        for (term, names) in words.terms.iter().enumerate() {
            let mut known: Vec<String> = Vec::new();
            let names = names.names.get(language).map_or(&[][..], Vec::as_slice);
            for text in names.iter().flat_map(|name| [Some(&name.text), name.plural.as_ref()]).flatten() {
                let normal = normalise(script, text).text;
                if normal.is_empty() || known.contains(&normal) {
                    continue;
                }
                let word_end = WordEnd::of(script, &normal);
                trie.insert(&[Step::Text(normal.clone())], ends.len());
                ends.push(TermEnd { vocabulary, term, word_end });
                known.push(normal);
            }
        }
        tries.push(trie);
    }
    (tries, ends)
}

/// The least depth of a tree with this phrase at its top, as far as the depths of categories are known.
pub(crate) fn phrase_depth(
    spec: &PhrasebookSpec,
    categories: &BTreeMap<String, usize>,
    depths: &[Option<usize>],
    info: &PhraseInfo,
) -> Option<usize> {
    let mut most = 0;
    for kind in &info.slots {
        let depth = match kind {
            Kind::Category(category) => depths.get(*category).copied().flatten()?,
            Kind::Quoted => depths.get(*categories.get("sentence")?).copied().flatten()? + 1,
            Kind::Vocabulary(vocabulary) => {
                if spec.vocabularies.get(*vocabulary).is_none_or(|words| words.terms.is_empty()) {
                    return None;
                }
                0
            }
            Kind::Integer | Kind::Length | Kind::Dice => 0,
        };
        most = most.max(depth);
    }
    Some(most + 1)
}
