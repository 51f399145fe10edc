//! What a hook costs: medians of batches, against a desk that does nothing.
#![allow(missing_docs, reason = "a bench")]

#[path = "../tests/support/mod.rs"]
mod support;

use cardwright_core::hook::ScriptHost;
use cardwright_core::value::*;
use std::time::Instant;
use support::*;

const BATCH: u32 = 20_000;
const BATCHES: usize = 15;

fn main() {
    for (name, body, args) in [
        ("nothing", "return 1", &[][..]),
        ("three fields", "local e = use.originator return e.melee_stat + e.energy + use.target.melee_stat", &[]),
        (
            "three fields of an argument",
            "return args.a.melee_stat + args.a.energy + args.b.melee_stat",
            &[Value::Entity(BOBBY), Value::Entity(OGRE)],
        ),
        ("a number by its definition", "return use.originator:melee()", &[]),
        ("one effect", "return fx.damage{to = use.target, amount = 2, type = 'magical'}", &[]),
        ("resolve one effect", "return use.resolve(fx.damage{to = use.target, amount = 2})", &[]),
        ("all models", "local n = 0 for _, m in use.models() do n += m.energy end return n", &[]),
    ] {
        let rules = rules(&[("scripts/t.luau", "h", &["a", "b"])]);
        let host = host(&rules, &[("scripts/t.luau", &hook(body))]).unwrap();
        time(name, || {
            let mut desk = FakeDesk::new(&rules);
            for _ in 0..BATCH {
                std::hint::black_box(host.call(HookId(0), args, &mut desk)).unwrap();
                desk.log.clear();
            }
        });
    }
    // A file of thirty hooks: its top runs for each call.
    let names: Vec<String> = (0..30).map(|n| format!("h{n}")).collect();
    let hooks: Vec<(&str, &str, &[&str])> = names.iter().map(|n| ("scripts/t.luau", n.as_str(), &[][..])).collect();
    let rules = rules(&hooks);
    let source: String = names
        .iter()
        .map(|n| {
            format!("{n} = function(use) local e = use.originator return e.melee_stat + e.energy + use.target.melee_stat end,\n")
        })
        .collect();
    let host = host(&rules, &[("scripts/t.luau", &format!("return {{ {source} }}"))]).unwrap();
    time("three fields, 30 hooks in the file", || {
        let mut desk = FakeDesk::new(&rules);
        for _ in 0..BATCH {
            let _ = std::hint::black_box(host.call(HookId(7), &[], &mut desk));
        }
    });
    println!("{:>40} {:>8} KB", "memory of the host", host.used_memory() / 1024);
}

fn time(name: &str, mut batch: impl FnMut()) {
    let mut times: Vec<f64> = (0..BATCHES)
        .map(|_| {
            let start = Instant::now();
            batch();
            start.elapsed().as_nanos() as f64 / f64::from(BATCH)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{name:>40} {:>8.0} ns", times[BATCHES / 2]);
}
