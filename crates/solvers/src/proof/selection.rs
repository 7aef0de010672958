//! Which child a df-pn search visits next, and within which limits.
//!
//! Sources: Nagai (2002) for the limits of df-pn; Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search"
//! (2008), for [`Weighing::Hardest`].

use super::numbers::{INFINITE, Numbers, Side};

/// How the work to lose a node follows from the work to lose its children, all of which the player to move must lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    /// The sum over the children, as in plain proof-number search.
    Sum,
    /// The work for the hardest child, and a constant for each other open child. Children that share most of their
    /// positions are not counted again and again.
    Hardest {
        /// What each other child adds.
        each_other: u32,
    },
}

/// An open child, from the view of the player to move at its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) to_win: u32,
    pub(super) to_lose: u32,
    /// Among children with the same work to win, the one of least rank is visited first, then the one in front.
    pub(super) rank: u32,
}

/// The open children of a node, summed up for the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    /// The child that is easiest to win.
    pub(super) first: usize,
    best: Candidate,
    /// The work to win the next best child; infinite if there is none.
    pub(super) second: u32,
    n_open: u32,
    hardest: u32,
    sum: u32,
}

impl Selection {
    /// Sums up the open children, each with its place among all; nothing if none is open.
    pub(super) fn of(open: impl Iterator<Item = (usize, Candidate)>) -> Option<Self> {
        let mut selection: Option<Self> = None;
        for (place, child) in open {
            let Some(so_far) = &mut selection else {
                selection = Some(Self {
                    first: place,
                    best: child,
                    second: INFINITE,
                    n_open: 1,
                    hardest: child.to_lose,
                    sum: child.to_lose,
                });
                continue;
            };
            so_far.n_open += 1;
            so_far.hardest = so_far.hardest.max(child.to_lose);
            so_far.sum = (so_far.sum + child.to_lose).min(INFINITE - 1);
            if (child.to_win, child.rank) < (so_far.best.to_win, so_far.best.rank) {
                so_far.second = so_far.second.min(so_far.best.to_win);
                so_far.best = child;
                so_far.first = place;
            } else {
                so_far.second = so_far.second.min(child.to_win);
            }
        }
        selection
    }

    /// The work to win by the best child.
    pub(super) const fn work_to_win(&self) -> u32 {
        self.best.to_win
    }

    /// The number of open children.
    pub(super) const fn n_open(&self) -> usize {
        self.n_open as usize
    }

    /// What the other children add to the work to lose the node.
    const fn beside(&self, weighing: Weighing) -> u32 {
        match weighing {
            Weighing::Sum => self.sum.saturating_sub(self.best.to_lose),
            Weighing::Hardest { each_other } => each_other * (self.n_open - 1),
        }
    }

    /// The numbers of the node.
    pub(super) fn numbers(&self, side: Side, weighing: Weighing) -> Numbers {
        let to_lose = match weighing {
            Weighing::Sum => self.sum,
            Weighing::Hardest { .. } => self.hardest + self.beside(weighing),
        };
        side.numbers(self.best.to_win, to_lose.min(INFINITE - 1))
    }

    /// The limits for a visit of the chosen child, from those of the node. `slack` is the work to win at which another
    /// child is preferred; `cost` is that of the child.
    pub(super) fn limits(
        &self,
        side: Side,
        weighing: Weighing,
        limits: Numbers,
        slack: u32,
        cost: u32,
    ) -> Numbers {
        side.numbers(
            reduced(side.to_win(limits).min(slack), cost),
            reduced(side.to_lose(limits), self.beside(weighing)),
        )
    }
}

/// A limit less what is counted elsewhere; an infinite limit stays infinite.
const fn reduced(limit: u32, by: u32) -> u32 {
    if limit >= INFINITE {
        INFINITE
    } else {
        limit.saturating_sub(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn select(children: &[(u32, u32)]) -> Selection {
        let candidates = children.iter().map(|&(to_win, to_lose)| Candidate {
            to_win,
            to_lose,
            rank: 0,
        });
        Selection::of(candidates.enumerate()).unwrap()
    }

    #[test]
    fn a_node_is_as_good_as_its_best_child() {
        let selection = select(&[(5, 1), (2, 7), (3, 4), (2, 1)]);
        assert_eq!((selection.first, selection.second), (1, 2));
        let weak = Weighing::Hardest { each_other: 2 };
        for (weighing, to_lose, left) in [(Weighing::Sum, 13, 94), (weak, 13, 94)] {
            let numbers = selection.numbers(Side::Refuter, weighing);
            assert_eq!(numbers, Numbers::new(to_lose, 2));
            let limits = selection.limits(Side::Refuter, weighing, Numbers::new(100, 50), 4, 1);
            assert_eq!(limits, Numbers::new(left, 3));
        }
    }

    /// However often a sum counts the same position, an open node never looks settled.
    #[test]
    fn sums_stay_finite() {
        let hard = INFINITE - 1;
        let selection = select(&[(1, hard), (1, hard), (1, hard)]);
        for weighing in [Weighing::Sum, Weighing::Hardest { each_other: 1 }] {
            let numbers = selection.numbers(Side::Prover, weighing);
            assert_eq!(numbers, Numbers::new(1, INFINITE - 1));
            let limits = selection.limits(Side::Prover, weighing, Numbers::UNLIMITED, 9, 0);
            assert_eq!(limits, Numbers::new(9, INFINITE));
        }
    }
}
