//! Small models with random weights, one for each kind of block, for tests.

use super::{
    Activation, AttentionBlock, Block, Convolution, ErrorScale, FeedForwardBlock,
    GlobalPoolingBlock, Linear, Model, NestedBottleneckBlock, OrdinaryBlock, PassLayers,
    PolicyHead, Pooling, RootMeanSquare, Rotation, ScaledActivation, Scales, Tip, Trunk, ValueHead,
};
use tedomari_base::Rng;

/// Channels of the trunk: no multiple of a vector's length.
const N_CHANNELS: usize = 11;

/// Makes random layers.
#[derive(Debug)]
struct Sampler {
    rng: Rng,
    n_named: usize,
    activation: Activation,
}

/// The first of the sample models that has this version.
///
/// # Panics
/// If none has it; versions 8 to 17 are there.
#[must_use]
pub fn sample_model(version: u32) -> Model {
    let models = sample_models(1);
    models
        .into_iter()
        .find(|model| model.version == version)
        .unwrap()
}

/// A model for each kind of block and for each version that changed the heads. The same seed gives the same weights.
#[must_use]
pub fn sample_models(seed: u64) -> Vec<Model> {
    let mut sampler = Sampler {
        rng: Rng::new(seed, 0),
        n_named: 0,
        activation: Activation::Relu,
    };
    let mut models = Vec::new();
    let kinds: [(u32, Activation, Tips, Maker); 9] = [
        (8, Activation::Relu, Tips::Scaled, |s| {
            vec![s.ordinary(N_CHANNELS), s.ordinary(N_CHANNELS)]
        }),
        (9, Activation::Relu, Tips::Scaled, |s| {
            vec![s.global_pooling(N_CHANNELS)]
        }),
        (10, Activation::Relu, Tips::Scaled, |s| {
            vec![s.ordinary(N_CHANNELS), s.global_pooling(N_CHANNELS)]
        }),
        (12, Activation::Identity, Tips::Scaled, |s| {
            vec![s.global_pooling(N_CHANNELS), s.ordinary(N_CHANNELS)]
        }),
        (14, Activation::Mish, Tips::Scaled, |s| {
            vec![s.nested(N_CHANNELS, 0)]
        }),
        (15, Activation::Mish, Tips::Scaled, |s| {
            vec![s.nested(N_CHANNELS, 1), s.ordinary(N_CHANNELS)]
        }),
        (16, Activation::Silu, Tips::Points, |s| {
            vec![s.feed_forward(N_CHANNELS)]
        }),
        (17, Activation::Silu, Tips::Board, |s| {
            vec![
                s.attention(N_CHANNELS, 1, false),
                s.feed_forward(N_CHANNELS),
            ]
        }),
        (17, Activation::Mish, Tips::Points, |s| {
            vec![
                s.attention(N_CHANNELS, 2, true),
                s.attention(N_CHANNELS, 1, true),
                s.global_pooling(N_CHANNELS),
            ]
        }),
    ];
    for (version, activation, tips, blocks) in kinds {
        sampler.activation = activation;
        let blocks = blocks(&mut sampler);
        models.push(sampler.model(version, tips, blocks));
    }
    models
}

type Maker = fn(&mut Sampler) -> Vec<Block>;

#[derive(Clone, Copy)]
enum Tips {
    Scaled,
    Points,
    Board,
}

impl Sampler {
    fn model(&mut self, version: u32, tips: Tips, blocks: Vec<Block>) -> Model {
        let trunk = Trunk {
            name: self.name("trunk"),
            n_channels: N_CHANNELS,
            convolution: self.convolution(22, N_CHANNELS, (5, 3)),
            globals: self.linear(19, N_CHANNELS, false),
            blocks,
            tip: self.tip(tips),
        };
        let n_logits = match version {
            ..12 => 1,
            16 => 4,
            _ => 2,
        };
        let policy = self.policy_head(n_logits, version >= 15);
        let value = self.value_head(if version == 8 { 4 } else { 6 });
        let is_fixed = version < 13;
        let scales = Scales {
            score_mean: if is_fixed { 20.0 } else { 20.5 },
            score_stdev: if is_fixed { 20.0 } else { 21.5 },
            lead: if is_fixed { 20.0 } else { 22.5 },
            variance_time: if is_fixed { 40.0 } else { 41.5 },
            errors: match version {
                8 => ErrorScale::Absent,
                9 => ErrorScale::Softplus {
                    value: 1.0,
                    score: 10.0,
                },
                10..13 => ErrorScale::Root {
                    value: 0.25,
                    score: 30.0,
                },
                13 => ErrorScale::Root {
                    value: 0.5,
                    score: 150.0,
                },
                _ => ErrorScale::Half {
                    value: 0.5,
                    score: 150.0,
                },
            },
        };
        Model {
            name: format!("sample-v{version}"),
            version,
            n_point_features: 22,
            n_global_features: 19,
            areas_allow_suicide: version == 17,
            scales,
            trunk,
            policy,
            value,
        }
    }

    fn tip(&mut self, tips: Tips) -> Tip {
        match tips {
            Tips::Scaled => Tip::Scaled(self.scaled(N_CHANNELS)),
            Tips::Points | Tips::Board => Tip::RootMeanSquare {
                norm: self.root_mean_square(N_CHANNELS),
                bias: self.numbers(N_CHANNELS, 0.3),
                over_board: matches!(tips, Tips::Board),
                activation: self.activation,
            },
        }
    }

    fn policy_head(&mut self, n_logits: usize, has_hidden: bool) -> PolicyHead {
        PolicyHead {
            name: self.name("policy"),
            first: self.convolution(N_CHANNELS, 6, (1, 1)),
            pooling: self.pooling(N_CHANNELS, 5, 6),
            middle: self.scaled(6),
            last: self.convolution(6, n_logits, (1, 1)),
            pass: if has_hidden {
                PassLayers::Hidden {
                    first: self.linear(15, 6, true),
                    activation: self.activation,
                    second: self.linear(6, n_logits, false),
                }
            } else {
                PassLayers::Direct(self.linear(15, n_logits, false))
            },
        }
    }

    fn value_head(&mut self, n_scores: usize) -> ValueHead {
        ValueHead {
            name: self.name("value"),
            convolution: self.convolution(N_CHANNELS, 9, (1, 1)),
            activation: self.scaled(9),
            hidden: self.linear(27, 10, true),
            hidden_activation: self.activation,
            outcome: self.linear(10, 3, true),
            score: self.linear(10, n_scores, true),
            ownership: self.convolution(9, 1, (1, 1)),
        }
    }

    fn ordinary(&mut self, n_channels: usize) -> Block {
        Block::Ordinary(Box::new(OrdinaryBlock {
            name: self.name("block"),
            before: self.scaled(n_channels),
            first: self.convolution(n_channels, 8, (3, 3)),
            middle: self.scaled(8),
            last: self.convolution(8, n_channels, (3, 3)),
        }))
    }

    fn global_pooling(&mut self, n_channels: usize) -> Block {
        Block::GlobalPooling(Box::new(GlobalPoolingBlock {
            name: self.name("block"),
            before: self.scaled(n_channels),
            first: self.convolution(n_channels, 17, (3, 3)),
            pooling: self.pooling(n_channels, 4, 17),
            middle: self.scaled(17),
            last: self.convolution(17, n_channels, (3, 3)),
        }))
    }

    /// A block that holds others, `depth` levels deep.
    fn nested(&mut self, n_channels: usize, depth: usize) -> Block {
        let blocks = if depth == 0 {
            vec![self.ordinary(7), self.global_pooling(7)]
        } else {
            vec![
                self.nested(7, depth - 1),
                self.attention(7, 2, true),
                self.feed_forward(7),
            ]
        };
        Block::NestedBottleneck(Box::new(NestedBottleneckBlock {
            name: self.name("block"),
            before: self.scaled(n_channels),
            first: self.convolution(n_channels, 7, (1, 1)),
            blocks,
            after: self.scaled(7),
            last: self.convolution(7, n_channels, (1, 1)),
        }))
    }

    /// Two key heads, each shared by `share` heads.
    fn attention(&mut self, n_channels: usize, share: usize, has_rotation: bool) -> Block {
        let n_heads = 2 * share;
        Block::Attention(Box::new(AttentionBlock {
            name: self.name("block"),
            n_heads,
            n_key_heads: 2,
            query_size: 6,
            value_size: 3,
            norm: self.root_mean_square(n_channels),
            query: self.linear(n_channels, 6 * n_heads, false),
            key: self.linear(n_channels, 12, false),
            value: self.linear(n_channels, 6, false),
            output: self.linear(3 * n_heads, n_channels, false),
            rotation: has_rotation.then(|| Rotation {
                frequencies: self.numbers(12, 1.0).as_chunks().0.to_vec(),
            }),
        }))
    }

    fn feed_forward(&mut self, n_channels: usize) -> Block {
        Block::FeedForward(Box::new(FeedForwardBlock {
            name: self.name("block"),
            norm: self.root_mean_square(n_channels),
            inner: self.linear(n_channels, 13, false),
            gate: self.linear(n_channels, 13, false),
            output: self.linear(13, n_channels, false),
        }))
    }

    fn pooling(&mut self, n_inputs: usize, n_pooled: usize, n_outputs: usize) -> Pooling {
        Pooling {
            convolution: self.convolution(n_inputs, n_pooled, (3, 3)),
            activation: self.scaled(n_pooled),
            to_bias: self.linear(3 * n_pooled, n_outputs, false),
        }
    }

    fn convolution(
        &mut self,
        n_inputs: usize,
        n_outputs: usize,
        (height, width): (usize, usize),
    ) -> Convolution {
        let n_read = height * width * n_inputs;
        Convolution {
            name: self.name("convolution"),
            kernel_height: height,
            kernel_width: width,
            n_inputs,
            n_outputs,
            weights: self.numbers(n_read * n_outputs, size_for(n_read)),
        }
    }

    fn linear(&mut self, n_inputs: usize, n_outputs: usize, has_bias: bool) -> Linear {
        Linear {
            name: self.name("linear"),
            n_inputs,
            n_outputs,
            weights: self.numbers(n_inputs * n_outputs, size_for(n_inputs)),
            bias: if has_bias {
                self.numbers(n_outputs, 0.5)
            } else {
                vec![0.0; n_outputs]
            },
        }
    }

    fn scaled(&mut self, n_channels: usize) -> ScaledActivation {
        ScaledActivation {
            name: self.name("norm"),
            scale: self.numbers(n_channels, 1.5),
            bias: self.numbers(n_channels, 0.5),
            activation: self.activation,
        }
    }

    fn root_mean_square(&mut self, n_channels: usize) -> RootMeanSquare {
        RootMeanSquare {
            name: self.name("norm"),
            epsilon: 0.0625,
            scale: self.numbers(n_channels, 1.5),
        }
    }

    fn name(&mut self, kind: &str) -> String {
        self.n_named += 1;
        format!("{kind}.{}", self.n_named)
    }

    fn numbers(&mut self, n: usize, size: f32) -> Vec<f32> {
        numbers(&mut self.rng, n, size)
    }
}

/// Random numbers between `-size` and `size`.
#[expect(clippy::cast_possible_truncation, reason = "any number will do")]
pub(crate) fn numbers(rng: &mut Rng, n: usize, size: f32) -> Vec<f32> {
    (0..n)
        .map(|_| (rng.unit() as f32 * 2.0 - 1.0) * size)
        .collect()
}

/// The size of weights that keeps sums of so many products near 1.
#[expect(clippy::cast_precision_loss, reason = "any number will do")]
fn size_for(n_read: usize) -> f32 {
    2.0 / (n_read as f32).sqrt()
}
