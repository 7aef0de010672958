//! Kos: which side has ko threats, and how good a success is that depends on a ko.

/// Retakes that "two threats" allow: enough for kos of two steps. A side that succeeds only by retaking more often lacks the
/// threats for it in practice.
pub const TWO: u8 = 2;

/// Moves shown of a line at most.
pub(crate) const LONGEST_LINE: usize = 30;

/// Which side has ko threats in a claim of a prover against a refuter, and how many.
///
/// A side with a threat may retake a ko at once. The values stand from the hardest to the easiest for the prover: a claim that
/// is proved holds with every later value, one that fails also fails with every earlier value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoThreats {
    /// The refuter may retake every ko at once, without end: what is proved is clean.
    RefuterEndless,
    /// The refuter may retake so many times.
    Refuter(u8),
    /// Neither side has threats.
    Nobody,
    /// The prover may retake so many times.
    Prover(u8),
    /// The prover may retake every ko at once, without end: what fails then fails without any ko.
    ProverEndless,
}

impl KoThreats {
    /// The refuter may retake twice.
    pub const REFUTER_TWO: Self = Self::Refuter(TWO);

    /// The prover may retake twice.
    pub const PROVER_TWO: Self = Self::Prover(TWO);

    /// Number of [ranks](Self::rank).
    pub const N_RANKS: usize = 5;

    /// From 0 for the hardest to 4 for the easiest claim of the prover, whatever the count of threats.
    #[must_use]
    pub const fn rank(self) -> usize {
        match self {
            Self::RefuterEndless => 0,
            Self::Refuter(_) => 1,
            Self::Nobody => 2,
            Self::Prover(_) => 3,
            Self::ProverEndless => 4,
        }
    }

    /// How often a ko may be retaken at once in the claim with a rank; 0 where there is no such bound.
    pub(crate) const fn usual_count(rank: usize) -> u8 {
        if rank == Self::REFUTER_TWO.rank() || rank == Self::PROVER_TWO.rank() {
            TWO
        } else {
            0
        }
    }

    /// How often a ko may be retaken at once; `None` if there is no end to it, or nobody may.
    #[must_use]
    pub const fn count(self) -> Option<u8> {
        match self {
            Self::Refuter(n) | Self::Prover(n) => Some(n),
            Self::RefuterEndless | Self::Nobody | Self::ProverEndless => None,
        }
    }

    /// Whether the prover, or else the refuter, has threats.
    #[must_use]
    pub const fn favor(self, is_prover: bool) -> bool {
        match self {
            Self::RefuterEndless | Self::Refuter(_) => !is_prover,
            Self::Nobody => false,
            Self::Prover(_) | Self::ProverEndless => is_prover,
        }
    }

    /// Whether the prover, or else the refuter, may retake every ko without end.
    #[must_use]
    pub const fn are_endless_for(self, is_prover: bool) -> bool {
        self.favor(is_prover) && self.count().is_none()
    }
}

/// How well the side that moves first reaches its goal, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Success {
    /// It fails.
    None,
    /// By a ko for which it needs the first threat.
    KoNeedingThreat,
    /// By a ko that it takes first.
    KoTakingFirst,
    /// Whatever the other side does, without a ko.
    Clean,
}

impl Success {
    /// How well the other side, which answers, keeps its own aim against this.
    #[must_use]
    pub const fn of_the_other(self) -> Self {
        match self {
            Self::None => Self::Clean,
            Self::KoNeedingThreat => Self::KoTakingFirst,
            Self::KoTakingFirst => Self::KoNeedingThreat,
            Self::Clean => Self::None,
        }
    }
}

/// The threats under which a claim is tried, from the hardest to the easiest, with the success that it then shows.
pub(crate) const GRADES: [(KoThreats, Success); 3] = [
    (KoThreats::REFUTER_TWO, Success::Clean),
    (KoThreats::Nobody, Success::KoTakingFirst),
    (KoThreats::ProverEndless, Success::KoNeedingThreat),
];

/// The same for the other side: how well it succeeds if the claim fails under these threats, from the best to the worst.
pub(crate) fn grades_against() -> impl Iterator<Item = (KoThreats, Success)> {
    let threats = GRADES.into_iter().rev().map(|(threats, _)| threats);
    threats.zip(GRADES.into_iter().map(|(_, success)| success))
}
