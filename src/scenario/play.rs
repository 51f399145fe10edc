//! The lines of a `play` block: commands, answers, dice.
//!
//! | line | means |
//! |---|---|
//! | `Bobby: jog` · `red: activate Bobby` | an action by its name or id, with what it is used on |
//! | `answer: Doug` · `answer red: yes` · `answer: 12, 14` | the answer to the question that stands open |
//! | `path: 12, 10 -> 14, 10` | the same for a path |
//! | `pass` · `red: pass` | the player is done; while a question is open: no, nobody, none |
//! | `rolls 4 2 6` | the faces that the next command rolls, or the one under way |
//! | `Bobby does: "The target suffers 2 Wds." target Doug` | card text, as if it stood on Bobby's card |
//! | `begin` | the clock starts, as at the beginning of a game |

mod command;

use super::Played;
use super::bench;
use crate::game::{Game, Reader as Texts, refused};
use crate::name::Given;
use crate::page::board::Board;
use crate::page::line::{Names, Reader};
use crate::page::{Trouble, Written};
use crate::question;
use crate::say::Says;
use crate::words::{Words, plain_name};
use cardwright_core::decision::{Command, Decision, Options};
use cardwright_core::resolve::{Answers, Chance, Halt, Refusal, run_with};
use cardwright_core::rules::{Form, Ruleset};
use cardwright_core::state::State;
use cardwright_core::value::*;
use std::collections::VecDeque;

/// A scenario under way.
pub struct Player<'g> {
    pub(crate) game: &'g Game,
    /// The line of its heading.
    line: usize,
    /// Reads card text and expressions.
    texts: &'g dyn Texts,
    /// The game's rules and those that the scenario adds.
    pub(crate) rules: Ruleset,
    pub(crate) words: &'g Words,
    pub(crate) given: Given,
    pub(crate) names: Names,
    pub(crate) state: State,
    pub(crate) played: Vec<Played>,
    /// The question that stands open at the end.
    pub(crate) open: Option<Box<Decision>>,
    /// Why the last command was refused.
    pub(crate) refusal: Option<(Refusal, usize)>,
}

/// What the clock does before the first line, as the log has it.
const CLOCK: &str = "(the clock runs)";

/// A command with the state it is given in.
struct Order {
    command: Command,
    state: State,
}

impl<'g> Player<'g> {
    /// On a board.
    pub fn new(game: &'g Game, texts: &'g dyn Texts, words: &'g Words, board: Board, line: usize) -> Self {
        Player {
            game,
            line,
            texts,
            rules: game.rules.clone(),
            words,
            given: board.given,
            names: board.names,
            state: board.state,
            played: Vec::new(),
            open: None,
            refusal: None,
        }
    }

    pub(crate) fn says(&self) -> Says<'_> {
        Says { rules: &self.rules, words: self.words, given: &self.given, state: &self.state, viewer: None }
    }

    /// Plays the lines. Stops at the first that is wrong: what follows would only follow from it.
    pub fn play(&mut self, lines: &[Written]) -> Vec<Trouble> {
        let mut next = 0;
        let result = self.start(lines, &mut next).and_then(|()| self.all(lines, &mut next));
        result.err().into_iter().collect()
    }

    /// Where the board names a step that waits for nobody, the clock first runs on from there.
    fn start(&mut self, lines: &[Written], next: &mut usize) -> Result<(), Trouble> {
        let Some(cursor) = self.state.clock.last() else { return Ok(()) };
        if matches!(self.rules.steps.get(cursor.step.index()).map(|s| &s.form), Some(Form::Act { .. })) {
            return Ok(());
        }
        let idle = bench::add(&mut self.rules, cardwright_core::rules::Node::Do(Vec::new()));
        let bench = bench::bench(&mut self.rules, "start", idle, EntityId(1), 0);
        let command = Command::Act { player: EntityId(1), action: bench.action, args: vec![Value::Nothing] };
        let order = Order { command, state: bench::on_top(&self.state, bench) };
        let here = Written { line: self.line, column: 1, text: String::new() };
        self.command(&Written { text: CLOCK.into(), ..here }, order, VecDeque::new(), lines, next)
    }

    fn all(&mut self, lines: &[Written], next: &mut usize) -> Result<(), Trouble> {
        let mut rolls: VecDeque<u32> = VecDeque::new();
        while let Some(written) = lines.get(*next) {
            *next += 1;
            if let Some((refusal, line)) = &self.refusal {
                let why = refused(self.words, refusal);
                let message = format!("this is refused, and the play goes on after it: {why}");
                return Err(Trouble { line: *line, column: 1, message });
            }
            if let Some(open) = &self.open {
                return Err(Trouble::at(
                    written,
                    format!("the question `{}` is still open", question::prompt(self.words, &open.prompt)),
                ));
            }
            let mut reader = Reader::new(written);
            if reader.clone().take("rolls") {
                self.rolls(written, &mut rolls)?;
                continue;
            }
            if plain_name(&written.text) != "pass" && answer_text(&written.text).is_some() {
                return Err(Trouble::at(
                    written,
                    "nobody asked for this answer; a question that has one answer only is not asked",
                ));
            }
            let order = self.read_command(&mut reader)?;
            self.command(written, order, std::mem::take(&mut rolls), lines, next)?;
        }
        if rolls.is_empty() {
            return Ok(());
        }
        let last = lines.last().cloned().unwrap_or(Written { line: 1, column: 1, text: String::new() });
        let faces: Vec<String> = rolls.iter().map(u32::to_string).collect();
        let said = format!("the faces `{}` are never rolled: no line behind them rolls dice; take them away", faces.join(" "));
        Err(Trouble::at(&last, said))
    }

    fn rolls(&self, written: &Written, rolls: &mut VecDeque<u32>) -> Result<(), Trouble> {
        let mut reader = Reader::new(written);
        reader.take("rolls");
        while !reader.is_done() {
            let word = reader.word();
            rolls.push_back(word.parse().map_err(|_| reader.wants("the face of a die, a number such as `4`,"))?);
            reader.skip(word.len());
        }
        Ok(())
    }

    /// Carries a command out with the answers that follow it.
    fn command(
        &mut self,
        written: &Written,
        order: Order,
        mut rolls: VecDeque<u32>,
        lines: &[Written],
        next: &mut usize,
    ) -> Result<(), Trouble> {
        let mut answers: Vec<Value> = Vec::new();
        let mut lines_of: Vec<Written> = Vec::new();
        loop {
            let host = &*self.game.host;
            let result = run_with(
                &self.rules,
                host,
                &order.state,
                &order.command,
                Answers::Given(&answers),
                Chance::Written(rolls.clone()),
            );
            let note = match result {
                Ok(done) => {
                    self.played.push(Played {
                        line: told_line(written, &lines_of),
                        before: order.state,
                        events: done.log,
                        note: None,
                    });
                    self.state = done.state;
                    return Ok(());
                }
                Err(Halt::Ask(decision)) => {
                    let answer = lines.get(*next).and_then(|line| answer_text(&line.text).map(|text| (line, text)));
                    if let Some((line, text)) = answer {
                        *next += 1;
                        answers.push(self.answer(line, &text, &decision)?);
                        lines_of.push(line.clone());
                        continue;
                    }
                    if let Some(state) = &decision.state {
                        self.state = (**state).clone();
                    }
                    let note = format!(
                        "(asks {}: {})",
                        crate::name::player(&self.given, decision.player),
                        question::prompt(self.words, &decision.prompt)
                    );
                    if let Some(what) = lines.get(*next) {
                        let open = question::prompt(self.words, &decision.prompt);
                        let who = crate::name::player(&self.given, decision.player);
                        let example = self.example(&decision);
                        return Err(Trouble::at(what, format!("{who} is asked `{open}`; answer it here, as in {example}")));
                    }
                    self.open = Some(decision);
                    note
                }
                // Dice that fall only after an answer are written where they fall.
                Err(Halt::Refused(Refusal::TooFewRolls))
                    if lines.get(*next).is_some_and(|line| Reader::new(line).take("rolls")) =>
                {
                    if let Some(line) = lines.get(*next) {
                        self.rolls(line, &mut rolls)?;
                        lines_of.push(line.clone());
                    }
                    *next += 1;
                    continue;
                }
                Err(Halt::Refused(Refusal::TooFewRolls)) => {
                    let place = match lines_of.last() {
                        None if written.text == CLOCK => "as the first line of `play`",
                        None => "before this line",
                        Some(_) => "behind this line",
                    };
                    let said = format!("{}: write them {place}, as in `rolls 4 2`", refused(self.words, &Refusal::TooFewRolls));
                    return Err(Trouble::at(lines_of.last().unwrap_or(written), said));
                }
                Err(Halt::Refused(refusal @ (Refusal::TooManyRolls(_) | Refusal::NoSuchFace { .. }))) => {
                    return Err(Trouble::at(written, refused(self.words, &refusal)));
                }
                Err(Halt::Refused(refusal)) => {
                    let note = format!("(refused: {})", refused(self.words, &refusal));
                    let at = match &refusal {
                        Refusal::Answer(place, _) => lines_of
                            .iter()
                            .filter(|w| answer_text(&w.text).is_some())
                            .nth(*place)
                            .map_or(written.line, |w| w.line),
                        _ => written.line,
                    };
                    self.refusal = Some((refusal, at));
                    note
                }
                Err(Halt::Fault(fault)) => return Err(Trouble::at(written, self.game.fault(self.words, &fault))),
            };
            self.played.push(Played {
                line: told_line(written, &lines_of),
                before: order.state,
                events: Vec::new(),
                note: Some(note),
            });
            return Ok(());
        }
    }

    fn answer(&self, line: &Written, text: &(Option<String>, String), decision: &Decision) -> Result<Value, Trouble> {
        let state = decision.state.as_deref().unwrap_or(&self.state);
        let says = Says { rules: &self.rules, words: self.words, given: &self.given, state, viewer: None };
        if let Some(player) = &text.0 {
            let named = self.names.get(&plain_name(player)).copied();
            if named != Some(decision.player) {
                let (who, open) = (says.player(decision.player), question::prompt(self.words, &decision.prompt));
                return Err(Trouble::at(line, format!("not {player} but {who} is asked `{open}`")));
            }
        }
        let written = text.1.trim().trim_matches('"');
        // A number that is no name of a choice is not the place of one: scenarios say what they mean.
        let numbers = matches!(decision.options, Options::Number { .. });
        let read = question::read(&says, decision, written, numbers);
        // A piece, place or number that is not among the choices is given all the same: that the core refuses it is proved.
        if let (Err(_), Options::Among { least, most, .. }) = (&read, &decision.options) {
            let piece = self.names.get(&plain_name(written)).map(|id| Value::Entity(*id));
            let one = piece
                .or_else(|| question::coordinates(written).map(Value::Point))
                .or_else(|| written.parse().ok().map(Value::Number));
            if let Some(one) = one {
                return Ok(if (*least, *most) == (1, 1) { one } else { Value::list(vec![one]) });
            }
        }
        read.map_err(|message| {
            Trouble::at(line, format!("{message} (asked: {})", question::prompt(self.words, &decision.prompt)))
        })
    }

    /// How a question could be answered.
    fn example(&self, decision: &Decision) -> String {
        let state = decision.state.as_deref().unwrap_or(&self.state);
        let says = Says { rules: &self.rules, words: self.words, given: &self.given, state, viewer: None };
        match &decision.options {
            Options::YesNo => "`answer: yes` or `answer: no`".into(),
            Options::Among { of, .. } => format!("`answer: {}`", of.first().map_or_else(|| "none".into(), |one| says.value(one))),
            Options::Number { from, to } => format!("`answer: {from}`, a number up to {to}"),
            Options::Point { around, .. } => format!("`answer: {}`", crate::say::point(*around)),
            Options::Path { from, .. } => format!("`path: {}`, place after place with `->`", crate::say::point(*from)),
        }
    }

    /// What is said of a card that begins a line and of which no piece is in the game.
    pub(crate) fn absent(&self, reader: &Reader<'_>) -> Option<String> {
        let cards = (0..self.rules.cards.len()).map(|n| CardId(n as u32));
        let card = |id: CardId| self.rules.cards.get(id.index()).map_or("", |card| card.id.as_str());
        let names = cards.flat_map(|id| [(plain_name(card(id)), id), (plain_name(self.words.card(id)), id)]);
        let id = card(reader.clone().name(names)?);
        Some(format!("`{id}` is not on this board; set it down with a line of the `board` block"))
    }

    /// Names of the fields of a piece.
    pub(crate) fn fields_of(&self, id: EntityId) -> Vec<(String, FieldId)> {
        let kind = self.state.entity(id).kind;
        let fields = self.rules.kinds.get(kind.index()).map(|k| k.fields.clone()).unwrap_or_default().map(FieldId);
        let name = |field: FieldId| self.rules.fields.get(field.index()).map(|f| plain_name(&f.id)).unwrap_or_default();
        fields.flat_map(|field| [(name(field), field), (plain_name(self.words.field(field)), field)]).collect()
    }
}

/// The text of an answer line, and the player it names.
fn answer_text(text: &str) -> Option<(Option<String>, String)> {
    if plain_name(text) == "pass" {
        return Some((None, "pass".into()));
    }
    let (head, rest) = text.split_once(':')?;
    let mut words = head.split_whitespace();
    if !matches!(words.next()?, "answer" | "path") {
        return None;
    }
    let player = words.collect::<Vec<_>>().join(" ");
    Some(((!player.is_empty()).then_some(player), rest.trim().to_owned()))
}

fn told_line(written: &Written, answers: &[Written]) -> String {
    let mut out = written.text.clone();
    for answer in answers {
        out.push_str(" | ");
        out.push_str(&answer.text);
    }
    out
}
