//! Numbers with modifiers, tests with restrictions and permissions. One order: set, add, multiply, limit.

use super::{Env, Frame, Halt, Run};
use crate::event::{Part, Reckoning, What};
use crate::rules::*;
use crate::state::Lasts;
use crate::value::*;
use std::sync::Arc;

/// An attachment in force: the rule, whose it is, and the slots it reads.
pub(super) struct InForce {
    pub(super) rule: AttachmentId,
    pub(super) ambient: Arc<Ambient>,
    pub(super) frame: Arc<[Value]>,
}

impl Run<'_> {
    /// Every attachment to a definition that is in force now: those that always stand, those printed on cards in the
    /// game in order of entity, then what lasts in order of arrival.
    pub(super) fn in_force(&mut self, def: DefId) -> Arc<[InForce]> {
        let Some((number, attached)) = self.rules.attached(def) else { return Arc::from([]) };
        if let Some(known) = self.known.in_force(number) {
            return known;
        }
        let found = self.found_in_force(def, attached).into();
        self.known.keep_in_force(number, &found);
        found
    }

    fn found_in_force(&self, def: DefId, attached: &Attached) -> Vec<InForce> {
        let rules = self.rules;
        let mut found = Vec::new();
        let none = no_values();
        let nobody = Arc::new(Ambient::default());
        let attaches = |rule: &AttachmentId| rules.attachments.get(rule.index()).is_some_and(|a| a.to == def);
        for rule in &attached.standing {
            found.push(InForce { rule: *rule, ambient: nobody.clone(), frame: none.clone() });
        }
        if !attached.printed.is_empty() {
            for (holder, entity) in (0..).map(EntityId).zip(&self.state.entities) {
                let Some(card) = entity.card.filter(|_| entity.present) else { continue };
                for (ability, rule) in attached.printed.get(&card).into_iter().flatten() {
                    if self.lost(holder, *ability) {
                        continue;
                    }
                    found.push(InForce {
                        rule: *rule,
                        ambient: Arc::new(self.ambient_of(holder, Some(*ability))),
                        frame: none.clone(),
                    });
                }
            }
        }
        for lasting in &self.state.lasting {
            match (&lasting.what, lasting.holder) {
                (Lasts::Rules(lasts), _) => {
                    for rule in lasts.iter().filter(|rule| attaches(rule)) {
                        found.push(InForce { rule: *rule, ambient: lasting.ambient.clone(), frame: lasting.frame.clone() });
                    }
                }
                (Lasts::Status(status), Some(holder)) => {
                    let which = Value::Def(*status);
                    let Some(status) = rules.defs.get(status.index()) else { continue };
                    for rule in status.rules.iter().filter(|rule| attaches(rule)) {
                        let mut ambient = self.ambient_of(holder, None);
                        ambient.target = lasting.ambient.originator.clone();
                        // What the rule stands in, as an ability elsewhere.
                        ambient.ability = which.clone();
                        found.push(InForce { rule: *rule, ambient: Arc::new(ambient), frame: lasting.frame.clone() });
                    }
                }
                (Lasts::Gained(ability), Some(holder)) => {
                    let Some(gained) = rules.abilities.get(ability.index()) else { continue };
                    if self.lost(holder, *ability) {
                        continue;
                    }
                    for rule in gained.standing.iter().filter(|rule| attaches(rule)) {
                        found.push(InForce {
                            rule: *rule,
                            ambient: Arc::new(self.ambient_of(holder, Some(*ability))),
                            frame: none.clone(),
                        });
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Whether an entity is without one of its abilities for now.
    pub(super) fn lost(&self, holder: EntityId, ability: AbilityId) -> bool {
        self.state.lasting.iter().any(|l| l.holder == Some(holder) && l.what == Lasts::Lost(ability))
    }

    /// The environment of an attachment in force, with the arguments of what it attaches to as the event.
    pub(super) fn env_of(&self, force: &InForce, event: &Arc<[Value]>) -> Env {
        let slots = self.rules.attachments.get(force.rule.index()).map_or(0, |a| a.slots as usize);
        let mut frame: Frame = force.frame.as_ref().into();
        if frame.len() < slots {
            frame.resize(slots, Value::Nothing);
        }
        Env { frame, it: force.ambient.it.clone(), event: event.clone(), ambient: force.ambient.clone() }
    }

    /// Whether an attachment in force counts now, which is noted where somebody watches.
    pub(super) fn counts(&mut self, id: NodeId, number: AttachmentId, rule: &Attachment, env: &mut Env) -> Result<bool, Halt> {
        let counts = match rule.test {
            Some(test) => self.apart(id, |run| run.look(|run| run.test(test, env)))?,
            None => true,
        };
        if let Some(noted) = self.watched.get_mut(number.index()).filter(|_| counts) {
            *noted = true;
        }
        Ok(counts)
    }

    /// A number with every modifier that counts. A number that is nothing stays nothing.
    pub(super) fn number(&mut self, id: NodeId, def: DefId, frame: Frame, from: &Env) -> Result<Value, Halt> {
        let rules = self.rules;
        let Some((body, params)) = rules.defs.get(def.index()).and_then(|d| Some((d.body?, d.params.len()))) else {
            return Ok(Value::Nothing);
        };
        let modified = rules.attached(def).is_some();
        let event: Arc<[Value]> = if modified { frame.get(..params).unwrap_or(&frame).into() } else { no_values() };
        let mut inner = from.inner(frame);
        let base = self.deeper(id, |run| run.eval(body, &mut inner))?;
        if !modified {
            return Ok(base);
        }
        let Value::Number(base) = base else { return Ok(base) };
        let mut changes: Vec<(How, i64, AttachmentId, Value)> = Vec::new();
        for force in self.in_force(def).iter() {
            let Some(rule) = rules.attachments.get(force.rule.index()) else { continue };
            let mut env = self.env_of(force, &event);
            if !self.counts(id, force.rule, rule, &mut env)? {
                continue;
            }
            let Some(body) = rule.body else { continue };
            // An amount that is nothing takes the whole number away ("becomes Null"), so only `set` may say it.
            match self.apart(id, |run| run.look(|run| run.eval(body, &mut env)))? {
                Value::Number(amount) => changes.push((rule.how, amount, force.rule, force.ambient.originator.clone())),
                Value::Nothing if rule.how == How::Set => return Ok(Value::Nothing),
                _ => {}
            }
        }
        if changes.is_empty() {
            return Ok(Value::Number(base));
        }
        changes.sort_by_key(|(how, ..)| *how);
        let mut reckoning = Reckoning { base, parts: Vec::new(), total: base };
        for (how, amount, rule, whose) in changes {
            let before = reckoning.total;
            reckoning.total = match how {
                How::Set => amount,
                How::Add => before.saturating_add(amount),
                How::Multiply => before.saturating_mul(amount),
                How::AtLeast => before.max(amount),
                How::AtMost => before.min(amount),
                _ => before,
            };
            if reckoning.total != before || how == How::Set {
                reckoning.parts.push(Part { rule, whose, amount: reckoning.total.saturating_sub(before) });
            }
        }
        let total = reckoning.total;
        if !reckoning.parts.is_empty() {
            let args = event.to_vec();
            self.tell(id, || What::Reckoned { def, args, reckoning });
        }
        Ok(Value::Number(total))
    }

    /// A test with restrictions and permissions: forbidden wins over permitted, permitted over the test itself.
    pub(super) fn truth(&mut self, id: NodeId, def: DefId, frame: Frame, from: &Env) -> Result<Value, Halt> {
        let rules = self.rules;
        let Some((body, params)) = rules.defs.get(def.index()).and_then(|d| Some((d.body?, d.params.len()))) else {
            return Ok(Value::Truth(false));
        };
        let mut permitted = false;
        if rules.attached(def).is_some() {
            let event: Arc<[Value]> = frame.get(..params).unwrap_or(&frame).into();
            for force in self.in_force(def).iter() {
                let Some(rule) = rules.attachments.get(force.rule.index()) else { continue };
                let mut env = self.env_of(force, &event);
                let counts = self.counts(id, force.rule, rule, &mut env)?;
                match rule.how {
                    How::Forbid if counts => return Ok(Value::Truth(false)),
                    How::Permit if counts => permitted = true,
                    _ => {}
                }
            }
        }
        if permitted {
            return Ok(Value::Truth(true));
        }
        let mut inner = from.inner(frame);
        self.deeper(id, |run| run.test(body, &mut inner)).map(Value::Truth)
    }
}
