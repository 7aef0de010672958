//! Running room: how far blocks can still get away from where they are.

use crate::board::{Board, Color, PointSet};

/// Steps from the blocks to the points that are counted.
const STEPS: usize = 6;

/// The number of ways out for some blocks of `owner`: empty points that are six steps away from them. The steps lead
/// over empty points without stones of the attacker beside them; own stones on the way cost none.
pub(super) fn n_exits(board: &Board, owner: Color, blocks: &PointSet) -> usize {
    let own: PointSet = board.points_of(owner).collect();
    let attacker: PointSet = board.points_of(owner.opponent()).collect();
    let empty: PointSet = board
        .size()
        .points()
        .filter(|&point| board.is_empty(point))
        .collect();
    let free = empty - attacker.spread();
    let mut seen = *blocks;
    let mut front = *blocks;
    let mut n_last = 0;
    for _ in 0..STEPS {
        let reached = (front.spread() & free) - seen;
        n_last = reached.len();
        seen |= reached;
        front = reached;
        loop {
            let joined = (front.spread() & own) - seen;
            if joined.is_empty() {
                break;
            }
            seen |= joined;
            front |= joined;
        }
    }
    n_last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exits(diagram: &str, stone: &str) -> usize {
        let board: Board = diagram.parse().unwrap();
        let stone = stone.parse().unwrap();
        let owner = board.color(stone).unwrap();
        n_exits(&board, owner, &board.stones(stone).collect())
    }

    #[test]
    fn a_block_in_the_open_has_ways_out_and_one_that_is_shut_in_has_none() {
        let open = "\
            . . . . . . . . .\n\
            X X . . . . . . .\n\
            O O . . . . . . .";
        // Along the two lower lines, as far as no black stone is near.
        assert_eq!(exits(open, "A1"), 3);
        let shut = "\
            X X X X . . . . .\n\
            . . . X . . . . .\n\
            O O . X . . . . .";
        assert_eq!(exits(shut, "A1"), 0);
    }

    #[test]
    fn friends_on_the_way_cost_no_step() {
        let alone = ". . . . . . . .\nO . . . . . . .";
        let friends = ". . . . . . . .\nO . O O . . . .";
        assert_eq!(exits(alone, "A1"), 2);
        assert_eq!(exits(friends, "A1"), 1);
        let behind = "O . . . . . X .\n. . . . . X . .";
        assert_eq!(exits(behind, "A2"), 0);
    }
}
