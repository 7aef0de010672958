//! The regions that the stones of one color cut the board into.
//!
//! A region is a connected component of the points that hold no stone of the color and that touches at least one
//! (Benson 1976, section 4, where regions may be any connected sets; only these maximal ones matter).

use arrayvec::ArrayVec;

use crate::board::{BlockId, Board, Cell, Color, N_INDICES, Point, PointSet};

/// Stands in [`Regions::number`] for points that belong to no region: the stones of the color, and the wall.
const NO_REGION: u16 = u16::MAX;

/// A component of the points without stones of the enclosing color.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its points: empty ones and stones of the opponent.
    pub points: PointSet,
    /// Number of its points that are empty.
    pub n_empty: u16,
    /// Whether every empty point of it touches the enclosing stones: Benson's *small enclosed region*. Where
    /// suicide is allowed, every point has to, since the opponent can then empty the region again.
    pub is_small: bool,
    /// The blocks it is healthy for: every empty point of it is a liberty of each of them. Where suicide is
    /// allowed, every point has to touch the block.
    pub healthy_for: ArrayVec<BlockId, 4>,
    /// Whether a stone of the enclosing color touches it; else it is the whole board.
    is_bounded: bool,
}

/// All regions of one color, in the order of their first points.
#[derive(Clone, Debug)]
pub struct Regions {
    color: Color,
    number: [u16; N_INDICES],
    regions: Vec<Region>,
    /// The first stone of each block of the color, in point order.
    heads: Vec<Point>,
}

impl Regions {
    /// The regions enclosed by the stones of `color`. Linear in the size of the board.
    #[must_use]
    pub fn new(board: &Board, color: Color) -> Self {
        let mut regions = Self {
            color,
            number: [NO_REGION; N_INDICES],
            regions: Vec::with_capacity(32),
            heads: Vec::with_capacity(32),
        };
        let own = Cell::from(color);
        let mut open = Vec::with_capacity(board.size().n_points());
        let mut is_listed = [false; N_INDICES];
        for start in board.size().points() {
            if board.cell(start) == own {
                let block = board.block_id(start).index();
                if !std::mem::replace(&mut is_listed[block], true) {
                    regions.heads.push(start);
                }
            } else if regions.number[start.index()] == NO_REGION {
                regions.add(board, start, &mut open);
            }
        }
        regions
    }

    /// Floods the region of `start`. `open` is empty before and after.
    #[expect(clippy::cast_possible_truncation, reason = "at most 625 regions")]
    fn add(&mut self, board: &Board, start: Point, open: &mut Vec<Point>) {
        let number = self.regions.len() as u16;
        let own = Cell::from(self.color);
        let mut region = Region {
            points: PointSet::EMPTY,
            n_empty: 0,
            is_small: true,
            healthy_for: ArrayVec::new(),
            is_bounded: false,
        };
        let mut is_first = true;
        self.number[start.index()] = number;
        open.push(start);
        while let Some(point) = open.pop() {
            region.points.insert(point);
            let mut around: ArrayVec<BlockId, 4> = ArrayVec::new();
            for neighbor in point.neighbors() {
                let cell = board.cell(neighbor);
                if cell == own {
                    around.push(board.block_id(neighbor));
                } else if cell != Cell::Wall && self.number[neighbor.index()] == NO_REGION {
                    self.number[neighbor.index()] = number;
                    open.push(neighbor);
                }
            }
            region.is_bounded |= !around.is_empty();
            let is_empty = board.is_empty(point);
            region.n_empty += u16::from(is_empty);
            if is_empty || board.allows_suicide() {
                region.is_small &= !around.is_empty();
                if is_first {
                    for id in around {
                        if !region.healthy_for.contains(&id) {
                            region.healthy_for.push(id);
                        }
                    }
                    is_first = false;
                } else if !region.healthy_for.is_empty() {
                    region.healthy_for.retain(|id| around.contains(id));
                }
            }
        }
        self.regions.push(region);
    }

    /// The color whose stones enclose the regions.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.color
    }

    /// The first stone of each block of the enclosing color, in point order.
    #[must_use]
    pub fn heads(&self) -> &[Point] {
        &self.heads
    }

    /// Number of regions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.regions.len()
    }

    /// Whether there are none: never on a board with a legal position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// The regions in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Region> {
        self.regions.iter()
    }

    /// A region by its number.
    #[must_use]
    pub fn get(&self, number: usize) -> &Region {
        &self.regions[number]
    }

    /// The number of the region of a point, unless there is a stone of the enclosing color or no board.
    #[inline]
    #[must_use]
    pub const fn number(&self, point: Point) -> Option<usize> {
        match self.number[point.index()] {
            NO_REGION => None,
            number => Some(number as usize),
        }
    }

    /// The region of a point, unless there is a stone of the enclosing color or no board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<&Region> {
        self.number(point).map(|number| &self.regions[number])
    }

    /// The numbers of the regions that touch the block of the stone on `head`, each once.
    ///
    /// `head` must hold a stone of the enclosing color. Linear in the stones of the block.
    #[must_use]
    pub(crate) fn around_block(&self, board: &Board, head: Point) -> Vec<usize> {
        debug_assert_eq!(board.color(head), Some(self.color));
        let mut numbers: Vec<usize> = board
            .stones(head)
            .flat_map(Point::neighbors)
            .filter_map(|point| self.number(point))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

impl Region {
    /// The blocks of color `enclosing` around the region, each once, by their ids.
    #[must_use]
    pub fn enclosing_blocks(&self, board: &Board, enclosing: Color) -> Vec<BlockId> {
        let mut ids: Vec<BlockId> = (self.points.spread() - self.points)
            .iter()
            .filter(|&point| board.color(point) == Some(enclosing))
            .map(|point| board.block_id(point))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Whether stones enclose the region; if not, it is the whole board.
    #[must_use]
    pub const fn is_bounded(&self) -> bool {
        self.is_bounded
    }
}

/// The part of `points` connected with `start`.
#[must_use]
pub fn component(points: &PointSet, start: Point) -> PointSet {
    let mut part = PointSet::from_iter([start]);
    loop {
        let wider = part.spread() & *points;
        if wider == part {
            return part;
        }
        part = wider;
    }
}

/// The connected parts of a set, those with the first points first.
pub fn components(mut points: PointSet) -> impl Iterator<Item = PointSet> {
    std::iter::from_fn(move || {
        let part = component(&points, points.first()?);
        points -= part;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regions(diagram: &str) -> (Board, Regions) {
        let board: Board = diagram.parse().unwrap();
        let regions = Regions::new(&board, Color::Black);
        (board, regions)
    }

    /// Points, empty points, smallness, number of blocks it is healthy for and blocks around, region by region.
    fn check(diagram: &str, expected: &[(usize, u16, bool, usize, usize)]) {
        let (board, regions) = regions(diagram);
        let found: Vec<_> = regions
            .iter()
            .map(|region| {
                (
                    region.points.len(),
                    region.n_empty,
                    region.is_small,
                    region.healthy_for.len(),
                    region.enclosing_blocks(&board, Color::Black).len(),
                )
            })
            .collect();
        assert_eq!(found, expected, "{diagram}");
    }

    #[test]
    fn regions_are_cut_out_by_one_color() {
        check("...\n...\n...", &[(9, 9, false, 0, 0)]);
        check(
            ". X .\nX X .\nO . .",
            &[(5, 4, false, 0, 1), (1, 1, true, 1, 1)],
        );
        check(
            ". X O .\nX O O O\nX X O .\n. X O .",
            &[(1, 1, true, 1, 1), (9, 3, false, 0, 2), (1, 1, true, 2, 2)],
        );
    }

    #[test]
    fn suicide_makes_every_point_count() {
        let diagram = "X X X X X\nX . O . X\nX O O O X\nX . O . X\nX X X X X";
        let (_, forbidden) = regions(diagram);
        assert!(forbidden.get(0).is_small && forbidden.get(0).healthy_for.len() == 1);
        let board = diagram.parse::<Board>().unwrap().with_suicide(true);
        let allowed = Regions::new(&board, Color::Black);
        assert!(!allowed.get(0).is_small && allowed.get(0).healthy_for.is_empty());
    }

    #[test]
    fn a_block_knows_the_regions_around_it() {
        let (board, regions) = regions(". X . X .\nX X X X .\n. . . . .");
        let head = board.first_stones(Color::Black)[0];
        assert_eq!(regions.around_block(&board, head), [0, 1, 2]);
        assert_eq!(regions.number("A3".parse().unwrap()), Some(1));
        assert_eq!(regions.number(head), None);
    }
}
