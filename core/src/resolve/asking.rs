//! Questions: one player or several at once, open or secret. An answer is checked before it counts.

use super::{Answers, Chance, Env, Halt, Refusal, Run};
use crate::decision::{Decision, Options, Prompt};
use crate::event::What;
use crate::rules::*;
use crate::value::*;

impl Run<'_> {
    /// Asks, and gives the answer; of several players, the list of their answers in order.
    pub(super) fn ask(&mut self, id: NodeId, ask: &Ask, env: &mut Env) -> Result<Value, Halt> {
        let players: Vec<EntityId> = self.eval(ask.players, env)?.members().iter().filter_map(Value::entity).collect();
        let count = players.len() as u32;
        let mut answers = Vec::with_capacity(players.len());
        // Options are looked at for all before anyone answers, so that no answer can show in another's choice.
        let mut options = Vec::with_capacity(players.len());
        for player in &players {
            let before = std::mem::replace(&mut env.it, Value::Entity(*player));
            let of = self.options(id, &ask.choice, env);
            env.it = before;
            options.push(of?);
        }
        for (turn, (player, options)) in players.iter().zip(options).enumerate() {
            let only = if ask.always { None } else { only_answer(&options) };
            let answer = match only {
                Some(answer) => answer,
                None => {
                    let decision = Decision {
                        player: *player,
                        turn: (turn as u32, count),
                        prompt: Prompt::Text(ask.prompt),
                        options,
                        secret: ask.secret,
                        originator: env.ambient.originator.clone(),
                        node: id,
                        origin: self.origin(id),
                        state: None,
                        advice: self.advice(ask, *player, env)?,
                        past: None,
                        log: Vec::new(),
                    };
                    let test = match &ask.choice {
                        Choice::Point { test, .. } | Choice::Path { test, .. } => Some(*test),
                        _ => None,
                    };
                    self.answer(decision, test, env)?
                }
            };
            answers.push(answer);
        }
        if count == 1 {
            return Ok(answers.pop().unwrap_or(Value::Nothing));
        }
        Ok(Value::list(answers))
    }

    /// What the rule advises a player, for a policy that heeds it: reckoned from what that player may see.
    fn advice(&mut self, ask: &Ask, player: EntityId, env: &mut Env) -> Result<Option<Value>, Halt> {
        let heeds = matches!(&self.answers, Answers::Policy(policy) if policy.heeds());
        let Some(advice) = ask.advice.filter(|_| heeds) else { return Ok(None) };
        let seen = self.state.seen_by(self.rules, player);
        // Where nothing is hidden from the player, what is known here is known there; not where it is watched what counts.
        let nothing_hidden = self.watched.is_empty() && self.state.is_but_for_dice(&seen);
        let mut run = Run::new(self.rules, self.host, seen, Answers::Given(&[]), Chance::Seeded);
        if nothing_hidden {
            run.known = std::mem::take(&mut self.known);
        }
        let advised = run.look(|run| run.eval_with_it(advice, Value::Entity(player), &mut env.clone()));
        if nothing_hidden {
            self.known = std::mem::take(&mut run.known);
        }
        advised.map(Some)
    }

    /// A question by a script, in its own words.
    pub(super) fn ask_for_script(
        &mut self,
        id: NodeId,
        player: EntityId,
        prompt: &str,
        options: Options,
        ambient: &Ambient,
    ) -> Result<Value, Halt> {
        if self.looking > 0 {
            return Err(self.fault(id, "a question is not possible where only a number or a test is wanted"));
        }
        if let Options::Point { .. } | Options::Path { .. } = options {
            return Err(self.fault(id, "a script cannot ask for a place; call an effect that does"));
        }
        let decision = Decision {
            player,
            turn: (0, 1),
            prompt: Prompt::Words(prompt.to_owned()),
            options,
            secret: false,
            originator: ambient.originator.clone(),
            node: id,
            origin: self.origin(id),
            state: None,
            advice: None,
            past: None,
            log: Vec::new(),
        };
        let mut env = Env::new(Vec::new(), ambient.clone());
        self.answer_or_only(decision, &mut env)
    }

    /// The answer to a question whose options say all that is legal; where only one is possible, that is taken.
    pub(crate) fn answer_or_only(&mut self, decision: Decision, env: &mut Env) -> Result<Value, Halt> {
        match only_answer(&decision.options) {
            Some(answer) => Ok(answer),
            None => self.answer(decision, None, env),
        }
    }

    pub(crate) fn origin(&self, id: NodeId) -> Origin {
        self.rules.origins.get(id.index()).copied().unwrap_or_default()
    }

    fn options(&mut self, id: NodeId, choice: &Choice, env: &mut Env) -> Result<Options, Halt> {
        Ok(match choice {
            Choice::YesNo => Options::YesNo,
            Choice::Among { list, least, most } => {
                let mut of = self.eval(*list, env)?.members().to_vec();
                let most = self.eval(*most, env)?.number().unwrap_or(1);
                let least = self.eval(*least, env)?.number().unwrap_or(1);
                // Of nothing, the one that is picked is nothing.
                if of.is_empty() && least == 1 && most == 1 {
                    of.push(Value::Nothing);
                }
                let most = most.clamp(0, of.len() as i64) as u32;
                let least = least.clamp(0, i64::from(most)) as u32;
                Options::Among { of, least, most }
            }
            Choice::Number { from, to } => {
                let from = self.eval(*from, env)?.number().unwrap_or(0);
                let to = self.eval(*to, env)?.number().unwrap_or(from);
                Options::Number { from, to: to.max(from) }
            }
            Choice::Point { around, within, .. } => {
                let around = self.eval(*around, env)?;
                let Some(around) = self.place_of(&around) else {
                    return Err(self.fault(id, "the place to look around is not on the table"));
                };
                Options::Point { around, within: self.eval(*within, env)?.number().unwrap_or(0).max(0) }
            }
            Choice::Path { mover, within, .. } => {
                let Some(mover) = self.eval(*mover, env)?.entity() else { return Err(self.fault(id, "nobody is here to move")) };
                let Some(from) = self.state.entity(mover).at else {
                    return Err(self.fault(id, "who should move is not on the table"));
                };
                let within = self.eval(*within, env)?.number().unwrap_or(0).max(0);
                Options::Path { mover, from, within, contacts: self.contacts(mover, within) }
            }
        })
    }

    /// The next answer, checked. Beyond the given ones the run unwinds with the question.
    fn answer(&mut self, mut decision: Decision, test: Option<NodeId>, env: &mut Env) -> Result<Value, Halt> {
        let place = self.used.len();
        decision.past = self.past();
        let given = match &mut self.answers {
            Answers::Given(list) => match list.get(place) {
                Some(answer) => Some(answer.clone()),
                None => {
                    decision.state = Some(Box::new((*self.state).clone()));
                    decision.log = std::mem::take(&mut self.log);
                    return Err(Halt::Ask(Box::new(decision)));
                }
            },
            Answers::Policy(_) => None,
        };
        let answer = match given {
            Some(answer) => answer,
            None => self.ask_policy(&decision, test, env)?,
        };
        if !self.allowed(&decision.options, &answer, test, env)? {
            decision.state = Some(Box::new((*self.state).clone()));
            return Err(Halt::Refused(Refusal::Answer(place, Box::new(decision))));
        }
        self.used.push(answer.clone());
        let (player, prompt, secret) = (decision.player, decision.prompt, decision.secret);
        let told = answer.clone();
        self.tell(decision.node, || What::Answered { player, prompt, answer: told, secret });
        self.believe();
        Ok(answer)
    }

    fn ask_policy(&mut self, decision: &Decision, test: Option<NodeId>, env: &mut Env) -> Result<Value, Halt> {
        // The policy is taken out while it thinks, so that it can ask this very run what is legal.
        let Answers::Policy(policy) = std::mem::replace(&mut self.answers, Answers::Given(&[])) else {
            return Err(self.fault(decision.node, "nobody is here to answer"));
        };
        if test.is_none() {
            // Everything that is legal stands in the options: no copy of the state is needed.
            let answer = policy.answer(&self.state, decision, &mut |_| true);
            self.answers = Answers::Policy(policy);
            return Ok(answer);
        }
        let mut fault = None;
        let state = self.state.clone();
        let answer = {
            let mut legal = |answer: &Value| match self.allowed(&decision.options, answer, test, env) {
                Ok(allowed) => allowed,
                Err(halt) => {
                    fault = Some(halt);
                    false
                }
            };
            policy.answer(&state, decision, &mut legal)
        };
        self.answers = Answers::Policy(policy);
        match fault {
            Some(halt) => Err(halt),
            None => Ok(answer),
        }
    }

    /// Whether an answer is allowed.
    fn allowed(&mut self, options: &Options, answer: &Value, test: Option<NodeId>, env: &mut Env) -> Result<bool, Halt> {
        match options {
            Options::YesNo => Ok(matches!(answer, Value::Truth(_))),
            Options::Among { of, least, most } => {
                if *least == 1 && *most == 1 {
                    return Ok(of.contains(answer));
                }
                let Value::List(picked) = answer else { return Ok(false) };
                let count = picked.len() as u32;
                let mut left = of.clone();
                let each_once = picked.iter().all(|p| left.iter().position(|o| o == p).map(|at| left.remove(at)).is_some());
                Ok(count >= *least && count <= *most && each_once)
            }
            Options::Number { from, to } => Ok(answer.number().is_some_and(|n| n >= *from && n <= *to)),
            Options::Point { around, within } => {
                // "Nowhere" counts only where looking all round finds no place.
                if *answer == Value::Nothing {
                    for place in crate::space::places_around(*around, *within) {
                        if self.allowed(options, &Value::Point(place), test, env)? {
                            return Ok(false);
                        }
                    }
                    return Ok(true);
                }
                let Value::Point(point) = answer else { return Ok(false) };
                if !on_map(*point) {
                    return Ok(false);
                }
                if !crate::space::within(crate::space::Disc::new(*point, 0), crate::space::Disc::new(*around, 0), *within).holds {
                    return Ok(false);
                }
                match test {
                    Some(test) => self.look(|run| run.test_with_it(test, answer.clone(), env)),
                    None => Ok(true),
                }
            }
            Options::Path { from, within, .. } => {
                let Value::List(points) = answer else { return Ok(false) };
                let path: Option<Vec<_>> = points.iter().map(Value::point).collect();
                let Some(path) =
                    path.filter(|p| p.first() == Some(from) && p.len() <= PATH_LIMIT && p.iter().all(|at| on_map(*at)))
                else {
                    return Ok(false);
                };
                // Staying is always possible: every path is "up to" its length.
                if path.len() == 1 {
                    return Ok(true);
                }
                if !crate::space::path_within(&path, *within).holds {
                    return Ok(false);
                }
                match test {
                    Some(test) => self.look(|run| run.test_with_it(test, answer.clone(), env)),
                    None => Ok(true),
                }
            }
        }
    }
}

/// Most points of a path that a player may give.
const PATH_LIMIT: usize = 256;

/// Whether a point is within the bounds that measurement is made for.
fn on_map(at: crate::space::Point) -> bool {
    let limit = crate::space::LIMIT;
    (-limit..=limit).contains(&at.x) && (-limit..=limit).contains(&at.y)
}

/// The answer, where only one is possible.
fn only_answer(options: &Options) -> Option<Value> {
    match options {
        Options::Among { of, least: 1, most: 1 } if of.len() == 1 => of.first().cloned(),
        Options::Among { most: 0, .. } => Some(Value::list(Vec::new())),
        Options::Among { of, least, .. } if *least as usize == of.len() && *least != 1 => Some(Value::list(of.clone())),
        Options::Number { from, to } if from == to => Some(Value::Number(*from)),
        _ => None,
    }
}
