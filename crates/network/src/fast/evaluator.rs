//! Evaluates positions with a model.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::kernels::{InstructionSet, Kernels};
use crate::model::Model;
use crate::{NetworkInput, NetworkOutput};

use super::heads::plan;
use super::memory::Memory;
use super::plan::Plan;
use super::planes::{PlaneId, VectorId};
use super::precision::Precision;
use super::ranges::Ranges;
use super::run::{run, written};

/// Why there is no evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EvaluatorError {
    /// Scales of 8-bit integers are taken from activations.
    #[error("8-bit integers need at least one position to calibrate with")]
    NoCalibration,
    /// Weights that are too large together.
    #[error("answers have numbers that are not finite")]
    NotFinite,
    /// This processor cannot run them.
    #[error("this processor has no {0}")]
    NoInstructions(InstructionSet),
}

/// A model made ready for this processor in one precision. Threads share one; each has a [`Scratch`] of its own.
#[derive(Debug)]
pub struct Evaluator {
    plan: Plan,
    precision: Precision,
    number: u64,
}

/// The memory of one thread for evaluations. It is allocated anew when the evaluator or the size of the board changes.
#[derive(Debug, Default)]
pub struct Scratch {
    owner: u64,
    memory: Option<Memory>,
}

impl Evaluator {
    /// Makes a model ready, for the fastest instructions of this processor. It takes about as long as a few hundred
    /// evaluations, and memory for the weights once more.
    ///
    /// With 8-bit integers, the numbers that occur when the positions of `calibration` are evaluated set the scales:
    /// some dozens of positions of different kinds and sizes are enough. Other precisions do not use them.
    ///
    /// # Errors
    /// If there is nothing to calibrate with.
    pub fn new(
        model: &Model,
        precision: Precision,
        calibration: &[NetworkInput],
    ) -> Result<Self, EvaluatorError> {
        Self::build(model, precision, calibration, Kernels::best())
    }

    /// As [`Evaluator::new`], for some set of instructions.
    ///
    /// # Errors
    /// If there is nothing to calibrate with, or this processor lacks the instructions.
    pub fn with_instructions(
        model: &Model,
        precision: Precision,
        calibration: &[NetworkInput],
        set: InstructionSet,
    ) -> Result<Self, EvaluatorError> {
        let kernels = Kernels::of(set).ok_or(EvaluatorError::NoInstructions(set))?;
        Self::build(model, precision, calibration, kernels)
    }

    fn build(
        model: &Model,
        precision: Precision,
        calibration: &[NetworkInput],
        kernels: Kernels,
    ) -> Result<Self, EvaluatorError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let ranges = match precision {
            Precision::F32 | Precision::Bf16 => Ranges::default(),
            Precision::Int8 if calibration.is_empty() => return Err(EvaluatorError::NoCalibration),
            Precision::Int8 => observed(
                &plan(model, kernels, Precision::F32, &Ranges::default()),
                calibration,
            ),
        };
        Ok(Self {
            plan: plan(model, kernels, precision, &ranges),
            precision,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        })
    }

    /// Its precision.
    #[must_use]
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// The instructions that it uses.
    #[must_use]
    pub fn instructions(&self) -> InstructionSet {
        self.plan.kernels.set()
    }

    /// Precision and instructions in words, as `int8 with AVX-512`.
    #[must_use]
    pub fn describe(&self) -> String {
        format!("{} with {}", self.precision, self.instructions())
    }

    /// Evaluates positions, one after the other: on one core, batches gain nothing. But for the answers themselves,
    /// nothing is allocated as long as the board keeps its size. Without ownership, that field stays empty.
    ///
    /// # Panics
    /// If a question has other features than the model reads, or no point.
    pub fn evaluate(
        &self,
        questions: &[NetworkInput],
        with_ownership: bool,
        scratch: &mut Scratch,
    ) -> Vec<NetworkOutput> {
        let each = |question| self.evaluate_one(question, with_ownership, scratch);
        questions.iter().map(each).collect()
    }

    /// Evaluates one position, as [`Evaluator::evaluate`].
    ///
    /// # Panics
    /// As [`Evaluator::evaluate`].
    pub fn evaluate_one(
        &self,
        question: &NetworkInput,
        with_ownership: bool,
        scratch: &mut Scratch,
    ) -> NetworkOutput {
        let memory = scratch.memory(self, question);
        ask(&self.plan, question, memory);
        for step in &self.plan.steps {
            run(&self.plan, step, memory);
        }
        if with_ownership {
            for step in &self.plan.ownership_steps {
                run(&self.plan, step, memory);
            }
        }
        answer(&self.plan, with_ownership, memory)
    }
}

impl Scratch {
    /// Memory for an evaluator and a size of board.
    fn memory(&mut self, evaluator: &Evaluator, question: &NetworkInput) -> &mut Memory {
        let (width, height) = (question.width, question.height);
        let fits =
            |memory: &Memory| (memory.geometry.width, memory.geometry.height) == (width, height);
        if self.owner != evaluator.number || !self.memory.as_ref().is_some_and(fits) {
            self.memory = None;
            self.owner = evaluator.number;
        }
        self.memory
            .get_or_insert_with(|| Memory::new(&evaluator.plan, width, height))
    }
}

/// The numbers that occur when questions are evaluated with floats.
fn observed(plan: &Plan, questions: &[NetworkInput]) -> Ranges {
    let mut ranges = Ranges::default();
    let mut last: Option<Memory> = None;
    for question in questions {
        let (width, height) = (question.width, question.height);
        let kept = last
            .take()
            .filter(|memory| (memory.geometry.width, memory.geometry.height) == (width, height));
        let mut memory = kept.unwrap_or_else(|| Memory::new(plan, width, height));
        ask(plan, question, &mut memory);
        for step in &plan.steps {
            run(plan, step, &mut memory);
            if let Some((site, plane)) = written(step, &memory) {
                ranges.see(site, plane, memory.geometry);
            }
        }
        last = Some(memory);
    }
    ranges
}

/// Puts a question where the first steps read it.
fn ask(plan: &Plan, question: &NetworkInput, memory: &mut Memory) {
    let (width, height) = (question.width, question.height);
    assert!(width > 0 && height > 0, "a board without points");
    assert!(
        question.globals.len() == plan.n_global_features,
        "other global features than the model reads"
    );
    memory
        .grid
        .fill(width, height, plan.n_point_features, &question.points);
    let globals = &mut memory.vectors[plan.ends.globals.0];
    globals[..question.globals.len()].copy_from_slice(&question.globals);
}

/// Takes the answer from where the last steps have put it.
fn answer(plan: &Plan, with_ownership: bool, memory: &Memory) -> NetworkOutput {
    let ends = &plan.ends;
    let numbers = |vector: VectorId, n: usize| memory.vector(vector)[..n].to_vec();
    let passes = memory.vector(ends.pass);
    let policy = (0..ends.n_policies).map(|channel| {
        let mut logits = Vec::with_capacity(memory.geometry.area() + 1);
        logits.extend(channel_of(memory, ends.policy, channel));
        logits.push(passes[channel]);
        logits
    });
    NetworkOutput {
        policy: policy.collect(),
        value: numbers(ends.outcome, ends.n_outcomes),
        score: numbers(ends.score, ends.n_scores),
        ownership: if with_ownership {
            channel_of(memory, ends.ownership, 0).collect()
        } else {
            Vec::new()
        },
    }
}

/// One channel of a plane of floats, row by row.
fn channel_of(memory: &Memory, plane: PlaneId, channel: usize) -> impl Iterator<Item = f32> {
    let geometry = memory.geometry;
    let numbers = memory.plane(plane).floats();
    let channels = numbers.len() / geometry.n_stored();
    let points = geometry
        .rows()
        .flat_map(move |row| row..row + geometry.width);
    points.map(move |point| numbers[point * channels + channel])
}
