//! The engine on a ruleset built by hand: replay, listeners, modifiers, limits, simultaneity.

mod duel;

use cardwright_core::clock::waiting;
use cardwright_core::decision::{Command, Options};
use cardwright_core::event::{What, apply};
use cardwright_core::function::Function;
use cardwright_core::game::{Piece, Setup, begin, play_out};
use cardwright_core::hook::NoScripts;
use cardwright_core::policy::Random;
use cardwright_core::resolve::{Answers, Chance, Halt, Refusal, run, run_with};
use cardwright_core::rules::*;
use cardwright_core::state::State;
use cardwright_core::value::*;
use duel::*;

fn attached(b: &mut Build, to: DefId, how: How, test: Option<NodeId>, body: Option<NodeId>) -> AttachmentId {
    b.0.attachments.push(Attachment { to, how, test, body, that: None, slots: 0, origin: Origin::default() });
    AttachmentId(b.0.attachments.len() as u32 - 1)
}

fn health(state: &State, entity: u32) -> i64 {
    state.entity(EntityId(entity)).fields[0].number().expect("a number")
}

#[test]
fn a_command_is_replayed_until_its_questions_are_answered() {
    let rules = duel(|_| {});
    let state = start(&rules, &[(0, 1), (0, 2), (1, 2)]);
    let Err(Halt::Ask(decision)) = run(&rules, &NoScripts, &state, &strike(3, 1), &[]) else { panic!("a question") };
    assert_eq!(decision.player, EntityId(1));
    assert!(matches!(&decision.options, Options::Among { of, .. } if of.len() == 2));
    let done = run(&rules, &NoScripts, &state, &strike(3, 1), &[Value::Entity(EntityId(5))]).expect("done");
    assert_eq!((health(&done.state, 4), health(&done.state, 5)), (10, 8));
    let mut again = state.clone();
    for event in &done.log {
        apply(&mut again, &rules, event);
    }
    assert_eq!(again, done.state, "the log through apply gives the same state");
}

#[test]
fn wrong_answers_and_commands_leave_everything_as_it_was() {
    let rules = duel(|_| {});
    let state = start(&rules, &[(0, 1), (0, 2), (1, 2)]);
    let refuse = |command: &Command, answers: &[Value]| match run(&rules, &NoScripts, &state, command, answers) {
        Err(Halt::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    };
    assert!(matches!(refuse(&strike(3, 1), &[Value::Entity(EntityId(3))]), Refusal::Answer(0, _)));
    assert!(matches!(refuse(&strike(3, 1), &[Value::Number(9)]), Refusal::Answer(0, _)));
    let many = vec![Value::Entity(EntityId(5)), Value::Truth(true)];
    assert_eq!(refuse(&strike(3, 1), &many), Refusal::TooManyAnswers(1));
    assert_eq!(refuse(&strike(4, 2), &[]), Refusal::NotNow);
    assert_eq!(refuse(&strike(4, 1), &[]), Refusal::NotOffered);
    assert_eq!(refuse(&Command::Pass { player: EntityId(1) }, &[]), Refusal::MustAct);
    assert_eq!(refuse(&Command::Begin, &[]), Refusal::NotNow);
}

#[test]
fn modifiers_count_in_one_order_and_the_reckoning_is_kept() {
    let rules = duel(|b| {
        let (three, two, four) = (b.number(3), b.number(2), b.number(4));
        for (how, amount) in [(How::AtMost, four), (How::Multiply, two), (How::Add, three)] {
            let rule = attached(b, STRENGTH, how, None, Some(amount));
            b.0.standing.push(rule);
        }
    });
    let state = start(&rules, &[(0, 1), (0, 2)]);
    let done = run(&rules, &NoScripts, &state, &strike(3, 1), &[]).expect("one victim needs no question");
    assert_eq!(health(&done.state, 4), 6, "(2 + 3) * 2, at most 4");
    let reckoning = done
        .log
        .iter()
        .find_map(|e| match &e.what {
            What::Reckoned { reckoning, .. } => Some(reckoning),
            _ => None,
        })
        .expect("kept");
    assert_eq!((reckoning.base, reckoning.total), (2, 4));
    assert_eq!(reckoning.parts.iter().map(|p| p.amount).collect::<Vec<_>>(), vec![3, 5, -6]);
}

#[test]
fn listeners_change_stop_and_replace() {
    let hit_for = |how: How, body: fn(&mut Build) -> NodeId| {
        let rules = duel(|b| {
            let body = body(b);
            let rule = attached(b, HIT, how, None, Some(body));
            b.0.standing.push(rule);
        });
        let state = start(&rules, &[(0, 1), (0, 2)]);
        health(&run(&rules, &NoScripts, &state, &strike(3, 1), &[]).expect("done").state, 4)
    };
    assert_eq!(
        hit_for(How::Before, |b| {
            let five = b.number(5);
            b.node(Node::Change(1, five))
        }),
        5
    );
    assert_eq!(hit_for(How::Before, |b| b.node(Node::Stop)), 10);
    assert_eq!(
        hit_for(How::Instead, |b| {
            let one = b.number(1);
            let to = b.node(Node::Event(0));
            b.node(Node::Increase(to, HEALTH, one))
        }),
        11
    );
    assert_eq!(
        hit_for(How::After, |b| {
            let n = b.node(Node::Event(1));
            let to = b.node(Node::Event(0));
            b.node(Node::Increase(to, HEALTH, n))
        }),
        10
    );
}

#[test]
fn what_wakes_itself_ends_in_a_fault() {
    let rules = duel(|b| {
        let (to, n) = (b.node(Node::Event(0)), b.node(Node::Event(1)));
        let again = b.call(HIT, &[to, n]);
        let rule = attached(b, HIT, How::After, None, Some(again));
        b.0.standing.push(rule);
    });
    let state = start(&rules, &[(0, 1), (0, 2)]);
    let Err(Halt::Fault(fault)) = run(&rules, &NoScripts, &state, &strike(3, 1), &[]) else { panic!("a fault") };
    assert!(fault.message.contains("without end"));
    assert_eq!(fault.chain.len(), 5, "the last links are named");
}

#[test]
fn what_happens_together_sees_the_state_as_it_stood() {
    // Two pieces, each hit by the other's health: 10 and 10 fall to 0 both, not 0 and 10.
    let rules = duel(|b| {
        let pieces = b.node(Node::All(PIECE));
        let it = b.who(Speaks::It);
        let others = b.node(Node::Function(Function::Without, vec![pieces, it]));
        let other = b.node(Node::Function(Function::First, vec![others]));
        let health = b.node(Node::Field(other, HEALTH));
        let hit = b.call(HIT, &[it, health]);
        let both = b.node(Node::EachTogether(pieces, hit));
        b.0.steps[0].form = Form::Sequence(vec![StepId(3), StepId(1)]);
        b.step("clash", Form::Do(both));
    });
    let state = start(&rules, &[(0, 1), (0, 2)]);
    assert_eq!((health(&state, 3), health(&state, 4)), (0, 0));
}

#[test]
fn written_dice_are_used_up_exactly() {
    let rules = duel(|b| {
        let (one, six) = (b.number(1), b.number(6));
        let roll = b.node(Node::Primitive(Primitive::Roll, vec![one, six]));
        let face = b.node(Node::Function(Function::First, vec![roll]));
        let strength = attached(b, HIT, How::Before, None, Some(face));
        b.0.standing.push(strength);
        let change = b.node(Node::Change(1, face));
        b.0.attachments[strength.index()].body = Some(change);
    });
    let state = start(&rules, &[(0, 1), (0, 2)]);
    let with = |faces: &[u32]| {
        run_with(&rules, &NoScripts, &state, &strike(3, 1), Answers::Given(&[]), Chance::Written(faces.iter().copied().collect()))
    };
    assert_eq!(health(&with(&[4]).expect("done").state, 4), 6);
    assert_eq!(with(&[]), Err(Halt::Refused(Refusal::TooFewRolls)));
    assert_eq!(with(&[4, 1]), Err(Halt::Refused(Refusal::TooManyRolls(1))));
    assert_eq!(with(&[7]), Err(Halt::Refused(Refusal::NoSuchFace { face: 7, sides: 6 })));
}

#[test]
fn players_alternate_and_a_game_through_a_policy_replays_equal() {
    let rules = duel(|_| {});
    let setup = Setup {
        players: 2,
        seed: 1,
        options: Vec::new(),
        pieces: vec![
            Piece { card: CardId(0), seat: Some(1), at: None },
            Piece { card: CardId(0), seat: Some(2), at: None },
            Piece { card: CardId(1), seat: Some(2), at: None },
        ],
    };
    let first = begin(&rules, &setup).expect("a game");
    let played = play_out(&rules, &NoScripts, first.clone(), &mut Random::new(3), 100, true).expect("ends");
    let (end, moves, log) = (played.state, played.moves, played.log);
    assert_eq!(moves.len(), 7, "begin and three strikes each");
    let mut replayed = first.clone();
    for step in &moves {
        replayed = run(&rules, &NoScripts, &replayed, &step.command, &step.answers).expect("legal").state;
    }
    assert_eq!((&replayed, replayed.digest()), (&end, end.digest()));
    let mut applied = first;
    for event in &log {
        apply(&mut applied, &rules, event);
    }
    assert_eq!(applied, end);
    assert_eq!(waiting(&rules, &NoScripts, &end).expect("no fault"), None);
}

#[test]
fn an_answer_is_worked_out_anew_once_what_it_read_is_written() {
    // Strength is made of three numbers, each of which reads something else: a field, what is attached, who it is about.
    let rules = duel(|b| {
        let (who, one, two) = (b.node(Node::Local(0)), b.number(1), b.number(2));
        let left = b.node(Node::Field(who, HEALTH));
        let pride = b.def("pride", Class::Number, &[("who", Type::One(PIECE))], Some(left), 1);
        let zeal = b.def("zeal", Class::Number, &[("who", Type::One(PIECE))], Some(one), 1);
        let by = b.who(Speaks::Originator);
        let owner = b.node(Node::Function(Function::Owner, vec![by]));
        let first = b.node(Node::Value(Value::Entity(EntityId(1))));
        let firsts = b.node(Node::Binary(Binary::Equal, owner, first));
        let seat = b.node(Node::Choose(firsts, one, two));
        let rank = b.def("rank", Class::Number, &[], Some(seat), 0);
        let (pride, zealous, rank) = (b.call(pride, &[who]), b.call(zeal, &[who]), b.call(rank, &[]));
        let strength = b.node(Node::Function(Function::Max, vec![pride, one]));
        let strength = b.node(Node::Binary(Binary::Add, strength, zealous));
        let strength = b.node(Node::Binary(Binary::Add, strength, rank));
        b.0.defs[STRENGTH.index()].body = Some(strength);
        // Zeal rises with every hit.
        let rises = attached(b, zeal, How::Add, None, Some(one));
        let standing = b.node(Node::Standing(vec![rises]));
        let until = b.node(Node::Until(Until::Forever));
        let attach = b.node(Node::Attach { standing, holder: None, until });
        let after = attached(b, HIT, How::After, None, Some(attach));
        b.0.standing.push(after);
    });
    let piece = |card, seat| Piece { card: CardId(card), seat: Some(seat), at: None };
    let pieces = vec![piece(0, 1), piece(1, 1), piece(0, 2), piece(1, 2)];
    let first = begin(&rules, &Setup { players: 2, seed: 1, options: Vec::new(), pieces }).expect("a game");
    for seed in 0..20 {
        // What is told is worked out each time, so that its reckoning is told; what is not told may be known already.
        let played = |told| play_out(&rules, &NoScripts, first.clone(), &mut Random::new(seed), 100, told).expect("ends");
        let (told, untold) = (played(true), played(false));
        assert_eq!((untold.state, untold.moves), (told.state, told.moves), "seed {seed}");
    }
}

#[test]
fn another_card_prints_what_is_printed_and_leaves_the_rest() {
    let rules = {
        let mut rules = does(|b| {
            let by = b.node(Node::Local(0));
            let knight = b.node(Node::Value(Value::Card(CardId(1))));
            b.node(Node::Primitive(Primitive::Become, vec![by, knight]))
        });
        rules.kinds[2].fields = 2..4;
        rules.fields.push(Field {
            id: "speed".into(),
            kind: PIECE,
            holds: Type::Number,
            starts: Value::Nothing,
            printed: true,
            secret: false,
        });
        for (card, speed) in rules.cards.iter_mut().zip([4, 7]) {
            card.prints.push(Value::Number(speed));
        }
        rules
    };
    let mut state = start(&rules, &[(0, 1), (0, 2)]);
    state.entities[3].fields[0] = Value::Number(3);
    state.entities[3].at = Some(cardwright_core::space::Point::new(5, 5));
    let done = run(&rules, &NoScripts, &state, &strike(3, 1), &[]).expect("done");
    let (before, after) = (state.entity(EntityId(3)), done.state.entity(EntityId(3)));
    assert_eq!(after.card, Some(CardId(1)));
    assert_eq!(after.fields, vec![Value::Number(3), Value::Number(7)], "health stays, speed is printed anew");
    assert_eq!((after.at, after.owner, after.kind), (before.at, before.owner, before.kind));
    let mut again = state.clone();
    for event in &done.log {
        apply(&mut again, &rules, event);
    }
    assert_eq!((&again, again.digest()), (&done.state, done.state.digest()));
    assert_ne!(state.digest(), done.state.digest());
    // The same card again is no event, and a card of another kind is a fault.
    let mut state = done.state;
    state.clock = start(&rules, &[(0, 1), (0, 2)]).clock;
    let done = run(&rules, &NoScripts, &state, &strike(3, 1), &[]).expect("done");
    assert!(!done.log.iter().any(|event| matches!(event.what, What::Became { .. })));
    let mut rules = rules;
    rules.cards[1].kind = KindId(1);
    state.entities[3].card = Some(CardId(0));
    let Err(Halt::Fault(fault)) = run(&rules, &NoScripts, &state, &strike(3, 1), &[]) else { panic!("a fault") };
    assert!(fault.message.contains("another kind"));
}

#[test]
fn cards_are_chosen_and_made_into_entities() {
    let rules = does(|b| {
        let cards = b.node(Node::Cards(PIECE));
        let (me, one) = (b.who(Speaks::Player), b.number(1));
        let ask = b.node(Node::Ask(Box::new(Ask {
            players: me,
            prompt: 0,
            choice: Choice::Among { list: cards, least: one, most: one },
            secret: false,
            advice: None,
            always: false,
        })));
        b.node(Node::Create { card: Some(ask), kind: None, owner: Some(me) })
    });
    let state = start(&rules, &[(0, 1), (0, 2)]);
    let Err(Halt::Ask(decision)) = run(&rules, &NoScripts, &state, &strike(3, 1), &[]) else { panic!("a question") };
    let of = vec![Value::Card(CardId(0)), Value::Card(CardId(1))];
    assert_eq!(decision.options, Options::Among { of, least: 1, most: 1 });
    let done = run(&rules, &NoScripts, &state, &strike(3, 1), &[Value::Card(CardId(1))]).expect("done");
    let made = done.state.entity(EntityId(5));
    assert_eq!((made.card, made.kind, made.owner), (Some(CardId(1)), PIECE, Some(EntityId(1))));
}

/// `strike` offers a `parry` to the other player, whose body takes 1 from the health of the piece; health says whether it
/// was done. `parry` is legal for pieces with health above 4, and only what has a health above 8 may be used here.
fn parry(must: bool) -> Ruleset {
    does(|b| {
        let pieces = b.node(Node::All(PIECE));
        let (it, me, one) = (b.who(Speaks::It), b.who(Speaks::Player), b.number(1));
        let owner = b.node(Node::Function(Function::Owner, vec![it]));
        let own = b.node(Node::Binary(Binary::Equal, owner, me));
        let mine = b.node(Node::Where(pieces, own));
        let by = b.node(Node::Local(0));
        let hit = b.call(HIT, &[by, one]);
        let parry = b.def("parry", Class::Action, &[("by", Type::One(PIECE))], Some(hit), 1);
        let (four, eight) = (b.number(4), b.number(8));
        let health = b.node(Node::Field(by, HEALTH));
        let test = b.node(Node::Binary(Binary::Greater, health, four));
        b.0.defs[parry.index()].requires.push(Requirement { test, because: 0 });
        b.0.defs[parry.index()].params[0].among = Some(mine);
        let other = b.node(Node::Function(Function::Next, vec![me]));
        let actions = b.node(Node::Value(Value::list(vec![Value::Def(parry)])));
        let health = b.node(Node::Field(it, HEALTH));
        let strong = b.node(Node::Binary(Binary::Greater, health, eight));
        let act = b.node(Node::Act(Box::new(Act { player: other, actions, prompt: 0, test: Some(strong), must })));
        let done = b.node(Node::Let(1, act));
        let yes = b.node(Node::Local(1));
        let whether = b.node(Node::If(yes, hit, None));
        b.seq(&[done, whether])
    })
}

#[test]
fn actions_are_offered_in_the_middle_of_an_effect() {
    let rules = parry(false);
    let action = DefId(3);
    let offer = |piece: u32| Value::list(vec![Value::Def(action), Value::Entity(EntityId(piece))]);
    let mut state = start(&rules, &[(0, 1), (0, 2), (0, 2), (0, 2)]);
    state.entities[6].fields[0] = Value::Number(7);
    let Err(Halt::Ask(decision)) = run(&rules, &NoScripts, &state, &strike(3, 1), &[]) else { panic!("a question") };
    assert_eq!(decision.player, EntityId(2));
    assert_eq!(decision.options, Options::Among { of: vec![offer(4), offer(5)], least: 0, most: 1 });
    let chosen = [Value::list(vec![offer(5)])];
    let done = run(&rules, &NoScripts, &state, &strike(3, 1), &chosen).expect("done");
    assert_eq!([3, 4, 5].map(|piece| health(&done.state, piece)), [9, 10, 9]);
    let passed = run(&rules, &NoScripts, &state, &strike(3, 1), &[Value::list(Vec::new())]).expect("done");
    assert_eq!([3, 4, 5].map(|piece| health(&passed.state, piece)), [10, 10, 10]);
    let refused = run(&rules, &NoScripts, &state, &strike(3, 1), &[Value::list(vec![offer(6)])]);
    assert!(matches!(refused, Err(Halt::Refused(Refusal::Answer(0, _)))));
    // Where nothing legal is on offer nobody is asked.
    for piece in [4, 5] {
        state.entities[piece].fields[0] = Value::Number(4);
    }
    let nothing = run(&rules, &NoScripts, &state, &strike(3, 1), &[]).expect("nobody is asked");
    assert_eq!((health(&nothing.state, 3), nothing.answers.len()), (10, 0));
}

#[test]
fn who_must_act_may_not_pass() {
    let rules = parry(true);
    let state = start(&rules, &[(0, 1), (0, 2), (0, 2)]);
    let refused = run(&rules, &NoScripts, &state, &strike(3, 1), &[Value::list(Vec::new())]);
    assert!(matches!(refused, Err(Halt::Refused(Refusal::Answer(0, _)))));
    let offer = Value::list(vec![Value::Def(DefId(3)), Value::Entity(EntityId(4))]);
    let done = run(&rules, &NoScripts, &state, &strike(3, 1), &[offer]).expect("done");
    assert_eq!([3, 4, 5].map(|piece| health(&done.state, piece)), [9, 9, 10]);
    let alone = start(&rules, &[(0, 1), (0, 2)]);
    let done = run(&rules, &NoScripts, &alone, &strike(3, 1), &[]).expect("the only action is taken");
    assert_eq!([3, 4].map(|piece| health(&done.state, piece)), [9, 9]);
}

#[test]
fn offered_actions_replay_as_a_policy_chose_them() {
    for must in [false, true] {
        let rules = parry(must);
        let setup = Setup {
            players: 2,
            seed: 1,
            options: Vec::new(),
            pieces: (1..5).map(|n| Piece { card: CardId(0), seat: Some(n % 2 + 1), at: None }).collect(),
        };
        let first = begin(&rules, &setup).expect("a game");
        let played = play_out(&rules, &NoScripts, first.clone(), &mut Random::new(5), 12, true).expect("ends");
        assert!(played.moves.iter().any(|step| !step.answers.is_empty()), "a question is asked");
        let mut replayed = first;
        for step in &played.moves {
            replayed = run(&rules, &NoScripts, &replayed, &step.command, &step.answers).expect("legal").state;
        }
        assert_eq!(replayed, played.state);
    }
}

#[test]
fn a_rule_that_is_passed_speaks_of_whom_its_caller_says() {
    // A rule named where X is 1 is run plainly, and then with X 5.
    let rules = does(|b| {
        let (x, one, five) = (b.who(Speaks::X), b.number(1), b.number(5));
        let by = b.node(Node::Local(0));
        let hit = b.call(HIT, &[by, x]);
        let passed = b.node(Node::Quote(hit));
        let named = b.node(Node::Let(1, passed));
        let named = b.node(Node::With(Speaks::X, one, named));
        let rule = b.node(Node::Local(1));
        let plain = b.node(Node::Run(rule));
        let other = b.node(Node::RunWith(rule, vec![(Speaks::X, five)]));
        b.seq(&[named, plain, other])
    });
    let state = start(&rules, &[(0, 1), (0, 2)]);
    assert_eq!(health(&run(&rules, &NoScripts, &state, &strike(3, 1), &[]).expect("done").state, 3), 4);
}
