//! The settings files inside the program: `config/default.toml` as a template with other values, and the files for
//! servers.

use super::keys;
use super::settings::Settings;

/// The documented defaults, as shipped.
const DEFAULT: &str = include_str!("../../config/default.toml");

/// A settings file that the program holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsFile {
    /// All settings with their defaults.
    Default,
    /// A bot on KGS.
    Kgs,
    /// A bot on OGS.
    Ogs,
    /// A bot on CGOS.
    Cgos,
    /// Moves at once.
    Fast,
}

impl SettingsFile {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Default, Self::Kgs, Self::Ogs, Self::Cgos, Self::Fast];

    /// Its name without the ending `.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Kgs => "kgs",
            Self::Ogs => "ogs",
            Self::Cgos => "cgos",
            Self::Fast => "fast",
        }
    }

    /// Its text, with comments.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Default => DEFAULT,
            Self::Kgs => include_str!("../../config/kgs.toml"),
            Self::Ogs => include_str!("../../config/ogs.toml"),
            Self::Cgos => include_str!("../../config/cgos.toml"),
            Self::Fast => include_str!("../../config/fast.toml"),
        }
    }
}

impl Settings {
    /// The text of a file that gives these settings when it is loaded alone, with the comments of
    /// `config/default.toml`.
    #[must_use]
    pub fn to_toml(&self) -> String {
        fill(self)
    }
}

/// The documented file with the values of `settings`.
fn fill(settings: &Settings) -> String {
    let mut section = "";
    let mut text = String::with_capacity(DEFAULT.len());
    for line in DEFAULT.lines() {
        if let Some(name) = section_name(line) {
            section = name;
        }
        match value_of(settings, section, line) {
            Some((name, value)) => text.push_str(&format!("{name} = {value}")),
            None => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// The name in a line such as `[search]`.
fn section_name(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

/// The name of the setting in a line such as `threads = 1`, and its value in `settings`.
fn value_of<'a>(
    settings: &Settings,
    section: &str,
    line: &'a str,
) -> Option<(&'a str, toml::Value)> {
    let (name, _) = line.split_once(" = ")?;
    let setting = keys::find(&format!("{section}.{name}"))?;
    Some((name, (setting.read)(settings)?))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::config::keys::SETTINGS;

    fn shipped(name: &str) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("config")
            .join(name)
    }

    #[test]
    fn the_shipped_defaults_are_those_of_the_program() {
        let filled = fill(&Settings::default());
        for (ours, shipped) in filled.lines().zip(DEFAULT.lines()) {
            assert_eq!(ours, shipped);
        }
        assert_eq!(filled.len(), DEFAULT.len());
        let settings = Settings::load(&[shipped("default.toml")], &[]).unwrap();
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn every_setting_has_one_line_with_a_comment_above() {
        let mut section = "";
        let mut documented = Vec::new();
        let mut previous = "";
        for line in DEFAULT.lines() {
            section = section_name(line).unwrap_or(section);
            if let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
                documented.push(format!("{section}.{name}"));
                assert!(previous.starts_with("# "), "{line} has no comment above");
            }
            previous = line;
        }
        let known: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
        assert_eq!(documented, known);
    }

    #[test]
    fn what_is_printed_can_be_loaded() {
        let overrides = [
            "search.threads=3",
            "rules.name=japanese",
            "rules.komi=0.5",
            "log.file=a b.log",
            "board.size=9",
        ];
        let settings = Settings::load(&[], &overrides.map(str::to_owned)).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("printed.toml");
        std::fs::write(&file, settings.to_toml()).unwrap();
        assert_eq!(
            Settings::load(std::slice::from_ref(&file), &[]).unwrap(),
            settings
        );
        // Later layers win over earlier ones, and overrides over files.
        let layered = Settings::load(&[file.clone(), shipped("default.toml")], &[]).unwrap();
        assert_eq!(layered, Settings::default());
        let layered = Settings::load(&[file], &["search.threads=5".to_owned()]).unwrap();
        assert_eq!(layered.engine.search.threads, 5);
        assert_eq!(layered.rules, settings.rules);
    }

    #[test]
    fn the_shipped_files_load_and_differ_from_the_defaults() {
        for shipped_file in SettingsFile::ALL {
            let name = shipped_file.name();
            let file = shipped(&format!("{name}.toml"));
            let settings = Settings::load(std::slice::from_ref(&file), &[]).unwrap();
            let is_default = shipped_file == SettingsFile::Default;
            assert_eq!(settings == Settings::default(), is_default, "{name}");
            let text = std::fs::read_to_string(file).unwrap();
            assert_eq!(text, shipped_file.text(), "{name}");
            assert!(text.starts_with("# "), "{name} has a purpose");
        }
        let rules = |name: &str| Settings::load(&[shipped(name)], &[]).unwrap().rules;
        assert_eq!(rules("cgos.toml").name(), Some("cgos"));
    }
}
