//! The Go Text Protocol, version 2, as spoken by GoGui, Sabaki, kgsGtp, gtp2ogs, CGOS and gogui-regress.
//!
//! Floor 12; the only module with the protocol. A line becomes a [`line::Line`], is looked up in the [`registry`], run
//! on the [`session::Session`] and answered by a [`response::Response`]; [`serve`](serve::serve) moves lines in and
//! responses out. A command is one entry in a table under `commands/`.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod analyze;
pub mod args;
pub mod chat;
pub mod command;
mod commands;
mod dispatch;
pub mod error;
pub mod input;
pub mod line;
pub mod live;
pub mod output;
pub mod reference;
pub mod registry;
pub mod response;
pub mod serve;
pub mod session;

pub use error::CommandError;
pub use response::{CommandResult, Reply, Response};
pub use session::Session;
