//! A game among people and machines at one terminal: who is asked, what is told to whom, and the words that steer.

use crate::command::play::MOST_COMMANDS;
use crate::console::Console;
use crate::failure::Failure;
use crate::human;
use crate::question;
use crate::say::Says;
use crate::seat::Seat;
use crate::session::Session;
use crate::table::{self, Picture};
use crate::tale::{Detail, Told};
use crate::tongue::{said, wrapped};
use crate::turn::Machines;
use cardwright_core::clock::Waiting;
use cardwright_core::decision::{Command, Decision, Options};
use cardwright_core::event::{Event, What};
use cardwright_core::game::Move;
use cardwright_core::resolve::{Halt, Policy, Refusal};
use cardwright_core::rules::Seen;
use cardwright_core::state::State;
use cardwright_core::value::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a typed line came to.
enum Typed {
    /// It is none of the words that steer.
    Other,
    /// It was done; ask again.
    Again,
    /// The game went back; begin anew from where it stands.
    Back,
    /// The person leaves.
    Left,
}

/// One sitting.
pub struct Sitting<'s, 'g, 'c, 'i> {
    session: &'s mut Session<'g>,
    seats: Vec<Seat<'g>>,
    console: &'c mut Console<'i>,
    told: Told,
    quiet: bool,
    /// Where the game is kept as it goes on.
    file: Option<PathBuf>,
    /// Moves that are told, and lines told of what came after.
    shown: (usize, usize),
    /// After going back nothing is told twice.
    caught_up: bool,
    /// Where the last command of a person stands: what came since is what it may ask the reasons of.
    since: usize,
    /// What the command under way has brought so far.
    under_way: Vec<Event>,
    hinted: BTreeSet<(bool, DefId)>,
    picture: Picture,
    /// Who sits at the keyboard, and whether the screen shows what is only for those eyes.
    reader: Option<EntityId>,
    exposed: bool,
}

impl<'s, 'g, 'c, 'i> Sitting<'s, 'g, 'c, 'i> {
    /// People and machines sit down.
    pub fn new(session: &'s mut Session<'g>, seats: Vec<Seat<'g>>, console: &'c mut Console<'i>, quiet: bool) -> Self {
        let shown = (session.moves.len(), 0);
        let told = Told { detail: Detail::Played, reasons: false };
        Sitting {
            since: shown.0,
            caught_up: session.open.is_some(),
            session,
            seats,
            console,
            told,
            quiet,
            file: None,
            shown,
            under_way: Vec::new(),
            hinted: BTreeSet::new(),
            picture: Picture::default(),
            reader: None,
            exposed: false,
        }
    }

    /// How much is told.
    pub fn telling(self, told: Told) -> Self {
        Sitting { told, ..self }
    }

    /// Keeps the game in a file after every decision, so that nothing is lost however it ends.
    pub fn kept_in(self, file: Option<PathBuf>) -> Self {
        Sitting { file, ..self }
    }

    /// Plays until the game ends or a person leaves.
    ///
    /// Errors: a rule is at fault, or nobody reads. The session is then as it stood before.
    pub fn play(&mut self) -> Result<(), Failure> {
        for _ in 0..MOST_COMMANDS {
            if self.session.open.is_some() {
                if !self.carry_out()? {
                    return Ok(());
                }
                continue;
            }
            if self.session.moves.is_empty() {
                self.session.open = Some(Move { command: Command::Begin, answers: Vec::new() });
                continue;
            }
            let waiting = self.session.waiting().map_err(|halt| self.fault(&halt))?;
            let Some(waiting) = waiting else {
                self.tell(self.only_person())?;
                return Ok(());
            };
            let command = if self.is_person(waiting.player) {
                match self.choose(&waiting)? {
                    Some(Some(command)) => command,
                    Some(None) => continue,
                    None => return Ok(()),
                }
            } else {
                if self.people() == 0 {
                    self.tell(None)?;
                }
                self.machine_command(&waiting)
            };
            self.session.open = Some(Move { command, answers: Vec::new() });
        }
        Err(Failure::problem(format!("the game did not end within {MOST_COMMANDS} commands")))
    }

    fn people(&self) -> usize {
        self.seats.iter().filter(|seat| matches!(seat, Seat::Human)).count()
    }

    fn is_person(&self, player: EntityId) -> bool {
        matches!(self.seats.get((player.0 as usize).wrapping_sub(1)), Some(Seat::Human))
    }

    fn only_person(&self) -> Option<EntityId> {
        let place = self.seats.iter().position(|seat| matches!(seat, Seat::Human)).filter(|_| self.people() == 1);
        place.map(|place| EntityId(place as u32 + 1)).or(self.reader)
    }

    fn fault(&self, halt: &Halt) -> Failure {
        Failure::problem(self.session.game.halt(self.session.words, halt))
    }

    fn says<'a>(&'a self, state: &'a State, viewer: EntityId) -> Says<'a> {
        let session = &*self.session;
        Says { rules: &session.game.rules, words: session.words, given: &session.given, state, viewer: Some(viewer) }
    }

    /// The next step of the command under way; false where a person left.
    fn carry_out(&mut self) -> Result<bool, Failure> {
        let Some(open) = self.session.open.clone() else { return Ok(true) };
        if self.people() == 0 && open.answers.is_empty() {
            let done = self.session.command_by(&open.command, &mut Machines { seats: &mut self.seats });
            if let Err(halt) = done {
                return Err(self.fault(&halt));
            }
            return Ok(true);
        }
        match self.session.command(&open.command, &open.answers) {
            Ok(_) => {
                self.under_way.clear();
                self.keep()?;
                Ok(true)
            }
            Err(Halt::Ask(decision)) => {
                self.under_way.clone_from(&decision.log);
                let answer = if self.is_person(decision.player) {
                    match self.ask(&decision, &open)? {
                        Some(Some(answer)) => answer,
                        Some(None) => return Ok(true),
                        None => return Ok(false),
                    }
                } else {
                    self.machine_answer(&decision, &open)
                };
                if let Some(open) = &mut self.session.open {
                    open.answers.push(answer);
                }
                Ok(true)
            }
            Err(Halt::Refused(refusal)) => {
                self.session.open = None;
                let why = crate::game::refused(self.session.words, &refusal);
                if open.command == Command::Begin
                    || !matches!(&open.command, Command::Act { player, .. } | Command::Pass { player } if self.is_person(*player))
                {
                    return Err(Failure::problem(said!(
                        self.session.words,
                        "the game cannot go on: {why}",
                        "遊戲無法繼續：{why}"
                    )));
                }
                self.console.say(said!(self.session.words, "  not allowed: {why}", "  不允許：{why}"))?;
                Ok(true)
            }
            Err(halt) => {
                // The game is as it was before the command that met the fault.
                self.session.open = None;
                Err(self.fault(&halt))
            }
        }
    }

    fn machine_command(&mut self, waiting: &Waiting) -> Command {
        let legal: Vec<_> = waiting.legal().cloned().collect();
        let choice = Machines { seats: &mut self.seats }.command(self.session.state(), waiting.player, &legal, waiting.may_pass);
        let chosen = choice.and_then(|n| legal.get(n)).or_else(|| legal.first().filter(|_| !waiting.may_pass));
        chosen.map_or(Command::Pass { player: waiting.player }, |offer| offer.command.clone())
    }

    fn machine_answer(&mut self, decision: &Decision, open: &Move) -> Value {
        let state = decision.state.as_deref().unwrap_or(self.session.state());
        let session = &*self.session;
        let mut legal = |value: &Value| is_legal(session, open, value);
        Machines { seats: &mut self.seats }.answer(state, decision, &mut legal)
    }

    /// A person's command. Inside: None where the game went back. Outside: None where the person leaves.
    fn choose(&mut self, waiting: &Waiting) -> Result<Option<Option<Command>>, Failure> {
        let player = waiting.player;
        let state = self.session.state().clone();
        if !self.face(player, false, &state)? {
            return Ok(None);
        }
        self.tell(Some(player))?;
        self.draw(&state, player, true)?;
        let offered: Vec<DefId> = waiting.legal().filter_map(|offer| action_of(&offer.command)).collect();
        self.hint(true, &offered)?;
        self.offer(waiting, &state)?;
        loop {
            let prompt = format!("{}> ", self.says(&state, player).player(player));
            let Some(line) = self.console.ask(&prompt)? else { return Ok(None) };
            match self.typed(&line, &state, player)? {
                Typed::Again => continue,
                Typed::Back => return Ok(Some(None)),
                Typed::Left => return Ok(None),
                Typed::Other => {}
            }
            let (word, rest) = line.split_once(' ').map_or((line.as_str(), ""), |(word, rest)| (word, rest.trim()));
            match (word.to_lowercase().as_str(), rest) {
                ("" | "?", _) => self.offer(waiting, &state)?,
                ("why" | "為何", name) => {
                    let lines = human::against(&self.says(&state, player), waiting, name);
                    if lines.is_empty() {
                        self.note(said!(self.session.words, "nothing stands against what is on offer here", "沒有不能做的事"))?;
                    }
                    for line in lines {
                        self.note(line)?;
                    }
                }
                ("pass" | "done" | "過" | "結束", "") if waiting.may_pass => {
                    self.since = self.session.moves.len();
                    return Ok(Some(Some(Command::Pass { player })));
                }
                ("pass" | "done" | "過" | "結束", "") => {
                    let why = crate::game::refused(self.session.words, &Refusal::MustAct);
                    self.note(why)?;
                }
                _ => match human::find(&self.says(&state, player), waiting, &line) {
                    Ok(command) => {
                        self.since = self.session.moves.len();
                        return Ok(Some(Some(command)));
                    }
                    Err(message) => self.note(message)?,
                },
            }
        }
    }

    fn offer(&mut self, waiting: &Waiting, state: &State) -> Result<(), Failure> {
        let says = self.says(state, waiting.player);
        let who = says.player(waiting.player);
        let lines = human::offers(&says, waiting);
        self.console.say(said!(self.session.words, "{who} may:", "{who}可以："))?;
        lines.into_iter().try_for_each(|line| self.console.say(line))
    }

    /// A person's answer. Inside: None where the game went back. Outside: None where the person leaves.
    fn ask(&mut self, decision: &Decision, open: &Move) -> Result<Option<Option<Value>>, Failure> {
        let player = decision.player;
        let state = decision.state.as_deref().unwrap_or(self.session.state()).clone();
        if !self.face(player, decision.secret, &state)? {
            return Ok(None);
        }
        self.tell(Some(player))?;
        let places = matches!(decision.options, Options::Point { .. } | Options::Path { .. });
        self.draw(&state, player, places && self.board_changed(&state, player))?;
        let asking = open_effects(&self.under_way);
        self.hint(false, &asking)?;
        self.pose(decision, &state)?;
        loop {
            let Some(line) = self.console.ask("? ")? else { return Ok(None) };
            match self.typed(&line, &state, player)? {
                Typed::Again => continue,
                Typed::Back => return Ok(Some(None)),
                Typed::Left => return Ok(None),
                Typed::Other => {}
            }
            let none_allowed = matches!(&decision.options, Options::Among { least: 0, .. });
            if line == "?" || (line.is_empty() && !none_allowed) {
                self.pose(decision, &state)?;
                continue;
            }
            match self.answer(decision, open, &state, &line) {
                Ok(answer) => return Ok(Some(Some(answer))),
                Err(message) => self.note(message)?,
            }
        }
    }

    /// The legal answer that a line means.
    fn answer(&self, decision: &Decision, open: &Move, state: &State, line: &str) -> Result<Value, String> {
        let says = self.says(state, decision.player);
        let readings = match &decision.options {
            Options::Point { .. } | Options::Path { .. } => question::ways(&says, &decision.options, line)?,
            Options::Among { of, .. } => vec![question::read(&says, decision, line, !question::are_numbers(of))?],
            _ => vec![question::read(&says, decision, line, false)?],
        };
        if let Some(legal) = readings.iter().find(|value| is_legal(self.session, open, value)) {
            return Ok(legal.clone());
        }
        let doubt =
            readings.first().and_then(|value| question::doubt(&says, &decision.options, value, decision.originator.entity()));
        let many = question::how_many(says.words, &decision.options);
        Err(match doubt.or(many) {
            Some(why) => said!(says.words, "that is not allowed: {why}", "不允許：{why}"),
            None => said!(says.words, "that is not allowed by the rules here", "此處規則不允許"),
        })
    }

    fn pose(&mut self, decision: &Decision, state: &State) -> Result<(), Failure> {
        let says = self.says(state, decision.player);
        let by = decision.originator.entity().filter(|id| id.0 > state.players);
        let by = by.map(|id| format!(" [{}]", says.entity(id))).unwrap_or_default();
        let mut lines = vec![format!("{}{by}: {}", says.player(decision.player), question::prompt(says.words, &decision.prompt))];
        lines.extend(question::choices(&says, &decision.options).into_iter().map(|line| format!("  {line}")));
        lines.extend(question::how_many(says.words, &decision.options).map(|line| format!("  ({line})")));
        lines.into_iter().try_for_each(|line| self.console.say(line))
    }

    fn note(&mut self, line: impl std::fmt::Display) -> Result<(), Failure> {
        self.console.say(format!("  {line}"))
    }

    /// Puts a player before the screen. Among several people what is secret is shown only after the keyboard has changed
    /// hands. False where nobody is there any more.
    fn face(&mut self, player: EntityId, secret: bool, state: &State) -> Result<bool, Failure> {
        let several = self.people() > 1;
        let private = secret || holds_secrets(self.session, state, player);
        if several && self.reader != Some(player) && (private || self.exposed) {
            if self.exposed {
                self.console.clear()?;
            }
            let who = crate::name::player(&self.session.given, player);
            let words = self.session.words;
            let prompt = said!(words, "Hand the keyboard to {who}, then press Enter. ", "請把鍵盤交給{who}，然後按 Enter。");
            if self.console.ask(&prompt)?.is_none() {
                return Ok(false);
            }
            self.console.clear()?;
            self.picture = Picture::default();
        }
        if self.reader != Some(player) {
            self.exposed = false;
        }
        self.exposed |= several && private;
        self.reader = Some(player);
        Ok(true)
    }

    /// Tells what has happened since it was last told, as a player may know it.
    fn tell(&mut self, viewer: Option<EntityId>) -> Result<(), Failure> {
        if self.quiet {
            return Ok(());
        }
        let from = self.shown.0.min(self.session.moves.len());
        let lines = self.session.tell(from, &self.under_way, viewer, self.told);
        let skipped = if self.caught_up { lines.len() } else { self.shown.1 };
        self.caught_up = false;
        for line in lines.iter().skip(skipped) {
            self.console.say(line.to_string())?;
        }
        self.shown = if self.under_way.is_empty() { (self.session.moves.len(), 0) } else { (from, lines.len()) };
        Ok(())
    }

    /// Draws what is another than before: before a command the board or else the list beneath it, before a question only
    /// the cards, and the board where a place is asked for.
    fn draw(&mut self, state: &State, player: EntityId, whole: bool) -> Result<(), Failure> {
        let picture = table::draw(&self.says(state, player), &self.session.game.face);
        let columns = self.console.columns;
        if whole && picture.board != self.picture.board {
            self.console.say(picture.text(columns).trim_end())?;
            self.picture = picture;
            return Ok(());
        }
        let list: &[String] = if whole && picture.list != self.picture.list { &picture.list } else { &[] };
        let cards: &[String] = if picture.cards != self.picture.cards { &picture.cards } else { &[] };
        for line in list.iter().chain(cards) {
            self.console.say(line)?;
        }
        if !list.is_empty() {
            self.picture.list = picture.list;
        }
        self.picture.cards = picture.cards;
        Ok(())
    }

    fn board_changed(&self, state: &State, player: EntityId) -> bool {
        table::draw(&self.says(state, player), &self.session.game.face).board != self.picture.board
    }

    fn hint(&mut self, offered: bool, about: &[DefId]) -> Result<(), Failure> {
        let (game, words) = (self.session.game, self.session.words);
        let hints = if offered { &game.face.hints.offered } else { &game.face.hints.asked };
        for def in about {
            let Some(hint) = hints.get(def) else { continue };
            if self.hinted.insert((offered, *def)) {
                for line in wrapped(hint.in_language(&words.tag), self.console.columns.min(100) - 4) {
                    self.console.say(format!("  | {line}"))?;
                }
            }
        }
        Ok(())
    }

    /// The words that steer the game, the same wherever something is typed.
    fn typed(&mut self, line: &str, state: &State, player: EntityId) -> Result<Typed, Failure> {
        let words = self.session.words;
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word.to_lowercase().as_str(), rest) {
            ("quit" | "exit" | "離開", "") => return Ok(Typed::Left),
            ("undo" | "back" | "悔棋", "") => {
                let seats: Vec<bool> = self.seats.iter().map(|seat| matches!(seat, Seat::Human)).collect();
                let decides = |player: EntityId| seats.get((player.0 as usize).wrapping_sub(1)).copied().unwrap_or(false);
                if !self.session.back_to(decides) {
                    self.note(said!(words, "there is nothing to take back", "沒有可以收回的"))?;
                    return Ok(Typed::Again);
                }
                self.note(said!(words, "taken back", "已收回"))?;
                self.under_way.clear();
                self.shown = (self.session.moves.len(), 0);
                self.since = self.since.min(self.shown.0);
                self.caught_up = true;
                self.keep()?;
                return Ok(Typed::Back);
            }
            ("help" | "說明", _) => {
                for line in help(words) {
                    self.note(line)?;
                }
            }
            ("board" | "圖", "") => {
                let text = table::draw(&self.says(state, player), &self.session.game.face).text(self.console.columns);
                self.console.say(text.trim_end())?;
            }
            ("log" | "記錄", detail) => {
                let all = matches!(detail, "all" | "full" | "全部");
                let told = if all { Told { detail: Detail::Full, reasons: true } } else { self.told };
                self.tell_again(0, player, told)?;
            }
            ("reasons" | "理由", "on" | "開") => {
                self.told.reasons = true;
                self.note(said!(
                    words,
                    "every number with its reckoning, every line with its rule",
                    "每個數字附算式，每行附規則"
                ))?;
            }
            ("reasons" | "理由", "off" | "關") => {
                self.told.reasons = false;
                self.note(said!(words, "plain again", "不再附理由"))?;
            }
            ("reasons" | "理由", "") => {
                let since = self.since;
                self.tell_again(since, player, Told { reasons: true, ..self.told })?;
            }
            ("why" | "為何", count) if count.parse::<usize>().is_ok() => {
                let since = self.session.moves.len().saturating_sub(count.parse().unwrap_or(1));
                self.tell_again(since, player, Told { reasons: true, ..self.told })?;
            }
            ("show" | "看", name) => match question::find_entity(&self.says(state, player), name) {
                Ok(id) => {
                    for line in human::piece(&self.says(state, player), id) {
                        self.console.say(line)?;
                    }
                }
                Err(message) => self.note(message)?,
            },
            ("save" | "存", "") => self.note("save FILE")?,
            ("save" | "存", file) => match self.session.saved().write(Path::new(file)) {
                Ok(()) => {
                    let game = &self.session.game.rules.game;
                    self.note(said!(
                        words,
                        "saved; `cardwright play {game} --load {file}` goes on",
                        "已存；`cardwright play {game} --load {file}` 可繼續"
                    ))?;
                }
                Err(message) => self.note(message)?,
            },
            _ => return Ok(Typed::Other),
        }
        Ok(Typed::Again)
    }

    fn tell_again(&mut self, from: usize, player: EntityId, told: Told) -> Result<(), Failure> {
        for line in self.session.tell(from, &self.under_way, Some(player), told) {
            self.console.say(line.to_string())?;
        }
        Ok(())
    }

    /// Keeps the game as it stands. A file that cannot be written is said once and given up.
    pub fn keep(&mut self) -> Result<(), Failure> {
        let Some(file) = self.file.clone() else { return Ok(()) };
        if let Err(message) = self.session.saved().write(&file) {
            self.file = None;
            self.note(message)?;
        }
        Ok(())
    }

    /// Where the game is kept, if it could be.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

/// Whether a value may stand as the next answer of a command.
fn is_legal(session: &Session<'_>, open: &Move, value: &Value) -> bool {
    let tried: Vec<Value> = open.answers.iter().cloned().chain([value.clone()]).collect();
    let place = open.answers.len();
    !matches!(session.attempt(&open.command, &tried), Err(Halt::Refused(Refusal::Answer(refused, _))) if refused == place)
}

fn action_of(command: &Command) -> Option<DefId> {
    if let Command::Act { action, .. } = command { Some(*action) } else { None }
}

/// Effects under way when a log breaks off, innermost first.
fn open_effects(log: &[Event]) -> Vec<DefId> {
    let mut open: Vec<DefId> = Vec::new();
    for event in log {
        match &event.what {
            What::Effect { def, .. } => open.push(*def),
            What::Done { def } => while open.pop().is_some_and(|last| last != *def) {},
            _ => {}
        }
    }
    open.reverse();
    open
}

/// Whether something lies where only this player may look.
fn holds_secrets(session: &Session<'_>, state: &State, player: EntityId) -> bool {
    let rules = &session.game.rules;
    (0..state.piles.len()).any(|pile| {
        let (zone, owner) = state.zone_of(rules, pile as u32);
        let own = rules.zones.get(zone.index()).is_some_and(|z| z.seen == Seen::Owner);
        own && owner == Some(player) && state.piles.get(pile).is_some_and(|pile| !pile.is_empty())
    })
}

fn help(words: &crate::words::Words) -> Vec<String> {
    let text = said!(
        words,
        "3, jog, jog bobby    do what stands there; Enter or ? lists it again
pass                 be done here
3 n, toward bobby, touch stone 2, to 12,18, stay    ways; legs joined by `then`
why [NAME]           why the rest is not possible
why 2, reasons       the last moves with every reckoning and rule; reasons on|off: always
board, show NAME     the board; one piece with its abilities
log [all]            what has happened; all: with every effect
undo                 back to your last decision
save FILE            keep the game there
quit                 leave; the game is kept",
        "3, 跑步, 跑步 巴比    做那件事；Enter 或 ? 再列一次
pass, 過             結束
3 n, toward 巴比, touch 月石 2, to 12,18, stay    移動方式；多段以 then 連接
why [名字], 為何     其餘為何不行
why 2, reasons       最近幾步的算式與規則；reasons on|off：每次都列
board, show 名字     棋盤；單一棋子與其能力
log [all]            經過；all：每個效果
undo, 悔棋           回到你上一個決定
save 檔名            存檔
quit, 離開           離開；遊戲會保留"
    );
    text.lines().map(str::to_owned).collect()
}
