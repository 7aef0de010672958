//! Rule sets in KataGo's words.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::Komi;
use crate::board::rules::{HandicapBonus, KoRule, Rules, Scoring, Tax, UnknownRules};

/// Words that name no rules that this program plays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleError {
    /// The text is not JSON, or has parts that KataGo's rules do not have.
    #[error("{0}")]
    Malformed(String),
    /// There is no rule of this name.
    #[error(
        "unknown rule `{0}`, known are ko, scoring, tax, suicide, hasButton, whiteHandicapBonus and friendlyPassOk"
    )]
    UnknownRule(String),
    /// The rule exists, but this value of it is not played here.
    #[error("{rule} `{word}` is not supported, only {known}")]
    Unsupported {
        /// Name of the rule.
        rule: String,
        /// The value asked for.
        word: String,
        /// The values that are played, separated by commas.
        known: String,
    },
    /// Button Go.
    #[error("button go is not supported")]
    Button,
    /// No rule set has the name.
    #[error(transparent)]
    UnknownName(#[from] UnknownRules),
}

/// KataGo's description of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KataRules {
    ko: String,
    scoring: String,
    tax: String,
    suicide: bool,
    #[serde(rename = "hasButton", default)]
    has_button: bool,
    #[serde(rename = "whiteHandicapBonus", default = "no_bonus")]
    white_handicap_bonus: String,
    #[serde(rename = "friendlyPassOk", default = "passes_are_friendly")]
    friendly_pass_ok: bool,
}

fn no_bonus() -> String {
    "0".to_owned()
}

const fn passes_are_friendly() -> bool {
    true
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

    /// The words in a text of JSON.
    ///
    /// # Errors
    /// If the text is not an object with these words.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        serde_json::from_str(text).map_err(|error| RuleError::Malformed(error.to_string()))
    }

    /// The rules that the words mean, with a komi.
    ///
    /// # Errors
    /// If they are not played here.
    pub fn rules(&self, komi: Komi) -> Result<Rules, RuleError> {
        if self.has_button {
            return Err(RuleError::Button);
        }
        Ok(Rules {
            scoring: value("scoring", SCORING, &self.scoring)?,
            ko: value("ko", KO, &self.ko)?,
            allows_suicide: self.suicide,
            tax: value("tax", TAX, &self.tax)?,
            handicap_bonus: handicap_bonus(&self.white_handicap_bonus)?,
            komi,
        })
    }
}

/// The rules that a name or a text of JSON means, with their usual komi; that of KataGo where JSON says none.
///
/// # Errors
/// If the name is unknown, or the rules are not played here.
pub fn rules_in(text: &str) -> Result<Rules, RuleError> {
    if !text.trim_start().starts_with('{') {
        return Ok(Rules::named(text)?);
    }
    let words = KataRules::parse(text)?;
    let rules = words.rules(Komi::default())?;
    Ok(Rules {
        komi: usual_komi(rules.scoring),
        ..rules
    })
}

/// The komi that KataGo takes where none is given.
const fn usual_komi(scoring: Scoring) -> Komi {
    Komi::from_half_points(match scoring {
        Scoring::Area => 15,
        Scoring::Territory => 13,
    })
}

/// The rules with one rule changed.
///
/// # Errors
/// If there is no such rule, or this value of it is not played here.
pub fn with_rule(rules: &Rules, rule: &str, text: &str) -> Result<Rules, RuleError> {
    let mut words = KataRules::of(rules);
    let flag = || match text {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(RuleError::Unsupported {
            rule: rule.to_owned(),
            word: other.to_owned(),
            known: "true, false".to_owned(),
        }),
    };
    match rule {
        "ko" => text.clone_into(&mut words.ko),
        "scoring" => text.clone_into(&mut words.scoring),
        "tax" => text.clone_into(&mut words.tax),
        "whiteHandicapBonus" => text.clone_into(&mut words.white_handicap_bonus),
        "suicide" => words.suicide = flag()?,
        "hasButton" => words.has_button = flag()?,
        "friendlyPassOk" => words.friendly_pass_ok = flag()?,
        other => return Err(RuleError::UnknownRule(other.to_owned())),
    }
    words.rules(rules.komi)
}

/// White's compensation for handicap stones by KataGo's word.
///
/// # Errors
/// If there is no such word.
pub fn handicap_bonus(word: &str) -> Result<HandicapBonus, RuleError> {
    value("whiteHandicapBonus", BONUS, word)
}

/// The rules as a text of JSON.
#[must_use]
pub fn json(rules: &Rules) -> String {
    serde_json::to_string(&KataRules::of(rules)).unwrap_or_default()
}

const KO: &[(&str, KoRule)] = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::PositionalSuperko),
    ("SITUATIONAL", KoRule::SituationalSuperko),
];
const SCORING: &[(&str, Scoring)] = &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
const TAX: &[(&str, Tax)] = &[("NONE", Tax::None), ("SEKI", Tax::Seki)];
const BONUS: &[(&str, HandicapBonus)] = &[
    ("0", HandicapBonus::None),
    ("N", HandicapBonus::EachStone),
    ("N-1", HandicapBonus::EachStoneButOne),
];

fn word<T: Copy + PartialEq>(table: &[(&str, T)], value: T) -> String {
    table
        .iter()
        .find(|(_, known)| *known == value)
        .map_or_else(String::new, |(word, _)| (*word).to_owned())
}

fn value<T: Copy>(rule: &str, table: &[(&str, T)], word: &str) -> Result<T, RuleError> {
    table
        .iter()
        .find(|(known, _)| *known == word)
        .map(|&(_, value)| value)
        .ok_or_else(|| {
            let known: Vec<&str> = table.iter().map(|(known, _)| *known).collect();
            RuleError::Unsupported {
                rule: rule.to_owned(),
                word: word.to_owned(),
                known: known.join(", "),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_rules_translate_both_ways() {
        for name in Rules::names() {
            let rules = Rules::named(name).unwrap();
            assert_eq!(KataRules::of(&rules).rules(rules.komi), Ok(rules), "{name}");
            assert_eq!(
                rules_in(&json(&rules)).map(|found| found.with_komi_of(&rules)),
                Ok(rules)
            );
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
        assert_eq!(
            error("tax", "ALL"),
            "tax `ALL` is not supported, only NONE, SEKI"
        );
        assert_eq!(error("hasButton", "true"), "button go is not supported");
        assert!(error("suicide", "yes").contains("only true, false"));
        assert!(error("komi", "7").starts_with("unknown rule `komi`"));
    }

    #[test]
    fn komi_is_that_of_the_way_of_counting() {
        let komi = |scoring: &str| {
            let text =
                format!(r#"{{"ko":"SIMPLE","scoring":"{scoring}","tax":"NONE","suicide":false}}"#);
            rules_in(&text).unwrap().komi.points()
        };
        assert!((komi("AREA") - 7.5).abs() < 1e-12 && (komi("TERRITORY") - 6.5).abs() < 1e-12);
        assert!(rules_in("{").is_err() && rules_in("checkers").is_err());
    }
}
