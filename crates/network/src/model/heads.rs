//! The trunk, and the heads behind it.

use super::blocks::{Block, Pooling};
use super::layers::{Activation, Convolution, Linear, RootMeanSquare, ScaledActivation};

/// `x = convolution(points) + globals(global features)`, then the blocks add to `x`, then comes the tip.
#[derive(Clone, Debug, PartialEq)]
pub struct Trunk {
    /// Its name in the file.
    pub name: String,
    /// Channels of the trunk.
    pub n_channels: usize,
    /// From the features of a point.
    pub convolution: Convolution,
    /// From the features of the whole position to what is added at each point.
    pub globals: Linear,
    /// At least one.
    pub blocks: Vec<Block>,
    /// After the last block; the heads read what it gives.
    pub tip: Tip,
}

/// The normalization at the end of a trunk.
#[derive(Clone, Debug, PartialEq)]
pub enum Tip {
    /// A factor and a summand for each channel.
    Scaled(ScaledActivation),
    /// `activation(norm(x) + bias[c])`.
    RootMeanSquare {
        /// The normalization.
        norm: RootMeanSquare,
        /// One summand for each channel.
        bias: Vec<f32>,
        /// If so, the mean of the squares is not taken at each point but over all points and channels.
        over_board: bool,
        /// What follows.
        activation: Activation,
    },
}

/// The head for moves. With `x` the output of the trunk, and pooling as in [`Pooling`]: the logits of plays are
/// `last(middle(first(x) + pooling(x)))`.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    /// Its name in the file.
    pub name: String,
    /// From the trunk's channels.
    pub first: Convolution,
    /// Numbers about the whole board: for the plays, and for the pass.
    pub pooling: Pooling,
    /// Before the last convolution.
    pub middle: ScaledActivation,
    /// To the logits: 1, 2 or 4 channels, see [`PolicyHead::n_channels`].
    pub last: Convolution,
    /// The logits of a pass.
    pub pass: PassLayers,
}

/// How the logits of a pass come from the pooled numbers of the head for moves; as many as the head has channels.
#[derive(Clone, Debug, PartialEq)]
pub enum PassLayers {
    /// Up to version 14.
    Direct(Linear),
    /// From version 15 on: `second(activation(first(pooled)))`.
    Hidden {
        /// To the hidden numbers.
        first: Linear,
        /// Of the hidden numbers.
        activation: Activation,
        /// To the logits.
        second: Linear,
    },
}

/// The head for values, with pooling of its own. From the `n` channels of `x = activation(convolution(trunk))` on a
/// board of `a` points are taken: first all `n` means `m`, then all `n` values `m * d`, then all `n` values
/// `m * (d^2 - 0.1)`, with `d = (sqrt(a) - 14) / 10`. These `3 n` numbers are the inputs of `hidden`. The outcome is
/// `outcome(hidden_activation(hidden(..)))`, and the score alike.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueHead {
    /// Its name in the file.
    pub name: String,
    /// From the trunk's channels.
    pub convolution: Convolution,
    /// Before the pooling, and before the ownership.
    pub activation: ScaledActivation,
    /// From the `3 n` numbers.
    pub hidden: Linear,
    /// Of the hidden numbers.
    pub hidden_activation: Activation,
    /// To the logits of win, loss and no result.
    pub outcome: Linear,
    /// To 4 (version 8) or 6 numbers, see [`NetworkOutput::score`](crate::NetworkOutput::score).
    pub score: Linear,
    /// From the `n` channels to one number for each point.
    pub ownership: Convolution,
}

impl PolicyHead {
    /// Channels of the logits: the usual policy; from version 12 on also an optimistic one; with four channels also
    /// predictions of win rate and score after the move, which are no logits.
    #[must_use]
    pub fn n_channels(&self) -> usize {
        self.last.n_outputs
    }
}
