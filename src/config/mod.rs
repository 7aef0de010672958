//! Settings: where they come from, which values they may have, and what is in force.
//!
//! Floor 11. A setting is one entry of the table in `keys` and one documented line of `config/default.toml`; tests hold
//! the two together, and the values there to the defaults of the `Params` struct of each subsystem, which knows
//! nothing of files. Layers, later ones win: the defaults, the files in their order, then single overrides. A layer
//! is checked as a whole before any of it counts, and the first error ends the loading: nothing is half-applied.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod error;
mod keys;
mod layer;
mod load;
mod settings;
mod template;

pub use error::{ConfigError, Problem};
pub use settings::{LogFormat, LogLevel, LogSettings, Settings};
