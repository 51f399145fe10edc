//! What an author is told whose scenario fails, or cannot be read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A new pack in a folder of a test's own, with one page of scenarios.
fn pack(test: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("messages").join(test);
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).unwrap();
    cardwright(&here, &["new", "pack", "dash"]);
    here
}

/// Runs the program in a folder: everything that it says.
fn cardwright(here: &Path, words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(words)
        .current_dir(here)
        .env("CARDWRIGHT_PACKS", Path::new(env!("CARGO_MANIFEST_DIR")).join("content/packs"))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// What `test` says of a page with one scenario: the first line, without the name of the page.
fn said(here: &Path, board: &str, play: &str, then: &str) -> String {
    let page = format!("# P\n\n## S\n\n```board\n{board}\n```\n\n```play\n{play}\n```\n\n```then\n{then}\n```\n");
    fs::write(here.join("dash/scenarios/page.md"), page).unwrap();
    let out = cardwright(here, &["test", "dash/scenarios/page.md"]);
    let first = out.lines().next().unwrap_or("").to_owned();
    first.strip_prefix("dash/scenarios/page.md:").map_or(first.clone(), str::to_owned)
}

const BOARD: &str = "step running red\nH: hare red\nT: tortoise blue";

#[test]
fn an_expectation_that_fails_tells_what_is_and_what_was_wanted() {
    let here = pack("expectations");
    for (then, told) in [
        ("H steps 4", "17:3: steps is 2, not 4"),
        ("H steps", "17:8: behind `steps` a number such as `3` is wanted, and the line ends"),
        ("H steps four", "17:9: behind `steps` a number such as `3` is wanted, not `four`"),
        ("H stepps 3", "17:3: `stepps` is no known field; did you mean `steps`?"),
        ("waits for red", "17:1: the clock waits for blue, not red"),
        ("winner red", "17:1: the game is not over, so nobody has won"),
        ("hare steps 2", "1 passed, 0 failed"),
        ("G steps 3", "17:1: `G` is no known piece, player, pile or field of the game"),
        ("asks red", "17:1: no question stands open"),
    ] {
        let said = said(&here, BOARD, "rolls 1, 2\nH: run", then);
        assert!(said.starts_with(told), "{then}\n{said}\n{told}");
    }
}

#[test]
fn a_line_of_play_that_goes_wrong_tells_what_is_wanted_there() {
    let here = pack("play");
    for (play, told) in [
        ("H: run", "12:1: dice are rolled, but no more faces are written: write them before this line, as in `rolls 4 2`"),
        ("rolls one\nH: run", "12:7: behind `rolls` the face of a die, a number such as `4`, is wanted, not `one`"),
        ("rolls 1, 2\nH: run\nrolls 4", "14:1: the faces `4` are never rolled: no line behind them rolls dice; take them away"),
        ("rolls 1, 2\nI: run", "13:1: `I` is no known piece or player of this board; there are: blue, h, p1, p2,"),
        ("rolls 1, 2\nH: rum", "13:4: `rum` is no known action; did you mean `run`?"),
    ] {
        let said = said(&here, BOARD, play, "H steps 3");
        assert!(said.starts_with(told), "{play}\n{said}\n{told}");
    }
}

#[test]
fn a_line_of_a_board_that_names_nothing_tells_what_is_near() {
    let here = pack("board");
    for (board, told) in [
        ("H: har red", "6:4: `har` is no known card or kind; did you mean `hare`?"),
        ("hara red", "6:1: `hara` is no known card, kind, pile, player or field of the game; did you mean `hare`?"),
        ("zzz red", "6:1: `zzz` is no known card, kind, pile, player or field of the game"),
        ("H: hare red steps", "6:18: behind `steps` a number such as `3` is wanted, and the line ends"),
        ("H: hare red stepps 3", "6:13: `stepps` is no known field of a runner; did you mean `steps`?"),
        ("step runing red", "6:6: `runing` is no known step; did you mean `running`?"),
        ("step running red 3", "6:18: no countdown is under way in this step, so that `3` stands for nothing"),
    ] {
        let said = said(&here, board, "begin", "H steps 3");
        assert!(said.starts_with(told), "{board}\n{said}\n{told}");
    }
    assert!(said(&here, "zzz red", "begin", "H steps 3").contains("; a line of a board begins with one of these"));
}

/// What a page needs that has tables, piles and questions for several.
const MORE: &str = "
vocabularies:
  kit:
    rope: {en: Rope, zh-Hant: 繩}
    lamp: {en: Lamp, zh-Hant: 燈}
    map: {en: Map, zh-Hant: 圖}
kinds:
  axle:
    plural: axles
    body: round width
    fields:
      width: length = 1\"
      turned: number = 0
      holds: number per kit = none
zones:
  bag: {each: table, seen: all}
effects:
  turn_some:
    says: {en: turn axles, zh-Hant: 轉動輪軸}
    does:
      - {ask: some, of: player, prompt: {en: Which?, zh-Hant: 哪些？}, among: axles, least: 0, most: 9}
      - each: some
        do: [{increase: {it.turned: 1}}]
";

const RUN: &str = "rolls 1, 2\nH: run";

#[test]
fn tables_piles_and_answers_are_read_by_names() {
    let here = pack("names");
    fs::write(here.join("dash/more.yaml"), MORE).unwrap();
    let card = fs::read_to_string(here.join("dash/cards/hare.yaml")).unwrap();
    let named = |line: &&str| {
        if line.starts_with("name:") { "name: {en: \"Oops, All Sixes\", zh-Hant: 全六}".into() } else { (*line).to_owned() }
    };
    let lines: Vec<String> = card.lines().collect::<Vec<_>>().iter().map(named).collect();
    fs::write(here.join("dash/cards/sixes.yaml"), lines.join("\n")).unwrap();
    // The mark of the first axle is A1, and it is called A2.
    let board = format!(
        "{BOARD}\nA2: axle red at 1, 1 holds lamp 2, map none\nA1: axle red at 3, 3 holds 1, none, 4\nA3: axle red at 5, 5\nbag: Oops, All Sixes, hare"
    );
    for (play, then, told) in [
        (RUN, "A2 holds lamp 2", "1 passed"),
        (RUN, "A2 holds none, 2, none", "1 passed"),
        (RUN, "A2 holds lamp 3", "21:4: holds is "),
        (RUN, "A1 holds rope 1, map 4", "1 passed"),
        (RUN, "A1 holds lmap 4", "21:10: behind `holds` a column with its number, such as `rope 1`, or"),
        (RUN, "bag: Oops, All Sixes, hare", "1 passed"),
        (RUN, "bag: Oops, All Sixes, …", "1 passed"),
        (RUN, "bag: Oops, hare", "21:"),
        ("A1 does: \"Turn axles.\"\nanswer: A1", "A1 turned 1\nA2 turned 0", "1 passed"),
        ("A1 does: \"Turn axles.\"\nanswer: A1, A3", "A1 turned 1\nA2 turned 0\nA3 turned 1", "1 passed"),
        ("A1 does: \"Turn axles.\"\nanswer: A1, A2, A3", "A1 turned 1\nA2 turned 1\nA3 turned 1", "1 passed"),
    ] {
        let said = said(&here, &board, play, then);
        assert!(said.starts_with(told), "{play} {then}\n{said}\n{told}");
    }
}

#[test]
fn a_question_is_named_where_another_answer_stands() {
    let here = pack("questions");
    let board = "option going_for_it off\nmelee_deck: Thrust, High Guard, Sweeping Cut, High Guard, …\n\
        Rag: model red at 20, 20 base 1.2\" boxes 10 energy 0 melee_stat 1 melee_reach 1\"\n\
        Bag: model blue at 20, 21.2 base 1.2\" boxes 10 energy 0 melee_stat 1 melee_reach 1\"";
    for (answer, told) in [
        ("answer blue: Thrust", "not blue but red is asked `"),
        ("Rag: jog", "red is asked `"),
        ("answer: Thrist", "`Thrist` is not among: "),
    ] {
        let play = format!("Rag does: \"The target makes a free melee attack.\" target Rag\n{answer}");
        let page = format!("# P\n\n## S\n\n```board\n{board}\n```\n\n```play\n{play}\n```\n\n```then\nRag energy 0\n```\n");
        fs::write(here.join("page.md"), page).unwrap();
        let out = cardwright(&here, &["test", "page.md", "--game", "moonstone"]);
        assert!(out.starts_with(&format!("page.md:14:1: {told}")), "{out}");
        assert!(answer != "Rag: jog" || out.contains("`; answer it here, as in `answer: "), "{out}");
    }
}

#[test]
fn a_log_that_differs_is_shown_where_it_first_does() {
    let here = pack("logs");
    let page = here.join("dash/scenarios/race.md");
    assert_eq!(cardwright(&here, &["test", "dash", "--accept"]), "4 passed, 0 failed\n");
    let text = fs::read_to_string(&page).unwrap();
    fs::write(&page, text.replacen("rolls 3, 5", "rolls 3, 6", 1)).unwrap();
    let out = cardwright(&here, &["test", "dash"]);
    assert!(out.contains("steps is 6, not 5\n"), "{out}");
    assert!(out.contains("race.md: the log is not the recorded one; first mend what fails above\n    ## The best die"), "{out}");
    assert!(out.lines().count() < 14, "{out}");
    fs::write(&page, text.replace("## ", "## Now ")).unwrap();
    let (cut, whole) = (cardwright(&here, &["test", "dash"]), cardwright(&here, &["test", "dash", "--log"]));
    assert!(cut.contains("the log is not the recorded one; `--accept` records it\n"), "{cut}");
    assert!(cut.contains(" more lines differ; `--log` shows all\n"), "{cut}");
    assert!(whole.lines().count() > cut.lines().count() && !whole.contains("more lines"), "{whole}");
}
