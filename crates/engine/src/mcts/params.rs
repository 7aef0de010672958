//! Everything that can be tuned in a search.

use super::playout::Policy;
use super::select::SelectionFormula;

/// Everything that can be tuned in a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Threads that search together, at least 1. With one thread a search can be repeated exactly.
    pub threads: usize,
    /// Limit on the memory for nodes, in MiB. A few thousand nodes are made in any case.
    pub memory_mib: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// How playouts choose their moves.
    pub policy: Policy,
    /// Visits before a node gets children. More visits save memory, but the tree gets less deep.
    pub expand_visits: u32,
    /// Weight of exploration, which follows the prior, against value.
    pub exploration: f64,
    /// Number of playouts at which the mean of a move and its RAVE mean weigh about the same; 0 switches RAVE off.
    pub rave_visits: f64,
    /// A move without playouts counts as worse than its parent by this win rate.
    pub first_play_reduction: f64,
    /// Share of the score margin in the value of a playout, in 0..=1; the rest is win or loss.
    pub score_weight: f64,
    /// Prior probability of a pass.
    pub pass_prior: f32,
    /// Prior probability of a pass after the opponent's pass, so that it ends the game.
    pub final_pass_prior: f32,
    /// Whether to stop early, once no other move can become the most visited one within the budget.
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

impl Params {
    /// Seed of the search after so many moves: different at each move of a game, equal when a game is repeated.
    pub(super) const fn seed_at(&self, n_moves: usize) -> u64 {
        self.seed ^ (n_moves as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
