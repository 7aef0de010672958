//! Evaluation by the formulas, in numbers of 32 bits: the measure of all faster ways, and the way that works on every
//! machine.
//!
//! Other than the order of sums and the last digits of exponentials, nothing is approximated. No step depends on the
//! size of the board.

mod attention;
mod blocks;
mod grid;
#[cfg(test)]
mod oracle;
mod pointwise;
mod pooling;
mod product;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::input_output::{NetworkInput, NetworkOutput};
use super::model::{Model, PassLayers, PolicyHead, ValueHead};
use grid::Grid;
use pointwise::{activate, finish, scale_in_place};
use pooling::{pooled, pooled_for_value};
use product::{convolve, multiply};

/// A model that answers questions.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    model: Arc<Model>,
}

impl Reference {
    /// Takes a model as it is: no copy, no time.
    #[must_use]
    pub(crate) fn new(model: Arc<Model>) -> Self {
        Self { model }
    }

    /// The outputs for one position. Its board may have any size.
    ///
    /// Cost: about one multiplication for each weight and point; memory for a few grids of the widest layer. Attention
    /// also takes time with the square of the points.
    ///
    /// # Panics
    /// If the board is empty, or the lists do not have the lengths that board and model require.
    #[must_use]
    pub(crate) fn evaluate(&self, question: &NetworkInput) -> NetworkOutput {
        let model = &*self.model;
        let (height, width, n_channels) = (question.height, question.width, model.n_point_features);
        let n_points = height * width;
        assert!(n_points > 0, "a board of {width}x{height}");
        assert_eq!(
            question.points.len(),
            n_points * n_channels,
            "features of points"
        );
        assert_eq!(
            question.globals.len(),
            model.n_global_features,
            "features of the position"
        );
        let points = Grid {
            height,
            width,
            n_channels,
            values: question.points.clone(),
        };
        let mut trunk = convolve(&points, &model.trunk.convolution);
        trunk.add_to_points(&multiply(&question.globals, &model.trunk.globals));
        blocks::run(&model.trunk.blocks, &mut trunk);
        let trunk = finish(trunk, &model.trunk.tip);
        let mut answer = values(&trunk, &model.value);
        answer.policy = policy(&trunk, &model.policy);
        answer
    }
}

/// The logits of each channel.
fn policy(trunk: &Grid, head: &PolicyHead) -> Vec<Vec<f32>> {
    let pooled = pooled(trunk, &head.pooling);
    let mut inner = convolve(trunk, &head.first);
    inner.add_to_points(&multiply(&pooled, &head.pooling.to_bias));
    scale_in_place(&mut inner, &head.middle);
    let plays = convolve(&inner, &head.last);
    let passes = match &head.pass {
        PassLayers::Direct(layer) => multiply(&pooled, layer),
        PassLayers::Hidden {
            first,
            activation,
            second,
        } => {
            let mut hidden = multiply(&pooled, first);
            activate(&mut hidden, *activation);
            multiply(&hidden, second)
        }
    };
    let channel = |(channel, &pass): (usize, &f32)| {
        let plays = plays.points().map(|point| point[channel]);
        plays.chain([pass]).collect()
    };
    passes.iter().enumerate().map(channel).collect()
}

/// All but the policy.
fn values(trunk: &Grid, head: &ValueHead) -> NetworkOutput {
    let mut inner = convolve(trunk, &head.convolution);
    scale_in_place(&mut inner, &head.activation);
    let mut hidden = multiply(&pooled_for_value(&inner), &head.hidden);
    activate(&mut hidden, head.hidden_activation);
    NetworkOutput {
        policy: Vec::new(),
        value: multiply(&hidden, &head.outcome),
        score: multiply(&hidden, &head.score),
        ownership: convolve(&inner, &head.ownership).values,
    }
}
