//! Faults in phrases, each with its place.

mod toy;

use cardwright_grammar::{Phrasebook, PhrasebookSpec, TermNames};

/// The ids and places of the problems that a change makes.
fn problems(change: impl FnOnce(&mut PhrasebookSpec)) -> Vec<(&'static str, u32, String)> {
    let mut spec = toy::spec();
    change(&mut spec);
    match Phrasebook::build(spec) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.into_iter().map(|problem| (problem.id, problem.place, problem.message)).collect(),
    }
}

/// The problems that one more phrase makes; its places are 1000 for English, 1001 for Chinese and 1002 for the phrase.
fn with(id: &str, gives: &str, slots: &str, en: &str, zh: &str) -> Vec<(&'static str, u32)> {
    let found = problems(|spec| {
        let mut place = 999;
        let mut next = || {
            place += 1;
            place
        };
        spec.phrases.push(toy::phrase(id, gives, slots, &[&[en], &[zh]], &mut next));
    });
    found.into_iter().map(|(id, place, _)| (id, place)).collect()
}

#[test]
fn each_fault_has_its_place() {
    assert_eq!(with("a", "effect", "n: number", "wait {n}", "等{n}"), []);
    assert_eq!(with("a", "effect", "n: number", "wait {m}", "等{n}"), [("unknown-slot", 1000)]);
    assert_eq!(with("a", "effect", "n: number", "wait {n}", "等"), [("missing-slot", 1001)]);
    assert_eq!(with("a", "effect", "n: number", "{n} {n}", "等{n}"), [("repeated-slot", 1000)]);
    assert_eq!(with("a", "effect", "n: numbr", "wait {n}", "等{n}"), [("unknown-category", 1002)]);
    assert_eq!(with("a", "effect", "", "", "等"), [("empty-template", 1000)]);
    assert_eq!(with("a", "effect", "b: effect", "{b}", "等{b}"), [("empty-template", 1000)]);
    assert_eq!(with("a", "effect", "", "wait (a", "等"), [("bad-template", 1000)]);
    assert_eq!(with("a", "effect", "", "wait. Go", "等"), [("stop-in-template", 1000)]);
    assert_eq!(with("a", "effect", "k: number", "draw {k} (card|cards)", "取{k}"), [("same-template", 1000)]);
    assert_eq!(with("a", "integer", "", "wait", "等"), [("taken-category", 1002)]);
    assert_eq!(with("a", "mood", "m: mood", "very {m}", "很{m}"), [("endless-category", 1002)]);
    assert_eq!(with("a", "models", "t: test", "models whose {t}", "{t}的模型"), [("left-recursion", 1001)]);
    let nothing = with("a", "effect", "", &"(a|b)".repeat(12), "等");
    assert_eq!(nothing, [("too-many-readings", 1000)]);
}

#[test]
fn a_language_left_out_is_told() {
    let found = problems(|spec| {
        if let Some(phrase) = spec.phrases.last_mut() {
            phrase.templates.retain(|template| template.language == 0);
        }
        if let Some(words) = spec.vocabularies.first_mut() {
            let names = words.terms.first().map(|term| vec![term.names[0].clone(), Vec::new()]).unwrap_or_default();
            words.terms.push(TermNames { id: "twin".to_owned(), names, place: 2000 });
        }
    });
    let ids: Vec<&str> = found.iter().map(|problem| problem.0).collect();
    assert_eq!(ids, ["missing-wording", "same-name", "missing-name"], "{found:#?}");
}

#[test]
fn all_problems_come_together() {
    let found = problems(|spec| {
        let mut next = || 7;
        spec.phrases.push(toy::phrase("a", "effect", "n: nothing", &[&["wait {m}"], &["等("]], &mut next));
    });
    assert!(found.len() >= 3, "{found:#?}");
}

#[test]
fn left_recursion_names_the_phrases() {
    let found = problems(|spec| {
        let mut next = || 7;
        spec.phrases.push(toy::phrase("of-which", "models", "t: test", &[&["{t} models"], &["模型{t}"]], &mut next));
    });
    let message = found.first().map(|problem| problem.2.clone()).unwrap_or_default();
    assert!(message.contains("`of-which`") && message.contains("`slain`"), "{message}");
}
