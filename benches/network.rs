//! Evaluations of networks with random weights, in every precision, with every set of instructions that the processor
//! has: the shapes of a network of six blocks of 96 channels, and of one of five nested bottlenecks of 192 channels.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tedomari::base::Rng;
use tedomari::network::fast::{Evaluator, Precision, Scratch};
use tedomari::network::model::{
    Activation, Block, Convolution, ErrorScale, GlobalPoolingBlock, Linear, Model,
    NestedBottleneckBlock, OrdinaryBlock, PassLayers, PolicyHead, Pooling, ScaledActivation,
    Scales, Tip, Trunk, ValueHead,
};
use tedomari::network::{InstructionSet, NetworkInput};

const N_POINT_FEATURES: usize = 22;
const N_GLOBAL_FEATURES: usize = 19;

/// Makes layers with random weights.
struct Maker {
    rng: Rng,
    activation: Activation,
}

impl Maker {
    #[expect(clippy::cast_possible_truncation, reason = "any number will do")]
    #[expect(clippy::cast_precision_loss, reason = "any number will do")]
    fn weights(&mut self, n: usize, n_summed: usize) -> Vec<f32> {
        let size = (6.0 / n_summed as f64).sqrt();
        (0..n)
            .map(|_| ((self.rng.unit() * 2.0 - 1.0) * size) as f32)
            .collect()
    }

    fn convolution(&mut self, side: usize, n_inputs: usize, n_outputs: usize) -> Convolution {
        let n_summed = side * side * n_inputs;
        Convolution {
            name: String::new(),
            kernel_height: side,
            kernel_width: side,
            n_inputs,
            n_outputs,
            weights: self.weights(n_summed * n_outputs, n_summed),
        }
    }

    fn linear(&mut self, n_inputs: usize, n_outputs: usize) -> Linear {
        Linear {
            name: String::new(),
            n_inputs,
            n_outputs,
            weights: self.weights(n_inputs * n_outputs, n_inputs),
            bias: vec![0.0; n_outputs],
        }
    }

    fn scaled(&self, n: usize) -> ScaledActivation {
        ScaledActivation {
            name: String::new(),
            scale: vec![0.7; n],
            bias: vec![0.1; n],
            activation: self.activation,
        }
    }

    fn ordinary(&mut self, n: usize) -> Block {
        Block::Ordinary(Box::new(OrdinaryBlock {
            name: String::new(),
            before: self.scaled(n),
            first: self.convolution(3, n, n),
            middle: self.scaled(n),
            last: self.convolution(3, n, n),
        }))
    }

    fn global_pooling(&mut self, n: usize) -> Block {
        let (regular, pooled) = (n * 2 / 3, n / 3);
        Block::GlobalPooling(Box::new(GlobalPoolingBlock {
            name: String::new(),
            before: self.scaled(n),
            first: self.convolution(3, n, regular),
            pooling: self.pooling(3, n, pooled, regular),
            middle: self.scaled(regular),
            last: self.convolution(3, regular, n),
        }))
    }

    fn pooling(
        &mut self,
        side: usize,
        n_inputs: usize,
        n_pooled: usize,
        n_outputs: usize,
    ) -> Pooling {
        Pooling {
            convolution: self.convolution(side, n_inputs, n_pooled),
            activation: self.scaled(n_pooled),
            to_bias: self.linear(3 * n_pooled, n_outputs),
        }
    }

    fn nested(&mut self, n: usize, has_pooling: bool) -> Block {
        let inner = n / 2;
        let first = if has_pooling {
            self.global_pooling(inner)
        } else {
            self.ordinary(inner)
        };
        Block::NestedBottleneck(Box::new(NestedBottleneckBlock {
            name: String::new(),
            before: self.scaled(n),
            first: self.convolution(1, n, inner),
            blocks: vec![first, self.ordinary(inner)],
            after: self.scaled(inner),
            last: self.convolution(1, inner, n),
        }))
    }

    fn model(&mut self, n: usize, first: usize, blocks: Vec<Block>) -> Model {
        Model {
            name: String::new(),
            version: 14,
            n_point_features: N_POINT_FEATURES,
            n_global_features: N_GLOBAL_FEATURES,
            areas_allow_suicide: false,
            scales: Scales {
                score_mean: 20.0,
                score_stdev: 20.0,
                lead: 20.0,
                variance_time: 40.0,
                errors: ErrorScale::Absent,
            },
            trunk: Trunk {
                name: String::new(),
                n_channels: n,
                convolution: self.convolution(first, N_POINT_FEATURES, n),
                globals: self.linear(N_GLOBAL_FEATURES, n),
                blocks,
                tip: Tip::Scaled(self.scaled(n)),
            },
            policy: PolicyHead {
                name: String::new(),
                first: self.convolution(1, n, 32),
                pooling: self.pooling(1, n, 32, 32),
                middle: self.scaled(32),
                last: self.convolution(1, 32, 1),
                pass: PassLayers::Direct(self.linear(96, 1)),
            },
            value: ValueHead {
                name: String::new(),
                convolution: self.convolution(1, n, 32),
                activation: self.scaled(32),
                hidden: self.linear(96, 48),
                hidden_activation: self.activation,
                outcome: self.linear(48, 3),
                score: self.linear(48, 6),
                ownership: self.convolution(1, 32, 1),
            },
        }
    }
}

/// Six blocks of 96 channels, two of them with global pooling, as networks of 2020.
fn six_blocks() -> Model {
    let mut maker = Maker {
        rng: Rng::new(1, 0),
        activation: Activation::Relu,
    };
    let blocks = (0..6).map(|at| match at {
        2 | 4 => maker.global_pooling(96),
        _ => maker.ordinary(96),
    });
    let blocks = blocks.collect();
    maker.model(96, 5, blocks)
}

/// Five nested bottlenecks of 192 channels with mish, as networks from 2022 on.
fn nested_bottlenecks() -> Model {
    let mut maker = Maker {
        rng: Rng::new(2, 0),
        activation: Activation::Mish,
    };
    let blocks = (0..5).map(|at| maker.nested(192, at % 2 == 1)).collect();
    maker.model(192, 3, blocks)
}

/// Stones on a part of the points, in the planes where networks expect them.
fn question(rng: &mut Rng, side: usize) -> NetworkInput {
    let mut points = vec![0.0; side * side * N_POINT_FEATURES];
    for point in points.chunks_exact_mut(N_POINT_FEATURES) {
        point[0] = 1.0;
        let stone = rng.index(5);
        if stone < 2 {
            point[1 + stone] = 1.0;
            point[3 + rng.index(4)] = 1.0;
        }
    }
    NetworkInput {
        width: side,
        height: side,
        points,
        globals: vec![0.1; N_GLOBAL_FEATURES],
    }
}

fn evaluations(criterion: &mut Criterion) {
    let mut rng = Rng::new(3, 0);
    for (name, model) in [("b6c96", six_blocks()), ("b5c192nbt", nested_bottlenecks())] {
        for side in [9, 13, 19] {
            let questions: Vec<NetworkInput> = (0..8).map(|_| question(&mut rng, side)).collect();
            let mut group = criterion.benchmark_group(format!("network/{name}/{side}x{side}"));
            group.throughput(Throughput::Elements(1)).sample_size(20);
            for set in InstructionSet::available() {
                for precision in Precision::ALL {
                    let evaluator =
                        Evaluator::with_instructions(&model, precision, &questions, set);
                    let evaluator =
                        evaluator.expect("an available set, and positions to calibrate with");
                    let mut scratch = Scratch::default();
                    let mut next = questions.iter().cycle();
                    let id = BenchmarkId::new(set.to_string(), precision);
                    group.bench_function(id, |bencher| {
                        bencher.iter(|| {
                            next.next()
                                .map(|one| evaluator.evaluate_one(one, false, &mut scratch))
                        });
                    });
                }
            }
            group.finish();
        }
    }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
