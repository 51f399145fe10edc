//! A player who likes to do what was seldom done. It tries a few things out on a copy of the game, and takes the one that
//! uses, or makes possible, what was used least.

use super::uses::{Uses, seen_in};
use cardwright::game::Game;
use cardwright_core::clock::waiting;
use cardwright_core::decision::{Command, Decision, Offer, Options};
use cardwright_core::dice::Dice;
use cardwright_core::policy::Random;
use cardwright_core::resolve::{Answers, Chance, Halt, Policy, run_with};
use cardwright_core::state::State;
use cardwright_core::value::*;

/// How many things it tries out at a decision.
const TRIED: usize = 4;

/// Plays what is rare, and now and then anything.
pub(crate) struct Curious<'g> {
    game: &'g Game,
    eager: Eager,
    dice: Dice,
    /// How often each ability was used before this game, and in it by this player.
    uses: Vec<u64>,
    /// How often this player took each action.
    actions: Vec<u64>,
}

/// What a thing to do is worth: the least used ability that it uses, or else that it makes possible.
type Rarity = (u64, bool);

impl<'g> Curious<'g> {
    /// A player with its own seed.
    pub(crate) fn new(game: &'g Game, seed: u64, uses: &Uses) -> Self {
        let actions = vec![0; game.rules.defs.len()];
        Curious { game, eager: Eager::new(seed), dice: Dice::new(!seed), uses: uses.each().to_vec(), actions }
    }

    /// The least used ability, or else the least taken action, that a command names.
    fn named(&self, command: &Command) -> Option<u64> {
        let Command::Act { action, args, .. } = command else { return None };
        let abilities = args.iter().filter_map(|arg| match arg {
            Value::Ability(ability) => self.uses.get(ability.index()).copied(),
            _ => None,
        });
        abilities.min().or_else(|| self.actions.get(action.index()).copied())
    }

    /// What comes of a command, with some answers and then any.
    fn rarity(&mut self, state: &State, command: &Command, answers: &[Value]) -> Rarity {
        let (rules, host) = (&self.game.rules, &*self.game.host);
        let seed = u64::from(self.dice.below(&[u32::MAX]).first().copied().unwrap_or(0));
        let mut trial = Trial { given: answers.iter(), then: Eager::new(seed) };
        let done = match run_with(rules, host, state, command, Answers::Policy(&mut trial), Chance::Seeded) {
            Ok(done) => done,
            // A rule at fault is what these games look for.
            Err(Halt::Fault(_)) => return (0, false),
            Err(_) => return (u64::MAX, true),
        };
        let used = seen_in(rules, &done.log).into_iter().filter_map(|ability| self.uses.get(ability.index()).copied()).min();
        let next = waiting(rules, host, &done.state).ok().flatten();
        let offers = next.iter().flat_map(|next| &next.offers).filter(|offer| offer.because.is_none());
        let offered = offers.filter_map(|offer| self.named(&offer.command)).min();
        used.map(|least| (least, false)).into_iter().chain(offered.map(|least| (least, true))).min().unwrap_or((u64::MAX, true))
    }

    /// Some answers that are allowed.
    fn some(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Vec<Value> {
        let mut some: Vec<Value> = Vec::new();
        for _ in 0..TRIED {
            let answer = self.eager.answer(state, decision, legal);
            if !some.contains(&answer) {
                some.push(answer);
            }
        }
        some
    }
}

impl Policy for Curious<'_> {
    fn looks_back(&self) -> bool {
        true
    }

    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        let past = decision.past.as_ref().expect("a policy that looks back is told the past");
        if self.dice.below(&[3])[0] > 0 {
            return self.eager.answer(state, decision, legal);
        }
        let mut rarest: Option<(Rarity, Value)> = None;
        for answer in self.some(state, decision, legal) {
            let answers: Vec<Value> = past.answers.iter().chain([&answer]).cloned().collect();
            let rarity = self.rarity(&past.state, &past.command, &answers);
            if rarest.as_ref().is_none_or(|(least, _)| rarity < *least) {
                rarest = Some((rarity, answer));
            }
        }
        rarest.expect("some answer").1
    }

    fn command(&mut self, state: &State, player: EntityId, legal: &[Offer], may_pass: bool) -> Option<usize> {
        // Those that name what was used least come first; among equals any.
        let order = self.dice.order(legal.len()).into_iter().map(|n| n as usize);
        let mut order: Vec<usize> = order.filter(|n| *n < legal.len()).collect();
        order.sort_by_key(|n| self.named(&legal[*n].command).unwrap_or(u64::MAX));
        let choice = match self.dice.below(&[9])[0] {
            0 => self.eager.random.command(state, player, legal, may_pass),
            1..=5 => order.first().copied(),
            _ => order.into_iter().take(TRIED).map(|n| (self.rarity(state, &legal[n].command, &[]), n)).min().map(|(_, n)| n),
        };
        if let Some(Command::Act { action, args, .. }) = choice.and_then(|n| legal.get(n)).map(|offer| &offer.command) {
            for arg in args {
                if let Value::Ability(ability) = arg
                    && let Some(count) = self.uses.get_mut(ability.index())
                {
                    *count += 1;
                }
            }
            if let Some(count) = self.actions.get_mut(action.index()) {
                *count += 1;
            }
        }
        choice
    }
}

/// Answers at random, but says yes, chooses something and goes at somebody more often than not.
struct Eager {
    random: Random,
    dice: Dice,
}

impl Eager {
    fn new(seed: u64) -> Self {
        Eager { random: Random::new(seed), dice: Dice::new(seed ^ 0x00ea_6e20) }
    }
}

impl Policy for Eager {
    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        if self.dice.below(&[3])[0] == 0 {
            return self.random.answer(state, decision, legal);
        }
        match &decision.options {
            Options::YesNo => Value::Truth(true),
            Options::Among { of, least: 0, most } if *most > 0 => {
                let some = Options::Among { of: of.clone(), least: 1, most: *most };
                let answer = self.random.answer(state, &Decision { options: some, ..decision.clone() }, legal);
                // One of exactly one is answered by itself.
                if *most == 1 { Value::list(vec![answer]) } else { answer }
            }
            Options::Path { from, contacts, .. } if !contacts.is_empty() => {
                let at = self.dice.below(&[contacts.len() as u32]).first().copied().unwrap_or(0) as usize;
                let straight = Value::list(vec![Value::Point(*from), Value::Point(contacts[at])]);
                if legal(&straight) { straight } else { self.random.answer(state, decision, legal) }
            }
            _ => self.random.answer(state, decision, legal),
        }
    }

    fn command(&mut self, _: &State, _: EntityId, _: &[Offer], _: bool) -> Option<usize> {
        None
    }
}

/// The answers that are tried out, and then any.
struct Trial<'t> {
    given: std::slice::Iter<'t, Value>,
    then: Eager,
}

impl Policy for Trial<'_> {
    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        match self.given.next() {
            Some(answer) => answer.clone(),
            None => self.then.answer(state, decision, legal),
        }
    }

    fn command(&mut self, _: &State, _: EntityId, _: &[Offer], _: bool) -> Option<usize> {
        None
    }
}
