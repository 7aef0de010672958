//! The result of each first move near a block, from one question for each move.

use super::{Question, ReadLife, Verdict};
use crate::base::Budget;
use crate::board::{Board, Point, PointSet};

/// Farthest distance from the block of a move, in steps along the lines.
const REACH: usize = 2;

/// A first move of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstMove {
    /// The move's point.
    pub point: Point,
    /// The result for the side that moves; unknown if the likely result is more often wrong than right.
    pub verdict: Verdict,
    /// Whether the result is proved.
    pub is_proven: bool,
    /// The answer of the other side; `None` if it passes, or if none is named.
    pub answer: Option<Point>,
}

/// The legal moves of the side to move within two steps of the block; empty if there is no block.
#[must_use]
pub fn moves_near(board: &Board, question: &Question) -> Vec<Point> {
    let blocks = question.blocks(board);
    let stones: PointSet = blocks
        .iter()
        .flat_map(|point| board.stones(point))
        .collect();
    let near = (0..REACH).fold(stones, |near, _| near.spread());
    near.iter()
        .filter(|&point| board.is_legal(question.to_move, point))
        .collect()
}

/// The result of a move of the side to move: the answer to the opposite question of the other side. `None` if the move
/// is illegal, by superko or without it, or if there is no stone on the target.
pub fn after_move(
    reader: &mut dyn ReadLife,
    board: &Board,
    question: &Question,
    point: Point,
    budget: &mut Budget,
) -> Option<FirstMove> {
    let mut board = board.clone();
    question.owner(&board)?;
    board.play(question.to_move, point).ok()?;
    if reader.forbids(&board, question.to_move.opponent()) {
        return None;
    }
    // If the block is gone (taken, or by legal suicide), there is no question left.
    let gone = Verdict::of_death(question.goal);
    let reading = reader.read(&board, question.of_the_other(), budget);
    Some(reading.map_or(
        FirstMove {
            point,
            verdict: gone,
            is_proven: true,
            answer: None,
        },
        |reading| FirstMove {
            point,
            verdict: reading.judgement().for_the_other(),
            is_proven: reading.is_proven(),
            answer: reading.first(),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::tsumego::question::Goal;
    use crate::tsumego::reader::{Reader, ReaderParams};

    /// Compares the moves that are proved to kill or save a block. All other moves must be proved to fail.
    fn check(diagram: &str, target: &str, goal: Goal, expected: &str) {
        let board: Board = diagram.parse().unwrap();
        let target: Point = target.parse().unwrap();
        let owner = board.color(target).unwrap();
        let question = Question::new(target, goal, goal.player(owner));
        let mut reader = Reader::new(ReaderParams::default());
        let mut working = Vec::new();
        for point in moves_near(&board, &question) {
            let mut budget = Budget::nodes(20_000);
            let found = after_move(&mut reader, &board, &question, point, &mut budget).unwrap();
            assert!(found.is_proven, "{point} in\n{board}");
            if found.verdict == Verdict::Achieved {
                working.push(point.to_string());
            } else {
                assert_eq!(found.verdict, Verdict::Refuted, "{point} in\n{board}");
            }
        }
        assert_eq!(working.join(" "), expected, "{board}");
    }

    #[test]
    fn every_move_that_works_is_found() {
        let three = ". . . . . .\nO O O O O .\nX X X X O .\n. . . X O .";
        check(three, "A2", Goal::Kill, "B1");
        check(three, "A2", Goal::Live, "B1");
        let four = ". . . . . . .\nO O O O O O .\nX X X X X O .\n. O . . X O .";
        check(four, "A2", Goal::Kill, "C1");
        check(four, "A2", Goal::Live, "C1");
    }

    #[test]
    fn who_fills_his_own_last_liberty_does_not_live() {
        let board: Board = "X O .\n. O .\nO . .".parse().unwrap();
        let target: Point = "A3".parse().unwrap();
        let question = Question::new(target, Goal::Live, Color::Black);
        let mut reader = Reader::new(ReaderParams::default());
        let mut after = |board: &Board| {
            let point = "A2".parse().unwrap();
            after_move(
                &mut reader,
                board,
                &question,
                point,
                &mut Budget::nodes(100),
            )
        };
        assert_eq!(after(&board), None);
        let found = after(&board.with_suicide(true)).unwrap();
        assert_eq!((found.verdict, found.is_proven), (Verdict::Refuted, true));
    }

    #[test]
    fn a_move_that_is_illegal_or_has_no_block_comes_to_nothing() {
        let board: Board = ". . .\n. X .\n. . .".parse().unwrap();
        let question = |target: &str| {
            let target: Point = target.parse().unwrap();
            Question::new(target, Goal::Kill, Color::White)
        };
        let mut reader = Reader::new(ReaderParams::default());
        let mut ask = |target: &str, point: &str| {
            let (question, point) = (question(target), point.parse().unwrap());
            after_move(
                &mut reader,
                &board,
                &question,
                point,
                &mut Budget::nodes(100),
            )
        };
        assert_eq!(ask("B2", "B2"), None);
        assert_eq!(ask("A1", "B1"), None);
        assert!(moves_near(&board, &question("A1")).is_empty());
    }
}
