//! Combinatorial games: property tests, and comparison with an independent implementation.

mod agreement;
mod kos;
mod limits;
pub(crate) mod oracle;
pub(crate) mod random;
mod sums;
mod tables;
mod theorems;
