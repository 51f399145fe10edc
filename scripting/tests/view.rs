//! What a hook reads, proposes and asks, and what it is told when it is wrong.
#![allow(missing_docs, reason = "tests")]

mod support;

use cardwright_core::hook::{Answered, ScriptHost};
use cardwright_core::resolve::Halt;
use cardwright_core::space::Point;
use cardwright_core::value::*;
use support::*;

fn number(n: i64) -> Result<Answered, String> {
    Ok(Answered::Value(Value::Number(n)))
}

#[track_caller]
fn says(body: &str, message: &str) {
    let want = format!("scripts/t.luau:2: {message} (hook `h`, card `beaky-bobby`)");
    assert_eq!(run(body, &[]), Err(want), "{body}");
}

#[test]
fn reads() {
    for (body, want) in [
        ("return use.originator.melee_stat + use.target.melee_stat + use.x", 10),
        ("return use.originator:melee() * 10 + use.melee(use.target)", 36),
        ("return use.game.turn", 2),
        ("return args.a + #args.b", 7),
        ("return #use.models() + #use.players() * 10", 22),
        ("return #use.pile('hand', use.player) * 10 + #use.pile('bag')", 21),
        ("return use.pile('hand', use.player)[1].melee_stat", 5),
        ("return if use.originator.owner == use.player then 1 else 0", 1),
        ("return use.originator.at.x", 2000),
        ("return if use.option('slow_carry') then 1 else 0", 1),
        ("return if use.target.weak_to == 'magical' and use.that ~= nil then 1 else 0", 1),
        ("return if use.target.table[2] == none and #use.target.table == 3 then 1 else 0", 1),
        ("local r = use.roll(3, 6) return r[1] + r[2] * 10 + r[3] * 100", 321),
        ("return if use.originator:engaged(use.target) then 1 else 0", 1),
        ("return if use.it == nil and use.ability.id == 'weakling' and use.ability.kind == 'fire' then 1 else 0", 1),
        ("return use.engine('count', use.models())", 2),
        ("return #use.engine('without', use.models(), use.target)", 1),
        ("return if use.engine('in_contact', use.originator, use.target) then 1 else 0", 1),
        ("local n = {} n[use.target] = 7 return n[use.models()[2]]", 7),
    ] {
        assert_eq!(run(body, &[Value::Number(4), Value::list(vec![Value::Nothing; 3])]), number(want), "{body}");
    }
    assert_eq!(
        run(
            "return use.originator.name .. '|' .. tostring(use.target) .. '|' .. use.originator.card .. '|' .. use.target.kind == 'Beaky Bobby|model|beaky-bobby|model'",
            &[]
        ),
        Ok(Answered::Value(Value::Truth(true)))
    );
}

#[test]
fn functions_of_the_engine_are_called_as_the_rules_call_them() {
    says("return use.engine('gapp', use.target)", "the engine has no function `gapp`; did you mean `gap`?");
    says("return use.engine('cards_of', 'model')", "the engine has no function `cards_of`; did you mean `card_of`?");
    says(
        "return use.engine('gap', use.target)",
        "`gap` is given 1 arguments: gap(a, b): between the nearest parts of two bases; 0 where they touch",
    );
}

#[test]
fn gives_back() {
    for (body, want) in [
        ("return nil", Value::Nothing),
        ("", Value::Nothing),
        ("return 4 // 3 + 0.0", Value::Number(1)),
        ("return -0.0", Value::Number(0)),
        ("return 2^53", Value::Number(1 << 53)),
        ("return true", Value::Truth(true)),
        ("return use.target", Value::Entity(OGRE)),
        ("return {use.target, none, 3}", Value::list(vec![Value::Entity(OGRE), Value::Nothing, Value::Number(3)])),
        ("return {}", Value::list(vec![])),
        ("return 'physical'", Value::Term(TermId(0))),
        ("return 'element.magical'", Value::Term(TermId(3))),
        ("return 'slow'", Value::Def(DefId(4))),
        ("return {x = 1, y = -2}", Value::Point(Point::new(1, -2))),
        ("return use.target.at", Value::Point(Point::new(5000, 2000))),
    ] {
        assert_eq!(run(body, &[]), Ok(Answered::Value(want)), "{body}");
    }
    let Ok(Answered::Value(Value::Rule(_))) = run("return use.that", &[]) else { panic!() };
}

#[test]
fn proposes() {
    let magical = |n| (DAMAGE, vec![Value::Entity(OGRE), Value::Number(n), Value::Term(TermId(1))]);
    assert_eq!(
        run("return fx.damage{to = use.target, amount = 2, type = 'magical'}", &[]),
        Ok(Answered::Effects(vec![magical(2)]))
    );
    assert_eq!(
        run(
            "return {fx.damage{to = use.target, amount = 2, type = 'magical'}, fx.damage{to = use.target, amount = 1, type = 'magical'}}",
            &[]
        ),
        Ok(Answered::Effects(vec![magical(2), magical(1)]))
    );
    // Left out at the end, and left out between: a plain default is filled in.
    assert_eq!(
        run("return fx.damage{to = use.models(), amount = 1}", &[]),
        Ok(Answered::Effects(vec![(
            DAMAGE,
            vec![Value::list(vec![Value::Entity(BOBBY), Value::Entity(OGRE)]), Value::Number(1)]
        )]))
    );
    assert_eq!(
        run("return fx.damage{to = use.target, amount = 1, odd = 3}", &[]),
        Ok(Answered::Effects(vec![(
            DAMAGE,
            vec![Value::Entity(OGRE), Value::Number(1), Value::Term(TermId(0)), Value::Entity(BOBBY), Value::Number(3)]
        )]))
    );
    let Ok(Answered::Effects(later)) = run("return fx.later{what = use.that}", &[]) else { panic!() };
    assert!(matches!(later[0].1[0], Value::Rule(_)));
}

#[test]
fn resolves_and_asks() {
    let rules = rules(&[("scripts/t.luau", "h", &[])]);
    let body = "local hurt = use.resolve(fx.damage{to = use.target, amount = 2})
        local which = use.ask{player = use.player, prompt = 'Which?', among = use.models()}
        local sure = use.ask{player = use.player, prompt = 'Sure?', yes_no = true}
        local n = use.ask{player = use.player, prompt = 'How many?', number = {0, 3}}
        return {hurt, which, sure, n}";
    let host = host(&rules, &[("scripts/t.luau", &hook(body))]).unwrap();
    let all = [Value::Entity(OGRE), Value::Truth(true), Value::Number(3)];
    for given in 0..=3 {
        // A question beyond the answers passes up untouched, again and again, and the host stays usable.
        let mut desk = FakeDesk::new(&rules);
        desk.answers = all[..given].to_vec();
        let done = host.call(HookId(0), &[], &mut desk);
        match given {
            3 => assert_eq!(
                done,
                Ok(Answered::Value(Value::list(vec![Value::Number(2), all[0].clone(), all[1].clone(), all[2].clone()])))
            ),
            _ => {
                let Err(Halt::Ask(decision)) = done else { panic!("{done:?}") };
                assert_eq!(decision.player, EntityId(1));
            }
        }
    }
    // Any halt of the core comes out as it went in.
    let mut desk = FakeDesk::new(&rules);
    desk.fails = Some(Halt::fault("the core says so"));
    assert_eq!(host.call(HookId(0), &[], &mut desk), Err(Halt::fault("the core says so")));
}

#[test]
fn hooks_wake_hooks() {
    let rules = rules(&[("scripts/t.luau", "h", &[]), ("scripts/u.luau", "inner", &[])]);
    let outer = hook("use.resolve(fx.damage{to = use.target, amount = 1}) return use.target.melee_stat");
    let inner = "return { inner = function(use) return use.originator:melee() end }";
    let host = host(&rules, &[("scripts/t.luau", &outer), ("scripts/u.luau", inner)]).unwrap();
    let mut desk = FakeDesk::new(&rules);
    desk.wakes = Some((&host, HookId(1)));
    assert_eq!(host.call(HookId(0), &[], &mut desk), Ok(Answered::Value(Value::Number(5))));
    assert_eq!(desk.log[1], "Value(Number(3))");
    // Without end.
    let mut desk = FakeDesk::new(&rules);
    desk.wakes = Some((&host, HookId(0)));
    let Err(Halt::Fault(fault)) = host.call(HookId(0), &[], &mut desk) else { panic!() };
    assert!(fault.message.contains("wake each other"), "{}", fault.message);
    assert_eq!(host.call(HookId(1), &[], &mut FakeDesk::new(&rules)), Ok(Answered::Value(Value::Number(3))));
}

#[test]
fn wrong_names() {
    says("return use.originator.melee_sta", "one model has no `melee_sta`; did you mean `melee_stat`?");
    says("return use.originator:meele()", "one model has no `meele`; did you mean `melee`?");
    says("return use.orignator", "`use` has no `orignator`; did you mean `originator`?");
    says("return fx['damge']{}", "there is no effect `damge`; did you mean `damage`?");
    says("return use.pile('hnad', use.player)", "there is no zone `hnad`; did you mean `hand`?");
    says("return use.pile('hand')", "each player has a `hand`: write `use.pile(\"hand\", player)`");
    says("return use.option('slow')", "there is no option `slow`");
    says("return args.c", "the hook has no argument `c`; it takes a, b");
    says("x = 1", "nothing that is shared can be written; a name of your own is written with `local`");
    says("return pcall(error)", "there is no `pcall`: an error ends the hook");
    says("return math.random()", "`math` has no `random`: dice are rolled with `use.roll`");
    says("return ('x'):dump()", "`string` has no `dump`");
    says("return foo", "there is no `foo`: a name of your own is written with `local`");
    says("return none.x", "none has no `x`");
    says("return use.ability.owner", "an ability has no `owner`, only `id` and `kind`");
    says("use.target.energy = 3", "a hook cannot write: propose an effect");
    says("use.target = 3", "nothing that is shared can be written; a name of your own is written with `local`");
    says("error('my own words')", "my own words");
    says("return use.big()", "the number 9223372036854775807 is too large for a script");
    says("return use.melee()", "`melee` wants `who`, one model");
    says("return use.melee(use.game)", "`who` of `melee` wants one model, and got one game");
    says("return use.target:melee(1)", "`melee` takes `who`, and got 2");
    says("return use.models()[9].energy", "attempt to index nil with 'energy'");
}

#[test]
fn wrong_effects() {
    let all = "to = use.target, amount = 1";
    says("fx.damage{to = use.target}", "`damage` wants `amount`, a number");
    says(&format!("fx['damage']{{{all}, ammount = 1}}"), "the effect `damage` takes no `ammount`; did you mean `amount`?");
    says(&format!("fx.damage{{{all}, 3}}"), "the effect `damage` takes no `1`; it takes `to`, `amount`, `type`, `from`, `odd`");
    says("fx.damage(3)", "write `fx.damage{…}` with its arguments by name; this is `3`");
    says(
        "fx.damage{to = use.target, amount = 1.5}",
        "`amount` of `damage` wants a number, and got `1.5`, which is no whole number; write `math.floor(…)` or `//`",
    );
    says("fx.damage{to = use.target, amount = 0/0}", "`amount` of `damage` wants a number, and got a number that is none (0/0)");
    says(
        "fx.damage{to = use.target, amount = 1e300}",
        "`amount` of `damage` wants a number, and got `1e300`, which is too large a number",
    );
    says("fx.damage{to = use.target, amount = '2'}", "`amount` of `damage` wants a number, and got the text `2`");
    says("fx.damage{to = use.player, amount = 2}", "`to` of `damage` wants one model or a list of them, and got one player");
    says(
        "fx.damage{to = {use.target, 3}, amount = 2}",
        "`to` of `damage` wants one model or a list of them, and got a list with one model in it",
    );
    says(
        &format!("fx.damage{{{all}, type = 'magicl'}}"),
        "`type` of `damage` wants a term of `damage_type`, and got `magicl`, which nothing has for a name; did you mean `magical`?",
    );
    says(&format!("fx.damage{{{all}, from = use.models}}"), "`from` of `damage` wants one model, and got a function");
    says(
        "fx.give{what = 'melee', at = {x = 1, y = 2}}",
        "`what` of `give` wants the id of one status, and got `melee`, which nothing has for a name",
    );
    says(
        "fx.give{what = 'slow', at = {x = 1}}",
        "`at` of `give` wants a point {x=, y=}, and got a table with the key `x` where a list is wanted",
    );
    says("use.resolve(3)", "`use.resolve` wants an effect, such as `fx.name{…}`, and got `3`");
    says(
        "use.ask{player = use.player, prompt = 'x'}",
        "`use.ask` wants one of `among = {…}`, `yes_no = true` and `number = {from, to}`, and got none of them",
    );
    says(
        "use.ask{player = use.player, prompt = 'x', number = 3}",
        "`number` of `use.ask` wants two numbers, `{from, to}`, and got `3`",
    );
    says("use.ask{player = use.player, prompt = 'x', yes_no = false}", "`yes_no` of `use.ask` wants `true` and got `false`");
    says(
        "use.ask{player = use.player, prompt = 'x', whom = 3}",
        "`use.ask` takes no `whom`; it takes player, prompt, among, yes_no, number, least, most",
    );
    says(
        "use.ask{player = use.target, prompt = 'x', yes_no = true}",
        "`use.ask` wants `player`, the player who is asked, and got an entity; write `use.player` or its `owner`",
    );
    says("use.ask{player = use.player, promt = 'x'}", "`use.ask` takes no `promt`; did you mean `prompt`?");
    says(
        "use.ask{player = use.player, prompt = 'x', among = {}}",
        "`use.ask` wants between 1 and 1 of 0, which nobody can choose",
    );
    says("use.roll(-1, 6)", "`use.roll` cannot roll -1 dice");
}

#[test]
fn wrong_answers() {
    for (body, message) in [
        ("return 1.5", "the hook gave back `1.5`, which is no whole number; write `math.floor(…)` or `//`"),
        ("return 0/0", "the hook gave back a number that is none (0/0)"),
        ("return 1/0", "the hook gave back `inf`, which is too large a number"),
        ("return function() end", "the hook gave back a function"),
        ("return use", "the hook gave back a table with the key"),
        ("return fx", ""),
        ("return use.models", "the hook gave back a function"),
        ("return args", ""),
        ("return {a = 1}", "the hook gave back a table with the key `a` where a list is wanted"),
        ("return {1, nil, 3}", "the hook gave back a list with gaps; `none` is nothing within a list"),
        ("return {[5] = 1}", "the hook gave back a list with gaps; `none` is nothing within a list"),
        ("return 'magical'", "the hook gave back `magical`, which 2 things have for a name; write `damage_type.magical`"),
        ("return 'nonesuch'", "the hook gave back `nonesuch`, which nothing has for a name"),
        ("return '\\255\\0'", "the hook gave back `"),
        ("return {fx.damage{to = use.target, amount = 1}, 3}", "a list of effects with `3` in it"),
        ("return {3, fx.damage{to = use.target, amount = 1}}", "the hook gave back a proposed effect where a value is wanted"),
        ("return 1, 2", "a hook gives back one value; several are written as a list"),
        ("local t = {} t[1] = t return t", "the hook gave back lists in lists, too deep"),
        ("return table.create(20000, 1)", "the hook gave back a list of 20000, and at most 10000 are taken"),
        ("return {x = 1e9, y = 0}", "the hook gave back a point that is farther away than can be measured"),
        ("return string", ""),
    ] {
        let got = run(body, &[]);
        let harmless = message.is_empty() || body == "return use";
        match got {
            Err(got) => assert!(got.starts_with("scripts/t.luau:1: ") && (harmless || got.contains(message)), "{body}: {got}"),
            Ok(got) => assert!(harmless && got == Answered::Value(Value::list(vec![])), "{body}: {got:?}"),
        }
    }
}

#[test]
fn problems_of_files() {
    let rules = rules(&[("scripts/a.luau", "damage_all", &[]), ("scripts/a.luau", "heal", &[]), ("scripts/gone.luau", "g", &[])]);
    let problems = |files: &[(&str, &str)]| -> Vec<String> {
        match host(&rules, files) {
            Ok(_) => vec![],
            Err(problems) => problems.into_iter().map(|p| format!("{}:{}: {}", p.path, p.line, p.message)).collect(),
        }
    };
    let gone = "scripts/gone.luau:1: the hook `g` is named, and there is no such file".to_owned();
    assert_eq!(problems(&[("scripts/a.luau", "return {\ndamage_al = function() end,\nheal = function() end }")]), vec![
        "scripts/a.luau:1: the rules name the hook `damage_all`, and this file gives back none of that name; did you mean `damage_al`?".to_owned(),
        "scripts/a.luau:2: nobody names the hook `damage_al`; did you mean `damage_all`?".to_owned(),
        gone.clone(),
    ]);
    let first = |source: &str| problems(&[("scripts/a.luau", source)]).into_iter().next().unwrap();
    assert_eq!(first("\nreturn {"), "scripts/a.luau:2: Expected identifier when parsing expression, got <eof>");
    assert_eq!(first("local x = 1"), "scripts/a.luau:1: a script ends with `return { name = function(use, args) … end }`");
    assert_eq!(
        first("return {\n heal = 3 }"),
        "scripts/a.luau:2: a script ends with `return { name = function(use, args) … end }`; `heal` there is `3`"
    );
    assert_eq!(first("\n\nerror('at the top')"), "scripts/a.luau:3: at the top");
    assert_eq!(first("local p = fx.damage{}"), "scripts/a.luau:1: the view was kept past its call");
    assert_eq!(first("\u{6}\u{3}\0bytecode"), "scripts/a.luau:1: this is no text: scripts are read as source, never compiled");
    assert!(
        first("while true do end").starts_with("scripts/a.luau:1: outside its hooks it ran for more than 300000 steps"),
        "{}",
        first("while true do end")
    );
    // What every run would run into is seen in the source.
    let seen = |body: &str| first(&format!("return {{ damage_all = function() end, heal = function(use, args)\n{body} end }}"));
    assert_eq!(seen("fx.damge{}"), "scripts/a.luau:2: there is no effect `damge`; did you mean `damage`?");
    assert_eq!(seen("\nlocal x = {fx.damge}"), "scripts/a.luau:3: there is no effect `damge`; did you mean `damage`?");
    assert_eq!(
        seen("use.resolve(fx.damage({ to = 1,\namonut = 1 }))"),
        "scripts/a.luau:3: the effect `damage` takes no `amonut`; did you mean `amount`?"
    );
    for fine in
        ["fx.damage({ amount = { amonut = 1 } })", "local f = fx f.damge()", "x.fx.damge()", "-- fx.damge\n", "fx[damge]()"]
    {
        assert!(!seen(fine).contains("damge") && !seen(fine).contains("amonut"), "{fine}");
    }
    assert_eq!(first(&" ".repeat(300 << 10)), "scripts/a.luau:1: a script of 300 KB, and at most 256 are read");
    assert!(first(&format!("return {}1{}", "(".repeat(100_000), ")".repeat(100_000))).starts_with("scripts/a.luau:1: "));
}

#[test]
fn rules_of_others() {
    let mut rules = rules(&[("scripts/t.luau", "h", &[])]);
    let host = host(&rules, &[("scripts/t.luau", &hook("return 1"))]).unwrap();
    rules.digest = 9;
    assert_eq!(call(&host, &mut FakeDesk::new(&rules), &[]), Err("the scripts were loaded for other rules".into()));
}
