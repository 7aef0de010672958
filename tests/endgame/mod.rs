//! The exact endgame: compared with brute force, and with a published catalogue.

mod answered;
mod answers;
mod bound_proofs;
mod bounds;
mod catalogue;
mod cleanup;
mod example;
mod granted;
mod miai;
mod oracle;
mod proofs;
mod random;
mod sums;
