//! What the view has the core do: propose, resolve and roll.

use crate::door::{ACT_COST, Door, MOST_KEPT, Served, Wrong};
use crate::give::{Handle, PROPOSAL};
use crate::names::{described, hint, nearest};
use crate::take::{take_number, wanted};
use cardwright_core::hook::Desk;
use cardwright_core::rules::{Class, Def, Param, Ruleset};
use cardwright_core::value::*;
use mlua::Lua;

impl Door<'_> {
    pub(crate) fn propose(&self, effect: i64, args: &mlua::Value) -> Served {
        let def = DefId(u32::try_from(effect).unwrap_or(u32::MAX));
        let taken = self.with_desk(|desk| {
            let rules = desk.rules();
            let definition = rules
                .defs
                .get(def.index())
                .filter(|d| d.class == Class::Effect)
                .ok_or_else(|| Wrong::say("an effect is missing"))?;
            let mut given = vec![mlua::Value::Nil; definition.params.len()];
            match args {
                mlua::Value::Nil => {}
                mlua::Value::Table(table) => table
                    .for_each(|key: mlua::Value, value: mlua::Value| {
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
                    })
                    .map_err(|error| match error.downcast_ref::<Stranger>() {
                        Some(Stranger(shown, name)) => {
                            let help = stranger(definition, name);
                            Wrong::say(format!("the effect `{}` takes no {shown}{help}", definition.id))
                        }
                        None => Wrong::Lua(error),
                    })?,
                other => {
                    return Err(Wrong::say(format!(
                        "write `fx.{}{{…}}` with its arguments by name; this is {}",
                        definition.id,
                        described(other)
                    )));
                }
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
    pub(crate) fn arguments(
        &self,
        desk: &dyn Desk,
        id: &str,
        params: &[Param],
        given: &[mlua::Value],
    ) -> Result<Vec<Value>, Wrong> {
        let rules = desk.rules();
        let end = given.iter().rposition(|v| !v.is_nil()).map_or(0, |last| last + 1);
        if let Some(missing) = params.iter().skip(end).find(|p| p.default.is_none()) {
            return Err(Wrong::say(format!("`{id}` wants `{}`, {}", missing.name, wanted(rules, &missing.holds))));
        }
        let mut taken = Vec::with_capacity(end);
        for (param, value) in params.iter().zip(given).take(end) {
            if value.is_nil() {
                let default = param
                    .default
                    .ok_or_else(|| Wrong::say(format!("`{id}` wants `{}`, {}", param.name, wanted(rules, &param.holds))))?;
                let plain = plain_default(rules, desk.ambient(), default);
                taken.push(plain.ok_or_else(|| {
                    Wrong::say(format!("`{id}` wants `{}` too where an argument after it is given", param.name))
                })?);
                continue;
            }
            taken.push(self.take(rules, desk.state(), Some(&param.holds), value).map_err(|wrong| match wrong {
                Wrong::Say(got) => {
                    Wrong::Say(format!("`{}` of `{id}` wants {}, and got {got}", param.name, wanted(rules, &param.holds)))
                }
                other => other,
            })?);
        }
        Ok(taken)
    }

    pub(crate) fn resolve(&self, lua: &Lua, what: &mlua::Value) -> Served {
        let Some(proposals) = self.proposals(what)? else {
            return Err(Wrong::say(format!(
                "`use.resolve` wants an effect, such as `fx.name{{…}}`, and got {}",
                described(what)
            )));
        };
        let mut last = Value::Nothing;
        for (def, args) in proposals {
            last = self.act(ACT_COST, |desk| desk.resolve(def, &args))?;
        }
        self.give(lua, &last)
    }

    pub(crate) fn roll(&self, lua: &Lua, count: &mlua::Value, sides: &mlua::Value) -> Served {
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

/// What is said behind an argument that an effect does not take: the one that was meant, else those it takes.
pub(crate) fn stranger(effect: &Def, name: &str) -> String {
    let near = nearest(name, effect.params.iter().map(|param| param.name.as_str()));
    near.map_or_else(|| format!("; it takes {}", takes(&effect.params)), |near| hint(Some(near)))
}

pub(crate) fn takes(params: &[Param]) -> String {
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
