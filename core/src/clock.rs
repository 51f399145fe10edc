//! The clock: a tree of steps with a cursor in the state. It runs by itself until it waits for a player's command.

use crate::decision::{Command, Offer};
use crate::event::What;
use crate::hook::ScriptHost;
use crate::offer::Wanted;
use crate::resolve::{Answers, Chance, Env, Halt, REPEAT_LIMIT, Refusal, Run};
use crate::rules::*;
use crate::state::{Cursor, State};
use crate::value::*;

/// What the clock waits for: a player, the commands on offer with the reasons against those that are not legal, and
/// whether the player may pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// Who is to give a command.
    pub player: EntityId,
    /// Commands on offer, legal or not.
    pub offers: Vec<Offer>,
    /// Whether passing is possible.
    pub may_pass: bool,
}

impl Waiting {
    /// The commands that are legal.
    pub fn legal(&self) -> impl Iterator<Item = &Offer> {
        self.offers.iter().filter(|offer| offer.because.is_none())
    }
}

/// What the clock waits for in a state; None when the game is over or has not begun.
///
/// Errors: a fault in a rule that decides what is legal.
pub fn waiting(rules: &Ruleset, host: &dyn ScriptHost, state: &State) -> Result<Option<Waiting>, Halt> {
    let mut run = Run::new(rules, host, state.clone(), Answers::Given(&[]), Chance::Seeded);
    run.keep = false;
    run.waiting(Wanted::All)
}

impl Run<'_> {
    /// Carries out a command, then lets the clock run on.
    pub(crate) fn command(&mut self, command: &Command) -> Result<(), Halt> {
        if self.state.winners.is_some() {
            return Err(Halt::Refused(Refusal::Over));
        }
        let offered = self.waits.take();
        self.remember(command);
        match command {
            Command::Begin => {
                if !self.state.clock.is_empty() {
                    return Err(Halt::Refused(Refusal::NotNow));
                }
                let rules = self.rules;
                let mut env = Env::empty();
                for requirement in &rules.begins {
                    if !self.look(|run| run.test(requirement.test, &mut env))? {
                        return Err(Halt::Refused(Refusal::Because(requirement.because)));
                    }
                }
                self.enter(StepId(0));
            }
            Command::Act { player, action, args } => {
                // What this very run has found legal need not be looked at again.
                let known = offered.is_some_and(|waiting| waiting.legal().any(|offer| offer.command == *command));
                self.act_at_leaf(*player, *action, args, known)?;
            }
            Command::Pass { player } => {
                let Some((_, once, _)) = self.waits_for()?.filter(|(waits_for, ..)| waits_for == player) else {
                    return Err(Halt::Refused(Refusal::NotNow));
                };
                if once {
                    return Err(Halt::Refused(Refusal::MustAct));
                }
                self.leave()?;
            }
        }
        self.settle()
    }

    fn act_at_leaf(&mut self, player: EntityId, action: DefId, args: &[Value], known: bool) -> Result<(), Halt> {
        let rules = self.rules;
        let Some((cursor, _, offers)) = self.leaf() else { return Err(Halt::Refused(Refusal::NotNow)) };
        let mut env = self.clock_env();
        let who = self.eval(cursor, &mut env)?.entity();
        if who != Some(player) {
            return Err(Halt::Refused(Refusal::NotNow));
        }
        let Some(definition) = rules.defs.get(action.index()).filter(|_| offers.contains(&action)) else {
            return Err(Halt::Refused(Refusal::NotOffered));
        };
        if !known && let Some(refusal) = self.refusal(definition, args, player)? {
            return Err(Halt::Refused(refusal));
        }
        self.count_done();
        self.carry_out(definition.body.unwrap_or(NodeId(0)), action, args, player)
    }

    /// The leaf under the cursor: the node that gives its player, whether it is for one command, and its offers.
    fn leaf(&self) -> Option<(NodeId, bool, Vec<DefId>)> {
        let cursor = self.state.clock.last()?;
        match &self.rules.steps.get(cursor.step.index())?.form {
            Form::Act { player, offers, once, .. } => Some((*player, *once, offers.clone())),
            _ => None,
        }
    }

    /// The player for whom the clock waits, whether it is for one command, and the actions on offer.
    fn waits_for(&mut self) -> Result<Option<(EntityId, bool, Vec<DefId>)>, Halt> {
        let Some((player, once, actions)) = self.leaf() else { return Ok(None) };
        let mut env = self.clock_env();
        let player = self.look(|run| run.eval(player, &mut env))?.entity();
        Ok(player.map(|player| (player, once, actions)))
    }

    /// What the clock waits for, with those offers that are wanted.
    pub(crate) fn waiting(&mut self, wanted: Wanted) -> Result<Option<Waiting>, Halt> {
        if self.state.winners.is_some() {
            return Ok(None);
        }
        let Some((player, once, actions)) = self.waits_for()? else { return Ok(None) };
        let offers = self.offers(&actions, player, wanted)?;
        Ok(Some(Waiting { player, offers, may_pass: !once }))
    }

    /// Lets the clock run until it waits for a command or the game is over.
    pub(crate) fn settle(&mut self) -> Result<(), Halt> {
        for _ in 0..REPEAT_LIMIT {
            if self.state.winners.is_some() {
                if !self.state.clock.is_empty() {
                    self.emit(None, What::Clock { clock: Vec::new() });
                }
                return Ok(());
            }
            let Some(cursor) = self.state.clock.last().cloned() else { return Ok(()) };
            let Some(step) = self.rules.steps.get(cursor.step.index()) else { return Ok(()) };
            match &step.form {
                Form::Do(node) => {
                    if cursor.done > 0 {
                        self.leave()?;
                        continue;
                    }
                    self.count_done();
                    let mut env = self.clock_env();
                    self.that = Value::Nothing;
                    self.eval(*node, &mut env)?;
                }
                Form::Sequence(steps) => match steps.get(cursor.done as usize) {
                    Some(next) => {
                        self.count_done();
                        self.enter(*next);
                    }
                    None => self.leave()?,
                },
                Form::Repeat { body, until } => {
                    let mut env = self.clock_env();
                    if self.look(|run| run.test(*until, &mut env))? {
                        self.leave()?;
                        continue;
                    }
                    if cursor.done >= REPEAT_LIMIT {
                        return Err(self.fault(*until, format!("a step was repeated {REPEAT_LIMIT} times")));
                    }
                    self.count_done();
                    self.enter(*body);
                }
                Form::Turns { order, while_, body } => self.turns(&cursor, *order, *while_, *body)?,
                Form::Countdown { from, to, body } => {
                    let mut env = self.clock_env();
                    let from = self.look(|run| run.eval(*from, &mut env))?.number().unwrap_or(0);
                    let to = self.look(|run| run.eval(*to, &mut env))?.number().unwrap_or(1);
                    let number = if cursor.done == 0 { from } else { cursor.number - 1 };
                    if number < to {
                        self.leave()?;
                        continue;
                    }
                    let mut clock = self.state.clock.clone();
                    if let Some(top) = clock.last_mut() {
                        top.number = number;
                        top.done += 1;
                    }
                    self.emit(None, What::Clock { clock });
                    self.enter(*body);
                }
                Form::Act { once, until, .. } => {
                    if *once && cursor.done > 0 {
                        self.leave()?;
                        continue;
                    }
                    if let Some(until) = until {
                        let mut env = self.clock_env();
                        if self.look(|run| run.test(*until, &mut env))? {
                            self.leave()?;
                            continue;
                        }
                    }
                    let wanted = if self.lists { Wanted::Legal } else { Wanted::AnyLegal };
                    let waits = self.waiting(wanted)?.filter(|waiting| !waiting.offers.is_empty());
                    if waits.is_none() {
                        self.leave()?;
                        continue;
                    }
                    self.waits = waits.filter(|_| self.lists);
                    return Ok(());
                }
            }
        }
        Err(Halt::fault(format!("the clock ran for {REPEAT_LIMIT} steps without waiting for anyone")))
    }

    /// Players alternate; one for whom the test fails is passed over.
    fn turns(&mut self, cursor: &Cursor, order: NodeId, while_: NodeId, body: StepId) -> Result<(), Halt> {
        let mut players = cursor.order.clone();
        let mut env = self.clock_env();
        if cursor.done == 0 {
            players = self.look(|run| run.eval(order, &mut env))?.members().iter().filter_map(Value::entity).collect();
        }
        // `number` keeps whose part comes next in the order.
        let count = players.len();
        for ahead in 0..count {
            let place = (cursor.number as usize + ahead) % count;
            let Some(player) = players.get(place).copied() else { continue };
            if !self.look(|run| run.test_with_it(while_, Value::Entity(player), &mut env))? {
                continue;
            }
            let mut clock = self.state.clock.clone();
            if let Some(top) = clock.last_mut() {
                top.order.clone_from(&players);
                top.player = Value::Entity(player);
                top.number = ((place + 1) % count) as i64;
                top.done += 1;
            }
            self.emit(None, What::Clock { clock });
            self.enter(body);
            return Ok(());
        }
        self.leave()
    }

    fn enter(&mut self, step: StepId) {
        let mut clock = self.state.clock.clone();
        clock.push(Cursor { step, done: 0, order: Vec::new(), player: Value::Nothing, number: 0 });
        self.emit(None, What::Clock { clock });
        if self.keep {
            self.log.push(crate::event::Event { cause: None, what: What::Step { step } });
        }
    }

    fn count_done(&mut self) {
        let mut clock = self.state.clock.clone();
        if let Some(top) = clock.last_mut() {
            top.done += 1;
        }
        self.emit(None, What::Clock { clock });
    }

    /// Leaves the innermost step, and ends what lasts only until it ends.
    fn leave(&mut self) -> Result<(), Halt> {
        let mut clock = self.state.clock.clone();
        let Some(left) = clock.pop() else { return Ok(()) };
        let over: Vec<u32> = self.state.lasting.iter().filter(|l| l.until == Until::StepEnds(left.step)).map(|l| l.id).collect();
        for id in over {
            self.emit(None, What::Over { id });
        }
        self.emit(None, What::Clock { clock });
        Ok(())
    }

    /// What rules of the clock speak of: the innermost player whose part it is, and the number of the countdown.
    fn clock_env(&self) -> Env {
        let mut ambient = Ambient::default();
        for cursor in &self.state.clock {
            if cursor.player != Value::Nothing {
                ambient.player = cursor.player.clone();
            }
            let counts = matches!(self.rules.steps.get(cursor.step.index()).map(|s| &s.form), Some(Form::Countdown { .. }));
            if counts {
                ambient.x = Value::Number(cursor.number);
            }
        }
        Env::new(Vec::new(), ambient)
    }
}
