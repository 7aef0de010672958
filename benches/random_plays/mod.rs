//! Plays for benches that play and take back.

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, Size};

/// The legal ones of so many plays of a random game.
pub(crate) fn random_plays(size: Size, n_tried: usize) -> Vec<(Color, Point)> {
    let mut rng = Rng::new(1, 0);
    let mut board = Board::new(size);
    let mut plays = Vec::new();
    for n in 0..n_tried {
        let color = Color::BOTH[n % 2];
        let empty = board.empty_points();
        let point = empty[rng.index(empty.len())];
        if board.play(color, point).is_ok() {
            plays.push((color, point));
        }
    }
    plays
}
