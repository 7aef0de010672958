//! Parameters by KataGo's names.
//!
//! Only parameters stand here that do what KataGo's do. Others that KataGo has can't be set, so that no change is
//! accepted without effect; a query or a configuration file that has them gets a message about it ([`IDLE_PARAMS`]).

use serde_json::{Value, json};
use thiserror::Error;

use crate::board::Color;
use crate::engine::EngineParams;

/// Why a parameter was not changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamError {
    /// There is no parameter of this name.
    #[error("Invalid parameter: {0}")]
    Unknown(String),
    /// The parameter can't have this value.
    #[error("{name} must be {allowed}")]
    NotAllowed {
        /// The parameter.
        name: &'static str,
        /// What it may be.
        allowed: String,
    },
}

/// The player whose win rate and lead are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// The player to move.
    SideToMove,
    /// Always this player.
    Player(Color),
}

impl Perspective {
    /// The player from whose view values are reported when `to_move` is to move.
    #[must_use]
    pub const fn viewer(self, to_move: Color) -> Color {
        match self {
            Self::SideToMove => to_move,
            Self::Player(color) => color,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::SideToMove => "SIDETOMOVE",
            Self::Player(Color::Black) => "BLACK",
            Self::Player(Color::White) => "WHITE",
        }
    }
}

/// How the findings of a search are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reporting {
    /// The player whose win rates are reported.
    pub perspective: Perspective,
    /// Moves of a line after its first one that are reported, at most.
    pub line_length: usize,
}

impl Default for Reporting {
    fn default() -> Self {
        Self {
            perspective: Perspective::SideToMove,
            line_length: 19,
        }
    }
}

/// What KataGo's parameters can change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KataParams {
    /// Search, clock and policy.
    pub engine: EngineParams,
    /// How findings are reported.
    pub reporting: Reporting,
}

impl KataParams {
    /// The names of all parameters.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PARAMS.iter().map(|param| param.name)
    }

    /// The value of a parameter.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn get(&self, name: &str) -> Result<Value, ParamError> {
        find(name).map(|param| (param.read)(self))
    }

    /// Changes a parameter. The value may be a text, as in a configuration file.
    ///
    /// # Errors
    /// If there is none of this name, or it can't have this value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), ParamError> {
        let param = find(name)?;
        (param.write)(self, value).ok_or_else(|| ParamError::NotAllowed {
            name: param.name,
            allowed: param.allowed.to_owned(),
        })
    }

    /// All parameters with their values.
    #[must_use]
    pub fn all(&self) -> Value {
        PARAMS
            .iter()
            .map(|param| (param.name.to_owned(), (param.read)(self)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }
}

/// One parameter.
struct Param {
    name: &'static str,
    /// The values that it may have, for messages.
    allowed: &'static str,
    read: fn(&KataParams) -> Value,
    write: fn(&mut KataParams, &Value) -> Option<()>,
}

/// KataGo's limit on numbers of visits, which stands for no limit.
const NO_LIMIT: u64 = 1 << 50;

const PARAMS: &[Param] = &[
    Param {
        name: "numSearchThreads",
        allowed: "an integer from 1 to 256",
        read: |params| json!(params.engine.search.threads),
        write: |params, value| {
            let threads = whole(value).filter(|number| (1..=256).contains(number))?;
            params.engine.search.threads = usize::try_from(threads).ok()?;
            Some(())
        },
    },
    Param {
        name: "maxVisits",
        allowed: VISITS,
        read: |params| json!(params.engine.max_playouts.unwrap_or(NO_LIMIT)),
        write: limit_visits,
    },
    Param {
        name: "maxPlayouts",
        allowed: VISITS,
        read: |params| json!(params.engine.max_playouts.unwrap_or(NO_LIMIT)),
        write: limit_visits,
    },
    Param {
        name: "maxTime",
        allowed: "a number of seconds of at least 0.01",
        read: |params| json!(params.engine.clock.max_seconds),
        write: |params, value| {
            let seconds = number(value).filter(|seconds| *seconds >= 0.01)?;
            params.engine.clock.max_seconds = seconds.min(1e6);
            Some(())
        },
    },
    Param {
        name: "lagBuffer",
        allowed: "a number of seconds from 0 to 60",
        read: |params| json!(params.engine.clock.lag_reserve),
        write: |params, value| {
            let seconds = number(value).filter(|seconds| (0.0..=60.0).contains(seconds))?;
            params.engine.clock.lag_reserve = seconds;
            Some(())
        },
    },
    Param {
        name: "resignThreshold",
        allowed: "a number from -1 to 0",
        read: |params| json!(rounded(2.0 * params.engine.policy.resign_below - 1.0)),
        write: |params, value| {
            let threshold = number(value).filter(|number| (-1.0..=0.0).contains(number))?;
            params.engine.policy.resign_below = rounded((threshold + 1.0) / 2.0);
            Some(())
        },
    },
    Param {
        name: "resignConsecTurns",
        allowed: "an integer from 1 to 100",
        read: |params| json!(params.engine.policy.resign_patience),
        write: |params, value| {
            let turns = whole(value).filter(|number| (1..=100).contains(number))?;
            params.engine.policy.resign_patience = u32::try_from(turns).ok()?;
            Some(())
        },
    },
    Param {
        name: "reportAnalysisWinratesAs",
        allowed: "BLACK, WHITE or SIDETOMOVE",
        read: |params| json!(params.reporting.perspective.word()),
        write: |params, value| {
            let choices = [
                Perspective::SideToMove,
                Perspective::Player(Color::Black),
                Perspective::Player(Color::White),
            ];
            let word = value.as_str()?;
            params.reporting.perspective = choices
                .into_iter()
                .find(|choice| choice.word().eq_ignore_ascii_case(word))?;
            Some(())
        },
    },
    Param {
        name: "analysisPVLen",
        allowed: "an integer from 1 to 1000",
        read: |params| json!(params.reporting.line_length),
        write: |params, value| {
            let length = whole(value).filter(|number| (1..=1000).contains(number))?;
            params.reporting.line_length = usize::try_from(length).ok()?;
            Some(())
        },
    },
];

/// Parameters of KataGo that queries and configuration files often have, and that have no effect here.
pub const IDLE_PARAMS: &[&str] = &[
    "allowResignation",
    "analysisIgnorePreRootHistory",
    "analysisWideRootNoise",
    "antiMirror",
    "assumeMultipleStartingBlackMovesAreHandicap",
    "avoidMYTDaggerHack",
    "avoidRepeatedPatternUtility",
    "chosenMovePrune",
    "chosenMoveSubtract",
    "chosenMoveTemperature",
    "chosenMoveTemperatureEarly",
    "chosenMoveTemperatureHalflife",
    "conservativePass",
    "cpuctExploration",
    "cpuctExplorationLog",
    "cpuctUtilityStdevPrior",
    "cpuctUtilityStdevPriorWeight",
    "cpuctUtilityStdevScale",
    "delayMoveMax",
    "delayMoveScale",
    "drawEquivalentWinsForWhite",
    "dynamicScoreCenterScale",
    "dynamicScoreCenterZeroWeight",
    "dynamicScoreUtilityFactor",
    "enablePassingHacks",
    "evalCacheMinVisits",
    "fpuParentWeightByVisitedPolicy",
    "fpuReductionMax",
    "humanSLChosenMoveIgnorePass",
    "humanSLChosenMovePiklLambda",
    "humanSLChosenMoveProp",
    "humanSLCpuctExploration",
    "humanSLCpuctPermanent",
    "humanSLProfile",
    "humanSLRootExploreProbWeightful",
    "humanSLRootExploreProbWeightless",
    "ignoreAllHistory",
    "ignorePreRootHistory",
    "lcbStdevs",
    "logSearchInfo",
    "maxPlayoutsPondering",
    "maxTimePondering",
    "maxVisitsPondering",
    "minVisitPropForLCB",
    "nnPolicyTemperature",
    "noResultUtilityForWhite",
    "numVirtualLossesPerThread",
    "playoutDoublingAdvantage",
    "playoutDoublingAdvantagePla",
    "policyOptimism",
    "preventCleanupPhase",
    "resignMinMovesPerBoardArea",
    "resignMinScoreDifference",
    "rootDesiredPerChildVisitsCoeff",
    "rootEndingBonusPoints",
    "rootFpuReductionMax",
    "rootNoiseEnabled",
    "rootNumSymmetriesToSample",
    "rootPolicyOptimism",
    "rootPolicyTemperature",
    "rootPolicyTemperatureEarly",
    "rootPruneUselessMoves",
    "rootSymmetryPruning",
    "searchFactorAfterOnePass",
    "searchFactorAfterTwoPass",
    "searchFactorWhenWinning",
    "searchFactorWhenWinningThreshold",
    "searchRandSeed",
    "staticScoreUtilityFactor",
    "subtreeValueBiasFactor",
    "subtreeValueBiasWeightExponent",
    "treeReuseCarryOverTimeFactor",
    "uncertaintyCoeff",
    "uncertaintyExponent",
    "useEvalCache",
    "useGraphSearch",
    "useLcbForSelection",
    "useNoisePruning",
    "useUncertainty",
    "valueWeightExponent",
    "wideRootNoise",
    "winLossUtilityFactor",
];

const VISITS: &str = "an integer from 1 to 2^50";

fn find(name: &str) -> Result<&'static Param, ParamError> {
    PARAMS
        .iter()
        .find(|param| param.name == name)
        .ok_or_else(|| ParamError::Unknown(name.to_owned()))
}

/// Sets the most visits of a search. Those that earlier searches left are not counted.
fn limit_visits(params: &mut KataParams, value: &Value) -> Option<()> {
    let visits = whole(value).filter(|number| (1..=NO_LIMIT).contains(number))?;
    params.engine.max_playouts = (visits < NO_LIMIT).then_some(visits);
    Some(())
}

/// A number, or a text that is one.
fn number(value: &Value) -> Option<f64> {
    let written = value.as_str().and_then(|text| text.parse().ok());
    let number = written.or_else(|| value.as_f64());
    number.filter(|number| number.is_finite())
}

/// A number without the errors of its conversion.
fn rounded(number: f64) -> f64 {
    (1e9 * number).round() / 1e9
}

/// A whole number, or a text that is one.
fn whole(value: &Value) -> Option<u64> {
    let written = value.as_str().and_then(|text| text.parse().ok());
    written.or_else(|| value.as_u64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_takes_the_value_that_it_has() {
        let mut params = KataParams::default();
        let before = params.clone();
        for name in KataParams::names() {
            let value = params.get(name).unwrap();
            assert_eq!(params.set(name, &value), Ok(()), "{name} {value}");
            assert_eq!(params, before, "{name}");
            let error = params.set(name, &json!([])).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name} must be ")), "{error}");
        }
        let names: Vec<String> = KataParams::names().map(str::to_owned).collect();
        assert_eq!(params.all().as_object().unwrap().len(), names.len());
        for name in IDLE_PARAMS {
            assert!(params.get(name).is_err(), "{name} has an effect");
        }
    }

    #[test]
    fn values_change_what_they_name() {
        let mut params = KataParams::default();
        for (name, value) in [
            ("maxVisits", json!(800)),
            ("maxTime", json!("2.5")),
            ("numSearchThreads", json!("3")),
            ("resignThreshold", json!(-0.9)),
            ("reportAnalysisWinratesAs", json!("black")),
        ] {
            params.set(name, &value).unwrap();
        }
        assert_eq!(params.engine.max_playouts, Some(800));
        assert!((params.engine.clock.max_seconds - 2.5).abs() < 1e-12);
        assert_eq!(params.engine.search.threads, 3);
        assert!((params.engine.policy.resign_below - 0.05).abs() < 1e-12);
        assert_eq!(
            params.reporting.perspective.viewer(Color::White),
            Color::Black
        );
        let error = params.set("wideRootNoise", &json!(0.04)).unwrap_err();
        assert_eq!(error.to_string(), "Invalid parameter: wideRootNoise");
    }
}
