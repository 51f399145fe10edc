//! One command of a game among people and machines: questions go to whoever must answer.

use crate::console::Console;
use crate::failure::Failure;
use crate::question;
use crate::say::Says;
use crate::seat::Seat;
use crate::session::Session;
use cardwright_core::decision::{Command, Decision, Offer, Options};
use cardwright_core::resolve::{Halt, Policy, Refusal, run};
use cardwright_core::state::State;
use cardwright_core::value::*;

/// Machines at all seats as one policy, for a game without people.
pub struct Machines<'s, 'g> {
    /// The seats, in order of the players.
    pub seats: &'s mut [Seat<'g>],
}

impl<'g> Machines<'_, 'g> {
    fn of(&mut self, player: EntityId) -> Option<&mut (dyn Policy + 'g)> {
        match self.seats.get_mut((player.0 as usize).wrapping_sub(1)) {
            Some(Seat::Machine(policy)) => Some(&mut **policy),
            _ => None,
        }
    }
}

impl Policy for Machines<'_, '_> {
    fn answer(&mut self, state: &State, decision: &Decision, legal: &mut dyn FnMut(&Value) -> bool) -> Value {
        self.of(decision.player).map_or(Value::Nothing, |policy| policy.answer(state, decision, legal))
    }

    fn command(&mut self, state: &State, player: EntityId, legal: &[Offer], may_pass: bool) -> Option<usize> {
        self.of(player).and_then(|policy| policy.command(state, player, legal, may_pass))
    }

    fn looks_back(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Machine(policy) if policy.looks_back()))
    }
}

/// How a command went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Went {
    /// It was carried out.
    Done,
    /// A person took it back before it was done, or it was refused and the person was told why.
    Back,
    /// The person left.
    Left,
}

/// Carries a command out, asking whoever must answer.
pub fn carry_out(
    session: &mut Session<'_>,
    seats: &mut [Seat],
    command: &Command,
    console: &mut Console<'_>,
) -> Result<Went, Failure> {
    let mut answers: Vec<Value> = Vec::new();
    loop {
        match session.command(command, &answers) {
            Ok(_) => return Ok(Went::Done),
            Err(Halt::Ask(decision)) => match next_answer(session, seats, command, &answers, &decision, console)? {
                Reply::Answer(answer) => answers.push(answer),
                Reply::Back => {
                    if answers.pop().is_none() {
                        return Ok(Went::Back);
                    }
                }
                Reply::Left => return Ok(Went::Left),
            },
            Err(Halt::Refused(Refusal::Answer(place, decision))) => {
                let human = is_human(seats, decision.player);
                answers.truncate(place);
                if !human {
                    return Err(Failure::problem(format!(
                        "a machine player gave an answer that is not allowed for: {}",
                        question::prompt(session.words, &decision.prompt)
                    )));
                }
                console.say("That is not allowed here.")?;
            }
            Err(Halt::Refused(refusal)) => {
                console.say(format!("Refused: {}.", crate::game::refused(session.words, &refusal)))?;
                return Ok(Went::Back);
            }
            Err(Halt::Fault(fault)) => return Err(Failure::problem(session.game.fault(session.words, &fault))),
        }
    }
}

fn is_human(seats: &[Seat], player: EntityId) -> bool {
    matches!(seats.get((player.0 as usize).wrapping_sub(1)), Some(Seat::Human))
}

enum Reply {
    Answer(Value),
    Back,
    Left,
}

fn next_answer(
    session: &Session<'_>,
    seats: &mut [Seat],
    command: &Command,
    answers: &[Value],
    decision: &Decision,
    console: &mut Console<'_>,
) -> Result<Reply, Failure> {
    let people = seats.iter().filter(|seat| matches!(seat, Seat::Human)).count();
    let state = decision.state.as_deref().unwrap_or(session.state());
    match seats.get_mut((decision.player.0 as usize).wrapping_sub(1)) {
        Some(Seat::Machine(policy)) => {
            let (rules, host, before) = (&session.game.rules, &*session.game.host, session.state());
            let mut legal = |value: &Value| {
                let tried: Vec<Value> = answers.iter().cloned().chain([value.clone()]).collect();
                !matches!(run(rules, host, before, command, &tried), Err(Halt::Refused(Refusal::Answer(place, _))) if place == answers.len())
            };
            Ok(Reply::Answer(policy.answer(state, decision, &mut legal)))
        }
        _ => ask(session, state, decision, people, console),
    }
}

fn ask(
    session: &Session<'_>,
    state: &State,
    decision: &Decision,
    people: usize,
    console: &mut Console<'_>,
) -> Result<Reply, Failure> {
    let says =
        Says { rules: &session.game.rules, words: session.words, given: &session.given, state, viewer: Some(decision.player) };
    let who = says.player(decision.player);
    if decision.secret && people > 1 && console.ask(&format!("({who} alone looks at the screen now; Enter goes on) "))?.is_none()
    {
        return Ok(Reply::Left);
    }
    let by = decision.originator.entity().map(|e| format!(" [{}]", says.entity(e))).unwrap_or_default();
    console.say(format!("{who}{by}: {}", question::prompt(session.words, &decision.prompt)))?;
    for line in question::choices(&says, &decision.options) {
        console.say(format!("  {line}"))?;
    }
    if let Some(line) = question::how_many(&decision.options) {
        console.say(format!("  ({line})"))?;
    }
    loop {
        let Some(line) = console.ask("? ")? else { return Ok(Reply::Left) };
        match line.as_str() {
            "back" => return Ok(Reply::Back),
            "quit" => return Ok(Reply::Left),
            "board" => {
                console.say(crate::table::draw(&says, true))?;
                continue;
            }
            "help" | "?" => {
                console.say(
                    "  answer by number or name; `back` takes the last answer back, `board` draws the board, `quit` leaves",
                )?;
                continue;
            }
            _ => {}
        }
        // Of many-choice questions numbers are choices; of number questions they are the number itself.
        let numbers = matches!(decision.options, Options::Among { .. });
        match question::read(&says, decision, &line, numbers) {
            Ok(answer) => return Ok(Reply::Answer(answer)),
            Err(message) => console.say(format!("  {message}"))?,
        }
    }
}
