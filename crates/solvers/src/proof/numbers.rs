//! Proof and disproof numbers.

use crate::base::Stop;

/// Stands for a number that can never reach zero; finite numbers stay below it.
pub const INFINITE: u32 = u32::MAX / 4;

/// What a search found about the claim that the prover wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The prover wins by force.
    Proved,
    /// The search is complete: the prover cannot force a win.
    Disproved,
    /// The search ended early, for this reason.
    Unknown(Stop),
}

/// Estimates of the work left for a proof and for a disproof; zero when done, infinite when impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Work left until a win of the prover is shown.
    pub proof: u32,
    /// Work left until it is shown that the prover does not win.
    pub disproof: u32,
}

impl Numbers {
    /// Nothing is known.
    pub const OPEN: Self = Self {
        proof: 1,
        disproof: 1,
    };
    /// The prover wins.
    pub const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    /// The prover does not win.
    pub const DISPROVED: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };
    /// No limit.
    pub(super) const UNLIMITED: Self = Self {
        proof: INFINITE,
        disproof: INFINITE,
    };

    pub(crate) const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof }
    }

    /// Whether a win of the prover is shown.
    #[must_use]
    pub const fn is_proved(self) -> bool {
        self.proof == 0
    }

    /// Whether it is shown that the prover does not win.
    #[must_use]
    pub const fn is_disproved(self) -> bool {
        self.disproof == 0
    }

    /// Whether neither is shown.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.proof != 0 && self.disproof != 0
    }
}

/// One side of a game, and how it reads numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Prover,
    Refuter,
}

impl Side {
    pub(super) const fn of(is_prover: bool) -> Self {
        if is_prover {
            Self::Prover
        } else {
            Self::Refuter
        }
    }

    /// Work left until this side is shown to win.
    pub(super) const fn to_win(self, numbers: Numbers) -> u32 {
        match self {
            Self::Prover => numbers.proof,
            Self::Refuter => numbers.disproof,
        }
    }

    pub(super) const fn has_won(self, numbers: Numbers) -> bool {
        self.to_win(numbers) == 0
    }

    /// Work left until this side is shown to lose.
    pub(super) const fn to_lose(self, numbers: Numbers) -> u32 {
        match self {
            Self::Prover => numbers.disproof,
            Self::Refuter => numbers.proof,
        }
    }

    pub(super) const fn numbers(self, to_win: u32, to_lose: u32) -> Numbers {
        match self {
            Self::Prover => Numbers {
                proof: to_win,
                disproof: to_lose,
            },
            Self::Refuter => Numbers {
                proof: to_lose,
                disproof: to_win,
            },
        }
    }
}
