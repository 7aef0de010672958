//! Whole models and single convolutions in every precision with every set of instructions, against the reference.

use std::sync::Arc;

use crate::kernels::{Curve, Kernels, padded};
use crate::model::sample::sample_models;
use crate::model::{Block, Convolution, Model};
use crate::{InstructionSet, NetworkInput, NetworkOutput, Reference};
use tedomari_base::Rng;

use super::convolve::convolve;
use super::evaluator::{Evaluator, EvaluatorError, Scratch};
use super::filter::{prepare, scaled};
use super::geometry::Geometry;
use super::memory::Memory;
use super::plan::{Ends, Plan};
use super::planes::{Kind, Plane, PlaneId, PlaneSpec, VectorId};
use super::precision::Precision;
use super::ranges::Ranges;
use super::run::run;
use super::scaled::zero_byte;
use super::step::{Convolve, Ending, Filter, Quantize, Rounding, Step, StreamUse, Target, Weights};
use super::writer::Writer;
use super::{Thresholds, choose};

/// Boards of many shapes: odd and even, narrow, one point.
const SIZES: [(usize, usize); 9] = [
    (5, 5),
    (9, 9),
    (7, 4),
    (2, 11),
    (1, 1),
    (13, 6),
    (19, 19),
    (6, 25),
    (10, 3),
];

#[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
fn number(rng: &mut Rng) -> f32 {
    (rng.unit() * 2.0 - 1.0) as f32
}

/// Features as positions have them: few ones and many zeros.
fn question(rng: &mut Rng, model: &Model, (width, height): (usize, usize)) -> NetworkInput {
    let mut feature = |_| f32::from(u8::from(rng.below(5) == 0));
    let points = (0..width * height * model.n_point_features)
        .map(&mut feature)
        .collect();
    NetworkInput {
        width,
        height,
        points,
        globals: (0..model.n_global_features).map(|_| number(rng)).collect(),
    }
}

fn questions(rng: &mut Rng, model: &Model, sizes: &[(usize, usize)]) -> Vec<NetworkInput> {
    sizes
        .iter()
        .map(|&size| question(rng, model, size))
        .collect()
}

/// The largest error of a list, as a part of its largest number, or of 1 if that is larger.
fn error(found: &[f32], exact: &[f32]) -> f32 {
    assert_eq!(found.len(), exact.len(), "answers of another shape");
    let largest = exact.iter().fold(1.0_f32, |most, x| most.max(x.abs()));
    let differences = found.iter().zip(exact).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f32::max) / largest
}

fn worst_error(found: &NetworkOutput, exact: &NetworkOutput) -> f32 {
    assert_eq!(found.policy.len(), exact.policy.len());
    let policies = found
        .policy
        .iter()
        .zip(&exact.policy)
        .map(|(found, exact)| error(found, exact));
    let others = [
        error(&found.value, &exact.value),
        error(&found.score, &exact.score),
        error(&found.ownership, &exact.ownership),
    ];
    policies.chain(others).fold(0.0, f32::max)
}

/// A model with each attention twice, the first time with all heads as one: heads of two sizes in one plan.
fn with_wide_heads(mut model: Model) -> Model {
    let blocks = std::mem::take(&mut model.trunk.blocks);
    for block in blocks {
        if let Block::Attention(narrow) = &block
            && narrow.n_heads == narrow.n_key_heads
        {
            let mut wide = narrow.clone();
            wide.query_size *= wide.n_heads;
            wide.value_size *= wide.n_heads;
            (wide.n_heads, wide.n_key_heads) = (1, 1);
            model.trunk.blocks.push(Block::Attention(wide));
        }
        model.trunk.blocks.push(block);
    }
    model
}

#[test]
fn models_agree_with_the_reference() {
    let mut rng = Rng::new(3, 0);
    for model in sample_models(5).into_iter().map(with_wide_heads) {
        let asked = questions(&mut rng, &model, &SIZES);
        let model = Arc::new(model);
        let reference = Reference::new(Arc::clone(&model));
        let exact: Vec<NetworkOutput> = asked
            .iter()
            .map(|question| reference.evaluate(question))
            .collect();
        for set in InstructionSet::available() {
            for (precision, tolerance) in [
                (Precision::F32, 5e-6),
                (Precision::Bf16, 0.03),
                (Precision::Int8, 0.1),
            ] {
                // Calibrated with the same positions, so that no number is out of range.
                let evaluator =
                    Evaluator::with_instructions(&model, precision, &asked, set).unwrap();
                let answers = evaluator.evaluate(&asked, true, &mut Scratch::default());
                for (found, exact) in answers.iter().zip(&exact) {
                    let error = worst_error(found, exact);
                    assert!(
                        error <= tolerance,
                        "{} by {}: {error}",
                        model.name,
                        evaluator.describe()
                    );
                }
            }
        }
    }
}

/// What an evaluation leaves behind in its memory must not show in the next one.
#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let mut rng = Rng::new(4, 0);
    let models = sample_models(6);
    for precision in Precision::ALL {
        let mut used = Scratch::default();
        for model in &models {
            let asked = questions(&mut rng, model, &[(9, 9), (9, 9), (7, 4), (19, 19), (9, 9)]);
            let evaluator = Evaluator::new(model, precision, &asked).unwrap();
            let together = evaluator.evaluate(&asked, false, &mut used);
            for (question, found) in asked.iter().zip(together) {
                let alone = evaluator.evaluate_one(question, true, &mut Scratch::default());
                assert_eq!(found.policy, alone.policy, "{} in {precision}", model.name);
                assert_eq!(found.value, alone.value);
                assert!(found.ownership.is_empty());
            }
        }
    }
}

#[test]
fn integers_need_calibration_and_instructions_a_processor() {
    let model = &sample_models(1)[0];
    let refused = Evaluator::new(model, Precision::Int8, &[]).unwrap_err();
    assert_eq!(refused, EvaluatorError::NoCalibration);
    let missing = InstructionSet::ALL
        .into_iter()
        .find(|set| !InstructionSet::available().contains(set));
    let missing = missing.expect("no processor has the instructions of two makers");
    let refused = Evaluator::with_instructions(model, Precision::F32, &[], missing).unwrap_err();
    assert_eq!(refused, EvaluatorError::NoInstructions(missing));
}

#[test]
fn the_choice_keeps_the_thresholds() {
    let mut rng = Rng::new(8, 0);
    let model = &sample_models(2)[0];
    let calibration = questions(&mut rng, model, &[(9, 9); 3]);
    let probes = questions(&mut rng, model, &[(9, 9); 3]);
    let impossible = Thresholds {
        same_move: 1.1,
        ..Thresholds::default()
    };
    let choice = choose(model, &calibration, &probes, &impossible).unwrap();
    assert_eq!(choice.evaluator.precision(), Precision::F32);
    let measured: Vec<Precision> = choice
        .measurements
        .iter()
        .map(|each| each.precision)
        .collect();
    assert_eq!(measured, Precision::ALL);
    let anything = Thresholds {
        same_move: 0.0,
        divergence: f64::INFINITY,
        win_rate_error: 1.0,
    };
    let choice = choose(model, &calibration, &probes, &anything).unwrap();
    let speeds = choice
        .measurements
        .iter()
        .map(|each| each.evaluations_per_second);
    let chosen = choice
        .measurements
        .iter()
        .find(|each| each.precision == choice.evaluator.precision());
    let chosen = chosen.unwrap().evaluations_per_second;
    // Three precisions: the fastest is at most two steps of a tenth away.
    assert!(speeds.into_iter().all(|speed| speed <= 1.1 * 1.1 * chosen));

    let mut huge = model.clone();
    huge.value.outcome.bias[0] = f32::INFINITY;
    let refused = choose(&huge, &calibration, &probes, &anything).err();
    assert_eq!(refused, Some(EvaluatorError::NotFinite));
}

/// A plan without steps, for planes of these channels and kinds.
fn bare_plan(kernels: Kernels, planes: Vec<PlaneSpec>, margin: usize) -> Plan {
    let (vector, plane) = (VectorId(0), PlaneId(0));
    Plan {
        kernels,
        n_point_features: 0,
        n_global_features: 0,
        margin,
        planes,
        vectors: Vec::new(),
        rotations: Vec::new(),
        head_sizes: Vec::new(),
        head_kind: Kind::Float,
        steps: Vec::new(),
        ownership_steps: Vec::new(),
        ends: Ends {
            globals: vector,
            policy: plane,
            n_policies: 0,
            pass: vector,
            outcome: vector,
            n_outcomes: 0,
            score: vector,
            n_scores: 0,
            ownership: plane,
        },
    }
}

fn random_convolution(rng: &mut Rng, side: usize) -> Convolution {
    let (n_inputs, n_outputs) = ([16, 32, 48, 96][rng.index(4)], 1 + rng.index(70));
    let n = side * side * n_inputs * n_outputs;
    Convolution {
        name: String::new(),
        kernel_height: side,
        kernel_width: side,
        n_inputs,
        n_outputs,
        weights: (0..n).map(|_| number(rng)).collect(),
    }
}

/// Sums that only go to a plane.
fn to_plane(plane: usize, rounding: Option<Rounding>, scale: Vec<f32>, bias: Vec<f32>) -> Ending {
    Ending {
        scale,
        bias,
        shift: None,
        stream: StreamUse::Absent,
        norm: None,
        curve: Curve::Identity,
        output: Some(Target {
            plane: PlaneId(plane),
            rounding,
            site: None,
        }),
    }
}

/// An output at a point, by the definition.
fn exact_sum(
    convolution: &Convolution,
    input: &[f32],
    geometry: Geometry,
    (x, y): (usize, usize),
    output: usize,
) -> f64 {
    let (inputs, side) = (convolution.n_inputs, convolution.kernel_width);
    let mut sum = 0.0;
    for tap in 0..side * side {
        let from_y = (y + tap / side).wrapping_sub(side / 2);
        let from_x = (x + tap % side).wrapping_sub(side / 2);
        if from_y < geometry.height && from_x < geometry.width {
            let point = &input[(geometry.row(from_y) + from_x) * inputs..][..inputs];
            for (channel, &value) in point.iter().enumerate() {
                let at = (tap * inputs + channel) * convolution.n_outputs + output;
                sum += f64::from(value) * f64::from(convolution.weights[at]);
            }
        }
    }
    sum
}

/// Runs a convolution on numbers that become activations of a kind first; returns all outputs, as stored.
fn convolved(
    plan: &Plan,
    convolution: &Convolution,
    kind: Kind,
    floats: &Plane,
    memory: &mut Memory,
) -> Vec<f32> {
    let (inputs, geometry) = (convolution.n_inputs, memory.geometry);
    let mut ranges = Ranges::default();
    ranges.see(0, floats, geometry);
    let most = plan.kernels.most_byte();
    let rounding = (kind == Kind::Byte).then(|| ranges.rounding(0, most));
    let rounded = to_plane(0, rounding.clone(), vec![1.0; inputs], vec![0.0; inputs]);
    let mut writer = Writer::open(&plan.kernels, &rounded, memory);
    for row in geometry.rows() {
        let run = &floats.floats()[row * inputs..];
        writer.write(run, inputs, row, geometry.width, 0..inputs);
    }
    writer.close(memory);
    let prepared = prepare(convolution, kind, rounding.as_ref());
    let is_winograd = matches!(
        prepared.filter,
        Filter::Float(Weights::Winograd(_)) | Filter::Bf16(Weights::Winograd(_))
    );
    let is_expected = convolution.kernel_width == 3 && inputs >= 32 && kind != Kind::Byte;
    assert_eq!(is_winograd, is_expected);
    let step = Convolve {
        input: PlaneId(0),
        filter: prepared.filter,
        ending: to_plane(1, None, prepared.scale, prepared.bias),
    };
    convolve(&plan.kernels, &step, memory);
    memory.plane(PlaneId(1)).floats().to_vec()
}

/// One convolution of random numbers that are at least `low`: the largest error of an output, in parts of the sum of
/// the absolute terms that a typical output has.
fn convolution_error(kernels: Kernels, rng: &mut Rng, kind: Kind, side: usize, low: f32) -> f64 {
    let convolution = random_convolution(rng, side);
    let (inputs, outputs) = (convolution.n_inputs, convolution.n_outputs);
    let (width, height) = SIZES[rng.index(SIZES.len())];
    let stored = outputs.next_multiple_of(16);
    let spec = |channels, kind| PlaneSpec { channels, kind };
    let planes = vec![spec(inputs, kind), spec(stored, Kind::Float)];
    let plan = bare_plan(kernels, planes, side / 2 + 1);
    let mut memory = Memory::new(&plan, width, height);
    let geometry = memory.geometry;
    let mut floats = Plane::new(spec(inputs, Kind::Float), geometry);
    for row in geometry.rows() {
        for value in &mut floats.floats_mut()[row * inputs..][..width * inputs] {
            *value = number(rng).max(low);
        }
    }
    let found = convolved(&plan, &convolution, kind, &floats, &mut memory);
    let mut worst = 0.0_f64;
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        for output in 0..outputs {
            let exact = exact_sum(&convolution, floats.floats(), geometry, (x, y), output);
            let found = found[(geometry.row(y) + x) * stored + output];
            worst = worst.max((f64::from(found) - exact).abs());
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let size = (side * side * inputs) as f64 / 4.0;
    worst / size
}

#[test]
fn convolutions_agree_with_their_definition() {
    for set in InstructionSet::available() {
        let kernels = Kernels::of(set).unwrap();
        for case in 0..12 {
            let mut rng = Rng::new(11, case);
            let side = [1, 3, 5][case % 3];
            // As after a rectifier, as after mish, and anything.
            let low = [0.0, -0.3, -1.0][case / 3 % 3];
            for (kind, tolerance) in [(Kind::Float, 1e-5), (Kind::Bf16, 0.02), (Kind::Byte, 0.02)] {
                let error = convolution_error(kernels, &mut rng, kind, side, low);
                assert!(
                    error <= tolerance,
                    "{set}, {kind:?}, {side}x{side}, from {low}: {error}"
                );
            }
        }
    }
}

/// A matrix in bytes for points that differ much in how loud they are.
#[test]
fn matrices_in_bytes_are_exact_for_quiet_points_too() {
    let mut rng = Rng::new(11, 0);
    for set in InstructionSet::available() {
        let kernels = Kernels::of(set).unwrap();
        for (inputs, outputs) in [(5, 3), (40, 70), (96, 16)] {
            let error = scaled_error(kernels, &mut rng, inputs, outputs);
            // A step of a byte is a part of the loudest number; with half the steps it is twice as large.
            let tolerance = 3.0 / f64::from(kernels.most_byte());
            assert!(error <= tolerance, "{set} {inputs} {outputs}: {error}");
        }
    }
}

/// The largest error of a sum, as a part of what the sizes of its products add up to at most at the same point.
fn scaled_error(kernels: Kernels, rng: &mut Rng, inputs: usize, outputs: usize) -> f64 {
    let most = kernels.most_byte();
    let (stored, wide) = (padded(inputs), padded(outputs));
    let matrix = Convolution {
        name: String::new(),
        kernel_height: 1,
        kernel_width: 1,
        n_inputs: inputs,
        n_outputs: outputs,
        weights: (0..inputs * outputs).map(|_| number(rng)).collect(),
    };
    let factors: Vec<f32> = (0..stored).map(|_| number(rng).abs() + 0.5).collect();
    let prepared = scaled(&matrix, &factors, most);
    let spec = |channels, kind| PlaneSpec { channels, kind };
    let planes = vec![
        spec(stored, Kind::Float),
        spec(wide, Kind::Float),
        spec(stored, Kind::Scaled),
    ];
    let mut plan = bare_plan(kernels, planes, 1);
    let quantize = Quantize {
        input: PlaneId(0),
        output: PlaneId(2),
        nothing: vec![0.0; stored],
        ones: vec![1.0; stored],
        zeros: vec![zero_byte(most); stored],
        factors,
        most,
    };
    plan.steps = vec![
        Step::Quantize(quantize),
        Step::Convolve(Convolve {
            input: PlaneId(2),
            filter: prepared.filter,
            ending: to_plane(1, None, prepared.scale, prepared.bias),
        }),
    ];
    let mut memory = Memory::new(&plan, 7, 4);
    let geometry = memory.geometry;
    let points: Vec<usize> = geometry.rows().flat_map(|row| row..row + 7).collect();
    // The first point holds nothing but 0.
    for &point in &points[1..] {
        let loudness = 10.0_f32.powf(4.0 * number(rng));
        let numbers = &mut memory.planes[0].floats_mut()[point * stored..][..inputs];
        numbers.fill_with(|| loudness * number(rng));
    }
    for step in &plan.steps {
        run(&plan, step, &mut memory);
    }
    let errors = points.iter().map(|&point| {
        let numbers = &memory.plane(PlaneId(0)).floats()[point * stored..][..inputs];
        let sums = &memory.plane(PlaneId(1)).floats()[point * wide..][..outputs];
        let products = |output: usize| {
            let weights = matrix.weights[output..].iter().step_by(outputs);
            numbers.iter().zip(weights).map(|(a, b)| a * b)
        };
        let sizes = (0..outputs).map(|output| products(output).map(f32::abs).sum());
        let largest = sizes.fold(f32::MIN_POSITIVE, f32::max);
        let exact = (0..outputs).map(|output| products(output).sum::<f32>());
        let differences = exact.zip(sums).map(|(a, b)| (a - b).abs());
        f64::from(differences.fold(0.0, f32::max) / largest)
    });
    errors.fold(0.0, f64::max)
}
