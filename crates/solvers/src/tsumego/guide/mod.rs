//! What guides the search of a fight without deciding it: the order of moves, the first proof numbers, and the weights
//! of both, which are learned from lessons.
//!
//! [`proof_game`] joins a fight with this knowledge into the game that a solver searches. So the rules of a fight are
//! independent of learned weights.

pub mod eye_prospects;
pub mod forecast;
pub mod lesson;
pub mod move_order;
pub mod pattern;
pub mod proof_game;
pub mod weights;
