//! Intuition: the evaluation of a position by a network. A position becomes the inputs of a network here, and its
//! outputs become typed evaluations. Evaluations are estimates; nothing here is a proof.
//!
//! The arithmetic and the model files are [`crate::network`].

mod background;
pub mod calibration;
mod choice_file;
mod evaluate;
mod evaluation;
pub mod inputs;
mod loading;
mod network_position;
mod outputs;
mod source;
mod symmetry;

pub use background::Loading;
pub use evaluate::{EvaluationBuffers, Intuition};
pub use evaluation::Evaluation;
pub use loading::{LoadError, PrecisionChoice};
pub use network_position::{History, N_RECENT, NetworkPosition};
pub use source::NetworkSource;
pub use symmetry::Symmetry;
