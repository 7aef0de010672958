//! What a graph has to tell a [df-pn search](super::dfpn) that walks it by playing and undoing.

/// A game between a prover and a refuter, walked by playing and undoing.
pub trait AndOrGraph {
    /// One move.
    type Move: Copy + PartialEq;

    /// What a proof rests on; `()` where [`Self::moves`] are all there are.
    type Zone: Copy + Default;

    /// Key of the position with the player to move and all else that moves depend on.
    fn key(&self) -> u64;

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

    /// A guess at the leaves to be settled for a win of the prover, and for one of the refuter, at least one each, where
    /// nothing is settled or known.
    fn first_numbers(&self) -> (u32, u32) {
        (1, 1)
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
