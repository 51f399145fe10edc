//! How rules make events: a command is replayed on a copy until every question it asks has an answer.
//!
//! Reading order: this file (what a run is) · [`eval`] values · [`known`] what was read and
//! written since · [`answers`] those that are still good · [`number`] modifiers · [`effect`] effects and listeners ·
//! [`step`] steps · [`primitive`] what makes events · [`asking`] questions · [`functions`], [`measure`], [`grid`] and [`foresight`] the engine's functions · [`together`] simultaneity.

mod answers;
mod asking;
mod desk;
mod effect;
mod eval;
mod foresight;
mod functions;
mod grid;
mod known;
mod measure;
mod number;
mod primitive;
mod step;
mod together;

use crate::decision::{Command, Decision, Offer, Past};
use crate::event::{Event, What, apply};
use crate::hook::ScriptHost;
use crate::rules::{Class, Ruleset};
use crate::state::State;
use crate::value::*;
pub(crate) use known::{Known, Room};
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::sync::Arc;

/// How deep effects, listeners and calls may wake each other. A table game's longest honest chain is a few dozen.
pub const CHAIN_LIMIT: usize = 200;
/// How often one `while` or one repeated step may run. Generous for a game, short for a loop that never ends.
pub const REPEAT_LIMIT: u32 = 10_000;

/// Why a run did not finish.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// A question stands open beyond the answers given.
    Ask(Box<Decision>),
    /// A player asked for what is not legal; the state is untouched.
    Refused(Refusal),
    /// Something is wrong with a rule or a script; the state is untouched.
    Fault(Box<Fault>),
}

/// What a player asked for that is not legal.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The clock does not wait for this player, or not for a command.
    NotNow,
    /// This action is not on offer here.
    NotOffered,
    /// It is on offer, and this reason stands against it: the number of a text.
    Because(u32),
    /// Passing is not possible while a command is legal.
    MustAct,
    /// An answer that the question does not allow: which of the answers, from 0, and the question.
    Answer(usize, Box<Decision>),
    /// More answers than questions: how many were used.
    TooManyAnswers(usize),
    /// The game is over.
    Over,
    /// Written dice: fewer than were rolled.
    TooFewRolls,
    /// Written dice: more than were rolled; how many are left.
    TooManyRolls(usize),
    /// Written dice: a face that the die does not have.
    NoSuchFace {
        /// The face.
        face: u32,
        /// The die.
        sides: u32,
    },
}

/// What went wrong, and the last links of the chain of effects that led there.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What is there, in an author's words.
    pub message: String,
    /// The rule, if one is to blame.
    pub node: Option<NodeId>,
    /// The last effects under way, innermost first.
    pub chain: Vec<NodeId>,
}

impl Halt {
    /// A fault without a place.
    pub fn fault(message: impl Into<String>) -> Self {
        Halt::Fault(Box::new(Fault { message: message.into(), node: None, chain: Vec::new() }))
    }
}

/// Where answers come from.
pub enum Answers<'a> {
    /// A list; a question beyond it unwinds.
    Given(&'a [Value]),
    /// A policy, asked on the spot and never unwound.
    Policy(&'a mut dyn Policy),
}

/// A machine player, or anything else that answers at once.
pub trait Policy {
    /// Answers a question. `legal` says whether an answer is allowed; only points and paths need it.
    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value;
    /// Chooses among legal commands; None passes, where that is allowed.
    fn command(&mut self, state: &State, player: EntityId, legal: &[Offer], may_pass: bool) -> Option<usize>;
    /// True: it goes by the advice of a rule, which costs the working out.
    fn heeds(&self) -> bool {
        false
    }
    /// True: it wants to know what led to a question, which costs a copy of the state at every command.
    fn looks_back(&self) -> bool {
        false
    }
}

/// Where chance comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Chance {
    /// The generator in the state.
    #[default]
    Seeded,
    /// Faces written down beforehand, in order; shuffles leave piles as they are.
    Written(VecDeque<u32>),
}

/// A finished run.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The state after it.
    pub state: State,
    /// What happened.
    pub log: Vec<Event>,
    /// The answers it used, in order (those of a policy too).
    pub answers: Vec<Value>,
}

/// Replays a command on a copy of the state, and lets the clock run on until it waits for the next command.
///
/// Errors: [`Halt::Ask`] with the first question that `answers` does not answer: call again with one answer more;
/// [`Halt::Refused`] and [`Halt::Fault`] leave everything as it was.
pub fn run(rules: &Ruleset, host: &dyn ScriptHost, state: &State, command: &Command, answers: &[Value]) -> Result<Done, Halt> {
    run_with(rules, host, state, command, Answers::Given(answers), Chance::Seeded)
}

/// As [`run`], with answers and chance from elsewhere.
pub fn run_with<'a>(
    rules: &'a Ruleset,
    host: &'a dyn ScriptHost,
    state: &State,
    command: &Command,
    answers: Answers<'a>,
    chance: Chance,
) -> Result<Done, Halt> {
    let given = if let Answers::Given(list) = &answers { Some(list.len()) } else { None };
    let mut run = Run::new(rules, host, state.clone(), answers, chance);
    run.command(command)?;
    if let Chance::Written(rest) = &run.chance
        && !rest.is_empty()
    {
        return Err(Halt::Refused(Refusal::TooManyRolls(rest.len())));
    }
    if given.is_some_and(|given| given > run.used.len()) {
        return Err(Halt::Refused(Refusal::TooManyAnswers(run.used.len())));
    }
    Ok(Done { state: Arc::unwrap_or_clone(run.state), log: run.log, answers: run.used })
}

/// What an expression gives in a state. Nothing is written and nobody is asked.
///
/// Errors: a fault in the expression.
pub fn value_in(rules: &Ruleset, host: &dyn ScriptHost, state: &State, node: NodeId, ambient: Ambient) -> Result<Value, Halt> {
    let mut run = Run::new(rules, host, state.clone(), Answers::Given(&[]), Chance::Seeded);
    let mut env = Env::new(Frame::new(), ambient);
    run.look(|run| run.eval(node, &mut env))
}

/// What a definition that gives a value answers for these arguments in a state. Nothing is written and nobody is asked.
///
/// Errors: a fault in the definition, or it is an effect or an action.
pub fn answer_in(rules: &Ruleset, host: &dyn ScriptHost, state: &State, def: DefId, args: &[Value]) -> Result<Value, Halt> {
    let mut run = Run::new(rules, host, state.clone(), Answers::Given(&[]), Chance::Seeded);
    let Some(definition) = rules.defs.get(def.index()) else { return Err(Halt::fault("a definition is missing")) };
    if matches!(definition.class, Class::Effect | Class::Action) {
        return Err(Halt::fault(format!("`{}` gives no value", definition.id)));
    }
    let mut frame = args.to_vec();
    frame.truncate(definition.params.len());
    frame.resize((definition.slots as usize).max(frame.len()), Value::Nothing);
    let env = Env::new(Frame::new(), Ambient::default());
    let node = definition.body.unwrap_or(NodeId(0));
    run.look(|run| run.value_of(node, def, frame.into(), &env))
}

/// One run under way.
pub(crate) struct Run<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) host: &'a dyn ScriptHost,
    /// Shared with those who look at it while the run goes on; written, it is this run's own.
    pub(crate) state: Arc<State>,
    pub(crate) log: Vec<Event>,
    /// False: the log is not wanted (playouts), so that it is not kept.
    pub(crate) keep: bool,
    pub(crate) answers: Answers<'a>,
    /// Answers used so far.
    pub(crate) used: Vec<Value>,
    chance: Chance,
    /// Effects under way, by the node that calls each; outermost first.
    chain: Vec<NodeId>,
    /// Arguments of the effects under way that something listens to, and whether each was stopped.
    listened: Vec<Listened>,
    /// What the text named last.
    pub(crate) that: Value,
    /// Above 0 while legality is looked at: nothing is told then, and nothing may be written or asked.
    looking: u32,
    /// Outlines already read from their corners.
    areas: Vec<(Value, crate::space::Polygon)>,
    pub(crate) known: Known,
    /// True: whoever goes on wants all that is on offer when the clock stops, and not just to know that something is.
    pub(crate) lists: bool,
    /// What the clock waits for, as it was found when it stopped.
    pub(crate) waits: Option<crate::clock::Waiting>,
    /// The command under way and the state before it, for those who look back.
    began: Option<(Arc<State>, Command)>,
    /// For each attachment whether it has counted; empty where nobody wants to know.
    watched: Vec<bool>,
    /// Of a trial: when the rest is no longer what is, but what a player may believe.
    pub(crate) belief: Option<Belief>,
}

/// After so many answers the run goes on in the state as a player sees it, with the rest dealt anew.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Belief {
    pub(crate) answers: usize,
    pub(crate) player: EntityId,
    pub(crate) seed: u64,
}

struct Listened {
    args: Vec<Value>,
    stopped: bool,
}

/// What a rule under way can see: its slots, and who it speaks of.
///
/// `it` stands apart from the ambient, since it changes with every member of every list, while the rest is shared.
#[derive(Clone)]
pub(crate) struct Env {
    pub(crate) frame: Frame,
    pub(crate) it: Value,
    pub(crate) event: Arc<[Value]>,
    pub(crate) ambient: Arc<Ambient>,
}

/// The slots of a rule: few, so that they need no memory of their own.
pub(crate) type Frame = SmallVec<[Value; 4]>;

impl Env {
    pub(crate) fn empty() -> Self {
        Env::new(Frame::new(), Ambient::default())
    }
    pub(crate) fn new(frame: impl Into<Frame>, mut ambient: Ambient) -> Self {
        let it = std::mem::replace(&mut ambient.it, Value::Nothing);
        let event = ambient.event.clone();
        Env { frame: frame.into(), it, event, ambient: Arc::new(ambient) }
    }
    /// What a rule that was kept sees: the slots and the ambient of where it was named.
    pub(crate) fn kept_by(frame: &[Value], ambient: &Arc<Ambient>) -> Self {
        Env { frame: frame.into(), it: ambient.it.clone(), event: ambient.event.clone(), ambient: ambient.clone() }
    }
    /// The same ambient with slots of its own: what a callee sees.
    pub(crate) fn inner(&self, frame: Frame) -> Self {
        Env { frame, it: self.it.clone(), event: self.event.clone(), ambient: self.ambient.clone() }
    }
    /// The ambient as plain data, to be kept.
    pub(crate) fn kept(&self) -> Ambient {
        Ambient { it: self.it.clone(), event: self.event.clone(), ..(*self.ambient).clone() }
    }
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        rules: &'a Ruleset,
        host: &'a dyn ScriptHost,
        state: impl Into<Arc<State>>,
        answers: Answers<'a>,
        chance: Chance,
    ) -> Self {
        Run {
            rules,
            host,
            state: state.into(),
            log: Vec::new(),
            keep: true,
            answers,
            used: Vec::new(),
            chance,
            chain: Vec::new(),
            listened: Vec::new(),
            that: Value::Nothing,
            looking: 0,
            areas: Vec::new(),
            waits: None,
            known: Known::default(),
            lists: false,
            began: None,
            belief: None,
            watched: Vec::new(),
        }
    }

    /// Whether it is noted which attachments count.
    pub(crate) fn watch(&mut self, wanted: bool) {
        self.watched = if wanted { vec![false; self.rules.attachments.len()] } else { Vec::new() };
    }

    /// The attachments that have counted.
    pub(crate) fn counted(&self) -> Vec<AttachmentId> {
        (0..).zip(&self.watched).filter(|(_, noted)| **noted).map(|(id, _)| AttachmentId(id)).collect()
    }

    /// Remembers what a command began with, for whoever looks back.
    pub(crate) fn remember(&mut self, command: &Command) {
        let wanted = match &self.answers {
            Answers::Given(_) => true,
            Answers::Policy(policy) => policy.looks_back(),
        };
        self.began = wanted.then(|| (self.state.clone(), command.clone()));
    }

    /// What led to the question that is asked now.
    fn past(&self) -> Option<Past> {
        let (state, command) = self.began.as_ref()?;
        Some(Past { state: state.clone(), command: command.clone(), answers: self.used.clone() })
    }

    /// Goes on in what a player may believe, where that is to begin with the answer just given.
    fn believe(&mut self) {
        if let Some(belief) = self.belief.filter(|belief| belief.answers == self.used.len()) {
            let state = crate::policy::dealt(self.rules, &self.state, belief.player, belief.seed);
            if self.state.is_but_for_dice(&state) {
                self.state = state.into();
            } else {
                self.other_state(state);
            }
        }
    }

    /// Makes an event: applies it and keeps it.
    pub(crate) fn emit(&mut self, cause: Option<NodeId>, what: What) {
        let event = Event { cause, what };
        self.write(&event);
        if self.keep {
            self.log.push(event);
        }
    }

    fn write(&mut self, event: &Event) {
        self.writes(&event.what);
        apply(Arc::make_mut(&mut self.state), self.rules, event);
    }

    /// An event that writes nothing: only for the log.
    fn tell(&mut self, cause: NodeId, what: impl FnOnce() -> What) {
        if self.keep && self.looking == 0 {
            self.log.push(Event { cause: Some(cause), what: what() });
        }
    }

    /// The state is another one altogether.
    pub(crate) fn other_state(&mut self, state: impl Into<Arc<State>>) {
        self.state = state.into();
        self.known.all_written();
    }

    /// A fault at a rule.
    pub(crate) fn fault(&self, node: NodeId, message: impl Into<String>) -> Halt {
        let chain = self.chain.iter().rev().take(5).copied().collect();
        Halt::Fault(Box::new(Fault { message: message.into(), node: Some(node), chain }))
    }

    /// Dice: faces from 1.
    pub(crate) fn roll(&mut self, cause: NodeId, sides: &[u32]) -> Result<Vec<u32>, Halt> {
        let faces: Vec<u32> = match &mut self.chance {
            Chance::Seeded => {
                let faces = self.state.dice.clone().below(sides);
                faces.into_iter().map(|face| face + 1).collect()
            }
            Chance::Written(rest) => {
                let mut faces = Vec::with_capacity(sides.len());
                for sides in sides {
                    let Some(face) = rest.pop_front() else { return Err(Halt::Refused(Refusal::TooFewRolls)) };
                    if face == 0 || face > *sides {
                        return Err(Halt::Refused(Refusal::NoSuchFace { face, sides: *sides }));
                    }
                    faces.push(face);
                }
                faces
            }
        };
        let drawn = match self.chance {
            Chance::Seeded => {
                let mut dice = self.state.dice.clone();
                dice.below(sides);
                dice.drawn
            }
            Chance::Written(_) => self.state.dice.drawn,
        };
        self.emit(Some(cause), What::Rolled { sides: sides.first().copied().unwrap_or(0), faces: faces.clone(), drawn });
        Ok(faces)
    }

    fn shuffle(&mut self, cause: NodeId, pile: u32) {
        let count = self.state.piles.get(pile as usize).map_or(0, Vec::len);
        let mut dice = self.state.dice.clone();
        let order = match self.chance {
            Chance::Seeded => dice.order(count),
            Chance::Written(_) => (0..count as u32).collect(),
        };
        self.emit(Some(cause), What::Shuffled { pile, order, drawn: dice.drawn });
    }

    /// Runs something that only looks: nothing is told, written or asked meanwhile.
    pub(crate) fn look<T>(&mut self, looking: impl FnOnce(&mut Self) -> Result<T, Halt>) -> Result<T, Halt> {
        self.looking += 1;
        let that = self.that.clone();
        let result = looking(self);
        self.that = that;
        self.looking -= 1;
        result
    }

    /// What a rule of an entity speaks of: the entity, and the player who controls it.
    pub(crate) fn ambient_of(&self, entity: EntityId, ability: Option<AbilityId>) -> Ambient {
        let owner = self.state.entity(entity).owner;
        Ambient {
            originator: Value::Entity(entity),
            player: owner.map_or(Value::Nothing, Value::Entity),
            ability: ability.map_or(Value::Nothing, Value::Ability),
            ..Ambient::default()
        }
    }

    pub(crate) fn closure(&mut self, node: NodeId, env: &Env) -> Value {
        self.known.speak(known::SURROUNDINGS | known::THAT);
        let mut ambient = env.kept();
        ambient.that = self.that.clone();
        Value::Rule(Arc::new(Closure { node, frame: env.frame.as_slice().into(), ambient: Arc::new(ambient) }))
    }
}
