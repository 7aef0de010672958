//! The one form of an answer with all that is known about it, whatever the question was.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::link_basis::LinkBasis;
use super::open::WhyOpen;
use crate::board::{Color, Point, PointSet};
use crate::calibration::Confidence;
use crate::tactics::ko::Success;
use crate::tsumego::reader::Basis;
use crate::tsumego::{Reading, Verdict};

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The side that moves first reaches its goal.
    Achieved,
    /// A ko decides.
    Ko,
    /// The side that moves first does not reach it.
    Refuted,
    /// The blocks in question stay on the board, without two eyes.
    Seki,
    /// Nothing was found.
    Unknown,
}

impl Outcome {
    /// The outcome of a question in which no seki was found.
    pub(super) const fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Achieved => Self::Achieved,
            Verdict::Ko { .. } => Self::Ko,
            Verdict::Refuted => Self::Refuted,
            Verdict::Unknown => Self::Unknown,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Achieved => "achieved",
            Self::Ko => "ko",
            Self::Refuted => "refuted",
            Self::Seki => "seki",
            Self::Unknown => "unknown",
        }
    }
}

/// How far an answer can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// It is right as often as was measured.
    Estimated,
    /// It is proved if stones stand that are named, or if the other side has few ko threats: an estimate, too.
    Given,
    /// It is proved.
    Proven,
}

impl Certainty {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Given => "given",
            Self::Estimated => "estimated",
        }
    }
}

/// What an answer rests on, whatever the question was. Written by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerBasis {
    /// About life and death.
    Life(Basis),
    /// About a connection.
    Link(LinkBasis),
}

impl AnswerBasis {
    /// Whether it is a proof.
    #[must_use]
    pub const fn is_proof(self) -> bool {
        matches!(
            self,
            Self::Life(Basis::Proof) | Self::Link(LinkBasis::Proof)
        )
    }

    /// Its name in answers and in the table of calibration.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Life(basis) => basis.name(),
            Self::Link(basis) => basis.name(),
        }
    }

    /// How often answers that rest on it are right, as measured: 1 for a proof alone.
    #[must_use]
    pub fn confidence(self) -> Confidence {
        match self {
            Self::Life(basis) => basis.confidence(),
            Self::Link(basis) => basis.confidence(),
        }
    }
}

impl Serialize for AnswerBasis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// An answer with what it rests on.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The side that moves first.
    pub to_move: Color,
    /// Whether the side that moves first reaches its goal.
    pub verdict: Outcome,
    /// How well it succeeds; not at all if nothing was found.
    pub success: Success,
    /// Whether it is proved.
    pub is_proven: bool,
    /// What the answer rests on.
    pub basis: AnswerBasis,
    /// Why nothing was found, if so.
    pub why_open: Option<WhyOpen>,
    /// In a ko: the side that has to find threats.
    pub needs_threats: Option<Color>,
    /// How many threats more than the other side it has to find, if that is known.
    pub n_threats: Option<u8>,
    /// How it goes on, the first move included, as far as it is known; `None` is a pass.
    pub line: Vec<Option<Point>>,
    /// The points that the answer depends on, if they are known.
    pub zone: PointSet,
    /// Positions evaluated.
    pub n_nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The reading of an answer about life and death, which holds its proof.
    pub reading: Option<Reading>,
}

impl Finding {
    /// A reading of life and death as an answer, in which `to_move` moved first.
    #[must_use]
    pub fn of_life(reading: &Reading, to_move: Color) -> Self {
        Self {
            to_move,
            verdict: if reading.is_seki {
                Outcome::Seki
            } else {
                Outcome::of(reading.verdict)
            },
            success: reading.verdict.success(),
            is_proven: reading.is_proven(),
            basis: AnswerBasis::Life(reading.basis),
            why_open: None,
            needs_threats: reading.needs_threats(to_move),
            n_threats: reading.n_threats,
            line: reading.line.clone(),
            zone: reading.zone,
            n_nodes: reading.n_nodes,
            elapsed: reading.elapsed,
            reading: Some(reading.clone()),
        }
    }

    /// The same with the reason, if nothing was found.
    pub(super) fn with_reason(self, why: impl FnOnce() -> WhyOpen) -> Self {
        let why_open = (self.verdict == Outcome::Unknown).then(why);
        Self { why_open, ..self }
    }

    /// How far the verdict can be trusted.
    #[must_use]
    pub const fn certainty(&self) -> Certainty {
        match self.basis {
            _ if self.is_proven => Certainty::Proven,
            AnswerBasis::Life(Basis::Given(_)) => Certainty::Given,
            AnswerBasis::Life(_) | AnswerBasis::Link(_) => Certainty::Estimated,
        }
    }

    /// A stone of each block that the answer takes for granted to stand.
    #[must_use]
    pub fn given(&self) -> PointSet {
        let reading = self.reading.as_ref();
        reading.map_or(PointSet::EMPTY, |reading| reading.given)
    }

    /// The ko threats of the side against which the answer is proved up to which it holds, if it takes their number for
    /// granted.
    #[must_use]
    pub fn given_threats(&self) -> Option<u8> {
        self.reading.as_ref().and_then(Reading::given_threats)
    }

    /// How often such an answer is right, as measured: 1 for a proof alone.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.basis.confidence()
    }

    /// The first move; `None` for a pass or if there is none to name.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.line.first().copied().flatten()
    }
}

/// What becomes of a block, by the questions whether it can be killed and whether it can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It lives though the attacker moves first.
    Alive,
    /// It stays on the board in a seki though the attacker moves first.
    Seki,
    /// It dies though its owner moves first.
    Dead,
    /// The side that moves first decides it, perhaps by a ko.
    Critical,
    /// Reading left it open.
    Unknown,
}

impl Fate {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Seki => "seki",
            Self::Dead => "dead",
            Self::Critical => "critical",
            Self::Unknown => "unknown",
        }
    }
}

/// The status of a block, with the answers to both questions that it follows from.
#[derive(Clone, Debug)]
pub struct StatusFinding {
    /// What becomes of the block.
    pub fate: Fate,
    /// Whether it can be killed if the attacker moves first.
    pub kill: Finding,
    /// Whether it can be saved if its owner moves first.
    pub live: Finding,
}

impl StatusFinding {
    /// The status of a block of `owner` by the answers to both questions.
    pub(super) fn of(kill: &Reading, live: &Reading, owner: Color) -> Self {
        Self {
            fate: fate(kill, live),
            kill: Finding::of_life(kill, owner.opponent()),
            live: Finding::of_life(live, owner),
        }
    }

    /// Whether the status is proved. A block that can't be killed lives whichever side moves first, one that can't
    /// be saved dies so, since either side may pass; otherwise both answers have to be proved.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.grounds().iter().all(|finding| finding.is_proven) && self.fate != Fate::Unknown
    }

    /// How far the status can be trusted.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        let each = self.grounds().into_iter().map(Finding::certainty);
        let least = each.min().filter(|_| self.fate != Fate::Unknown);
        least.unwrap_or(Certainty::Estimated)
    }

    /// How often such an answer is right: as often as the less certain of the answers that it follows from.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        if self.fate == Fate::Unknown {
            return Confidence::NONE;
        }
        let each = self.grounds().into_iter().map(Finding::confidence);
        each.min().unwrap_or(Confidence::NONE)
    }

    /// What the less certain of these answers rests on.
    #[must_use]
    pub fn basis(&self) -> AnswerBasis {
        let grounds = self.grounds().into_iter();
        let weakest = grounds.min_by_key(|finding| finding.confidence());
        weakest.map_or(AnswerBasis::Life(Basis::Nothing), |finding| finding.basis)
    }

    /// The answers that the status follows from.
    fn grounds(&self) -> Vec<&Finding> {
        match self.fate {
            Fate::Alive | Fate::Seki => vec![&self.kill],
            Fate::Dead => vec![&self.live],
            Fate::Critical | Fate::Unknown => vec![&self.kill, &self.live],
        }
    }
}

fn fate(kill: &Reading, live: &Reading) -> Fate {
    let succeeds = |reading: &Reading| reading.verdict.success() != Success::None;
    let fails = |reading: &Reading| reading.verdict == Verdict::Refuted;
    if fails(kill) {
        if kill.is_seki || live.is_seki {
            Fate::Seki
        } else {
            Fate::Alive
        }
    } else if fails(live) && (live.is_proven() || succeeds(kill)) {
        Fate::Dead
    } else if succeeds(kill) && succeeds(live) {
        Fate::Critical
    } else {
        Fate::Unknown
    }
}
