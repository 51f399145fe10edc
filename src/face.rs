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
//! dice: [6]                    # the log tells of these dice alone, by their sides
//! signs: {woods: "%"}          # how an area is drawn: by a term that it holds
//! digits: {stone: depth}       # pieces drawn as a number they hold
//! list:                        # what stands beside a piece in the list under the board
//!   model:
//!     - {name: {en: health, zh-Hant: 生命}, of: boxes, less: wounds}
//!     - {name: {en: energy, zh-Hant: 能量}, field: energy}
//!     - {name: {en: stones, zh-Hant: 月石}, held: stone, by: carrier}
//!     - {name: {en: done, zh-Hant: 已啟動}, when: activated}
//! score: {name: {en: moonstones, zh-Hant: 月石}, held: stone, by: carrier}
//! hints:                       # told once: when an action is first on offer, when an effect first asks
//!   offered: {deploy: {en: …, zh-Hant: …}}
//!   asked: {choose_edge: {en: …, zh-Hant: …}}
//! ```

use crate::failure::Failure;
use crate::shelf;
use crate::words::Words;
use cardwright_content::yaml::{self, Node, Reader, Scalar};
use cardwright_core::rules::Ruleset;
use cardwright_core::value::*;
use cardwright_grammar::diagnostic::{Problems, Sources, did_you_mean, render_text};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A text in some languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(pub Vec<(String, String)>);

impl Texts {
    /// The text in a language, else in the first that there is.
    pub fn in_language(&self, tag: &str) -> &str {
        let own = self.0.iter().find(|(known, _)| known == tag);
        own.or(self.0.first()).map_or("", |(_, text)| text)
    }

    /// `{en: …, zh-Hant: …}`, or one text for all.
    pub fn read(node: &Node, reader: Reader<'_>) -> Option<Texts> {
        if let Some(text) = node.as_scalar() {
            return Some(Texts(vec![(String::new(), text.text.clone())]));
        }
        let entries = node.map(reader)?;
        let one = |(tag, text): &(Scalar, Node)| Some((tag.text.clone(), text.text(reader)?.text.clone()));
        entries.iter().map(one).collect::<Option<Vec<_>>>().map(Texts)
    }
}

/// One thing that the list under the board says of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it is called.
    pub name: Texts,
    /// What it shows.
    pub shows: Shows,
}

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The name alone, while the field is neither 0 nor nothing.
    When(FieldId),
}

/// Texts told once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// By action: when it is first on offer.
    pub offered: BTreeMap<DefId, Texts>,
    /// By definition: when it first asks.
    pub asked: BTreeMap<DefId, Texts>,
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
    /// Sides of the dice that the log tells of; None: all.
    pub dice: Option<BTreeSet<u32>>,
    /// Columns of the list, by kind.
    pub list: BTreeMap<KindId, Vec<Column>>,
    /// How far each player is.
    pub score: Option<Column>,
    /// Texts told once.
    pub hints: Hints,
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
pub fn read(packs: &[PathBuf], rules: &Ruleset) -> Result<Face, Failure> {
    let mut sources = Sources::new();
    let problems = Problems::new();
    let mut face = Face::default();
    for file in packs.iter().flat_map(|pack| shelf::files(pack, "games", "yaml")) {
        let shown = shelf::from_here(&file).display().to_string();
        if let Some((id, node)) = yaml::read_file(&file, &shown, &mut sources, &problems) {
            let page = Page { rules, reader: Reader::new(id, &problems) };
            let _ = page.face(&node, &mut face);
        }
    }
    let found = problems.into_vec();
    if found.is_empty() { Ok(face) } else { Err(Failure::Problem(render_text(&found, &sources, false).trim_end().to_owned())) }
}

/// A file that is read. Everything gives None where it is wrong, which has then been reported.
pub struct Page<'a> {
    /// The rules that names are looked up in.
    pub rules: &'a Ruleset,
    /// Where problems go.
    pub reader: Reader<'a>,
}

impl Page<'_> {
    fn face(&self, node: &Node, face: &mut Face) -> Option<()> {
        let mut keys = node.fields(self.reader)?;
        if let Some(game) = keys.required("game").and_then(|n| n.text(self.reader))
            && game.text != self.rules.game
        {
            self.wrong(game, format!("this is the look of `{}`, but the game is `{}`", game.text, self.rules.game));
        }
        for (section, node) in keys.optional("names").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            self.names(section, node, face);
        }
        for (kind, node) in keys.optional("fields").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let told = face.fields.get_or_insert_default();
            let Some(kind) = self.kind(kind) else { continue };
            for (field, name) in node.map(self.reader).unwrap_or_default() {
                if let (Some(field), Some(name)) = (self.field(kind, field), Texts::read(name, self.reader)) {
                    told.insert(field);
                    face.names.push((Named::Field(field), name));
                }
            }
        }
        if let Some(dice) = keys.optional("dice") {
            let sides = dice.one_or_many().iter().filter_map(|node| node.integer(self.reader, 1..=1_000_000));
            face.dice.get_or_insert_default().extend(sides.map(|sides| sides as u32));
        }
        for (term, sign) in keys.optional("signs").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let Some(sign) = sign.text(self.reader) else { continue };
            let mut characters = sign.text.chars();
            match (self.term(term), characters.next(), characters.next()) {
                (Some(term), Some(one), None) => {
                    face.signs.insert(term, one);
                }
                (Some(_), ..) => self.wrong(sign, "a sign is one character".into()),
                _ => {}
            }
        }
        for (kind, field) in keys.optional("digits").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let (Some(kind), Some(field)) = (self.kind(kind), field.text(self.reader)) else { continue };
            if let Some(field) = self.field(kind, field) {
                face.digits.insert(kind, field);
            }
        }
        for (kind, columns) in keys.optional("list").and_then(|n| n.map(self.reader)).unwrap_or_default() {
            let Some(kind) = self.kind(kind) else { continue };
            let columns = columns.list(self.reader).unwrap_or_default();
            face.list.entry(kind).or_default().extend(columns.iter().filter_map(|node| self.column(Some(kind), node)));
        }
        if let Some(node) = keys.optional("score") {
            face.score = self.column(None, node);
        }
        if let Some(node) = keys.optional("hints") {
            self.hints(node, &mut face.hints);
        }
        keys.finish();
        Some(())
    }

    fn names(&self, section: &Scalar, node: &Node, face: &mut Face) {
        for (id, name) in node.map(self.reader).unwrap_or_default() {
            let rules = self.rules;
            let what = match section.text.as_str() {
                "kinds" => self.kind(id).map(Named::Kind),
                "zones" => self.find(id, "zone", rules.zones.iter().map(|z| z.id.as_str())).map(|n| Named::Zone(ZoneId(n))),
                "steps" => self.find(id, "step", rules.steps.iter().map(|s| s.id.as_str())).map(|n| Named::Step(StepId(n))),
                _ => return self.wrong(section, "names are given to `kinds`, `zones` and `steps`".into()),
            };
            if let (Some(what), Some(name)) = (what, Texts::read(name, self.reader)) {
                if let Named::Step(step) = what {
                    face.steps.get_or_insert_default().insert(step);
                }
                face.names.push((what, name));
            }
        }
    }

    fn column(&self, of: Option<KindId>, node: &Node) -> Option<Column> {
        let mut keys = node.fields(self.reader)?;
        let name = keys.required("name").and_then(|n| Texts::read(n, self.reader))?;
        let mut scalar = |key: &'static str| keys.optional(key).and_then(|n| n.text(self.reader)).cloned();
        let (field, whole, less, held, by, when) =
            (scalar("field"), scalar("of"), scalar("less"), scalar("held"), scalar("by"), scalar("when"));
        let own = |field: &Scalar| self.field(of?, field);
        let shows = match (of, &field, &whole, &less, &held, &by, &when) {
            (Some(_), Some(field), None, None, None, None, None) => own(field).map(Shows::Field),
            (Some(_), None, Some(of), Some(less), None, None, None) => {
                own(of).zip(own(less)).map(|(of, less)| Shows::Left { of, less })
            }
            (_, None, None, None, Some(kind), Some(by), None) => {
                self.kind(kind).and_then(|kind| Some(Shows::Held { kind, by: self.field(kind, by)? }))
            }
            (Some(_), None, None, None, None, None, Some(field)) => own(field).map(Shows::When),
            _ => {
                let message = "a column has `field`, `of` and `less`, `held` and `by`, or `when`; a score has `held` and `by`";
                self.reader.report(self.reader.error("bad-face", message, node.span.clone()));
                None
            }
        };
        keys.finish();
        shows.map(|shows| Column { name, shows })
    }

    /// `offered` and `asked`; a board may add its own.
    pub fn hints(&self, node: &Node, hints: &mut Hints) {
        let Some(mut keys) = node.fields(self.reader) else { return };
        for (key, known) in [("offered", &mut hints.offered), ("asked", &mut hints.asked)] {
            for (id, text) in keys.optional(key).and_then(|n| n.map(self.reader)).unwrap_or_default() {
                let found = self.find(id, "definition", self.rules.defs.iter().map(|d| d.id.as_str()));
                if let (Some(def), Some(text)) = (found, Texts::read(text, self.reader)) {
                    known.insert(DefId(def), text);
                }
            }
        }
        keys.finish();
    }

    fn kind(&self, id: &Scalar) -> Option<KindId> {
        self.find(id, "kind", self.rules.kinds.iter().map(|k| k.id.as_str())).map(KindId)
    }

    fn term(&self, id: &Scalar) -> Option<TermId> {
        self.find(id, "term", self.rules.terms.iter().map(|t| t.id.as_str())).map(TermId)
    }

    fn field(&self, kind: KindId, id: &Scalar) -> Option<FieldId> {
        let range = self.rules.kinds.get(kind.index()).map(|k| k.fields.clone()).unwrap_or_default();
        let ids = range.clone().filter_map(|n| self.rules.fields.get(n as usize)).map(|f| f.id.as_str());
        self.find(id, "field", ids).map(|n| FieldId(range.start + n))
    }

    /// The place of an id among some.
    fn find<'i>(&self, id: &Scalar, what: &str, ids: impl Iterator<Item = &'i str> + Clone) -> Option<u32> {
        if let Some(place) = ids.clone().position(|known| known == id.text) {
            return Some(place as u32);
        }
        let near = did_you_mean(&id.text, ids);
        let help = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        self.wrong(id, format!("there is no {what} `{}`{help}", id.text));
        None
    }

    fn wrong(&self, at: &Scalar, message: String) {
        self.reader.report(self.reader.error("bad-face", message, at.span.clone()));
    }
}
