mod places;
mod slips;
mod walking;

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
