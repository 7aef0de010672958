//! The moves of the side that connects two blocks.

use super::asked::{board_of, place};
use crate::base::Budget;
use crate::board::{Board, Color, Point};
use crate::proofcheck::writing::{Asked, ProverMove};
use crate::tactics::connection::{Connection, ConnectionTarget};

/// Most nodes for the search of one connection.
const CONNECTION_NODES: u64 = 40_000;

/// The owner of two blocks, who connects them.
pub(super) struct Joiner<'a> {
    pub(super) board: &'a Board,
    pub(super) blocks: (Point, Point),
    pub(super) owner: Color,
    pub(super) budget: &'a mut Budget,
}

impl Joiner<'_> {
    /// A move after which the two stay connected, whatever the other side plays: the first choice, or another one.
    pub(super) fn choice(&mut self, asked: &Asked, attempt: usize) -> Option<ProverMove> {
        let board = board_of(self.board, asked, self.owner, self.owner)?;
        let mut connection = self.connection(&board)?;
        let moves = connection.joining_first();
        let mut n_left = attempt;
        for mv in moves.into_iter().map(Some).chain([None]) {
            let wins = self.wins(&board, mv);
            if wins && n_left == 0 {
                return Some(mv.map(place));
            }
            n_left -= usize::from(wins);
        }
        None
    }

    /// Whether the two are proved to be connected after a move or a pass of their owner.
    fn wins(&mut self, board: &Board, mv: Option<Point>) -> bool {
        let mut after = board.clone();
        match mv {
            Some(point) => {
                if after.play(self.owner, point).is_err() {
                    return false;
                }
            }
            None => after.pass(),
        }
        let mut part = self.budget.part(CONNECTION_NODES);
        let connection = self.connection(&after);
        let proof = connection
            .and_then(|mut connection| connection.proof(self.owner.opponent(), None, &mut part));
        self.budget.charge(part.spent());
        proof.is_some()
    }

    fn connection(&self, board: &Board) -> Option<Connection> {
        let (from, to) = self.blocks;
        Connection::new(board, from, ConnectionTarget::Block(to))
    }
}
