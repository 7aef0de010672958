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
