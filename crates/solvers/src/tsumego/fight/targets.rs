//! The blocks that a fight is about, and which of them are still on the board.

use super::claim::Fight;
use super::position::Position;
use crate::tsumego::frame::cells::Cells;

impl<const N: usize> Fight<'_, N> {
    /// The stones of all blocks in question.
    #[must_use]
    pub fn target(&self, position: &Position<N>) -> Cells<N> {
        let targets = self.frame.targets;
        let left = if position.gone == 0 {
            targets
        } else {
            let named = (0..).zip(targets.each());
            let left = named.filter(|&(n, _)| position.gone >> n & 1 == 0);
            left.fold(Cells::EMPTY, |left, (_, cell)| left | cell)
        };
        self.frame.flood(left, position.defenders)
    }

    /// One bit for each block in question that some cells name, if the question is about several.
    pub(crate) fn named(&self, cells: Cells<N>) -> u32 {
        let targets = self.frame.targets;
        if !cells.intersects(targets) || self.is_about_one() {
            return 0;
        }
        let named = (0..).zip(targets.each());
        let here = named.filter(|&(_, cell)| cells.intersects(cell));
        here.fold(0, |bits, (n, _): (u32, _)| bits | 1 << n)
    }

    /// Whether the question is about a single block.
    pub(crate) fn is_about_one(&self) -> bool {
        self.frame.targets == self.frame.targets.first()
    }

    /// The blocks in question, one by one.
    pub(crate) fn blocks(&self, target: Cells<N>) -> impl Iterator<Item = Cells<N>> {
        let is_about_one = self.is_about_one();
        let mut rest = target;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let block = if is_about_one {
                rest
            } else {
                self.frame.flood(rest.first(), target)
            };
            rest &= !block;
            Some(block)
        })
    }
}
