//! Goals about blocks, and what is known of them.

use std::fmt;

use super::rules::GoalKind;
use super::state::State;
use tedomari_board::{Color, Point};
use tedomari_solvers::tsumego;

/// A goal about one block, or about two blocks of one color (Klinger, section 2.5). The color of the stones decides
/// which player has the goal: their owner saves and connects them, the other side captures and severs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Goal {
    /// What is to be done.
    pub kind: GoalKind,
    /// A stone of the block, its first one in point order.
    pub object: Point,
    /// The other block of [`GoalKind::Connect`] and [`GoalKind::Sever`].
    pub other: Option<Point>,
}

impl Goal {
    /// Save the block on a stone.
    #[must_use]
    pub const fn save(object: Point) -> Self {
        Self {
            kind: GoalKind::Save,
            object,
            other: None,
        }
    }

    /// Capture the block on a stone.
    #[must_use]
    pub const fn capture(object: Point) -> Self {
        Self {
            kind: GoalKind::Capture,
            object,
            other: None,
        }
    }

    /// The goal of a question of life and death for the block on a stone.
    #[must_use]
    pub const fn about(goal: tsumego::Goal, object: Point) -> Self {
        match goal {
            tsumego::Goal::Kill => Self::capture(object),
            tsumego::Goal::Live => Self::save(object),
        }
    }

    /// Connect the blocks on two stones.
    #[must_use]
    pub fn connect(one: Point, other: Point) -> Self {
        Self {
            kind: GoalKind::Connect,
            object: one.min(other),
            other: Some(one.max(other)),
        }
    }

    /// Sever the blocks on two stones.
    #[must_use]
    pub fn sever(one: Point, other: Point) -> Self {
        Self {
            kind: GoalKind::Sever,
            object: one.min(other),
            other: Some(one.max(other)),
        }
    }

    /// The goal of the other side about the same blocks: it is reached where this one fails.
    #[must_use]
    pub const fn opposite(self) -> Self {
        let kind = match self.kind {
            GoalKind::Save => GoalKind::Capture,
            GoalKind::Capture => GoalKind::Save,
            GoalKind::Connect => GoalKind::Sever,
            GoalKind::Sever => GoalKind::Connect,
        };
        Self { kind, ..self }
    }

    /// The player who has this goal; `None` if there is no stone.
    #[must_use]
    pub fn player(&self, state: &State<'_>) -> Option<Color> {
        let owner = state.board().color(self.object)?;
        Some(if self.kind.is_about_own() {
            owner
        } else {
            owner.opponent()
        })
    }
}

impl fmt::Display for Goal {
    /// The word and the points, as in `connect C2 F3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.word(), self.object)?;
        self.other.map_or(Ok(()), |other| write!(f, " {other}"))
    }
}

/// What the value of a goal is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The stones are proved to live without search, whichever side moves first. A proof.
    Safety,
    /// A fight about one block, read to its end. A proof.
    Capture,
    /// A fight about one block, read among some moves of its owner. An estimate.
    Fight,
    /// The stones are not on the board. A proof.
    Board,
    /// Eyes in small spaces, played out, and eyes that rules recognize. An estimate.
    Eyes,
    /// Friendly room, or the lack of eyes and room. An estimate.
    Room,
    /// A search about a race, among some moves. An estimate.
    Race,
    /// A search about a connection, among some moves. An estimate.
    Link,
    /// The values of other goals. An estimate.
    Theory,
}

impl Evidence {
    /// Whether it proves the value.
    #[must_use]
    pub const fn is_proof(self) -> bool {
        match self {
            Self::Safety | Self::Capture | Self::Board => true,
            Self::Fight | Self::Eyes | Self::Room | Self::Race | Self::Link | Self::Theory => false,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Safety => "safety",
            Self::Capture => "capture",
            Self::Fight => "fight",
            Self::Board => "board",
            Self::Eyes => "eyes",
            Self::Room => "room",
            Self::Race => "race",
            Self::Link => "link",
            Self::Theory => "theory",
        }
    }
}

/// Whether a goal is reached, whichever side moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// It is reached even if the other side moves first.
    True(Evidence),
    /// It is not reached even if its player moves first.
    False(Evidence),
    /// It is not known, or it hangs on who moves first.
    Unknown,
}

impl Value {
    /// The value of the other side's goal.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::True(evidence) => Self::False(evidence),
            Self::False(evidence) => Self::True(evidence),
            Self::Unknown => Self::Unknown,
        }
    }

    /// What it is known by.
    #[must_use]
    pub const fn evidence(self) -> Option<Evidence> {
        match self {
            Self::True(evidence) | Self::False(evidence) => Some(evidence),
            Self::Unknown => None,
        }
    }

    /// The word for it: `proven` and `impossible` are proved, `likely` and `unlikely` estimated.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::True(evidence) if evidence.is_proof() => "proven",
            Self::True(_) => "likely",
            Self::False(evidence) if evidence.is_proof() => "impossible",
            Self::False(_) => "unlikely",
            Self::Unknown => "unknown",
        }
    }

    /// Whether it is known.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// Whether it is known to be reached.
    #[must_use]
    pub const fn is_true(self) -> bool {
        matches!(self, Self::True(_))
    }

    /// Whether it is known to fail.
    #[must_use]
    pub const fn is_false(self) -> bool {
        matches!(self, Self::False(_))
    }
}
