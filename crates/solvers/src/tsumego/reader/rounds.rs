//! Rounds: the attempts at a question take turns with growing budgets until one gives an answer.
//!
//! In each attempt the claim is tried with less and less help from ko threats: against unlimited threats of the
//! refuter, without any threats, with unlimited threats of the prover. If all fail, the claim of the other side is
//! tried. If nothing is proved, the estimate is what a pessimistic frame shows (a ko, or a kill whose walls may be
//! short of liberties), else the result of the largest optimistic frame.

use std::sync::Arc;
use std::time::Instant;

use super::attempt::Attempt;
use super::basis::{Basis, FrameKind, Gap, Grant, Support};
use super::inquiry::{Assumed, Inquiry};
use super::params::ReaderParams;
use super::past::Past;
use super::reading::{Reading, Verdict};
use super::topics::Topics;
use crate::base::Budget;
use crate::board::{Board, Point};
use crate::proof::parallel::Threads;
use crate::proof::table::SolverTable;
use crate::tactics::ko::KoThreats;
use crate::tsumego::guide::proof_game::FightTable;
use crate::tsumego::question::{Goal, LifeCriterion, Question};

/// Reads in frames of up to `64 * N` cells.
#[derive(Debug)]
pub(crate) struct FrameReader<const N: usize> {
    pub(crate) table: FightTable<N>,
    pub(super) topics: Topics,
    pub(super) threads: Threads,
    /// The game before the position in question.
    pub(super) past: Arc<Past>,
    /// What is assumed never to be taken.
    pub(super) assumed: Assumed,
}

/// Nodes for the first unfinished attempt in the first round.
const FIRST_NODES: u64 = 4000;

/// The fewest nodes that an attempt gets in a round.
const FEWEST_NODES: u64 = 1000;

/// By which factor the nodes grow from round to round.
const GROWTH: u64 = 4;

/// The nodes that the unfinished attempts of one kind get in a round, from the smallest frame on. Each gets half of
/// what the one before it gets, but for the first of them.
struct Shares {
    /// Nodes for the next attempt.
    part: u64,
    /// Further attempts that get as many nodes.
    n_equal: u32,
}

impl Shares {
    /// The shares in optimistic frames, or else in pessimistic ones, when the first pessimistic one gets `nodes`. A
    /// kill is seldom proved in open positions, so the largest optimistic frame decides the answer, unless stones
    /// around it are assumed to stand. A life is often proved, and the answer of an optimistic frame is seldom right.
    /// The smallest frame of a life is often too small, which is as hard to show as a proof in the next one.
    const fn new(goal: Goal, are_optimistic: bool, holds_points: bool, nodes: u64) -> Self {
        let (part, n_equal) = match (goal, are_optimistic) {
            (Goal::Kill, true) if !holds_points => (nodes.saturating_mul(4), 0),
            (_, true) => (nodes / 8, 0),
            (Goal::Kill, false) => (nodes, 0),
            (Goal::Live, false) => (nodes, 1),
        };
        Self { part, n_equal }
    }

    /// The share of an attempt.
    fn of<const N: usize>(&self, attempt: &Attempt<N>) -> u64 {
        let part = if is_only_a_ko(attempt) {
            self.part / 2
        } else {
            self.part
        };
        part.max(FEWEST_NODES)
    }

    /// Goes on to the next attempt after one that stays unfinished.
    fn go_on<const N: usize>(&mut self, attempt: &Attempt<N>) {
        if is_only_a_ko(attempt) {
            return;
        }
        match self.n_equal.checked_sub(1) {
            Some(left) => self.n_equal = left,
            None => self.part = (self.part / 2).max(FEWEST_NODES),
        }
    }
}

/// Whether an attempt has failed to show a life without a ko, so that a larger frame is needed for that.
fn is_only_a_ko<const N: usize>(attempt: &Attempt<N>) -> bool {
    attempt.goal == Goal::Live
        && !attempt.is_optimistic
        && attempt.ko_threats != KoThreats::RefuterEndless
}

/// Nodes in a round for the first ko in doubt, as a multiple of those of a pessimistic frame. Each further ko gets half
/// as many.
const NODES_FOR_KOS: u64 = 4;

impl<const N: usize> FrameReader<N> {
    pub(super) fn new(params: ReaderParams) -> Self {
        Self {
            table: SolverTable::new(params.log2_entries),
            topics: Topics::new(params.kept_searches),
            threads: params.threads,
            past: Arc::default(),
            assumed: Assumed::NOTHING,
        }
    }

    /// The attempts at a question that fit, given what counts as life. `None` if there is no stone on the target, or if
    /// no frame fits that is needed.
    pub(crate) fn prepare<'b>(
        &self,
        board: &'b Board,
        question: Question,
        life: LifeCriterion,
        need: Need,
    ) -> Option<Progress<'b, N>> {
        let past = Arc::clone(&self.past);
        let inquiry = Inquiry::new(board, question, life, self.threads, (past, &self.assumed))?;
        let attempts = inquiry.attempts(question.goal, None);
        let is_enough = match need {
            Need::AnyFrame => !attempts.is_empty(),
            Need::PessimisticFrame => attempts.iter().any(|attempt| !attempt.is_optimistic),
        };
        is_enough.then_some(Progress { inquiry, attempts })
    }

    /// Answers a question; `progress` then holds how far each attempt got.
    pub(crate) fn ask(&mut self, progress: &mut Progress<'_, N>, budget: &mut Budget) -> Reading {
        let start = Instant::now();
        let n_before = budget.spent();
        let Progress { inquiry, attempts } = progress;
        let mut reading = answer(inquiry, attempts, &mut self.table, budget);
        reading.n_nodes = budget.spent() - n_before;
        reading.elapsed = start.elapsed();
        reading
    }
}

/// The frames without which a question is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// A pessimistic one, in which alone a success can be proved.
    PessimisticFrame,
    /// Any.
    AnyFrame,
}

/// How far the attempts at a question got.
pub(crate) struct Progress<'b, const N: usize> {
    pub inquiry: Inquiry<'b, N>,
    pub attempts: Vec<Attempt<N>>,
}

/// The attempts take turns until one gives an answer, all are done, or the budget ends.
fn answer<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &mut [Attempt<N>],
    table: &mut FightTable<N>,
    budget: &mut Budget,
) -> Reading {
    let mut nodes = FIRST_NODES;
    let mut opposition = None;
    // The first success that lacks a proof of its walls. The search for a proof goes on.
    let mut unproved = None;
    while budget.check().is_ok() && budget.remaining() > 0 {
        weigh_kos(inquiry, attempts, table, nodes, budget);
        if let Some(reading) = round(inquiry, attempts, table, nodes, &mut unproved, budget) {
            return reading;
        }
        if inquiry.holds_points()
            && let Some(reading) = proved_against_two(attempts)
        {
            return reading;
        }
        if attempts.iter().all(|attempt| attempt.found.is_some()) {
            break;
        }
        if let Some(reading) = proved_ko(inquiry, attempts, &mut opposition, table, nodes, budget) {
            return reading;
        }
        nodes = nodes.saturating_mul(GROWTH);
    }
    while budget.check().is_ok()
        && budget.remaining() > 0
        && attempts.iter().any(Attempt::is_ko_in_doubt)
    {
        weigh_kos(inquiry, attempts, table, nodes, budget);
        nodes = nodes.saturating_mul(GROWTH);
    }
    let rest = budget.remaining();
    proved_ko(inquiry, attempts, &mut opposition, table, rest, budget)
        .or(unproved)
        .unwrap_or_else(|| conclude(inquiry, attempts, table, budget))
}

/// Every unfinished attempt advances by its share of about `nodes` nodes: optimistic frames first, and in both kinds
/// the smallest first. Returns the first answer that is proved, or that no proof can change. A success that is not
/// proved is kept in `unproved`, if it is the first.
fn round<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &mut [Attempt<N>],
    table: &mut FightTable<N>,
    nodes: u64,
    unproved: &mut Option<Reading>,
    budget: &mut Budget,
) -> Option<Reading> {
    for are_optimistic in [true, false] {
        let mut shares = Shares::new(
            inquiry.question.goal,
            are_optimistic,
            inquiry.holds_points(),
            nodes,
        );
        for n in 0..attempts.len() {
            learn(attempts, n);
            if attempts[n].is_searched_by(&attempts[..n]) {
                continue;
            }
            let attempt = &mut attempts[n];
            if attempt.is_optimistic != are_optimistic || attempt.found.is_some() {
                continue;
            }
            let part = shares.of(attempt);
            if let Some(reading) = inquiry.advance(attempt, table, part, budget) {
                if reading.is_proven() {
                    return Some(reading);
                }
                attempt.found = Some(Verdict::Achieved);
                unproved.get_or_insert(reading);
            }
            if attempt.is_optimistic && attempt.found == Some(Verdict::Refuted) {
                return Some(refuted(FrameKind::Optimistic, inquiry, table, budget));
            }
            if attempt.is_ko_in_doubt() {
                inquiry.weigh_ko(attempt, table, part, budget);
            }
            if attempt.found.is_none() {
                shares.go_on(attempt);
            }
        }
    }
    None
}

/// Tests the kos that were found, in the smallest frame first. What shows in an optimistic frame holds in all larger
/// frames.
fn weigh_kos<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &mut [Attempt<N>],
    table: &mut FightTable<N>,
    nodes: u64,
    budget: &mut Budget,
) {
    let mut part = nodes.saturating_mul(NODES_FOR_KOS);
    for n in 0..attempts.len() {
        learn(attempts, n);
        let attempt = &mut attempts[n];
        if attempt.is_ko_in_doubt() {
            inquiry.weigh_ko(attempt, table, part, budget);
            if attempt.is_ko_in_doubt() {
                part = (part / 2).max(FEWEST_NODES);
            }
        }
    }
}

/// Gives an attempt what the optimistic frames have found.
fn learn<const N: usize>(attempts: &mut [Attempt<N>], n: usize) {
    let (before, rest) = attempts.split_at_mut(n);
    let Some((attempt, after)) = rest.split_first_mut() else {
        return;
    };
    let others = before.iter().chain(&*after);
    attempt.learn_from(others.filter(|other| other.is_optimistic));
}

/// The answer that the goal is not reached. It is proved if a proof is found that the other side reaches its goal,
/// moving second.
fn refuted<const N: usize>(
    shown_in: FrameKind,
    inquiry: &Inquiry<'_, N>,
    table: &mut FightTable<N>,
    budget: &mut Budget,
) -> Reading {
    let failure = Reading::new(Verdict::Refuted, Basis::Failure(shown_in));
    match refutation(inquiry, table, budget) {
        Some(success) if success.is_proven() => Reading {
            verdict: Verdict::Refuted,
            ..success
        },
        Some(success) => Reading {
            line: success.line,
            zone: success.zone,
            ..failure
        },
        None => failure,
    }
}

fn refutation<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    table: &mut FightTable<N>,
    budget: &mut Budget,
) -> Option<Reading> {
    let nodes = budget.remaining();
    Opposition::new(inquiry, KoThreats::RefuterEndless).argue(inquiry, table, nodes, budget)
}

/// How far the other side, moving second, gets with a claim of its own in each frame that is pessimistic for it.
struct Opposition<const N: usize> {
    ko_threats: KoThreats,
    attempts: Vec<Attempt<N>>,
}

impl<const N: usize> Opposition<N> {
    fn new(inquiry: &Inquiry<'_, N>, ko_threats: KoThreats) -> Self {
        let mut attempts = inquiry.attempts(inquiry.question.goal.opposite(), Some(ko_threats));
        attempts.retain(|attempt| !attempt.is_optimistic);
        Self {
            ko_threats,
            attempts,
        }
    }

    /// Searches for a proof of this claim, for about `nodes` nodes.
    fn argue(
        &mut self,
        inquiry: &Inquiry<'_, N>,
        table: &mut FightTable<N>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let last = budget.spent().saturating_add(nodes);
        let mut nodes = FIRST_NODES.min(nodes);
        let mut unproved = None;
        while budget.check().is_ok() && budget.spent() < last && !self.attempts.is_empty() {
            for n in 0..self.attempts.len() {
                if self.attempts[n].is_searched_by(&self.attempts[..n]) {
                    continue;
                }
                let attempt = &mut self.attempts[n];
                if let Some(reading) = inquiry.advance_alone(attempt, table, nodes, budget) {
                    if reading.is_proven() {
                        return Some(reading);
                    }
                    attempt.found = Some(Verdict::Achieved);
                    unproved.get_or_insert(reading);
                }
            }
            self.attempts.retain(|attempt| attempt.found.is_none());
            nodes = nodes.saturating_mul(GROWTH);
        }
        unproved
    }
}

/// The answer that there is a ko. It is proved if each side is proved to get no worse result than a ko.
fn proved_ko<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &[Attempt<N>],
    opposition: &mut Option<Opposition<N>>,
    table: &mut FightTable<N>,
    nodes: u64,
    budget: &mut Budget,
) -> Option<Reading> {
    let is_favorable = |ko: &Reading| ko.verdict == Verdict::Ko { is_favorable: true };
    let kos = attempts
        .iter()
        .filter_map(|attempt| inquiry.ko(attempt, table, budget));
    let ko = kos.max_by_key(is_favorable)?;
    let ko_threats = if is_favorable(&ko) {
        KoThreats::PROVER_TWO
    } else {
        KoThreats::Nobody
    };
    let opposition = match opposition {
        Some(opposition) if opposition.ko_threats == ko_threats => opposition,
        _ => opposition.insert(Opposition::new(inquiry, ko_threats)),
    };
    let limit = opposition.argue(inquiry, table, nodes, budget)?;
    limit.is_proven().then(|| Reading {
        zone: ko.zone | limit.zone,
        given: ko.given | limit.given,
        claims: [ko.claims, limit.claims].concat(),
        ..ko
    })
}

/// A success that is proved in a pessimistic frame if the refuter has two ko threats.
fn proved_against_two<const N: usize>(attempts: &[Attempt<N>]) -> Option<Reading> {
    let pessimistic = attempts.iter().filter(|attempt| !attempt.is_optimistic);
    let mut shown = pessimistic.filter_map(|attempt| attempt.against_two.as_ref());
    let proved = shown.find(|reading| reading.is_proven())?;
    Some(Reading {
        basis: Basis::Given(Grant::Threats),
        ..proved.clone()
    })
}

/// The support by optimistic frames in which the goal is reached.
fn support<const N: usize>(goal: Goal, attempts: &[Attempt<N>]) -> Support {
    let decided = attempts
        .iter()
        .filter(|attempt| attempt.is_optimistic && attempt.found.is_some());
    Support::of(goal, decided.count())
}

/// The answer when a success without a ko was not proved.
fn conclude<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &[Attempt<N>],
    table: &mut FightTable<N>,
    budget: &mut Budget,
) -> Reading {
    let pessimistic = attempts.iter().filter(|attempt| !attempt.is_optimistic);
    let is_refuted = |attempt: &Attempt<N>| attempt.found == Some(Verdict::Refuted);
    // Where no pessimistic frame fits, that none of them succeeds means nothing.
    let has_pessimistic = pessimistic.clone().next().is_some();
    if has_pessimistic && pessimistic.clone().all(is_refuted) {
        return refuted(FrameKind::Pessimistic, inquiry, table, budget);
    }
    if let Some(reading) = proved_against_two(attempts) {
        return reading;
    }
    // What a pessimistic frame shows holds on the board, if only as a ko. Of the optimistic frames, the largest counts
    // most.
    let optimistic = attempts
        .iter()
        .rev()
        .filter(|attempt| attempt.is_optimistic);
    for attempt in pessimistic.rev().chain(optimistic.clone()) {
        if let Some(mut reading) = inquiry.claimed(attempt, table, budget) {
            if reading.verdict == Verdict::Achieved
                && optimistic.clone().any(Attempt::fails_against_two_threats)
            {
                reading.verdict = Verdict::Ko { is_favorable: true };
            }
            reading.basis = match reading.verdict {
                Verdict::Achieved if attempt.is_optimistic => {
                    Basis::Optimistic(support(inquiry.question.goal, attempts))
                }
                Verdict::Achieved if attempt.found == Some(Verdict::Achieved) => {
                    Basis::Pessimistic(Gap::MoreKoThreats)
                }
                Verdict::Achieved => Basis::Pessimistic(Gap::KoThreats),
                Verdict::Ko { .. } | Verdict::Refuted | Verdict::Unknown => {
                    Basis::Ko(attempt.frame_kind())
                }
            };
            return reading;
        }
    }
    let promising = optimistic.rev().filter(|attempt| attempt.is_promising());
    if let Some(guess) = promising.filter_map(|attempt| attempt.guess).next() {
        return Reading {
            line: vec![Some(guess)],
            ..Reading::new(
                Verdict::Achieved,
                Basis::Promising(support(inquiry.question.goal, attempts)),
            )
        };
    }
    let guesses: Vec<Point> = attempts
        .iter()
        .filter_map(|attempt| attempt.guess)
        .collect();
    let n_votes = |guess: &Point| guesses.iter().filter(|&other| other == guess).count();
    // The first of the moves that most attempts agree on.
    let guess = guesses
        .iter()
        .rev()
        .max_by_key(|&guess| n_votes(guess))
        .copied();
    Reading {
        line: guess.into_iter().map(Some).collect(),
        ..Reading::new(Verdict::Unknown, Basis::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    /// A block in a corner with room outside, and the attempts at its life.
    fn attempts() -> Vec<Attempt<2>> {
        let board: Board = "\
            . . . . . . . .\n\
            . . . . . . . .\n\
            . . O O O O . .\n\
            . . X X X O . .\n\
            . . . . X O . .\n\
            . . . . X O . ."
            .parse()
            .unwrap();
        let target: Point = "C3".parse().unwrap();
        let question = Question::new(target, Goal::Live, Color::Black);
        let reader = FrameReader::<2>::new(ReaderParams {
            log2_entries: 4,
            ..ReaderParams::default()
        });
        let life = LifeCriterion::EyesOrSeki;
        let progress = reader.prepare(&board, question, life, Need::PessimisticFrame);
        progress.unwrap().attempts
    }

    #[test]
    fn an_attempt_that_has_not_grown_is_searched_once() {
        let mut attempts = attempts();
        let growing = attempts.iter().position(|attempt| attempt.grows).unwrap();
        let (before, rest) = attempts.split_at_mut(growing);
        assert!(rest[0].is_searched_by(before));
        rest[0].ko_threats = KoThreats::Nobody;
        assert!(!rest[0].is_searched_by(before));
        rest[0].ko_threats = KoThreats::RefuterEndless;
        before[growing - 1].found = Some(Verdict::Refuted);
        assert!(!rest[0].is_searched_by(before));
    }

    #[test]
    fn two_frames_of_a_life_get_as_many_nodes() {
        let mut attempts = attempts();
        attempts.retain(|attempt| !attempt.is_optimistic);
        let attempt = &mut attempts[0];
        let mut shares = Shares::new(Goal::Live, false, false, 16_000);
        let mut given = Vec::new();
        for is_ko in [true, false, false, false, true, false] {
            attempt.ko_threats = if is_ko {
                KoThreats::Nobody
            } else {
                KoThreats::RefuterEndless
            };
            given.push(shares.of(attempt));
            shares.go_on(attempt);
        }
        assert_eq!(given, [8000, 16_000, 16_000, 8000, 2000, 4000]);
        let mut shares = Shares::new(Goal::Live, true, false, 16_000);
        attempt.is_optimistic = true;
        let given = [0; 3].map(|_| {
            let given = shares.of(attempt);
            shares.go_on(attempt);
            given
        });
        assert_eq!(given, [2000, 1000, 1000]);
    }
}
