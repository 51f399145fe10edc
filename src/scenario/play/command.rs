//! A line of a `play` block as a command: who does what with whom, a rule in words, values and names.

use super::{Order, Player};
use crate::page::Trouble;
use crate::page::line::{Reader, starts_with_name, unknown};
use crate::question;
use crate::scenario::bench::{self, Locals};
use crate::words::plain_name;
use cardwright_core::clock::waiting;
use cardwright_core::decision::{Command, Offer};
use cardwright_core::resolve::{Answers, Chance, run_with};
use cardwright_core::rules::Type;
use cardwright_core::value::*;

impl Player<'_> {
    pub(super) fn read_command(&mut self, reader: &mut Reader<'_>) -> Result<Order, Trouble> {
        let text = reader.rest();
        let now = |player: &Self, command: Command| Order { command, state: player.state.clone() };
        if plain_name(text) == "begin" {
            return Ok(now(self, Command::Begin));
        }
        if plain_name(text) == "pass" {
            let player = self.waiting_player().ok_or_else(|| reader.trouble("nobody's turn it is to pass"))?;
            return Ok(now(self, Command::Pass { player }));
        }
        let Some(actor) = self.actor(reader)? else {
            let said = self.absent(reader).unwrap_or_else(|| {
                let said = unknown("piece or player of this board", text, self.names.keys().map(String::as_str));
                format!("{said}; other lines are `answer: …`, `path: …`, `pass`, `rolls …` and `begin`")
            });
            return Err(reader.trouble(said));
        };
        let player = if actor.0 <= self.state.players {
            actor
        } else {
            self.state.entity(actor).owner.ok_or_else(|| reader.trouble("it belongs to nobody, so nobody can act with it"))?
        };
        if reader.take("does") {
            return self.does(reader, actor, player);
        }
        if reader.rest().starts_with(':') {
            reader.skip(1);
        }
        if matches!(plain_name(reader.rest()).as_str(), "pass" | "passes") {
            return Ok(now(self, Command::Pass { player }));
        }
        let command = self.action(reader, actor, player)?;
        Ok(now(self, command))
    }

    pub(crate) fn waiting_player(&self) -> Option<EntityId> {
        waiting(&self.rules, &*self.game.host, &self.state).ok().flatten().map(|w| w.player)
    }

    /// A piece or player: by the names of the board, else by the names of the state.
    pub(crate) fn actor(&self, reader: &mut Reader<'_>) -> Result<Option<EntityId>, Trouble> {
        if let Some(id) = reader.name(self.names.iter().map(|(n, e)| (n.clone(), *e))) {
            return Ok(Some(id));
        }
        let says = self.says();
        let mut all: Vec<(String, EntityId)> = Vec::new();
        for id in (1..self.state.entities.len() as u32).map(EntityId).filter(|id| self.state.entity(*id).present) {
            all.extend(question::names(&says, &Value::Entity(id)).into_iter().map(|name| (name, id)));
        }
        // Longest first; a name that several have says nobody.
        let mut best: Option<(usize, Vec<EntityId>)> = None;
        for (name, id) in all {
            let Some(length) = starts_with_name(reader.rest(), &name) else { continue };
            match &mut best {
                Some((longest, ids)) if *longest == length => {
                    if !ids.contains(&id) {
                        ids.push(id);
                    }
                }
                Some((longest, _)) if *longest > length => {}
                _ => best = Some((length, vec![id])),
            }
        }
        match best {
            Some((length, ids)) if ids.len() == 1 => {
                reader.skip(length);
                Ok(ids.first().copied())
            }
            Some((_, ids)) => {
                let names: Vec<String> = ids.iter().map(|id| says.entity(*id)).collect();
                Err(reader.trouble(format!("this could be {}; give them names on the board", names.join(" or "))))
            }
            None => Ok(None),
        }
    }

    /// An action with its arguments, matched against what the clock offers.
    pub(crate) fn action(&self, reader: &mut Reader<'_>, actor: EntityId, player: EntityId) -> Result<Command, Trouble> {
        let mut actions: Vec<(String, DefId)> = Vec::new();
        for (index, def) in self.rules.defs.iter().enumerate().filter(|(_, d)| d.class == cardwright_core::rules::Class::Action) {
            let id = DefId(index as u32);
            for name in [plain_name(&def.id), plain_name(self.words.def(id))] {
                actions.push((name, id));
            }
        }
        let known: Vec<String> = actions.iter().map(|(name, _)| name.clone()).collect();
        let Some(action) = reader.name(actions) else {
            return Err(reader.trouble(unknown("action", reader.rest(), known.iter().map(String::as_str))));
        };
        let waiting = waiting(&self.rules, &*self.game.host, &self.state)
            .map_err(|halt| reader.trouble(self.game.halt(self.words, &halt)))?;
        let offers: Vec<Offer> = waiting
            .map(|w| w.offers)
            .unwrap_or_default()
            .into_iter()
            .filter(|o| matches!(&o.command, Command::Act { action: a, player: p, .. } if *a == action && *p == player))
            .collect();
        let by_piece = actor != player;
        let found: Vec<&Command> =
            offers.iter().map(|o| &o.command).filter(|command| self.fits(command, actor, by_piece, reader.rest())).collect();
        match found.as_slice() {
            [one] => Ok((*one).clone()),
            [] => {
                // Not on offer: said as it is, so that the core refuses it in its own words.
                let args = self.literal(reader, action, actor, by_piece)?;
                Ok(Command::Act { player, action, args })
            }
            several => {
                let labels: Vec<String> = several.iter().map(|c| crate::human::label(&self.says(), c)).collect();
                Err(reader.trouble(format!("this could be {}", labels.join(" or "))))
            }
        }
    }

    /// Whether what is written behind the action names its arguments; the actor's own need not be written.
    fn fits(&self, command: &Command, actor: EntityId, by_piece: bool, text: &str) -> bool {
        let Command::Act { args, .. } = command else { return false };
        let args = if by_piece {
            match args.split_first() {
                Some((Value::Entity(first), rest)) if *first == actor => rest,
                _ => return false,
            }
        } else {
            args.as_slice()
        };
        let says = self.says();
        let mut rest = text.trim();
        for arg in args {
            if rest.is_empty() {
                return true;
            }
            rest = rest.trim_start_matches([' ', ',', ':']);
            for word in ["on ", "with ", "against ", "at ", "to ", "using "] {
                rest = rest.strip_prefix(word).unwrap_or(rest);
            }
            let mut names = question::names(&says, arg);
            if let Value::Number(number) = arg {
                names.push(number.to_string());
            }
            let Some(length) = names.iter().filter_map(|name| starts_with_name(rest, name)).max() else { return false };
            rest = rest.get(length..).unwrap_or("").trim_start();
        }
        rest.is_empty()
    }

    fn literal(&self, reader: &mut Reader<'_>, action: DefId, actor: EntityId, by_piece: bool) -> Result<Vec<Value>, Trouble> {
        let params = self.rules.defs.get(action.index()).map(|d| d.params.clone()).unwrap_or_default();
        let mut args = Vec::new();
        for (place, param) in params.iter().enumerate() {
            if place == 0 && by_piece {
                args.push(Value::Entity(actor));
                continue;
            }
            if reader.is_done() {
                break;
            }
            for word in ["on", "with", "against", "at", "to", "using"] {
                if reader.take(word) {
                    break;
                }
            }
            args.push(reader.value(&self.says(), &self.names, &param.holds)?);
        }
        if !reader.is_done() {
            return Err(reader.trouble(format!("`{}` is not among what this action is used on", reader.rest())));
        }
        Ok(args)
    }

    /// `does: "…" target Doug x 3`
    fn does(&mut self, reader: &mut Reader<'_>, actor: EntityId, player: EntityId) -> Result<Order, Trouble> {
        if reader.rest().starts_with(':') {
            reader.skip(1);
        }
        let quoted = |open: char, close: char, rest: &str| -> Option<(usize, String)> {
            let inner = rest.strip_prefix(open)?;
            // Up to the last closing mark: inches in the text are written with the same sign.
            let end = inner.rfind(close)?;
            Some((open.len_utf8() + end + close.len_utf8(), inner.get(..end)?.to_owned()))
        };
        let found = quoted('"', '"', reader.rest())
            .or_else(|| quoted('“', '”', reader.rest()))
            .or_else(|| quoted('「', '」', reader.rest()));
        let Some((length, text)) = found else { return Err(reader.trouble("card text stands here in quotation marks")) };
        let here = reader.clone();
        reader.skip(length);
        let target = reader.rest().split_whitespace().any(|word| word == "target");
        let mut body = self.texts.effects(&mut self.rules, &text, target).map_err(|message| here.trouble(message))?;
        while !reader.is_done() {
            if reader.take("target") {
                let Some(target) = self.actor(reader)? else {
                    return Err(reader.trouble(unknown(
                        "piece or player of this board",
                        reader.rest(),
                        self.names.keys().map(String::as_str),
                    )));
                };
                body = bench::with_target(&mut self.rules, Value::Entity(target), body);
            } else if reader.take("x") {
                let number = reader.value(&self.says(), &self.names, &Type::Number)?;
                let number = bench::add(&mut self.rules, cardwright_core::rules::Node::Value(number));
                body = bench::add(
                    &mut self.rules,
                    cardwright_core::rules::Node::With(cardwright_core::rules::Speaks::X, number, body),
                );
            } else {
                return Err(reader.trouble("behind the text stand `target NAME` and `x NUMBER`, or nothing"));
            }
        }
        let bench = bench::bench(&mut self.rules, "scenario", body, player, 0);
        let command = Command::Act { player, action: bench.action, args: vec![Value::Entity(actor)] };
        Ok(Order { command, state: bench::on_top(&self.state, bench) })
    }

    /// The value of an expression of the notation, in the state as it stands.
    ///
    /// Errors: what is wrong with it, in words.
    pub(crate) fn value(&mut self, text: &str) -> Result<Value, String> {
        let (text, locals, values) = self.localised(text);
        let node = self.texts.expression(&mut self.rules, &text, &locals)?;
        let body = bench::telling(&mut self.rules, node);
        let player = EntityId(1);
        let bench = bench::bench(&mut self.rules, "expect", body, player, locals.len().saturating_sub(1));
        let mut state = bench::on_top(&self.state, bench);
        state.winners = None;
        let command = Command::Act { player, action: bench.action, args: values };
        let done = run_with(&self.rules, &*self.game.host, &state, &command, Answers::Given(&[]), Chance::Seeded)
            .map_err(|halt| self.game.halt(self.words, &halt))?;
        let told = done.log.iter().find_map(|event| match &event.what {
            cardwright_core::event::What::Told { text: u32::MAX, values } => values.first().cloned(),
            _ => None,
        });
        Ok(told.unwrap_or(Value::Nothing))
    }

    /// Names of pieces become names of the notation: `Beaky Bobby` is `piece_3`.
    fn localised(&self, text: &str) -> (String, Locals, Vec<Value>) {
        let mut out = String::with_capacity(text.len());
        let mut locals: Locals = vec![("scenario_originator".into(), Type::Entity)];
        let mut values = vec![Value::Nothing];
        // A player called as a term is (red) is meant only by `P1`.
        let term = |name: &str| self.rules.terms.iter().any(|t| plain_name(&t.id) == name);
        let mut names: Vec<(&String, EntityId)> = self
            .names
            .iter()
            .map(|(name, id)| (name, *id))
            .filter(|(name, id)| id.0 > self.state.players || !term(name))
            .collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let mut rest = text;
        let mut inside_word = false;
        while let Some(c) = rest.chars().next() {
            let found = if inside_word {
                None
            } else {
                names.iter().find_map(|(name, id)| starts_with_name(rest, name).map(|length| (length, *id)))
            };
            // A name followed by a bracket is a call: `melee(Bobby)` where a piece is called Melee.
            let found = found.filter(|(length, _)| !rest.get(*length..).unwrap_or("").starts_with('('));
            if let Some((length, id)) = found {
                let local = format!("piece_{}", id.0);
                out.push_str(&local);
                if !locals.iter().any(|(known, _)| *known == local) {
                    locals.push((local, Type::One(self.state.entity(id).kind)));
                    values.push(Value::Entity(id));
                }
                rest = rest.get(length..).unwrap_or("");
                inside_word = false;
                continue;
            }
            out.push(c);
            inside_word = c.is_ascii_alphanumeric() || c == '_' || c == '.';
            rest = rest.get(c.len_utf8()..).unwrap_or("");
        }
        (out, locals, values)
    }
}
