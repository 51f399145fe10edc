//! A game as it was loaded: rules, words and scripts joined.

use crate::face::Face;
use crate::tongue::said;
use crate::words::Words;
use cardwright_content::RuleEntry;
use cardwright_core::hook::ScriptHost;
use cardwright_core::resolve::{Fault, Halt, Refusal, answer_in};
use cardwright_core::rules::{Ruleset, Type};
use cardwright_core::state::State;
use cardwright_core::value::*;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Everything the program needs to play a game.
pub struct Game {
    /// The frozen rules.
    pub rules: Ruleset,
    /// Names and texts, for each language of the packs in their order.
    pub words: Vec<(String, Words)>,
    /// Whoever runs the hooks.
    pub host: Box<dyn ScriptHost>,
    /// How it looks at the terminal.
    pub face: Face,
    /// The packs it was made of.
    pub packs: Vec<PackInfo>,
    /// The rules of the rule book, in order; none where the packs have no catalogue.
    pub catalogue: Vec<RuleEntry>,
    /// Those of them that some declaration says it carries out.
    pub carried: BTreeSet<String>,
}

/// A pack that was loaded.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PackInfo {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// A digest of its files, 16 hex digits; empty where it is not known.
    #[serde(default)]
    pub digest: String,
    /// Its folder; not part of a saved game.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// Turns a text into a rule while a scenario is read. The rule is added to the rules given.
pub trait Reader {
    /// An expression or test of the notation. `names` are locals in the order of the frame.
    ///
    /// Errors: what is wrong with it, in words.
    fn expression(&self, rules: &mut Ruleset, text: &str, names: &[(String, Type)]) -> Result<NodeId, String>;
    /// Sentences of card text that are effects, in any language of the game.
    ///
    /// Errors: what is wrong with it, in words.
    fn effects(&self, rules: &mut Ruleset, text: &str, target: bool) -> Result<NodeId, String>;
}

impl Game {
    /// What a definition answers in a state; None where it cannot.
    pub fn answer(&self, state: &State, def: DefId, args: &[Value]) -> Option<Value> {
        answer_in(&self.rules, &*self.host, state, def, args).ok()
    }

    /// The words in a language; the first language where there is no such.
    ///
    /// Errors: a language was asked for that the game does not have.
    pub fn words(&self, language: Option<&str>) -> Result<&Words, String> {
        let found = match language {
            Some(tag) => self.words.iter().find(|(known, _)| known.eq_ignore_ascii_case(tag)),
            None => self.words.first(),
        };
        let known = || self.words.iter().map(|(tag, _)| tag.as_str()).collect::<Vec<_>>().join(", ");
        found.map(|(_, words)| words).ok_or_else(|| {
            format!("{} is not in the language `{}`; it is in {}", self.rules.game, language.unwrap_or(""), known())
        })
    }

    /// What is wrong with the id of a rule that a page names; nothing where the game has no catalogue.
    pub fn not_in_catalogue(&self, id: &str) -> Option<String> {
        if self.catalogue.is_empty() || self.catalogue.iter().any(|rule| rule.id == id) {
            return None;
        }
        let near = cardwright_grammar::diagnostic::did_you_mean(id, self.catalogue.iter().map(|rule| rule.id.as_str()));
        let help = near.map_or_else(|| "add it to the catalogue".to_owned(), |near| format!("did you mean `{near}`?"));
        Some(format!("the catalogue has no rule `{id}`; {help}"))
    }

    /// Where a rule stands: `path:line:column`, or nothing where the engine itself is meant.
    pub fn place(&self, node: Option<NodeId>) -> Option<String> {
        let origin = self.rules.origins.get(node?.index()).filter(|o| o.line > 0)?;
        let file = self.rules.files.get(origin.file as usize)?;
        Some(format!("{file}:{}:{}", origin.line, origin.column))
    }

    /// A fault in words: what, where, and the chain that led there.
    pub fn fault(&self, words: &Words, fault: &Fault) -> String {
        let mut out = fault.message.clone();
        if let Some(place) = self.place(fault.node) {
            out.push_str(&format!("\n  at {place}"));
        }
        for link in &fault.chain {
            let origin = self.rules.origins.get(link.index()).copied().unwrap_or_default();
            let Some(place) = self.place(Some(*link)) else { continue };
            let card = origin.card.map(|c| format!(" ({})", words.card(c))).unwrap_or_default();
            out.push_str(&format!("\n  woken at {place}{card}"));
        }
        out
    }

    /// Why a run did not finish, in words. An open question is the caller's to handle.
    pub fn halt(&self, words: &Words, halt: &Halt) -> String {
        match halt {
            Halt::Ask(decision) => format!("a question stands open: {}", crate::question::prompt(words, &decision.prompt)),
            Halt::Refused(refusal) => refused(words, refusal),
            Halt::Fault(fault) => self.fault(words, fault),
        }
    }
}

/// A refusal in words.
pub fn refused(words: &Words, refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotNow => said!(words, "it is not this player's turn to do that", "還輪不到這位玩家"),
        Refusal::NotOffered => said!(words, "this is not on offer here", "此處不能做這件事"),
        Refusal::Because(reason) => words.text(*reason).to_owned(),
        Refusal::MustAct => said!(words, "passing is not possible while something can be done", "還有能做的事，不能結束"),
        Refusal::Answer(place, decision) => {
            format!("answer {} is not allowed for: {}", place + 1, crate::question::prompt(words, &decision.prompt))
        }
        Refusal::TooManyAnswers(used) => format!("more answers than questions: only {used} were asked for"),
        Refusal::Over => said!(words, "the game is over", "遊戲已結束"),
        Refusal::TooFewRolls => "dice are rolled, but no more faces are written".into(),
        Refusal::TooManyRolls(left) => {
            format!("{left} written {} never rolled", if *left == 1 { "face is" } else { "faces are" })
        }
        Refusal::NoSuchFace { face, sides } => format!("a die of {sides} sides has no face {face}"),
    }
}
