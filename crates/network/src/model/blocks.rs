//! The blocks of a trunk. Each computes something from the trunk and adds it there.

use super::layers::{Convolution, Linear, RootMeanSquare, ScaledActivation};

/// One block.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Two convolutions.
    Ordinary(Box<OrdinaryBlock>),
    /// Two convolutions, with numbers about the whole board in between.
    GlobalPooling(Box<GlobalPoolingBlock>),
    /// Other blocks between two convolutions to fewer channels and back.
    NestedBottleneck(Box<NestedBottleneckBlock>),
    /// Attention of every point to every point.
    Attention(Box<AttentionBlock>),
    /// Two layers at each point, with a gate.
    FeedForward(Box<FeedForwardBlock>),
}

/// `trunk += last(middle(first(before(trunk))))`.
#[derive(Clone, Debug, PartialEq)]
pub struct OrdinaryBlock {
    /// Its name in the file.
    pub name: String,
    /// Before the first convolution.
    pub before: ScaledActivation,
    /// From the trunk's channels.
    pub first: Convolution,
    /// Between the convolutions.
    pub middle: ScaledActivation,
    /// To the trunk's channels.
    pub last: Convolution,
}

/// With `x = before(trunk)`, and pooling as in [`Pooling`]:
/// `trunk += last(middle(first(x) + to_bias(pooled(pool_activation(pool(x))))))`.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalPoolingBlock {
    /// Its name in the file.
    pub name: String,
    /// Before the first convolutions.
    pub before: ScaledActivation,
    /// From the trunk's channels.
    pub first: Convolution,
    /// What becomes of `x` for the whole board.
    pub pooling: Pooling,
    /// Between the convolutions.
    pub middle: ScaledActivation,
    /// To the trunk's channels.
    pub last: Convolution,
}

/// Numbers about the whole board that are added at each point.
///
/// A convolution and an activation give `n` channels. With the `a` points of the board, of each channel are taken:
/// first all `n` means `m`, then all `n` values `m * (sqrt(a) - 14) / 10`, then all `n` maxima. These `3 n` numbers are
/// the inputs of `to_bias`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pooling {
    /// From the channels before.
    pub convolution: Convolution,
    /// Before the pooling.
    pub activation: ScaledActivation,
    /// From the `3 n` numbers to what is added at each point, one number for each channel.
    pub to_bias: Linear,
}

/// `inner = first(before(trunk))`, then the blocks add to `inner`, then `trunk += last(after(inner))`.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedBottleneckBlock {
    /// Its name in the file.
    pub name: String,
    /// Before the first convolution.
    pub before: ScaledActivation,
    /// From the trunk's channels to those of the inner blocks.
    pub first: Convolution,
    /// The inner blocks, at least one. They take `inner` for the trunk.
    pub blocks: Vec<Block>,
    /// Before the last convolution.
    pub after: ScaledActivation,
    /// To the trunk's channels.
    pub last: Convolution,
}

/// `trunk += output(attention(query(x), key(x), value(x)))` with `x = norm(trunk)`.
///
/// Head `h` has the channels `h * query_size ..` of the queries, `h * value_size ..` of the output, and shares the keys
/// and values of key head `h / (n_heads / n_key_heads)`, whose channels are counted alike. The weights by which a point
/// takes values from all points are the softmax of the products of its query with their keys, divided by
/// `sqrt(query_size)`.
#[derive(Clone, Debug, PartialEq)]
pub struct AttentionBlock {
    /// Its name in the file.
    pub name: String,
    /// Heads of queries; a multiple of `n_key_heads`.
    pub n_heads: usize,
    /// Heads of keys and values.
    pub n_key_heads: usize,
    /// Channels of the queries and of the keys of a head.
    pub query_size: usize,
    /// Channels of the values of a head.
    pub value_size: usize,
    /// Before everything.
    pub norm: RootMeanSquare,
    /// To `n_heads * query_size` channels.
    pub query: Linear,
    /// To `n_key_heads * query_size` channels.
    pub key: Linear,
    /// To `n_key_heads * value_size` channels.
    pub value: Linear,
    /// From `n_heads * value_size` channels to those of the trunk.
    pub output: Linear,
    /// How queries and keys are turned by where their point is, if they are.
    pub rotation: Option<Rotation>,
}

/// Rotary embedding in two dimensions: channels `2 p` and `2 p + 1` of a query or key are turned by the angle
/// `column * f[0] + row * f[1]`, where `f` is the frequency of pair `p` of its key head: `(a, b)` becomes
/// `(a cos - b sin, a sin + b cos)`. Columns and rows count from 0 at the top left.
#[derive(Clone, Debug, PartialEq)]
pub struct Rotation {
    /// The frequency of pair `p` of key head `k` is at `k * (query_size / 2) + p`. A head of queries takes those of the
    /// key head that it shares.
    pub frequencies: Vec<[f32; 2]>,
}

/// `trunk += output(silu(inner(x)) * gate(x))` with `x = norm(trunk)`, at each point.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedForwardBlock {
    /// Its name in the file.
    pub name: String,
    /// Before everything.
    pub norm: RootMeanSquare,
    /// To the inner channels.
    pub inner: Linear,
    /// To the inner channels.
    pub gate: Linear,
    /// To the trunk's channels.
    pub output: Linear,
}
