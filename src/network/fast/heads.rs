//! From a model to a plan: the heads, in 32-bit floats; and the whole plan.

use crate::network::kernels::{Curve, Kernels};
use crate::network::model::{Model, PassLayers, PolicyHead, ValueHead};

use super::compile::{Activations, After, Compiler, curve};
use super::plan::{Ends, Plan};
use super::planes::{Kind, PlaneId, VectorId};
use super::precision::Precision;
use super::ranges::Ranges;
use super::step::PoolKind;

/// The plan for a model. With 8-bit integers, `ranges` says what numbers occur.
pub(super) fn plan(model: &Model, kernels: Kernels, precision: Precision, ranges: &Ranges) -> Plan {
    let mut compiler = Compiler::new(&kernels, precision, ranges);
    let globals = compiler.vector(model.n_global_features);
    let trunk = compiler.trunk(model, globals);
    let (policy, pass) = policy(&mut compiler, &trunk, &model.policy);
    let (owners, outcome, score) = value(&mut compiler, &trunk, &model.value);
    let steps = std::mem::take(&mut compiler.steps);
    let ownership = to_plane(&mut compiler, &owners, &model.value.ownership);
    Plan {
        kernels,
        n_point_features: model.n_point_features,
        n_global_features: model.n_global_features,
        margin: margin(model),
        n_sites: compiler.n_sites(),
        ownership_steps: std::mem::take(&mut compiler.steps),
        planes: compiler.planes,
        vectors: compiler.vectors,
        rotations: compiler.rotations,
        attention: compiler.attention,
        steps,
        ends: Ends {
            globals,
            policy,
            n_policies: model.policy.last.n_outputs,
            pass,
            outcome,
            n_outcomes: model.value.outcome.n_outputs,
            score,
            n_scores: model.value.score.n_outputs,
            ownership,
        },
    }
}
