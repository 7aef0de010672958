//! The moves of the attacker in a capture anywhere on the board.

use super::asked::{board_of, place};
use crate::base::Budget;
use crate::board::{Board, Color, Point};
use crate::proofcheck::writing::{Asked, ProverMove};
use crate::tactics::capture::Capture;
use crate::tsumego::question::Question;

/// Most nodes for the search of one capture.
const CAPTURE_NODES: u64 = 40_000;

/// The attacker in a capture anywhere on the board.
pub(super) struct Hunt<'a> {
    pub(super) board: &'a Board,
    pub(super) question: &'a Question,
    pub(super) budget: &'a mut Budget,
}

impl Hunt<'_> {
    /// A move that captures the block: the first choice, or another one.
    pub(super) fn choices(&mut self, asked: &Asked, attempt: usize) -> Option<ProverMove> {
        let owner = self.question.owner(self.board)?;
        let attacker = owner.opponent();
        let board = board_of(self.board, asked, owner, attacker)?;
        let target = self.question.blocks(self.board).first()?;
        let is_legal = |&point: &Point| board.is_legal(attacker, point);
        if let Some(last) = board.block_at(target)?.atari().filter(is_legal) {
            return (attempt == 0).then(|| Some(place(last)));
        }
        let near = Capture::new(&board, target)?.moves_of(attacker);
        let first = self.proof(&board, target, attacker)?.first().copied()?;
        let others = near.into_iter().map(Some).filter(|&other| other != first);
        let mut n_left = attempt;
        for mv in std::iter::once(first).chain(others) {
            let mut after = board.clone();
            let is_played = mv.is_none_or(|point| after.play(attacker, point).is_ok());
            let wins = mv == first || is_played && self.proof(&after, target, owner).is_some();
            if wins && n_left == 0 {
                return Some(mv.map(place));
            }
            n_left -= usize::from(wins);
        }
        None
    }

    /// How the block is captured if a side moves first.
    fn proof(&mut self, board: &Board, target: Point, first: Color) -> Option<Vec<Option<Point>>> {
        let mut part = self.budget.part(CAPTURE_NODES);
        let proof = Capture::new(board, target)?.proof(first, &mut part);
        self.budget.charge(part.spent());
        Some(proof?.line)
    }
}
