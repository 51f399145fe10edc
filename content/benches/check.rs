//! How long ten thousand cards take to be checked, and one card again. Prints medians; judges nothing.
//!
//! `cargo bench -p cardwright-content`; `CARDWRIGHT_CARDS=1000` makes fewer cards.

mod cards;

use cardwright_content::{Options, load, session};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

const LOADS: usize = 5;
const RECHECKS: usize = 50;

/// The processor time of this program, all threads; where the system tells it.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<i64> = stat.rsplit(')').next().unwrap_or("").split_whitespace().filter_map(|f| f.parse().ok()).collect();
    // After the state come numbers only; the 11th and 12th are the ticks in the program and in the system.
    let ticks = |at: usize| fields.get(at).map_or(0, |n| n.unsigned_abs());
    Duration::from_millis(10 * (ticks(10) + ticks(11)))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn row(name: &str, times: Vec<Duration>) {
    let least = times.iter().min().copied().unwrap_or_default();
    println!("{name:<32} median {:>10.2?}   least {least:>10.2?}", median(times));
}

fn main() {
    let count = std::env::var("CARDWRIGHT_CARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let folder = cards::pack(&std::env::temp_dir().join(format!("cardwright-bench-{}", std::process::id())), count);
    let options = Options { roots: vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("packs")], base: true };
    let paths = [folder.clone()];

    let (mut wall, mut cpu) = (Vec::new(), Vec::new());
    for round in 0..LOADS {
        let (start, spent) = (Instant::now(), processor());
        let loaded = black_box(load(&paths, &options));
        wall.push(start.elapsed());
        cpu.push(processor() - spent);
        if round == 0 {
            for d in loaded.diagnostics.iter().take(5) {
                println!("{}: {} {:?}", d.id, d.message, d.help);
            }
            let sentences: std::collections::HashSet<&str> =
                loaded.texts.iter().flat_map(|t| &t.texts).flat_map(|t| t.split_inclusive(['.', '。'])).map(str::trim).collect();
            println!(
                "{count} cards, {} different sentences in two languages, {} problems",
                sentences.len(),
                loaded.diagnostics.len()
            );
        }
    }
    row("load, by the wall", wall);
    row("load, processor time", cpu);

    // Another card's text each time, so that no sentence was read before.
    let mut numbers = cards::Numbers(99);
    let card = count / 2;
    let path = folder.join(format!("cards/stranger-{card}.yaml"));
    let mut times = Vec::new();
    session(&paths, &options, |mut session| {
        for _ in 0..RECHECKS {
            let text = cards::card(card, &mut numbers);
            let start = Instant::now();
            let found = black_box(session.recheck(&path, &text));
            times.push(start.elapsed());
            assert!(found.is_some_and(|found| found.is_empty()));
        }
    });
    row("recheck of one card", times);
    let _ = std::fs::remove_dir_all(&folder);
}
