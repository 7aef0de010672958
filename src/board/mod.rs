//! Positions and the law of the game.
//!
//! Floor 2. [`Board`] is a position without history: stones, blocks, liberties, the point banned by ko, and a
//! journal for taking plays back. [`Game`] adds the record and superko; [`Rules`] is a plain value.

pub mod block;
mod cell;
pub mod check;
pub mod diagram;
pub mod game;
pub mod handicap;
mod journal;
pub mod perft;
mod play;
pub mod rules;
pub mod score;
mod setup;
#[cfg(test)]
pub(crate) mod symmetry;

pub use block::{Block, BlockId};
pub use cell::Cell;
pub use game::{Game, PlayError};
pub use play::{IllegalMove, Played};
pub use rules::{KoRule, Rules, Scoring, Tax};
pub use setup::ChokedBlock;

use crate::base::{Color, N_INDICES, PerColor, Point, PointSet, Size};
use journal::Journal;

/// A position: stones in blocks with their exact liberties, the ko ban, prisoners, and a journal for undo.
///
/// Every block has at least one liberty between plays. Whose turn it is is not part of the position.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    allows_suicide: bool,
    cells: [Cell; N_INDICES],
    /// Slot in `blocks` of the block that a stone belongs to; meaningless where there is no stone.
    block_of: [BlockId; N_INDICES],
    /// The next stone of the same block, in a ring; meaningless where there is no stone.
    next: [Point; N_INDICES],
    blocks: Vec<Block>,
    free_blocks: Vec<BlockId>,
    empty: Vec<Point>,
    /// Position in `empty` of an empty point; meaningless where there is a stone.
    empty_slot: [u16; N_INDICES],
    hash: u64,
    ko: Option<(Color, Point)>,
    n_prisoners: PerColor<u32>,
    journal: Journal,
}

impl Board {
    /// An empty board on which suicide is forbidden.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let wall = Point::from_index(0);
        let mut board = Self {
            size,
            allows_suicide: false,
            cells: [Cell::Wall; N_INDICES],
            block_of: [BlockId::default(); N_INDICES],
            next: [wall; N_INDICES],
            blocks: Vec::new(),
            free_blocks: Vec::new(),
            empty: Vec::with_capacity(size.n_points()),
            empty_slot: [0; N_INDICES],
            hash: 0,
            ko: None,
            n_prisoners: PerColor::default(),
            journal: Journal::default(),
        };
        for point in size.points() {
            board.cells[point.index()] = Cell::Empty;
            board.push_empty(point);
        }
        board
    }

    /// The same position, with suicide of blocks of any size allowed or forbidden from now on.
    #[must_use]
    pub fn with_suicide(mut self, allowed: bool) -> Self {
        self.allows_suicide = allowed;
        self
    }

    /// Width and height.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether a play may leave its own block without a liberty, which is then removed.
    #[inline]
    #[must_use]
    pub const fn allows_suicide(&self) -> bool {
        self.allows_suicide
    }

    /// What is on a point; wall points may be asked for.
    #[inline]
    #[must_use]
    pub const fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The color of the stone on a point, if there is one.
    #[inline]
    #[must_use]
    pub const fn color(&self, point: Point) -> Option<Color> {
        self.cell(point).color()
    }

    /// Whether a point is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// The empty points, in no particular but deterministic order.
    #[inline]
    #[must_use]
    pub fn empty_points(&self) -> &[Point] {
        &self.empty
    }

    /// The block that the stone on `point` belongs to. Ids are small numbers, reused after a block is gone.
    ///
    /// The answer means nothing where there is no stone.
    #[inline]
    #[must_use]
    pub const fn block_id(&self, point: Point) -> BlockId {
        self.block_of[point.index()]
    }

    /// A block by its id.
    #[inline]
    #[must_use]
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// The block of the stone on `point`, if there is one.
    #[inline]
    #[must_use]
    pub fn block_at(&self, point: Point) -> Option<&Block> {
        self.color(point).map(|_| self.block(self.block_id(point)))
    }

    /// A stone of each block of a color beside a point.
    pub fn blocks_beside(&self, point: Point, color: Color) -> impl Iterator<Item = Point> {
        let near = point.neighbors();
        let own = near.into_iter().enumerate().filter(move |&(n, stone)| {
            let is_same = |&other: &Point| {
                self.color(other) == Some(color) && self.block_id(other) == self.block_id(stone)
            };
            self.color(stone) == Some(color) && !near[..n].iter().any(is_same)
        });
        own.map(|(_, stone)| stone)
    }

    /// The stones of the block on `point`, starting there. `point` must hold a stone.
    pub fn stones(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        debug_assert!(self.color(point).is_some());
        let mut at = Some(point);
        std::iter::from_fn(move || {
            let stone = at?;
            let next = self.next[stone.index()];
            at = (next != point).then_some(next);
            Some(stone)
        })
    }

    /// One stone of each block of a color, the first in point order, in point order.
    #[must_use]
    pub fn first_stones(&self, color: Color) -> Vec<Point> {
        self.first_of_each_block(self.points_of(color))
    }

    /// Of some stones the first one of each block.
    pub(crate) fn first_of_each_block(&self, stones: impl Iterator<Item = Point>) -> Vec<Point> {
        let mut seen = PointSet::EMPTY;
        let mut firsts = Vec::new();
        for point in stones {
            if !seen.contains(point) {
                seen.extend(self.stones(point));
                firsts.push(point);
            }
        }
        firsts
    }

    /// The stones of a color, in point order.
    pub fn points_of(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.size
            .points()
            .filter(move |&point| self.color(point) == Some(color))
    }

    /// Hash of the stones; equal positions have equal hashes whatever the order of play.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The player who may not play a certain point in the next turn because of ko, and that point.
    #[inline]
    #[must_use]
    pub const fn ko(&self) -> Option<(Color, Point)> {
        self.ko
    }

    /// Sets or lifts the ko ban, as when a position is taken from a diagram.
    pub const fn set_ko(&mut self, ko: Option<(Color, Point)>) {
        self.ko = ko;
    }

    /// How many stones of a color have been taken off the board.
    #[inline]
    #[must_use]
    pub fn n_prisoners(&self, color: Color) -> u32 {
        self.n_prisoners[color]
    }

    /// Whether no stone is on the board.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.empty.len() == self.size.n_points()
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most 625 points")]
    fn push_empty(&mut self, point: Point) {
        self.empty_slot[point.index()] = self.empty.len() as u16;
        self.empty.push(point);
    }
}

impl PartialEq for Board {
    /// Whether the positions are the same: size, stones, ko ban and prisoners.
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.cells == other.cells
            && self.ko == other.ko
            && self.n_prisoners == other.n_prisoners
    }
}

impl Eq for Board {}
