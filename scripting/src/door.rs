//! What the view asks of the core: one function, open for the time of one call.

use crate::give::{ENTITY, Handle, PROPOSAL};
use crate::host::Host;
use crate::names::{COMMON, Common, SPEAKS, described, hint, nearest};
use crate::take::{members, take_number, wanted};
use cardwright_core::decision::Options;
use cardwright_core::hook::Desk;
use cardwright_core::resolve::Halt;
use cardwright_core::rules::{Class, Param, Ruleset, Type};
use cardwright_core::value::*;
use mlua::{Lua, Table};
use std::cell::RefCell;

/// The operations, with the numbers that the prelude has for them.
mod op {
    pub(super) const GET: i64 = 1;
    pub(super) const CALL: i64 = 2;
    pub(super) const PROPOSE: i64 = 3;
    pub(super) const RESOLVE: i64 = 4;
    pub(super) const ASK: i64 = 5;
    pub(super) const ROLL: i64 = 6;
    pub(super) const SPEAKS: i64 = 7;
    pub(super) const ALL: i64 = 8;
    pub(super) const PILE: i64 = 9;
    pub(super) const PLAYERS: i64 = 10;
    pub(super) const OPTION: i64 = 11;
    pub(super) const TELL: i64 = 12;
    pub(super) const NO_MEMBER: i64 = 13;
    pub(super) const NO_EFFECT: i64 = 14;
    pub(super) const NO_USE: i64 = 15;
}

/// What reading a number and what acting costs in steps, so that a loop of either ends.
const READ_COST: u64 = 20;
const ACT_COST: u64 = 200;
/// Most effects proposed, and rules seen, in one call.
const MOST_KEPT: usize = 10_000;
/// Longest prompt in bytes.
const LONGEST_PROMPT: usize = 500;

/// Why the door does not open.
pub(crate) enum Wrong {
    /// Something to tell the author at the place in the script.
    Say(String),
    /// Not wrong: the name is a method.
    Method,
    /// The core halts.
    Halt(Halt),
    /// Lua is in trouble, out of memory for one.
    Lua(mlua::Error),
}

impl Wrong {
    pub(crate) fn say(message: impl Into<String>) -> Self {
        Wrong::Say(message.into())
    }
}

impl From<mlua::Error> for Wrong {
    fn from(error: mlua::Error) -> Self {
        Wrong::Lua(error)
    }
}

type Served = Result<mlua::Value, Wrong>;

/// An effect and its arguments, as a hook proposes it.
type Proposal = (DefId, Vec<Value>);

/// One call: the desk that was lent, and what the script has brought about so far.
pub(crate) struct Door<'a> {
    pub(crate) host: &'a Host,
    desk: RefCell<&'a mut dyn Desk>,
    kept: RefCell<Vec<Value>>,
    proposals: RefCell<Vec<Proposal>>,
    halt: RefCell<Option<Halt>>,
}

impl<'a> Door<'a> {
    pub(crate) fn new(host: &'a Host, desk: &'a mut dyn Desk) -> Self {
        Door {
            host,
            desk: RefCell::new(desk),
            kept: RefCell::default(),
            proposals: RefCell::default(),
            halt: RefCell::default(),
        }
    }

    /// Why the core halted, if it did. Whatever a script makes of it, the call ends with this.
    pub(crate) fn halted(&self) -> Option<Halt> {
        self.halt.borrow_mut().take()
    }

    /// Answers the prelude: a value, or nil and what is wrong; `true` stands for a method.
    pub(crate) fn serve(&self, lua: &Lua, op: i64, a: &mlua::Value, b: &mlua::Value) -> mlua::Result<(mlua::Value, mlua::Value)> {
        let served = if self.halt.borrow().is_some() { Err(Wrong::say("halted")) } else { self.dispatch(lua, op, a, b) };
        let problem = match served {
            Ok(value) => return Ok((value, mlua::Value::Nil)),
            Err(Wrong::Method) => mlua::Value::Boolean(true),
            Err(Wrong::Say(message)) => mlua::Value::String(lua.create_string(message)?),
            Err(Wrong::Halt(halt)) => {
                self.halt.borrow_mut().get_or_insert(halt);
                mlua::Value::String(lua.create_string("halted")?)
            }
            Err(Wrong::Lua(error)) => return Err(error),
        };
        Ok((mlua::Value::Nil, problem))
    }

    fn dispatch(&self, lua: &Lua, op: i64, a: &mlua::Value, b: &mlua::Value) -> Served {
        match op {
            op::GET => self.get(lua, a, b.as_i64().unwrap_or(0)),
            op::CALL => self.call(lua, a.as_i64().unwrap_or(0), b),
            op::PROPOSE => self.propose(a.as_i64().unwrap_or(-1), b),
            op::RESOLVE => self.resolve(lua, a),
            op::ASK => self.ask(lua, a),
            op::ROLL => self.roll(lua, a, b),
            op::SPEAKS => self.speaks(lua, a.as_i64().unwrap_or(0)),
            op::ALL => self.all(lua, a.as_i64().unwrap_or(-1)),
            op::PILE => self.pile(lua, a, b),
            op::PLAYERS => {
                let seats: Vec<Value> = self.with_desk(|desk| desk.state().seats().map(Value::Entity).collect())?;
                Ok(mlua::Value::Table(self.give_list(lua, seats.iter())?))
            }
            op::OPTION => self.option(lua, a),
            op::TELL => Ok(mlua::Value::String(lua.create_string(self.tell(a)?)?)),
            op::NO_MEMBER => self.no_member(a, b),
            op::NO_EFFECT => {
                let near = nearest_to(a, self.host.symbols.effects.keys().map(String::as_str));
                Err(Wrong::say(format!("there is no effect {}{}", described(a), hint(near.as_deref()))))
            }
            op::NO_USE => {
                let near = nearest_to(a, self.host.symbols.of_use());
                Err(Wrong::say(format!("`use` has no {}{}", described(a), hint(near.as_deref()))))
            }
            _ => Err(Wrong::say("the view is broken")),
        }
    }

    /// Looks at the desk. Nothing here runs a script, so it is never lent twice.
    pub(crate) fn with_desk<R>(&self, look: impl FnOnce(&dyn Desk) -> R) -> Result<R, Wrong> {
        match self.desk.try_borrow() {
            Ok(desk) => Ok(look(&**desk)),
            Err(_) => Err(Wrong::say("the view was used by two at once")),
        }
    }

    /// Has the core do something that costs steps.
    fn act<R>(&self, cost: u64, act: impl FnOnce(&mut dyn Desk) -> Result<R, Halt>) -> Result<R, Wrong> {
        if !self.host.budget.charge(cost) {
            return Err(Wrong::say("the budget is used up"));
        }
        let mut desk = self.desk.try_borrow_mut().map_err(|_| Wrong::say("the view was used by two at once"))?;
        let done = act(&mut **desk).map_err(Wrong::Halt);
        self.host.budget.rested();
        done
    }

    pub(crate) fn keep(&self, value: Value) -> u32 {
        let mut kept = self.kept.borrow_mut();
        if let Some(place) = kept.iter().position(|k| *k == value) {
            return place as u32;
        }
        if kept.len() < MOST_KEPT {
            kept.push(value);
        }
        kept.len() as u32 - 1
    }

    pub(crate) fn kept(&self, number: u32) -> Option<Value> {
        self.kept.borrow().get(number as usize).cloned()
    }

    pub(crate) fn proposed(&self, number: u32) -> Result<Proposal, Wrong> {
        self.proposals.borrow().get(number as usize).cloned().ok_or_else(|| Wrong::say("an effect of another call"))
    }

    // Reading.

    fn get(&self, lua: &Lua, of: &mlua::Value, member: i64) -> Served {
        let mlua::Value::LightUserData(pointer) = of else { return Err(Wrong::say("this is no entity")) };
        let found = match Handle::read(*pointer) {
            Some(Handle(ENTITY, id)) => self.field(id, member)?,
            Some(Handle(crate::give::ABILITY, id)) => return self.of_ability(lua, AbilityId(id), member),
            other => {
                let name = self.host.symbols.get(member).map_or("", |m| m.name.as_str());
                return Err(Wrong::say(format!("{} has no `{name}`", other.map_or("this", Handle::noun))));
            }
        };
        match found {
            Some(value) => self.give(lua, &value),
            None => self.common(lua, of, *pointer, member),
        }
    }

    fn field(&self, entity: u32, member: i64) -> Result<Option<Value>, Wrong> {
        self.with_desk(|desk| {
            let state = desk.state();
            let entity = state.entities.get(entity as usize).ok_or_else(|| Wrong::say("this entity is not in the game"))?;
            let Some(field) = self.host.symbols.field(member, entity.kind) else { return Ok(None) };
            let first = desk.rules().kinds.get(entity.kind.index()).map_or(0, |k| k.fields.start);
            Ok(entity.fields.get(field.0.wrapping_sub(first) as usize).cloned())
        })?
    }

    fn common(&self, lua: &Lua, of: &mlua::Value, pointer: mlua::LightUserData, member: i64) -> Served {
        let symbol = self.host.symbols.get(member).ok_or_else(|| Wrong::say("the view is broken"))?;
        let Some(common) = symbol.common.filter(|c| *c != Common::Id) else {
            return if symbol.def.is_some() { Err(Wrong::Method) } else { self.no_member_called(of, &symbol.name) };
        };
        if common == Common::Name {
            return Ok(mlua::Value::String(lua.create_string(self.tell(of)?)?));
        }
        let id = Handle::read(pointer).map_or(0, |h| h.1);
        enum Found {
            Value(Value),
            Text(Option<String>),
        }
        let found = self.with_desk(|desk| {
            let (rules, state) = (desk.rules(), desk.state());
            let entity = state.entity(EntityId(id));
            match common {
                Common::Owner => Found::Value(entity.owner.map_or(Value::Nothing, Value::Entity)),
                Common::Card => Found::Value(entity.card.map_or(Value::Nothing, Value::Card)),
                Common::At => Found::Value(entity.at.map_or(Value::Nothing, Value::Point)),
                Common::Present => Found::Value(Value::Truth(entity.present)),
                Common::Kind => Found::Text(rules.kinds.get(entity.kind.index()).map(|k| k.id.clone())),
                Common::Zone => Found::Text(entity.pile.and_then(|p| rules.zones.get(state.zone_of(rules, p).0.index())).map(|z| z.id.clone())),
                Common::Name | Common::Id => Found::Text(None),
            }
        })?;
        match found {
            Found::Value(value) => self.give(lua, &value),
            Found::Text(Some(text)) => Ok(mlua::Value::String(lua.create_string(text)?)),
            Found::Text(None) => Ok(mlua::Value::Nil),
        }
    }

    fn of_ability(&self, lua: &Lua, id: AbilityId, member: i64) -> Served {
        let symbol = self.host.symbols.get(member);
        let text = self.with_desk(|desk| {
            let rules = desk.rules();
            let ability = rules.abilities.get(id.index())?;
            match symbol?.common? {
                Common::Id | Common::Name => Some(ability.id.clone()),
                Common::Kind => rules.terms.get(ability.kind.index()).map(|t| t.id.clone()),
                _ => None,
            }
        })?;
        match text {
            Some(text) => Ok(mlua::Value::String(lua.create_string(text)?)),
            None => Err(Wrong::say(format!("an ability has no `{}`, only `id` and `kind`", symbol.map_or("", |s| s.name.as_str())))),
        }
    }

    fn no_member(&self, of: &mlua::Value, name: &mlua::Value) -> Served {
        match name {
            mlua::Value::String(text) => self.no_member_called(of, &text.to_string_lossy()),
            other => Err(Wrong::say(format!("members have names, and this is {}", described(other)))),
        }
    }

    fn no_member_called(&self, of: &mlua::Value, name: &str) -> Served {
        let handle = match of {
            mlua::Value::LightUserData(pointer) => Handle::read(*pointer),
            _ => None,
        };
        let Some(Handle(ENTITY, id)) = handle else {
            return Err(Wrong::say(format!("{} has no `{}`", handle.map_or("this", Handle::noun), crate::names::shortened(name))));
        };
        let (kind, near) = self.with_desk(|desk| {
            let kind = desk.state().entity(EntityId(id)).kind;
            let near = nearest(name, self.host.symbols.of_kind(desk.rules(), kind)).map(str::to_owned);
            (desk.rules().kinds.get(kind.index()).map_or(String::new(), |k| k.id.clone()), near)
        })?;
        Err(Wrong::say(format!("one {kind} has no `{}`{}", crate::names::shortened(name), hint(near.as_deref()))))
    }

    /// A name for people: of the card, else of the kind.
    fn tell(&self, of: &mlua::Value) -> Result<String, Wrong> {
        let mlua::Value::LightUserData(pointer) = of else { return Ok(described(of)) };
        let Some(Handle(ENTITY, id)) = Handle::read(*pointer) else { return Ok(described(of)) };
        self.with_desk(|desk| {
            let (rules, state) = (desk.rules(), desk.state());
            let entity = state.entity(EntityId(id));
            let card = entity.card.and_then(|card| {
                let named = self.host.names.cards.get(card.index()).filter(|n| !n.is_empty());
                named.cloned().or_else(|| rules.cards.get(card.index()).map(|c| c.id.clone()))
            });
            card.unwrap_or_else(|| rules.kinds.get(entity.kind.index()).map_or(String::new(), |k| k.id.clone()))
        })
    }

    fn speaks(&self, lua: &Lua, number: i64) -> Served {
        let name = usize::try_from(number - 1).ok().and_then(|n| SPEAKS.get(n)).map_or("", |s| s.0);
        let value = self.with_desk(|desk| {
            let ambient = desk.ambient();
            match name {
                "game" => Value::Entity(GAME),
                "originator" => ambient.originator.clone(),
                "player" => ambient.player.clone(),
                "target" => ambient.target.clone(),
                "ability" => ambient.ability.clone(),
                "that" => ambient.that.clone(),
                "it" => ambient.it.clone(),
                "x" => ambient.x.clone(),
                _ => Value::List(ambient.event.clone()),
            }
        })?;
        self.give(lua, &value)
    }

    fn all(&self, lua: &Lua, kind: i64) -> Served {
        let found: Vec<Value> = self.with_desk(|desk| {
            let entities = desk.state().entities.iter().enumerate();
            entities.filter(|(_, e)| e.present && i64::from(e.kind.0) == kind).map(|(id, _)| Value::Entity(EntityId(id as u32))).collect()
        })?;
        Ok(mlua::Value::Table(self.give_list(lua, found.iter())?))
    }

    fn pile(&self, lua: &Lua, zone: &mlua::Value, owner: &mlua::Value) -> Served {
        let name = match zone {
            mlua::Value::String(text) => text.to_string_lossy(),
            other => return Err(Wrong::say(format!("`use.pile` wants the id of a zone, and got {}", described(other)))),
        };
        let owner = match owner {
            mlua::Value::LightUserData(pointer) => Handle::read(*pointer).filter(|h| h.0 == ENTITY).map(|h| EntityId(h.1)),
            _ => None,
        };
        let found: Vec<Value> = self.with_desk(|desk| {
            let (rules, state) = (desk.rules(), desk.state());
            let Some(place) = rules.zones.iter().position(|z| z.id == name) else {
                let near = nearest(&name, rules.zones.iter().map(|z| z.id.as_str()));
                return Err(Wrong::say(format!("there is no zone {}{}", described(zone), hint(near))));
            };
            let each = rules.zones.get(place).is_some_and(|z| z.each_player);
            match owner {
                Some(player) if each && !(1..=state.players).contains(&player.0) => return Err(Wrong::say("only players have zones")),
                None if each => return Err(Wrong::say(format!("each player has a `{name}`: write `use.pile(\"{name}\", player)`"))),
                _ => {}
            }
            let pile = state.pile(rules, ZoneId(place as u32), owner);
            Ok(state.piles.get(pile as usize).map(|p| p.iter().map(|e| Value::Entity(*e)).collect()).unwrap_or_default())
        })??;
        Ok(mlua::Value::Table(self.give_list(lua, found.iter())?))
    }

    fn option(&self, lua: &Lua, name: &mlua::Value) -> Served {
        let id = name.as_string().map(|text| text.to_string_lossy()).unwrap_or_default();
        let value = self.with_desk(|desk| {
            let options = &desk.rules().options;
            match options.iter().position(|o| o.id == id) {
                Some(place) => Ok(desk.state().options.get(place).or(options.get(place).map(|o| &o.default)).cloned()),
                None => {
                    let near = nearest(&id, options.iter().map(|o| o.id.as_str()));
                    Err(Wrong::say(format!("there is no option {}{}", described(name), hint(near))))
                }
            }
        })??;
        self.give(lua, &value.unwrap_or(Value::Nothing))
    }

    /// A number, test or value by its definition. Its arguments come as `{n = …, …}`.
    fn call(&self, lua: &Lua, member: i64, args: &mlua::Value) -> Served {
        let def = self.host.symbols.get(member).and_then(|m| m.def).ok_or_else(|| Wrong::say("the view is broken"))?;
        let mlua::Value::Table(args) = args else { return Err(Wrong::say("the view is broken")) };
        let count: usize = args.raw_get("n")?;
        let taken = self.with_desk(|desk| {
            let rules = desk.rules();
            let definition = rules.defs.get(def.index()).ok_or_else(|| Wrong::say("a definition is missing"))?;
            if count > definition.params.len() {
                return Err(Wrong::say(format!("`{}` takes {}, and got {count}", definition.id, takes(&definition.params))));
            }
            let mut given = Vec::with_capacity(count);
            for place in 1..=count {
                given.push(args.raw_get::<mlua::Value>(place)?);
            }
            self.arguments(desk, &definition.id, &definition.params, &given)
        })??;
        let value = self.act(READ_COST, |desk| desk.value(def, &taken))?;
        self.give(lua, &value)
    }

    // Acting.

    fn propose(&self, effect: i64, args: &mlua::Value) -> Served {
        let def = DefId(u32::try_from(effect).unwrap_or(u32::MAX));
        let taken = self.with_desk(|desk| {
            let rules = desk.rules();
            let definition = rules.defs.get(def.index()).filter(|d| d.class == Class::Effect).ok_or_else(|| Wrong::say("an effect is missing"))?;
            let mut given = vec![mlua::Value::Nil; definition.params.len()];
            match args {
                mlua::Value::Nil => {}
                mlua::Value::Table(table) => table.for_each(|key: mlua::Value, value: mlua::Value| {
                    let name = key.as_string().map(|text| text.to_string_lossy());
                    match name.as_deref().and_then(|n| definition.params.iter().position(|p| p.name == n)) {
                        Some(place) => {
                            if let Some(slot) = given.get_mut(place) {
                                *slot = value;
                            }
                            Ok(())
                        }
                        None => Err(mlua::Error::external(Stranger(described(&key), name.unwrap_or_default()))),
                    }
                }).map_err(|error| match error.downcast_ref::<Stranger>() {
                    Some(Stranger(shown, name)) => {
                        let near = nearest(name, definition.params.iter().map(|p| p.name.as_str()));
                        let near = near.map_or(format!("; it takes {}", takes(&definition.params)), |n| hint(Some(n)));
                        Wrong::say(format!("the effect `{}` takes no {shown}{near}", definition.id))
                    }
                    None => Wrong::Lua(error),
                })?,
                other => return Err(Wrong::say(format!("write `fx.{}{{…}}` with its arguments by name; this is {}", definition.id, described(other)))),
            }
            self.arguments(desk, &definition.id, &definition.params, &given)
        })??;
        let mut proposals = self.proposals.borrow_mut();
        if proposals.len() >= MOST_KEPT {
            return Err(Wrong::say(format!("a hook proposes at most {MOST_KEPT} effects")));
        }
        proposals.push((def, taken));
        Ok(Handle(PROPOSAL, proposals.len() as u32 - 1).to_lua())
    }

    /// Checks arguments against what a definition takes. Those left out at the end are left to the core, which knows
    /// their defaults; between others only a plain default can be filled in here.
    fn arguments(&self, desk: &dyn Desk, id: &str, params: &[Param], given: &[mlua::Value]) -> Result<Vec<Value>, Wrong> {
        let rules = desk.rules();
        let end = given.iter().rposition(|v| !v.is_nil()).map_or(0, |last| last + 1);
        if let Some(missing) = params.iter().skip(end).find(|p| p.default.is_none()) {
            return Err(Wrong::say(format!("`{id}` wants `{}`, {}", missing.name, wanted(rules, &missing.holds))));
        }
        let mut taken = Vec::with_capacity(end);
        for (param, value) in params.iter().zip(given).take(end) {
            if value.is_nil() {
                let default = param.default.ok_or_else(|| Wrong::say(format!("`{id}` wants `{}`, {}", param.name, wanted(rules, &param.holds))))?;
                let plain = plain_default(rules, desk.ambient(), default);
                taken.push(plain.ok_or_else(|| Wrong::say(format!("`{id}` wants `{}` too where an argument after it is given", param.name)))?);
                continue;
            }
            taken.push(self.take(rules, desk.state(), Some(&param.holds), value).map_err(|wrong| match wrong {
                Wrong::Say(got) => Wrong::Say(format!("`{}` of `{id}` wants {}, and got {got}", param.name, wanted(rules, &param.holds))),
                other => other,
            })?);
        }
        Ok(taken)
    }

    fn resolve(&self, lua: &Lua, what: &mlua::Value) -> Served {
        let Some(proposals) = self.proposals(what)? else {
            return Err(Wrong::say(format!("`use.resolve` wants an effect, such as `fx.name{{…}}`, and got {}", described(what))));
        };
        let mut last = Value::Nothing;
        for (def, args) in proposals {
            last = self.act(ACT_COST, |desk| desk.resolve(def, &args))?;
        }
        self.give(lua, &last)
    }

    fn roll(&self, lua: &Lua, count: &mlua::Value, sides: &mlua::Value) -> Served {
        let number = |what: &str, value: &mlua::Value| match take_number(value) {
            Ok(number) => u32::try_from(number).map_err(|_| Wrong::say(format!("`use.roll` cannot roll {number} {what}"))),
            Err(Wrong::Say(got)) => Err(Wrong::say(format!("`use.roll` wants a number of {what}, and got {got}"))),
            Err(other) => Err(other),
        };
        let (count, sides) = (number("dice", count)?, number("sides", sides)?);
        let faces = self.act(ACT_COST, |desk| desk.roll(count, sides))?;
        let faces: Vec<Value> = faces.into_iter().map(|f| Value::Number(i64::from(f))).collect();
        Ok(mlua::Value::Table(self.give_list(lua, faces.iter())?))
    }

    fn ask(&self, lua: &Lua, question: &mlua::Value) -> Served {
        let mlua::Value::Table(question) = question else {
            return Err(Wrong::say(format!("`use.ask` wants a table, such as `use.ask{{player=…, prompt=…, yes_no=true}}`, and got {}", described(question))));
        };
        self.check_question(question)?;
        let prompt: mlua::Value = question.raw_get("prompt")?;
        let prompt = match &prompt {
            mlua::Value::String(text) if text.as_bytes().len() <= LONGEST_PROMPT => text.to_string_lossy(),
            mlua::Value::String(_) => return Err(Wrong::say(format!("a prompt has at most {LONGEST_PROMPT} bytes"))),
            other => return Err(Wrong::say(format!("`use.ask` wants `prompt`, a text, and got {}", described(other)))),
        };
        let player: mlua::Value = question.raw_get("player")?;
        let (player, players) = self.with_desk(|desk| {
            let player = self.take(desk.rules(), desk.state(), Some(&Type::Entity), &player).ok().and_then(|p| p.entity());
            (player, desk.state().players)
        })?;
        let player = player.filter(|p| (1..=players).contains(&p.0)).ok_or_else(|| Wrong::say("`use.ask` wants `player`, the player who is asked"))?;
        let options = self.options(question)?;
        let answer = self.act(ACT_COST, |desk| desk.ask(player, &prompt, options))?;
        self.give(lua, &answer)
    }

    fn check_question(&self, question: &Table) -> Result<(), Wrong> {
        const KNOWN: &[&str] = &["player", "prompt", "among", "yes_no", "number", "least", "most"];
        let mut stranger = None;
        question.for_each(|key: mlua::Value, _: mlua::Value| {
            let known = key.as_string().is_some_and(|text| KNOWN.contains(&text.to_string_lossy().as_str()));
            if !known && stranger.is_none() {
                stranger = Some((described(&key), nearest_to(&key, KNOWN.iter().copied())));
            }
            Ok(())
        })?;
        match stranger {
            Some((shown, near)) => Err(Wrong::say(format!("`use.ask` takes no {shown}{}", hint(near.as_deref())))),
            None => Ok(()),
        }
    }

    fn options(&self, question: &Table) -> Result<Options, Wrong> {
        let (among, yes_no, number): (mlua::Value, mlua::Value, mlua::Value) =
            (question.raw_get("among")?, question.raw_get("yes_no")?, question.raw_get("number")?);
        if [&among, &yes_no, &number].iter().filter(|v| !v.is_nil()).count() != 1 {
            return Err(Wrong::say("`use.ask` wants one of `among = {…}`, `yes_no = true` and `number = {from, to}`"));
        }
        let bound = |name: &str, otherwise: u32| -> Result<u32, Wrong> {
            let value: mlua::Value = question.raw_get(name)?;
            if value.is_nil() {
                return Ok(otherwise);
            }
            let bad = || Wrong::say(format!("`{name}` of `use.ask` wants a number, and got {}", described(&value)));
            u32::try_from(take_number(&value).map_err(|_| bad())?).map_err(|_| bad())
        };
        if let mlua::Value::Table(list) = &among {
            let of = self.with_desk(|desk| {
                let members = members(list)?;
                members.iter().map(|m| self.take(desk.rules(), desk.state(), None, m)).collect::<Result<Vec<Value>, _>>()
            })?.map_err(|wrong| match wrong {
                Wrong::Say(got) => Wrong::Say(format!("`among` of `use.ask` wants a list of values, and got {got}")),
                other => other,
            })?;
            let (least, most) = (bound("least", 1)?, bound("most", 1)?);
            if least > most || least as usize > of.len() {
                return Err(Wrong::say(format!("`use.ask` wants between {least} and {most} of {}, which nobody can choose", of.len())));
            }
            return Ok(Options::Among { of, least, most });
        }
        if let mlua::Value::Table(ends) = &number {
            let ends = members(ends)?;
            return match ends.as_slice() {
                [from, to] => {
                    let (from, to) = (take_number(from)?, take_number(to)?);
                    if from > to {
                        return Err(Wrong::say(format!("there is no number from {from} to {to}")));
                    }
                    Ok(Options::Number { from, to })
                }
                _ => Err(Wrong::say("`number` of `use.ask` wants two numbers: `{from, to}`")),
            };
        }
        match yes_no {
            mlua::Value::Boolean(true) => Ok(Options::YesNo),
            _ => Err(Wrong::say("`use.ask` wants one of `among = {…}`, `yes_no = true` and `number = {from, to}`")),
        }
    }
}

/// An argument that an effect does not take: as shown, and its name.
#[derive(Debug)]
struct Stranger(String, String);

impl std::fmt::Display for Stranger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stranger {}

fn takes(params: &[Param]) -> String {
    match params {
        [] => "nothing".to_owned(),
        some => some.iter().map(|p| format!("`{}`", p.name)).collect::<Vec<_>>().join(", "),
    }
}

/// A default that is a plain value or one of those spoken of.
fn plain_default(rules: &Ruleset, ambient: &Ambient, default: NodeId) -> Option<Value> {
    use cardwright_core::rules::{Node, Speaks};
    match rules.nodes.get(default.index())? {
        Node::Value(value) => Some(value.clone()),
        Node::Ambient(who) => Some(match who {
            Speaks::Originator => ambient.originator.clone(),
            Speaks::Player => ambient.player.clone(),
            Speaks::Ability => ambient.ability.clone(),
            Speaks::It => ambient.it.clone(),
            Speaks::Target => ambient.target.clone(),
            Speaks::That => ambient.that.clone(),
            Speaks::X => ambient.x.clone(),
        }),
        _ => None,
    }
}

fn nearest_to<'n>(word: &mlua::Value, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let word = word.as_string()?.to_string_lossy();
    nearest(&word, names).map(str::to_owned)
}

const _: () = assert!(COMMON.len() == 8, "a common member that `common` does not answer");
