//! Steps: what an effect does, one after the other.

use super::desk::RunDesk;
use super::{Env, Halt, REPEAT_LIMIT, Run, known};
use crate::event::What;
use crate::hook::Answered;
use crate::rules::*;
use crate::state::{Lasting, Lasts};
use crate::value::*;
use std::sync::Arc;

impl Run<'_> {
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
                let mut inner = Env::kept_by(&rule.frame, &rule.ambient);
                self.apart(id, |run| run.with_all(&values, rule.node, &mut inner))
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
                    let from = self.field(one, *field);
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
                    let from = self.field(one, *field).number().unwrap_or(0);
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
                    let ambient = Arc::make_mut(&mut ambient);
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
                self.known.speak(known::UNKNOWABLE);
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
