//! The words for kos, with one meaning each, in all of `tactics` and `tsumego`.
//!
//! | word | meaning |
//! |---|---|
//! | prover, refuter | the side that makes a claim, and the other side; either may be the attacker |
//! | ko threat | the right to *retake* a ko at once, where the rules forbid it for one move; its place is left open |
//! | [`KoThreats`] | which side has threats while a claim is tried, and how many |
//! | rank | the place of [`KoThreats`] from the hardest claim of the prover to the easiest |
//! | endless | without a bound on the retakes |
//! | [`TWO`] | the retakes that a side with few threats has |
//! | clean | a success that needs no ko |
//! | grade, [`Success`] | how good a success is: clean, by a ko taken first, by a ko that needs a threat, or none |
//! | `GRADES` | the threats under which a claim is tried to find its grade |
//! | favorable ko | for one side, a ko that the other side takes first or has to find the first threat for |
//!
//! A claim is tried once for each of `GRADES` until it is proved. `region` is on the same floor and has its own type
//! for the two cases that it needs (`region::count::RegionKo`), with the same words.

/// Retakes of a side with few threats: enough for kos of two steps. In practice no side has threats for more.
pub const TWO: u8 = 2;

/// The longest line shown, in moves.
pub(crate) const LONGEST_LINE: usize = 30;

/// Which side has ko threats in a claim of a prover against a refuter, and how many.
///
/// A side with a threat may retake a ko at once. The values stand from the hardest to the easiest for the prover: a
/// claim that is proved holds with every later value, one that fails also fails with every earlier value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoThreats {
    /// The refuter may retake every ko at once, without end: what is proved is clean.
    RefuterEndless,
    /// The refuter may retake this many times.
    Refuter(u8),
    /// Neither side has threats.
    Nobody,
    /// The prover may retake this many times.
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

    /// Retakes in the claim with a rank; 0 where no side has a bounded number.
    pub(crate) const fn usual_count(rank: usize) -> u8 {
        if rank == Self::REFUTER_TWO.rank() || rank == Self::PROVER_TWO.rank() {
            TWO
        } else {
            0
        }
    }

    /// The number of retakes; `None` if there is no bound, or if neither side may retake.
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
    /// By a ko that it takes first, so that the other side needs the first threat.
    KoTakingFirst,
    /// Whatever the other side does, without a ko.
    Clean,
}

impl Success {
    /// The same result as a success of the other side, which answers.
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

/// The threats under which a claim is tried, with the success of the other side if it fails, from the best to the
/// worst.
pub(crate) fn grades_against() -> impl Iterator<Item = (KoThreats, Success)> {
    let threats = GRADES.into_iter().rev().map(|(threats, _)| threats);
    threats.zip(GRADES.into_iter().map(|(_, success)| success))
}
