//! What a trial finds.

use crate::base::Point;
use crate::goals::rules::Assertion;

/// Whether a first move reaches the goal of a problem, by a proof of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is proved to reach the goal.
    Right,
    /// It is proved not to, or only by a ko.
    Wrong,
    /// Neither is proved.
    Open,
}

/// What the solver makes of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether it says that the goal is reached, and the reader agrees about its first move, by proof or by estimate.
    pub is_solved: bool,
    /// Its first move.
    pub first: Option<Point>,
    /// Positions in its tree.
    pub n_positions: u64,
}

/// A place where a rule matches in a problem.
#[derive(Clone, Debug)]
pub struct RuleMatch {
    /// What the rule says there.
    pub assertion: Assertion,
    /// What its move is worth, if it has one.
    pub judgement: Option<Judgement>,
    /// Whether a more special rule says something about the same thing, so that this one is not heard.
    pub is_overridden: bool,
}

/// What some rules do in a problem.
#[derive(Clone, Debug)]
pub struct ProblemTrial {
    /// Where they match for the goal of the problem; a point once for each rule.
    pub matches: Vec<RuleMatch>,
    /// The solver without them.
    pub before: Outcome,
    /// The solver with them.
    pub after: Outcome,
}

impl ProblemTrial {
    /// Whether the problem is solved with the rules only.
    #[must_use]
    pub const fn is_gained(&self) -> bool {
        !self.before.is_solved && self.after.is_solved
    }

    /// Whether the problem is solved without the rules only.
    #[must_use]
    pub const fn is_lost(&self) -> bool {
        self.before.is_solved && !self.after.is_solved
    }
}
