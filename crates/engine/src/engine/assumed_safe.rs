//! Stones and points that are assumed safe because playouts call them certain. With them an endgame whose walls are not
//! proved safe can be treated as a sum of regions.
//!
//! A point is assumed safe for a color that owns it in nearly all playouts. Points beside open points and beside stones
//! of the other color are left out: there the boundary may still move. All results are estimates.
//!
//! Assumed territory acts as a wall, so a region beside it may be cut off where play goes on; and a block that is
//! assumed to live may be short of liberties. Therefore small regions are also known with some of the territory around
//! them and with the weak blocks beside them, so that what is threatened there counts.

use crate::board::{Board, Color, PerColor, Point, PointSet};
use crate::safety::components;

/// Least mean ownership of a point that is assumed safe.
const SURE: f64 = 0.85;

/// How many points deep a region is widened into assumed territory.
const MOST_LAYERS: usize = 2;

/// Most points of a region that was widened.
const MOST_WIDENED: usize = 9;

/// A block with no more liberties may be put into atari by one play.
const WEAK_LIBERTIES: usize = 2;

/// Stones and points that are assumed safe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AssumedSafe {
    /// Stones assumed to live.
    pub(super) stones: PerColor<PointSet>,
    /// Points inside, those under dead stones of the other color included.
    pub(super) territory: PerColor<PointSet>,
    /// What is left of both if the open regions are widened as far as they stay small and apart.
    pub(super) inner: Granted,
}

/// Stones and points that are granted to each color.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Granted {
    /// Stones assumed to live.
    pub(super) stones: PerColor<PointSet>,
    /// Points inside, those under dead stones of the other color included.
    pub(super) territory: PerColor<PointSet>,
}

impl AssumedSafe {
    /// What is assumed safe on a board. `owner` gives the mean owner of each point: 1 for Black, -1 for White.
    pub(super) fn new(board: &Board, owner: impl Fn(Point) -> f64) -> Self {
        let mut assumed = Self::default();
        let mut inside: PerColor<PointSet> = PerColor::default();
        for color in Color::BOTH {
            let share = |point: Point| f64::from(color.sign()) * owner(point);
            let empty = board.empty_points().iter().copied();
            inside[color].extend(empty.filter(|&point| share(point) >= SURE));
            for other in Color::BOTH {
                for head in board.first_stones(other) {
                    let stones: PointSet = board.stones(head).collect();
                    #[expect(clippy::cast_precision_loss, reason = "at most 625 stones")]
                    let mean = stones.iter().map(share).sum::<f64>() / stones.len() as f64;
                    if mean >= SURE {
                        let set = if other == color {
                            &mut assumed.stones[color]
                        } else {
                            &mut inside[color]
                        };
                        *set |= stones;
                    }
                }
            }
        }
        let all: PointSet = board.size().points().collect();
        let sure = |color: Color| assumed.stones[color] | inside[color];
        let open = all - sure(Color::Black) - sure(Color::White);
        for color in Color::BOTH {
            let border = open.spread() | sure(color.opponent()).spread();
            assumed.territory[color] = inside[color] - border;
        }
        let widened = assumed.widened_regions(board);
        assumed.inner = Granted {
            stones: PerColor::from_fn(|color| assumed.stones[color] - widened),
            territory: PerColor::from_fn(|color| assumed.territory[color] - widened),
        };
        assumed
    }

    /// The points of all open regions, each widened by the weak blocks and the territory beside it.
    fn widened_regions(&self, board: &Board) -> PointSet {
        let territory = self.territory[Color::Black] | self.territory[Color::White];
        let empty: PointSet = board.empty_set();
        let all: PointSet = board.size().points().collect();
        let open = all - territory - self.stones[Color::Black] - self.stones[Color::White];
        let mut regions: Vec<PointSet> = components(open).collect();
        let weak = self.weak_blocks(board, &empty);
        widen(&mut regions, |region| {
            let beside = weak.iter().map(|block| block.spread() & (empty | *block));
            let beside = beside.filter(|block| block.intersects(region));
            beside.fold(*region, |all, block| all | block)
        });
        for _ in 0..MOST_LAYERS {
            widen(&mut regions, |region| {
                with_border(board, region, &territory)
            });
        }
        let union = |all, region| all | region;
        regions.into_iter().fold(PointSet::EMPTY, union)
    }

    /// The blocks that are assumed to live although one play may put them into atari.
    fn weak_blocks(&self, board: &Board, empty: &PointSet) -> Vec<PointSet> {
        let mut weak = Vec::new();
        for color in Color::BOTH {
            for head in board.first_stones(color) {
                let stones: PointSet = board.stones(head).collect();
                let n_liberties = (stones.spread() & *empty).len();
                if n_liberties <= WEAK_LIBERTIES && stones.is_subset(&self.stones[color]) {
                    weak.push(stones);
                }
            }
        }
        weak
    }
}

/// Widens each region that stays small and apart from the others.
fn widen(regions: &mut [PointSet], wider: impl Fn(&PointSet) -> PointSet) {
    for number in 0..regions.len() {
        let others = regions.iter().enumerate();
        let others = others.filter(|&(other, _)| other != number);
        let near = others.fold(PointSet::EMPTY, |all, (_, region)| all | region.spread());
        let wide = wider(&regions[number]);
        if wide.len() <= MOST_WIDENED && !wide.intersects(&near) {
            regions[number] = wide;
        }
    }
}

/// A region with the points of `territory` beside it, and all of each block that stands there.
fn with_border(board: &Board, region: &PointSet, territory: &PointSet) -> PointSet {
    let mut grown = *region;
    for point in &((region.spread() & *territory) - *region) {
        grown.insert(point);
        if board.color(point).is_some() {
            grown.extend(board.stones(point));
        }
    }
    grown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's wall of three stones on the third column is open to White at C2, and C1 is a block of its own with two
    /// liberties.
    #[test]
    fn regions_are_widened_into_territory_and_by_weak_blocks() {
        let board: Board = ". . X O . . .\n. . X O . . .\n. . . O . . .\n. . X O . . ."
            .parse()
            .unwrap();
        let assumed = AssumedSafe::new(&board, |point| if point.x() < 3 { 1.0 } else { -1.0 });
        assert!(assumed.territory[Color::Black].contains("B2".parse().unwrap()));
        let inner = &assumed.inner.territory[Color::Black];
        let left: Vec<String> = inner.iter().map(|point| point.to_string()).collect();
        assert_eq!(left, ["A3", "A4", "B4"]);
        let weak = "C1".parse().unwrap();
        assert!(assumed.stones[Color::Black].contains(weak));
        assert!(!assumed.inner.stones[Color::Black].contains(weak));
    }

    #[test]
    fn the_boundary_stays_open() {
        let board: Board = ". . X . O . .\n. . X . O . .\n. . X . O . ."
            .parse()
            .unwrap();
        let assumed = AssumedSafe::new(&board, |point| 3.0 - f64::from(point.x()));
        let names =
            |set: PointSet| -> Vec<String> { set.iter().map(|point| point.to_string()).collect() };
        assert_eq!(assumed.stones[Color::Black].len(), 3);
        let [black, white] = [Color::Black, Color::White].map(|color| assumed.territory[color]);
        assert_eq!(names(black), ["A1", "B1", "A2", "B2", "A3", "B3"]);
        assert_eq!(names(white), ["F1", "G1", "F2", "G2", "F3", "G3"]);
        let nothing = AssumedSafe::new(&board, |_| 0.0);
        assert_eq!(nothing, AssumedSafe::default());
    }
}
