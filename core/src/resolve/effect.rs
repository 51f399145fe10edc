//! Effects: listeners before, instead and after; steps; and the primitive effects that make events.

use super::{Env, Frame, Halt, Listened, REPEAT_LIMIT, Run};
use crate::event::What;
use crate::function::Function;
use crate::hook::{Answered, Desk};
use crate::rules::*;
use crate::state::{Entity, Lasting, Lasts};
use crate::value::*;
use std::sync::Arc;

impl Run<'_> {
    /// An effect with its arguments: whoever listens before may change or stop it, one may stand in for it, then those
    /// after it hear of it.
    pub(crate) fn effect(&mut self, id: NodeId, def: DefId, frame: Frame, from: &Env) -> Result<Value, Halt> {
        let rules = self.rules;
        let Some(definition) = rules.defs.get(def.index()) else { return Err(self.fault(id, "an effect is missing")) };
        if self.looking > 0 {
            return Err(
                self.fault(id, format!("`{}` changes the game, but only a number or a test is wanted here", definition.id))
            );
        }
        let params = definition.params.len();
        let heard = rules.attached_to.get(def.index()).copied().unwrap_or(false);
        if !heard {
            self.tell(id, || What::Effect {
                def,
                args: frame.get(..params).unwrap_or(&frame).to_vec(),
                originator: from.ambient.originator.clone(),
            });
            let value = self.body(id, definition, frame, from)?;
            self.tell(id, || What::Done { def });
            return Ok(value);
        }
        let mut frame = frame;
        let own: Vec<Value> = frame.get(params..).unwrap_or_default().to_vec();
        frame.truncate(params);
        self.listened.push(Listened { args: frame.into_vec(), stopped: false });
        let result = self.heard(id, def, definition, own, from);
        self.listened.pop();
        let value = result?;
        self.end_lasting_after(id, def, &value.1)?;
        Ok(value.0)
    }

    fn body(&mut self, id: NodeId, definition: &Def, frame: Frame, from: &Env) -> Result<Value, Halt> {
        let Some(body) = definition.body else { return Ok(Value::Nothing) };
        let mut inner = from.inner(frame);
        self.deeper(id, |run| run.eval(body, &mut inner))
    }

    fn heard(
        &mut self,
        id: NodeId,
        def: DefId,
        definition: &Def,
        own: Vec<Value>,
        from: &Env,
    ) -> Result<(Value, Arc<[Value]>), Halt> {
        let now = |run: &Self| -> Arc<[Value]> {
            run.listened.last().map(|l| l.args.as_slice().into()).unwrap_or_else(|| Arc::from([]))
        };
        self.listen(id, def, How::Before)?;
        let args = now(self);
        if self.listened.last().is_some_and(|l| l.stopped) {
            self.tell(id, || What::Stopped { def });
            return Ok((Value::Nothing, args));
        }
        self.tell(id, || What::Effect { def, args: args.to_vec(), originator: from.ambient.originator.clone() });
        let mut value = Value::Nothing;
        if !self.listen(id, def, How::Instead)? {
            let mut frame: Frame = args.as_ref().into();
            frame.extend(own);
            value = self.body(id, definition, frame, from)?;
        }
        self.listen(id, def, How::After)?;
        self.tell(id, || What::Done { def });
        Ok((value, args))
    }

    /// Runs the listeners of one moment; true if one that stands in for the effect ran.
    fn listen(&mut self, id: NodeId, def: DefId, when: How) -> Result<bool, Halt> {
        let rules = self.rules;
        for force in self.in_force(def) {
            let Some(rule) = rules.attachments.get(force.rule.index()).filter(|rule| rule.how == when) else { continue };
            let event: Arc<[Value]> = self.listened.last().map(|l| l.args.as_slice().into()).unwrap_or_else(|| Arc::from([]));
            let mut env = self.env_of(&force, &event);
            if !self.counts(id, force.rule, rule, &mut env)? {
                continue;
            }
            let named = match rule.that {
                Some(that) => self.look(|run| run.eval(that, &mut env))?,
                None => env.ambient.that.clone(),
            };
            let before = std::mem::replace(&mut self.that, named);
            let result = match rule.body {
                Some(body) => self.deeper(body, |run| run.eval(body, &mut env)),
                None => Ok(Value::Nothing),
            };
            self.that = before;
            result?;
            if when == How::Instead {
                return Ok(true);
            }
            if self.listened.last().is_some_and(|l| l.stopped) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Ends what lasts only until this effect.
    fn end_lasting_after(&mut self, id: NodeId, def: DefId, args: &Arc<[Value]>) -> Result<(), Halt> {
        let ending: Vec<Lasting> =
            self.state.lasting.iter().filter(|l| matches!(l.until, Until::After(after, _) if after == def)).cloned().collect();
        for lasting in ending {
            let Until::After(_, test) = lasting.until else { continue };
            let mut ambient = lasting.ambient.clone();
            ambient.event = args.clone();
            if let Some(holder) = lasting.holder {
                ambient.it = Value::Entity(holder);
            }
            let mut env = Env::new(lasting.frame.as_ref(), ambient);
            let over = match test {
                Some(test) => self.look(|run| run.test(test, &mut env))?,
                None => true,
            };
            if over {
                self.emit(Some(id), What::Over { id: lasting.id });
            }
        }
        Ok(())
    }

    /// One step.
    pub(super) fn step(&mut self, id: NodeId, node: &Node, env: &mut Env) -> Result<Value, Halt> {
        if self.looking > 0
            && !matches!(
                node,
                Node::Do(_)
                    | Node::If(..)
                    | Node::Let(..)
                    | Node::Run(_)
                    | Node::RunWith(..)
                    | Node::Each(..)
                    | Node::With(..)
                    | Node::Hook(..)
            )
        {
            return Err(self.fault(id, "a step that changes the game stands where only a number or a test is wanted"));
        }
        match node {
            Node::Do(steps) => {
                let mut last = Value::Nothing;
                for step in steps {
                    last = self.eval(*step, env)?;
                }
                Ok(last)
            }
            Node::Let(slot, value) => {
                let value = self.eval(*value, env)?;
                put(env, *slot, value.clone());
                Ok(value)
            }
            Node::If(test, then, otherwise) => {
                if self.test(*test, env)? {
                    return self.eval(*then, env);
                }
                otherwise.map_or(Ok(Value::Nothing), |otherwise| self.eval(otherwise, env))
            }
            Node::Each(list, body) => {
                let list = self.eval(*list, env)?;
                let mut last = Value::Nothing;
                for member in list.members() {
                    last = self.eval_with_it(*body, member.clone(), env)?;
                }
                Ok(last)
            }
            Node::While(test, body) => {
                let mut passes = 0;
                while self.test(*test, env)? {
                    passes += 1;
                    if passes > REPEAT_LIMIT {
                        return Err(self.fault(id, format!("a `while` went on for {REPEAT_LIMIT} passes")));
                    }
                    self.eval(*body, env)?;
                }
                Ok(Value::Nothing)
            }
            Node::Run(rule) => {
                let rule = self.eval(*rule, env)?;
                // A rule that was passed on speaks of the X, target and event of where it was named.
                self.run_rule(id, &rule, None)
            }
            Node::RunWith(rule, speakers) => {
                let rule = self.eval(*rule, env)?;
                let mut values = Vec::with_capacity(speakers.len());
                for (who, value) in speakers {
                    values.push((*who, self.eval(*value, env)?));
                }
                let Value::Rule(rule) = rule else { return Ok(rule) };
                let mut inner = Env::new(rule.frame.as_ref(), rule.ambient.clone());
                self.deeper(id, |run| run.with_all(&values, rule.node, &mut inner))
            }
            Node::With(who, value, body) => {
                let value = self.eval(*value, env)?;
                self.with(*who, value, *body, env)
            }
            Node::Together(branches) => self.together(id, branches, env),
            Node::EachTogether(list, body) => self.each_together(id, *list, *body, env),
            Node::Ask(ask) => self.ask(id, ask, env),
            Node::Act(act) => self.act(id, act, env),
            Node::Change(place, value) => {
                let value = self.eval(*value, env)?;
                if let Some(slot) = self.listened.last_mut().and_then(|l| l.args.get_mut(*place as usize)) {
                    *slot = value.clone();
                }
                let mut event = env.event.to_vec();
                if let Some(slot) = event.get_mut(*place as usize) {
                    *slot = value.clone();
                }
                env.event = event.into();
                Ok(value)
            }
            Node::Stop => {
                if let Some(listened) = self.listened.last_mut() {
                    listened.stopped = true;
                }
                Ok(Value::Nothing)
            }
            Node::Set(entity, field, value) => {
                let of = self.eval(*entity, env)?;
                let value = self.eval(*value, env)?;
                for one in of.members() {
                    let Some(entity) = one.entity() else { continue };
                    let from = self.field(id, one, *field)?;
                    if from != value {
                        self.emit(Some(id), What::Set { entity, field: *field, from, to: value.clone() });
                    }
                }
                Ok(value)
            }
            Node::Increase(entity, field, by) => {
                let of = self.eval(*entity, env)?;
                let Value::Number(by) = self.eval(*by, env)? else { return Ok(Value::Nothing) };
                for one in of.members() {
                    let Some(entity) = one.entity() else { continue };
                    let from = self.field(id, one, *field)?.number().unwrap_or(0);
                    let Some(to) = from.checked_add(by) else { return Err(self.fault(id, "a number too large")) };
                    if by != 0 {
                        self.emit(Some(id), What::Increased { entity, field: *field, by, to });
                    }
                }
                Ok(Value::Number(by))
            }
            Node::Create { card, kind, owner } => self.create(id, *card, *kind, *owner, env),
            Node::Tell(text, values) => {
                let mut told = Vec::with_capacity(values.len());
                for value in values {
                    told.push(self.eval(*value, env)?);
                }
                let text = *text;
                self.tell(id, || What::Told { text, values: told });
                Ok(Value::Nothing)
            }
            Node::Attach { standing, holder, until } => {
                let rule = self.eval(*standing, env)?;
                let holder = match holder {
                    Some(holder) => self.eval(*holder, env)?.entity(),
                    None => None,
                };
                let until = self.until(*until, env)?;
                let Value::Rule(rule) = rule else { return Err(self.fault(id, "no standing rule is here to attach")) };
                let Some(Node::Standing(rules)) = self.rules.nodes.get(rule.node.index()) else {
                    return Err(self.fault(id, "no standing rule is here to attach"));
                };
                // Rules that are given to somebody else speak of that one, and its player decides for them.
                let mut ambient = rule.ambient.clone();
                if let Some(holder) = holder.filter(|h| ambient.originator != Value::Entity(*h)) {
                    ambient.originator = Value::Entity(holder);
                    ambient.player = self.state.entity(holder).owner.map_or(Value::Nothing, Value::Entity);
                }
                let lasting = Lasting {
                    id: self.state.lasted,
                    what: Lasts::Rules(rules.clone()),
                    holder,
                    ambient,
                    frame: rule.frame.clone(),
                    until,
                };
                self.emit(Some(id), What::Began { lasting: Box::new(lasting) });
                Ok(Value::Nothing)
            }
            Node::Give { status, to, args, until } => self.give(id, *status, *to, args, *until, env),
            Node::Primitive(primitive, args) => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(self.eval(*arg, env)?);
                }
                self.primitive(id, *primitive, &values, env)
            }
            Node::Hook(hook, args) => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(self.eval(*arg, env)?);
                }
                let host = self.host;
                let mut desk = RunDesk { run: self, node: id, ambient: env.kept() };
                match host.call(*hook, &values, &mut desk)? {
                    Answered::Value(value) => Ok(value),
                    Answered::Effects(effects) => {
                        let mut last = Value::Nothing;
                        for (def, args) in effects {
                            last = self.effect_from_outside(id, def, args, &env.kept())?;
                        }
                        Ok(last)
                    }
                }
            }
            _ => Err(self.fault(id, "this is not a step")),
        }
    }

    /// An effect proposed by a script: its arguments in order, missing room for the body's own slots added.
    fn effect_from_outside(&mut self, id: NodeId, def: DefId, mut args: Vec<Value>, ambient: &Ambient) -> Result<Value, Halt> {
        let Some(definition) = self.rules.defs.get(def.index()) else { return Err(self.fault(id, "an effect is missing")) };
        let params = definition.params.len();
        let defaults: Vec<Option<NodeId>> = definition.params.iter().map(|p| p.default).collect();
        let slots = definition.slots as usize;
        let mut env = Env::new(Vec::new(), ambient.clone());
        for default in defaults.into_iter().skip(args.len()) {
            args.push(match default {
                Some(node) => self.eval(node, &mut env)?,
                None => Value::Nothing,
            });
        }
        args.resize(params.max(slots), Value::Nothing);
        self.effect(id, def, args.into(), &env)
    }

    fn with_all(&mut self, speakers: &[(Speaks, Value)], body: NodeId, env: &mut Env) -> Result<Value, Halt> {
        let that = self.that.clone();
        for (who, value) in speakers {
            self.speak_of(*who, value.clone(), env);
        }
        let result = self.eval(body, env);
        self.that = that;
        result
    }

    fn with(&mut self, who: Speaks, value: Value, body: NodeId, env: &mut Env) -> Result<Value, Halt> {
        let (it, ambient) = (env.it.clone(), env.ambient.clone());
        let result = self.with_all(&[(who, value)], body, env);
        (env.it, env.ambient) = (it, ambient);
        result
    }

    fn speak_of(&mut self, who: Speaks, value: Value, env: &mut Env) {
        match who {
            Speaks::That => self.that = value,
            Speaks::It => env.it = value,
            Speaks::Originator => Arc::make_mut(&mut env.ambient).originator = value,
            Speaks::Player => Arc::make_mut(&mut env.ambient).player = value,
            Speaks::Ability => Arc::make_mut(&mut env.ambient).ability = value,
            Speaks::Target => Arc::make_mut(&mut env.ambient).target = value,
            Speaks::X => Arc::make_mut(&mut env.ambient).x = value,
        }
    }

    /// When something that lasts will end.
    fn until(&mut self, node: NodeId, env: &mut Env) -> Result<Until, Halt> {
        match self.eval(node, env)? {
            Value::Rule(rule) => match self.rules.nodes.get(rule.node.index()) {
                Some(Node::Until(until)) => Ok(*until),
                Some(Node::Call(def, _)) => Ok(self.rules.defs.get(def.index()).and_then(|d| d.until).unwrap_or(Until::Forever)),
                _ => Err(self.fault(node, "no duration is here")),
            },
            Value::Def(def) => Ok(self.rules.defs.get(def.index()).and_then(|d| d.until).unwrap_or(Until::Forever)),
            _ => Ok(Until::Forever),
        }
    }

    fn give(
        &mut self,
        id: NodeId,
        status: NodeId,
        to: NodeId,
        args: &[NodeId],
        until: Option<NodeId>,
        env: &mut Env,
    ) -> Result<Value, Halt> {
        let Value::Def(status) = self.eval(status, env)? else { return Err(self.fault(id, "no status is here to give")) };
        let to = self.eval(to, env)?;
        let mut frame = Vec::with_capacity(args.len());
        for arg in args {
            frame.push(self.eval(*arg, env)?);
        }
        let until = match until {
            Some(until) => self.until(until, env)?,
            None => Until::Forever,
        };
        let limit = self.rules.defs.get(status.index()).map_or(0, |d| d.limit) as usize;
        for holder in to.members().iter().filter_map(Value::entity) {
            if !self.state.entity(holder).present {
                continue;
            }
            let has = self.state.lasting.iter().filter(|l| l.holder == Some(holder) && l.what == Lasts::Status(status)).count();
            if limit > 0 && has >= limit {
                continue;
            }
            let lasting = Lasting {
                id: self.state.lasted,
                what: Lasts::Status(status),
                holder: Some(holder),
                ambient: env.kept(),
                frame: frame.as_slice().into(),
                until,
            };
            self.emit(Some(id), What::Began { lasting: Box::new(lasting) });
        }
        Ok(Value::Nothing)
    }

    fn create(
        &mut self,
        id: NodeId,
        card: Option<NodeId>,
        kind: Option<KindId>,
        owner: Option<NodeId>,
        env: &mut Env,
    ) -> Result<Value, Halt> {
        let card = match card {
            Some(card) => match self.eval(card, env)? {
                Value::Card(card) => Some(card),
                _ => return Err(self.fault(id, "no card is here to create from")),
            },
            None => None,
        };
        let printed = card.and_then(|card| self.rules.cards.get(card.index())).map(|card| card.kind);
        let Some(kind) = kind.or(printed) else { return Err(self.fault(id, "nothing says what to create")) };
        let owner = match owner {
            Some(owner) => self.eval(owner, env)?.entity(),
            None => None,
        };
        let entity = EntityId(self.state.entities.len() as u32);
        let Some(data) = new_entity(self.rules, card, kind, owner) else {
            return Err(self.fault(id, "this card prints another kind"));
        };
        self.emit(Some(id), What::Created { entity, data: Box::new(data) });
        Ok(Value::Entity(entity))
    }

    fn primitive(&mut self, id: NodeId, primitive: Primitive, args: &[Value], env: &mut Env) -> Result<Value, Halt> {
        let arg = |place: usize| args.get(place).cloned().unwrap_or(Value::Nothing);
        let entities = |place: usize| -> Vec<EntityId> {
            args.get(place).map(|v| v.members().iter().filter_map(Value::entity).collect()).unwrap_or_default()
        };
        match primitive {
            Primitive::Move => {
                let path: Vec<_> = arg(1).members().iter().filter_map(Value::point).collect();
                for entity in entities(0) {
                    if path.is_empty() || self.state.entity(entity).at.is_none() {
                        continue;
                    }
                    self.emit(Some(id), What::Moved { entity, path: path.clone() });
                }
            }
            Primitive::Place => {
                let to = arg(1).point();
                if to.is_none() {
                    return Ok(Value::Nothing);
                }
                for entity in entities(0) {
                    let from = self.state.entity(entity).at;
                    self.emit(Some(id), What::Placed { entity, from, to });
                }
            }
            Primitive::TakeOff => {
                for entity in entities(0) {
                    let from = self.state.entity(entity).at;
                    self.emit(Some(id), What::Placed { entity, from, to: None });
                }
            }
            Primitive::Swap => {
                let (Some(a), Some(b)) = (arg(0).entity(), arg(1).entity()) else { return Ok(Value::Nothing) };
                let (at_a, at_b) = (self.state.entity(a).at, self.state.entity(b).at);
                self.emit(Some(id), What::Placed { entity: a, from: at_a, to: at_b });
                self.emit(Some(id), What::Placed { entity: b, from: at_b, to: at_a });
            }
            Primitive::Put | Primitive::PutUnder => {
                let Value::Number(pile) = arg(1) else { return Err(self.fault(id, "no zone is here to put it in")) };
                let pile = pile as u32;
                for entity in entities(0) {
                    let place = if primitive == Primitive::Put { 0 } else { u32::MAX };
                    self.emit(Some(id), What::Put { entity, pile: Some(pile), place });
                }
            }
            Primitive::Shuffle => {
                let Value::Number(pile) = arg(0) else { return Err(self.fault(id, "no zone is here to shuffle")) };
                self.shuffle(id, pile as u32);
            }
            Primitive::Reveal => {
                let to = entities(1).iter().filter(|p| p.0 > 0).fold(0, |bits, p| bits | 1 << (p.0 - 1));
                for entity in entities(0) {
                    self.emit(Some(id), What::Revealed { entity, to });
                }
            }
            Primitive::Remove => {
                for entity in entities(0) {
                    if self.state.entity(entity).present {
                        self.emit(Some(id), What::Removed { entity });
                    }
                }
            }
            Primitive::Roll => {
                let (Value::Number(dice), Value::Number(sides)) = (arg(0), arg(1)) else { return Ok(Value::Nothing) };
                if !(0..=1000).contains(&dice) || !(1..=1_000_000).contains(&sides) {
                    return Err(self.fault(id, format!("{dice} dice of {sides} sides cannot be rolled")));
                }
                let faces = self.roll(id, &vec![sides as u32; dice as usize])?;
                return Ok(Value::list(faces.into_iter().map(|f| Value::Number(i64::from(f))).collect()));
            }
            Primitive::Lose => {
                let Value::Def(status) = arg(0) else { return Err(self.fault(id, "no status is here to lose")) };
                for holder in entities(1) {
                    let found = self
                        .state
                        .lasting
                        .iter()
                        .find(|l| l.holder == Some(holder) && l.what == Lasts::Status(status))
                        .map(|l| l.id);
                    if let Some(over) = found {
                        self.emit(Some(id), What::Over { id: over });
                    }
                }
            }
            Primitive::LoseAbility | Primitive::GainAbility | Primitive::Use => {
                let until = match arg(2) {
                    Value::Rule(_) | Value::Def(_) => self.until_of(&arg(2)),
                    _ => Until::Forever,
                };
                let what = match (primitive, arg(0)) {
                    (Primitive::LoseAbility, Value::Ability(ability)) => Lasts::Lost(ability),
                    (Primitive::GainAbility, Value::Ability(ability)) => Lasts::Gained(ability),
                    (Primitive::Use, what) => Lasts::Used(what),
                    _ => return Err(self.fault(id, "no ability is here")),
                };
                for holder in entities(1) {
                    let lasting = Lasting {
                        id: self.state.lasted,
                        what: what.clone(),
                        holder: Some(holder),
                        ambient: env.kept(),
                        frame: Arc::from([]),
                        until,
                    };
                    self.emit(Some(id), What::Began { lasting: Box::new(lasting) });
                }
            }
            Primitive::Become => {
                let Value::Card(card) = arg(1) else { return Err(self.fault(id, "no card is here to become")) };
                for entity in entities(0) {
                    let data = self.state.entity(entity);
                    if !data.present {
                        continue;
                    }
                    if self.rules.cards.get(card.index()).is_none_or(|printed| printed.kind != data.kind) {
                        return Err(self.fault(id, "this card prints another kind"));
                    }
                    if data.card != Some(card) {
                        self.emit(Some(id), What::Became { entity, from: data.card, card });
                    }
                }
            }
            Primitive::End => self.emit(Some(id), What::Ended { winners: entities(0) }),
            Primitive::Control => {
                let by = arg(1).entity();
                for entity in entities(0) {
                    self.emit(Some(id), What::Controlled { entity, by });
                }
            }
        }
        Ok(Value::Nothing)
    }

    fn until_of(&self, value: &Value) -> Until {
        match value {
            Value::Rule(rule) => match self.rules.nodes.get(rule.node.index()) {
                Some(Node::Until(until)) => *until,
                Some(Node::Call(def, _)) => self.rules.defs.get(def.index()).and_then(|d| d.until).unwrap_or(Until::Forever),
                _ => Until::Forever,
            },
            Value::Def(def) => self.rules.defs.get(def.index()).and_then(|d| d.until).unwrap_or(Until::Forever),
            _ => Until::Forever,
        }
    }
}

/// A new entity with what its card prints, or what its kind starts with.
pub(crate) fn new_entity(rules: &Ruleset, card: Option<CardId>, kind: KindId, owner: Option<EntityId>) -> Option<Entity> {
    let fields = rules.kinds.get(kind.index())?.fields.clone();
    let mut values: Vec<Value> = fields.clone().filter_map(|f| rules.fields.get(f as usize)).map(|f| f.starts.clone()).collect();
    if let Some(card) = card.and_then(|card| rules.cards.get(card.index())) {
        if card.kind != kind {
            return None;
        }
        values.clone_from(&card.prints);
    }
    Some(Entity { kind, card, owner, fields: values, at: None, pile: None, present: true, shown: 0 })
}

fn put(env: &mut Env, slot: u32, value: Value) {
    let slot = slot as usize;
    if env.frame.len() <= slot {
        env.frame.resize(slot + 1, Value::Nothing);
    }
    if let Some(place) = env.frame.get_mut(slot) {
        *place = value;
    }
}

/// The desk at which a script reads and asks.
struct RunDesk<'r, 'a> {
    run: &'r mut Run<'a>,
    node: NodeId,
    ambient: Ambient,
}

impl Desk for RunDesk<'_, '_> {
    fn rules(&self) -> &Ruleset {
        self.run.rules
    }
    fn state(&self) -> &crate::state::State {
        &self.run.state
    }
    fn ambient(&self) -> &Ambient {
        &self.ambient
    }
    fn value(&mut self, def: DefId, args: &[Value]) -> Result<Value, Halt> {
        let slots = self.run.rules.defs.get(def.index()).map_or(0, |d| d.slots as usize);
        let mut frame = args.to_vec();
        if frame.len() < slots {
            frame.resize(slots, Value::Nothing);
        }
        let from = Env::new(Vec::new(), self.ambient.clone());
        self.run.value_of(self.node, def, frame.into(), &from)
    }
    fn function(&mut self, function: Function, args: &[Value]) -> Result<Value, Halt> {
        let mut env = Env::new(Vec::new(), self.ambient.clone());
        self.run.function_of(self.node, function, args, &mut env)
    }
    fn resolve(&mut self, def: DefId, args: &[Value]) -> Result<Value, Halt> {
        let ambient = self.ambient.clone();
        self.run.effect_from_outside(self.node, def, args.to_vec(), &ambient)
    }
    fn ask(&mut self, player: EntityId, prompt: &str, options: crate::decision::Options) -> Result<Value, Halt> {
        self.run.ask_for_script(self.node, player, prompt, options, &self.ambient)
    }
    fn roll(&mut self, count: u32, sides: u32) -> Result<Vec<u32>, Halt> {
        if self.run.looking > 0 {
            return Err(self.run.fault(self.node, "a roll is not possible where only a number or a test is wanted"));
        }
        if count > 1000 || sides == 0 {
            return Err(self.run.fault(self.node, format!("{count} dice of {sides} sides cannot be rolled")));
        }
        self.run.roll(self.node, &vec![sides; count as usize])
    }
}
