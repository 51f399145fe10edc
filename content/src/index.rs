//! All names of the packs with what they stand for. Frozen before any rule is lowered.

use crate::bounds::Bounds;
use crate::place::Src;
use crate::shape::ability::AbilityKindFile;
use crate::shape::definition::DefFile;
use crate::ty::Ty;
use cardwright_core::rules::Class;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Problems, did_you_mean, quote};
use std::collections::BTreeMap;

/// A parameter with its type.
#[derive(Clone, Debug)]
pub(crate) struct Takes {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) has_default: bool,
    pub(crate) bounds: Option<Bounds>,
}

/// A field of a kind.
#[derive(Clone, Debug)]
pub(crate) struct FieldInfo {
    pub(crate) id: String,
    pub(crate) kind: KindId,
    pub(crate) ty: Ty,
    pub(crate) printed: bool,
    /// Whether a card may leave it out.
    pub(crate) has_default: bool,
    pub(crate) bounds: Option<Bounds>,
}

/// An ability kind with its types.
#[derive(Clone, Debug)]
pub(crate) struct AbilityKindInfo<'a> {
    pub(crate) file: AbilityKindFile<'a>,
    pub(crate) term: TermId,
    pub(crate) fields: Vec<(String, Ty)>,
}

/// Names to ids.
#[derive(Debug, Default)]
pub(crate) struct Index<'a> {
    pub(crate) languages: Vec<String>,
    /// Languages that some pack speaks; texts in them are not read, and are no fault.
    pub(crate) known_languages: Vec<String>,
    pub(crate) kinds: BTreeMap<String, KindId>,
    pub(crate) plurals: BTreeMap<String, KindId>,
    pub(crate) kind_names: Vec<String>,
    pub(crate) vocabularies: BTreeMap<String, VocabularyId>,
    pub(crate) vocabulary_names: Vec<String>,
    pub(crate) terms: BTreeMap<String, Vec<(VocabularyId, TermId)>>,
    /// Names of terms in any language, in lower case, for printed fields of cards.
    pub(crate) term_names: BTreeMap<(VocabularyId, String), TermId>,
    pub(crate) fields: Vec<FieldInfo>,
    pub(crate) fields_by_name: BTreeMap<String, Vec<FieldId>>,
    pub(crate) defs: BTreeMap<String, DefId>,
    pub(crate) def_files: Vec<DefFile<'a>>,
    pub(crate) takes: Vec<Vec<Takes>>,
    pub(crate) gives: Vec<Ty>,
    /// Zones: each player's or not, and what lies in them.
    pub(crate) zones: BTreeMap<String, (ZoneId, bool)>,
    pub(crate) options: BTreeMap<String, (u32, Ty)>,
    pub(crate) steps: BTreeMap<String, StepId>,
    pub(crate) abilities: BTreeMap<String, AbilityId>,
    pub(crate) ability_kinds: Vec<AbilityKindInfo<'a>>,
    /// Fields of abilities over all kinds.
    pub(crate) ability_fields: BTreeMap<String, Ty>,
    pub(crate) cards: BTreeMap<String, CardId>,
    /// The kind of each card; None: what it says is no kind.
    pub(crate) card_kinds: Vec<Option<KindId>>,
    /// Script files by the name of their hook.
    pub(crate) hooks: BTreeMap<String, u32>,
}

/// The kind that the game itself has.
pub(crate) const GAME_KIND: KindId = KindId(0);
/// The kind that players have.
pub(crate) const PLAYER_KIND: KindId = KindId(1);

impl<'a> Index<'a> {
    pub(crate) fn def(&self, name: &str) -> Option<(DefId, Class)> {
        let id = *self.defs.get(name)?;
        Some((id, self.def_files.get(id.index())?.class))
    }

    pub(crate) fn class(&self, def: DefId) -> Option<Class> {
        self.def_files.get(def.index()).map(|d| d.class)
    }

    pub(crate) fn takes(&self, def: DefId) -> &[Takes] {
        self.takes.get(def.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn gives(&self, def: DefId) -> Ty {
        self.gives.get(def.index()).cloned().unwrap_or(Ty::Any)
    }

    pub(crate) fn kind_name(&self, kind: KindId) -> &str {
        self.kind_names.get(kind.index()).map_or("entity", String::as_str)
    }

    pub(crate) fn vocabulary_name(&self, vocabulary: VocabularyId) -> &str {
        self.vocabulary_names.get(vocabulary.index()).map_or("term", String::as_str)
    }

    /// The field of a kind.
    pub(crate) fn field_of(&self, kind: KindId, name: &str) -> Option<FieldId> {
        let candidates = self.fields_by_name.get(name)?;
        candidates.iter().copied().find(|f| self.fields.get(f.index()).is_some_and(|info| info.kind == kind))
    }

    pub(crate) fn field(&self, field: FieldId) -> Option<&FieldInfo> {
        self.fields.get(field.index())
    }

    /// The term of a vocabulary by its id.
    pub(crate) fn term(&self, vocabulary: VocabularyId, name: &str) -> Option<TermId> {
        self.terms.get(name)?.iter().find(|(v, _)| *v == vocabulary).map(|(_, term)| *term)
    }

    /// The field of abilities that has this name.
    pub(crate) fn ability_field(&self, name: &str) -> Option<(AbilityFieldId, &Ty)> {
        let place = self.ability_fields.keys().position(|known| known == name)?;
        Some((AbilityFieldId(place as u32), self.ability_fields.get(name)?))
    }

    /// The type of a card.
    pub(crate) fn card_type(&self, card: CardId) -> Ty {
        Ty::Card(self.card_kinds.get(card.index()).copied().flatten())
    }

    /// Ids of the terms of a vocabulary.
    pub(crate) fn terms_of(&self, vocabulary: VocabularyId) -> impl Iterator<Item = &str> {
        self.terms.iter().filter(move |(_, all)| all.iter().any(|(v, _)| *v == vocabulary)).map(|(name, _)| name.as_str())
    }

    /// Ids of the definitions of some classes.
    pub(crate) fn defs_of(&self, classes: &[Class]) -> impl Iterator<Item = &str> {
        self.defs
            .iter()
            .filter(move |(_, id)| self.class(**id).is_some_and(|c| classes.contains(&c)))
            .map(|(name, _)| name.as_str())
    }

    /// What an author calls a type, with its article.
    pub(crate) fn label(&self, ty: &Ty) -> String {
        match ty {
            Ty::Any => "anything".into(),
            Ty::Nothing => "none".into(),
            Ty::Number => "a number".into(),
            Ty::Length => "a length".into(),
            Ty::Test => "a test".into(),
            Ty::One(kind) => article(self.kind_name(*kind)),
            Ty::Many(kind) => format!("a list of `{}`", self.kind_name(*kind)),
            Ty::Filter(kind) => format!("a description of `{}`", self.kind_name(*kind)),
            Ty::Entity => "an entity".into(),
            Ty::Entities => "a list of entities".into(),
            Ty::Term(vocabulary) => article(self.vocabulary_name(*vocabulary)),
            Ty::Def(class) => class_label(*class).into(),
            Ty::Ability => "an ability".into(),
            Ty::Card(None) => "a card".into(),
            Ty::Card(Some(kind)) => format!("a card of `{}`", self.kind_name(*kind)),
            Ty::Point => "a point".into(),
            Ty::Path => "a path".into(),
            Ty::List(of) => {
                if **of == Ty::Any {
                    "a list".into()
                } else {
                    format!("a list, each {}", self.label(of))
                }
            }
            Ty::Table(vocabulary) => format!("a number per {}", self.vocabulary_name(*vocabulary).replace('_', " ")),
            Ty::Effect => "an effect".into(),
            Ty::Standing => "a standing rule".into(),
            Ty::Trigger => "a trigger".into(),
            Ty::Duration => "a duration".into(),
            Ty::Frequency => "a frequency".into(),
            Ty::Integer => "a whole number".into(),
            Ty::Dice => "dice".into(),
            Ty::Quoted => "a rule in quotation marks".into(),
        }
    }

    /// A type as written. An unknown one is reported and fits everywhere.
    pub(crate) fn read_type(&self, src: Src<'_>, problems: &Problems) -> Ty {
        if let Some(ty) = self.type_named(src.text()) {
            return ty;
        }
        // Behind the last comma stands what may be said of a field besides.
        if let Some((_, last)) = src.text().rsplit_once(',') {
            let near = did_you_mean(last.trim(), ["printed", "printed always", "secret"]);
            problems.report(src.whole().error("unknown-type", format!("{} says nothing of a field", quote(last.trim()))).help(
                near.map_or_else(
                    || "behind the type may stand `LEAST to MOST`, `printed`, `printed always` or `secret`".into(),
                    |near| format!("did you mean `{near}`?"),
                ),
            ));
            return Ty::Any;
        }
        let vocabularies = || self.vocabularies.keys().map(String::as_str);
        let known = BASIC
            .iter()
            .map(|(name, _)| *name)
            .chain(self.kinds.keys().map(String::as_str))
            .chain(self.plurals.keys().map(String::as_str))
            .chain(vocabularies());
        let near = match src.text().strip_prefix("number per ") {
            Some(rest) => did_you_mean(rest, vocabularies()).map(|near| format!("number per {near}")),
            None => did_you_mean(src.text(), known),
        };
        problems.report(src.whole().error("unknown-type", format!("{} is not a type", quote(src.text()))).help(
            near.map_or_else(
                || "write a basic type such as `number`, a kind, or a vocabulary".into(),
                |near| format!("did you mean `{near}`?"),
            ),
        ));
        Ty::Any
    }

    fn type_named(&self, text: &str) -> Option<Ty> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("list of ") {
            return Some(self.type_named(rest)?.listed());
        }
        if let Some(rest) = text.strip_prefix("number per ") {
            return self.vocabularies.get(rest.trim()).map(|v| Ty::Table(*v));
        }
        if let Some(kind) = text.strip_suffix(" filter") {
            return self.kinds.get(kind.trim()).map(|k| Ty::Filter(*k));
        }
        if text == "list" {
            return Some(Ty::List(Box::new(Ty::Any)));
        }
        if let Some((_, ty)) = BASIC.iter().find(|(name, _)| *name == text) {
            return Some(ty.clone());
        }
        if let Some(kind) = self.kinds.get(text) {
            return Some(Ty::One(*kind));
        }
        if let Some(kind) = self.plurals.get(text) {
            return Some(Ty::Many(*kind));
        }
        self.vocabularies.get(text).map(|v| Ty::Term(*v))
    }
}

/// Types that every game has.
const BASIC: &[(&str, Ty)] = &[
    ("number", Ty::Number),
    ("length", Ty::Length),
    ("test", Ty::Test),
    ("entity", Ty::Entity),
    ("entities", Ty::Entities),
    ("point", Ty::Point),
    ("path", Ty::Path),
    ("any", Ty::Any),
    ("effect", Ty::Effect),
    ("standing", Ty::Standing),
    ("trigger", Ty::Trigger),
    ("duration", Ty::Duration),
    ("frequency", Ty::Frequency),
    ("integer", Ty::Integer),
    ("quoted", Ty::Quoted),
    ("statistic", Ty::Def(Class::Number)),
    ("action", Ty::Def(Class::Action)),
    ("status", Ty::Def(Class::Status)),
    ("ability", Ty::Ability),
    ("card", Ty::Card(None)),
    ("dice", Ty::Dice),
];

/// What a class of definition is called.
pub(crate) fn class_label(class: Class) -> &'static str {
    match class {
        Class::Number => "a statistic",
        Class::Test => "a test",
        Class::Filter => "a filter",
        Class::Value => "a value",
        Class::Effect => "an effect",
        Class::Action => "an action",
        Class::Status => "a status",
        Class::Duration => "a duration",
        Class::Standing => "a standing rule",
        Class::Trigger => "a trigger",
    }
}

fn article(word: &str) -> String {
    let words = word.replace('_', " ");
    format!("{} {words}", if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}
