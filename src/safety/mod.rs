//! Static answers about life: no search.
//!
//! Floor 3. Regions of a color, unconditional life and support (Benson 1976). Everything said here holds for the
//! position as it is, whoever moves, under the suicide rule of the board.

pub mod benson;
pub mod gnugo;
pub mod region;
pub mod support;

pub use benson::{UnconditionalLife, unconditional_life};
pub use region::{Region, Regions};
