//! What a trial finds.

use crate::rules::Assertion;
use tedomari_board::Point;

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

/// What an answer of the solver is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialVerdict {
    /// The solver achieves the goal, and the reader agrees, by proof or by estimate.
    Solved,
    /// The solver achieves the goal, and the reader proves nothing within its nodes: perhaps the solver is right.
    Unconfirmed,
    /// The solver does not achieve the goal, or the reader refutes it.
    Unsolved,
}

/// What the solver makes of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether it achieves the goal, and whether the reader agrees.
    pub answer: TrialVerdict,
    /// Its first move; none if the goal is reached without one.
    pub first: Option<Point>,
    /// Positions in its tree.
    pub n_positions: u64,
}

/// A place where a rule matches in a problem.
#[derive(Clone, Debug)]
pub struct RuleMatch {
    /// The assertion of the rule there.
    pub assertion: Assertion,
    /// What its move is worth, if it has one.
    pub judgement: Option<Judgement>,
    /// Whether a more special rule has the same subject, so that this one is overridden.
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
    /// Whether the problem is solved with the rules, and unsolved without them.
    #[must_use]
    pub const fn is_gained(&self) -> bool {
        matches!(
            (self.before.answer, self.after.answer),
            (TrialVerdict::Unsolved, TrialVerdict::Solved)
        )
    }

    /// Whether the problem is solved without the rules, and unsolved with them.
    #[must_use]
    pub const fn is_lost(&self) -> bool {
        matches!(
            (self.before.answer, self.after.answer),
            (TrialVerdict::Solved, TrialVerdict::Unsolved)
        )
    }
}
