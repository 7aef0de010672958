//! The reader: from a question about a block, or about several, to a verdict, which is marked as proved or as an
//! estimate.
//!
//! A single block is first tried as a capture on the whole board. Then rounds of attempts, each in a frame of its own,
//! search for proofs and estimates. `proof_check` checks a proof again before it counts.

mod attempt;
mod basis;
pub mod first_moves;
mod in_full;
mod inquiry;
mod params;
mod past;
mod proof_check;
mod reading;
mod rounds;
mod topics;

use std::sync::Arc;
use std::time::Instant;

pub use basis::Trust;
pub use basis::{Basis, Clearness, FrameKind, Gap, Grant, Support, Taking};
use inquiry::Assumed;
pub use params::ReaderParams;
pub use past::Past;
pub use reading::{Place, ProvedClaim, Reading, Verdict};
use rounds::{FrameReader, Need, Progress};

use super::guide::lesson::{Lesson, LessonOptions};
use super::question::{Goal, LifeCriterion, Question};
use crate::base::Budget;
use crate::board::{Board, Color, PointSet};
use crate::tactics::capture::{Capture, CaptureProof};
use crate::tactics::ko::KoThreats;

/// Words of a set of cells in the usual frames, and in frames for larger blocks.
const FEW_WORDS: usize = 2;
const MANY_WORDS: usize = 4;

/// Reads life and death.
///
/// ```
/// use tedomari_base::Budget;
/// use tedomari_board::{Board, Color, Point};
/// use tedomari_solvers::tsumego::{Goal, Question, Reader, ReaderParams, Verdict};
///
/// // Three points in a row: White kills on the one in the middle.
/// let board: Board = ". . . X O\nX X X X O\nO O O O O\n. . . . .".parse()?;
/// let target: Point = "A3".parse()?;
/// let mut reader = Reader::new(ReaderParams {
///     log2_entries: 12,
///     ..ReaderParams::default()
/// });
/// let question = Question::new(target, Goal::Kill, Color::White);
/// let reading = reader.read(&board, question, &mut Budget::nodes(1000)).expect("there is a stone");
/// assert_eq!((reading.verdict, reading.is_proven()), (Verdict::Achieved, true));
/// assert_eq!(reading.first(), Some("B4".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    params: ReaderParams,
    near: FrameReader<FEW_WORDS>,
    /// For blocks that are too large for the usual frames; made when it is first needed.
    far: Option<FrameReader<MANY_WORDS>>,
    /// The game before the positions in question.
    past: Arc<Past>,
    /// Stones that are assumed never to be taken, where the other side is in question.
    assumed: PointSet,
    /// The same, where other blocks of their color are in question.
    friends: PointSet,
    /// Points on which a stone of the attacker is assumed to stand.
    held: PointSet,
}

/// Answers questions of life and death: a [`Reader`], or a reader with a memory.
pub trait ReadLife {
    /// Answers a question within a budget. `None` if there is no stone on the target.
    fn read(&mut self, board: &Board, question: Question, budget: &mut Budget) -> Option<Reading>;

    /// Whether superko forbids a move to this board, after which `to_move` would be to move.
    fn forbids(&self, board: &Board, to_move: Color) -> bool;
}

impl ReadLife for Reader {
    fn read(&mut self, board: &Board, question: Question, budget: &mut Budget) -> Option<Reading> {
        Self::read(self, board, question, budget)
    }

    fn forbids(&self, board: &Board, to_move: Color) -> bool {
        self.past.forbids(board, to_move)
    }
}

/// A proof that the block is captured, eyes aside, gets the nodes of the question divided by this.
const SHARE_OF_CAPTURE: u64 = 8;

/// Most nodes for such a proof.
const MOST_CAPTURE_NODES: u64 = 12_000;

impl Reader {
    /// A reader with an empty table.
    #[must_use]
    pub fn new(params: ReaderParams) -> Self {
        Self {
            params,
            near: FrameReader::new(params),
            far: None,
            past: Arc::default(),
            assumed: PointSet::EMPTY,
            friends: PointSet::EMPTY,
            held: PointSet::EMPTY,
        }
    }

    /// Assumes from now on that no stone of `stones` is ever taken, where a block of the other color is in question:
    /// each of these blocks counts as if it had a liberty that is never filled. What is then called proved holds only
    /// if that is so. All searches are dropped, because they rest on other walls.
    pub fn assume(&mut self, stones: PointSet) {
        self.assumed = stones;
        self.forget_searches();
    }

    /// The same where another block of their color is in question: it lives if it is joined to one of them.
    pub fn assume_friends(&mut self, stones: PointSet) {
        self.friends = stones;
        self.forget_searches();
    }

    /// Assumes from now on that a stone of the attacker that blocks the way out on one of `points`, with two liberties
    /// outside of what is read, is never taken, though no such stone is there yet. Most of the nodes then look for
    /// proofs.
    pub fn assume_blocks(&mut self, points: PointSet) {
        self.held = points;
        self.forget_searches();
    }

    /// What a proof takes for granted: a stone of each block by [`Self::assume`] or [`Self::assume_friends`] that is on
    /// or beside its zone, of a side that makes one of its claims; and points by [`Self::assume_blocks`]. Without any
    /// it is a proof outright: stones of the other side outside a frame count against a claim, whether they stand or
    /// not.
    #[must_use]
    pub fn rests_on(&self, board: &Board, question: &Question, proof: &Reading) -> PointSet {
        let Some(owner) = question.owner(board) else {
            return PointSet::EMPTY;
        };
        let near = proof.zone | proof.zone.spread();
        let in_frames = proof.claims.iter();
        let in_frames = in_frames.filter(|claim| claim.place != Place::Board);
        let used = in_frames.fold(PointSet::EMPTY, |all, claim| {
            let (stones, prover) = match claim.goal {
                Goal::Kill => (self.assumed, owner.opponent()),
                Goal::Live => (self.friends, owner),
            };
            all | (near & stones & board.points_of(prover).collect())
        });
        let blocks = board.first_of_each_block(used.iter()).into_iter();
        blocks.collect::<PointSet>() | proof.given
    }

    /// Sets the past of the game for the questions from now on: a proof may not need a move that leads back to one of
    /// its positions.
    pub fn set_past(&mut self, past: &Arc<Past>) {
        self.past = Arc::clone(past);
    }

    /// Drops the searches that were kept: every question begins anew.
    pub fn forget_searches(&mut self) {
        self.near.topics.forget();
        if let Some(far) = &mut self.far {
            far.topics.forget();
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

    /// Answers a question as [`Self::read`] does, and then reads further, for as many nodes again: whether a block that
    /// is proved to live does so in a seki, and how many threats a ko needs. `None` if there is no stone on the target.
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
        let reading = capture(board, question, &self.past, budget)
            .or_else(|| self.in_frames(board, question, is_in_full, budget));
        Some(reading.unwrap_or_else(|| Reading::new(Verdict::Unknown, Basis::Nothing)))
    }

    /// The answer of the usual frames if one of them can show a proof, else that of the large ones. If none can, what
    /// the optimistic frames show.
    fn in_frames(
        &mut self,
        board: &Board,
        question: Question,
        is_in_full: bool,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let past = Arc::clone(&self.past);
        let assumed = Assumed {
            stones: self.assumed_beside(board, question),
            points: self.held,
        };
        for need in [Need::PessimisticFrame, Need::AnyFrame] {
            self.near.past = Arc::clone(&past);
            self.near.assumed = assumed;
            let reading = match self
                .near
                .answered(board, question, is_in_full, need, budget)
            {
                Some(reading) => Some(reading),
                None => {
                    let far = self.far();
                    far.past = Arc::clone(&past);
                    far.assumed = assumed;
                    far.answered(board, question, is_in_full, need, budget)
                }
            };
            if reading.is_some() {
                return reading;
            }
        }
        None
    }

    /// The stones that are assumed to stand beside the blocks in question.
    fn assumed_beside(&self, board: &Board, question: Question) -> PointSet {
        let Some(owner) = question.owner(board) else {
            return PointSet::EMPTY;
        };
        let of = |color: Color| board.points_of(color).collect::<PointSet>();
        let heads = question.blocks(board);
        let in_question = heads.iter().flat_map(|head| board.stones(head));
        (self.assumed & of(owner.opponent())) | ((self.friends & of(owner)) - in_question.collect())
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

    /// Reads a question as [`Self::read`] does and collects lessons from its searches. `None` if there is no stone on
    /// the target, or if its block is too large for the usual frames.
    pub fn lessons(
        &mut self,
        board: &Board,
        question: Question,
        lesson_options: &LessonOptions,
        budget: &mut Budget,
    ) -> Vec<Lesson> {
        let reader = &mut self.near;
        reader.table.clear();
        let life = LifeCriterion::EyesOrSeki;
        let Some(mut progress) = reader.prepare(board, question, life, Need::AnyFrame) else {
            return Vec::new();
        };
        reader.ask(&mut progress, budget);
        let Progress { inquiry, attempts } = &progress;
        let claims = attempts.iter().flat_map(|attempt| inquiry.claims(attempt));
        lesson_options.lessons(claims, &mut reader.table)
    }
}

/// The answer about a block that is proved to be captured anywhere on the board: in a ladder, a net or a snapback.
fn capture(board: &Board, question: Question, past: &Past, budget: &mut Budget) -> Option<Reading> {
    let start = Instant::now();
    let n_before = budget.spent();
    let blocks = question.blocks(board);
    let target = blocks.iter().next().filter(|_| blocks.len() == 1)?;
    let mut part = budget.part(MOST_CAPTURE_NODES.min(budget.remaining() / SHARE_OF_CAPTURE));
    let mut capture = Capture::new(board, target)?;
    let attacker = capture.owner().opponent();
    let proof = capture.proof(question.to_move, &mut part);
    budget.charge(part.spent());
    let has_losses = capture.has_lost_attackers();
    let proof = proof.filter(|proof| past.lets_pass(board, attacker, &proof.zone, has_losses));
    let verdict = Verdict::of_death(question.goal);
    proof.map(|CaptureProof { line, zone }| Reading {
        line,
        zone,
        claims: vec![ProvedClaim {
            goal: Goal::Kill,
            ko_threats: KoThreats::RefuterEndless,
            place: Place::Board,
        }],
        n_nodes: budget.spent() - n_before,
        elapsed: start.elapsed(),
        ..Reading::new(verdict, Basis::Proof)
    })
}
