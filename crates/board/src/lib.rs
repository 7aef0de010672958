#![doc = include_str!("../README.md")]

mod block;
mod cell;
#[cfg(any(test, feature = "expensive-checks"))]
mod check;
mod color;
mod diagram;
pub mod game;
pub mod handicap;
mod journal;
mod komi;
mod kos;
mod legality;
mod moves;
mod past;
pub mod perft;
mod play;
mod point;
mod point_set;
mod position_key;
mod rule_names;
pub mod rule_parts;
pub mod rules;
pub mod score;
mod setup;
pub mod symmetry;
pub mod zobrist;

pub use block::{Block, BlockId};
pub use cell::Cell;
pub use color::{Color, ParseColorError, PerColor};
pub use diagram::DiagramError;
pub use game::{Game, PlayError};
pub use komi::{Komi, Score};
pub use legality::IllegalMove;
pub use moves::Move;
pub use play::Played;
pub use point::{MAX_SIDE, N_INDICES, ParsePointError, Point, Size};
pub use point_set::{PointIter, PointSet};
pub use position_key::PositionKey;
pub use rule_names::UnknownRules;
pub use rules::{KoRule, Rules, Scoring, Tax};
pub use setup::ChokedBlock;

use journal::Journal;

/// A position: stones in blocks with their exact liberties, the ko ban, prisoners, and a journal for undo.
///
/// Between plays every block has at least one liberty. The player to move is not part of the position.
///
/// # Example
///
/// ```
/// use tedomari_board::Color;
/// use tedomari_board::{Board, IllegalMove};
///
/// let mut board: Board = ". X O .\nX . X O\n. X O .\n. . . .".parse()?;
/// let played = board.play(Color::White, "B3".parse()?)?;
/// assert_eq!(played.n_captured, 1);
/// assert_eq!(board.legality(Color::Black, "C3".parse()?), Err(IllegalMove::Ko));
/// assert!(board.undo());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    allows_suicide: bool,
    cells: [Cell; N_INDICES],
    /// Slot in `blocks` of the block of each stone; undefined where there is no stone.
    block_of: [BlockId; N_INDICES],
    /// The next stone of the same block, in a ring; undefined where there is no stone.
    next: [Point; N_INDICES],
    blocks: Vec<Block>,
    free_blocks: Vec<BlockId>,
    empty: Vec<Point>,
    /// Index in `empty` of each empty point; undefined where there is a stone.
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

    /// The same position, with suicide (of blocks of any size) allowed or forbidden.
    #[must_use]
    pub fn with_suicide(mut self, allowed: bool) -> Self {
        self.allows_suicide = allowed;
        self
    }

    /// Allows or forbids suicide from now on.
    pub const fn set_suicide(&mut self, allowed: bool) {
        self.allows_suicide = allowed;
    }

    /// Width and height.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether suicide is allowed: a play that leaves its own block without liberties, which is then removed.
    #[inline]
    #[must_use]
    pub const fn allows_suicide(&self) -> bool {
        self.allows_suicide
    }

    /// The content of a point of the board, or of a wall point.
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

    /// The empty points, in an order that is not sorted but deterministic.
    #[inline]
    #[must_use]
    pub fn empty_points(&self) -> &[Point] {
        &self.empty
    }

    /// The empty points as a set.
    #[must_use]
    pub fn empty_set(&self) -> PointSet {
        self.empty.iter().copied().collect()
    }

    /// The block that the stone on `point` belongs to. Ids are small numbers, reused after a block is gone.
    ///
    /// The result is undefined if there is no stone.
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

    /// One stone of each block of `color` next to a point.
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

    /// The first stone of each block of a color, all in point order.
    #[must_use]
    pub fn first_stones(&self, color: Color) -> Vec<Point> {
        self.first_of_each_block(self.points_of(color))
    }

    /// The first of the given stones in each block.
    pub fn first_of_each_block(&self, stones: impl Iterator<Item = Point>) -> Vec<Point> {
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

    /// Hash of the stones. It does not depend on the order of play.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The ko ban: a player, and the point where that player may not play in the next turn.
    #[inline]
    #[must_use]
    pub const fn ko(&self) -> Option<(Color, Point)> {
        self.ko
    }

    /// Sets or lifts the ko ban, for example for a position from a diagram.
    pub const fn set_ko(&mut self, ko: Option<(Color, Point)>) {
        self.ko = ko;
    }

    /// Number of stones of a color that have been captured.
    #[inline]
    #[must_use]
    pub fn n_prisoners(&self, color: Color) -> u32 {
        self.n_prisoners[color]
    }

    /// Whether the board has no stones.
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
