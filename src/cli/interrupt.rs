//! Ctrl-C during a long computation. The first one stops the computation, which prints the results so far. The second
//! one ends the program.

use std::io;
use std::process;
use std::thread;

use tokio::runtime::Builder;
use tokio::signal::ctrl_c;

use crate::base::CancelToken;

/// The exit code that shells use for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A token that Ctrl-C cancels.
pub(super) fn token() -> io::Result<CancelToken> {
    let cancel = CancelToken::new();
    let for_thread = cancel.clone();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    thread::Builder::new()
        .name("interrupt".to_owned())
        .spawn(move || {
            runtime.block_on(async {
                if ctrl_c().await.is_ok() {
                    for_thread.cancel();
                }
                if ctrl_c().await.is_ok() {
                    process::exit(INTERRUPTED);
                }
            });
        })?;
    Ok(cancel)
}
