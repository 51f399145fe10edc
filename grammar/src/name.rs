//! The names of terms: what may be wrong with them, and their tries.

use std::collections::HashMap;

use crate::build::Builder;
use crate::normal::{Script, normalise};
use crate::spec::PhrasebookSpec;
use crate::symbol::Kind;
use crate::token::WordEnd;
use crate::tongue::TermEnd;
use crate::trie::{Step, Trie};

impl Builder<'_> {
    /// Checks the names of terms.
    pub(crate) fn vocabularies(&mut self) {
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
}

/// The names of all terms in one language.
pub(crate) fn names(spec: &PhrasebookSpec, language: usize, script: Script) -> (Vec<Trie>, Vec<TermEnd>) {
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
