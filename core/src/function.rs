//! The functions of the engine, with the names authors call them by. They read and never write.

use crate::rules::Type;

/// What a function gives, as far as it follows from its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// A fixed type.
    Number,
    /// A length.
    Length,
    /// A truth.
    Test,
    /// A list like its first argument.
    SameList,
    /// A member of its first argument.
    Member,
    /// Any list.
    List,
    /// Points.
    Path,
    /// A point.
    Point,
    /// Any entity.
    Entity,
    /// Players, as a list.
    Players,
    /// One player.
    Player,
    /// Entities of any kind, as a list.
    Entities,
    /// Anything.
    Any,
    /// An ability.
    Ability,
    /// A list of abilities.
    Abilities,
}

macro_rules! functions {
    ($($name:ident $text:literal $least:literal..=$most:literal $gives:ident $doc:literal),* $(,)?) => {
        /// A function of the engine.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function { $(#[doc = $doc] $name),* }
        /// One row of the table.
        #[derive(Clone, Copy, Debug)]
        pub struct Row {
            /// The function.
            pub function: Function,
            /// What authors call it.
            pub name: &'static str,
            /// Fewest arguments.
            pub least: usize,
            /// Most arguments.
            pub most: usize,
            /// What it gives.
            pub gives: Gives,
            /// What it is, with its arguments.
            pub doc: &'static str,
        }
        /// All functions.
        pub const FUNCTIONS: &[Row] = &[$(Row { function: Function::$name, name: $text, least: $least, most: $most, gives: Gives::$gives, doc: $doc }),*];
    };
}

functions! {
    Min "min" 1..=9 Number "min(a, b…): the least; of one list, its least member",
    Max "max" 1..=9 Number "max(a, b…): the most; of one list, its greatest member",
    HalfUp "half_up" 1..=1 Number "half_up(n): half of n, rounded up",
    Absolute "abs" 1..=1 Number "abs(n): n without its sign",
    Count "count" 1..=1 Number "count(list): how many members",
    Sum "sum" 1..=1 Number "sum(list): all members added",
    Any "any" 1..=1 Test "any(list): whether it has a member",
    All "all" 1..=1 Test "all(list of tests): whether every one holds",
    First "first" 1..=2 Member "first(list): its first member, or none; first(list, n): its first n, as a list",
    Last "last" 1..=1 Member "last(list): its last member, or none",
    At "at" 2..=2 Any "at(list, n): its member at n from 0; at(table, term): its column of that term",
    Concat "concat" 2..=9 SameList "concat(a, b…): lists one after the other",
    Without "without" 2..=2 SameList "without(list, x): all but x; but the members of x if that is a list",
    Distinct "distinct" 1..=1 SameList "distinct(list): each member once",
    Range "range" 2..=2 List "range(a, b): the numbers from a to b, both included",
    Sorted "sorted" 2..=2 SameList "sorted(list, keys): members in the order of their keys, least first; ties keep their order",
    Position "position" 2..=2 Number "position(list, x): the place of x from 0, or none",
    TermsOf "terms_of" 1..=1 List "terms_of(term): all terms of the same vocabulary",

    Gap "gap" 2..=2 Length "gap(a, b): between the nearest parts of two bases; 0 where they touch",
    Within "within" 3..=3 Test "within(a, b, length): the nearest parts of a and b are no farther apart",
    EntirelyWithin "entirely_within" 3..=3 Test "entirely_within(a, b, length): no part of a is farther from b",
    Contact "in_contact" 2..=2 Test "in_contact(a, b): the bases touch",
    Sight "sees" 3..=4 Test "sees(a, b, blockers): a line between any parts of a and b enters none of the blockers; sees(a, b, blockers, patches): patches block only what goes through",
    Obstructed "obstructed" 3..=3 Test "obstructed(a, b, things): some line between a and b crosses one of the things",
    CentreObstructed "centre_obstructed" 3..=3 Test "centre_obstructed(a, b, things): the line between the centres crosses one of the things",
    OnTable "on_table" 1..=2 Test "on_table(e): the base is wholly on the table; on_table(e, point): it would be there",
    EdgeWithin "edge_within" 4..=4 Test "edge_within(e, point, edge, length): at point, no part of e would be farther than length from the edge (0 north, 1 east, 2 south, 3 west)",
    Overlaps "overlaps" 2..=3 Test "overlaps(a, b): bases or areas overlap by more than touching; overlaps(a, b, point): a standing at point would overlap b",
    FreeAt "free_at" 3..=3 Test "free_at(e, point, obstacles): e would stand at point on the table, overlapping none of the obstacles",
    PathLength "path_length" 1..=1 Length "path_length(path): rounded up",
    PathWithin "path_within" 2..=2 Test "path_within(path, length): the path is no longer, exactly",
    CentreIn "centre_in" 2..=3 Test "centre_in(e, area): the centre of e lies inside the area; centre_in(e, area, point): it would, with e at point",
    PathClear "path_clear" 3..=4 Test "path_clear(e, path, obstacles): moving along it e enters none of the obstacles; path_clear(e, path, obstacles, width): if e were so wide",
    PathCrosses "path_crosses" 3..=3 Test "path_crosses(e, path, area): moving along it e is over a part of the area somewhere",
    PathEnd "path_end" 1..=1 Point "path_end(path): its last point",
    NeverFarther "never_farther" 3..=4 Test "never_farther(e, path, from): moving along it e never gets farther from `from`; never_farther(e, path, from, range): not from where it is within range",
    EndsWithin "ends_within" 4..=4 Test "ends_within(e, point, other, length): standing at point, e would be within length of other",
    Away "away" 4..=5 Path "away(e, from, length, obstacles): the path of e straight away, stopped by obstacles and the table's edge; away(e, from, length, obstacles, yes): past the edge",
    Toward "toward" 4..=5 Path "toward(e, goal, length, obstacles): the path of e straight toward the goal, stopped by obstacles, the goal and the table's edge; toward(e, goal, length, obstacles, yes): past the edge",
    Across "across" 2..=2 Point "across(e, area): where e would touch the other side of an area it touches",
    Thickness "thickness" 2..=2 Length "thickness(e, area): how thick the area is, straight across from e",
    PointAt "point" 2..=2 Point "point(x, y): a point of the table, from its south-west corner",
    PlaceOf "place_of" 1..=1 Point "place_of(e): where it stands, or none",
    Touching "touching" 3..=3 Path "touching(e, other, obstacles): points where e would touch other and stand free",
    Scatter "scatter" 4..=4 Point "scatter(point, spread, faces, sides): a point about `spread` away (standard deviation) in each direction, by the sums of dice faces: the first half east and west, the second north and south",
    East "east" 1..=1 Length "east(point): how far it is from the table's west edge; of an entity, its middle",
    North "north" 1..=1 Length "north(point): how far it is from the table's south edge; of an entity, its middle",
    Steps "steps" 2..=4 Number "steps(a, b): on squares of one inch, how many steps from a to b, diagonals too, between their nearest squares: 1 where they touch, 0 where they share one; entities, areas or points; steps(a, b, p, q): with the base of a at the point p, and that of b at q",
    Flood "flood" 4..=4 Path "flood(from, steps, enter, stop): the middles of the squares that can be reached in so many steps, the nearest first: each but the first passes the test `enter`, and none goes on behind one that passes `stop`; `it` is the middle of a square",
    TableWidth "table_width" 0..=0 Length "table_width(): of the table",
    TableHeight "table_height" 0..=0 Length "table_height(): of the table",

    Owner "owner" 1..=1 Player "owner(e): the player who controls it",
    CardOf "card_of" 1..=1 Any "card_of(e): the card that prints it",
    CardsOf "cards_of" 1..=1 List "cards_of(kind): all cards of a kind, in the game or not; `card.field` is what one prints",
    InGame "in_game" 1..=1 Test "in_game(e): it has not left the game",
    OnBoard "on_board" 1..=1 Test "on_board(e): it stands on the table",
    Abilities "abilities" 1..=2 Abilities "abilities(e): those it has now, of a card those it prints; abilities(e, kind): of one kind",
    AbilityKind "kind_of_ability" 1..=1 Any "kind_of_ability(a): its kind",
    HasAbility "has_ability" 2..=2 Test "has_ability(e, a): it has it now; of a card, it prints it",
    Outcomes "outcomes" 1..=1 List "outcomes(a): the entries of an ability, each a list of its test and its effect",
    Uses "uses" 2..=2 Number "uses(e, what): how often it counts as used now",
    Used "used" 2..=2 Test "used(e, what): whether it counts as used now",
    HasStatus "has_status" 2..=2 Test "has_status(e, status): it has it now",
    StatusCount "status_count" 2..=2 Number "status_count(e, status): how many of it",
    StatusValue "status_value" 3..=3 Any "status_value(e, status, n): argument n from 0 of its first such status",
    Statuses "statuses" 1..=1 List "statuses(e): those it has now, each once, in the order in which they came",
    Players "seats" 0..=0 Players "seats(): the players in seat order",
    PlayersFrom "players_from" 1..=1 Players "players_from(p): the players in seat order from p on, clockwise",
    Next "next_player" 1..=1 Player "next_player(p): the one to the left",
    ValueOf "value_of" 2..=2 Number "value_of(statistic, e): a number by name",
    StepIs "step_is" 1..=1 Test "step_is(step): the clock is in that step",
    Sees "knows" 2..=2 Test "knows(p, e): the player may know what it is: sees it, as what it is, and it has no secret from the player",
    SeenSo "seen_so" 2..=2 Test "seen_so(p, test): whether the test holds in the game as the player sees it",
    SeenValue "seen_value" 2..=2 Number "seen_value(p, number): what the number is in the game as the player sees it",
    Holds "holds" 1..=2 Test "holds(rule): a test passed as a rule; holds(rule, x): with `it` set",

    Chance "chance" 4..=4 Number "chance(faces, sides, rolls, test): in millionths, that the test comes to hold of dice that show these faces (0: not yet rolled) if any may be rolled again so often and the best are kept; `it` is the faces, least first",
    Expected "expected" 4..=4 Number "expected(faces, sides, rolls, number): in thousandths, what the number is on average, if any of the dice may be rolled again so often and the best are kept; `it` is the faces, least first",
    BestReroll "best_reroll" 4..=4 List "best_reroll(faces, sides, rolls, number): the places, from 0, of the dice to roll again for the highest average of the number; `it` is the faces, least first",
    Foresee "foresee" 2..=2 Number "foresee(rule, number): what the number would be after the rule, on average over a few tries; nothing is done",
}

impl Gives {
    /// The type, where it does not depend on the arguments.
    pub fn fixed(self) -> Type {
        match self {
            Gives::Number => Type::Number,
            Gives::Length => Type::Length,
            Gives::Test => Type::Test,
            Gives::Path => Type::Path,
            Gives::Point => Type::Point,
            Gives::Entity => Type::Entity,
            Gives::Ability => Type::Ability,
            Gives::Players | Gives::Entities => Type::List(Box::new(Type::Entity)),
            Gives::Abilities => Type::List(Box::new(Type::Ability)),
            Gives::SameList | Gives::List => Type::List(Box::new(Type::Any)),
            Gives::Member | Gives::Player | Gives::Any => Type::Any,
        }
    }
}
