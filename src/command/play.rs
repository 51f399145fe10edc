//! `play`: a game at the terminal.

use super::replay::finish;
use super::tally::tally;
use crate::boards::Shipped;
use crate::campaign::{self, Campaign};
use crate::console::Console;
use crate::failure::{Failure, Found};
use crate::game::Game;
use crate::load;
use crate::save::{Saved, Start};
use crate::seat::{Seat, seat};
use crate::session::Session;
use crate::sitting::Sitting;
use crate::tale::{Detail, Told};
use crate::tongue::{said, wrapped};
use std::path::{Path, PathBuf};

/// What stands in place of a file for the game that was left last.
pub const LAST: &str = "@last";

/// More commands than any game has; one that goes on is a fault of its rules.
pub const MOST_COMMANDS: usize = 100_000;

/// Machine players, the best first.
const MACHINES: [&str; 2] = ["greedy", "random"];

/// What `play` was asked for.
pub struct Wanted<'a> {
    /// The game.
    pub game: &'a str,
    /// Who plays, one name a seat; empty: a person against the best machine, or those of the saved game.
    pub players: &'a [String],
    /// The seed; None takes one from the clock.
    pub seed: Option<u64>,
    /// The board; None is the shipped one.
    pub board: Option<&'a str>,
    /// Files of campaigns that take part, the n-th or `n=FILE` in the n-th seat.
    pub campaigns: &'a [String],
    /// Only list the boards.
    pub list: bool,
    /// Only the result and the hash.
    pub quiet: bool,
    /// Every effect, reckoning and rule.
    pub everything: bool,
    /// The file the game is kept in.
    pub save: Option<&'a Path>,
    /// A saved game to go on with; [`LAST`] is the one that was left last.
    pub load: Option<&'a Path>,
    /// Where a game that no file was named for is kept, if anywhere.
    pub kept: Option<&'a Path>,
    /// The language.
    pub language: Option<&'a str>,
    /// How many games are played and counted; None is one, which is shown.
    pub games: Option<u64>,
}

/// Plays a game to its end, or until a person leaves.
///
/// Errors: what was asked for is not there, or a rule is at fault.
pub fn play(wanted: &Wanted<'_>, console: &mut Console<'_>) -> Result<Found, Failure> {
    let game = load::game(wanted.game)?;
    if let Some(games) = wanted.games {
        return tally(&game, wanted, games, console.output);
    }
    let words = game.words(wanted.language).map_err(Failure::Usage)?;
    if wanted.list {
        return list(&game, words, console);
    }
    let kept = wanted.kept.map(|folder| folder.join(format!("{}.json", game.rules.game)));
    let mut intro = None;
    let loaded = wanted.load.map(|file| if file == Path::new(LAST) { kept.as_deref().unwrap_or(file) } else { file }.to_owned());
    let mut session = match &loaded {
        Some(file) => {
            let saved = Saved::read(file).map_err(Failure::Problem)?;
            Session::replay(&game, words, &saved, |_| {}).map_err(|m| {
                let file = file.display();
                Failure::Problem(said!(words, "{file} cannot be gone on with: {m}", "{file} 無法繼續：{m}"))
            })?
        }
        None => {
            let seed = wanted.seed.unwrap_or_else(any_seed);
            let players =
                if wanted.players.is_empty() { vec!["human".into(), machine(&game, seed)] } else { wanted.players.to_vec() };
            let board = load::board_file(&game, wanted.board, players.len())?;
            let mut start = Start { board: board.lines.clone(), seed, players, campaign: Vec::new() };
            for (place, named) in (1..).zip(wanted.campaigns) {
                let (seat, file) = in_seat(named, place);
                let campaign = Campaign::read(&game, words, Path::new(file))?;
                let (lines, part) = campaign.muster(&start.board, seat)?;
                if !part.resting.is_empty() {
                    let behind = campaign.names(&part.resting).join(", ");
                    console.say(said!(
                        words,
                        "the board has no place for: {behind}; they stay behind",
                        "版圖沒有位置給：{behind}；他們留守"
                    ))?;
                }
                start.board = lines;
                start.campaign.push(part);
            }
            intro = Some(board);
            Session::new(&game, words, start).map_err(Failure::Problem)?
        }
    };
    if !wanted.players.is_empty() {
        session.start.players = wanted.players.to_vec();
    }
    let count = session.state().players as usize;
    if session.start.players.len() != count {
        return Err(Failure::usage(format!("{} players are named, but the board is for {count}", session.start.players.len())));
    }
    let seed = session.start.seed;
    let mut seats = Vec::new();
    for (place, name) in session.start.players.iter().enumerate() {
        seats.push(seat(name, &game, seed, place).map_err(Failure::Usage)?);
    }
    let people = seats.iter().any(|seat| matches!(seat, Seat::Human));
    if people && wanted.quiet {
        return Err(Failure::usage("--quiet is for games without people"));
    }
    if !wanted.quiet {
        head(&session, intro.as_ref().filter(|_| people), wanted.game, people, console)?;
    }
    let file = wanted.save.map(Path::to_owned).or(loaded.filter(|_| people)).or(kept.filter(|_| people));
    if let Some(folder) = file.as_deref().filter(|_| wanted.save.is_none()).and_then(Path::parent) {
        // Where it cannot be made the first decision tells that nothing can be kept.
        let _ = std::fs::create_dir_all(folder);
    }
    let told = Told { detail: if wanted.everything { Detail::Full } else { Detail::Played }, reasons: wanted.everything };
    // A game of machines is written once, at its end.
    let step_by_step = file.clone().filter(|_| people);
    let mut sitting = Sitting::new(&mut session, seats, console, wanted.quiet).telling(told).kept_in(step_by_step);
    let result = sitting.play();
    let (kept, unsaved) = (sitting.file().map(Path::to_owned), sitting.keep());
    if let Some(file) = file.as_deref().filter(|_| !people) {
        session.saved().write(file).map_err(Failure::Problem)?;
    }
    result?;
    unsaved?;
    if session.is_over() {
        for told in campaign::go_on(&session)? {
            console.say(told)?;
        }
    }
    if people {
        tail(&session, kept, wanted.game, console)?;
    }
    finish(&session, console.output)
}

/// `2=crew.yaml`, or a file alone for the seat of its place.
fn in_seat(named: &str, place: usize) -> (usize, &str) {
    let seat = named.split_once('=').and_then(|(seat, file)| Some((seat.parse().ok().filter(|seat| *seat > 0)?, file)));
    seat.unwrap_or((place, named))
}

/// Who plays what, and what the board has to say first.
fn head(
    session: &Session<'_>,
    board: Option<&Shipped>,
    game: &str,
    people: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let words = session.words;
    let players = (1..).map(cardwright_core::value::EntityId).zip(&session.start.players);
    let names: Vec<String> = players.map(|(id, who)| format!("{} ({who})", crate::name::player(&session.given, id))).collect();
    let (names, seed) = (names.join(", "), session.start.seed);
    console.say(said!(words, "{game}: {names}, seed {seed}", "{game}：{names}，種子 {seed}"))?;
    if let Some(board) = board {
        let (title, intro) = (board.title.in_language(&words.tag), board.intro.in_language(&words.tag));
        if !intro.is_empty() {
            console.say(format!("\n{title}\n"))?;
            for line in wrapped(intro, console.columns.min(100) - 2) {
                console.say(line)?;
            }
            console.say("")?;
        }
    }
    if people {
        console.say(said!(
            words,
            "`help` lists what can be typed, `?` what may be answered.",
            "輸入 `help` 看指令，`?` 看可回答什麼。"
        ))?;
    }
    Ok(())
}

/// How it ended and why, and how it is played again.
fn tail(session: &Session<'_>, kept: Option<PathBuf>, game: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    let words = session.words;
    let says =
        crate::say::Says { rules: &session.game.rules, words, given: &session.given, state: session.state(), viewer: None };
    if session.is_over() {
        if let Some(score) = crate::table::score(&says, &session.game.face) {
            console.say(score)?;
        }
        if let Some(rule) = session.end_rule() {
            console.say(said!(words, "  ended by the rule at {rule}", "  結束的規則：{rule}"))?;
        }
    }
    let seed = session.start.seed;
    console.say(said!(words, "  seed {seed}", "  種子 {seed}"))?;
    let Some(file) = kept else { return Ok(()) };
    let file = file.display();
    if session.is_over() {
        console.say(said!(words, "  `cardwright replay {file}` plays it again", "  `cardwright replay {file}` 可重播"))
    } else {
        console.say(said!(
            words,
            "  kept; `cardwright play {game} --load {file}` goes on",
            "  已保留；`cardwright play {game} --load {file}` 可繼續"
        ))
    }
}

/// The boards of a game, a line each.
fn list(game: &Game, words: &crate::words::Words, console: &mut Console<'_>) -> Result<Found, Failure> {
    for board in load::board_files(game)? {
        let (title, players) = (board.title.in_language(&words.tag), board.players);
        let name = &board.name;
        console.say(said!(words, "{name:<12} {title}, {players} players", "{name:<12} {title}，{players}名玩家"))?;
    }
    Ok(Found::Nothing)
}

/// The best machine player that there is.
fn machine(game: &Game, seed: u64) -> String {
    let known = MACHINES.iter().find(|name| seat(name, game, seed, 0).is_ok());
    known.map_or_else(|| "random".to_owned(), |name| (*name).to_owned())
}

/// A seed nobody chose; it is shown and saved, so that the game can be played again.
fn any_seed() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |d| d.as_millis() as u64 % 1_000_000)
}
