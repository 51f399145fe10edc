//! The engine's functions on lists, entities, abilities and what lasts. Those that measure are in `measure`.

use super::{Env, Halt, Run, known};
use crate::function::Function;
use crate::rules::*;
use crate::state::Lasts;
use crate::value::*;

impl Run<'_> {
    pub(super) fn function(&mut self, id: NodeId, function: Function, args: &[NodeId], env: &mut Env) -> Result<Value, Halt> {
        // Whether a set has a member is seen without listing it where that is cheaper.
        if let (Function::Any, Some(list)) = (function, args.first()) {
            return self.any(*list, env).map(Value::Truth);
        }
        if let (Function::First, [list]) = (function, args) {
            return self.first(*list, env).map(|first| first.unwrap_or(Value::Nothing));
        }
        let mut values = super::Frame::new();
        for arg in args {
            values.push(self.eval(*arg, env)?);
        }
        self.function_of(id, function, &values, env)
    }

    /// A function of the engine on values.
    pub(super) fn function_of(&mut self, id: NodeId, function: Function, values: &[Value], env: &mut Env) -> Result<Value, Halt> {
        let rules = self.rules;
        let nothing = Value::Nothing;
        let a = values.first().unwrap_or(&nothing);
        let b = values.get(1).unwrap_or(&nothing);
        let numbers = || -> Vec<i64> {
            let list = if values.len() == 1 { a.members() } else { values };
            list.iter().filter_map(Value::number).collect()
        };
        let or_nothing = |number: Option<i64>| number.map_or(Value::Nothing, Value::Number);
        Ok(match function {
            Function::Min => or_nothing(numbers().into_iter().min()),
            Function::Max => or_nothing(numbers().into_iter().max()),
            Function::HalfUp => or_nothing(a.number().map(|n| n.div_euclid(2) + n.rem_euclid(2))),
            Function::Absolute => or_nothing(a.number().map(i64::saturating_abs)),
            Function::Count => Value::Number(a.members().len() as i64),
            Function::Sum => Value::Number(a.members().iter().filter_map(Value::number).fold(0, i64::saturating_add)),
            Function::Any => Value::Truth(!a.members().is_empty()),
            Function::All => Value::Truth(a.members().iter().all(Value::holds)),
            Function::First if values.len() > 1 => {
                let count = b.number().unwrap_or(0).max(0) as usize;
                Value::list(a.members().iter().take(count).cloned().collect())
            }
            Function::First => a.members().first().cloned().unwrap_or(Value::Nothing),
            Function::Last => a.members().last().cloned().unwrap_or(Value::Nothing),
            Function::At => match b {
                Value::Number(place) => {
                    usize::try_from(*place).ok().and_then(|place| a.members().get(place)).cloned().unwrap_or(Value::Nothing)
                }
                Value::Term(term) => {
                    self.column(*term).and_then(|place| a.members().get(place)).cloned().unwrap_or(Value::Nothing)
                }
                _ => Value::Nothing,
            },
            Function::Concat => Value::list(values.iter().map(Value::members).collect::<Vec<_>>().concat()),
            Function::Without => {
                let out = b.members();
                Value::list(a.members().iter().filter(|m| !out.contains(m)).cloned().collect())
            }
            Function::Distinct => {
                let mut kept: Vec<Value> = Vec::new();
                for member in a.members() {
                    if !kept.contains(member) {
                        kept.push(member.clone());
                    }
                }
                Value::list(kept)
            }
            Function::Range => {
                let (from, to) = (a.number().unwrap_or(0), b.number().unwrap_or(-1));
                if to.saturating_sub(from) > 10_000 {
                    return Err(self.fault(id, "a range of more than 10000 numbers"));
                }
                Value::list((from..=to).map(Value::Number).collect())
            }
            Function::Sorted => {
                let mut keyed: Vec<(Value, Value)> = b.members().iter().cloned().zip(a.members().iter().cloned()).collect();
                keyed.sort_by(|x, y| x.0.cmp(&y.0));
                Value::list(keyed.into_iter().map(|(_, member)| member).collect())
            }
            Function::Position => or_nothing(a.members().iter().position(|m| m == b).map(|p| p as i64)),
            Function::TermsOf => match a {
                Value::Term(term) => {
                    let vocabulary = rules.terms.get(term.index()).and_then(|t| rules.vocabularies.get(t.vocabulary.index()));
                    Value::list(vocabulary.map(|v| v.terms.clone().map(|t| Value::Term(TermId(t))).collect()).unwrap_or_default())
                }
                _ => Value::list(Vec::new()),
            },
            Function::Owner => a.entity().and_then(|e| self.state.entity(e).owner).map_or(Value::Nothing, Value::Entity),
            Function::CardOf => a.entity().and_then(|e| self.state.entity(e).card).map_or(Value::Nothing, Value::Card),
            Function::InGame => Value::Truth(a.entity().is_some_and(|e| self.state.entity(e).present)),
            Function::OnBoard => {
                Value::Truth(a.entity().is_some_and(|e| self.state.entity(e).present && self.place_of(a).is_some()))
            }
            Function::Abilities => {
                self.known.read(known::ABILITIES);
                let kind = if let Value::Term(kind) = b { Some(*kind) } else { None };
                let abilities = self
                    .abilities_here(a)
                    .into_iter()
                    .filter(|a| kind.is_none_or(|kind| rules.abilities.get(a.index()).is_some_and(|a| a.kind == kind)));
                Value::list(abilities.map(Value::Ability).collect())
            }
            Function::AbilityKind => match a {
                Value::Ability(ability) => rules.abilities.get(ability.index()).map_or(Value::Nothing, |a| Value::Term(a.kind)),
                _ => Value::Nothing,
            },
            Function::HasAbility => match b {
                Value::Ability(ability) => {
                    self.known.read(known::ABILITIES);
                    Value::Truth(self.abilities_here(a).contains(ability))
                }
                _ => Value::Truth(false),
            },
            Function::Outcomes => match a {
                Value::Ability(ability) => {
                    let Some(ability) = rules.abilities.get(ability.index()) else { return Ok(Value::list(Vec::new())) };
                    let entries =
                        ability.entries.iter().map(|e| Value::list(vec![self.closure(e.when, env), self.closure(e.does, env)]));
                    Value::list(entries.collect())
                }
                _ => Value::list(Vec::new()),
            },
            Function::Uses => Value::Number(self.uses(a, b)),
            Function::Used => Value::Truth(self.uses(a, b) > 0),
            Function::HasStatus => Value::Truth(self.statuses(a, b).next().is_some()),
            Function::StatusCount => Value::Number(self.statuses(a, b).count() as i64),
            Function::StatusValue => {
                let place = values.get(2).and_then(Value::number).unwrap_or(0).max(0) as usize;
                self.statuses(a, b).next().and_then(|frame| frame.get(place).cloned()).unwrap_or(Value::Nothing)
            }
            Function::Players => Value::list(self.state.seats().map(Value::Entity).collect()),
            Function::PlayersFrom => {
                let first = a.entity().map_or(1, |p| p.0).clamp(1, self.state.players.max(1));
                let count = self.state.players;
                Value::list((0..count).map(|n| Value::Entity(EntityId((first - 1 + n) % count + 1))).collect())
            }
            Function::Next => a.entity().map_or(Value::Nothing, |p| Value::Entity(EntityId(p.0 % self.state.players.max(1) + 1))),
            Function::ValueOf => match a {
                Value::Def(def) => {
                    let slots = rules.defs.get(def.index()).map_or(0, |d| d.slots as usize);
                    let mut frame = vec![b.clone()];
                    if frame.len() < slots {
                        frame.resize(slots, Value::Nothing);
                    }
                    return self.value_of(id, *def, frame.into(), env);
                }
                _ => Value::Nothing,
            },
            Function::Sees => Value::Truth(match (a.entity(), b.entity()) {
                (Some(player), Some(entity)) => {
                    self.known.speak(known::UNKNOWABLE);
                    self.state.knows(rules, player, entity)
                }
                _ => false,
            }),
            Function::Holds => {
                let it = values.get(1).cloned();
                Value::Truth(self.look(|run| run.run_rule(id, a, it))?.holds())
            }
            Function::Statuses => {
                self.known.read(known::STATUSES);
                let mut found: Vec<Value> = Vec::new();
                for lasting in self.state.lasting.iter().filter(|l| l.holder.is_some() && l.holder == a.entity()) {
                    if let Lasts::Status(status) = lasting.what
                        && !found.contains(&Value::Def(status))
                    {
                        found.push(Value::Def(status));
                    }
                }
                Value::list(found)
            }
            Function::Chance | Function::Expected | Function::BestReroll => return self.odds(id, function, values),
            Function::Steps | Function::Flood => return self.on_squares(id, function, values),
            Function::SeenSo | Function::SeenValue => self.as_seen(id, a, b)?,
            Function::Foresee => self.foresee(id, a, b)?,
            // What these speak of is known at load, where each becomes a node of its own.
            Function::StepIs | Function::CardsOf => Value::Nothing,
            _ => return self.measure(id, function, values),
        })
    }

    /// Whether a list has a member; stops at the first where the list is described by a test.
    fn any(&mut self, list: NodeId, env: &mut Env) -> Result<bool, Halt> {
        if let Some(Node::Where(inner, test)) = self.rules.nodes.get(list.index()) {
            let members = self.eval(*inner, env)?;
            for member in members.members() {
                if self.test_with_it(*test, member.clone(), env)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        Ok(!self.eval(list, env)?.members().is_empty())
    }

    /// The first member of a list, if it has one; stops there where the list is described by a test.
    fn first(&mut self, list: NodeId, env: &mut Env) -> Result<Option<Value>, Halt> {
        match self.rules.nodes.get(list.index()) {
            Some(Node::Where(inner, test)) => {
                let members = self.eval(*inner, env)?;
                for member in members.members() {
                    if self.test_with_it(*test, member.clone(), env)? {
                        return Ok(Some(member.clone()));
                    }
                }
                Ok(None)
            }
            Some(Node::Map(inner, each)) => match self.first(*inner, env)? {
                Some(first) => self.eval_with_it(*each, first, env).map(Some),
                None => Ok(None),
            },
            _ => Ok(self.eval(list, env)?.members().first().cloned()),
        }
    }

    fn column(&self, term: TermId) -> Option<usize> {
        let vocabulary = self.rules.terms.get(term.index())?.vocabulary;
        let first = self.rules.vocabularies.get(vocabulary.index())?.terms.start;
        Some((term.0 - first) as usize)
    }

    /// Abilities of an entity now, or of a card as it prints them.
    fn abilities_here(&self, of: &Value) -> Vec<AbilityId> {
        match of {
            Value::Entity(entity) => self.abilities_of(*entity),
            Value::Card(card) => self.rules.cards.get(card.index()).map(|c| c.abilities.clone()).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Abilities that an entity has now: those printed and not lost, then those gained.
    pub(super) fn abilities_of(&self, entity: EntityId) -> Vec<AbilityId> {
        let printed = self.state.entity(entity).card.and_then(|c| self.rules.cards.get(c.index()));
        let mut found: Vec<AbilityId> = printed.map(|c| c.abilities.clone()).unwrap_or_default();
        for lasting in self.state.lasting.iter().filter(|l| l.holder == Some(entity)) {
            if let Lasts::Gained(ability) = lasting.what
                && !found.contains(&ability)
            {
                found.push(ability);
            }
        }
        found.retain(|ability| !self.lost(entity, *ability));
        found
    }

    fn uses(&mut self, holder: &Value, what: &Value) -> i64 {
        self.known.read(known::USES);
        let Some(holder) = holder.entity() else { return 0 };
        self.state
            .lasting
            .iter()
            .filter(|l| l.holder == Some(holder) && matches!(&l.what, Lasts::Used(used) if used == what))
            .count() as i64
    }

    fn statuses<'s>(&'s mut self, holder: &'s Value, status: &'s Value) -> impl Iterator<Item = std::sync::Arc<[Value]>> + 's {
        self.known.read(known::STATUSES);
        self.state
            .lasting
            .iter()
            .filter(move |l| {
                l.holder.is_some()
                    && l.holder == holder.entity()
                    && matches!((&l.what, status), (Lasts::Status(has), Value::Def(asked)) if has == asked)
            })
            .map(|l| l.frame.clone())
    }
}
