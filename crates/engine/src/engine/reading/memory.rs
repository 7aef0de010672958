//! The proofs of life and death that are remembered from question to question.
//!
//! A proof is about some blocks in a position and holds only there: the same stones, the same ko ban, the same rule of
//! suicide. The moves that led to it count only under superko, where a proof minds the positions before.
//!
//! A proof also bounds the answers to other questions about its position. Kill and Live are questions with the side to
//! move first whose goal it is.
//! - Moving first is never worse than moving second, as a pass is a move: if the attacker, moving first, reaches a ko
//!   at most, the defender reaches at least what this ko leaves when it moves first. A ko ban ends with a pass; so
//!   where one is in force, this is not used.
//! - An attacker that kills several blocks kills each of them. A defender that saves one of several blocks saves them:
//!   to live is to live with one of them.

use std::collections::VecDeque;

use super::bounds::Bounds;
use crate::board::{Board, Color, PointSet, PositionKey};
use crate::tactics::ko::Success;
use crate::tsumego::{Goal, Question, Reading};

/// What is proved about some blocks.
#[derive(Clone, Debug)]
struct Proof {
    /// All stones of the blocks.
    stones: PointSet,
    goal: Goal,
    to_move: Color,
    /// The side to move reaches no less than the verdict; no more either, if this is exact.
    reading: Reading,
    is_exact: bool,
    /// Whether it is the answer that a search of this very question gave: the same one whatever questions came before.
    is_answer: bool,
    /// Whether the question was answered in full.
    is_full: bool,
}

impl Proof {
    /// Takes over its bounds for a question in its position.
    fn bound(&self, question: &Asked, has_ko_ban: bool, bounds: &mut Bounds) {
        let success = self.reading.verdict.success();
        let zone = &self.reading.zone;
        let has_more = question.stones.is_subset(&self.stones);
        let has_less = self.stones.is_subset(&question.stones);
        if (self.goal, self.to_move) == (question.goal, question.to_move) {
            // More blocks are harder to kill together, and easier to live with one of.
            let (harder, easier) = match self.goal {
                Goal::Kill => (has_more, has_less),
                Goal::Live => (has_less, has_more),
            };
            if harder {
                bounds.raise(success, zone);
            }
            if easier && self.is_exact {
                bounds.lower(success, zone);
            }
        } else if self.goal != question.goal && self.to_move != question.to_move && !has_ko_ban {
            // The other side keeps what it keeps moving second.
            let is_enough = match self.goal {
                Goal::Kill => has_less,
                Goal::Live => has_more,
            };
            if is_enough && self.is_exact {
                bounds.raise(success.of_the_other(), zone);
            }
        }
    }
}

/// How a proof was found.
#[derive(Clone, Copy, Debug, Default)]
struct Origin {
    is_exact: bool,
    is_answer: bool,
    is_full: bool,
}

/// A question with all stones of its blocks.
struct Asked {
    stones: PointSet,
    goal: Goal,
    to_move: Color,
}

impl Asked {
    fn new(board: &Board, question: &Question) -> Self {
        let targets = question.targets.iter();
        let stones = targets.filter(|&point| board.color(point).is_some());
        Self {
            stones: stones.flat_map(|point| board.stones(point)).collect(),
            goal: question.goal,
            to_move: question.to_move,
        }
    }

    fn is_same(&self, proof: &Proof) -> bool {
        (self.goal, self.to_move) == (proof.goal, proof.to_move) && self.stones == proof.stones
    }
}

/// The proofs about one position.
#[derive(Debug)]
struct PositionProofs {
    position: PositionKey,
    proofs: Vec<Proof>,
}

/// The proofs about the positions in question, the latest last.
#[derive(Debug)]
pub(super) struct ProofMemory {
    /// The largest number of proofs.
    most: usize,
    n_proofs: usize,
    positions: VecDeque<PositionProofs>,
    /// Distinguishes the games before the positions, where superko makes them count.
    past: u64,
}

impl ProofMemory {
    /// A memory for `most` proofs.
    pub(super) const fn new(most: usize) -> Self {
        Self {
            most,
            n_proofs: 0,
            positions: VecDeque::new(),
            past: 0,
        }
    }

    /// Begins with questions about a position after another past: proofs that minded another one are forgotten.
    pub(super) fn begin(&mut self, past: u64) {
        if self.past != past {
            *self = Self {
                past,
                ..Self::new(self.most)
            };
        }
    }

    /// Whether the proofs are about positions after this past.
    pub(super) const fn is_after(&self, past: u64) -> bool {
        self.past == past
    }

    fn known(&self, board: &Board) -> Option<&PositionProofs> {
        if self.positions.is_empty() {
            return None;
        }
        let position = PositionKey::new(board);
        let mut latest = self.positions.iter().rev();
        latest.find(|known| known.position == position)
    }

    /// The answer that an earlier search of a question has proved; one in full, if that is requested. A new search
    /// would find the same.
    pub(super) fn answer(
        &self,
        board: &Board,
        question: &Question,
        is_in_full: bool,
    ) -> Option<&Reading> {
        let is_answer = |proof: &Proof| proof.is_answer && (proof.is_full || !is_in_full);
        self.find(board, question, is_answer)
    }

    /// The answer to a question that is proved already, in whatever way: by other questions, too.
    pub(super) fn recall(&self, board: &Board, question: &Question) -> Option<&Reading> {
        self.find(board, question, |_| true)
    }

    fn find(
        &self,
        board: &Board,
        question: &Question,
        fits: impl Fn(&Proof) -> bool,
    ) -> Option<&Reading> {
        let known = self.known(board)?;
        let asked = Asked::new(board, question);
        let mut proofs = known.proofs.iter();
        let is_proved = |proof: &&Proof| asked.is_same(proof) && proof.is_exact && fits(proof);
        proofs.find(is_proved).map(|proof| &proof.reading)
    }

    /// The bounds of the answer to a question by the proofs.
    pub(super) fn bounds(&self, board: &Board, question: &Question) -> Bounds {
        let mut bounds = Bounds::OPEN;
        if let Some(known) = self.known(board) {
            let asked = Asked::new(board, question);
            for proof in &known.proofs {
                proof.bound(&asked, known.position.has_ko_ban(), &mut bounds);
            }
        }
        bounds
    }

    /// Whether nothing is proved about a position.
    pub(super) fn is_silent_about(&self, board: &Board) -> bool {
        self.known(board).is_none()
    }

    /// Keeps an answer that a search of the question has proved, in full or not.
    pub(super) fn keep(
        &mut self,
        board: &Board,
        question: &Question,
        reading: &Reading,
        is_full: bool,
    ) {
        debug_assert!(reading.is_proven());
        let origin = Origin {
            is_exact: true,
            is_answer: true,
            is_full,
        };
        self.add(board, question, reading, origin);
    }

    /// Keeps an answer that follows from other proofs.
    pub(super) fn keep_conclusion(
        &mut self,
        board: &Board,
        question: &Question,
        reading: &Reading,
    ) {
        debug_assert!(reading.is_proven());
        let origin = Origin {
            is_exact: true,
            ..Origin::default()
        };
        self.add(board, question, reading, origin);
    }

    /// Keeps that the side to move reaches at least a verdict: a first move shows it.
    pub(super) fn keep_least(&mut self, board: &Board, question: &Question, reading: &Reading) {
        let origin = Origin {
            is_exact: reading.verdict.success() == Success::Clean,
            ..Origin::default()
        };
        self.add(board, question, reading, origin);
    }

    fn add(&mut self, board: &Board, question: &Question, reading: &Reading, origin: Origin) {
        if self.most == 0 {
            return;
        }
        let Origin {
            is_exact,
            is_answer,
            is_full,
        } = origin;
        let asked = Asked::new(board, question);
        let proof = Proof {
            stones: asked.stones,
            goal: asked.goal,
            to_move: asked.to_move,
            reading: reading.clone(),
            is_exact,
            is_answer,
            is_full,
        };
        let mut bounds = self.bounds(board, question);
        proof.bound(&asked, false, &mut bounds);
        if bounds.is_contradiction() {
            tracing::error!(?reading, %board, "a proof contradicts an earlier one");
            return;
        }
        let proofs = self.proofs_about(board);
        let n_before = proofs.len();
        let is_better = |old: &Proof| old.is_exact && !is_exact || old.is_answer && !is_answer;
        let is_known = proofs
            .iter()
            .any(|old| asked.is_same(old) && is_better(old));
        proofs.retain(|old| !asked.is_same(old) || is_better(old));
        if !is_known {
            proofs.push(proof);
        }
        let n_after = proofs.len();
        self.n_proofs = self.n_proofs + n_after - n_before;
        self.shrink();
    }

    /// The proofs about a position, which becomes the latest one.
    fn proofs_about(&mut self, board: &Board) -> &mut Vec<Proof> {
        let position = PositionKey::new(board);
        let found = self
            .positions
            .iter()
            .position(|known| known.position == position);
        let known = found.and_then(|index| self.positions.remove(index));
        self.positions.push_back(known.unwrap_or(PositionProofs {
            position,
            proofs: Vec::new(),
        }));
        let last = self.positions.len() - 1;
        &mut self.positions[last].proofs
    }

    /// Forgets the oldest positions, and the oldest proofs about the only one, where there are too many.
    fn shrink(&mut self) {
        while self.n_proofs > self.most {
            let is_last = self.positions.len() == 1;
            let Some(oldest) = self.positions.front_mut() else {
                return;
            };
            let n_gone = if is_last { 1 } else { oldest.proofs.len() };
            oldest.proofs.drain(..n_gone);
            self.n_proofs -= n_gone;
            if !is_last {
                self.positions.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::tsumego::Verdict;

    /// Two black blocks in the corners, and a white one between them.
    const DIAGRAM: &str = "X . O . X\nX . O . X\n. . O . .";

    fn board() -> Board {
        DIAGRAM.parse().unwrap()
    }

    fn question(board: &Board, targets: &[&str], goal: Goal) -> Question {
        let targets: PointSet = targets
            .iter()
            .map(|name| -> Point { name.parse().unwrap() })
            .collect();
        let owner = targets.iter().find_map(|point| board.color(point)).unwrap();
        Question::new(targets, goal, goal.player(owner))
    }

    fn reading(success: Success) -> Reading {
        Reading::proved(Verdict::of(success), Vec::new(), PointSet::EMPTY)
    }

    fn bounds(memory: &ProofMemory, targets: &[&str], goal: Goal) -> (Success, Success) {
        let board = board();
        let bounds = memory.bounds(&board, &question(&board, targets, goal));
        (bounds.least, bounds.most)
    }

    #[test]
    fn a_proof_holds_in_its_position_only() {
        let mut board = board();
        let mut memory = ProofMemory::new(10);
        let kill = question(&board, &["A2"], Goal::Kill);
        assert!(memory.is_silent_about(&board));
        memory.keep(&board, &kill, &reading(Success::None), false);
        let other_stone = question(&board, &["A3"], Goal::Kill);
        assert!(memory.answer(&board, &other_stone, false).is_some());
        assert!(memory.answer(&board, &kill, true).is_none());
        memory.keep(&board, &kill, &reading(Success::None), true);
        assert!(memory.answer(&board, &kill, true).is_some());
        board.play(Color::White, "D1".parse().unwrap()).unwrap();
        assert!(memory.answer(&board, &kill, false).is_none());
        assert_eq!(memory.bounds(&board, &kill), Bounds::OPEN);
        board.undo();
        assert!(memory.answer(&board, &kill, false).is_some());
        let suicidal = board.with_suicide(true);
        assert!(memory.answer(&suicidal, &kill, false).is_none());
    }

    #[test]
    fn a_proof_bounds_what_the_other_side_reaches_and_what_holds_for_more_blocks() {
        use Success::{Clean, KoNeedingThreat, KoTakingFirst, None};
        let board = board();
        let mut memory = ProofMemory::new(10);
        let kill = question(&board, &["A2"], Goal::Kill);
        memory.keep(&board, &kill, &reading(KoTakingFirst), false);
        assert_eq!(
            bounds(&memory, &["A2"], Goal::Kill),
            (KoTakingFirst, KoTakingFirst)
        );
        assert_eq!(
            bounds(&memory, &["A2"], Goal::Live),
            (KoNeedingThreat, Clean)
        );
        // Both are no easier to kill than one of them.
        assert_eq!(
            bounds(&memory, &["A2", "E2"], Goal::Kill),
            (None, KoTakingFirst)
        );
        assert_eq!(
            bounds(&memory, &["A2", "E2"], Goal::Live),
            (KoNeedingThreat, Clean)
        );
        assert_eq!(bounds(&memory, &["E2"], Goal::Kill), (None, Clean));
        let both = question(&board, &["A2", "E2"], Goal::Live);
        memory.keep(&board, &both, &reading(KoNeedingThreat), false);
        assert_eq!(
            bounds(&memory, &["E2"], Goal::Live),
            (None, KoNeedingThreat)
        );
        assert_eq!(bounds(&memory, &["E2"], Goal::Kill), (KoTakingFirst, Clean));
        let mut with_ban = board.clone();
        with_ban.set_ko(Some((Color::Black, "C1".parse().unwrap())));
        memory.keep(&with_ban, &kill, &reading(None), false);
        let live = question(&with_ban, &["A2"], Goal::Live);
        assert_eq!(memory.bounds(&with_ban, &live), Bounds::OPEN);
    }

    #[test]
    fn a_move_that_works_shows_the_least_that_is_reached() {
        let board = board();
        let mut memory = ProofMemory::new(10);
        let kill = question(&board, &["A2"], Goal::Kill);
        memory.keep_least(&board, &kill, &reading(Success::KoNeedingThreat));
        assert!(memory.recall(&board, &kill).is_none());
        let expected = (Success::KoNeedingThreat, Success::Clean);
        assert_eq!(bounds(&memory, &["A2"], Goal::Kill), expected);
        assert_eq!(
            bounds(&memory, &["A2"], Goal::Live),
            (Success::None, Success::Clean)
        );
        memory.keep_least(&board, &kill, &reading(Success::Clean));
        assert!(memory.recall(&board, &kill).is_some());
        // A search of the question might find another move.
        assert!(memory.answer(&board, &kill, false).is_none());
        // What contradicts a proof is not kept.
        let live = question(&board, &["A2"], Goal::Live);
        memory.keep(&board, &live, &reading(Success::None), false);
        memory.keep(&board, &kill, &reading(Success::None), false);
        assert_eq!(
            bounds(&memory, &["A2"], Goal::Kill),
            (Success::Clean, Success::Clean)
        );
    }

    #[test]
    fn the_oldest_proofs_make_room() {
        let mut memory = ProofMemory::new(2);
        let mut board = board();
        let kill = |board: &Board, name: &str| question(board, &[name], Goal::Kill);
        memory.keep(&board, &kill(&board, "A2"), &reading(Success::None), false);
        memory.keep(&board, &kill(&board, "E2"), &reading(Success::None), false);
        memory.keep(&board, &kill(&board, "C2"), &reading(Success::None), false);
        assert_eq!(memory.n_proofs, 2);
        assert!(memory.answer(&board, &kill(&board, "A2"), false).is_none());
        let before = board.clone();
        board.play(Color::White, "D1".parse().unwrap()).unwrap();
        memory.keep(&board, &kill(&board, "A2"), &reading(Success::None), false);
        assert_eq!(memory.n_proofs, 1);
        assert!(memory.is_silent_about(&before) && !memory.is_silent_about(&board));
        let mut none = ProofMemory::new(0);
        none.keep(&board, &kill(&board, "A2"), &reading(Success::None), false);
        assert!(none.is_silent_about(&board));
    }
}
