//! The evaluation against its definition, on every kind of block and many sizes of boards.

use std::sync::Arc;

use super::oracle;
use super::pointwise::activate;
use super::{NetworkInput, Reference};
use crate::model::sample::{numbers, sample_models};
use crate::model::{Activation, Model};
use tedomari_base::Rng;

/// Random features, most of them 0, as in real questions.
fn question(rng: &mut Rng, width: usize, height: usize) -> NetworkInput {
    let mut points = numbers(rng, width * height * 22, 1.0);
    for (index, feature) in points.iter_mut().enumerate() {
        let is_set = index % 22 == 0 || rng.below(5) == 0;
        *feature = f32::from(u8::from(is_set));
    }
    NetworkInput {
        width,
        height,
        points,
        globals: numbers(rng, 19, 1.0),
    }
}

/// The largest difference, where numbers above 1 count by their size.
fn difference(found: &[f32], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let pairs = found.iter().zip(expected);
    pairs
        .map(|(&found, expected)| (f64::from(found) - expected).abs() / expected.abs().max(1.0))
        .fold(0.0, f64::max)
}

fn check(model: &Model, question: &NetworkInput) {
    let answer = Reference::new(Arc::new(model.clone())).evaluate(question);
    let expected = oracle::evaluate(model, question);
    let place = format!("{} at {}x{}", model.name, question.width, question.height);
    assert_eq!(answer.policy.len(), expected.policy.len(), "{place}");
    for (found, expected) in answer.policy.iter().zip(&expected.policy) {
        assert!(difference(found, expected) < 1e-4, "policy of {place}");
    }
    assert!(
        difference(&answer.value, &expected.value) < 1e-4,
        "value of {place}"
    );
    assert!(
        difference(&answer.score, &expected.score) < 1e-4,
        "score of {place}"
    );
    assert!(
        difference(&answer.ownership, &expected.ownership) < 1e-4,
        "ownership of {place}"
    );
}

#[test]
fn evaluation_agrees_with_its_definition() {
    let mut rng = Rng::new(3, 0);
    let sizes = [
        (1, 1),
        (2, 2),
        (5, 5),
        (7, 4),
        (4, 7),
        (9, 9),
        (3, 13),
        (1, 6),
    ];
    for seed in 0..3 {
        for model in sample_models(seed) {
            for (width, height) in sizes {
                check(&model, &question(&mut rng, width, height));
            }
        }
    }
}

#[test]
fn large_boards_are_evaluated_alike() {
    let mut rng = Rng::new(4, 0);
    for model in sample_models(9).iter().take(4) {
        check(model, &question(&mut rng, 19, 19));
        check(model, &question(&mut rng, 25, 17));
    }
}

#[test]
fn outputs_depend_on_every_input() {
    let mut rng = Rng::new(8, 0);
    let models = sample_models(2);
    // In the transformers every point depends on the whole board.
    let model = models.last().unwrap();
    let reference = Reference::new(Arc::new(model.clone()));
    let before = question(&mut rng, 5, 4);
    let answer = reference.evaluate(&before);
    for at in 0..before.points.len() {
        let mut after = before.clone();
        after.points[at] += 1.0;
        assert_ne!(
            reference.evaluate(&after).value,
            answer.value,
            "feature {at}"
        );
    }
    for at in 0..before.globals.len() {
        let mut after = before.clone();
        after.globals[at] += 1.0;
        assert_ne!(
            reference.evaluate(&after).value,
            answer.value,
            "global feature {at}"
        );
    }
}

#[test]
fn activations_are_exact_and_finite_everywhere() {
    let ends = [
        f32::MIN,
        -1e30,
        -104.0,
        -88.0,
        0.0,
        19.999,
        20.001,
        88.0,
        1e30,
        f32::MAX,
    ];
    let mut rng = Rng::new(5, 0);
    let mut inputs = numbers(&mut rng, 2000, 30.0);
    inputs.extend(ends);
    for activation in [
        Activation::Identity,
        Activation::Relu,
        Activation::Mish,
        Activation::Silu,
    ] {
        let mut outputs = inputs.clone();
        activate(&mut outputs, activation);
        for (&x, &found) in inputs.iter().zip(&outputs) {
            let wide = f64::from(x);
            let expected = match activation {
                Activation::Identity => wide,
                Activation::Relu => wide.max(0.0),
                // Two ways to write the logarithm, each for the numbers that it can hold.
                Activation::Mish if wide > 50.0 => wide,
                Activation::Mish => wide * wide.exp().ln_1p().tanh(),
                Activation::Silu => wide / (1.0 + (-wide).exp()),
            };
            let error = (f64::from(found) - expected).abs();
            assert!(
                error <= 1e-6 * expected.abs().max(1e-6),
                "{activation:?} of {x}: {found}, not {expected}"
            );
        }
    }
}
