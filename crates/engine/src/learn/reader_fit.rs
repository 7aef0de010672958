//! Fits the reader's move order and forecast to the results of its searches.

use super::choice::{Choice, Model, Ranking};
use super::prior_fit::FittedWeights;
use crate::base::Rng;
use crate::base::weights::WeightsBuilder;
use crate::tsumego::guide::lesson::Lesson;

/// The parameters of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct ReaderFit {
    /// The lessons of one problem of this many are held back for measuring.
    pub held_back: usize,
    /// A feature gets a weight if at least this many right candidates have it. If the right candidate has no
    /// features, the first candidate with features counts instead.
    pub min_count: usize,
    /// Slots of the table, a power of two.
    pub n_slots: usize,
    /// Passes over the lessons.
    pub n_epochs: usize,
    /// Size of the first steps.
    pub rate: f32,
    /// Seed of the order of lessons.
    pub seed: u64,
}

impl Default for ReaderFit {
    fn default() -> Self {
        Self {
            held_back: 10,
            min_count: 4,
            n_slots: 1 << 16,
            n_epochs: 3,
            rate: 0.1,
            seed: 1,
        }
    }
}

impl ReaderFit {
    /// Fits weights to the lessons of each problem.
    pub fn run(&self, problems: &[Vec<Lesson>]) -> FittedWeights {
        let (held_back, learned): (Vec<_>, Vec<_>) = problems
            .iter()
            .enumerate()
            .partition(|(problem, _)| problem.is_multiple_of(self.held_back.max(2)));
        let mut lessons: Vec<&Lesson> = learned.into_iter().flat_map(|(_, all)| all).collect();
        let (table, n_features, n_refused) = self.count(&lessons);
        let mut model = Model::new(table);
        let mut rng = Rng::new(self.seed, 0);
        for _ in 0..self.n_epochs {
            rng.shuffle(&mut lessons);
            for lesson in &lessons {
                let choice = choice(&model, lesson);
                model.step(&choice, self.rate);
            }
        }
        let bytes = model.store();
        let mut ranking = Ranking::default();
        for lesson in held_back.into_iter().flat_map(|(_, all)| all) {
            ranking.add(&choice(&model, lesson));
        }
        FittedWeights {
            bytes,
            n_features,
            n_refused,
            ranking,
        }
    }

    /// The table of features, the number of features in it, and the number that found no room.
    fn count(&self, lessons: &[&Lesson]) -> (WeightsBuilder, usize, usize) {
        let mut features: Vec<u64> = lessons
            .iter()
            .flat_map(|lesson| {
                let right = &lesson.candidates[lesson.winner];
                let has_some = |features: &&Vec<u64>| !features.is_empty();
                std::iter::once(right)
                    .chain(&lesson.candidates)
                    .find(has_some)
            })
            .flatten()
            .copied()
            .collect();
        features.sort_unstable();
        let mut table = WeightsBuilder::new(self.n_slots);
        let (mut n_features, mut n_refused) = (0, 0);
        for same in features.chunk_by(|one, other| one == other) {
            if same.len() >= self.min_count {
                let is_added = table.add(same[0]);
                n_features += usize::from(is_added);
                n_refused += usize::from(!is_added);
            }
        }
        (table, n_features, n_refused)
    }
}

fn choice(model: &Model, lesson: &Lesson) -> Choice {
    let slots = |features: &Vec<u64>| {
        let known = features.iter().filter_map(|&feature| model.slot(feature));
        known.collect()
    };
    let candidates = lesson.candidates.iter().map(slots).collect();
    model.choice(candidates, lesson.winner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::weights::Weights;

    /// In each lesson, the move with one of two features is right.
    #[test]
    fn a_feature_that_wins_is_learned() {
        let mut rng = Rng::new(5, 0);
        let [good, other] = [1, 2].map(|n: u64| n << 48 | n);
        let mut lesson = || {
            let winner = rng.index(4);
            let feature = |n| vec![if n == winner { good } else { other }];
            Lesson {
                candidates: (0..4).map(feature).collect(),
                winner,
            }
        };
        let problems: Vec<Vec<Lesson>> = (0..40).map(|_| vec![lesson(), lesson()]).collect();
        let fit = ReaderFit {
            n_slots: 64,
            ..ReaderFit::default()
        };
        let fitted = fit.run(&problems);
        let weights = Weights::new(&fitted.bytes).unwrap();
        assert!(weights.of(good).unwrap() > 10);
        assert_eq!(weights.of(other), None);
        assert_eq!(fitted.ranking.n_positions, 8);
        assert_eq!(fitted.ranking.n_top[0], 8);
    }
}
