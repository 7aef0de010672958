//! Loading: from the layers to the settings in force.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::error::{ConfigError, SettingFault};
use super::layer;
use super::settings::Settings;

/// The most bytes of a file of settings.
const MOST_BYTES: u64 = 1 << 20;

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
            let bytes = read(file).map_err(|problem| ConfigError {
                origin: origin.clone(),
                line: None,
                problem,
            })?;
            layer::apply_bytes(&mut settings, &origin, &bytes)?;
        }
        for assignment in overrides {
            layer::apply_override(&mut settings, assignment)?;
        }
        settings.rules = settings.named_rules.rules();
        settings.share_memory();
        Ok(settings)
    }
}

/// The bytes of a file, or of a pipe.
fn read(file: &Path) -> Result<Vec<u8>, SettingFault> {
    let unreadable = |error: io::Error| SettingFault::Unreadable(error.to_string());
    let mut bytes = Vec::new();
    let input = File::open(file).map_err(unreadable)?;
    let n_bytes = input.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    if n_bytes.map_err(unreadable)? as u64 > MOST_BYTES {
        return Err(SettingFault::TooLarge { most: MOST_BYTES });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::memory::MemorySettings;

    fn load(overrides: &[&str]) -> Settings {
        let overrides: Vec<String> = overrides.iter().map(|&text| text.to_owned()).collect();
        Settings::load(&[], &overrides).unwrap()
    }

    /// Bytes that all parts may take with these settings.
    fn bytes(settings: &Settings) -> u64 {
        MemorySettings::bytes_of(settings.memory.plan().0)
    }

    #[test]
    fn the_usual_limit_leaves_the_large_tables_as_the_engine_has_them() {
        let settings = load(&[]);
        let engine = crate::engine::EngineParams::default();
        assert_eq!(settings.engine.search.memory_mib, engine.search.memory_mib);
        assert_eq!(settings.engine.exact.memory_mib, engine.exact.memory_mib);
        assert_eq!(settings.engine.reading.reader, engine.reading.reader);
        assert_eq!(load(&["limits.memory_mib=0"]).engine, settings.engine);
    }

    #[test]
    fn all_parts_stay_below_the_limit() {
        for limit in [64_u64, 100, 128, 512, 1024, 4096, 100_000] {
            let settings = load(&[&format!("limits.memory_mib={limit}")]);
            assert_eq!(settings.reduced_memory(), []);
            let (bytes, room) = (bytes(&settings), (limit - 24) << 20);
            assert!(bytes < room && bytes > room / 2, "{limit}: {bytes}");
            let wanted = [
                format!("limits.memory_mib={limit}"),
                "search.memory_mib=1048576".to_owned(),
                "reader.log2_entries=28".to_owned(),
            ];
            let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
            let settings = load(&wanted);
            assert!(self::bytes(&settings) < room, "{limit}");
            assert!(!settings.reduced_memory().is_empty());
        }
    }

    #[test]
    fn what_is_set_is_granted_if_it_fits() {
        let settings = load(&["search.memory_mib=700"]);
        assert_eq!(settings.engine.search.memory_mib, 700);
        assert_eq!(settings.reduced_memory(), []);
        let smaller = settings.engine.reading.reader.log2_entries;
        assert!(smaller < load(&[]).engine.reading.reader.log2_entries);
        assert!(bytes(&settings) < 1000 << 20);
        let settings = load(&["search.memory_mib=2000"]);
        let granted = settings.engine.search.memory_mib;
        assert_eq!(
            settings.reduced_memory()[0].to_string(),
            format!(
                "search.memory_mib = 2000 does not fit into limits.memory_mib = 1024: {granted} is used"
            )
        );
        let unlimited = load(&["limits.memory_mib=0", "search.memory_mib=2000"]);
        assert_eq!(unlimited.engine.search.memory_mib, 2000);
        // A part set to less leaves the others what they have.
        assert_eq!(
            load(&["search.memory_mib=1"]).engine.reading,
            load(&[]).engine.reading
        );
    }

    #[test]
    fn several_readers_share_the_limit() {
        let usual = MemorySettings::default();
        assert_eq!(usual.log2_entries_of_readers(20, 2), 20);
        assert_eq!(usual.log2_entries_of_readers(20, 32), 18);
    }
}
