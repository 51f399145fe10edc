//! In which order what packs declare is lowered: what others need to know first.

use crate::cards::AbilityText;
use crate::clock;
use crate::lower::Lower;
use crate::lower::scope::Scope;
use crate::shape::card::{CardFile, HasAbility};
use crate::shape::section::Declared;
use crate::ty::Ty;
use crate::yaml;
use cardwright_core::rules::*;
use cardwright_core::value::*;

impl<'a> Lower<'a, '_> {
    /// Lowers all that the packs declare.
    pub(super) fn everything(
        &mut self,
        declared: &Declared<'a>,
        clock_files: &[clock::StepFile<'a>],
        cards: &[(CardFile<'a>, usize)],
        texts: &mut Vec<AbilityText>,
    ) {
        let index = self.index;
        let problems = self.problems.clone();
        for kind in &declared.kinds {
            self.field_defaults(kind);
        }
        for kind in &declared.kinds {
            self.musts(kind);
        }
        for number in 0..index.def_files.len() {
            for position in 0..index.takes(DefId(number as u32)).len() {
                if index.takes(DefId(number as u32)).get(position).is_some_and(|t| t.has_default) {
                    self.default(DefId(number as u32), position);
                }
            }
        }
        self.read_ahead(declared, cards);
        // Macros first: their users then know which of them are wrong in themselves.
        for (number, file) in index.def_files.iter().enumerate() {
            if matches!(file.class, Class::Standing | Class::Trigger | Class::Duration) {
                let _trail = problems.enter(format!("{} {}", section(file.class), file.id.text));
                self.check_macro(DefId(number as u32));
            }
        }
        for (number, file) in index.def_files.iter().enumerate() {
            let _trail = problems.enter(format!("{} {}", section(file.class), file.id.text));
            self.definition(DefId(number as u32));
        }
        for rule in &declared.rules {
            let ids = self.rule(*rule, &Scope::default());
            self.rules.standing.extend(ids);
        }
        for requirement in &declared.begins {
            let test = self.source(requirement.test, &Scope::default(), &Ty::Test).node;
            let because = self.text_number(requirement.because.clone());
            self.rules.begins.push(Requirement { test, because });
        }
        self.rules.judge = declared.judge.map(|source| self.source(source, &Scope::default(), &Ty::Number).node);
        self.clock(clock_files);
        for (number, ability) in declared.abilities.iter().enumerate() {
            self.ability(ability, AbilityId(number as u32), None, &Ty::Entity, texts);
        }
        let mut next = declared.abilities.len() as u32;
        for (number, (card, _)) in cards.iter().enumerate() {
            let own: Vec<AbilityId> = card
                .abilities
                .iter()
                .filter(|a| matches!(a, HasAbility::Own(_)))
                .map(|_| {
                    next += 1;
                    AbilityId(next - 1)
                })
                .collect();
            self.card(card, CardId(number as u32), &own, texts);
        }
        if let Some(book) = self.book {
            book.forget();
        }
    }

    /// Reads the texts of all cards on all cores. Lowering then finds them read.
    fn read_ahead(&self, declared: &Declared<'a>, cards: &[(CardFile<'a>, usize)]) {
        let Some(book) = self.book else { return };
        let own = cards.iter().flat_map(|(card, _)| &card.abilities).filter_map(|a| match a {
            HasAbility::Own(a) => Some(a),
            HasAbility::Shared(_) => None,
        });
        let mut texts: Vec<(usize, &Ty, &'a str)> = Vec::new();
        let (effect, test) = (&Ty::Effect, &Ty::Test);
        for ability in declared.abilities.iter().chain(own) {
            let Some(info) =
                self.index.ability_kinds.iter().find(|k| ability.kind.is_some_and(|src| src.text() == k.file.id.text))
            else {
                continue;
            };
            for (key, at) in &ability.rest {
                let mut add = |node: &'a yaml::Node, ty| {
                    for (language, tag) in self.index.languages.iter().enumerate() {
                        if let Some(scalar) = node.get(tag).and_then(yaml::Node::as_scalar) {
                            texts.push((language, ty, scalar.text.as_str()));
                        }
                    }
                };
                if let Some((_, ty)) = info.fields.iter().find(|(name, _)| name == key.text()) {
                    add(at.node, ty);
                }
                let Some(entries) = info.file.entries.as_ref().filter(|e| e.key == key.text()) else { continue };
                for item in at.items().unwrap_or_default() {
                    if let Some(node) = item.get(&entries.when) {
                        add(node, test);
                    }
                    if let Some(node) = item.get(&entries.does) {
                        add(node, effect);
                    }
                }
            }
        }
        book.read_ahead(&texts);
    }

    fn field_defaults(&mut self, kind: &crate::shape::kind::KindFile<'a>) {
        let index = self.index;
        let Some(id) = index.kinds.get(&kind.id.text).copied() else { return };
        for field in &kind.fields {
            let (Some(default), Some(number)) = (field.default, index.field_of(id, &field.id.text)) else { continue };
            let ty = index.field(number).map_or(Ty::Any, |info| info.ty.clone());
            let typed = self.source(default, &Scope::default(), &ty);
            match self.constant(typed.node).cloned() {
                Some(value) => {
                    if let Some(slot) = self.rules.fields.get_mut(number.index()) {
                        slot.starts = value
                    }
                }
                None => self.report(default.whole().error("wrong-type", "a default must be a plain value")),
            }
        }
    }

    /// What must hold of every card of a kind.
    fn musts(&mut self, kind: &crate::shape::kind::KindFile<'a>) {
        let Some(id) = self.index.kinds.get(&kind.id.text).copied() else { return };
        let scope = Scope { it: Ty::One(id), originator: Ty::One(id), ..Scope::default() };
        for requirement in &kind.must {
            let test = self.source(requirement.test, &scope, &Ty::Test).node;
            let because = requirement.because.first().cloned().unwrap_or_default();
            self.used.musts.entry(id).or_default().push((test, requirement.test.text().to_owned(), because));
        }
    }

    /// The body of a definition.
    fn definition(&mut self, def: DefId) {
        let index = self.index;
        let Some(file) = index.def_files.get(def.index()) else { return };
        let takes = index.takes(def);
        let mut scope = Scope { of: Some(def), ..Scope::default() };
        self.high = 0;
        let mut among = Vec::new();
        for (take, param) in takes.iter().zip(&file.takes) {
            // The values offered for an argument may depend on the earlier ones.
            among.push(param.among.map(|src| self.source(src, &scope, &take.ty.listed()).node));
            scope.declare(&take.name, take.ty.clone(), take.ty == Ty::Test);
        }
        self.high = scope.next;
        let gives = index.gives(def);
        let body = match file.class {
            Class::Number | Class::Test | Class::Value => file.means.map(|src| self.source(src, &scope, &gives).node),
            Class::Filter => file.means.map(|src| {
                let scope = scope.with_it(gives.member());
                self.source(src, &scope, &Ty::Test).node
            }),
            Class::Effect | Class::Action => file.does.map(|at| self.steps(at, &mut scope.clone())),
            Class::Status | Class::Duration | Class::Standing | Class::Trigger => None,
        };
        let mut requires = Vec::new();
        for requirement in &file.requires {
            let test = self.source(requirement.test, &scope, &Ty::Test).node;
            requires.push(Requirement { test, because: self.text_number(requirement.because.clone()) });
        }
        let slots = self.high;
        let mut rules = Vec::new();
        if file.class == Class::Status {
            for rule in &file.rules {
                rules.extend(self.rule(*rule, &scope));
            }
        }
        let until = (file.class == Class::Duration && takes.is_empty())
            .then(|| self.expand_duration(def, Vec::new(), &file.id.place, &Scope::default()));
        let origin = self.origin(&file.id.place, &Scope::default());
        if let Some(slot) = self.rules.defs.get_mut(def.index()) {
            slot.body = body;
            slot.slots = slots;
            slot.requires = requires;
            slot.rules = rules;
            slot.until = until;
            slot.origin = origin;
            for (param, among) in slot.params.iter_mut().zip(among) {
                param.among = among;
            }
        }
    }
}

fn section(class: Class) -> &'static str {
    match class {
        Class::Number => "number",
        Class::Test => "test",
        Class::Filter => "filter",
        Class::Value => "value",
        Class::Effect => "effect",
        Class::Action => "action",
        Class::Status => "status",
        Class::Duration => "duration",
        Class::Standing => "standing rule",
        Class::Trigger => "trigger",
    }
}
