//! The numbers of legal positions. The board's own check of liberties must find the same numbers.
//!
//! Source: OEIS A094777 and A356049 (Tromp and Farnebäck, "Combinatorics of Go", 2007).

use tedomari::board::{Board, Color, Point, Size};

/// Counts positions in which every block has a liberty, row by row from the top: three choices for each point.
fn n_legal(width: u8, height: u8) -> usize {
    let size = Size::new(width, height).unwrap();
    let points: Vec<Point> = size.points().collect();
    let n_positions = 3usize.pow(u32::try_from(points.len()).unwrap());
    let is_legal = |mut code: usize| {
        let mut stones = Vec::with_capacity(points.len());
        for &point in &points {
            match code % 3 {
                0 => {}
                1 => stones.push((Color::Black, point)),
                _ => stones.push((Color::White, point)),
            }
            code /= 3;
        }
        Board::with_stones(size, stones).is_ok()
    };
    (0..n_positions).filter(|&code| is_legal(code)).count()
}

#[test]
fn legal_positions_of_small_boards() {
    let check =
        |width, height, expected| assert_eq!(n_legal(width, height), expected, "{width}x{height}");
    check(1, 1, 1);
    check(1, 2, 5);
    check(1, 7, 867);
    check(2, 2, 57);
    check(2, 3, 489);
    check(2, 4, 4125);
    check(3, 3, 12_675);
    check(3, 4, 321_689);
}

/// Positions reachable by play from the empty board. These are exactly the legal positions: stones can be put down
/// one after the other in a suitable order.
#[test]
fn every_legal_position_can_be_played() {
    use std::collections::HashSet;
    let size = Size::square(3);
    let mut seen = HashSet::from([Board::new(size).hash()]);
    let mut open = vec![Board::new(size)];
    while let Some(board) = open.pop() {
        for color in Color::BOTH {
            for point in size.points() {
                let mut next = board.clone();
                next.set_ko(None);
                if next.play(color, point).is_ok() && seen.insert(next.hash()) {
                    next.forget_history();
                    open.push(next);
                }
            }
        }
    }
    assert_eq!(seen.len(), 12_675);
}
