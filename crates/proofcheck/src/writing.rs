//! For programs that write proofs: the checker's own view of what they write.
//!
//! What is written with these holds by the checker's rules; a file is checked again from nothing.

pub use super::grid::Grid;
pub use super::record::{Advice, Asked, ProverMove, Wanted, record};
pub use super::set::Set;
pub use super::strategy::{Answer, Strategy, write_attack, write_defense};

/// Play in a region, for proofs of scores.
pub mod region {
    pub use crate::safety::part::{Attacked, Part, RegionState};
    pub use crate::score::field::{Field, Settled};
}

/// Windows, for proofs of safety: whether their promises keep the walls, and the positions that need answers.
pub mod window {
    pub use crate::safety::windows::duty::Duties;
    pub use crate::safety::windows::paired::Paired;
    pub use crate::safety::windows::place::{Place, WindowStones};
    pub use crate::safety::windows::plan::{Plan, Walls};
    pub use crate::safety::windows::walk::{Given, Question, walk};
}
