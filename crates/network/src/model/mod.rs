//! What a model is: layers, blocks, heads, and the constants of its outputs, as typed data.
//!
//! The format is that of KataGo, versions 8 to 17 (<https://github.com/lightvector/KataGo>, `cpp/neuralnet/desc.cpp`
//! and `python/export_model_pytorch.py`). Grids have the channels of one point side by side.

mod blocks;
mod heads;
mod layers;
mod read;
pub mod sample;
mod scales;
mod summary;
mod whole;
pub mod write;

pub use blocks::{
    AttentionBlock, Block, FeedForwardBlock, GlobalPoolingBlock, NestedBottleneckBlock,
    OrdinaryBlock, Pooling, Rotation,
};
pub use heads::{PassLayers, PolicyHead, Tip, Trunk, ValueHead};
pub use layers::{Activation, Convolution, Linear, RootMeanSquare, ScaledActivation};
pub use read::{Limits, ModelError, ModelProblem};
pub use scales::{ErrorScale, Scales};
pub use summary::BlockCounts;
pub use whole::Model;
