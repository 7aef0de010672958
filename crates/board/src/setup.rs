//! Positions from stones that are put on the board all at once, as in a diagram or a setup.

use thiserror::Error;

use super::{Block, BlockId, Board, Cell};
use crate::{Color, Point, Size, zobrist};

/// A block without liberties in a setup; the point is one of its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the block on {0} has no liberty")]
pub struct ChokedBlock(pub Point);

impl Board {
    /// A board with the given stones, put down all at once: without captures, ko or prisoners, and with suicide
    /// forbidden. If a point is given twice, its last color counts. Points outside the board are skipped.
    ///
    /// # Errors
    /// If a block would have no liberty.
    pub fn with_stones(
        size: Size,
        stones: impl IntoIterator<Item = (Color, Point)>,
    ) -> Result<Self, ChokedBlock> {
        let mut board = Self::new(size);
        for (color, point) in stones {
            if board.cell(point) != Cell::Wall {
                board.cells[point.index()] = color.into();
            }
        }
        board.empty.clear();
        let mut is_grouped = vec![false; board.cells.len()];
        for point in size.points() {
            match board.color(point) {
                None => board.push_empty(point),
                Some(color) if !is_grouped[point.index()] => {
                    board.group(color, point, &mut is_grouped)?
                }
                Some(_) => {}
            }
        }
        Ok(board)
    }

    /// Makes a block of the stones connected to `head`.
    #[expect(clippy::cast_possible_truncation, reason = "at most 625 blocks")]
    fn group(
        &mut self,
        color: Color,
        head: Point,
        is_grouped: &mut [bool],
    ) -> Result<(), ChokedBlock> {
        let id = BlockId(self.blocks.len() as u16);
        let mut block = Block::new(color, head);
        let mut stones = vec![head];
        is_grouped[head.index()] = true;
        let mut n_done = 0;
        while let Some(&stone) = stones.get(n_done) {
            n_done += 1;
            self.block_of[stone.index()] = id;
            self.hash ^= zobrist::stone(color, stone);
            block.n_stones += 1;
            for neighbor in stone.neighbors() {
                if self.is_empty(neighbor) {
                    block.add_liberty(neighbor);
                } else if self.color(neighbor) == Some(color) && !is_grouped[neighbor.index()] {
                    is_grouped[neighbor.index()] = true;
                    stones.push(neighbor);
                }
            }
        }
        for (&stone, &next) in stones.iter().zip(stones.iter().cycle().skip(1)) {
            self.next[stone.index()] = next;
        }
        self.blocks.push(block);
        if block.n_liberties == 0 {
            Err(ChokedBlock(head))
        } else {
            Ok(())
        }
    }
}
