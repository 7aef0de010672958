//! The integration tests, one binary.

mod bench;
mod board;
mod conversations;
mod fuzz;
mod layers;
mod process;
mod sgf;
