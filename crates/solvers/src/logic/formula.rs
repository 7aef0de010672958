//! Formulas of the logic, and their text.

use std::fmt;

use super::model::Sort;

/// A term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A variable or a constant of the model. A bound variable hides a constant of the same name.
    Name(String),
    /// The opponent of a player.
    Opponent(Box<Term>),
    /// The number of individuals that satisfy a formula.
    Count(String, Sort, Box<Formula>),
    /// A whole number.
    Integer(i32),
}

impl Term {
    /// Whether a set variable occurs in a count, where it is neither positive nor negative.
    fn counts_on(&self, name: &str) -> bool {
        match self {
            Self::Name(_) | Self::Integer(_) => false,
            Self::Opponent(of) => of.counts_on(name),
            Self::Count(_, _, body) => {
                !(body.is_positive(name, true) && body.is_positive(name, false))
            }
        }
    }
}

/// A comparison of two terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The same individual.
    Equal,
    /// Different individuals.
    Unequal,
    /// The number of the first is less.
    Less,
    /// The number of the first is less or equal.
    AtMost,
}

impl Relation {
    /// How it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
        }
    }
}

/// A connective of two formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connective {
    /// Both are true.
    And,
    /// At least one.
    Or,
    /// If the first is true, the second is true.
    Implies,
    /// Both are true, or both are false.
    Iff,
}

impl Connective {
    /// How it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::And => "&",
            Self::Or => "|",
            Self::Implies => "->",
            Self::Iff => "<->",
        }
    }

    /// How tightly it binds its formulas; the larger, the tighter.
    const fn tightness(self) -> u8 {
        match self {
            Self::Iff => 0,
            Self::Implies => 1,
            Self::Or => 2,
            Self::And => 3,
        }
    }
}

/// How tightly `!`, `<m>` and `[m]` bind: tighter than every connective.
const PREFIX_TIGHTNESS: u8 = 4;

/// An existential or a universal quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// At least one.
    Some,
    /// All.
    All,
}

/// The states to which a modality refers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The states after a move.
    Down,
    /// The states before the last move.
    Up,
}

/// The two fixpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extreme {
    /// The least.
    Least,
    /// The greatest.
    Greatest,
}

/// The operators for a player's strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrategicOperator {
    /// The next move makes it true: the player's own move, or every move of the opponent.
    Causes,
    /// The player can make it true.
    Establish,
    /// It is true, and the player can keep it true to the end.
    Irrefutable,
    /// The player can make it irrefutable.
    Achieve,
}

impl StrategicOperator {
    /// How it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Causes => "causes",
            Self::Establish => "est",
            Self::Irrefutable => "irr",
            Self::Achieve => "ach",
        }
    }
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// True or false everywhere.
    Constant(bool),
    /// A predicate of the model. Without arguments it is a set variable, if one of this name is bound.
    Atom(String, Vec<Term>),
    /// A comparison.
    Compare(Relation, Term, Term),
    /// Negation.
    Not(Box<Formula>),
    /// Two formulas connected.
    Connect(Connective, Box<Formula>, Box<Formula>),
    /// A quantifier.
    Quantify(Quantity, String, Sort, Box<Formula>),
    /// True in some (or all) states after, or before, a given move or any move.
    Modal(Quantity, Direction, Option<Term>, Box<Formula>),
    /// A fixpoint of a set variable.
    Fixpoint(Extreme, String, Box<Formula>),
    /// A statement about a player's strategy.
    Strategic(StrategicOperator, Term, Box<Formula>),
}

impl Formula {
    /// The negation.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// Two formulas connected.
    #[must_use]
    pub fn connect(self, connective: Connective, other: Self) -> Self {
        Self::Connect(connective, Box::new(self), Box::new(other))
    }

    /// Whether every free occurrence of a set variable is under an even number of negations (odd, if `even` is
    /// false).
    pub(super) fn is_positive(&self, name: &str, even: bool) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::Atom(atom, arguments) => {
                (even || !arguments.is_empty() || atom != name)
                    && arguments.iter().all(|term| !term.counts_on(name))
            }
            Self::Compare(_, a, b) => !a.counts_on(name) && !b.counts_on(name),
            Self::Not(body) => body.is_positive(name, !even),
            Self::Connect(Connective::And | Connective::Or, a, b) => {
                a.is_positive(name, even) && b.is_positive(name, even)
            }
            Self::Connect(Connective::Implies, a, b) => {
                a.is_positive(name, !even) && b.is_positive(name, even)
            }
            Self::Connect(Connective::Iff, a, b) => [a, b]
                .into_iter()
                .all(|part| part.is_positive(name, true) && part.is_positive(name, false)),
            Self::Quantify(.., body) | Self::Modal(.., body) | Self::Strategic(.., body) => {
                body.is_positive(name, even)
            }
            Self::Fixpoint(_, inner, body) => inner == name || body.is_positive(name, even),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Opponent(term) => write!(f, "~{term}"),
            Self::Count(variable, sort, body) => {
                write!(f, "count({variable}: {}. {body})", sort.name())
            }
            Self::Integer(value) => write!(f, "{value}"),
        }
    }
}

/// Text that is parsed to the same formula, with as few parentheses as that needs.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Connective::Iff.tightness(), true)
    }
}

impl Formula {
    /// Writes the formula where only what binds at least as tightly as `tightness` needs no parentheses. `is_last`: the
    /// text ends behind it, or a parenthesis closes there, so that an operator with a body may stand open.
    fn write(&self, f: &mut fmt::Formatter<'_>, tightness: u8, is_last: bool) -> fmt::Result {
        let is_open = match self {
            Self::Connect(connective, ..) => connective.tightness() < tightness,
            Self::Quantify(..) | Self::Fixpoint(..) => !is_last,
            Self::Constant(_)
            | Self::Atom(..)
            | Self::Compare(..)
            | Self::Not(_)
            | Self::Modal(..)
            | Self::Strategic(..) => false,
        };
        if is_open {
            f.write_str("(")?;
            self.write_bare(f, true)?;
            return f.write_str(")");
        }
        self.write_bare(f, is_last)
    }

    fn write_bare(&self, f: &mut fmt::Formatter<'_>, is_last: bool) -> fmt::Result {
        match self {
            Self::Constant(value) => write!(f, "{value}"),
            Self::Atom(name, arguments) if arguments.is_empty() => f.write_str(name),
            Self::Atom(name, arguments) => {
                let list: Vec<String> = arguments.iter().map(Term::to_string).collect();
                write!(f, "{name}({})", list.join(", "))
            }
            Self::Compare(relation, a, b) => write!(f, "{a} {} {b}", relation.symbol()),
            Self::Not(body) => {
                f.write_str("!")?;
                body.write(f, PREFIX_TIGHTNESS, is_last)
            }
            Self::Connect(connective, a, b) => {
                let tightness = connective.tightness();
                // A chain of the same connective needs parentheses only against its direction.
                let (left, right) = match connective {
                    Connective::Implies => (tightness + 1, tightness),
                    Connective::Iff | Connective::Or | Connective::And => {
                        (tightness, tightness + 1)
                    }
                };
                a.write(f, left, false)?;
                write!(f, " {} ", connective.symbol())?;
                b.write(f, right, is_last)
            }
            Self::Quantify(quantity, variable, sort, body) => {
                let word = match quantity {
                    Quantity::Some => "exists",
                    Quantity::All => "forall",
                };
                write!(f, "{word} {variable}: {}. {body}", sort.name())
            }
            Self::Modal(quantity, direction, mv, body) => {
                let (open, close) = match quantity {
                    Quantity::Some => ("<", ">"),
                    Quantity::All => ("[", "]"),
                };
                let up = match direction {
                    Direction::Down => "",
                    Direction::Up => "^",
                };
                let label = mv.as_ref().map(Term::to_string).unwrap_or_default();
                write!(f, "{open}{up}{label}{close}")?;
                body.write(f, PREFIX_TIGHTNESS, is_last)
            }
            Self::Fixpoint(extreme, name, body) => {
                let word = match extreme {
                    Extreme::Least => "mu",
                    Extreme::Greatest => "nu",
                };
                write!(f, "{word} {name}. {body}")
            }
            Self::Strategic(strategy, player, body) => {
                write!(f, "{}[{player}]({body})", strategy.name())
            }
        }
    }
}
