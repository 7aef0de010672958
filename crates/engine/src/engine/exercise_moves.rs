//! All first moves of a problem.

use super::exercise::{Exercise, Position};
use super::reading::{Effort, ReadingError, share};
use super::state::Engine;
use crate::base::Budget;
use crate::board::{Game, Move, Point, PointSet};
use crate::tsumego::reader::first_moves::FirstMove;
use crate::tsumego::{Question, Reading, Verdict};

impl Engine {
    /// What each first move of the user comes to, and a stone of each block that this takes for granted.
    ///
    /// # Errors
    /// If the question has no meaning.
    pub fn exercise_moves(
        &mut self,
        game: &Game,
        exercise: &Exercise,
        limits: &Budget,
    ) -> Result<Vec<(FirstMove, PointSet)>, ReadingError> {
        let part = if exercise.walls_stand {
            share(limits, 1, 2)
        } else {
            limits.clone()
        };
        let mut reading = self.reading_of(game, part.clone());
        let found = reading.life_by_move(exercise.targets, exercise.goal, &Effort::Within(part))?;
        let question = reading.question(exercise.targets, exercise.goal)?;
        let owner = question.owner(game.board()).ok_or(ReadingError::NoStone)?;
        let walls = exercise.walls(game.board(), owner);
        let n_moves = found.len();
        let mut rows = Vec::new();
        for (n, first) in found.into_iter().enumerate() {
            let kills = first.verdict == Verdict::of_death(exercise.goal);
            if !exercise.walls_stand || first.is_proven && kills {
                rows.push((first, PointSet::EMPTY));
                continue;
            }
            let left = u32::try_from(n_moves - n).unwrap_or(u32::MAX);
            let part = share(limits, 1, left);
            rows.push(
                match self.given_after(game, &question, first.point, &walls, &part) {
                    Some(found) => {
                        let verdict = found.verdict.for_the_other();
                        let is_proven =
                            first.is_proven && first.verdict == verdict && found.given.is_empty();
                        let answer = found.first();
                        let first = FirstMove {
                            verdict,
                            is_proven,
                            answer,
                            ..first
                        };
                        (first, found.given)
                    }
                    None => (open(first), PointSet::EMPTY),
                },
            );
        }
        Ok(rows)
    }

    /// The answer of the other side to a first move, if it is proved given that the walls stand.
    fn given_after(
        &mut self,
        game: &Game,
        question: &Question,
        first: Point,
        walls: &PointSet,
        limits: &Budget,
    ) -> Option<Reading> {
        let owner = question.owner(game.board())?;
        let mut game = game.clone();
        game.play(question.to_move, Move::Play(first)).ok()?;
        let after = Position::new(&game, &question.targets, walls, owner);
        let other = question.of_the_other();
        self.given(&after, other.goal, other.to_move, limits)
    }
}

/// The move with its result unknown.
const fn open(first: FirstMove) -> FirstMove {
    FirstMove {
        verdict: Verdict::Unknown,
        is_proven: false,
        answer: None,
        ..first
    }
}
