//! Positions for the jobs: from diagrams and random.

use crate::base::Rng;
use crate::board::{Board, Color, Point, PointSet, Size};

/// The position of a diagram.
pub(super) fn board(diagram: &str) -> Board {
    diagram.parse().expect("every diagram is a position")
}

/// The point with a given name.
pub(super) fn point(name: &str) -> Point {
    name.parse().expect("every name is a point")
}

/// The points with these names, which are separated by blanks.
pub(super) fn points(names: &str) -> PointSet {
    names.split_whitespace().map(point).collect()
}

/// A position with random stones: each color gets about `n_of_each` of every 100 points.
pub(super) fn scattered(rng: &mut Rng, size: Size, n_of_each: u32) -> Board {
    loop {
        let stones = size.points().filter_map(|point| match rng.below(100) {
            n if n < n_of_each => Some((Color::Black, point)),
            n if n < 2 * n_of_each => Some((Color::White, point)),
            _ => None,
        });
        if let Ok(board) = Board::with_stones(size, stones.collect::<Vec<_>>()) {
            return board;
        }
    }
}

/// A position after at most `n_plays` random plays of both colors in turn. No player fills a point whose neighbors
/// are all stones of that player.
pub(super) fn played(rng: &mut Rng, size: Size, n_plays: usize) -> Board {
    let mut board = Board::new(size);
    let mut n_misses = 0;
    let mut color = Color::Black;
    for _ in 0..n_plays {
        let mut points = board.empty_points().to_vec();
        rng.shuffle(&mut points);
        let found = points.into_iter().find(|&point| {
            let fills_eye = point
                .neighbors()
                .into_iter()
                .all(|near| !size.contains(near) || board.color(near) == Some(color));
            !fills_eye && board.play(color, point).is_ok()
        });
        n_misses = if found.is_some() { 0 } else { n_misses + 1 };
        if n_misses == Color::BOTH.len() {
            break;
        }
        if found.is_none() {
            board.pass();
        }
        color = color.opponent();
    }
    board.forget_history();
    board.set_ko(None);
    board
}

/// A corner of empty points inside a black block, which is inside a white block.
pub(super) fn corner(size: Size, width: u8, height: u8) -> Board {
    let stones = size.points().filter_map(|point| {
        let is_within = |n: u8| point.x() < width + n && point.y() < height + n;
        match [0, 1, 2].map(is_within) {
            [true, ..] | [.., false] => None,
            [false, true, _] => Some((Color::Black, point)),
            [false, false, true] => Some((Color::White, point)),
        }
    });
    Board::with_stones(size, stones.collect::<Vec<_>>()).expect("both blocks have liberties")
}

/// An empty room of `width` times `height` points between a black and a white wall, with eyes behind the walls. Above
/// and below the room the walls touch.
pub(super) fn gap(width: u8, height: u8) -> Board {
    let size = Size::new(width + 8, height + 2).expect("a room is small");
    let stones = size.points().filter_map(|point| {
        let (x, y) = (point.x(), point.y());
        let is_room = (4..4 + width).contains(&x) && (1..=height).contains(&y);
        let is_eye = (x == 1 || x == 6 + width) && (y == 0 || y == height + 1);
        let color = if x < 4 + width / 2 {
            Color::Black
        } else {
            Color::White
        };
        (!is_room && !is_eye).then_some((color, point))
    });
    Board::with_stones(size, stones.collect::<Vec<_>>()).expect("the walls have eyes")
}
