#![doc = include_str!("../README.md")]
//!
//! Files as a whole: read with a limit, and replaced without a moment in which half of one stands there.
//!
//! Floor 1. Reading takes regular files only: a pipe would wait for its writer, a device such as `/dev/zero` never
//! ends. Writing goes to a second file in the same folder, which takes the place of the first one only when it is
//! complete: a full disk leaves the old file as it was. The `tempfile` crate names and removes that second file.

mod read;
mod write;

pub use read::{ReadError, open, read, read_standard_input};
pub use write::{replace, write};
