//! Events that share a line: cards that go the same way, and one field of several pieces.

use super::{Line, Teller};
use crate::name::Given;
use crate::tongue::said;
use crate::words::Words;
use cardwright_core::event::{Event, What, apply};
use cardwright_core::rules::{Ruleset, Seen};
use cardwright_core::state::State;
use cardwright_core::value::*;
use std::collections::BTreeMap;

/// What the last line told of.
pub(super) enum Joined {
    /// Cards on their way.
    Cards(Cards),
    /// A field that changed, with what is said of each piece.
    Field { field: FieldId, depth: usize, said: Vec<String> },
    /// What twins in a pile now show.
    Twins { pile: Option<u32>, depth: usize, said: BTreeMap<usize, String> },
}

/// Cards on their way from one pile to another, told in one line.
pub(super) struct Cards {
    from: Option<u32>,
    to: u32,
    names: Vec<String>,
}

impl Teller<'_> {
    /// Tells an event together with those before it, where that can be. True: nothing more is to be told of it.
    pub(super) fn joins(&mut self, event: &Event, lines: &mut Vec<Line>) -> bool {
        // Only what is told comes between.
        let silent = matches!(event.what, What::Done { .. } | What::Effect { .. } | What::Clock { .. });
        let joins = matches!(event.what, What::Set { .. } | What::Increased { .. } | What::Put { .. });
        if !silent && !joins {
            self.joined = None;
        }
        self.twin_shows(event, lines) || self.cards_on_their_way(event, lines) || self.field_again(event, lines)
    }

    /// Twins are told by what they show, and where they lie is seen: `dice of red: 1 [3 Arrow] 2 [4 Foot]`.
    fn twin_shows(&mut self, event: &Event, lines: &mut Vec<Line>) -> bool {
        let (What::Set { entity, .. } | What::Increased { entity, .. } | What::Put { entity, .. }) = event.what else {
            return false;
        };
        let Some(twin) = self.words.twins.get(&self.state.entity(entity).kind) else { return false };
        if self.is_unseen(&event.what) {
            return false;
        }
        match event.what {
            What::Set { field, .. } | What::Increased { field, .. } if field != twin.field => return false,
            _ => {}
        }
        apply(&mut self.state, self.rules, event);
        let shown = crate::name::shown(self.rules, self.words, &self.state, entity);
        let (Some(shown), false) = (shown, matches!(event.what, What::Put { .. })) else { return true };
        let place = crate::name::place(self.rules, self.words, &self.state, entity);
        let (place, said_now) = match place {
            Some((place, _)) => (place, format!("{place} [{shown}]")),
            None => (0, format!("[{shown}]")),
        };
        let (depth, pile) = (self.depth(), self.state.entity(entity).pile);
        let mut all = BTreeMap::new();
        let mut again = false;
        if let Some(Joined::Twins { pile: last, depth: at, said }) = &mut self.joined
            && (*last, *at) == (pile, depth)
        {
            all = std::mem::take(said);
            again = true;
        }
        all.insert(place, said_now);
        let of = pile.map_or_else(|| self.words.kind(self.state.entity(entity).kind).to_owned(), |pile| self.pile(pile));
        let text = format!("{of}: {}", all.values().map(String::as_str).collect::<Vec<_>>().join("  "));
        match lines.last_mut() {
            Some(line) if again => line.text = text,
            _ => lines.push(Line { depth, text }),
        }
        self.joined = Some(Joined::Twins { pile, depth, said: all });
        true
    }

    /// A field that changes in one piece after the other: `energy: Bobby 0 → 4, Doug 0 → 4`.
    fn field_again(&mut self, event: &Event, lines: &mut Vec<Line>) -> bool {
        let (What::Set { entity, field, .. } | What::Increased { entity, field, .. }) = event.what else { return false };
        let told = self.tells_field(field) && !self.is_unseen(&event.what);
        if self.reasons || !told || self.born.contains(&entity) || entity == GAME {
            return false;
        }
        let (depth, who, change) = (self.depth(), self.says().entity(entity), self.change(&event.what));
        apply(&mut self.state, self.rules, event);
        let change = change.unwrap_or_default();
        if let Some(Joined::Field { field: last, depth: at, said }) = &mut self.joined
            && *last == field
            && *at == depth
            && let Some(line) = lines.last_mut()
        {
            said.push(format!("{who} {change}"));
            line.text = format!("{}: {}", self.words.field(field), said.join(", "));
            return true;
        }
        lines.push(Line { depth, text: format!("{who}: {} {change}", self.words.field(field)) });
        self.joined = Some(Joined::Field { field, depth, said: vec![format!("{who} {change}")] });
        true
    }

    /// Tells of a card that goes from pile to pile, in the line before where others went the same way. What goes back
    /// into a pile that nobody sees is not told.
    fn cards_on_their_way(&mut self, event: &Event, lines: &mut Vec<Line>) -> bool {
        let What::Put { entity, pile: Some(to), .. } = &event.what else { return false };
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
        let joined = match &mut self.joined {
            Some(Joined::Cards(cards)) if cards.from == from && cards.to == *to => {
                cards.names.push(name);
                true
            }
            _ => {
                self.joined = Some(Joined::Cards(Cards { from, to: *to, names: vec![name] }));
                false
            }
        };
        let text = match &self.joined {
            Some(Joined::Cards(cards)) => self.moved_cards(cards),
            _ => String::new(),
        };
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
            let cards = if count == 1 { "card" } else { "cards" };
            return said!(self.words, "{from} → {to}: {count} {cards}", "{from} → {to}：{count}張");
        }
        let names = counted(&cards.names);
        said!(self.words, "{from} → {to}: {names}", "{from} → {to}：{names}")
    }
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
