//! Which moves a search may look at.

use crate::board::{Color, Move, PerColor, Point, PointSet};

/// Which moves a search may look at, and which it should look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// If given, the search may choose only these moves.
    pub allow: Option<Vec<Move>>,
    /// The search may choose none of these moves.
    pub avoid: Vec<Move>,
    /// Restrictions on the moves after the chosen one; see [`Self::restrict`].
    pub later: Vec<Restriction>,
    /// Points where the color has nothing to gain, now or later.
    pub never: PerColor<PointSet>,
    /// Points that the first move should consider, each with the least prior probability that it gets.
    pub urgent: Vec<(Point, f32)>,
}

/// A restriction of the moves of one player that come after the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The player whose moves are restricted.
    pub color: Color,
    /// The restriction ends after this many moves of both players.
    pub until: usize,
    /// Whether only these moves are allowed; otherwise they are the forbidden ones.
    pub allows: bool,
    /// The moves concerned.
    pub moves: Vec<Move>,
}

impl Filter {
    /// All moves may be chosen.
    pub const NONE: Self = Self {
        allow: None,
        avoid: Vec::new(),
        later: Vec::new(),
        never: PerColor([PointSet::EMPTY; 2]),
        urgent: Vec::new(),
    };

    /// Adds a restriction; `mover` is the player of the first move.
    pub fn restrict(&mut self, mover: Color, restriction: Restriction) {
        if restriction.color == mover && restriction.allows {
            let allow = self.allow.get_or_insert_default();
            allow.extend(&restriction.moves);
        } else if restriction.color == mover {
            self.avoid.extend(&restriction.moves);
        }
        self.later.push(restriction);
    }

    /// Whether `allow` and `avoid` let a move be chosen; see also [`Self::never`].
    #[must_use]
    pub fn lets_through(&self, mv: Move) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow.contains(&mv)) && !self.avoid.contains(&mv)
    }

    /// What is allowed and forbidden, without the advice.
    pub(super) fn restriction(&self) -> Self {
        Self {
            allow: self.allow.clone(),
            avoid: self.avoid.clone(),
            later: self.later.clone(),
            ..Self::NONE
        }
    }

    /// Whether `color` may make this move after `n_before` other moves of the search.
    pub(super) fn lets_follow(&self, n_before: usize, color: Color, mv: Move) -> bool {
        self.later.iter().all(|restriction| {
            restriction.color != color
                || n_before >= restriction.until
                || restriction.moves.contains(&mv) == restriction.allows
        })
    }
}
