//! Combinatorial games: property tests, and comparison with an independent implementation.

mod oracle;
mod random;
mod tables;
mod theorems;
