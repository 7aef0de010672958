//! Loading: from the layers to the settings in force.

use std::fs;
use std::path::PathBuf;

use super::error::{ConfigError, Problem};
use super::layer;
use super::settings::Settings;

impl Settings {
    /// The settings from the defaults, then the files in the given order, then overrides such as `search.threads=2`.
    /// Later ones win.
    ///
    /// # Errors
    /// The first error in a file or an override, with its place.
    pub fn load(files: &[PathBuf], overrides: &[String]) -> Result<Self, ConfigError> {
        let mut settings = Self::default();
        for file in files {
            let origin = file.display().to_string();
            let text = fs::read_to_string(file).map_err(|error| ConfigError {
                origin: origin.clone(),
                line: None,
                problem: Problem::Unreadable(error.to_string()),
            })?;
            layer::apply_text(&mut settings, &origin, &text)?;
        }
        for assignment in overrides {
            layer::apply_override(&mut settings, assignment)?;
        }
        settings.rules = settings.named_rules.rules();
        settings.engine.endgame.store.games = settings.cgt;
        Ok(settings)
    }
}
