//! What goes on from battle to battle: a campaign file that `build` begins and `play` writes anew.

mod program;

use program::{cardwright, folder, well};
use std::fs;
use std::path::Path;

const BILL: &str = "name: {en: Bill, zh-Hant: 比爾}
purchases:
  - choose_build: caster
  - choose_discipline: croakamancy
  - gain_level
  - spend_point: combat
  - gain_level
  - buy: bone_puppeteer
  - buy_modifier: block
";

fn write(here: &Path, name: &str, text: &str) {
    fs::write(here.join(name), text).unwrap();
}

fn read(here: &Path, name: &str) -> String {
    fs::read_to_string(here.join(name)).unwrap()
}

/// A campaign of two bought units, an archer of the book, and what they own; one more than the board has places for.
fn crown(test: &str) -> std::path::PathBuf {
    let here = folder(test);
    write(&here, "bill.yaml", BILL);
    write(&here, "brutus.yaml", "name: Brutus\npurchases:\n  - choose_build: warrior\n");
    well(&here, "build darkness-rising bill.yaml --campaign crown.yaml");
    well(&here, "build darkness-rising brutus.yaml --campaign crown.yaml");
    let more = "  - {card: archer, name: Anna, hits_lost: 2}
  - {card: ring-of-juice, holder: Bill}
  - {card: healer, name: Doc}
  - {card: healer, name: Ada}
  - {card: potion-of-ward, holder: Ada}
";
    write(
        &here,
        "crown.yaml",
        &format!("campaign: The Crown\noptions: {{campaign_turns: 1}}\n{}{more}", read(&here, "crown.yaml")),
    );
    here
}

#[test]
fn units_join_rise_and_go_on() {
    let here = crown("campaign-goes-on");
    insta::assert_snapshot!("a campaign before its first battle", read(&here, "crown.yaml"));

    let play = "play darkness-rising --campaign crown.yaml --players greedy,random --seed 3";
    let told = well(&here, &format!("{play} --save battle.json"));
    assert!(told.contains("the board has no place for: Ada, potion-of-ward; they stay behind"), "{told}");
    let after = read(&here, "crown.yaml");
    insta::assert_snapshot!("a campaign after its first battle", after);
    assert!(told.lines().any(|line| line.starts_with("crown.yaml: ") && line.contains("go on; lost: ")), "{told}");

    // A replay tells the same and writes nothing.
    let hash = told.lines().last().unwrap();
    assert!(well(&here, "replay battle.json --quiet").ends_with(&format!("{hash}\n")));
    assert_eq!(read(&here, "crown.yaml"), after);

    // What one has learnt is bought between battles.
    write(&here, "up.yaml", "purchases:\n  - take_up: Bill\n  - gain_level\n  - spend_point: hits\n");
    let card = well(&here, "build darkness-rising up.yaml --campaign crown.yaml");
    assert!(card.contains("name: {en: \"Bill\", zh-Hant: \"Bill\"}") && card.contains("level: 4"), "{card}");
    assert_eq!(read(&here, "crown.yaml.before"), after);
    let risen = read(&here, "crown.yaml");
    assert!(
        risen.contains("level: 4") && risen.contains("campaign: \"The Crown\"") && risen.contains("card: potion-of-ward"),
        "{risen}"
    );

    // And the next battle is fought with them.
    well(&here, "play darkness-rising --campaign 2=crown.yaml --board skirmish --players random,random --seed 4 --quiet");
    assert!(read(&here, "crown.yaml").contains("state: {turn: 3}"), "{}", read(&here, "crown.yaml"));
}

#[test]
fn a_battle_that_was_left_goes_on_once() {
    let here = crown("campaign-left");
    let before = read(&here, "crown.yaml");
    well(&here, "play darkness-rising --campaign crown.yaml --players human,random --seed 5 --save left.json");
    assert_eq!(read(&here, "crown.yaml"), before, "nobody has won yet");
    let told = well(&here, "play darkness-rising --load left.json --players random,random --save left.json");
    assert!(told.contains("crown.yaml: "), "{told}");
    let after = read(&here, "crown.yaml");
    assert_ne!(after, before);
    let told = well(&here, "play darkness-rising --load left.json --players random,random");
    assert!(told.contains("crown.yaml has changed since the battle began and is left as it is"), "{told}");
    assert_eq!(read(&here, "crown.yaml"), after);
}

#[test]
fn what_is_wrong_in_a_campaign_is_told_with_its_place() {
    let here = folder("campaign-faults");
    let files = [
        ("another-game", "game: moonstone\npieces: []\n"),
        ("no-game", "pieces: []\n"),
        ("unknown-key", "game: darkness-rising\nunits: []\n"),
        ("unknown-card", "game: darkness-rising\npieces:\n  - {card: warior, name: Bill}\n"),
        ("unknown-field", "game: darkness-rising\npieces:\n  - {card: warrior, wounds: 3}\n"),
        ("unknown-ability", "game: darkness-rising\npieces:\n  - {card: warrior, abilities: [beefie]}\n"),
        ("unknown-column", "game: darkness-rising\npieces:\n  - {card: warrior, ranks: {blok: 1}}\n"),
        ("two-of-a-name", "game: darkness-rising\npieces:\n  - {card: warrior, name: Bill}\n  - {card: archer, name: Bill}\n"),
        ("nobody-holds", "game: darkness-rising\npieces:\n  - {card: potion-of-ward, holder: Bob}\n"),
        ("not-kept", "game: darkness-rising\npieces:\n  - {kind: terrain, terrain_kind: wall}\n"),
        ("owned", "game: darkness-rising\npieces:\n  - {card: warrior, owner: 2}\n"),
        ("option", "game: darkness-rising\noptions: {campaign_turns: 99}\npieces: []\n"),
        ("state", "game: darkness-rising\nstate: {turns: 2}\npieces: []\n"),
        ("a-list", "- {card: warrior}\n"),
        ("empty", ""),
    ];
    let mut told = String::new();
    write(&here, "good.yaml", "game: darkness-rising\npieces:\n  - {card: warrior}\n");
    for (name, text) in files {
        let name = format!("{name}.yaml");
        write(&here, &name, text);
        let (status, _, err) =
            cardwright(&here, &format!("play darkness-rising --campaign {name} --players random,random --seed 1"));
        assert_eq!(status, 1, "{name}: {err}");
        told.push_str(&format!("{err}\n"));
        assert_eq!(read(&here, &name), text, "a faulty file is left as it is");
    }
    for words in [
        "play darkness-rising --campaign nowhere.yaml --players random,random",
        "play moonstone --campaign another-game.yaml --players random,random",
        "play darkness-rising --campaign 3=good.yaml --players random,random",
        "build darkness-rising owned.yaml --campaign owned.yaml",
    ] {
        let (status, _, err) = cardwright(&here, words);
        assert_ne!(status, 0, "{words}");
        told.push_str(&format!("$ cardwright {words}\n{err}\n"));
    }
    insta::assert_snapshot!(told);
}
