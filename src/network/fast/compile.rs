//! From a model to a plan: the trunk.
//!
//! Each block begins with a norm and an activation of the stream. If the step before has just written that stream, they
//! become a part of its ending, so that the stream is not read again.

use crate::network::kernels::{Curve, Kernels, SparseWeights, padded};
use crate::network::model::{
    Activation, AttentionBlock, Block, Convolution, FeedForwardBlock, GlobalPoolingBlock, Linear,
    Model, NestedBottleneckBlock, OrdinaryBlock, Pooling, RootMeanSquare, Rotation,
    ScaledActivation, Tip,
};

use super::filter::{matrix, point_by_point, prepare, stored};
use super::planes::{Kind, PlaneId, PlaneSpec, VectorId};
use super::precision::Precision;
use super::ranges::Ranges;
use super::step::{
    Affine, Apply, Attend, Begin, Convolve, Dense, Ending, Normalize, Pool, PoolKind, Rotate, Step,
    StreamUse, Target,
};

/// Activations that a convolution reads.
#[derive(Clone, Debug)]
pub(super) struct Activations {
    pub(super) target: Target,
    pub(super) kind: Kind,
}

/// A plan in the making.
#[derive(Debug)]
pub(super) struct Compiler<'a> {
    kernels: &'a Kernels,
    precision: Precision,
    ranges: &'a Ranges,
    pub(super) planes: Vec<PlaneSpec>,
    free: Vec<PlaneId>,
    pub(super) vectors: Vec<usize>,
    pub(super) rotations: Vec<Rotation>,
    pub(super) attention: Option<(usize, usize)>,
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
    pub(super) fn new(kernels: &'a Kernels, precision: Precision, ranges: &'a Ranges) -> Self {
        Self {
            kernels,
            precision,
            ranges,
            planes: Vec::new(),
            free: Vec::new(),
            vectors: Vec::new(),
            rotations: Vec::new(),
            attention: None,
            steps: Vec::new(),
            n_sites: 0,
            margin: 1,
        }
    }

    /// The kind of what convolutions of the trunk read.
    fn kind(&self) -> Kind {
        match self.precision {
            Precision::F32 => Kind::Float,
            Precision::Bf16 => Kind::Bf16,
            Precision::Int8 => Kind::Byte,
        }
    }

    /// The kind of what matrices of a transformer read: bytes lose too much there.
    fn kind_of_linear(&self) -> Kind {
        match self.precision {
            Precision::F32 => Kind::Float,
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
        let read = self.steps.last().and_then(|step| match step {
            Step::Convolve(step) => Some(step.input),
            _ => None,
        });
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

    /// A place for activations of the trunk. Those that convolutions read are calibrated.
    fn calibrated(&mut self, channels: usize) -> Activations {
        let kind = self.kind();
        let site = self.n_sites;
        self.n_sites += 1;
        let most = self.kernels.most_byte();
        let rounding =
            (kind == Kind::Byte).then(|| self.ranges.rounding(site, padded(channels), most));
        Activations {
            target: Target {
                plane: self.plane(channels, kind),
                rounding,
                site: Some(site),
            },
            kind,
        }
    }

    /// A place for activations that are not rounded to bytes.
    pub(super) fn floating(&mut self, channels: usize, kind: Kind) -> Activations {
        Activations {
            target: Target {
                plane: self.plane(channels, kind),
                rounding: None,
                site: None,
            },
            kind,
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
        let prepared = prepare(convolution, input.kind, input.target.rounding.as_ref());
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
    fn linear(&mut self, input: &Activations, linear: &Linear, after: After<'_>) {
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
    fn enter(&mut self, stream: PlaneId, norm: &ScaledActivation, into: Target) {
        let last = match self.steps.last_mut() {
            Some(Step::Convolve(step)) => Some(&mut step.ending),
            Some(Step::Begin(step)) => Some(&mut step.ending),
            _ => None,
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

    /// The trunk; returns what the heads read, as floats.
    pub(super) fn trunk(&mut self, model: &Model, globals: VectorId) -> Activations {
        let trunk = &model.trunk;
        let shift = self.dense(globals, &trunk.globals, Curve::Identity);
        let stream = self.plane(trunk.n_channels, Kind::Float);
        let first = &trunk.convolution;
        let weights = SparseWeights::new(
            first.kernel_height,
            first.kernel_width,
            first.n_inputs,
            first.n_outputs,
            &first.weights,
        );
        let ending = Ending {
            scale: vec![1.0; weights.outputs()],
            bias: vec![0.0; weights.outputs()],
            shift: Some(shift),
            stream: StreamUse::Begin(stream),
            norm: None,
            curve: Curve::Identity,
            output: None,
        };
        self.steps.push(Step::Begin(Begin { weights, ending }));
        self.blocks(&trunk.blocks, stream);
        let output = self.floating(trunk.n_channels, Kind::Float);
        match &trunk.tip {
            Tip::Scaled(norm) => self.enter(stream, norm, output.target.clone()),
            Tip::RootMeanSquare {
                norm,
                bias,
                over_board,
                activation,
            } => self.normalize(
                stream,
                norm,
                bias,
                *over_board,
                curve(*activation),
                output.target.clone(),
            ),
        }
        output
    }

    fn blocks(&mut self, blocks: &[Block], stream: PlaneId) {
        for block in blocks {
            match block {
                Block::Ordinary(block) => self.ordinary(block, stream),
                Block::GlobalPooling(block) => self.global_pooling(block, stream),
                Block::NestedBottleneck(block) => self.nested(block, stream),
                Block::Attention(block) => self.attention(block, stream),
                Block::FeedForward(block) => self.feed_forward(block, stream),
            }
        }
    }

    fn ordinary(&mut self, block: &OrdinaryBlock, stream: PlaneId) {
        let input = self.calibrated(block.first.n_inputs);
        self.enter(stream, &block.before, input.target.clone());
        self.two(
            &input,
            [&block.first, &block.last],
            &block.middle,
            None,
            stream,
        );
    }

    fn global_pooling(&mut self, block: &GlobalPoolingBlock, stream: PlaneId) {
        let input = self.calibrated(block.first.n_inputs);
        self.enter(stream, &block.before, input.target.clone());
        let pooled = self.pooled(&input, &block.pooling);
        let shift = self.dense(pooled, &block.pooling.to_bias, Curve::Identity);
        self.two(
            &input,
            [&block.first, &block.last],
            &block.middle,
            Some(shift),
            stream,
        );
    }

    /// Two convolutions with a norm and an activation in between, back to the stream.
    fn two(
        &mut self,
        input: &Activations,
        [first, last]: [&Convolution; 2],
        middle: &ScaledActivation,
        shift: Option<VectorId>,
        stream: PlaneId,
    ) {
        let between = self.calibrated(first.n_outputs);
        let after = After {
            shift,
            norm: Some(middle),
            output: Some(between.target.clone()),
            ..After::default()
        };
        self.convolve(input, first, after);
        self.release(input.target.plane);
        self.join(&between, last, stream);
    }

    /// A convolution whose result is added to the stream; its input is given back.
    fn join(&mut self, input: &Activations, convolution: &Convolution, stream: PlaneId) {
        let after = After {
            stream: Some(StreamUse::Join(stream)),
            ..After::default()
        };
        self.convolve(input, convolution, after);
        self.release(input.target.plane);
    }

    fn nested(&mut self, block: &NestedBottleneckBlock, stream: PlaneId) {
        let input = self.calibrated(block.first.n_inputs);
        self.enter(stream, &block.before, input.target.clone());
        let inner = self.plane(block.first.n_outputs, Kind::Float);
        let after = After {
            stream: Some(StreamUse::Begin(inner)),
            ..After::default()
        };
        self.convolve(&input, &block.first, after);
        self.release(input.target.plane);
        self.blocks(&block.blocks, inner);
        let output = self.calibrated(block.last.n_inputs);
        self.enter(inner, &block.after, output.target.clone());
        self.join(&output, &block.last, stream);
        self.release(inner);
    }

    fn normalize(
        &mut self,
        input: PlaneId,
        norm: &RootMeanSquare,
        bias: &[f32],
        over_board: bool,
        curve: Curve,
        into: Target,
    ) {
        self.steps.push(Step::Normalize(Normalize {
            input,
            channels: norm.scale.len(),
            epsilon: norm.epsilon,
            over_board,
            ending: Ending {
                scale: stored(&norm.scale),
                bias: stored(bias),
                shift: None,
                stream: StreamUse::Absent,
                norm: None,
                curve,
                output: Some(into),
            },
        }));
    }

    /// The normalized stream, for matrices.
    fn normalized(&mut self, stream: PlaneId, norm: &RootMeanSquare) -> Activations {
        let kind = self.kind_of_linear();
        let output = self.floating(norm.scale.len(), kind);
        let bias = vec![0.0; norm.scale.len()];
        self.normalize(
            stream,
            norm,
            &bias,
            false,
            Curve::Identity,
            output.target.clone(),
        );
        output
    }

    /// A matrix at each point, to a plane of floats.
    fn to_floats(&mut self, input: &Activations, linear: &Linear, curve: Curve) -> PlaneId {
        let output = self.floating(linear.n_outputs, Kind::Float).target;
        let plane = output.plane;
        let after = After {
            curve: Some(curve),
            output: Some(output),
            ..After::default()
        };
        self.linear(input, linear, after);
        plane
    }

    fn attention(&mut self, block: &AttentionBlock, stream: PlaneId) {
        let input = self.normalized(stream, &block.norm);
        let query = self.to_floats(&input, &block.query, Curve::Identity);
        let key = self.to_floats(&input, &block.key, Curve::Identity);
        let value = self.to_floats(&input, &block.value, Curve::Identity);
        self.release(input.target.plane);
        if let Some(rotation) = &block.rotation {
            let sharing = block.n_heads / block.n_key_heads;
            self.rotate(query, block.n_heads, sharing, block.query_size);
            self.rotate(key, block.n_key_heads, 1, block.query_size);
            self.rotations.push(rotation.clone());
        }
        let attended = self.plane(block.n_heads * block.value_size, Kind::Float);
        self.steps.push(Step::Attend(Attend {
            query,
            key,
            value,
            output: attended,
            n_heads: block.n_heads,
            n_key_heads: block.n_key_heads,
            query_size: block.query_size,
            value_size: block.value_size,
        }));
        let (queries, values) = self.attention.unwrap_or_default();
        self.attention = Some((queries.max(block.query_size), values.max(block.value_size)));
        for plane in [query, key, value] {
            self.release(plane);
        }
        let rounded = self.rounded(attended, block.n_heads * block.value_size);
        let after = After {
            stream: Some(StreamUse::Join(stream)),
            ..After::default()
        };
        self.linear(&rounded, &block.output, after);
        self.release(rounded.target.plane);
    }

    fn rotate(&mut self, plane: PlaneId, n_heads: usize, sharing: usize, query_size: usize) {
        self.steps.push(Step::Rotate(Rotate {
            plane,
            n_heads,
            sharing,
            n_pairs: query_size / 2,
            table: self.rotations.len(),
        }));
    }

    /// A plane of floats as the kind that matrices read; the plane is given back if that is another.
    fn rounded(&mut self, plane: PlaneId, channels: usize) -> Activations {
        let kind = self.kind_of_linear();
        let target = |plane| Target {
            plane,
            rounding: None,
            site: None,
        };
        if kind == Kind::Float {
            let target = target(plane);
            return Activations { target, kind };
        }
        let output = self.floating(channels, kind);
        let stored = padded(channels);
        self.steps.push(Step::Apply(Apply {
            input: plane,
            ending: Ending {
                scale: vec![1.0; stored],
                bias: vec![0.0; stored],
                shift: None,
                stream: StreamUse::Absent,
                norm: None,
                curve: Curve::Identity,
                output: Some(output.target.clone()),
            },
        }));
        self.release(plane);
        output
    }

    fn feed_forward(&mut self, block: &FeedForwardBlock, stream: PlaneId) {
        let input = self.normalized(stream, &block.norm);
        let inner = self.to_floats(&input, &block.inner, Curve::Silu);
        let kind = self.kind_of_linear();
        let gated = self.floating(block.gate.n_outputs, kind);
        let after = After {
            stream: Some(StreamUse::Gate(inner)),
            output: Some(gated.target.clone()),
            ..After::default()
        };
        self.linear(&input, &block.gate, after);
        self.release(input.target.plane);
        self.release(inner);
        let after = After {
            stream: Some(StreamUse::Join(stream)),
            ..After::default()
        };
        self.linear(&gated, &block.output, after);
        self.release(gated.target.plane);
    }
}
