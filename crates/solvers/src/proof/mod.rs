//! Proofs in AND/OR graphs.
//!
//! Floor 1. Independent of boards and rules: a graph is a trait, an answer is proved, disproved or unknown.
//!
//! Two depth-first proof-number searches share their [`numbers`] and the `selection` of the child to visit.
//! - `dfpn` walks a `graph` by playing and undoing. The table is the caller's or a `memory`. Small regions, captures,
//!   connections, races and small boards are solved by it.
//! - [`solver`] copies positions of a [`game`], and is made for life and death: it keeps a zone of every settled
//!   position, for failures too, and leaves out the moves of either side that the zone shows to lose; it replays a
//!   known win against other moves before it searches (`follow`); and it can be one of several threads ([`parallel`],
//!   `team`) that share a [`table`]. Zones of failures are why it does not run on `dfpn`: a failure that leans on a
//!   repetition must keep its zone, so it stays in the table together with its path, where `dfpn` keeps a set of nodes
//!   and no zone.

mod children;
pub(crate) mod dfpn;
mod follow;
pub mod game;
pub(crate) mod graph;
mod history;
pub(crate) mod memory;
pub mod numbers;
pub mod parallel;
pub(crate) mod selection;
pub mod solver;
pub mod table;
mod team;
#[cfg(test)]
mod token;

pub use dfpn::{prove, prove_with_zone};
pub use graph::{AndOrGraph, Key};
pub use memory::Memory;
pub use numbers::{Numbers, Outcome};
pub use selection::Weighing;
