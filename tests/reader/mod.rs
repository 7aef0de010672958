//! The reader compared with exhaustive search, and tested against an opponent who plays anywhere.

mod captures;
mod changed;
mod composed;
mod connections;
mod easier;
mod enclosed;
mod given;
mod goals;
mod open;
pub(crate) mod oracle;
mod proof_lines;
mod proofs;
mod reasons;
mod small_boards;
mod soundness;
mod two_eyes;
pub(crate) mod verdict;
mod whole;
mod width;

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, PointSet, Size};

/// A board with random stones, with these percentages of white and of black points, and one of its black blocks.
fn scattered(rng: &mut Rng, size: Size, n_white: u32, n_black: u32) -> Option<(Board, Point)> {
    let stones = size.points().filter_map(|point| match rng.below(100) {
        n if n < n_white => Some((Color::White, point)),
        n if n < n_white + n_black => Some((Color::Black, point)),
        _ => None,
    });
    let board = Board::with_stones(size, stones.collect::<Vec<_>>()).ok()?;
    let blocks = board.first_stones(Color::Black);
    let target = *blocks.get(rng.index(blocks.len().max(1)))?;
    Some((board, target))
}

/// The block alone.
fn one_block(_: &mut Rng, _: &Board, target: Point) -> PointSet {
    target.into()
}

/// The block, and every second one of the other blocks of its color.
fn some_blocks(rng: &mut Rng, board: &Board, target: Point) -> PointSet {
    let color = board.color(target).unwrap();
    let others = board.first_stones(color).into_iter();
    let others = others.filter(|&other| board.block_id(other) != board.block_id(target));
    let mut blocks: PointSet = others.filter(|_| rng.below(2) == 0).collect();
    blocks.insert(target);
    blocks
}
