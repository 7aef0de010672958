//! Questions of life and death.

use std::time::Instant;

use super::answer::{Answer, BlockStatus};
use super::budgets::share;
use super::error::ReadingError;
use super::finding::{Finding, StatusFinding};
use super::position::PositionReading;
use crate::base::{Budget, Color, Move, Point, PointSet};
use crate::tactics::dragon::dragon;
use crate::tactics::ko::Success;
use crate::tsumego::reader::first_moves::{FirstMove, moves_near};
use crate::tsumego::reader::{Basis, Gap};
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
        let mut budget = self.limits.clone().until(end);
        let reading = self.life.answer(self.board, question, true, &mut budget);
        let reading = reading.ok_or(ReadingError::NoStone)?;
        Ok(self.as_playable(Finding::of_life(&reading, question.to_move)))
    }

    /// What each move near the blocks comes to for the side whose goal it is, in point order. The time until `end` is
    /// shared evenly among the moves.
    ///
    /// # Errors
    /// As for [`Self::life_in_full`].
    pub fn life_by_move(
        &mut self,
        targets: PointSet,
        goal: Goal,
        end: Instant,
    ) -> Result<Vec<FirstMove>, ReadingError> {
        let question = self.question(targets, goal)?;
        let mut moves = moves_near(self.board, &question);
        if let Some(game) = self.game {
            moves.retain(|&mv| game.is_legal(question.to_move, Move::Play(mv)));
        }
        let mut found = Vec::new();
        for (n, &mv) in moves.iter().enumerate() {
            // Time that one move leaves is shared by the others.
            let n_left = u32::try_from(moves.len() - n).unwrap_or(u32::MAX);
            let now = Instant::now();
            let share = end.saturating_duration_since(now) / n_left;
            let mut budget = self.limits.clone().until(now + share);
            found.extend(self.life.first_move(self.board, &question, mv, &mut budget));
        }
        Ok(found)
    }

    /// Whether the attacker, moving first, kills a block. Where reading leaves it open, the network is asked.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn kill(&mut self, target: Point) -> Result<Answer, ReadingError> {
        let reading = self.with_dragon(target, Goal::Kill)?;
        let question = self.question(target, Goal::Kill)?;
        Ok(self.answer_of(&question, &reading))
    }

    /// Whether the defender, moving first, saves a block. No move is named if the block is proved to live without one.
    /// Where reading leaves it open, the network is asked.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn save(&mut self, target: Point) -> Result<Answer, ReadingError> {
        let reading = self.with_dragon(target, Goal::Live)?;
        let is_saved = reading.is_proven() && reading.verdict == Verdict::Achieved;
        let is_alive = is_saved && {
            let kill = self.life_of(target, Goal::Kill)?;
            kill.is_proven() && kill.verdict == Verdict::Refuted
        };
        if is_alive {
            return Ok(Answer::NOTHING_NEEDED);
        }
        let question = self.question(target, Goal::Live)?;
        Ok(self.answer_of(&question, &reading))
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

    /// Whether a block is alive or dead, or where it is killed and saved.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn status(&mut self, target: Point) -> Result<BlockStatus, ReadingError> {
        self.status_by(target, Self::with_dragon)
    }

    /// The same with both answers in full, in the time until `end`: half of it for the first question.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn status_in_full(
        &mut self,
        target: Point,
        end: Instant,
    ) -> Result<StatusFinding, ReadingError> {
        let mut budget = self.limits.clone().until(end);
        let status = StatusFinding::find(self.board, target, &mut budget, |question, budget| {
            self.life.answer(self.board, question, true, budget)
        })?;
        Ok(StatusFinding {
            kill: self.as_playable(status.kill),
            live: self.as_playable(status.live),
            ..status
        })
    }

    fn status_by(
        &mut self,
        target: Point,
        mut ask: impl FnMut(&mut Self, Point, Goal) -> Result<Reading, ReadingError>,
    ) -> Result<BlockStatus, ReadingError> {
        let kill = ask(self, target, Goal::Kill)?;
        match kill.judgement() {
            Verdict::Refuted => return Ok(BlockStatus::Alive),
            Verdict::Unknown => return Ok(BlockStatus::Unknown),
            Verdict::Achieved | Verdict::Ko { .. } => {}
        }
        let live = ask(self, target, Goal::Live)?;
        Ok(match live.judgement() {
            Verdict::Refuted => BlockStatus::Dead,
            Verdict::Unknown => BlockStatus::Unknown,
            Verdict::Achieved | Verdict::Ko { .. } => BlockStatus::Critical {
                attack: kill.first(),
                defense: live.first(),
            },
        })
    }

    /// The status of each block, with its first stone, in point order. As there may be many, no clock gives them time.
    pub fn statuses(&mut self) -> Vec<(Point, BlockStatus)> {
        let board = self.board;
        let heads = Color::BOTH.into_iter();
        let mut heads: Vec<Point> = heads.flat_map(|color| board.first_stones(color)).collect();
        heads.sort();
        let status = |head| Some((head, self.status_by(head, Self::life_of).ok()?));
        heads.into_iter().filter_map(status).collect()
    }

    /// The answer to a question about one block that is part of an answer, or one of many.
    pub(super) fn life_of(&mut self, target: Point, goal: Goal) -> Result<Reading, ReadingError> {
        let question = self.question(target, goal)?;
        let mut budget = self.limits.part(self.budgets.life);
        self.life_within(question, &mut budget)
    }

    /// The answer to the question of a command about one block. If that is not proved and the block belongs to a dragon
    /// of several blocks, what is proved about the dragon counts instead.
    fn with_dragon(&mut self, target: Point, goal: Goal) -> Result<Reading, ReadingError> {
        let question = self.question(target, goal)?;
        let mut first = self.limits.part(self.budgets.life);
        let reading = self.life_within(question, &mut first)?;
        if reading.is_proven() {
            return Ok(reading);
        }
        let Some(mut budget) = self.budgets.for_more(&self.limits) else {
            return Ok(reading);
        };
        let blocks = dragon(self.board, target, self.budgets.dragon, &budget);
        if blocks.len() < 2 {
            return self.life_within(question, &mut budget);
        }
        let mut half = share(&budget, 1, 2);
        let whole = self.life_within(self.question(blocks, goal)?, &mut half)?;
        budget.charge(half.spent());
        if !whole.is_proven() {
            return self.life_within(question, &mut budget);
        }
        // Who kills all blocks kills this one. Who saves one of them saves this one as far as it can't be cut off.
        let bounded = self.life.bounds(self.board, &question).apply(reading);
        if bounded.is_proven() {
            return Ok(bounded);
        }
        Ok(Reading {
            basis: Basis::Pessimistic(Gap::Connections),
            ..whole
        })
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
        let mut budget = self.limits.part(self.budgets.life);
        let found = self.life.first_move(self.board, &question, mv, &mut budget);
        Ok(found.map_or(Success::None, |found| found.verdict.success()))
    }
}
