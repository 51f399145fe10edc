//! What the view reads: fields, piles, who is spoken of, numbers by their definition.

use crate::door::{Door, READ_COST, Served, Wrong};
use crate::give::{ABILITY, ENTITY, Handle};
use crate::names::{COMMON, Common, SPEAKS, described, hint, nearest, shortened};
use cardwright_core::function::{FUNCTIONS, Function, Row};
use cardwright_core::value::*;
use mlua::Lua;

/// Something common to all entities: a value, or a text that is no term.
enum Found {
    Value(Value),
    Text(Option<String>),
}

impl Door<'_> {
    pub(crate) fn get(&self, lua: &Lua, of: &mlua::Value, member: i64) -> Served {
        let mlua::Value::LightUserData(pointer) = of else { return Err(Wrong::say("this is no entity")) };
        let found = match Handle::read(*pointer) {
            Some(Handle(ENTITY, id)) => self.field(id, member)?,
            Some(Handle(ABILITY, id)) => return self.of_ability(lua, AbilityId(id), member),
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
            Ok(entity.field(desk.rules(), field).cloned())
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
        let found = self.with_desk(|desk| {
            let (rules, state) = (desk.rules(), desk.state());
            let entity = state.entity(EntityId(id));
            match common {
                Common::Owner => Found::Value(entity.owner.map_or(Value::Nothing, Value::Entity)),
                Common::Card => Found::Value(entity.card.map_or(Value::Nothing, Value::Card)),
                Common::At => Found::Value(entity.at.map_or(Value::Nothing, Value::Point)),
                Common::Present => Found::Value(Value::Truth(entity.present)),
                Common::Kind => Found::Text(rules.kinds.get(entity.kind.index()).map(|k| k.id.clone())),
                Common::Zone => Found::Text(
                    entity.pile.and_then(|p| rules.zones.get(state.zone_of(rules, p).0.index())).map(|z| z.id.clone()),
                ),
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
            None => {
                Err(Wrong::say(format!("an ability has no `{}`, only `id` and `kind`", symbol.map_or("", |s| s.name.as_str()))))
            }
        }
    }

    pub(crate) fn no_member(&self, of: &mlua::Value, name: &mlua::Value) -> Served {
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
            return Err(Wrong::say(format!("{} has no `{}`", handle.map_or("this", Handle::noun), shortened(name))));
        };
        let (kind, near) = self.with_desk(|desk| {
            let kind = desk.state().entity(EntityId(id)).kind;
            let near = nearest(name, self.host.symbols.of_kind(desk.rules(), kind)).map(str::to_owned);
            (desk.rules().kinds.get(kind.index()).map_or(String::new(), |k| k.id.clone()), near)
        })?;
        Err(Wrong::say(format!("one {kind} has no `{}`{}", shortened(name), hint(near.as_deref()))))
    }

    /// A name for people: of the card, else of the kind.
    pub(crate) fn tell(&self, of: &mlua::Value) -> Result<String, Wrong> {
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

    pub(crate) fn speaks(&self, lua: &Lua, number: i64) -> Served {
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

    pub(crate) fn all(&self, lua: &Lua, kind: i64) -> Served {
        let found: Vec<Value> = self.with_desk(|desk| {
            let entities = desk.state().entities.iter().enumerate();
            entities
                .filter(|(_, e)| e.present && i64::from(e.kind.0) == kind)
                .map(|(id, _)| Value::Entity(EntityId(id as u32)))
                .collect()
        })?;
        Ok(mlua::Value::Table(self.give_list(lua, found.iter())?))
    }

    pub(crate) fn pile(&self, lua: &Lua, zone: &mlua::Value, owner: &mlua::Value) -> Served {
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
                Some(player) if each && !(1..=state.players).contains(&player.0) => {
                    return Err(Wrong::say("only players have zones"));
                }
                None if each => {
                    return Err(Wrong::say(format!("each player has a `{name}`: write `use.pile(\"{name}\", player)`")));
                }
                _ => {}
            }
            let pile = state.pile(rules, ZoneId(place as u32), owner);
            Ok(state.piles.get(pile as usize).map(|p| p.iter().map(|e| Value::Entity(*e)).collect()).unwrap_or_default())
        })??;
        Ok(mlua::Value::Table(self.give_list(lua, found.iter())?))
    }

    pub(crate) fn option(&self, lua: &Lua, name: &mlua::Value) -> Served {
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
    pub(crate) fn call(&self, lua: &Lua, member: i64, args: &mlua::Value) -> Served {
        let def = self.host.symbols.get(member).and_then(|m| m.def).ok_or_else(|| Wrong::say("the view is broken"))?;
        let mlua::Value::Table(args) = args else { return Err(Wrong::say("the view is broken")) };
        let count: usize = args.raw_get("n")?;
        let taken = self.with_desk(|desk| {
            let rules = desk.rules();
            let definition = rules.defs.get(def.index()).ok_or_else(|| Wrong::say("a definition is missing"))?;
            if count > definition.params.len() {
                return Err(Wrong::say(format!(
                    "`{}` takes {}, and got {count}",
                    definition.id,
                    crate::act::takes(&definition.params)
                )));
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

    /// A function of the engine by its name. Its arguments come as `{n = …, …}`.
    pub(crate) fn engine(&self, lua: &Lua, name: &mlua::Value, args: &mlua::Value) -> Served {
        let id = name.as_string().map(|text| text.to_string_lossy()).unwrap_or_default();
        let Some(row) = served().find(|row| row.name == id) else {
            let near = nearest(&id, served().map(|row| row.name));
            return Err(Wrong::say(format!("the engine has no function {}{}", described(name), hint(near))));
        };
        let mlua::Value::Table(args) = args else { return Err(Wrong::say("the view is broken")) };
        let count: usize = args.raw_get("n")?;
        if count < row.least || count > row.most {
            return Err(Wrong::say(format!("`{id}` is given {count} arguments: {}", row.doc)));
        }
        let mut taken = Vec::with_capacity(count);
        for place in 1..=count {
            let value: mlua::Value = args.raw_get(place)?;
            let one = self.with_desk(|desk| self.take(desk.rules(), desk.state(), None, &value))?;
            taken.push(one.map_err(|wrong| match wrong {
                Wrong::Say(got) => Wrong::Say(format!("`{id}` got {got}")),
                other => other,
            })?);
        }
        let value = self.act(READ_COST, |desk| desk.function(row.function, &taken))?;
        self.give(lua, &value)
    }
}

/// Functions of the engine that take values. The others take names that are known only to a pack.
pub(crate) fn served() -> impl Iterator<Item = &'static Row> {
    FUNCTIONS.iter().filter(|row| !matches!(row.function, Function::StepIs | Function::CardsOf))
}

const _: () = assert!(COMMON.len() == 8, "a common member that `common` does not answer");
