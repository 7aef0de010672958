//! The rules that are compiled in.

use std::sync::LazyLock;

use super::error::RuleError;
use super::rule_base::RuleBase;

/// A file of `knowledge/` with its name.
macro_rules! file {
    ($name:literal) => {
        (
            concat!("knowledge/", $name),
            include_str!(concat!("../../knowledge/", $name)),
        )
    };
}

/// The files in the order of reading.
const FILES: [(&str, &str); 12] = [
    file!("connection.rules"),
    file!("eyes.rules"),
    file!("connect.rules"),
    file!("save.rules"),
    file!("life.rules"),
    file!("sever.rules"),
    file!("enclose.rules"),
    file!("capture.rules"),
    file!("death.rules"),
    file!("race.rules"),
    file!("aura.rules"),
    file!("mined.rules"),
];

static BUILTIN: LazyLock<RuleBase> = LazyLock::new(|| match RuleBase::read(&FILES) {
    Ok(base) => base,
    Err(error) => panic!("{error}"),
});

impl RuleBase {
    /// The rules that are compiled in, read at the first call: some tens of milliseconds.
    ///
    /// # Panics
    /// If a file that is compiled in has a fault, which a test excludes.
    #[must_use]
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// The rules that are compiled in, and those of more files, each given by its name and its text.
    ///
    /// # Errors
    /// The first fault of the files, with file, line and column.
    pub fn with_files(files: &[(&str, &str)]) -> Result<Self, RuleError> {
        Self::read(&[&FILES, files].concat())
    }
}
