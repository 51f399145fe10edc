//! Scripts that attack the host. Each must end soon, with a fault or without harm, and the host must stay usable.
#![allow(missing_docs, reason = "tests")]

mod support;

use cardwright_core::hook::{Answered, ScriptHost};
use cardwright_core::value::*;
use std::time::{Duration, Instant};
use support::*;

/// Longest that any attack may take: the time limit of `tight` and room for a slow machine.
const SOON: Duration = Duration::from_secs(3);
/// Most memory left in use after an attack.
const LEFT: usize = 8 << 20;

/// Runs an attack, then a good hook on the same host. Gives what came of the attack.
#[track_caller]
fn attack(body: &str) -> Result<Answered, String> {
    let rules = rules(&[("scripts/t.luau", "h", &[]), ("scripts/good.luau", "good", &[])]);
    let good = "local list = {} return { good = function(use) list[#list + 1] = 1
        return use.originator:melee() + #list + #string.rep('x', 5) + (string.find('abc', 'b')) + #tostring(12) end }";
    let host = host(&rules, &[("scripts/t.luau", &hook(body)), ("scripts/good.luau", good)]).unwrap();
    let before = Instant::now();
    let done = call(&host, &mut FakeDesk::new(&rules), &[]);
    let taken = before.elapsed();
    assert!(taken < SOON, "{taken:?}: {body}");
    for _ in 0..2 {
        let answer = host.call(HookId(1), &[], &mut FakeDesk::new(&rules));
        assert_eq!(answer, Ok(Answered::Value(Value::Number(3 + 1 + 5 + 2 + 2))), "{body}: {done:?}");
    }
    assert!(host.used_memory() < LEFT || done.is_ok(), "{} bytes left: {body}", host.used_memory());
    done
}

#[track_caller]
fn ends_with(body: &str, message: &str) {
    match attack(body) {
        Err(got) => {
            assert!(got.starts_with("scripts/t.luau:") && got.contains(message) && got.contains("hook `h`"), "{body}\n{got}")
        }
        Ok(got) => panic!("{body}\n{got:?}"),
    }
}

const STEPS: &str = "it ran for more than 300000 steps";
const MEMORY: &str = "it used more than 128 MB of memory";

#[test]
fn endless_loops() {
    for body in [
        "while true do end",
        "repeat until false",
        "for i = 1, math.huge do end",
        "local function f() return f() end return f()",
        "local t = {1} local k while true do k = next(t, k) end",
        "for _ in function() return 1 end do end",
        "table.sort({1, 2, 3}, function(a, b) while true do end end)",
        "string.gsub('aaa', 'a', function() while true do end end)",
        "for w in string.gmatch('aaa', 'a') do while true do end end",
    ] {
        match attack(body) {
            Err(got) => assert!(got.contains(STEPS) || got.contains("stack overflow"), "{body}\n{got}"),
            Ok(got) => panic!("{body}\n{got:?}"),
        }
    }
    ends_with("\nlocal n = 0\nwhile true do n += 1 end", "scripts/t.luau:4: it ran");
}

#[test]
fn nothing_catches_an_abort() {
    // There is nothing to catch with: each of these ends where it names what is not there.
    for (body, gone) in [
        ("while true do pcall(function() while true do end end) end", "pcall"),
        ("xpcall(error, function() while true do end end)", "xpcall"),
        ("coroutine.wrap(function() while true do end end)()", "coroutine"),
        ("while true do coroutine.resume(coroutine.create(function() while true do end end)) end", "coroutine"),
        ("setmetatable({}, {__index = function() while true do end end}).x = 1", "setmetatable"),
        ("local t = setmetatable({}, {__gc = function() while true do end end})", "setmetatable"),
        ("setmetatable({}, {__mode = 'k'})", "setmetatable"),
        ("getmetatable('').__index = nil", "getmetatable"),
        ("getmetatable(use.target).__index = nil", "getmetatable"),
        ("rawset(use, 'target', 1)", "rawset"),
        ("rawset(string, 'rep', 1)", "rawset"),
        ("getfenv(0).x = 1", "getfenv"),
        ("setfenv(0, {})", "setfenv"),
        ("loadstring('while true do end')()", "loadstring"),
        ("load('x')", "load"),
        ("require('x')", "require"),
        ("newproxy(true)", "newproxy"),
        ("collectgarbage('count')", "collectgarbage"),
        ("gcinfo()", "gcinfo"),
        ("print('x')", "print"),
        ("os.execute('ls')", "os"),
        ("os.clock()", "os"),
        ("io.open('x')", "io"),
        ("debug.info(1, 'f')", "debug"),
        ("buffer.create(2^30)", "buffer"),
        ("vector.create(1, 2, 3)", "vector"),
        ("_G.x = 1", "_G"),
        ("shared.x = 1", "shared"),
        ("rawequal(1, 1)", "rawequal"),
    ] {
        ends_with(body, &format!("there is no `{gone}`"));
    }
    for (body, gone) in [
        ("math.random()", "`math` has no `random`"),
        ("math.randomseed(1)", "`math` has no `randomseed`"),
        ("math.sin(1)", "`math` has no `sin`"),
        ("string.dump(function() end)", "`string` has no `dump`"),
        ("table.foreach({}, error)", "`table` has no `foreach`"),
        ("string.pack('I16', 1)", "`string` has no `pack`"),
    ] {
        ends_with(body, gone);
    }
}

#[test]
fn nothing_catches_a_halt() {
    let rules = rules(&[("scripts/t.luau", "h", &[])]);
    for body in [
        "table.sort({1, 2, 3}, function(a, b) return use.ask{player = use.player, prompt = 'p', yes_no = true} end) return 1",
        "string.gsub('a', 'a', function() use.ask{player = use.player, prompt = 'p', yes_no = true} end) return 1",
        "for _ in function() return use.ask{player = use.player, prompt = 'p', yes_no = true} end do end return 1",
    ] {
        let host = host(&rules, &[("scripts/t.luau", &hook(body))]).unwrap();
        for _ in 0..3 {
            let done = host.call(HookId(0), &[], &mut FakeDesk::new(&rules));
            assert!(matches!(done, Err(cardwright_core::resolve::Halt::Ask(_))), "{body}: {done:?}");
        }
    }
}

#[test]
fn memory_bombs() {
    for body in [
        "local t = {} while true do t[#t + 1] = table.create(1000, 1) end",
        "local s = 'xxxxxxxx' while true do s = s .. s end",
        "local t = {} while true do t[#t + 1] = string.rep('x', 1e6) .. #t end",
        "local t = {} for i = 1, 2^20 do t[i] = {} end local s = {} while true do s[#s + 1] = table.clone(t) end",
        "local s = string.rep('x', 1e6) local t = {} while true do t[#t + 1] = string.gsub(s, 'x', 'yyyyyyyy') end",
        "local s = string.rep('x', 1e6) while true do s = table.concat({s, s, s, s}) end",
        "local s = string.rep('x', 1e6) while true do s = string.format('%s%s%s', s, s, s) end",
        "local t = {} while true do t = {t, t, t, t, t, t, t, t, table.create(5000, t)} end",
    ] {
        match attack(body) {
            Err(got) => assert!(
                got.contains(MEMORY) || got.contains(STEPS) || got.contains("400 ms") || got.contains("as long as"),
                "{body}\n{got}"
            ),
            Ok(got) => panic!("{body}\n{got:?}"),
        }
    }
    ends_with("local s = 'xxxxxxxx' while true do s = s .. s end", MEMORY);
    ends_with("return string.rep('x', 1e9)", "string.rep does not write texts as long as this");
    ends_with("return string.rep('', 1e15)", "string.rep does not write texts as long as this");
    ends_with("return table.create(1e9, 1)", "table.create does not make that many");
    ends_with("return table.unpack({}, 1, 1e8)", "too many results to unpack");
    ends_with("return string.format('%*%*', string.rep('x', 3e6), 1):rep(3)", "as long as");
}

#[test]
fn slow_builtins() {
    for body in [
        "return #string.find(string.rep('a', 1000), string.rep('a?', 500) .. string.rep('a', 500))",
        "return string.match(string.rep('a', 30000), '.-.-.-.-b')",
        "return string.gsub(string.rep('a', 30000), '.-.-.-.-b', '')",
        "for w in string.gmatch(string.rep('a', 30000), '.-.-.-.-b') do end",
        "return string.find(string.rep('(', 40000), string.rep('%b()', 30))",
        "return (string.rep('a', 30000)):match('(.-)(.-)(.-)(.-)b')",
    ] {
        match attack(body) {
            Err(got) => assert!(
                got.contains(STEPS)
                    || got.contains("400 ms")
                    || got.contains("complex")
                    || got.contains("attempt")
                    || got.contains("as long as"),
                "{body}\n{got}"
            ),
            Ok(got) => assert!(matches!(got, Answered::Value(_)), "{body}"),
        }
    }
    let long = "string.rep('a', 3e6)";
    for body in [
        &format!("return string.find({long}, {long} .. 'b', 1, true)"),
        &format!("return #string.split({long}, {long} .. 'b')"),
        &format!("return ({long}):find({long} .. 'b', 1, true)"),
        &format!("local find = string.find return find({long}, {long} .. 'b', 1, true)"),
        "return table.move({}, 1, 1e9, 2)",
        "return table.move({}, -1e9, 1e9, 2)",
        "return table.move({}, 0/0, 1e9, 2)",
        "return table.concat({}, '', -1e15, 1e15)",
    ] {
        match attack(body) {
            Err(got) => assert!(got.contains(" does not "), "{body}\n{got}"),
            Ok(got) => panic!("{body}\n{got:?}"),
        }
    }
    // Slow within each step: the clock ends them.
    for body in [
        "local t = table.create(1e5, 1) while true do table.insert(t, 1, 2) table.remove(t, 1) end",
        "local s = string.rep('a', 3e6) while true do s:upper() end",
        "local s = string.rep('a', 3e6) while true do s:reverse() end",
        "local t = table.create(1e5, 'a') while true do table.concat(t) end",
        "local t = table.create(1e5, 1) while true do table.sort(t) end",
        "local s = string.rep('a', 3e6) while true do utf8.len(s) end",
        "local s = string.rep('a', 1e6) while true do s:find('b', 1, true) end",
    ] {
        match attack(body) {
            Err(got) => assert!(
                got.contains("400 ms") || got.contains(STEPS) || got.contains(MEMORY) || got.contains("as long as"),
                "{body}\n{got}"
            ),
            Ok(got) => panic!("{body}\n{got:?}"),
        }
    }
}

#[test]
fn deep_recursion() {
    for body in [
        "local function f(n) return 1 + f(n + 1) end return f(1)",
        "local function f() return table.sort({1, 2}, f) end f()",
        "local function f() return (string.gsub('a', 'a', f)) end f()",
        "local function f(x) return fx.damage{to = f(x), amount = 1} end f(1)",
        "local t = {} for i = 1, 5000 do t = {t} end return t",
        "local t = {} for i = 1, 5000 do t = {t} end use.ask{player = use.player, prompt = 'p', among = t}",
    ] {
        assert!(attack(body).is_err(), "{body}");
    }
}

#[test]
fn loops_through_the_core() {
    for body in [
        "while true do use.resolve(fx.damage{to = use.target, amount = 1}) end",
        "while true do use.target:melee() end",
        "while true do use.roll(1, 6) end",
        "while true do local _ = use.target.name end",
        "while true do use.models() end",
    ] {
        match attack(body) {
            Err(got) => {
                assert!(got.contains(STEPS) || got.contains("400 ms") || got.contains("at most 10000 effects"), "{body}\n{got}")
            }
            Ok(got) => panic!("{body}\n{got:?}"),
        }
    }
    ends_with("while true do fx.damage{to = use.target, amount = 1} end", "a hook proposes at most 10000 effects");
}

#[test]
fn packs_are_kept_apart() {
    // What one file writes, no other sees: there is nothing shared that can be written.
    for body in [
        "string.rep = nil",
        "string.upper = function() return 'mine' end",
        "math.floor = nil",
        "fx.damage = nil",
        "use.resolve = nil",
        "x = 1",
        "pairs = nil",
        "table.insert(string, 1)",
        "table.clear(string)",
        "table.clear(use)",
        "table.move({1}, 1, 1, 1, string)",
        "table.freeze(use)",
        "table.sort(string)",
        "for name, f in string do string[name] = nil end",
        "fx.damage.x = 1",
        "none.x = 1",
        "args.x.y = 1",
    ] {
        let done = attack(body);
        assert!(done.is_err() || body.starts_with("table.sort") || body.starts_with("table.freeze"), "{body}: {done:?}");
    }
}

#[test]
fn nothing_is_remembered() {
    // A replayed game must find every hook as it was, so what a file keeps does not outlive a call.
    let rules = rules(&[("scripts/t.luau", "h", &[]), ("scripts/t.luau", "kept", &[])]);
    let source = "local count, view, model, list = 0, nil, nil, {}
        return {
            h = function(use) count += 1 view = use model = use.target list[#list + 1] = count return count + #list end,
            kept = function(use) return if view == nil and model == nil and count == 0 and #list == 0 then 1 else 0 end,
        }";
    let host = host(&rules, &[("scripts/t.luau", source)]).unwrap();
    for _ in 0..3 {
        assert_eq!(host.call(HookId(0), &[], &mut FakeDesk::new(&rules)), Ok(Answered::Value(Value::Number(2))));
        assert_eq!(host.call(HookId(1), &[], &mut FakeDesk::new(&rules)), Ok(Answered::Value(Value::Number(1))));
    }
}

#[test]
fn nothing_is_remembered_in_captures() {
    // Each captures something else; a hook that is kept must have nowhere to write.
    for (top, first) in [
        ("local t = {}", "t[1] = (t[1] or 0) + 1 return t[1]"),
        ("local n = 0 local function count() n += 1 return n end", "return count()"),
        ("local t = {} local function count() t.n = (t.n or 0) + 1 return t.n end", "return count()"),
        ("local t = table.freeze({inner = {}})", "t.inner[1] = (t.inner[1] or 0) + 1 return t.inner[1]"),
        ("local next_one = string.gmatch('1 1 1', '%d')", "return tonumber((next_one()))"),
        ("local n = 1 local function one() return n end", "return one()"),
        ("", "table.insert(args, 1) return #args"),
        ("local floor, one = math.floor, 1", "return floor(one)"),
        ("local function a(n) if n == 0 then return 1 end return a(n - 1) end", "return a(3)"),
    ] {
        let rules = rules(&[("scripts/t.luau", "h", &[])]);
        let host = host(&rules, &[("scripts/t.luau", &format!("{top} {}", hook(first)))]).unwrap();
        for _ in 0..3 {
            assert_eq!(host.call(HookId(0), &[], &mut FakeDesk::new(&rules)), Ok(Answered::Value(Value::Number(1))), "{top}");
        }
    }
}

#[test]
fn errors_of_every_sort() {
    for body in [
        "error()",
        "error(nil)",
        "error({})",
        "error(use)",
        "error(use.target)",
        "error(function() end)",
        "error(string.rep('x', 1e6))",
        "error('\\0\\27[31m\\n\\n')",
        "error('scripts/t.luau:x')",
        "error('a', 99)",
        "error('a', -5)",
        "assert(false)",
        "assert(nil, {})",
        "error('stack traceback:\\nstack traceback:')",
        "error('halted')",
        "error('the budget is used up')",
        "error('not enough memory')",
    ] {
        let first = attack(body).unwrap_err();
        assert_eq!(attack(body).unwrap_err(), first, "{body}: not the same twice");
        assert!(first.chars().count() < 450 && !first.contains("0x") && !first.chars().any(char::is_control), "{body}: {first}");
    }
}

#[test]
fn replaced_builtins_are_replaced() {
    // The compiler knows builtins by name and may call its own: each replaced one must be seen, also under a local name.
    for body in [
        "return tostring({}) == 'table' and 1 or 0",
        "local t = tostring return t(print_me or {}) == 'table' and 1 or 0",
        "return string.format('%s', {}) == 'table' and 1 or 0",
        "return ('%s %s'):format({}, tostring) == 'table function' and 1 or 0",
        "local f = string.format return f('%*', {}) == 'table' and 1 or 0",
    ] {
        let body = body.replace("print_me or ", "");
        assert_eq!(attack(&body), Ok(Answered::Value(Value::Number(1))), "{body}");
    }
}
