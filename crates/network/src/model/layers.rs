//! The layers that blocks and heads are made of.

/// A function applied to each number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// `x`.
    Identity,
    /// `max(x, 0)`.
    Relu,
    /// `x * tanh(ln(1 + exp(x)))`.
    Mish,
    /// `x / (1 + exp(-x))`.
    Silu,
}

/// A convolution with a centered odd kernel. Beyond the edge of the board are zeros; the output is as large as the
/// board.
#[derive(Clone, Debug, PartialEq)]
pub struct Convolution {
    /// Its name in the file.
    pub name: String,
    /// Rows of the kernel, odd.
    pub kernel_height: usize,
    /// Columns of the kernel, odd.
    pub kernel_width: usize,
    /// Channels read.
    pub n_inputs: usize,
    /// Channels written.
    pub n_outputs: usize,
    /// `[row][column][input][output]`, the output fastest: the weight of row `y`, column `x` of the kernel from channel
    /// `i` to channel `o` is at `((y * kernel_width + x) * n_inputs + i) * n_outputs + o`. Row 0, column 0 reads the
    /// neighbour above on the left.
    pub weights: Vec<f32>,
}

/// A matrix, and what is added to the product.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// Its name in the file.
    pub name: String,
    /// Numbers read.
    pub n_inputs: usize,
    /// Numbers written.
    pub n_outputs: usize,
    /// `[input][output]`, the output fastest: the weight from `i` to `o` is at `i * n_outputs + o`.
    pub weights: Vec<f32>,
    /// Added to each output: `n_outputs` numbers, zeros where the file has none.
    pub bias: Vec<f32>,
}

/// A batch normalization, merged to one factor and one summand for each channel, and the activation behind it:
/// `activation(scale[c] * x + bias[c])`.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaledActivation {
    /// The name of the normalization in the file.
    pub name: String,
    /// One factor for each channel.
    pub scale: Vec<f32>,
    /// One summand for each channel.
    pub bias: Vec<f32>,
    /// What follows.
    pub activation: Activation,
}

/// A normalization at each point by the root of the mean square of its `n` channels:
/// `x[c] / sqrt(sum(x^2) / n + epsilon) * scale[c]`.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMeanSquare {
    /// Its name in the file.
    pub name: String,
    /// Added to the mean square; positive.
    pub epsilon: f32,
    /// One factor for each channel.
    pub scale: Vec<f32>,
}

impl Convolution {
    /// How many points of the board it reads for one point.
    #[must_use]
    pub fn n_taps(&self) -> usize {
        self.kernel_height * self.kernel_width
    }
}
