//! Advice about the whole board: the exact result of the sum of its regions, and every move that keeps it.
//!
//! Under territory rules the score is a stop of the sum. Under area rules every play counts one point in addition. So
//! the area score is the territory score, or one point more for the player who makes the last play. And if every point
//! belongs to a color at the end, the area score has the parity of the number of points. Proof: take a player who
//! follows a strategy for territory and then fills neutral points. Such a player never makes fewer plays than the
//! opponent, except for the opponent's first one, and a pass gives one play away. So both bounds are known, and the
//! parity decides between them.
//!
//! Regions that are not exact count with their bounds. The score is then an interval; it is exact if both ends are
//! equal.
//! Source: McMillen (2010), sections 3.1, 3.5 and 3.8; Berlekamp and Wolfe, *Mathematical Go* (1994), chapter 3.

use super::analysis::Endgame;
use super::ranking::{RankedMove, ScoreRange};
use super::shape_store::ShapeStore;
use super::sum::Sum;
use crate::board::{Color, Move, Score};
use crate::cgt::{Dyadic, GameError};

/// A move that the endgame chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenMove {
    /// The move.
    pub mv: RankedMove,
    /// How many points worse than best play it is at most; zero if it is proved to keep the score.
    pub may_lose: Score,
}

impl Endgame {
    /// The score with best play when `color` moves.
    ///
    /// # Errors
    /// If a limit of the table of games is reached. The end of the budget is no error.
    pub fn score(&self, store: &mut ShapeStore, color: Color) -> Result<ScoreRange, GameError> {
        let range = Sum::new(self, store)?.score_when(None, color)?;
        if let Some(proved) = &self.proved {
            let given = self
                .given
                .map_or(range, |given| range.narrowed(given[color]));
            return Ok(proved[color].narrowed(given));
        }
        let Some(held) = self.held else {
            return Ok(range);
        };
        let known = held.scores[color];
        Ok(ScoreRange {
            low: range.low.max(known.low),
            high: range.high.min(known.high),
        })
    }

    /// Every move of `color`, the pass included. Order: best score first, then undominated moves, then the largest
    /// incentive, then point order.
    ///
    /// # Errors
    /// If a limit of the table of games is reached. The end of the budget is no error.
    pub fn moves(
        &self,
        store: &mut ShapeStore,
        color: Color,
    ) -> Result<Vec<RankedMove>, GameError> {
        Sum::new(self, store)?.moves(color)
    }

    /// The move to make. If moves are proved to keep the score: the first of [`Self::keeping_moves`] that gains
    /// something or fills a neutral point, else a pass. If all regions are known but their sum is too large: the move
    /// with the best proved score of those that the search of the sum and thermostrat propose. `None` if a region is
    /// not known.
    ///
    /// # Errors
    /// If a limit of the table of games is reached. The end of the budget is no error.
    pub fn choose(
        &self,
        store: &mut ShapeStore,
        color: Color,
    ) -> Result<Option<ChosenMove>, GameError> {
        let keeping = self.keeping_moves(store, color)?;
        let proved = |mv: RankedMove| ChosenMove {
            mv,
            may_lose: Score::JIGO,
        };
        // A play on a neutral point loses only the tax of one point; a play in one's own territory loses two.
        for mv in &keeping {
            let Some(incentive) = mv.incentive else {
                continue;
            };
            let stop = store.games().stops(incentive)?.left;
            if stop >= Dyadic::from(-1) {
                return Ok(Some(proved(*mv)));
            }
        }
        let pass = keeping.iter().find(|mv| mv.point.is_none());
        if let Some(&mv) = pass.or(keeping.first()) {
            return Ok(Some(proved(mv)));
        }
        if !self.is_exact() {
            return Ok(None);
        }
        let mut sum = Sum::new(self, store)?;
        let range = sum.score_when(None, color)?;
        let proposed = sum.propose(color)?;
        Ok(proposed.map(|mv| ChosenMove {
            mv,
            may_lose: match color {
                Color::Black => range.high - mv.score.low,
                Color::White => mv.score.high - range.low,
            },
        }))
    }

    /// The move with the best score among these moves, if the score of each of them is exact.
    ///
    /// # Errors
    /// If a limit of the table of games is reached. The end of the budget is no error.
    pub fn choose_among(
        &self,
        store: &mut ShapeStore,
        color: Color,
        among: &[Move],
    ) -> Result<Option<ChosenMove>, GameError> {
        let mut moves = self.moves(store, color)?;
        moves.retain(|mv| among.contains(&mv.mv()));
        let is_exact = moves.iter().all(|mv| mv.score.exact().is_some());
        let best = moves.first().map(|&mv| ChosenMove {
            mv,
            may_lose: Score::JIGO,
        });
        Ok(best.filter(|_| moves.len() == among.len() && is_exact))
    }

    /// The moves of `color` that are proved to keep the score of [`Self::score`], in the order of [`Self::moves`];
    /// none if that score is not exact.
    ///
    /// # Errors
    /// If a limit of the table of games is reached. The end of the budget is no error.
    pub fn keeping_moves(
        &self,
        store: &mut ShapeStore,
        color: Color,
    ) -> Result<Vec<RankedMove>, GameError> {
        let mut sum = Sum::new(self, store)?;
        let Some(score) = sum.score_when(None, color)?.exact() else {
            return Ok(Vec::new());
        };
        let mut moves = sum.moves(color)?;
        moves.retain(|mv| match color {
            Color::Black => mv.score.low >= score,
            Color::White => mv.score.high <= score,
        });
        Ok(moves)
    }
}
