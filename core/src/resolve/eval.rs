//! Values: every node gives one.

use super::{CHAIN_LIMIT, Env, Frame, Halt, Run, known};
use crate::rules::*;
use crate::value::*;

impl Run<'_> {
    /// The value of a node.
    pub(crate) fn eval(&mut self, id: NodeId, env: &mut Env) -> Result<Value, Halt> {
        let rules = self.rules;
        let Some(node) = rules.nodes.get(id.index()) else { return Err(self.fault(id, "a rule is missing")) };
        match node {
            Node::Value(value) => Ok(value.clone()),
            Node::Local(slot) => Ok(env.frame.get(*slot as usize).cloned().unwrap_or(Value::Nothing)),
            Node::Ambient(who) => Ok(self.speaks(*who, env)),
            Node::Event(place) => Ok(self.event_argument(*place, env)),
            Node::Option(place) => Ok(self.state.options.get(*place as usize).cloned().unwrap_or(Value::Nothing)),
            Node::Field(of, field) => {
                // Most are of an entity that is at hand: that needs no copy.
                let at_hand = match rules.nodes.get(of.index()) {
                    Some(Node::Local(slot)) => env.frame.get(*slot as usize).and_then(Value::entity),
                    Some(Node::Ambient(Speaks::It)) => {
                        self.known.speak(known::IT);
                        env.it.entity()
                    }
                    _ => None,
                };
                match at_hand {
                    Some(entity) => Ok(self.field_of(entity, *field)),
                    None => {
                        let of = self.eval(*of, env)?;
                        Ok(self.field(&of, *field))
                    }
                }
            }
            Node::AbilityField(of, wanted) => {
                let Value::Ability(ability) = self.eval(*of, env)? else { return Ok(Value::Nothing) };
                let Some(ability) = rules.abilities.get(ability.index()) else { return Ok(Value::Nothing) };
                match ability.fields.iter().find(|(field, _)| field == wanted) {
                    Some((_, node)) => self.eval(*node, env),
                    None => Ok(Value::Nothing),
                }
            }
            Node::StepIs(step) => {
                self.known.read(known::CLOCK);
                Ok(Value::Truth(self.state.clock.iter().any(|cursor| cursor.step == *step)))
            }
            Node::Until(_) | Node::Standing(_) => Ok(self.closure(id, env)),
            Node::Unary(op, a) => {
                let a = self.eval(*a, env)?;
                match (op, a) {
                    (Unary::Negate, Value::Number(n)) => Ok(Value::Number(n.saturating_neg())),
                    (Unary::Negate, _) => Ok(Value::Nothing),
                    (Unary::Not, value) => Ok(Value::Truth(!value.holds())),
                }
            }
            Node::Binary(op, a, b) => self.binary(id, *op, *a, *b, env),
            Node::Choose(test, then, otherwise) => {
                let branch = if self.test(*test, env)? { then } else { otherwise };
                self.eval(*branch, env)
            }
            Node::List(members) => {
                let mut values = Vec::with_capacity(members.len());
                for member in members {
                    values.push(self.eval(*member, env)?);
                }
                Ok(Value::list(values))
            }
            Node::All(kind) => Ok(self.known.of_kind(*kind, &self.state)),
            Node::Cards(kind) => {
                let cards = rules.cards.iter().enumerate().filter(|(_, card)| card.kind == *kind);
                Ok(Value::list(cards.map(|(index, _)| Value::Card(CardId(index as u32))).collect()))
            }
            Node::Where(list, test) => self.filtered(*list, *test, env),
            Node::Map(list, each) => {
                let list = self.eval(*list, env)?;
                let mut values = Vec::with_capacity(list.members().len());
                for member in list.members() {
                    values.push(self.eval_with_it(*each, member.clone(), env)?);
                }
                Ok(Value::list(values))
            }
            Node::In(one, set) => {
                let one = self.eval(*one, env)?;
                Ok(Value::Truth(self.member(&one, *set, env)?))
            }
            Node::Zone(zone, owner) => {
                let pile = self.pile_of(*zone, *owner, env)?;
                self.known.read(known::PILES);
                let members = self.state.piles.get(pile as usize).map(Vec::as_slice).unwrap_or_default();
                Ok(Value::list(members.iter().copied().map(Value::Entity).collect()))
            }
            Node::Pile(zone, owner) => {
                let pile = self.pile_of(*zone, *owner, env)?;
                Ok(Value::Number(i64::from(pile)))
            }
            Node::Function(function, args) => self.function(id, *function, args, env),
            Node::Call(def, args) => self.call(id, *def, args, env),
            Node::Quote(node) => Ok(self.closure(*node, env)),
            Node::Hook(..)
            | Node::Run(_)
            | Node::RunWith(..)
            | Node::Do(_)
            | Node::Let(..)
            | Node::If(..)
            | Node::Each(..)
            | Node::While(..)
            | Node::Together(_)
            | Node::EachTogether(..)
            | Node::Ask(_)
            | Node::Act(_)
            | Node::Primitive(..)
            | Node::Change(..)
            | Node::Stop
            | Node::With(..)
            | Node::Attach { .. }
            | Node::Give { .. }
            | Node::Set(..)
            | Node::Increase(..)
            | Node::Create { .. }
            | Node::Tell(..) => self.step(id, node, env),
        }
    }

    /// Whether a test holds.
    pub(crate) fn test(&mut self, id: NodeId, env: &mut Env) -> Result<bool, Halt> {
        let value = self.eval(id, env)?;
        match value {
            Value::Truth(truth) => Ok(truth),
            rule @ Value::Rule(_) => Ok(self.run_rule(id, &rule, None)?.holds()),
            other => Ok(other != Value::Nothing && other.members().first().is_some_and(Value::holds)),
        }
    }

    fn speaks(&mut self, who: Speaks, env: &Env) -> Value {
        let (part, value) = match who {
            Speaks::Originator => (known::ORIGINATOR, &env.ambient.originator),
            Speaks::Player => (known::PLAYER, &env.ambient.player),
            Speaks::Ability => (known::ABILITY, &env.ambient.ability),
            Speaks::It => (known::IT, &env.it),
            Speaks::Target => (known::TARGET, &env.ambient.target),
            Speaks::That => (known::THAT, &self.that),
            Speaks::X => (known::X, &env.ambient.x),
        };
        self.known.speak(part);
        value.clone()
    }

    /// An argument of what is listened to: as the listeners before this one left it.
    fn event_argument(&mut self, place: u32, env: &Env) -> Value {
        self.known.speak(known::EVENT);
        env.event.get(place as usize).cloned().unwrap_or(Value::Nothing)
    }

    pub(crate) fn eval_with_it(&mut self, node: NodeId, it: Value, env: &mut Env) -> Result<Value, Halt> {
        self.with_it(it, env, |run, env| run.eval(node, env))
    }

    pub(crate) fn test_with_it(&mut self, node: NodeId, it: Value, env: &mut Env) -> Result<bool, Halt> {
        self.with_it(it, env, |run, env| run.test(node, env))
    }

    fn with_it<T>(
        &mut self,
        it: Value,
        env: &mut Env,
        body: impl FnOnce(&mut Self, &mut Env) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let before = std::mem::replace(&mut env.it, it);
        let noted = self.known.noted();
        let result = body(self, env);
        self.known.forget(known::IT, noted);
        env.it = before;
        result
    }

    /// Runs a rule with an environment of its own: what it speaks of is not what is spoken of here.
    pub(super) fn apart<T>(&mut self, node: NodeId, body: impl FnOnce(&mut Self) -> Result<T, Halt>) -> Result<T, Halt> {
        let noted = self.known.noted();
        let result = self.deeper(node, body);
        self.known.forget(known::SURROUNDINGS, noted);
        result
    }

    /// The pile of a zone: of a player, or the one there is.
    fn pile_of(&mut self, zone: ZoneId, owner: Option<NodeId>, env: &mut Env) -> Result<u32, Halt> {
        let owner = match owner {
            Some(owner) => self.eval(owner, env)?.entity(),
            None => None,
        };
        Ok(self.state.pile(self.rules, zone, owner))
    }

    fn filtered(&mut self, list: NodeId, test: NodeId, env: &mut Env) -> Result<Value, Halt> {
        let list = self.eval(list, env)?;
        let mut kept = Vec::new();
        for member in list.members() {
            if self.test_with_it(test, member.clone(), env)? {
                kept.push(member.clone());
            }
        }
        Ok(Value::list(kept))
    }

    /// Whether one is in a set: a list, an entity, a filter, or a rule that gives one of these. Sets described by a
    /// test are not listed but tested, since most are asked about one entity only.
    pub(crate) fn member(&mut self, one: &Value, set: NodeId, env: &mut Env) -> Result<bool, Halt> {
        let rules = self.rules;
        match rules.nodes.get(set.index()) {
            Some(Node::All(kind)) => {
                Ok(one.entity().is_some_and(|e| self.state.entity(e).kind == *kind && self.state.entity(e).present))
            }
            Some(Node::List(members)) => {
                let mut found = false;
                for member in members {
                    found |= self.eval(*member, env)? == *one;
                }
                Ok(found)
            }
            Some(Node::Zone(zone, owner)) => {
                let pile = self.pile_of(*zone, *owner, env)?;
                self.known.read(known::PILES);
                Ok(one.entity().is_some_and(|entity| self.state.entity(entity).pile == Some(pile)))
            }
            Some(Node::Where(list, test)) => Ok(self.member(one, *list, env)? && self.test_with_it(*test, one.clone(), env)?),
            Some(Node::Quote(node)) if self.says_which(*node) => self.member(one, *node, env),
            // A test on `it`.
            Some(Node::Quote(node)) => match self.eval_with_it(*node, one.clone(), env)? {
                Value::Truth(truth) => Ok(truth),
                other => self.member_of_value(set, one, &other),
            },
            Some(Node::Call(def, args)) => {
                let Some(definition) = rules.defs.get(def.index()) else { return Ok(false) };
                match (definition.class, definition.body) {
                    (Class::Filter, Some(body)) => {
                        // Arguments speak of the `it` outside, the body of the one in question.
                        let frame = self.arguments(args, env, definition.slots)?;
                        let mut inner = env.inner(frame);
                        self.deeper(set, |run| run.test_with_it(body, one.clone(), &mut inner))
                    }
                    (Class::Value, Some(body)) if self.describes(body) => {
                        let frame = self.arguments(args, env, definition.slots)?;
                        let mut inner = env.inner(frame);
                        self.member(one, body, &mut inner)
                    }
                    _ => {
                        let value = self.eval(set, env)?;
                        self.member_of_value(set, one, &value)
                    }
                }
            }
            _ => {
                let value = self.eval(set, env)?;
                self.member_of_value(set, one, &value)
            }
        }
    }

    /// Whether a body only describes a set, so that membership can be tested without listing it.
    fn describes(&self, body: NodeId) -> bool {
        matches!(self.rules.nodes.get(body.index()), Some(Node::Where(..) | Node::All(_)))
    }

    /// Whether a rule says which ones it means by itself, and is no test on `it`.
    fn says_which(&self, node: NodeId) -> bool {
        match self.rules.nodes.get(node.index()) {
            Some(Node::All(_) | Node::List(_) | Node::Where(..) | Node::Quote(_)) => true,
            Some(Node::Call(def, _)) => self.rules.defs.get(def.index()).is_some_and(|d| d.class != Class::Test),
            _ => false,
        }
    }

    fn member_of_value(&mut self, node: NodeId, one: &Value, set: &Value) -> Result<bool, Halt> {
        match set {
            Value::Rule(rule) => {
                let mut env = Env::kept_by(&rule.frame, &rule.ambient);
                self.apart(node, |run| {
                    let class = match run.rules.nodes.get(rule.node.index()) {
                        Some(Node::Call(def, _)) => run.rules.defs.get(def.index()).map(|d| d.class),
                        _ => None,
                    };
                    if class == Some(Class::Value)
                        || matches!(run.rules.nodes.get(rule.node.index()), Some(Node::Where(..) | Node::All(_)))
                    {
                        return run.member(one, rule.node, &mut env);
                    }
                    match run.eval_with_it(rule.node, one.clone(), &mut env)? {
                        Value::Truth(truth) => Ok(truth),
                        other => run.member_of_value(node, one, &other),
                    }
                })
            }
            other => Ok(other.members().contains(one)),
        }
    }

    fn binary(&mut self, id: NodeId, op: Binary, a: NodeId, b: NodeId, env: &mut Env) -> Result<Value, Halt> {
        if op == Binary::And {
            return Ok(Value::Truth(self.test(a, env)? && self.test(b, env)?));
        }
        if op == Binary::Or {
            return Ok(Value::Truth(self.test(a, env)? || self.test(b, env)?));
        }
        let a = self.eval(a, env)?;
        let b = self.eval(b, env)?;
        match op {
            Binary::Equal => return Ok(Value::Truth(a == b)),
            Binary::NotEqual => return Ok(Value::Truth(a != b)),
            _ => {}
        }
        // What is nothing has no size: it is neither more nor less, and arithmetic with it gives nothing.
        let (Value::Number(a), Value::Number(b)) = (&a, &b) else {
            return Ok(match op {
                Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => Value::Truth(false),
                _ => Value::Nothing,
            });
        };
        let (a, b) = (*a, *b);
        let number = match op {
            Binary::Less => return Ok(Value::Truth(a < b)),
            Binary::LessEqual => return Ok(Value::Truth(a <= b)),
            Binary::Greater => return Ok(Value::Truth(a > b)),
            Binary::GreaterEqual => return Ok(Value::Truth(a >= b)),
            Binary::Add => a.checked_add(b),
            Binary::Subtract => a.checked_sub(b),
            Binary::Multiply => a.checked_mul(b),
            Binary::Divide => a.checked_div(b),
            Binary::Remainder => a.checked_rem(b),
            Binary::Equal | Binary::NotEqual | Binary::And | Binary::Or => None,
        };
        number.map(Value::Number).ok_or_else(|| self.fault(id, "a division by nothing, or a number too large"))
    }

    /// A field of an entity; of a card, what it prints there.
    pub(crate) fn field(&mut self, of: &Value, field: FieldId) -> Value {
        match of {
            Value::Entity(entity) => self.field_of(*entity, field),
            Value::Card(card) => {
                let Some(card) = self.rules.cards.get(card.index()) else { return Value::Nothing };
                let Some(kind) = self.rules.kinds.get(card.kind.index()) else { return Value::Nothing };
                if !kind.fields.contains(&field.0) || !self.rules.fields.get(field.index()).is_some_and(|f| f.printed) {
                    return Value::Nothing;
                }
                card.prints.get((field.0 - kind.fields.start) as usize).cloned().unwrap_or(Value::Nothing)
            }
            _ => Value::Nothing,
        }
    }

    fn field_of(&mut self, entity: EntityId, field: FieldId) -> Value {
        self.known.read(known::field(field));
        self.state.entity(entity).field(self.rules, field).cloned().unwrap_or(Value::Nothing)
    }

    /// The arguments of a call, in a frame with room for the callee's own slots.
    pub(crate) fn arguments(&mut self, args: &[NodeId], env: &mut Env, slots: u32) -> Result<Frame, Halt> {
        let mut frame = Frame::new();
        for arg in args {
            frame.push(self.eval(*arg, env)?);
        }
        if frame.len() < slots as usize {
            frame.resize(slots as usize, Value::Nothing);
        }
        Ok(frame)
    }

    /// Counts one link of the chain, so that what wakes itself ends in a fault and not in a hang.
    pub(crate) fn deeper<T>(&mut self, node: NodeId, body: impl FnOnce(&mut Self) -> Result<T, Halt>) -> Result<T, Halt> {
        if self.chain.len() >= CHAIN_LIMIT {
            return Err(self.fault(node, format!("rules wake each other without end: {CHAIN_LIMIT} deep")));
        }
        self.chain.push(node);
        let result = body(self);
        self.chain.pop();
        result
    }

    fn call(&mut self, id: NodeId, def: DefId, args: &[NodeId], env: &mut Env) -> Result<Value, Halt> {
        let rules = self.rules;
        let Some(definition) = rules.defs.get(def.index()) else { return Err(self.fault(id, "a definition is missing")) };
        let frame = self.arguments(args, env, definition.slots)?;
        match definition.class {
            Class::Effect | Class::Action => {
                if let (Some(origin), Some(first)) = (rules.origins.get(id.index()), definition.params.first())
                    && origin.text
                    && matches!(first.holds, Type::One(_) | Type::Many(_) | Type::Entity)
                    && let Some(named) = frame.first()
                {
                    self.that = named.clone();
                }
                self.effect(id, def, frame, env)
            }
            _ => self.value_of(id, def, frame, env),
        }
    }

    /// A definition that gives a value, with its arguments.
    pub(crate) fn value_of(&mut self, id: NodeId, def: DefId, frame: Frame, from: &Env) -> Result<Value, Halt> {
        let rules = self.rules;
        let Some(definition) = rules.defs.get(def.index()) else { return Err(self.fault(id, "a definition is missing")) };
        let Some(body) = definition.body else { return Ok(Value::Def(def)) };
        let args = frame.get(..definition.params.len()).unwrap_or_default();
        let hash = self.hash_of_question(def, args);
        if let Some(answer) = hash.and_then(|hash| self.known_answer(hash, def, args, from)) {
            return Ok(answer);
        }
        let asked = hash.map(|hash| self.asks(hash, args));
        let answer = match definition.class {
            Class::Number => self.number(id, def, frame, from)?,
            Class::Test => self.truth(id, def, frame, from)?,
            _ => {
                let mut inner = from.inner(frame);
                self.deeper(id, |run| run.eval(body, &mut inner))?
            }
        };
        if let Some(asked) = asked {
            self.keep_answer(asked, def, from, &answer);
        }
        Ok(answer)
    }

    /// Runs a rule that was passed on, with what it captured.
    pub(crate) fn run_rule(&mut self, node: NodeId, rule: &Value, it: Option<Value>) -> Result<Value, Halt> {
        let Value::Rule(rule) = rule else { return Ok(rule.clone()) };
        let mut env = Env::kept_by(&rule.frame, &rule.ambient);
        if let Some(it) = it {
            env.it = it;
        }
        self.apart(node, |run| run.eval(rule.node, &mut env))
    }
}
