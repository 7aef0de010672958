//! Problems of life and death made by search from self-played games.
//!
//! Floor 12. [`games`] plays games and hands out their positions. `judge` reads groups in them: a problem is a group
//! whose fate the next move decides, where exactly one first move works and each other one, a pass included, fails, all
//! of it proved. `reduce` takes away the stones that this does not rest on, `prove` writes the proof of each first
//! move and has it checked, `difficulty` measures, `record` makes the record with its solutions, and [`set`] keeps
//! the problems in a folder.
//!
//! All work is counted in nodes, so a seed gives the same problems again; a time limit cuts the list off. (The policy
//! of a network is computed in 32-bit floats, and another processor may round another way; games by playouts do not
//! depend on it.)

mod canonical;
mod composer;
mod difficulty;
pub mod games;
mod judge;
mod prove;
mod record;
mod reduce;
pub mod set;
mod solution;

pub use composer::{ComposeEvent, ComposeParams, Composer, Goals};
pub use games::{GameSource, Games};
pub use set::{Problem, ProblemSet, ReadSetError};
