//! How a question of life and death is answered: the verdict, what shows it, and how far it can be trusted.

use std::time::Duration;

use crate::base::{Color, Point, PointSet};

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached whatever the other side does, without any ko.
    Achieved,
    /// It is reached if a ko is won.
    Ko {
        /// Whether it is the other side that has to find the first threat.
        is_favorable: bool,
    },
    /// It is not reached.
    Refuted,
    /// Nothing was found in time.
    Unknown,
}

impl Verdict {
    /// What the other side of the one who was asked for reaches.
    #[must_use]
    pub const fn for_the_other(self) -> Self {
        match self {
            Self::Achieved => Self::Refuted,
            Self::Ko { is_favorable } => Self::Ko {
                is_favorable: !is_favorable,
            },
            Self::Refuted => Self::Achieved,
            Self::Unknown => Self::Unknown,
        }
    }

    /// The word for it in answers.
    const fn name(self) -> &'static str {
        match self {
            Self::Achieved => "achieved",
            Self::Ko { .. } => "ko",
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
        }
    }
}

/// How often answers are right that are not proved: that the goal is reached in a sound frame though the other side has a few
/// ko threats, the same if it is open whether they matter, that a block is killed, the same if at least so many sketches say
/// so, that it lives, that there is a ko, and that the goal is not reached.
pub(crate) const SOUND_ESTIMATE: f64 = 0.95;
pub(crate) const SOUND_BUT_FOR_KO_ESTIMATE: f64 = 0.75;
pub(crate) const KILL_ESTIMATE: f64 = 0.55;
pub(crate) const SURE_KILL_ESTIMATE: f64 = 0.85;
pub(crate) const MANY_OPTIMISTIC: usize = 4;
pub(crate) const LIFE_ESTIMATE: f64 = 0.35;
pub(crate) const KO_ESTIMATE: f64 = 0.35;
pub(crate) const REFUTED_ESTIMATE: f64 = 0.95;

/// An answer.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What was found.
    pub verdict: Verdict,
    /// Whether it is proved.
    pub is_proven: bool,
    /// Whether a block that is not taken lives in a seki, without two eyes. Only
    /// [`Reader::read_in_full`](crate::tsumego::reader::Reader::read_in_full) tells.
    pub is_seki: bool,
    /// With how many ko threats more than the other side a ko is won by who needs them, if that was found. Only
    /// [`Reader::read_in_full`](crate::tsumego::reader::Reader::read_in_full) tells.
    pub n_threats: Option<u8>,
    /// How often such an answer is right if it is not proved, by `scripts/reader_reliability.py` on problems (see
    /// `docs/reading.md`); 0 if nothing is claimed.
    pub estimate: f64,
    /// How it goes on, the first move included; `None` is a pass.
    pub line: Vec<Option<Point>>,
    /// The points that the answer depends on.
    pub zone: PointSet,
    /// Positions evaluated.
    pub n_nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

impl Reading {
    pub(crate) fn of(verdict: Verdict) -> Self {
        Self {
            verdict,
            is_proven: false,
            is_seki: false,
            n_threats: None,
            estimate: match verdict {
                Verdict::Achieved => KILL_ESTIMATE,
                Verdict::Ko { .. } => KO_ESTIMATE,
                Verdict::Refuted => REFUTED_ESTIMATE,
                Verdict::Unknown => 0.0,
            },
            line: Vec::new(),
            zone: PointSet::EMPTY,
            n_nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The word for what was found.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        if self.is_seki {
            "seki"
        } else {
            self.verdict.name()
        }
    }

    /// The word for how far the verdict can be trusted.
    #[must_use]
    pub const fn proof(&self) -> &'static str {
        if self.is_proven {
            "proven"
        } else {
            "estimated"
        }
    }

    /// How often such an answer is right: 1 for a proof, else the estimate.
    #[must_use]
    pub const fn confidence(&self) -> f64 {
        if self.is_proven { 1.0 } else { self.estimate }
    }

    /// The verdict, but unknown where a success is claimed that fails more often than not.
    #[must_use]
    pub fn judgement(&self) -> Verdict {
        if self.verdict == Verdict::Achieved && self.confidence() < 0.5 {
            Verdict::Unknown
        } else {
            self.verdict
        }
    }

    /// Of a ko, who has to find threats, if `first` was the first to move.
    #[must_use]
    pub const fn needs_threats(&self, first: Color) -> Option<Color> {
        match self.verdict {
            Verdict::Ko { is_favorable: true } => Some(first.opponent()),
            Verdict::Ko {
                is_favorable: false,
            } => Some(first),
            Verdict::Achieved | Verdict::Refuted | Verdict::Unknown => None,
        }
    }

    /// The first move; `None` for a pass or if there is none to name.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.line.first().copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_success_that_is_doubtful_is_no_judgement() {
        let check = |reading: Reading, expected: Verdict| assert_eq!(reading.judgement(), expected);
        let doubtful = Reading {
            estimate: LIFE_ESTIMATE,
            ..Reading::of(Verdict::Achieved)
        };
        check(doubtful.clone(), Verdict::Unknown);
        check(
            Reading {
                is_proven: true,
                ..doubtful
            },
            Verdict::Achieved,
        );
        check(Reading::of(Verdict::Achieved), Verdict::Achieved);
        check(Reading::of(Verdict::Refuted), Verdict::Refuted);
    }
}
