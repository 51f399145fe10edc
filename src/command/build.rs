//! `build`: a list of purchases played as commands, and the card that comes of it.
//!
//! ```yaml
//! name: {en: Bill, zh-Hant: 比爾}
//! options: {starting_level: 1}       # left out: as the game has them
//! purchases:                         # an action, and what it is done with
//!   - choose_build: caster
//!   - gain_level
//! ```
//!
//! What may be bought and why not is the game's affair: its `games` file names the step in which such actions are on offer, and
//! the field of the player that holds what is made (`workshop: {step: workshop, made: making}`). With a campaign its pieces are
//! there too, and what is made joins them.

use crate::campaign::Campaign;
use crate::face::{Languages, Texts, Workshop};
use crate::failure::{Failure, Found};
use crate::game::{Game, refused};
use crate::load;
use crate::name::Given;
use crate::page::board;
use crate::piece;
use crate::question::names;
use crate::save::put;
use crate::say::Says;
use crate::tale::{Detail, Teller};
use crate::words::{Words, plain_name};
use crate::written::{text, yaml as value_as_yaml};
use cardwright_content::yaml::{self, Node, Reader, Scalar};
use cardwright_core::clock::waiting;
use cardwright_core::decision::{Command, Offer};
use cardwright_core::resolve::{Halt, Refusal, run};
use cardwright_core::state::State;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Diagnostic, FileId, Problems, Sources, did_you_mean, quote, render_text};
use std::io::Write;
use std::path::Path;

/// One line of the list.
struct Purchase<'n> {
    action: &'n Scalar,
    with: Option<&'n Scalar>,
}

/// The list as its file says it.
struct List<'n> {
    name: Option<Texts>,
    options: Vec<(&'n Scalar, &'n Scalar)>,
    purchases: Vec<Purchase<'n>>,
}

/// What `build` was asked for.
pub struct Wanted<'a> {
    /// The game.
    pub game: &'a str,
    /// The list.
    pub list: &'a Path,
    /// The file that the card is put into.
    pub save: Option<&'a Path>,
    /// A campaign whose pieces can be taken up.
    pub campaign: Option<&'a Path>,
    /// The language.
    pub language: Option<&'a str>,
}

/// Plays a list of purchases and prints what each of them did, what was made, and its card. A campaign that is named is written
/// anew, and begins where its file is not there.
///
/// Errors: the game sells nothing, a file cannot be read, or a line of the list breaks a rule: then the line, and which rule.
pub fn build(wanted: &Wanted<'_>, out: &mut dyn Write) -> Result<Found, Failure> {
    build_in(&load::game(wanted.game)?, wanted, out)
}

/// The same in a game that was loaded.
///
/// Errors: as [`build`].
pub fn build_in(game: &Game, wanted: &Wanted<'_>, out: &mut dyn Write) -> Result<Found, Failure> {
    let words = game.words(wanted.language).map_err(Failure::Usage)?;
    let Some(workshop) = &game.face.workshop else {
        return Err(Failure::usage(format!("in {} nothing is bought: no file of `games` names a workshop", game.rules.game)));
    };
    let campaign = match wanted.campaign {
        Some(path) if path.exists() => Some(Campaign::read(game, words, path)?),
        Some(path) => Some(Campaign::new(game, words, path)?),
        None => None,
    };
    let (mut sources, problems) = (Sources::new(), Problems::new());
    let read = yaml::read_file(wanted.list, &wanted.list.display().to_string(), &mut sources, &problems);
    let made = read.as_ref().and_then(|(id, node)| {
        let reader = Reader::new(*id, &problems);
        let tags: Vec<String> = game.words.iter().map(|(tag, _)| tag.clone()).collect();
        let list = list(node, reader, Languages { own: &tags, known: &[] })?;
        let mut maker = Maker::new(game, words, workshop, &list, campaign.as_ref(), reader)?;
        for purchase in &list.purchases {
            maker.buy(purchase)?;
        }
        maker.finish(list.purchases.last(), node)?;
        Some((maker, list.name))
    });
    match made {
        Some((mut maker, name)) if problems.is_empty() => {
            maker.print(name.as_ref(), wanted.save, out)?;
            if let Some(campaign) = campaign {
                campaign.write(&maker.state, &maker.given, 1, &[])?;
            }
            Ok(Found::Nothing)
        }
        _ => Err(Failure::Problem(render_text(&problems.into_vec(), &sources, false).trim_end().to_owned())),
    }
}

fn list<'n>(node: &'n Node, reader: Reader<'_>, languages: Languages<'_>) -> Option<List<'n>> {
    let mut keys = node.fields(reader)?;
    let name = keys.optional("name").and_then(|node| Texts::read(node, reader, Some(languages)));
    if let Some(node) = keys.optional("name")
        && name.as_ref().is_some_and(|name| name.0.iter().any(|(_, text)| text.trim().is_empty()))
    {
        reader.report(
            reader.error("bad-purchase", "the name is empty", node.span.clone()).help("write a name, or take the line out"),
        );
    }
    let mut options = Vec::new();
    for (option, value) in keys.optional("options").and_then(|node| node.map(reader)).unwrap_or_default() {
        options.push((option, value.text(reader)?));
    }
    let mut purchases = Vec::new();
    for line in keys.required("purchases").and_then(|node| node.list(reader))? {
        if let Some(action) = line.as_scalar() {
            purchases.push(Purchase { action, with: None });
            continue;
        }
        let [(action, with)] = line.map(reader)? else {
            let message = "a purchase is one action with what it is done with";
            reader.problems.report(
                Diagnostic::error("bad-purchase", message, reader.file, line.span.clone())
                    .help("write `- buy: beefy`, one a line"),
            );
            return None;
        };
        purchases.push(Purchase { action, with: Some(with.text(reader)?) });
    }
    keys.finish();
    Some(List { name, options, purchases })
}

/// A unit in the making.
struct Maker<'g> {
    game: &'g Game,
    words: &'g Words,
    workshop: &'g Workshop,
    file: FileId,
    problems: &'g Problems,
    given: Given,
    state: State,
    /// What was in hand last.
    made: Option<EntityId>,
    told: Vec<String>,
}

impl<'g> Maker<'g> {
    fn new(
        game: &'g Game,
        words: &'g Words,
        workshop: &'g Workshop,
        list: &List<'_>,
        campaign: Option<&Campaign<'_>>,
        reader: Reader<'g>,
    ) -> Option<Self> {
        let step = game.rules.steps.get(workshop.step.index()).map(|step| step.id.clone()).unwrap_or_default();
        let mut lines: Vec<String> =
            list.options.iter().map(|(option, value)| format!("option {} {}", option.text, value.text)).collect();
        lines.push(format!("step {step} P1"));
        let built = match campaign {
            Some(campaign) => campaign.set_up(&lines),
            None => {
                lines.insert(0, "players 2".into());
                board::of_lines(&game.rules, words, &lines, 0)
            }
        };
        let before = campaign.map_or(1, Campaign::count);
        match built {
            Ok(board) => Some(Maker {
                game,
                words,
                workshop,
                file: reader.file,
                problems: reader.problems,
                given: board.given,
                state: board.state,
                made: None,
                told: Vec::new(),
            }),
            Err(troubles) => {
                for trouble in troubles {
                    // Behind what was there before come the options, one a line.
                    let option = trouble.line.checked_sub(before + 1).and_then(|n| list.options.get(n));
                    let span = option.map_or(0..0, |(option, value)| option.span.start..value.span.end);
                    reader.problems.report(Diagnostic::error("bad-purchase", trouble.message, reader.file, span));
                }
                None
            }
        }
    }

    fn says(&self) -> Says<'_> {
        Says { rules: &self.game.rules, words: self.words, given: &self.given, state: &self.state, viewer: None }
    }

    fn wrong<T>(&self, at: &Scalar, message: String, help: Option<String>) -> Option<T> {
        self.problems.report(Diagnostic::error("bad-purchase", message, self.file, at.span.clone()).help_if(help));
        None
    }

    /// Plays one line. None where it breaks a rule, which is reported: what follows would only follow from it.
    fn buy(&mut self, purchase: &Purchase<'_>) -> Option<()> {
        let offers = match waiting(&self.game.rules, &*self.game.host, &self.state) {
            Ok(Some(waiting)) => waiting.offers,
            Ok(None) => return self.wrong(purchase.action, "nothing more can be bought".into(), None),
            Err(halt) => return self.wrong(purchase.action, self.game.halt(self.words, &halt), None),
        };
        let offer = self.offer(purchase, &offers)?;
        if let Some(because) = offer.because {
            let at = purchase.with.unwrap_or(purchase.action);
            return self.wrong(at, refused(self.words, &Refusal::Because(because)), None);
        }
        match run(&self.game.rules, &*self.game.host, &self.state, &offer.command, &[]) {
            Ok(done) => {
                let mut teller = Teller::new(&self.game.rules, self.words, &self.given, self.state.clone(), None, Detail::Plain);
                let lines: Vec<String> = teller.tell(&done.log).iter().map(ToString::to_string).collect();
                self.told.extend(lines);
                self.state = done.state;
                self.made = self.in_hand().or(self.made);
                Some(())
            }
            Err(Halt::Ask(decision)) => {
                let asked = crate::question::prompt(self.words, &decision.prompt);
                self.wrong(purchase.action, format!("this asks {}, and a list has no answers", quote(asked)), None)
            }
            Err(halt) => self.wrong(purchase.action, self.game.halt(self.words, &halt), None),
        }
    }

    /// The offer that a line means.
    fn offer<'o>(&self, purchase: &Purchase<'_>, offers: &'o [Offer]) -> Option<&'o Offer> {
        let acts = || {
            offers.iter().filter_map(|offer| match &offer.command {
                Command::Act { action, args, .. } => Some((offer, *action, args.as_slice())),
                Command::Begin | Command::Pass { .. } => None,
            })
        };
        let action = plain_name(&purchase.action.text);
        let named = |def: DefId| names(&self.says(), &Value::Def(def));
        let of_action: Vec<_> = acts().filter(|(_, def, _)| named(*def).contains(&action)).collect();
        if of_action.is_empty() {
            let known: Vec<String> = acts().filter_map(|(_, def, _)| named(def).first().cloned()).collect();
            return self.wrong(
                purchase.action,
                format!("{} is not on offer here", quote(&purchase.action.text)),
                help(&action, known),
            );
        }
        let Some(with) = purchase.with else {
            return match of_action.iter().find(|(_, _, args)| args.is_empty()) {
                Some((offer, _, _)) => Some(offer),
                None => self.wrong(
                    purchase.action,
                    format!("{} does not say what it is done with", quote(&purchase.action.text)),
                    Some(format!("write `{}: …`", purchase.action.text)),
                ),
            };
        };
        let wanted = plain_name(&with.text);
        let last = |args: &[Value]| args.last().map(|arg| names(&self.says(), arg)).unwrap_or_default();
        if let Some((offer, _, _)) = of_action.iter().find(|(_, _, args)| last(args).contains(&wanted)) {
            return Some(offer);
        }
        if of_action.iter().all(|(_, _, args)| args.is_empty()) {
            let message = format!("{} is done with nothing", quote(&purchase.action.text));
            return self.wrong(with, message, Some(format!("write `- {}`, once for each time", purchase.action.text)));
        }
        let known = of_action.iter().flat_map(|(_, _, args)| last(args)).collect();
        let other = acts().find(|(_, _, args)| last(args).contains(&wanted));
        let other = other.and_then(|(_, def, _)| self.game.rules.defs.get(def.index()));
        let other = other.map(|def| format!("did you mean `{}: {}`?", def.id, with.text));
        self.wrong(with, format!("{} cannot be had here", quote(&with.text)), other.or_else(|| help(&wanted, known)))
    }

    /// Whether what was made is whole, as the game has it: the action that finishes it may be taken.
    fn finish(&mut self, last: Option<&Purchase<'_>>, list: &Node) -> Option<()> {
        if self.made.is_none() {
            let fault = Diagnostic::error("bad-purchase", "this list makes nothing", self.file, list.span.clone());
            self.problems.report(fault.help("begin `purchases` with what is made"));
            return None;
        }
        let (last, action) = (last?, self.workshop.finish?);
        if self.in_hand().is_none() {
            return Some(());
        }
        let waiting = waiting(&self.game.rules, &*self.game.host, &self.state).ok().flatten();
        let offers = waiting.map(|waiting| waiting.offers).unwrap_or_default();
        let finishes = |offer: &&Offer| matches!(&offer.command, Command::Act { action: known, .. } if *known == action);
        match offers.into_iter().find(|offer| finishes(&offer)).and_then(|offer| offer.because) {
            Some(because) => {
                let because = refused(self.words, &Refusal::Because(because));
                self.wrong(last.action, format!("the list ends too early: {because}"), Some("go on with another line".into()))
            }
            None => Some(()),
        }
    }

    /// What is in hand.
    fn in_hand(&self) -> Option<EntityId> {
        self.state.entity(EntityId(1)).field(&self.game.rules, self.workshop.made).and_then(Value::entity)
    }

    fn print(&mut self, name: Option<&Texts>, save: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(made) = self.made else { return Ok(()) };
        if let Some(name) = name {
            self.given.0.insert(made, name.in_language(&self.words.tag).to_owned());
        }
        let card = self.card(made, name)?;
        // All but the card is a comment, so that the whole is a file of a card.
        let mut whole: String = self.told.iter().map(|line| format!("# {line}\n")).collect();
        whole.push_str("#\n");
        whole.extend(piece::piece(&self.says(), self.game, made).iter().map(|line| format!("# {line}\n")));
        whole.push_str(&format!("\n{card}"));
        match save {
            Some(file) => put(file, &whole).map_err(Failure::Problem),
            None => Ok(out.write_all(whole.as_bytes())?),
        }
    }

    /// The card of what was made, to be put into the `cards` folder of a pack.
    ///
    /// Errors: a field holds what no card can print.
    fn card(&self, made: EntityId, name: Option<&Texts>) -> Result<String, Failure> {
        let rules = &self.game.rules;
        let entity = self.state.entity(made);
        let kind = rules.kinds.get(entity.kind.index());
        let mut out = format!("kind: {}\n", kind.map_or("", |kind| kind.id.as_str()));
        let called = self.given.0.get(&made).map_or("?", String::as_str);
        let named = |tag: &str| name.map_or(called, |name| name.in_language(tag)).to_owned();
        let names: Vec<String> = self.game.words.iter().map(|(tag, _)| format!("{tag}: {}", text(&named(tag)))).collect();
        out.push_str(&format!("name: {{{}}}\n", names.join(", ")));
        for (field, value) in kind.map(|kind| kind.fields.clone()).unwrap_or_default().map(FieldId).zip(&entity.fields) {
            let Some(declared) = rules.fields.get(field.index()).filter(|field| field.printed) else { continue };
            if *value == declared.starts {
                continue;
            }
            let Some(printed) = value_as_yaml(&self.says(), value, &declared.holds, &|_| None) else {
                return Err(Failure::problem(format!("the field `{}` holds what no card can print", declared.id)));
            };
            out.push_str(&format!("{}: {printed}\n", declared.id));
        }
        let uses: Vec<String> = piece::abilities(&self.says(), made)
            .into_iter()
            .filter_map(|ability| Some(format!("  - use: {}\n", rules.abilities.get(ability.index())?.id)))
            .collect();
        if uses.is_empty() {
            out.push_str("abilities: []\n");
        } else {
            out.push_str(&format!("abilities:\n{}", uses.concat()));
        }
        Ok(out)
    }
}

fn help(wanted: &str, mut known: Vec<String>) -> Option<String> {
    known.sort();
    known.dedup();
    match did_you_mean(wanted, known.iter().map(String::as_str)) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None => {
            let more = if known.len() > MOST_KNOWN { ", …" } else { "" };
            known.truncate(MOST_KNOWN);
            Some(format!("there are: {}{more}", known.join(", ")))
        }
    }
}

/// So many names are listed at most.
const MOST_KNOWN: usize = 12;
