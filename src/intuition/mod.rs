//! Intuition: the evaluation of a position by a network. A position becomes the inputs of a network here, and its
//! outputs become typed opinions. Opinions are estimates; nothing here is a proof.
//!
//! The arithmetic and the model files are [`crate::network`].

mod asking;
mod background;
pub mod calibration;
mod choice_file;
pub mod inputs;
mod loading;
mod opinion;
mod outputs;
mod situation;
mod source;
mod symmetry;

pub use asking::{Desk, Intuition};
pub use background::Loading;
pub use loading::{LoadError, PrecisionChoice};
pub use opinion::Opinion;
pub use situation::{History, N_RECENT, Situation};
pub use source::NetworkSource;
pub use symmetry::Symmetry;
