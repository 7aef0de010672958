//! What stands around a move: a square of 9x9 points in eight orientations.

use tedomari_board::{Board, Cell, Color, Point};

/// Points from the move to the border of a window.
pub(super) const REACH: i32 = 4;

/// Points on a side of a window.
pub(super) const SIDE: usize = 9;

/// Points of a window.
pub(super) const N_CELLS: usize = SIDE * SIDE;

/// The place of the move in a window.
pub(super) const MIDDLE: usize = N_CELLS / 2;

/// A feature beside the points: the liberties of the block in question.
pub(super) const LIBERTIES: usize = N_CELLS;

/// The first of four features: how far the edge above is, then those on the left, below, and on the right.
pub(super) const EDGES: usize = N_CELLS + 1;

/// Features of a window: its points, the liberties, and the edges.
pub(super) const N_FEATURES: usize = N_CELLS + 5;

/// A set of features.
pub(super) type Features = u128;

/// What stands around a move, relative to the side that makes it. Each feature has one of four values, so it is in one
/// of `kinds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Window {
    /// Own stones, stones of the other side, empty points, and points off the board. For the liberties and the edges
    /// one, two, three, or more; an edge at distance one is the line of the move.
    pub kinds: [Features; 4],
    /// Stones of the block in question.
    pub target: Features,
}

/// The names of the kinds in [`Window::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Own,
    Other,
    Empty,
    Off,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Own, Self::Other, Self::Empty, Self::Off];
}

impl Window {
    /// The window around an empty point; `None` if the block in question is gone.
    pub(super) fn new(board: &Board, mv: Point, mover: Color, target: Point) -> Option<Self> {
        let block = board.block_at(target)?;
        let mut window = Self {
            kinds: [0; 4],
            target: 0,
        };
        for (number, (dx, dy)) in offsets().enumerate() {
            let place = shifted(board, mv, dx, dy);
            let kind = match place.map(|point| board.cell(point)) {
                None | Some(Cell::Wall) => Kind::Off,
                Some(Cell::Empty) => Kind::Empty,
                Some(cell) if cell.color() == Some(mover) => Kind::Own,
                Some(Cell::Black | Cell::White) => Kind::Other,
            };
            window.kinds[kind as usize] |= 1 << number;
            let is_target = place.is_some_and(|point| {
                board.color(point).is_some() && board.block_id(point) == board.block_id(target)
            });
            if is_target {
                window.target |= 1 << number;
            }
        }
        window.kinds[class_of(block.n_liberties().into())] |= 1 << LIBERTIES;
        let (size, x, y) = (board.size(), usize::from(mv.x()), usize::from(mv.y()));
        let (right, top) = (
            usize::from(size.width()) - x,
            usize::from(size.height()) - y,
        );
        for (edge, distance) in [top, x + 1, y + 1, right].into_iter().enumerate() {
            window.kinds[class_of(distance)] |= 1 << (EDGES + edge);
        }
        Some(window)
    }

    /// The features in which two windows have the same value.
    pub(super) fn agreement(&self, other: &Self) -> Features {
        let pairs = self.kinds.iter().zip(&other.kinds);
        pairs.fold(0, |same, (one, two)| same | one & two)
    }

    /// The window turned or mirrored, by the number of one of the eight symmetries.
    pub(super) fn turned(&self, symmetry: usize) -> Self {
        Self {
            kinds: self.kinds.map(|set| turned(set, symmetry)),
            target: turned(self.target, symmetry),
        }
    }

    /// The kind of a feature.
    pub(super) fn kind(&self, feature: usize) -> Kind {
        let mut kinds = Kind::ALL.into_iter();
        let found = kinds.find(|&kind| self.kinds[kind as usize] >> feature & 1 == 1);
        found.unwrap_or(Kind::Off)
    }
}

/// One, two, three, or more, counted from zero.
fn class_of(number: usize) -> usize {
    number.clamp(1, 4) - 1
}

/// The points of a window as distances from the move, in the order of their numbers: from the top left in rows.
fn offsets() -> impl Iterator<Item = (i32, i32)> {
    (-REACH..=REACH).flat_map(|row| (-REACH..=REACH).map(move |column| (column, -row)))
}

/// The square of the distance of each point of a window from the move.
pub(super) fn distances() -> impl Iterator<Item = (usize, i32)> {
    offsets().map(|(dx, dy)| dx * dx + dy * dy).enumerate()
}

fn shifted(board: &Board, from: Point, dx: i32, dy: i32) -> Option<Point> {
    let x = u8::try_from(i32::from(from.x()) + dx).ok()?;
    let y = u8::try_from(i32::from(from.y()) + dy).ok()?;
    let size = board.size();
    (x < size.width() && y < size.height()).then(|| Point::new(x, y))
}

fn turned(set: Features, symmetry: usize) -> Features {
    let (mirrors, falls, swaps) = (symmetry & 1 != 0, symmetry & 2 != 0, symmetry & 4 != 0);
    let mut image = 0;
    let mut left = set;
    while left != 0 {
        let feature = left.trailing_zeros() as usize;
        left &= left - 1;
        let to = match feature {
            0..N_CELLS => {
                let (mut row, mut column) = (feature / SIDE, feature % SIDE);
                if mirrors {
                    column = SIDE - 1 - column;
                }
                if falls {
                    row = SIDE - 1 - row;
                }
                if swaps {
                    (row, column) = (column, row);
                }
                row * SIDE + column
            }
            LIBERTIES => LIBERTIES,
            _ => {
                // Above, left, below, right.
                let mut edge = feature - EDGES;
                let is_upright = edge.is_multiple_of(2);
                if mirrors && !is_upright || falls && is_upright {
                    edge = (edge + 2) % 4;
                }
                EDGES + if swaps { edge ^ 1 } else { edge }
            }
        };
        image |= 1 << to;
    }
    image
}
