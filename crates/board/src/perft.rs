//! Counts of legal lines of play: the standard test of a move generator.

use super::Board;
use crate::Color;

/// Which moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// A pass counts as a move; two passes in a row end the line.
    pub counts_passes: bool,
}

/// Number of legal lines of exactly `depth` moves from a position under simple ko. The players alternate; `to_move`
/// begins.
pub fn perft(board: &mut Board, to_move: Color, depth: u32, options: PerftOptions) -> u64 {
    count(board, to_move, depth, options, false)
}

fn count(
    board: &mut Board,
    to_move: Color,
    depth: u32,
    options: PerftOptions,
    after_pass: bool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let points = board.empty_points().to_vec();
    let mut n_lines = 0;
    for point in points {
        let below = board.probe(to_move, point, |board| {
            if depth == 1 {
                1
            } else {
                count(board, to_move.opponent(), depth - 1, options, false)
            }
        });
        n_lines += below.unwrap_or(0);
    }
    if options.counts_passes {
        if depth == 1 {
            n_lines += 1;
        } else if !after_pass {
            board.pass();
            n_lines += count(board, to_move.opponent(), depth - 1, options, true);
            board.undo();
        }
    }
    n_lines
}
