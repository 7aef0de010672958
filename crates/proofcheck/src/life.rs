//! Blocks that can't be taken though their owner always passes.
//!
//! A *region* is a connected set of points without stones of the owner. It is *vital* to a block beside it if each of
//! its empty points is a liberty of the block. Of all blocks and regions, take away again and again the blocks with
//! fewer than two vital regions, and the regions beside a block taken away. What is left can't be taken: the attacker
//! would have to fill one vital region of a block but for the last point, where a stone is suicide as long as the other
//! one stands.
//!
//! Source: Benson (1976), "Life in the game of Go".

use super::grid::Grid;
use super::set::Set;

/// Vital regions that keep a block alive.
const ENOUGH: usize = 2;

/// Blocks that can't be taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alive {
    /// Their stones.
    pub(crate) stones: Set,
    /// Their stones, and the regions that keep them alive.
    pub(crate) shown: Set,
}

/// The blocks among `stones` that can't be taken. Regions count if they lie in `free`; `all` are the points of the
/// board.
pub(crate) fn pass_alive(grid: &Grid, stones: Set, all: Set, free: Set) -> Alive {
    pass_alive_among(grid, stones, all, all - stones, free)
}

/// The same, if only the points of `empty` count as empty.
pub(crate) fn pass_alive_among(grid: &Grid, stones: Set, all: Set, empty: Set, free: Set) -> Alive {
    let mut blocks = grid.parts(stones, stones);
    let others = all - stones;
    let mut regions = grid.parts(others, others);
    regions.retain(|region| region.is_within(free) && region.meets(empty));
    loop {
        let alive = blocks.iter().fold(Set::EMPTY, |all, &block| all | block);
        regions.retain(|&region| (grid.spread(region) & stones).is_within(alive));
        let n_before = blocks.len();
        blocks.retain(|&block| {
            let near = grid.spread(block);
            let vital = regions
                .iter()
                .filter(|&&region| (region & empty).is_within(near));
            vital.take(ENOUGH).count() == ENOUGH
        });
        if blocks.len() == n_before {
            let shown = regions.iter().fold(alive, |all, &region| all | region);
            return Alive {
                stones: alive,
                shown,
            };
        }
    }
}
