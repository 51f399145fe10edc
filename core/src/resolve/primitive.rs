//! Primitive effects: the leaves that make events.

use super::{Env, Halt, Run};
use crate::event::What;
use crate::rules::*;
use crate::state::{Entity, Lasting, Lasts};
use crate::value::*;
use std::sync::Arc;

impl Run<'_> {
    /// When something that lasts will end.
    pub(super) fn until(&mut self, node: NodeId, env: &mut Env) -> Result<Until, Halt> {
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

    pub(super) fn give(
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
                ambient: Arc::new(env.kept()),
                frame: frame.as_slice().into(),
                until,
            };
            self.emit(Some(id), What::Began { lasting: Box::new(lasting) });
        }
        Ok(Value::Nothing)
    }

    pub(super) fn create(
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
        let Some(data) = Entity::new(self.rules, card, kind, owner) else {
            return Err(self.fault(id, "this card prints another kind"));
        };
        self.emit(Some(id), What::Created { entity, data: Box::new(data) });
        Ok(Value::Entity(entity))
    }

    pub(super) fn primitive(&mut self, id: NodeId, primitive: Primitive, args: &[Value], env: &mut Env) -> Result<Value, Halt> {
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
                        ambient: Arc::new(env.kept()),
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
