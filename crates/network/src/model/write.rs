//! Writes model files.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::{
    Activation, AttentionBlock, Block, Convolution, ErrorScale, Linear, Model, PassLayers, Pooling,
    RootMeanSquare, ScaledActivation, Tip, Trunk, ValueHead,
};

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As decimal text.
    Text,
    /// As 32-bit floating-point numbers, little-endian.
    Binary,
}

/// The bytes of a model file, not compressed; [`Model::read`] gives the model back.
#[must_use]
pub fn write(model: &Model, form: Form) -> Vec<u8> {
    let mut writer = Writer {
        bytes: Vec::new(),
        form,
        version: model.version,
    };
    writer.model(model);
    writer.bytes
}

/// The bytes of a file, compressed as gzip.
///
/// # Panics
/// Never: memory takes all bytes.
#[must_use]
pub fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory takes all bytes");
    encoder.finish().expect("memory takes all bytes")
}

struct Writer {
    bytes: Vec<u8>,
    form: Form,
    version: u32,
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.bytes.extend(text.bytes());
        self.bytes.push(b'\n');
    }

    fn sizes(&mut self, sizes: &[usize]) {
        for size in sizes {
            self.line(&size.to_string());
        }
    }

    fn numbers(&mut self, numbers: &[f32]) {
        match self.form {
            Form::Text => {
                let words: Vec<String> = numbers.iter().map(f32::to_string).collect();
                self.line(&words.join(" "));
            }
            Form::Binary => {
                self.bytes.extend(b"@BIN@");
                self.bytes
                    .extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
                self.bytes.push(b'\n');
            }
        }
    }

    fn model(&mut self, model: &Model) {
        self.line(&model.name);
        self.sizes(&[
            model.version as usize,
            model.n_point_features,
            model.n_global_features,
        ]);
        if self.version >= 13 {
            let scales = &model.scales;
            let (value, score) = match scales.errors {
                ErrorScale::Absent => unreachable!("version 8"),
                ErrorScale::Softplus { value, score }
                | ErrorScale::Root { value, score }
                | ErrorScale::Half { value, score } => (value, score),
            };
            let [mean, stdev] = [scales.score_mean, scales.score_stdev];
            for factor in [
                19.5,
                mean,
                stdev,
                scales.lead,
                scales.variance_time,
                value,
                score,
            ] {
                self.line(&factor.to_string());
            }
        }
        if self.version >= 15 {
            self.sizes(&[0, usize::from(model.areas_allow_suicide), 0, 0, 0, 0, 0, 0]);
        }
        self.trunk(&model.trunk);
        self.line(&model.policy.name);
        if self.version >= 17 {
            self.sizes(&[model.policy.n_channels(), 0, 0, 0]);
        }
        self.convolution(&model.policy.first);
        self.pooling(&model.policy.pooling);
        self.scaled(&model.policy.middle);
        self.convolution(&model.policy.last);
        self.pass(&model.policy.pass);
        self.value(&model.value);
    }

    fn trunk(&mut self, trunk: &Trunk) {
        self.line(&trunk.name);
        self.sizes(&[trunk.blocks.len(), trunk.n_channels, 1, 1, 0, 1]);
        if self.version >= 15 {
            let kind = usize::from(matches!(trunk.tip, Tip::RootMeanSquare { .. }));
            self.sizes(&[kind, 0, 0, 0, 0, 0]);
        }
        self.convolution(&trunk.convolution);
        self.linear(&trunk.globals);
        self.blocks(&trunk.blocks);
        match &trunk.tip {
            Tip::Scaled(layer) => self.scaled(layer),
            Tip::RootMeanSquare {
                norm,
                bias,
                over_board,
                activation,
            } => {
                self.norm_start(norm);
                self.sizes(&[usize::from(*over_board), 0]);
                self.numbers(&norm.scale);
                self.numbers(bias);
                self.activation(*activation);
            }
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Ordinary(block) => {
                    self.line("ordinary_block");
                    self.line(&block.name);
                    self.scaled(&block.before);
                    self.convolution(&block.first);
                    self.scaled(&block.middle);
                    self.convolution(&block.last);
                }
                Block::GlobalPooling(block) => {
                    self.line("gpool_block");
                    self.line(&block.name);
                    self.scaled(&block.before);
                    self.convolution(&block.first);
                    self.pooling(&block.pooling);
                    self.scaled(&block.middle);
                    self.convolution(&block.last);
                }
                Block::NestedBottleneck(block) => {
                    self.line("nested_bottleneck_block");
                    self.line(&block.name);
                    self.sizes(&[block.blocks.len()]);
                    self.scaled(&block.before);
                    self.convolution(&block.first);
                    self.blocks(&block.blocks);
                    self.scaled(&block.after);
                    self.convolution(&block.last);
                }
                Block::Attention(block) => self.attention(block),
                Block::FeedForward(block) => {
                    self.line("transformer_ffn_block");
                    self.line(&block.name);
                    self.sizes(&[block.inner.n_inputs, block.inner.n_outputs, 1]);
                    self.norm(&block.norm);
                    self.linear(&block.inner);
                    self.linear(&block.gate);
                    self.linear(&block.output);
                }
            }
        }
    }

    fn attention(&mut self, block: &AttentionBlock) {
        self.line("transformer_attention_block");
        self.line(&block.name);
        self.sizes(&[
            block.n_heads,
            block.n_key_heads,
            block.query_size,
            block.value_size,
        ]);
        let is_turned = usize::from(block.rotation.is_some());
        self.sizes(&[is_turned, is_turned]);
        self.norm(&block.norm);
        for linear in [&block.query, &block.key, &block.value, &block.output] {
            self.linear(linear);
        }
        if let Some(rotation) = &block.rotation {
            self.line("rotation");
            self.sizes(&[block.n_key_heads, block.query_size / 2, 2]);
            self.numbers(rotation.frequencies.as_flattened());
        }
    }

    fn pass(&mut self, pass: &PassLayers) {
        match pass {
            PassLayers::Direct(layer) => self.linear(layer),
            PassLayers::Hidden {
                first,
                activation,
                second,
            } => {
                self.linear(first);
                self.bias(first);
                self.activation(*activation);
                self.linear(second);
            }
        }
    }

    fn value(&mut self, head: &ValueHead) {
        self.line(&head.name);
        if self.version >= 17 {
            self.sizes(&[0, 0, 0]);
        }
        self.convolution(&head.convolution);
        self.scaled(&head.activation);
        self.linear(&head.hidden);
        self.bias(&head.hidden);
        self.activation(head.hidden_activation);
        for layer in [&head.outcome, &head.score] {
            self.linear(layer);
            self.bias(layer);
        }
        self.convolution(&head.ownership);
    }

    fn pooling(&mut self, pooling: &Pooling) {
        self.convolution(&pooling.convolution);
        self.scaled(&pooling.activation);
        self.linear(&pooling.to_bias);
    }

    fn convolution(&mut self, layer: &Convolution) {
        self.line(&layer.name);
        self.sizes(&[
            layer.kernel_height,
            layer.kernel_width,
            layer.n_inputs,
            layer.n_outputs,
            1,
            1,
        ]);
        self.numbers(&layer.weights);
    }

    fn linear(&mut self, layer: &Linear) {
        self.line(&layer.name);
        self.sizes(&[layer.n_inputs, layer.n_outputs]);
        self.numbers(&layer.weights);
    }

    fn bias(&mut self, layer: &Linear) {
        self.line("bias");
        self.sizes(&[layer.n_outputs]);
        self.numbers(&layer.bias);
    }

    /// With mean 0 and variance 1, so that merging changes nothing.
    fn scaled(&mut self, layer: &ScaledActivation) {
        let n = layer.scale.len();
        self.line(&layer.name);
        self.sizes(&[n]);
        self.line("1e-20");
        self.sizes(&[1, 1]);
        self.numbers(&vec![0.0; n]);
        self.numbers(&vec![1.0; n]);
        self.numbers(&layer.scale);
        self.numbers(&layer.bias);
        self.activation(layer.activation);
    }

    fn norm(&mut self, norm: &RootMeanSquare) {
        self.norm_start(norm);
        self.numbers(&norm.scale);
    }

    fn norm_start(&mut self, norm: &RootMeanSquare) {
        self.line(&norm.name);
        self.sizes(&[norm.scale.len()]);
        self.line(&norm.epsilon.to_string());
    }

    fn activation(&mut self, activation: Activation) {
        self.line("activation");
        if self.version >= 11 {
            self.line(match activation {
                Activation::Identity => "ACTIVATION_IDENTITY",
                Activation::Relu => "ACTIVATION_RELU",
                Activation::Mish => "ACTIVATION_MISH",
                Activation::Silu => "ACTIVATION_SILU",
            });
        }
    }
}
