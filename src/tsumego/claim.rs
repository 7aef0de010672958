//! What may be claimed about a block: that it can be taken or not, with what it lives, and who has ko threats.

use crate::base::Color;

/// What is claimed about a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// It can be captured, or kept from what it needs to live.
    Kill,
    /// It lives.
    Live,
}

impl Goal {
    /// What the other side claims.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Kill => Self::Live,
            Self::Live => Self::Kill,
        }
    }

    /// The goal of a player for a block of `owner`.
    #[must_use]
    pub fn of(player: Color, owner: Color) -> Self {
        if player == owner {
            Self::Live
        } else {
            Self::Kill
        }
    }

    /// The player whose goal it is, for a block of `owner`.
    #[must_use]
    pub const fn player(self, owner: Color) -> Color {
        match self {
            Self::Kill => owner.opponent(),
            Self::Live => owner,
        }
    }
}

/// With what a block lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Life {
    /// It stays on the board, with two eyes or in a seki.
    EyesOrSeki,
    /// It gets two eyes, or out: in a seki it counts as killed.
    TwoEyes,
}

/// Who may take a ko back at once, as if he had threats without end and the other had none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRights {
    /// The one against the claim: what is proved is clean.
    Refuter,
    /// Nobody: there are no threats at all.
    Nobody,
    /// The one who makes the claim: what fails, fails without any ko.
    Prover,
}
