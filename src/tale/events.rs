//! The line of one event.

use super::Teller;
use crate::fill::{Filling, fill};
use crate::say::Says;
use crate::tongue::said;
use cardwright_core::decision::Prompt;
use cardwright_core::event::What;
use cardwright_core::rules::Type;
use cardwright_core::space::{Point, format_length, path_length};
use cardwright_core::state::Lasts;
use cardwright_core::value::*;

impl Teller<'_> {
    pub(super) fn effect(&self, def: DefId, args: &[Value], originator: &Value) -> Option<String> {
        let definition = self.rules.defs.get(def.index())?;
        if args.iter().any(|arg| self.speaks_of_unseen(arg)) {
            return None;
        }
        if let Some(template) = self
            .words
            .says
            .get(&def)
            .filter(|_| (self.is_told(def, definition.told) && (!self.played() || args.iter().all(sayable))) || self.full())
        {
            let of = |slot: &str| {
                let place = definition.params.iter().position(|p| p.name == slot)?;
                let holds = definition.params.get(place).map(|p| &p.holds);
                args.get(place).map(|value| self.filling(value, holds))
            };
            return Some(fill(template, &of));
        }
        if definition.class == cardwright_core::rules::Class::Action {
            // What a scenario made up has no name; its own line stands above already.
            return self.words.defs.get(def.index()).map(|_| self.action(def, args));
        }
        if !self.full() {
            return None;
        }
        let says = self.says();
        let given = definition.params.iter().zip(args).map(|(p, v)| format!("{}: {}", p.name, says.typed(v, Some(&p.holds))));
        let by = originator.entity().map(|e| format!(" by {}", says.entity(e))).unwrap_or_default();
        Some(format!("{}({}){by}", definition.id, given.collect::<Vec<_>>().join(", ")))
    }

    /// An action under its name: who, what, on what.
    fn action(&self, def: DefId, args: &[Value]) -> String {
        let says = self.says();
        let name = self.words.def(def);
        let of_card = |who: &EntityId| self.state.entities.get(who.index()).filter(|entity| entity.pile.is_some());
        let (who, rest) = match args.split_first() {
            // Nobody acts with a card in a pile: its owner does something with it.
            Some((Value::Entity(card), _)) if of_card(card).is_some() => {
                let owner = of_card(card).and_then(|card| card.owner);
                (owner.map(|owner| format!("{}: ", says.player(owner))).unwrap_or_default(), args)
            }
            Some((Value::Entity(who), rest)) => (format!("{}: ", says.entity(*who)), rest),
            _ => (String::new(), args),
        };
        let rest: Vec<String> = rest.iter().map(|v| says.value(v)).collect();
        let blank = if rest.is_empty() { "" } else { " " };
        format!("{who}{name}{blank}{}", rest.join(", "))
    }

    fn filling(&self, value: &Value, holds: Option<&Type>) -> Filling {
        let many = match value {
            Value::List(members) => members.len() != 1,
            Value::Number(n) => n.abs() != 1,
            _ => false,
        };
        Filling { text: self.says().typed(value, holds), many }
    }

    /// What a field was and is: `3 → 2 (−1)`.
    pub(super) fn change(&self, what: &What) -> Option<String> {
        let says = self.says();
        let typed = |field: FieldId, value: &Value| says.typed(value, self.rules.fields.get(field.index()).map(|f| &f.holds));
        match what {
            What::Set { field, from, to, .. } => Some(format!("{} → {}", typed(*field, from), typed(*field, to))),
            What::Increased { field, by, to, .. } => {
                let sign = if *by < 0 { "−" } else { "+" };
                let was = Value::Number(to.saturating_sub(*by));
                let size = Value::Number(by.saturating_abs());
                let (was, is, size) = (typed(*field, &was), typed(*field, &Value::Number(*to)), typed(*field, &size));
                Some(format!("{was} → {is} ({sign}{size})"))
            }
            _ => None,
        }
    }

    /// Whether a piece is on the table, and the viewer sees nothing of it.
    fn unseen(&self, id: EntityId) -> bool {
        let Some(viewer) = self.viewer else { return false };
        self.state.entities.get(id.index()).is_some_and(|e| e.pile.is_none()) && !self.state.sees(self.rules, viewer, id)
    }

    /// Whether a piece of which the viewer sees nothing is a value, or in it.
    fn speaks_of_unseen(&self, value: &Value) -> bool {
        match value {
            Value::Entity(id) => self.unseen(*id),
            Value::List(members) => members.iter().any(|member| self.speaks_of_unseen(member)),
            _ => false,
        }
    }

    /// Whether something happens to one on the table of whom the viewer sees nothing, or is a secret of its.
    pub(super) fn is_unseen(&self, what: &What) -> bool {
        let Some(viewer) = self.viewer else { return false };
        let secret = |id: EntityId, field: FieldId| {
            self.rules.fields.get(field.index()).is_some_and(|field| field.secret)
                && self.state.entities.get(id.index()).is_some_and(|e| e.owner != Some(viewer))
        };
        match what {
            What::Set { entity, field, .. } | What::Increased { entity, field, .. } => {
                self.unseen(*entity) || secret(*entity, *field)
            }
            What::Moved { entity, .. } | What::Placed { entity, .. } | What::Removed { entity } => self.unseen(*entity),
            What::Began { lasting } => lasting.holder.is_some_and(|holder| self.unseen(holder)),
            What::Over { id } => {
                let lasting = self.state.lasting.iter().find(|lasting| lasting.id == *id);
                lasting.and_then(|lasting| lasting.holder).is_some_and(|holder| self.unseen(holder))
            }
            What::Answered { answer, .. } => self.speaks_of_unseen(answer),
            What::Told { values: args, .. } | What::Reckoned { args, .. } => args.iter().any(|arg| self.speaks_of_unseen(arg)),
            _ => false,
        }
    }

    pub(super) fn line(&self, what: &What) -> Option<String> {
        if self.is_unseen(what) {
            return None;
        }
        let says = self.says();
        match what {
            What::Set { field, .. } | What::Increased { field, .. } if !self.tells_field(*field) => None,
            What::Set { entity, field, .. } | What::Increased { entity, field, .. } => {
                let name = self.words.field(*field);
                // There is one game, and what it was before is known.
                if self.played() && *entity == GAME {
                    let holds = self.rules.fields.get(field.index()).map(|f| &f.holds);
                    return match what {
                        What::Set { to, .. } => Some(format!("{name}: {}", says.typed(to, holds))),
                        What::Increased { to, .. } => Some(format!("{name}: {}", says.typed(&Value::Number(*to), holds))),
                        _ => None,
                    };
                }
                Some(format!("{}: {name} {}", says.entity(*entity), self.change(what)?))
            }
            What::Moved { path, .. } if self.played() && path_length(path) == 0 => None,
            What::Moved { entity, path } => {
                let end = path.last().map(|p| self.point(*p)).unwrap_or_default();
                let (who, length) = (says.entity(*entity), self.length(path));
                Some(said!(self.words, "{who} moves {length} to {end}", "{who}移動{length}到 {end}"))
            }
            What::Placed { entity, to, .. } => {
                let (who, to) = (says.entity(*entity), to.map(|to| self.point(to)));
                Some(match to {
                    Some(to) => said!(self.words, "{who} is placed at {to}", "{who}放置在 {to}"),
                    None => said!(self.words, "{who} is taken off the table", "{who}離開桌面"),
                })
            }
            What::Shuffled { .. } if self.played() => None,
            What::Shuffled { pile, .. } => {
                let pile = self.pile(*pile);
                Some(said!(self.words, "{pile} is shuffled", "{pile}洗牌"))
            }
            What::Removed { entity } => {
                let who = says.entity(*entity);
                Some(said!(self.words, "{who} leaves the game", "{who}離開遊戲"))
            }
            What::Rolled { sides, .. } if self.played() && !self.tells_dice(*sides) => None,
            What::Rolled { sides, faces, .. } => {
                let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
                let faces = faces.join(", ");
                Some(said!(self.words, "rolls d{sides}: {faces}", "擲骰d{sides}：{faces}"))
            }
            What::Began { lasting } => self.begins(&lasting.what, lasting.holder, &lasting.frame),
            What::Over { id } => {
                let lasting = self.state.lasting.iter().find(|l| l.id == *id)?;
                match (&lasting.what, lasting.holder) {
                    (Lasts::Status(status), Some(holder)) => {
                        let (who, status) = (says.entity(holder), self.words.def(*status));
                        Some(said!(self.words, "{who} is no longer {status}", "{who}不再{status}"))
                    }
                    (Lasts::Lost(ability) | Lasts::Gained(ability), Some(holder)) => {
                        let (who, ability) = (says.entity(holder), self.words.ability(*ability));
                        Some(said!(self.words, "{who}: {ability} is over", "{who}：{ability}結束"))
                    }
                    (Lasts::Rules(_), holder) if self.full() => {
                        let of = of(holder, &says);
                        Some(said!(self.words, "a rule{of} ends", "規則結束{of}"))
                    }
                    _ => None,
                }
            }
            What::Ended { winners } => {
                let names: Vec<String> = winners.iter().map(|w| says.player(*w)).collect();
                let result = crate::session::won(self.words, &names, self.state.players);
                Some(match names.as_slice() {
                    [] => said!(self.words, "the game ends without a winner", "遊戲結束，沒有勝者"),
                    _ => said!(self.words, "the game ends: {result}", "遊戲結束：{result}"),
                })
            }
            // Of what is never told, nobody needs to hear that it does not happen.
            What::Stopped { def } if self.played() && !self.is_heard_of(*def) => None,
            What::Stopped { def } => {
                let what = self.words.def(*def);
                Some(said!(self.words, "{what} is stopped", "{what}中止"))
            }
            What::Step { step } if self.played() && !self.tells_step(*step) => None,
            What::Step { step } => {
                let name = self.words.step(*step);
                (!name.is_empty()).then(|| format!("— {name} —"))
            }
            What::Reckoned { .. } if self.played() && !self.reasons => None,
            What::Reckoned { def, args, reckoning } => Some(self.reckoned(*def, args, reckoning)),
            // Who has just typed it need not read it.
            What::Answered { player, .. } if self.played() && self.viewer == Some(*player) && !self.reasons => None,
            What::Answered { answer, .. } if self.played() && is_somewhere(answer) => None,
            What::Answered { player, prompt, answer, secret } => {
                let hidden = *secret && self.viewer.is_some_and(|viewer| viewer != *player);
                let prompt = match prompt {
                    Prompt::Text(number) => self.words.text(*number),
                    Prompt::Words(words) => words,
                };
                let answer = if hidden { said!(self.words, "(secret)", "（秘密）") } else { says.value(answer) };
                Some(format!("{} — {prompt} {answer}", says.player(*player)))
            }
            What::Told { text, values } => {
                let of = |slot: &str| slot.parse::<usize>().ok().and_then(|n| values.get(n)).map(|v| self.filling(v, None));
                let text = self.words.text(*text);
                let said = fill(text, &of);
                // A telling without numbered slots has its values behind it.
                if text.contains('{') || values.is_empty() {
                    return Some(said);
                }
                Some(format!("{said} {}", values.iter().map(|v| says.value(v)).collect::<Vec<_>>().join(", ")))
            }
            What::Clock { .. }
            | What::Effect { .. }
            | What::Done { .. }
            | What::Created { .. }
            | What::Put { .. }
            | What::Revealed { .. }
            | What::Became { .. }
            | What::Controlled { .. } => None,
        }
    }

    /// Notes unowned pieces that come into the game; true of what is told of them before the next step.
    pub(super) fn is_born(&mut self, what: &What) -> bool {
        match what {
            What::Step { .. } => self.born.clear(),
            What::Placed { entity, .. } | What::Set { entity, .. } | What::Increased { entity, .. } => {
                return self.played() && self.born.contains(entity);
            }
            _ => {}
        }
        false
    }

    /// Whether an effect is told under its sentence: it says so itself, or the look of the game does.
    fn is_told(&self, def: DefId, told: bool) -> bool {
        told || (self.played() && self.face.is_some_and(|face| face.tells.contains_key(&def)))
    }

    /// Whether players ever read of a definition: an action, or an effect that is told.
    fn is_heard_of(&self, def: DefId) -> bool {
        let definition = self.rules.defs.get(def.index());
        definition.is_some_and(|of| of.class == cardwright_core::rules::Class::Action || self.is_told(def, of.told))
    }

    /// `was`: the name before. A piece with a name of its own keeps it, so the card is named.
    pub(super) fn became(&self, what: &What, was: &str) -> Option<String> {
        let What::Became { entity, card, .. } = what else { return None };
        let card = self.words.card(*card);
        (!self.hidden_on_the_way(*entity)).then(|| said!(self.words, "{was} becomes {card}", "{was}變成{card}"))
    }

    /// Events told after they happened. `from`: the pile in which a moved card lay.
    pub(super) fn arrival(&self, what: &What, from: Option<u32>) -> Option<String> {
        let says = self.says();
        match what {
            What::Created { entity, data } => {
                // Cards that are made lie in a pile a moment later, which is told.
                let on_table =
                    self.rules.kinds.get(data.kind.index()).is_some_and(|k| k.body != cardwright_core::rules::Body::None);
                let told = if self.played() { on_table && data.owner.is_some() } else { on_table || self.full() };
                let who = says.entity(*entity);
                told.then(|| said!(self.words, "{who} comes into the game", "{who}進入遊戲"))
            }
            What::Put { entity, pile: Some(pile), place } => {
                if from.is_none() && !self.full() {
                    return None;
                }
                let under = if *place > 0 { "under " } else { "" };
                let from = from.map(|from| format!("{} → ", self.pile(from))).unwrap_or_default();
                let name = if self.viewer.is_some() && self.hidden_on_the_way(*entity) {
                    said!(self.words, "a card", "一張牌")
                } else {
                    says.entity(*entity)
                };
                Some(format!("{name}: {from}{under}{}", self.pile(*pile)))
            }
            What::Put { entity, pile: None, .. } => {
                let who = says.entity(*entity);
                self.full().then(|| said!(self.words, "{who} is taken out of its pile", "{who}離開牌堆"))
            }
            What::Revealed { entity, to } => {
                let all = (1_u64 << self.state.players) - 1;
                let to_all = u64::from(*to) & all == all;
                let players: Vec<String> =
                    self.state.seats().filter(|p| to & (1 << (p.0 - 1)) != 0).map(|p| says.player(p)).collect();
                if players.is_empty() {
                    return None;
                }
                let who = says.entity(*entity);
                let (english, chinese) = (players.join(" and "), players.join("和"));
                let (english, chinese) = if to_all { ("all".into(), "所有人".into()) } else { (english, chinese) };
                Some(said!(self.words, "{who} is shown to {english}", "{who}展示給{chinese}"))
            }
            What::Controlled { entity, by } => {
                let (who, by) = (says.entity(*entity), by.map(|by| says.player(by)));
                Some(match by {
                    Some(by) => said!(self.words, "{by} controls {who}", "{by}控制{who}"),
                    None => said!(self.words, "nobody controls {who}", "無人控制{who}"),
                })
            }
            _ => None,
        }
    }

    fn tells_dice(&self, sides: u32) -> bool {
        self.face.and_then(|face| face.dice.as_ref()).is_none_or(|told| told.contains(&sides))
    }

    fn tells_step(&self, step: StepId) -> bool {
        self.face.and_then(|face| face.steps.as_ref()).is_none_or(|told| told.contains(&step))
    }

    /// A place; a reader of a game is content with tenths.
    fn point(&self, at: Point) -> String {
        if self.played() { crate::say::point(Point::new(tenths(at.x), tenths(at.y))) } else { crate::say::point(at) }
    }

    fn length(&self, path: &[Point]) -> String {
        match self.face.and_then(|face| face.squares).filter(|_| self.played()) {
            Some(squares) => crate::squares::told(self.words, squares.along(path)),
            None => format_length(if self.played() { tenths(path_length(path)) } else { path_length(path) }),
        }
    }

    pub(super) fn hidden_on_the_way(&self, entity: EntityId) -> bool {
        self.viewer.is_some_and(|viewer| !self.state.sees(self.rules, viewer, entity))
    }

    fn begins(&self, what: &Lasts, holder: Option<EntityId>, frame: &[Value]) -> Option<String> {
        let says = self.says();
        let who = holder.map(|h| says.entity(h)).unwrap_or_else(|| says.entity(GAME));
        match what {
            Lasts::Status(status) => {
                let args: Vec<String> = frame.iter().filter(|v| **v != Value::Nothing).map(|v| says.value(v)).collect();
                let args = if args.is_empty() { String::new() } else { format!(" {}", args.join(" ")) };
                let status = self.words.def(*status);
                Some(said!(self.words, "{who} is now {status}{args}", "{who}成為{status}{args}"))
            }
            Lasts::Lost(ability) => {
                let ability = self.words.ability(*ability);
                Some(said!(self.words, "{who} loses {ability}", "{who}失去{ability}"))
            }
            Lasts::Gained(ability) => {
                let ability = self.words.ability(*ability);
                Some(said!(self.words, "{who} gains {ability}", "{who}獲得{ability}"))
            }
            Lasts::Used(used) if self.full() => {
                let used = says.value(used);
                Some(said!(self.words, "{who} has used {used}", "{who}使用了{used}"))
            }
            Lasts::Rules(rules) if self.full() => {
                let why: Vec<String> =
                    rules.iter().filter_map(|r| self.rules.attachments.get(r.index())).filter_map(|a| self.why(a)).collect();
                let (of, why) = (of(holder, &says), bracketed(&why));
                Some(said!(self.words, "a rule{of} begins{why}", "規則開始{of}{why}"))
            }
            Lasts::Used(_) | Lasts::Rules(_) => None,
        }
    }
}

/// Rounded to tenths of an inch.
fn tenths(length: i64) -> i64 {
    (length + 50).div_euclid(100) * 100
}

/// Whether an answer is a place or a path: what is done with it is told in the next line.
fn is_somewhere(answer: &Value) -> bool {
    matches!(answer, Value::Point(_))
        || matches!(answer, Value::List(members) if !members.is_empty() && members.iter().all(|m| matches!(m, Value::Point(_))))
}

/// Whether a value can be said; rules that are passed cannot.
fn sayable(value: &Value) -> bool {
    match value {
        Value::Rule(_) => false,
        Value::List(members) => members.iter().all(sayable),
        _ => true,
    }
}

pub(super) fn of(holder: Option<EntityId>, says: &Says<'_>) -> String {
    let Some(who) = holder.map(|holder| says.entity(holder)) else { return String::new() };
    said!(says.words, " of {who}", "（{who}）")
}

pub(super) fn bracketed(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}
