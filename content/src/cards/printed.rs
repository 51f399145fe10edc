//! What a card prints in a field, read by the type of the field.

use crate::bounds::{Bounds, LARGEST, outside};
use crate::group::{Group, text};
use crate::lower::Lower;
use crate::lower::scope::Scope;
use crate::place::{At, Src};
use crate::ty::Ty;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{did_you_mean, quote};

impl<'a> Lower<'a, '_> {
    /// A printed value of a type.
    pub(crate) fn printed(&mut self, at: At<'a>, ty: &Ty, bounds: Option<&Bounds>, what: &str) -> Value {
        if at.broken() {
            return Value::Nothing;
        }
        let problems = self.problems.clone();
        match ty {
            Ty::List(_) | Ty::Many(_) | Ty::Path | Ty::Any if at.items().is_some() || *ty != Ty::Any => {
                let items = match at.items() {
                    Some(items) => items,
                    None => std::slice::from_ref(at.node),
                };
                let values: Vec<Value> =
                    items.iter().map(|item| self.printed(at.with(item), &ty.member(), bounds, what)).collect();
                // A set of terms names each once; numbers may well repeat.
                for (number, (value, item)) in values.iter().zip(items).enumerate() {
                    let Some(first) =
                        values.iter().take(number).position(|other| other == value).and_then(|first| items.get(first))
                    else {
                        continue;
                    };
                    if matches!(value, Value::Term(_)) {
                        self.report(
                            at.with(item)
                                .place()
                                .error("repeated-entry", format!("`{what}` names this twice"))
                                .label("again here")
                                .also(at.file, first.span.clone(), "first here")
                                .help("take one of them out"),
                        );
                    }
                }
                Value::list(values)
            }
            Ty::Table(vocabulary) => self.table(at, *vocabulary, bounds, what),
            Ty::Term(vocabulary) => {
                let Some(src) = text(at, &format!("`{what}`"), &problems) else { return Value::Nothing };
                if src.text() == "none" {
                    return Value::Nothing;
                }
                match self
                    .index
                    .term(*vocabulary, src.text())
                    .or_else(|| self.index.term_names.get(&(*vocabulary, src.text().to_lowercase())).copied())
                {
                    Some(term) => Value::Term(term),
                    None => {
                        self.unknown_term(src, *vocabulary);
                        Value::Nothing
                    }
                }
            }
            Ty::Test => match text(at, &format!("`{what}`"), &problems).map(|src| (src, src.text())) {
                Some((_, "yes" | "true")) => Value::Truth(true),
                Some((_, "no" | "false")) => Value::Truth(false),
                Some((src, other)) => {
                    self.report(
                        src.whole().error("wrong-type", format!("`{what}` is {} where `yes` or `no` is wanted", quote(other))),
                    );
                    Value::Nothing
                }
                None => Value::Nothing,
            },
            _ => {
                let Some(src) = text(at, &format!("`{what}`"), &problems) else { return Value::Nothing };
                if matches!(src.text(), "N" | "Null" | "null" | "-") {
                    return Value::Nothing;
                }
                if matches!(ty, Ty::Number | Ty::Length) {
                    return self.printed_number(src, ty, bounds, what);
                }
                if matches!(ty, Ty::Card(_))
                    && let Some(card) = self.index.cards.get(src.text())
                {
                    return Value::Card(*card);
                }
                let typed = self.source(src, &Scope::default(), ty);
                match self.constant(typed.node) {
                    Some(value) => value.clone(),
                    None => {
                        self.report(
                            src.whole()
                                .error("wrong-type", format!("`{what}` must be a value that is known when the card is printed")),
                        );
                        Value::Nothing
                    }
                }
            }
        }
    }

    fn printed_number(&mut self, src: Src<'a>, ty: &Ty, bounds: Option<&Bounds>, what: &str) -> Value {
        // A plus sign is how cards print a number that raises another.
        let plain = src.text().strip_prefix('+').map_or(src, |rest| src.part(src.text().len() - rest.len()..src.text().len()));
        let wanted = self.index.label(ty);
        let number = match cardwright_grammar::expression::parse(plain.text()) {
            Ok(expr) if !matches!(expr.kind, cardwright_grammar::expression::ExprKind::Name(_)) => {
                let typed = self.source(plain, &Scope::default(), ty);
                match self.constant(typed.node) {
                    Some(Value::Number(number)) => *number,
                    Some(Value::Nothing) => return Value::Nothing,
                    _ => {
                        self.report(
                            src.whole()
                                .error("wrong-type", format!("`{what}` is {} where {wanted} is wanted", quote(src.text())))
                                .help(number_help(ty)),
                        );
                        return Value::Nothing;
                    }
                }
            }
            Err(_) if plain.text().chars().all(|c| c.is_ascii_digit()) && !plain.text().is_empty() => LARGEST + 1,
            Ok(_) | Err(_) => {
                self.report(
                    src.whole()
                        .error("wrong-type", format!("`{what}` is {} where {wanted} is wanted", quote(src.text())))
                        .help(number_help(ty)),
                );
                return Value::Nothing;
            }
        };
        if let Some(problem) = outside(number, bounds, ty, src.text(), &src.whole(), &format!("`{what}`")) {
            self.report(problem);
            return Value::Nothing;
        }
        Value::Number(number)
    }

    fn unknown_term(&mut self, src: Src<'_>, vocabulary: VocabularyId) {
        let index = self.index;
        let name = index.vocabulary_name(vocabulary);
        let id = if name == "keyword" { "unknown-keyword" } else { "unknown-term" };
        let names = index.term_names.keys().filter(|(v, _)| *v == vocabulary).map(|(_, n)| n.as_str());
        let near = did_you_mean(src.text(), names.chain(index.terms_of(vocabulary)));
        // Ids and lower-case names are how terms are looked up; the author is shown the name as it is written.
        let near = near
            .map(|near| index.term_names.get(&(vocabulary, near.clone())).and_then(|t| self.texts_of_term(*t)).unwrap_or(near));
        self.report(
            src.whole()
                .error(id, format!("{} is not a term of `{name}`", quote(src.text())))
                .help_if(near.map(|near| format!("did you mean `{near}`?"))),
        );
    }

    fn texts_of_term(&self, term: TermId) -> Option<String> {
        self.rules.terms.get(term.index()).map(|t| t.id.clone())
    }

    /// A number for each term of a vocabulary: `{high_guard: 1, thrust: N}`.
    fn table(&mut self, at: At<'a>, vocabulary: VocabularyId, bounds: Option<&Bounds>, what: &str) -> Value {
        let Some(range) = self.rules.vocabularies.get(vocabulary.index()).map(|v| v.terms.clone()) else { return Value::Nothing };
        let problems = self.problems.clone();
        let Some(group) = Group::open(at, format!("`{what}`"), &problems) else { return Value::Nothing };
        let mut columns: Vec<Option<Value>> = vec![None; range.len()];
        let name = self.index.vocabulary_name(vocabulary).to_owned();
        for (key, node) in group.all() {
            let term = self
                .index
                .term(vocabulary, key.text())
                .or_else(|| self.index.term_names.get(&(vocabulary, key.text().to_lowercase())).copied());
            let Some(column) = term.and_then(|term| (term.0.checked_sub(range.start)).and_then(|i| columns.get_mut(i as usize)))
            else {
                let near =
                    did_you_mean(key.text(), self.index.terms_of(vocabulary)).map(|near| format!("did you mean `{near}`?"));
                let all = || {
                    format!(
                        "the columns are {}",
                        self.index.terms_of(vocabulary).map(|t| format!("`{t}`")).collect::<Vec<_>>().join(", ")
                    )
                };
                self.report(
                    key.whole()
                        .error("unknown-column", format!("{} is not a term of `{name}`", quote(key.text())))
                        .help(near.unwrap_or_else(all)),
                );
                continue;
            };
            *column = Some(self.printed(node, &Ty::Number, bounds, key.text()));
        }
        let missing: Vec<String> = range
            .clone()
            .zip(&columns)
            .filter(|(_, value)| value.is_none())
            .filter_map(|(term, _)| self.rules.terms.get(term as usize).map(|t| format!("`{}`", t.id)))
            .collect();
        if !missing.is_empty() && at.node.whole {
            self.report(
                group
                    .head()
                    .error("missing-column", format!("`{what}` has no column {}", missing.join(", ")))
                    .help("add it; `N` stands for no number at all"),
            );
        }
        Value::list(columns.into_iter().map(|value| value.unwrap_or(Value::Nothing)).collect())
    }
}

fn number_help(ty: &Ty) -> &'static str {
    if *ty == Ty::Length {
        "write a length with its unit: `3\"` or `30mm`"
    } else {
        "write a whole number, or `N` for none at all"
    }
}
