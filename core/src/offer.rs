//! What a player may do: the actions on offer with their arguments, why one is not legal, and one carried out.
//!
//! A leaf of the clock and an `act` in the middle of an effect both offer through here, so that they offer the same.

use crate::decision::{Command, Decision, Offer, Options, Prompt};
use crate::resolve::{Env, Halt, Refusal, Run};
use crate::rules::*;
use crate::value::*;

/// Which offers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All, with the reasons against those that are not legal.
    All,
    /// Those that are legal.
    Legal,
    /// One that is legal, to know that there is one.
    AnyLegal,
}

impl Run<'_> {
    /// Commands of these actions by a player.
    pub(crate) fn offers(&mut self, actions: &[DefId], player: EntityId, wanted: Wanted) -> Result<Vec<Offer>, Halt> {
        let rules = self.rules;
        let mut offers = Vec::new();
        for action in actions {
            let Some(definition) = rules.defs.get(action.index()) else { continue };
            let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
            for param in &definition.params {
                let mut longer = Vec::new();
                for tuple in tuples {
                    let Some(among) = param.among else { continue };
                    let mut env = Env::new(tuple.clone(), self.acting(definition, &tuple, player));
                    let list = self.look(|run| run.eval(among, &mut env))?;
                    for value in list.members() {
                        let mut next = tuple.clone();
                        next.push(value.clone());
                        longer.push(next);
                    }
                }
                tuples = longer;
            }
            for args in tuples {
                let because = self.against(definition, &args, player)?;
                if wanted != Wanted::All && because.is_some() {
                    continue;
                }
                offers.push(Offer { command: Command::Act { player, action: *action, args }, because });
                if wanted == Wanted::AnyLegal {
                    return Ok(offers);
                }
            }
        }
        Ok(offers)
    }

    /// Why an action cannot be done with these arguments, if it cannot.
    pub(crate) fn refusal(&mut self, definition: &Def, args: &[Value], player: EntityId) -> Result<Option<Refusal>, Halt> {
        if !self.candidate(definition, args, player)? {
            return Ok(Some(Refusal::NotOffered));
        }
        Ok(self.against(definition, args, player)?.map(Refusal::Because))
    }

    /// Does an action that is legal.
    pub(crate) fn carry_out(&mut self, id: NodeId, action: DefId, args: &[Value], player: EntityId) -> Result<(), Halt> {
        let rules = self.rules;
        let Some(definition) = rules.defs.get(action.index()) else { return Err(self.fault(id, "an action is missing")) };
        let mut frame = args.to_vec();
        frame.resize((definition.slots as usize).max(args.len()), Value::Nothing);
        let from = Env::new(Vec::new(), self.acting(definition, args, player));
        self.effect(id, action, frame.into(), &from)?;
        Ok(())
    }

    /// Offers actions in the middle of an effect; true where the player did one. Nobody is asked where none is legal.
    pub(crate) fn act(&mut self, id: NodeId, act: &Act, env: &mut Env) -> Result<Value, Halt> {
        let Some(player) = self.eval(act.player, env)?.entity() else { return Ok(Value::Truth(false)) };
        let listed = self.eval(act.actions, env)?;
        let actions: Vec<DefId> =
            listed.members().iter().filter_map(|a| if let Value::Def(action) = a { Some(*action) } else { None }).collect();
        let mut of = Vec::new();
        for offer in self.offers(&actions, player, Wanted::Legal)? {
            let Command::Act { action, args, .. } = offer.command else { continue };
            let first = args.first().cloned().unwrap_or(Value::Nothing);
            if let Some(test) = act.test
                && !self.look(|run| run.test_with_it(test, first, env))?
            {
                continue;
            }
            // As an answer: the action, and behind it what it is used on.
            of.push(Value::list(std::iter::once(Value::Def(action)).chain(args).collect()));
        }
        if of.is_empty() {
            return Ok(Value::Truth(false));
        }
        let decision = Decision {
            player,
            turn: (0, 1),
            prompt: Prompt::Text(act.prompt),
            options: Options::Among { of, least: u32::from(act.must), most: 1 },
            secret: false,
            originator: env.ambient.originator.clone(),
            node: id,
            origin: self.origin(id),
            state: None,
            advice: None,
            past: None,
            log: Vec::new(),
        };
        let answer = self.answer_or_only(decision, env)?;
        let chosen = if act.must { Some(&answer) } else { answer.members().first() };
        let Some((Value::Def(action), args)) = chosen.and_then(|chosen| chosen.members().split_first()) else {
            return Ok(Value::Truth(false));
        };
        let before = std::mem::replace(&mut self.that, Value::Nothing);
        let done = self.carry_out(id, *action, args, player);
        self.that = before;
        done.map(|()| Value::Truth(true))
    }

    /// Who an action speaks of: the first argument where that is an entity, and the player.
    fn acting(&self, definition: &Def, args: &[Value], player: EntityId) -> Ambient {
        let originator = definition.params.first().and_then(|_| args.first()).cloned().unwrap_or(Value::Nothing);
        let ability = args.iter().find(|a| matches!(a, Value::Ability(_))).cloned().unwrap_or(Value::Nothing);
        Ambient { originator, player: Value::Entity(player), ability, ..Ambient::default() }
    }

    /// Whether the arguments are among those the action may take.
    fn candidate(&mut self, definition: &Def, args: &[Value], player: EntityId) -> Result<bool, Halt> {
        if args.len() != definition.params.len() {
            return Ok(false);
        }
        for (place, param) in definition.params.iter().enumerate() {
            let Some(among) = param.among else { continue };
            let earlier = args.get(..place).unwrap_or_default();
            let ambient = self.acting(definition, earlier, player);
            let mut env = Env::new(earlier.to_vec(), ambient);
            let list = self.look(|run| run.eval(among, &mut env))?;
            if !args.get(place).is_some_and(|arg| list.members().contains(arg)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first requirement that fails, as the number of its reason.
    fn against(&mut self, definition: &Def, args: &[Value], player: EntityId) -> Result<Option<u32>, Halt> {
        let mut frame = args.to_vec();
        frame.resize((definition.slots as usize).max(args.len()), Value::Nothing);
        let mut env = Env::new(frame, self.acting(definition, args, player));
        for requirement in &definition.requires {
            if !self.look(|run| run.test(requirement.test, &mut env))? {
                return Ok(Some(requirement.because));
            }
        }
        Ok(None)
    }
}
