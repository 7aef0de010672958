//! Constraints: what a map can't show, such as numbers of liberties.

use std::fmt;

/// What a point holds, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Occupancy {
    /// A stone of the rule's player.
    Own,
    /// A stone of the other side.
    Other,
    /// Nothing.
    Empty,
    /// The point is off the board.
    Edge,
}

impl Occupancy {
    /// All values.
    pub const ALL: [Self; 4] = [Self::Own, Self::Other, Self::Empty, Self::Edge];

    /// The word in the text of a rule.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Other => "other",
            Self::Empty => "empty",
            Self::Edge => "edge",
        }
    }
}

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// Number of liberties of the block on a point; 0 if there is no stone.
    Liberties(char),
    /// What the point holds.
    Occupancy(char),
    /// A number.
    Number(u16),
    /// A value to compare an occupancy with.
    Word(Occupancy),
}

impl Term {
    /// The letter of the point that the term reads.
    pub(super) const fn letter(self) -> Option<char> {
        match self {
            Self::Liberties(letter) | Self::Occupancy(letter) => Some(letter),
            Self::Number(_) | Self::Word(_) => None,
        }
    }

    /// Whether the value is an occupancy, and not a number.
    pub(super) const fn is_occupancy(self) -> bool {
        matches!(self, Self::Occupancy(_) | Self::Word(_))
    }
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

impl Relation {
    /// All relations; those of two characters before those that begin alike.
    pub const ALL: [Self; 5] = [
        Self::AtMost,
        Self::AtLeast,
        Self::Less,
        Self::Equal,
        Self::Greater,
    ];

    /// The sign in the text of a rule.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::AtLeast => ">=",
            Self::Greater => ">",
        }
    }

    /// Whether the relation holds.
    #[inline]
    #[must_use]
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::AtLeast => left >= right,
            Self::Greater => left > right,
        }
    }
}

/// A condition on numbers of liberties and contents of points (Klinger, section 3.11).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// A comparison of two numbers or two occupancies.
    Compare(Term, Relation, Term),
    /// All hold.
    And(Vec<Constraint>),
    /// At least one holds.
    Or(Vec<Constraint>),
    /// It does not hold.
    Not(Box<Constraint>),
    /// Two objects are stones of one block. It ties maps together, and stands alone or in an `and` of a whole line.
    OneBlock(char, char),
}

/// The facts about the board that constraints use.
pub(super) trait Facts {
    /// Number of liberties of the block on the point of a letter, 0 if there is no stone.
    fn liberties(&self, letter: char) -> u16;
    /// What the point of a letter holds.
    fn occupancy(&self, letter: char) -> Occupancy;
    /// Whether stones of one block stand on the points of two letters.
    fn is_one_block(&self, one: char, other: char) -> bool;
}

/// A value of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Number(u16),
    Occupancy(Occupancy),
}

impl Constraint {
    /// Whether the constraint holds.
    pub(super) fn holds(&self, facts: &impl Facts) -> bool {
        let value = |term: &Term| match *term {
            Term::Liberties(letter) => Value::Number(facts.liberties(letter)),
            Term::Occupancy(letter) => Value::Occupancy(facts.occupancy(letter)),
            Term::Number(number) => Value::Number(number),
            Term::Word(word) => Value::Occupancy(word),
        };
        match self {
            Self::Compare(left, relation, right) => relation.holds(value(left), value(right)),
            Self::And(parts) => parts.iter().all(|part| part.holds(facts)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(facts)),
            Self::Not(part) => !part.holds(facts),
            Self::OneBlock(one, other) => facts.is_one_block(*one, *other),
        }
    }

    /// All terms, from left to right.
    pub(super) fn terms(&self, out: &mut Vec<Term>) {
        match self {
            Self::Compare(left, _, right) => out.extend([*left, *right]),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.terms(out)),
            Self::Not(part) => part.terms(out),
            Self::OneBlock(..) => {}
        }
    }

    /// The letters that the constraint reads.
    pub(super) fn letters(&self) -> Vec<char> {
        let mut terms = Vec::new();
        self.terms(&mut terms);
        let of_terms = terms.into_iter().filter_map(Term::letter);
        let of_ties = self.ties().into_iter().flat_map(<[char; 2]>::from);
        of_terms.chain(of_ties).collect()
    }

    /// The pairs of objects that are one block wherever it holds.
    pub(super) fn ties(&self) -> Vec<(char, char)> {
        match self {
            Self::OneBlock(one, other) => vec![(*one, *other)],
            Self::And(parts) => parts.iter().flat_map(Self::ties).collect(),
            Self::Compare(..) | Self::Or(_) | Self::Not(_) => Vec::new(),
        }
    }

    /// Whether it makes two objects one block only under a condition.
    pub(super) fn has_loose_tie(&self) -> bool {
        match self {
            Self::Compare(..) | Self::OneBlock(..) => false,
            Self::And(parts) => parts.iter().any(Self::has_loose_tie),
            Self::Or(parts) => parts.iter().any(Self::has_tie),
            Self::Not(part) => part.has_tie(),
        }
    }

    fn has_tie(&self) -> bool {
        match self {
            Self::OneBlock(..) => true,
            Self::Compare(..) => false,
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::has_tie),
            Self::Not(part) => part.has_tie(),
        }
    }

    /// How tightly the text of the constraint holds together: what binds less stands in parentheses.
    const fn binding(&self) -> u8 {
        match self {
            Self::Or(_) => 0,
            Self::And(_) => 1,
            Self::Not(_) => 2,
            Self::Compare(..) | Self::OneBlock(..) => 3,
        }
    }

    fn write_list(&self, parts: &[Self], word: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, part) in parts.iter().enumerate() {
            if n > 0 {
                write!(f, " {word} ")?;
            }
            if part.binding() <= self.binding() {
                write!(f, "({part})")?;
            } else {
                write!(f, "{part}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Liberties(letter) => write!(f, "libs({letter})"),
            Self::Occupancy(letter) => write!(f, "occ({letter})"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word.word()),
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compare(left, relation, right) => {
                write!(f, "{left} {} {right}", relation.sign())
            }
            Self::And(parts) => self.write_list(parts, "and", f),
            Self::Or(parts) => self.write_list(parts, "or", f),
            Self::Not(part) if part.binding() < self.binding() => write!(f, "not ({part})"),
            Self::Not(part) => write!(f, "not {part}"),
            Self::OneBlock(one, other) => write!(f, "block({one}) = block({other})"),
        }
    }
}
