//! Questions of life and death, as views of the one answer.

use std::time::Instant;

use super::best_move::BestMove;
use super::effort::Effort;
use super::error::ReadingError;
use super::finding::{Finding, Outcome, StatusFinding};
use super::position::PositionReading;
use crate::base::Budget;
use crate::board::{Color, Move, Point, PointSet};
use crate::tactics::ko::Success;
use crate::tsumego::reader::first_moves::{FirstMove, moves_near};
use crate::tsumego::{Goal, Question, Reading, Verdict};

impl PositionReading<'_> {
    /// Whether the blocks on some points can be killed, or can live, if the side whose goal it is moves first; also
    /// whether a block lives in a seki, and how many threats a ko needs. Of several blocks all have to be killed, or
    /// one has to live.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn life_in_full(
        &mut self,
        targets: PointSet,
        goal: Goal,
        end: Instant,
    ) -> Result<Finding, ReadingError> {
        let question = self.question(targets, goal)?;
        let effort = Effort::until(end, &self.limits);
        self.life(question, &effort)
    }

    /// What each move near the blocks comes to for the side whose goal it is, in point order. The time of the effort is
    /// shared evenly among the moves, or each has as many nodes as a question that is one of many. An estimate about a
    /// move gives way to the answer to the question.
    ///
    /// # Errors
    /// As for [`Self::life_in_full`].
    pub fn life_by_move(
        &mut self,
        targets: PointSet,
        goal: Goal,
        effort: &Effort,
    ) -> Result<Vec<FirstMove>, ReadingError> {
        let question = self.question(targets, goal)?;
        let whole = self.life(question, &effort.with_time(1, 4))?;
        let mut moves = moves_near(self.board, &question);
        if let Some(game) = self.game {
            moves.retain(|&mv| game.is_legal(question.to_move, Move::Play(mv)));
        }
        let mut found = Vec::new();
        for (n, &mv) in moves.iter().enumerate() {
            // Time that one move leaves is shared by the others.
            let n_left = u32::try_from(moves.len() - n).unwrap_or(u32::MAX);
            let mut budget = effort.for_one_of(n_left, &self.budgets);
            let first = self.life.first_move(self.board, &question, mv, &mut budget);
            found.extend(first.map(|first| within(first, &whole)));
        }
        Ok(found)
    }

    /// Whether the attacker, moving first, kills a block, with the usual effort.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn kill(&mut self, target: Point) -> Result<BestMove, ReadingError> {
        let question = self.question(target, Goal::Kill)?;
        let effort = self.usual();
        Ok(BestMove::of(&self.life(question, &effort)?))
    }

    /// Whether the defender, moving first, saves a block, with the usual effort. No move is named if the block is
    /// proved to live without one.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn save(&mut self, target: Point) -> Result<BestMove, ReadingError> {
        let question = self.question(target, Goal::Live)?;
        let effort = self.usual();
        let found = self.life(question, &effort)?;
        let is_saved = found.is_proven && found.success == Success::Clean;
        let is_alive = is_saved && {
            let kill = self.life_of(target, Goal::Kill)?;
            kill.is_proven() && kill.verdict == Verdict::Refuted
        };
        if is_alive {
            return Ok(BestMove::NOTHING_NEEDED);
        }
        Ok(BestMove::of(&found))
    }

    /// How well a move of the attacker kills a block; not at all if it is illegal.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn kill_by(&mut self, mv: Point, target: Point) -> Result<Success, ReadingError> {
        self.life_after(mv, target, Goal::Kill)
    }

    /// How well a move of the defender saves a block; not at all if it is illegal.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn save_by(&mut self, mv: Point, target: Point) -> Result<Success, ReadingError> {
        self.life_after(mv, target, Goal::Live)
    }

    /// The status of a block, with both answers in full, in the time until `end`: half of it for the first question.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn status_in_full(
        &mut self,
        target: Point,
        end: Instant,
    ) -> Result<StatusFinding, ReadingError> {
        let effort = Effort::until(end, &self.limits);
        self.status(target, &effort)
    }

    /// The status of each block, with its first stone, in point order. As there may be many, no clock gives them time.
    pub fn statuses(&mut self) -> Vec<(Point, StatusFinding)> {
        let board = self.board;
        let heads = Color::BOTH.into_iter();
        let mut heads: Vec<Point> = heads.flat_map(|color| board.first_stones(color)).collect();
        heads.sort();
        let effort = Effort::Fixed(self.limits.clone());
        let status = |head| Some((head, self.status(head, &effort).ok()?));
        heads.into_iter().filter_map(status).collect()
    }

    /// The effort of a question that names none.
    pub(super) fn usual(&self) -> Effort {
        Effort::Usual(self.limits.clone())
    }

    /// The answer to a question about one block that is part of an answer, or one of many.
    pub(super) fn life_of(&mut self, target: Point, goal: Goal) -> Result<Reading, ReadingError> {
        let question = self.question(target, goal)?;
        let mut budget = self.limits.part(self.budgets.life);
        self.life_within(question, &mut budget)
    }

    pub(super) fn life_within(
        &mut self,
        question: Question,
        budget: &mut Budget,
    ) -> Result<Reading, ReadingError> {
        let reading = self.life.answer(self.board, question, false, budget);
        reading.ok_or(ReadingError::NoStone)
    }

    fn life_after(
        &mut self,
        mv: Point,
        target: Point,
        goal: Goal,
    ) -> Result<Success, ReadingError> {
        let question = self.question(target, goal)?;
        if self.is_banned(question.to_move, mv) {
            return Ok(Success::None);
        }
        let mut budget = self.limits.part(self.budgets.life);
        let found = self.life.first_move(self.board, &question, mv, &mut budget);
        let Some(found) = found else {
            return Ok(Success::None);
        };
        if found.is_proven || found.verdict.success() == Success::None {
            return Ok(found.verdict.success());
        }
        let effort = self.usual();
        let whole = self.life(question, &effort)?;
        Ok(within(found, &whole).verdict.success())
    }
}

/// What a first move comes to, as far as the answer to the question lets it stand: a move reaches no more than the best
/// one, and an estimate about one move is less sure than one about all.
fn within(found: FirstMove, whole: &Finding) -> FirstMove {
    let is_too_much = found.verdict.success() > whole.success && whole.verdict != Outcome::Unknown;
    if found.is_proven || !is_too_much {
        return found;
    }
    FirstMove {
        verdict: Verdict::of(whole.success),
        ..found
    }
}
