//! Choices among moves with features, and the weights that are fitted to them.

use crate::base::weights::{WeightsBuilder, as_stored};

/// How high the right moves were ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ranking {
    /// Positions examined.
    pub n_positions: u64,
    /// Right moves that were ranked first, among the first 5, and among the first 10.
    pub n_top: [u64; 3],
    /// Sum of the negative natural logarithms of the right moves' probabilities.
    pub loss: f64,
}

impl Ranking {
    /// The ranks in [`Self::n_top`].
    pub const RANKS: [usize; 3] = [1, 5, 10];

    /// Counts one choice.
    pub(super) fn add(&mut self, choice: &Choice) {
        let rank = choice.rank();
        self.n_positions += 1;
        for (n, limit) in self.n_top.iter_mut().zip(Self::RANKS) {
            *n += u64::from(rank < limit);
        }
        let probability = choice.probabilities()[choice.chosen];
        self.loss -= f64::from(probability.max(1e-30)).ln();
    }
}

/// The moves of a position with their features, and the index of the right move.
pub(super) struct Choice {
    candidates: Vec<Vec<usize>>,
    chosen: usize,
    scores: Vec<f32>,
}

impl Choice {
    /// Probabilities of the candidates under the model.
    fn probabilities(&self) -> Vec<f32> {
        let best = self.scores.iter().copied().fold(f32::MIN, f32::max);
        let mut probabilities: Vec<f32> = self
            .scores
            .iter()
            .map(|score| (score - best).exp())
            .collect();
        let sum: f32 = probabilities.iter().sum();
        for probability in &mut probabilities {
            *probability /= sum;
        }
        probabilities
    }

    /// Number of candidates ranked before the right one; ties go by the order of candidates.
    fn rank(&self) -> usize {
        let chosen = self.scores[self.chosen];
        let before = self.scores[..self.chosen]
            .iter()
            .filter(|&&score| score >= chosen)
            .count();
        let after = self.scores[self.chosen + 1..]
            .iter()
            .filter(|&&score| score > chosen)
            .count();
        before + after
    }
}

/// Weights while they are fitted, with the sums of squared gradients that set the size of their steps (Duchi, Hazan
/// and Singer, "Adaptive subgradient methods", 2011).
pub(super) struct Model {
    table: WeightsBuilder,
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Model {
    /// A model with all weights 0.
    pub(super) fn new(table: WeightsBuilder) -> Self {
        Self {
            weights: vec![0.0; table.n_slots()],
            squares: vec![1e-6; table.n_slots()],
            table,
        }
    }

    /// The slot of a feature, if it has a weight.
    pub(super) fn slot(&self, feature: u64) -> Option<usize> {
        self.table.find(feature)
    }

    /// A choice; candidates are given by the slots of their features.
    pub(super) fn choice(&self, candidates: Vec<Vec<usize>>, chosen: usize) -> Choice {
        let scores = candidates
            .iter()
            .map(|slots| slots.iter().map(|&slot| self.weights[slot]).sum())
            .collect();
        Choice {
            candidates,
            chosen,
            scores,
        }
    }

    /// One gradient step towards the right move.
    pub(super) fn step(&mut self, choice: &Choice, rate: f32) {
        /// Candidates less likely than this are skipped: their gradient is tiny.
        const LIKELY: f32 = 5e-4;
        let candidates = choice.candidates.iter().zip(choice.probabilities());
        for (index, (slots, probability)) in candidates.enumerate() {
            let is_chosen = index == choice.chosen;
            let gradient = f32::from(u8::from(is_chosen)) - probability;
            if !is_chosen && probability < LIKELY {
                continue;
            }
            for &slot in slots {
                self.squares[slot] += gradient * gradient;
                self.weights[slot] += rate * gradient / self.squares[slot].sqrt();
            }
        }
    }

    /// The file of weights. Rounds the weights to the precision of the file, so that measurements use the stored
    /// weights.
    pub(super) fn store(&mut self) -> Vec<u8> {
        for weight in &mut self.weights {
            *weight = as_stored(*weight);
        }
        self.table.bytes(&self.weights)
    }
}
