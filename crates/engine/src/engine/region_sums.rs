//! The position as a sum of independent regions.

use std::time::Instant;

use super::assumed_safe::AssumedSafe;
use super::state::Engine;
use crate::base::Budget;
use crate::board::{Color, Game, PerColor, Point};
use crate::cgt::GameError;
use crate::endgame::{self, Endgame, EndgameParams, Held, Partition};

/// Each region of an estimate gets one tenth of the nodes that a region between proved walls gets.
const ESTIMATE_DIVISOR: u64 = 10;

impl Engine {
    /// The position as a sum of independent regions, with what is proved about each region. Where the regions leave the
    /// score open, bounds of the whole board are proved.
    pub fn endgame(&mut self, game: &Game, limits: &Budget) -> Endgame {
        let mut endgame = self.sum_of_regions(game, limits);
        endgame.bound(game, limits, |budget| self.held(game, budget));
        endgame
    }

    /// What each color holds by itself on the board of a game, found within `budget` or known from before.
    pub(super) fn held(&mut self, game: &Game, budget: &mut Budget) -> Held {
        let kept = self.kept_by_search(game.board(), budget);
        Held::knowing(game, &kept, budget)
    }

    /// As [`Self::endgame`], and with an estimate of the value of each region that is too large to search.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn endgame_with_worths(
        &mut self,
        game: &Game,
        limits: &Budget,
    ) -> Result<Endgame, GameError> {
        let proofs = self.proof_cache.about(game.board(), limits);
        let expanses = &proofs.partition.expanses;
        let mut worths = Vec::new();
        if !expanses.is_empty() {
            // Before the proved sum: values do not outlive the next analysis.
            let estimate = self.endgame_assumed_safe(game, limits)?;
            for expanse in expanses {
                worths.push(estimate.worth_within(&expanse.points, &mut self.store)?);
            }
        }
        let mut endgame = self.endgame(game, limits);
        for (expanse, worth) in endgame.partition.expanses.iter_mut().zip(worths) {
            expanse.worth = worth;
        }
        Ok(endgame)
    }

    /// The position as a sum of independent regions, for choosing a move.
    pub(super) fn sum_of_regions(&mut self, game: &Game, limits: &Budget) -> Endgame {
        let proofs = self.proof_cache.about(game.board(), limits);
        let partition = proofs.partition.clone();
        let params = &self.params.endgame;
        Endgame::of_parts(game, partition, &mut self.store, params, limits)
    }

    /// The position as a sum of regions, in which stones and points whose owner looks certain are assumed safe where
    /// the proved sum leaves a region open. What is proved stays, and the score stays within its proved bounds. If all
    /// is proved, nothing is assumed.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn endgame_assumed_safe(
        &mut self,
        game: &Game,
        limits: &Budget,
    ) -> Result<Endgame, GameError> {
        let proved = self.endgame(game, limits);
        if proved.is_exact() {
            return Ok(proved);
        }
        let [black, white] = Color::BOTH.map(|color| proved.score(&mut self.store, color));
        let scores = PerColor([black?, white?]);
        // What is granted stands for good, so it needs walls that live without answers: granting begins from those.
        let closed = self.sum_of_regions(game, limits);
        let owners = self.likely_owners(game, limits);
        let estimate = self.granted(game, &closed, &owners, limits);
        Ok(estimate.knowing(&proved, scores))
    }

    /// The position taken apart for choosing a move, beside what is proved: where the proved sum leaves regions open,
    /// along what the network calls certain. Without a network `owner` is used: the mean owner of each point, 1 for
    /// Black, -1 for White.
    pub(super) fn regions_assumed_safe(
        &mut self,
        game: &Game,
        owner: impl Fn(Point) -> f64,
        limits: &Budget,
    ) -> Endgame {
        let closed = self.sum_of_regions(game, limits);
        if closed.is_exact() {
            return closed;
        }
        let by_network = if self.searcher.has_evaluator() {
            self.owners_by_network(game, limits).ok()
        } else {
            None
        };
        let assumed = match by_network {
            Some(owners) => AssumedSafe::new(game.board(), |point| owners.mean(point)),
            None => AssumedSafe::new(game.board(), owner),
        };
        self.along_assumed(game, &closed, &assumed, limits)
    }

    /// The position taken apart further along what is assumed safe, where `closed` leaves regions open: first with
    /// widened regions, and again with narrow ones where a wide one could not be solved.
    pub(super) fn along_assumed(
        &mut self,
        game: &Game,
        closed: &Endgame,
        assumed: &AssumedSafe,
        limits: &Budget,
    ) -> Endgame {
        let board = game.board();
        let AssumedSafe {
            stones,
            territory,
            inner,
        } = assumed;
        let first_half = match limits.time_left() {
            Some(left) => limits.clone().until(Instant::now() + left / 2),
            None => limits.clone(),
        };
        let open = closed.open_regions();
        let wide = closed
            .partition
            .granting(board, &open, &inner.stones, &inner.territory);
        let endgame = self.estimate_along(game, wide, &first_half);
        if endgame.is_exact() {
            return endgame;
        }
        let open = endgame.open_regions();
        let narrow = endgame.partition.granting(board, &open, stones, territory);
        self.estimate_along(game, narrow, limits)
    }

    pub(super) fn estimate_along(
        &mut self,
        game: &Game,
        partition: Partition,
        limits: &Budget,
    ) -> Endgame {
        let params = EndgameParams {
            region_nodes: self.estimate_region_nodes(),
            ..self.params.endgame
        };
        Endgame::of_parts(game, partition, &mut self.store, &params, limits)
    }

    /// Most plays searched in one region of an estimate.
    pub(super) const fn estimate_region_nodes(&self) -> u64 {
        self.params.endgame.region_nodes / ESTIMATE_DIVISOR
    }

    /// Holds the values of [`Self::endgame`] until its next call.
    pub const fn endgame_store(&mut self) -> &mut endgame::ShapeStore {
        &mut self.store
    }
}
