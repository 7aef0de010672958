//! One move to be chosen: for which side, at what cost, and what is known about it so far.

use super::assessment::Assessment;
use super::effort::Effort;
use super::level::Level;
use crate::board::{Color, Game, Move, PointSet};
use crate::endgame::{EstimatedMoves, Settled};
use crate::mcts::{Filter, Report, Restriction};

/// The caller's options for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Whether the engine may resign.
    pub(super) may_resign: bool,
    /// Whether the engine must take dead stones off the board before it passes.
    pub(super) clears_dead_stones: bool,
    /// How strong the engine plays.
    pub(super) level: Level,
}

/// One move to be chosen. Results that several deciders need are found once and kept here.
pub(super) struct Turn<'a, 'o> {
    pub(super) game: &'a Game,
    /// The side to move.
    pub(super) color: Color,
    pub(super) effort: Effort<'o>,
    pub(super) options: Options,
    /// The legal moves to choose among; `None` for all.
    pub(super) among: Option<Vec<Move>>,
    /// The moves of the search, and its hints.
    pub(super) filter: Option<Filter>,
    /// The points on which nothing is left to gain, by proof.
    pub(super) settled: Option<Settled>,
    /// The game judged as if it ended here.
    pub(super) assessment: Option<Assessment>,
    /// The first part of the search.
    pub(super) probe: Option<Report>,
    /// The best plays of the endgame as the probe estimates it.
    pub(super) estimated: EstimatedMoves,
    /// The whole search.
    pub(super) report: Option<Report>,
}

impl<'a, 'o> Turn<'a, 'o> {
    /// A choice among all moves.
    pub(super) const fn new(
        game: &'a Game,
        color: Color,
        effort: Effort<'o>,
        options: Options,
    ) -> Self {
        Self {
            game,
            color,
            effort,
            options,
            among: None,
            filter: None,
            settled: None,
            assessment: None,
            probe: None,
            estimated: EstimatedMoves {
                points: Vec::new(),
                is_exact: false,
                counted: PointSet::EMPTY,
            },
            report: None,
        }
    }

    /// A choice among some legal moves. A search heeds the restrictions of `later` moves.
    pub(super) fn among(
        game: &'a Game,
        color: Color,
        effort: Effort<'o>,
        moves: Vec<Move>,
        later: &[Restriction],
    ) -> Self {
        let filter = Filter {
            allow: Some(moves.clone()),
            later: later.to_vec(),
            ..Filter::NONE
        };
        let options = Options {
            may_resign: false,
            clears_dead_stones: false,
            level: Level::FULL,
        };
        Self {
            among: Some(moves),
            filter: Some(filter),
            ..Self::new(game, color, effort, options)
        }
    }

    /// Whether the opponent has just passed.
    pub(super) fn opponent_passed(&self) -> bool {
        self.game.last_move() == Some((self.color.opponent(), Move::Pass))
    }
}
