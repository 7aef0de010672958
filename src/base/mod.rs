//! Basic values, without the rules of Go.
//!
//! Floor 0. Colors, points and sets of points, moves, scores in half points, hash keys, seeded random numbers, the
//! budget that every search spends from, and output that is written by a thread of its own. Nothing here may import
//! from another module.

pub(crate) mod atomic;
mod background;
pub(crate) mod cache_lines;
mod calibration;
mod color;
mod moves;
mod panic;
mod point;
mod point_set;
pub(crate) mod room;
mod score;
pub mod text;
pub mod weights;
mod wilson;
pub(crate) mod zobrist;

pub use background::{Background, Messages};
pub use calibration::{Calibration, CalibrationError, Confidence, Row};
pub use color::{Color, ParseColorError, PerColor};
pub use moves::Move;
pub(crate) use panic::catch_panic;
pub use point::{MAX_SIDE, N_INDICES, ParsePointError, Point, Size};
pub use point_set::{PointIter, PointSet};
pub use score::{Komi, Score};
pub(crate) use wilson::wilson_interval;
pub(crate) use tedomari_base::counted;
pub use tedomari_base::{Budget, CancelToken, Rng, Stop};
