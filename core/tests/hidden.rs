//! What a player may not see is not in what it sees, nor in what it is advised.

mod duel;

use cardwright_core::decision::{Decision, Offer};
use cardwright_core::event::{What, apply};
use cardwright_core::hook::NoScripts;
use cardwright_core::resolve::{Answers, Chance, Policy, run, run_with};
use cardwright_core::rules::*;
use cardwright_core::state::State;
use cardwright_core::value::*;
use duel::*;

#[test]
fn what_lies_hidden_is_not_in_what_a_player_sees() {
    let rules = duel(|b| b.0.zones.push(Zone { id: "hand".into(), each_player: true, seen: Seen::Owner }));
    let mut state = start(&rules, &[(0, 1), (1, 2)]);
    let hand = state.pile(&rules, ZoneId(0), Some(EntityId(2)));
    apply(
        &mut state,
        &rules,
        &cardwright_core::event::Event { cause: None, what: What::Put { entity: EntityId(4), pile: Some(hand), place: 0 } },
    );
    assert_eq!(state.seen_by(&rules, EntityId(2)).entity(EntityId(4)).card, Some(CardId(1)));
    assert_eq!(state.seen_by(&rules, EntityId(1)).entity(EntityId(4)).card, None);
    assert_eq!(state.seen_by(&rules, EntityId(1)).entity(EntityId(3)).card, Some(CardId(0)));
}

#[test]
fn who_may_not_see_a_piece_does_not_see_what_it_became() {
    let mut rules = does(|b| {
        let by = b.node(Node::Local(0));
        let knight = b.node(Node::Value(Value::Card(CardId(1))));
        b.node(Node::Primitive(Primitive::Become, vec![by, knight]))
    });
    rules.zones.push(Zone { id: "hand".into(), each_player: true, seen: Seen::Owner });
    let mut state = start(&rules, &[(0, 1), (0, 2)]);
    let hand = state.pile(&rules, ZoneId(0), Some(EntityId(1)));
    let put = What::Put { entity: EntityId(3), pile: Some(hand), place: 0 };
    apply(&mut state, &rules, &cardwright_core::event::Event { cause: None, what: put });
    let done = run(&rules, &NoScripts, &state, &strike(3, 1), &[]).expect("done");
    assert_eq!(done.state.seen_by(&rules, EntityId(1)).entity(EntityId(3)).card, Some(CardId(1)));
    assert_eq!(done.state.seen_by(&rules, EntityId(2)).entity(EntityId(3)).card, None);
}

/// Notes what is advised, and says yes.
struct Heeding(Vec<Option<Value>>);

impl Policy for Heeding {
    fn heeds(&self) -> bool {
        true
    }

    fn answer(&mut self, _: &State, decision: &Decision, _: &mut dyn FnMut(&Value) -> bool) -> Value {
        self.0.push(decision.advice.clone());
        Value::Truth(true)
    }

    fn command(&mut self, _: &State, _: EntityId, _: &[Offer], _: bool) -> Option<usize> {
        None
    }
}

#[test]
fn advice_comes_from_what_a_player_may_see() {
    let mut rules = does(|b| {
        let (theirs, three) = (b.node(Node::Value(Value::Entity(EntityId(4)))), b.number(3));
        let health = b.node(Node::Field(theirs, HEALTH));
        let weak = b.node(Node::Binary(Binary::Equal, health, three));
        let me = b.who(Speaks::Player);
        let choice = Choice::YesNo;
        b.node(Node::Ask(Box::new(Ask { players: me, prompt: 0, choice, secret: false, advice: Some(weak), always: false })))
    });
    let mut state = start(&rules, &[(0, 1), (0, 2)]);
    state.entities[4].fields[0] = Value::Number(3);
    for (secret, advised) in [(false, true), (true, false)] {
        rules.fields[HEALTH.index()].secret = secret;
        let mut policy = Heeding(Vec::new());
        run_with(&rules, &NoScripts, &state, &strike(3, 1), Answers::Policy(&mut policy), Chance::Seeded).expect("done");
        assert_eq!(policy.0, [Some(Value::Truth(advised))], "secret: {secret}");
    }
}
