//! What a rule handles: numbers, truths, entities, terms, places and rules not yet run.

use crate::space::Point;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);
        impl $name {
            /// The place in the table this id counts.
            pub fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    /// An entity of one game: a piece, a card, a player, the game itself (entity 0). Never reused.
    EntityId,
    /// A kind of entity.
    KindId,
    /// A field of a kind; ids count over all kinds.
    FieldId,
    /// A term of a closed vocabulary; ids count over all vocabularies.
    TermId,
    /// A closed vocabulary.
    VocabularyId,
    /// A definition: number, test, effect, action, status and so on.
    DefId,
    /// A node of a rule.
    NodeId,
    /// A printed card.
    CardId,
    /// An ability of a card, or a shared one.
    AbilityId,
    /// A field of abilities; ids count over all kinds of ability, each name once.
    AbilityFieldId,
    /// A kind of zone; a zone that each player has stands once for each.
    ZoneId,
    /// A step of the clock.
    StepId,
    /// One rule that attaches to a definition.
    AttachmentId,
    /// A scripted hook.
    HookId,
}

/// Entity 0 is the game itself; its fields are what the whole table shares.
pub const GAME: EntityId = EntityId(0);

/// Anything a rule can hold. Lengths are numbers, in thousandths of an inch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Value {
    /// No value. A number that is nothing cannot be modified.
    Nothing,
    /// A whole number, or a length in thousandths of an inch.
    Number(i64),
    /// A truth.
    Truth(bool),
    /// An entity.
    Entity(EntityId),
    /// A term.
    Term(TermId),
    /// A definition by name, such as the statistic that a card raises.
    Def(DefId),
    /// An ability by name.
    Ability(AbilityId),
    /// A printed card.
    Card(CardId),
    /// A point of the table.
    Point(Point),
    /// A list; a path is a list of points.
    List(Arc<[Value]>),
    /// A rule not yet run, with what it captured.
    Rule(Arc<Closure>),
}

impl Value {
    /// A list from its members.
    pub fn list(members: Vec<Value>) -> Value {
        Value::List(members.into())
    }
    /// The members of a list; one value is a list of itself, nothing is the empty list.
    pub fn members(&self) -> &[Value] {
        match self {
            Value::List(list) => list,
            Value::Nothing => &[],
            one => std::slice::from_ref(one),
        }
    }
    /// The entity, if it is one.
    pub fn entity(&self) -> Option<EntityId> {
        match self {
            Value::Entity(entity) => Some(*entity),
            _ => None,
        }
    }
    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }
    /// True only for the truth `true`.
    pub fn holds(&self) -> bool {
        matches!(self, Value::Truth(true))
    }
    /// The point, if it is one.
    pub fn point(&self) -> Option<Point> {
        match self {
            Value::Point(point) => Some(*point),
            _ => None,
        }
    }
}

impl From<EntityId> for Value {
    fn from(entity: EntityId) -> Self {
        Value::Entity(entity)
    }
}
impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Number(number)
    }
}
impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Truth(truth)
    }
}
impl From<Point> for Value {
    fn from(point: Point) -> Self {
        Value::Point(point)
    }
}

/// A rule with what it captured where it was named, so that it can be kept and run later. Plain data.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Closure {
    /// The rule.
    pub node: NodeId,
    /// The slots of the frame in which it was named.
    pub frame: Arc<[Value]>,
    /// Who and what it speaks of.
    pub ambient: Arc<Ambient>,
}

/// No values at all: one for all, since it is wanted everywhere.
pub fn no_values() -> Arc<[Value]> {
    static NONE: LazyLock<Arc<[Value]>> = LazyLock::new(|| Arc::from([]));
    NONE.clone()
}

/// Who and what a rule speaks of, besides its own arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ambient {
    /// The entity whose rule it is.
    pub originator: Value,
    /// The player who decides for it.
    pub player: Value,
    /// The ability it stands in.
    pub ability: Value,
    /// The one under consideration in `each` and `where`.
    pub it: Value,
    /// The target that was picked.
    pub target: Value,
    /// What the text named last ("it", "that one").
    pub that: Value,
    /// The X of the text.
    pub x: Value,
    /// Arguments of the effect or number that this rule listens to or changes.
    pub event: Arc<[Value]>,
}

impl Default for Ambient {
    fn default() -> Self {
        let nothing = || Value::Nothing;
        Ambient {
            originator: nothing(),
            player: nothing(),
            ability: nothing(),
            it: nothing(),
            target: nothing(),
            that: nothing(),
            x: nothing(),
            event: no_values(),
        }
    }
}
