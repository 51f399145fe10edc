//! Games at the terminal, typed into a pipe: what is shown, and that nothing typed can lose a game.

use cardwright::command::play::{Wanted, play};
use cardwright::console::{Console, ENDLESS};
use cardwright::save::Saved;
use std::path::{Path, PathBuf};

const PLAYERS: [&str; 2] = ["human", "random"];

fn wanted<'a>(players: &'a [String], save: Option<&'a Path>, load: Option<&'a Path>) -> Wanted<'a> {
    Wanted {
        game: "moonstone",
        players,
        seed: load.is_none().then_some(7),
        board: None,
        campaigns: &[],
        list: false,
        quiet: false,
        everything: false,
        save,
        load,
        kept: None,
        language: None,
        games: None,
    }
}

fn names(players: [&str; 2]) -> Vec<String> {
    players.map(str::to_owned).to_vec()
}

fn typed(typed: &str, wanted: &Wanted<'_>) -> String {
    let (mut input, mut output) = (typed.as_bytes(), Vec::new());
    let mut console = Console { input: &mut input, output: &mut output, screen: false, columns: 80, rows: ENDLESS };
    play(wanted, &mut console).unwrap_or_else(|failure| panic!("{failure}"));
    plain(&String::from_utf8(output).expect("text"))
}

/// Without colours, which the program takes out where nobody can see them, and without the name of the test's folder.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or("").to_owned();
    let text = parts.fold(first, |out, part| out + part.split_once('m').map_or("", |(_, rest)| rest));
    text.replace(&std::env::temp_dir().display().to_string(), "TMP")
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("cardwright-play-{}-{name}.json", std::process::id()))
}

fn hash(text: &str) -> &str {
    text.lines().rev().find_map(|line| line.strip_prefix("hash: ")).expect("a hash")
}

/// Up to the first activation of the person.
const OPENING: &str = "yes\n2\nb1\n10,9\nd2\n14,5\ng3\n26,8\n";
/// The same among two people, up to the first activation.
const AMONG_PEOPLE: &str = "yes\n2\nb1\n10,9\ne1\n10,30\nd2\n14,5\ny2\n14,30\ng3\n26,8\nh3\n26,30\n";

/// A skirmish up to the first reaction of the person, who is first.
const SKIRMISH: &str = "yes\n2\na1\n18,8\nf2\n14,8\nb3\n22,8\nf4\n10,8\n";

#[test]
fn a_game_begins() {
    insta::assert_snapshot!("opening", typed(&format!("{OPENING}?\nwhy\nhelp\nquit\n"), &wanted(&names(PLAYERS), None, None)));
}

#[test]
fn a_first_turn_in_chinese() {
    let players = names(PLAYERS);
    let wanted = Wanted { language: Some("zh-Hant"), ..wanted(&players, None, None) };
    insta::assert_snapshot!("opening_chinese", typed(&format!("{OPENING}b1\n跑步\n3 北\nquit\n"), &wanted));
}

#[test]
fn what_is_taken_back_never_was() {
    let players = names(["human", "human"]);
    let straight = typed(&format!("{AMONG_PEOPLE}e1\njog\n2 s\nquit\n"), &wanted(&players, None, None));
    let crooked = AMONG_PEOPLE.replace("2\nb1\n10,9\n", "3\nundo\n2\nd2\nundo\nb1\n9,9\nundo\n10,9\n");
    let crooked = typed(&format!("{crooked}e1\njog\nundo\njog\n1 s\nundo\n2 s\nquit\n"), &wanted(&players, None, None));
    assert!(straight.contains("moves 2\""), "{straight}");
    assert_eq!(hash(&straight), hash(&crooked), "{crooked}");
}

#[test]
fn a_game_left_in_the_middle_of_a_question_goes_on() {
    let (players, saved) = (names(["human", "human"]), file("middle"));
    let straight = typed(&format!("{AMONG_PEOPLE}e1\njog\n2 s\nquit\n"), &wanted(&players, None, None));
    typed(&format!("{AMONG_PEOPLE}e1\njog\nundo\njog\n"), &wanted(&players, Some(&saved), None));
    assert!(Saved::read(&saved).expect("a saved game").open.is_some(), "the question stands in the file");
    let on = typed("2 s\nquit\n", &wanted(&[], None, Some(&saved)));
    assert_eq!(hash(&straight), hash(&on), "{on}");
    let _ = std::fs::remove_file(&saved);
}

#[test]
fn nothing_typed_loses_the_game() {
    const LINES: [&str; 44] = [
        "",
        " ",
        "?",
        "help",
        "why",
        "why jog",
        "why 3",
        "why 99999999999999999999",
        "board",
        "log",
        "log all",
        "reasons",
        "reasons on",
        "reasons off",
        "show",
        "show b1",
        "show nobody",
        "save",
        "toward",
        "toward nobody",
        "touch",
        "to 1e9,1",
        "99",
        "-1",
        "0",
        "1,2,3",
        "12,",
        "99999999999999999 n",
        "n 1000000000",
        "away from 1",
        "then then",
        "1,1 -> 2,2 -> x",
        "\u{202e}\u{1b}[2J月石",
        "{slot} {?a|b}",
        "show 1",
        "show 0",
        "show 99",
        "near",
        "near b1",
        "near stone 2",
        "near nobody",
        "always",
        "always nonsense",
        "ask",
    ];
    let players = names(PLAYERS);
    let garbage = LINES.join("\n");
    for before in ["yes\n", "yes\n2\n", "yes\n2\nb1\n", OPENING] {
        let clean = typed(&format!("{before}quit\n"), &wanted(&players, None, None));
        // At the first prompt of a command some of these are choices: only where a question wants words they are not.
        let lines =
            if before.ends_with("b1\n") { garbage.clone() } else { garbage.replace("\n0\n", "\n").replace("\n1,2,3\n", "\n") };
        let dirty = typed(&format!("{before}{lines}\nquit\n"), &wanted(&players, None, None));
        assert_eq!(hash(&clean), hash(&dirty), "after {before:?}");
    }
}

#[test]
fn among_several_people_the_keyboard_changes_hands_before_a_secret() {
    let players = names(["human", "human"]);
    let said = typed("yes\n2\nb1\n10,9\ne1\n18,30\nquit\n", &wanted(&players, None, None));
    assert!(!said.contains("Hand the keyboard"), "nothing is secret yet:\n{said}");
}

#[test]
fn a_player_is_told_what_is_near_and_what_an_ability_does() {
    let said = typed(&format!("{OPENING}show healing\nb1\nshow 3\nnear b1\nquit\n"), &wanted(&names(PLAYERS), None, None));
    assert!(said.contains("Healing (Arcane): 2 energy, range 8\""), "{said}");
    assert_eq!(said.matches("Stand Back! (Active): 1 energy, pulse 2\"").count(), 2, "once on offer, once asked for:\n{said}");
    let distances = said.lines().filter(|line| line.starts_with("  stone #") && line.contains(" depth ")).count();
    assert_eq!(distances, 7, "every stone with its depth:\n{said}");
}

#[test]
fn an_answer_stands_for_the_rest_of_the_turn() {
    let players = names(["human", "random"]);
    let asked = |lines: &str| {
        let wanted = Wanted { board: Some("skirmish"), ..wanted(&players, None, None) };
        let said = typed(&format!("{SKIRMISH}{lines}"), &wanted);
        said.matches("Which model makes a reaction Step").count()
    };
    let (patient, never) = (asked(&"none\n".repeat(12)), asked("never\n"));
    assert!(patient > 1, "the question comes more than once: {patient}");
    assert_eq!(never, 1, "and not again after `never`");
}

#[test]
fn a_low_screen_shows_the_whole_table() {
    let players = names(PLAYERS);
    let (mut input, mut output) = ("yes\nquit\n".as_bytes(), Vec::new());
    let mut console = Console { input: &mut input, output: &mut output, screen: false, columns: 80, rows: 24 };
    play(&wanted(&players, None, None), &mut console).unwrap_or_else(|failure| panic!("{failure}"));
    let said = plain(&String::from_utf8(output).expect("text"));
    let board: Vec<&str> =
        said.lines().skip_while(|line| !line.contains("north")).take_while(|line| !line.contains("south")).collect();
    assert!((10..24).contains(&board.len()), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
}

/// A duel from its first turn on, against a machine that plays at random.
fn duel(lines: &str, language: Option<&'static str>) -> String {
    let players = names(PLAYERS);
    typed(lines, &Wanted { game: "dice-throne", seed: Some(3), language, ..wanted(&players, None, None) })
}

/// Up to the first question which dice are rolled again.
const FIRST_ROLL: &str = "pass\n1\n";

#[test]
fn a_duel_begins() {
    let said = duel(&format!("?\nhelp\n{FIRST_ROLL}all\nkeep 1\nboard\nquit\n"), None);
    insta::assert_snapshot!("duel", said);
    let said = duel(&format!("?\n{FIRST_ROLL}all\nkeep 1\nboard\nquit\n"), None);
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
}

#[test]
fn a_duel_begins_in_chinese() {
    insta::assert_snapshot!("duel_chinese", duel(&format!("{FIRST_ROLL}1\nnone\nquit\n"), Some("zh-Hant")));
}

/// The dice as they were told last.
fn dice(said: &str) -> Vec<&str> {
    let line = said.lines().rev().find_map(|line| line.strip_prefix("dice of red: ")).expect("dice");
    line.split(']').filter_map(|part| part.split_once('[')).map(|(_, shown)| shown).collect()
}

#[test]
fn dice_are_chosen_by_place_by_what_they_show_and_by_what_is_kept() {
    let before = duel(&format!("{FIRST_ROLL}quit\n"), None);
    let shown = dice(&before);
    let face = |n: usize| shown.get(n).and_then(|shown| shown.split_once(' ')).map_or("", |(_, face)| face);
    let of_first: Vec<String> = (0..5).filter(|n| face(*n) == face(0)).map(|n| (n + 1).to_string()).collect();
    let rest: Vec<String> = (0..5).filter(|n| face(*n) != face(0)).map(|n| (n + 1).to_string()).collect();
    let rolled = |answer: &str| hash(&duel(&format!("{FIRST_ROLL}{answer}\nquit\n"), None)).to_owned();
    let by_place = rolled(&of_first.join(", "));
    assert_eq!(by_place, rolled(&face(0).to_lowercase()));
    assert_eq!(by_place, rolled(&format!("keep {}", rest.join(", "))));
    let named: Vec<String> = of_first.iter().map(|n| format!("die {n}")).collect();
    assert_eq!(by_place, rolled(&named.join(", ")));
}

#[test]
fn what_a_hidden_card_is_cannot_be_asked_for() {
    let said = duel("show not this time\nshow longbow iii\nshow smack iii\nquit\n", None);
    assert!(!said.contains("a hidden action card (") && !said.contains("could be a hidden"), "{said}");
    assert!(said.contains("Smack III (upgrade card)"), "a card is shown as it is printed:\n{said}");
}

#[test]
fn passing_for_a_phase_is_passing_each_time() {
    let players = names(["human", "human"]);
    let of_two = |line: &str, times: usize| {
        let wanted = Wanted { game: "dice-throne", seed: Some(11), ..wanted(&players, None, None) };
        hash(&typed(&format!("{}quit\n", line.repeat(times)), &wanted)).to_owned()
    };
    let phases = of_two("p!\n", 12);
    let plain = (8..=30).find(|times| of_two("pass\n", *times) == phases);
    assert!(plain.is_some(), "the same game as with plain passes");
}

/// An opponent who is unseen stands neither on the board nor in the list beneath it.
#[test]
fn what_is_unseen_is_not_drawn() {
    let board = file("fog").with_extension("yaml");
    let name = board.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    let pieces = "pieces:\n  - {card: warrior, owner: 1, at: [5.5, 5.5]}\n  - {card: spearman, owner: 2, at: [9.5, 5.5]}\n  \
                  - {card: archer, owner: 2, at: [12.5, 5.5], unseen: 1}\n";
    std::fs::write(&board, format!("board: {name}\nname: {{en: Fog, zh-Hant: 霧}}\nplayers: [red, blue]\n{pieces}")).unwrap();
    let (players, path) = (names(PLAYERS), board.to_str().expect("a path"));
    let wanted = Wanted { game: "darkness-rising", board: Some(path), ..wanted(&players, None, None) };
    let said = typed("quit\n", &wanted);
    std::fs::remove_file(&board).unwrap();
    assert!(said.contains("Spearman"), "{said}");
    assert!(!said.contains("Archer"), "{said}");
}

/// A battle on squares of four against four, typed by the player who sits first.
fn battle(lines: &str, language: Option<&'static str>) -> String {
    let players = names(PLAYERS);
    let wanted =
        Wanted { game: "darkness-rising", seed: Some(3), board: Some("skirmish"), language, ..wanted(&players, None, None) };
    typed(lines, &wanted)
}

/// Up to the first question for a square: where the archer in 3,5 goes.
const FIRST_MOVE: &str = "pass\npass\npass\npass\n1\n";

#[test]
fn a_battle_on_squares_begins() {
    let lines = format!("help\nshow shocker\n{FIRST_MOVE}30,30\nlist\n6 e\nnear archer\nquit\n");
    insta::assert_snapshot!("battle", battle(&lines, None));
}

#[test]
fn a_battle_on_squares_begins_in_chinese() {
    insta::assert_snapshot!("battle_chinese", battle(&format!("{FIRST_MOVE}30,30\n6 東\nquit\n"), Some("zh-Hant")));
}

#[test]
fn a_square_is_chosen_by_its_numbers_or_the_way_there() {
    let meant = [
        ("9.5, 5.5", ["9,5", "9.5 5.5", "9.3,5.2", "6 e", "e 6", "3 e then 3 e", "to 9,5"].as_slice()),
        ("6.5, 8.5", ["3 ne", "6,8"].as_slice()),
        ("11.5, 5.5", ["toward w4", "touch warrior (blue)", "e", "8 e"].as_slice()),
        ("2.5, 5.5", ["w 1"].as_slice()),
    ];
    let lines: String = meant.iter().flat_map(|(_, lines)| lines.iter()).map(|line| format!("{line}\nundo\n")).collect();
    let said = battle(&format!("{FIRST_MOVE}{lines}quit\n"), None);
    let came: Vec<&str> = said.lines().filter_map(|line| Some(line.split_once("Archer is placed at ")?.1)).collect();
    let wanted: Vec<&str> = meant.iter().flat_map(|(square, lines)| lines.iter().map(|_| *square)).collect();
    assert_eq!(came, wanted, "{said}");
}

/// What a person sees at first of a battle against these pieces, and what is told until the second round.
fn against(name: &str, pieces: &str) -> String {
    let board = file(name).with_extension("yaml");
    let id = board.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    let own = "  - {card: warrior, owner: 1, at: [1.5, 1.5]}\n";
    let page = format!("board: {id}\nname: {{en: Fog, zh-Hant: 霧}}\nplayers: [red, blue]\npieces:\n{own}{pieces}");
    std::fs::write(&board, page).unwrap();
    let (players, path) = (names(PLAYERS), board.to_str().expect("a path"));
    let wanted = Wanted { game: "darkness-rising", board: Some(path), ..wanted(&players, None, None) };
    let first = typed("near w1\nquit\n", &wanted);
    let later = typed(&format!("{}log all\nquit\n", "p!\n".repeat(9)), &wanted);
    std::fs::remove_file(&board).unwrap();
    assert!(!later.contains("hidden"), "nothing is told of who is not seen:\n{later}");
    // What the game as it is comes to, and where the board lies, are no sights.
    first.lines().filter(|line| !line.contains("hash: ")).collect::<Vec<_>>().join("\n").replace(id, "fog")
}

/// Neither marks, names nor the order of a list tell an illusion from a unit, or of who is unseen.
#[test]
fn an_illusion_is_told_from_its_like_by_nothing() {
    let warrior = |x: u32, more: &str| format!("  - {{card: warrior, owner: 2, at: [{x}.5, 9.5]{more}}}\n");
    let archer = |more: &str| format!("  - {{card: archer, owner: 2, at: [5.5, 12.5]{more}}}\n");
    let air = ", illusion: 1";
    let one = against("one", &[warrior(9, air), warrior(11, ""), archer("")].concat());
    assert_eq!(one, against("other", &[warrior(9, ""), warrior(11, air), archer("")].concat()));
    assert!(one.contains("Warrior (blue) #1") && one.contains("Warrior (blue) #2"), "{one}");
    let alone = against("alone", &[warrior(9, ""), warrior(11, "")].concat());
    assert_eq!(alone, against("unseen", &[warrior(9, ""), warrior(11, ""), archer(", unseen: 1")].concat()));
}
