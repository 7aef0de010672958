//! Files come back as they were written; damaged ones are rejected, without panic and without much memory.

use std::io::Read;

use super::{Limits, ModelProblem};
use crate::model::sample::{sample_model, sample_models};
use crate::model::write::{Form, compressed, write};
use crate::model::{Block, Model, Tip};
use tedomari_base::Rng;

const FORMS: [Form; 2] = [Form::Text, Form::Binary];

fn read(bytes: &[u8]) -> Result<Model, String> {
    Model::read(bytes, "file", &Limits::default()).map_err(|error| error.to_string())
}

/// Text of the sample with one piece replaced, once.
fn altered(version: u32, old: &str, new: &str) -> String {
    let text = String::from_utf8(write(&sample_model(version), Form::Text)).unwrap();
    assert!(text.contains(old), "{old}");
    text.replacen(old, new, 1)
}

fn check_error(bytes: &[u8], expected: &str) {
    assert_eq!(
        read(bytes).map(|model| model.name),
        Err(expected.to_owned())
    );
}

#[test]
fn models_come_back_as_they_were() {
    for model in sample_models(7) {
        for form in FORMS {
            let bytes = write(&model, form);
            assert_eq!(read(&bytes).as_ref(), Ok(&model), "{form:?}");
            assert_eq!(read(&compressed(&bytes)).as_ref(), Ok(&model), "{form:?}");
        }
    }
}

#[test]
fn tiny_numbers_become_zero() {
    let mut model = sample_model(8);
    let Tip::Scaled(tip) = &mut model.trunk.tip else {
        panic!("another kind of tip");
    };
    tip.bias.fill(-1e-35);
    for form in FORMS {
        let Tip::Scaled(tip) = read(&write(&model, form)).unwrap().trunk.tip else {
            panic!("another kind of tip");
        };
        assert!(tip.bias.iter().all(|number| *number == 0.0), "{form:?}");
    }
}

#[test]
fn a_compressed_file_may_have_parts() {
    let bytes = write(&sample_model(8), Form::Binary);
    let (first, second) = bytes.split_at(bytes.len() / 3);
    let parts = [compressed(first), compressed(second)].concat();
    assert_eq!(read(&parts), Ok(sample_model(8)));
}

#[test]
fn normalizations_are_merged() {
    // The tip of the trunk: mean, variance, factors and summands, of which the last two may be absent.
    let cases: [(&str, f64, f64); 3] = [
        ("1 1\n1.5\n3\n2\n0.5\n", 1.0, -1.0),
        ("0 1\n1.5\n3\n0.5\n", 0.5, -0.25),
        ("1 0\n1.5\n3\n2\n", 1.0, -1.5),
    ];
    let (_, layer) = tip_as_text();
    for (numbers, scale, bias) in cases {
        let numbers: String = numbers
            .lines()
            .map(|line| {
                if line.contains(' ') {
                    format!("{line}\n")
                } else {
                    many(line)
                }
            })
            .collect();
        let changed = format!("11\n1\n{numbers}tip-activation\n");
        let text = tip_as_text().0.replacen(&layer, &changed, 1);
        let Tip::Scaled(tip) = read(text.as_bytes()).unwrap().trunk.tip else {
            panic!("another kind of tip");
        };
        for (found_scale, found_bias) in tip.scale.iter().zip(&tip.bias) {
            assert!((f64::from(*found_scale) - scale).abs() < 1e-6, "{numbers}");
            assert!((f64::from(*found_bias) - bias).abs() < 1e-6, "{numbers}");
        }
    }
}

/// The version 8 sample as text, and what stands in it behind the name of the trunk's tip.
fn tip_as_text() -> (String, String) {
    let model = sample_model(8);
    let Tip::Scaled(tip) = &model.trunk.tip else {
        panic!("another kind of tip");
    };
    let text = String::from_utf8(write(&model, Form::Text)).unwrap();
    let start = text.find(&format!("\n{}\n", tip.name)).unwrap() + tip.name.len() + 2;
    let end = start + text[start..].find("activation\n").unwrap() + "activation\n".len();
    (text.clone(), text[start..end].to_owned())
}

/// A line with the same number for each channel.
fn many(number: &str) -> String {
    format!("{}\n", [number; 11].join(" "))
}

#[test]
fn a_negative_variance_is_an_error() {
    let (text, layer) = tip_as_text();
    let changed = layer.replacen(&many("1"), &many("-1"), 1);
    let error = read(text.replacen(&layer, &changed, 1).as_bytes()).unwrap_err();
    assert!(
        error.ends_with("factor or summand of channel 0 is not finite"),
        "{error}"
    );
}

#[test]
fn fixed_rotations_are_spelled_out() {
    // The reference implementation has 1 / theta^(arange(0, half, 2) / half) for rows, then the same for columns.
    let model = sample_models(1).pop().unwrap();
    let text = String::from_utf8(write(&model, Form::Text)).unwrap();
    let start = text.find("rotation\n").unwrap();
    let end = start + text[start..].match_indices('\n').nth(4).unwrap().0;
    let text = format!("{}rotation\n100{}", &text[..start], &text[end..]).replacen(
        "6\n3\n1\n1\n",
        "6\n3\n1\n0\n",
        1,
    );
    let model = read(text.as_bytes()).unwrap();
    let Block::Attention(block) = &model.trunk.blocks[0] else {
        panic!("another kind of block");
    };
    let frequencies = &block.rotation.as_ref().unwrap().frequencies;
    let expected = [[0.0, 1.0], [1.0, 0.0], [100f64.powf(-2.0 / 3.0), 0.0]].repeat(2);
    assert_eq!(frequencies.len(), expected.len());
    for (found, expected) in frequencies
        .as_flattened()
        .iter()
        .zip(expected.as_flattened())
    {
        assert!(
            (f64::from(*found) - expected).abs() < 1e-7,
            "{frequencies:?}"
        );
    }
}

#[test]
fn foreign_files_are_told() {
    let binary: Vec<u8> = (0..=255).cycle().skip(40).take(5000).collect();
    for bytes in [
        &b""[..],
        b"\n \n",
        b"(;SZ[19])",
        b"name",
        b"name eight",
        b"\x1f\x8b",
        &binary,
    ] {
        check_error(bytes, "file: not a model file of KataGo");
    }
    check_error(
        b"name 7",
        "file: version 7 is not supported; versions 8 to 17 are",
    );
    check_error(
        b"name 18 22",
        "file: version 18 is not supported; versions 8 to 17 are",
    );
    check_error(
        b"\x1f\x8b01234567890",
        "file: the gzip data is damaged: invalid gzip header",
    );
}

#[test]
fn errors_say_version_layer_and_fault() {
    let cases = [
        (
            8,
            "\n22\n",
            "\n21\n",
            "version 8: features of a point: expected 22, found 21",
        ),
        (
            8,
            "\n19\n",
            "\nmany\n",
            "version 8: features of the position: expected a number, found \"many\"",
        ),
        (
            14,
            "20.5",
            "-3",
            "version 14: factor of the score: -3 is not a positive number",
        ),
        (
            14,
            "20.5",
            "inf",
            "version 14: factor of the score: inf is not a positive number",
        ),
        (
            15,
            "\n0\n0\n0\n",
            "\n1\n0\n0\n",
            "version 15: not supported: networks that imitate players of a given rank",
        ),
        (
            17,
            "ACTIVATION_SILU",
            "ACTIVATION_TANH",
            "unknown activation: \"ACTIVATION_TANH\"",
        ),
        (
            8,
            "ordinary_block",
            "dilated_block",
            "unknown kind of block: \"dilated_block\"",
        ),
        (
            8,
            "\n5\n3\n22",
            "\n5\n4\n22",
            "not supported: kernels with an even number of rows",
        ),
        (
            8,
            "\n5\n3\n22",
            "\n5\n21\n22",
            "columns of the kernel: 21 is not within 1 and 19",
        ),
        (
            8,
            "\n5\n3\n22",
            "\n5\n-3\n22",
            "columns of the kernel: -3 is not within 1 and 19",
        ),
        (
            8,
            "\n5\n3\n22",
            "\n5\n3\n23",
            "input channels: expected 22, found 23",
        ),
        (
            8,
            "\n5\n3\n22\n11\n1\n",
            "\n5\n3\n22\n11\n2\n",
            "not supported: dilated convolutions",
        ),
        (
            8,
            "\n5\n3\n22\n11\n",
            "\n5\n3\n22\n90000\n",
            "output channels: 90000 is not within 1 and 8192",
        ),
        (8, "1e-20", "0", "epsilon: 0 is not a positive number"),
    ];
    for (version, old, new, expected) in cases {
        let error = read(altered(version, old, new).as_bytes()).unwrap_err();
        assert!(
            error.starts_with(&format!("file: version {version}")),
            "{error}"
        );
        assert!(error.ends_with(expected), "{error} for {expected}");
    }
    let text = altered(8, "\n22\n11\n1\n1\n", "\n22\n11\n1\n1\nnan ");
    let expected = format!(
        "file: version 8, layer {}: weight 0 is not finite",
        sample_model(8).trunk.convolution.name
    );
    check_error(text.as_bytes(), &expected);
}

#[test]
fn something_after_the_end_is_told() {
    for form in FORMS {
        let whole = write(&sample_model(17), form);
        assert!(read(&[whole.as_slice(), b" \n\n"].concat()).is_ok());
        let error = read(&[whole.as_slice(), b"0"].concat()).unwrap_err();
        assert!(
            error.ends_with("something follows the end of the model"),
            "{error}"
        );
        let packed = compressed(&whole);
        assert!(read(&[packed.as_slice(), b"0"].concat()).is_err());
    }
}

#[test]
fn every_shorter_file_is_an_error() {
    for form in FORMS {
        let whole = write(&sample_model(17), form);
        // The last byte is a line end; in text, the last number may still lose digits.
        let last = whole.len() - if form == Form::Text { 12 } else { 1 };
        for length in (0..last).step_by(37).chain([last - 1]) {
            assert!(read(&whole[..length]).is_err(), "{length} bytes");
        }
    }
    let packed = compressed(&write(&sample_model(8), Form::Binary));
    for length in (0..packed.len()).step_by(37).chain([packed.len() - 1]) {
        assert!(read(&packed[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn damage_under_compression_is_found() {
    let packed = compressed(&write(&sample_model(8), Form::Binary));
    let mut rng = Rng::new(5, 0);
    for _ in 0..500 {
        let mut bytes = packed.clone();
        // The first ten bytes hold a time and other things without effect.
        let at = 10 + rng.index(bytes.len() - 10);
        bytes[at] ^= 1 << rng.below(8);
        assert!(read(&bytes).is_err(), "byte {at}");
    }
}

#[test]
fn random_changes_do_no_harm() {
    let mut rng = Rng::new(6, 0);
    let hostile = [
        "-1",
        "0",
        "99999999",
        "9223372036854775807",
        "nan",
        "1e39",
        "",
        "x",
        "@BIN@",
        "gpool_block",
    ];
    for model in sample_models(2) {
        let text = String::from_utf8(write(&model, Form::Text)).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        // Most words are weights, so the words before the first weights are hit as often as all others.
        for round in 0..100 {
            let mut words = words.clone();
            let n_candidates = if round % 2 == 0 { 40 } else { words.len() };
            words[rng.index(n_candidates)] = hostile[rng.index(hostile.len())];
            assert_whole(read(words.join(" ").as_bytes()));
        }
        let binary = write(&model, Form::Binary);
        for _ in 0..100 {
            let mut bytes = binary.clone();
            let at = rng.index(bytes.len());
            bytes[at] = rng.bits().to_le_bytes()[0];
            assert_whole(read(&bytes));
        }
    }
}

/// If a changed file was read, it is a model that can be written.
fn assert_whole(outcome: Result<Model, String>) {
    match outcome {
        Ok(model) => assert_eq!(read(&write(&model, Form::Binary)), Ok(model)),
        Err(error) => assert!(error.starts_with("file: "), "{error}"),
    }
}

#[test]
fn a_small_file_that_claims_to_be_large_costs_nothing() {
    // Without a limit of parameters this would be a list of 10^17 bytes.
    let limits = Limits {
        parameters: u64::MAX,
        channels: usize::MAX >> 1,
        ..Limits::default()
    };
    for mark in ["0.5 0.5", "@BIN@abcdefgh"] {
        for channels in ["1000000000000", "4000000000000000000"] {
            let text = format!(
                "name 8 22 19 trunk 1 {channels} 1 1 0 1 first 19 19 22 {channels} 1 1 {mark}"
            );
            let error = Model::read(text.as_bytes(), "file", &limits).unwrap_err();
            assert!(matches!(error.problem, ModelProblem::Truncated), "{error}");
        }
    }
}

#[test]
fn limits_hold() {
    let bytes = write(&sample_model(15), Form::Binary);
    let check = |limits: Limits, expected: &str| {
        let error = Model::read(bytes.as_slice(), "file", &limits).unwrap_err();
        assert!(error.to_string().ends_with(expected), "{error}");
    };
    let usual = Limits::default;
    check(
        Limits {
            parameters: 4000,
            ..usual()
        },
        "more than 4000 parameters",
    );
    check(
        Limits {
            blocks: 4,
            ..usual()
        },
        "blocks: 3 is not within 1 and 2",
    );
    check(
        Limits {
            channels: 15,
            ..usual()
        },
        "features of a point: 22 is not within 1 and 15",
    );
    check(
        Limits {
            kernel: 3,
            ..usual()
        },
        "rows of the kernel: 5 is not within 1 and 3",
    );
    check(
        Limits {
            bytes: 3000,
            ..usual()
        },
        "larger than 0 MiB when decompressed",
    );
}

#[test]
fn bombs_are_cut_off() {
    let zeros = std::io::repeat(b' ').take(1 << 24);
    let mut bytes = b"name 8 ".to_vec();
    zeros.chain(&b"22"[..]).read_to_end(&mut bytes).unwrap();
    let packed = compressed(&bytes);
    assert!(packed.len() < 1 << 18);
    let limits = Limits {
        bytes: 1 << 20,
        ..Limits::default()
    };
    let error = Model::read(packed.as_slice(), "file", &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "file: version 8: more than 65536 bytes of white space between two words"
    );
}

#[test]
fn blocks_stand_only_so_deep() {
    let text = String::from_utf8(write(&sample_model(15), Form::Text)).unwrap();
    let start = text.find("nested_bottleneck_block").unwrap();
    let head = &text[..start];
    let ones = |n: usize| vec!["1"; n].join(" ");
    let zeros = |n: usize| vec!["0"; n].join(" ");
    let level = format!(
        "nested_bottleneck_block name 1 norm 11 1 0 0 {} {} a ACTIVATION_RELU first 1 1 11 11 1 1 {} ",
        zeros(11),
        ones(11),
        zeros(121)
    );
    let error = read(format!("{head}{}", level.repeat(20)).as_bytes()).unwrap_err();
    assert!(
        error.ends_with("not supported: blocks so deep in blocks"),
        "{error}"
    );
}
