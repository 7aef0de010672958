//! Basic values, without the rules of Go.
//!
//! Floor 0. Colors, points and sets of points, moves, scores in half points, hash keys, seeded random numbers
//! and the budget that every search spends from. Nothing here may import from another module.

pub mod budget;
pub mod calibration;
pub mod color;
pub mod moves;
pub mod point;
pub mod point_set;
pub mod rng;
pub mod score;
pub mod weights;
pub mod zobrist;

pub use budget::{Budget, CancelToken, Stop};
pub use calibration::{Calibration, Confidence};
pub use color::{Color, ParseColorError, PerColor};
pub use moves::Move;
pub use point::{MAX_SIDE, N_INDICES, ParsePointError, Point, Size};
pub use point_set::PointSet;
pub use rng::Rng;
pub use score::{Komi, Score};
