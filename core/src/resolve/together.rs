//! Simultaneity: several rules resolved against the state as it stood; what they write is written when all are done.

use super::{Env, Halt, Run};
use crate::event::{Event, What};
use crate::state::{Entity, State};
use crate::value::*;
use std::sync::Arc;

impl Run<'_> {
    pub(super) fn together(&mut self, id: NodeId, branches: &[NodeId], env: &mut Env) -> Result<Value, Halt> {
        let its = vec![None; branches.len()];
        self.all_at_once(id, branches.iter().copied().zip(its).collect(), env)
    }

    pub(super) fn each_together(&mut self, id: NodeId, list: NodeId, body: NodeId, env: &mut Env) -> Result<Value, Halt> {
        let list = self.eval(list, env)?;
        self.all_at_once(id, list.members().iter().map(|it| (body, Some(it.clone()))).collect(), env)
    }

    /// Every branch runs on the state as it stood. Dice go on from branch to branch, and ids of what is new do not
    /// collide; everything else a branch writes is unseen by the others until the end.
    fn all_at_once(&mut self, id: NodeId, branches: Vec<(NodeId, Option<Value>)>, env: &mut Env) -> Result<Value, Halt> {
        let mut before = self.state.clone();
        let mut version = self.known.version;
        let keep = std::mem::replace(&mut self.keep, true);
        let mark = self.log.len();
        let mut made = before.entities.len();
        let mut lasted = before.lasted;
        let mut drawn = before.dice.drawn;
        let mut values = Vec::with_capacity(branches.len());
        for (body, it) in branches {
            version = self.back_to(before.clone(), version);
            // A branch after one that wrote nothing begins with the very state, so that it need not be copied.
            if (made, lasted, drawn) != (before.entities.len(), before.lasted, before.dice.drawn) {
                let branch = Arc::make_mut(&mut self.state);
                branch.entities.resize_with(made, placeholder);
                branch.lasted = lasted;
                branch.dice.drawn = drawn;
            }
            let mut inner = env.clone();
            if let Some(it) = it {
                inner.it = it;
            }
            let answered = self.used.len();
            let result = self.deeper(id, |run| run.eval(body, &mut inner));
            // What a player believes from an answer in this branch on, it believes of the others and of the end too.
            if let Some(belief) = self.belief.filter(|b| answered < b.answers && b.answers <= self.used.len()) {
                let believed = crate::policy::dealt(self.rules, &before, belief.player, belief.seed);
                if !before.is_but_for_dice(&believed) {
                    self.known.all_written();
                }
                before = believed.into();
            }
            made = self.state.entities.len();
            lasted = self.state.lasted;
            drawn = self.state.dice.drawn;
            match result {
                Ok(value) => values.push(value),
                Err(halt) => {
                    self.keep = keep;
                    return Err(halt);
                }
            }
        }
        self.back_to(before, version);
        let mut written = self.log.split_off(mark);
        for event in &mut written {
            self.add_up(event);
            self.write(event);
        }
        self.keep = keep;
        if keep {
            self.log.extend(written);
        }
        Ok(Value::list(values))
    }

    /// The state is again what it was at that version of it; gives the version that it has now.
    fn back_to(&mut self, before: Arc<State>, version: u64) -> u64 {
        self.state = before;
        self.known.taken_back(version);
        self.known.version
    }

    /// A number that rose in two branches rises by both.
    fn add_up(&self, event: &mut Event) {
        if let What::Increased { entity, field, by, to } = &mut event.what {
            let now = self.state.entity(*entity).field(self.rules, *field).and_then(Value::number).unwrap_or(0);
            *to = now.saturating_add(*by);
        }
    }
}

fn placeholder() -> Entity {
    Entity { kind: KindId(0), card: None, owner: None, fields: Vec::new(), at: None, pile: None, present: false, shown: 0 }
}
