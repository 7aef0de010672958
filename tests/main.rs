//! The integration tests, one binary.

mod bench;
mod board;
mod cgt;
mod contest;
mod conversations;
mod fuzz;
mod exact;
mod layers;
mod mcts;
mod process;
mod sgf;
