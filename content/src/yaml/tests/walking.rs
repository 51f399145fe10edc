//! Walking a tree.

use super::*;

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
