//! Random boards beside their images under turning and mirroring, for tests of what must not depend on the direction.

use crate::base::Rng;
use crate::board::{Board, Color, Point, Size};

/// Calls `visit` with a board, its image, where a point of the one is on the other, and the first block of Black.
pub(crate) fn for_each_image(
    n_rounds: usize,
    mut visit: impl FnMut(&Board, &Board, fn(Point) -> Point, Point),
) {
    let size = Size::new(6, 5).unwrap();
    let images: [fn(Point) -> Point; 3] = [
        |p| Point::new(p.y(), p.x()),
        |p| Point::new(5 - p.x(), p.y()),
        |p| Point::new(p.y(), 5 - p.x()),
    ];
    let mut rng = Rng::new(4, 0);
    for round in 0..n_rounds {
        let stones: Vec<_> = size
            .points()
            .filter_map(|point| match rng.below(10) {
                0..3 => Some((Color::Black, point)),
                3..5 => Some((Color::White, point)),
                _ => None,
            })
            .collect();
        let image = images[round % 3];
        let turned = if round % 3 == 1 {
            size
        } else {
            Size::new(5, 6).unwrap()
        };
        let moved = stones.iter().map(|&(color, point)| (color, image(point)));
        let boards = Board::with_stones(size, stones.clone())
            .ok()
            .zip(Board::with_stones(turned, moved.collect::<Vec<_>>()).ok());
        let Some((board, other)) = boards else {
            continue;
        };
        if let Some(&target) = board.first_stones(Color::Black).first() {
            visit(&board, &other, image, target);
        }
    }
}
