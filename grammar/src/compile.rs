//! From the wordings of a language to its tries and its pest reader.

use std::collections::HashMap;

use crate::build::Builder;
use crate::expand::Item;
use crate::first::Firsts;
use crate::machine::Machine;
use crate::name::names;
use crate::normal::Script;
use crate::spec::{PhrasebookSpec, SpecProblem};
use crate::symbol::{Kind, Symbol};
use crate::token::WordEnd;
use crate::tongue::{Open, Tongue, Variant};
use crate::trie::{Step, Trie};
use crate::wording::{Draft, Row};

impl Builder<'_> {
    /// Compiles one language.
    pub(crate) fn tongue(&mut self, language: usize, draft: Draft) -> Tongue {
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
        let firsts = Firsts::of(script, &operands, &names);
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
        let (last_slot, tight) = (shape.last.filter(|_| shape.tight), shape.units);
        for (index, item) in row.items.into_iter().enumerate() {
            match item {
                Item::Slot(slot) => {
                    order.push(slot);
                    if tail && index == 0 {
                        continue;
                    }
                    let symbol = match kinds.get(slot).copied().unwrap_or(Kind::Integer) {
                        Kind::Category(category) => {
                            let operand = (index == last && last_slot == Some(slot))
                                || tight.contains(&slot)
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
        let open = match (shape.tight, shape.last) {
            (_, None) => Open::Never,
            (true, Some(_)) => Open::AsLast,
            (false, Some(_)) => Open::Always,
        };
        Variant { phrase: row.phrase, template: row.template, order, steps, tail, word_end, open }
    }
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
        format!("template `{}` of phrase `{}` cannot be told from `{}` of phrase `{}`", other.text, second.id, one.text, first.id)
    };
    SpecProblem { id: "same-template", place: other.place, message, help: Some("change the words of one of them".to_owned()) }
}
