//! The integration tests, one binary.

mod bench;
mod board;
mod conversations;
mod fuzz;
mod cgt;
mod layers;
mod process;
mod sgf;
