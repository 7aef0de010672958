//! Settings: their sources, their allowed values, and the values in force.
//!
//! Floor 11. A setting is one entry of the table in `keys` and one documented line of `config/default.toml`. Tests
//! compare the two, and compare the values there with the defaults of the `Params` struct of each subsystem, which
//! reads no files. There are three layers: the defaults, the files in their order, then single overrides. Later layers
//! win. The first error ends the loading, and no settings result.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod change;
mod error;
mod keys;
mod layer;
mod load;
mod memory;
mod settings;
mod template;
mod threads;

pub use change::{ChangeError, Changeable, Choice};
pub use error::{ConfigError, SettingFault};
pub use memory::Reduced;
pub use settings::{AnalysisSettings, LogFormat, LogLevel, LogSettings, Settings};
pub use template::SettingsFile;
