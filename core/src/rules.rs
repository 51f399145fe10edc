//! A frozen ruleset: everything the packs declare, with names resolved to indices. Never changes after load.

mod index;
mod node;

use crate::space::Length;
use crate::value::*;
pub use node::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// All packs of a game after loading.
#[derive(Clone, Debug, Default)]
pub struct Ruleset {
    /// The game's id.
    pub game: String,
    /// A digest of everything the packs say; a saved game of other rules is refused by it.
    pub digest: u64,
    /// Vocabularies with the range of their terms.
    pub vocabularies: Vec<Vocabulary>,
    /// Terms of all vocabularies, one vocabulary after the other.
    pub terms: Vec<Term>,
    /// Kinds of entity.
    pub kinds: Vec<Kind>,
    /// Fields of all kinds.
    pub fields: Vec<Field>,
    /// Zones.
    pub zones: Vec<Zone>,
    /// Definitions.
    pub defs: Vec<Def>,
    /// Nodes of all rules.
    pub nodes: Vec<Node>,
    /// Where each node comes from; same length as `nodes`.
    pub origins: Vec<Origin>,
    /// Names of files that origins speak of.
    pub files: Vec<String>,
    /// Attachments: the rules that listen, modify, restrict and permit.
    pub attachments: Vec<Attachment>,
    /// Attachments that stand always, in the order of the packs.
    pub standing: Vec<AttachmentId>,
    /// Cards.
    pub cards: Vec<Card>,
    /// Abilities of all cards and shared ones.
    pub abilities: Vec<Ability>,
    /// Names of the fields that abilities have.
    pub ability_fields: Vec<String>,
    /// Steps of the clock; the root is step 0.
    pub steps: Vec<Step>,
    /// Hooks, by name.
    pub hooks: Vec<Hook>,
    /// The table, where the game has one: width and height.
    pub table: Option<(Length, Length)>,
    /// Options of the game, with their default.
    pub options: Vec<GameOption>,
    /// How many players may play.
    pub players: Range<u32>,
    /// What must hold for a game to begin.
    pub begins: Vec<Requirement>,
    /// How well a game stands for the player spoken of, as a number; None where the packs do not say.
    pub judge: Option<NodeId>,
    /// What attaches to each definition. Filled by [`Ruleset::index`].
    pub attached: Vec<Attached>,
}

/// What attaches to a definition, found beforehand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attached {
    /// Its number among the definitions to which anything attaches or which end what lasts; None: nothing ever does.
    pub number: Option<u32>,
    /// Attachments that always stand, in the order of the packs.
    pub standing: Vec<AttachmentId>,
    /// Attachments printed on cards, by card.
    pub printed: BTreeMap<CardId, Vec<(AbilityId, AttachmentId)>>,
}

/// A closed vocabulary.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// Its id in the pack.
    pub id: String,
    /// Its terms, as a range of term ids.
    pub terms: Range<u32>,
}

/// A word of a vocabulary.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its id in the pack.
    pub id: String,
    /// The vocabulary it belongs to.
    pub vocabulary: VocabularyId,
}

/// A kind of entity.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its id.
    pub id: String,
    /// Its fields, as a range of field ids.
    pub fields: Range<u32>,
    /// What it occupies of the table.
    pub body: Body,
    /// The field that is not 0 where others than its owner see nothing of it.
    pub unseen: Option<FieldId>,
    /// The field that names what others than its owner take it for: another of the kind, or a card.
    pub looks: Option<FieldId>,
}

/// What an entity occupies of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Nothing: it is never on the table.
    None,
    /// A round base; the field holds its diameter.
    Round(FieldId),
    /// An area; the field holds its corners as a list of points.
    Area(FieldId),
}

/// A field of a kind.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its id.
    pub id: String,
    /// The kind it belongs to.
    pub kind: KindId,
    /// What it holds.
    pub holds: Type,
    /// What it holds before anything is written.
    pub starts: Value,
    /// Whether the card says it; the others are state that stays when an entity takes another card.
    pub printed: bool,
    /// Whether only the owner of the entity knows it, and those it was shown to.
    pub secret: bool,
}

/// What a slot, field or result holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Type {
    /// A whole number; nothing is allowed only where the flag says so.
    Number,
    /// A length.
    Length,
    /// A truth.
    Test,
    /// One entity of a kind.
    One(KindId),
    /// Some entities of a kind.
    Many(KindId),
    /// A description that entities of a kind may meet.
    Filter(KindId),
    /// Any entity.
    Entity,
    /// A term of a vocabulary.
    Term(VocabularyId),
    /// A definition of a class, by name.
    Def(Class),
    /// An ability by name.
    Ability,
    /// A printed card.
    Card,
    /// A point of the table.
    Point,
    /// A path on the table.
    Path,
    /// A list of such members.
    List(Box<Type>),
    /// A number for each term of a vocabulary, in their order; none where there is none.
    Table(VocabularyId),
    /// Dice, a list of how many and how many sides.
    Dice,
    /// An effect to run later.
    Effect,
    /// A rule that stands.
    Standing,
    /// A moment.
    Trigger,
    /// How long something lasts.
    Duration,
    /// Anything.
    Any,
}

/// A zone: a pile, hand or row of entities.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its id.
    pub id: String,
    /// True: each player has one.
    pub each_player: bool,
    /// Who sees what lies there.
    pub seen: Seen,
}

/// Who sees the entities of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Everyone.
    All,
    /// Its owner.
    Owner,
    /// No one; only how many there are.
    None,
}

/// What class of thing a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    /// Gives a number; modifiers change it.
    Number,
    /// Gives a truth; restrictions and permissions change it.
    Test,
    /// Describes entities: a test on `it`.
    Filter,
    /// Gives any value: an entity, a list, a point.
    Value,
    /// Changes the game; listeners attach to it.
    Effect,
    /// What a player may do at a leaf of the clock.
    Action,
    /// A lasting mark with rules of its own.
    Status,
    /// How long something lasts.
    Duration,
    /// Rules that stand; expanded where it is named.
    Standing,
    /// A moment; expanded where it is named.
    Trigger,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its id in the pack.
    pub id: String,
    /// Its class.
    pub class: Class,
    /// What it takes.
    pub params: Vec<Param>,
    /// What it gives.
    pub gives: Type,
    /// What it means or does. None: nothing but being named (standing, trigger, duration and status have none).
    pub body: Option<NodeId>,
    /// How many slots a frame of the body needs, parameters included.
    pub slots: u32,
    /// Of an action: what must hold, in order.
    pub requires: Vec<Requirement>,
    /// Of a status: its rules, with the holder as originator.
    pub rules: Vec<AttachmentId>,
    /// Of a status: how many of it one entity can have; 0 is no limit.
    pub limit: u32,
    /// Of a duration: when it ends.
    pub until: Option<Until>,
    /// True: told in the log under its own sentence.
    pub told: bool,
    /// Where it is declared.
    pub origin: Origin,
}

/// One parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub holds: Type,
    /// What it is when not given.
    pub default: Option<NodeId>,
    /// Of an action: the values it may take, as a list, with the earlier parameters in scope.
    pub among: Option<NodeId>,
}

/// One requirement of an action, so that a refusal can say which one failed.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The test.
    pub test: NodeId,
    /// Number of the reason among the texts that the content keeps.
    pub because: u32,
}

/// When something that lasts ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Until {
    /// When this step of the clock ends.
    StepEnds(StepId),
    /// After an effect for which the test holds.
    After(DefId, Option<NodeId>),
    /// Never.
    Forever,
}

/// A rule attached to a definition.
#[derive(Clone, Debug)]
pub struct Attachment {
    /// What it attaches to.
    pub to: DefId,
    /// How.
    pub how: How,
    /// When it counts; None is always. Reads the definition's arguments as the event.
    pub test: Option<NodeId>,
    /// The amount of a modifier, the effect of a listener. None for restrictions.
    pub body: Option<NodeId>,
    /// What the text means by "it" in the body of a listener.
    pub that: Option<NodeId>,
    /// How many slots a frame of it needs.
    pub slots: u32,
    /// Where it is declared.
    pub origin: Origin,
}

/// How a rule attaches. The first three go with effects, the next five with numbers, the last two with tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum How {
    /// Runs before the effect; may change its arguments or stop it.
    Before,
    /// Runs in place of the effect.
    Instead,
    /// Runs after the effect.
    After,
    /// Sets the number.
    Set,
    /// Adds to the number.
    Add,
    /// Multiplies the number.
    Multiply,
    /// The number is at least this.
    AtLeast,
    /// The number is at most this.
    AtMost,
    /// The test does not hold.
    Forbid,
    /// The test holds, unless it is forbidden.
    Permit,
}

/// A printed card.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its id: the file's name.
    pub id: String,
    /// The kind of entity it prints.
    pub kind: KindId,
    /// What it prints into the fields of its entity, in the order of the kind's fields.
    pub prints: Vec<Value>,
    /// Its abilities, in printed order.
    pub abilities: Vec<AbilityId>,
    /// How many copies a game has of it where it is not chosen by a player.
    pub copies: u32,
    /// Where it is declared.
    pub origin: Origin,
}

/// An ability: fields, standing rules and entries with text.
#[derive(Clone, Debug)]
pub struct Ability {
    /// Its id.
    pub id: String,
    /// Its kind, a term of the pack.
    pub kind: TermId,
    /// Its fields, each a node (a number may depend on the game).
    pub fields: Vec<(AbilityFieldId, NodeId)>,
    /// Its rules that stand.
    pub standing: Vec<AttachmentId>,
    /// Its entries: what must hold, and what then happens.
    pub entries: Vec<Entry>,
    /// Where it is declared.
    pub origin: Origin,
}

/// One line of an ability that has several.
#[derive(Clone, Debug)]
pub struct Entry {
    /// When this line counts.
    pub when: NodeId,
    /// What then happens.
    pub does: NodeId,
}

/// A scripted hook.
#[derive(Clone, Debug)]
pub struct Hook {
    /// Its name.
    pub name: String,
    /// Number of the script file among the ruleset's files.
    pub file: u32,
    /// Names of its arguments.
    pub takes: Vec<String>,
}

/// An option of the game.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// Its id.
    pub id: String,
    /// Its default.
    pub default: Value,
    /// What it may be; empty is anything of the default's sort.
    pub among: Vec<Value>,
}

/// Where a rule comes from. All numbers are indices or counts; file 0 with line 0 is the engine itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// File, as an index into the ruleset's files.
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Bytes in the file.
    pub span: (u32, u32),
    /// The card, if it stands on one.
    pub card: Option<CardId>,
    /// The ability, if it stands in one.
    pub ability: Option<AbilityId>,
    /// True: it is card text, so what it names can be taken up by "it".
    pub text: bool,
}

/// A step of the clock.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its id; empty where it has none.
    pub id: String,
    /// What it does.
    pub form: Form,
    /// Where it is declared.
    pub origin: Origin,
}

/// The forms of a step.
#[derive(Clone, Debug)]
pub enum Form {
    /// Effects happen.
    Do(NodeId),
    /// Steps one after the other.
    Sequence(Vec<StepId>),
    /// A step again and again; the test is asked before each pass.
    Repeat {
        /// The step.
        body: StepId,
        /// Ends when this holds.
        until: NodeId,
    },
    /// Players alternate in an order; one for whom the test fails is passed over; ends when it fails for all.
    Turns {
        /// The players in order.
        order: NodeId,
        /// Who still takes part (`it` is the player).
        while_: NodeId,
        /// What each does.
        body: StepId,
    },
    /// A number falls from a start to an end; the body runs at each, with X the number.
    Countdown {
        /// First number.
        from: NodeId,
        /// Last number.
        to: NodeId,
        /// What happens at each.
        body: StepId,
    },
    /// A leaf: a player gives commands.
    Act {
        /// Who.
        player: NodeId,
        /// Actions on offer.
        offers: Vec<DefId>,
        /// True: one command, no passing while one is legal.
        once: bool,
        /// Ends when this holds; None is only by passing.
        until: Option<NodeId>,
    },
}
