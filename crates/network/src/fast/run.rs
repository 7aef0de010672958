//! Runs the steps of a plan.

use super::attention::{attend, rotate};
use super::convolve::{apply, begin, convolve};
use super::memory::Memory;
use super::plan::Plan;
use super::planes::Plane;
use super::scaled::quantize;
use super::step::{Ending, Step};
use super::whole::{dense, normalize, pool};

/// One step.
pub(super) fn run(plan: &Plan, step: &Step, memory: &mut Memory) {
    let kernels = &plan.kernels;
    match step {
        Step::Begin(step) => begin(kernels, step, memory),
        Step::Convolve(step) => convolve(kernels, step, memory),
        Step::Apply(step) => apply(kernels, step, memory),
        Step::Pool(step) => pool(step, memory),
        Step::Dense(step) => dense(kernels, step, memory),
        Step::Normalize(step) => normalize(kernels, step, memory),
        Step::Rotate(step) => rotate(step, memory),
        Step::Attend(step) => attend(kernels, step, memory),
        Step::Quantize(step) => quantize(kernels, step, memory),
    }
}

/// The place for calibration that a step has written, and the plane.
pub(super) fn written<'a>(step: &Step, memory: &'a Memory) -> Option<(usize, &'a Plane)> {
    let target = ending(step)?.output.as_ref()?;
    Some((target.site?, memory.plane(target.plane)))
}

fn ending(step: &Step) -> Option<&Ending> {
    match step {
        Step::Begin(step) => Some(&step.ending),
        Step::Convolve(step) => Some(&step.ending),
        Step::Apply(step) => Some(&step.ending),
        Step::Normalize(step) => Some(&step.ending),
        Step::Pool(_) | Step::Dense(_) | Step::Rotate(_) | Step::Attend(_) | Step::Quantize(_) => {
            None
        }
    }
}
