//! What packs declare gets its ids: vocabularies, kinds with their fields, options, definitions, abilities and cards. Nothing is
//! lowered yet, so that everything may speak of everything.

use crate::clock;
use crate::index::{AbilityKindInfo, FieldInfo, GAME_KIND, Index, PLAYER_KIND, Takes};
use crate::names::{Names, words};
use crate::pack::Pack;
use crate::place::Src;
use crate::shape::card::{CardFile, HasAbility};
use crate::shape::section::Declared;
use crate::shape::words::Named;
use crate::ty::Ty;
use cardwright_core::rules::*;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{FileId, Problems, quote};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The index in the making.
pub(super) struct Making<'a, 'm> {
    pub(super) problems: Rc<Problems>,
    pub(super) languages: Vec<String>,
    pub(super) declared: Declared<'a>,
    pub(super) cards: &'m [(CardFile<'a>, usize)],
    pub(super) packs: &'m [Pack],
}

impl<'a> Making<'a, '_> {
    /// Gives every name its id, and the ruleset its tables.
    pub(super) fn index(
        &mut self,
        rules: &mut Ruleset,
        names: &mut Names,
        clock_files: &[clock::StepFile<'a>],
        files: &BTreeMap<FileId, u32>,
    ) -> (Index<'a>, super::Vocabularies) {
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

    fn vocabularies(&mut self, index: &mut Index<'a>, rules: &mut Ruleset, names: &mut Names) -> super::Vocabularies {
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

pub(super) fn blank_ability() -> Ability {
    Ability {
        id: String::new(),
        kind: TermId(0),
        fields: Vec::new(),
        standing: Vec::new(),
        entries: Vec::new(),
        origin: Origin::default(),
    }
}

pub(super) fn blank_card() -> Card {
    Card { id: String::new(), kind: KindId(0), prints: Vec::new(), abilities: Vec::new(), copies: 1, origin: Origin::default() }
}
