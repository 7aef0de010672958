//! Reading of life and death.
//!
//! Floor 4. [`enclosed`] settles a block in a small area that stones which are not in question enclose. [`reader`]
//! answers questions about blocks anywhere, [`capture`] about blocks with few liberties. The reader cuts a [`frame`] out of the board and proves a claim in the [`fight`]
//! there.

pub mod capture;
pub mod certificate;
pub mod enclosed;
pub mod fight;
pub mod frame;
pub mod reader;
pub mod window;
mod zone;

pub use enclosed::{Area, Reading};
