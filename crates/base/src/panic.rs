//! Panics that must not end more than the work in which they happen.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `action`; the message of its panic, if it panics. The caller replaces what may be half-changed then, such as a
/// game and a search tree.
pub fn catch_panic<T>(action: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(action)).map_err(|payload| match payload.downcast_ref::<&str>() {
        Some(text) => (*text).to_owned(),
        None => payload
            .downcast_ref::<String>()
            .cloned()
            .unwrap_or_else(|| "panic".to_owned()),
    })
}
