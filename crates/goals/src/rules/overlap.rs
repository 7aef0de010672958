//! Rules that other rules make redundant.

use super::assertion::RuleId;
use super::compiled::CompiledRule;
use super::grid::Offset;
use super::pattern::Pattern;
use super::rule_base::RuleBase;

/// How a rule relates to another one that matches wherever it matches, about the same blocks and the same point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Both match at the same places and rate the point alike.
    Same,
    /// Both match at the same places, but one calls good what the other calls bad or a threat.
    Contradiction,
    /// The other rule rates the point alike in more places, so that this one adds only its purpose and its note.
    SpecialCase,
}

impl RuleBase {
    /// Pairs of a rule and another that matches wherever it matches, for rules of one map. A special case that
    /// recommends something else is no fault, but what special rules are for, and is left out. Of two rules that are
    /// the same, the later one stands first.
    ///
    /// Cost: quadratic in the number of rules; for a thousand, some seconds at most.
    #[must_use]
    pub fn overlaps(&self) -> Vec<(RuleId, RuleId, Overlap)> {
        let rules = || (0..).map(RuleId).zip(self.compiled());
        let mut found = Vec::new();
        for (id, rule) in rules() {
            for (other_id, other) in rules().filter(|&(other_id, _)| other_id != id) {
                if !rule.implies(other) {
                    continue;
                }
                let says_same = rule.rule.recommendation == other.rule.recommendation;
                let overlap = match (other.implies(rule), says_same) {
                    (true, true) => Overlap::Same,
                    (true, false) => Overlap::Contradiction,
                    (false, true) => Overlap::SpecialCase,
                    (false, false) => continue,
                };
                if overlap == Overlap::SpecialCase || other_id < id {
                    found.push((id, other_id, overlap));
                }
            }
        }
        found
    }
}

impl CompiledRule {
    /// Whether `other` certainly matches wherever this rule matches, for the same purpose.
    fn implies(&self, other: &Self) -> bool {
        self.rule.purpose == other.rule.purpose && self.covers(other)
    }

    /// Whether `other` certainly matches wherever this rule matches, about the same blocks, point and eye.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let (rule, wider) = (&self.rule, &other.rule);
        let is_like = rule.goal == wider.goal
            && rule.objects == wider.objects
            // Objects that are not called one block are different blocks.
            && rule.ties().eq(wider.ties())
            && wider
                .constraints
                .iter()
                .all(|constraint| rule.constraints.contains(constraint));
        let ([patterns], [wider_patterns]) = (self.maps.as_slice(), other.maps.as_slice()) else {
            return false;
        };
        let Some(pattern) = patterns.first().filter(|_| is_like) else {
            return false;
        };
        let objects = |pattern: &Pattern, compiled: &Self| -> Vec<Option<Offset>> {
            let names = compiled.conditions.goal_objects().iter();
            names.map(|&name| pattern.names[name]).collect()
        };
        let here = objects(pattern, self);
        wider_patterns.iter().any(|wider| {
            let there = objects(wider, other);
            let (Some(&Some(one)), Some(&Some(two))) = (here.first(), there.first()) else {
                return false;
            };
            let by = (one.0 - two.0, one.1 - two.1);
            let moved = |at: Offset| (at.0 + by.0, at.1 + by.1);
            let are_moved = |these: &[Offset], those: &[Offset]| {
                these.len() == those.len() && those.iter().all(|&at| these.contains(&moved(at)))
            };
            here == there.iter().map(|at| at.map(moved)).collect::<Vec<_>>()
                && pattern.prescribed == wider.prescribed.map(moved)
                && are_moved(&pattern.border, &wider.border)
                && are_moved(&pattern.center, &wider.center)
                && wider
                    .cells
                    .iter()
                    .all(|&(at, bits)| pattern.bits(moved(at)) & !bits == 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule with a map of one row.
    fn rule(name: &str, row: &str, play: &str, condition: &str) -> String {
        format!(
            "rule {name}\npurpose save\ngoal save A\nplay {play}\nnote \"Text.\"\nsource hand\n\
             map\n{row}\n{condition}\nend\n"
        )
    }

    fn overlaps(rules: &[String]) -> Vec<(usize, usize, Overlap)> {
        let base = RuleBase::read(&[("test.rules", &rules.concat())]).unwrap();
        let found = base.overlaps().into_iter();
        found
            .map(|(one, two, overlap)| (one.index(), two.index(), overlap))
            .collect()
    }

    #[test]
    fn overlaps_are_found_in_every_orientation() {
        let general = rule("general", "A *", "good", "");
        let mirrored = rule("mirrored", "* A ?", "good", "");
        let special = rule("special", "O * A", "good", "where libs(A) = 1");
        let opposed = rule("opposed", "A *", "bad", "");
        let special_bad = rule("special-bad", "X * A", "bad", "");
        let elsewhere = rule("elsewhere", "A . *", "good", "");
        let all = [general, mirrored, special, opposed, special_bad, elsewhere];
        let expected = [
            (1, 0, Overlap::Same),
            (2, 0, Overlap::SpecialCase),
            (2, 1, Overlap::SpecialCase),
            (3, 0, Overlap::Contradiction),
            (3, 1, Overlap::Contradiction),
            (4, 3, Overlap::SpecialCase),
        ];
        assert_eq!(overlaps(&all), expected);
    }
}
