//! The reader: from a question about a block to a verdict, with what was proved and what was only found likely.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::death::Space;
use super::task::{Claim, Goal, KoRights, Task, WALL_LIBERTIES};
use super::window::window;
use super::zone::Zone;
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::Board;
use crate::proof::Table;
use crate::proof::zoned::{Outcome, Proof, Step, prove};

/// A proof about a block.
pub type BlockProof = Proof<Option<Point>, Zone>;

/// A question: can the side whose goal it is reach it, moving first?
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// A stone of the block.
    pub target: Point,
    /// What the mover wants.
    pub goal: Goal,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached whatever the other side does, without any ko.
    Achieved,
    /// It is reached if a ko is won: nobody needs to have threats for it, or the mover does.
    Ko {
        /// Whether it is the other side that has to find the first threat.
        is_favorable: bool,
    },
    /// It is not reached.
    Refuted,
    /// Nothing was found in time.
    Unknown,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What was found.
    pub verdict: Verdict,
    /// Whether it is proved.
    pub is_proven: bool,
    /// The first move, `None` for a pass or if there is none to name.
    pub first: Option<Point>,
    /// How it goes on, the first move included; `None` is a pass.
    pub line: Vec<Option<Point>>,
    /// The points that the proof depends on.
    pub zone: PointSet,
    /// Positions evaluated.
    pub n_nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The proof, if there is one.
    pub proof: Option<Arc<BlockProof>>,
}

/// Bounds of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderParams {
    /// Size of the table: 2 to this power entries of about 48 bytes.
    pub log2_entries: u32,
}

impl Default for ReaderParams {
    fn default() -> Self {
        Self { log2_entries: 20 }
    }
}

/// Reads life and death. Keeps its table from question to question.
#[derive(Debug)]
pub struct Reader {
    table: Table<Option<Point>, Zone>,
}

/// Distances from the block within which the prover's moves are looked for, in turn.
const MARGINS: [u8; 3] = [2, 3, 5];

impl Reader {
    /// A reader with an empty table.
    #[must_use]
    pub fn new(params: ReaderParams) -> Self {
        Self {
            table: Table::new(params.log2_entries),
        }
    }

    /// Answers a question within a budget. `None` if there is no stone on the target.
    pub fn read(
        &mut self,
        board: &Board,
        question: Question,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let start = Instant::now();
        let n_before = budget.spent();
        self.table.clear();
        let mut reading = self.search(board, question, budget)?;
        reading.n_nodes = budget.spent() - n_before;
        reading.elapsed = start.elapsed();
        Some(reading)
    }

    fn search(
        &mut self,
        board: &Board,
        question: Question,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let defender = board.color(question.target)?;
        let mover = match question.goal {
            Goal::Kill => defender.opponent(),
            Goal::Live => defender,
        };
        let mut guess = None;
        for (ko, verdict, share) in [
            (KoRights::Refuter, Verdict::Achieved, 2),
            (KoRights::Nobody, Verdict::Ko { is_favorable: true }, 2),
            (
                KoRights::Prover,
                Verdict::Ko {
                    is_favorable: false,
                },
                1,
            ),
        ] {
            let t = crate::base::tune(11, 0);
            if t == 1 && ko == KoRights::Refuter || t == 2 && ko != KoRights::Prover { continue; }
            let mut part = part_of(budget, share);
            let outcome = self.prove_claim(board, question, ko, mover, i16::MIN, &mut part);
            budget.charge(part.spent());
            match outcome? {
                Outcome::Proved(proof) => {
                    let proof = self.strengthened(board, question, ko, mover, proof, budget);
                    return Some(Reading::of_proof(verdict, proof));
                }
                Outcome::Unknown(_, _, favourite) => guess = guess.or(favourite.flatten()),
                Outcome::Failed(_) => {}
            }
        }
        Some(Reading {
            first: guess,
            ..Reading::unknown()
        })
    }

    /// Looks for a proof of a claim in wider and wider windows.
    fn prove_claim(
        &mut self,
        board: &Board,
        question: Question,
        ko: KoRights,
        to_move: Color,
        least_spare: i16,
        budget: &mut Budget,
    ) -> Option<Outcome<Option<Point>, Zone>> {
        let mut last = None;
        for window in windows(board, question.target) {
            let claim = Claim {
                target: question.target,
                goal: question.goal,
                ko,
                window,
                least_spare,
            };
            let mut task = Task::new(board, claim, to_move)?;
            let outcome = prove(&mut task, &mut self.table, budget);
            if !matches!(outcome, Outcome::Failed(_)) {
                return Some(outcome);
            }
            last = Some(outcome);
        }
        last
    }

    /// A proof of the same that rests on no assumption, if one is found in the rest of the budget.
    fn strengthened(
        &mut self,
        board: &Board,
        question: Question,
        ko: KoRights,
        to_move: Color,
        proof: Arc<BlockProof>,
        budget: &mut Budget,
    ) -> Arc<BlockProof> {
        for least_spare in [2, 4] {
            if proof.zone.is_sound() {
                break;
            }
            match self.prove_claim(board, question, ko, to_move, least_spare, budget) {
                Some(Outcome::Proved(better)) if better.zone.is_sound() => return better,
                Some(Outcome::Proved(_) | Outcome::Failed(_)) => {}
                Some(Outcome::Unknown(..)) | None => break,
            }
        }
        proof
    }
}

/// Where to look for moves: first the space of the block, if it is closed, then wider and wider.
fn windows(board: &Board, target: Point) -> Vec<PointSet> {
    let space = Space::new(board, target, &PointSet::EMPTY, WALL_LIBERTIES);
    let inner = if space.is_closed {
        space.not_outside()
    } else {
        PointSet::EMPTY
    };
    let mut windows: Vec<PointSet> = Vec::new();
    if space.is_closed {
        windows.push(inner);
    }
    for margin in MARGINS {
        let wider = window(board, target, margin) | inner;
        if windows.last() != Some(&wider) {
            windows.push(wider);
        }
    }
    windows
}

/// One part of `n` of what is left of the time and credit of a budget.
fn part_of(budget: &Budget, n: u32) -> Budget {
    let part = budget.part(budget.remaining() / u64::from(n));
    match budget.deadline() {
        Some(deadline) => {
            let now = Instant::now();
            part.until(now + deadline.saturating_duration_since(now) / n)
        }
        None => part,
    }
}

impl Reading {
    fn unknown() -> Self {
        Self {
            verdict: Verdict::Unknown,
            is_proven: false,
            first: None,
            line: Vec::new(),
            zone: PointSet::EMPTY,
            n_nodes: 0,
            elapsed: Duration::ZERO,
            proof: None,
        }
    }

    fn of_proof(verdict: Verdict, proof: Arc<BlockProof>) -> Self {
        let line = principal_line(&proof);
        Self {
            verdict,
            is_proven: proof.zone.is_sound(),
            first: line.first().copied().flatten(),
            line,
            zone: proof.zone.points,
            proof: Some(proof),
            ..Self::unknown()
        }
    }
}

/// Moves shown of a line at most.
const LONGEST_LINE: usize = 30;

/// The line of a proof: of the refuter's moves the last that was refuted, passes only where nothing else was tried.
#[must_use]
pub fn principal_line(proof: &BlockProof) -> Vec<Option<Point>> {
    let mut line = Vec::new();
    let mut at = proof;
    while line.len() < LONGEST_LINE {
        match &at.step {
            Step::Settled => break,
            Step::Choice(mv, next) => {
                line.push(*mv);
                at = next;
            }
            Step::Replies(answers) => {
                let shown = answers.iter().find(|(mv, _)| mv.is_some());
                let Some((mv, next)) = shown else { break };
                line.push(*mv);
                at = next;
            }
        }
    }
    line
}
