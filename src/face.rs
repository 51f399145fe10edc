//! How a game looks at the terminal: what its packs say in `games/*.yaml`.
//!
//! ```yaml
//! game: moonstone
//! names:                       # what players call things that rules know by their ids
//!   kinds: {stone: {en: moonstone, zh-Hant: 月石}}
//!   zones: {melee_hand: {en: melee hand, zh-Hant: 近戰手牌}}
//!   steps: {turn: {en: turn, zh-Hant: 回合}}       # the log tells of these steps alone
//! fields:                      # what the log tells of; other fields are bookkeeping
//!   model: {energy: {en: energy, zh-Hant: 能量}}
//! square: 1"                   # a game on squares so wide: each is a cell of the board, and lengths are told in squares
//! dice: [6]                    # the log tells of these dice alone, by their sides
//! signs: {woods: "%"}          # how an area is drawn: by a term that it holds
//! digits: {stone: depth}       # pieces drawn as a number they hold
//! list:                        # what stands beside a piece in the list under the board
//!   model:
//!     - {name: {en: health, zh-Hant: 生命}, of: boxes, less: wounds}
//!     - {name: {en: energy, zh-Hant: 能量}, field: energy}
//!     - {name: {en: stones, zh-Hant: 月石}, held: stone, by: carrier}
//!     - {name: {en: done, zh-Hant: 已啟動}, when: activated}        # a field or a test, or a list of which all must hold
//!     - {name: {en: reach, zh-Hant: 範圍}, value: melee_range}       # what a definition answers for the piece
//!     - {name: {en: engaged by, zh-Hant: 交戰}, those: engages}      # the pieces that pass a test with it behind them
//! sheet:                       # what `show` says of a piece besides; left out: all that is printed on its card
//!   model: [{name: {en: keywords, zh-Hant: 關鍵字}, field: keywords}]
//! score: {name: {en: moonstones, zh-Hant: 月石}, held: stone, by: carrier}
//! abilities:                   # what stands behind the name of an ability: its numbers by their keys
//!   cost: {en: "{n} energy", zh-Hant: "{n}點能量"}               # {n}: as it is; {length}: in inches
//!   more: {en: "and {n} for each", zh-Hant: "每個另加{n}", hide: 0}  # not where it is this number
//!   target: {en: "target: {text}", zh-Hant: "目標：{text}"}      # {text}: as it is printed
//!   deals: {en: "deals {melee_face}", zh-Hant: "造成{melee_face}"} # a list, each with its term of a vocabulary
//! offers:                      # what stands behind an action on offer: what definitions answer for its arguments
//!   harvest: {en: "{harvest_cost} energy", zh-Hant: "{harvest_cost}點能量"}
//! compare:                     # beside the choices that an effect asks for: what each does against every term
//!   choose_faces: {field: face, by: face_damage, name: {en: deals/takes, zh-Hant: 造成/受到}}
//! tells: {fight: {en: "{attacker} against {defender}", zh-Hant: "{attacker}對{defender}"}} # effects told besides
//! workshop: {step: workshop, made: making, finish: lay_down}   # where `build` buys, what it makes, and what ends it
//! campaign:                    # what goes on from battle to battle: fields of the game, and of pieces that pass a test
//!   game: [turn]
//!   unit: {when: goes_on, fields: [level, hits_lost]}
//! round: turn                  # a standing answer (`always`, `never`) holds until this step comes again
//! round: {step: upkeep, name: {en: turn, zh-Hant: 回合}}        # the same, where players call that time otherwise
//! hints:                       # told once: when an action is first on offer, when an effect first asks
//!   offered: {deploy: {en: …, zh-Hant: …}}
//!   asked: {choose_edge: {en: …, zh-Hant: …}}
//! ```
//!
//! Games without a table have `twins` and `panel`, which [`panel`] tells of.

use crate::failure::Failure;
use crate::shelf;
use crate::squares::Squares;
use crate::words::Words;
use cardwright_content::yaml::{self, Node, Reader, Scalar};
use cardwright_core::rules::Ruleset;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Diagnostic, Problems, Sources, did_you_mean, quote, render_text};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;

mod panel;
mod reading;
pub use panel::{Open, Panel, Twin};
pub use reading::{Page, slots};

/// A text in some languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(pub Vec<(String, String)>);

impl Texts {
    /// The text in a language, else in the first that there is.
    pub fn in_language(&self, tag: &str) -> &str {
        let own = self.0.iter().find(|(known, _)| known == tag);
        own.or(self.0.first()).map_or("", |(_, text)| text)
    }

    /// `{en: …, zh-Hant: …}`, or one text for all. Of the languages that are given each must have its text.
    pub fn read(node: &Node, reader: Reader<'_>, languages: Option<Languages<'_>>) -> Option<Texts> {
        if let Some(text) = node.as_scalar() {
            return Some(Texts(vec![(String::new(), text.text.clone())]));
        }
        let entries = node.map(reader)?;
        if let Some(languages) = languages {
            languages.check(node, entries, reader);
        }
        let one = |(tag, text): &(Scalar, Node)| Some((tag.text.clone(), text.text(reader)?.text.clone()));
        entries.iter().map(one).collect::<Option<Vec<_>>>().map(Texts)
    }
}

/// The languages of some packs.
#[derive(Clone, Copy, Debug)]
pub struct Languages<'a> {
    /// Those in which everything is said.
    pub own: &'a [String],
    /// Those that any of the packs speaks.
    pub known: &'a [String],
}

impl Languages<'_> {
    fn check(&self, node: &Node, entries: &[(Scalar, Node)], reader: Reader<'_>) {
        for (tag, _) in entries.iter().filter(|(tag, _)| !self.own.contains(&tag.text) && !self.known.contains(&tag.text)) {
            let near = did_you_mean(&tag.text, self.own.iter().map(String::as_str));
            let help =
                near.map_or_else(|| format!("there are: {}", self.own.join(", ")), |near| format!("did you mean `{near}`?"));
            let message = format!("{} is not a language of this pack", quote(&tag.text));
            reader.report(reader.error("unknown-language", message, tag.span.clone()).help(help));
        }
        for tag in self.own.iter().filter(|_| node.whole).filter(|tag| !entries.iter().any(|(known, _)| known.text == **tag)) {
            let place = entries.first().map_or(node.span.clone(), |(first, _)| first.span.clone());
            reader.report(reader.error("missing-language", format!("this has no `{tag}`"), place).help(format!("add `{tag}:`")));
        }
    }
}

/// One thing that the list under the board says of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it is called.
    pub name: Texts,
    /// What it shows.
    pub shows: Shows,
    /// The number that is not shown, nor nothing.
    pub hide: Option<i64>,
}

/// What must hold of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A field is neither 0 nor nothing.
    Field(FieldId),
    /// It passes a test.
    Test(DefId),
}

/// What stands behind the name of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The key.
    pub key: AbilityFieldId,
    /// What is said of it.
    pub texts: Texts,
    /// The number that is not shown.
    pub hide: Option<i64>,
}

/// What a column shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shows {
    /// The value of a field.
    Field(FieldId),
    /// How much is left of one field by another: `5/8`.
    Left {
        /// The whole.
        of: FieldId,
        /// What is gone of it.
        less: FieldId,
    },
    /// How many entities of a kind it holds: those whose field names it.
    Held {
        /// Their kind.
        kind: KindId,
        /// Their field.
        by: FieldId,
    },
    /// The name alone, while all of these hold.
    When(Vec<Holds>),
    /// What a definition answers for the piece.
    Value(DefId),
    /// The pieces that pass a test of which this piece is the second argument.
    Those(DefId),
}

/// Where what players bring is bought, for `build`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workshop {
    /// The step in which it is.
    pub step: StepId,
    /// The field of a player that holds what is made.
    pub made: FieldId,
    /// The action that finishes what is made; while it may not be taken, a list is not at its end.
    pub finish: Option<DefId>,
}

/// What goes on from battle to battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keeps {
    /// Fields of the game.
    pub game: Vec<FieldId>,
    /// Kinds of pieces.
    pub kinds: Vec<Keep>,
}

/// What is kept of the pieces of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The kind.
    pub kind: KindId,
    /// The test that must hold for a piece; None: all.
    pub when: Option<DefId>,
    /// Fields whose values are kept; others begin anew.
    pub fields: Vec<FieldId>,
}

impl Keeps {
    /// What is kept of pieces of a kind; None: they are not kept.
    pub fn keeps(&self, kind: KindId) -> Option<&Keep> {
        self.kinds.iter().find(|keep| keep.kind == kind)
    }
}

/// Texts told once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// By action: when it is first on offer.
    pub offered: BTreeMap<DefId, Texts>,
    /// By definition: when it first asks.
    pub asked: BTreeMap<DefId, Texts>,
}

/// A comparison of choices: what each does against every term of a vocabulary, and what it meets in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// What the two numbers of a cell are.
    pub name: Texts,
    /// The field of a choice that holds its own term.
    pub field: FieldId,
    /// The terms.
    pub terms: Range<u32>,
    /// The number for one term against another.
    pub by: DefId,
}

/// How a game looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// Characters by the term that an area holds.
    pub signs: BTreeMap<TermId, char>,
    /// Fields whose number stands for a piece of the kind.
    pub digits: BTreeMap<KindId, FieldId>,
    /// Fields that the log tells of; None: all.
    pub fields: Option<BTreeSet<FieldId>>,
    /// Steps that the log tells of; None: all.
    pub steps: Option<BTreeSet<StepId>>,
    /// The squares of its table; None: distances are lengths.
    pub squares: Option<Squares>,
    /// Sides of the dice that the log tells of; None: all.
    pub dice: Option<BTreeSet<u32>>,
    /// Columns of the list, by kind.
    pub list: BTreeMap<KindId, Vec<Column>>,
    /// What is said of one piece besides, by kind.
    pub sheet: BTreeMap<KindId, Vec<Column>>,
    /// How far each player is.
    pub score: Option<Column>,
    /// What stands behind the name of an ability, by its keys, in order.
    pub abilities: Vec<Numbered>,
    /// What stands behind an action on offer.
    pub offers: BTreeMap<DefId, Texts>,
    /// What stands beside choices, by the effect that asks.
    pub compare: BTreeMap<DefId, Compared>,
    /// Effects that players are told of besides those that tell of themselves.
    pub tells: BTreeMap<DefId, Texts>,
    /// The step with which standing answers end.
    pub round: Option<StepId>,
    /// What players call the time between, where the step is called otherwise.
    pub round_name: Option<Texts>,
    /// Kinds of which the pieces in a pile have names of their own.
    pub twins: BTreeMap<KindId, Twin>,
    /// What is shown where there is no table.
    pub panel: Option<Panel>,
    /// Texts told once.
    pub hints: Hints,
    /// Where what players bring is bought.
    pub workshop: Option<Workshop>,
    /// What goes on from battle to battle.
    pub campaign: Option<Keeps>,
    names: Vec<(Named, Texts)>,
}

/// What a name is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    Kind(KindId),
    Zone(ZoneId),
    Step(StepId),
    Field(FieldId),
}

impl Face {
    /// Gives things their names in a language.
    pub fn name(&self, words: &mut Words) {
        for (def, texts) in &self.tells {
            words.says.insert(*def, texts.in_language(&words.tag).to_owned());
        }
        words.twins.clone_from(&self.twins);
        for (what, texts) in &self.names {
            let name = texts.in_language(&words.tag).to_owned();
            let slot = match what {
                Named::Kind(id) => words.kinds.get_mut(id.index()),
                Named::Zone(id) => words.zones.get_mut(id.index()),
                Named::Step(id) => words.steps.get_mut(id.index()),
                Named::Field(id) => words.fields.get_mut(id.index()),
            };
            if let Some(slot) = slot {
                *slot = name;
            }
        }
    }
}

/// What the packs say of the look of their game; nothing where they say nothing.
///
/// Errors: all that is wrong in these files.
pub fn read(packs: &[PathBuf], rules: &Ruleset, languages: Languages<'_>) -> Result<Face, Failure> {
    let mut sources = Sources::new();
    let (face, found) = checked(packs, rules, languages, &mut sources);
    if found.is_empty() { Ok(face) } else { Err(Failure::Problem(render_text(&found, &sources, false).trim_end().to_owned())) }
}

/// The same, with every problem by its place. The files are added to the sources.
pub fn checked(packs: &[PathBuf], rules: &Ruleset, languages: Languages<'_>, sources: &mut Sources) -> (Face, Vec<Diagnostic>) {
    let problems = Problems::new();
    let mut face = Face::default();
    for file in packs.iter().flat_map(|pack| shelf::files(pack, "games", "yaml")) {
        let shown = shelf::from_here(&file).display().to_string();
        if let Some((id, node)) = yaml::read_file(&file, &shown, sources, &problems) {
            let page = Page { rules, reader: Reader::new(id, &problems), languages };
            let _ = page.face(&node, &mut face);
        }
    }
    (face, problems.into_vec())
}
