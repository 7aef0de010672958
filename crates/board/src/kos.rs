//! Stones that stand in a ko.

use super::Board;
use crate::{Color, Point, PointSet};

impl Board {
    /// The single stones that can be taken in a ko: the stone that takes one could be taken back if the rule did not
    /// forbid it. Whether the ko rule forbids to take one just now does not matter.
    #[must_use]
    pub fn stones_in_ko(&self) -> PointSet {
        let stones = Color::BOTH
            .into_iter()
            .flat_map(|color| self.points_of(color));
        stones.filter(|&stone| self.is_in_ko(stone)).collect()
    }

    fn is_in_ko(&self, stone: Point) -> bool {
        let Some(block) = self.block_at(stone).filter(|block| block.n_stones() == 1) else {
            return false;
        };
        let Some(last) = block.atari() else {
            return false;
        };
        // The stone that takes this one is alone, takes nothing else, and has no liberty but the point of this one.
        last.neighbors()
            .into_iter()
            .filter(|&near| near != stone)
            .all(|near| {
                if !self.size().contains(near) {
                    return true;
                }
                self.block_at(near)
                    .is_some_and(|other| other.color() == block.color() && other.atari().is_none())
            })
    }
}

#[cfg(test)]
mod tests {
    use crate::Board;

    fn check(diagram: &str, expected: &str) {
        let board: Board = diagram.parse().unwrap();
        let stones: Vec<String> = board
            .stones_in_ko()
            .iter()
            .map(|stone| stone.to_string())
            .collect();
        assert_eq!(stones.join(" "), expected, "{board}");
    }

    #[test]
    fn single_stones_that_can_be_retaken() {
        check(". X O . .\nX . X O .\n. X O . .\n. . . . .", "C3");
        check("X X O . .\nX O . O .\n. X O . .\n. . . . .", "B3");
        // Two stones are taken at once, or the taker has another liberty.
        check("X X X O .\nO O . O .\nX X X O .", "");
        check(". X . . .\nX O . O .\n. X O . .\n. . . . .", "");
        check("O . O\nX O .\nX . .", "A3");
    }
}
