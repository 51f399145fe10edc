//! Values on their way to a script.
//!
//! Entities and other things without a plain form are *handles*: light userdata, which are numbers to Lua. So they cost
//! nothing, equal handles are equal keys of a table, and the order of such a table is the same in every run. A script
//! has no way to make one.

use crate::door::{Door, Wrong};
use cardwright_core::space::Point;
use cardwright_core::value::*;
use mlua::{LightUserData, Lua, Table};
use std::ptr::without_provenance_mut;

pub(crate) const ENTITY: u8 = 1;
pub(crate) const ABILITY: u8 = 2;
/// A rule not yet run: its number among those that this call has seen.
pub(crate) const RULE: u8 = 3;
/// An effect proposed: its number among those of this call.
pub(crate) const PROPOSAL: u8 = 4;
/// Nothing, where nil cannot stand: within a list.
pub(crate) const NONE: u8 = 5;

const TAG_BITS: u32 = 3;

/// Largest number that a script sees exactly.
pub(crate) const LARGEST: i64 = 1 << 53;

/// What sort of handle, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle(pub(crate) u8, pub(crate) u32);

impl Handle {
    pub(crate) fn to_lua(self) -> mlua::Value {
        let number = ((self.1 as usize) << TAG_BITS) | usize::from(self.0);
        mlua::Value::LightUserData(LightUserData(without_provenance_mut(number)))
    }

    pub(crate) fn read(pointer: LightUserData) -> Option<Handle> {
        let number = pointer.0.addr();
        let tag = (number & ((1 << TAG_BITS) - 1)) as u8;
        let id = u32::try_from(number >> TAG_BITS).ok()?;
        (ENTITY..=NONE).contains(&tag).then_some(Handle(tag, id))
    }

    /// What it is, in a message.
    pub(crate) fn noun(self) -> &'static str {
        match self.0 {
            ENTITY => "an entity",
            ABILITY => "an ability",
            RULE => "a rule",
            PROPOSAL => "a proposed effect",
            _ => "none",
        }
    }
}

impl Door<'_> {
    /// A value as a script sees it.
    pub(crate) fn give(&self, lua: &Lua, value: &Value) -> Result<mlua::Value, Wrong> {
        Ok(match value {
            Value::Nothing => mlua::Value::Nil,
            Value::Number(number) => give_number(*number)?,
            Value::Truth(truth) => mlua::Value::Boolean(*truth),
            Value::Entity(entity) => Handle(ENTITY, entity.0).to_lua(),
            Value::Term(term) => match self.host.terms.get(term.index()) {
                Some(word) => mlua::Value::String(word.clone()),
                None => return Err(Wrong::say("a term is missing")),
            },
            Value::Ability(ability) => Handle(ABILITY, ability.0).to_lua(),
            Value::Def(def) => self.text(lua, |rules| rules.defs.get(def.index()).map(|d| d.id.clone()))?,
            Value::Card(card) => self.text(lua, |rules| rules.cards.get(card.index()).map(|c| c.id.clone()))?,
            Value::Point(point) => mlua::Value::Table(give_point(lua, *point)?),
            Value::List(list) => mlua::Value::Table(self.give_list(lua, list.iter())?),
            Value::Rule(_) => Handle(RULE, self.keep(value.clone())).to_lua(),
        })
    }

    /// An array, in the order it has.
    pub(crate) fn give_list<'v>(&self, lua: &Lua, list: impl ExactSizeIterator<Item = &'v Value>) -> Result<Table, Wrong> {
        let table = lua.create_table_with_capacity(list.len(), 0)?;
        for value in list {
            let value = match value {
                Value::Nothing => Handle(NONE, 0).to_lua(),
                value => self.give(lua, value)?,
            };
            table.raw_push(value)?;
        }
        Ok(table)
    }

    fn text(
        &self,
        lua: &Lua,
        find: impl FnOnce(&cardwright_core::rules::Ruleset) -> Option<String>,
    ) -> Result<mlua::Value, Wrong> {
        let text = self.with_desk(|desk| find(desk.rules()))?;
        Ok(mlua::Value::String(lua.create_string(text.unwrap_or_default())?))
    }
}

fn give_number(number: i64) -> Result<mlua::Value, Wrong> {
    if !(-LARGEST..=LARGEST).contains(&number) {
        return Err(Wrong::say(format!("the number {number} is too large for a script")));
    }
    Ok(mlua::Value::Number(number as f64))
}

fn give_point(lua: &Lua, point: Point) -> Result<Table, Wrong> {
    let table = lua.create_table_with_capacity(0, 2)?;
    table.raw_set("x", give_number(point.x)?)?;
    table.raw_set("y", give_number(point.y)?)?;
    Ok(table)
}
