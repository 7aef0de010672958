//! Reading of life and death.
//!
//! Floor 4. [`enclosed`] settles a block in a small area that stones which are not in question enclose. [`reader`]
//! answers questions about blocks anywhere: it searches for proofs of [`task::Claim`]s.

pub mod death;
pub mod enclosed;
pub mod eyes;
pub mod life;
pub mod reader;
pub mod task;
pub mod window;
pub mod zone;

pub use enclosed::{Area, Reading};
