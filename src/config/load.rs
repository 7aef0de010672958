//! From the layers to the settings in force.

use std::fs;
use std::path::PathBuf;

use super::error::{ConfigError, Problem};
use super::layer;
use super::settings::Settings;

impl Settings {
    /// The settings that follow from the built-in ones, files in the order given, and overrides such as
    /// `search.threads=2`, in this order; what comes later wins.
    ///
    /// # Errors
    /// The first thing wrong with any file or override, with its place.
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
