//! The endgame, exactly: a board that has fallen apart into independent regions is a sum of games.
//!
//! Floor 8; imports nothing from `mcts`. [`split`] finds stones that nothing can capture and the regions between them,
//! [`local`] turns a region into a combinatorial game, with bounds where a ko does not end ([`ko`]), the module
//! [`cache`] remembers games by shape, and [`advise`] adds them up under the rules in force. What is called exact was
//! proved; everything else is an interval or says that it is an estimate ([`mod@estimate`]). [`settled`]
//! tells a search what is decided for good, [`fill`] finds the last moves of a game.
//!
//! Sources: Berlekamp and Wolfe, *Mathematical Go* (1994); Mueller and Gasser, "Experiments in computer Go endgames"
//! (1996); McMillen, *Combinatorial Analysis of Go Endgame Positions* (2010), chapters 3 and 4.

pub mod advise;
pub mod area;
pub mod cache;
pub mod describe;
pub mod estimate;
pub mod fill;
pub mod ko;
pub mod komaster;
pub mod local;
pub mod outlook;
pub mod sente;
pub mod settled;
pub mod shape;
pub mod split;
pub mod stops;
mod sum;

pub use advise::{Endgame, EndgameParams};
pub use cache::Store;
pub use local::Value;
pub use settled::Settled;
pub use split::Partition;
