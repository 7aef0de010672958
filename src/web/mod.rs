//! The page in the browser and its server: what is known about a position, shown and read out by clicking.
//!
//! Floor 12, beside the Go Text Protocol, and as that on the façade alone. `docs/design/web.md` is the contract
//! between the page (`src/web/page/`) and the server. The way of a request:
//!
//! ```text
//! browser -> server (guard) -> socket -> queue -> worker -> service -> Engine
//!                                 ^                 |
//!                                 +---- outbox <----+
//! ```
//!
//! Each tab has a socket, a thread and an engine. It has no game: each request names the position that it is about.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod connections;
mod guard;
mod message;
mod page;
mod request_queue;
mod sentences;
mod server;
mod services;
mod socket;
mod tab;
mod worker;

pub use guard::new_token;
pub use message::{OpenGame, VERSION};
pub use server::{Server, ServerLimits};
pub use socket::Patience;
pub use tab::{RequestLimits, ServerState};
