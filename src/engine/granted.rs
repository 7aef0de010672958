//! What an estimate calls certain, taken for granted: so that an endgame that is not proved to fall apart can be looked
//! at as a sum.
//!
//! Points that belong to one color in nearly all playouts are its own, but for those beside points that are open and
//! beside stones of the other color: there the boundary may still move. What follows from it holds if the estimate
//! does, and is called so.

use crate::base::{Color, PerColor, Point, PointSet};
use crate::board::Board;

/// Mean ownership from which on a point is taken for granted.
const SURE: f64 = 0.85;

/// Stones and points taken for granted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Granted {
    /// Stones that live.
    pub(super) stones: PerColor<PointSet>,
    /// Points inside, with the dead stones of the other color.
    pub(super) territory: PerColor<PointSet>,
}

impl Granted {
    /// What is granted on a board when `owner` tells how far each point is Black's, from -1 to 1.
    pub(super) fn new(board: &Board, owner: impl Fn(Point) -> f64) -> Self {
        let mut granted = Self::default();
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
                            &mut granted.stones[color]
                        } else {
                            &mut inside[color]
                        };
                        *set |= stones;
                    }
                }
            }
        }
        let all: PointSet = board.size().points().collect();
        let sure = |color: Color| granted.stones[color] | inside[color];
        let open = all - sure(Color::Black) - sure(Color::White);
        for color in Color::BOTH {
            let border = open.spread() | sure(color.opponent()).spread();
            granted.territory[color] = inside[color] - border;
        }
        granted
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
        let granted = Granted::new(&board, |point| 3.0 - f64::from(point.x()));
        let names =
            |set: PointSet| -> Vec<String> { set.iter().map(|point| point.to_string()).collect() };
        assert_eq!(granted.stones[Color::Black].len(), 3);
        let [black, white] = [Color::Black, Color::White].map(|color| granted.territory[color]);
        assert_eq!(names(black), ["A1", "B1", "A2", "B2", "A3", "B3"]);
        assert_eq!(names(white), ["F1", "G1", "F2", "G2", "F3", "G3"]);
        let nothing = Granted::new(&board, |_| 0.0);
        assert_eq!(nothing, Granted::default());
    }
}
