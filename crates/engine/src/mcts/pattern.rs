//! 3x3 patterns: shapes around an empty point where a local reply is often good.
//!
//! The shapes are those of MoGo (Gelly, Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo
//! Go", 2006, figures 3 to 6), in the variants that later programs use. A table has one bit for each of the 4^8
//! neighborhoods, so one look-up is enough. The table is filled with all symmetries and both colors when first used.

use std::sync::LazyLock;

use crate::board::{Board, Cell, Point};

/// The shapes, row by row from the top left; `*` is the point of the reply. `A` and `B` are the two colors, either
/// way round. `a` is anything on the board but A, `b` anything on the board but B. `#` is off the board, `.` is
/// empty, `?` is anything.
const SHAPES: &[&str] = &[
    // Hane around the head of a stone.
    "ABA .*. ???",
    "AB. .*. ?.?",
    "AB? A*. a.?",
    // Diagonal attachment.
    ".B. A*. a.a",
    // Cut of two unprotected stones.
    "AB? B*b ?b?",
    // Cut that was threatened by a peep.
    "AB? B*A ???",
    // Push through a one-point gap.
    "?A? B*B bbb",
    // Wedge at a keima.
    "AB? b*. ?.?",
    // At the edge: chase along the first line, block, connect, descend, cut.
    "A.? B*? ###",
    "BA? A*B ###",
    "?A? a*B ###",
    "?AB a*a ###",
    "?BA A*B ###",
];

/// A set of neighborhoods, indexed by [`neighborhood`].
struct Table(Vec<u64>);

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table(vec![0; 1 << 10]);
    for shape in SHAPES {
        for variant in variants(shape) {
            table.add(&variant, 0, 0);
        }
    }
    table
});

impl Table {
    /// Adds all neighborhoods that a shape allows; `code` stands for the first `n` points around the center.
    fn add(&mut self, shape: &[u8; 8], n: usize, code: usize) {
        let Some(&wanted) = shape.get(n) else {
            self.0[code / 64] |= 1 << (code % 64);
            return;
        };
        for cell in [Cell::Black, Cell::White, Cell::Empty, Cell::Wall] {
            if allows(wanted, cell) {
                self.add(shape, n + 1, code | (cell as usize) << (2 * n));
            }
        }
    }
}

/// Whether a character of a shape allows a cell; A is Black.
fn allows(wanted: u8, cell: Cell) -> bool {
    match wanted {
        b'A' => cell == Cell::Black,
        b'B' => cell == Cell::White,
        b'a' => matches!(cell, Cell::White | Cell::Empty),
        b'b' => matches!(cell, Cell::Black | Cell::Empty),
        b'.' => cell == Cell::Empty,
        b'#' => cell == Cell::Wall,
        _ => true,
    }
}

/// A shape in all eight symmetries and both colors: the characters around the center, in the order of
/// [`Point::around`].
fn variants(shape: &str) -> Vec<[u8; 8]> {
    let grid: Vec<u8> = shape.bytes().filter(|&c| c != b' ').collect();
    let mut variants = Vec::new();
    for symmetry in 0..8 {
        let mut around = [0; 8];
        let places = [
            (0, 0),
            (1, 0),
            (2, 0),
            (0, 1),
            (2, 1),
            (0, 2),
            (1, 2),
            (2, 2),
        ];
        for (place, (mut x, mut y)) in around.iter_mut().zip(places) {
            if symmetry & 1 != 0 {
                x = 2 - x;
            }
            if symmetry & 2 != 0 {
                y = 2 - y;
            }
            if symmetry & 4 != 0 {
                (x, y) = (y, x);
            }
            *place = grid[3 * (2 - y) + x];
        }
        variants.push(around);
        variants.push(around.map(|c| match c {
            b'A' => b'B',
            b'B' => b'A',
            b'a' => b'b',
            b'b' => b'a',
            other => other,
        }));
    }
    variants
}

/// The eight cells around a point as a number: two bits for each, in the order of [`Point::around`].
#[inline]
pub(super) fn neighborhood(board: &Board, point: Point) -> usize {
    let mut code = 0;
    for (n, around) in point.around().into_iter().enumerate() {
        code |= (board.cell(around) as usize) << (2 * n);
    }
    code
}

/// Whether the cells around an empty point match one of the shapes.
#[inline]
pub(super) fn matches(board: &Board, point: Point) -> bool {
    let code = neighborhood(board, point);
    TABLE.0[code / 64] >> (code % 64) & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagram: &str, point: &str, expected: bool) {
        let board: Board = diagram.parse().unwrap();
        let point: Point = point.parse().unwrap();
        assert_eq!(matches(&board, point), expected, "{point}\n{diagram}");
        let swapped: String = diagram
            .chars()
            .map(|c| match c {
                'X' => 'O',
                'O' => 'X',
                other => other,
            })
            .collect();
        assert_eq!(matches(&swapped.parse().unwrap(), point), expected);
    }

    #[test]
    fn shapes_are_found() {
        check(
            ". . . . .\n. X O X .\n. . . . .\n. . . . .\n. . . . .",
            "C3",
            true,
        );
        check(
            ". . . . .\n. X O . .\n. O . . .\n. . . . .\n. . . . .",
            "C3",
            true,
        );
        check(
            ". . . . .\n. X O . .\n. O . O .\n. . . . .\n. . . . .",
            "C3",
            false,
        );
        check(
            ". . . . .\n. . X . .\n. O . O .\n. . . . .\n. . . . .",
            "C3",
            true,
        );
        check(
            ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .",
            "C3",
            false,
        );
        check(
            ". . . . .\n. . . . .\n. . . . .\n. X . . .\n. O . . .",
            "C1",
            true,
        );
    }
}
