//! The board against known counts.

mod counts;
mod perft;
