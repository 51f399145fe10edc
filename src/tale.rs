//! The log in words: events become indented lines.
//!
//! The teller applies each event to a state of its own, so that a line speaks of the game as it stood at that moment.

use crate::fill::{Filling, fill};
use crate::name::Given;
use crate::say::Says;
use crate::words::Words;
use cardwright_core::decision::Prompt;
use cardwright_core::event::{Event, Reckoning, What, apply};
use cardwright_core::rules::{Attachment, Ruleset, Type};
use cardwright_core::space::{format_length, path_length};
use cardwright_core::state::{Lasts, State};
use cardwright_core::value::*;

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How deep it lies in the effects that caused it.
    pub depth: usize,
    /// The words.
    pub text: String,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:indent$}{}", "", self.text, indent = self.depth * 2)
    }
}

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detail {
    /// What a player wants to read.
    #[default]
    Plain,
    /// Every effect, use and lasting rule as well.
    Full,
}

/// Tells events in order.
pub struct Teller<'a> {
    rules: &'a Ruleset,
    words: &'a Words,
    given: &'a Given,
    state: State,
    viewer: Option<EntityId>,
    detail: Detail,
    /// Effects under way: the definition, and whether it indents what belongs to it.
    open: Vec<(DefId, bool)>,
}

impl<'a> Teller<'a> {
    /// A teller that starts from a state. A viewer hears only what that player may know.
    pub fn new(
        rules: &'a Ruleset,
        words: &'a Words,
        given: &'a Given,
        state: State,
        viewer: Option<EntityId>,
        detail: Detail,
    ) -> Self {
        Teller { rules, words, given, state, viewer, detail, open: Vec::new() }
    }

    /// All lines of a list of events.
    pub fn tell(&mut self, events: &[Event]) -> Vec<Line> {
        events.iter().filter_map(|event| self.one(event)).collect()
    }

    /// The line of one event, if it is told.
    pub fn one(&mut self, event: &Event) -> Option<Line> {
        let depth = self.open.iter().filter(|(_, indents)| *indents).count();
        let line = match &event.what {
            What::Effect { def, args, originator } => {
                let text = self.effect(*def, args, originator);
                self.open.push((*def, text.is_some()));
                text
            }
            What::Done { def } => {
                // What was stopped half-way by a listener leaves no `Done`; the effects around it still close.
                while let Some((open, _)) = self.open.pop() {
                    if open == *def {
                        break;
                    }
                }
                None
            }
            other => self.line(other),
        };
        // Names of what comes into the game are known only after it has come.
        let after =
            matches!(event.what, What::Created { .. } | What::Put { .. } | What::Revealed { .. } | What::Controlled { .. });
        // A new name is told with the old one: both are known only together.
        let was = if let What::Became { entity, .. } = &event.what { Some(self.says().entity(*entity)) } else { None };
        let before = (!after).then_some(line);
        let from = if let What::Put { entity, .. } = &event.what { self.state.entity(*entity).pile } else { None };
        apply(&mut self.state, self.rules, event);
        let text = match before {
            Some(line) => match was {
                Some(was) => self.became(&event.what, &was),
                None => line,
            },
            None => self.arrival(&event.what, from),
        };
        text.map(|text| Line { depth, text })
    }

    fn says(&self) -> Says<'_> {
        Says { rules: self.rules, words: self.words, given: self.given, state: &self.state, viewer: self.viewer }
    }

    fn full(&self) -> bool {
        self.detail == Detail::Full
    }

    fn effect(&self, def: DefId, args: &[Value], originator: &Value) -> Option<String> {
        let definition = self.rules.defs.get(def.index())?;
        if let Some(template) = self.words.says.get(&def).filter(|_| definition.told || self.full()) {
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
        let (who, rest) = match args.split_first() {
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

    fn line(&self, what: &What) -> Option<String> {
        let says = self.says();
        let typed = |field: FieldId, value: &Value| says.typed(value, self.rules.fields.get(field.index()).map(|f| &f.holds));
        match what {
            What::Set { entity, field, from, to } => {
                let name = self.words.field(*field);
                Some(format!("{}: {name} {} → {}", says.entity(*entity), typed(*field, from), typed(*field, to)))
            }
            What::Increased { entity, field, by, to } => {
                let (name, sign) = (self.words.field(*field), if *by < 0 { "−" } else { "+" });
                let was = Value::Number(to.saturating_sub(*by));
                let size = Value::Number(by.saturating_abs());
                Some(format!(
                    "{}: {name} {} → {} ({sign}{})",
                    says.entity(*entity),
                    typed(*field, &was),
                    typed(*field, &Value::Number(*to)),
                    typed(*field, &size)
                ))
            }
            What::Moved { entity, path } => {
                let end = path.last().map(|p| crate::say::point(*p)).unwrap_or_default();
                Some(format!("{} moves {} to {end}", says.entity(*entity), format_length(path_length(path))))
            }
            What::Placed { entity, to, .. } => Some(match to {
                Some(to) => format!("{} is placed at {}", says.entity(*entity), crate::say::point(*to)),
                None => format!("{} is taken off the table", says.entity(*entity)),
            }),
            What::Shuffled { pile, .. } => Some(format!("{} is shuffled", self.pile(*pile))),
            What::Removed { entity } => Some(format!("{} leaves the game", says.entity(*entity))),
            What::Rolled { sides, faces, .. } => {
                let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
                Some(format!("rolls d{sides}: {}", faces.join(", ")))
            }
            What::Began { lasting } => self.begins(&lasting.what, lasting.holder, &lasting.frame),
            What::Over { id } => {
                let lasting = self.state.lasting.iter().find(|l| l.id == *id)?;
                match (&lasting.what, lasting.holder) {
                    (Lasts::Status(status), Some(holder)) => {
                        Some(format!("{} is no longer {}", says.entity(holder), self.words.def(*status)))
                    }
                    (Lasts::Lost(ability) | Lasts::Gained(ability), Some(holder)) => {
                        Some(format!("{}: {} is over", says.entity(holder), self.words.ability(*ability)))
                    }
                    (Lasts::Rules(_), holder) if self.full() => Some(format!("a rule{} ends", of(holder, &says))),
                    _ => None,
                }
            }
            What::Ended { winners } => {
                let names: Vec<String> = winners.iter().map(|w| says.player(*w)).collect();
                Some(match names.as_slice() {
                    [] => "the game ends without a winner".into(),
                    [one] => format!("the game ends: {one} wins"),
                    several => format!("the game ends: a draw between {}", several.join(" and ")),
                })
            }
            What::Stopped { def } => Some(format!("{} is stopped", self.words.def(*def))),
            What::Step { step } => {
                let name = self.words.step(*step);
                (!name.is_empty()).then(|| format!("— {name} —"))
            }
            What::Reckoned { def, args, reckoning } => Some(self.reckoned(*def, args, reckoning)),
            What::Answered { player, prompt, answer, secret } => {
                let hidden = *secret && self.viewer.is_some_and(|viewer| viewer != *player);
                let prompt = match prompt {
                    Prompt::Text(number) => self.words.text(*number),
                    Prompt::Words(words) => words,
                };
                let answer = if hidden { "(secret)".to_owned() } else { says.value(answer) };
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

    /// `was`: the name before. A piece with a name of its own keeps it, so the card is named.
    fn became(&self, what: &What, was: &str) -> Option<String> {
        let What::Became { entity, card, .. } = what else { return None };
        (!self.hidden_on_the_way(*entity)).then(|| format!("{was} becomes {}", self.words.card(*card)))
    }

    /// Events told after they happened. `from`: the pile in which a moved card lay.
    fn arrival(&self, what: &What, from: Option<u32>) -> Option<String> {
        let says = self.says();
        match what {
            What::Created { entity, data } => {
                // Cards that are made lie in a pile a moment later, which is told.
                let on_table =
                    self.rules.kinds.get(data.kind.index()).is_some_and(|k| k.body != cardwright_core::rules::Body::None);
                (on_table || self.full()).then(|| format!("{} comes into the game", says.entity(*entity)))
            }
            What::Put { entity, pile: Some(pile), place } => {
                if from.is_none() && !self.full() {
                    return None;
                }
                let under = if *place > 0 { "under " } else { "" };
                let from = from.map(|from| format!("{} → ", self.pile(from))).unwrap_or_default();
                let name = if self.viewer.is_some() && self.hidden_on_the_way(*entity) {
                    "a card".to_owned()
                } else {
                    says.entity(*entity)
                };
                Some(format!("{name}: {from}{under}{}", self.pile(*pile)))
            }
            What::Put { entity, pile: None, .. } => {
                self.full().then(|| format!("{} is taken out of its pile", says.entity(*entity)))
            }
            What::Revealed { entity, to } => {
                let all = (1_u64 << self.state.players) - 1;
                let to_all = u64::from(*to) & all == all;
                let players: Vec<String> =
                    self.state.seats().filter(|p| to & (1 << (p.0 - 1)) != 0).map(|p| says.player(p)).collect();
                if players.is_empty() {
                    return None;
                }
                let whom = if to_all { "all".to_owned() } else { players.join(" and ") };
                Some(format!("{} is shown to {whom}", says.entity(*entity)))
            }
            What::Controlled { entity, by } => Some(match by {
                Some(by) => format!("{} controls {}", says.player(*by), says.entity(*entity)),
                None => format!("nobody controls {}", says.entity(*entity)),
            }),
            _ => None,
        }
    }

    fn hidden_on_the_way(&self, entity: EntityId) -> bool {
        self.viewer.is_some_and(|viewer| !self.state.sees(self.rules, viewer, entity))
    }

    fn begins(&self, what: &Lasts, holder: Option<EntityId>, frame: &[Value]) -> Option<String> {
        let says = self.says();
        let who = holder.map(|h| says.entity(h)).unwrap_or_else(|| "the game".into());
        match what {
            Lasts::Status(status) => {
                let args: Vec<String> = frame.iter().filter(|v| **v != Value::Nothing).map(|v| says.value(v)).collect();
                let args = if args.is_empty() { String::new() } else { format!(" {}", args.join(" ")) };
                Some(format!("{who} is now {}{args}", self.words.def(*status)))
            }
            Lasts::Lost(ability) => Some(format!("{who} loses {}", self.words.ability(*ability))),
            Lasts::Gained(ability) => Some(format!("{who} gains {}", self.words.ability(*ability))),
            Lasts::Used(used) if self.full() => Some(format!("{who} has used {}", says.value(used))),
            Lasts::Rules(rules) if self.full() => {
                let why: Vec<String> =
                    rules.iter().filter_map(|r| self.rules.attachments.get(r.index())).filter_map(|a| self.why(a)).collect();
                Some(format!("a rule{} begins{}", of(holder, &says), bracketed(&why)))
            }
            Lasts::Used(_) | Lasts::Rules(_) => None,
        }
    }

    /// `Melee (Bobby) 6 = 4 + 2 (Sharp)`.
    fn reckoned(&self, def: DefId, args: &[Value], reckoning: &Reckoning) -> String {
        let says = self.says();
        let gives = self.rules.defs.get(def.index()).map(|d| &d.gives);
        let number = |n: i64| says.typed(&Value::Number(n), gives);
        let of = args.first().and_then(Value::entity).map(|e| format!(" of {}", says.entity(e))).unwrap_or_default();
        let mut out = format!("{}{of} {} = {}", self.words.def(def), number(reckoning.total), number(reckoning.base));
        for part in &reckoning.parts {
            let sign = if part.amount < 0 { "−" } else { "+" };
            let mut why: Vec<String> =
                self.rules.attachments.get(part.rule.index()).and_then(|a| self.why(a)).into_iter().collect();
            let subject = args.first().and_then(Value::entity);
            if let Some(whose) = part.whose.entity().filter(|w| Some(*w) != subject) {
                why.push(says.entity(whose));
            }
            out.push_str(&format!(" {sign} {}{}", number(part.amount.saturating_abs()), bracketed(&why)));
        }
        out
    }

    /// What a rule is known by: the ability it stands in, its card, or the status that brings it.
    fn why(&self, rule: &Attachment) -> Option<String> {
        if let Some(ability) = rule.origin.ability {
            return Some(self.words.ability(ability).to_owned());
        }
        if let Some(card) = rule.origin.card {
            return Some(self.words.card(card).to_owned());
        }
        let status =
            self.rules.defs.iter().position(|d| {
                d.rules.iter().any(|r| self.rules.attachments.get(r.index()).is_some_and(|a| std::ptr::eq(a, rule)))
            })?;
        Some(self.words.def(DefId(status as u32)).to_owned())
    }

    fn pile(&self, pile: u32) -> String {
        pile_name(self.rules, self.words, self.given, &self.state, pile)
    }
}

/// What a pile is called: the zone, and whose it is.
pub fn pile_name(rules: &Ruleset, words: &Words, given: &Given, state: &State, pile: u32) -> String {
    let (zone, owner) = state.zone_of(rules, pile);
    let name = words.zone(zone);
    owner.map_or_else(|| name.to_owned(), |owner| format!("{name} of {}", crate::name::player(given, owner)))
}

fn of(holder: Option<EntityId>, says: &Says<'_>) -> String {
    holder.map(|h| format!(" of {}", says.entity(h))).unwrap_or_default()
}

fn bracketed(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}
