//! The exact endgame against brute force, and the catalogue of the literature.

mod catalogue;
mod cleanup;
mod example;
mod miai;
mod oracle;
mod random;
mod sums;
