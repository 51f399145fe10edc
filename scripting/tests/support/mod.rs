//! A small ruleset, a state and a desk to lend to hooks.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "shared by several tests, each using a part")]

use cardwright_core::decision::{Decision, Options, Prompt};
use cardwright_core::dice::Dice;
use cardwright_core::function::Function;
use cardwright_core::hook::{Answered, Desk, ScriptHost};
use cardwright_core::resolve::Halt;
use cardwright_core::rules::*;
use cardwright_core::space::Point;
use cardwright_core::state::{Entity, State};
use cardwright_core::value::*;
use cardwright_scripting::{Host, Limits, Names, ScriptProblem};
use std::time::Duration;

pub const GAME_KIND: KindId = KindId(0);
pub const PLAYER: KindId = KindId(1);
pub const MODEL: KindId = KindId(2);
pub const DAMAGE: DefId = DefId(3);
pub const BOBBY: EntityId = EntityId(3);
pub const OGRE: EntityId = EntityId(4);

fn param(name: &str, holds: Type, default: Option<NodeId>) -> Param {
    Param { name: name.into(), holds, default, among: None }
}

fn def(id: &str, class: Class, params: Vec<Param>, gives: Type) -> Def {
    let slots = params.len() as u32;
    Def {
        id: id.into(),
        class,
        params,
        gives,
        body: None,
        slots,
        requires: vec![],
        rules: vec![],
        limit: 0,
        until: None,
        told: false,
        origin: Origin::default(),
    }
}

/// Rules with hooks of one file or several: path, hook, arguments.
pub fn rules(hooks: &[(&str, &str, &[&str])]) -> Ruleset {
    let mut rules = Ruleset { game: "test".into(), players: 2..5, ..Ruleset::default() };
    for (id, terms) in [("damage_type", &["physical", "magical"][..]), ("element", &["fire", "magical"])] {
        let vocabulary = VocabularyId(rules.vocabularies.len() as u32);
        let first = rules.terms.len() as u32;
        for term in terms {
            rules.terms.push(Term { id: (*term).into(), vocabulary });
        }
        rules.vocabularies.push(Vocabulary { id: id.into(), terms: first..rules.terms.len() as u32 });
    }
    let number = Value::Number(0);
    for (id, fields) in [
        ("game", vec![("turn", Type::Number, number.clone())]),
        ("player", vec![]),
        (
            "model",
            vec![
                ("melee_stat", Type::Number, number.clone()),
                ("energy", Type::Number, number),
                ("weak_to", Type::Term(VocabularyId(0)), Value::Nothing),
                ("table", Type::List(Box::new(Type::Any)), Value::list(vec![])),
            ],
        ),
    ] {
        let kind = KindId(rules.kinds.len() as u32);
        let first = rules.fields.len() as u32;
        for (id, holds, starts) in fields {
            rules.fields.push(Field { id: id.into(), kind, holds, starts, printed: false, secret: false });
        }
        rules.kinds.push(Kind {
            id: id.into(),
            fields: first..rules.fields.len() as u32,
            body: Body::None,
            unseen: None,
            looks: None,
        });
    }
    rules.nodes = vec![Node::Value(Value::Term(TermId(0))), Node::Ambient(Speaks::Originator), Node::Stop];
    rules.defs = vec![
        def("melee", Class::Number, vec![param("who", Type::One(MODEL), None)], Type::Number),
        def("engaged", Class::Test, vec![param("a", Type::One(MODEL), None), param("b", Type::One(MODEL), None)], Type::Test),
        def("everyone", Class::Value, vec![], Type::Many(MODEL)),
        def(
            "damage",
            Class::Effect,
            vec![
                param("to", Type::Many(MODEL), None),
                param("amount", Type::Number, None),
                param("type", Type::Term(VocabularyId(0)), Some(NodeId(0))),
                param("from", Type::One(MODEL), Some(NodeId(1))),
                param("odd", Type::Any, Some(NodeId(2))),
            ],
            Type::Number,
        ),
        def("slow", Class::Status, vec![], Type::Any),
        def(
            "give",
            Class::Effect,
            vec![param("what", Type::Def(Class::Status), None), param("at", Type::Point, None)],
            Type::Any,
        ),
        def("later", Class::Effect, vec![param("what", Type::Effect, None)], Type::Any),
        def("big", Class::Number, vec![], Type::Number),
    ];
    rules.cards = vec![Card {
        id: "beaky-bobby".into(),
        kind: MODEL,
        prints: vec![],
        abilities: vec![],
        copies: 1,
        origin: Origin::default(),
    }];
    rules.abilities = vec![Ability {
        id: "weakling".into(),
        kind: TermId(2),
        fields: vec![],
        standing: vec![],
        entries: vec![],
        origin: Origin::default(),
    }];
    rules.zones = vec![
        Zone { id: "hand".into(), each_player: true, seen: Seen::Owner },
        Zone { id: "bag".into(), each_player: false, seen: Seen::None },
    ];
    rules.options = vec![GameOption { id: "slow_carry".into(), default: Value::Truth(false), among: vec![] }];
    for (path, name, takes) in hooks {
        let file = rules.files.iter().position(|f| f == path).unwrap_or_else(|| {
            rules.files.push((*path).into());
            rules.files.len() - 1
        });
        rules.hooks.push(Hook { name: (*name).into(), file: file as u32, takes: takes.iter().map(|t| (*t).into()).collect() });
    }
    rules
}

fn entity(kind: KindId, fields: Vec<Value>) -> Entity {
    Entity { kind, card: None, owner: None, fields, at: None, pile: None, present: true, shown: 0 }
}

pub fn state() -> State {
    let model = |stat: i64, owner: u32| Entity {
        owner: Some(EntityId(owner)),
        at: Some(Point::new(1000 * stat, 2000)),
        ..entity(
            MODEL,
            vec![
                Value::Number(stat),
                Value::Number(4),
                Value::Term(TermId(1)),
                Value::list(vec![Value::Number(1), Value::Nothing, Value::Number(3)]),
            ],
        )
    };
    let mut entities =
        vec![entity(GAME_KIND, vec![Value::Number(2)]), entity(PLAYER, vec![]), entity(PLAYER, vec![]), model(2, 1), model(5, 2)];
    entities[3].card = Some(CardId(0));
    let piles = vec![vec![OGRE, BOBBY], vec![], vec![BOBBY]];
    State {
        entities,
        players: 2,
        options: vec![Value::Truth(true)],
        piles,
        lasting: vec![],
        lasted: 0,
        clock: vec![],
        dice: Dice::new(1),
        winners: None,
    }
}

/// A desk that notes what it is asked.
pub struct FakeDesk<'a> {
    pub rules: &'a Ruleset,
    pub state: State,
    pub ambient: Ambient,
    pub answers: Vec<Value>,
    pub log: Vec<String>,
    /// Resolving runs this hook first.
    pub wakes: Option<(&'a Host, HookId)>,
    pub fails: Option<Halt>,
}

impl<'a> FakeDesk<'a> {
    pub fn new(rules: &'a Ruleset) -> Self {
        let ambient = Ambient {
            originator: Value::Entity(BOBBY),
            player: Value::Entity(EntityId(1)),
            target: Value::Entity(OGRE),
            x: Value::Number(3),
            that: Value::Rule(std::sync::Arc::new(Closure { node: NodeId(0), frame: [].into(), ambient: Default::default() })),
            ability: Value::Ability(AbilityId(0)),
            ..Ambient::default()
        };
        FakeDesk { rules, state: state(), ambient, answers: vec![], log: vec![], wakes: None, fails: None }
    }
}

impl Desk for FakeDesk<'_> {
    fn rules(&self) -> &Ruleset {
        self.rules
    }
    fn state(&self) -> &State {
        &self.state
    }
    fn ambient(&self) -> &Ambient {
        &self.ambient
    }
    fn value(&mut self, def: DefId, args: &[Value]) -> Result<Value, Halt> {
        if let Some(halt) = &self.fails {
            return Err(halt.clone());
        }
        Ok(match self.rules.defs[def.index()].id.as_str() {
            "melee" => {
                let Value::Number(stat) = self.state.entity(args[0].entity().unwrap()).fields[0] else { panic!() };
                Value::Number(stat + 1)
            }
            "engaged" => Value::Truth(args[0] != args[1]),
            "big" => Value::Number(i64::MAX),
            _ => Value::list(vec![Value::Entity(BOBBY), Value::Entity(OGRE)]),
        })
    }
    fn function(&mut self, function: Function, args: &[Value]) -> Result<Value, Halt> {
        Ok(match function {
            Function::Count => Value::Number(args[0].members().len() as i64),
            Function::Without => Value::list(args[0].members().iter().filter(|m| **m != args[1]).cloned().collect()),
            _ => Value::Truth(args[0] != args[1]),
        })
    }
    fn resolve(&mut self, def: DefId, args: &[Value]) -> Result<Value, Halt> {
        self.log.push(format!("{} {args:?}", self.rules.defs[def.index()].id));
        if let Some((host, hook)) = self.wakes {
            let answer = host.call(hook, &[], self)?;
            self.log.push(format!("{answer:?}"));
        }
        if let Some(halt) = &self.fails {
            return Err(halt.clone());
        }
        Ok(args.get(1).cloned().unwrap_or(Value::Nothing))
    }
    fn ask(&mut self, player: EntityId, prompt: &str, options: Options) -> Result<Value, Halt> {
        self.log.push(format!("ask {} {prompt} {options:?}", player.0));
        if self.answers.is_empty() {
            return Err(question(player, prompt, options));
        }
        Ok(self.answers.remove(0))
    }
    fn roll(&mut self, count: u32, sides: u32) -> Result<Vec<u32>, Halt> {
        Ok((0..count).map(|n| n % sides + 1).collect())
    }
}

pub fn question(player: EntityId, prompt: &str, options: Options) -> Halt {
    Halt::Ask(Box::new(Decision {
        player,
        turn: (0, 1),
        prompt: Prompt::Words(prompt.into()),
        options,
        secret: false,
        originator: Value::Nothing,
        node: NodeId(0),
        origin: Origin::default(),
        state: None,
        advice: None,
        past: None,
        log: Vec::new(),
    }))
}

/// Limits small enough that hostile scripts end quickly.
pub fn tight() -> Limits {
    Limits { steps: 300_000, time: Duration::from_millis(400), ..Limits::default() }
}

pub fn host(rules: &Ruleset, files: &[(&str, &str)]) -> Result<Host, Vec<ScriptProblem>> {
    let files: Vec<(String, String)> = files.iter().map(|(p, s)| ((*p).into(), (*s).into())).collect();
    Host::with_limits(rules, Names { plurals: vec![], cards: vec!["Beaky Bobby".into()] }, &files, tight())
}

/// Runs the body of one hook `h(use, args)` with arguments `a`, `b`.
pub fn run(body: &str, args: &[Value]) -> Result<Answered, String> {
    let rules = rules(&[("scripts/t.luau", "h", &["a", "b"])]);
    let host = host(&rules, &[("scripts/t.luau", &hook(body))]).map_err(|p| p[0].message.clone())?;
    call(&host, &mut FakeDesk::new(&rules), args)
}

pub fn hook(body: &str) -> String {
    format!("return {{ h = function(use, args)\n{body}\nend }}")
}

pub fn call(host: &Host, desk: &mut FakeDesk<'_>, args: &[Value]) -> Result<Answered, String> {
    host.call(HookId(0), args, desk).map_err(|halt| match halt {
        Halt::Fault(fault) => fault.message,
        other => format!("{other:?}"),
    })
}
