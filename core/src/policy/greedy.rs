//! The machine player that tries things out: each command and each answer on a copy of the game, judged by what the pack
//! says of how the game then stands, and the best is done.
//!
//! It looks one command ahead. Of what is hidden from it, it deals itself several hands; other players' answers, and its
//! own later ones, are any legal ones. Its effort is counted in runs, so that it plays the same on every machine.

use super::belief::dealt;
use super::{Random, sample};
use crate::decision::{Command, Decision, Offer, Options, Past};
use crate::dice::Dice;
use crate::hook::ScriptHost;
use crate::resolve::{Answers, Belief, Chance, Env, Frame, Policy, Room, Run};
use crate::rules::Ruleset;
use crate::state::State;
use crate::value::*;
use std::sync::Arc;

/// Runs of each line in the first round, and of the best of them in the second, where chance plays a part.
const FIRST: usize = 2;
const SECOND: usize = 8;
/// How many lines come into the second round.
const BEST: usize = 5;
/// How a game that is won, or lost, is judged: beyond all that a pack says.
const WON: i64 = 1_000_000_000_000;

/// A player that weighs what it may do.
pub struct Greedy<'g> {
    rules: &'g Ruleset,
    host: &'g dyn ScriptHost,
    judge: NodeId,
    chance: Random,
    room: Room,
    /// The answer that made the command the best one.
    plan: Option<Plan>,
}

struct Plan {
    command: Command,
    asked: Asked,
    answer: Value,
}

/// A question that a command asks before anything of chance or from hiding comes into it, so that it is the same in every
/// world.
#[derive(Clone, PartialEq)]
struct Asked {
    node: NodeId,
    options: Options,
}

/// One thing to do: a command with the first answers it takes, and what is known of its worth.
struct Line {
    /// Which of the commands or answers under consideration it begins with.
    choice: usize,
    answers: Vec<Value>,
    /// The question that the last answer is for.
    asked: Option<Asked>,
    sum: i64,
    runs: i64,
    /// Whether chance or anybody's later answer had a part in it.
    open: bool,
}

impl Line {
    fn new(choice: usize, answers: Vec<Value>, asked: Option<Asked>) -> Self {
        Line { choice, answers, asked, sum: 0, runs: 0, open: false }
    }

    fn add(&mut self, worth: Option<Worth>) {
        let Some(worth) = worth else { return };
        self.sum = self.sum.saturating_add(worth.judged);
        self.runs += 1;
        self.open |= worth.open;
    }

    /// The mean, in thousandths; nothing where no run came to an end.
    fn mean(&self) -> Option<i64> {
        (self.runs > 0).then(|| self.sum.saturating_mul(1000) / self.runs)
    }
}

/// What came of one run.
struct Worth {
    judged: i64,
    open: bool,
}

impl<'g> Greedy<'g> {
    /// A player with its own seed; None where the packs do not say how well a game stands.
    pub fn new(rules: &'g Ruleset, host: &'g dyn ScriptHost, seed: u64) -> Option<Self> {
        let chance = Random::new(seed);
        Some(Greedy { rules, host, judge: rules.judge?, chance, room: Room::default(), plan: None })
    }

    fn seed(&mut self) -> u64 {
        self.chance.dice.below(&[u32::MAX; 2]).into_iter().fold(0, |seed, part| (seed << 32) | u64::from(part))
    }

    /// Runs a command from a state and judges where it leads for a player.
    fn run(
        &mut self,
        state: Arc<State>,
        command: &Command,
        belief: Option<Belief>,
        me: EntityId,
        trial: &mut Trial<'_>,
    ) -> Option<Worth> {
        let drawn = state.dice.drawn;
        let mut run = Run::new(self.rules, self.host, state, Answers::Policy(trial), Chance::Seeded);
        run.keep = false;
        run.belief = belief;
        run.enter_room(&mut self.room);
        let judged = run.command(command).and_then(|()| match &run.state.winners {
            Some(winners) if !winners.contains(&me) => Ok(-WON),
            Some(winners) if winners.len() == 1 => Ok(WON),
            _ => {
                let ambient = Ambient { player: Value::Entity(me), ..Ambient::default() };
                let mut env = Env::new(Frame::new(), ambient);
                run.look(|run| run.eval(self.judge, &mut env)).map(|worth| worth.number().unwrap_or(0))
            }
        });
        let open = belief.is_some() || run.state.dice.drawn != drawn;
        run.leave_room(&mut self.room);
        drop(run);
        Some(Worth { judged: judged.ok()?, open: open || trial.guessed })
    }

    /// The best of some lines, each weighed by `weigh` in one world after another; among equals any.
    fn best(&mut self, lines: &mut [Line], mut weigh: impl FnMut(&mut Self, &Line, usize) -> Option<Worth>) -> Option<usize> {
        // One world after the other, since what one run comes to know of a world the next one in it need not find out.
        let mut next: Vec<usize> = lines.iter().map(|line| line.runs as usize).collect();
        for world in 0..FIRST {
            for (line, next) in lines.iter_mut().zip(&mut next).filter(|(_, next)| **next == world) {
                let worth = weigh(self, line, world);
                line.add(worth);
                *next = if line.open { world + 1 } else { FIRST };
            }
        }
        let mut order: Vec<usize> = (0..lines.len()).filter(|n| lines.get(*n).is_some_and(|line| line.runs > 0)).collect();
        order.sort_by_key(|n| std::cmp::Reverse(lines.get(*n).and_then(Line::mean)));
        for world in FIRST..FIRST + SECOND {
            for n in order.iter().take(BEST) {
                let Some(line) = lines.get_mut(*n).filter(|line| line.open) else { continue };
                let worth = weigh(self, line, world);
                line.add(worth);
            }
        }
        // A line of the first round alone was not among the best, and two runs are no proof.
        let weighed = |n: &&usize| lines.get(**n).is_some_and(|line| !line.open || line.runs > FIRST as i64);
        let most = order.iter().filter(weighed).filter_map(|n| lines.get(*n)?.mean()).max()?;
        let equals: Vec<usize> =
            order.iter().filter(weighed).filter(|n| lines.get(**n).and_then(Line::mean) == Some(most)).copied().collect();
        equals.get(self.chance.below(equals.len())).copied()
    }
}

impl Policy for Greedy<'_> {
    fn looks_back(&self) -> bool {
        true
    }

    fn heeds(&self) -> bool {
        true
    }

    fn command(&mut self, state: &State, player: EntityId, legal: &[Offer], may_pass: bool) -> Option<usize> {
        self.plan = None;
        let seeds: Vec<u64> = (0..FIRST + SECOND).map(|_| self.seed()).collect();
        let worlds: Vec<Arc<State>> = seeds.iter().map(|seed| dealt(self.rules, state, player, *seed).into()).collect();
        let first = worlds.first()?;
        let mut commands: Vec<Command> = legal.iter().map(|offer| offer.command.clone()).collect();
        if may_pass {
            commands.push(Command::Pass { player });
        }
        if commands.len() < 2 {
            return (!legal.is_empty()).then_some(0);
        }
        let mut lines = Vec::new();
        for (choice, command) in commands.iter().enumerate() {
            // The first run shows what it asks first; each answer to that is a line of its own.
            let mut trial = Trial::new(self.rules, player, &[], seeds.first().copied().unwrap_or(0));
            trial.start = Some(first);
            let worth = self.run(first.clone(), command, None, player, &mut trial);
            match trial.found.take() {
                Some((asked, answers)) => {
                    lines.extend(answers.into_iter().map(|answer| Line::new(choice, vec![answer], Some(asked.clone()))));
                }
                None => {
                    let mut line = Line::new(choice, Vec::new(), None);
                    line.add(worth);
                    lines.push(line);
                }
            }
        }
        let best = self.best(&mut lines, |this, line, world| {
            let mut trial = Trial::new(this.rules, player, &line.answers, seeds.get(world).copied().unwrap_or(0));
            this.run(worlds.get(world)?.clone(), commands.get(line.choice)?, None, player, &mut trial)
        });
        let Some(line) = best.and_then(|n| lines.get(n)) else {
            return (!legal.is_empty()).then(|| self.chance.below(legal.len()));
        };
        if let (Some(command), Some(asked), Some(answer)) = (commands.get(line.choice), line.asked.clone(), line.answers.first())
        {
            self.plan = Some(Plan { command: command.clone(), asked, answer: answer.clone() });
        }
        (line.choice < legal.len()).then_some(line.choice)
    }

    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        if let Some(advice) = decision.advice.as_ref().filter(|advice| legal(advice)) {
            return advice.clone();
        }
        let Some(past) = &decision.past else { return self.chance.answer(state, decision, legal) };
        if let Some(plan) = self.plan.take()
            && plan.command == past.command
            && past.answers.is_empty()
            && plan.asked == (Asked { node: decision.node, options: decision.options.clone() })
            && legal(&plan.answer)
        {
            return plan.answer;
        }
        let seeds: Vec<u64> = (0..FIRST + SECOND).map(|_| self.seed()).collect();
        let answers = sample::answers(&decision.options, &mut self.chance, legal);
        if let [only] = answers.as_slice() {
            return only.clone();
        }
        let given = |answer: &Value| past.answers.iter().chain([answer]).cloned().collect::<Vec<Value>>();
        let mut lines: Vec<Line> = answers.iter().enumerate().map(|(n, answer)| Line::new(n, given(answer), None)).collect();
        let me = decision.player;
        let best = self.best(&mut lines, |this, line, world| {
            let seed = seeds.get(world).copied().unwrap_or(0);
            let mut trial = Trial::new(this.rules, me, &line.answers, seed);
            trial.unseen = Some((decision, past));
            let belief = Belief { answers: line.answers.len(), player: me, seed };
            this.run(past.state.clone(), &past.command, Some(belief), me, &mut trial)
        });
        let choice = best.and_then(|n| lines.get(n)).map_or(0, |line| line.choice);
        answers.get(choice).cloned().unwrap_or(Value::Nothing)
    }
}

/// Who answers while something is tried out: what is given first, then any legal thing.
struct Trial<'t> {
    rules: &'t Ruleset,
    me: EntityId,
    given: &'t [Value],
    asked: usize,
    guess: Random,
    guessed: bool,
    /// Where the first question is to be found, with answers worth trying: the state before the command.
    start: Option<&'t State>,
    found: Option<(Asked, Vec<Value>)>,
    /// The question that is weighed, where others have answered it in secret before.
    unseen: Option<(&'t Decision, &'t Past)>,
}

impl<'t> Trial<'t> {
    fn new(rules: &'t Ruleset, me: EntityId, given: &'t [Value], seed: u64) -> Self {
        let guess = Random { dice: Dice::new(seed ^ 0x0be1_1e7e) };
        Trial { rules, me, given, asked: 0, guess, guessed: false, start: None, found: None, unseen: None }
    }

    /// Whether an answer that was given is one that this player may not know: of another, in secret, to the same question.
    fn is_unseen(&self, place: usize, decision: &Decision) -> bool {
        self.unseen.is_some_and(|(weighed, past)| {
            let at_once = past.answers.len().saturating_sub(weighed.turn.0 as usize)..past.answers.len();
            weighed.secret && at_once.contains(&place) && decision.node == weighed.node && decision.player != self.me
        })
    }
}

impl Policy for Trial<'_> {
    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        let place = self.asked;
        self.asked += 1;
        if let Some(answer) = self.given.get(place)
            && !self.is_unseen(place, decision)
        {
            return answer.clone();
        }
        if let Some(advice) = decision.advice.as_ref().filter(|advice| legal(advice)) {
            return advice.clone();
        }
        // To act in a window is a command like any other: for those there is nobody here.
        if decision.is_window(self.rules) {
            return Value::list(Vec::new());
        }
        let untouched = self.start.is_some_and(|start| start.dice == state.dice && start.piles == state.piles);
        if untouched && place == 0 && decision.player == self.me {
            let answers = sample::answers(&decision.options, &mut self.guess, legal);
            let first = answers.first().cloned().unwrap_or(Value::Nothing);
            self.found = Some((Asked { node: decision.node, options: decision.options.clone() }, answers));
            return first;
        }
        self.guessed = true;
        self.guess.answer(state, decision, legal)
    }

    fn command(&mut self, _: &State, _: EntityId, _: &[Offer], _: bool) -> Option<usize> {
        None
    }

    fn heeds(&self) -> bool {
        true
    }
}
