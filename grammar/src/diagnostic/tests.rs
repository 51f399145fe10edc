use super::*;

fn file(text: &str) -> (Sources, FileId) {
    let mut sources = Sources::new();
    let id = sources.add("cards/rin.yaml", text);
    (sources, id)
}

fn find(text: &str, word: &str) -> Range<usize> {
    let start = text.find(word).unwrap();
    start..start + word.len()
}

const CARD: &str = "name: Rin\nid: rin\ncost: 3\nkeywords: [Nimble, Sharpned 1]\n";

#[test]
fn the_shape_of_the_design() {
    let (sources, id) = file(CARD);
    let d = Diagnostic::error("unknown-keyword", "`Sharpned` is not a keyword", id, find(CARD, "Sharpned"))
        .label("not in emberfolk or base")
        .help("did you mean `Sharpened`?");
    let problems = Problems::new();
    {
        let _card = problems.enter("card Rin");
        let _keywords = problems.enter("keywords");
        problems.report(d);
    }
    assert!(problems.trail().is_empty());
    let shown = render_text(&problems.into_vec(), &sources, false);
    let wanted = "\
error[unknown-keyword]: `Sharpned` is not a keyword
  --> cards/rin.yaml:4:20
   |
 4 | keywords: [Nimble, Sharpned 1]
   |                    ^^^^^^^^ not in emberfolk or base
   = help: did you mean `Sharpened`?
   = in: card Rin > keywords
";
    assert_eq!(shown, wanted);
}

#[test]
fn carets_stand_under_double_width_text() {
    let text = "text: 造成３點火焰傷害\r\n";
    let (sources, id) = file(text);
    let d = Diagnostic::error("x", "m", id, find(text, "火焰")).label("here");
    let shown = render_text(&[d], &sources, false);
    let wanted = "\
error[x]: m
  --> cards/rin.yaml:1:11
   |
 1 | text: 造成３點火焰傷害
   |               ^^^^ here
";
    assert_eq!(shown, wanted);
}

#[test]
fn two_places_and_another_file() {
    let text = "name: Rin\nid: rin\nhp: 3\nname: Kai\n";
    let (mut sources, id) = file(text);
    let base = sources.add("base.yaml", "\tname: x\n");
    let d = Diagnostic::warning("duplicate-key", "`name` twice", id, 24..28).also(id, 0..4, "first here").also(
        base,
        1..5,
        "and here",
    );
    let shown = render_text(&[d], &sources, false);
    let wanted = "\
warning[duplicate-key]: `name` twice
  --> cards/rin.yaml:4:1
   |
 1 | name: Rin
   | ---- first here
...
 4 | name: Kai
   | ^^^^
  ::: base.yaml:1:2
   |
 1 |     name: x
   |     ---- and here
";
    assert_eq!(shown, wanted);
}

#[test]
fn long_lines_are_cut_around_the_span() {
    let text = format!("{}目標{}", "長".repeat(300), "x".repeat(900));
    let (sources, id) = file(&text);
    let d = Diagnostic::error("x", "m", id, find(&text, "目標"));
    let shown = render_text(&[d], &sources, false);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[3].starts_with(" 1 | …長"));
    assert!(lines[3].ends_with("x…"));
    // Fifteen double-width characters and the cut mark stand before the span.
    assert_eq!(lines[4], format!("   | {}^^^^", " ".repeat(31)));
}

#[test]
fn odd_spans_do_not_panic() {
    let text = "a: é\nb: 火\n";
    let (sources, id) = file(text);
    for start in 0..20 {
        for end in 0..20 {
            let d = Diagnostic::error("x", "m\n\u{1b}[2J", id, start..end);
            let shown = render_text(std::slice::from_ref(&d), &sources, false);
            assert!(shown.contains('^') && !shown.contains('\u{1b}'));
            let _ = render_json(std::slice::from_ref(&d), &sources);
            let _ = render_sarif(&[d], &sources);
        }
    }
    let other = Sources::new();
    let d = Diagnostic::error("x", "m", id, 3..9);
    assert!(render_text(&[d], &other, true).contains("x"));
}

#[test]
fn columns_skip_the_mark_and_carriage_returns() {
    let text = "\u{feff}a: 1\r\nb: 火 x\rc";
    let (sources, id) = file(text);
    assert_eq!(sources.line_column(id, 3), (1, 1));
    assert_eq!(sources.line_column(id, text.find('x').unwrap()), (2, 6));
    assert_eq!(sources.line_column(id, text.find('c').unwrap()), (3, 1));
    assert_eq!(sources.line_column(id, 9999), (3, 2));
}

#[test]
fn sorted_and_without_repeats() {
    let (mut sources, id) = file(CARD);
    let first = sources.add("a.yaml", "x");
    let late = Diagnostic::error("b", "m", id, 4..5);
    let early = Diagnostic::error("z", "m", first, 0..1);
    let same = Diagnostic::error("a", "m", id, 4..5);
    let mut list = vec![late.clone(), early, same, late];
    tidy(&mut list, &sources);
    let ids: Vec<_> = list.iter().map(|d| d.id).collect();
    assert_eq!(ids, ["z", "a", "b"]);
}

#[test]
fn json_and_sarif_hold_the_place() {
    let (sources, id) = file(CARD);
    let d = Diagnostic::error("x-y", "m", id, find(CARD, "Sharpned")).also(id, 0..4, "t");
    let json: serde_json::Value = serde_json::from_str(&render_json(std::slice::from_ref(&d), &sources)).unwrap();
    assert_eq!(json[0]["line"], 4);
    assert_eq!(json[0]["column"], 20);
    assert_eq!(json[0]["end_column"], 28);
    assert_eq!(json[0]["others"][0]["text"], "t");
    assert_eq!(json[0]["help"], serde_json::Value::Null);
    let sarif: serde_json::Value = serde_json::from_str(&render_sarif(&[d], &sources)).unwrap();
    let region = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startColumn"], 20);
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][0]["id"], "x-y");
    assert_eq!(render_json(&[], &sources), "[]\n");
}

#[test]
fn suggestions() {
    let words = ["Sharpened", "Nimble", "Slow", "敵軍", "火焰傷害"];
    let mean = |w: &str| did_you_mean(w, words);
    assert_eq!(mean("Sharpned").as_deref(), Some("Sharpened"));
    assert_eq!(mean("nimble").as_deref(), Some("Nimble"));
    assert_eq!(mean("Nimbel").as_deref(), Some("Nimble"));
    assert_eq!(mean("敵人").as_deref(), Some("敵軍"));
    assert_eq!(mean("火燄傷害").as_deref(), Some("火焰傷害"));
    assert_eq!(mean("傷"), None);
    assert_eq!(mean("xyz"), None);
    assert_eq!(mean(""), None);
    assert_eq!(mean(&"x".repeat(100_000)), None);
    assert_eq!(did_you_mean("cast", ["cart", "case"]).as_deref(), Some("cart"));
    assert_eq!(did_you_mean("cast", ["case", "cart"]).as_deref(), Some("cart"));
    assert_eq!(did_you_mean("hp", ["id"]), None);
}
