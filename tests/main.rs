//! The integration tests, one binary.

mod board;
mod layers;
mod mcts;
mod sgf;
