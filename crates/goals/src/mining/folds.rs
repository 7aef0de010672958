//! What mined rules are worth on proofs that they were not mined from.

use std::collections::BTreeMap;

use super::pattern::{Count, Pattern};
use super::sample::Sample;

/// What the rules of one part of the proofs do on another part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoldResult {
    /// Rules that were mined.
    pub n_rules: usize,
    /// Positions in which the choice of the move matters.
    pub n_positions: usize,
    /// Positions in which some rule matches.
    pub n_covered: usize,
    /// Positions in which the move of the surest rule is right.
    pub n_right: usize,
    /// In how many of these positions a move drawn by lot among those with a known result would be right, in
    /// thousandths.
    pub chance: usize,
    /// Matches of rules.
    pub n_matches: usize,
    /// Matches that are right.
    pub n_right_matches: usize,
}

impl FoldResult {
    /// The sums of two results.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            n_rules: self.n_rules + other.n_rules,
            n_positions: self.n_positions + other.n_positions,
            n_covered: self.n_covered + other.n_covered,
            n_right: self.n_right + other.n_right,
            chance: self.chance + other.chance,
            n_matches: self.n_matches + other.n_matches,
            n_right_matches: self.n_right_matches + other.n_right_matches,
        }
    }
}

/// Tries rules on samples.
pub(super) fn tried<'s>(
    rules: &[(Pattern, Count)],
    samples: impl Iterator<Item = &'s Sample>,
) -> FoldResult {
    let mut positions: BTreeMap<(u32, u32), Vec<&Sample>> = BTreeMap::new();
    for sample in samples {
        positions
            .entry((sample.proof, sample.position))
            .or_default()
            .push(sample);
    }
    let mut result = FoldResult {
        n_rules: rules.len(),
        n_positions: positions.len(),
        ..FoldResult::default()
    };
    for moves in positions.values() {
        let n_right = moves.iter().filter(|sample| sample.is_right).count();
        let mut best: Option<(u32, bool)> = None;
        for sample in moves {
            for surety in matches(rules, sample) {
                result.n_matches += 1;
                result.n_right_matches += usize::from(sample.is_right);
                if best.is_none_or(|(other, _)| surety > other) {
                    best = Some((surety, sample.is_right));
                }
            }
        }
        if let Some((_, is_right)) = best {
            result.n_covered += 1;
            result.n_right += usize::from(is_right);
            result.chance += 1000 * n_right / moves.len();
        }
    }
    result
}

/// How sure each of the rules is that match a sample, in thousandths.
fn matches(rules: &[(Pattern, Count)], sample: &Sample) -> impl Iterator<Item = u32> {
    let turned: Vec<_> = (0..8)
        .map(|symmetry| sample.window.turned(symmetry))
        .collect();
    let found = rules.iter().filter(move |(pattern, _)| {
        pattern.aim == sample.aim && turned.iter().any(|window| pattern.matches(window))
    });
    found.map(|(_, count)| 1000 * (count.n_right + 1) / (count.n_right + count.n_wrong + 2))
}
