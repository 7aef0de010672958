//! `tedomari config`: the settings in force, or a settings file that the program holds.

use std::io::{self, Write};

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;

use crate::config::{Settings, SettingsFile};

/// What `tedomari config` prints.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ConfigOptions {
    /// Print this file of the program instead: all defaults, or what a bot on a server needs, for `--config`.
    #[arg(value_name = "FILE", value_parser = file_parser())]
    file: Option<SettingsFile>,
}

fn file_parser() -> impl clap::builder::TypedValueParser<Value = SettingsFile> {
    PossibleValuesParser::new(SettingsFile::ALL.map(SettingsFile::name)).map(|name| {
        let named = SettingsFile::ALL
            .into_iter()
            .find(|file| file.name() == name);
        named.unwrap_or(SettingsFile::Default)
    })
}

/// Prints the settings in force in the form that `--config` reads, or the file that the options name.
pub(super) fn run(
    options: &ConfigOptions,
    settings: &Settings,
    out: &mut impl Write,
) -> io::Result<()> {
    match options.file {
        Some(file) => out.write_all(file.text().as_bytes()),
        None => out.write_all(settings.to_toml().as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_program_is_printed_unchanged() {
        for file in [None, Some(SettingsFile::Kgs)] {
            let mut out = Vec::new();
            run(&ConfigOptions { file }, &Settings::default(), &mut out).unwrap();
            let expected = file.unwrap_or(SettingsFile::Default).text();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
