//! The log in words: events become indented lines.
//!
//! The teller applies each event to a state of its own, so that a line speaks of the game as it stood at that moment.

use crate::face::Face;
use crate::fill::{Filling, fill};
use crate::name::Given;
use crate::say::Says;
use crate::tongue::said;
use crate::words::Words;
use cardwright_core::decision::Prompt;
use cardwright_core::event::{Event, Reckoning, What, apply};
use cardwright_core::rules::{Attachment, Origin, Ruleset, Seen, Type};
use cardwright_core::space::{Point, format_length, path_length};
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
    /// What a player wants to read: without bookkeeping, cards that move together in one line.
    Played,
    /// Everything that changes.
    #[default]
    Plain,
    /// Every effect, use and lasting rule as well.
    Full,
}

/// How a log is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// How much.
    pub detail: Detail,
    /// With every reckoning, and the rule behind every line.
    pub reasons: bool,
}

/// Cards on their way from one pile to another, told in one line.
struct Cards {
    from: Option<u32>,
    to: u32,
    names: Vec<String>,
}

/// Tells events in order.
pub struct Teller<'a> {
    rules: &'a Ruleset,
    words: &'a Words,
    given: &'a Given,
    state: State,
    viewer: Option<EntityId>,
    detail: Detail,
    reasons: bool,
    /// What is bookkeeping; None: nothing.
    face: Option<&'a Face>,
    /// Cards that the last line told of.
    cards: Option<Cards>,
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
        Teller { rules, words, given, state, viewer, detail, reasons: false, face: None, cards: None, open: Vec::new() }
    }

    /// The same for the terminal: it knows what is bookkeeping, and may give reasons.
    pub fn for_players(self, face: &'a Face, reasons: bool) -> Self {
        Teller { face: Some(face), reasons, ..self }
    }

    /// Definitions of the effects under way, outermost first.
    pub fn under_way(&self) -> impl DoubleEndedIterator<Item = DefId> + '_ {
        self.open.iter().map(|(def, _)| *def)
    }

    /// All lines of a list of events.
    pub fn tell(&mut self, events: &[Event]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for event in events {
            if self.played() && self.cards_on_their_way(event, &mut lines) {
                continue;
            }
            lines.extend(self.one(event));
        }
        lines
    }

    /// Tells of a card that goes from pile to pile, in the line before where others went the same way. What goes back
    /// into a pile that nobody sees is not told.
    fn cards_on_their_way(&mut self, event: &Event, lines: &mut Vec<Line>) -> bool {
        let What::Put { entity, pile: Some(to), .. } = &event.what else {
            // Only what is told comes between.
            if !matches!(event.what, What::Done { .. } | What::Set { .. } | What::Effect { .. } | What::Clock { .. }) {
                self.cards = None;
            }
            return false;
        };
        let from = self.state.entity(*entity).pile;
        let name =
            if self.viewer.is_some() && self.hidden_on_the_way(*entity) { String::new() } else { self.says().entity(*entity) };
        apply(&mut self.state, self.rules, event);
        let seen = |pile: u32| {
            let (zone, _) = self.state.zone_of(self.rules, pile);
            self.rules.zones.get(zone.index()).is_some_and(|z| z.seen != Seen::None)
        };
        if from.is_none() || !seen(*to) {
            return true;
        }
        let name = if name.is_empty() && self.viewer.is_none_or(|viewer| self.state.sees(self.rules, viewer, *entity)) {
            self.says().entity(*entity)
        } else {
            name
        };
        let joined = match &mut self.cards {
            Some(cards) if cards.from == from && cards.to == *to => {
                cards.names.push(name);
                true
            }
            _ => {
                self.cards = Some(Cards { from, to: *to, names: vec![name] });
                false
            }
        };
        let text = self.cards.as_ref().map(|cards| self.moved_cards(cards)).unwrap_or_default();
        match lines.last_mut() {
            Some(line) if joined => line.text = text,
            _ => lines.push(Line { depth: self.depth(), text }),
        }
        true
    }

    /// `melee deck → melee hand of red: Thrust ×2, Low Guard`, or how many where none is known.
    fn moved_cards(&self, cards: &Cards) -> String {
        let from = cards.from.map(|from| self.pile(from)).unwrap_or_default();
        let to = self.pile(cards.to);
        let count = cards.names.len();
        if cards.names.iter().any(String::is_empty) {
            return said!(self.words, "{from} → {to}: {count} cards", "{from} → {to}：{count}張");
        }
        let names = counted(&cards.names);
        said!(self.words, "{from} → {to}: {names}", "{from} → {to}：{names}")
    }

    fn depth(&self) -> usize {
        self.open.iter().filter(|(_, indents)| *indents).count()
    }

    fn played(&self) -> bool {
        self.detail == Detail::Played
    }

    /// Whether the log tells of a field.
    fn tells_field(&self, field: FieldId) -> bool {
        let shown = self.face.and_then(|face| face.fields.as_ref());
        !self.played() || shown.is_none_or(|shown| shown.contains(&field))
    }

    /// The line of one event, if it is told.
    pub fn one(&mut self, event: &Event) -> Option<Line> {
        let depth = self.depth();
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
        let because = if self.reasons { self.place(event.cause) } else { String::new() };
        text.map(|text| Line { depth, text: format!("{text}{because}") })
    }

    /// Where a rule stands, behind what it did.
    fn place(&self, node: Option<NodeId>) -> String {
        let origin = node.and_then(|node| self.rules.origins.get(node.index())).filter(|origin| origin.line > 0);
        origin.map(|origin| self.origin(origin)).unwrap_or_default()
    }

    fn origin(&self, origin: &Origin) -> String {
        let file = self.rules.files.get(origin.file as usize).map_or("", String::as_str);
        format!("  [{file}:{}]", origin.line)
    }

    fn says(&self) -> Says<'_> {
        Says { rules: self.rules, words: self.words, given: self.given, state: &self.state, viewer: self.viewer }
    }

    fn full(&self) -> bool {
        self.detail == Detail::Full
    }

    fn effect(&self, def: DefId, args: &[Value], originator: &Value) -> Option<String> {
        let definition = self.rules.defs.get(def.index())?;
        if let Some(template) =
            self.words.says.get(&def).filter(|_| (definition.told && (!self.played() || args.iter().all(sayable))) || self.full())
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
            What::Set { field, .. } | What::Increased { field, .. } if !self.tells_field(*field) => None,
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
                let end = path.last().map(|p| self.point(*p)).unwrap_or_default();
                let (who, length) = (says.entity(*entity), self.length(path_length(path)));
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
                Some(match names.as_slice() {
                    [] => said!(self.words, "the game ends without a winner", "遊戲結束，沒有勝者"),
                    [one] => said!(self.words, "the game ends: {one} wins", "遊戲結束：{one}獲勝"),
                    several => {
                        let (english, chinese) = (several.join(" and "), several.join("和"));
                        said!(self.words, "the game ends: a draw between {english}", "遊戲結束：{chinese}平手")
                    }
                })
            }
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

    /// `was`: the name before. A piece with a name of its own keeps it, so the card is named.
    fn became(&self, what: &What, was: &str) -> Option<String> {
        let What::Became { entity, card, .. } = what else { return None };
        let card = self.words.card(*card);
        (!self.hidden_on_the_way(*entity)).then(|| said!(self.words, "{was} becomes {card}", "{was}變成{card}"))
    }

    /// Events told after they happened. `from`: the pile in which a moved card lay.
    fn arrival(&self, what: &What, from: Option<u32>) -> Option<String> {
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

    fn length(&self, length: i64) -> String {
        format_length(if self.played() { tenths(length) } else { length })
    }

    fn hidden_on_the_way(&self, entity: EntityId) -> bool {
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

    /// `Melee (Bobby) 6 = 4 + 2 (Sharp)`.
    fn reckoned(&self, def: DefId, args: &[Value], reckoning: &Reckoning) -> String {
        let says = self.says();
        let gives = self.rules.defs.get(def.index()).map(|d| &d.gives);
        let number = |n: i64| says.typed(&Value::Number(n), gives);
        let of = of(args.first().and_then(Value::entity), &says);
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
            let rule = self.rules.attachments.get(part.rule.index()).filter(|_| self.reasons);
            out.push_str(&rule.map(|rule| self.origin(&rule.origin)).unwrap_or_default());
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
    !matches!(value, Value::Rule(_))
}

/// Names in order, alike ones counted: `Thrust ×2, Low Guard`.
pub fn counted(names: &[String]) -> String {
    let mut groups: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => groups.push((name, 1)),
        }
    }
    let one = |(name, count): &(&String, usize)| if *count > 1 { format!("{name} ×{count}") } else { (*name).clone() };
    groups.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What a pile is called: the zone, and whose it is.
pub fn pile_name(rules: &Ruleset, words: &Words, given: &Given, state: &State, pile: u32) -> String {
    let (zone, owner) = state.zone_of(rules, pile);
    let name = words.zone(zone);
    let Some(owner) = owner.map(|owner| crate::name::player(given, owner)) else { return name.to_owned() };
    said!(words, "{name} of {owner}", "{owner}的{name}")
}

fn of(holder: Option<EntityId>, says: &Says<'_>) -> String {
    let Some(who) = holder.map(|holder| says.entity(holder)) else { return String::new() };
    said!(says.words, " of {who}", "（{who}）")
}

fn bracketed(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}
