//! `tedomari batch`: many jobs from a stream.

use std::io::Write;

use crate::base::{CancelToken, Messages, counted};
use crate::batch::{self, BatchOptions, Summary};
use crate::config::Settings;

/// Does all jobs, and writes their number at the end.
pub(super) fn run(
    options: &BatchOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut (impl Write + Send),
) -> anyhow::Result<()> {
    let Summary {
        n_done,
        n_failed,
        n_skipped,
    } = batch::run(options, settings, cancel, out)?;
    let done = counted(n_done, "job");
    let text = format!("batch: {done} done, {n_failed} of them failed, {n_skipped} skipped\n");
    Messages::to_standard_error().write(text.as_bytes());
    Ok(())
}
