//! Truth with a third value, in the order false, unknown, true. Unknown comes from a budget that cut off a part of
//! the model.

use std::fmt;

use super::formula::{Connective, Quantity, Relation};

/// The truth of a formula in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// False in every completion of the model.
    False,
    /// Not decided by the part of the model that is there.
    Unknown,
    /// True in every completion of the model.
    True,
}

impl Truth {
    /// The truth of the negation.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
            Self::True => Self::False,
        }
    }

    /// The truth of a quantified formula, from those of two instances.
    pub(super) fn join(quantity: Quantity, a: Self, b: Self) -> Self {
        match quantity {
            Quantity::Some => a.max(b),
            Quantity::All => a.min(b),
        }
    }

    /// The truth of two formulas joined by a connective.
    pub(super) fn connect(connective: Connective, a: Self, b: Self) -> Self {
        match connective {
            Connective::And => a.min(b),
            Connective::Or => a.max(b),
            Connective::Implies => a.negated().max(b),
            Connective::Iff => a.negated().max(b).min(b.negated().max(a)),
        }
    }

    /// The truth of a comparison of two numbers, each known only as a range.
    pub(super) fn compare(relation: Relation, a: (i32, i32), b: (i32, i32)) -> Self {
        let decided = |surely: bool, possibly: bool| match (surely, possibly) {
            (true, _) => Self::True,
            (false, true) => Self::Unknown,
            (false, false) => Self::False,
        };
        let equal = decided(
            a.0 == a.1 && b.0 == b.1 && a.0 == b.0,
            a.0 <= b.1 && b.0 <= a.1,
        );
        match relation {
            Relation::Equal => equal,
            Relation::Unequal => equal.negated(),
            Relation::Less => decided(a.1 < b.0, a.0 < b.1),
            Relation::AtMost => decided(a.1 <= b.0, a.0 <= b.1),
        }
    }
}

/// `true`, `false` or `unknown`.
impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::False => "false",
            Self::Unknown => "unknown",
            Self::True => "true",
        })
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}
