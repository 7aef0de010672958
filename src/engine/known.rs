//! What is proved about a position without looking at whose turn it is: computed once, asked for by several deciders.

use std::sync::Arc;

use crate::base::{Color, PerColor, PointSet};
use crate::board::Board;
use crate::endgame::Partition;
use crate::safety::{SafetyMap, StaticSafety, static_safety};

/// How many positions are remembered: the current one, the one before, and some room for looking around.
const MOST: usize = 4;

/// The proofs about one position.
#[derive(Debug)]
pub(super) struct Proofs {
    /// The stones of the position: all that the proofs depend on, besides the rule of suicide.
    stones: PerColor<PointSet>,
    allows_suicide: bool,
    safety: PerColor<StaticSafety>,
    /// The board taken apart.
    pub(super) partition: Partition,
}

impl Proofs {
    /// What holds under alternate play.
    pub(super) fn alternate(&self, board: &Board) -> SafetyMap {
        SafetyMap::new(
            board,
            PerColor::from_fn(|color| self.safety[color].stones),
            PerColor::from_fn(|color| self.safety[color].territory),
        )
    }
}

/// The proofs about the positions asked for last.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The latest one last.
    positions: Vec<Arc<Proofs>>,
}

impl Known {
    /// The proofs about a position. About ten milliseconds on a full board, if they are new.
    pub(super) fn about(&mut self, board: &Board) -> Arc<Proofs> {
        let stones = PerColor::from_fn(|color: Color| board.points_of(color).collect());
        let allows_suicide = board.allows_suicide();
        let is_same = |proofs: &Arc<Proofs>| {
            proofs.stones == stones && proofs.allows_suicide == allows_suicide
        };
        let proofs = match self.positions.iter().position(is_same) {
            Some(found) => self.positions.remove(found),
            None => {
                let safety = PerColor::from_fn(|color| static_safety(board, color));
                Arc::new(Proofs {
                    partition: Partition::from_safety(board, &safety),
                    stones,
                    allows_suicide,
                    safety,
                })
            }
        };
        if self.positions.len() == MOST {
            self.positions.remove(0);
        }
        self.positions.push(Arc::clone(&proofs));
        proofs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_weighed_once() {
        let mut known = Known::default();
        let board: Board = ". X . X O .\nX X X X O O\nO O O O O O\nO . O . O O"
            .parse()
            .unwrap();
        let first = known.about(&board);
        assert!(Arc::ptr_eq(&first, &known.about(&board)));
        assert_eq!(first.alternate(&board), SafetyMap::alternate(&board));
        let other = board.clone().with_suicide(true);
        assert!(!Arc::ptr_eq(&first, &known.about(&other)));
    }
}
