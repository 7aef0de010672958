//! The reader: from a question about a block, or several, to a verdict, with what was proved and what was only found likely.
//!
//! Several attempts (`attempt`) at a question take turns with growing budgets. In each the claim is tried with less and
//! less against it: clean, as a ko without threats, as a ko with all threats; if all fail, the claim of the other side
//! is tried. Sketches, which help the claim, grow: what fails in one fails on the board. If nothing is proved, the estimate is
//! what a sound frame shows (a ko, or a kill whose walls may be short of liberties), else what the largest sketch says.

use std::time::Instant;

use super::attempt::{Attempt, Inquiry, Table};
use super::capture::{Capture, CaptureProof};
use super::claim::{Goal, Life};
use super::lesson::{Lesson, Syllabus};
pub use super::question::{Question, owner_of};
use super::stage::Stage;
use super::verdict::{
    KILL_ESTIMATE, KO_ESTIMATE, LIFE_ESTIMATE, MANY_SKETCHES, REFUTED_ESTIMATE,
    SOUND_BUT_FOR_KO_ESTIMATE, SOUND_ESTIMATE, SURE_KILL_ESTIMATE,
};
pub use super::verdict::{Reading, Verdict};
use crate::base::{Budget, Point};
use crate::board::Board;
use crate::proof::parallel::Threads;
use crate::proof::table::SolverTable;

/// Bounds of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderParams {
    /// Size of the table: 2 to this power entries of about 64 bytes, and half as many of about 80 once a block is too large for
    /// the usual frames.
    pub log2_entries: u32,
    /// The threads for one question.
    pub threads: Threads,
}

impl Default for ReaderParams {
    fn default() -> Self {
        Self {
            log2_entries: 20,
            threads: Threads::default(),
        }
    }
}

/// Words of the sets of cells in frames that are large enough for most blocks, and in those for the others.
const FEW_WORDS: usize = 2;
const MANY_WORDS: usize = 4;

/// Reads life and death.
#[derive(Debug)]
pub struct Reader {
    params: ReaderParams,
    near: FrameReader<FEW_WORDS>,
    /// For blocks that are too large for the other; made when it is needed.
    far: Option<FrameReader<MANY_WORDS>>,
}

/// Reads in frames of up to 64 times `N` cells.
#[derive(Debug)]
pub(super) struct FrameReader<const N: usize> {
    pub(super) table: Table<N>,
    threads: Threads,
}

/// Nodes for the first attempt in the first round, and by how much they grow from round to round; each of the others that
/// are not done gets half of what the one before it gets, but not less than the fewest.
const FIRST_NODES: u64 = 4000;
const FEWEST_NODES: u64 = 1000;
const GROWTH: u64 = 4;

/// What sketches get for each node of a sound frame, by the goal. A kill is seldom proved in open positions, and the
/// answer is that of the largest sketch; a life is often proved, and what a sketch says of it is seldom right.
const fn share_of_sketches(goal: Goal, nodes: u64) -> u64 {
    match goal {
        Goal::Kill => nodes.saturating_mul(4),
        Goal::Live => nodes / 4,
    }
}

/// The part of all nodes, and the most of them, that go to a proof that a block is captured as such.
const SHARE_OF_CAPTURE: u64 = 8;
const MOST_CAPTURE_NODES: u64 = 12_000;

/// What the first ko in doubt gets in a round for each node of a sound frame; each of the others half of the one before it.
const NODES_FOR_KOS: u64 = 4;

impl Reader {
    /// A reader with an empty table.
    #[must_use]
    pub fn new(params: ReaderParams) -> Self {
        Self {
            params,
            near: FrameReader::new(params),
            far: None,
        }
    }

    /// Answers a question within a budget. `None` if there is no stone on the target.
    pub fn read(
        &mut self,
        board: &Board,
        question: Question,
        budget: &mut Budget,
    ) -> Option<Reading> {
        self.answered(board, question, false, budget)
    }

    /// Answers a question as [`Self::read`] does, and what its answer leaves open, for as much again: of a block that is
    /// proved to live, whether that is in a seki, and how many threats a ko needs. `None` if there is no stone on the target.
    pub fn read_in_full(
        &mut self,
        board: &Board,
        question: Question,
        budget: &mut Budget,
    ) -> Option<Reading> {
        self.answered(board, question, true, budget)
    }

    fn answered(
        &mut self,
        board: &Board,
        question: Question,
        is_in_full: bool,
        budget: &mut Budget,
    ) -> Option<Reading> {
        question.owner(board)?;
        let reading = capture(board, question, budget)
            .or_else(|| self.near.answered(board, question, is_in_full, budget))
            .or_else(|| self.far().answered(board, question, is_in_full, budget));
        Some(reading.unwrap_or_else(|| Reading::of(Verdict::Unknown)))
    }

    fn far(&mut self) -> &mut FrameReader<MANY_WORDS> {
        let params = self.params;
        self.far.get_or_insert_with(|| {
            FrameReader::new(ReaderParams {
                log2_entries: params.log2_entries.saturating_sub(1),
                ..params
            })
        })
    }

    /// Reads a question as [`Self::read`] does and learns from what the searches found; nothing if there is no stone on
    /// the target, or if its block is too large for the usual frames.
    pub fn lessons(
        &mut self,
        board: &Board,
        question: Question,
        syllabus: &Syllabus,
        budget: &mut Budget,
    ) -> Vec<Lesson> {
        let reader = &mut self.near;
        reader.table.clear();
        let Some((_, progress)) = reader.ask(board, question, Life::EyesOrSeki, budget) else {
            return Vec::new();
        };
        let Progress { inquiry, attempts } = &progress;
        let claims = attempts.iter().flat_map(|attempt| inquiry.claims(attempt));
        syllabus.lessons(claims, &mut reader.table)
    }
}

/// The answer to a question about a block that is proved to be captured as such, anywhere on the board: in a ladder, a net, a
/// snapback.
fn capture(board: &Board, question: Question, budget: &mut Budget) -> Option<Reading> {
    let start = Instant::now();
    let n_before = budget.spent();
    let blocks = question.blocks(board);
    let target = blocks.iter().next().filter(|_| blocks.len() == 1)?;
    let mut part = budget.part(MOST_CAPTURE_NODES.min(budget.remaining() / SHARE_OF_CAPTURE));
    let proof = Capture::new(board, target)?.proof(question.to_move, &mut part);
    budget.charge(part.spent());
    proof.map(|CaptureProof { line, zone }| Reading {
        is_proven: true,
        line,
        zone,
        n_nodes: budget.spent() - n_before,
        elapsed: start.elapsed(),
        ..Reading::of(match question.goal {
            Goal::Kill => Verdict::Achieved,
            Goal::Live => Verdict::Refuted,
        })
    })
}

impl<const N: usize> FrameReader<N> {
    fn new(params: ReaderParams) -> Self {
        Self {
            table: SolverTable::new(params.log2_entries),
            threads: params.threads,
        }
    }

    /// Answers a question, and what that leaves open if `is_in_full`. `None` if its block is too large for the frames.
    fn answered(
        &mut self,
        board: &Board,
        question: Question,
        is_in_full: bool,
        budget: &mut Budget,
    ) -> Option<Reading> {
        self.table.clear();
        if is_in_full {
            return self.read_in_full(board, question, budget);
        }
        let (reading, _) = self.ask(board, question, Life::EyesOrSeki, budget)?;
        Some(reading)
    }

    /// Answers a question about what is enough for life here, besides what the table knows; and how far each attempt got.
    /// `None` if there is no stone on the target, or its block is too large for the frames.
    pub(super) fn ask<'b>(
        &mut self,
        board: &'b Board,
        question: Question,
        life: Life,
        budget: &mut Budget,
    ) -> Option<(Reading, Progress<'b, N>)> {
        let start = Instant::now();
        let n_before = budget.spent();
        let inquiry = Inquiry::new(board, question, life, self.threads)?;
        let mut attempts = inquiry.attempts(question.goal, None);
        if attempts.is_empty() {
            return None;
        }
        let mut reading = answer(&inquiry, &mut attempts, &mut self.table, budget);
        reading.n_nodes = budget.spent() - n_before;
        reading.elapsed = start.elapsed();
        Some((reading, Progress { inquiry, attempts }))
    }
}

/// How far the attempts at a question got.
pub(super) struct Progress<'b, const N: usize> {
    pub inquiry: Inquiry<'b, N>,
    pub attempts: Vec<Attempt<N>>,
}

/// Lets the attempts take turns until one gives an answer, all are done, or the budget ends.
fn answer<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &mut [Attempt<N>],
    table: &mut Table<N>,
    budget: &mut Budget,
) -> Reading {
    let mut nodes = FIRST_NODES;
    let mut opposition = None;
    let n_before = budget.spent();
    while budget.check().is_ok() && budget.remaining() > 0 {
        weigh_kos(inquiry, attempts, table, nodes, budget);
        if let Some(reading) = round(inquiry, attempts, table, nodes, budget) {
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
    // A ko is worth as much again as it cost to find.
    let part = (budget.spent() - n_before).max(FIRST_NODES);
    proved_ko(inquiry, attempts, &mut opposition, table, part, budget)
        .unwrap_or_else(|| conclude(inquiry, attempts, table, budget))
}

/// Lets every attempt that is not done advance by its share of about so many nodes: sketches first, of both kinds the
/// smallest first. The answer, if one is found.
fn round<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &mut [Attempt<N>],
    table: &mut Table<N>,
    nodes: u64,
    budget: &mut Budget,
) -> Option<Reading> {
    for are_sketches in [true, false] {
        let mut part = if are_sketches {
            share_of_sketches(inquiry.question.goal, nodes)
        } else {
            nodes
        };
        for n in 0..attempts.len() {
            learn(attempts, n);
            let attempt = &mut attempts[n];
            if attempt.is_sketch != are_sketches || attempt.found.is_some() {
                continue;
            }
            if let Some(reading) = inquiry.advance(attempt, table, part, budget) {
                return Some(reading);
            }
            if attempt.is_sketch && attempt.found == Some(Verdict::Refuted) {
                return Some(refuted(inquiry, table, budget));
            }
            if attempt.is_ko_in_doubt() {
                inquiry.weigh_ko(attempt, table, part, budget);
            }
            if attempt.found.is_none() {
                part = (part / 2).max(FEWEST_NODES);
            }
        }
    }
    None
}

/// Tries whether the frames in which a ko was found show one, the smallest first: what shows in a sketch holds in all
/// larger frames.
fn weigh_kos<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &mut [Attempt<N>],
    table: &mut Table<N>,
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

/// Tells an attempt what the sketches have found.
fn learn<const N: usize>(attempts: &mut [Attempt<N>], n: usize) {
    let (before, rest) = attempts.split_at_mut(n);
    let Some((attempt, after)) = rest.split_first_mut() else {
        return;
    };
    let others = before.iter().chain(&*after);
    attempt.learn_from(others.filter(|other| other.is_sketch));
}

/// The answer that the goal is not reached, with a proof that the other side reaches its aim though it moves second if
/// one is found.
fn refuted<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    table: &mut Table<N>,
    budget: &mut Budget,
) -> Reading {
    let reading = refutation(inquiry, table, budget);
    Reading {
        verdict: Verdict::Refuted,
        estimate: REFUTED_ESTIMATE,
        ..reading.unwrap_or_else(|| Reading::of(Verdict::Refuted))
    }
}

fn refutation<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    table: &mut Table<N>,
    budget: &mut Budget,
) -> Option<Reading> {
    let nodes = budget.remaining();
    Opposition::new(inquiry, Stage::Clean).argue(inquiry, table, nodes, budget)
}

/// How far the other side, who moves second, got with a claim of his in each frame that is sound for him.
struct Opposition<const N: usize> {
    stage: Stage,
    attempts: Vec<Attempt<N>>,
}

impl<const N: usize> Opposition<N> {
    fn new(inquiry: &Inquiry<'_, N>, stage: Stage) -> Self {
        let mut attempts = inquiry.attempts(inquiry.question.goal.opposite(), Some(stage));
        attempts.retain(|attempt| !attempt.is_sketch);
        Self { stage, attempts }
    }

    /// Searches for a proof of his claim, at the cost of about so many nodes.
    fn argue(
        &mut self,
        inquiry: &Inquiry<'_, N>,
        table: &mut Table<N>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let last = budget.spent().saturating_add(nodes);
        let mut nodes = FIRST_NODES.min(nodes);
        while budget.check().is_ok() && budget.spent() < last && !self.attempts.is_empty() {
            for attempt in &mut self.attempts {
                if let Some(reading) = inquiry.advance_alone(attempt, table, nodes, budget) {
                    return Some(reading);
                }
            }
            self.attempts.retain(|attempt| attempt.found.is_none());
            nodes = nodes.saturating_mul(GROWTH);
        }
        None
    }
}

/// The answer that there is a ko, if it is proved that it is no worse, and by the other side that it is no better.
fn proved_ko<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &[Attempt<N>],
    opposition: &mut Option<Opposition<N>>,
    table: &mut Table<N>,
    nodes: u64,
    budget: &mut Budget,
) -> Option<Reading> {
    let is_favorable = |ko: &Reading| ko.verdict == Verdict::Ko { is_favorable: true };
    let kos = attempts
        .iter()
        .filter_map(|attempt| inquiry.ko(attempt, table, budget));
    let ko = kos.max_by_key(is_favorable)?;
    let stage = if is_favorable(&ko) {
        Stage::FewFor
    } else {
        Stage::Fair
    };
    let opposition = match opposition {
        Some(opposition) if opposition.stage == stage => opposition,
        _ => opposition.insert(Opposition::new(inquiry, stage)),
    };
    let limit = opposition.argue(inquiry, table, nodes, budget)?;
    limit.is_proven.then(|| Reading {
        zone: ko.zone | limit.zone,
        ..ko
    })
}

/// How often an answer that the goal is reached is right if that is what sketches say.
fn estimate_of_success<const N: usize>(goal: Goal, attempts: &[Attempt<N>]) -> f64 {
    let decided = attempts
        .iter()
        .filter(|attempt| attempt.is_sketch && attempt.found.is_some());
    match goal {
        Goal::Live => LIFE_ESTIMATE,
        Goal::Kill if decided.count() >= MANY_SKETCHES => SURE_KILL_ESTIMATE,
        Goal::Kill => KILL_ESTIMATE,
    }
}

/// The answer when the goal was not proved to be reached cleanly.
fn conclude<const N: usize>(
    inquiry: &Inquiry<'_, N>,
    attempts: &[Attempt<N>],
    table: &mut Table<N>,
    budget: &mut Budget,
) -> Reading {
    let sound = attempts.iter().filter(|attempt| !attempt.is_sketch);
    let is_refuted = |attempt: &Attempt<N>| attempt.found == Some(Verdict::Refuted);
    if !attempts.is_empty() && sound.clone().all(is_refuted) {
        return refuted(inquiry, table, budget);
    }
    // What a sound frame shows holds on the board, if only as a ko; of the sketches the largest says most.
    let sketches = attempts.iter().rev().filter(|attempt| attempt.is_sketch);
    for attempt in sound.rev().chain(sketches.clone()) {
        if let Some(mut reading) = inquiry.claimed(attempt, table, budget) {
            if reading.verdict == Verdict::Achieved && sketches.clone().any(Attempt::is_unclean) {
                reading.verdict = Verdict::Ko { is_favorable: true };
            }
            if reading.verdict != Verdict::Achieved {
                reading.estimate = KO_ESTIMATE;
            } else if attempt.is_sketch {
                reading.estimate = estimate_of_success(inquiry.question.goal, attempts);
            } else if attempt.found == Some(Verdict::Achieved) {
                reading.estimate = SOUND_ESTIMATE;
            } else {
                reading.estimate = SOUND_BUT_FOR_KO_ESTIMATE;
            }
            return reading;
        }
    }
    let promising = sketches.rev().filter(|sketch| sketch.is_promising());
    if let Some(guess) = promising.filter_map(|sketch| sketch.guess).next() {
        return Reading {
            line: vec![Some(guess)],
            estimate: estimate_of_success(inquiry.question.goal, attempts),
            ..Reading::of(Verdict::Achieved)
        };
    }
    let guesses: Vec<Point> = attempts
        .iter()
        .filter_map(|attempt| attempt.guess)
        .collect();
    let n_votes = |guess: &Point| guesses.iter().filter(|&other| other == guess).count();
    // The first of those that most attempts agree on.
    let guess = guesses
        .iter()
        .rev()
        .max_by_key(|&guess| n_votes(guess))
        .copied();
    Reading {
        line: guess.into_iter().map(Some).collect(),
        ..Reading::of(Verdict::Unknown)
    }
}
