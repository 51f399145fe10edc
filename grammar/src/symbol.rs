//! What may stand in a slot, as the readers see it.

/// Something that can be read at a place in a text.
///
/// A category comes in two strengths. `Operand` is one phrase that does not begin with a slot of its own category. `Full` is
/// an operand with any number of tails after it. The distinction gives every text one tree; [`crate::Phrasebook`] tells how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Symbol {
    /// A category with tails.
    Full(usize),
    /// A category without tails.
    Operand(usize),
    /// A term of a vocabulary.
    Term(usize),
    /// A whole number.
    Integer,
    /// A length.
    Length,
    /// Dice.
    Dice,
    /// Sentences in quotation marks.
    Quoted,
}

/// What a slot's category name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Index of a category of phrases.
    Category(usize),
    /// Index of a vocabulary.
    Vocabulary(usize),
    /// A whole number.
    Integer,
    /// A length.
    Length,
    /// Dice.
    Dice,
    /// Sentences in quotation marks.
    Quoted,
}

impl Kind {
    /// The built-in category of a name.
    pub(crate) fn built_in(name: &str) -> Option<Kind> {
        Some(match name {
            "integer" => Kind::Integer,
            "length" => Kind::Length,
            "dice" => Kind::Dice,
            "quoted" => Kind::Quoted,
            _ => return None,
        })
    }

    /// All of it, tails included.
    pub(crate) fn full(self) -> Symbol {
        match self {
            Kind::Category(category) => Symbol::Full(category),
            Kind::Vocabulary(vocabulary) => Symbol::Term(vocabulary),
            Kind::Integer => Symbol::Integer,
            Kind::Length => Symbol::Length,
            Kind::Dice => Symbol::Dice,
            Kind::Quoted => Symbol::Quoted,
        }
    }
}

impl Symbol {
    /// The kind, its strength forgotten.
    pub(crate) fn kind(self) -> Kind {
        match self {
            Symbol::Full(category) | Symbol::Operand(category) => Kind::Category(category),
            Symbol::Term(vocabulary) => Kind::Vocabulary(vocabulary),
            Symbol::Integer => Kind::Integer,
            Symbol::Length => Kind::Length,
            Symbol::Dice => Kind::Dice,
            Symbol::Quoted => Kind::Quoted,
        }
    }
}
