//! Claims tried with all moves for both sides, to test those that look at a choice of moves.

use super::goal_search::{GoalSearch, SearchBoard};
use crate::base::Rng;
use crate::board::{Board, Color, Point, PointSet, Size};
use crate::proof::Memory;

/// A claim in which both sides may play anywhere or pass.
pub(super) struct AllMoves<'a, C> {
    claim: &'a mut C,
    memory: Memory<()>,
    /// Whether the claim is reached, or has failed, as a fact on the board.
    outcome: fn(&C) -> Option<bool>,
}

impl<'a, C> AllMoves<'a, C> {
    pub(super) fn new(claim: &'a mut C, outcome: fn(&C) -> Option<bool>) -> Self {
        Self {
            claim,
            memory: Memory::default(),
            outcome,
        }
    }
}

impl<C: GoalSearch> GoalSearch for AllMoves<'_, C> {
    type Zone = ();

    fn memory(&mut self) -> &mut Memory<()> {
        &mut self.memory
    }

    fn search_board(&self) -> &SearchBoard {
        self.claim.search_board()
    }

    fn search_board_mut(&mut self) -> &mut SearchBoard {
        self.claim.search_board_mut()
    }

    fn outcome(&self) -> Option<bool> {
        (self.outcome)(self.claim)
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        let SearchBoard { board, to_move, .. } = self.search_board();
        let empty = board.empty_points().iter().copied();
        let legal = empty.filter(|&point| board.is_legal(*to_move, point));
        legal.map(Some).chain([None]).collect()
    }
}

/// A board of random stones, without a ko.
pub(crate) fn random_board(rng: &mut Rng, size: Size, n_stones: usize) -> Board {
    let mut board = Board::new(size);
    for n in 0..n_stones {
        let empty = board.empty_points();
        let point = empty[rng.index(empty.len())];
        let _ = board.play(Color::BOTH[n % 2], point);
    }
    board.set_ko(None);
    board
}

/// The board with other stones at random on some points outside a zone; `None` if there are no such points, or only
/// blocks without liberties come of it in a few trials.
pub(super) fn changed(board: &Board, zone: &PointSet, rng: &mut Rng) -> Option<Board> {
    let mut trials = (0..20).map(|_| {
        let stones = board.size().points().filter_map(|point| {
            let is_kept = zone.contains(point) || rng.below(2) == 0;
            let kept = board.color(point).filter(|_| is_kept);
            let other = [Some(Color::Black), Some(Color::White), None][rng.index(3)];
            let color = if is_kept { kept } else { other };
            Some((color?, point))
        });
        Board::with_stones(board.size(), stones.collect::<Vec<_>>()).ok()
    });
    trials.find_map(|other| other.filter(|other| other.hash() != board.hash()))
}
