//! What stands where: the lines of a `board` block become a state.
//!
//! | line | means |
//! |---|---|
//! | `players red, blue` · `players 3` | who plays; without it two, called red and blue |
//! | `seed 7` | the seed of all chance |
//! | `option slow_carry on` | an option of the game |
//! | `Bobby (beaky-bobby) red at 10, 12 energy 3` | a piece with its own name, its card, its player, its place, its fields |
//! | `beaky-bobby red at 10, 12` | the same, called after its card |
//! | `wall: obstacle at 10, 10 to 14, 11` | a piece of a kind, here an area with two corners, or `corners 1, 1  4, 1  3, 5` |
//! | `… is slow` · `used jog` · `with ABILITY` · `without ABILITY` · `in hand of red` | statuses, uses, abilities, the pile it lies in |
//! | `turn 2` · `active Bobby` | fields of the game |
//! | `red first yes` | fields of a player |
//! | `deck: High Guard, Thrust, …` · `hand of red: Thrust` | a pile from the top; `…`: all other copies, in the order of the cards |
//! | `step activated red` · `step phase 7` | where the clock stands, whose turn it is, the number of a countdown; from a step that
//!   waits for nobody the clock runs on before the first line of `play` |

use super::line::{Names, Reader, unknown};
use super::{Trouble, Written};
use crate::name::Given;
use crate::say::Says;
use crate::words::{Words, plain_name};
use cardwright_core::game::{Setup, begin};
use cardwright_core::rules::{Body, Class, Form, Ruleset, Type, Until};
use cardwright_core::space::Point;
use cardwright_core::state::{Cursor, Entity, Lasting, Lasts, State};
use cardwright_core::value::*;
use std::sync::Arc;

/// A board that was set up.
#[derive(Clone, Debug)]
pub struct Board {
    /// The state.
    pub state: State,
    /// What players and pieces are called.
    pub given: Given,
    /// Names in the form in which they are compared.
    pub names: Names,
    /// The pieces that lines set down, with the number of the line.
    pub lines: Vec<(EntityId, usize)>,
}

/// How boards name players who have no name of their own.
const COLOURS: [&str; 8] = ["red", "blue", "green", "yellow", "white", "black", "violet", "orange"];

/// Sets a board up. `seed` is used where the board names none.
///
/// Errors: every line that cannot be understood.
pub fn build(rules: &Ruleset, words: &Words, lines: &[&Written], seed: u64) -> Result<Board, Vec<Trouble>> {
    let mut troubles = Vec::new();
    let mut builder = match Builder::new(rules, words, lines, seed) {
        Ok(builder) => builder,
        Err(trouble) => return Err(vec![trouble]),
    };
    // First who there is, then what is said of them, so that a line may name a piece that a later line sets down.
    let mut pieces = Vec::new();
    let mut later: Vec<(&Written, Reader<'_>, About)> = Vec::new();
    for written in lines.iter().copied() {
        let mut reader = Reader::new(written);
        match builder.declare(&mut reader) {
            Ok(About::Nothing) => {}
            Ok(about) => {
                if let About::Entity(id) = about {
                    pieces.push((id, written.line));
                }
                later.push((written, reader, about));
            }
            Err(trouble) => troubles.push(trouble),
        }
    }
    // Piles last: `…` means what no other line has placed.
    later.sort_by_key(|(_, _, about)| match about {
        About::Pile(_) => 1,
        About::Step => 2,
        _ => 0,
    });
    for (_, mut reader, about) in later {
        if let Err(trouble) = builder.describe(&mut reader, about) {
            troubles.push(trouble);
        }
    }
    if troubles.is_empty() {
        return Ok(Board { state: builder.state, given: builder.given, names: builder.names, lines: pieces });
    }
    troubles.sort_by_key(|t| (t.line, t.column));
    Err(troubles)
}

/// What the rest of a line speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Nothing,
    Entity(EntityId),
    Pile(u32),
    Step,
}

/// How a line sets a piece down: its own name, its card, its kind.
type Heading = (Option<String>, Option<CardId>, KindId);

struct Builder<'a> {
    rules: &'a Ruleset,
    words: &'a Words,
    state: State,
    given: Given,
    names: Names,
    /// Pieces that lines have spoken for.
    taken: Vec<EntityId>,
}

impl<'a> Builder<'a> {
    /// Players, seed and options first: the state cannot begin without them.
    fn new(rules: &'a Ruleset, words: &'a Words, lines: &[&Written], seed: u64) -> Result<Self, Trouble> {
        let here = |message: String| Trouble { line: lines.first().map_or(1, |w| w.line), column: 1, message };
        let mut players: Vec<String> =
            COLOURS.iter().take(rules.players.start.max(2) as usize).map(|c| (*c).to_owned()).collect();
        let mut setup =
            Setup { players: 0, seed, options: rules.options.iter().map(|o| o.default.clone()).collect(), pieces: Vec::new() };
        let mut at = None;
        for written in lines.iter().copied() {
            let mut reader = Reader::new(written);
            if reader.take("players") {
                at = Some(written);
                players = match reader.rest().parse::<usize>() {
                    Ok(count) => COLOURS.iter().cycle().take(count.min(COLOURS.len())).map(|c| (*c).to_owned()).collect(),
                    Err(_) => reader.rest().split(',').map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect(),
                };
            } else if reader.take("seed") {
                setup.seed = reader.rest().parse().map_err(|_| reader.trouble(format!("`{}` is not a number", reader.rest())))?;
            } else if reader.take("option") {
                option(rules, words, &mut reader, &mut setup)?;
            }
        }
        setup.players = players.len() as u32;
        let state = begin(rules, &setup)
            .map_err(|message| at.map_or_else(|| here(message.clone()), |w| Trouble::at(w, message.clone())))?;
        let mut given = Given::default();
        let mut names = Names::new();
        for (seat, name) in players.into_iter().enumerate() {
            let id = EntityId(seat as u32 + 1);
            for known in [name.clone(), format!("P{}", id.0), format!("player {}", id.0)] {
                names.insert(plain_name(&known), id);
            }
            given.0.insert(id, name);
        }
        Ok(Builder { rules, words, state, given, names, taken: Vec::new() })
    }

    fn says(&self) -> Says<'_> {
        Says { rules: self.rules, words: self.words, given: &self.given, state: &self.state, viewer: None }
    }

    fn players(&self) -> Vec<(String, EntityId)> {
        self.names.iter().filter(|(_, id)| id.0 <= self.state.players).map(|(name, id)| (name.clone(), *id)).collect()
    }

    /// Makes the piece that a line sets down; tells what the rest of the line is about.
    fn declare(&mut self, reader: &mut Reader<'_>) -> Result<About, Trouble> {
        if ["players", "seed", "option"].iter().any(|word| reader.clone().take(word)) {
            return Ok(About::Nothing);
        }
        if reader.take("step") {
            return Ok(About::Step);
        }
        if let Some(pile) = self.pile_heading(reader) {
            return Ok(About::Pile(pile));
        }
        let (name, card, kind) = match self.piece_heading(reader)? {
            Some(piece) => piece,
            None => return self.subject(reader),
        };
        let rules = self.rules;
        let fields = rules.kinds.get(kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
        let starts = || fields.filter_map(|f| rules.fields.get(f as usize)).map(|f| f.starts.clone()).collect();
        let fields = match card {
            Some(card) => rules.cards.get(card.index()).map(|c| c.prints.clone()).unwrap_or_default(),
            None => starts(),
        };
        let id = match card.and_then(|card| self.spare(card)) {
            Some(copy) => copy,
            None => {
                self.state.entities.push(Entity {
                    kind,
                    card,
                    owner: None,
                    fields,
                    at: None,
                    pile: None,
                    present: true,
                    shown: 0,
                });
                EntityId(self.state.entities.len() as u32 - 1)
            }
        };
        self.taken.push(id);
        match name {
            Some(name) => {
                if self.names.insert(plain_name(&name), id).is_some() {
                    return Err(reader.trouble(format!("a second `{name}` on this board")));
                }
                self.given.0.insert(id, name);
            }
            None => {
                // Called after its card or kind as long as it is the only one.
                let name = match card {
                    Some(card) => self.words.card(card),
                    None => self.words.kind(kind),
                };
                let free = !self.names.contains_key(&plain_name(name));
                if free {
                    self.names.insert(plain_name(name), id);
                    self.given.0.insert(id, name.to_owned());
                }
            }
        }
        // The owner is known at once: piles and fields of other lines may ask for it.
        if let Some(owner) = reader.name(self.players())
            && let Some(entity) = self.state.entities.get_mut(id.index())
        {
            entity.owner = Some(owner);
        }
        Ok(About::Entity(id))
    }

    /// `NAME (CARD)`, `NAME: CARD`, or a card or kind.
    fn piece_heading(&self, reader: &mut Reader<'_>) -> Result<Option<Heading>, Trouble> {
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

    fn cards_and_kinds(&self) -> Vec<(String, (Option<CardId>, KindId))> {
        let mut all = Vec::new();
        for (index, card) in self.rules.cards.iter().enumerate() {
            let id = CardId(index as u32);
            for name in [plain_name(&card.id), plain_name(self.words.card(id))] {
                all.push((name, (Some(id), card.kind)));
            }
        }
        for (index, kind) in self.rules.kinds.iter().enumerate().skip(2) {
            let id = KindId(index as u32);
            for name in [plain_name(&kind.id), plain_name(self.words.kind(id))] {
                all.push((name, (None, id)));
            }
        }
        all
    }

    fn card_or_kind(&self, name: &str) -> Option<(Option<CardId>, KindId)> {
        let wanted = plain_name(name);
        self.cards_and_kinds().into_iter().find(|(known, _)| *known == wanted).map(|(_, piece)| piece)
    }

    fn unknown_piece(&self, text: &str) -> String {
        let known: Vec<String> = self.cards_and_kinds().into_iter().map(|(name, _)| name).collect();
        unknown("card or kind", text, known.iter().map(String::as_str))
    }

    /// A line about a player or the game.
    fn subject(&self, reader: &mut Reader<'_>) -> Result<About, Trouble> {
        let mut ahead = reader.clone();
        if let Some(player) = ahead.name(self.players()) {
            *reader = ahead;
            return Ok(About::Entity(player));
        }
        if ahead.name(self.fields_of(KindId(0))).is_some() {
            return Ok(About::Entity(GAME));
        }
        let mut known: Vec<String> = self.cards_and_kinds().into_iter().map(|(name, _)| name).collect();
        known.extend(self.fields_of(KindId(0)).into_iter().map(|(name, _)| name));
        known.extend(self.rules.zones.iter().map(|z| plain_name(&z.id)));
        known.extend(["players", "seed", "option", "step"].map(str::to_owned));
        Err(reader.trouble(unknown("piece, pile or field", reader.rest(), known.iter().map(String::as_str))))
    }

    fn fields_of(&self, kind: KindId) -> Vec<(String, FieldId)> {
        let mut all = Vec::new();
        for field in self.rules.kinds.get(kind.index()).map(|k| k.fields.clone()).unwrap_or_default().map(FieldId) {
            let Some(declared) = self.rules.fields.get(field.index()) else { continue };
            for name in [plain_name(&declared.id), plain_name(self.words.field(field))] {
                all.push((name, field));
            }
        }
        all
    }

    /// `ZONE:`, `ZONE of PLAYER:`, `PLAYER ZONE:`.
    fn pile_heading(&self, reader: &mut Reader<'_>) -> Option<u32> {
        let (heading, _) = reader.rest().split_once(':')?;
        let written = Written { line: 1, column: 1, text: heading.trim().to_owned() };
        let mut words = Reader::new(&written);
        let pile = self.pile(&mut words)?;
        if !words.is_done() {
            return None;
        }
        reader.skip(heading.len() + 1);
        Some(pile)
    }

    fn pile(&self, words: &mut Reader<'_>) -> Option<u32> {
        pile(self.rules, self.words, &self.state, &self.players(), words)
    }

    fn describe(&mut self, reader: &mut Reader<'_>, about: About) -> Result<(), Trouble> {
        match about {
            About::Nothing => Ok(()),
            About::Pile(pile) => self.fill_pile(reader, pile),
            About::Step => self.clock(reader),
            About::Entity(id) => {
                while !reader.is_done() {
                    self.property(reader, id)?;
                }
                Ok(())
            }
        }
    }

    fn property(&mut self, reader: &mut Reader<'_>, id: EntityId) -> Result<(), Trouble> {
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
        let value = reader.value(&self.says(), &self.names, &holds)?;
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
        let outline = cardwright_core::space::Polygon::new(corners.clone()).map_err(|error| reader.trouble(error.to_string()))?;
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
        let ambient = Ambient { originator: Value::Entity(holder), player: owner, ..Ambient::default() };
        self.state.lasting.push(Lasting { id: self.state.lasted, what, holder: Some(holder), ambient, frame, until });
        self.state.lasted += 1;
    }

    fn put(&mut self, id: EntityId, pile: u32, place: usize) {
        for other in &mut self.state.piles {
            other.retain(|e| *e != id);
        }
        if let Some(pile) = self.state.piles.get_mut(pile as usize) {
            pile.insert(place.min(pile.len()), id);
        }
        if let Some(entity) = self.state.entities.get_mut(id.index()) {
            entity.pile = Some(pile);
            entity.at = None;
        }
    }

    /// Members of a pile from the top: pieces of this board, or new ones of a card.
    fn fill_pile(&mut self, reader: &mut Reader<'_>, pile: u32) -> Result<(), Trouble> {
        let (_, owner) = self.state.zone_of(self.rules, pile);
        let mut kinds: Vec<KindId> = Vec::new();
        while !reader.is_done() {
            if reader.rest().starts_with('…') || reader.rest().starts_with("...") {
                reader.skip(3);
                if !reader.is_done() {
                    return Err(reader.trouble("nothing stands behind `…`: it means all the rest"));
                }
                self.rest_of(&kinds, pile, owner);
                return Ok(());
            }
            let pieces: Vec<(String, EntityId)> =
                self.names.iter().filter(|(_, id)| id.0 > self.state.players).map(|(n, id)| (n.clone(), *id)).collect();
            let place = self.state.piles.get(pile as usize).map_or(0, Vec::len);
            if let Some(id) = reader.name(pieces) {
                kinds.push(self.state.entity(id).kind);
                self.put(id, pile, place);
                continue;
            }
            let count = reader.word().strip_suffix('x').and_then(|n| n.parse::<usize>().ok());
            if count.is_some() {
                reader.skip(reader.word().len());
            }
            let Some((card, kind)) = reader.name(self.cards_and_kinds()) else {
                return Err(reader.trouble(self.unknown_piece(reader.rest())));
            };
            kinds.push(kind);
            for _ in 0..count.unwrap_or(1).min(1000) {
                self.new_member(card, kind, pile, owner);
            }
        }
        Ok(())
    }

    /// A copy of a card that is in the game from the start and that no line has spoken for.
    fn spare(&self, card: CardId) -> Option<EntityId> {
        let free = |id: &EntityId| {
            let e = self.state.entity(*id);
            e.card == Some(card) && e.pile.is_none() && e.at.is_none() && e.owner.is_none()
        };
        (1..self.state.entities.len() as u32).map(EntityId).find(|id| !self.taken.contains(id) && free(id))
    }

    fn new_member(&mut self, card: Option<CardId>, kind: KindId, pile: u32, owner: Option<EntityId>) {
        let rules = self.rules;
        if let Some(copy) = card.and_then(|card| self.spare(card)) {
            self.taken.push(copy);
            let place = self.state.piles.get(pile as usize).map_or(0, Vec::len);
            self.put(copy, pile, place);
            return;
        }
        let starts = rules.kinds.get(kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
        let fields = match card.and_then(|c| rules.cards.get(c.index())) {
            Some(card) => card.prints.clone(),
            None => starts.filter_map(|f| rules.fields.get(f as usize)).map(|f| f.starts.clone()).collect(),
        };
        let id = EntityId(self.state.entities.len() as u32);
        self.state.entities.push(Entity { kind, card, owner, fields, at: None, pile: None, present: true, shown: 0 });
        let place = self.state.piles.get(pile as usize).map_or(0, Vec::len);
        self.put(id, pile, place);
    }

    /// All copies of cards of these kinds that the board has not placed yet.
    fn rest_of(&mut self, kinds: &[KindId], pile: u32, owner: Option<EntityId>) {
        for (index, card) in self.rules.cards.iter().enumerate().filter(|(_, card)| kinds.contains(&card.kind)) {
            while self.spare(CardId(index as u32)).is_some() {
                self.new_member(Some(CardId(index as u32)), card.kind, pile, owner);
            }
        }
    }

    fn unknown_zone(&self, text: &str) -> String {
        let known: Vec<String> = self.rules.zones.iter().map(|z| plain_name(&z.id)).collect();
        unknown("pile", text, known.iter().map(String::as_str))
    }

    /// `step ID [PLAYER] [NUMBER]`.
    fn clock(&mut self, reader: &mut Reader<'_>) -> Result<(), Trouble> {
        let mut steps = Vec::new();
        for (index, step) in self.rules.steps.iter().enumerate().filter(|(_, step)| !step.id.is_empty()) {
            let id = StepId(index as u32);
            for name in [plain_name(&step.id), plain_name(self.words.step(id))] {
                steps.push((name, id));
            }
        }
        let known: Vec<String> = steps.iter().map(|(name, _)| name.clone()).collect();
        let Some(step) = reader.name(steps) else {
            return Err(reader.trouble(unknown("step", reader.rest(), known.iter().map(String::as_str))));
        };
        let mut player = None;
        let mut number = None;
        while !reader.is_done() {
            if let Some(named) = reader.name(self.players()) {
                player = Some(named);
                continue;
            }
            let Ok(count) = reader.word().parse::<i64>() else {
                return Err(reader.trouble("behind the step stand a player and a number, or nothing"));
            };
            number = Some(count);
            reader.skip(reader.word().len());
        }
        let Some(path) = path_to(self.rules, step) else { return Err(reader.trouble("this step is not part of the clock")) };
        self.state.clock = cursors(self.rules, &self.state, &path, player.unwrap_or(EntityId(1)), number);
        Ok(())
    }
}

fn option(rules: &Ruleset, words: &Words, reader: &mut Reader<'_>, setup: &mut Setup) -> Result<(), Trouble> {
    let names: Vec<(String, usize)> = rules.options.iter().enumerate().map(|(n, o)| (plain_name(&o.id), n)).collect();
    let known: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
    let Some(place) = reader.name(names) else {
        return Err(reader.trouble(unknown("option", reader.rest(), known.iter().map(String::as_str))));
    };
    let Some(declared) = rules.options.get(place) else { return Ok(()) };
    let value = option_value(rules, words, &declared.default, reader)?;
    if !declared.among.is_empty() && !declared.among.contains(&value) {
        return Err(reader.trouble(format!("option `{}` cannot be that", declared.id)));
    }
    if !reader.is_done() {
        return Err(reader.trouble(format!("`{}` is too much for an option", reader.rest())));
    }
    if let Some(slot) = setup.options.get_mut(place) {
        *slot = value;
    }
    Ok(())
}

fn option_value(rules: &Ruleset, words: &Words, default: &Value, reader: &mut Reader<'_>) -> Result<Value, Trouble> {
    let holds = match default {
        Value::Truth(_) => Type::Test,
        Value::Number(_) => Type::Number,
        Value::Term(term) => rules.terms.get(term.index()).map_or(Type::Any, |t| Type::Term(t.vocabulary)),
        _ => Type::Any,
    };
    let given = Given::default();
    let state = State {
        entities: Vec::new(),
        players: 0,
        options: Vec::new(),
        piles: Vec::new(),
        lasting: Vec::new(),
        lasted: 0,
        clock: Vec::new(),
        dice: cardwright_core::dice::Dice::new(0),
        winners: None,
    };
    reader.value(&Says { rules, words, given: &given, state: &state, viewer: None }, &Names::new(), &holds)
}

/// A pile by its name: `ZONE`, `ZONE of PLAYER`, `PLAYER ZONE`.
pub fn pile(
    rules: &Ruleset,
    words: &Words,
    state: &State,
    players: &[(String, EntityId)],
    reader: &mut Reader<'_>,
) -> Option<u32> {
    let mut ahead = reader.clone();
    let mut owner = ahead.name(players.to_vec());
    let mut zones = Vec::new();
    for (index, zone) in rules.zones.iter().enumerate() {
        let id = ZoneId(index as u32);
        for name in [plain_name(&zone.id), plain_name(words.zone(id))] {
            zones.push((name, id));
        }
    }
    let zone = ahead.name(zones)?;
    if ahead.take("of") {
        owner = Some(ahead.name(players.to_vec())?);
    }
    let each = rules.zones.get(zone.index()).is_some_and(|z| z.each_player);
    if each && owner.is_none() {
        return None;
    }
    *reader = ahead;
    Some(state.pile(rules, zone, owner))
}

/// Steps from the root to a step.
fn path_to(rules: &Ruleset, wanted: StepId) -> Option<Vec<StepId>> {
    fn search(rules: &Ruleset, from: StepId, wanted: StepId, path: &mut Vec<StepId>) -> bool {
        // A tree as deep as it has steps is no tree.
        if path.len() > rules.steps.len() {
            return false;
        }
        path.push(from);
        if from == wanted {
            return true;
        }
        let children: Vec<StepId> = match rules.steps.get(from.index()).map(|s| &s.form) {
            Some(Form::Sequence(steps)) => steps.clone(),
            Some(Form::Repeat { body, .. } | Form::Turns { body, .. } | Form::Countdown { body, .. }) => vec![*body],
            _ => Vec::new(),
        };
        if children.into_iter().any(|child| search(rules, child, wanted, path)) {
            return true;
        }
        path.pop();
        false
    }
    let mut path = Vec::new();
    search(rules, StepId(0), wanted, &mut path).then_some(path)
}

/// The clock as it stands when the last step of a path has just been entered.
fn cursors(rules: &Ruleset, state: &State, path: &[StepId], player: EntityId, number: Option<i64>) -> Vec<Cursor> {
    let count = state.players.max(1);
    let order: Vec<EntityId> = (0..count).map(|n| EntityId((player.0 - 1 + n) % count + 1)).collect();
    let mut clock = Vec::new();
    for (depth, step) in path.iter().enumerate() {
        let mut cursor = Cursor { step: *step, done: 0, order: Vec::new(), player: Value::Nothing, number: 0 };
        if let Some(next) = path.get(depth + 1) {
            cursor.done = 1;
            match rules.steps.get(step.index()).map(|s| &s.form) {
                Some(Form::Sequence(steps)) => cursor.done = steps.iter().position(|s| s == next).map_or(1, |n| n as u32 + 1),
                Some(Form::Turns { .. }) => {
                    cursor.order.clone_from(&order);
                    cursor.player = Value::Entity(player);
                    cursor.number = i64::from(1 % count);
                }
                Some(Form::Countdown { .. }) => cursor.number = number.unwrap_or(0),
                _ => {}
            }
        }
        clock.push(cursor);
    }
    clock
}
