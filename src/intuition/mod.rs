//! Intuition: what a network says about a position. A position becomes the inputs of a network here, and its outputs
//! become typed opinions. Opinions are estimates; nothing here is a proof.
//!
//! The arithmetic and the model files are [`crate::network`].

mod opinion;
mod situation;

pub use opinion::Opinion;
pub use situation::{N_RECENT, Situation};
