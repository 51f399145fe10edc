//! The way from text back to the file.

use std::collections::BTreeMap;

use super::*;

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
    #[allow(clippy::reversed_empty_ranges, reason = "a backward range must not panic either")]
    let _ = scalar.place(5000..3);
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
