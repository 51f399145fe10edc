//! Games from outside: setting one up, playing it through a policy.

use crate::clock::Waiting;
use crate::decision::Command;
use crate::dice::Dice;
use crate::event::Event;
use crate::hook::ScriptHost;
use crate::resolve::{Answers, Chance, Halt, Policy, Refusal, Run};
use crate::rules::Ruleset;
use crate::state::{Entity, State};
use crate::value::*;
use serde::{Deserialize, Serialize};

/// What a game begins with. With the ruleset, this and the commands with their answers are a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many players.
    pub players: u32,
    /// The seed of all chance.
    pub seed: u64,
    /// Options, in the order of the ruleset; missing ones take their default.
    pub options: Vec<Value>,
    /// Entities that are there from the start besides the game and the players: card, owner, place.
    pub pieces: Vec<Piece>,
}

/// A piece that is there from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// What prints it.
    pub card: CardId,
    /// The seat of its controller, from 1; None is nobody's.
    pub seat: Option<u32>,
    /// Where it stands.
    pub at: Option<crate::space::Point>,
}

/// The state before the first command: the game, the players, the pieces. Kind 0 is the game's, kind 1 the players'.
///
/// Errors: a refusal in words where the number of players, an option or a piece is not possible.
pub fn begin(rules: &Ruleset, setup: &Setup) -> Result<State, String> {
    if !rules.players.contains(&setup.players) {
        let (least, most) = (rules.players.start, rules.players.end.saturating_sub(1));
        return Err(format!("{} players, but {} is for {least} to {most}", setup.players, rules.game));
    }
    let plain = |kind: u32, owner: Option<EntityId>| -> Result<Entity, String> {
        Entity::new(rules, None, KindId(kind), owner).ok_or_else(|| "the ruleset lacks the kinds of game and player".to_owned())
    };
    let mut entities = vec![plain(0, None)?];
    for seat in 1..=setup.players {
        entities.push(plain(1, Some(EntityId(seat)))?);
    }
    let mut options: Vec<Value> = rules.options.iter().map(|o| o.default.clone()).collect();
    for (option, (chosen, known)) in options.iter_mut().zip(setup.options.iter().zip(&rules.options)) {
        if !known.among.is_empty() && !known.among.contains(chosen) {
            return Err(format!("option `{}` cannot be that", known.id));
        }
        *option = chosen.clone();
    }
    for piece in &setup.pieces {
        let Some(card) = rules.cards.get(piece.card.index()) else {
            return Err("a piece has a card that is not in the packs".into());
        };
        if piece.seat.is_some_and(|seat| seat == 0 || seat > setup.players) {
            return Err(format!("`{}` belongs to a seat that nobody has", card.id));
        }
        let Some(mut entity) = Entity::new(rules, Some(piece.card), card.kind, piece.seat.map(EntityId)) else { continue };
        entity.at = piece.at;
        entities.push(entity);
    }
    for (index, card) in rules.cards.iter().enumerate() {
        for _ in 0..card.copies {
            let entity = Entity::new(rules, Some(CardId(index as u32)), card.kind, None);
            entities.push(entity.ok_or_else(|| format!("`{}` prints another kind than it says", card.id))?);
        }
    }
    let piles: u32 = rules.zones.iter().map(|z| if z.each_player { setup.players } else { 1 }).sum();
    Ok(State {
        players: setup.players,
        options,
        piles: vec![Vec::new(); piles as usize],
        dice: Dice::new(setup.seed),
        ..State::of(entities)
    })
}

/// One command of a game that was played, with the answers it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The command.
    pub command: Command,
    /// Its answers in order.
    pub answers: Vec<Value>,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The final state.
    pub state: State,
    /// The moves.
    pub moves: Vec<Move>,
    /// What happened, where it was to be kept.
    pub log: Vec<Event>,
    /// Rules that counted where a number or test was looked at, or ran where an effect was heard, each once; known only
    /// where the log is kept. Most of them leave no mark in a log.
    pub counted: Vec<AttachmentId>,
}

/// Plays a whole game through a policy, straight through and without unwinding.
///
/// Errors: a fault in a rule; or after `limit` commands, that the game did not end.
pub fn play_out(
    rules: &Ruleset,
    host: &dyn ScriptHost,
    state: State,
    policy: &mut dyn Policy,
    limit: usize,
    keep_log: bool,
) -> Result<Played, Halt> {
    let mut run = Run::new(rules, host, state, Answers::Policy(policy), Chance::Seeded);
    run.keep = keep_log;
    run.lists = true;
    run.watch(keep_log);
    let mut moves = Vec::new();
    let mut command = Command::Begin;
    for _ in 0..limit {
        run.command(&command)?;
        moves.push(Move { command, answers: std::mem::take(&mut run.used) });
        let Some(chosen) = run.choose()? else { return Ok(run.played(moves)) };
        command = chosen;
    }
    Err(Halt::fault(format!("the game did not end within {limit} commands")))
}

impl Run<'_> {
    fn played(self, moves: Vec<Move>) -> Played {
        let counted = self.counted();
        Played { state: std::sync::Arc::unwrap_or_clone(self.state), moves, log: self.log, counted }
    }

    /// What the player for whom the clock waits does; None where it waits for nobody.
    fn choose(&mut self) -> Result<Option<Command>, Halt> {
        let Some(Waiting { player, offers, may_pass }) = &self.waits else { return Ok(None) };
        let Answers::Policy(policy) = &mut self.answers else { return Err(Halt::Refused(Refusal::NotNow)) };
        let chosen = policy.command(&self.state, *player, offers, *may_pass).and_then(|index| offers.get(index));
        match chosen.or(if *may_pass { None } else { offers.first() }) {
            Some(offer) => Ok(Some(offer.command.clone())),
            None if *may_pass => Ok(Some(Command::Pass { player: *player })),
            None => Err(Halt::Refused(Refusal::MustAct)),
        }
    }
}
