//! Blocks of the cutter that touch both blocks: if the joiner captures one of them, nothing parts the two any more.
//!
//! The ways of a [`Connection`] lead over blocks of three liberties at most, and only as far as few moves are missing.
//! A capture is a search of its own: ladders, nets, and blocks that can't be saved. All points around a captured block
//! are the joiner's, so that the two are joined inside, unless one of them is captured before. So both have to stand,
//! whatever the cutter does. The answers are estimates.

use super::{Connection, ConnectionTarget, Link};
use crate::board::{Board, Color, Point, PointSet};
use crate::proof::Outcome;
use crate::tactics::capture::Capture;
use crate::tactics::ko::{KoThreats, Success};

/// Most liberties of a block that the joiner may capture.
const MOST_LIBERTIES: u16 = 4;

/// Fewest stones of such a block: a single stone is taken in the search along ways, where kos are played out.
const LEAST_STONES: u16 = 2;

/// All searches about one capture cost so many times as much as one of them.
const SEARCHES: u64 = 8;

impl Connection {
    /// How well the joiner, moving first, captures a block that parts the two, and the move.
    pub(super) fn join_by_capture(&mut self, nodes: u64) -> (Success, Option<Point>) {
        let board = self.root();
        self.best_capture(&board, nodes)
    }

    /// Whether the joiner captures a block that parts the two though the cutter moves first, without any ko.
    pub(super) fn is_joined_by_capture(&mut self, nodes: u64) -> bool {
        let board = self.root();
        let cutting = self.cutting_blocks(&board);
        let mut cutting = cutting.into_iter();
        cutting.any(|head| {
            self.rescue(&board, head, nodes).0 == Success::None && self.stand(&board, nodes)
        })
    }

    /// A cut along ways as far as the joiner does not undo it by a capture: else another move that saves the block that
    /// parts the two, if there is one.
    pub(super) fn unless_captured(&mut self, link: Link, nodes: u64) -> Link {
        let board = self.root();
        let (undone, _) = self.capture_after(&board, link.mv, nodes);
        let left = link.success.min(undone.of_the_other());
        if left == link.success {
            return link;
        }
        for head in self.cutting_blocks(&board) {
            let (_, saving) = self.rescue(&board, head, nodes);
            let Some(mv) = saving.filter(|&mv| self.parts_along_ways(mv, nodes)) else {
                continue;
            };
            let (undone, _) = self.capture_after(&board, Some(mv), nodes);
            if undone == Success::None {
                return Link::known(Success::Clean, Some(mv), None);
            }
        }
        let mv = link.mv.filter(|_| left != Success::None);
        Link::known(left, mv, link.open)
    }

    /// Whether the joiner, moving second, does not join along ways after a move of the cutter, whatever its threats.
    fn parts_along_ways(&mut self, mv: Point, nodes: u64) -> bool {
        self.search_board.begin(KoThreats::ProverEndless);
        let cutter = self.cutter();
        self.verdict_after(cutter, mv, nodes).outcome == Outcome::Disproved
    }

    /// The position in question.
    fn root(&mut self) -> Board {
        self.search_board.begin(KoThreats::Nobody);
        self.search_board.board.clone()
    }

    /// How well the joiner captures a block that parts the two after a move of the cutter, or after its pass.
    fn capture_after(
        &mut self,
        board: &Board,
        mv: Option<Point>,
        nodes: u64,
    ) -> (Success, Option<Point>) {
        let mut after = board.clone();
        match mv {
            Some(mv) if after.play(self.cutter(), mv).is_err() => return (Success::None, None),
            Some(_) => {}
            None => after.pass(),
        }
        self.best_capture(&after, nodes)
    }

    fn best_capture(&mut self, board: &Board, nodes: u64) -> (Success, Option<Point>) {
        let mut best = (Success::None, None);
        for head in self.cutting_blocks(board) {
            let found = self.about(board, head, nodes, Capture::attack);
            if found.0 > best.0 && self.stand_after(board, found.1, nodes) {
                best = found;
            }
        }
        best
    }

    /// Whether both blocks stand after a move of the joiner: neither is captured by few liberties.
    fn stand_after(&mut self, board: &Board, mv: Option<Point>, nodes: u64) -> bool {
        let mut after = board.clone();
        mv.is_some_and(|mv| after.play(self.joiner, mv).is_ok()) && self.stand(&after, nodes)
    }

    /// Whether the cutter, moving first, captures neither block.
    fn stand(&mut self, board: &Board, nodes: u64) -> bool {
        let ConnectionTarget::Block(to) = self.goal else {
            return false;
        };
        let mut both = [self.from, to].into_iter();
        both.all(|stone| self.about(board, stone, nodes, Capture::attack).0 == Success::None)
    }

    /// How well the cutter, moving first, saves its block, and the move.
    fn rescue(&mut self, board: &Board, head: Point, nodes: u64) -> (Success, Option<Point>) {
        self.about(board, head, nodes, Capture::defend)
    }

    fn about(
        &mut self,
        board: &Board,
        head: Point,
        nodes: u64,
        ask: impl FnOnce(&mut Capture, u64) -> (Success, Option<Point>),
    ) -> (Success, Option<Point>) {
        let Some(capture) = Capture::new(board, head) else {
            return (Success::None, None);
        };
        let mut capture = capture.within(&self.search_board.limit).at_most(nodes);
        let found = ask(&mut capture, nodes / SEARCHES);
        self.search_board.n_nodes += capture.n_nodes();
        found
    }

    /// The first stone of each block of the cutter that touches both blocks and may be captured.
    fn cutting_blocks(&self, board: &Board) -> Vec<Point> {
        let ConnectionTarget::Block(to) = self.goal else {
            return Vec::new();
        };
        let [one, other] = [self.from, to].map(|stone| beside(board, stone, self.joiner));
        let both = board.first_of_each_block((one & other).iter());
        let may_fall = |head: &Point| {
            board.block_at(*head).is_some_and(|block| {
                block.n_liberties() <= MOST_LIBERTIES && block.n_stones() >= LEAST_STONES
            })
        };
        both.into_iter().filter(may_fall).collect()
    }
}

/// The stones of all blocks of the other side that touch the block on a point, if that is the joiner's.
fn beside(board: &Board, stone: Point, joiner: Color) -> PointSet {
    if board.color(stone) != Some(joiner) {
        return PointSet::EMPTY;
    }
    let near = board.stones(stone).collect::<PointSet>().spread();
    let rivals = near
        .iter()
        .filter(|&point| board.color(point) == Some(joiner.opponent()));
    let heads = board.first_of_each_block(rivals);
    heads
        .into_iter()
        .flat_map(|head| board.stones(head))
        .collect()
}
