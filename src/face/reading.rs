//! A file of `games` read: every name is looked up in the rules.

use super::{Column, Compared, Face, Hints, Holds, Keep, Keeps, Languages, Named, Numbered, Shows, Texts, Workshop};
use crate::squares::Squares;
use cardwright_content::yaml::{self, Node, Reader, Scalar};
use cardwright_core::rules::{Class, Def, Ruleset, Type};
use cardwright_core::space::parse_length;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::did_you_mean;

/// A file that is read. Everything gives None where it is wrong, which has then been reported.
pub struct Page<'a> {
    /// The rules that names are looked up in.
    pub rules: &'a Ruleset,
    /// Where problems go.
    pub reader: Reader<'a>,
    /// The languages of the packs.
    pub languages: Languages<'a>,
}

impl Page<'_> {
    pub(super) fn face(&self, node: &Node, face: &mut Face) -> Option<()> {
        let mut keys = node.fields(self.reader)?;
        if let Some(game) = keys.required("game").and_then(|n| n.text(self.reader))
            && game.text != self.rules.game
        {
            let message = format!("this is the look of `{}`, but the game is `{}`", game.text, self.rules.game);
            self.wrong(game, message, format!("write `game: {}`", self.rules.game));
        }
        for (section, node) in keys.optional("names").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            self.names(section, node, face);
        }
        for (kind, node) in keys.optional("fields").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let told = face.fields.get_or_insert_default();
            let Some(kind) = self.kind(kind) else { continue };
            for (field, name) in node.map(self.reader).unwrap_or_default() {
                if let (Some(field), Some(name)) = (self.field(kind, field), self.texts(name)) {
                    told.insert(field);
                    face.names.push((Named::Field(field), name));
                }
            }
        }
        if let Some(side) = keys.optional("square").and_then(|n| n.text(self.reader)) {
            match parse_length(&side.text).ok().filter(|side| *side > 0) {
                Some(side) => face.squares = Some(Squares { side }),
                None => self.wrong(side, format!("a square is not `{}` wide", side.text), "write a length such as `1\"`"),
            }
        }
        if let Some(dice) = keys.optional("dice") {
            let sides = dice.one_or_many().iter().filter_map(|node| node.integer(self.reader, 1..=1_000_000));
            face.dice.get_or_insert_default().extend(sides.map(|sides| sides as u32));
        }
        for (term, sign) in keys.optional("signs").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let Some(sign) = sign.text(self.reader) else { continue };
            let mut characters = sign.text.chars();
            match (self.term(term), characters.next(), characters.next()) {
                (Some(term), Some(one), None) => {
                    face.signs.insert(term, one);
                }
                (Some(_), ..) => {
                    self.wrong(sign, format!("the sign `{}` is not one character", sign.text), "write one, such as `#`")
                }
                _ => {}
            }
        }
        for (kind, field) in keys.optional("digits").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let (Some(kind), Some(field)) = (self.kind(kind), field.text(self.reader)) else { continue };
            if let Some(field) = self.field(kind, field) {
                face.digits.insert(kind, field);
            }
        }
        for (key, known) in [("list", &mut face.list), ("sheet", &mut face.sheet)] {
            for (kind, columns) in keys.optional(key).and_then(|n| n.map(self.reader)).unwrap_or_default() {
                let Some(kind) = self.kind(kind) else { continue };
                let columns = columns.list(self.reader).unwrap_or_default();
                known.entry(kind).or_default().extend(columns.iter().filter_map(|node| self.column(Some(kind), node)));
            }
        }
        if let Some(node) = keys.optional("score") {
            face.score = self.column(None, node);
        }
        for (key, text) in keys.optional("abilities").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let found = self.find(key, "key of an ability", self.rules.ability_fields.iter().map(String::as_str));
            let (hide, text) = self.hide(text);
            if let (Some(key), Some(texts)) =
                (found, self.template(&text, |slot| self.in_ability(slot), "`n`, `length`, `text` or a vocabulary"))
            {
                face.abilities.push(Numbered { key: AbilityFieldId(key), texts, hide });
            }
        }
        for (action, text) in keys.optional("offers").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let action = self.def(action, |def| def.class == Class::Action, "an action");
            if let (Some(action), Some(text)) =
                (action, self.template(text, |slot| self.answering(slot).is_some(), "a number, test or value by its id"))
            {
                face.offers.insert(action, text);
            }
        }
        for (effect, node) in keys.optional("compare").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let effect = self.def(effect, |def| def.class == Class::Effect, "an effect");
            if let (Some(effect), Some(compared)) = (effect, self.compared(node)) {
                face.compare.insert(effect, compared);
            }
        }
        for (effect, text) in keys.optional("tells").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let Some(effect) = self.def(effect, |def| def.class == Class::Effect, "an effect") else { continue };
            let params = self.rules.defs.get(effect.index()).map_or(&[][..], |def| &def.params);
            let names: Vec<String> = params.iter().map(|param| format!("`{}`", param.name)).collect();
            let what = if names.is_empty() { "nothing: the effect takes nothing".to_owned() } else { names.join(", ") };
            if let Some(text) = self.template(text, |slot| params.iter().any(|param| param.name == slot), &what) {
                face.tells.insert(effect, text);
            }
        }
        if let Some(node) = keys.optional("workshop") {
            face.workshop = self.workshop(node);
        }
        if let Some(node) = keys.optional("campaign") {
            face.campaign = self.campaign(node);
        }
        if let Some((step, name)) = keys.optional("round").and_then(|node| self.round(node)) {
            (face.round, face.round_name) = (Some(step), name);
        }
        for (kind, node) in keys.optional("twins").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            if let Some(kind) = self.kind(kind) {
                face.twins.extend(self.twin(kind, node).map(|twin| (kind, twin)));
            }
        }
        if let Some(node) = keys.optional("panel") {
            face.panel = self.panel(node);
        }
        if let Some(node) = keys.optional("hints") {
            self.hints(node, &mut face.hints);
        }
        keys.finish();
        Some(())
    }

    /// By kind: a list of fields of the game; of pieces `{when: goes_on, fields: [level]}`.
    fn campaign(&self, node: &Node) -> Option<Keeps> {
        let mut keeps = Keeps::default();
        for (id, node) in node.map(self.reader)? {
            let Some(kind) = self.kind(id) else { continue };
            if kind == KindId(0) {
                keeps.game = self.kept_fields(kind, node);
                continue;
            }
            let mut keys = node.fields(self.reader)?;
            let when = keys.optional("when").and_then(|n| n.text(self.reader));
            let test = |def: &Def| def.class == Class::Test && def.params.len() == 1;
            let when = when.and_then(|id| self.def(id, test, "a test of one piece"));
            let fields = keys.required("fields").map(|n| self.kept_fields(kind, n)).unwrap_or_default();
            keys.finish();
            keeps.kinds.push(Keep { kind, when, fields });
        }
        Some(keeps)
    }

    fn kept_fields(&self, kind: KindId, node: &Node) -> Vec<FieldId> {
        let mut fields = Vec::new();
        for id in node.list(self.reader).unwrap_or_default().iter().filter_map(|n| n.text(self.reader)) {
            let Some(field) = self.field(kind, id) else { continue };
            match self.rules.fields.get(field.index()).map(|field| &field.holds) {
                Some(Type::Effect | Type::Standing | Type::Trigger | Type::Filter(_) | Type::Duration) => {
                    let message = format!("`{}` holds a rule, which no file can keep", id.text);
                    self.wrong(id, message, "take it out of the list");
                }
                _ => fields.push(field),
            }
        }
        fields
    }

    /// A text in every language.
    pub(super) fn texts(&self, node: &Node) -> Option<Texts> {
        Texts::read(node, self.reader, Some(self.languages))
    }

    /// `{step: workshop, made: making, finish: lay_down}`.
    fn workshop(&self, node: &Node) -> Option<Workshop> {
        let mut keys = node.fields(self.reader)?;
        let step = keys.required("step").and_then(|n| n.text(self.reader)).and_then(|id| self.step(id));
        let player = self.player()?;
        let made = keys.required("made").and_then(|n| n.text(self.reader)).and_then(|id| {
            let field = self.field(player, id)?;
            let holds = self.rules.fields.get(field.index()).map(|field| &field.holds);
            if matches!(holds, Some(Type::One(_) | Type::Entity | Type::Any)) {
                return Some(field);
            }
            self.wrong(id, format!("`{}` holds no piece", id.text), "name the field of a player that holds what is made");
            None
        });
        let finish = keys.optional("finish").and_then(|n| n.text(self.reader));
        let finish = finish.and_then(|id| {
            self.def(id, |def| def.class == Class::Action && def.params.is_empty(), "an action that takes nothing")
        });
        keys.finish();
        Some(Workshop { step: step?, made: made?, finish })
    }

    fn names(&self, section: &Scalar, node: &Node, face: &mut Face) {
        for (id, name) in node.map(self.reader).unwrap_or_default() {
            let what = match section.text.as_str() {
                "kinds" => self.kind(id).map(Named::Kind),
                "zones" => self.zone(id).map(Named::Zone),
                "steps" => self.step(id).map(Named::Step),
                other => {
                    let message = format!("names are not given to `{other}`");
                    return self.wrong(section, message, "write `kinds`, `zones` or `steps`; fields are named under `fields`");
                }
            };
            if let (Some(what), Some(name)) = (what, self.texts(name)) {
                if let Named::Step(step) = what {
                    face.steps.get_or_insert_default().insert(step);
                }
                face.names.push((what, name));
            }
        }
    }

    /// A text in languages without its `hide`, and the number that stands there.
    fn hide(&self, node: &Node) -> (Option<i64>, Node) {
        let mut node = node.clone();
        let yaml::Value::Map(entries) = &mut node.value else { return (None, node) };
        let Some(place) = entries.iter().position(|(key, _)| key.text == "hide") else { return (None, node) };
        let (_, hide) = entries.remove(place);
        (hide.integer(self.reader, i64::MIN..=i64::MAX), node)
    }

    /// A field or a test by each name.
    fn holds(&self, of: KindId, node: &Node) -> Option<Vec<Holds>> {
        let one = |node: &Node| {
            let id = node.text(self.reader)?;
            let fields = self.rules.kinds.get(of.index()).map(|kind| kind.fields.clone()).unwrap_or_default();
            let own = |field: u32| self.rules.fields.get(field as usize).is_some_and(|field| field.id == id.text);
            let test = |def: &Def| def.class == Class::Test && def.params.len() == 1;
            match self.rules.defs.iter().position(|def| def.id == id.text && test(def)) {
                Some(test) if !fields.clone().any(own) => Some(Holds::Test(DefId(test as u32))),
                _ => self.field(of, id).map(Holds::Field),
            }
        };
        node.one_or_many().iter().map(one).collect()
    }

    pub(super) fn column(&self, of: Option<KindId>, node: &Node) -> Option<Column> {
        let mut keys = node.fields(self.reader)?;
        let hide = keys.optional("hide").and_then(|n| n.integer(self.reader, i64::MIN..=i64::MAX));
        let name = keys.required("name").and_then(|n| self.texts(n))?;
        let when = keys.optional("when");
        let mut scalar = |key: &'static str| keys.optional(key).and_then(|n| n.text(self.reader)).cloned();
        let (field, whole, less, held, by) = (scalar("field"), scalar("of"), scalar("less"), scalar("held"), scalar("by"));
        let (value, those) = (scalar("value"), scalar("those"));
        if let (Some(_), Some(id), [None, None, None, None, None]) =
            (of, value.as_ref().or(those.as_ref()), [&field, &whole, &less, &held, &by])
            && when.is_none()
            && (value.is_none() || those.is_none())
        {
            keys.finish();
            let takes = if those.is_some() { 2 } else { 1 };
            let def = self.def(id, |def| gives(def) && def.params.len() == takes, "a definition that answers for a piece")?;
            return Some(Column { name, shows: if takes == 2 { Shows::Those(def) } else { Shows::Value(def) }, hide });
        }
        let own = |field: &Scalar| self.field(of?, field);
        let shows = match (of, &field, &whole, &less, &held, &by, &when) {
            (Some(_), Some(field), None, None, None, None, None) => own(field).map(Shows::Field),
            (Some(_), None, Some(of), Some(less), None, None, None) => {
                own(of).zip(own(less)).map(|(of, less)| Shows::Left { of, less })
            }
            (_, None, None, None, Some(kind), Some(by), None) => {
                self.kind(kind).and_then(|kind| Some(Shows::Held { kind, by: self.field(kind, by)? }))
            }
            (Some(of), None, None, None, None, None, Some(when)) => self.holds(of, when).map(Shows::When),
            // A key that is none is the fault, and told below.
            _ if node.map(self.reader)?.iter().any(|(key, _)| !COLUMN.contains(&key.text.as_str())) => None,
            _ => {
                let help = match of {
                    Some(_) => "write `field`, `of` and `less`, `held` and `by`, `when`, `value` or `those`, one of these",
                    None => "write `held` and `by`",
                };
                let fault = self.reader.error("bad-face", "this does not say in one way what is shown", node.span.clone());
                self.reader.report(fault.help(help));
                None
            }
        };
        keys.finish();
        shows.map(|shows| Column { name, shows, hide })
    }

    /// `offered` and `asked`; a board may add its own.
    pub fn hints(&self, node: &Node, hints: &mut Hints) {
        let Some(mut keys) = node.fields(self.reader) else { return };
        for (key, known) in [("offered", &mut hints.offered), ("asked", &mut hints.asked)] {
            for (id, text) in keys.optional(key).and_then(|n| n.map(self.reader)).unwrap_or_default() {
                let found = self.find(id, "definition", self.rules.defs.iter().map(|d| d.id.as_str()));
                if let (Some(def), Some(text)) = (found, self.texts(text)) {
                    known.insert(DefId(def), text);
                }
            }
        }
        keys.finish();
    }

    fn compared(&self, node: &Node) -> Option<Compared> {
        let mut keys = node.fields(self.reader)?;
        let name = keys.required("name").and_then(|n| self.texts(n));
        let (field, by) = (keys.required("field")?.text(self.reader)?, keys.required("by")?.text(self.reader)?);
        keys.finish();
        let ids = self.rules.fields.iter().map(|field| field.id.as_str());
        let found = FieldId(self.find(field, "field", ids)?);
        let by = self.def(by, |def| gives(def) && def.params.len() == 2, "a definition of two arguments")?;
        let Some(Type::Term(vocabulary)) = self.rules.fields.get(found.index()).map(|field| &field.holds) else {
            self.wrong(field, format!("`{}` holds no term that could be compared", field.text), "name a field that holds a term");
            return None;
        };
        let terms = self.rules.vocabularies.get(vocabulary.index()).map(|known| known.terms.clone())?;
        Some(Compared { name: name?, field: found, terms, by })
    }

    /// A text with slots in braces, each of which must be known; `what` are those that are.
    fn template(&self, node: &Node, known: impl Fn(&str) -> bool, what: &str) -> Option<Texts> {
        let texts = self.texts(node)?;
        for (tag, text) in &texts.0 {
            if let Some(slot) = slots(text).find(|slot| !known(slot)) {
                let place = node.get(tag).unwrap_or(node).span.clone();
                let fault = self.reader.error("bad-face", format!("`{{{slot}}}` stands for nothing here"), place);
                self.reader.report(fault.help(format!("in braces may stand {what}")));
                return None;
            }
        }
        Some(texts)
    }

    fn in_ability(&self, slot: &str) -> bool {
        matches!(slot, "n" | "length" | "text") || self.rules.vocabularies.iter().any(|known| known.id == slot)
    }

    /// A definition that gives a value.
    fn answering(&self, id: &str) -> Option<DefId> {
        let place = self.rules.defs.iter().position(|def| def.id == id && gives(def))?;
        Some(DefId(place as u32))
    }

    pub(super) fn def(&self, id: &Scalar, fits: impl Fn(&Def) -> bool, what: &str) -> Option<DefId> {
        let found = DefId(self.find(id, "definition", self.rules.defs.iter().map(|d| d.id.as_str()))?);
        if self.rules.defs.get(found.index()).is_some_and(fits) {
            return Some(found);
        }
        self.wrong(id, format!("`{}` is not {what}", id.text), format!("name {what}"));
        None
    }

    pub(super) fn kind(&self, id: &Scalar) -> Option<KindId> {
        self.find(id, "kind", self.rules.kinds.iter().map(|k| k.id.as_str())).map(KindId)
    }

    /// The kind of players, which every game has.
    pub(super) fn player(&self) -> Option<KindId> {
        self.rules.kinds.iter().position(|kind| kind.id == "player").map(|place| KindId(place as u32))
    }

    pub(super) fn zone(&self, id: &Scalar) -> Option<ZoneId> {
        self.find(id, "zone", self.rules.zones.iter().map(|z| z.id.as_str())).map(ZoneId)
    }

    pub(super) fn step(&self, id: &Scalar) -> Option<StepId> {
        let named = |step: &&str| !step.is_empty();
        let found = self.find(id, "step", self.rules.steps.iter().map(|s| s.id.as_str()).filter(named))?;
        let id = self.rules.steps.iter().filter(|s| !s.id.is_empty()).nth(found as usize).map(|s| s.id.as_str());
        self.rules.steps.iter().position(|s| Some(s.id.as_str()) == id).map(|n| StepId(n as u32))
    }

    fn term(&self, id: &Scalar) -> Option<TermId> {
        self.find(id, "term", self.rules.terms.iter().map(|t| t.id.as_str())).map(TermId)
    }

    pub(super) fn field(&self, kind: KindId, id: &Scalar) -> Option<FieldId> {
        let range = self.rules.kinds.get(kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
        let ids = range.clone().filter_map(|n| self.rules.fields.get(n as usize)).map(|f| f.id.as_str());
        self.find(id, "field", ids).map(|n| FieldId(range.start + n))
    }

    /// The place of an id among some.
    fn find<'i>(&self, id: &Scalar, what: &str, ids: impl Iterator<Item = &'i str> + Clone) -> Option<u32> {
        if let Some(place) = ids.clone().position(|known| known == id.text) {
            return Some(place as u32);
        }
        let help = match did_you_mean(&id.text, ids.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if (1..=MOST_LISTED).contains(&ids.clone().count()) => {
                format!("there are: {}", ids.collect::<Vec<_>>().join(", "))
            }
            None => format!("name a {what} that the rules declare"),
        };
        self.wrong(id, format!("there is no {what} `{}`", id.text), help);
        None
    }

    fn wrong(&self, at: &Scalar, message: String, help: impl Into<String>) {
        self.reader.report(self.reader.error("bad-face", message, at.span.clone()).help(help));
    }
}

/// The keys of a column.
const COLUMN: [&str; 10] = ["name", "hide", "field", "of", "less", "held", "by", "when", "value", "those"];

/// So many names are listed where none is near.
const MOST_LISTED: usize = 10;

/// Whether a definition can be asked for a value.
pub(super) fn gives(def: &Def) -> bool {
    matches!(def.class, Class::Number | Class::Test | Class::Value)
}

/// The names in the braces of a template.
pub fn slots(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(slot, _)| slot.split('?').next().unwrap_or(slot).trim())
}
