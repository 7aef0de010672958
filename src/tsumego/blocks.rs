//! The blocks of a position of a fight with their liberties, worked out once for all moves.

use super::cells::Cells;
use super::fight::{Fight, MOST_CELLS, Position};

/// A block in a fight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<const N: usize> {
    pub(super) stones: Cells<N>,
    pub(super) liberties: Cells<N>,
    pub(super) is_attackers: bool,
    /// Whether it is connected to what can't be taken.
    pub(super) is_rescued: bool,
}

/// What a stone does to the blocks around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect<const N: usize> {
    /// The stones that it takes.
    pub(super) taken: Cells<N>,
    /// The block that it makes.
    pub(super) made: Cells<N>,
    /// The liberties of that.
    pub(super) liberties: Cells<N>,
    /// Whether that is connected to what can't be taken.
    pub(super) is_rescued: bool,
}

/// All blocks of a position.
pub(super) struct Blocks<const N: usize> {
    blocks: Vec<Block<N>>,
    /// The number of the block of each stone, by its cell.
    number: [u8; MOST_CELLS],
}

impl<const N: usize> Blocks<N> {
    pub(super) fn new(fight: &Fight<'_, N>, position: &Position<N>) -> Self {
        let mut blocks = Vec::with_capacity(32);
        let mut number = [0; MOST_CELLS];
        fight.each_block(position, |block| {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "as many blocks as cells at most"
            )]
            let n = blocks.len() as u8;
            for stone in block.stones.each() {
                number[stone.number() as usize] = n;
            }
            blocks.push(block);
        });
        Self { blocks, number }
    }

    pub(super) fn each(&self) -> impl Iterator<Item = &Block<N>> {
        self.blocks.iter()
    }

    /// The blocks that have one of the stones in `near`, which holds nothing else.
    pub(super) fn of(&self, near: Cells<N>) -> impl Iterator<Item = &Block<N>> {
        let mut rest = near;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let block = &self.blocks[usize::from(self.number[rest.number() as usize])];
            rest &= !block.stones;
            Some(block)
        })
    }

    /// What a stone of the player to move on an empty cell does.
    pub(super) fn effect(
        &self,
        fight: &Fight<'_, N>,
        position: &Position<N>,
        cell: Cells<N>,
    ) -> Effect<N> {
        let near = fight.frame.spread(cell);
        let stones = position.attackers | position.defenders;
        let mut effect = Effect {
            taken: Cells::EMPTY,
            made: cell,
            liberties: near & !stones,
            is_rescued: cell.intersects(fight.rescue(position.is_attacker_to_move)),
        };
        for block in self.of(near & stones) {
            if block.is_attackers == position.is_attacker_to_move {
                effect.made |= block.stones;
                effect.liberties |= block.liberties;
                effect.is_rescued |= block.is_rescued;
            } else if block.liberties == cell && !block.is_rescued {
                effect.taken |= block.stones;
            }
        }
        effect.liberties &= !cell;
        if !effect.taken.is_empty() {
            effect.liberties |= fight.frame.spread(effect.made) & effect.taken;
        }
        effect
    }
}

impl<const N: usize> Fight<'_, N> {
    /// Calls `visit` with all blocks one after the other.
    pub(super) fn each_block(&self, position: &Position<N>, mut visit: impl FnMut(Block<N>)) {
        let empty = self.empty(position);
        for (all, is_attackers) in [(position.attackers, true), (position.defenders, false)] {
            let rescue = self.rescue(is_attackers);
            let mut rest = all;
            while !rest.is_empty() {
                let stones = self.frame.flood(rest.first(), all);
                rest &= !stones;
                visit(Block {
                    stones,
                    liberties: self.frame.spread(stones) & empty,
                    is_attackers,
                    is_rescued: stones.intersects(rescue),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::claim::Goal;
    use super::super::frame::{Boundary, Frame};
    use super::super::images::for_each_image;
    use super::*;
    use crate::base::{PointSet, Rng};

    /// What the blocks say of a move is what is on the board after it, in parts of boards with walls and ways out.
    #[test]
    fn effects_are_those_of_moves_by_themselves() {
        let mut rng = Rng::new(12, 0);
        let (mut n_moves, mut n_taken, mut n_rescued) = (0, 0, 0);
        for_each_image(150, |board, _, _, target| {
            let window: PointSet = board.size().points().filter(|_| rng.below(4) > 0).collect();
            let boundary = Boundary::Open { least_liberties: 2 };
            let Some(frame) = Frame::<2>::new(board, target, &window, &PointSet::EMPTY, boundary)
            else {
                return;
            };
            let fight = Fight::without_threats(&frame, Goal::Kill);
            for is_attacker_to_move in [false, true] {
                let position = fight.start(is_attacker_to_move, Cells::EMPTY);
                let blocks = Blocks::new(&fight, &position);
                for cell in fight.empty(&position).each() {
                    let effect = blocks.effect(&fight, &position, cell);
                    assert_eq!(effect, fight.effect(&position, cell), "{board}");
                    n_moves += 1;
                    n_taken += usize::from(!effect.taken.is_empty());
                    n_rescued += usize::from(effect.is_rescued);
                }
            }
        });
        assert!(
            n_moves > 1000 && n_taken > 50 && n_rescued > 50,
            "{n_moves} {n_taken} {n_rescued}"
        );
    }
}
