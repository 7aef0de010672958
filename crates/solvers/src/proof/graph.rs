//! The graph that a [df-pn search](super::dfpn) walks by playing and undoing.

use super::numbers::Numbers;
use super::selection::Weighing;

/// Identifies a position in tables.
pub trait Key: Copy + Eq + Default {
    /// A place in a table whose length is a power of two.
    fn slot(self, length: usize) -> usize;
}

impl Key for u64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the index is masked to the length"
    )]
    fn slot(self, length: usize) -> usize {
        self as usize & (length - 1)
    }
}

/// A game between a prover and a refuter, walked by playing and undoing.
pub trait AndOrGraph {
    /// One move.
    type Move: Copy + PartialEq;

    /// Identifies a position: a hash, or the whole position.
    type Key: Key;

    /// What a proof rests on; `()` where [`Self::moves`] are all there are.
    type Zone: Copy + Default;

    /// How the work to lose a node follows from that to lose its children.
    const WEIGHING: Weighing = Weighing::Sum;

    /// Whether the search looks up all children again after each visit of one, and keeps the numbers of their parent
    /// each time. It pays where many lines lead to the same positions and a look-up is cheap.
    const REFRESHES: bool = true;

    /// Key of the position with the player to move and all else that moves depend on. Not the default.
    fn key(&self) -> Self::Key;

    /// Whether a position repeats one above it on the path, so that the prover fails there.
    fn is_repetition(above: Self::Key, key: Self::Key) -> bool {
        above == key
    }

    /// Which of several children with the same work to win is visited first, by the work to lose them: the least rank.
    fn rank(_to_lose: u32) -> u32 {
        0
    }

    /// Whether it is the prover's turn.
    fn is_prover_to_move(&self) -> bool;

    /// Whether the prover has won, or has failed, if that is settled.
    fn outcome(&self) -> Option<bool>;

    /// The moves of a position that is not settled, at least one, best first.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// Makes a move out of [`Self::moves`] or [`Self::replies_in`].
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn undo(&mut self);

    /// A guess at the work left, at least one each, where nothing is settled or known.
    fn first_numbers(&self) -> Numbers {
        Numbers::OPEN
    }

    /// The zone of a position that the prover has won.
    fn shown(&self) -> Self::Zone {
        Self::Zone::default()
    }

    /// The zone of a position in which the prover makes a move to one with the zone `after`.
    fn zone_of_move(&self, _mv: Self::Move, _after: &Self::Zone) -> Self::Zone {
        Self::Zone::default()
    }

    /// The zone of a position in which the refuter loses with each of some moves, with the zones after them.
    fn zone_of_replies(&self, _lost: &[(Self::Move, Self::Zone)]) -> Self::Zone {
        Self::Zone::default()
    }

    /// The moves of the refuter in a zone. All others but [`Self::moves`] lose for the reasons that the zone holds.
    fn replies_in(&self, _zone: &Self::Zone) -> Vec<Self::Move> {
        Vec::new()
    }
}
