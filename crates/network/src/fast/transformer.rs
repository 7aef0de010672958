//! From a model to a plan: the blocks of a transformer.

use crate::kernels::{Curve, padded};
use crate::model::{AttentionBlock, FeedForwardBlock, Linear, RootMeanSquare};

use super::compiler::{Activations, After, Compiler};
use super::filter::stored;
use super::planes::{Kind, PlaneId};
use super::precision::Precision;
use super::step::{Apply, Attend, Ending, Normalize, Rotate, Step, StreamUse, Target};

impl Compiler<'_> {
    pub(super) fn normalize(
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

    /// Writes the normalized stream to a place for matrices.
    fn normalize_into(&mut self, output: &Activations, norm: &RootMeanSquare, stream: PlaneId) {
        let bias = vec![0.0; norm.scale.len()];
        self.normalize(
            stream,
            norm,
            &bias,
            false,
            Curve::Identity,
            output.target.clone(),
        );
    }

    /// A matrix at each point, to a plane of floats of some kind.
    fn floats_from(
        &mut self,
        input: &Activations,
        linear: &Linear,
        curve: Curve,
        kind: Kind,
    ) -> PlaneId {
        let output = self.floating(linear.n_outputs, kind).target;
        let plane = output.plane;
        let after = After {
            curve: Some(curve),
            output: Some(output),
            ..After::default()
        };
        self.linear(input, linear, after);
        plane
    }

    pub(super) fn attention(&mut self, block: &AttentionBlock, stream: PlaneId) {
        let narrow = self.narrow_kind();
        let input = self.floating(block.norm.scale.len(), narrow);
        self.normalize_into(&input, &block.norm, stream);
        let turned = match block.rotation {
            Some(_) => Kind::Float,
            None => narrow,
        };
        let mut query = self.floats_from(&input, &block.query, Curve::Identity, turned);
        let mut key = self.floats_from(&input, &block.key, Curve::Identity, turned);
        let value = self.floats_from(&input, &block.value, Curve::Identity, narrow);
        self.release(input.target.plane);
        if let Some(rotation) = &block.rotation {
            let sharing = block.n_heads / block.n_key_heads;
            query = self.rotate(query, block.n_heads, sharing, block.query_size);
            key = self.rotate(key, block.n_key_heads, 1, block.query_size);
            self.rotations.push(rotation.clone());
        }
        let sizes = (block.query_size, block.value_size);
        let known = self.head_sizes.iter().position(|&known| known == sizes);
        let room = known.unwrap_or(self.head_sizes.len());
        if known.is_none() {
            self.head_sizes.push(sizes);
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
            room,
        }));
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

    /// The plane of the turned heads; the other is given back.
    fn rotate(
        &mut self,
        input: PlaneId,
        n_heads: usize,
        sharing: usize,
        query_size: usize,
    ) -> PlaneId {
        let output = self.plane(n_heads * query_size, self.narrow_kind());
        self.steps.push(Step::Rotate(Rotate {
            input,
            output,
            n_heads,
            sharing,
            n_pairs: query_size / 2,
            table: self.rotations.len(),
        }));
        self.release(input);
        output
    }

    /// A plane of floats as what matrices read; the plane is given back if that is another.
    fn rounded(&mut self, plane: PlaneId, channels: usize) -> Activations {
        let stored = padded(channels);
        let factors = match self.precision() {
            Precision::F32 => None,
            // The channels of an attention are means of values, and about as loud as each other.
            Precision::Int8 => Some(vec![1.0; stored]),
            Precision::Bf16 => return self.halved(plane, channels),
        };
        let target = Target {
            plane,
            rounding: None,
            site: None,
        };
        let input = Activations {
            target,
            kind: Kind::Float,
            factors,
        };
        self.quantize(input)
    }

    /// A plane of 32-bit floats as one of 16-bit floats; the plane is given back.
    fn halved(&mut self, plane: PlaneId, channels: usize) -> Activations {
        let stored = padded(channels);
        let output = self.floating(channels, Kind::Bf16);
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

    pub(super) fn feed_forward(&mut self, block: &FeedForwardBlock, stream: PlaneId) {
        let input = self.for_matrices(block.norm.scale.len());
        self.normalize_into(&input, &block.norm, stream);
        let input = self.quantize(input);
        let inner = self.floats_from(&input, &block.inner, Curve::Silu, Kind::Float);
        let gated = self.for_matrices(block.gate.n_outputs);
        let after = After {
            stream: Some(StreamUse::Gate(inner)),
            output: Some(gated.target.clone()),
            ..After::default()
        };
        self.linear(&input, &block.gate, after);
        self.release(input.target.plane);
        self.release(inner);
        let gated = self.quantize(gated);
        let after = After {
            stream: Some(StreamUse::Join(stream)),
            ..After::default()
        };
        self.linear(&gated, &block.output, after);
        self.release(gated.target.plane);
    }
}
