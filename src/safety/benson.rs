//! Unconditional life: blocks that can't be captured though their owner passes forever.
//!
//! A set of blocks is unconditionally alive if each has two healthy regions that only blocks of the set enclose.
//! The largest such set is found by casting out, round by round, the blocks that lack two. Exact where suicide
//! is forbidden; where it is allowed, healthy is read more strictly (see [`Region`](super::region::Region)) and
//! the answer is exact again. Single-stone suicide changes nothing on the board and needs no care of its own.
//!
//! Source: Benson, "Life in the Game of Go" (1976), sections 4, 5 and 7.

use super::region::Regions;
use crate::base::{Color, N_INDICES, PointSet};
use crate::board::Board;

/// More vital regions than a block can ever lose.
const ENOUGH: u16 = u16::MAX / 2;

/// What one color has unconditionally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnconditionalLife {
    /// The stones of the unconditionally alive blocks.
    pub stones: PointSet,
    /// All points of the regions that only such blocks enclose and that are healthy for at least one of them.
    pub vital: PointSet,
}

impl UnconditionalLife {
    /// Stones and vital regions together.
    #[must_use]
    pub fn points(&self) -> PointSet {
        self.stones | self.vital
    }
}

/// The unconditional life of one color. Linear in the size of the board.
///
/// Assumes that the opponent may take every ko at once: the ko ban is not looked at, and can't matter, since the
/// owner passes.
#[must_use]
pub fn unconditional_life(board: &Board, color: Color) -> UnconditionalLife {
    let regions = Regions::new(board, color);
    of_regions(board, &regions)
}

/// As [`unconditional_life`], with regions already at hand.
#[must_use]
pub fn of_regions(board: &Board, regions: &Regions) -> UnconditionalLife {
    beside(board, regions, &PointSet::EMPTY)
}

/// What lives unconditionally if the blocks with a stone in `assumed` do; these are part of the answer.
#[must_use]
pub fn beside(board: &Board, regions: &Regions, assumed: &PointSet) -> UnconditionalLife {
    let mut n_vital = [0u16; N_INDICES];
    for id in regions.iter().flat_map(|region| &region.healthy_for) {
        n_vital[id.index()] += 1;
    }
    let heads = regions.heads();
    for stone in assumed {
        if board.color(stone) == Some(regions.color()) {
            n_vital[board.block_id(stone).index()] = ENOUGH;
        }
    }
    let mut is_vital: Vec<bool> = regions
        .iter()
        .map(|region| !region.healthy_for.is_empty())
        .collect();
    let mut is_cast_out = [false; N_INDICES];
    let mut open: Vec<_> = heads
        .iter()
        .copied()
        .filter(|&head| n_vital[board.block_id(head).index()] < 2)
        .collect();
    for &head in &open {
        is_cast_out[board.block_id(head).index()] = true;
    }
    while let Some(head) = open.pop() {
        for point in board.stones(head).flat_map(|stone| stone.neighbors()) {
            let Some(number) = regions.number(point) else {
                continue;
            };
            if !std::mem::replace(&mut is_vital[number], false) {
                continue;
            }
            for id in &regions.get(number).healthy_for {
                n_vital[id.index()] -= 1;
                if n_vital[id.index()] < 2 && !std::mem::replace(&mut is_cast_out[id.index()], true)
                {
                    open.push(board.block(*id).head());
                }
            }
        }
    }
    let mut life = UnconditionalLife::default();
    for &head in heads {
        if !is_cast_out[board.block_id(head).index()] {
            life.stones.extend(board.stones(head));
        }
    }
    for (region, is_vital) in regions.iter().zip(is_vital) {
        if is_vital {
            life.vital |= region.points;
        }
    }
    life
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which black stones are unconditionally alive: `*` in the second diagram.
    fn check(diagram: &str, expected: &str) {
        let board: Board = diagram.parse().unwrap();
        let life = unconditional_life(&board, Color::Black);
        let rows: Vec<String> = (0..board.size().height())
            .rev()
            .map(|y| {
                (0..board.size().width())
                    .map(|x| crate::base::Point::new(x, y))
                    .map(
                        |point| match (life.stones.contains(point), life.vital.contains(point)) {
                            (true, _) => '*',
                            (false, true) => '+',
                            (false, false) => '-',
                        },
                    )
                    .collect()
            })
            .collect();
        assert_eq!(rows.join(" "), expected, "{diagram}");
    }

    #[test]
    fn two_eyes_live() {
        check(". X . X\nX X X X\n. . . .", "+*+* **** ++++");
        check(". . X .\nX X X X\n. . . .\n. . . .", "++*+ **** ---- ----");
        // An empty point inside an eye touches no stone: the opponent may live there.
        check(
            ". . . X .\n. . X X X\n. X X . .\nX X . . .\n. . . . .",
            "----- ----- ----- ----- -----",
        );
    }

    #[test]
    fn blocks_joined_by_their_eyes_live() {
        check(". X O O\nX . X O\nO X X O\nO O O .", "---- ---- ---- ----");
        check(". X .\nX . X\n. X .", "+*+ *+* +*+");
    }

    #[test]
    fn casting_out_goes_on_until_nothing_changes() {
        // The left block has a second eye only if the right one lives, which has no eye of its own.
        check(". X . X O\nX X O X O\nX X X O .", "----- ----- -----");
    }
}
