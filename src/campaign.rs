//! A side's pieces between battles.
//!
//! ```yaml
//! campaign: The Iron Crown
//! game: darkness-rising
//! options: {campaign_turns: 1}          # of the next battle, besides those of its board
//! state: {turn: 3}                      # fields of the game that go on
//! pieces:                               # as boards have them, without a place and an owner
//!   - {card: war-beast, at: [4, 6]}
//!   - card: caster
//!     name: Bill
//!     level: 4
//!     ranks: {block: 1}
//!     abilities: [bone_puppeteer]       # what it has besides those of its card
//!   - {card: ring-of-juice, holder: Bill, worn: 1}
//! ```
//!
//! Before a battle the pieces take the places of those that the board has for the seat ([`Campaign::muster`]); when it is over the
//! file is written anew with what is left of them ([`go_on`]). What is kept, of which kinds and as long as which test holds, is said
//! by the game: `campaign` in its `games` file.

use crate::boards::file::{Line, pieces};
use crate::face::Keeps;
use crate::failure::Failure;
use crate::game::Game;
use crate::name::Given;
use crate::page::Trouble;
use crate::page::board::{self, Board};
use crate::save::{hex, put};
use crate::say::Says;
use crate::session::Session;
use crate::tongue::said;
use crate::words::{Words, plain_name};
use crate::written::{text, yaml};
use cardwright_content::yaml::{self as tree, Node, Reader, Scalar, Value as Tree};
use cardwright_core::resolve::answer_in;
use cardwright_core::rules::{Body, Until};
use cardwright_core::space::Point;
use cardwright_core::state::{Digest, Entity, Lasts, State};
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, Sources, quote, render_text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

/// What a battle remembers of a campaign that takes part in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The file.
    pub file: PathBuf,
    /// The seat it plays, from 1.
    pub seat: usize,
    /// How the file was when the battle began, 16 hex digits.
    pub digest: String,
    /// The pieces that stayed behind, by their place in the file.
    pub resting: Vec<usize>,
}

/// A campaign as its file says it.
pub struct Campaign<'g> {
    game: &'g Game,
    words: &'g Words,
    keeps: &'g Keeps,
    path: PathBuf,
    digest: String,
    sources: Sources,
    file: FileId,
    title: Option<String>,
    options: Vec<(String, Line)>,
    state: Vec<Line>,
    pieces: Vec<Piece>,
}

/// A piece in the file.
#[derive(Debug)]
struct Piece {
    line: Line,
    /// What others call it.
    name: String,
    /// The file says where it stands.
    placed: bool,
    /// Everything that is said of it, in which others may be named.
    says: Vec<String>,
}

impl<'g> Campaign<'g> {
    /// Reads a file; every name in it is looked up.
    ///
    /// Errors: the game keeps nothing between battles, or all that is wrong in the file.
    pub fn read(game: &'g Game, words: &'g Words, path: &Path) -> Result<Self, Failure> {
        let mut campaign = Campaign::new(game, words, path)?;
        let problems = Problems::new();
        let shown = path.display().to_string();
        if let Some((file, node)) = tree::read_file(path, &shown, &mut campaign.sources, &problems) {
            campaign.file = file;
            campaign.digest = digest(path);
            if campaign.keys(&node, Reader::new(file, &problems)).is_some() && problems.is_empty() {
                campaign.check(&problems);
            }
        }
        let found = problems.into_vec();
        match found.is_empty() {
            true => Ok(campaign),
            false => Err(Failure::Problem(render_text(&found, &campaign.sources, false).trim_end().to_owned())),
        }
    }

    /// One that nothing has joined yet.
    ///
    /// Errors: the game keeps nothing between battles.
    pub fn new(game: &'g Game, words: &'g Words, path: &Path) -> Result<Self, Failure> {
        let Some(keeps) = &game.face.campaign else {
            let game = &game.rules.game;
            return Err(Failure::usage(format!("{game} keeps nothing between battles: no file of `games` has a `campaign`")));
        };
        let mut sources = Sources::new();
        let file = sources.add(path.display().to_string(), String::new());
        Ok(Campaign {
            game,
            words,
            keeps,
            path: path.to_owned(),
            digest: String::new(),
            sources,
            file,
            title: None,
            options: Vec::new(),
            state: Vec::new(),
            pieces: Vec::new(),
        })
    }

    fn keys(&mut self, node: &Node, reader: Reader<'_>) -> Option<()> {
        let mut keys = node.fields(reader)?;
        self.title = keys.optional("campaign").and_then(|n| n.text(reader)).map(|title| title.text.clone());
        if let Some(game) = keys.required("game").and_then(|n| n.text(reader))
            && game.text != self.game.rules.game
        {
            let message = format!("this is a campaign of `{}`, but the game is `{}`", game.text, self.game.rules.game);
            let error = reader.error("bad-campaign", message, game.span.clone());
            reader.report(error.help("name that game on the command line, or another file"));
        }
        for (option, value) in keys.optional("options").and_then(|n| n.map(reader)).unwrap_or_default() {
            let value = value.text(reader)?;
            self.options
                .push((option.text.clone(), Line::of(&[(&format!("option {}", option.text), option), (&value.text, value)])));
        }
        for (field, value) in keys.optional("state").and_then(|n| n.map(reader)).unwrap_or_default() {
            let of_the_game = self.keeps.game.iter().filter_map(|field| self.game.rules.fields.get(field.index()));
            let known: Vec<&str> = of_the_game.map(|field| field.id.as_str()).collect();
            if !known.contains(&field.text.as_str()) {
                let message = format!("{} is no field of the game that goes on from battle to battle", quote(&field.text));
                let error = reader.error("bad-campaign", message, field.span.clone());
                reader.report(error.help(format!("write one of {}, or take it out", known.join(", "))));
                continue;
            }
            let value = value.text(reader)?;
            self.state.push(Line::of(&[(&field.text, field), (&value.text, value)]));
        }
        let nodes = keys.optional("pieces").and_then(|n| n.list(reader)).unwrap_or_default();
        keys.finish();
        let before = reader.problems.len();
        let lines = pieces(nodes, reader.file, reader.problems);
        if reader.problems.len() > before {
            return None;
        }
        self.pieces = nodes.iter().zip(lines).map(|(node, line)| piece(node, line, reader)).collect();
        Some(())
    }

    /// Looks every name up.
    fn check(&self, problems: &Problems) {
        let board = match self.set_up(&[]) {
            Ok(board) => board,
            Err(troubles) => return troubles.into_iter().for_each(|trouble| self.trouble(trouble, problems)),
        };
        for (id, line) in &board.lines {
            let kind = board.state.entity(*id).kind;
            if !self.keeps.kinds.iter().any(|kept| kept.kind == kind) {
                let kinds: Vec<&str> = self.keeps.kinds.iter().map(|kept| self.words.kind(kept.kind)).collect();
                let message = format!(
                    "a {} is not kept between battles: take it out; kept are: {}",
                    self.words.kind(kind),
                    kinds.join(", ")
                );
                self.trouble(Trouble { line: *line, column: 1, message }, problems);
            }
        }
    }

    fn trouble(&self, trouble: Trouble, problems: &Problems) {
        let span = self.lines().nth(trouble.line.saturating_sub(2)).map_or(0..0, |line| line.place(trouble.column));
        problems.report(Diagnostic::error("bad-campaign", trouble.message, self.file, span));
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.options.iter().map(|(_, line)| line).chain(&self.state).chain(self.pieces.iter().map(|piece| &piece.line))
    }

    /// The pieces by themselves, without a place, as they are for the first seat. `more`: lines behind them.
    ///
    /// Errors: what is wrong with each line; the first is that of the players.
    pub fn set_up(&self, more: &[String]) -> Result<Board, Vec<Trouble>> {
        let players = self.game.rules.players.start.max(2);
        let own = self.lines().map(|line| line.text.clone());
        let lines: Vec<String> = [format!("players {players}")].into_iter().chain(own).chain(more.iter().cloned()).collect();
        let mut board = board::of_lines(&self.game.rules, self.words, &lines, 0)?;
        board.lines.retain(|(id, _)| id.0 > board.state.players);
        for (id, _) in &board.lines {
            if let Some(entity) = board.state.entities.get_mut(id.index()) {
                (entity.owner, entity.at) = (Some(EntityId(1)), None);
            }
        }
        Ok(board)
    }

    /// The lines of a board with this campaign's pieces in the places of those that the board has for a seat, in the order of
    /// the file; those that find no place stay behind, with what they hold.
    ///
    /// Errors: the board is wrong, or has no such seat.
    pub fn muster(&self, board: &[String], seat: usize) -> Result<(Vec<String>, Part), Failure> {
        let problem = |troubles: Vec<Trouble>| Failure::Problem(board::told(&troubles));
        let ground = board::of_lines(&self.game.rules, self.words, board, 0).map_err(problem)?;
        if seat > ground.state.players as usize {
            let count = ground.state.players;
            return Err(Failure::usage(format!("there is no seat {seat}: the board is for {count} players")));
        }
        let replaced = |entity: &Entity| entity.owner == Some(EntityId(seat as u32)) && self.keeps.keeps(entity.kind).is_some();
        let gone: Vec<&(EntityId, usize)> = ground.lines.iter().filter(|(id, _)| replaced(ground.state.entity(*id))).collect();
        let mut places = gone.iter().filter_map(|(id, _)| ground.state.entity(*id).at);
        let mut lines: Vec<String> =
            (1..).zip(board).filter(|(n, _)| gone.iter().all(|(_, line)| line != n)).map(|(_, line)| line.clone()).collect();
        lines.extend(self.options.iter().map(|(_, line)| line).chain(&self.state).map(|line| line.text.clone()));
        let own = self.set_up(&[]).map_err(problem)?;
        let (mut resting, mut ready) = (Vec::new(), Vec::new());
        for (number, (piece, (id, _))) in self.pieces.iter().zip(&own.lines).enumerate() {
            let stands =
                matches!(self.game.rules.kinds.get(own.state.entity(*id).kind.index()).map(|k| k.body), Some(Body::Round(_)));
            let place = if stands && !piece.placed { places.next() } else { None };
            match place {
                None if stands && !piece.placed => resting.push(number),
                place => ready.push((number, place)),
            }
        }
        // What speaks of somebody who stays behind stays with them.
        loop {
            let behind: BTreeSet<String> =
                resting.iter().filter_map(|n| self.pieces.get(*n)).map(|piece| plain_name(&piece.name)).collect();
            let names =
                |number: &usize| self.pieces.get(*number).is_some_and(|p| p.says.iter().any(|w| behind.contains(&plain_name(w))));
            let (with, rest): (Vec<_>, Vec<_>) = ready.into_iter().partition(|(number, _)| names(number));
            ready = rest;
            if with.is_empty() {
                break;
            }
            resting.extend(with.into_iter().map(|(number, _)| number));
        }
        for (number, place) in ready {
            let Some(piece) = self.pieces.get(number) else { continue };
            let place = place.map(|at: Point| format!(" at {}", crate::say::point(at))).unwrap_or_default();
            lines.push(format!("{} P{seat}{place}", piece.line.text));
        }
        resting.sort_unstable();
        Ok((lines, Part { file: self.path.clone(), seat, digest: self.digest.clone(), resting }))
    }

    /// How many lines it sets up before others, that of the players among them.
    pub fn count(&self) -> usize {
        1 + self.lines().count()
    }

    /// The names of the pieces at these places in the file.
    pub fn names(&self, places: &[usize]) -> Vec<&str> {
        places.iter().filter_map(|place| self.pieces.get(*place)).map(|piece| piece.name.as_str()).collect()
    }

    /// Writes the file anew, from all that a state has of a seat and the pieces that stayed behind. What stood there before is kept
    /// beside it. Gives the pieces that are kept.
    ///
    /// Errors: a rule is at fault, or the file cannot be written.
    pub fn write(&self, state: &State, given: &Given, seat: usize, resting: &[usize]) -> Result<Vec<EntityId>, Failure> {
        let says = Says { rules: &self.game.rules, words: self.words, given, state, viewer: None };
        let kept = self.kept(state, seat)?;
        let mut names = BTreeSet::new();
        let mut out = format!(
            "# What goes on from battle to battle: `cardwright play {0} --campaign FILE` and `cardwright build {0} LIST --campaign FILE`\n\
             # write this file anew, and keep the one before beside it.\n",
            self.game.rules.game
        );
        if let Some(title) = &self.title {
            out.push_str(&format!("campaign: {}\n", text(title)));
        }
        out.push_str(&format!("game: {}\n", self.game.rules.game));
        if !self.options.is_empty() {
            let options: Vec<String> = self.options.iter().map(|(name, line)| format!("{name}: {}", line.last())).collect();
            out.push_str(&format!("options: {{{}}}\n", options.join(", ")));
        }
        let of_the_game: Vec<String> =
            self.keeps.game.iter().filter_map(|field| self.field(&says, GAME, *field, &|_| None)).collect();
        if !of_the_game.is_empty() {
            out.push_str(&format!("state: {{{}}}\n", of_the_game.join(", ")));
        }
        out.push_str("pieces:");
        self.list(&says, &kept, &mut names, &mut out);
        let behind = self.set_up(&[]).map_err(|_| Failure::problem("the campaign cannot be set up again"))?;
        let resting: Vec<EntityId> = resting.iter().filter_map(|place| behind.lines.get(*place)).map(|(id, _)| *id).collect();
        let says = Says { given: &behind.given, state: &behind.state, ..says };
        self.list(&says, &resting, &mut names, &mut out);
        if kept.is_empty() && resting.is_empty() {
            out.push_str(" []\n");
        }
        if self.path.is_file() {
            let mut before = self.path.clone().into_os_string();
            before.push(".before");
            std::fs::copy(&self.path, &before)
                .map_err(|error| Failure::problem(format!("{} cannot be written: {error}", Path::new(&before).display())))?;
        }
        put(&self.path, &out).map_err(Failure::Problem)?;
        Ok(kept)
    }

    /// Who of a seat goes on.
    fn kept(&self, state: &State, seat: usize) -> Result<Vec<EntityId>, Failure> {
        let mut kept = Vec::new();
        for (number, entity) in state.entities.iter().enumerate().skip(1 + state.players as usize) {
            let id = EntityId(number as u32);
            let Some(keep) =
                self.keeps.keeps(entity.kind).filter(|_| entity.present && entity.owner == Some(EntityId(seat as u32)))
            else {
                continue;
            };
            let Some(test) = keep.when else {
                kept.push(id);
                continue;
            };
            match answer_in(&self.game.rules, &*self.game.host, state, test, &[Value::Entity(id)]) {
                Ok(Value::Truth(true)) => kept.push(id),
                Ok(_) => {}
                Err(halt) => return Err(Failure::Problem(self.game.halt(self.words, &halt))),
            }
        }
        Ok(kept)
    }

    /// Pieces as the file has them. `names`: those that others in it have already.
    fn list(&self, says: &Says<'_>, ids: &[EntityId], names: &mut BTreeSet<String>, out: &mut String) {
        let mut called: Vec<(EntityId, String)> = Vec::new();
        for id in ids {
            let card = self.card_name(says.state.entity(*id));
            let name = says.given.0.get(id).cloned().unwrap_or_else(|| card.clone());
            // Others must be able to speak of it.
            let free = (1..).map(|n| if n == 1 { name.clone() } else { format!("{name} {n}") });
            let name = free.into_iter().find(|name| names.insert(plain_name(name))).unwrap_or(name);
            called.push((*id, name));
        }
        let named = |id: EntityId| called.iter().find(|(known, _)| *known == id).map(|(_, name)| name.clone());
        for (id, name) in &called {
            let entity = says.state.entity(*id);
            let mut keys = vec![match entity.card.and_then(|card| self.game.rules.cards.get(card.index())) {
                Some(card) => format!("card: {}", card.id),
                None => format!("kind: {}", self.game.rules.kinds.get(entity.kind.index()).map_or("", |kind| &kind.id)),
            }];
            if plain_name(name) != plain_name(&self.card_name(entity)) {
                keys.push(format!("name: {}", text(name)));
            }
            let fields = self.keeps.keeps(entity.kind).map(|keep| keep.fields.as_slice()).unwrap_or_default();
            keys.extend(fields.iter().filter_map(|field| self.field(says, *id, *field, &named)));
            keys.extend(self.lasting(says, *id));
            out.push_str(&format!("\n  - {}\n", keys.join("\n    ")));
        }
    }

    fn card_name(&self, entity: &Entity) -> String {
        match entity.card {
            Some(card) => self.words.card(card).to_owned(),
            None => self.words.kind(entity.kind).to_owned(),
        }
    }

    /// `key: value` where a field holds something else than it begins with.
    fn field(&self, says: &Says<'_>, id: EntityId, field: FieldId, named: &dyn Fn(EntityId) -> Option<String>) -> Option<String> {
        let entity = says.state.entity(id);
        let rules = &self.game.rules;
        let value = entity.field(rules, field)?;
        if Entity::new(rules, entity.card, entity.kind, None)?.field(rules, field) == Some(value) {
            return None;
        }
        let declared = rules.fields.get(field.index())?;
        Some(format!("{}: {}", declared.id, yaml(says, value, &declared.holds, named)?))
    }

    /// Abilities that it has or lacks for good.
    fn lasting(&self, says: &Says<'_>, id: EntityId) -> Vec<String> {
        let ability = |id: &AbilityId| self.game.rules.abilities.get(id.index()).map(|ability| ability.id.as_str());
        let for_good = || says.state.lasting.iter().filter(|l| l.holder == Some(id) && l.until == Until::Forever);
        let gained = for_good().filter_map(|l| if let Lasts::Gained(id) = &l.what { ability(id) } else { None });
        let lost = for_good().filter_map(|l| if let Lasts::Lost(id) = &l.what { ability(id) } else { None });
        let lists = [("abilities", gained.collect::<Vec<_>>()), ("without", lost.collect())];
        lists.iter().filter(|(_, list)| !list.is_empty()).map(|(key, list)| format!("{key}: [{}]", list.join(", "))).collect()
    }
}

fn piece(node: &Node, line: Line, reader: Reader<'_>) -> Piece {
    let mut piece = Piece { line, name: String::new(), placed: false, says: Vec::new() };
    let Tree::Map(entries) = &node.value else { return piece };
    for (key, value) in entries {
        let word = value.as_scalar().map(|scalar| scalar.text.clone());
        match key.text.as_str() {
            "owner" | "seat" => {
                let message = "the pieces of a campaign belong to whoever plays it";
                reader.report(reader.error("bad-campaign", message, key.span.clone()).help("take this key out"));
            }
            "name" => piece.name = word.unwrap_or_default(),
            "card" | "kind" => {
                if piece.name.is_empty() {
                    piece.name = word.unwrap_or_default();
                }
            }
            "at" => piece.placed = true,
            _ => piece.says.extend(words_in(value)),
        }
    }
    piece
}

fn words_in(node: &Node) -> Vec<String> {
    match &node.value {
        Tree::Scalar(Scalar { text, .. }) => vec![text.clone()],
        Tree::List(members) => members.iter().flat_map(words_in).collect(),
        _ => Vec::new(),
    }
}

/// The digest of a file as it stands; empty where there is none.
fn digest(path: &Path) -> String {
    let mut digest = Digest::default();
    std::fs::read(path).map_or_else(
        |_| String::new(),
        |bytes| {
            digest.write(&bytes);
            hex(digest.finish())
        },
    )
}

/// The campaigns after a battle that is over; what is told of each.
///
/// Errors: as [`Campaign::read`] and [`Campaign::write`].
pub fn go_on(session: &Session<'_>) -> Result<Vec<String>, Failure> {
    let words = session.words;
    let mut told = Vec::new();
    for part in &session.start.campaign {
        let shown = part.file.display();
        if digest(&part.file) != part.digest {
            told.push(said!(
                words,
                "{shown} has changed since the battle began and is left as it is",
                "{shown} 在戰鬥開始後已更改，保持原樣"
            ));
            continue;
        }
        let campaign = Campaign::read(session.game, words, &part.file)?;
        let kept = campaign.write(session.state(), &session.given, part.seat, &part.resting)?;
        let begun =
            board::of_lines(&session.game.rules, words, &session.start.board, 0).map(|board| board.lines).unwrap_or_default();
        let owner = Some(EntityId(part.seat as u32));
        let lost = begun.iter().map(|(id, _)| *id).filter(|id| {
            let entity = session.state().entity(*id);
            campaign.keeps.keeps(entity.kind).is_some() && entity.owner == owner && !kept.contains(id)
        });
        let says = Says { rules: &session.game.rules, words, given: &session.given, state: session.state(), viewer: None };
        let (lost, count): (Vec<String>, usize) = (lost.map(|id| says.entity(id)).collect(), kept.len());
        let lost = if lost.is_empty() { says.value(&Value::Nothing) } else { lost.join(", ") };
        told.push(said!(words, "{shown}: {count} go on; lost: {lost}", "{shown}：{count}個繼續；失去：{lost}"));
    }
    Ok(told)
}
