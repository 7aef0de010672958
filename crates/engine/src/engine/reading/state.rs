//! What reading keeps from question to question.

use std::mem;

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::budgets::{Depth, ReadingBudgets};
use super::estimates::Estimates;
use super::knowledge::{Knowledge, KnowledgeParams};
use super::memory::ProofMemory;
use super::readers::QuestionReader;
use crate::board::{Board, Color, PerColor, PointSet};
use crate::tactics::ko::Success;
use crate::tsumego::reader::Past;
use crate::tsumego::{Goal, Question, ReaderParams};

/// How questions of reading are answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadingParams {
    /// How life and death are read.
    pub method: ReadingMethod,
    /// Memory and threads of the reader of life and death.
    pub reader: ReaderParams,
    /// What each kind of question may cost.
    pub budgets: ReadingBudgets,
    /// Proofs that are remembered, at most; 0 remembers none. Each takes about half a KiB.
    pub most_proofs: usize,
}

/// How life and death are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadingMethod {
    /// By the reader: proofs where it finds them, and estimates.
    Search,
    /// Among the moves that goals suggest: few positions, and hardly any proofs.
    Goals,
}

impl Default for ReadingParams {
    fn default() -> Self {
        Self {
            method: ReadingMethod::Search,
            reader: ReaderParams::default(),
            budgets: ReadingBudgets::default(),
            most_proofs: 10_000,
        }
    }
}

/// Stones of blocks whose fate is proved whichever side moves first, by their color.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::engine) struct SettledBlocks {
    /// The opponent can't capture them. Their points belong to their color.
    pub(in crate::engine) alive: PerColor<PointSet>,
    /// Their owner can't save them. Who owns the points afterwards is open: the capture may cost the captors more.
    pub(in crate::engine) dead: PerColor<PointSet>,
}

/// The reader, the proofs it has found, and the effort in force.
#[derive(Debug)]
pub(in crate::engine) struct ReadingState {
    pub(super) budgets: ReadingBudgets,
    pub(super) method: ReadingMethod,
    pub(super) reader: QuestionReader,
    pub(super) memory: ProofMemory,
    pub(super) estimates: Estimates,
    pub(super) depth: Depth,
    pub(super) knowledge: Knowledge,
    /// The position that is read, where it differs from that on the board by a ban of superko.
    pub(super) position: Option<Board>,
}

impl ReadingState {
    /// No reader yet, and nothing proved; the rules of some files are read.
    pub(in crate::engine) fn new(params: ReadingParams, knowledge: &KnowledgeParams) -> Self {
        Self {
            budgets: params.budgets,
            method: params.method,
            reader: QuestionReader::new(params.reader),
            memory: ProofMemory::new(params.most_proofs),
            estimates: Estimates::default(),
            depth: Depth::new(),
            knowledge: Knowledge::load(knowledge),
            position: None,
        }
    }

    /// Changes how life and death are read, and how long, from now on.
    pub(in crate::engine) const fn set_method(&mut self, params: ReadingParams) {
        (self.method, self.budgets) = (params.method, params.budgets);
    }

    /// Uses other rules of knowledge from now on. What was read by the rules before is forgotten.
    pub(in crate::engine) fn set_knowledge(&mut self, knowledge: Knowledge, params: ReadingParams) {
        self.knowledge = knowledge;
        self.forget(params);
    }

    /// Sets the effort of reading captures and connections.
    pub(in crate::engine) fn set_depth(&mut self, by: i32) {
        self.depth = Depth::new();
        self.depth.change(by);
    }

    /// Forgets all answers; a place for `most` proofs is left.
    pub(in crate::engine) fn forget_answers(&mut self, most: usize) {
        self.memory = ProofMemory::new(most);
        self.estimates = Estimates::default();
    }

    /// Forgets what was read; the effort and the rules of knowledge stay.
    pub(in crate::engine) fn forget(&mut self, params: ReadingParams) {
        *self = Self {
            budgets: params.budgets,
            method: params.method,
            reader: QuestionReader::new(params.reader),
            memory: ProofMemory::new(params.most_proofs),
            estimates: Estimates::default(),
            depth: self.depth,
            knowledge: mem::take(&mut self.knowledge),
            position: None,
        };
    }

    /// Doubles the effort of reading captures and connections so many times more; halves it if negative.
    pub(in crate::engine) fn change_depth(&mut self, by: i32) {
        self.depth.change(by);
    }

    /// The blocks whose fate is proved by what was read about a position after a game, whichever side moves first.
    pub(in crate::engine) fn settled(&self, board: &Board, past: &Past) -> SettledBlocks {
        let mut settled = SettledBlocks::default();
        if !self.memory.is_after(past.fingerprint()) || self.memory.is_silent_about(board) {
            return settled;
        }
        for owner in Color::BOTH {
            for head in board.first_stones(owner) {
                let bounds = |goal: Goal| -> Bounds {
                    let question = Question::new(head, goal, goal.player(owner));
                    self.memory.bounds(board, &question)
                };
                if bounds(Goal::Kill).most == Success::None {
                    settled.alive[owner].extend(board.stones(head));
                } else if bounds(Goal::Live).most == Success::None {
                    settled.dead[owner].extend(board.stones(head));
                }
            }
        }
        settled
    }
}
