//! Dragons: blocks that can't be kept apart, and live or die together.

use super::connection::{Connection, ConnectionTarget};
use crate::base::Budget;
use crate::board::{Board, Point, PointSet};

/// The most blocks of a dragon.
const MOST_BLOCKS: usize = 16;

/// The distance over which connections of blocks are read, in steps along the lines: a jump over two points.
const REACH: usize = 3;

/// One stone of each block that can't be kept apart from the block on a point, itself included, as far as searches of
/// `nodes` nodes show; the searches look at likely moves only, so this is an estimate. All end when the time of
/// `limits` is over. Empty if there is no stone.
#[must_use]
pub fn dragon(board: &Board, stone: Point, nodes: u64, limits: &Budget) -> PointSet {
    let Some(block) = board.block_at(stone) else {
        return PointSet::EMPTY;
    };
    let own = board.first_stones(block.color());
    let mut found = vec![block.head()];
    let mut n_done = 0;
    while let Some(&from) = found.get(n_done) {
        n_done += 1;
        let stones: PointSet = board.stones(from).collect();
        let near = (0..REACH).fold(stones, |near, _| near.spread());
        for &head in &own {
            let is_new = found.len() < MOST_BLOCKS
                && !found
                    .iter()
                    .any(|&other| board.block_id(other) == board.block_id(head));
            if is_new
                && board.stones(head).any(|stone| near.contains(stone))
                && is_firm(board, from, head, nodes, limits)
            {
                found.push(head);
            }
        }
    }
    found.into_iter().collect()
}

fn is_firm(board: &Board, from: Point, to: Point, nodes: u64, limits: &Budget) -> bool {
    let connection = Connection::new(board, from, ConnectionTarget::Block(to));
    connection.is_some_and(|connection| connection.within(limits).is_firm(nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dragon_holds_the_blocks_that_no_move_cuts_off() {
        // A diagonal, a bamboo joint and a jump beside stones of the cutter.
        let board: Board = "\
            . . . . . . . . .\n\
            . X . X X . . . .\n\
            . X . X O O O . .\n\
            . . . O X . X O .\n\
            . . . . O O O . .\n\
            . . . . . . . . ."
            .parse()
            .unwrap();
        let of = |name: &str| {
            let found = dragon(&board, name.parse().unwrap(), 1000, &Budget::unlimited());
            let names = found.iter().map(|point| point.to_string());
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("B5"), "B4 D4");
        assert_eq!(of("E3"), "E3");
        assert_eq!(of("A1"), "");
    }
}
