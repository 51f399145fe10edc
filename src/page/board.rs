//! What stands where: the lines of a `board` block become a state.
//!
//! | line | means |
//! |---|---|
//! | `players red, blue` · `players 3` | who plays; without it two, called red and blue |
//! | `seed 7` | the seed of all chance |
//! | `option slow_carry on` | an option of the game |
//! | `Bobby (beaky-bobby) red at 10, 12 energy 3` | a piece with its own name, its card, its player, its place, its fields |
//! | `beaky-bobby red at 10, 12` | the same, called after its card |
//! | `wall: obstacle at 10, 10 to 14, 11` | a piece of a kind, here an area with two corners, or `corners 1, 1  4, 1  3, 5` |
//! | `… is slow` · `used jog` · `with ABILITY` · `without ABILITY` · `in hand of red` | statuses, uses, abilities, the pile it lies in |
//! | `turn 2` · `active Bobby` | fields of the game |
//! | `red first yes` | fields of a player |
//! | `deck: High Guard, Thrust, …` · `hand of red: Thrust` | a pile from the top; `…`: all other copies, in the order of the cards |
//! | `step activated red` · `step phase 7` | where the clock stands, whose turn it is, the number of a countdown; from a step that
//!   waits for nobody the clock runs on before the first line of `play` |
//!
//! Reading order: this file (who there is) · [`piece`] what is said of a piece · [`piles`] cards in piles · [`clock`] where the
//! clock stands · [`option`] options of the game

mod clock;
mod option;
mod piece;
mod piles;

use super::line::{Names, Reader, unknown};
use super::{Trouble, Written};
use crate::name::Given;
use crate::say::Says;
use crate::words::{Words, plain_name};
use cardwright_core::game::{Setup, begin};
use cardwright_core::rules::Ruleset;
use cardwright_core::state::{Entity, State};
use cardwright_core::value::*;
pub use piece::unknown_piece;
pub use piles::pile;

/// A board that was set up.
#[derive(Clone, Debug)]
pub struct Board {
    /// The state.
    pub state: State,
    /// What players and pieces are called.
    pub given: Given,
    /// Names in the form in which they are compared.
    pub names: Names,
    /// The pieces that lines set down, with the number of the line.
    pub lines: Vec<(EntityId, usize)>,
}

/// How boards name players who have no name of their own.
const COLOURS: [&str; 8] = ["red", "blue", "green", "yellow", "white", "black", "violet", "orange"];

/// Sets a board up. `seed` is used where the board names none.
///
/// Errors: every line that cannot be understood.
pub fn build(rules: &Ruleset, words: &Words, lines: &[&Written], seed: u64) -> Result<Board, Vec<Trouble>> {
    let mut troubles = Vec::new();
    let mut builder = match Builder::new(rules, words, lines, seed) {
        Ok(builder) => builder,
        Err(trouble) => return Err(vec![trouble]),
    };
    // First who there is, then what is said of them, so that a line may name a piece that a later line sets down.
    let mut pieces = Vec::new();
    let mut later: Vec<(&Written, Reader<'_>, About)> = Vec::new();
    for written in lines.iter().copied() {
        let mut reader = Reader::new(written);
        match builder.declare(&mut reader) {
            Ok(About::Nothing) => {}
            Ok(about) => {
                if let About::Entity(id) = about {
                    pieces.push((id, written.line));
                }
                later.push((written, reader, about));
            }
            Err(trouble) => troubles.push(trouble),
        }
    }
    // Piles last: `…` means what no other line has placed.
    later.sort_by_key(|(_, _, about)| match about {
        About::Pile(_) => 1,
        About::Step => 2,
        _ => 0,
    });
    for (_, mut reader, about) in later {
        if let Err(trouble) = builder.describe(&mut reader, about) {
            troubles.push(trouble);
        }
    }
    if troubles.is_empty() {
        return Ok(Board { state: builder.state, given: builder.given, names: builder.names, lines: pieces });
    }
    troubles.sort_by_key(|t| (t.line, t.column));
    Err(troubles)
}

/// The same of lines by themselves, numbered from 1.
///
/// Errors: as [`build`].
pub fn of_lines(rules: &Ruleset, words: &Words, lines: &[String], seed: u64) -> Result<Board, Vec<Trouble>> {
    let lines: Vec<Written> = (1..).zip(lines).map(|(line, text)| Written { line, column: 1, text: text.clone() }).collect();
    build(rules, words, &lines.iter().collect::<Vec<_>>(), seed)
}

/// Troubles of lines that stand in no file, one below the other.
pub fn told(troubles: &[Trouble]) -> String {
    let said: Vec<String> = troubles.iter().map(|t| format!("board, line {}: {}", t.line, t.message)).collect();
    said.join("\n")
}

/// What the rest of a line speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Nothing,
    Entity(EntityId),
    Pile(u32),
    Step,
}

/// How a line sets a piece down: its own name, its card, its kind.
type Heading = (Option<String>, Option<CardId>, KindId);

struct Builder<'a> {
    rules: &'a Ruleset,
    words: &'a Words,
    state: State,
    given: Given,
    names: Names,
    /// Pieces that lines have spoken for.
    taken: Vec<EntityId>,
}

impl<'a> Builder<'a> {
    /// Players, seed and options first: the state cannot begin without them.
    fn new(rules: &'a Ruleset, words: &'a Words, lines: &[&Written], seed: u64) -> Result<Self, Trouble> {
        let here = |message: String| Trouble { line: lines.first().map_or(1, |w| w.line), column: 1, message };
        let mut players: Vec<String> =
            COLOURS.iter().take(rules.players.start.max(2) as usize).map(|c| (*c).to_owned()).collect();
        let mut setup =
            Setup { players: 0, seed, options: rules.options.iter().map(|o| o.default.clone()).collect(), pieces: Vec::new() };
        let mut at = None;
        for written in lines.iter().copied() {
            let mut reader = Reader::new(written);
            if reader.take("players") {
                at = Some(written);
                players = match reader.rest().parse::<usize>() {
                    Ok(count) => COLOURS.iter().cycle().take(count.min(COLOURS.len())).map(|c| (*c).to_owned()).collect(),
                    Err(_) => reader.rest().split(',').map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect(),
                };
            } else if reader.take("seed") {
                setup.seed = reader.rest().parse().map_err(|_| reader.wants("a number such as `7`"))?;
            } else if reader.take("option") {
                option::option(rules, words, &mut reader, &mut setup)?;
            }
        }
        setup.players = players.len() as u32;
        let state = begin(rules, &setup)
            .map_err(|message| at.map_or_else(|| here(message.clone()), |w| Trouble::at(w, message.clone())))?;
        let mut given = Given::default();
        let mut names = Names::new();
        for (seat, name) in players.into_iter().enumerate() {
            let id = EntityId(seat as u32 + 1);
            for known in [name.clone(), format!("P{}", id.0), format!("player {}", id.0)] {
                names.insert(plain_name(&known), id);
            }
            given.0.insert(id, name);
        }
        Ok(Builder { rules, words, state, given, names, taken: Vec::new() })
    }

    fn says(&self) -> Says<'_> {
        Says { rules: self.rules, words: self.words, given: &self.given, state: &self.state, viewer: None }
    }

    fn players(&self) -> Vec<(String, EntityId)> {
        self.names.iter().filter(|(_, id)| id.0 <= self.state.players).map(|(name, id)| (name.clone(), *id)).collect()
    }

    /// Makes the piece that a line sets down; tells what the rest of the line is about.
    fn declare(&mut self, reader: &mut Reader<'_>) -> Result<About, Trouble> {
        if ["players", "seed", "option"].iter().any(|word| reader.clone().take(word)) {
            return Ok(About::Nothing);
        }
        if reader.take("step") {
            return Ok(About::Step);
        }
        if let Some(pile) = self.pile_heading(reader) {
            return Ok(About::Pile(pile));
        }
        let (name, card, kind) = match self.piece_heading(reader)? {
            Some(piece) => piece,
            None => return self.subject(reader),
        };
        let id = match card.and_then(|card| self.spare(card)) {
            Some(copy) => copy,
            None => {
                self.state.entities.extend(Entity::new(self.rules, card, kind, None));
                EntityId(self.state.entities.len() as u32 - 1)
            }
        };
        self.taken.push(id);
        match name {
            Some(name) => {
                if self.names.insert(plain_name(&name), id).is_some() {
                    return Err(reader.trouble(format!("a second `{name}` on this board")));
                }
                self.given.0.insert(id, name);
            }
            None => {
                // Called after its card or kind as long as it is the only one.
                let name = match card {
                    Some(card) => self.words.card(card),
                    None => self.words.kind(kind),
                };
                let free = !self.names.contains_key(&plain_name(name));
                if free {
                    self.names.insert(plain_name(name), id);
                    self.given.0.insert(id, name.to_owned());
                }
            }
        }
        // The owner is known at once: piles and fields of other lines may ask for it.
        if let Some(owner) = reader.name(self.players())
            && let Some(entity) = self.state.entities.get_mut(id.index())
        {
            entity.owner = Some(owner);
        }
        Ok(About::Entity(id))
    }

    /// A line about a player or the game.
    fn subject(&self, reader: &mut Reader<'_>) -> Result<About, Trouble> {
        let mut ahead = reader.clone();
        if let Some(player) = ahead.name(self.players()) {
            *reader = ahead;
            return Ok(About::Entity(player));
        }
        if ahead.name(self.fields_of(KindId(0))).is_some() {
            return Ok(About::Entity(GAME));
        }
        let mut known: Vec<String> = self.cards_and_kinds().into_iter().map(|(name, _)| name).collect();
        known.extend(self.fields_of(KindId(0)).into_iter().map(|(name, _)| name));
        known.extend(self.rules.zones.iter().map(|z| plain_name(&z.id)));
        known.extend(["players", "seed", "option", "step"].map(str::to_owned));
        known.extend(self.players().into_iter().map(|(name, _)| name));
        let what = "card, kind, pile, player or field of the game";
        let help = "; a line of a board begins with one of these, with a name and its card as in `NAME (CARD)`, or with \
            `players`, `seed`, `option` or `step`";
        let said = unknown(what, reader.rest(), known.iter().map(String::as_str));
        Err(reader.trouble(format!("{said}{help}")))
    }

    fn fields_of(&self, kind: KindId) -> Vec<(String, FieldId)> {
        let mut all = Vec::new();
        for field in self.rules.kinds.get(kind.index()).map(|k| k.fields.clone()).unwrap_or_default().map(FieldId) {
            let Some(declared) = self.rules.fields.get(field.index()) else { continue };
            for name in [plain_name(&declared.id), plain_name(self.words.field(field))] {
                all.push((name, field));
            }
        }
        all
    }

    fn describe(&mut self, reader: &mut Reader<'_>, about: About) -> Result<(), Trouble> {
        match about {
            About::Nothing => Ok(()),
            About::Pile(pile) => self.fill_pile(reader, pile),
            About::Step => self.clock(reader),
            About::Entity(id) => {
                while !reader.is_done() {
                    self.property(reader, id)?;
                }
                Ok(())
            }
        }
    }
}
