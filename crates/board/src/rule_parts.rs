//! Rules part by part, in KataGo's words: the words of an object of JSON, and the compact form
//! (`koSIMPLEscoreAREAtaxNONEsui0`) that KataGo writes into records.
//!
//! Source: KataGo, `docs/GTP_Extensions.md`.

use serde_json::{Map, Value};
use thiserror::Error;

use super::rules::{HandicapBonus, KoRule, NearestRules, Rules, Scoring, Tax, Unplayed};
use crate::Komi;

/// KataGo's words for the choices of a rule.
pub type Words<T> = &'static [(&'static str, T)];

/// Words for [`KoRule`].
pub const KO: Words<KoRule> = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::PositionalSuperko),
    ("SITUATIONAL", KoRule::SituationalSuperko),
];
/// Words for [`Scoring`].
pub const SCORING: Words<Scoring> = &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
/// Words for [`Tax`].
pub const TAX: Words<Tax> = &[("NONE", Tax::None), ("SEKI", Tax::Seki)];
/// Words for [`HandicapBonus`].
pub const BONUS: Words<HandicapBonus> = &[
    ("0", HandicapBonus::None),
    ("N", HandicapBonus::EachStone),
    ("N-1", HandicapBonus::EachStoneButOne),
];
const FLAG: Words<bool> = &[("0", false), ("1", true), ("FALSE", false), ("TRUE", true)];

/// The keys of the compact form, each with the rule that it names. `scoring` stands before `score`, and `komi` before
/// `ko`, because the first key that fits is taken.
const KEYS: [(&str, &str); 9] = [
    ("komi", "komi"),
    ("ko", "ko"),
    ("scoring", "scoring"),
    ("score", "scoring"),
    ("tax", "tax"),
    ("sui", "suicide"),
    ("button", "hasButton"),
    ("whb", "whiteHandicapBonus"),
    ("fpok", "friendlyPassOk"),
];

/// Largest komi that an object of rules may have, in points; KataGo's limit.
const MOST_KOMI: f64 = 400.0;

/// Why words are no rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartError {
    /// There is no rule of this name.
    #[error(
        "unknown rule `{0}`, known are ko, scoring, tax, suicide, hasButton, whiteHandicapBonus and friendlyPassOk"
    )]
    UnknownRule(String),
    /// The rule exists, but not this value of it.
    #[error("{rule} `{word}` is not supported, only {known}")]
    UnknownWord {
        /// Name of the rule.
        rule: String,
        /// The value in the text.
        word: String,
        /// The values that there are, separated by commas.
        known: String,
    },
}

/// The parts of a rule set that are named; the others are those of Tromp and Taylor, as in KataGo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleParts {
    ko: Option<KoRule>,
    scoring: Option<Scoring>,
    tax: Option<Tax>,
    allows_suicide: Option<bool>,
    handicap_bonus: Option<HandicapBonus>,
    komi: Option<Komi>,
    unplayed: Vec<Unplayed>,
}

impl RuleParts {
    /// The parts in an object of JSON. Values may be texts, and numbers or truth values where KataGo has them.
    ///
    /// # Errors
    /// If it has a rule that does not exist, or a value that the rule does not have.
    pub fn of_object(object: &Map<String, Value>) -> Result<Self, PartError> {
        let mut parts = Self::default();
        for (rule, value) in object {
            let word = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            parts.set(rule, &word)?;
        }
        Ok(parts)
    }

    /// The parts in the compact form. `None` if the text has another form. Upper and lower case are the same.
    #[must_use]
    pub fn of_compact(text: &str) -> Option<Self> {
        let mut parts = Self::default();
        let mut rest = text.trim();
        if rest.is_empty() {
            return None;
        }
        while !rest.is_empty() {
            let (rule, after) = KEYS
                .iter()
                .find_map(|(key, rule)| Some((*rule, without_prefix(rest, key)?)))?;
            let (word, after) = first_word(rule, after.trim_start())?;
            parts.set(rule, word).ok()?;
            rest = after.trim_start();
        }
        Some(parts)
    }

    /// Names one part; case does not matter in the value.
    ///
    /// # Errors
    /// As for [`Self::of_object`].
    pub fn set(&mut self, rule: &str, word: &str) -> Result<(), PartError> {
        let upper = word.trim().to_ascii_uppercase();
        match rule {
            "ko" if upper == "SPIGHT" => {
                self.ko = Some(KoRule::SituationalSuperko);
                self.unplayed.push(Unplayed::SpightKo);
            }
            "ko" => self.ko = Some(value(rule, KO, word)?),
            "scoring" | "score" => self.scoring = Some(value(rule, SCORING, word)?),
            // Without the tax on every group, the nearest is the one that goes with the way of counting.
            "tax" if upper == "ALL" => {
                self.tax = None;
                self.unplayed.push(Unplayed::GroupTax);
            }
            "tax" => self.tax = Some(value(rule, TAX, word)?),
            "suicide" => self.allows_suicide = Some(value(rule, FLAG, word)?),
            "hasButton" if value(rule, FLAG, word)? => self.unplayed.push(Unplayed::Button),
            "hasButton" => {}
            "whiteHandicapBonus" => self.handicap_bonus = Some(value(rule, BONUS, word)?),
            // A pass that ends the game by agreement: no part of what is legal or counted here.
            "friendlyPassOk" => {
                value(rule, FLAG, word)?;
            }
            "komi" => self.komi = Some(komi(word)?),
            other => return Err(PartError::UnknownRule(other.to_owned())),
        }
        Ok(())
    }

    /// The rules with the named parts in place of their own.
    ///
    /// # Errors
    /// The first part that is not played, if there is one.
    pub fn over(self, rules: &Rules) -> Result<Rules, Unplayed> {
        if let Some(&missing) = self.unplayed.first() {
            return Err(missing);
        }
        Ok(Rules {
            scoring: self.scoring.unwrap_or(rules.scoring),
            ko: self.ko.unwrap_or(rules.ko),
            allows_suicide: self.allows_suicide.unwrap_or(rules.allows_suicide),
            tax: self.tax.unwrap_or(rules.tax),
            handicap_bonus: self.handicap_bonus.unwrap_or(rules.handicap_bonus),
            komi: self.komi.unwrap_or(rules.komi),
        })
    }

    /// The rules, as near as they are played here. The komi is the named one, or the one that KataGo takes.
    #[must_use]
    pub fn nearest(self) -> NearestRules {
        let scoring = self.scoring.unwrap_or(Scoring::Area);
        let (tax, half_points) = match scoring {
            Scoring::Territory => (Tax::Seki, 13),
            Scoring::Area if self.unplayed.contains(&Unplayed::Button) => (Tax::None, 14),
            Scoring::Area => (Tax::None, 15),
        };
        NearestRules {
            rules: Rules {
                scoring,
                ko: self.ko.unwrap_or(KoRule::PositionalSuperko),
                allows_suicide: self.allows_suicide.unwrap_or(true),
                tax: self.tax.unwrap_or(tax),
                handicap_bonus: self.handicap_bonus.unwrap_or(HandicapBonus::None),
                komi: self.komi.unwrap_or(Komi::from_half_points(half_points)),
            },
            komi: self.komi,
            unplayed: self.unplayed,
        }
    }
}

/// What follows the prefix, whose case does not matter.
fn without_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// The longest word of a rule that the text begins with, and what follows it.
fn first_word<'a>(rule: &str, text: &'a str) -> Option<(&'a str, &'a str)> {
    if rule == "komi" {
        let is_end = |c: char| c.is_alphabetic() || c.is_whitespace();
        return text.split_at_checked(text.find(is_end).unwrap_or(text.len()));
    }
    let words: Vec<&str> = match rule {
        "ko" => KO.iter().map(|it| it.0).chain(["SPIGHT"]).collect(),
        "scoring" => SCORING.iter().map(|it| it.0).collect(),
        "tax" => TAX.iter().map(|it| it.0).chain(["ALL"]).collect(),
        "whiteHandicapBonus" => BONUS.iter().map(|it| it.0).collect(),
        _ => FLAG.iter().map(|it| it.0).collect(),
    };
    let found = words
        .into_iter()
        .filter(|word| without_prefix(text, word).is_some())
        .max_by_key(|word| word.len())?;
    text.split_at_checked(found.len())
}

fn komi(word: &str) -> Result<Komi, PartError> {
    let points: Option<f64> = word.trim().parse().ok();
    points
        .filter(|points| points.abs() <= MOST_KOMI && (2.0 * points).fract() == 0.0)
        .and_then(Komi::from_points)
        .ok_or_else(|| PartError::UnknownWord {
            rule: "komi".to_owned(),
            word: word.to_owned(),
            known: "half points from -400 to 400".to_owned(),
        })
}

/// The word for a choice; empty if there is none.
#[must_use]
pub fn word<T: Copy + PartialEq>(table: Words<T>, value: T) -> String {
    table
        .iter()
        .find(|(_, known)| *known == value)
        .map_or_else(String::new, |(word, _)| (*word).to_owned())
}

/// The choice that a word of a rule means, in either case.
///
/// # Errors
/// If the rule has no such word.
pub fn value<T: Copy>(rule: &str, table: Words<T>, word: &str) -> Result<T, PartError> {
    table
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(word.trim()))
        .map(|&(_, value)| value)
        .ok_or_else(|| {
            let known: Vec<&str> = table.iter().map(|(known, _)| *known).collect();
            PartError::UnknownWord {
                rule: rule.to_owned(),
                word: word.to_owned(),
                known: known.join(", "),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compact(text: &str) -> NearestRules {
        RuleParts::of_compact(text)
            .unwrap_or_else(|| panic!("{text}"))
            .nearest()
    }

    #[test]
    fn every_rule_set_has_a_compact_form() {
        let mut n_checked = 0;
        for (ko_word, ko) in KO {
            for (scoring_word, scoring) in SCORING {
                for (tax_word, tax) in TAX {
                    for (bonus_word, handicap_bonus) in BONUS {
                        for allows_suicide in [false, true] {
                            let suicide = u8::from(allows_suicide);
                            let text = format!(
                                "ko{ko_word}score{scoring_word}tax{tax_word}sui{suicide}whb{bonus_word}fpok1"
                            );
                            let rules = Rules {
                                scoring: *scoring,
                                ko: *ko,
                                allows_suicide,
                                tax: *tax,
                                handicap_bonus: *handicap_bonus,
                                komi: compact(&text).rules.komi,
                            };
                            for form in [text.clone(), text.to_lowercase()] {
                                assert_eq!(compact(&form).rules, rules, "{form}");
                                assert_eq!(Rules::named(&form), Ok(rules), "{form}");
                            }
                            n_checked += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(n_checked, 72);
    }

    #[test]
    fn what_is_left_out_is_as_in_kata_go() {
        let found = compact("scoreTERRITORY");
        assert_eq!((found.rules.tax, found.komi), (Tax::Seki, None));
        assert_eq!(found.rules.komi, Komi::from_half_points(13));
        assert!(found.rules.allows_suicide);
        let found = compact("koSPIGHT scoring AREA taxALL button1 komi-7");
        assert_eq!(found.komi, Some(Komi::from_half_points(-14)));
        let unplayed = [Unplayed::SpightKo, Unplayed::GroupTax, Unplayed::Button];
        assert_eq!(found.unplayed, unplayed);
        assert_eq!(compact("button1").rules.komi, Komi::from_half_points(14));
        for wrong in [
            "",
            "ko",
            "koFOO",
            "sui2",
            "komi",
            "komiX",
            "koSIMPLEfoo",
            "é",
        ] {
            assert_eq!(RuleParts::of_compact(wrong), None, "{wrong}");
        }
    }
}
