//! Cheap tactical questions about one point, shared by playouts and the move prior.
//!
//! No search: every answer looks at the point, its neighbors and their blocks only.

use arrayvec::ArrayVec;

use crate::board::{Block, Board, Cell, Color, Point, PointSet};

/// Whether an empty point is an eye of `color`: all neighbors are its stones, and the opponent holds at most one of
/// the four diagonal points, or none at the edge. Playouts do not fill such points.
#[inline]
pub(super) fn is_own_eye(board: &Board, color: Color, point: Point) -> bool {
    let own = Cell::from(color);
    let is_surrounded = point
        .neighbors()
        .into_iter()
        .all(|neighbor| matches!(board.cell(neighbor), cell if cell == own || cell == Cell::Wall));
    is_surrounded && holds_diagonals(board, color, point)
}

/// Whether the opponent holds at most one of the four diagonal points, or none at the edge.
#[inline]
pub(super) fn holds_diagonals(board: &Board, color: Color, point: Point) -> bool {
    let (mut n_walls, mut n_hostile) = (0, 0);
    for diagonal in point.diagonals() {
        let cell = board.cell(diagonal);
        n_walls += u32::from(cell == Cell::Wall);
        n_hostile += u32::from(cell == Cell::from(color.opponent()));
    }
    n_hostile + u32::from(n_walls > 0) < 2
}

/// The blocks of a color next to a point, each once.
#[inline]
pub(super) fn blocks_around(board: &Board, point: Point, color: Color) -> ArrayVec<&Block, 4> {
    let mut blocks: ArrayVec<&Block, 4> = ArrayVec::new();
    for neighbor in point.neighbors() {
        if board.cell(neighbor) == Cell::from(color) {
            let block = board.block(board.block_id(neighbor));
            if blocks.iter().all(|known| known.head() != block.head()) {
                blocks.push(block);
            }
        }
    }
    blocks
}

/// The result of a play on the blocks around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aftermath {
    /// Liberties of the block of the play, at most 3.
    pub(super) n_liberties: usize,
    /// Stones of the block of the play.
    pub(super) n_stones: usize,
    /// Number of stones captured.
    pub(super) n_captured: usize,
}

/// The result of a play of `color` on an empty point. Does not check whether the play is legal.
pub(super) fn aftermath(board: &Board, color: Color, point: Point) -> Aftermath {
    let mut liberties = PointSet::EMPTY;
    let own = blocks_around(board, point, color);
    for neighbor in point
        .neighbors()
        .into_iter()
        .filter(|&neighbor| board.is_empty(neighbor))
    {
        liberties.insert(neighbor);
    }
    for block in &own {
        liberties |= *block.liberties();
    }
    let mut n_captured = 0;
    for block in blocks_around(board, point, color.opponent()) {
        if block.n_liberties() == 1 {
            n_captured += usize::from(block.n_stones());
            // Only captured stones next to the block of the play become its liberties.
            for stone in board.stones(block.head()) {
                let is_liberty = stone.is_adjacent_to(point)
                    || blocks_around(board, stone, color)
                        .iter()
                        .any(|near| own.iter().any(|mine| mine.head() == near.head()));
                if is_liberty {
                    liberties.insert(stone);
                }
            }
        }
    }
    liberties.remove(point);
    Aftermath {
        n_liberties: liberties.iter().take(3).count(),
        n_stones: 1 + own
            .iter()
            .map(|block| usize::from(block.n_stones()))
            .sum::<usize>(),
        n_captured,
    }
}

/// Whether a play puts two or more stones of its own color into atari without capturing anything.
///
/// A throw-in of a single stone does not count: it may take an eye away.
#[inline]
pub(super) fn is_silly_self_atari(board: &Board, color: Color, point: Point) -> bool {
    let (mut n_empty, mut has_own) = (0, false);
    for neighbor in point.neighbors() {
        match board.cell(neighbor) {
            Cell::Empty => n_empty += 1,
            Cell::Wall => {}
            cell @ (Cell::Black | Cell::White) => {
                let n_liberties = board.block(board.block_id(neighbor)).n_liberties();
                if cell == Cell::from(color) {
                    has_own = true;
                    if n_liberties > 2 {
                        return false;
                    }
                } else if n_liberties == 1 {
                    return false;
                }
            }
        }
    }
    if n_empty >= 2 || !has_own {
        return false;
    }
    aftermath(board, color, point).n_liberties < 2
}

/// Moves that rescue a block in atari: captures of a neighbor in atari, and the extension if it gains liberties.
pub(super) fn rescues(board: &Board, block: &Block, moves: &mut Vec<Point>) {
    let color = block.color();
    let Some(last_liberty) = block.atari() else {
        return;
    };
    for stone in board.stones(block.head()) {
        for neighbor in stone.neighbors() {
            if board.cell(neighbor) == Cell::from(color.opponent())
                && let Some(capture) = board.block(board.block_id(neighbor)).atari()
                && !moves.contains(&capture)
                && board.is_legal(color, capture)
            {
                moves.push(capture);
            }
        }
    }
    if !moves.contains(&last_liberty)
        && board.is_legal(color, last_liberty)
        && aftermath(board, color, last_liberty).n_liberties >= 2
    {
        moves.push(last_liberty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::Size;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn eyes_are_told_from_false_eyes() {
        let check = |diagram: &str, name: &str, expected| {
            let board: Board = diagram.parse().unwrap();
            assert_eq!(
                is_own_eye(&board, Color::Black, point(name)),
                expected,
                "{name}\n{diagram}"
            );
        };
        let board = ". X . . .\nX X . X .\nO . X . X\n. . O X .\n. . . . .";
        check(board, "A5", true);
        check(board, "D3", true);
        check(board, "D5", false);
        check(
            ". . . . .\n. O X O .\n. X . X .\n. . X . .\n. . . . .",
            "C3",
            false,
        );
        check(
            ". . . . .\n. O X . .\n. X . X .\n. . X . .\n. . . . .",
            "C3",
            true,
        );
        check(". X .\nX O .", "A2", false);
        check(".", "A1", true);
    }

    #[test]
    fn aftermath_agrees_with_playing() {
        let mut rng = Rng::new(11, 0);
        let mut board = Board::new(Size::new(6, 5).unwrap());
        for n in 0..4000 {
            let color = Color::BOTH[n % 2];
            for point in board.empty_points().to_vec() {
                if !board.is_legal(color, point) {
                    continue;
                }
                let expected = aftermath(&board, color, point);
                let silly = is_silly_self_atari(&board, color, point);
                let before = board.n_prisoners(color.opponent());
                let found = board
                    .probe(color, point, |after| {
                        let block = after.block_at(point).unwrap();
                        Aftermath {
                            n_liberties: usize::from(block.n_liberties().min(3)),
                            n_stones: usize::from(block.n_stones()),
                            n_captured: (after.n_prisoners(color.opponent()) - before) as usize,
                        }
                    })
                    .unwrap();
                assert_eq!(expected, found, "{color} {point}\n{board}");
                let is_silly =
                    found.n_liberties == 1 && found.n_stones > 1 && found.n_captured == 0;
                assert_eq!(silly, is_silly, "{color} {point}\n{board}");
            }
            let empty = board.empty_points();
            if empty.is_empty() {
                continue;
            }
            let choice = empty[rng.index(empty.len())];
            if board.play(color, choice).is_err() {
                board.pass();
            }
        }
    }

    #[test]
    fn rescues_capture_or_extend() {
        let check = |diagram: &str, stone: &str, expected: &[&str]| {
            let board: Board = diagram.parse().unwrap();
            let mut moves = Vec::new();
            rescues(&board, board.block_at(point(stone)).unwrap(), &mut moves);
            let expected: Vec<Point> = expected.iter().map(|name| point(name)).collect();
            assert_eq!(moves, expected, "{diagram}");
        };
        check(". . . .\n. O . .\nO X . .\n. O . .", "B2", &["C2"]);
        check(". . . .\n. . . .\nO O . .\nX X . .", "A1", &["C1"]);
        check(". . . .\n. . . .\nO O O .\nX X . .", "A1", &[]);
        check(
            ". . . .\nX O X .\nO X O .\n. . . .",
            "B2",
            &["A1", "B4", "B1"],
        );
        check("O . . .\n. . . .\nO O O O\nX X X .", "A1", &[]);
    }
}
