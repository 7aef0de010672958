//! From a model to a plan: the trunk and its blocks of convolutions.
//!
//! Each block begins with a norm and an activation of the stream. If the step before has just written that stream, they
//! become a part of its ending, so that the stream is not read again.

use crate::kernels::{Curve, SparseWeights};
use crate::model::{
    Block, Convolution, GlobalPoolingBlock, Model, NestedBottleneckBlock, OrdinaryBlock,
    ScaledActivation, Tip,
};

use super::compiler::{Activations, After, Compiler, curve};
use super::planes::{Kind, PlaneId, VectorId};
use super::step::{Begin, Ending, Step, StreamUse};

impl Compiler<'_> {
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
}
