//! The questions whose searches a table still holds, so that the same question goes on where its search ended.

use std::collections::VecDeque;

use crate::board::{Board, Color, PointSet, PositionKey};
use crate::proof::table::{Generation, SolverTable};
use crate::tsumego::question::{Goal, Question};

/// A question in its position, and the generation of the table that belongs to it.
#[derive(Debug)]
struct Topic {
    position: PositionKey,
    blocks: PointSet,
    goal: Goal,
    to_move: Color,
    generation: Generation,
}

/// The latest questions, the latest last.
#[derive(Debug)]
pub(super) struct Topics {
    most: usize,
    topics: VecDeque<Topic>,
}

impl Topics {
    /// Keeps the searches of `most` questions.
    pub(super) const fn new(most: usize) -> Self {
        Self {
            most,
            topics: VecDeque::new(),
        }
    }

    /// Keeps no search of an earlier question.
    pub(super) fn forget(&mut self) {
        self.topics.clear();
    }

    /// Prepares a table for a question: with what an earlier search of the same question in the same position left
    /// there, or empty. What is left of other questions makes room first.
    pub(super) fn open<M: Copy, Z: Copy>(
        &mut self,
        table: &mut SolverTable<M, Z>,
        board: &Board,
        question: &Question,
    ) {
        if self.most == 0 {
            table.clear();
            return;
        }
        let position = PositionKey::new(board);
        let blocks = question.blocks(board);
        let is_same = |topic: &Topic| {
            (topic.goal, topic.to_move) == (question.goal, question.to_move)
                && topic.blocks == blocks
                && topic.position == position
        };
        let found = self.topics.iter().position(is_same);
        let found = found.and_then(|index| self.topics.remove(index));
        let generation = match found {
            Some(topic) if table.go_back_to(topic.generation) => topic.generation,
            Some(_) | None => table.clear(),
        };
        if self.topics.len() >= self.most {
            self.topics.pop_front();
        }
        self.topics.push_back(Topic {
            position,
            blocks,
            goal: question.goal,
            to_move: question.to_move,
            generation,
        });
    }
}
