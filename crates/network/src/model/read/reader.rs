//! Names, sizes and layers: what all parts of a model file are made of.

use std::io::Read;

use super::error::ModelProblem;
use super::limits::Limits;
use super::source::Source;
use crate::model::layers::{Activation, Convolution, Linear, RootMeanSquare, ScaledActivation};

/// Reads a model file layer by layer. Sizes are checked against the limits, and against what the layers before give,
/// before the weights of a layer are read.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    source: Source<'a>,
    limits: &'a Limits,
    n_parameters: u64,
    n_blocks: usize,
    /// 0 until it is known.
    pub(super) version: u32,
    /// The last name read, for errors.
    layer: String,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: impl Read + 'a, limits: &'a Limits) -> Result<Self, ModelProblem> {
        Ok(Self {
            source: Source::new(file, limits.bytes)?,
            limits,
            n_parameters: 0,
            n_blocks: 0,
            version: 0,
            layer: String::new(),
        })
    }

    /// Where reading stands, for the text of an error.
    pub(super) fn place(&self) -> String {
        match (self.version, self.layer.as_str()) {
            (0, _) => String::new(),
            (version, "") => format!("version {version}: "),
            (version, layer) => format!("version {version}, layer {layer}: "),
        }
    }

    pub(super) fn word(&mut self) -> Result<String, ModelProblem> {
        self.source.word()
    }

    /// The name of a layer or block. Errors carry it from now on.
    pub(super) fn name(&mut self) -> Result<String, ModelProblem> {
        let name = self.source.word()?;
        self.layer.clone_from(&name);
        Ok(name)
    }

    pub(super) fn integer(&mut self, what: &'static str) -> Result<i64, ModelProblem> {
        let found = self.source.word()?;
        found
            .parse()
            .map_err(|_| ModelProblem::NoNumber { what, found })
    }

    pub(super) fn integer_within(
        &mut self,
        what: &'static str,
        least: usize,
        most: usize,
    ) -> Result<usize, ModelProblem> {
        let found = self.integer(what)?;
        usize::try_from(found)
            .ok()
            .filter(|number| (least..=most).contains(number))
            .ok_or(ModelProblem::OutOfRange {
                what,
                found,
                least,
                most,
            })
    }

    /// A number of channels.
    pub(super) fn channels(&mut self, what: &'static str) -> Result<usize, ModelProblem> {
        self.integer_within(what, 1, self.limits.channels)
    }

    /// A number of blocks, counted with all other blocks.
    pub(super) fn blocks(&mut self) -> Result<usize, ModelProblem> {
        let n_blocks = self.integer_within("blocks", 1, self.limits.blocks - self.n_blocks)?;
        self.n_blocks += n_blocks;
        Ok(n_blocks)
    }

    pub(super) fn flag(&mut self, what: &'static str) -> Result<bool, ModelProblem> {
        Ok(self.integer_within(what, 0, 1)? == 1)
    }

    pub(super) fn positive(&mut self, what: &'static str) -> Result<f64, ModelProblem> {
        let found = self.source.word()?;
        let found: f64 = found
            .parse()
            .map_err(|_| ModelProblem::NoNumber { what, found })?;
        if found > 0.0 && found.is_finite() {
            Ok(found)
        } else {
            Err(ModelProblem::NotPositive { what, found })
        }
    }

    /// Options that the format reserves for later: all must be 0.
    pub(super) fn reserved(&mut self, n: usize) -> Result<(), ModelProblem> {
        for _ in 0..n {
            if self.integer("reserved option")? != 0 {
                return Err(ModelProblem::NotSupported(
                    "an option that later versions may have",
                ));
            }
        }
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<(), ModelProblem> {
        self.source.finish()
    }

    /// Numbers that are parameters of the network.
    pub(super) fn numbers(
        &mut self,
        n: usize,
        what: &'static str,
    ) -> Result<Vec<f32>, ModelProblem> {
        let limit = self.limits.parameters;
        self.n_parameters = self.n_parameters.saturating_add(n as u64);
        if self.n_parameters > limit {
            return Err(ModelProblem::TooManyParameters { limit });
        }
        self.source.numbers(n, what)
    }

    pub(super) fn convolution(&mut self, n_inputs: usize) -> Result<Convolution, ModelProblem> {
        let name = self.name()?;
        let kernel_height = self.kernel("rows of the kernel")?;
        let kernel_width = self.kernel("columns of the kernel")?;
        let found = self.channels("input channels")?;
        fits("input channels", n_inputs, found)?;
        let n_outputs = self.channels("output channels")?;
        for what in ["dilation of rows", "dilation of columns"] {
            if self.integer_within(what, 1, self.limits.kernel)? != 1 {
                return Err(ModelProblem::NotSupported("dilated convolutions"));
            }
        }
        let n_weights = product(&[kernel_height, kernel_width, n_inputs, n_outputs]);
        let weights = self.numbers(n_weights, "weight")?;
        Ok(Convolution {
            name,
            kernel_height,
            kernel_width,
            n_inputs,
            n_outputs,
            weights,
        })
    }

    /// A convolution that must have a certain number of output channels.
    pub(super) fn convolution_to(
        &mut self,
        n_inputs: usize,
        n_outputs: usize,
    ) -> Result<Convolution, ModelProblem> {
        let convolution = self.convolution(n_inputs)?;
        fits("output channels", n_outputs, convolution.n_outputs)?;
        Ok(convolution)
    }

    /// A matrix. Its bias is 0.
    pub(super) fn linear(&mut self, n_inputs: usize) -> Result<Linear, ModelProblem> {
        let name = self.name()?;
        // Pooled numbers are three for each channel.
        let found = self.integer_within("inputs", 1, self.limits.channels.saturating_mul(3))?;
        fits("inputs", n_inputs, found)?;
        let n_outputs = self.channels("outputs")?;
        let weights = self.numbers(product(&[n_inputs, n_outputs]), "weight")?;
        Ok(Linear {
            name,
            n_inputs,
            n_outputs,
            weights,
            bias: vec![0.0; n_outputs],
        })
    }

    /// A matrix that must have a certain number of outputs. Its bias is 0.
    pub(super) fn linear_to(
        &mut self,
        n_inputs: usize,
        n_outputs: usize,
    ) -> Result<Linear, ModelProblem> {
        let linear = self.linear(n_inputs)?;
        fits("outputs", n_outputs, linear.n_outputs)?;
        Ok(linear)
    }

    /// The bias of the matrix just read.
    pub(super) fn bias_of(&mut self, linear: &mut Linear) -> Result<(), ModelProblem> {
        self.name()?;
        let found = self.channels("numbers to add")?;
        fits("numbers to add", linear.n_outputs, found)?;
        linear.bias = self.numbers(found, "number to add")?;
        Ok(())
    }

    pub(super) fn activation(&mut self) -> Result<Activation, ModelProblem> {
        self.name()?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        let kind = self.source.word()?;
        match kind.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            _ => Err(ModelProblem::Unknown {
                what: "activation",
                found: kind,
            }),
        }
    }

    /// A batch normalization, merged, with the activation behind it.
    pub(super) fn scaled_activation(
        &mut self,
        n_channels: usize,
    ) -> Result<ScaledActivation, ModelProblem> {
        let name = self.name()?;
        let found = self.channels("channels")?;
        fits("channels", n_channels, found)?;
        let epsilon = single(self.positive("epsilon")?);
        let (has_scale, has_bias) = (self.flag("has factors")?, self.flag("has summands")?);
        let mean = self.numbers(n_channels, "mean")?;
        let variance = self.numbers(n_channels, "variance")?;
        let mut scale = vec![1.0; n_channels];
        if has_scale {
            scale = self.numbers(n_channels, "factor")?;
        }
        let mut bias = vec![0.0; n_channels];
        if has_bias {
            bias = self.numbers(n_channels, "number to add")?;
        }
        for (channel, scale) in scale.iter_mut().enumerate() {
            *scale /= (variance[channel] + epsilon).sqrt();
            bias[channel] -= *scale * mean[channel];
            // The root of a negative variance, or numbers too large together.
            if !(scale.is_finite() && bias[channel].is_finite()) {
                return Err(ModelProblem::NotFinite {
                    what: "factor or summand of channel",
                    index: channel,
                });
            }
        }
        let activation = self.activation()?;
        Ok(ScaledActivation {
            name,
            scale,
            bias,
            activation,
        })
    }

    /// The normalization at the start of a block of attention.
    pub(super) fn root_mean_square(
        &mut self,
        n_channels: usize,
    ) -> Result<RootMeanSquare, ModelProblem> {
        let (name, epsilon) = self.root_mean_square_start(n_channels)?;
        let scale = self.numbers(n_channels, "factor")?;
        Ok(RootMeanSquare {
            name,
            epsilon,
            scale,
        })
    }

    /// Name and epsilon.
    pub(super) fn root_mean_square_start(
        &mut self,
        n_channels: usize,
    ) -> Result<(String, f32), ModelProblem> {
        let name = self.name()?;
        let found = self.channels("channels")?;
        fits("channels", n_channels, found)?;
        Ok((name, single(self.positive("epsilon")?)))
    }

    fn kernel(&mut self, what: &'static str) -> Result<usize, ModelProblem> {
        let found = self.integer_within(what, 1, self.limits.kernel)?;
        if found % 2 == 1 {
            Ok(found)
        } else {
            Err(ModelProblem::NotSupported(
                "kernels with an even number of rows",
            ))
        }
    }
}

/// Checks a size against the one that the layers before give.
pub(super) fn fits(what: &'static str, expected: usize, found: usize) -> Result<(), ModelProblem> {
    if found == expected {
        Ok(())
    } else {
        Err(ModelProblem::Mismatch {
            what,
            expected,
            found,
        })
    }
}

/// The nearest number of 32 bits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "constants near 1; digits beyond 32 bits have no effect"
)]
pub(super) fn single(number: f64) -> f32 {
    number as f32
}

/// A product that the limits of sizes keep small on 64 bits; elsewhere the limit of parameters catches it.
fn product(factors: &[usize]) -> usize {
    factors
        .iter()
        .fold(1, |product: usize, &factor| product.saturating_mul(factor))
}
