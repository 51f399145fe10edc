//! What an author begins with: packs and cards made by `new`, and the catalogue of rules that `rules` prints.

mod program;

use program::{cardwright, folder, well};
use std::fs;
use std::path::{Path, PathBuf};

/// Every file below a folder with its text.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push((path.clone(), fs::read_to_string(path).unwrap())) }
    }
    all.sort();
    all
}

#[test]
fn a_new_game_passes_and_plays() {
    let here = folder("workbench-game");
    let out = well(&here, "new pack dash");
    assert!(out.starts_with("wrote dash/pack.yaml"), "{out}");
    assert!(well(&here, "check dash").ends_with("0 errors, 0 warnings\n"));
    assert_eq!(well(&here, "test dash"), "4 passed, 0 failed\n");
    let out = well(&here, "play dash --players random,random --seed 3");
    assert!(out.contains("wins"), "{out}");
    assert!(well(&here, "rules dash").ends_with("4 rules: 4 proved, 0 exempt, 0 missing, 0 failing\n"));

    well(&here, "new card grey-wolf --pack dash");
    let card = fs::read_to_string(here.join("dash/cards/grey-wolf.yaml")).unwrap();
    assert!(card.contains("kind: runner") && card.contains("kind: passive") && card.contains("kind: active"), "{card}");
    assert!(well(&here, "check dash").ends_with("0 errors, 0 warnings\n"));
    // Another with abilities of the same names, and from inside the pack.
    well(&here.join("dash/cards"), "new card red-wolf");
    assert!(here.join("dash/cards/red-wolf.yaml").is_file());
}

#[test]
fn an_addition_to_a_game_passes() {
    let here = folder("workbench-addition");
    well(&here, "new pack my_troupe --game moonstone");
    assert!(well(&here, "check my_troupe").contains("\n0 errors, "));
    assert_eq!(well(&here, "test my_troupe"), "1 passed, 0 failed\n");
    let card = fs::read_to_string(here.join("my_troupe/cards/my-troupe-one.yaml")).unwrap();
    for kind in ["passive", "active", "arcane", "signature"] {
        assert!(card.contains(&format!("    kind: {kind}\n")), "no {kind}\n{card}");
    }
    well(&here, "new card second-one --pack my_troupe");
    well(&here, "new card small-stone --pack my_troupe --kind stone");
    assert!(well(&here, "check my_troupe").contains("\n0 errors, "));
    let (status, _, err) = cardwright(&here, "new card beaky-bobby --pack my_troupe");
    assert!(status == 2 && err.contains("is called `beaky-bobby` already"), "{err}");
}

#[test]
fn nothing_is_written_over_and_wrong_names_are_refused() {
    let here = folder("workbench-refused");
    well(&here, "new pack dash");
    let before = files(&here);
    for (words, says) in [
        ("new pack dash", "is there already"),
        ("new pack moonstone", "a pack is called `moonstone` already"),
        ("new pack My-Game", "write `my_game`"),
        ("new pack ../out", "is no name"),
        ("new pack other --game moonston", "did you mean `moonstone`?"),
        ("new card hare --pack dash", "a card is called `hare` already"),
        ("new card Hare --pack dash", "write `hare`"),
        ("new card wolf --pack dash --kind runer", "did you mean `runner`?"),
        ("new card wolf --pack nowhere", "nowhere is not there"),
        ("new card wolf", "the card needs a pack"),
    ] {
        let (status, out, err) = cardwright(&here, words);
        assert!(status != 0 && out.is_empty() && err.contains(says), "{words}: {status} {out}{err}");
    }
    assert_eq!(files(&here), before);
    // In a pack with errors no card passes; the error is shown.
    fs::write(here.join("dash/cards/hare.yaml"), "kind: runner\n").unwrap();
    let (status, _, err) = cardwright(&here, "new card wolf --pack dash");
    assert!(status == 1 && err.contains("hare.yaml"), "{err}");
    assert!(!here.join("dash/cards/wolf.yaml").exists());
}

#[test]
fn packs_elsewhere_are_named_by_their_folders() {
    let here = folder("workbench-elsewhere");
    well(&here, "new pack dash");
    assert!(well(&here.join("dash"), "check .").starts_with("dash: 2 cards"));
    assert!(well(&here.join("dash"), "check ../dash/").starts_with("dash: 2 cards"));
    assert!(well(&here, "show hare --game ./dash").starts_with("Hare  (hare, runner)"));
    for (words, says) in [
        ("show hare", "there is no card `hare`; of a pack that is not shipped, name the folder: `--game ./my_pack`"),
        ("show hair --game dash", "there is no card `hair` in dash"),
        ("show hara --game dash", "there is no card `hara` in dash; did you mean `hare`?"),
        ("show sir", "there is no card `sir`; did you mean `"),
        ("play moonston", "is named by its folder, such as `./my_pack`; did you mean `moonstone`?"),
        ("play dash/cards", "the folder dash/cards has no pack.yaml"),
        ("play dash --board frist", "there is no board `frist`; a board of your own is named by its file; did you mean `first`?"),
    ] {
        let (status, _, err) = cardwright(&here, words);
        assert!(status == 2 && err.contains(says), "{words}: {status} {err}");
    }
}

#[test]
fn rules_tell_what_is_proved_and_what_is_not() {
    let here = folder("workbench-rules");
    well(&here, "new pack dash");
    let file = here.join("dash/rules.yaml");
    let text = fs::read_to_string(&file).unwrap();
    let more = "  - {id: DA-05, says: \"The meadow lies by a river.\", exempt: \"story, without effect\"}\n  - {id: DA-06, says: \"Who \
                runs through the river, which is cold and deep and wide, is wet for the rest of the race.\", default: \"Nobody is.\"}\n\neffects:";
    fs::write(&file, text.replacen("\neffects:", more, 1)).unwrap();
    let (status, out, _) = cardwright(&here, "rules dash");
    assert_eq!(status, 1);
    for line in [
        "DA-05  exempt     -  The meadow lies by a river.\n",
        "because: story, without effect\n",
        "DA-06  missing    -  Who runs through the river, which is cold and deep and wid…\n",
        "neither a scenario nor a declaration names it\n",
        "6 rules: 4 proved, 1 exempt, 1 missing, 0 failing\n",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    let (status, out, _) = cardwright(&here, "rules dash --format json");
    assert_eq!(status, 1);
    let all: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
    assert_eq!(all.len(), 6);
    assert_eq!(all[0]["id"], "DA-01");
    assert_eq!(all[0]["passed"], true);
    assert_eq!(all[0]["exempt"], serde_json::Value::Null);
    let proof = all[0]["scenarios"][0].as_str().unwrap();
    assert_eq!(proof, "dash/scenarios/race.md:10 The best die counts, and Steady gives one more");
    assert_eq!((&all[4]["exempt"], &all[4]["passed"]), (&"story, without effect".into(), &false.into()));
    assert_eq!(all[5]["default"], "Nobody is.");

    // A scenario that fails proves nothing.
    let page = here.join("dash/scenarios/race.md");
    let text = fs::read_to_string(&page).unwrap();
    fs::write(&page, text.replace("T steps 2\n", "T steps 3\n")).unwrap();
    let (status, out, _) = cardwright(&here, "rules dash");
    assert!(status == 1 && out.contains("DA-04  fails      1  "), "{out}");
    assert!(out.contains("3 proved, 1 exempt, 1 missing, 1 failing"), "{out}");
    // A rule that is not there is told at its place, by `test` too.
    fs::write(&page, text.replace("rules: DA-04", "rules: DA-04, DA-4")).unwrap();
    let said = "dash/scenarios/race.md:72:15: the catalogue has no rule `DA-4`; did you mean `DA-04`?";
    for command in ["rules dash", "test dash"] {
        let (status, out, _) = cardwright(&here, command);
        assert!(status == 1 && out.contains(said), "{command}: {out}");
    }
    let (status, _, err) = cardwright(&here, "rules dsh");
    assert!(
        status == 2
            && err.contains(
                "there is no game `dsh`; a pack that lies elsewhere is named by its folder, such as `./my_pack`; there are: base"
            ),
        "{err}"
    );
}

#[test]
fn shells_get_their_completions() {
    let here = folder("workbench-shells");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = well(&here, &format!("completions {shell}"));
        assert!(script.contains("cardwright") && script.contains("replay"), "{shell}");
    }
}

/// A list of purchases: the card that comes of it is one that `check` takes, and what breaks a rule is told at its line.
#[test]
fn what_is_bought_becomes_a_card() {
    let here = folder("workbench-build");
    let list =
        "name: {en: Bill, zh-Hant: 比爾}\npurchases:\n  - choose_build: warrior\n  - buy_modifier: block\n  - buy: beefy\n";
    fs::write(here.join("bill.yaml"), list).unwrap();
    let out = well(&here, "build darkness-rising bill.yaml");
    assert!(out.contains("Block") && out.contains("Beefy"), "{out}");
    let card = &out[out.find("kind: unit\n").unwrap()..];
    assert!(card.contains("built_hits: 14\n") && card.contains("ranks: {block: 1, mighty_blow: 0"), "{card}");
    assert!(card.ends_with("abilities:\n  - use: beefy\n") && card.contains("half_points: 3\n"), "{card}");
    well(&here, "new pack host --game darkness-rising");
    fs::write(here.join("host/cards/bill.yaml"), &out).unwrap();
    well(&here, "check host");

    for (wrong, line, said) in [
        ("  - buy: beefy\n", 6, "(DR-072)"),
        ("  - buy: chunky\n", 6, "(DR-079"),
        ("  - buy_modifier: guard\n", 6, "(DR-060)"),
        ("  - buy_modifier: gard\n", 6, "did you mean `guard`?"),
        ("  - buy: hiya\n", 6, "(DR-"),
        ("  - fly: 3\n", 6, "`fly` is not on offer here"),
    ] {
        fs::write(here.join("wrong.yaml"), format!("{list}{wrong}")).unwrap();
        let (status, out, err) = cardwright(&here, "build darkness-rising wrong.yaml");
        assert!(status != 0 && out.is_empty(), "{out}");
        assert!(err.contains(said) && err.contains(&format!("wrong.yaml:{line}:")), "{wrong}{err}");
    }
}
