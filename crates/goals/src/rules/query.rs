//! Rules looked for by purpose, goal and words.

use super::rule::{GoalKind, Purpose, Rule};

/// What a rule that is looked for must have; what is `None` or empty does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleQuery {
    /// Its purpose.
    pub purpose: Option<Purpose>,
    /// Its goal.
    pub goal: Option<GoalKind>,
    /// Words that all stand in its text, in any order, in small or capital letters.
    pub words: String,
}

impl RuleQuery {
    /// Whether a rule is one of those that are looked for.
    #[must_use]
    pub fn fits(&self, rule: &Rule) -> bool {
        let is_kind = self.purpose.is_none_or(|purpose| rule.purpose() == purpose)
            && self.goal.is_none_or(|goal| rule.goal() == goal);
        if !is_kind || self.words.trim().is_empty() {
            return is_kind;
        }
        let text = rule.to_string().to_lowercase();
        let words = self.words.to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleBase;

    #[test]
    fn all_conditions_have_to_fit() {
        let found = |query: &RuleQuery| -> Vec<&str> {
            let rules = RuleBase::builtin().rules().map(|(_, rule)| rule);
            rules
                .filter(|rule| query.fits(rule))
                .map(Rule::name)
                .collect()
        };
        let all = found(&RuleQuery::default());
        assert_eq!(all.len(), RuleBase::builtin().rules().count());
        let mut query = RuleQuery {
            purpose: Some(Purpose::Connection),
            ..RuleQuery::default()
        };
        let connections = found(&query);
        assert!(connections.contains(&"link-bamboo") && connections.len() < all.len());
        query.words = "PAIRS face".to_owned();
        assert_eq!(found(&query), ["link-bamboo"]);
        query.goal = Some(GoalKind::Capture);
        assert_eq!(found(&query), [""; 0]);
    }
}
