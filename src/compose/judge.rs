//! Whether a question is a problem: the goal is reached by one first move alone.

use crate::base::Budget;
use crate::board::{Board, Point, PointSet};
use crate::tsumego::reader::Verdict;
use crate::tsumego::{Question, Reader, ReaderParams, Reading};

/// Size of the table of the reader: 2 to this power entries. Questions have few nodes.
pub(super) const LOG2_ENTRIES: u32 = 16;

/// A question with exactly one first move that works, as far as searches prove it for the points that matter.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    /// The move.
    pub(super) right: Point,
    /// The answer to the question.
    pub(super) achieved: Reading,
    /// The answer to the question of the other side after a pass.
    pub(super) after_pass: Reading,
    /// The answers after wrong first moves.
    pub(super) after_moves: Vec<(Point, Reading)>,
    /// Nodes of all these answers.
    pub(super) n_nodes: u64,
}

impl Solved {
    /// The points that the answer and its failure without a move rest on.
    pub(super) fn zone(&self) -> PointSet {
        self.achieved.zone | self.after_pass.zone
    }
}

/// Reads questions, each from nothing and with the same number of nodes at most.
#[derive(Debug)]
pub(super) struct Judge {
    reader: Reader,
    /// Most nodes of a question.
    nodes: u64,
    limits: Budget,
}

impl Judge {
    /// A judge with so many nodes for each question. The token of `limits` ends its work.
    pub(super) fn new(nodes: u64, limits: &Budget) -> Self {
        let reader = Reader::new(ReaderParams {
            log2_entries: LOG2_ENTRIES,
            ..ReaderParams::default()
        });
        Self {
            reader,
            nodes,
            limits: limits.clone(),
        }
    }

    /// A budget of so many nodes.
    pub(super) fn budget(&self, nodes: u64) -> Budget {
        self.limits.renewed(nodes)
    }

    /// Whether the work was cancelled.
    pub(super) fn is_stopped(&self) -> bool {
        self.limits.check().is_err()
    }

    /// The answer to a question if its goal is proved to be reached without a ko.
    pub(super) fn achieved(
        &mut self,
        board: &Board,
        question: Question,
        nodes: u64,
    ) -> Option<Reading> {
        let mut budget = self.budget(nodes.min(self.nodes));
        let reading = self.reader.read(board, question, &mut budget)?;
        let is_shown = reading.verdict == Verdict::Achieved && reading.is_proven();
        (is_shown && !reading.claims.is_empty()).then_some(reading)
    }

    /// The only first move that works; `None` if another one works or may work, or none is proved to, or if the answer
    /// is none that is wanted. Of the wrong moves those are read that the failure of a pass rests on, those of the main
    /// line first: another solution is often among them.
    pub(super) fn solve(
        &mut self,
        board: &Board,
        question: Question,
        is_wanted: impl Fn(&Reading, Point) -> bool,
    ) -> Option<Solved> {
        let nodes = self.nodes;
        let achieved = self.achieved(board, question, nodes)?;
        let right = achieved.first()?;
        if !is_wanted(&achieved, right) {
            return None;
        }
        let after_pass = self.achieved(board, question.of_the_other(), nodes)?;
        let mut n_nodes = achieved.n_nodes + after_pass.n_nodes;
        let line: PointSet = achieved.line.iter().copied().flatten().collect();
        let (zone, of_line) = (after_pass.zone - line, after_pass.zone & line);
        let mut after_moves = Vec::new();
        for point in of_line.iter().chain(&zone) {
            if point == right || !board.is_legal(question.to_move, point) {
                continue;
            }
            let reading = self.failure(board, question, point)?;
            n_nodes += reading.n_nodes;
            after_moves.push((point, reading));
        }
        Some(Solved {
            right,
            achieved,
            after_pass,
            after_moves,
            n_nodes,
        })
    }

    /// The answer of the other side to a legal first move, if it is proved to fail.
    pub(super) fn failure(
        &mut self,
        board: &Board,
        question: Question,
        point: Point,
    ) -> Option<Reading> {
        let mut after = board.clone();
        after.play(question.to_move, point).ok()?;
        after.forget_history();
        self.achieved(&after, question.of_the_other(), self.nodes)
    }
}
