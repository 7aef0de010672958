//! Static proofs about a position, whichever side is to move: computed once, used by several deciders and by reading.

use std::sync::{Arc, OnceLock};

use crate::base::Budget;
use crate::board::{Board, Color, PerColor, PointSet};
use crate::endgame::{Partition, Settled};
use crate::region::Kept;
use crate::safety::{SafetyMap, StaticSafety, static_safety};

/// Positions whose proofs are kept: the present one, the one before, and a few others.
const MOST: usize = 4;

/// The proofs about one position.
#[derive(Debug)]
pub(super) struct Proofs {
    /// The stones of the position: with the rule of suicide all that the proofs depend on.
    stones: PerColor<PointSet>,
    allows_suicide: bool,
    safety: PerColor<StaticSafety>,
    /// Whether neither time nor a cancel cut them short.
    is_complete: bool,
    /// The board taken apart.
    pub(super) partition: Partition,
    /// What each color keeps by local search as well, once a search was not cut short.
    pub(super) searched: OnceLock<PerColor<Kept>>,
}

impl Proofs {
    /// What is safe for a color under alternate play, with the pairs and eye spaces that show it.
    pub(super) const fn safety(&self, color: Color) -> &StaticSafety {
        &self.safety.0[color.index()]
    }

    /// What these proofs settle in a later position of the same game; nothing, if a stone that they rest on is gone.
    pub(super) fn still_settled(&self, later: &Board) -> Settled {
        let is_there = |color: Color| {
            let mut walls = self.partition.walls[color].iter();
            walls.all(|stone| later.color(stone) == Some(color))
        };
        if Color::BOTH.into_iter().all(is_there) {
            self.partition.settled(later)
        } else {
            Settled::default()
        }
    }

    /// What holds under alternate play.
    pub(super) fn alternate(&self, board: &Board) -> SafetyMap {
        SafetyMap::new(
            board,
            PerColor::from_fn(|color| self.safety[color].stones),
            PerColor::from_fn(|color| self.safety[color].territory),
        )
    }
}

/// The proofs about the latest positions.
#[derive(Debug, Default)]
pub(super) struct ProofCache {
    /// The latest one last.
    positions: Vec<Arc<Proofs>>,
}

impl ProofCache {
    /// The proofs about a position. New ones cost about ten milliseconds on a 19x19 board, up to half a second where
    /// many walls have to be searched for. They end with the time of `limits`, whose nodes do not
    /// count. What the time or a cancel cut short is found anew as soon as there is time.
    pub(super) fn about(&mut self, board: &Board, limits: &Budget) -> Arc<Proofs> {
        if let Some(known) = self.known(board, limits) {
            return known;
        }
        let safety = PerColor::from_fn(|color| static_safety(board, color));
        let partition = Partition::from_safety(board, &safety, limits);
        let proofs = Arc::new(Proofs {
            partition,
            stones: stones_of(board),
            allows_suicide: board.allows_suicide(),
            safety,
            searched: OnceLock::new(),
            is_complete: limits.check().is_ok(),
        });
        if self.positions.len() == MOST {
            self.positions.remove(0);
        }
        self.positions.push(Arc::clone(&proofs));
        proofs
    }

    /// The proofs about a position, if they are known. Those that were cut short count only where `limits` leave no
    /// time for others, and are dropped otherwise.
    pub(super) fn known(&mut self, board: &Board, limits: &Budget) -> Option<Arc<Proofs>> {
        let (stones, allows_suicide) = (stones_of(board), board.allows_suicide());
        let found = self.positions.iter().position(|proofs| {
            proofs.stones == stones && proofs.allows_suicide == allows_suicide
        })?;
        let proofs = self.positions.remove(found);
        if !proofs.is_complete && limits.check().is_ok() {
            return None;
        }
        self.positions.push(Arc::clone(&proofs));
        Some(proofs)
    }

    /// The latest proofs, which may be about an earlier position of the game or about another one.
    pub(super) fn latest(&self) -> Option<&Proofs> {
        self.positions.last().map(Arc::as_ref)
    }
}

fn stones_of(board: &Board) -> PerColor<PointSet> {
    PerColor::from_fn(|color: Color| board.points_of(color).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::base::CancelToken;

    #[test]
    fn a_position_is_weighed_once() {
        let mut known = ProofCache::default();
        let board: Board = ". X . X O .\nX X X X O O\nO O O O O O\nO . O . O O"
            .parse()
            .unwrap();
        let go_on = Budget::unlimited();
        let first = known.about(&board, &go_on);
        assert!(Arc::ptr_eq(&first, &known.about(&board, &go_on)));
        assert_eq!(first.alternate(&board), SafetyMap::alternate(&board));
        let other = board.clone().with_suicide(true);
        assert!(!Arc::ptr_eq(&first, &known.about(&other, &go_on)));
    }

    #[test]
    fn what_was_cut_short_is_kept_until_there_is_time() {
        let board: Board = ". X O .\n. X O .".parse().unwrap();
        let in_time = Budget::unlimited();
        let cancel = CancelToken::new();
        cancel.cancel();
        let late = Budget::unlimited().until(Instant::now());
        for short_of_time in [late, Budget::unlimited().with_cancel(&cancel)] {
            let mut known = ProofCache::default();
            let short = known.about(&board, &short_of_time);
            assert!(Arc::ptr_eq(&short, &known.about(&board, &short_of_time)));
            assert!(known.known(&board, &in_time).is_none());
            let whole = known.about(&board, &in_time);
            assert!(Arc::ptr_eq(&whole, &known.about(&board, &short_of_time)));
            assert!(known.known(&board, &in_time).is_some());
        }
    }
}
