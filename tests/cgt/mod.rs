//! Combinatorial games: property tests, and comparison with an independent implementation.

mod kos;
mod oracle;
mod random;
mod sums;
mod tables;
mod theorems;
