//! Stones and points that are assumed safe because playouts call them certain. With them an endgame whose walls are not
//! proved safe can be treated as a sum of regions.
//!
//! A point is assumed safe for a color that owns it in nearly all playouts. Points beside open points and beside stones
//! of the other color are left out: there the boundary may still move. All results are estimates.
//!
//! Assumed territory acts as a wall, so a region beside it may be cut off where play goes on; and a block that is
//! assumed to live may be short of liberties. Therefore regions are widened ([`super::widening`]).

use crate::board::{Board, Color, PerColor, Point, PointSet};

/// Least mean ownership of a point that is assumed safe.
const SURE: f64 = 0.85;

/// Stones and points that are assumed safe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AssumedSafe {
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
        assumed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
