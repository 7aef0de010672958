//! A local context of a move: the features that it requires, and how often it was right.

use super::sample::Sample;
use super::window::{EDGES, Features, Kind, LIBERTIES, MIDDLE, N_FEATURES, Window, distances};
use tedomari_solvers::tsumego::Goal;

/// A set of proofs, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Proofs {
    words: Vec<u64>,
}

impl Proofs {
    fn with_room(n_proofs: usize) -> Self {
        Self {
            words: vec![0; n_proofs.div_ceil(64)],
        }
    }

    fn insert(&mut self, number: u32) {
        self.words[number as usize / 64] |= 1 << (number % 64);
    }

    fn len(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The number of proofs in one of two sets.
    fn len_with(&self, other: &Self) -> u32 {
        let pairs = self.words.iter().zip(&other.words);
        pairs.map(|(one, two)| (one | two).count_ones()).sum()
    }
}

/// In how many proofs a pattern was right and wrong. A proof in which it was both counts twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub n_right: u32,
    pub n_wrong: u32,
}

impl Count {
    /// Whether the pattern is right in so many of a hundred proofs at least.
    pub(super) const fn is_sure(self, percent: u32) -> bool {
        self.n_right * 100 >= (self.n_right + self.n_wrong) * percent
    }
}

/// A local context of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Pattern {
    pub aim: Goal,
    /// What stands where.
    pub window: Window,
    /// The features that matter.
    pub cares: Features,
    /// A stone of the block in question.
    pub object: usize,
}

impl Pattern {
    /// The context of a sample up to a squared distance, with the nearest stone of the block in question; `None` if the
    /// block is not in the window.
    pub(super) fn around(sample: &Sample, reach: i32) -> Option<Self> {
        let window = sample.window;
        let near = distances().filter(|&(feature, _)| window.target >> feature & 1 == 1);
        let (object, _) = near.min_by_key(|&(feature, distance)| (distance, feature))?;
        let off = window.kinds[Kind::Off as usize];
        let within =
            distances().filter(|&(feature, distance)| distance <= reach && off >> feature & 1 == 0);
        let beside = 1 << object | 1 << LIBERTIES | 0b1111 << EDGES;
        let cares = within.fold(beside, |set, (feature, _)| set | 1 << feature);
        Some(Self {
            aim: sample.aim,
            window,
            cares,
            object,
        })
    }

    /// The features that matter and differ.
    #[inline]
    fn misses(&self, window: &Window) -> Features {
        let no_object = !(window.target >> self.object) & 1;
        self.cares & !self.window.agreement(window) | no_object << self.object
    }

    /// Whether the pattern is found in a window.
    pub(super) fn matches(&self, window: &Window) -> bool {
        self.misses(window) == 0
    }

    /// The pattern with only its own features, so that equal patterns are equal values.
    fn reduced(mut self) -> Self {
        for set in &mut self.window.kinds {
            *set &= self.cares;
        }
        self.window.target = 1 << self.object;
        self
    }

    /// The same pattern in the first of its orientations.
    pub(super) fn canonical(&self) -> Self {
        let reduced = self.reduced();
        let turned = (0..8).map(|symmetry| reduced.turned(symmetry));
        turned.min().unwrap_or(reduced)
    }

    fn turned(&self, symmetry: usize) -> Self {
        let one = Window {
            kinds: [self.cares, 0, 0, 0],
            target: 1 << self.object,
        };
        let marks = one.turned(symmetry);
        Self {
            aim: self.aim,
            window: self.window.turned(symmetry),
            cares: marks.kinds[0],
            object: marks.target.trailing_zeros() as usize,
        }
    }

    /// How many features matter.
    pub(super) const fn n_cares(&self) -> u32 {
        self.cares.count_ones()
    }
}

/// All samples with one aim, in eight orientations.
#[derive(Debug)]
pub(super) struct Evidence {
    n_proofs: usize,
    samples: Vec<(u32, bool, Window)>,
}

impl Evidence {
    /// The evidence of samples of `n_proofs` proofs about an aim.
    pub(super) fn new<'s>(
        samples: impl Iterator<Item = &'s Sample>,
        aim: Goal,
        n_proofs: usize,
    ) -> Self {
        let mut turned = Vec::new();
        for sample in samples.filter(|sample| sample.aim == aim) {
            let windows = (0..8).map(|symmetry| sample.window.turned(symmetry));
            turned.extend(windows.map(|window| (sample.proof, sample.is_right, window)));
        }
        turned.sort_unstable();
        turned.dedup();
        Self {
            n_proofs,
            samples: turned,
        }
    }

    /// How often a pattern was right.
    pub(super) fn count(&self, pattern: &Pattern) -> Count {
        let mut sets = [
            Proofs::with_room(self.n_proofs),
            Proofs::with_room(self.n_proofs),
        ];
        for (proof, is_right, window) in &self.samples {
            if pattern.matches(window) {
                sets[usize::from(*is_right)].insert(*proof);
            }
        }
        Count {
            n_right: sets[1].len(),
            n_wrong: sets[0].len(),
        }
    }

    /// The pattern without the features that it can do without: one after the other is given up, as long as the pattern
    /// stays right in `percent` of a hundred proofs. First the one that gains most proofs; of equal ones the farthest.
    /// The cost is one pass over the samples for each feature.
    pub(super) fn generalized(&self, pattern: &Pattern, percent: u32, least: u32) -> Pattern {
        let mut best = *pattern;
        while best.n_cares() > least {
            let Some(feature) = self.feature_to_drop(&best, percent) else {
                break;
            };
            best.cares &= !(1 << feature);
        }
        best
    }

    fn feature_to_drop(&self, pattern: &Pattern, percent: u32) -> Option<usize> {
        let room = || Proofs::with_room(self.n_proofs);
        let mut found = [room(), room()];
        let mut gained = vec![[room(), room()]; N_FEATURES];
        for (proof, is_right, window) in &self.samples {
            let misses = pattern.misses(window);
            if misses == 0 {
                found[usize::from(*is_right)].insert(*proof);
            } else if misses & (misses - 1) == 0 {
                let feature = misses.trailing_zeros() as usize;
                gained[feature][usize::from(*is_right)].insert(*proof);
            }
        }
        let mut far = [0; N_FEATURES];
        for (feature, distance) in distances() {
            far[feature] = distance;
        }
        let candidates = (0..N_FEATURES).filter(|&feature| {
            pattern.cares >> feature & 1 == 1 && feature != MIDDLE && feature != pattern.object
        });
        let counted = candidates.map(|feature| {
            let [wrong, right] = &gained[feature];
            let count = Count {
                n_right: found[1].len_with(right),
                n_wrong: found[0].len_with(wrong),
            };
            (feature, count)
        });
        let sure = counted.filter(|(_, count)| count.is_sure(percent));
        let best = sure.max_by_key(|&(feature, count)| {
            (
                count.n_right.saturating_sub(3 * count.n_wrong),
                far[feature],
            )
        });
        best.map(|(feature, _)| feature)
    }
}
