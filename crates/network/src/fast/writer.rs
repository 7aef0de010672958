//! The ending of a step: sums of a run of points become activations in a plane.

use std::ops::Range;

use crate::kernels::{Finish, Kernels, Output, Stream};

use super::memory::Memory;
use super::planes::Plane;
use super::step::{Ending, StreamUse, Target};

/// Planes taken out of memory for as long as a step writes to them.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    kernels: &'a Kernels,
    ending: &'a Ending,
    /// Channels of the planes, as stored.
    channels: usize,
    bias: Vec<f32>,
    stream: Plane,
    output: Plane,
}

impl<'a> Writer<'a> {
    /// Takes the planes of an ending.
    pub(super) fn open(kernels: &'a Kernels, ending: &'a Ending, memory: &mut Memory) -> Self {
        let mut bias = std::mem::take(&mut memory.bias);
        bias.clear();
        bias.extend_from_slice(&ending.bias);
        if let Some(shift) = ending.shift {
            for (bias, shift) in bias.iter_mut().zip(memory.vector(shift)) {
                *bias += shift;
            }
        }
        let stream = match ending.stream {
            StreamUse::Absent => Plane::default(),
            StreamUse::Begin(plane) | StreamUse::Join(plane) | StreamUse::Gate(plane) => {
                memory.take(plane)
            }
        };
        let output = ending
            .output
            .as_ref()
            .map(|target| memory.take(target.plane));
        Self {
            kernels,
            ending,
            channels: ending.scale.len(),
            bias,
            stream,
            output: output.unwrap_or_default(),
        }
    }

    /// Finishes `points` points from `point` on, for some channels. `sums` begins with the first channel of the first
    /// of them; the next point is `sums_step` further.
    pub(super) fn write(
        &mut self,
        sums: &[f32],
        sums_step: usize,
        point: usize,
        points: usize,
        channels: Range<usize>,
    ) {
        self.write_scaled(sums, sums_step, point..point + points, channels, None);
    }

    /// As [`Self::write`]. For points with scales of their own `of_points` holds what is taken from the sums, one
    /// number for each of the channels, and the scales.
    pub(super) fn write_scaled(
        &mut self,
        sums: &[f32],
        sums_step: usize,
        points: Range<usize>,
        channels: Range<usize>,
        of_points: Option<(&[f32], &[f32])>,
    ) {
        let at = points.start * self.channels + channels.start;
        let of = |numbers: &'a [f32]| &numbers[channels.clone()];
        let ending = self.ending;
        let mut finish = Finish {
            sums,
            sums_step,
            points: points.len(),
            channels: channels.len(),
            of_points,
            scale: of(&ending.scale),
            bias: &self.bias[channels.clone()],
            stream: match ending.stream {
                StreamUse::Absent => Stream::Absent,
                StreamUse::Begin(_) => Stream::Begin(&mut self.stream.floats_mut()[at..]),
                StreamUse::Join(_) => Stream::Join(&mut self.stream.floats_mut()[at..]),
                StreamUse::Gate(_) => Stream::Gate(&self.stream.floats()[at..]),
            },
            norm: ending
                .norm
                .as_ref()
                .map(|norm| (of(&norm.scale), of(&norm.bias))),
            curve: ending.curve,
            output: match &ending.output {
                None => Output::Absent,
                Some(target) => output(target, &mut self.output, at, channels.start),
            },
            step: self.channels,
        };
        self.kernels.finish(&mut finish);
    }

    /// Puts the planes back. The border of a plane of bytes gets what stands for 0.
    pub(super) fn close(mut self, memory: &mut Memory) {
        if let Some(target) = &self.ending.output {
            if let (Some(rounding), Plane::Byte(bytes)) = (&target.rounding, &mut self.output)
                && !rounding.border.is_empty()
            {
                for range in memory.geometry.border() {
                    let run = range.start * self.channels..range.end * self.channels;
                    for point in bytes[run].chunks_exact_mut(self.channels) {
                        point.copy_from_slice(&rounding.border);
                    }
                }
            }
            memory.put(target.plane, self.output);
        }
        match self.ending.stream {
            StreamUse::Absent => {}
            StreamUse::Begin(plane) | StreamUse::Join(plane) | StreamUse::Gate(plane) => {
                memory.put(plane, self.stream);
            }
        }
        memory.bias = self.bias;
    }
}

fn output<'a>(target: &'a Target, plane: &'a mut Plane, at: usize, channel: usize) -> Output<'a> {
    match (plane, &target.rounding) {
        (Plane::Float(numbers), _) => Output::Float(&mut numbers[at..]),
        (Plane::Bf16(numbers), _) => Output::Bf16(&mut numbers[at..]),
        (Plane::Byte(bytes), Some(rounding)) => Output::Byte {
            bytes: &mut bytes[at..],
            scale: &rounding.scale[channel..],
            zero: &rounding.zero[channel..],
            most: f32::from(rounding.most),
        },
        (Plane::Byte(_) | Plane::Scaled { .. }, _) => {
            panic!("a plan writes bytes without rounding")
        }
    }
}
