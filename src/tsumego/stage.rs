//! The claims about one frame, by who has ko threats.

use super::claim::KoRights;
use super::fight::FEW_RETAKES;

/// What is claimed about a frame.
///
/// A shut frame begins with all against it, an open one with none; what succeeds is tried with more against it, what
/// fails with less. Who succeeds against none, but not against all, may still do so against a few: only then is it no ko.
/// That it is one is shown by the other side, who needs no more than a few for his own claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nobody has ko threats.
    Fair,
    /// All are against the claim.
    Clean,
    /// All are for it.
    Free,
    /// A few are against it.
    Few,
    /// A few are for it.
    FewFor,
}

impl Stage {
    /// Who may take back a ko at once.
    pub(super) const fn ko(self) -> KoRights {
        match self {
            Self::Fair => KoRights::Nobody,
            Self::Clean | Self::Few => KoRights::Refuter,
            Self::Free | Self::FewFor => KoRights::Prover,
        }
    }

    /// How often, if there is an end to it.
    pub(super) const fn n_retakes(self) -> Option<u8> {
        match self {
            Self::Few | Self::FewFor => Some(FEW_RETAKES),
            Self::Fair | Self::Clean | Self::Free => None,
        }
    }
}
