//! Every kernel of every set that this processor has, against sums in 64-bit floats.

use tedomari_base::Rng;

use super::element::{Bf16, LANES, padded};
use super::finish::{Curve, Finish, Output, Stream};
use super::product::{Packed, Product};
use super::sets::{InstructionSet, Kernels, Multiply, Transform};
use super::sparse::{SparseGrid, SparseWeights};
use super::winograd::{Gather, POSITIONS, Scatter, transformed};

/// Under Miri, each test is a thousand times slower.
const CASES: usize = if cfg!(miri) { 2 } else { 60 };

/// Channels that occur, multiples of the vector and others.
const CHANNELS: [usize; 9] = [1, 3, 11, 16, 22, 48, 64, 96, 192];

fn each_set(mut check: impl FnMut(&Kernels, &mut Rng)) {
    for set in InstructionSet::available() {
        let kernels = Kernels::of(set).expect("an available set");
        for case in 0..CASES {
            check(&kernels, &mut Rng::new(7, case));
        }
    }
}

fn pick(rng: &mut Rng, choices: &[usize]) -> usize {
    choices[rng.index(choices.len())]
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
fn number(rng: &mut Rng) -> f32 {
    (rng.unit() * 2.0 - 1.0) as f32
}

fn numbers(rng: &mut Rng, n: usize) -> Vec<f32> {
    (0..n).map(|_| number(rng)).collect()
}

/// A random product of some kind, and for each sum its value and the sum of the absolute terms.
fn product_case<T: Multiply>(
    kernels: &Kernels,
    rng: &mut Rng,
    activation: impl Fn(&mut Rng) -> T,
    weight: impl Fn(&mut Rng) -> T::Weight,
    term: impl Fn(T, T::Weight) -> f64,
) -> Vec<(f32, f64, f64)> {
    let (inputs, outputs) = (pick(rng, &CHANNELS), pick(rng, &CHANNELS));
    let points = 1 + rng.index(27);
    let step = inputs.next_multiple_of(T::STEP) + rng.index(3);
    let taps: Vec<usize> = (0..1 + rng.index(9))
        .map(|_| rng.index(40) * step)
        .collect();
    let first = rng.index(5);
    let input: Vec<T> = (0..first + (points + 41) * step)
        .map(|_| activation(rng))
        .collect();
    let mut plain = Vec::new();
    let packed = Packed::<T>::new(outputs, inputs, taps.len(), |_, _, _| {
        plain.push(weight(rng));
        plain[plain.len() - 1]
    });
    let from = rng.index(packed.n_groups());
    let groups = from..from + 1 + rng.index(packed.n_groups() - from);
    let width = groups.len() * LANES;
    let mut sums = vec![f32::NAN; points * width];
    let product = Product {
        input: &input,
        first,
        step,
        points,
        taps: &taps,
        weights: &packed,
        groups: groups.clone(),
    };
    kernels.multiply(&product, &mut sums);
    let mut found = Vec::new();
    for (at, &sum) in sums.iter().enumerate() {
        let (point, output) = (at / width, groups.start * LANES + at % width);
        let (mut exact, mut size) = (0.0, 0.0);
        for (tap, offset) in taps.iter().enumerate().filter(|_| output < outputs) {
            for channel in 0..inputs {
                let activation = input[first + point * step + offset + channel];
                let value = term(
                    activation,
                    plain[(output * inputs + channel) * taps.len() + tap],
                );
                exact += value;
                size += value.abs();
            }
        }
        found.push((sum, exact, size));
    }
    found
}

fn assert_close(found: &[(f32, f64, f64)]) {
    for &(sum, exact, size) in found {
        assert!(
            (f64::from(sum) - exact).abs() <= 1e-5 * size,
            "{sum} for {exact}"
        );
    }
}

#[test]
fn products_of_floats() {
    each_set(|kernels, rng| {
        assert_close(&product_case(kernels, rng, number, number, |a, b| {
            f64::from(a) * f64::from(b)
        }));
    });
}

#[test]
fn products_of_bf16() {
    each_set(|kernels, rng| {
        let short = |rng: &mut Rng| Bf16::nearest(number(rng));
        let term = |a: Bf16, b: Bf16| f64::from(a.widened()) * f64::from(b.widened());
        assert_close(&product_case(kernels, rng, short, short, term));
    });
}

/// Sums of integers are exact until they become floats.
#[test]
#[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
fn products_of_bytes() {
    each_set(|kernels, rng| {
        let most = u32::from(kernels.most_byte());
        // Often the largest, so that sums of pairs overflow where they can.
        let byte = |rng: &mut Rng| {
            if rng.below(2) == 0 {
                most
            } else {
                rng.below(most + 1)
            }
        };
        let activation = |rng: &mut Rng| u8::try_from(byte(rng)).expect("a byte");
        let weight = |rng: &mut Rng| match rng.below(3) {
            0 => 127,
            1 => -127,
            _ => i8::try_from(rng.index(255)).unwrap_or(-100),
        };
        for (sum, exact, _) in product_case::<u8>(kernels, rng, activation, weight, |a, b| {
            f64::from(a) * f64::from(b)
        }) {
            assert_eq!(sum.to_bits(), (exact as f32).to_bits(), "{sum} for {exact}");
        }
    });
}

/// Each output alone: sums that all must be right do not show in whose place they are.
#[test]
fn a_product_beyond_its_slices_is_refused() {
    let packed = Packed::<f32>::zeros(16, 4, 1);
    let product = Product {
        input: &[0.0; 11],
        first: 0,
        step: 4,
        points: 3,
        taps: &[0],
        weights: &packed,
        groups: 0..1,
    };
    let refused = std::panic::catch_unwind(|| {
        let kernels = Kernels::of(InstructionSet::Portable).expect("always there");
        kernels.multiply(&product, &mut [0.0; 48]);
    });
    assert!(refused.is_err());
}

fn bent(curve: Curve, x: f64) -> f64 {
    match curve {
        Curve::Identity => x,
        Curve::Relu => x.max(0.0),
        Curve::Mish => x * x.exp().ln_1p().tanh(),
        Curve::Silu => x / (1.0 + (-x).exp()),
    }
}

/// A random run to finish.
struct Run {
    channels: usize,
    points: usize,
    step: usize,
    sums: Vec<f32>,
    /// Zeros of the channels and scales of the points, if they have their own.
    of_points: Option<[Vec<f32>; 2]>,
    scale: Vec<f32>,
    bias: Vec<f32>,
    norm: Option<[Vec<f32>; 2]>,
    curve: Curve,
    /// 0: none, 1: begun, 2: joined, 3: a gate.
    use_of_stream: usize,
    stream: Vec<f32>,
}

/// Steps for 1, and the byte for 0, of every channel.
const BYTE_SCALE: f32 = 20.0;
const BYTE_ZERO: f32 = 7.0;

impl Run {
    fn random(rng: &mut Rng) -> Self {
        let channels = padded(pick(rng, &CHANNELS));
        let (points, step) = (1 + rng.index(8), channels + rng.index(2) * LANES);
        let sums = numbers(rng, points * channels);
        Self {
            channels,
            points,
            step,
            sums: sums.iter().map(|sum| sum * 9.0).collect(),
            of_points: (rng.below(2) == 0).then(|| [numbers(rng, channels), numbers(rng, points)]),
            scale: numbers(rng, channels),
            bias: numbers(rng, channels),
            norm: (rng.below(2) == 0).then(|| [(); 2].map(|()| numbers(rng, channels))),
            curve: [Curve::Identity, Curve::Relu, Curve::Mish, Curve::Silu][rng.index(4)],
            use_of_stream: rng.index(4),
            stream: numbers(rng, points * step),
        }
    }

    /// What must be in the stream and in the output.
    fn exact(&self, point: usize, channel: usize) -> [f64; 2] {
        let of = |slice: &[f32]| f64::from(slice[channel]);
        let old = f64::from(self.stream[point * self.step + channel]);
        let sum = f64::from(self.sums[point * self.channels + channel]);
        let sum = match &self.of_points {
            Some([zeros, scales]) => (sum - of(zeros)) * f64::from(scales[point]),
            None => sum,
        };
        let sum = sum * of(&self.scale) + of(&self.bias);
        let joined = [sum, sum, sum + old, sum * old][self.use_of_stream];
        let normed = match &self.norm {
            Some([scale, bias]) => joined * of(scale) + of(bias),
            None => joined,
        };
        let is_written = matches!(self.use_of_stream, 1 | 2);
        [
            if is_written { joined } else { old },
            bent(self.curve, normed),
        ]
    }

    /// Finishes the run; returns the stream as it is then.
    fn finish(&self, kernels: &Kernels, output: Output<'_>) -> Vec<f32> {
        let mut stream = self.stream.clone();
        kernels.finish(&mut Finish {
            sums: &self.sums,
            sums_step: self.channels,
            of_points: self
                .of_points
                .as_ref()
                .map(|[zeros, scales]| (&zeros[..], &scales[..])),
            points: self.points,
            channels: self.channels,
            scale: &self.scale,
            bias: &self.bias,
            stream: match self.use_of_stream {
                0 => Stream::Absent,
                1 => Stream::Begin(&mut stream),
                2 => Stream::Join(&mut stream),
                _ => Stream::Gate(&stream),
            },
            norm: self
                .norm
                .as_ref()
                .map(|[scale, bias]| (&scale[..], &bias[..])),
            curve: self.curve,
            output,
            step: self.step,
        });
        stream
    }

    /// Compares every place of stream and output; `tolerance` may depend on the exact output.
    fn compare(
        &self,
        stream: &[f32],
        found: impl Fn(usize) -> f64,
        tolerance: impl Fn(f64) -> f64,
    ) {
        for point in 0..self.points {
            for channel in 0..self.channels {
                let at = point * self.step + channel;
                let [in_stream, output] = self.exact(point, channel);
                let error = (f64::from(stream[at]) - in_stream).abs();
                assert!(error <= 1e-5, "stream {} for {in_stream}", stream[at]);
                let error = (found(at) - output).abs();
                assert!(error <= tolerance(output), "{} for {output}", found(at));
            }
        }
    }
}

#[test]
fn finishes_as_floats() {
    each_set(|kernels, rng| {
        let run = Run::random(rng);
        let mut floats = vec![0.0_f32; run.points * run.step];
        let stream = run.finish(kernels, Output::Float(&mut floats));
        run.compare(&stream, |at| f64::from(floats[at]), |_| 2e-5);
    });
}

#[test]
fn finishes_as_bf16() {
    each_set(|kernels, rng| {
        let run = Run::random(rng);
        let mut shorts = vec![Bf16::default(); run.points * run.step];
        let stream = run.finish(kernels, Output::Bf16(&mut shorts));
        let found = |at: usize| f64::from(shorts[at].widened());
        run.compare(&stream, found, |exact| 2e-5 + exact.abs() / 256.0);
    });
}

/// A byte is the nearest one, or the end of the range on the side where the number is beyond it.
#[test]
fn finishes_as_bytes() {
    each_set(|kernels, rng| {
        let run = Run::random(rng);
        let most = f32::from(kernels.most_byte());
        let mut bytes = vec![0_u8; run.points * run.step];
        let output = Output::Byte {
            bytes: &mut bytes,
            scale: &vec![BYTE_SCALE; run.channels],
            zero: &vec![BYTE_ZERO; run.channels],
            most,
        };
        run.finish(kernels, output);
        for point in 0..run.points {
            for channel in 0..run.channels {
                let [_, output] = run.exact(point, channel);
                let wanted = output * f64::from(BYTE_SCALE) + f64::from(BYTE_ZERO);
                let found = f64::from(bytes[point * run.step + channel]);
                let error = (found - wanted.clamp(0.0, f64::from(most))).abs();
                assert!(error <= 0.501, "{found} for {wanted}");
            }
        }
    });
}

#[test]
fn softmax() {
    each_set(|kernels, rng| {
        let count = 1 + rng.index(400);
        let factor = 0.05 + number(rng).abs();
        let scores: Vec<f32> = numbers(rng, padded(count))
            .iter()
            .map(|x| x * 30.0)
            .collect();
        let mut shares = vec![0.0; scores.len()];
        let sum = f64::from(kernels.softmax(&mut scores.clone(), &mut shares, count, factor));
        let mut rounded = vec![Bf16::default(); scores.len()];
        let again = kernels.softmax(&mut scores.clone(), &mut rounded, count, factor);
        assert_eq!(f64::from(again).to_bits(), sum.to_bits());
        let largest = scores[..count].iter().copied().fold(f32::MIN, f32::max);
        let weight = |&score: &f32| (f64::from(score - largest) * f64::from(factor)).exp();
        let total: f64 = scores[..count].iter().map(weight).sum();
        for (at, (&found, rounded)) in shares.iter().zip(rounded).enumerate() {
            let exact = if at < count {
                weight(&scores[at]) / total
            } else {
                0.0
            };
            assert!(
                (f64::from(found) / sum - exact).abs() <= 1e-5 * exact + 1e-30,
                "{found} for {exact}"
            );
            assert_eq!(rounded, Bf16::nearest(found), "{found}");
        }
    });
}

#[test]
fn sparse_convolutions() {
    each_set(|kernels, rng| {
        let (width, height) = (1 + rng.index(9), 1 + rng.index(9));
        let (rows, columns) = (pick(rng, &[1, 3, 5]), pick(rng, &[1, 3, 5]));
        let (inputs, outputs) = (pick(rng, &[1, 3, 22]), pick(rng, &[1, 16, 40, 96, 192]));
        let dense: Vec<f32> = (0..width * height * inputs)
            .map(|_| if rng.below(4) == 0 { number(rng) } else { 0.0 })
            .collect();
        let weights = numbers(rng, rows * columns * inputs * outputs);
        let packed = SparseWeights::new(rows, columns, inputs, outputs, &weights);
        let mut grid = SparseGrid::default();
        grid.fill(width, height, inputs, &dense);
        for y in 0..height {
            let mut sums = vec![f32::NAN; width * packed.outputs()];
            kernels.sparse(&grid, &packed, y, &mut sums);
            for (at, &sum) in sums.iter().enumerate() {
                let (x, output) = (at / packed.outputs(), at % packed.outputs());
                let mut exact = 0.0;
                for tap in (0..rows * columns).filter(|_| output < outputs) {
                    let from_y = (y + tap / columns).wrapping_sub(rows / 2);
                    let from_x = (x + tap % columns).wrapping_sub(columns / 2);
                    for input in (0..inputs).filter(|_| from_y < height && from_x < width) {
                        let value = f64::from(dense[(from_y * width + from_x) * inputs + input]);
                        exact +=
                            value * f64::from(weights[(tap * inputs + input) * outputs + output]);
                    }
                }
                assert!((f64::from(sum) - exact).abs() <= 1e-4, "{sum} for {exact}");
            }
        }
    });
}

/// Tiles of a kind of activations, against the convolution itself.
fn tiles_case<T: Transform>(
    kernels: &Kernels,
    rng: &mut Rng,
    nearest: impl Fn(f32) -> T,
    value: impl Fn(T) -> f64,
    tolerance: f64,
) {
    let (tiles, channels) = (1 + rng.index(10), padded(pick(rng, &[3, 16, 96])));
    let row_step = (2 * tiles + 2) * channels;
    let input: Vec<T> = (0..4 * row_step).map(|_| nearest(number(rng))).collect();
    let position_step = tiles * channels;
    let mut output = vec![T::default(); POSITIONS * position_step];
    kernels.gather(&mut Gather {
        input: &input,
        first: 0,
        row_step,
        channels,
        tiles,
        output: &mut output,
        position_step,
    });
    let kernel: [f64; 9] = std::array::from_fn(|_| f64::from(number(rng)));
    let factors = transformed(kernel);
    #[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
    let products: Vec<f32> = output
        .iter()
        .enumerate()
        .map(|(at, &number)| (value(number) * factors[at / position_step]) as f32)
        .collect();
    let mut sums = vec![f32::NAN; 4 * position_step];
    kernels.scatter(&mut Scatter {
        products: &products,
        position_step,
        channels,
        tiles,
        sums: &mut sums,
    });
    for (at, &sum) in sums.iter().enumerate() {
        let (row, rest) = (at / (2 * position_step), at % (2 * position_step));
        let tap = |tap: usize| {
            value(input[(row + tap / 3) * row_step + rest + tap % 3 * channels]) * kernel[tap]
        };
        let exact: f64 = (0..9).map(tap).sum();
        assert!(
            (f64::from(sum) - exact).abs() <= tolerance,
            "{sum} for {exact}"
        );
    }
}

#[test]
fn tiles() {
    each_set(|kernels, rng| {
        tiles_case(kernels, rng, |x| x, f64::from, 1e-5);
        tiles_case(kernels, rng, Bf16::nearest, |x| f64::from(x.widened()), 0.2);
    });
}

#[test]
fn bf16_rounds_to_the_nearest() {
    for bits in [
        0x3f80_0000_u32,
        0x3f80_8000,
        0x3f81_8000,
        0x3f80_8001,
        0xbf80_7fff,
        0x0000_0000,
    ] {
        let exact = f32::from_bits(bits);
        let found = Bf16::nearest(exact).widened();
        let below = f32::from_bits(bits & 0xffff_0000);
        let above = f32::from_bits((bits & 0xffff_0000) + 0x1_0000);
        let best = (exact - below).abs().min((above - exact).abs());
        assert!((found - exact).abs() <= best, "{found} for {exact}");
    }
    assert_eq!(
        Bf16::nearest(f32::from_bits(0x3f80_8000)).0,
        0x3f80,
        "a tie goes to the even one"
    );
    assert_eq!(
        Bf16::nearest(f32::from_bits(0x3f81_8000)).0,
        0x3f82,
        "a tie goes to the even one"
    );
}
