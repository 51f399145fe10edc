//! The same hook gives the same answer in every run and on every host.
#![allow(missing_docs, reason = "tests")]

mod support;

use cardwright_core::hook::{Answered, ScriptHost};
use cardwright_core::value::*;
use cardwright_scripting::{Names, editor_types};
use support::*;

/// Evaluates an expression that gives a text, by comparing it with what is expected.
#[track_caller]
fn text(expression: &str, want: &str) {
    let body = format!("local got = {expression} if got ~= [==[{want}]==] then error(got, 0) end return 1");
    assert_eq!(run(&body, &[]), Ok(Answered::Value(Value::Number(1))), "{expression}");
}

#[test]
fn numbers_are_written_the_same() {
    text("tostring(1/3)", "0.3333333333333333");
    text("tostring(10/2)", "5");
    text("tostring(2^53)", "9007199254740992");
    text("1e15 .. ''", "1000000000000000");
    text("tostring(-0.0)", "-0");
    text("tostring(0/0 ~= 0/0)", "true");
    text("string.format('%d %5.2f %s', 3, 1/3, 2.5)", "3  0.33 2.5");
    text("tostring(7 // 2) .. tostring(-7 // 2) .. tostring(-7 % 3)", "3-42");
    text("tostring(use.target) .. tostring(none) .. tostring({})", "modelnonetable");
}

#[test]
fn order_is_a_function_of_what_was_put_in() {
    let fill =
        "local t = {} for _, k in {'Wd', 'goblin', 'x', 'melee', 'arcane', 'evade', 'energy', 'a', 'b', 'c'} do t[k] = #k end
        for _, e in use.models() do t[e] = 1 end
        local out = {} for k in pairs(t) do out[#out + 1] = tostring(k) end
        for k in t do out[#out + 1] = tostring(k) end
        local k = next(t) while k ~= nil do out[#out + 1] = tostring(k) k = next(t, k) end
        error(table.concat(out, ' '), 0)";
    let first = run(fill, &[]).unwrap_err();
    for _ in 0..20 {
        assert_eq!(run(fill, &[]).unwrap_err(), first);
    }
    // Pinned, so that another process is compared with this one.
    assert!(first.contains(PINNED), "{first}");
}

const PINNED: &str = "a melee b Wd model x Beaky Bobby arcane c evade energy goblin";

#[test]
fn handles_are_values() {
    let body = "local n = {} for _, e in use.models() do n[e] = (n[e] or 0) + 1 end
        for _, e in use.models() do n[e] += 1 end
        local out = {} for _, e in use.models() do out[#out + 1] = n[e] end return out";
    assert_eq!(run(body, &[]), Ok(Answered::Value(Value::list(vec![Value::Number(2), Value::Number(2)]))));
}

#[test]
fn a_long_call_history_changes_nothing() {
    let rules = rules(&[("scripts/t.luau", "h", &[])]);
    let body = "local t = {} for i = 1, 50 do t['k' .. i * 7 % 50] = i end local sum, place = 0, 0
        for k, v in pairs(t) do place += 1 sum += place * v end return sum";
    let host = host(&rules, &[("scripts/t.luau", &hook(body))]).unwrap();
    let first = host.call(HookId(0), &[], &mut FakeDesk::new(&rules));
    for _ in 0..2000 {
        assert_eq!(host.call(HookId(0), &[], &mut FakeDesk::new(&rules)), first);
    }
}

#[test]
fn editor_types_are_the_same_twice() {
    let rules = rules(&[("scripts/t.luau", "h", &["who", "n"])]);
    let types = editor_types(&rules, &Names::default());
    assert_eq!(types, editor_types(&rules, &Names::default()));
    for line in [
        "export type DamageType = \"physical\" | \"magical\"",
        "declare class Model extends Entity",
        "\tweak_to: DamageType",
        "\tfunction engaged(self, b: Model): boolean",
        "\tmodels: () -> {Model},",
        "\tdamage: ({ to: (Model | {Model}), amount: number, type: DamageType?, from: Model?, odd: any? }) -> Proposal,",
        "\tgive: ({ what: (\"slow\"), at: Point }) -> Proposal,",
        "export type HookH = (use: Use, args: { who: any, n: any }) -> any",
    ] {
        assert!(types.lines().any(|l| l == line), "{line}\n{types}");
    }
}
