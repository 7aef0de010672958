//! A position as a key: equal keys are positions from which play goes on in the same way, but for superko.

use super::Board;
use crate::{Color, PerColor, Point, PointSet, Size};

/// Size, stones, ko ban and the rule of suicide of a board. Prisoners, and the moves that led here, do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionKey {
    size: Size,
    stones: PerColor<PointSet>,
    ko: Option<(Color, Point)>,
    allows_suicide: bool,
}

impl PositionKey {
    /// The key of a position.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self {
            size: board.size(),
            stones: PerColor::from_fn(|color: Color| board.points_of(color).collect()),
            ko: board.ko(),
            allows_suicide: board.allows_suicide(),
        }
    }

    /// Whether a ko ban is in force.
    #[must_use]
    pub const fn has_ko_ban(&self) -> bool {
        self.ko.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;
    use crate::{Game, Rules};

    #[test]
    fn the_ban_and_the_rule_of_suicide_count_and_the_history_does_not() {
        let board: Board = ". X O .\nX O . O\n. X O .\n. . . .".parse().unwrap();
        let key = PositionKey::new(&board);
        let mut taken = board.clone();
        taken.play(Color::Black, "C3".parse().unwrap()).unwrap();
        let with_ban = PositionKey::new(&taken);
        assert!(with_ban.has_ko_ban() && !key.has_ko_ban());
        taken.set_ko(None);
        assert_ne!(PositionKey::new(&taken), with_ban);
        assert_ne!(PositionKey::new(&board.clone().with_suicide(true)), key);
        let plays = |order: [&str; 4]| {
            let mut game = Game::new(Size::square(5), Rules::default());
            for (point, color) in order.iter().zip(Color::BOTH.iter().cycle()) {
                let point = point.parse().unwrap();
                game.play(*color, Move::Play(point)).unwrap();
            }
            PositionKey::new(game.board())
        };
        let (one, other) = (
            plays(["A1", "B2", "C3", "D4"]),
            plays(["C3", "D4", "A1", "B2"]),
        );
        assert_eq!(one, other);
    }
}
