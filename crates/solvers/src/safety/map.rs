//! What is settled on a board, point by point, for both colors.

use super::benson::unconditional_life;
use super::static_safety::static_safety;
use crate::board::{Board, Color, PerColor, Point, PointSet, Score};

/// The safe points of both colors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SafetyMap {
    /// Stones that can't be captured.
    pub stones: PerColor<PointSet>,
    /// Points that they enclose and in which the other color can't live.
    pub territory: PerColor<PointSet>,
    /// Empty points that neither color can surround any more.
    pub dame: PointSet,
}

impl SafetyMap {
    /// What holds though the owner passes forever: unconditionally alive stones and their vital regions.
    #[must_use]
    pub fn benson(board: &Board) -> Self {
        let life = PerColor::from_fn(|color| unconditional_life(board, color));
        let (stones, territory) = (
            PerColor::from_fn(|color| life[color].stones),
            PerColor::from_fn(|color| life[color].vital),
        );
        Self::new(board, stones, territory)
    }

    /// What holds under alternate play, the opponent of each color moving first. Contains [`Self::benson`].
    #[must_use]
    pub fn alternate(board: &Board) -> Self {
        let safety = PerColor::from_fn(|color| static_safety(board, color));
        let (stones, territory) = (
            PerColor::from_fn(|color| safety[color].stones),
            PerColor::from_fn(|color| safety[color].territory),
        );
        Self::new(board, stones, territory)
    }

    /// The map of a proof: safe stones, and what they enclose.
    #[must_use]
    pub fn new(board: &Board, stones: PerColor<PointSet>, territory: PerColor<PointSet>) -> Self {
        let mut map = Self {
            stones,
            territory,
            dame: PointSet::EMPTY,
        };
        map.dame = map.find_dame(board);
        map
    }

    /// The safe stones and the territory of a color together.
    #[must_use]
    pub fn safe(&self, color: Color) -> PointSet {
        self.stones[color] | self.territory[color]
    }

    /// Empty points beside safe points of both colors that have no unsafe stone beside them, and whose empty neighbors
    /// lie between safe points of both colors too.
    fn find_dame(&self, board: &Board) -> PointSet {
        let empty: PointSet = board.empty_set();
        let safe = PerColor::from_fn(|color| self.safe(color));
        let settled = safe[Color::Black] | safe[Color::White];
        let between = (safe[Color::Black].spread() & safe[Color::White].spread() & empty) - settled;
        let is_dame = |point: &Point| {
            point
                .neighbors()
                .into_iter()
                .all(|neighbor| match board.color(neighbor) {
                    Some(color) => safe[color].contains(neighbor),
                    None => !empty.contains(neighbor) || between.contains(neighbor),
                })
        };
        between.iter().filter(is_dame).collect()
    }

    /// The color that wins by area whatever happens on the points that are not safe, if that is settled. `komi` is the
    /// score of an empty board.
    #[must_use]
    pub fn winner(&self, board: &Board, komi: Score) -> Option<Color> {
        let n_points = board.size().n_points();
        Color::BOTH.into_iter().find(|&color| {
            let own = self.safe(color).len();
            // All the rest may go to the opponent.
            let margin =
                i32::try_from(2 * own).unwrap_or(0) - i32::try_from(n_points).unwrap_or(i32::MAX);
            (Score::from_points(margin) + komi.for_color(color)).half_points() > 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_point_between_safe_stones_is_dame() {
        let board: Board = ". X . X . O . O .\nX X X X . O O O O\n. . X X . O . . ."
            .parse()
            .unwrap();
        let map = SafetyMap::benson(&board);
        let names: Vec<String> = map.dame.iter().map(|point| point.to_string()).collect();
        assert_eq!(names, ["E1", "E2", "E3"]);
        assert_eq!(map.winner(&board, Score::from_points(-3)), None);
        assert_eq!(
            map.winner(&board, Score::from_points(-20)),
            Some(Color::White)
        );
    }
}
