//! The moves of the side that connects two blocks.

use super::asked::{board_of, place};
use crate::base::Budget;
use crate::board::{Board, Color, Point};
use crate::proofcheck::writing::{Asked, ProverMove};
use crate::tactics::connection::{Connection, ConnectionTarget};

/// Most nodes for the search of one connection.
const CONNECTION_NODES: u64 = 40_000;

/// Most moves that are tried, a pass aside.
const MOST_MOVES: usize = 16;

/// Nodes of a proof in which the two are joined already.
const AT_ONCE: u64 = 1;

/// The owner of two blocks, who connects them.
pub(super) struct Joiner<'a> {
    pub(super) board: &'a Board,
    pub(super) blocks: (Point, Point),
    pub(super) owner: Color,
    pub(super) budget: &'a mut Budget,
}

impl Joiner<'_> {
    /// A move after which the two stay connected, whatever the other side plays: the first choice, or another one. The
    /// fewer nodes show that they do, the better: moves that only keep them connected would go on for ever.
    pub(super) fn choice(&mut self, asked: &Asked, attempt: usize) -> Option<ProverMove> {
        let board = board_of(self.board, asked, self.owner, self.owner)?;
        let mut connection = self.connection(&board)?;
        let moves = connection.joining_first().into_iter().take(MOST_MOVES);
        let mut found: Vec<(u64, ProverMove)> = Vec::new();
        for mv in moves.map(Some).chain([None]) {
            let Some(nodes) = self.nodes_to_win(&board, mv) else {
                continue;
            };
            let mv = mv.map(place);
            if nodes <= AT_ONCE && attempt == 0 {
                return Some(mv);
            }
            found.push((nodes, mv));
        }
        found.sort_by_key(|&(nodes, _)| nodes);
        found.get(attempt).map(|&(_, mv)| mv)
    }

    /// The nodes that prove that the two are connected after a move or a pass of their owner; `None` if that is not
    /// proved.
    fn nodes_to_win(&mut self, board: &Board, mv: Option<Point>) -> Option<u64> {
        let mut after = board.clone();
        match mv {
            Some(point) => drop(after.play(self.owner, point).ok()?),
            None => after.pass(),
        }
        let mut part = self.budget.part(CONNECTION_NODES);
        let mut connection = self.connection(&after)?;
        let proof = connection.proof(self.owner.opponent(), None, &mut part);
        self.budget.charge(part.spent());
        proof.map(|_| part.spent())
    }

    fn connection(&self, board: &Board) -> Option<Connection> {
        let (from, to) = self.blocks;
        Connection::new(board, from, ConnectionTarget::Block(to))
    }
}
