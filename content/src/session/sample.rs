//! A card made up for a start: every field that must be printed, one ability of each kind, and texts that can be read.
//! Nothing is written that was not checked: what a kind asks of its cards is not guessed but tried.

use super::Session;
use crate::bounds::Bounds;
use crate::index::AbilityKindInfo;
use crate::ty::Ty;
use cardwright_core::space::format_length;
use cardwright_core::value::*;
use cardwright_grammar::Tree;
use cardwright_grammar::diagnostic::{did_you_mean, quote};
use std::path::Path;

/// A card made up.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What its file says.
    pub text: String,
    /// The id of its kind.
    pub kind: String,
    /// A printed number with its value, for a first claim of a scenario.
    pub number: Option<(String, String)>,
    /// Whether it stands on the table.
    pub on_table: bool,
    /// Kinds of ability for which no example was found.
    pub lacking: Vec<String>,
}

/// How often values of fields are tried, and texts of an ability. The first that passes is taken.
const PRINTS_TRIED: usize = 60;
const TEXTS_TRIED: usize = 160;

impl Session<'_> {
    /// Makes up a card of a kind; without one, of the kind that most cards with abilities have.
    ///
    /// Errors: there is no such kind, or no card of it could be found that passes.
    pub fn sample_card(&mut self, kind: Option<&str>, id: &str, name: &str) -> Result<Sample, String> {
        let kind = self.sample_kind(kind)?;
        let kind_name = self.index.kind_name(kind).to_owned();
        let names: Vec<String> = self.index.languages.iter().map(|tag| format!("{tag}: {name}")).collect();
        let head = format!("kind: {kind_name}\nname: {{{}}}\nsource: my own\n", names.join(", "));
        let Some((prints, number)) = (0..PRINTS_TRIED).find_map(|attempt| {
            let (prints, number) = self.sample_prints(kind, attempt)?;
            self.passes(id, &format!("{head}{prints}")).then_some((prints, number))
        }) else {
            return Err(format!("no card of the kind `{kind_name}` was found that fits its fields and what must hold of it"));
        };
        let mut text = format!("{head}{prints}");
        let mut lacking = Vec::new();
        let mut abilities = String::new();
        let index = self.index;
        for info in &index.ability_kinds {
            match self.sample_ability(&text, id, info) {
                Some(ability) => abilities.push_str(&ability),
                None => lacking.push(info.file.id.text.clone()),
            }
        }
        if !abilities.is_empty() {
            let whole = format!("{text}abilities:\n{abilities}");
            // Each passes alone; whether all stand together is seen here.
            if self.passes(id, &whole) {
                text = whole;
            } else {
                lacking = index.ability_kinds.iter().map(|info| info.file.id.text.clone()).collect();
            }
        }
        let body = self.rules.kinds.get(kind.index()).map(|kind| kind.body);
        let on_table = self.rules.table.is_some() && matches!(body, Some(cardwright_core::rules::Body::Round(_)));
        Ok(Sample { text, kind: kind_name, number, on_table, lacking })
    }

    fn passes(&mut self, id: &str, text: &str) -> bool {
        self.try_card(Path::new(&format!("{id}.yaml")), text).is_empty()
    }

    fn sample_kind(&self, wanted: Option<&str>) -> Result<KindId, String> {
        let printed = |kind: KindId| self.index.fields.iter().any(|field| field.kind == kind && field.printed);
        let known: Vec<KindId> = (2..self.rules.kinds.len() as u32).map(KindId).filter(|kind| printed(*kind)).collect();
        if let Some(wanted) = wanted {
            let found = self.index.kinds.get(wanted).copied().filter(|kind| known.contains(kind));
            return found.ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|kind| self.index.kind_name(*kind)).collect();
                let near = did_you_mean(wanted, names.iter().copied());
                let help =
                    near.map_or_else(|| format!("there are: {}", names.join(", ")), |near| format!("did you mean `{near}`?"));
                format!("there is no kind {} that cards have; {help}", quote(wanted))
            });
        }
        let able = |kind: &KindId| self.rules.cards.iter().filter(|c| c.kind == *kind && !c.abilities.is_empty()).count();
        // Of kinds that are level the first declared.
        let best = known.iter().copied().rev().max_by_key(able);
        best.ok_or_else(|| "no kind of this game has fields that a card prints".to_owned())
    }

    /// The fields that a card of a kind must print, and one number among them.
    fn sample_prints(&self, kind: KindId, attempt: usize) -> Option<(String, Option<(String, String)>)> {
        let (mut out, mut number) = (String::new(), None);
        let fields = self.index.fields.iter().filter(|f| f.kind == kind && f.printed && !f.has_default);
        for (place, field) in fields.enumerate() {
            let value = self.sample_value(&field.ty, field.bounds.as_ref(), mixed(attempt, place))?;
            if field.ty == Ty::Number && number.is_none() {
                number = Some((field.id.clone(), value.clone()));
            }
            out.push_str(&format!("{}: {value}\n", field.id));
        }
        Some((out, number))
    }

    /// A value as a card writes it; `turn` chooses among what is possible.
    fn sample_value(&self, ty: &Ty, bounds: Option<&Bounds>, turn: usize) -> Option<String> {
        let nth = |all: Vec<String>| if all.is_empty() { None } else { all.get(turn % all.len()).cloned() };
        let inside = |number: &i64| bounds.is_none_or(|bounds| bounds.contains(*number));
        match ty {
            Ty::Number => {
                let usual = [2, 3, 1, 4, 6, 0, 8, 10, 5, 12, 20, 100];
                let ends = bounds.map(Bounds::ends).into_iter().flat_map(|(least, most)| [least, most]);
                nth(usual.into_iter().chain(ends).filter(inside).map(|n| n.to_string()).collect())
            }
            Ty::Length => {
                let usual = [1000, 2000, 3000, 4000, 6000, 500, 0, 12000];
                let ends = bounds.map(Bounds::ends).into_iter().flat_map(|(least, most)| [least, most]);
                nth(usual.into_iter().chain(ends).filter(inside).map(format_length).collect())
            }
            Ty::Test => nth(vec!["no".into(), "yes".into()]),
            Ty::Term(vocabulary) => nth(self.index.terms_of(*vocabulary).map(str::to_owned).collect()),
            Ty::Table(vocabulary) => {
                let value = self.sample_value(&Ty::Number, bounds, turn)?;
                let cells: Vec<String> = self.index.terms_of(*vocabulary).map(|term| format!("{term}: {value}")).collect();
                Some(format!("{{{}}}", cells.join(", ")))
            }
            Ty::List(of) => match turn % 3 {
                2 => Some("[]".into()),
                _ => Some(self.sample_value(of, bounds, turn / 3).map_or("[]".into(), |value| format!("[{value}]"))),
            },
            Ty::Many(_) | Ty::Entities => Some("[]".into()),
            Ty::Def(class) => nth(self.index.defs_of(&[*class]).map(str::to_owned).collect()),
            Ty::Card(_) => nth(self.index.cards.keys().cloned().collect()),
            Ty::Point => Some("point(1\", 1\")".into()),
            Ty::One(_) | Ty::Entity | Ty::Ability | Ty::Nothing | Ty::Any => Some("none".into()),
            _ => None,
        }
    }

    fn sample_ability(&mut self, head: &str, id: &str, info: &AbilityKindInfo<'_>) -> Option<String> {
        (0..TEXTS_TRIED).find_map(|attempt| {
            let ability = self.made_up_ability(info, attempt)?;
            self.passes(id, &format!("{head}abilities:\n{ability}")).then_some(ability)
        })
    }

    fn made_up_ability(&self, info: &AbilityKindInfo<'_>, attempt: usize) -> Option<String> {
        // Each text is tried without and with the fields that it may speak of.
        let (turn, spoken) = (attempt / 2, attempt % 2 == 1);
        let kind_names = info.file.name.as_ref().map(|name| name.plain()).unwrap_or_default();
        let names: Vec<String> = self
            .index
            .languages
            .iter()
            .zip(&kind_names)
            .map(|(tag, name)| format!("{tag}: {}", quoted(&format!("{name} 1"))))
            .collect();
        let mut out = format!("  - name: {{{}}}\n    kind: {}\n", names.join(", "), info.file.id.text);
        for ((name, ty), field) in info.fields.iter().zip(&info.file.fields) {
            let may_be_spoken_of = self.index.def_files.iter().any(|def| def.speaks_of.is_some_and(|src| src.text() == name));
            if field.default.is_some() && !(spoken && may_be_spoken_of) {
                continue;
            }
            let value = match self.sample_text(ty, name, info, turn) {
                Some(text) => text,
                None => self.sample_value(ty, field.bounds.as_ref(), 0)?,
            };
            out.push_str(&format!("    {name}: {value}\n"));
        }
        if let Some(entries) = &info.file.entries {
            let when = self.sample_text(&Ty::Test, &entries.when, info, turn)?;
            let does = self.sample_text(&Ty::Effect, &entries.does, info, turn)?;
            out.push_str(&format!("    {}:\n      - {}: {when}\n        {}: {does}\n", entries.key, entries.when, entries.does));
        }
        Some(out)
    }

    /// A text in every language, if a field of this type is one: first what cards of the game say, the shortest first and
    /// those of the same kind of ability before others, then what the phrases can make.
    fn sample_text(&self, ty: &Ty, part: &str, info: &AbilityKindInfo<'_>, turn: usize) -> Option<String> {
        if !matches!(ty, Ty::Effect | Ty::Standing | Ty::Test | Ty::Trigger | Ty::Duration | Ty::Filter(_)) {
            return None;
        }
        let book = self.book.as_ref()?;
        let category = book.category(ty)?;
        let of_kind = |text: &crate::cards::AbilityText| {
            self.rules.abilities.get(text.ability.index()).is_some_and(|ability| ability.kind == info.term)
        };
        let mut known: Vec<&crate::cards::AbilityText> =
            self.texts.iter().filter(|text| text.category == category && text.part.rsplit(' ').next() == Some(part)).collect();
        known.sort_by_key(|text| (!of_kind(text), text.texts.first().map_or(0, String::len), text.texts.clone()));
        known.dedup_by(|a, b| a.texts == b.texts);
        // Half of the tries are for what the phrases make, where cards say a great deal.
        known.truncate(TEXTS_TRIED / 4);
        let trees = match known.get(turn) {
            Some(text) => text.trees.clone(),
            None => {
                let mut seed = turn;
                let mut pick = |count: usize| {
                    seed = mixed(seed, count);
                    seed % count.max(1)
                };
                vec![book.phrasebook().sample_tree(&category, 1 + turn % 4, &mut pick)?]
            }
        };
        let said: Vec<String> = self
            .index
            .languages
            .iter()
            .map(|tag| Some(format!("{tag}: {}", quoted(&self.said_in(ty, tag, &trees)?))))
            .collect::<Option<_>>()?;
        Some(format!("{{{}}}", said.join(", ")))
    }

    fn said_in(&self, ty: &Ty, tag: &str, trees: &[Tree]) -> Option<String> {
        let book = self.book.as_ref()?.phrasebook();
        let language = book.language(tag)?;
        match ty {
            Ty::Effect | Ty::Standing => Some(book.write_text(language, trees)),
            _ => trees.first().map(|tree| book.write(language, tree)),
        }
    }
}

/// A text in quotes, as YAML and JSON both write it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A number that depends on two others; the first try of everything is 0.
fn mixed(attempt: usize, place: usize) -> usize {
    if attempt == 0 {
        return 0;
    }
    let mixed = (attempt as u64).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(place as u64 * 1_442_695_040_888_963_407);
    (mixed >> 33) as usize
}
