//! The same computation straight from the definitions: 64 bits, another layout, no shortcuts. Only for tests.

use crate::NetworkInput;
use crate::model::{
    Activation, AttentionBlock, Block, Convolution, Linear, Model, PassLayers, Pooling,
    RootMeanSquare, ScaledActivation, Tip,
};

/// Numbers by channel, row, column.
type Planes = Vec<Vec<Vec<f64>>>;

/// Policy, then value, score and ownership, in the order of an answer.
pub(super) struct Outputs {
    pub(super) policy: Vec<Vec<f64>>,
    pub(super) value: Vec<f64>,
    pub(super) score: Vec<f64>,
    pub(super) ownership: Vec<f64>,
}

pub(super) fn evaluate(model: &Model, question: &NetworkInput) -> Outputs {
    let (height, width) = (question.height, question.width);
    let points = planes(22, height, width, |c, y, x| {
        f64::from(question.points[(y * width + x) * 22 + c])
    });
    let globals: Vec<f64> = question.globals.iter().map(|&x| f64::from(x)).collect();
    let mut trunk = convolve(&points, &model.trunk.convolution);
    add_bias(&mut trunk, &multiply(&globals, &model.trunk.globals));
    run(&model.trunk.blocks, &mut trunk);
    let trunk = finish(&trunk, &model.trunk.tip);

    let head = &model.policy;
    let pooled_numbers = pooled(&trunk, &head.pooling);
    let mut inner = convolve(&trunk, &head.first);
    add_bias(
        &mut inner,
        &multiply(&pooled_numbers, &head.pooling.to_bias),
    );
    let plays = convolve(&scaled(&inner, &head.middle), &head.last);
    let passes = match &head.pass {
        PassLayers::Direct(layer) => multiply(&pooled_numbers, layer),
        PassLayers::Hidden {
            first,
            activation,
            second,
        } => {
            let hidden = multiply(&pooled_numbers, first);
            multiply(
                &hidden
                    .iter()
                    .map(|&x| activated(x, *activation))
                    .collect::<Vec<_>>(),
                second,
            )
        }
    };
    let policy = plays
        .iter()
        .zip(passes)
        .map(|(plane, pass)| [plane.concat(), vec![pass]].concat())
        .collect();

    let head = &model.value;
    let inner = scaled(&convolve(&trunk, &head.convolution), &head.activation);
    let size = (area(&inner).sqrt() - 14.0) / 10.0;
    let mut numbers = Vec::new();
    for factor in [1.0, size, size * size - 0.1] {
        numbers.extend(inner.iter().map(|plane| mean(plane) * factor));
    }
    let hidden: Vec<f64> = multiply(&numbers, &head.hidden)
        .iter()
        .map(|&x| activated(x, head.hidden_activation))
        .collect();
    Outputs {
        policy,
        value: multiply(&hidden, &head.outcome),
        score: multiply(&hidden, &head.score),
        ownership: convolve(&inner, &head.ownership)[0].concat(),
    }
}

fn planes(
    n_channels: usize,
    height: usize,
    width: usize,
    f: impl Fn(usize, usize, usize) -> f64,
) -> Planes {
    (0..n_channels)
        .map(|c| {
            (0..height)
                .map(|y| (0..width).map(|x| f(c, y, x)).collect())
                .collect()
        })
        .collect()
}

/// A grid of the same size as another.
fn alike(other: &Planes, n_channels: usize, f: impl Fn(usize, usize, usize) -> f64) -> Planes {
    planes(n_channels, other[0].len(), other[0][0].len(), f)
}

fn run(blocks: &[Block], trunk: &mut Planes) {
    for block in blocks {
        let added = match block {
            Block::Ordinary(block) => {
                let inner = convolve(&scaled(trunk, &block.before), &block.first);
                convolve(&scaled(&inner, &block.middle), &block.last)
            }
            Block::GlobalPooling(block) => {
                let input = scaled(trunk, &block.before);
                let mut inner = convolve(&input, &block.first);
                add_bias(
                    &mut inner,
                    &multiply(&pooled(&input, &block.pooling), &block.pooling.to_bias),
                );
                convolve(&scaled(&inner, &block.middle), &block.last)
            }
            Block::NestedBottleneck(block) => {
                let mut inner = convolve(&scaled(trunk, &block.before), &block.first);
                run(&block.blocks, &mut inner);
                convolve(&scaled(&inner, &block.after), &block.last)
            }
            Block::Attention(block) => attend(trunk, block),
            Block::FeedForward(block) => {
                let input = normalized(trunk, &block.norm);
                let inner = at_points(&input, &block.inner);
                let gate = at_points(&input, &block.gate);
                let product = alike(trunk, inner.len(), |c, y, x| {
                    activated(inner[c][y][x], Activation::Silu) * gate[c][y][x]
                });
                at_points(&product, &block.output)
            }
        };
        *trunk = alike(trunk, trunk.len(), |c, y, x| {
            trunk[c][y][x] + added[c][y][x]
        });
    }
}

fn convolve(input: &Planes, layer: &Convolution) -> Planes {
    let (height, width) = (input[0].len(), input[0][0].len());
    alike(input, layer.n_outputs, |o, y, x| {
        let mut sum = 0.0;
        for ky in 0..layer.kernel_height {
            for kx in 0..layer.kernel_width {
                let row = (y + ky)
                    .checked_sub(layer.kernel_height / 2)
                    .filter(|&row| row < height);
                let column = (x + kx)
                    .checked_sub(layer.kernel_width / 2)
                    .filter(|&column| column < width);
                let (Some(row), Some(column)) = (row, column) else {
                    continue;
                };
                for (i, plane) in input.iter().enumerate() {
                    let at =
                        ((ky * layer.kernel_width + kx) * layer.n_inputs + i) * layer.n_outputs + o;
                    sum += plane[row][column] * f64::from(layer.weights[at]);
                }
            }
        }
        sum
    })
}

fn multiply(input: &[f64], layer: &Linear) -> Vec<f64> {
    let output = |o: usize| {
        let products = input
            .iter()
            .enumerate()
            .map(|(i, x)| x * f64::from(layer.weights[i * layer.n_outputs + o]));
        products.sum::<f64>() + f64::from(layer.bias[o])
    };
    (0..layer.n_outputs).map(output).collect()
}

fn at_points(input: &Planes, layer: &Linear) -> Planes {
    alike(input, layer.n_outputs, |o, y, x| {
        multiply(&point(input, y, x), layer)[o]
    })
}

fn point(input: &Planes, y: usize, x: usize) -> Vec<f64> {
    input.iter().map(|plane| plane[y][x]).collect()
}

fn add_bias(planes: &mut Planes, bias: &[f64]) {
    for (plane, bias) in planes.iter_mut().zip(bias) {
        plane.iter_mut().flatten().for_each(|x| *x += bias);
    }
}

fn activated(x: f64, activation: Activation) -> f64 {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * x.exp().ln_1p().tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
    }
}

fn scaled(input: &Planes, layer: &ScaledActivation) -> Planes {
    alike(input, input.len(), |c, y, x| {
        activated(
            input[c][y][x] * f64::from(layer.scale[c]) + f64::from(layer.bias[c]),
            layer.activation,
        )
    })
}

fn normalized(input: &Planes, norm: &RootMeanSquare) -> Planes {
    alike(input, input.len(), |c, y, x| {
        let squares: Vec<f64> = point(input, y, x).iter().map(|x| x * x).collect();
        input[c][y][x] / (average(&squares) + f64::from(norm.epsilon)).sqrt()
            * f64::from(norm.scale[c])
    })
}

fn finish(input: &Planes, tip: &Tip) -> Planes {
    match tip {
        Tip::Scaled(layer) => scaled(input, layer),
        Tip::RootMeanSquare {
            norm,
            bias,
            over_board,
            activation,
        } => {
            let mut output = normalized(input, norm);
            if *over_board {
                let squares: Vec<f64> = input.iter().flatten().flatten().map(|x| x * x).collect();
                let root = (average(&squares) + f64::from(norm.epsilon)).sqrt();
                output = alike(input, input.len(), |c, y, x| {
                    input[c][y][x] / root * f64::from(norm.scale[c])
                });
            }
            alike(input, input.len(), |c, y, x| {
                activated(output[c][y][x] + f64::from(bias[c]), *activation)
            })
        }
    }
}

fn pooled(input: &Planes, pooling: &Pooling) -> Vec<f64> {
    let inner = scaled(&convolve(input, &pooling.convolution), &pooling.activation);
    let means: Vec<f64> = inner.iter().map(|plane| mean(plane)).collect();
    let size = (area(input).sqrt() - 14.0) / 10.0;
    let sized = means.iter().map(|mean| mean * size).collect();
    let maximum = |plane: &Vec<Vec<f64>>| plane.iter().flatten().copied().fold(f64::MIN, f64::max);
    let maxima = inner.iter().map(maximum).collect();
    [means, sized, maxima].concat()
}

fn attend(trunk: &Planes, block: &AttentionBlock) -> Planes {
    let input = normalized(trunk, &block.norm);
    let share = block.n_heads / block.n_key_heads;
    let queries = turned(at_points(&input, &block.query), block, |head| head / share);
    let keys = turned(at_points(&input, &block.key), block, |head| head);
    let values = at_points(&input, &block.value);
    let (height, width) = (trunk[0].len(), trunk[0][0].len());
    let places: Vec<(usize, usize)> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (y, x)))
        .collect();
    let taken = alike(trunk, block.n_heads * block.value_size, |channel, y, x| {
        let (head, channel) = (channel / block.value_size, channel % block.value_size);
        let query = &point(&queries, y, x)[head * block.query_size..][..block.query_size];
        let weight = |&(row, column): &(usize, usize)| {
            let key = &point(&keys, row, column)[head / share * block.query_size..];
            let product: f64 = query.iter().zip(key).map(|(q, k)| q * k).sum();
            (product / f64::from(u32::try_from(block.query_size).unwrap()).sqrt()).exp()
        };
        let weights: Vec<f64> = places.iter().map(weight).collect();
        let value = |&(row, column): &(usize, usize)| {
            values[head / share * block.value_size + channel][row][column]
        };
        let sum: f64 = weights
            .iter()
            .zip(&places)
            .map(|(weight, place)| weight * value(place))
            .sum();
        sum / weights.iter().sum::<f64>()
    });
    at_points(&taken, &block.output)
}

/// Queries or keys as complex numbers, multiplied by their rotations.
fn turned(planes: Planes, block: &AttentionBlock, key_head: impl Fn(usize) -> usize) -> Planes {
    let Some(rotation) = &block.rotation else {
        return planes;
    };
    alike(&planes, planes.len(), |channel, y, x| {
        let (head, pair) = (channel / block.query_size, channel % block.query_size / 2);
        let [of_column, of_row] =
            rotation.frequencies[key_head(head) * (block.query_size / 2) + pair];
        let angle = f64::from(u32::try_from(x).unwrap()) * f64::from(of_column)
            + f64::from(u32::try_from(y).unwrap()) * f64::from(of_row);
        let first = channel - channel % 2;
        let (re, im) = (planes[first][y][x], planes[first + 1][y][x]);
        if channel == first {
            re * angle.cos() - im * angle.sin()
        } else {
            re * angle.sin() + im * angle.cos()
        }
    })
}

fn mean(plane: &[Vec<f64>]) -> f64 {
    average(&plane.concat())
}

fn average(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / f64::from(u32::try_from(numbers.len()).unwrap())
}

fn area(planes: &Planes) -> f64 {
    f64::from(u32::try_from(planes[0].len() * planes[0][0].len()).unwrap())
}
