//! Lists of purchases that break a rule: one for each rule by which something cannot be bought. What is said of each is kept,
//! so that all of it can be read at once.

use cardwright::command::build::{Wanted, build_in};
use cardwright::failure::Failure;
use cardwright::load;
use std::fs;
use std::path::Path;

/// What goes wrong, what stands before `purchases`, and the lines of the list.
type Wrong = (&'static str, &'static str, &'static [&'static str]);

const WARRIOR: &str = "choose_build: warrior";
const CASTER: &str = "choose_build: caster";

const DARKNESS_RISING: &[Wrong] = &[
    ("nothing is in hand", "", &["buy: beefy"]),
    ("a level before a build", "", &["gain_level"]),
    ("a build that is none", "", &["choose_build: knight"]),
    ("two builds", "", &[WARRIOR, "choose_build: archer"]),
    ("a discipline for who casts nothing", "", &[WARRIOR, "choose_discipline: healmancy"]),
    ("two disciplines", "", &[CASTER, "choose_discipline: healmancy", "choose_discipline: luckamancy"]),
    ("a caster without a discipline", "", &[CASTER, "gain_level"]),
    ("a level beyond the last", "options: {starting_level: 10}\n", &[]),
    ("stat points that are not there", "", &[WARRIOR, "spend_point: combat"]),
    (
        "one stat point too many",
        "",
        &[WARRIOR, "gain_level", "spend_point: combat", "spend_point: hits", "spend_point: hits", "spend_point: defense"],
    ),
    ("Juice for who casts nothing", "", &[WARRIOR, "gain_level", "spend_point: juice"]),
    ("more ranks than levels", "", &[WARRIOR, "buy_modifier: block", "buy_modifier: guard"]),
    (
        "a fourth rank",
        "options: {starting_level: 5}\n",
        &[WARRIOR, "buy_modifier: block", "buy_modifier: block", "buy_modifier: block", "buy_modifier: block"],
    ),
    (
        "a second rank with the option, at level 1",
        "options: {ranks_of_each: on}\n",
        &[WARRIOR, "buy_modifier: block", "buy_modifier: block"],
    ),
    (
        "a rank without AP",
        "options: {starting_level: 3}\n",
        &[WARRIOR, "buy: heavy", "buy: beefy", "buy: well_armed", "buy_modifier: block"],
    ),
    ("the same twice", "", &[WARRIOR, "buy: beefy", "buy: beefy"]),
    ("a spell for who casts nothing", "", &[WARRIOR, "buy: revitalize"]),
    ("a level too low", "", &[WARRIOR, "buy: beefy", "buy: chunky"]),
    ("what must come first", "options: {starting_level: 4}\n", &[WARRIOR, "buy: chunky"]),
    ("a special that it lacks", "", &[WARRIOR, "buy: juicy"]),
    ("ranks that it lacks", "", &[WARRIOR, "buy: bodyguard"]),
    ("ranks that a mastery needs", "options: {starting_level: 4}\n", &[WARRIOR, "buy: shield_mastery"]),
    (
        "a spell of another discipline too early",
        "options: {starting_level: 4}\n",
        &[CASTER, "choose_discipline: healmancy", "buy: hiya"],
    ),
    (
        "as many spells of other disciplines as of its own",
        "options: {starting_level: 4}\n",
        &[CASTER, "choose_discipline: healmancy", "buy: renew", "buy: hiya", "buy: reanimator"],
    ),
    ("too few AP", "", &[WARRIOR, "buy: heavy", "buy: beefy"]),
    ("half an AP too few", "", &[WARRIOR, "buy_modifier: block", "buy: heavy"]),
    ("what is not sold", "", &[WARRIOR, "buy: flying"]),
    ("a misspelt ware", "", &[WARRIOR, "buy: beefi"]),
    ("an action that buys nothing", "", &[WARRIOR, "attack: archer"]),
    ("a purchase that does not say of what", "", &[WARRIOR, "buy"]),
    ("a rebuild while the rules stand", "", &[WARRIOR, "rebuild: archer"]),
    ("a replacement while the rules stand", "", &[WARRIOR, "replace: archer"]),
    ("an unknown option", "options: {starting_levle: 2}\n", &[WARRIOR]),
    ("an option with a value it cannot have", "options: {starting_level: 11}\n", &[WARRIOR]),
    ("an option with a word for a number", "options: {starting_level: high}\n", &[WARRIOR]),
    ("an unknown key", "purchase: []\n", &[WARRIOR]),
    ("a name in one language", "name: {en: Bill}\n", &[WARRIOR]),
];

#[test]
fn what_may_not_be_bought_is_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("purchases");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("list.yaml");
    let game = load::game("darkness-rising").unwrap();
    let mut all = String::new();
    for (wrong, before, lines) in DARKNESS_RISING {
        let lines: Vec<String> = match lines {
            [] => [WARRIOR].into_iter().chain(["gain_level"; 21]).map(|line| format!("  - {line}\n")).collect(),
            lines => lines.iter().map(|line| format!("  - {line}\n")).collect(),
        };
        fs::write(&file, format!("{before}purchases:\n{}", lines.concat())).unwrap();
        let mut out = Vec::new();
        let wanted = Wanted { game: "darkness-rising", list: &file, save: None, campaign: None, language: Some("en") };
        let said = match build_in(&game, &wanted, &mut out) {
            Err(Failure::Problem(said)) => said,
            other => panic!("{wrong}: {other:?} {}", String::from_utf8_lossy(&out)),
        };
        let line = said.matches("--> ").count();
        assert!(line == 1 && out.is_empty(), "{wrong}: {said}");
        all.push_str(&format!("######## {wrong}\n\n{}\n\n", said.replace(&file.display().to_string(), "list.yaml")));
    }
    insta::assert_snapshot!(all);
}
