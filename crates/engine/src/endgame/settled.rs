//! The points that are decided for good, so that a search need not spend time on them.

use super::split::{Partition, flood};
use crate::board::{Board, Color, PerColor, PointSet};

/// The points of a board about which nothing is left to decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// The points that each color owns whatever is played elsewhere: stones that nothing can capture, and territory
    /// with the dead stones in it. In part of the territory the owner has to answer; see [`Self::never`].
    pub owned: PerColor<PointSet>,
    /// Empty points where a play of the color gains nothing under any rules, threatens nothing and answers nothing.
    /// Neither side has to play there, or to answer a play there.
    pub never: PerColor<PointSet>,
}

impl Partition {
    /// The points that are decided for good. Linear in the size of the board.
    #[must_use]
    pub fn settled(&self, board: &Board) -> Settled {
        let empty: PointSet = board.empty_set();
        let mut settled = Settled {
            owned: PerColor::from_fn(|color| self.walls[color] | self.territory[color]),
            never: PerColor::default(),
        };
        for owner in Color::BOTH {
            let paired: PointSet = self.pairs[owner].iter().flatten().copied().collect();
            let answered = paired | self.read[owner];
            let mut rest = self.territory[owner];
            while let Some(first) = rest.first() {
                let area = flood(first, &rest);
                rest -= area;
                if area.intersects(&answered) {
                    continue;
                }
                settled.never[owner.opponent()] |= area & empty;
                // Under rules that count the stones on the board, the owner may have to capture dead stones.
                let has_stones = area.intersects(&self.dead[owner.opponent()])
                    || area.intersects(&self.loose[owner]);
                if !has_stones {
                    settled.never[owner] |= area & empty;
                }
            }
        }
        settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    fn check(diagram: &str, black: &[&str], white: &[&str]) {
        let board: Board = diagram.parse().unwrap();
        let settled = Partition::new(&board).settled(&board);
        let names = |set: &PointSet| -> Vec<String> {
            set.iter().map(|point: Point| point.to_string()).collect()
        };
        assert_eq!(names(&settled.never[Color::Black]), black, "{diagram}");
        assert_eq!(names(&settled.never[Color::White]), white, "{diagram}");
    }

    #[test]
    fn nobody_plays_in_finished_territory() {
        check(
            ". X . X O .\nX X X X O O\nO O O O O O\nO . O . O O",
            &["B1", "D1", "A4", "C4", "F4"],
            &["B1", "D1", "A4", "C4", "F4"],
        );
    }

    #[test]
    fn the_owner_may_take_dead_stones_off() {
        check(
            ". X . O X O\nX X X X X O\nO O O O O O\n. O . O . O",
            &["A1", "C1", "E1", "A4"],
            &["A1", "C1", "E1", "A4", "C4"],
        );
    }

    #[test]
    fn territory_that_rests_on_miai_is_left_open() {
        // Four points in a row are two eyes only if Black answers.
        check(
            ". . . . X O\nX X X X X O\nO O O O O O\n. O . O O O",
            &["A1", "C1"],
            &["A1", "C1"],
        );
    }
}
