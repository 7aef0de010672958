//! Life and death with a memory: what is proved of a position is not read again, and no estimate contradicts it.

use std::sync::Arc;
use std::time::Duration;

use super::bounds::Bounds;
use super::budgets::share;
use super::by_goals::by_goals;
use super::memory::ProofMemory;
use super::readers::QuestionReader;
use super::running_room::n_exits;
use super::state::ReadingMethod;
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet};
use crate::engine::proof_cache::ProofCache;
use crate::goals::rules::RuleBase;
use crate::safety::{SafetyMap, unconditional_life};
use crate::tactics::ko::{Success, TWO};
use crate::tsumego::reader::first_moves::{FirstMove, after_move};
use crate::tsumego::reader::{Basis, FrameKind, Gap, Past, ReadLife, Support};
use crate::tsumego::{Goal, Question, Reading, Verdict};

/// Parts of the budget of a question whether a block can be killed: for the reader, and for the answer of the defender
/// to the kill that it claims.
const READING: u32 = 4;
const CHECK: u32 = 1;

/// Ways out with which a group is not killed in optimistic frames. Of 87 such kills in games 3 were right
/// (`docs/measurements/calibration.md`).
const MANY_EXITS: usize = 5;

/// The reader, with what was proved by it and what is proved without search.
#[derive(Debug)]
pub(super) struct LifeReader<'e> {
    pub(super) method: ReadingMethod,
    pub(super) reader: &'e mut QuestionReader,
    pub(super) memory: &'e mut ProofMemory,
    pub(super) proof_cache: &'e mut ProofCache,
    pub(super) rules: &'e RuleBase,
    /// The game before the position, where superko makes it count.
    pub(super) past: Arc<Past>,
}

impl ReadLife for LifeReader<'_> {
    fn read(&mut self, board: &Board, question: Question, budget: &mut Budget) -> Option<Reading> {
        self.answer(board, question, false, budget)
    }

    fn forbids(&self, board: &Board, to_move: Color) -> bool {
        self.past.forbids(board, to_move)
    }
}

impl LifeReader<'_> {
    /// The answer to a question, with what it leaves open if `is_in_full`. `None` if there is no stone on the target.
    pub(super) fn answer(
        &mut self,
        board: &Board,
        question: Question,
        is_in_full: bool,
        budget: &mut Budget,
    ) -> Option<Reading> {
        question.owner(board)?;
        if let Some(known) = self.memory.answer(board, &question, is_in_full) {
            return Some(recalled(known));
        }
        let mut first = match question.goal {
            Goal::Kill => share(budget, READING, READING + CHECK),
            Goal::Live => budget.part(u64::MAX),
        };
        let reading = match self.method {
            ReadingMethod::Search if is_in_full => {
                let reader = self.reader.get();
                reader.set_past(&self.past);
                reader.read_in_full(board, question, &mut first)
            }
            ReadingMethod::Search => {
                let reader = self.reader.get();
                reader.set_past(&self.past);
                reader.read(board, question, &mut first)
            }
            ReadingMethod::Goals => by_goals(board, &self.past, self.rules, question, &mut first),
        }?;
        budget.charge(first.spent());
        if reading.is_proven() {
            self.memory.keep(board, &question, &reading, is_in_full);
            return Some(reading);
        }
        if let Some(known) = self.memory.recall(board, &question) {
            return Some(recalled(known));
        }
        let reading = self.bounds(board, &question).apply(reading);
        if reading.is_proven() {
            self.memory.keep_conclusion(board, &question, &reading);
            return Some(reading);
        }
        let reading = self.checked(board, &question, reading, budget);
        Some(self.in_territory(board, &question, reading))
    }

    /// An answer that leaves a question open, with what is estimated of blocks that lie in safe territory of the other
    /// side: they get no two eyes, but it may take a ko to capture them.
    fn in_territory(&mut self, board: &Board, question: &Question, reading: Reading) -> Reading {
        if reading.judgement() != Verdict::Unknown || !self.lies_dead(board, question) {
            return reading;
        }
        let (verdict, basis) = match question.goal {
            Goal::Kill => (Verdict::Achieved, Basis::Pessimistic(Gap::KoThreats)),
            Goal::Live => (Verdict::Refuted, Basis::Failure(FrameKind::Pessimistic)),
        };
        Reading {
            verdict,
            basis,
            ..reading
        }
    }

    /// Whether all blocks in question lie in territory of the other side that is safe under alternate play.
    fn lies_dead(&mut self, board: &Board, question: &Question) -> bool {
        let Some(owner) = question.owner(board) else {
            return false;
        };
        let map = self.alternate(board);
        let mut stones = stones_in_question(board, question, owner);
        stones.all(|stone| map.territory[owner.opponent()].contains(stone))
    }

    fn alternate(&mut self, board: &Board) -> SafetyMap {
        let proofs = self.proof_cache.about(board, &Budget::unlimited());
        proofs.alternate(board)
    }

    /// Whether one of the blocks in question is safe whichever side moves first, with answers to the other side's
    /// moves; after a game that superko minds, without any.
    fn is_safe(&mut self, board: &Board, question: &Question, owner: Color) -> bool {
        let safe = if self.past.is_empty() {
            self.alternate(board).stones[owner]
        } else {
            unconditional_life(board, owner).stones
        };
        stones_in_question(board, question, owner).any(|stone| safe.contains(stone))
    }

    /// Whether superko forbids a move that is legal on the board.
    fn is_banned(&self, board: &Board, color: Color, point: Point) -> bool {
        if self.past.is_empty() {
            return false;
        }
        let mut after = board.clone();
        after.play(color, point).is_ok() && self.past.forbids(&after, color.opponent())
    }

    /// An estimate that claims a success, checked: it is withdrawn if superko forbids its first move, or if it is a
    /// kill in optimistic frames of a group that has many ways out of them. After the defender's reply to the move was
    /// read, a kill is withdrawn if the defender is proved to live, a ko at least if that is proved, and proved if the
    /// defender is proved not to.
    fn checked(
        &mut self,
        board: &Board,
        question: &Question,
        claim: Reading,
        budget: &mut Budget,
    ) -> Reading {
        let is_claimed = claim.judgement() == Verdict::Achieved;
        let Some(first) = claim.first().filter(|_| is_claimed) else {
            return claim;
        };
        let withdrawn = |claim: Reading| Reading {
            verdict: Verdict::Unknown,
            basis: Basis::Nothing,
            line: Vec::new(),
            ..claim
        };
        if self.is_banned(board, question.to_move, first) || gets_away(board, question, claim.basis)
        {
            return withdrawn(claim);
        }
        if question.goal == Goal::Live {
            return claim;
        }
        let n_before = budget.spent();
        let found = self.first_move(board, question, first, budget);
        let claim = Reading {
            n_nodes: claim.n_nodes + budget.spent() - n_before,
            ..claim
        };
        let Some(found) = found.filter(|found| found.is_proven) else {
            return claim;
        };
        match found.verdict {
            Verdict::Achieved => Reading {
                basis: Basis::Proof,
                line: vec![Some(first)],
                zone: PointSet::board(board.size()),
                claims: Vec::new(),
                ..claim
            },
            Verdict::Ko { .. } => Reading {
                verdict: found.verdict,
                basis: Basis::Ko(FrameKind::Pessimistic),
                ..claim
            },
            Verdict::Refuted | Verdict::Unknown => withdrawn(claim),
        }
    }

    /// What is proved about the answer to a question, by earlier answers and without search.
    pub(super) fn bounds(&mut self, board: &Board, question: &Question) -> Bounds {
        let mut bounds = self.memory.bounds(board, question);
        let Some(owner) = question.owner(board) else {
            return bounds;
        };
        if bounds.is_exact() || question.to_move != question.goal.player(owner) {
            return bounds;
        }
        if self.is_safe(board, question, owner) {
            let everywhere = PointSet::board(board.size());
            match question.goal {
                Goal::Kill => bounds.lower(Success::None, &everywhere),
                Goal::Live => bounds.raise(Success::Clean, &everywhere),
            }
        }
        bounds
    }

    /// What a first move comes to, as far as the proofs about the position before it allow. `None` if the move is
    /// illegal, or if there is no stone on the target.
    pub(super) fn first_move(
        &mut self,
        board: &Board,
        question: &Question,
        point: Point,
        budget: &mut Budget,
    ) -> Option<FirstMove> {
        let found = after_move(&mut Counting(self), board, question, point, budget)?;
        let success = found.verdict.success();
        if found.is_proven {
            if success != Success::None {
                let everywhere = PointSet::board(board.size());
                let reading = Reading::proved(found.verdict, vec![Some(point)], everywhere);
                self.memory.keep_least(board, question, &reading);
            }
            return Some(found);
        }
        let most = self.memory.bounds(board, question).most;
        if success <= most && most != Success::None {
            return Some(found);
        }
        Some(FirstMove {
            verdict: Verdict::of(most),
            is_proven: most == Success::None,
            ..found
        })
    }
}

/// Whether a kill rests on optimistic frames alone, which give all of the outside to the attacker, while the blocks
/// have ways out.
fn gets_away(board: &Board, question: &Question, basis: Basis) -> bool {
    let is_optimistic = matches!(
        basis,
        Basis::Promising(Support::KillInFew) | Basis::Optimistic(Support::KillInFew)
    );
    let owner = question.owner(board).filter(|_| is_optimistic);
    owner.is_some_and(|owner| n_exits(board, owner, &question.stones(board)) >= MANY_EXITS)
}

/// A reading that is known already: it costs nothing.
fn recalled(known: &Reading) -> Reading {
    Reading {
        n_nodes: 0,
        elapsed: Duration::ZERO,
        ..known.clone()
    }
}

/// The stones that name the blocks in question.
fn stones_in_question(
    board: &Board,
    question: &Question,
    owner: Color,
) -> impl Iterator<Item = Point> {
    let named = question.targets.iter();
    named.filter(move |&point| board.color(point) == Some(owner))
}

/// Answers that count the threats in a ko of the side in question: with [`TWO`] of them a ko that needs threats is no
/// failure, and the other side has not more than a ko.
struct Counting<'r, 'e>(&'r mut LifeReader<'e>);

impl ReadLife for Counting<'_, '_> {
    fn read(&mut self, board: &Board, question: Question, budget: &mut Budget) -> Option<Reading> {
        let Self(reader) = self;
        let reading = reader.answer(board, question, false, budget)?;
        let needs_threats = Verdict::Ko {
            is_favorable: false,
        };
        if !reading.is_proven() || reading.verdict != needs_threats {
            return Some(reading);
        }
        let counted = reader.answer(board, question, true, budget)?;
        if counted.verdict == needs_threats && counted.n_threats.is_some_and(|n| n <= TWO) {
            return Some(counted);
        }
        Some(Reading {
            basis: Basis::Ko(FrameKind::Pessimistic),
            ..reading
        })
    }

    fn forbids(&self, board: &Board, to_move: Color) -> bool {
        self.0.forbids(board, to_move)
    }
}
