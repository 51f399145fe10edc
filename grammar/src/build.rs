//! From a specification to a phrasebook: check everything, then compile each language.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Once;

use crate::book::{PhraseInfo, Phrasebook, kind_of};
use crate::nearest::nearest;
use crate::recursion;
use crate::spec::{PhrasebookSpec, SpecProblem};
use crate::symbol::Kind;
use crate::wording::{Draft, number_slot};

/// Rule calls after which pest gives up; the exhaustive reader, which cannot be kept busy, then takes over. An ordinary
/// sentence needs a few hundred.
const PEST_CALLS: usize = 100_000;

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

/// What is known while a book is built.
pub(crate) struct Builder<'a> {
    pub(crate) spec: &'a PhrasebookSpec,
    pub(crate) categories: Vec<String>,
    pub(crate) category_index: BTreeMap<String, usize>,
    pub(crate) infos: Vec<PhraseInfo>,
    pub(crate) problems: Vec<SpecProblem>,
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

    pub(crate) fn problem(&mut self, id: &'static str, place: u32, message: String, help: Option<String>) {
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
                            format!(
                                "slot `{}` of phrase `{}` wants `{}`, which nothing gives",
                                slot.name, phrase.id, slot.category
                            ),
                            Some(help),
                        );
                        slots.push(Kind::Integer);
                    }
                }
            }
            let own = slots.iter().position(|kind| *kind == Kind::Category(category));
            let head = own.or_else(|| number_slot(spec, phrase));
            self.infos.push(PhraseInfo { category, slots, head });
        }
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
