//! The one form of an answer with all that is known about it, whatever the question was.

use std::time::Duration;

use super::budgets::share;
use super::error::ReadingError;
use crate::base::{Budget, Color, Confidence, Point, PointSet};
use crate::board::Board;
use crate::tactics::ko::Success;
use crate::tsumego::{Goal, Question, Reading, Verdict};

/// An answer with what it rests on.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The side that moves first.
    pub to_move: Color,
    /// The word for what was found: whether the side that moves first reaches what was asked.
    pub verdict: &'static str,
    /// Whether it is proved.
    pub is_proven: bool,
    /// The name of what the answer rests on.
    pub basis: &'static str,
    /// How often such an answer is right, as measured: 1 for a proof alone.
    pub confidence: Confidence,
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
}

impl Finding {
    /// What a reading of life and death says, in which `to_move` moved first.
    #[must_use]
    pub fn of_life(reading: &Reading, to_move: Color) -> Self {
        Self {
            to_move,
            verdict: reading.name(),
            is_proven: reading.is_proven(),
            basis: reading.basis.name(),
            confidence: reading.confidence(),
            needs_threats: reading.needs_threats(to_move),
            n_threats: reading.n_threats,
            line: reading.line.clone(),
            zone: reading.zone,
            n_nodes: reading.n_nodes,
            elapsed: reading.elapsed,
        }
    }

    /// The word for how far the verdict can be trusted.
    #[must_use]
    pub const fn proof(&self) -> &'static str {
        proof_word(self.is_proven)
    }

    /// The first move; `None` for a pass or if there is none to name.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.line.first().copied().flatten()
    }
}

/// `proven` or `estimated`.
const fn proof_word(is_proven: bool) -> &'static str {
    if is_proven { "proven" } else { "estimated" }
}

/// What becomes of a block, by the questions whether it can be killed and whether it can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It lives though the attacker moves first.
    Alive,
    /// It stays on the board in a seki though the attacker moves first.
    Seki,
    /// It dies though its owner moves first.
    Dead,
    /// The side that moves first decides it, perhaps by a ko.
    Critical,
    /// Reading did not tell.
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
    /// The status of the block on a point by two questions that `ask` answers: half of the budget for the first.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn find(
        board: &Board,
        target: Point,
        budget: &mut Budget,
        mut ask: impl FnMut(Question, &mut Budget) -> Option<Reading>,
    ) -> Result<Self, ReadingError> {
        let owner = board.color(target).ok_or(ReadingError::NoStone)?;
        let question = |goal: Goal| Question::new(target, goal, goal.player(owner));
        let mut half = share(budget, 1, 2);
        let kill = ask(question(Goal::Kill), &mut half).ok_or(ReadingError::NoStone)?;
        budget.charge(half.spent());
        let live = ask(question(Goal::Live), budget).ok_or(ReadingError::NoStone)?;
        Ok(Self::of(&kill, &live, owner))
    }

    /// The status of a block of `owner` by the answers to both questions.
    fn of(kill: &Reading, live: &Reading, owner: Color) -> Self {
        Self {
            fate: fate(kill, live),
            kill: Finding::of_life(kill, owner.opponent()),
            live: Finding::of_life(live, owner),
        }
    }

    /// Whether the status is proved. A block that can't be killed lives whoever moves first, one that can't be saved
    /// dies whoever does, since either side may pass; otherwise both answers have to be proved.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.grounds().iter().all(|finding| finding.is_proven) && self.fate != Fate::Unknown
    }

    /// The word for how far the status can be trusted.
    #[must_use]
    pub fn proof(&self) -> &'static str {
        proof_word(self.is_proven())
    }

    /// How often such an answer is right: as often as the less certain of the answers that it follows from.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        if self.fate == Fate::Unknown {
            return Confidence::NONE;
        }
        let each = self.grounds().into_iter().map(|finding| finding.confidence);
        each.min().unwrap_or(Confidence::NONE)
    }

    /// The name of what the less certain of these answers rests on.
    #[must_use]
    pub fn basis(&self) -> &'static str {
        let grounds = self.grounds().into_iter();
        let weakest = grounds.min_by_key(|finding| finding.confidence);
        weakest.map_or("nothing", |finding| finding.basis)
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
    let succeeds = |reading: &Reading| reading.judgement().success() != Success::None;
    let fails = |reading: &Reading| reading.judgement() == Verdict::Refuted;
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
