//! What a line says of a piece: which it is, its fields, its place, what lasts on it.

use super::{Builder, Heading};
use crate::page::Trouble;
use crate::page::line::{Reader, unknown};
use crate::words::{Words, plain_name};
use cardwright_core::rules::{Body, Class, Ruleset, Type, Until};
use cardwright_core::space::{Point, Polygon};
use cardwright_core::state::{Lasting, Lasts};
use cardwright_core::value::*;
use std::sync::Arc;

impl Builder<'_> {
    /// `NAME (CARD)`, `NAME: CARD`, or a card or kind.
    pub(super) fn piece_heading(&self, reader: &mut Reader<'_>) -> Result<Option<Heading>, Trouble> {
        let text = reader.rest();
        if let Some(open) = text.find('(')
            && let Some(length) = text.get(open..).and_then(|rest| rest.find(')'))
        {
            let name = text.get(..open).unwrap_or("").trim().to_owned();
            if !name.is_empty() {
                let inner = text.get(open + 1..open + length).unwrap_or("").trim();
                let Some((card, kind)) = self.card_or_kind(inner) else {
                    reader.skip(open + 1);
                    return Err(reader.trouble(self.unknown_piece(inner)));
                };
                reader.skip(open + length + 1);
                return Ok(Some((Some(name), card, kind)));
            }
        }
        if let Some((name, rest)) = text.split_once(':') {
            reader.skip(name.len() + 1);
            let Some((card, kind)) = reader.name(self.cards_and_kinds()) else {
                return Err(reader.trouble(self.unknown_piece(rest.trim())));
            };
            return Ok(Some((Some(name.trim().to_owned()), card, kind)));
        }
        Ok(reader.name(self.cards_and_kinds()).map(|(card, kind)| (None, card, kind)))
    }

    pub(super) fn cards_and_kinds(&self) -> Vec<(String, (Option<CardId>, KindId))> {
        cards_and_kinds(self.rules, self.words)
    }

    fn card_or_kind(&self, name: &str) -> Option<(Option<CardId>, KindId)> {
        let wanted = plain_name(name);
        self.cards_and_kinds().into_iter().find(|(known, _)| *known == wanted).map(|(_, piece)| piece)
    }

    pub(super) fn unknown_piece(&self, text: &str) -> String {
        unknown_piece(self.rules, self.words, text)
    }

    pub(super) fn property(&mut self, reader: &mut Reader<'_>, id: EntityId) -> Result<(), Trouble> {
        let kind = self.state.entity(id).kind;
        let body = self.rules.kinds.get(kind.index()).map_or(Body::None, |k| k.body);
        // Before the fields: the field that holds the corners of an area is often called so too.
        if matches!(body, Body::Area(_)) && reader.take("corners") {
            let mut corners = Vec::new();
            while reader.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                corners.push(reader.point()?);
            }
            return self.area(reader, id, body, corners);
        }
        if let Some(field) = reader.name(self.fields_of(kind)) {
            return self.field(reader, id, field);
        }
        if reader.take("at") {
            let at = reader.point()?;
            if reader.take("to") {
                let to = reader.point()?;
                let corners = vec![at, Point::new(to.x, at.y), to, Point::new(at.x, to.y)];
                return self.area(reader, id, body, corners);
            }
            if body == Body::None {
                return Err(reader.trouble(format!("a {} has no place on the table", self.words.kind(kind))));
            }
            if let Some(entity) = self.state.entities.get_mut(id.index()) {
                entity.at = Some(at);
            }
            return Ok(());
        }
        if reader.take("in") {
            let Some(pile) = self.pile(reader) else { return Err(reader.trouble(self.unknown_zone(reader.rest()))) };
            let place = self.state.piles.get(pile as usize).map_or(0, Vec::len);
            self.put(id, pile, place);
            return Ok(());
        }
        if reader.take("is") {
            return self.status(reader, id);
        }
        for (word, class) in [("used", 0), ("with", 1), ("without", 2)] {
            if !reader.take(word) {
                continue;
            }
            let says = self.says();
            let abilities = (0..self.rules.abilities.len()).map(|n| Value::Ability(AbilityId(n as u32)));
            let actions = (0..self.rules.defs.len())
                .map(|n| DefId(n as u32))
                .filter(|d| class == 0 && self.rules.defs.get(d.index()).is_some_and(|d| d.class == Class::Action))
                .map(Value::Def);
            let what = match (class, reader.one_of(&says, abilities.chain(actions))?) {
                (1, Value::Ability(ability)) => Lasts::Gained(ability),
                (2, Value::Ability(ability)) => Lasts::Lost(ability),
                (_, value) => Lasts::Used(value),
            };
            self.lasts(id, what, Arc::from([]), Until::Forever);
            return Ok(());
        }
        if let Some(owner) = reader.name(self.players()) {
            if let Some(entity) = self.state.entities.get_mut(id.index()) {
                entity.owner = Some(owner);
            }
            return Ok(());
        }
        let mut known: Vec<String> = self.fields_of(kind).into_iter().map(|(name, _)| name).collect();
        known.extend(["at", "corners", "in", "is", "used", "with", "without"].map(str::to_owned));
        known.extend(self.players().into_iter().map(|(name, _)| name));
        Err(reader.trouble(unknown(
            &format!("field of a {}", self.words.kind(kind)),
            reader.rest(),
            known.iter().map(String::as_str),
        )))
    }

    fn field(&mut self, reader: &mut Reader<'_>, id: EntityId, field: FieldId) -> Result<(), Trouble> {
        let holds = self.rules.fields.get(field.index()).map(|f| f.holds.clone()).unwrap_or(Type::Any);
        let now = self.state.entity(id).field(self.rules, field).cloned().unwrap_or(Value::Nothing);
        let value = reader.field(&self.says(), &self.names, &holds, &now)?;
        self.write(id, field, value);
        Ok(())
    }

    fn write(&mut self, id: EntityId, field: FieldId, value: Value) {
        let Some(entity) = self.state.entities.get_mut(id.index()) else { return };
        let Some(kind) = self.rules.kinds.get(entity.kind.index()) else { return };
        if let Some(slot) = entity.fields.get_mut(field.0.wrapping_sub(kind.fields.start) as usize) {
            *slot = value;
        }
    }

    fn area(&mut self, reader: &Reader<'_>, id: EntityId, body: Body, corners: Vec<Point>) -> Result<(), Trouble> {
        let Body::Area(field) = body else {
            return Err(reader.trouble("only an area has corners; a base stands `at` one place"));
        };
        let outline = Polygon::new(corners.clone()).map_err(|error| reader.trouble(error.to_string()))?;
        let middle = Point::new((outline.low().x + outline.high().x) / 2, (outline.low().y + outline.high().y) / 2);
        self.write(id, field, Value::list(corners.into_iter().map(Value::Point).collect()));
        if let Some(entity) = self.state.entities.get_mut(id.index()) {
            entity.at = Some(middle);
        }
        Ok(())
    }

    fn status(&mut self, reader: &mut Reader<'_>, id: EntityId) -> Result<(), Trouble> {
        let all = (0..self.rules.defs.len()).map(|n| DefId(n as u32));
        let statuses = all.filter(|d| self.rules.defs.get(d.index()).is_some_and(|d| d.class == Class::Status)).map(Value::Def);
        let Value::Def(status) = reader.one_of(&self.says(), statuses)? else { return Ok(()) };
        let params = self.rules.defs.get(status.index()).map(|d| d.params.clone()).unwrap_or_default();
        let mut frame = Vec::new();
        for param in &params {
            frame.push(if reader.is_done() { Value::Nothing } else { reader.value(&self.says(), &self.names, &param.holds)? });
        }
        let mut until = Until::Forever;
        if reader.take("until") {
            let durations = (0..self.rules.defs.len()).map(|n| DefId(n as u32));
            let durations =
                durations.filter(|d| self.rules.defs.get(d.index()).is_some_and(|d| d.until.is_some())).map(Value::Def);
            if let Value::Def(duration) = reader.one_of(&self.says(), durations)? {
                until = self.rules.defs.get(duration.index()).and_then(|d| d.until).unwrap_or(Until::Forever);
            }
        }
        self.lasts(id, Lasts::Status(status), frame.into(), until);
        Ok(())
    }

    fn lasts(&mut self, holder: EntityId, what: Lasts, frame: Arc<[Value]>, until: Until) {
        let owner = self.state.entity(holder).owner.map_or(Value::Nothing, Value::Entity);
        let ambient = Arc::new(Ambient { originator: Value::Entity(holder), player: owner, ..Ambient::default() });
        self.state.lasting.push(Lasting { id: self.state.lasted, what, holder: Some(holder), ambient, frame, until });
        self.state.lasted += 1;
    }
}

/// Names of the cards and kinds that a line can set down.
pub(super) fn cards_and_kinds(rules: &Ruleset, words: &Words) -> Vec<(String, (Option<CardId>, KindId))> {
    let mut all = Vec::new();
    for (index, card) in rules.cards.iter().enumerate() {
        let id = CardId(index as u32);
        for name in [plain_name(&card.id), plain_name(words.card(id))] {
            all.push((name, (Some(id), card.kind)));
        }
    }
    for (index, kind) in rules.kinds.iter().enumerate().skip(2) {
        let id = KindId(index as u32);
        for name in [plain_name(&kind.id), plain_name(words.kind(id))] {
            all.push((name, (None, id)));
        }
    }
    all
}

/// What is said of a text that begins with no name of a card or kind.
pub fn unknown_piece(rules: &Ruleset, words: &Words, text: &str) -> String {
    let known: Vec<String> = cards_and_kinds(rules, words).into_iter().map(|(name, _)| name).collect();
    unknown("card or kind", text, known.iter().map(String::as_str))
}
