//! A game built by hand, node by node.

use cardwright_core::decision::Command;
use cardwright_core::function::Function;
use cardwright_core::game::{Piece, Setup, begin};
use cardwright_core::hook::NoScripts;
use cardwright_core::resolve::run;
use cardwright_core::rules::*;
use cardwright_core::state::State;
use cardwright_core::value::*;

/// Builds rules node by node.
#[derive(Default)]
pub(crate) struct Build(pub(crate) Ruleset);

impl Build {
    pub(crate) fn node(&mut self, node: Node) -> NodeId {
        self.0.nodes.push(node);
        self.0.origins.push(Origin::default());
        NodeId(self.0.nodes.len() as u32 - 1)
    }
    pub(crate) fn number(&mut self, n: i64) -> NodeId {
        self.node(Node::Value(Value::Number(n)))
    }
    pub(crate) fn who(&mut self, who: Speaks) -> NodeId {
        self.node(Node::Ambient(who))
    }
    pub(crate) fn call(&mut self, def: DefId, args: &[NodeId]) -> NodeId {
        self.node(Node::Call(def, args.to_vec()))
    }
    pub(crate) fn seq(&mut self, steps: &[NodeId]) -> NodeId {
        self.node(Node::Do(steps.to_vec()))
    }
    pub(crate) fn def(&mut self, id: &str, class: Class, params: &[(&str, Type)], body: Option<NodeId>, slots: u32) -> DefId {
        let params: Vec<Param> = params
            .iter()
            .map(|(name, holds)| Param { name: (*name).into(), holds: holds.clone(), default: None, among: None })
            .collect();
        self.0.defs.push(Def {
            id: id.into(),
            class,
            slots: slots.max(params.len() as u32),
            params,
            gives: Type::Any,
            body,
            requires: Vec::new(),
            rules: Vec::new(),
            limit: 0,
            until: None,
            told: true,
            origin: Origin::default(),
        });
        DefId(self.0.defs.len() as u32 - 1)
    }
    pub(crate) fn step(&mut self, id: &str, form: Form) -> StepId {
        self.0.steps.push(Step { id: id.into(), form, origin: Origin::default() });
        StepId(self.0.steps.len() as u32 - 1)
    }
}

pub(crate) const HEALTH: FieldId = FieldId(2);
pub(crate) const PIECE: KindId = KindId(2);
pub(crate) const HIT: DefId = DefId(0);
pub(crate) const STRENGTH: DefId = DefId(1);

/// A duel of pieces: `hit(to, n)` takes n from health; `strength(who)` is 2; an action `strike` asks for a victim and
/// hits it by the striker's strength; players alternate, three strikes each.
pub(crate) fn duel(more: impl FnOnce(&mut Build)) -> Ruleset {
    let mut b = Build::default();
    b.0.players = 2..5;
    for (id, fields) in [("game", 0..1), ("player", 1..2), ("piece", 2..3)] {
        b.0.kinds.push(Kind { id: id.into(), fields, body: Body::None, unseen: None, looks: None });
    }
    for (id, kind, starts) in [("turn", 0, 0), ("struck", 1, 0), ("health", 2, 10)] {
        b.0.fields.push(Field {
            id: id.into(),
            kind: KindId(kind),
            holds: Type::Number,
            starts: Value::Number(starts),
            printed: false,
            secret: false,
        });
    }
    for id in ["rook", "knight"] {
        b.0.cards.push(Card {
            id: id.into(),
            kind: PIECE,
            prints: vec![Value::Number(10)],
            abilities: Vec::new(),
            copies: 0,
            origin: Origin::default(),
        });
    }
    b.step("game", Form::Sequence(vec![StepId(1)]));
    // hit
    let (to, n) = (b.node(Node::Local(0)), b.node(Node::Local(1)));
    let minus = b.node(Node::Unary(Unary::Negate, n));
    let hurt = b.node(Node::Increase(to, HEALTH, minus));
    assert_eq!(b.def("hit", Class::Effect, &[("to", Type::Many(PIECE)), ("n", Type::Number)], Some(hurt), 2), HIT);
    // strength
    let two = b.number(2);
    assert_eq!(b.def("strength", Class::Number, &[("who", Type::One(PIECE))], Some(two), 1), STRENGTH);
    // strike
    let pieces = b.node(Node::All(PIECE));
    let it = b.who(Speaks::It);
    let owner = b.node(Node::Function(Function::Owner, vec![it]));
    let me = b.who(Speaks::Player);
    let other = b.node(Node::Binary(Binary::NotEqual, owner, me));
    let own = b.node(Node::Binary(Binary::Equal, owner, me));
    let victims = b.node(Node::Where(pieces, other));
    let mine = b.node(Node::Where(pieces, own));
    let one = b.number(1);
    let ask = b.node(Node::Ask(Box::new(Ask {
        players: me,
        prompt: 0,
        choice: Choice::Among { list: victims, least: one, most: one },
        secret: false,
        advice: None,
        always: false,
    })));
    let victim = b.node(Node::Let(1, ask));
    let by = b.node(Node::Local(0));
    let strength = b.call(STRENGTH, &[by]);
    let chosen = b.node(Node::Local(1));
    let hit = b.call(HIT, &[chosen, strength]);
    let count = b.node(Node::Increase(me, FieldId(1), one));
    let body = b.seq(&[victim, hit, count]);
    let strike = b.def("strike", Class::Action, &[("by", Type::One(PIECE))], Some(body), 2);
    b.0.defs[strike.index()].params[0].among = Some(mine);
    let three = b.number(3);
    let struck = b.node(Node::Field(it, FieldId(1)));
    let left = b.node(Node::Binary(Binary::Less, struck, three));
    let seats = b.node(Node::Function(Function::Players, Vec::new()));
    b.step("turns", Form::Turns { order: seats, while_: left, body: StepId(2) });
    b.step("strike", Form::Act { player: me, offers: vec![strike], once: true, until: None });
    more(&mut b);
    b.0.index();
    b.0
}

pub(crate) fn start(rules: &Ruleset, pieces: &[(u32, u32)]) -> State {
    let pieces = pieces.iter().map(|(card, seat)| Piece { card: CardId(*card), seat: Some(*seat), at: None }).collect();
    let state = begin(rules, &Setup { players: 2, seed: 1, options: Vec::new(), pieces }).expect("a game");
    run(rules, &NoScripts, &state, &Command::Begin, &[]).expect("begun").state
}

pub(crate) fn strike(by: u32, player: u32) -> Command {
    Command::Act { player: EntityId(player), action: DefId(2), args: vec![Value::Entity(EntityId(by))] }
}

/// As [`duel`], but `body` is what `strike` does with the piece in slot 0.
pub(crate) fn does(body: impl FnOnce(&mut Build) -> NodeId) -> Ruleset {
    duel(|b| {
        let body = body(b);
        let (me, one) = (b.who(Speaks::Player), b.number(1));
        let count = b.node(Node::Increase(me, FieldId(1), one));
        b.0.defs[2].body = Some(b.seq(&[body, count]));
        b.0.defs[2].slots = 4;
    })
}
