//! The command line.

use crate::calm::{SORRY, keep_calm};
use crate::command::{build, check, new, parse, play, replay, rules, show, test};
use crate::console::{self, Console};
use crate::failure::{Failure, Found};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// An engine and workbench for tabletop character games: the printed text is the rule.
#[derive(Debug, Parser)]
#[command(
    name = "cardwright",
    version,
    after_help = "\
Examples:
  cardwright check                       check every shipped pack
  cardwright show bobby                  a card as the engine understands it
  cardwright play moonstone              a first game against a machine
  cardwright play dice-throne            a duel with dice and cards
  cardwright test content/packs/moonstone

Exit status: 0 all is well, 1 problems were found, 2 the command line is wrong.
Colours are used on a terminal only, and never with NO_COLOR."
)]
struct Line {
    #[command(subcommand)]
    command: Asked,
}

/// How much `play` tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LogDetail {
    /// What a player wants to read.
    Plain,
    /// Every effect, reckoning and rule.
    All,
}

#[derive(Debug, Subcommand)]
enum Asked {
    /// Every problem of packs: place, reason, one act to mend it
    #[command(after_help = "Examples:\n  cardwright check\n  cardwright check content/packs/moonstone --format json")]
    Check {
        /// Packs, or folders of packs; none is every shipped pack
        paths: Vec<PathBuf>,
        /// How problems are printed
        #[arg(long, value_enum, default_value = "text")]
        format: check::Format,
    },
    /// A card as the engine understands it: each sentence, its calls, its numbers
    #[command(
        after_help = "Examples:\n  cardwright show beaky-bobby\n  cardwright show \"Beaky Bobby\" --lang zh-Hant\n  cardwright show moon-elf --game dice-throne\n  cardwright show --functions\n  cardwright show --types --game moonstone > types.d.luau"
    )]
    Show {
        /// The card, by id or name
        #[arg(required_unless_present_any = ["functions", "types"])]
        card: Option<String>,
        /// The game it belongs to
        #[arg(long)]
        game: Option<String>,
        /// The language
        #[arg(long)]
        lang: Option<String>,
        /// List the functions of expressions
        #[arg(long)]
        functions: bool,
        /// Write the types that hooks of a game can use, for an author's editor
        #[arg(long, requires = "game")]
        types: bool,
    },
    /// Sentences on standard input, one a line: understood or not, as JSON lines
    #[command(after_help = "Example:\n  echo 'The target suffers 2 Wds.' | cardwright parse --game moonstone --lang en")]
    Parse {
        /// The game whose phrases are used
        #[arg(long)]
        game: String,
        /// The language
        #[arg(long, default_value = "en")]
        lang: String,
    },
    /// Runs the scenarios of packs
    #[command(after_help = "Examples:\n  cardwright test\n  cardwright test content/packs/moonstone/scenarios/jog.md --accept")]
    Test {
        /// Packs, folders or pages; none is every shipped pack
        paths: Vec<PathBuf>,
        /// Record the logs as they are now
        #[arg(long)]
        accept: bool,
        /// Where a log differs from the recorded one, show all that differs
        #[arg(long)]
        log: bool,
        /// Only packs of this game; of a page outside any pack, its game
        #[arg(long)]
        game: Option<String>,
    },
    /// The rules of a game's rule book, with the scenarios that prove each, and what is missing
    #[command(after_help = "Examples:\n  cardwright rules moonstone\n  cardwright rules moonstone --format json")]
    Rules {
        /// The game
        game: String,
        /// How the rules are printed
        #[arg(long, value_enum, default_value = "text")]
        format: rules::Format,
    },
    /// A pack or a card to begin with, which passes `check` at once
    #[command(after_help = "Examples:\n  cardwright new pack my_game\n  cardwright new pack my_troupe --game moonstone\n  \
        cardwright new card grey-wolf --pack my_troupe")]
    New {
        #[command(subcommand)]
        what: NewThing,
    },
    /// A game at the terminal, among people and machines
    #[command(after_help = "Examples:\n  cardwright play moonstone\n  cardwright play dice-throne\n  \
        cardwright play moonstone --board three --players human,human,random\n  \
        cardwright play moonstone --players random,random --seed 7 --quiet --save game.json\n  \
        cardwright play moonstone --load game.json\n  \
        cardwright play moonstone --players greedy,random --games 100 --seed 1")]
    Play {
        /// The game
        game: String,
        /// Who plays, one name a seat: human, random, greedy; left out, a person against a machine
        #[arg(long, value_delimiter = ',')]
        players: Vec<String>,
        /// The seed of all chance; left out, one is taken and shown
        #[arg(long)]
        seed: Option<u64>,
        /// The board, by name or file
        #[arg(long)]
        board: Option<String>,
        /// A campaign that plays in the first seat, `2=FILE` in the second, and goes on when the game is over
        #[arg(long, conflicts_with_all = ["load", "games"])]
        campaign: Vec<String>,
        /// Print only the result and the final hash
        #[arg(long)]
        quiet: bool,
        /// List the boards
        #[arg(long)]
        list: bool,
        /// What is told: plain, or every effect with its reckoning and rule
        #[arg(long, value_enum, default_value = "plain")]
        log: LogDetail,
        /// Keep the game in this file
        #[arg(long)]
        save: Option<PathBuf>,
        /// Go on with a saved game; without a file, with the one left last
        #[arg(long, visible_alias = "resume", conflicts_with_all = ["seed", "board"], num_args = 0..=1, default_missing_value = play::LAST)]
        load: Option<PathBuf>,
        /// So many games among machines, from the seed on and with every seat in turn; prints only who won how often
        #[arg(long, conflicts_with_all = ["log", "save", "load", "quiet"])]
        games: Option<u64>,
        /// The language
        #[arg(long)]
        lang: Option<String>,
    },
    /// A list of purchases, each checked against the rules, and the card that comes of it
    #[command(
        after_help = "Examples:\n  cardwright build darkness-rising bill.yaml --save my_pack/cards/bill.yaml\n  cardwright build darkness-rising bill.yaml --campaign crown.yaml"
    )]
    Build {
        /// The game
        game: String,
        /// The list: `purchases:` with an action a line, such as `- buy: beefy`
        list: PathBuf,
        /// Put the card into this file
        #[arg(long)]
        save: Option<PathBuf>,
        /// A campaign whose pieces can be taken up, and which what is made joins; begun where there is none
        #[arg(long)]
        campaign: Option<PathBuf>,
        /// The language
        #[arg(long)]
        lang: Option<String>,
    },
    /// A saved game again; refuses if the rules changed, and says which
    #[command(after_help = "Examples:\n  cardwright replay game.json\n  cardwright replay game.json --quiet")]
    Replay {
        /// The file that `play --save` wrote
        file: PathBuf,
        /// The game it is of, such as the folder of a pack that is not shipped
        #[arg(long)]
        game: Option<String>,
        /// Print only the result and the final hash
        #[arg(long)]
        quiet: bool,
        /// Tell every effect
        #[arg(long)]
        full: bool,
        /// The language
        #[arg(long)]
        lang: Option<String>,
    },
    /// The words that a shell completes after `cardwright`
    #[command(after_help = "Example:\n  cardwright completions bash > ~/.local/share/bash-completion/completions/cardwright")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, Subcommand)]
enum NewThing {
    /// A folder with a pack: a small game of its own, or an addition to a game
    Pack {
        /// Its id: lower-case words joined by `_`
        name: String,
        /// The game it adds to; left out, it is a game of its own
        #[arg(long)]
        game: Option<String>,
        /// The folder to write it in
        #[arg(long, default_value = ".")]
        into: PathBuf,
    },
    /// A card of a pack whose game is known
    Card {
        /// Its id: lower-case words joined by `-`
        name: String,
        /// The game it is for, if that is the pack it goes to
        #[arg(long)]
        game: Option<String>,
        /// The pack it goes to; left out, the one that the present folder lies in
        #[arg(long, conflicts_with = "game")]
        pack: Option<PathBuf>,
        /// Its kind; left out, that of most cards with abilities
        #[arg(long)]
        kind: Option<String>,
    },
}

/// Writes the words that a shell completes after `cardwright`.
fn completions(shell: Shell, out: &mut dyn Write) -> Result<Found, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Line::command(), "cardwright", &mut script);
    out.write_all(&script)?;
    Ok(Found::Nothing)
}

/// The whole program: reads the command line, does it, gives the exit status.
pub fn program() -> ExitCode {
    keep_calm();
    let line = match Line::try_parse() {
        Ok(line) => line,
        Err(error) => {
            // Help and version are no errors, and nobody may be there to read them.
            let status = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(status);
        }
    };
    // A deep text or a deep rule must not meet the end of a small stack.
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || run(line));
    let result = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        _ => {
            let _ = writeln!(anstream::stderr(), "{SORRY}");
            return ExitCode::from(1);
        }
    };
    match result {
        Ok(Found::Nothing) | Err(Failure::Unread) => ExitCode::SUCCESS,
        Ok(Found::Problems) => ExitCode::from(1),
        Err(failure) => {
            let _ = writeln!(anstream::stderr(), "cardwright: {failure}");
            ExitCode::from(if matches!(failure, Failure::Usage(_)) { 2 } else { 1 })
        }
    }
}

/// Bytes of stack of the thread that works: the core counts its chains, not its bytes.
const STACK: usize = 256 * 1024 * 1024;

fn run(line: Line) -> Result<Found, Failure> {
    let mut out = io::BufWriter::new(anstream::stdout());
    let result = ask(line, &mut out);
    // What is buffered is still shown when a command ends early.
    let flushed = out.flush();
    let found = result?;
    flushed?;
    Ok(found)
}

fn ask(line: Line, out: &mut dyn Write) -> Result<Found, Failure> {
    match line.command {
        Asked::Check { paths, format } => check::check(&paths, format, out),
        Asked::Show { functions: true, .. } => show::functions(out),
        Asked::Show { types: true, game, .. } => show::types(game.as_deref().unwrap_or_default(), out),
        Asked::Show { card, game, lang, .. } => show::show(card.as_deref().unwrap_or(""), game.as_deref(), lang.as_deref(), out),
        Asked::Parse { game, lang } => {
            let mut input = io::stdin().lock();
            parse::parse(&game, &lang, &mut input, out, &mut anstream::stderr())
        }
        Asked::Test { paths, accept, log, game } => {
            test::test(&test::Wanted { paths: &paths, accept, log, game: game.as_deref() }, out)
        }
        Asked::Completions { shell } => completions(shell, out),
        Asked::New { what: NewThing::Pack { name, game, into } } => new::pack(&name, game.as_deref(), &into, out),
        Asked::New { what: NewThing::Card { name, game, pack, kind } } => {
            new::card(&name, game.as_deref(), pack.as_deref(), kind.as_deref(), out)
        }
        Asked::Rules { game, format } => rules::rules(&game, format, out),
        Asked::Play { game, players, seed, board, campaign, quiet, list, log, save, load, games, lang } => {
            let screen = io::stdin().is_terminal() && io::stdout().is_terminal();
            let (columns, rows) = if screen { console::size() } else { (80, console::ENDLESS) };
            let mut input = io::stdin().lock();
            let kept = kept();
            let wanted = play::Wanted {
                game: &game,
                players: &players,
                seed,
                board: board.as_deref(),
                campaigns: &campaign,
                quiet,
                list,
                everything: log == LogDetail::All,
                save: save.as_deref(),
                load: load.as_deref(),
                kept: kept.as_deref(),
                language: lang.as_deref(),
                games,
            };
            play::play(&wanted, &mut Console { input: &mut input, output: out, screen, columns, rows })
        }
        Asked::Build { game, list, save, campaign, lang } => {
            let (save, campaign, language) = (save.as_deref(), campaign.as_deref(), lang.as_deref());
            build::build(&build::Wanted { game: &game, list: &list, save, campaign, language }, out)
        }
        Asked::Replay { file, game, quiet, full, lang } => {
            let wanted = replay::Wanted { file: &file, game: game.as_deref(), quiet, full, language: lang.as_deref() };
            replay::replay(&wanted, out)
        }
    }
}

/// Where games are kept that no file was named for.
fn kept() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    let home = || std::env::var_os("HOME").filter(|path| !path.is_empty()).map(|home| PathBuf::from(home).join(".local/state"));
    Some(state.or_else(home)?.join("cardwright"))
}

/// The command line as clap knows it, for completions and tests.
pub fn command_line() -> clap::Command {
    Line::command()
}
