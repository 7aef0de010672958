//! The score of a finished playout under the rules of the game.
//!
//! Playouts fill their own territory, so they are always counted by area. Under territory rules, the area score A and
//! the territory score T of one final position differ by the stones placed. Let B and W be the numbers of stones that
//! Black and White have placed. Then T = A - (B - W), because a stone on the board is a point of area, and a stone
//! off the board is a prisoner.
//!
//! Stones that a playout places are an artefact and should not count; stones of the game and of the tree should. So B
//! and W are counted where the playout begins. The player to move there gets half a point less, because having the
//! next move is worth half a point: T = A - (B - W) - 1/2. As a result, a stone in one's own territory costs one
//! point compared with a pass, and the last neutral point is worth nothing, as it should be.

use crate::board::{Board, Color, Game, PerColor, Point, PointSet, Score, Scoring};
use crate::safety::benson::unconditional_life;

/// How to score a playout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scorer {
    scoring: Scoring,
    /// Komi and handicap compensation.
    bonus: Score,
}

impl Scorer {
    /// The scoring of a game.
    pub(super) fn new(game: &Game) -> Self {
        let rules = game.rules();
        let handicap = match rules.scoring {
            Scoring::Area => rules.handicap_bonus.points(game.n_handicap()),
            Scoring::Territory => 0,
        };
        Self {
            scoring: rules.scoring,
            bonus: rules.komi.score() - Score::from_points(i32::try_from(handicap).unwrap_or(0)),
        }
    }

    /// Whether a position after two passes is counted as it stands. Under territory rules dead stones stay on the
    /// board, so a playout has to decide.
    pub(super) fn counts_as_it_stands(self) -> bool {
        self.scoring == Scoring::Area
    }

    /// The score to add to the area of every playout that begins in this position with `to_move` to move.
    pub(super) fn offset(self, board: &Board, to_move: Color) -> Score {
        match self.scoring {
            Scoring::Area => self.bonus,
            Scoring::Territory => {
                let placed = |color| {
                    let on_board = i32::try_from(board.n_stones(color)).unwrap_or(0);
                    on_board + board.n_prisoners(color).cast_signed()
                };
                let lead = placed(Color::Black) - placed(Color::White);
                self.bonus - Score::from_points(lead) - Score::from_half_points(to_move.sign())
            }
        }
    }
}

/// Black's area less White's, in points; all stones on the board count as alive. Linear in the number of points, and
/// fast where few points are empty, as after a playout.
#[must_use]
pub fn area(board: &Board) -> i32 {
    let mut balance = 0;
    for_each_surrounded(board, |_, color| balance += color.sign());
    let n_stones = |color| i32::try_from(board.n_stones(color)).unwrap_or(0);
    balance + n_stones(Color::Black) - n_stones(Color::White)
}

/// Black's area less White's, in points, when the game has ended: stones count as dead only where the opponent has
/// unconditional life around them.
pub(super) fn final_area(board: &Board) -> i32 {
    let life = PerColor::from_fn(|color| unconditional_life(board, color).points());
    let settled = life[Color::Black] | life[Color::White];
    let mut balance = 0;
    for color in Color::BOTH {
        let stones: PointSet = board.points_of(color).collect();
        for _ in (life[color] | (stones - settled)).iter() {
            balance += color.sign();
        }
    }
    for_each_surrounded(board, |point, color| {
        if !settled.contains(point) {
            balance += color.sign();
        }
    });
    balance
}

/// Calls `own` for each empty point from which only stones of one color can be reached through empty points.
pub(super) fn for_each_surrounded(board: &Board, mut own: impl FnMut(Point, Color)) {
    let mut seen = PointSet::EMPTY;
    let mut region = Vec::new();
    for &start in board.empty_points() {
        if !seen.insert(start) {
            continue;
        }
        region.clear();
        region.push(start);
        let mut touches = [false; 2];
        let mut n_looked = 0;
        while let Some(&point) = region.get(n_looked) {
            n_looked += 1;
            for neighbor in point.neighbors() {
                if let Some(color) = board.color(neighbor) {
                    touches[color.index()] = true;
                } else if board.is_empty(neighbor) && seen.insert(neighbor) {
                    region.push(neighbor);
                }
            }
        }
        let owner = match touches {
            [true, false] => Color::Black,
            [false, true] => Color::White,
            [true, true] | [false, false] => continue,
        };
        for &point in &region {
            own(point, owner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::{Komi, Move, Rules, Size, score};

    #[test]
    fn area_agrees_with_the_slow_count() {
        let mut rng = Rng::new(4, 0);
        for _ in 0..300 {
            let mut side = || 1 + u8::try_from(rng.below(7)).unwrap();
            let size = Size::new(side(), side()).unwrap();
            let mut board = Board::new(size);
            for n in 0..rng.index(60) {
                let empty = board.empty_points();
                let point = empty[rng.index(empty.len())];
                let _ = board.play(Color::BOTH[n % 2], point);
                if board.empty_points().is_empty() {
                    break;
                }
            }
            let rules = Rules {
                komi: Komi::from_half_points(0),
                ..Rules::default()
            };
            let slow = score::score(&board, &PointSet::EMPTY, &PointSet::EMPTY, &rules, 0);
            assert_eq!(Score::from_points(area(&board)), slow, "{board}");
        }
    }

    #[test]
    fn territory_charges_a_stone_in_the_own_territory() {
        let rules = Rules::named("japanese").unwrap();
        let diagram = ". X O .\nX X O O\n. X O .\nX X O .";
        let game = |first: Color, moves: &[(Color, Move)]| {
            let board: Board = diagram.parse().unwrap();
            let start = crate::board::game::Start {
                to_move: Some(first),
                ..crate::board::game::Start::from_board(&board)
            };
            let mut game = Game::from_start(start, rules).unwrap();
            for &(color, mv) in moves {
                game.play(color, mv).unwrap();
            }
            game
        };
        let total = |game: &Game| {
            Score::from_points(area(game.board()))
                + Scorer::new(game).offset(game.board(), game.to_move())
        };
        let fill = Move::Play("A2".parse().unwrap());
        let passed = game(Color::Black, &[(Color::Black, Move::Pass)]);
        let filled = game(Color::Black, &[(Color::Black, fill)]);
        assert_eq!(total(&passed) - total(&filled), Score::from_points(1));
        let exact = score::score(
            passed.board(),
            &PointSet::EMPTY,
            &PointSet::EMPTY,
            &rules,
            0,
        );
        let error = (total(&passed) - exact).half_points();
        assert_eq!(error.abs(), 1, "half a point for the turn");
    }
}
