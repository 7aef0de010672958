//! Reading of life and death.
//!
//! Floor 4. [`enclosed`] settles a block in a small area that stones which are not in question enclose.

pub mod enclosed;

pub use enclosed::{Area, Reading};
