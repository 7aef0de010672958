//! Rules as a plain value, and the named rule sets with the names that clients use.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Komi;

/// How the score is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Living stones and the points they surround.
    Area,
    /// Points surrounded by living stones, and prisoners.
    Territory,
}

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KoRule {
    /// A ko may not be taken back at once; other repetitions are allowed.
    Simple,
    /// A play may not recreate any earlier position.
    PositionalSuperko,
    /// A play may not recreate an earlier position with the same player to move next.
    SituationalSuperko,
}

/// Which surrounded points do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tax {
    /// Every surrounded point counts.
    None,
    /// Points surrounded by stones in seki do not count.
    Seki,
}

/// What White receives for each handicap stone under area scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each stone.
    EachStone,
    /// A point for each stone but the first.
    EachStoneButOne,
}

impl HandicapBonus {
    /// Points for White in a game with `n_stones` handicap stones.
    #[must_use]
    pub const fn points(self, n_stones: usize) -> usize {
        match self {
            Self::None => 0,
            Self::EachStone => n_stones,
            Self::EachStoneButOne => n_stones.saturating_sub(1),
        }
    }
}

/// The rules of one game.
///
/// # Example
///
/// ```
/// use tedomari_board::Komi;
/// use tedomari_board::{Rules, Scoring};
///
/// assert!(Rules::named("Tromp-Taylor")?.allows_suicide);
/// let rules = Rules {
///     komi: Komi::from_half_points(1),
///     ..Rules::named("japanese")?
/// };
/// assert_eq!(rules.scoring, Scoring::Territory);
/// assert_eq!(rules.to_string(), "japanese rules, komi 0.5");
/// # Ok::<(), tedomari_board::UnknownRules>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Area or territory.
    pub scoring: Scoring,
    /// Forbidden repetitions.
    pub ko: KoRule,
    /// Whether a play may remove its own block.
    pub allows_suicide: bool,
    /// Which surrounded points do not count.
    pub tax: Tax,
    /// White's compensation for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Points that White receives.
    pub komi: Komi,
}

/// A named rule set.
#[derive(Clone, Copy, Debug)]
struct Preset {
    /// The names that are listed, the one of this program first. There are more in `rule_names`.
    names: &'static [&'static str],
    rules: Rules,
}

const fn rules(
    scoring: Scoring,
    ko: KoRule,
    allows_suicide: bool,
    tax: Tax,
    handicap_bonus: HandicapBonus,
    half_komi: i32,
) -> Rules {
    Rules {
        scoring,
        ko,
        allows_suicide,
        tax,
        handicap_bonus,
        komi: Komi::from_half_points(half_komi),
    }
}

use HandicapBonus::{EachStone, EachStoneButOne};
use KoRule::{PositionalSuperko, Simple, SituationalSuperko};
use Scoring::{Area, Territory};

/// The rule sets, as KataGo defines them.
const PRESETS: &[Preset] = &[
    Preset {
        names: &["chinese"],
        rules: rules(Area, Simple, false, Tax::None, EachStone, 15),
    },
    Preset {
        names: &["chinese_superko", "chinese_ogs", "chinese_kgs"],
        rules: rules(Area, PositionalSuperko, false, Tax::None, EachStone, 15),
    },
    Preset {
        names: &["japanese", "korean"],
        rules: rules(Territory, Simple, false, Tax::Seki, HandicapBonus::None, 13),
    },
    Preset {
        names: &["aga", "bga", "french"],
        rules: rules(
            Area,
            SituationalSuperko,
            false,
            Tax::None,
            EachStoneButOne,
            15,
        ),
    },
    Preset {
        names: &["new_zealand", "nz", "newzealand"],
        rules: rules(
            Area,
            SituationalSuperko,
            true,
            Tax::None,
            HandicapBonus::None,
            14,
        ),
    },
    Preset {
        names: &["tromp_taylor", "tt", "tromptaylor"],
        rules: rules(
            Area,
            PositionalSuperko,
            true,
            Tax::None,
            HandicapBonus::None,
            15,
        ),
    },
    Preset {
        names: &["ing", "goe"],
        rules: rules(
            Area,
            PositionalSuperko,
            true,
            Tax::None,
            HandicapBonus::None,
            16,
        ),
    },
    Preset {
        names: &["cgos"],
        rules: rules(
            Area,
            PositionalSuperko,
            false,
            Tax::None,
            HandicapBonus::None,
            15,
        ),
    },
];

/// The rule sets of KGS: the server's name, and the name here of the same rules. By "KGS Supported Rule Sets", Chinese,
/// AGA and New Zealand rules forbid every repetition there; under the first of them it does not matter whose turn it
/// was.
const KGS: &[(&str, &str)] = &[
    ("japanese", "japanese"),
    ("chinese", "chinese_superko"),
    ("aga", "aga"),
    ("new_zealand", "new_zealand"),
];

/// A part of rules that is known and not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// Each group of living stones pays two points.
    GroupTax,
    /// The first pass takes half a point.
    Button,
    /// Spight's rule of ko.
    SpightKo,
}

impl fmt::Display for Unplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GroupTax => "the group tax",
            Self::Button => "the button",
            Self::SpightKo => "Spight's rule of ko",
        })
    }
}

/// The rules that a text means, as near as they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestRules {
    /// The rules, with the komi of the text or their usual one.
    pub rules: Rules,
    /// The komi, if the text names one.
    pub komi: Option<Komi>,
    /// The parts that the text names and that are not played.
    pub unplayed: Vec<Unplayed>,
}

/// KGS has no rule set of the given name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("KGS has no rules `{name}`, only {}", Rules::names_of_kgs().collect::<Vec<_>>().join(", "))]
pub struct UnknownKgsRules {
    /// The name given.
    pub name: String,
}

impl Rules {
    /// Points that White gets at the end of a game with so many handicap stones.
    #[must_use]
    pub fn handicap_points(&self, n_handicap: usize) -> usize {
        match self.scoring {
            Scoring::Area => self.handicap_bonus.points(n_handicap),
            Scoring::Territory => 0,
        }
    }

    /// The rule set with one of the listed names, and its own komi.
    pub(super) fn preset(name: &str) -> Option<Self> {
        let preset = PRESETS.iter().find(|preset| preset.names.contains(&name));
        preset.map(|preset| preset.rules)
    }

    /// The rule set that KGS calls by a name, with its own komi. Upper and lower case are the same, and
    /// so are `_`, `-` and space between words.
    ///
    /// # Errors
    /// If KGS has no such rule set.
    pub fn of_kgs(name: &str) -> Result<Self, UnknownKgsRules> {
        let wanted = normal(name);
        let ours = KGS.iter().find(|(theirs, _)| *theirs == wanted);
        ours.and_then(|(_, ours)| Self::named(ours).ok())
            .ok_or_else(|| UnknownKgsRules {
                name: name.to_owned(),
            })
    }

    /// All names that [`Self::of_kgs`] accepts.
    pub fn names_of_kgs() -> impl Iterator<Item = &'static str> {
        KGS.iter().map(|&(theirs, _)| theirs)
    }

    /// All listed names that [`Self::named`] accepts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PRESETS
            .iter()
            .flat_map(|preset| preset.names.iter().copied())
    }

    /// The name of these rules, if they are one of the named sets; komi is not compared.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        PRESETS
            .iter()
            .find(|preset| {
                Self {
                    komi: self.komi,
                    ..preset.rules
                } == *self
            })
            .and_then(|preset| preset.names.first().copied())
    }

    /// These rules with the komi of `other`.
    #[must_use]
    pub const fn with_komi_of(self, other: &Self) -> Self {
        Self {
            komi: other.komi,
            ..self
        }
    }
}

/// A name in the form in which names are compared.
fn normal(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace(['-', ' '], "_")
}

impl Default for Rules {
    /// Chinese rules with 7.5 points komi.
    fn default() -> Self {
        PRESETS[0].rules
    }
}

impl fmt::Display for Rules {
    /// The name, or `custom`, and the komi.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} rules, komi {}",
            self.name().unwrap_or("custom"),
            self.komi
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_rules() {
        for preset in PRESETS {
            for name in preset.names {
                assert_eq!(Rules::named(name), Ok(preset.rules));
                assert_eq!(
                    Rules::named(&name.to_uppercase().replace('_', "-")),
                    Ok(preset.rules)
                );
            }
        }
        for preset in PRESETS {
            // Two sets that differ in komi only share a name.
            let name = preset.rules.name().unwrap();
            assert_eq!(
                Rules::named(name).unwrap().with_komi_of(&preset.rules),
                preset.rules
            );
        }
        assert!(
            Rules::named("checkers")
                .unwrap_err()
                .to_string()
                .contains("japanese")
        );
    }

    #[test]
    fn kgs_forbids_repetition_where_it_counts_area() {
        let ko = |name: &str| Rules::of_kgs(name).unwrap().ko;
        let found: Vec<KoRule> = Rules::names_of_kgs().map(ko).collect();
        let expected = [
            Simple,
            PositionalSuperko,
            SituationalSuperko,
            SituationalSuperko,
        ];
        assert_eq!(found, expected);
        assert_eq!(ko("New-Zealand"), SituationalSuperko);
        let error = Rules::of_kgs("tromp_taylor").unwrap_err().to_string();
        assert!(error.contains("tromp_taylor") && error.contains("aga"));
    }

    #[test]
    fn bonus_points_follow_the_rule() {
        let check = |bonus: HandicapBonus, expected: [usize; 3]| {
            assert_eq!([0, 2, 9].map(|n| bonus.points(n)), expected);
        };
        check(HandicapBonus::None, [0, 0, 0]);
        check(EachStone, [0, 2, 9]);
        check(EachStoneButOne, [0, 1, 8]);
    }
}
