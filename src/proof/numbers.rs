//! Proof and disproof numbers.

/// Stands for a settled number; sums stop here.
pub const INFINITE: u32 = u32::MAX / 4;

/// Estimates of the work left for a proof and for a disproof; zero when done, infinite when impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Work left until the prover's success is shown.
    pub proof: u32,
    /// Work left until the prover's failure is shown.
    pub disproof: u32,
}

impl Numbers {
    /// Nothing is known.
    pub const OPEN: Self = Self {
        proof: 1,
        disproof: 1,
    };
    /// The prover succeeds.
    pub const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    /// The prover fails.
    pub const FAILED: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };
    /// No limit.
    pub const UNLIMITED: Self = Self {
        proof: INFINITE,
        disproof: INFINITE,
    };

    /// Whether the prover's success is shown.
    #[must_use]
    pub const fn is_proved(self) -> bool {
        self.proof == 0
    }

    /// Whether the prover's failure is shown.
    #[must_use]
    pub const fn is_failed(self) -> bool {
        self.disproof == 0
    }

    /// Whether neither is shown.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.proof != 0 && self.disproof != 0
    }
}

/// Leaves still to be settled for a win of the player to move (`phi`), and for a win of the other (`delta`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoverNumbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

impl MoverNumbers {
    pub(super) const UNKNOWN: Self = Self { phi: 1, delta: 1 };

    /// Guesses at the leaves to be settled for a win of the prover and of the refuter.
    pub(super) const fn guess((proof, disproof): (u32, u32), prover_moves: bool) -> Self {
        if prover_moves {
            Self {
                phi: proof,
                delta: disproof,
            }
        } else {
            Self {
                phi: disproof,
                delta: proof,
            }
        }
    }

    /// Leaves still to be settled for a win of the prover.
    pub(super) const fn proof(self, prover_moves: bool) -> u32 {
        if prover_moves { self.phi } else { self.delta }
    }

    pub(super) const fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// A settled node.
    pub(super) const fn settled(mover_wins: bool) -> Self {
        if mover_wins {
            Self {
                phi: 0,
                delta: INFINITE,
            }
        } else {
            Self {
                phi: INFINITE,
                delta: 0,
            }
        }
    }
}
