//! Sums over the problems of a trial.

use serde::Serialize;

use super::outcome::{Judgement, Outcome, ProblemTrial, TrialVerdict};

/// Sums over the problems of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrialSums {
    /// Problems.
    pub n_problems: usize,
    /// Problems in which a rule matches.
    pub n_matched: usize,
    /// Matches whose move is right.
    pub right: usize,
    /// Matches whose move is wrong.
    pub wrong: usize,
    /// Matches whose move is not judged, or that have none.
    pub open: usize,
    /// Matches that a more special rule overrides.
    pub overridden: usize,
    /// Problems that the goals solve without the rules.
    pub solved_before: usize,
    /// Problems that the goals solve with the rules.
    pub solved_after: usize,
    /// Problems that the goals claim to solve without the rules, and the reader does not confirm it.
    pub unconfirmed_before: usize,
    /// Problems that the goals claim to solve with the rules, and the reader does not confirm it.
    pub unconfirmed_after: usize,
    /// Names of the problems that are solved with the rules, and unsolved without them.
    pub gained: Vec<String>,
    /// Names of the problems that are solved without the rules, and unsolved with them.
    pub lost: Vec<String>,
    /// Positions in all trees without the rules.
    pub positions_before: u64,
    /// Positions in all trees with the rules.
    pub positions_after: u64,
}

impl TrialSums {
    /// Adds a problem.
    pub fn add(&mut self, name: &str, trial: &ProblemTrial) {
        self.n_problems += 1;
        self.n_matched += usize::from(!trial.matches.is_empty());
        for found in &trial.matches {
            self.overridden += usize::from(found.is_overridden);
            match found.judgement {
                Some(Judgement::Right) => self.right += 1,
                Some(Judgement::Wrong) => self.wrong += 1,
                Some(Judgement::Open) | None => self.open += 1,
            }
        }
        let is = |outcome: &Outcome, answer| usize::from(outcome.answer == answer);
        self.solved_before += is(&trial.before, TrialVerdict::Solved);
        self.solved_after += is(&trial.after, TrialVerdict::Solved);
        self.unconfirmed_before += is(&trial.before, TrialVerdict::Unconfirmed);
        self.unconfirmed_after += is(&trial.after, TrialVerdict::Unconfirmed);
        self.positions_before += trial.before.n_positions;
        self.positions_after += trial.after.n_positions;
        if trial.is_gained() {
            self.gained.push(name.to_owned());
        }
        if trial.is_lost() {
            self.lost.push(name.to_owned());
        }
    }
}
