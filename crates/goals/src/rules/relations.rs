//! Which rules override a rule wherever both match, and which it overrides.

use super::assertion::RuleId;
use super::compiled::CompiledRule;
use super::rule::Rule;
use super::rule_base::RuleBase;

/// How a rule stands to the rules of a base, each by its id. Rules with several maps are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relations {
    /// Information in the maps and constraints of the rule, in sixteenths of a bit.
    pub specificity: u32,
    /// More general rules about the same blocks and point: they are overridden wherever the rule matches.
    pub overrides: Vec<RuleId>,
    /// More special rules about the same blocks and point: wherever one of them matches, the rule is overridden.
    pub overridden_by: Vec<RuleId>,
    /// Rules that match at the same places, about the same blocks and point.
    pub same: Vec<RuleId>,
}

impl RuleBase {
    /// How a rule, which need not be of this base, stands to the rules of the base but for the one that has its name.
    ///
    /// Cost: linear in the number of rules; for a thousand about a millisecond.
    #[must_use]
    pub fn relations(&self, rule: &Rule) -> Relations {
        let compiled = CompiledRule::new(rule.clone(), RuleId(u16::MAX));
        let mut relations = Relations {
            specificity: compiled.conditions.specificity(),
            ..Relations::default()
        };
        for (id, other) in (0..).map(RuleId).zip(self.compiled()) {
            if other.rule.name() == rule.name() {
                continue;
            }
            match (compiled.covers(other), other.covers(&compiled)) {
                (true, true) => relations.same.push(id),
                (true, false) => relations.overrides.push(id),
                (false, true) => relations.overridden_by.push(id),
                (false, false) => {}
            }
        }
        relations
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str, purpose: &str, row: &str) -> String {
        format!(
            "rule {name}\npurpose {purpose}\ngoal save A\nnote \"Text.\"\nsource hand\nmap\n{row}\nend\n"
        )
    }

    #[test]
    fn special_rules_override_general_ones_of_every_purpose() {
        let texts = [
            rule("general", "save", "A *"),
            rule("special", "escape", "O A * ."),
            rule("middle", "save", ". * A"),
            rule("elsewhere", "save", "A . *"),
        ];
        let base = RuleBase::read(&[("test.rules", &texts.concat())]).unwrap();
        let related = |text: &str| {
            let draft = RuleBase::read(&[("draft", text)]).unwrap();
            let (id, rule) = draft.rules().next().unwrap();
            let relations = base.relations(rule);
            assert_eq!(relations.specificity, draft.specificity(id));
            let names = |ids: &[RuleId]| -> String {
                let names = ids.iter().map(|&id| base.rule(id).name());
                names.collect::<Vec<_>>().join(" ")
            };
            [
                &relations.overrides,
                &relations.overridden_by,
                &relations.same,
            ]
            .map(|ids| names(ids))
        };
        assert_eq!(related(&texts[2]), ["general", "special", ""]);
        assert_eq!(
            related(&rule("new", "live", "A * .")),
            ["general", "special", "middle"]
        );
    }
}
