//! What an expression gives, as the checks see it: finer than what a running rule needs to know.

use cardwright_core::rules::{Class, Type};
use cardwright_core::value::{KindId, VocabularyId};

/// What an expression gives or a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    /// Not known, or already reported: it fits everywhere.
    Any,
    /// `none`.
    Nothing,
    Number,
    Length,
    Test,
    One(KindId),
    Many(KindId),
    Filter(KindId),
    /// An entity of a kind that is not known.
    Entity,
    /// Some of them.
    Entities,
    Term(VocabularyId),
    Def(Class),
    Ability,
    /// A card, of a kind where that is known.
    Card(Option<KindId>),
    Point,
    Path,
    List(Box<Ty>),
    /// A number for each term of a vocabulary.
    Table(VocabularyId),
    Effect,
    Standing,
    Trigger,
    Duration,
    /// A duration in which something may be done once, as the text says it: "once per turn".
    Frequency,
    /// A number that the text writes in digits.
    Integer,
    /// Standing rules that the text gives in quotation marks.
    Quoted,
    /// Dice as the text writes them, `2d6`: a list of how many and how many sides.
    Dice,
}

impl Ty {
    /// What the core keeps of it.
    pub(crate) fn core(&self) -> Type {
        match self {
            Ty::Any | Ty::Nothing => Type::Any,
            Ty::Number | Ty::Integer => Type::Number,
            Ty::Length => Type::Length,
            Ty::Test => Type::Test,
            Ty::One(kind) => Type::One(*kind),
            Ty::Many(kind) => Type::Many(*kind),
            Ty::Filter(kind) => Type::Filter(*kind),
            Ty::Entity => Type::Entity,
            Ty::Term(vocabulary) => Type::Term(*vocabulary),
            Ty::Def(class) => Type::Def(*class),
            Ty::Ability => Type::Ability,
            Ty::Card(_) => Type::Card,
            Ty::Point => Type::Point,
            Ty::Path => Type::Path,
            Ty::Entities => Type::List(Box::new(Type::Entity)),
            Ty::List(of) => Type::List(Box::new(of.core())),
            Ty::Table(vocabulary) => Type::Table(*vocabulary),
            Ty::Dice => Type::Dice,
            Ty::Effect => Type::Effect,
            Ty::Standing | Ty::Quoted => Type::Standing,
            Ty::Trigger => Type::Trigger,
            Ty::Duration | Ty::Frequency => Type::Duration,
        }
    }

    /// A member of it.
    pub(crate) fn member(&self) -> Ty {
        match self {
            Ty::Many(kind) | Ty::One(kind) | Ty::Filter(kind) => Ty::One(*kind),
            Ty::Entities | Ty::Entity => Ty::Entity,
            Ty::List(of) => (**of).clone(),
            Ty::Table(_) | Ty::Dice => Ty::Number,
            Ty::Path => Ty::Point,
            Ty::Any => Ty::Any,
            other => other.clone(),
        }
    }

    /// A list of such members.
    pub(crate) fn listed(&self) -> Ty {
        match self {
            Ty::One(kind) | Ty::Many(kind) => Ty::Many(*kind),
            Ty::Entity | Ty::Entities => Ty::Entities,
            Ty::Point => Ty::Path,
            Ty::Any => Ty::Any,
            other => Ty::List(Box::new(other.clone())),
        }
    }

    /// The kind of entity it speaks of, if that is known.
    pub(crate) fn kind(&self) -> Option<KindId> {
        match self {
            Ty::One(kind) | Ty::Many(kind) | Ty::Filter(kind) => Some(*kind),
            _ => None,
        }
    }

    /// The kind whose fields stand behind a dot: of an entity, or of what a card prints.
    pub(crate) fn kind_of_fields(&self) -> Option<KindId> {
        match self {
            Ty::Card(kind) => *kind,
            other => other.kind(),
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self, Ty::List(_) | Ty::Many(_) | Ty::Entities | Ty::Path | Ty::Table(_) | Ty::Dice)
    }

    /// Whether it can be gone through: a list, or what counts as a list of one.
    pub(crate) fn has_members(&self) -> bool {
        self.is_list() || matches!(self, Ty::Any | Ty::Nothing | Ty::One(_) | Ty::Entity | Ty::Filter(_))
    }

    /// Whether what is given may stand where this is wanted.
    pub(crate) fn takes(&self, given: &Ty) -> bool {
        if self == given || matches!(self, Ty::Any) || matches!(given, Ty::Any) {
            return true;
        }
        match (self, given) {
            (
                Ty::Number
                | Ty::Length
                | Ty::One(_)
                | Ty::Entity
                | Ty::Term(_)
                | Ty::Def(_)
                | Ty::Ability
                | Ty::Card(_)
                | Ty::Point
                | Ty::Many(_)
                | Ty::Entities
                | Ty::List(_)
                | Ty::Table(_)
                | Ty::Path
                | Ty::Filter(_),
                Ty::Nothing,
            ) => true,
            (Ty::Many(kind), Ty::One(other)) => kind == other,
            (Ty::Many(_), Ty::Entity | Ty::Entities) => true,
            (Ty::Filter(kind), Ty::One(other) | Ty::Many(other)) => kind == other,
            (Ty::Filter(_), Ty::Entity | Ty::Entities | Ty::Test) => true,
            (Ty::Card(kind), Ty::Card(other)) => kind.is_none() || other.is_none(),
            (Ty::One(_), Ty::Entity) => true,
            (Ty::Entity, Ty::One(_)) => true,
            (Ty::Entities, Ty::One(_) | Ty::Many(_) | Ty::Entity) => true,
            (Ty::List(of), other) if other.is_list() => of.takes(&other.member()),
            (Ty::Many(_) | Ty::Entities | Ty::Path, Ty::List(of)) => matches!(**of, Ty::Any) || self.member().takes(of),
            (Ty::Table(_), Ty::List(of)) => Ty::Number.takes(of),
            (Ty::List(of), other) => of.takes(other),
            (Ty::Duration, Ty::Frequency) | (Ty::Frequency, Ty::Duration) => true,
            (Ty::Number, Ty::Integer) | (Ty::Integer, Ty::Number | Ty::Nothing) => true,
            (Ty::Standing, Ty::Quoted) | (Ty::Quoted, Ty::Standing) => true,
            _ => false,
        }
    }

    /// The type of two alternatives together.
    pub(crate) fn either(&self, other: &Ty) -> Ty {
        match (self, other) {
            (a, b) if a == b => a.clone(),
            (Ty::Nothing, b) => b.clone(),
            (a, Ty::Nothing) => a.clone(),
            (Ty::One(a), Ty::Many(b)) | (Ty::Many(a), Ty::One(b)) if a == b => Ty::Many(*a),
            (Ty::One(_), Ty::One(_)) => Ty::Entity,
            (Ty::Card(_), Ty::Card(_)) => Ty::Card(None),
            (a, b) if a.takes(b) && !matches!(b, Ty::Any) => a.clone(),
            (a, b) if b.takes(a) && !matches!(a, Ty::Any) => b.clone(),
            _ => Ty::Any,
        }
    }
}
