//! Truth with a third value, in the order false, unknown, true: what is said of a model that a budget cut.

use std::fmt;

use super::formula::{Connective, Quantity, Relation};

/// How true a formula is in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// False however the model is completed.
    False,
    /// The model was cut before this could be told.
    Unknown,
    /// True however the model is completed.
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

    /// Of two instances of a quantified formula.
    pub(super) fn join(quantity: Quantity, a: Self, b: Self) -> Self {
        match quantity {
            Quantity::Some => a.max(b),
            Quantity::All => a.min(b),
        }
    }

    /// Of two formulas joined by a connective.
    pub(super) fn connect(connective: Connective, a: Self, b: Self) -> Self {
        match connective {
            Connective::And => a.min(b),
            Connective::Or => a.max(b),
            Connective::Implies => a.negated().max(b),
            Connective::Iff => a.negated().max(b).min(b.negated().max(a)),
        }
    }

    /// Of a comparison of two numbers, each known to lie in a range.
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
