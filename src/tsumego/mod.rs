//! Reading of life and death.
//!
//! Floor 4. [`enclosed`] settles a block in a small area that stones which are not in question enclose,
//! [`seki`] finds blocks of both colors that live without eyes, [`region_count`] counts a small region by search.

pub mod enclosed;
pub mod region_count;
pub mod seki;
mod site;

pub use enclosed::{Area, Reading};
pub use region_count::RegionCount;
pub use seki::{Seki, Standing, Standoff};
