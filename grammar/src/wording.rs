//! The wordings of one language: what may be wrong with them, and how each may be read.

use crate::build::Builder;
use crate::expand::{Item, expand};
use crate::normal::Script;
use crate::spec::{Phrase, PhrasebookSpec};
use crate::symbol::Kind;
use crate::template::{self, Form, Piece};
use crate::token::inch_mark;
use crate::tongue::Shape;

/// Bytes a template may have.
const LONGEST_TEMPLATE: usize = 1000;

/// A reading of a template before symbols are settled.
pub(crate) struct Row {
    pub(crate) phrase: usize,
    pub(crate) template: usize,
    pub(crate) items: Vec<Item>,
}

/// A language half compiled.
pub(crate) struct Draft {
    pub(crate) rows: Vec<Row>,
    pub(crate) canonical: Vec<Vec<Piece>>,
    pub(crate) shapes: Vec<Shape>,
}

impl Builder<'_> {
    /// Reads the templates of one language.
    pub(crate) fn draft(&mut self, language: usize) -> Draft {
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
        let Some(expanded) = expand(script, pieces) else {
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

    pub(crate) fn is_own(&self, phrase: usize, slot: usize) -> bool {
        self.infos.get(phrase).is_some_and(|info| info.slots.get(slot).copied() == Some(Kind::Category(info.category)))
    }

    pub(crate) fn shape(&self, phrase: usize, items: &[Item]) -> Shape {
        let own = |item: Option<&Item>| match item {
            Some(Item::Slot(slot)) if self.is_own(phrase, *slot) => Some(*slot),
            Some(Item::Slot(_) | Item::Text(_)) | None => None,
        };
        let (head, last) = (own(items.first()), own(items.last()));
        let joined = matches!(items, [.., Item::Slot(_), Item::Slot(_)]);
        let units = items.windows(2).filter_map(|pair| match pair {
            [Item::Slot(slot), Item::Text(text)] if inch_mark(text).is_some() => Some(*slot),
            _ => None,
        });
        let end = match items.last() {
            Some(Item::Slot(slot)) => Some(*slot),
            Some(Item::Text(_)) | None => None,
        };
        Shape { head, last, end, tight: head.is_some() || joined, units: units.collect() }
    }
}

/// The slot that decides the number of a phrase that has none of its own category: its only slot, if the phrase is nothing
/// else; or the one slot that its words agree with, as in `{n} {n?model|models}`.
pub(crate) fn number_slot(spec: &PhrasebookSpec, phrase: &Phrase) -> Option<usize> {
    let mut agreed: Option<usize> = None;
    for text in phrase.templates.iter().filter(|text| text.canonical && text.language < spec.languages.len()) {
        let pieces = template::parse(&text.text, &phrase.slots).ok()?;
        let only = match pieces.as_slice() {
            [Piece::Slot { slot, .. }] => Some(*slot),
            _ => None,
        };
        let asked = pieces.iter().filter_map(|piece| match piece {
            Piece::Number { of, .. } => *of,
            Piece::Slot { form: Form::Like(other), .. } => Some(*other),
            Piece::Slot { .. } | Piece::Text(_) | Piece::Any(_) => None,
        });
        for slot in only.into_iter().chain(asked) {
            if agreed.is_some_and(|agreed| agreed != slot) {
                return None;
            }
            agreed = Some(slot);
        }
    }
    agreed
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
