//! The atomics of memory that several threads share: those of the standard library.
//!
//! Built with `--cfg tedomari_loom` they are those of the model checker loom, whose tests try every order in which the
//! threads can run: `scripts/loom.sh`.

#[cfg(tedomari_loom)]
pub use loom::{
    hint::spin_loop,
    sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering},
};
#[cfg(not(tedomari_loom))]
pub use std::{
    hint::spin_loop,
    sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering},
};
