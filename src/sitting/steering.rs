//! The words that steer a game, the same wherever something is typed.

use super::Sitting;
use crate::failure::Failure;
use crate::game::Game;
use crate::near;
use crate::piece;
use crate::question;
use crate::say::Says;
use crate::seat::Seat;
use crate::tale::{Detail, Told};
use crate::tongue::{padded, said, width};
use cardwright_core::clock::Waiting;
use cardwright_core::decision::Command;
use cardwright_core::state::State;
use cardwright_core::value::*;
use std::path::Path;

/// Columns of an example in the list of all words.
const EXAMPLE: usize = 20;

/// What a typed line came to.
pub(super) enum Typed {
    /// It is none of the words that steer.
    Other,
    /// It was done; ask again.
    Again,
    /// The game went back; begin anew from where it stands.
    Back,
    /// The person leaves.
    Left,
}

impl Sitting<'_, '_, '_, '_> {
    /// The words that steer the game, the same wherever something is typed.
    pub(super) fn typed(&mut self, line: &str, state: &State, player: EntityId) -> Result<Typed, Failure> {
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
                self.in_use = None;
                self.standing.clear();
                self.passing.clear();
                self.shown = (self.session.moves.len(), 0);
                self.since = self.since.min(self.shown.0);
                self.caught_up = true;
                self.keep()?;
                return Ok(Typed::Back);
            }
            ("help" | "說明", _) => {
                let waiting = self.session.waiting().ok().flatten().filter(|waiting| waiting.player == player);
                let examples = Examples::of(&self.says(state, player), waiting.as_ref());
                for line in help(words, self.session.game, &examples) {
                    self.note(line)?;
                }
            }
            ("board" | "圖", "") => {
                let text = self.picture_of(state, player).text(self.console.columns);
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
            ("ask" | "詢問", "") => {
                self.standing.retain(|standing| !standing.is_of(player));
                self.note(said!(words, "every question comes again", "恢復所有詢問"))?;
            }
            ("show" | "看", "") => self.note("show NAME")?,
            ("show" | "看", name) => {
                let says = self.says(state, player);
                let lines = match (question::find_entity(&says, name), question::find_ability(&says, name)) {
                    (Ok(id), _) => piece::piece(&says, self.session.game, id),
                    (Err(_), Some((ability, of))) => piece::sheet(&says, self.session.game, ability, Some(of)),
                    (Err(message), None) => match question::find_card(&says, name) {
                        Some(card) => piece::card(&says, self.session.game, card),
                        None => vec![format!("  {message}")],
                    },
                };
                lines.into_iter().try_for_each(|line| self.console.say(line))?;
            }
            ("near" | "附近", "") => self.note("near NAME")?,
            ("near" | "附近", name) => {
                let says = self.says(state, player);
                let lines = match question::find_entity(&says, name) {
                    Ok(id) => near::lines(&says, self.session.game, id),
                    Err(message) => vec![message],
                };
                lines.into_iter().try_for_each(|line| self.note(line))?;
            }
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
            self.say_line(&line)?;
        }
        Ok(())
    }
}

/// Words of the game under way, as examples.
struct Examples {
    /// A command by its number, by a word of it, and by two.
    command: Option<String>,
    /// Something on the table that one might go to.
    goal: String,
}

impl Examples {
    fn of(says: &Says<'_>, waiting: Option<&Waiting>) -> Self {
        let command = waiting.and_then(|waiting| {
            let offered = waiting.legal().enumerate().filter_map(|(n, offer)| match &offer.command {
                Command::Act { action, args, .. } => Some((n + 1, says.words.def(*action).to_lowercase(), args.first())),
                _ => None,
            });
            let (number, action, first) = offered.max_by_key(|(number, _, first)| (first.is_some(), *number))?;
            let mark = first.and_then(Value::entity).and_then(|id| says.mark(id)).map(|mark| mark.to_lowercase());
            let short = mark.map_or_else(|| format!("{number}, {action}"), |mark| format!("{number}, {action} {mark}"));
            let long = short.replacen(", ", &format!(", {action}, "), 1);
            Some(if width(&long) <= EXAMPLE && short.contains(&format!("{action} ")) { long } else { short })
        });
        let pieces = (1..says.state.entities.len() as u32).map(EntityId).filter(|id| says.state.entity(*id).at.is_some());
        let others = pieces.filter(|id| says.state.entity(*id).owner != says.viewer);
        let goal = others.filter_map(|id| says.mark(id)).next().unwrap_or_else(|| said!(says.words, "NAME", "名字"));
        Examples { command, goal }
    }
}

fn help(words: &crate::words::Words, game: &Game, examples: &Examples) -> Vec<String> {
    let (table, squares) = (game.rules.table.is_some(), game.face.squares.is_some());
    let goal = &examples.goal;
    let ways = match (table, squares) {
        (true, false) => said!(
            words,
            "3 n, toward {goal}, touch {goal}, to 12,18, stay    ways; legs joined by `then`",
            "3 n, toward {goal}, touch {goal}, to 12,18, stay    移動方式；多段以 then 連接"
        ),
        (true, true) => said!(
            words,
            "11,5, 6 e, 3 ne, toward {goal}, touch {goal}    squares, by their numbers or the way there",
            "11,5, 6 e, 3 ne, toward {goal}, touch {goal}    以欄列數字或走法指定格子"
        ),
        (false, _) => said!(
            words,
            "1, 4                 several choices; `all`, `none`, `keep 2, 3` (the others)",
            "1, 4                 選多項；也可用 all、none、「保留2, 3」：除此之外全部"
        ),
    };
    let near = match table {
        true => said!(words, "\nnear NAME            what is how far from it", "\nnear 名字            各物的距離"),
        false => String::new(),
    };
    let chosen = match &examples.command {
        Some(command) => command.clone(),
        None => said!(words, "3, some of its words", "3, 其中幾個字"),
    };
    let chosen = padded(&chosen, EXAMPLE);
    let round = game.face.round_name.as_ref().map(|name| name.in_language(&words.tag).to_owned());
    let round = round.or_else(|| game.face.round.map(|step| words.step(step).to_owned()));
    let round = round.unwrap_or_else(|| said!(words, "game", "局"));
    let text = said!(
        words,
        "{chosen} do what stands there; Enter or ? lists it again
pass                 be done here
pass phase, p!       pass every chance to act until this phase is over
{ways}
always ANSWER, never the same answer to this question until the {round} ends;
                     never: no, none; `ask`: be asked again
why [NAME]           why the rest is not possible
why 2, reasons       the last moves with every reckoning and rule; reasons on|off: always
board                the board again
show NAME, show 3    a piece with its abilities; what the third of the list does{near}
log [all]            what has happened; all: with every effect
undo                 back to your last decision
save FILE            keep the game there
quit                 leave; the game is kept",
        "{chosen} 做那件事；Enter 或 ? 再列一次
pass, 過             結束
pass phase, p!       略過本階段其餘所有行動的機會
{ways}
always 回答, never   本{round}內對同一問題都如此回答（never：不）
why [名字], 為何     其餘為何不行
why 2, reasons       最近幾步的算式與規則；reasons on|off：每次都列
board                再看棋盤
show 名字, show 3    棋子與其能力；列表第3項的內容{near}
log [all]            經過；all：每個效果
undo, 悔棋           回到你上一個決定
save 檔名            存檔
quit, 離開           離開；遊戲會保留"
    );
    text.lines().map(str::to_owned).collect()
}
