//! Nothing panics, nothing takes long, one slip makes few messages.

use std::collections::BTreeMap;

use super::*;

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
        let mut text: String = text.into_iter().collect();
        if round % 3 == 0 {
            text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        }
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
    for (old, new) in ('a'..='y').zip('b'..='z') {
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
