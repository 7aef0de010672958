//! From a model to a plan: the heads, in 32-bit floats; and the whole plan.

use crate::kernels::{Curve, Kernels};
use crate::model::{Block, Model, PassLayers, PolicyHead, ValueHead};

use super::compiler::{Activations, After, Compiler, curve};
use super::plan::{Ends, Plan};
use super::planes::{Kind, PlaneId, VectorId};
use super::precision::Precision;
use super::ranges::Ranges;
use super::step::PoolKind;

/// The plan for a model. With 8-bit integers, `ranges` holds the ranges of the numbers that occur.
pub(super) fn plan(model: &Model, kernels: Kernels, precision: Precision, ranges: &Ranges) -> Plan {
    let has_transformer = has_transformer(&model.trunk.blocks);
    let mut compiler = Compiler::new(&kernels, precision, ranges, has_transformer);
    let globals = compiler.vector(model.n_global_features);
    let trunk = compiler.trunk(model, globals);
    let (policy, pass) = policy(&mut compiler, &trunk, &model.policy);
    let (owners, outcome, score) = value(&mut compiler, &trunk, &model.value);
    let steps = std::mem::take(&mut compiler.steps);
    let ownership = to_plane(&mut compiler, &owners, &model.value.ownership);
    Plan {
        head_kind: compiler.narrow_kind(),
        kernels,
        n_point_features: model.n_point_features,
        n_global_features: model.n_global_features,
        margin: compiler.margin,
        ownership_steps: std::mem::take(&mut compiler.steps),
        planes: compiler.planes,
        vectors: compiler.vectors,
        rotations: compiler.rotations,
        head_sizes: compiler.head_sizes,
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

fn has_transformer(blocks: &[Block]) -> bool {
    blocks.iter().any(|block| match block {
        Block::Attention(_) | Block::FeedForward(_) => true,
        Block::NestedBottleneck(block) => has_transformer(&block.blocks),
        Block::Ordinary(_) | Block::GlobalPooling(_) => false,
    })
}

/// The head for moves: the plane of logits, and the vector of those of a pass.
fn policy(
    compiler: &mut Compiler<'_>,
    trunk: &Activations,
    head: &PolicyHead,
) -> (PlaneId, VectorId) {
    let pooled = compiler.pooled(trunk, &head.pooling);
    let shift = compiler.dense(pooled, &head.pooling.to_bias, Curve::Identity);
    let between = compiler.floating(head.first.n_outputs, Kind::Float);
    let after = After {
        shift: Some(shift),
        norm: Some(&head.middle),
        output: Some(between.target.clone()),
        ..After::default()
    };
    compiler.convolve(trunk, &head.first, after);
    let plays = to_plane(compiler, &between, &head.last);
    let pass = match &head.pass {
        PassLayers::Direct(linear) => compiler.dense(pooled, linear, Curve::Identity),
        PassLayers::Hidden {
            first,
            activation,
            second,
        } => {
            let hidden = compiler.dense(pooled, first, curve(*activation));
            compiler.dense(hidden, second, Curve::Identity)
        }
    };
    (plays, pass)
}

/// The head for values: what the ownership reads, and the vectors of the outcome and of the score.
fn value(
    compiler: &mut Compiler<'_>,
    trunk: &Activations,
    head: &ValueHead,
) -> (Activations, VectorId, VectorId) {
    let points = compiler.floating(head.convolution.n_outputs, Kind::Float);
    let after = After {
        norm: Some(&head.activation),
        output: Some(points.target.clone()),
        ..After::default()
    };
    compiler.convolve(trunk, &head.convolution, after);
    let pooled = compiler.pool(
        points.target.plane,
        head.convolution.n_outputs,
        PoolKind::Value,
    );
    let hidden = compiler.dense(pooled, &head.hidden, curve(head.hidden_activation));
    let outcome = compiler.dense(hidden, &head.outcome, Curve::Identity);
    let score = compiler.dense(hidden, &head.score, Curve::Identity);
    (points, outcome, score)
}

/// A convolution whose outputs are answers.
fn to_plane(
    compiler: &mut Compiler<'_>,
    input: &Activations,
    convolution: &crate::model::Convolution,
) -> PlaneId {
    let output = compiler.floating(convolution.n_outputs, Kind::Float);
    let plane = output.target.plane;
    let after = After {
        output: Some(output.target),
        ..After::default()
    };
    compiler.convolve(input, convolution, after);
    plane
}
