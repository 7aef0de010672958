//! A plan in the making: planes and vectors given out, steps added.

use crate::kernels::{Curve, Kernels, padded};
use crate::model::{Activation, Convolution, Linear, Pooling, Rotation, ScaledActivation};

use super::filter::{matrix, point_by_point, prepare, scaled, stored};
use super::planes::{Kind, PlaneId, PlaneSpec, VectorId};
use super::precision::Precision;
use super::ranges::Ranges;
use super::scaled::zero_byte;
use super::step::{
    Affine, Apply, Convolve, Dense, Ending, Pool, PoolKind, Quantize, Step, StreamUse, Target,
};

/// Activations that a convolution reads.
#[derive(Clone, Debug)]
pub(super) struct Activations {
    pub(super) target: Target,
    pub(super) kind: Kind,
    /// For matrices in bytes: what the channels of a plane of floats are multiplied by before they are rounded.
    pub(super) factors: Option<Vec<f32>>,
}

/// A plan in the making.
#[derive(Debug)]
pub(super) struct Compiler<'a> {
    kernels: &'a Kernels,
    precision: Precision,
    /// Whether blocks of the model are attention or feed forward.
    has_transformer: bool,
    ranges: &'a Ranges,
    pub(super) planes: Vec<PlaneSpec>,
    free: Vec<PlaneId>,
    pub(super) vectors: Vec<usize>,
    pub(super) rotations: Vec<Rotation>,
    pub(super) head_sizes: Vec<(usize, usize)>,
    pub(super) steps: Vec<Step>,
    n_sites: usize,
    /// How far the largest kernel reaches, at least 1.
    pub(super) margin: usize,
}

/// What comes after the sums of a convolution, but for what its weights bring.
#[derive(Debug, Default)]
pub(super) struct After<'a> {
    pub(super) bias: Option<&'a [f32]>,
    pub(super) shift: Option<VectorId>,
    pub(super) stream: Option<StreamUse>,
    pub(super) norm: Option<&'a ScaledActivation>,
    pub(super) curve: Option<Curve>,
    pub(super) output: Option<Target>,
}

/// The curve of an activation.
pub(super) fn curve(activation: Activation) -> Curve {
    match activation {
        Activation::Identity => Curve::Identity,
        Activation::Relu => Curve::Relu,
        Activation::Mish => Curve::Mish,
        Activation::Silu => Curve::Silu,
    }
}

fn affine(norm: &ScaledActivation) -> Affine {
    Affine {
        scale: stored(&norm.scale),
        bias: stored(&norm.bias),
    }
}

impl<'a> Compiler<'a> {
    pub(super) fn new(
        kernels: &'a Kernels,
        precision: Precision,
        ranges: &'a Ranges,
        has_transformer: bool,
    ) -> Self {
        Self {
            kernels,
            precision,
            has_transformer,
            ranges,
            planes: Vec::new(),
            free: Vec::new(),
            vectors: Vec::new(),
            rotations: Vec::new(),
            head_sizes: Vec::new(),
            steps: Vec::new(),
            n_sites: 0,
            margin: 1,
        }
    }

    pub(super) fn precision(&self) -> Precision {
        self.precision
    }

    /// The kind of queries, keys and values, of what makes them, and of what convolutions read beside a transformer:
    /// with bytes there the win rate is off by more than one percent.
    pub(super) fn narrow_kind(&self) -> Kind {
        match self.precision {
            Precision::F32 => Kind::Float,
            Precision::Int8 if !self.kernels.has_fast_bf16() => Kind::Float,
            Precision::Bf16 | Precision::Int8 => Kind::Bf16,
        }
    }

    /// A plane that nothing else uses now. The one that the last step reads is not taken, for that step may be made to
    /// write to this one.
    pub(super) fn plane(&mut self, channels: usize, kind: Kind) -> PlaneId {
        let spec = PlaneSpec {
            channels: padded(channels),
            kind,
        };
        let read = match self.steps.last() {
            Some(Step::Convolve(step)) => Some(step.input),
            Some(_) | None => None,
        };
        let fits = |&plane: &PlaneId| self.planes[plane.0] == spec && Some(plane) != read;
        if let Some(at) = self.free.iter().position(fits) {
            return self.free.swap_remove(at);
        }
        self.planes.push(spec);
        PlaneId(self.planes.len() - 1)
    }

    /// Gives a plane back.
    pub(super) fn release(&mut self, plane: PlaneId) {
        self.free.push(plane);
    }

    /// A new vector.
    pub(super) fn vector(&mut self, len: usize) -> VectorId {
        self.vectors.push(padded(len));
        VectorId(self.vectors.len() - 1)
    }

    /// A place for what convolutions of the trunk read; it is calibrated.
    pub(super) fn calibrated(&mut self, channels: usize) -> Activations {
        let site = self.site();
        let kind = match self.precision {
            Precision::Int8 if !self.has_transformer => Kind::Byte,
            Precision::F32 | Precision::Bf16 | Precision::Int8 => self.narrow_kind(),
        };
        let most = self.kernels.most_byte();
        let rounding = (kind == Kind::Byte).then(|| self.ranges.rounding(site, most));
        let mut activations = self.floating(channels, kind);
        activations.target.rounding = rounding;
        activations.target.site = Some(site);
        activations
    }

    /// A place for what matrices of a transformer read; it is calibrated. Bytes are made by [`Self::quantize`].
    pub(super) fn for_matrices(&mut self, channels: usize) -> Activations {
        let site = self.site();
        let kind = match self.precision {
            Precision::Int8 => Kind::Float,
            Precision::F32 | Precision::Bf16 => self.narrow_kind(),
        };
        let mut activations = self.floating(channels, kind);
        activations.target.site = Some(site);
        activations.factors =
            (self.precision == Precision::Int8).then(|| self.ranges.factors(site));
        activations
    }

    /// The number of the next place that is calibrated, the same for every precision.
    fn site(&mut self) -> usize {
        self.n_sites += 1;
        self.n_sites - 1
    }

    /// Bytes of a plane of floats if its matrices read bytes; the plane is given back then.
    pub(super) fn quantize(&mut self, input: Activations) -> Activations {
        let Some(factors) = &input.factors else {
            return input;
        };
        let output = self.floating(factors.len(), Kind::Scaled);
        let most = self.kernels.most_byte();
        let all = |number| vec![number; factors.len()];
        self.steps.push(Step::Quantize(Quantize {
            input: input.target.plane,
            output: output.target.plane,
            factors: factors.clone(),
            nothing: all(0.0),
            ones: all(1.0),
            zeros: all(zero_byte(most)),
            most,
        }));
        self.release(input.target.plane);
        Activations {
            factors: input.factors,
            ..output
        }
    }

    /// A place for activations that are not rounded to bytes by scales that hold for all points.
    pub(super) fn floating(&mut self, channels: usize, kind: Kind) -> Activations {
        Activations {
            target: Target {
                plane: self.plane(channels, kind),
                rounding: None,
                site: None,
            },
            kind,
            factors: None,
        }
    }

    /// A convolution and what comes after it.
    pub(super) fn convolve(
        &mut self,
        input: &Activations,
        convolution: &Convolution,
        after: After<'_>,
    ) {
        let reach = convolution.kernel_height.max(convolution.kernel_width) / 2;
        self.margin = self.margin.max(reach);
        let prepared = match &input.factors {
            Some(factors) => scaled(convolution, factors, self.kernels.most_byte()),
            None => prepare(convolution, input.kind, input.target.rounding.as_ref()),
        };
        let mut bias = prepared.bias;
        for (bias, more) in bias.iter_mut().zip(after.bias.unwrap_or_default()) {
            *bias += more;
        }
        let ending = Ending {
            scale: prepared.scale,
            bias,
            shift: after.shift,
            stream: after.stream.unwrap_or(StreamUse::Absent),
            norm: after.norm.map(affine),
            curve: after
                .norm
                .map(|norm| curve(norm.activation))
                .or(after.curve)
                .unwrap_or(Curve::Identity),
            output: after.output,
        };
        self.steps.push(Step::Convolve(Convolve {
            input: input.target.plane,
            filter: prepared.filter,
            ending,
        }));
    }

    /// A matrix at each point, and what comes after it.
    pub(super) fn linear(&mut self, input: &Activations, linear: &Linear, after: After<'_>) {
        let after = After {
            bias: Some(&linear.bias),
            ..after
        };
        self.convolve(input, &point_by_point(linear), after);
    }

    /// A matrix times a vector.
    pub(super) fn dense(&mut self, input: VectorId, linear: &Linear, curve: Curve) -> VectorId {
        let output = self.vector(linear.n_outputs);
        let bias = stored(&linear.bias);
        self.steps.push(Step::Dense(Dense {
            input,
            weights: matrix(linear),
            ones: vec![1.0; bias.len()],
            bias,
            curve,
            output,
        }));
        output
    }

    /// Numbers about the whole board.
    pub(super) fn pool(&mut self, input: PlaneId, channels: usize, kind: PoolKind) -> VectorId {
        let output = self.vector(3 * channels);
        self.steps.push(Step::Pool(Pool {
            input,
            channels,
            kind,
            output,
        }));
        output
    }

    /// The pooled numbers of an input.
    pub(super) fn pooled(&mut self, input: &Activations, pooling: &Pooling) -> VectorId {
        let channels = pooling.convolution.n_outputs;
        let output = self.floating(channels, Kind::Float);
        let plane = output.target.plane;
        let after = After {
            norm: Some(&pooling.activation),
            output: Some(output.target),
            ..After::default()
        };
        self.convolve(input, &pooling.convolution, after);
        let pooled = self.pool(plane, channels, PoolKind::Largest);
        self.release(plane);
        pooled
    }

    /// A norm and an activation of a stream, into a place: as a part of the step before if that wrote the stream.
    pub(super) fn enter(&mut self, stream: PlaneId, norm: &ScaledActivation, into: Target) {
        let last = match self.steps.last_mut() {
            Some(Step::Convolve(step)) => Some(&mut step.ending),
            Some(Step::Begin(step)) => Some(&mut step.ending),
            Some(_) | None => None,
        };
        let joined = last
            .filter(|ending| ending.stream.written() == Some(stream) && ending.output.is_none());
        let Affine { scale, bias } = affine(norm);
        let curve = curve(norm.activation);
        if let Some(ending) = joined {
            ending.norm = Some(Affine { scale, bias });
            ending.curve = curve;
            ending.output = Some(into);
            return;
        }
        let ending = Ending {
            scale,
            bias,
            shift: None,
            stream: StreamUse::Absent,
            norm: None,
            curve,
            output: Some(into),
        };
        self.steps.push(Step::Apply(Apply {
            input: stream,
            ending,
        }));
    }
}
