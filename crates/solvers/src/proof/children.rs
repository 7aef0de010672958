//! The children of a node of a [`Solver`](super::solver::Solver), and which of them is visited next.

use super::game::{ProofGame, Successor};
use super::numbers::{INFINITE, Numbers, Side};
use super::selection::{Candidate, Selection};

/// A move of a node and what is known of the position after it.
pub(super) struct Child<G: ProofGame> {
    pub(super) successor: Successor<G::Move, G::Position>,
    pub(super) key: u64,
    pub(super) numbers: Numbers,
    /// The highest node on which a failure depends, as the number of nodes down to it; `usize::MAX` if it holds
    /// everywhere.
    pub(super) depends_on: usize,
    /// The zone, if it is settled.
    pub(super) zone: Option<G::Zone>,
}

/// Whether a child is lost for the player who moves there, on any path.
pub(super) const fn is_lost_for_good<G: ProofGame>(side: Side, child: &Child<G>) -> bool {
    side.to_lose(child.numbers) == 0 && child.depends_on == usize::MAX
}

/// The open children, costs added to the work to win them; nothing if none is open.
pub(super) fn select<G: ProofGame>(children: &[Child<G>], side: Side) -> Option<Selection> {
    Selection::of(open_children(children, side).map(|(place, child, to_win)| {
        let to_lose = side.to_lose(child.numbers);
        let candidate = Candidate {
            to_win,
            to_lose,
            rank: 0,
        };
        (place, candidate)
    }))
}

/// The open children with their places and the work to win them, costs included.
pub(super) fn open_children<G: ProofGame>(
    children: &[Child<G>],
    side: Side,
) -> impl Iterator<Item = (usize, &Child<G>, u32)> {
    let children = children.iter().enumerate();
    let open = children.filter(|(_, child)| child.numbers.is_open());
    open.map(move |(place, child)| {
        let to_win = side.to_win(child.numbers);
        (place, child, to_win.saturating_add(child.successor.cost))
    })
}

/// Twice as much, so that the search does not jump between children of equal merit.
pub(super) fn relaxed(second: u32) -> u32 {
    (2 * second + 1).min(INFINITE)
}
