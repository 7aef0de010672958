//! What an answer of the reader rests on, and how often answers that rest on it are right.

use crate::calibration::{Calibration, Confidence};
use crate::tsumego::question::Goal;

/// What an answer rests on. It decides what the rest of the program does with the answer; the
/// [confidence](Self::confidence) is only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Nothing: no answer was found.
    Nothing,
    /// No search of an optimistic frame has ended, but one looks easier to prove than to refute.
    Promising(Support),
    /// The goal is reached in an optimistic frame.
    Optimistic(Support),
    /// The goal is reached in a pessimistic frame, but for a gap.
    Pessimistic(Gap),
    /// A frame shows a ko.
    Ko(FrameKind),
    /// The goal is not reached in one optimistic frame, or in none of the pessimistic ones.
    Failure(FrameKind),
    /// A search among selected moves.
    SelectedMoves,
    /// Reading of the capture of a block with few liberties, among likely moves.
    FewLiberties(Taking),
    /// A proof that takes something for granted: that some stones stand, or that the other side has few ko threats.
    Given(Grant),
    /// Evaluations of a network and the running room, where reading leaves the question open.
    Network(Clearness),
    /// A proof.
    Proof,
}

/// The two kinds of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameKind {
    /// The frame helps the claim: what fails in it fails on the board.
    Optimistic,
    /// The frame gives away what lies outside: what is reached in it is reached on the board.
    Pessimistic,
}

/// What optimistic frames show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Support {
    /// The block lives.
    Life,
    /// The block is killed; few frames are decided.
    KillInFew,
    /// The block is killed; many frames are decided, the largest by this success.
    KillInMany,
}

/// Optimistic frames that have to be decided to count as many.
const MANY_FRAMES: usize = 4;

impl Support {
    /// The support by `n_decided` optimistic frames in which the goal is reached.
    pub(super) const fn of(goal: Goal, n_decided: usize) -> Self {
        match goal {
            Goal::Live => Self::Life,
            Goal::Kill if n_decided >= MANY_FRAMES => Self::KillInMany,
            Goal::Kill => Self::KillInFew,
        }
    }
}

/// What reading of few liberties shows about a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Taking {
    /// It is taken if the attacker moves first, or even if its owner does.
    Taken,
    /// A ko decides whether it is taken.
    Ko,
    /// No capture was found.
    NotTaken,
    /// A move of its owner saves it from being taken.
    Saved,
}

/// What a proof takes for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grant {
    /// That stones stand which a network calls certain.
    Certain,
    /// That walls of the attacker stand that are not short of liberties, and stones that it will play to block exits.
    Walls,
    /// Only that the side against which it is has no more ko threats than [`TWO`](crate::tactics::ko::TWO).
    Threats,
}

/// How clear evaluations of a network about blocks are, by the logarithm of the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clearness {
    /// Less than 1.
    Faint,
    /// From 1 on.
    Likely,
    /// From 2.5 on.
    Clear,
}

impl Clearness {
    /// That of an answer by the logarithm of its odds.
    #[must_use]
    pub fn of(log_odds: f32) -> Self {
        match log_odds.abs() {
            odds if odds < 1.0 => Self::Faint,
            odds if odds < 2.5 => Self::Likely,
            _ => Self::Clear,
        }
    }
}

/// What a success in a pessimistic frame lacks to be a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gap {
    /// It is open whether the other side's ko threats matter.
    KoThreats,
    /// It holds against two ko threats, not against endless ones, and the stones around the frame may be taken.
    MoreKoThreats,
    /// The stones around the frame may be taken.
    Walls,
    /// It is proved about the blocks that the block is connected with; that it can't be cut off from them is not.
    Connections,
}

/// How reliable an answer is for the rest of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// It is wrong as often as right, or nothing is claimed.
    Doubtful,
    /// It is more often right than wrong.
    Likely,
    /// It is seldom wrong.
    NearlySure,
    /// It is proved.
    Proved,
}

/// The kind of the reader's rows in the table of calibration.
const KIND: &str = "reader";

/// The kind of the row of searches among selected moves, which is measured in another way.
const KIND_OF_GOALS: &str = "goals";

/// The kind of the rows of captures, which are measured in another way.
const KIND_OF_CAPTURES: &str = "capture";

/// The kind of the row of answers of a network, which is measured in another way.
const KIND_OF_NETWORK: &str = "network";

impl Basis {
    /// Every basis.
    pub const ALL: [Self; 27] = [
        Self::Nothing,
        Self::Promising(Support::Life),
        Self::Promising(Support::KillInFew),
        Self::Promising(Support::KillInMany),
        Self::Optimistic(Support::Life),
        Self::Optimistic(Support::KillInFew),
        Self::Optimistic(Support::KillInMany),
        Self::Pessimistic(Gap::KoThreats),
        Self::Pessimistic(Gap::MoreKoThreats),
        Self::Pessimistic(Gap::Walls),
        Self::Pessimistic(Gap::Connections),
        Self::Ko(FrameKind::Optimistic),
        Self::Ko(FrameKind::Pessimistic),
        Self::Failure(FrameKind::Optimistic),
        Self::Failure(FrameKind::Pessimistic),
        Self::SelectedMoves,
        Self::FewLiberties(Taking::Taken),
        Self::FewLiberties(Taking::Ko),
        Self::FewLiberties(Taking::NotTaken),
        Self::FewLiberties(Taking::Saved),
        Self::Given(Grant::Certain),
        Self::Given(Grant::Walls),
        Self::Given(Grant::Threats),
        Self::Network(Clearness::Faint),
        Self::Network(Clearness::Likely),
        Self::Network(Clearness::Clear),
        Self::Proof,
    ];

    /// Whether it is a proof, outright or if what it takes for granted is so.
    #[must_use]
    pub const fn is_shown(self) -> bool {
        matches!(self, Self::Proof | Self::Given(_))
    }

    /// Whether the answer is proved.
    #[must_use]
    pub const fn is_proof(self) -> bool {
        matches!(self, Self::Proof)
    }

    /// How reliable the answer is for the rest of the program.
    pub const fn trust(self) -> Trust {
        match self {
            Self::Nothing
            | Self::Promising(Support::Life)
            | Self::Optimistic(Support::Life)
            | Self::Ko(_)
            | Self::SelectedMoves
            | Self::FewLiberties(Taking::Ko | Taking::NotTaken | Taking::Saved)
            | Self::Network(_) => Trust::Doubtful,
            Self::Promising(Support::KillInFew)
            | Self::Optimistic(Support::KillInFew)
            | Self::Given(Grant::Certain | Grant::Walls)
            | Self::Pessimistic(Gap::KoThreats | Gap::Walls) => Trust::Likely,
            Self::Promising(Support::KillInMany)
            | Self::Optimistic(Support::KillInMany)
            | Self::Pessimistic(Gap::MoreKoThreats | Gap::Connections)
            | Self::FewLiberties(Taking::Taken)
            | Self::Given(Grant::Threats)
            | Self::Failure(_) => Trust::NearlySure,
            Self::Proof => Trust::Proved,
        }
    }

    /// Its name in answers and in the table of calibration.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Promising(Support::Life) => "promising-life",
            Self::Promising(Support::KillInFew) => "promising-kill",
            Self::Promising(Support::KillInMany) => "promising-kill-in-many-frames",
            Self::Optimistic(Support::Life) => "optimistic-life",
            Self::Optimistic(Support::KillInFew) => "optimistic-kill",
            Self::Optimistic(Support::KillInMany) => "optimistic-kill-in-many-frames",
            Self::Pessimistic(Gap::KoThreats) => "pessimistic-but-for-ko",
            Self::Pessimistic(Gap::MoreKoThreats) => "pessimistic-against-two-threats",
            Self::Pessimistic(Gap::Walls) => "pessimistic-but-for-walls",
            Self::Pessimistic(Gap::Connections) => "proof-but-for-connections",
            Self::Ko(FrameKind::Optimistic) => "optimistic-ko",
            Self::Ko(FrameKind::Pessimistic) => "pessimistic-ko",
            Self::Failure(FrameKind::Optimistic) => "optimistic-failure",
            Self::Failure(FrameKind::Pessimistic) => "pessimistic-failure",
            Self::SelectedMoves => "selected-moves",
            Self::FewLiberties(Taking::Taken) => "capture-shown",
            Self::FewLiberties(Taking::Ko) => "capture-by-ko",
            Self::FewLiberties(Taking::NotTaken) => "no-capture-shown",
            Self::FewLiberties(Taking::Saved) => "rescue-shown",
            Self::Given(Grant::Certain) => "proof-given-stones",
            Self::Given(Grant::Walls) => "proof-given-walls",
            Self::Given(Grant::Threats) => "proof-given-two-threats",
            Self::Network(Clearness::Faint) => "life-by-network",
            Self::Network(Clearness::Likely) => "likely-life-by-network",
            Self::Network(Clearness::Clear) => "clear-life-by-network",
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
            Self::Promising(_)
            | Self::Optimistic(_)
            | Self::Pessimistic(_)
            | Self::Ko(_)
            | Self::Failure(_)
            | Self::SelectedMoves
            | Self::FewLiberties(_)
            | Self::Given(_)
            | Self::Network(_) => Calibration::measured().confidence(self.kind(), self.name()),
        }
    }

    /// The kind of its row in the table of calibration.
    const fn kind(self) -> &'static str {
        match self {
            Self::SelectedMoves => KIND_OF_GOALS,
            Self::FewLiberties(_) => KIND_OF_CAPTURES,
            Self::Given(_) | Self::Network(_) => KIND_OF_NETWORK,
            Self::Nothing
            | Self::Promising(_)
            | Self::Optimistic(_)
            | Self::Pessimistic(_)
            | Self::Ko(_)
            | Self::Failure(_)
            | Self::Proof => KIND,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proof_is_certain_and_every_other_basis_has_a_row() {
        let table = Calibration::measured();
        for basis in Basis::ALL {
            assert_eq!(basis.confidence() == Confidence::PROOF, basis.is_proof());
            assert_eq!(basis.trust() == Trust::Proved, basis.is_proof());
            let has_row = table.row(basis.kind(), basis.name()).is_some();
            let is_measured = !matches!(basis, Basis::Proof | Basis::Nothing);
            assert_eq!(has_row, is_measured, "{basis:?}");
        }
    }

    #[test]
    fn every_row_of_the_reader_has_a_basis() {
        let rows = Calibration::measured().rows().iter();
        for row in rows.filter(|row| row.kind == KIND) {
            let n_named = Basis::ALL.iter().filter(|basis| basis.name() == row.basis);
            assert_eq!(n_named.count(), 1, "{}", row.basis);
        }
    }
}
