//! Intuition: what a network says about a position. A position becomes the inputs of a network here, and its outputs
//! become typed opinions. Opinions are estimates; nothing here is a proof.
//!
//! The arithmetic and the model files are [`crate::network`].

pub mod inputs;
mod opinion;
mod situation;
mod symmetry;

pub use opinion::Opinion;
pub use situation::{History, N_RECENT, Situation};
pub use symmetry::Symmetry;
