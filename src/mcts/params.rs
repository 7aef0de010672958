//! Everything that can be tuned in a search.

use super::playout::Policy;
use super::select::SelectionFormula;

/// Everything that can be tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Threads that search together, at least 1. With one thread a search repeats exactly.
    pub threads: usize,
    /// Bound on the memory for nodes, in MiB; at least a few thousand nodes are made in any case.
    pub memory_mib: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// How playouts choose their moves.
    pub policy: Policy,
    /// Visits before a node gets children. More saves memory, less sees deeper.
    pub expand_visits: u32,
    /// Weight of prior-driven exploration against value.
    pub exploration: f64,
    /// Playouts at which the mean of a move begins to weigh more than its RAVE mean; 0 switches RAVE off.
    pub rave_visits: f64,
    /// How much worse than its parent a move without playouts is taken to be, in win rate.
    pub first_play_reduction: f64,
    /// Share of the score margin in the value of a playout, in 0..=1; the rest is who won.
    pub score_weight: f64,
    /// Probability that the prior gives a pass.
    pub pass_prior: f32,
    /// The same when the other player has just passed, so that a pass ends the game.
    pub final_pass_prior: f32,
    /// Whether to stop when no other move can become the most visited one within the budget.
    pub stops_early: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            threads: 1,
            memory_mib: 256,
            seed: 1,
            policy: Policy::default(),
            expand_visits: 4,
            exploration: 1.0,
            rave_visits: 1000.0,
            first_play_reduction: 0.1,
            score_weight: 0.05,
            pass_prior: 0.002,
            final_pass_prior: 0.1,
            stops_early: true,
        }
    }
}

impl From<&Params> for SelectionFormula {
    fn from(params: &Params) -> Self {
        Self {
            exploration: params.exploration,
            rave_visits: params.rave_visits,
            first_play_reduction: params.first_play_reduction,
        }
    }
}
