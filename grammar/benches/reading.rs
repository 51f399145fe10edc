//! How long a phrasebook takes to compile, and a sentence to be read and written. Prints medians; judges nothing.

#[path = "../tests/toy/mod.rs"]
mod toy;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardwright_grammar::{Phrasebook, PhrasebookSpec};
use toy::{EN, ZH, phrase, spec};

/// The sentences that are read, with what they are like.
const SENTENCES: &[(&str, usize, &str)] = &[
    ("short", EN, "This model suffers 3 impact Dmg."),
    ("usual", EN, "Each enemy model within 3\" of this model suffers 2 magical Dmg."),
    (
        "long",
        EN,
        "If this model is slain, each enemy model within 3\" of it suffers half X, rounding up impact Dmg, then draw 2 cards until the end of the turn.",
    ),
    ("quoted", EN, "This model gains “When this model is slain, draw 1 card.” until the end of the turn."),
    ("of many", EN, "This model removes 3 of kind 777 for that model."),
    ("usual, Chinese", ZH, "距離此模型3\"內的每個敵方模型受到2點魔法傷害。"),
];

/// The toy phrasebook with `count` phrases more.
fn many(count: usize) -> PhrasebookSpec {
    let mut spec = spec();
    let mut next = || 0;
    let verbs = ["conjures", "summons", "removes", "lifts", "trades"];
    for number in 0..count {
        let verb = verbs.get(number % verbs.len()).copied().unwrap_or("makes");
        let en = format!("{{m}} {verb} {{n}} of kind {number} for {{o}}");
        let zh = format!("{{m}}為{{o}}{verb}{{n}}個{number}號");
        spec.phrases.push(phrase(
            &format!("many-{number}"),
            "effect",
            "m: models, n: number, o: models",
            &[&[&en], &[&zh]],
            &mut next,
        ));
    }
    spec
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn time<T>(rounds: usize, batch: u32, mut work: impl FnMut() -> T) -> Duration {
    let times = (0..rounds).map(|_| {
        let start = Instant::now();
        for _ in 0..batch {
            black_box(work());
        }
        start.elapsed() / batch
    });
    median(times.collect())
}

fn main() {
    for count in [0, 1000, 5000] {
        let compile = time(11, 1, || Phrasebook::build(many(count)).is_ok());
        let made = time(11, 1, || many(count));
        println!("compile 30 + {count} phrases in two languages: {:?}", compile.saturating_sub(made));
    }
    let Ok(book) = Phrasebook::build(many(1000)) else {
        println!("the phrasebook has problems");
        return;
    };
    println!("{:<16} {:>10} {:>10} {:>10}", "1,030 phrases", "read", "exhaust", "write");
    for (name, language, text) in SENTENCES {
        let Ok(trees) = book.read_text(*language, "sentence", text) else {
            println!("{name}: not read");
            continue;
        };
        let bare = text.trim_end_matches(['.', '。']);
        let read = time(31, 200, || book.read_text(*language, "sentence", text));
        let exhaust = time(31, 200, || book.readings(*language, "sentence", bare, 2));
        let write = time(31, 200, || book.write_text(*language, &trees));
        println!("{name:<16} {read:>10.1?} {exhaust:>10.1?} {write:>10.1?}");
    }
    let fault =
        time(31, 50, || book.read_text(EN, "sentence", "Each enemy model within 3\" of this model sufers 2 magical Dmg."));
    println!("{:<16} {fault:>10.1?}", "a fault");
    println!("shadows of all: {:?}", time(1, 1, || book.shadows()));
}
