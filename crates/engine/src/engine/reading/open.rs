//! Why a question stayed open.

use std::fmt;

use super::effort::Effort;
use crate::base::Stop;

/// Why a question stayed open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyOpen {
    /// A limit was reached.
    Limit(Stop),
    /// No part of the board that decides it is small enough to be read.
    TooLarge,
    /// All that was tried came to its end without an answer.
    Undecided,
}

impl WhyOpen {
    /// Why an effort that spent so many nodes left a question open.
    pub(super) fn of(effort: &Effort, n_nodes: u64) -> Self {
        if let Err(stop) = effort.limits().check() {
            return Self::Limit(stop);
        }
        match effort {
            Effort::Within(limits) if limits.remaining() <= n_nodes => Self::Limit(Stop::Nodes),
            Effort::Usual(_) | Effort::Fixed(_) | Effort::Within(_) if n_nodes == 0 => {
                Self::TooLarge
            }
            Effort::Usual(_) | Effort::Fixed(_) | Effort::Within(_) => Self::Undecided,
        }
    }
}

impl fmt::Display for WhyOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(stop) => stop.fmt(f),
            Self::TooLarge => f.write_str("no part of the board that decides it is small enough"),
            Self::Undecided => f.write_str("every attempt stayed open"),
        }
    }
}
