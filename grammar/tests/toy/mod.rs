//! A small phrasebook of the real sort, in English and Traditional Chinese.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use std::collections::BTreeMap;

use cardwright_grammar::{Name, Phrase, Phrasebook, PhrasebookSpec, Slot, Template, TermNames, Vocabulary};

/// Index of English.
pub const EN: usize = 0;
/// Index of Chinese.
pub const ZH: usize = 1;

/// `id`, `gives`, slots as `name: category` with commas, then wordings: the first of each language is written. A `*` after
/// the id makes the phrase plural.
type Row<'a> = (&'a str, &'a str, &'a str, &'a [&'a str], &'a [&'a str]);

const ROWS: &[Row] = &[
    // Amounts.
    ("literal", "number", "n: integer", &["{n}"], &["{n}"]),
    ("x*", "number", "", &["X"], &["X"]),
    ("plus", "number", "a: number, n: integer", &["{a}+{n}"], &["{a}+{n}"]),
    ("half*", "number", "a: number", &["half {a}, rounding up"], &["{a}的一半（無條件進位）", "{a}的一半"]),
    ("rolled", "number", "d: dice", &["{d}"], &["{d}"]),
    // Who.
    ("this", "models", "", &["this model"], &["此模型"]),
    ("that", "models", "", &["that model", "it"], &["該模型"]),
    ("each", "models", "s: side", &["each {s} model"], &["每個{s}模型"]),
    ("all*", "models", "s: side", &["all {s} models"], &["所有{s}模型"]),
    ("within", "models", "g: models, r: length, of: models", &["{g} within {r} of {of}"], &["距離{of}{r}內的{g}"]),
    ("some", "models", "n: number, k: keyword", &["up to {n} {k*n}"], &["最多{n}個{k}"]),
    // What happens.
    (
        "damage",
        "effect",
        "to: models, n: number, t: damage_type",
        &["{to} {to?suffers|suffer} {n} {t} Dmg", "deal {n} {t} damage to {to}", "{to} takes {n} {t} (damage|Dmg)"],
        &["{to}受到{n}點{t}傷害"],
    ),
    ("wounds", "effect", "to: models, n: number", &["{to} {to?suffers|suffer} {n} {n?Wd|Wds}"], &["{to}受到{n}點傷"]),
    ("energy", "effect", "to: models, n: number", &["{to} {to?gains|gain} {n} Energy"], &["{to}獲得{n}點能量"]),
    ("status", "effect", "to: models, s: status", &["{to} {to?is|are} {s}"], &["{to}進入{s}狀態"]),
    ("jump", "effect", "who: models, d: length", &["{who} may jump {d}"], &["{who}可以跳躍{d}"]),
    ("draw", "effect", "n: number", &["draw {n} {n?card|cards}"], &["抽{n}張牌"]),
    ("grant", "effect", "to: models, a: quoted", &["{to} {to?gains|gain} {a}"], &["{to}獲得{a}"]),
    ("then", "effect", "a: effect, b: effect", &["{a}, then {b}"], &["{a}，然後{b}"]),
    ("if", "effect", "c: test, a: effect", &["if {c}, {a}"], &["如果{c}，{a}"]),
    ("until", "effect", "a: effect, d: duration", &["{a} until {d}"], &["{a}直到{d}"]),
    ("turn", "duration", "", &["the end of the turn", "end of turn"], &["回合結束"]),
    ("round", "duration", "", &["the end of the round"], &["輪結束"]),
    // Whether.
    ("slain", "test", "m: models", &["{m} {m?is|are} slain"], &["{m}被殺死"]),
    ("has", "test", "m: models, n: number", &["{m} {m?has|have} {n} or more Energy"], &["{m}有{n}點或更多能量"]),
    ("and", "test", "a: test, b: test", &["{a} and {b}"], &["{a}且{b}"]),
    // Sentences.
    ("does", "sentence", "a: effect", &["{a}"], &["{a}"]),
    ("when", "sentence", "t: test, a: effect", &["when {t}, {a}", "whenever {t}, {a}"], &["當{t}時，{a}"]),
    ("otherwise", "sentence", "a: effect", &["otherwise, {a}"], &["否則，{a}"]),
];

type Words<'a> = (&'a str, &'a [(&'a str, Option<&'a str>, &'a str)]);

const WORDS: &[Words] = &[
    ("damage_type", &[("impact", None, "衝擊"), ("slicing", None, "切割"), ("magical", None, "魔法")]),
    ("status", &[("Stunned", None, "暈眩"), ("Stun-locked", None, "暈眩鎖定"), ("Blind", None, "目盲")]),
    ("side", &[("enemy", None, "敵方"), ("friendly", None, "友方")]),
    (
        "keyword",
        &[("Gnome", Some("Gnomes"), "地精"), ("Faerie", Some("Faeries"), "妖精"), ("Wood Elf", Some("Wood Elves"), "木Elf精")],
    ),
];

/// The specification.
pub fn spec() -> PhrasebookSpec {
    let mut place = 0;
    let mut next = || {
        place += 1;
        place
    };
    let phrases = ROWS.iter().map(|(id, gives, slots, en, zh)| phrase(id, gives, slots, &[en, zh], &mut next)).collect();
    let vocabularies = WORDS
        .iter()
        .map(|(id, terms)| Vocabulary {
            id: (*id).to_owned(),
            terms: terms
                .iter()
                .map(|(en, plural, zh)| TermNames {
                    id: en.to_lowercase(),
                    names: vec![
                        vec![Name { text: (*en).to_owned(), plural: plural.map(str::to_owned) }],
                        vec![Name { text: (*zh).to_owned(), plural: None }],
                    ],
                    place: next(),
                })
                .collect(),
        })
        .collect();
    let labels = [("models", "some models"), ("damage_type", "a damage type"), ("status", "a status")];
    PhrasebookSpec {
        languages: vec!["en".to_owned(), "zh-Hant".to_owned()],
        phrases,
        vocabularies,
        labels: labels.into_iter().map(|(id, label)| (id.to_owned(), label.to_owned())).collect::<BTreeMap<_, _>>(),
    }
}

/// One phrase.
pub fn phrase(id: &str, gives: &str, slots: &str, wordings: &[&[&str]], next: &mut dyn FnMut() -> u32) -> Phrase {
    Phrase {
        id: id.trim_end_matches('*').to_owned(),
        gives: gives.to_owned(),
        slots: slots
            .split(", ")
            .filter_map(|slot| slot.split_once(": "))
            .map(|(name, category)| Slot { name: name.to_owned(), category: category.to_owned() })
            .collect(),
        templates: wordings
            .iter()
            .enumerate()
            .flat_map(|(language, texts)| texts.iter().enumerate().map(move |(index, text)| (language, index, *text)))
            .map(|(language, index, text)| Template { language, text: text.to_owned(), canonical: index == 0, place: next() })
            .collect(),
        plural: id.ends_with('*'),
        phrase_place: next(),
    }
}

/// The phrasebook.
pub fn book() -> Phrasebook {
    Phrasebook::build(spec()).unwrap_or_else(|problems| panic!("{problems:#?}"))
}
