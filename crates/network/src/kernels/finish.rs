//! What happens to sums before they leave the cache: scale, residual stream, norm, activation, rounding.

use super::element::{Bf16, LANES};

/// A function of one number after a norm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Curve {
    /// The number itself.
    Identity,
    /// The number, or 0 if it is negative.
    Relu,
    /// `x * tanh(softplus(x))`.
    Mish,
    /// `x / (1 + exp(-x))`.
    Silu,
}

/// What is done with the residual stream.
#[derive(Debug)]
pub(crate) enum Stream<'a> {
    /// Nothing.
    Absent,
    /// The numbers begin the stream.
    Begin(&'a mut [f32]),
    /// The numbers are added to the stream; what follows gets the sum.
    Join(&'a mut [f32]),
    /// Not a stream but a gate: the numbers are multiplied by these.
    Gate(&'a [f32]),
}

/// Where the numbers go, from the first channel of the first point on.
#[derive(Debug)]
pub(crate) enum Output<'a> {
    /// Nowhere.
    Absent,
    /// As 32-bit floats.
    Float(&'a mut [f32]),
    /// As 16-bit floats.
    Bf16(&'a mut [Bf16]),
    /// As 8-bit integers: times a scale plus a zero point, both for each channel, from 0 to `most`.
    Byte {
        /// The numbers.
        bytes: &'a mut [u8],
        /// Steps for 1.
        scale: &'a [f32],
        /// The integer that stands for 0.
        zero: &'a [f32],
        /// The largest integer.
        most: f32,
    },
}

/// A run of points to finish. Slices for channels begin at the first channel of the run.
#[derive(Debug)]
pub(crate) struct Finish<'a> {
    /// The sums.
    pub(crate) sums: &'a [f32],
    /// How far the next point is in `sums`.
    pub(crate) sums_step: usize,
    /// How many points.
    pub(crate) points: usize,
    /// How many channels, a multiple of [`LANES`].
    pub(crate) channels: usize,
    /// Before all else, for points with scales of their own: the sums less the first of these, one for each channel,
    /// times the second, one for each point.
    pub(crate) of_points: Option<(&'a [f32], &'a [f32])>,
    /// First, the sums times this ...
    pub(crate) scale: &'a [f32],
    /// ... plus this.
    pub(crate) bias: &'a [f32],
    /// Second, the residual stream.
    pub(crate) stream: Stream<'a>,
    /// Third, times the first plus the second.
    pub(crate) norm: Option<(&'a [f32], &'a [f32])>,
    /// Fourth, the activation.
    pub(crate) curve: Curve,
    /// Where the result goes.
    pub(crate) output: Output<'a>,
    /// How far the next point is in stream and output.
    pub(crate) step: usize,
}

impl Finish<'_> {
    /// Checks that every number the loop will touch lies inside its slice.
    ///
    /// # Panics
    /// If one does not.
    pub(super) fn check(&self) {
        let last = self.points.saturating_sub(1);
        let reach = last * self.step + self.channels;
        let channels = self.channels;
        let has = |len: usize| assert!(reach <= len, "run too long for stream or output");
        let has_channels = |slice: &[f32]| assert!(channels <= slice.len(), "too few channels");
        assert!(channels.is_multiple_of(LANES), "whole vectors only");
        assert!(
            last * self.sums_step + channels <= self.sums.len(),
            "sums too short"
        );
        if let Some((zeros, scales)) = self.of_points {
            has_channels(zeros);
            assert!(self.points <= scales.len(), "too few points");
        }
        has_channels(self.scale);
        has_channels(self.bias);
        match &self.stream {
            Stream::Absent => {}
            Stream::Begin(slice) | Stream::Join(slice) => has(slice.len()),
            Stream::Gate(slice) => has(slice.len()),
        }
        if let Some((scale, bias)) = self.norm {
            has_channels(scale);
            has_channels(bias);
        }
        match &self.output {
            Output::Absent => {}
            Output::Float(slice) => has(slice.len()),
            Output::Bf16(slice) => has(slice.len()),
            Output::Byte {
                bytes, scale, zero, ..
            } => {
                has(bytes.len());
                has_channels(scale);
                has_channels(zero);
            }
        }
    }
}

/// A kernel that finishes a run.
///
/// # Safety
/// The processor has the instructions that it was compiled for, and [`Finish::check`] passed.
pub(super) type FinishKernel = unsafe fn(&mut Finish<'_>);

/// Writes a kernel for one set of operations `$ops` on vectors of floats.
macro_rules! finish_kernel {
    ($(#[$feature:meta])? $kernel:ident, $ops:ident) => {
        /// # Safety
        /// See [`FinishKernel`](crate::kernels::finish::FinishKernel).
        $(#[$feature])?
        pub(in crate::kernels) unsafe fn $kernel(
            finish: &mut crate::kernels::finish::Finish<'_>,
        ) {
            use crate::kernels::element::LANES;
            use crate::kernels::finish::{Curve, Output, Stream};

            crate::kernels::curves::exponential!($(#[$feature])? $ops);
            crate::kernels::curves::bend!($(#[$feature])? $ops);

            for channel in (0..finish.channels).step_by(LANES) {
                // SAFETY: by `check` all slices reach the last channel of the last point.
                unsafe {
                    let scale = $ops::load(finish.scale.as_ptr().add(channel));
                    let bias = $ops::load(finish.bias.as_ptr().add(channel));
                    let norm = finish.norm.map(|(scale, bias)| {
                        ($ops::load(scale.as_ptr().add(channel)), $ops::load(bias.as_ptr().add(channel)))
                    });
                    let of_points = finish.of_points.map(|(zeros, scales)| {
                        ($ops::load(zeros.as_ptr().add(channel)), scales.as_ptr())
                    });
                    for point in 0..finish.points {
                        let at = point * finish.step + channel;
                        let mut sum = $ops::load(finish.sums.as_ptr().add(point * finish.sums_step + channel));
                        if let Some((zeros, scales)) = of_points {
                            let scale = $ops::splat(*scales.add(point));
                            sum = $ops::multiply($ops::subtract(sum, zeros), scale);
                        }
                        let mut value = $ops::multiply_add(sum, scale, bias);
                        match &mut finish.stream {
                            Stream::Absent => {}
                            Stream::Begin(stream) => $ops::store(stream.as_mut_ptr().add(at), value),
                            Stream::Join(stream) => {
                                let stream = stream.as_mut_ptr().add(at);
                                value = $ops::add(value, $ops::load(stream));
                                $ops::store(stream, value);
                            }
                            Stream::Gate(gate) => {
                                value = $ops::multiply(value, $ops::load(gate.as_ptr().add(at)));
                            }
                        }
                        if let Some((scale, bias)) = norm {
                            value = $ops::multiply_add(value, scale, bias);
                        }
                        value = bend(finish.curve, value);
                        match &mut finish.output {
                            Output::Absent => {}
                            Output::Float(out) => $ops::store(out.as_mut_ptr().add(at), value),
                            Output::Bf16(out) => $ops::store_bf16(out.as_mut_ptr().add(at), value),
                            Output::Byte { bytes, scale, zero, most } => {
                                let scale = $ops::load(scale.as_ptr().add(channel));
                                let zero = $ops::load(zero.as_ptr().add(channel));
                                let value = $ops::multiply_add(value, scale, zero);
                                let value = $ops::max($ops::min(value, $ops::splat(*most)), $ops::splat(0.0));
                                $ops::store_bytes(bytes.as_mut_ptr().add(at), value);
                            }
                        }
                    }
                }
            }
        }
    };
}
pub(super) use finish_kernel;
