//! Moves chosen by proof: on small boards, in sums of regions, inside safe territory, and where only small regions are
//! open.

use super::costs::Step;
use super::decision::{Decision, Reason};
use super::state::Engine;
use super::turn::Turn;
use crate::base::Budget;
use crate::board::{Board, Move, Score};
use crate::endgame::ChosenMove;
use crate::region::best_region_play;

/// Nodes for complete reading of the open regions before a move.
const REGION_NODES: u64 = 3_000_000;

impl Engine {
    /// A move that keeps the value of a small board, if that can be proved in half of the time.
    pub(super) fn small_board_move(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let mut budget = turn.effort.half_time(self.params.exact.nodes);
        let (game, color) = (turn.game, turn.color);
        let mv = self.timed(Step::SmallBoard, budget.deadline(), |engine| {
            engine.small_boards.best_move(game, color, &mut budget)
        })?;
        Some(Decision::without_search(mv, Reason::Exact))
    }

    /// Whether a board has fallen apart into regions that are small enough for exact play.
    pub(super) fn is_small_sum(&mut self, board: &Board, limits: &Budget) -> bool {
        let params = self.params.endgame;
        params.enabled && self.proofs(board, limits).partition.largest() <= params.most_empty
    }

    /// A move proved to keep the best score in a sum of regions. If only some moves may be chosen, the one with the
    /// best score.
    pub(super) fn endgame_move(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let (game, color) = (turn.game, turn.color);
        let limits = turn.effort.exact_limits();
        let choice = self.timed(Step::ExactEndgame, limits.deadline(), |engine| {
            let endgame = engine.sum_of_regions(game, &limits);
            match &turn.among {
                None => endgame.choose(&mut engine.store, color),
                Some(among) => endgame.choose_among(&mut engine.store, color, among),
            }
        });
        let mv = match choice {
            Ok(choice) => {
                let ChosenMove { mv, may_lose } = choice?;
                if may_lose > Score::JIGO {
                    tracing::info!(
                        at_most = may_lose.points(),
                        "the sum is too large: the move may lose points"
                    );
                }
                mv.mv()
            }
            Err(error) => {
                tracing::warn!(%error, "the sum of the regions was not found");
                return None;
            }
        };
        let has_to_clear = mv == Move::Pass && turn.options.clears_dead_stones;
        let is_choice = game.is_legal(color, mv) && !has_to_clear;
        is_choice.then(|| Decision::without_search(mv, Reason::ExactEndgame))
    }

    /// The answer to the opponent's last play inside the territory of the side to move, if the score was known before
    /// it.
    pub(super) fn territory_answer(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let (game, color) = (turn.game, turn.color);
        let (opponent, Move::Play(point)) = game.last_move()? else {
            return None;
        };
        let mut before = game.clone();
        before.undo()?;
        let limits = turn.effort.exact_limits();
        if !self.is_small_sum(before.board(), &limits) {
            return None;
        }
        let proofs = self.proofs(before.board(), &limits);
        let answer = proofs.partition.answer(game.board(), color, point, &limits);
        let answer = Move::Play(answer?);
        if !game.is_legal(color, answer) {
            return None;
        }
        let score = self.timed(Step::ExactEndgame, limits.deadline(), |engine| {
            let endgame = engine.sum_of_regions(&before, &limits);
            endgame.score(&mut engine.store, opponent).ok()
        })?;
        score.exact()?;
        Some(Decision::without_search(answer, Reason::KeepsTerritory))
    }

    /// The play that gains most where only small regions are open; `None` if no play gains.
    pub(super) fn region_move(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let (game, color) = (turn.game, turn.color);
        let mut budget = turn.effort.half_time(REGION_NODES);
        let board = game.board();
        let map = self.proofs(board, &budget).alternate(board);
        let play = self.timed(Step::RegionReading, budget.deadline(), |_| {
            best_region_play(board, &map, color, game.rules(), &mut budget)
        })?;
        let mv = Move::Play(play.point);
        let is_read = budget.remaining() > 0 && game.is_legal(color, mv);
        is_read.then(|| Decision::without_search(mv, Reason::RegionReading))
    }
}
