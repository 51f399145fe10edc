use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cardwright_grammar::diagnostic::{Diagnostic, Problems, Sources, render_text};

use super::*;

struct Outcome {
    sources: Sources,
    found: Vec<Diagnostic>,
    node: Option<Node>,
}

fn load(bytes: &[u8]) -> Outcome {
    let mut sources = Sources::new();
    let problems = Problems::new();
    let node = read_bytes("c.yaml", bytes.to_vec(), &mut sources, &problems);
    let mut found = problems.into_vec();
    cardwright_grammar::diagnostic::tidy(&mut found, &sources);
    Outcome { sources, found, node: node.map(|(_, node)| node) }
}

/// `id line:column-column` of every fault; the end is exclusive.
fn places(bytes: &[u8]) -> Vec<String> {
    let out = load(bytes);
    let place = |d: &Diagnostic| {
        let (line, from) = out.sources.line_column(d.label.file, d.label.span.start);
        let (_, to) = out.sources.line_column(d.label.file, d.label.span.end);
        format!("{} {line}:{from}-{to}", d.id)
    };
    out.found.iter().map(place).collect()
}

fn shape(node: &Node) -> String {
    let parts = |list: Vec<String>| list.join(", ");
    match &node.value {
        Value::Map(entries) => {
            let each = entries.iter().map(|(k, n)| format!("{}: {}", k.text, shape(n)));
            format!("{{{}}}", parts(each.collect()))
        }
        Value::List(items) => format!("[{}]", parts(items.iter().map(shape).collect())),
        Value::Scalar(s) => format!("{:?}", s.text),
        Value::Null => "nothing".to_owned(),
        Value::Broken => "broken".to_owned(),
    }
}

fn tree(text: &str) -> String {
    load(text.as_bytes()).node.map_or_else(|| "none".to_owned(), |node| shape(&node))
}

#[test]
fn everything_stays_text() {
    let text = "on: on\nno: NO\nid: 007\nv: 1.0\ntilde: ~\nempty:\nquoted: ''\nlist:\n- 1\n- null\n-\n";
    let wanted =
        r#"{on: "on", no: "NO", id: "007", v: "1.0", tilde: "~", empty: nothing, quoted: "", list: ["1", "null", nothing]}"#;
    assert_eq!(tree(text), wanted);
    assert!(places(text.as_bytes()).is_empty());
}

#[test]
fn every_fault_has_its_place() {
    let cases: &[(&str, &[&str])] = &[
        ("a: 1\nb: 2\na: 3\n", &["duplicate-key 3:1-2"]),
        ("a: {名: 1, 名: 2}\n", &["duplicate-key 1:11-12"]),
        ("k:\n\ta: 1\nhp: 3\n", &["tab-indentation 2:1-2"]),
        ("k:\n  - a: 1\n  \tb: 2\n", &["tab-indentation 3:3-4"]),
        ("name: Rin\n cost: 3\n", &["wrong-indentation 2:2-6"]),
        ("name: Rin # the\n cost: 3\n", &["wrong-indentation 2:2-6"]),
        ("a:\n  b: 1\n c: 2\nd: 3\n", &["wrong-indentation 3:2-3"]),
        ("a:\n  - b\n - c\n", &["wrong-indentation 3:2-3"]),
        ("a: 1\n- b\n- c\n", &["wrong-indentation 2:1-2"]),
        ("- a\nb: 2\n", &["wrong-indentation 2:1-2"]),
        ("t: >-\n   火 x\n  冰 y\nhp: 1\n", &["wrong-indentation 3:3-6"]),
        ("t: >-\nfoo bar\nhp: 1\n", &["wrong-indentation 2:1-8"]),
        ("name: Rin\ncost 3\nhp: 1\n", &["missing-colon 2:1-7"]),
        ("name Rin\ncost: 3\n", &["missing-colon 1:1-9"]),
        ("名字：騎士\nhp: 3\n", &["missing-colon 1:1-6"]),
        ("a: 1\nb:2\n", &["missing-colon 2:1-4"]),
        ("text: Reaction: deal 1\nhp: 3\n", &["yaml-syntax 1:15-16"]),
        ("text: 反應: 造成: 1\nhp: 3\n", &["yaml-syntax 1:9-10"]),
        ("text: \"within 6\".\"\nhp: 3\n", &["yaml-syntax 1:16-17"]),
        ("text: \"６\" 內\"\n", &["yaml-syntax 1:9-10"]),
        ("text: 'don't'\nhp: 3\n", &["yaml-syntax 1:11-12"]),
        ("name: \"Rin\nhp: 3\n", &["yaml-syntax 1:7-8"]),
        ("name: \"Rin\nhp: 3\ntext: \"foo\"\n", &["yaml-syntax 1:7-8"]),
        ("name: \"Rin\nhp: 3\ntext: 6\"\n", &["yaml-syntax 1:7-8"]),
        ("k: [a, b\nhp: 3\n", &["yaml-syntax 1:4-5"]),
        ("k: {a: 1, b: 2\nhp: 3\n", &["yaml-syntax 1:4-5"]),
        ("k: [a, b}\nhp: 3\n", &["yaml-syntax 1:4-5"]),
        ("k: a\n]\nhp: 3\n", &["yaml-syntax 2:1-2"]),
        ("k: [1,,2]\n", &["yaml-syntax 1:7-8"]),
        ("k: @x\n", &["yaml-syntax 1:4-5"]),
        ("k: * x\n", &["yaml-syntax 1:4-5"]),
        ("k: \"a\\qb\"\n", &["yaml-syntax 1:6-8"]),
        ("k: \"a\\xZZ\"\n", &["yaml-syntax 1:6-8"]),
        ("k: > text\n", &["yaml-syntax 1:4-10"]),
        ("k: - x\n", &["yaml-syntax 1:4-5"]),
        ("k:\n- a\n-b\n", &["yaml-syntax 3:1-3"]),
        ("k: [a] b\n", &["yaml-syntax 1:8-9"]),
        (": 3\nb: 1\n", &["yaml-syntax 1:1-1"]),
        ("[a]: 3\n", &["yaml-syntax 1:1-4"]),
        ("%x\na: 3\n", &["yaml-syntax 1:1-2"]),
        ("a: 1\u{0}\n", &["yaml-syntax 1:5-6"]),
        ("", &["empty-file 1:1-1"]),
        ("\u{feff}# x\n", &["empty-file 1:1-1"]),
        ("a: &x 1\nb: *x\n", &["yaml-alias 1:4-6", "yaml-alias 2:4-6"]),
        ("a: *nobody\n", &["yaml-alias 1:4-11"]),
        ("a: !!int 3\n", &["yaml-tag 1:4-9"]),
        ("a: !x!y 3\n", &["yaml-tag 1:4-8"]),
        ("a: 1\n---\nb: 2\n", &["multiple-documents 2:1-4"]),
        ("a: 1\n...\n火 b\n", &["multiple-documents 3:1-4"]),
    ];
    for (text, wanted) in cases {
        assert_eq!(places(text.as_bytes()), *wanted, "{text:?}");
        // The same with a byte-order mark and with carriage returns.
        let dos = format!("\u{feff}{}", text.trim_start_matches('\u{feff}').replace('\n', "\r\n"));
        assert_eq!(places(dos.as_bytes()), *wanted, "{dos:?}");
    }
}

#[test]
fn what_is_not_text_or_too_much() {
    assert_eq!(places(b"a: 1\nb: \xff\n"), ["not-utf8 2:4-5"]);
    let out = load(b"a: 1\nb: \xff\n");
    assert_eq!(out.found[0].message, "byte 9 (0xFF, line 2) is not UTF-8 text");
    assert_eq!(load(b"\xff\xfea\x00").found[0].message, "the file is saved as UTF-16");
    assert_eq!(places(&vec![b'a'; MAX_BYTES + 1]), ["file-too-large 1:1-1"]);
    let deep = format!("a: {}{}\nb: 1\n", "[".repeat(40), "]".repeat(40));
    assert_eq!(places(deep.as_bytes()), ["too-deep 1:35-36"]);
    assert_eq!(tree(&deep), r#"{a: broken, b: "1"}"#);
    let mut steps = String::new();
    for i in 0..40 {
        steps.push_str(&format!("{}a:\n", " ".repeat(i)));
    }
    steps.push_str("b: 1\n");
    assert_eq!(places(steps.as_bytes()), ["too-deep 33:33-34"]);
}

#[test]
fn files_are_measured_before_they_are_read() {
    let folder = std::env::temp_dir().join(format!("cardwright-yaml-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let good = folder.join("good.yaml");
    std::fs::write(&good, "a: 1\n").unwrap();
    let huge = folder.join("huge.yaml");
    // A hole: it takes no room on the disk, and reading it would take long.
    std::fs::File::create(&huge).unwrap().set_len(1 << 40).unwrap();
    let mut sources = Sources::new();
    let problems = Problems::new();
    assert!(read_file(&good, "good.yaml", &mut sources, &problems).is_some());
    assert!(problems.is_empty());
    let start = Instant::now();
    assert!(read_file(&huge, "huge.yaml", &mut sources, &problems).is_none());
    assert!(read_file(&folder.join("none.yaml"), "none.yaml", &mut sources, &problems).is_none());
    assert!(start.elapsed() < Duration::from_secs(1));
    let ids: Vec<_> = problems.into_vec().iter().map(|d| d.id).collect();
    assert_eq!(ids, ["file-too-large", "unreadable-file"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn all_faults_of_a_file_at_once() {
    let text = "\
name: Rin
name: Kai
keywords: [Nimble, Sharp
cost 3
abilities:
  - name: Pulse
    text: \"Deal 1 within 6\".\"
  - name: Bolt
    text: Reaction: deal 1
   reach: 6
  - name: Ward
    text: don't
 stray: 1
hp: *x
";
    let wanted = [
        "duplicate-key 2:1-5",
        "yaml-syntax 3:11-12",
        "missing-colon 4:1-7",
        "yaml-syntax 7:27-28",
        "yaml-syntax 9:19-20",
        "wrong-indentation 10:4-9",
        "wrong-indentation 13:2-7",
        "yaml-alias 14:5-7",
    ];
    assert_eq!(places(text.as_bytes()), wanted);
    let shape = r#"{name: "Rin", keywords: broken, abilities: [{name: "Pulse", text: "Deal 1 within 6\"."}, {name: "Bolt", text: "Reaction: deal 1"}, {name: "Ward", text: "don't"}], hp: broken}"#;
    assert_eq!(tree(text), shape);
}

#[test]
fn a_message_as_an_author_sees_it() {
    let out = load("text: Reaction: deal 1\n".as_bytes());
    let wanted = "\
error[yaml-syntax]: a `:` with a space after it stands in text without quotes
  --> c.yaml:1:15
   |
 1 | text: Reaction: deal 1
   |               ^
   = help: put the text in single quotes: `'Reaction: deal 1'`
";
    assert_eq!(render_text(&out.found, &out.sources, false), wanted);
}

// The offset map.

/// Every character of the text is at its place, or is written there in another way.
fn check_places(source: &str, scalar: &Scalar) {
    let mut last = 0;
    for (i, c) in scalar.text.char_indices() {
        let place = scalar.place(i..i + c.len_utf8());
        let there = &source[place.clone()];
        let same = there.chars().eq([c]);
        let escape = scalar.style == Style::Double && there.starts_with('\\');
        let doubled = scalar.style == Style::Single && there == "''" && c == '\'';
        let fold = (c == ' ' || c == '\n') && there.trim().is_empty();
        assert!(same || escape || doubled || fold, "{c:?} at {there:?} in {source:?}");
        assert!(place.start >= last, "{c:?} goes back in {source:?}");
        last = place.start;
    }
    assert_eq!(scalar.place(0..scalar.text.len()).start, scalar.place(0..0).start);
    let _ = scalar.place(5000..3);
}

fn scalars<'n>(node: &'n Node, found: &mut Vec<&'n Scalar>) {
    match &node.value {
        Value::Map(entries) => entries.iter().for_each(|(k, n)| {
            found.push(k);
            scalars(n, found);
        }),
        Value::List(items) => items.iter().for_each(|n| scalars(n, found)),
        Value::Scalar(s) => found.push(s),
        Value::Null | Value::Broken => {}
    }
}

#[test]
fn places_survive_quoting_and_folding() {
    let cases = [
        ("t: plain 造成３點\n", "造成３點", "造成３點"),
        ("t: one\n  two 火\n\n  three\n", "three", "three"),
        ("t: 'it''s 火'\n", "火", "火"),
        ("t: 'it''s 火'\n", "'s", "''s"),
        ("t: \"a \\\"b\\\" 火 \\u706B z\"\n", "z", "z"),
        ("t: \"\\uD83D\\uDE00 z\"\n", "z", "z"),
        ("t: \"\\uD83D\\uDE00 z\"\n", "😀", "\\uD83D\\uDE00"),
        ("t: \"one\\\n   two\"\n", "two", "two"),
        ("t: \"one  \n\n\n  two\"\n", "two", "two"),
        ("t: >-\n  one 火\n  two\n\n  three\n    four\n  five\n", "five", "five"),
        ("t: >-\n  one 火\n  two\n", "火 two", "火\n  two"),
        ("t: |+\n\n\n  one\n   火\n\n", "火", "火"),
        ("t: |2\n    one\n  two\n", "two", "two"),
        ("t: >\r\n  one\r\n  two\r\nb: 1\r\n", "two", "two"),
        ("t: \"one\r\n  two\"\r\n", "two", "two"),
    ];
    for (source, word, there) in cases {
        let out = load(source.as_bytes());
        assert!(out.found.is_empty(), "{source:?}");
        let node = out.node.unwrap();
        let scalar = node.get("t").unwrap().as_scalar().unwrap();
        let at = scalar.text.find(word).unwrap_or_else(|| panic!("{word} in {:?}", scalar.text));
        assert_eq!(&source[scalar.place(at..at + word.len())], there, "{source:?}");
        check_places(source, scalar);
    }
}

/// A small generator, so that the cases are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

#[test]
fn places_of_random_scalars_and_a_second_opinion() {
    let mut dice = Dice(7);
    let mut read_well = 0;
    for _ in 0..20_000 {
        let breaks = ["\n  ", "\n\n  ", "\n \n\n  ", " \n  ", "\r\n  ", "\n    ", "\n  \t"];
        let common = ["a", "火", "word", " ", "  ", "é", "😀", "6", ".", ","];
        let mut body = String::new();
        let style = dice.roll(5);
        for _ in 0..dice.roll(12) {
            let part = match (style, dice.roll(6)) {
                (_, 0) => dice.pick(&breaks),
                (1, 1) => "''",
                (2, 1) => dice.pick(&["\\n", "\\\"", "\\u706B", "\\x41", "\\\\", "\\\n  ", "\\ ", "\\t", "\\U0001F600"]),
                _ => dice.pick(&common),
            };
            body.push_str(part);
        }
        let source = match style {
            0 => format!("t: x{body}\nb: 1\n"),
            1 => format!("t: '{body}'\nb: 1\n"),
            2 => format!("t: \"{body}\"\nb: 1\n"),
            3 => format!("t: |{}\n  x{body}\nb: 1\n", dice.pick(&["", "-", "+"])),
            _ => format!("t: >{}\n  x{body}\nb: 1\n", dice.pick(&["", "-", "+"])),
        };
        let out = load(source.as_bytes());
        let Ok(other) = serde_yaml::from_str::<BTreeMap<String, String>>(&source) else {
            continue;
        };
        assert!(out.found.is_empty(), "{source:?} {:?}", out.found);
        let node = out.node.unwrap();
        let scalar = node.get("t").unwrap().as_scalar().unwrap();
        assert_eq!(scalar.text, other["t"], "{source:?}");
        check_places(&source, scalar);
        read_well += 1;
    }
    assert!(read_well > 15_000, "{read_well}");
}

// Nothing panics, nothing takes long, one slip makes few messages.

const CARD: &str = "\
# A card as authors write it.
name: Rin 'the Ember'
title: \"凜, keeper of \\\"fire\\\"\"
keywords: [Nimble, Sharpened 1, {name: Slow, n: 2}]
stats:
  move: 6
  hp: 12
abilities:
  - name: Ember Pulse
    cost: 3
    text: >-
      Deal 2 fire damage to each enemy within 6\".
      Then push it 1\".
  - name: 火焰
    text: |
      造成３點火焰傷害。
      推開目標。
  - name: Ward
    text: 'It can''t be moved.'
notes:
- one
- two: 2
  three: \"3\"
";

#[test]
fn a_slip_anywhere_is_told_once_or_twice() {
    let mut dice = Dice(11);
    let inserts = [
        "\"", "'", "[", "]", "{", "}", ":", ": ", "- ", "\n", "\t", " ", "  ", "#", " #", "&", "*", "!", "|", ">", "%", "@", "`",
        "?", ",", "\\", "火", "\r", "---\n", "\u{0}",
    ];
    let characters: Vec<char> = CARD.chars().collect();
    let mut tally: BTreeMap<usize, usize> = BTreeMap::new();
    for round in 0..20_000 {
        let mut text = characters.clone();
        // Mostly one slip, sometimes a ruin.
        let slips = if round % 10 == 0 { 12 } else { 1 };
        for _ in 0..slips {
            let at = dice.roll(text.len());
            match dice.roll(3) {
                0 => {
                    text.remove(at);
                }
                1 => {
                    let word: Vec<char> = dice.pick(&inserts).chars().collect();
                    text.splice(at..at, word);
                }
                _ => text.swap(at, (at + 1).min(characters.len() - 20)),
            }
        }
        let text: String = text.into_iter().collect();
        let out = load(text.as_bytes());
        assert!(out.node.is_some() || !out.found.is_empty(), "{text}");
        for d in &out.found {
            assert!(text.is_char_boundary(d.label.span.start) && d.label.span.end <= text.len(), "{d:?} {text}");
        }
        if slips == 1 {
            *tally.entry(out.found.len()).or_default() += 1;
            assert!(out.found.len() <= 4, "{}\n{text}", render_text(&out.found, &out.sources, false));
        }
        let mut all = Vec::new();
        if let Some(node) = &out.node {
            scalars(node, &mut all);
        }
        for scalar in all {
            for i in 0..=scalar.text.len() {
                assert!(scalar.place(i..i + 1).end <= text.len());
            }
        }
    }
    let many: usize = tally.range(3..).map(|(_, n)| n).sum();
    let all: usize = tally.values().sum();
    assert!(many * 100 <= all, "{tally:?}");
}

#[test]
fn hostile_files_end_soon() {
    let mut dice = Dice(3);
    let mut noise = String::new();
    while noise.len() < 990_000 {
        noise.push_str(
            dice.pick(&[
                "a", ": ", "\n", " ", "- ", "[", "{", "\"", "'", "]", ",", "火", "#", "x:\n", "|\n", ">\n", "&a ", "*a ",
            ]),
        );
    }
    let mut laughs = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (old, new) in ('a'..'z').zip('b'..='z') {
        laughs.push_str(&format!("{new}: &{new} [*{old},*{old},*{old},*{old},*{old},*{old},*{old},*{old},*{old}]\n"));
    }
    let cases = [
        "[".repeat(200_000),
        "{".repeat(200_000),
        format!("a: {}", "[".repeat(900_000)),
        "- ".repeat(400_000),
        "? ".repeat(400_000),
        "a: ".repeat(300_000),
        "a:\n".repeat(300_000),
        "a: \"\n".repeat(190_000),
        "\"a\": 'x\n".repeat(110_000),
        "a: b: c\n".repeat(120_000),
        "\t".repeat(900_000),
        "\ta: 1\n".repeat(150_000),
        "a: 1\n b: 2\n".repeat(80_000),
        "x\n".repeat(450_000),
        "\n".repeat(900_000),
        "#".repeat(900_000),
        "a: |\n".repeat(190_000),
        "\r".repeat(900_000),
        "\\\"'".repeat(300_000),
        (0..60_000).map(|i| format!("k{i}: {i}\n")).collect(),
        noise,
        laughs,
    ];
    for text in cases {
        let head: String = text.chars().take(20).collect();
        let start = Instant::now();
        let out = load(text.as_bytes());
        let shown = render_text(&out.found, &out.sources, false);
        assert!(out.found.len() <= 200, "{head:?}: {}", out.found.len());
        assert!(start.elapsed() < Duration::from_secs(8), "{head:?}: {:?} {}", start.elapsed(), shown.len());
    }
}

// Walking a tree.

fn walk(text: &str, check: impl FnOnce(&Node, Reader<'_>)) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add("c.yaml", text);
    let problems = Problems::new();
    let node = read(file, &sources, &problems).unwrap();
    check(&node, Reader::new(file, &problems));
    let told = problems.into_vec();
    told.iter()
        .map(|d| {
            let (line, column) = sources.line_column(d.label.file, d.label.span.start);
            let help = d.help.as_ref().map_or(String::new(), |h| format!("; {h}"));
            format!("{} {line}:{column} {}{help}", d.id, d.message)
        })
        .collect()
}

#[test]
fn keys_that_are_unknown_or_missing() {
    let told = walk("id: rin\ncosst: 3\nwhat: 1\n", |node, reader| {
        let mut f = node.fields(reader).unwrap();
        assert!(f.required("name").is_none());
        assert!(f.required("cost").is_none());
        assert_eq!(f.required("id").unwrap().text(reader).unwrap().text, "rin");
        f.finish();
    });
    let wanted = [
        "unknown-key 2:1 `costt`",
        "unknown-key 3:1 `what` is not a key of this group; delete it, or write one of `name`, `cost`, `id`",
        "missing-key 1:1 the key `name` is missing from this group; add a line `name: …` beside this one",
    ];
    assert_eq!(told[0], "unknown-key 2:1 `costt` is not a key of this group; did you mean `cost`?".replace("costt", "cosst"));
    assert_eq!(told[1..], wanted[1..]);
}

#[test]
fn a_walk_that_breaks_off_still_tells_what_is_missing() {
    let missing = walk("id: rin\n", |node, reader| {
        let mut f = node.fields(reader).unwrap();
        let _ = f.required("name");
    });
    assert_eq!(missing, ["missing-key 1:1 the key `name` is missing from this group; add a line `name: …` beside this one"]);
    let slip = walk("id: rin\nnmae: Rin\n", |node, reader| {
        let mut f = node.fields(reader).unwrap();
        let _ = f.required("name");
    });
    assert_eq!(slip, ["unknown-key 2:1 `nmae` is not a key of this group; did you mean `name`?"]);
}

#[test]
fn nothing_is_missing_from_what_was_unreadable() {
    let told = walk("id: rin\nname Rin\nhp: \"x\n", |node, reader| {
        let mut f = node.fields(reader).unwrap();
        assert!(f.required("name").is_none());
        assert!(f.required("hp").unwrap().integer(reader, 0..=9).is_none());
        assert!(f.required("id").is_some());
        f.finish();
    });
    let ids: Vec<_> = told.iter().filter_map(|t| t.split(' ').next()).collect();
    assert_eq!(ids, ["missing-colon", "yaml-syntax"]);
}

#[test]
fn kinds_and_bounds() {
    let text = "list: [1, 2]\nbig: 99999999999\nhuge: -99999999999999999999999\nword: three\nwide: １２\nnone:\ngroup: {a: 1}\nyes: yes\nside: lfet\nok: -3\none: x\n";
    let told = walk(text, |node, reader| {
        let get = |key: &str| node.get(key).unwrap();
        assert_eq!(get("list").integer(reader, 0..=9), None);
        assert_eq!(get("big").integer(reader, 0..=1_000_000), None);
        assert_eq!(get("huge").integer(reader, i64::MIN..=0), None);
        assert_eq!(get("word").integer(reader, 0..=9), None);
        assert_eq!(get("wide").integer(reader, 0..=9), None);
        assert!(get("none").text(reader).is_none());
        assert!(get("group").list(reader).is_none());
        assert!(get("ok").map(reader).is_none());
        assert_eq!(get("yes").flag(reader), None);
        assert_eq!(get("side").choice(reader, "a side", &[("left", 1), ("right", 2)]), None);
        assert_eq!(get("ok").integer(reader, -9..=9), Some(-3));
        assert_eq!(get("one").one_or_many().len(), 1);
        assert_eq!(get("list").one_or_many().len(), 2);
        assert_eq!(get("none").one_or_many().len(), 0);
    });
    let wanted = [
        "wrong-type 1:7 a list is here, but a whole number is wanted",
        "number-out-of-range 2:6 `99999999999` is too large: at most 1000000",
        "number-out-of-range 3:7 `-99999999999999999999999` is too small: at least -9223372036854775808",
        "wrong-type 4:7 `three` is here, but a whole number is wanted",
        "wrong-type 5:7 `１２` is here, but a whole number is wanted; write `12`",
        "wrong-type 6:6 nothing is here, but text is wanted",
        "wrong-type 7:8 a group of keys is here, but a list is wanted",
        "wrong-type 10:5 `-3` is here, but a group of keys (`key: value`) is wanted",
        "wrong-type 8:6 `yes` is here, but `true` or `false` is wanted; write `true`",
        "unknown-value 9:7 `lfet` is not a side; did you mean `left`?",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn the_trail_goes_with_the_walk() {
    let mut sources = Sources::new();
    let file = sources.add("c.yaml", "a: [x]\n");
    let problems = Problems::new();
    let node = read(file, &sources, &problems).unwrap();
    let reader = Reader::new(file, &problems);
    {
        let _card = reader.enter("card Rin");
        let _ability = reader.enter("ability Ember Pulse");
        assert!(node.get("a").unwrap().text(reader).is_none());
    }
    assert!(node.text(reader).is_none());
    let told = problems.into_vec();
    assert_eq!(told[0].trail, ["card Rin", "ability Ember Pulse"]);
    assert!(told[1].trail.is_empty());
}
