//! Cards and abilities: printed fields by their types, texts by the phrasebook.

mod printed;

use crate::bounds::{Bounds, outside};
use crate::group::list;
use crate::index::AbilityKindInfo;
use crate::lower::scope::Scope;
use crate::lower::{Lower, Typed};
use crate::place::{At, Place, Src};
use crate::shape::Shaping;
use crate::shape::ability::AbilityFile;
use crate::shape::card::{CardFile, HasAbility};
use crate::ty::Ty;
use cardwright_core::rules::{Ability, Card, Entry, Node};
use cardwright_core::value::*;
use cardwright_grammar::Tree;
use cardwright_grammar::diagnostic::{did_you_mean, quote};

/// One text of an ability, understood.
#[derive(Clone, Debug)]
pub struct AbilityText {
    /// The ability.
    pub ability: AbilityId,
    /// Which of its texts: `text`, `outcomes 2 text`.
    pub part: String,
    /// The category it is read as, such as `effect`.
    pub category: String,
    /// The text in each language.
    pub texts: Vec<String>,
    /// What it says.
    pub trees: Vec<Tree>,
    /// What it means: whoever "it" is stands in its place.
    pub meant: Vec<Tree>,
    /// Where its first language stands.
    pub place: Place,
}

impl<'a> Lower<'a, '_> {
    /// An ability with the ids it was given before. The ruleset's table is filled in its place.
    pub(crate) fn ability(
        &mut self,
        file: &AbilityFile<'a>,
        id: AbilityId,
        card: Option<CardId>,
        originator: &Ty,
        texts: &mut Vec<AbilityText>,
    ) {
        let title = file
            .name
            .as_ref()
            .and_then(|n| n.plain().into_iter().next())
            .filter(|n| !n.is_empty())
            .unwrap_or_else(|| file.id.clone());
        let problems = self.problems.clone();
        let _trail = problems.enter(format!("ability {title}"));
        let given = |field: &str| file.rest.iter().any(|(key, _)| key.text() == field);
        let has_target = self.book.is_some_and(|book| book.antecedents.has_target(given));
        let scope = Scope { card, ability: Some(id), originator: originator.clone(), has_target, ..Scope::default() };
        let mut ability = Ability {
            id: file.id.clone(),
            kind: TermId(0),
            fields: Vec::new(),
            standing: Vec::new(),
            entries: Vec::new(),
            origin: self.origin(&file.place, &scope),
        };
        let index = self.index;
        if let Some(kind) = file.kind {
            match index.ability_kinds.iter().find(|k| k.file.id.text == kind.text()) {
                Some(info) => self.ability_parts(info, file, id, &scope, &mut ability, texts),
                None => {
                    let near = did_you_mean(kind.text(), index.ability_kinds.iter().map(|k| k.file.id.text.as_str()))
                        .map(|near| format!("did you mean `{near}`?"));
                    self.report(
                        kind.whole()
                            .error("unknown-ability-kind", format!("{} is not a kind of ability", quote(kind.text())))
                            .help_if(near),
                    );
                }
            }
        }
        if let Some(slot) = self.rules.abilities.get_mut(id.index()) {
            *slot = ability;
        }
    }

    fn ability_parts(
        &mut self,
        info: &AbilityKindInfo<'a>,
        file: &AbilityFile<'a>,
        id: AbilityId,
        scope: &Scope,
        ability: &mut Ability,
        texts: &mut Vec<AbilityText>,
    ) {
        ability.kind = info.term;
        let (problems_before, texts_before) = (self.problems.len(), texts.len());
        let index = self.index;
        for ((name, ty), field) in info.fields.iter().zip(&info.file.fields) {
            let Some((number, _)) = index.ability_field(name) else { continue };
            let Some((_, at)) = file.rest.iter().find(|(key, _)| key.text() == name) else {
                match field.default {
                    Some(default) => {
                        if let Some(node) = self.argument_of(default, ty, scope, name) {
                            ability.fields.push((number, node));
                        }
                    }
                    None if file.at.node.whole => self.report(
                        file.place
                            .error("missing-field", format!("an ability of kind `{}` has no `{name}`", info.file.id.text))
                            .help(format!("add `{name}:`")),
                    ),
                    None => {}
                }
                continue;
            };
            let node = self.ability_field(*at, ty, field.bounds.as_ref(), name, id, scope, texts);
            if info.file.in_force.is_some_and(|src| src.text() == name) {
                ability.standing = self.attachments_of(node, scope);
            }
            ability.fields.push((number, node));
        }
        let mut entries_key = None;
        if let Some(entries) = &info.file.entries {
            entries_key = Some(entries.key.as_str());
            match file.rest.iter().find(|(key, _)| key.text() == entries.key) {
                Some((_, at)) => {
                    let problems = self.problems.clone();
                    for (number, item) in list(*at, &format!("`{}`", entries.key), &problems).into_iter().enumerate() {
                        if let Some(entry) = self.entry(item, entries, number + 1, id, scope, texts) {
                            ability.entries.push(entry);
                        }
                    }
                }
                None if file.at.node.whole => self.report(
                    file.place
                        .error("missing-field", format!("an ability of kind `{}` has no `{}`", info.file.id.text, entries.key))
                        .help(format!("add `{}:`", entries.key)),
                ),
                None => {}
            }
        }
        for (key, _) in &file.rest {
            if info.fields.iter().any(|(name, _)| name == key.text()) || entries_key == Some(key.text()) {
                continue;
            }
            let known = info
                .fields
                .iter()
                .map(|(name, _)| name.as_str())
                .chain(entries_key)
                .chain(["name", "kind", "flavour", "id", "note"]);
            let help = match did_you_mean(key.text(), known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it may have {}", known.map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")),
            };
            self.report(
                key.whole()
                    .error(
                        "unknown-key",
                        format!("{} is not a key of an ability of kind `{}`", quote(key.text()), info.file.id.text),
                    )
                    .help(help),
            );
        }
        // Of an ability with another fault nothing more is said.
        let own = texts.get(texts_before..).unwrap_or_default();
        if self.problems.len() == problems_before && file.at.node.whole {
            self.spoken_of(info, file, own);
        }
    }

    /// A field stands where a text speaks of it, and only there: a range where the text has a target.
    fn spoken_of(&mut self, info: &AbilityKindInfo<'a>, file: &AbilityFile<'a>, texts: &[AbilityText]) {
        let Some(book) = self.book else { return };
        let index = self.index;
        let mut said: Vec<&str> = Vec::new();
        let mut unsaid: Vec<(&str, String)> = Vec::new();
        for (number, def) in index.def_files.iter().enumerate() {
            let (Some(field), id) = (def.speaks_of, DefId(number as u32)) else { continue };
            let given = file.rest.iter().any(|(key, _)| key.text() == field.text());
            let speaks = texts.iter().find(|text| {
                matches!(text.category.as_str(), "effect" | "standing") && text.meant.iter().any(|tree| book.names(tree, id))
            });
            match speaks {
                Some(_) if given => said.push(field.text()),
                Some(text) => {
                    let (words, field, kind) = (book.says(id), field.text(), &info.file.id.text);
                    let has = info.fields.iter().any(|(name, _)| name == field);
                    self.report(
                        file.place
                            .error("field-not-given", format!("the text says `{words}`, but the ability has no `{field}`"))
                            .also(text.place.file, text.place.span.clone(), "this text")
                            .help(if has {
                                format!("add `{field}:` to the ability")
                            } else {
                                format!("an ability of kind `{kind}` has none: say it otherwise")
                            }),
                    );
                }
                None if given => unsaid.push((field.text(), book.says(id))),
                None => {}
            }
        }
        for (field, words) in unsaid {
            let Some((key, _)) = file.rest.iter().find(|(key, _)| key.text() == field && !said.contains(&field)) else {
                continue;
            };
            self.report(
                key.whole()
                    .error("field-not-said", format!("the ability has a `{field}`, but its text never says `{words}`"))
                    .help(format!("take `{field}` out, or say `{words}` in the text")),
            );
        }
    }

    fn entry(
        &mut self,
        item: At<'a>,
        file: &crate::shape::ability::EntriesFile,
        number: usize,
        id: AbilityId,
        scope: &Scope,
        texts: &mut Vec<AbilityText>,
    ) -> Option<Entry> {
        let Some(entries) = item.entries() else {
            if !item.broken() {
                self.report(
                    item.place().error("wrong-type", format!("an entry is {} where a group of keys is wanted", item.sort())),
                );
            }
            return None;
        };
        for (key, _) in entries {
            if key.text != file.when && key.text != file.does {
                let near = did_you_mean(&key.text, [file.when.as_str(), file.does.as_str()])
                    .map(|near| format!("did you mean `{near}`?"));
                self.report(
                    Src::new(item.file, key)
                        .whole()
                        .error("unknown-key", format!("{} is not a key of an entry", quote(&key.text)))
                        .help_if(near),
                );
            }
        }
        let mut part = |lower: &mut Self, key: &str, ty: &Ty| match item.node.get(key) {
            Some(node) => {
                Some(lower.ability_field(item.with(node), ty, None, &format!("{} {number} {key}", file.key), id, scope, texts))
            }
            None => {
                if item.node.whole {
                    let place = entries.first().map_or(item.place(), |(key, _)| Src::new(item.file, key).whole());
                    lower.report(place.error("missing-field", format!("an entry has no `{key}`")).help(format!("add `{key}:`")));
                }
                None
            }
        };
        let when = part(self, &file.when, &Ty::Test);
        let does = part(self, &file.does, &Ty::Effect);
        let inner = |lower: &Self, node: NodeId| match lower.node(node) {
            Some(Node::Quote(inner)) => *inner,
            _ => node,
        };
        Some(Entry { when: inner(self, when?), does: inner(self, does?) })
    }

    /// A field of an ability: a text where it holds a rule, else a value or an expression.
    #[expect(clippy::too_many_arguments, reason = "what a field is read with")]
    fn ability_field(
        &mut self,
        at: At<'a>,
        ty: &Ty,
        bounds: Option<&Bounds>,
        part: &str,
        id: AbilityId,
        scope: &Scope,
        texts: &mut Vec<AbilityText>,
    ) -> NodeId {
        let place = at.place();
        let text = matches!(ty, Ty::Effect | Ty::Standing | Ty::Test | Ty::Trigger | Ty::Duration | Ty::Frequency)
            || (at.entries().is_some() && !matches!(ty, Ty::Table(_)));
        if let (Some(src), Ty::Number | Ty::Length | Ty::Any | Ty::Duration | Ty::Frequency | Ty::Filter(_)) = (at.scalar(), ty) {
            let plain =
                src.text().strip_prefix('+').map_or(src, |rest| src.part(src.text().len() - rest.len()..src.text().len()));
            let Some(node) = self.argument_of(plain, ty, scope, part) else { return self.nothing(&place, scope).node };
            if let Some(Value::Number(number)) = self.constant(node)
                && let Some(problem) = outside(*number, bounds, ty, src.text(), &src.whole(), &format!("`{part}`"))
            {
                self.report(problem);
            }
            return node;
        }
        if !text {
            let value = self.printed(at, ty, bounds, part);
            return self.value(value, ty.clone(), &place, scope).node;
        }
        let problems = self.problems.clone();
        let index = self.index;
        let words = Shaping::new(&problems, &index.languages, &index.known_languages, 0).words(at, &format!("`{part}`"));
        let Some(book) = self.book else { return self.nothing(&place, scope).node };
        let Some(read) = book.read(&words, ty, &problems) else {
            return match ty {
                Ty::Standing => self.emit(Node::Standing(Vec::new()), &place, scope),
                _ => self.nothing(&place, scope).node,
            };
        };
        let meant = self.meant(&read.trees, read.src, scope.has_target);
        let sentences: Vec<Typed> = meant.iter().map(|tree| self.sentence(tree, read.src, ty, scope)).collect();
        texts.push(AbilityText {
            ability: id,
            part: part.to_owned(),
            category: book.category(ty).unwrap_or_default(),
            texts: words.plain(),
            trees: read.trees,
            meant,
            place: read.src.whole(),
        });
        let place = read.src.whole();
        let inner = Scope { text: true, ..scope.clone() };
        match ty {
            Ty::Standing => {
                let mut rules = Vec::new();
                for typed in sentences {
                    rules.extend(self.attachments_of(typed.node, scope));
                }
                self.emit(Node::Standing(rules), &place, &inner)
            }
            Ty::Effect => {
                let nodes: Vec<NodeId> = sentences.iter().map(|typed| typed.node).collect();
                let all = match nodes.as_slice() {
                    [one] => *one,
                    _ => self.emit(Node::Do(nodes), &place, &inner),
                };
                self.emit(Node::Quote(all), &place, &inner)
            }
            Ty::Test => match sentences.first() {
                Some(typed) => match self.node(typed.node) {
                    Some(Node::Quote(_)) => typed.node,
                    _ => self.emit(Node::Quote(typed.node), &place, &inner),
                },
                None => self.nothing(&place, scope).node,
            },
            _ => sentences.first().map_or_else(|| self.nothing(&place, scope).node, |typed| typed.node),
        }
    }

    /// A card with the ids it was given before.
    pub(crate) fn card(&mut self, file: &CardFile<'a>, id: CardId, own: &[AbilityId], texts: &mut Vec<AbilityText>) {
        let problems = self.problems.clone();
        let title = file
            .name
            .as_ref()
            .and_then(|n| n.plain().into_iter().next())
            .filter(|n| !n.is_empty())
            .unwrap_or_else(|| file.id.clone());
        let _trail = problems.enter(format!("card {title}"));
        let kind = file.kind.and_then(|src| match self.index.kinds.get(src.text()) {
            Some(kind) => Some(*kind),
            None => {
                self.unknown_kind(src);
                None
            }
        });
        let before = self.problems.len();
        let prints = match kind {
            Some(kind) => self.prints(file, kind),
            None => Vec::new(),
        };
        if kind.is_some() && self.problems.len() == before {
            self.used.sound_prints.push(id);
        }
        let mut abilities = Vec::new();
        let mut own = own.iter();
        self.repeated_abilities(file);
        let originator = kind.map_or(Ty::Entity, Ty::One);
        for has in &file.abilities {
            match has {
                HasAbility::Own(ability) => {
                    let Some(ability_id) = own.next() else { continue };
                    self.ability(ability, *ability_id, Some(id), &originator, texts);
                    abilities.push(*ability_id);
                }
                HasAbility::Shared(src) => match self.index.abilities.get(src.text()) {
                    Some(ability) => {
                        self.used.abilities.insert(*ability);
                        abilities.push(*ability);
                    }
                    None => self.unknown(src.text(), &src.whole(), &Scope::default(), Some(&Ty::Ability)),
                },
            }
        }
        let scope = Scope { card: Some(id), ..Scope::default() };
        let origin = self.origin(&file.place, &scope);
        let card = Card { id: file.id.clone(), kind: kind.unwrap_or(KindId(0)), prints, abilities, copies: file.copies, origin };
        if let Some(slot) = self.rules.cards.get_mut(id.index()) {
            *slot = card;
        }
    }

    /// No card has an ability twice.
    fn repeated_abilities(&self, file: &CardFile<'a>) {
        let ids: Vec<(&str, Place)> = file
            .abilities
            .iter()
            .map(|has| match has {
                HasAbility::Own(ability) => (ability.id.as_str(), ability.place.clone()),
                HasAbility::Shared(src) => (src.text(), src.whole()),
            })
            .collect();
        for (number, (id, place)) in ids.iter().enumerate() {
            let Some((_, first)) = ids.iter().take(number).find(|(other, _)| other == id) else { continue };
            self.report(
                place
                    .error("repeated-entry", "the card has this ability twice")
                    .label("again here")
                    .also(first.file, first.span.clone(), "first here")
                    .help("take one of them out, or give it another name"),
            );
        }
    }

    /// What a card prints into the fields of its kind, in their order.
    fn prints(&mut self, file: &CardFile<'a>, kind: KindId) -> Vec<Value> {
        let index = self.index;
        let Some(fields) = self.rules.kinds.get(kind.index()).map(|k| k.fields.clone()) else { return Vec::new() };
        let mut values = Vec::new();
        let mut known = Vec::new();
        for number in fields {
            let Some(info) = index.field(FieldId(number)) else { continue };
            let starts = self.rules.fields.get(number as usize).map_or(Value::Nothing, |f| f.starts.clone());
            if !info.printed {
                values.push(starts);
                continue;
            }
            known.push(info.id.as_str());
            match file.prints.iter().find(|(key, _)| key.text() == info.id) {
                Some((_, at)) => values.push(self.printed(*at, &info.ty, info.bounds.as_ref(), &info.id)),
                None => {
                    if !info.has_default && file.whole {
                        self.report(
                            file.place
                                .error(
                                    "missing-field",
                                    format!("a card of kind `{}` has no `{}`", index.kind_name(kind), info.id),
                                )
                                .help(format!("add `{}:`", info.id)),
                        );
                    }
                    values.push(starts);
                }
            }
        }
        for (key, _) in &file.prints {
            if known.contains(&key.text()) {
                continue;
            }
            let others = ["kind", "name", "source", "copies", "abilities", "flavour", "note"];
            let near = match index.field_of(kind, key.text()) {
                Some(_) => Some("cards do not print it: write `, printed` behind its type".to_owned()),
                None => {
                    let near = did_you_mean(key.text(), known.iter().copied().chain(others));
                    near.map(|near| format!("did you mean `{near}`?"))
                }
            };
            self.report(
                key.whole()
                    .error(
                        "unknown-key",
                        format!("{} is not a key of a card of kind `{}`", quote(key.text()), index.kind_name(kind)),
                    )
                    .help_if(near),
            );
        }
        values
    }

    /// An expression as the value of a field, quoted where the field holds a rule.
    fn argument_of(&mut self, src: Src<'a>, ty: &Ty, scope: &Scope, what: &str) -> Option<NodeId> {
        let expr = self.parse(src)?;
        match self.pass(src, &expr, ty, scope, &format!("`{what}`")) {
            crate::lower::scope::Passed::Node(node, _) => Some(node),
            _ => None,
        }
    }
}
