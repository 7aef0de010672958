//! The integration tests, one binary.

mod analysis;
mod bench;
mod board;
mod cgt;
mod consistency;
mod contest;
mod conversations;
mod docs;
mod draw;
mod endgame;
mod exact;
mod examples;
mod fuzz;
mod layers;
mod logic;
mod mcts;
mod policy;
mod pool;
mod process;
mod reader;
mod records;
mod regression;
mod safety;
mod second_checker;
mod sgf;
#[cfg(feature = "web")]
mod web;
