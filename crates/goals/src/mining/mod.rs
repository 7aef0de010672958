//! Mining: rules learned from proofs (thesis, section 7.1: "how the solver could be made to learn").
//!
//! In the positions of a proof in which its prover moves, the reader tries every move near the block: some are proved
//! to be right, others to be wrong. Positions in which all come to the same are left out. For each right move the
//! smallest context around it is looked for in which this move was right in all proofs, or nearly so. Then the context
//! is made more general: what does not matter is left out. What several proofs support becomes a rule.

mod error;
mod folds;
mod pattern;
mod sample;
#[cfg(test)]
mod tests;
mod text;
mod window;

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

pub use error::MiningError;
pub use folds::FoldResult;
use pattern::{Count, Evidence, Pattern};
use sample::Sample;
pub use sample::SampleLimits;

use tedomari_solvers::tsumego::Goal;
use tedomari_solvers::tsumego::reader::ReadLife;

/// Squared distances up to which a context is looked at, from small to large.
const REACHES: [i32; 9] = [2, 4, 5, 8, 9, 10, 13, 17, 20];

/// Least number of proofs in which the context of a right move has to be found before it is made more general.
const LEAST_PROOFS: usize = 2;

/// Limits on the rules that a miner keeps.
#[derive(Clone, Copy, Debug)]
pub struct MiningParams {
    /// Least number of proofs in which the move was right.
    pub least_support: u32,
    /// In how many of a hundred proofs that decide it has to be right.
    pub percent: u32,
    /// Least number of points that a rule looks at.
    pub least_points: u32,
    /// Most rules.
    pub most_rules: usize,
}

impl Default for MiningParams {
    fn default() -> Self {
        Self {
            least_support: 4,
            percent: 95,
            least_points: 6,
            most_rules: 1000,
        }
    }
}

/// Collects samples from proofs.
#[derive(Debug, Default)]
pub struct Miner {
    samples: Vec<Sample>,
    n_proofs: u32,
    /// The number of the position that each proof is about. Positions that are the same but for their orientation and
    /// their colors have one number.
    positions: Vec<u32>,
    numbers: BTreeMap<sample::Shape, u32>,
}

impl Miner {
    /// Takes the samples of a proof, tried by a reader. Returns how many there were: none if the choice of the move
    /// matters nowhere, or if a ko or several blocks are in question.
    ///
    /// # Errors
    /// If it is no proof of life and death. Then nothing is taken.
    pub fn add(
        &mut self,
        proof: impl BufRead,
        effort: SampleLimits,
        reader: &mut dyn ReadLife,
    ) -> Result<usize, MiningError> {
        let Some((shape, new)) = sample::samples(proof, self.n_proofs, effort, reader)? else {
            return Ok(0);
        };
        let n_new = new.len();
        if n_new > 0 {
            let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
            self.positions
                .push(*self.numbers.entry(shape).or_insert(next));
            self.n_proofs += 1;
        }
        self.samples.extend(new);
        Ok(n_new)
    }

    /// The number of different positions among the proofs that gave samples.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.numbers.len()
    }

    /// The number of proofs that gave samples.
    #[must_use]
    pub const fn n_proofs(&self) -> u32 {
        self.n_proofs
    }

    /// What rules are worth on positions that they were not mined from: the positions are dealt into parts in turn,
    /// each with all proofs about it, and each part is tried with the rules of all others.
    #[must_use]
    pub fn cross_validated(&self, params: &MiningParams, n_parts: u32) -> Vec<FoldResult> {
        let part_of = |proof: u32| {
            let position = usize::try_from(proof)
                .ok()
                .and_then(|n| self.positions.get(n));
            position.map_or(0, |position| position % n_parts)
        };
        let fold = |part: u32| {
            let samples = self.samples.iter().cloned();
            let (tested, others): (Vec<Sample>, Vec<Sample>) =
                samples.partition(|sample| part_of(sample.proof) == part);
            let others = Self {
                samples: others,
                n_proofs: self.n_proofs,
                ..Self::default()
            };
            folds::tried(&others.mined(params), tested.iter())
        };
        (0..n_parts).map(fold).collect()
    }

    fn mined(&self, params: &MiningParams) -> Vec<(Pattern, Count)> {
        let mut rules = Vec::new();
        for aim in [Goal::Kill, Goal::Live] {
            let evidence = Evidence::new(self.samples.iter(), aim, self.n_proofs as usize);
            let mut found: BTreeMap<Pattern, Count> = BTreeMap::new();
            for start in self.contexts(aim, params) {
                let general = evidence.generalized(&start, params.percent, params.least_points);
                let general = general.canonical();
                if found.contains_key(&general) {
                    continue;
                }
                let count = evidence.count(&general);
                if count.n_right >= params.least_support && count.is_sure(params.percent) {
                    found.insert(general, count);
                }
            }
            rules.extend(found);
        }
        rules.sort_by_key(|(pattern, count)| {
            (
                std::cmp::Reverse((count.n_right, pattern.n_cares())),
                *pattern,
            )
        });
        rules.truncate(params.most_rules);
        rules
    }

    /// The smallest contexts of right moves that were right often enough, where the next smaller one was not.
    fn contexts(&self, aim: Goal, params: &MiningParams) -> BTreeSet<Pattern> {
        let mut waiting: Vec<&Sample> = self
            .samples
            .iter()
            .filter(|sample| sample.aim == aim)
            .collect();
        let mut contexts = BTreeSet::new();
        for reach in REACHES {
            let mut counts: BTreeMap<Pattern, [BTreeSet<u32>; 2]> = BTreeMap::new();
            let keys: Vec<Option<Pattern>> = waiting
                .iter()
                .map(|sample| Pattern::around(sample, reach).map(|pattern| pattern.canonical()))
                .collect();
            for (key, sample) in keys.iter().zip(&waiting) {
                if let Some(key) = key {
                    let sets = counts.entry(*key).or_default();
                    sets[usize::from(sample.is_right)].insert(sample.proof);
                }
            }
            // What no other proof has, no other proof will have in a larger context.
            let is_open = |key: &Option<Pattern>| {
                let sets = key.as_ref().and_then(|key| counts.get(key));
                sets.is_some_and(|[_, right]| right.len() >= LEAST_PROOFS)
            };
            let sure = counts.iter().filter(|(_, [wrong, right])| {
                let [n_wrong, n_right] =
                    [wrong, right].map(|set| u32::try_from(set.len()).unwrap_or(u32::MAX));
                let count = Count { n_right, n_wrong };
                right.len() >= LEAST_PROOFS && count.is_sure(params.percent)
            });
            let sure: BTreeSet<Pattern> = sure.map(|(key, _)| *key).collect();
            waiting = waiting
                .into_iter()
                .zip(&keys)
                .filter(|(_, key)| {
                    is_open(key) && key.as_ref().is_none_or(|key| !sure.contains(key))
                })
                .map(|(sample, _)| sample)
                .collect();
            contexts.extend(sure);
        }
        contexts
    }

    /// The rules that the proofs support, as text: those that most proofs support first. The cost is a pass over all
    /// samples for each feature of each context.
    #[must_use]
    pub fn rules(&self, params: &MiningParams) -> Vec<String> {
        let mined = self.mined(params);
        (1..)
            .zip(mined)
            .map(|(number, (pattern, count))| pattern.rule(number, count))
            .collect()
    }
}
