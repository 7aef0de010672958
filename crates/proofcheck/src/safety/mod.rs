//! Proofs that stones and points of a color are safe under alternate play.
//!
//! The other color moves first, and the owner answers each move with one play or a pass. A proof has two layers. The
//! pairs come first (`pairs`): the owner's answer to a play on a point of a pair is the other point. Then regions that
//! the pairs do not use are taken step by step, each with a strategy for the owner inside (`part`, `walk`). Regions
//! that are used once each do not disturb each other: a play in one changes no liberty in another, and what it changes
//! outside is given for lost beforehand. Last come windows beside all these (`windows`), which keep more blocks alive
//! together.

pub(crate) mod check;
pub mod format;
mod pairs;
pub(crate) mod part;
pub(crate) mod walk;
pub(crate) mod windows;

pub use check::Safe;
pub(super) use check::check_safety;
