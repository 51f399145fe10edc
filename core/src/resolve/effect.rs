//! Effects: listeners before, instead and after.

use super::{Env, Frame, Halt, Listened, Run};
use crate::event::What;
use crate::rules::*;
use crate::state::Lasting;
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
        let heard = rules.attached(def).is_some();
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
        for force in self.in_force(def).iter() {
            let Some(rule) = rules.attachments.get(force.rule.index()).filter(|rule| rule.how == when) else { continue };
            let event: Arc<[Value]> = self.listened.last().map(|l| l.args.as_slice().into()).unwrap_or_else(|| Arc::from([]));
            let mut env = self.env_of(force, &event);
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
            let mut env = Env::kept_by(&lasting.frame, &lasting.ambient);
            env.event = args.clone();
            if let Some(holder) = lasting.holder {
                env.it = Value::Entity(holder);
            }
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

    /// An effect proposed by a script: its arguments in order, missing room for the body's own slots added.
    pub(super) fn effect_from_outside(
        &mut self,
        id: NodeId,
        def: DefId,
        mut args: Vec<Value>,
        ambient: &Ambient,
    ) -> Result<Value, Halt> {
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
}
