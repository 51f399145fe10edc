//! `use.ask`: a question of a script, checked before anyone hears it.

use crate::door::{ACT_COST, Door, Served, Wrong, nearest_to};
use crate::names::{described, hint};
use crate::take::{members, take_number};
use cardwright_core::decision::Options;
use cardwright_core::rules::Type;
use cardwright_core::value::*;
use mlua::{Lua, Table};

/// Longest prompt in bytes.
const LONGEST_PROMPT: usize = 500;

impl Door<'_> {
    pub(crate) fn ask(&self, lua: &Lua, question: &mlua::Value) -> Served {
        let mlua::Value::Table(question) = question else {
            return Err(Wrong::say(format!(
                "`use.ask` wants a table, such as `use.ask{{player=…, prompt=…, yes_no=true}}`, and got {}",
                described(question)
            )));
        };
        self.check_question(question)?;
        let prompt: mlua::Value = question.raw_get("prompt")?;
        let prompt = match &prompt {
            mlua::Value::String(text) if text.as_bytes().len() <= LONGEST_PROMPT => text.to_string_lossy(),
            mlua::Value::String(_) => return Err(Wrong::say(format!("a prompt has at most {LONGEST_PROMPT} bytes"))),
            other => return Err(Wrong::say(format!("`use.ask` wants `prompt`, a text, and got {}", described(other)))),
        };
        let written: mlua::Value = question.raw_get("player")?;
        let (player, players) = self.with_desk(|desk| {
            let player = self.take(desk.rules(), desk.state(), Some(&Type::Entity), &written).ok().and_then(|p| p.entity());
            (player, desk.state().players)
        })?;
        let player = player.filter(|p| (1..=players).contains(&p.0)).ok_or_else(|| {
            let got = described(&written);
            Wrong::say(format!(
                "`use.ask` wants `player`, the player who is asked, and got {got}; write `use.player` or its `owner`"
            ))
        })?;
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
            Some((shown, near)) => {
                let help = near.map_or_else(|| format!("; it takes {}", KNOWN.join(", ")), |near| hint(Some(&near)));
                Err(Wrong::say(format!("`use.ask` takes no {shown}{help}")))
            }
            None => Ok(()),
        }
    }

    fn options(&self, question: &Table) -> Result<Options, Wrong> {
        let (among, yes_no, number): (mlua::Value, mlua::Value, mlua::Value) =
            (question.raw_get("among")?, question.raw_get("yes_no")?, question.raw_get("number")?);
        const ONE: &str = "`use.ask` wants one of `among = {…}`, `yes_no = true` and `number = {from, to}`";
        let given =
            [("among", &among), ("yes_no", &yes_no), ("number", &number)].into_iter().filter(|(_, value)| !value.is_nil());
        let given: Vec<String> = given.map(|(name, _)| format!("`{name}`")).collect();
        if given.len() != 1 {
            let got = if given.is_empty() { "none of them".to_owned() } else { given.join(" and ") };
            return Err(Wrong::say(format!("{ONE}, and got {got}")));
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
            let of = self
                .with_desk(|desk| {
                    let members = members(list)?;
                    members.iter().map(|m| self.take(desk.rules(), desk.state(), None, m)).collect::<Result<Vec<Value>, _>>()
                })?
                .map_err(|wrong| match wrong {
                    Wrong::Say(got) => Wrong::Say(format!("`among` of `use.ask` wants a list of values, and got {got}")),
                    other => other,
                })?;
            let (least, most) = (bound("least", 1)?, bound("most", 1)?);
            if least > most || least as usize > of.len() {
                return Err(Wrong::say(format!(
                    "`use.ask` wants between {least} and {most} of {}, which nobody can choose",
                    of.len()
                )));
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
            // Of the three only one is there, and no table where a table is wanted.
            _ => {
                let (name, wanted) = match (among.is_nil(), number.is_nil()) {
                    (false, _) => ("among", "a list of values"),
                    (_, false) => ("number", "two numbers, `{from, to}`,"),
                    _ => ("yes_no", "`true`"),
                };
                let value: mlua::Value = question.raw_get(name)?;
                Err(Wrong::say(format!("`{name}` of `use.ask` wants {wanted} and got {}", described(&value))))
            }
        }
    }
}
