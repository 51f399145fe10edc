//! Nodes: the tree that every expression and every step is.

use super::Until;
use crate::function::Function;
use crate::value::*;
use serde::{Deserialize, Serialize};

/// A node of a rule. Children are indices, so a rule is plain data.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A value as it stands.
    Value(Value),
    /// A slot of the frame: a parameter or a `let`.
    Local(u32),
    /// Who or what the rule speaks of.
    Ambient(Speaks),
    /// An argument of the effect or number the rule is attached to.
    Event(u32),
    /// An option of the game.
    Option(u32),
    /// A field of an entity, as written in the state.
    Field(NodeId, FieldId),
    /// A field of an ability.
    AbilityField(NodeId, AbilityFieldId),
    /// Whether the clock is in a step.
    StepIs(StepId),
    /// Until when: a duration's end, as an attach or use wants it. The node is a call of a duration, or a rule.
    Until(Until),
    /// An arithmetic or logic operator.
    Unary(Unary, NodeId),
    /// An arithmetic or logic operator of two.
    Binary(Binary, NodeId, NodeId),
    /// One of two values.
    Choose(NodeId, NodeId, NodeId),
    /// A list of values.
    List(Vec<NodeId>),
    /// Entities of a kind that are in the game.
    All(KindId),
    /// Cards that print a kind, in the game or not.
    Cards(KindId),
    /// Members of a list for which a test on `it` holds.
    Where(NodeId, NodeId),
    /// For each member of a list, a value.
    Map(NodeId, NodeId),
    /// Whether an entity meets a filter or is in a list.
    In(NodeId, NodeId),
    /// A zone: of a player, or the one there is.
    Zone(ZoneId, Option<NodeId>),
    /// The number of a pile, for effects that put things there.
    Pile(ZoneId, Option<NodeId>),
    /// A function of the engine.
    Function(Function, Vec<NodeId>),
    /// A call of a definition.
    Call(DefId, Vec<NodeId>),
    /// Runs a rule that was passed as an argument.
    Run(NodeId),
    /// The same, but the rule speaks of these and not of those where it was named.
    RunWith(NodeId, Vec<(Speaks, NodeId)>),
    /// A rule passed on unevaluated.
    Quote(NodeId),
    /// Standing rules, to be attached by `Attach` or listed by a card.
    Standing(Vec<AttachmentId>),
    /// Steps one after the other; gives the value of the last.
    Do(Vec<NodeId>),
    /// Names a value in the frame.
    Let(u32, NodeId),
    /// One or the other.
    If(NodeId, NodeId, Option<NodeId>),
    /// For each member of a list.
    Each(NodeId, NodeId),
    /// While a test holds.
    While(NodeId, NodeId),
    /// Several rules resolved against the state as it stood; what they write is written when all are done.
    Together(Vec<NodeId>),
    /// The body once for each member, resolved together.
    EachTogether(NodeId, NodeId),
    /// Asks players.
    Ask(Box<Ask>),
    /// Offers a player actions.
    Act(Box<Act>),
    /// A primitive effect.
    Primitive(Primitive, Vec<NodeId>),
    /// Changes an argument of the effect listened to.
    Change(u32, NodeId),
    /// Stops the effect listened to.
    Stop,
    /// Writes a field: entity, field, value.
    Set(NodeId, FieldId, NodeId),
    /// Adds to a field: entity, field, by how much.
    Increase(NodeId, FieldId, NodeId),
    /// A new entity: its card, its kind or both, and its owner.
    Create {
        /// A node giving a card; None takes the kind.
        card: Option<NodeId>,
        /// The kind; None is that of the card.
        kind: Option<KindId>,
        /// The owner.
        owner: Option<NodeId>,
    },
    /// Tells something in the log: text number, values.
    Tell(u32, Vec<NodeId>),
    /// With an originator, player or target of its own.
    With(Speaks, NodeId, NodeId),
    /// Attaches standing rules for a time.
    Attach {
        /// A node giving standing rules.
        standing: NodeId,
        /// Whose they are; None is nobody's.
        holder: Option<NodeId>,
        /// How long.
        until: NodeId,
    },
    /// Gives a status for a time.
    Give {
        /// The status.
        status: NodeId,
        /// Who gets it.
        to: NodeId,
        /// Its arguments.
        args: Vec<NodeId>,
        /// How long.
        until: Option<NodeId>,
    },
    /// A scripted hook.
    Hook(HookId, Vec<NodeId>),
}

/// Who or what a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Speaks {
    /// The entity whose rule it is.
    Originator,
    /// The player who decides.
    Player,
    /// The ability.
    Ability,
    /// The one under consideration.
    It,
    /// The target picked.
    Target,
    /// The last one named.
    That,
    /// The X of the text.
    X,
}

/// Operators of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// Minus.
    Negate,
    /// Not.
    Not,
}

/// Operators of two. Division rounds toward zero; see [`Function::HalfUp`] for the other rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is its sign")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// Who is asked: one player or several at once.
    pub players: NodeId,
    /// What is asked; a number among the texts that the content keeps.
    pub prompt: u32,
    /// What may be answered; `it` is the player asked.
    pub choice: Choice,
    /// True: the answer is hidden from the others until all have answered.
    pub secret: bool,
    /// The answer that the rule advises a machine player, such as what the odds are best for; `it` is the player asked.
    pub advice: Option<NodeId>,
    /// True: asked even where there is one legal answer. Otherwise the only answer is taken.
    pub always: bool,
}

/// Actions offered in the middle of an effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// Who may act.
    pub player: NodeId,
    /// A list of the actions on offer.
    pub actions: NodeId,
    /// What is asked; a number among the texts that the content keeps.
    pub prompt: u32,
    /// Which of the legal offers stand here; `it` is the action's first argument.
    pub test: Option<NodeId>,
    /// True: no passing while something is legal.
    pub must: bool,
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Yes or no.
    YesNo,
    /// Members of a list: between `least` and `most` of them, each once. Of exactly one, the answer is the member.
    Among {
        /// The list.
        list: NodeId,
        /// Fewest.
        least: NodeId,
        /// Most.
        most: NodeId,
    },
    /// A number between two.
    Number {
        /// Least.
        from: NodeId,
        /// Most.
        to: NodeId,
    },
    /// A point for which the test holds (`it` is the point); samples are tried around a point up to a distance.
    Point {
        /// Where to look.
        around: NodeId,
        /// How far.
        within: NodeId,
        /// Which points are legal.
        test: NodeId,
    },
    /// A path of an entity for which the test holds (`it` is the path, its first point where the entity stands).
    Path {
        /// Who moves.
        mover: NodeId,
        /// How far.
        within: NodeId,
        /// Which paths are legal.
        test: NodeId,
    },
}

/// Primitive effects: the leaves that make events. Each belongs to no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "documented in the table of `primitive_table`")]
pub enum Primitive {
    /// move(who, path)
    Move,
    /// place(who, point)
    Place,
    /// take_off(who): off the table, still in the game
    TakeOff,
    /// swap(a, b): each stands where the other stood
    Swap,
    /// put(what, pile): on top
    Put,
    /// put_under(what, pile): at the bottom
    PutUnder,
    /// shuffle(pile)
    Shuffle,
    /// reveal(what, players)
    Reveal,
    /// create_kind(owner): see `Node::Create`
    Remove,
    /// roll(dice, sides): gives the list of faces
    Roll,
    /// lose(status, from)
    Lose,
    /// lose_ability(ability, from, until)
    LoseAbility,
    /// gain_ability(ability, to, until)
    GainAbility,
    /// use(what, by, until)
    Use,
    /// end_game(winners)
    End,
    /// control(what, by)
    Control,
    /// become(who, card): another card prints it
    Become,
}
