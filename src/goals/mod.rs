//! Goals on the board in the terms of a strategic theory: what a move is for.
//!
//! Floor 7. [`rules`] is a base of small patterns, each of which says which move is reasonable for which goal. What a
//! rule says is never a proof: it tells which moves are worth trying, and which eyes and connections are worth counting.

pub mod rules;
