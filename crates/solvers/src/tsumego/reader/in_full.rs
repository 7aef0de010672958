//! Further facts about an answer of the [reader](crate::tsumego::reader): whether a block that lives does so in a seki,
//! and how many threats a ko needs.
//!
//! A block lives in a seki if it is proved to live, and the attacker is proved to keep it from two eyes
//! (`LifeCriterion::TwoEyes`). A ko needs as many threats as the claim counts that first succeeds.

use std::time::Instant;

use super::Question;
use super::basis::{Basis, Gap, Grant};
use super::reading::{Reading, Verdict};
use super::rounds::{FrameReader, Need, Progress};
use crate::base::Budget;
use crate::board::Board;
use crate::proof::Outcome;
use crate::proof::parallel;
use crate::tactics::ko::KoThreats;
use crate::tsumego::fight::Fight;
use crate::tsumego::question::{Goal, LifeCriterion};

/// The fewest nodes for these further questions. Else they get as many as the answer took.
const LEAST_NODES: u64 = 4000;

/// The largest number of threats that is tried.
const MOST_THREATS: u8 = 4;

impl<const N: usize> FrameReader<N> {
    /// Answers a question, and the further questions if `is_in_full`. `None` if no frame fits that is needed.
    pub(super) fn answered(
        &mut self,
        board: &Board,
        question: Question,
        is_in_full: bool,
        need: Need,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let mut progress = self.prepare(board, question, LifeCriterion::EyesOrSeki, need)?;
        self.topics.open(&mut self.table, board, &question);
        if is_in_full {
            return Some(self.read_in_full(board, &mut progress, budget));
        }
        Some(self.ask(&mut progress, budget))
    }

    /// See [`Reader::read_in_full`](crate::tsumego::reader::Reader::read_in_full).
    fn read_in_full(
        &mut self,
        board: &Board,
        progress: &mut Progress<'_, N>,
        budget: &mut Budget,
    ) -> Reading {
        let start = Instant::now();
        let n_before = budget.spent();
        let question = progress.inquiry.question;
        let reading = self.ask(progress, budget);
        let mut part = budget.part(reading.n_nodes.max(LEAST_NODES));
        let lives = match question.goal {
            Goal::Kill => Verdict::Refuted,
            Goal::Live => Verdict::Achieved,
        };
        let mut reading = match reading.verdict {
            Verdict::Ko { is_favorable } => Reading {
                n_threats: self.threats(progress, is_favorable, &mut part),
                ..reading
            },
            verdict if verdict == lives && reading.is_proven() => {
                match self.prepare(board, question, LifeCriterion::TwoEyes, Need::AnyFrame) {
                    Some(mut eyes) => with_eyes(reading, self.ask(&mut eyes, &mut part)),
                    None => reading,
                }
            }
            Verdict::Achieved | Verdict::Refuted | Verdict::Unknown => reading,
        };
        budget.charge(part.spent());
        reading.n_nodes = budget.spent() - n_before;
        reading.elapsed = start.elapsed();
        reading
    }

    /// Extra ko threats needed to win the ko that was found, in the frame where it was found.
    fn threats(
        &mut self,
        progress: &Progress<'_, N>,
        is_favorable: bool,
        budget: &mut Budget,
    ) -> Option<u8> {
        let Progress { inquiry, attempts } = progress;
        let (optimistic, pessimistic): (Vec<_>, Vec<_>) = attempts
            .iter()
            .rev()
            .partition(|attempt| attempt.is_optimistic);
        let mut frames = pessimistic.into_iter().chain(optimistic);
        let attempt = frames.find(|attempt| attempt.found == Some(Verdict::Ko { is_favorable }))?;
        let (threats, enough): (fn(u8) -> KoThreats, _) = if is_favorable {
            (KoThreats::Refuter, Outcome::Disproved)
        } else {
            (KoThreats::Prover, Outcome::Proved)
        };
        for n in 1..=MOST_THREATS {
            let fight = Fight {
                ko_threats: threats(n),
                ..attempt.fight()
            };
            let start = inquiry.start(&fight);
            let outcome = parallel::prove(&fight, &mut self.table, &start, inquiry.threads, budget);
            if outcome == enough {
                return Some(n);
            }
            if matches!(outcome, Outcome::Unknown(_)) {
                return None;
            }
        }
        None
    }
}

/// Adds to a proved life the answer to the same question without seki as life.
fn with_eyes(life: Reading, eyes: Reading) -> Reading {
    let zone = life.zone | eyes.zone;
    match (life.verdict, eyes.verdict) {
        // Two eyes are better than what was found before.
        (Verdict::Achieved, Verdict::Achieved) if eyes.is_proven() => eyes,
        (Verdict::Achieved, Verdict::Refuted) if eyes.is_proven() => Reading {
            is_seki: true,
            zone,
            ..life
        },
        (Verdict::Refuted, Verdict::Achieved)
            if matches!(
                eyes.basis,
                Basis::Proof
                    | Basis::Pessimistic(Gap::MoreKoThreats)
                    | Basis::Given(Grant::Threats)
            ) =>
        {
            Reading {
                is_seki: true,
                zone,
                verdict: life.verdict,
                basis: if eyes.is_proven() {
                    Basis::Proof
                } else {
                    Basis::Pessimistic(Gap::MoreKoThreats)
                },
                claims: life.claims,
                ..eyes
            }
        }
        _ => life,
    }
}
