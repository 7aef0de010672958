//! What an answer about a connection rests on, and how often such answers are right.

use crate::calibration::{Calibration, Confidence};

/// What an answer about a connection rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkBasis {
    /// Nothing: no answer was found.
    Nothing,
    /// The cutter was read after the joiner's move, or each of its own moves was, and showed no way to cut in time.
    NoCutShown,
    /// The joiner was read after the cutter's move, has no short way to join, and showed no longer one in time.
    NoJoinShown,
    /// A complete search of likely moves joins the two.
    LikelyJoin,
    /// A complete search of likely moves keeps them apart.
    LikelyCut,
    /// Among likely moves a ko decides.
    LikelyKo,
    /// A proof.
    Proof,
}

/// The kind of the rows about connections in the table of calibration.
const KIND: &str = "connection";

impl LinkBasis {
    /// Every basis.
    #[cfg(test)]
    const ALL: [Self; 7] = [
        Self::Nothing,
        Self::NoCutShown,
        Self::NoJoinShown,
        Self::LikelyJoin,
        Self::LikelyCut,
        Self::LikelyKo,
        Self::Proof,
    ];

    /// Its name in answers and in the table of calibration.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::NoCutShown => "no-cut-shown",
            Self::NoJoinShown => "no-join-shown",
            Self::LikelyJoin => "likely-moves-join",
            Self::LikelyCut => "likely-moves-cut",
            Self::LikelyKo => "likely-moves-ko",
            Self::Proof => "proof",
        }
    }

    /// How often answers that rest on it are right, as measured (`docs/measurements/calibration.md`): 1 for a proof
    /// alone.
    #[must_use]
    pub fn confidence(self) -> Confidence {
        match self {
            Self::Proof => Confidence::PROOF,
            Self::Nothing => Confidence::NONE,
            Self::NoCutShown
            | Self::NoJoinShown
            | Self::LikelyJoin
            | Self::LikelyCut
            | Self::LikelyKo => Calibration::measured().confidence(KIND, self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_basis_without_proof_has_a_row_and_every_row_a_basis() {
        let table = Calibration::measured();
        for basis in LinkBasis::ALL {
            let is_measured = !matches!(basis, LinkBasis::Proof | LinkBasis::Nothing);
            assert_eq!(table.row(KIND, basis.name()).is_some(), is_measured);
            let is_certain = basis.confidence() == Confidence::PROOF;
            assert_eq!(is_certain, basis == LinkBasis::Proof, "{basis:?}");
        }
        for row in table.rows().iter().filter(|row| row.kind == KIND) {
            let mut bases = LinkBasis::ALL.iter();
            assert!(bases.any(|basis| basis.name() == row.basis), "{row:?}");
        }
    }
}
