//! One rule as its author wrote it.

use super::constraint::Constraint;

/// What a rule is for, finer than its goal (Klinger, section 3.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Purpose {
    /// More liberties for an own block.
    IncreaseLiberties,
    /// Through a weak place of the other side's wall.
    BreakOut,
    /// Out into the open.
    Escape,
    /// Two own blocks become one.
    Connect,
    /// Own blocks in the open come together.
    Join,
    /// One more eye.
    IncreaseEyes,
    /// An eye becomes certain.
    ReinforceEyes,
    /// An own block is not taken.
    Save,
    /// An own group gets two eyes.
    Live,
    /// More friendly space around an own group.
    IncreaseAura,
    /// More liberties in a race.
    SemeaiIncreaseLiberties,
    /// Fewer liberties for a block of the other side.
    DecreaseLiberties,
    /// A block of the other side can't get away, though it has liberties.
    Trap,
    /// A group of the other side is shut in.
    Enclose,
    /// Two blocks of the other side are cut.
    Sever,
    /// Stones of the other side in the open are kept apart.
    Split,
    /// One eye fewer for the other side.
    DecreaseEyes,
    /// An eye of the other side becomes false or is filled.
    DestroyEye,
    /// A block of the other side is taken.
    Capture,
    /// A group of the other side gets no two eyes.
    Kill,
    /// Less friendly space around a group of the other side.
    DecreaseAura,
    /// Fewer liberties for the other side in a race.
    SemeaiDecreaseLiberties,
    /// Recognition: points that are or may become an eye.
    Eye,
    /// Recognition: own blocks that may be connected.
    Connection,
}

impl Purpose {
    /// All purposes: the defensive ones, the offensive ones, those of recognition.
    pub const ALL: [Self; 24] = [
        Self::IncreaseLiberties,
        Self::BreakOut,
        Self::Escape,
        Self::Connect,
        Self::Join,
        Self::IncreaseEyes,
        Self::ReinforceEyes,
        Self::Save,
        Self::Live,
        Self::IncreaseAura,
        Self::SemeaiIncreaseLiberties,
        Self::DecreaseLiberties,
        Self::Trap,
        Self::Enclose,
        Self::Sever,
        Self::Split,
        Self::DecreaseEyes,
        Self::DestroyEye,
        Self::Capture,
        Self::Kill,
        Self::DecreaseAura,
        Self::SemeaiDecreaseLiberties,
        Self::Eye,
        Self::Connection,
    ];

    /// The word in the text of a rule.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::IncreaseLiberties => "increase-liberties",
            Self::BreakOut => "break-out",
            Self::Escape => "escape",
            Self::Connect => "connect",
            Self::Join => "join",
            Self::IncreaseEyes => "increase-eyes",
            Self::ReinforceEyes => "reinforce-eyes",
            Self::Save => "save",
            Self::Live => "live",
            Self::IncreaseAura => "increase-aura",
            Self::SemeaiIncreaseLiberties => "semeai-increase-liberties",
            Self::DecreaseLiberties => "decrease-liberties",
            Self::Trap => "trap",
            Self::Enclose => "enclose",
            Self::Sever => "sever",
            Self::Split => "split",
            Self::DecreaseEyes => "decrease-eyes",
            Self::DestroyEye => "destroy-eye",
            Self::Capture => "capture",
            Self::Kill => "kill",
            Self::DecreaseAura => "decrease-aura",
            Self::SemeaiDecreaseLiberties => "semeai-decrease-liberties",
            Self::Eye => "eye",
            Self::Connection => "connection",
        }
    }

    /// Whether rules of this purpose recognize what is there instead of prescribing a move.
    #[must_use]
    pub const fn is_recognition(self) -> bool {
        matches!(self, Self::Eye | Self::Connection)
    }
}

/// A goal of the theory of life and death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GoalKind {
    /// An own block stays on the board.
    Save,
    /// A block of the other side is taken off, sooner or later.
    Capture,
    /// Two own blocks become one.
    Connect,
    /// Two blocks of the other side stay apart.
    Sever,
}

impl GoalKind {
    /// All goals.
    pub const ALL: [Self; 4] = [Self::Save, Self::Capture, Self::Connect, Self::Sever];

    /// The word in the text of a rule.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::Capture => "capture",
            Self::Connect => "connect",
            Self::Sever => "sever",
        }
    }

    /// Number of blocks that the goal is about.
    #[must_use]
    pub const fn n_objects(self) -> usize {
        match self {
            Self::Save | Self::Capture => 1,
            Self::Connect | Self::Sever => 2,
        }
    }

    /// Whether the goal is about blocks of its own player.
    #[must_use]
    pub const fn is_about_own(self) -> bool {
        matches!(self, Self::Save | Self::Connect)
    }
}

/// How a rule rates its prescribed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Recommendation {
    /// A reasonable move for the goal. Rules of recognition have this too.
    Good,
    /// Not reasonable here, though it may look so.
    Bad,
    /// A move that threatens to reach the goal with the next one.
    Threat,
}

impl Recommendation {
    /// All recommendations.
    pub const ALL: [Self; 3] = [Self::Good, Self::Bad, Self::Threat];

    /// The word in the text of a rule.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Threat => "threat",
        }
    }
}

/// Where a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Written by a person.
    Hand,
    /// Found in solved positions.
    Mined {
        /// Positions in which the rule matched.
        support: u32,
        /// Those of them in which it was right.
        right: u32,
    },
}

/// A set of things that a point of a map may hold, from the view of the rule's player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Content(u8);

impl Content {
    /// A stone of the player.
    pub const OWN: Self = Self(1);
    /// A stone of the other side.
    pub const OTHER: Self = Self(2);
    /// An empty point.
    pub const EMPTY: Self = Self(4);
    /// Off the board.
    pub const EDGE: Self = Self(8);
    /// Anything on the board.
    pub const ON_BOARD: Self = Self(7);
    /// Anything, also off the board.
    pub const ANYTHING: Self = Self(15);

    /// The characters of maps that stand for contents, without the ones for the edge.
    pub(super) const CHARACTERS: [(char, Self); 8] = [
        ('X', Self::OWN),
        ('O', Self::OTHER),
        ('.', Self::EMPTY),
        ('x', Self(5)),
        ('o', Self(6)),
        ('%', Self(3)),
        ('_', Self::ON_BOARD),
        ('?', Self::ANYTHING),
    ];

    /// The content that a character of a map stands for: `X`, `O`, `.`, `x` own or empty, `o` other's or empty, `%` a
    /// stone of either color, `_` anything on the board, `?` anything; `-`, `|` and `+` off the board.
    #[must_use]
    pub fn of(character: char) -> Option<Self> {
        let mut known = Self::CHARACTERS.into_iter();
        match known.find(|&(known, _)| known == character) {
            Some((_, content)) => Some(content),
            None => matches!(character, '-' | '|' | '+').then_some(Self::EDGE),
        }
    }

    /// The set as bits: 1 own, 2 other's, 4 empty, 8 off the board.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

/// A letter that a rule gives a meaning: what the point holds, and its part in an eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The letter in the maps.
    pub letter: char,
    /// The character of the content, such as `x`.
    pub content: char,
    /// Whether the point is of the border of an eye.
    pub is_border: bool,
    /// Whether the point is of the center of an eye.
    pub is_center: bool,
}

/// A rectangle of points, the top row first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    /// The rows, all of the same length.
    pub rows: Vec<Vec<char>>,
}

impl Map {
    /// The points with their characters: column from the left, row from the bottom, both counted from 0.
    pub(super) fn cells(&self) -> impl Iterator<Item = (i16, i16, char)> + '_ {
        let rows = (0..).zip(self.rows.iter().rev());
        rows.flat_map(|(y, row)| (0..).zip(row).map(move |(x, &character)| (x, y, character)))
    }

    /// Whether a character stands in the map.
    pub(super) fn has(&self, character: char) -> bool {
        self.rows.iter().flatten().any(|&found| found == character)
    }
}

/// A rule of the base: if its maps and constraints hold somewhere, its move is reasonable for its goal there, or its
/// eye or connection is there.
///
/// [`Display`](std::fmt::Display) writes the text that [`RuleBase::read`](super::RuleBase::read) reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub(super) name: String,
    pub(super) purpose: Purpose,
    pub(super) goal: GoalKind,
    /// Letters of the blocks that the goal is about: `A` own, `a` other's.
    pub(super) objects: Vec<char>,
    pub(super) recommendation: Recommendation,
    pub(super) note: String,
    pub(super) source: Source,
    pub(super) maps: Vec<Map>,
    pub(super) marks: Vec<Mark>,
    pub(super) constraints: Vec<Constraint>,
}

/// The character of the prescribed point.
pub(super) const PRESCRIBED: char = '*';

impl Rule {
    /// The name, unique in its base.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the rule is for.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The goal that it serves.
    #[must_use]
    pub const fn goal(&self) -> GoalKind {
        self.goal
    }

    /// How it rates its point.
    #[must_use]
    pub const fn recommendation(&self) -> Recommendation {
        self.recommendation
    }

    /// One sentence for the readers of an explanation.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Where it comes from.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// The maps, each found at a place of its own.
    #[must_use]
    pub fn maps(&self) -> &[Map] {
        &self.maps
    }

    /// The letters with a meaning of their own.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Whether it prescribes a point to play on.
    #[must_use]
    pub fn prescribes(&self) -> bool {
        self.maps.iter().any(|map| map.has(PRESCRIBED))
    }

    /// The pairs of objects that are one block by constraints.
    pub(super) fn ties(&self) -> impl Iterator<Item = (char, char)> + '_ {
        self.constraints.iter().flat_map(Constraint::ties)
    }

    /// The mark of a letter.
    pub(super) fn mark(&self, letter: char) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.letter == letter)
    }

    /// What a character of the maps may hold. A character without meaning holds anything; the parser lets none through.
    pub(super) fn content(&self, character: char) -> Content {
        let by_mark = self.mark(character);
        let by_mark = by_mark.and_then(|mark| Content::of(mark.content));
        by_mark
            .or_else(|| content_of_name(character))
            .or_else(|| Content::of(character))
            .unwrap_or(Content::ANYTHING)
    }
}

/// What the letter of an object or the prescribed point holds.
pub(super) const fn content_of_name(character: char) -> Option<Content> {
    match character {
        'A'..='C' => Some(Content::OWN),
        'a'..='c' => Some(Content::OTHER),
        PRESCRIBED => Some(Content::EMPTY),
        _ => None,
    }
}
