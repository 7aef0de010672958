//! Rule sets in KataGo's words. What words mean stands in [`rule_parts`](crate::board::rule_parts), where records find
//! it, too.

use serde::Serialize;

use crate::board::UnknownRules;
use crate::board::rule_parts::{BONUS, KO, PartError, RuleParts, SCORING, TAX, value, word};
use crate::board::rules::{HandicapBonus, Rules};

/// KataGo's description of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KataRules {
    ko: String,
    scoring: String,
    tax: String,
    suicide: bool,
    #[serde(rename = "hasButton")]
    has_button: bool,
    #[serde(rename = "whiteHandicapBonus")]
    white_handicap_bonus: String,
    #[serde(rename = "friendlyPassOk")]
    friendly_pass_ok: bool,
}

impl KataRules {
    /// The words for a rule set; komi is not among them.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        Self {
            ko: word(KO, rules.ko),
            scoring: word(SCORING, rules.scoring),
            tax: word(TAX, rules.tax),
            suicide: rules.allows_suicide,
            has_button: false,
            white_handicap_bonus: word(BONUS, rules.handicap_bonus),
            friendly_pass_ok: true,
        }
    }
}

/// The rules with one rule changed.
///
/// # Errors
/// If there is no such rule, or this value of it is not played here.
pub fn with_rule(rules: &Rules, rule: &str, text: &str) -> Result<Rules, UnknownRules> {
    if rule == "komi" {
        return Err(PartError::UnknownRule(rule.to_owned()).into());
    }
    let mut parts = RuleParts::default();
    parts.set(rule, text)?;
    parts.over(rules).map_err(UnknownRules::Unplayed)
}

/// White's compensation for handicap stones by KataGo's word.
///
/// # Errors
/// If there is no such word.
pub fn handicap_bonus(word: &str) -> Result<HandicapBonus, PartError> {
    value("whiteHandicapBonus", BONUS, word)
}

/// The rules as a text of JSON.
#[must_use]
pub fn json(rules: &Rules) -> String {
    serde_json::to_string(&KataRules::of(rules)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::KoRule;

    #[test]
    fn words_and_rules_translate_both_ways() {
        for name in Rules::names() {
            let rules = Rules::named(name).unwrap();
            let found = Rules::named(&json(&rules)).map(|found| found.with_komi_of(&rules));
            assert_eq!(found, Ok(rules), "{name}");
        }
    }

    #[test]
    fn one_rule_is_changed_at_a_time() {
        let chinese = Rules::named("chinese").unwrap();
        let changed = with_rule(&chinese, "ko", "SITUATIONAL").unwrap();
        assert_eq!(changed.ko, KoRule::SituationalSuperko);
        assert_eq!(
            Rules {
                ko: chinese.ko,
                ..changed
            },
            chinese
        );
        assert!(
            with_rule(&chinese, "suicide", "true")
                .unwrap()
                .allows_suicide
        );
        let error = |rule, word| with_rule(&chinese, rule, word).unwrap_err().to_string();
        assert_eq!(error("tax", "ALL"), "the group tax is not supported");
        assert_eq!(error("hasButton", "true"), "the button is not supported");
        assert_eq!(
            error("ko", "SPIGHT"),
            "Spight's rule of ko is not supported"
        );
        let unknown = "tax `SOME` is not supported, only NONE, SEKI";
        assert_eq!(error("tax", "SOME"), unknown);
        assert!(error("suicide", "yes").contains("only 0, 1, FALSE, TRUE"));
        assert!(error("komi", "7").starts_with("unknown rule `komi`"));
    }

    #[test]
    fn komi_is_that_of_the_way_of_counting() {
        let komi = |text: &str| Rules::named(text).unwrap().komi.points();
        let usual = |scoring: &str| {
            let text =
                format!(r#"{{"ko":"SIMPLE","scoring":"{scoring}","tax":"NONE","suicide":false}}"#);
            komi(&text)
        };
        assert!((usual("AREA") - 7.5).abs() < 1e-12 && (usual("TERRITORY") - 6.5).abs() < 1e-12);
        assert!((komi(r#"{"scoring":"AREA","komi":5.5}"#) - 5.5).abs() < 1e-12);
        for wrong in ["{", "checkers", r#"{"komi":0.3}"#, r#"{"foo":1}"#, "{}x"] {
            assert!(Rules::named(wrong).is_err(), "{wrong}");
        }
    }
}
