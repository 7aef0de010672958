//! Basic values, without the rules of Go.
//!
//! Floor 0. Colors, points and sets of points, moves, scores in half points, hash keys, seeded random numbers, the
//! budget that every search spends from, and output that is written by a thread of its own. Nothing here may import
//! from another module.

pub(crate) mod atomic;
mod background;
pub(crate) mod cache_lines;
mod calibration;
mod panic;
pub(crate) mod room;
pub mod weights;
mod wilson;

pub use background::{Background, Messages};
pub use calibration::{Calibration, CalibrationError, Confidence, Row};
pub(crate) use panic::catch_panic;
pub(crate) use tedomari_base::counted;
pub use tedomari_base::text;
pub use tedomari_base::{Budget, CancelToken, Rng, Stop};
pub(crate) use tedomari_board::zobrist;
pub use tedomari_board::{
    Color, Komi, MAX_SIDE, Move, N_INDICES, ParseColorError, ParsePointError, PerColor, Point,
    PointIter, PointSet, Score, Size,
};
pub(crate) use wilson::wilson_interval;
