//! Claims about life, compared with brute force.

mod benson;
mod blocks;
mod nakade;
pub(crate) mod oracle;
mod paired_proofs;
pub(crate) mod proofs;
mod search;
mod static_safety;
mod window_proofs;
mod windows;
