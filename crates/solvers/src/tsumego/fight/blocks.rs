//! The blocks of a fight's position with their liberties, worked out once for all moves.

use super::claim::Fight;
use super::position::Position;
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::frame::cells::MOST_CELLS;

/// A block in a fight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<const N: usize> {
    pub(crate) stones: Cells<N>,
    pub(crate) liberties: Cells<N>,
    pub(crate) is_attackers: bool,
    /// Whether the block is connected to something that can't be taken.
    pub(crate) is_rescued: bool,
}

/// What a stone does to the blocks around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effect<const N: usize> {
    /// The stones that it takes.
    pub(crate) taken: Cells<N>,
    /// The block that it becomes part of.
    pub(crate) made: Cells<N>,
    /// The liberties of that block.
    pub(crate) liberties: Cells<N>,
    /// Whether that block is connected to something that can't be taken.
    pub(crate) is_rescued: bool,
}

impl<const N: usize> Effect<N> {
    /// Whether the stone and its block are left without a liberty. Where the rules allow that, they are removed.
    pub(crate) const fn is_suicide(&self) -> bool {
        self.liberties.is_empty() && !self.is_rescued
    }
}

/// All blocks of a position.
pub(crate) struct Blocks<const N: usize> {
    blocks: Vec<Block<N>>,
    /// For each cell with a stone, the number of its block.
    number: [u8; MOST_CELLS],
}

impl<const N: usize> Blocks<N> {
    pub(crate) fn new(fight: &Fight<'_, N>, position: &Position<N>) -> Self {
        let mut blocks = Vec::with_capacity(32);
        blocks.extend(fight.blocks_near(position, fight.frame.cells));
        let mut number = [0; MOST_CELLS];
        for (n, block) in (0..).zip(&blocks) {
            for stone in block.stones.each() {
                number[stone.number() as usize] = n;
            }
        }
        Self { blocks, number }
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = Block<N>> {
        self.blocks.iter().copied()
    }

    /// The blocks with a stone in `near`. `near` holds only stones.
    pub(crate) fn of(&self, near: Cells<N>) -> impl Iterator<Item = Block<N>> {
        let mut rest = near;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let block = self.blocks[usize::from(self.number[rest.number() as usize])];
            rest &= !block.stones;
            Some(block)
        })
    }

    /// What a stone of the side to move on an empty cell does.
    pub(crate) fn effect(
        &self,
        fight: &Fight<'_, N>,
        position: &Position<N>,
        cell: Cells<N>,
    ) -> Effect<N> {
        let stones = position.attackers | position.defenders;
        fight.effect_beside(position, cell, self.of(fight.frame.spread(cell) & stones))
    }
}

impl<const N: usize> Fight<'_, N> {
    /// All blocks with a stone in `near`.
    pub(crate) fn blocks_near(
        &self,
        position: &Position<N>,
        near: Cells<N>,
    ) -> impl Iterator<Item = Block<N>> {
        let empty = self.empty(position);
        let (attackers, defenders) = (position.attackers, position.defenders);
        let sides = [(attackers, true), (defenders, false)].into_iter();
        sides.flat_map(move |(all, is_attackers)| {
            let rescue = self.rescue(is_attackers);
            self.frame.parts(near, all).map(move |stones| Block {
                stones,
                liberties: self.frame.spread(stones) & empty,
                is_attackers,
                is_rescued: stones.intersects(rescue),
            })
        })
    }

    /// What a stone of the side to move on an empty cell does.
    pub(crate) fn effect(&self, position: &Position<N>, cell: Cells<N>) -> Effect<N> {
        let beside = self.blocks_near(position, self.frame.spread(cell));
        self.effect_beside(position, cell, beside)
    }

    /// The same, given the blocks beside the cell.
    fn effect_beside(
        &self,
        position: &Position<N>,
        cell: Cells<N>,
        beside: impl Iterator<Item = Block<N>>,
    ) -> Effect<N> {
        let frame = self.frame;
        let mut effect = Effect {
            taken: Cells::EMPTY,
            made: cell,
            liberties: frame.spread(cell) & self.empty(position),
            is_rescued: cell.intersects(self.rescue(position.is_attacker_to_move)),
        };
        for block in beside {
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
            effect.liberties |= frame.spread(effect.made) & effect.taken;
        }
        effect
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::PointSet;
    use crate::tsumego::frame::{Boundary, Frame};
    use crate::tsumego::images::for_each_image;
    use crate::tsumego::question::Goal;

    /// What a stone does, worked out from the stones on the board after the move.
    fn effect_on_board(fight: &Fight<'_, 2>, position: &Position<2>, cell: Cells<2>) -> Effect<2> {
        let frame = fight.frame;
        let (own, other) = position.own_and_other();
        let empty = fight.empty(position) & !cell;
        let other_rescue = fight.rescue(!position.is_attacker_to_move);
        let mut taken = Cells::EMPTY;
        for stone in (frame.spread(cell) & other).each() {
            let block = frame.flood(stone, other);
            if !block.intersects(other_rescue) && !frame.spread(block).intersects(empty) {
                taken |= block;
            }
        }
        let made = frame.flood(cell, own | cell);
        Effect {
            taken,
            made,
            liberties: frame.spread(made) & (empty | taken),
            is_rescued: made.intersects(fight.rescue(position.is_attacker_to_move)),
        }
    }

    /// In parts of boards with walls and exits, the effects of a move computed from the blocks agree with the board
    /// after the move.
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
                    assert_eq!(effect, effect_on_board(&fight, &position, cell), "{board}");
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
