//! Folders of proofs that anyone can check again.
//!
//! Floor 13. An archive is a folder with proof files and a [`manifest`], which has a line for each file: its claim in
//! words, its size and its hash. `build` makes one of composed problems, small boards and endgames. `check` makes
//! sure that the folder holds these files and no others, and that each proves its claim. It uses the checker of proofs
//! alone, no search.

pub mod build;
pub mod check;
mod endgames;
mod entry;
pub mod manifest;
mod problems;
mod small_boards;

pub use build::{BuildEvent, BuildParams, Builder};
pub use check::{Counts, Failure, check};
pub use entry::BuildError;
pub use manifest::{Manifest, ManifestError};
