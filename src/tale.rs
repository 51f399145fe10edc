//! The log in words: events become indented lines.
//!
//! The teller applies each event to a state of its own, so that a line speaks of the game as it stood at that moment.
//!
//! Reading order: this file (how much is told, in which order) · [`events`] the line of an event · [`joined`] events that
//! share a line · [`reasons`] reckonings and where rules stand.

mod events;
mod joined;
mod reasons;

use crate::face::Face;
use crate::name::Given;
use crate::say::Says;
use crate::words::Words;
use cardwright_core::event::{Event, What, apply};
use cardwright_core::rules::Ruleset;
use cardwright_core::state::State;
use cardwright_core::value::*;
use joined::Joined;
pub use joined::{counted, pile_name};

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
    /// What the last line told of, where more may join it.
    joined: Option<Joined>,
    /// A field of the game that the last line told of, and how many lines there were then.
    heading: Option<(FieldId, usize)>,
    /// Unowned pieces that came into the game in this step: where they came to is seen on the board.
    born: Vec<EntityId>,
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
        Teller {
            rules,
            words,
            given,
            state,
            viewer,
            detail,
            reasons: false,
            face: None,
            joined: None,
            heading: None,
            born: Vec::new(),
            open: Vec::new(),
        }
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
        let mut lines = Vec::new();
        self.tell_on(events, &mut lines);
        lines
    }

    /// The same behind what was told before.
    pub fn tell_on(&mut self, events: &[Event], lines: &mut Vec<Line>) {
        self.joined = None;
        for event in events {
            if self.played() && self.joins(event, lines) {
                continue;
            }
            let line = self.one(event);
            if line.is_some() {
                self.joined = None;
            }
            match (line, self.of_the_game(event)) {
                (Some(line), Some(field)) => self.head(field, line, lines),
                (line, _) => lines.extend(line),
            }
            // Who was asked has read the lines before.
            if matches!(event.what, What::Answered { .. }) {
                self.heading = None;
            }
        }
    }

    /// The field of the game that changes, for a reader of a game.
    fn of_the_game(&self, event: &Event) -> Option<FieldId> {
        match event.what {
            What::Set { entity: GAME, field, .. } | What::Increased { entity: GAME, field, .. } if self.played() => Some(field),
            _ => None,
        }
    }

    /// A line that heads what follows, in the place of one of the same field that nothing followed.
    fn head(&mut self, field: FieldId, line: Line, lines: &mut Vec<Line>) {
        if self.heading == Some((field, lines.len())) {
            lines.pop();
        }
        lines.push(line);
        self.heading = Some((field, lines.len()));
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
            Some(_) if self.is_born(&event.what) => None,
            Some(line) => match was {
                Some(was) => self.became(&event.what, &was),
                None => line,
            },
            None => {
                if let What::Created { entity, data } = &event.what
                    && data.owner.is_none()
                {
                    self.born.push(*entity);
                }
                self.arrival(&event.what, from)
            }
        };
        let because = if self.reasons { self.place(event.cause) } else { String::new() };
        text.map(|text| Line { depth, text: format!("{text}{because}") })
    }

    fn says(&self) -> Says<'_> {
        Says { rules: self.rules, words: self.words, given: self.given, state: &self.state, viewer: self.viewer }
    }

    fn full(&self) -> bool {
        self.detail == Detail::Full
    }

    fn pile(&self, pile: u32) -> String {
        pile_name(self.rules, self.words, self.given, &self.state, pile)
    }
}
