//! Which moves a search may look at.

use crate::base::{Color, Move, PerColor, Point, PointSet};

/// Which moves a search may look at, and which it should.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// If given, only these moves may be chosen.
    pub allow: Option<Vec<Move>>,
    /// None of these moves may be chosen.
    pub avoid: Vec<Move>,
    /// What may follow the chosen move.
    pub later: Vec<Restriction>,
    /// Points on which a color has nothing to gain, now or later.
    pub never: PerColor<PointSet>,
    /// Points that deserve a look at the first move, each with the probability that the prior gives it at least.
    pub urgent: Vec<(Point, f32)>,
}

/// A restriction of the moves of one player that come after the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// Number of moves after which the restriction ends, those of both players counted.
    pub until: usize,
    /// Whether only these moves are allowed; else none of them is.
    pub allows: bool,
    /// The moves in question.
    pub moves: Vec<Move>,
}

impl Filter {
    /// Every move may be chosen.
    pub const NONE: Self = Self {
        allow: None,
        avoid: Vec::new(),
        later: Vec::new(),
        never: PerColor([PointSet::EMPTY; 2]),
        urgent: Vec::new(),
    };

    /// Whether a move may be chosen by name; see also [`Self::never`].
    #[must_use]
    pub fn lets_through(&self, mv: Move) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow.contains(&mv)) && !self.avoid.contains(&mv)
    }

    /// Whether a move may be looked at that comes after `n_before` others.
    pub(super) fn lets_follow(&self, n_before: usize, color: Color, mv: Move) -> bool {
        self.later.iter().all(|restriction| {
            restriction.color != color
                || n_before >= restriction.until
                || restriction.moves.contains(&mv) == restriction.allows
        })
    }
}
