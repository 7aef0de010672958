//! Which blocks live together: region-connectedness and the support of a set of blocks.
//!
//! Two blocks are joined if they enclose a common small region; classes of the transitive closure are the sets in
//! which unconditional life can arise. Source: Benson (1976), section 7, Theorem 3.

use super::benson;
use super::region::Regions;
use crate::board::{Board, Color, PointSet};

/// The stones of all blocks that are region-connected with the blocks in `stones`, these included: `[Y]`.
///
/// `stones` names each block of the set by at least one of its stones; points without a stone of the color of
/// `regions` are skipped.
fn region_connected(board: &Board, regions: &Regions, stones: &PointSet) -> PointSet {
    let mut class = PointSet::EMPTY;
    let mut is_seen = vec![false; regions.len()];
    let mut open: Vec<_> = stones
        .iter()
        .filter(|&point| board.color(point) == Some(regions.color()))
        .collect();
    while let Some(head) = open.pop() {
        if class.contains(head) {
            continue;
        }
        class.extend(board.stones(head));
        for number in regions.around_block(board, head) {
            let region = regions.get(number);
            if region.is_small && !std::mem::replace(&mut is_seen[number], true) {
                let around = region.enclosing_blocks(board, regions.color());
                open.extend(around.into_iter().map(|id| board.block(id).head()));
            }
        }
    }
    class
}

/// The stones of the largest unconditionally alive set of blocks within `[Y]`: `S([Y])`. Empty if none of the blocks
/// in `stones`, nor of those connected with them, is safe.
///
/// Elimination within a class gives the same blocks as on the whole board, since a healthy region is
/// small and all blocks around it are thus in one class.
#[must_use]
pub fn support(board: &Board, regions: &Regions, stones: &PointSet) -> PointSet {
    region_connected(board, regions, stones) & benson::of_regions(board, regions).stones
}

/// The unconditionally alive stones of a color, one set for each class of region-connected blocks, in the order of
/// their first points.
#[must_use]
pub fn supports(board: &Board, color: Color) -> Vec<PointSet> {
    let regions = Regions::new(board, color);
    let safe = benson::of_regions(board, &regions).stones;
    let mut left = safe;
    let mut supports = Vec::new();
    while let Some(first) = left.first() {
        let class = region_connected(board, &regions, &PointSet::from_iter([first]));
        supports.push(class & safe);
        left -= class;
    }
    supports
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separate_groups_are_separate_supports() {
        let board: Board = ". X . X . . X .\nX X X X . X X X\n. . . . . X . X\n. . . . . X X X"
            .parse()
            .unwrap();
        let supports = supports(&board, Color::Black);
        let sizes: Vec<usize> = supports.iter().map(PointSet::len).collect();
        assert_eq!(sizes, [9, 6]);
    }

    #[test]
    fn the_support_of_an_unsafe_block_may_be_its_neighbors() {
        // The block on the right shares a small region with the living one, but has no eye of its own.
        let board: Board = ". X . X . X O\nX X X X X O .\nO O O O O O O"
            .parse()
            .unwrap();
        let regions = Regions::new(&board, Color::Black);
        let right = PointSet::from_iter(["F3".parse().unwrap()]);
        assert_eq!(region_connected(&board, &regions, &right).len(), 8);
        let support = support(&board, &regions, &right);
        assert_eq!(support.len(), 7);
        assert!(!support.intersects(&right));
    }
}
