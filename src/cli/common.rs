//! What the two programs have in common: options of all commands, messages about errors, exit codes.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::error::{ContextKind, ContextValue};

use super::logging;
use crate::base::Messages;
use crate::config::Settings;

/// The levels of messages, as the setting `log.level` has them.
const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

/// The heading in `--help` of the options that every command has.
pub(super) const GLOBAL: &str = "Options of all commands";

/// The options that every command has.
#[derive(Debug, clap::Args)]
pub(super) struct CommonOptions {
    /// Read settings from a TOML file. May be repeated; later files win.
    #[arg(long, value_name = "FILE", global = true, help_heading = GLOBAL)]
    pub(super) config: Vec<PathBuf>,
    /// Change one setting, such as `search.threads=2`. Wins over files.
    #[arg(long, value_name = "KEY=VALUE", global = true, help_heading = GLOBAL)]
    pub(super) set: Vec<String>,
    /// Least severe messages in the log. With this option each message has its time.
    #[arg(long, value_name = "LEVEL", global = true, value_parser = LEVELS, help_heading = GLOBAL)]
    pub(super) log: Option<String>,
}

impl CommonOptions {
    /// The settings in force. Starts the log.
    ///
    /// # Errors
    /// If a setting is wrong, or the log can't be started.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let level = self
            .log
            .iter()
            .map(|level| format!("log.level=\"{level}\""));
        let overrides: Vec<String> = self.set.iter().cloned().chain(level).collect();
        let settings = Settings::load(&self.config, &overrides)?;
        logging::start(&settings.log, self.log.is_some()).context("cannot start the log")?;
        for reduced in settings.reduced_memory() {
            tracing::warn!("{reduced}");
        }
        Ok(settings)
    }
}

/// Ends the program `name`: an error is written, and becomes the exit code. `is_text`: whether it has printed a text
/// that is always the same, of which a reader may take any part.
pub(super) fn end(name: &str, outcome: anyhow::Result<()>, is_text: bool) -> ExitCode {
    let code = match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) && is_text => ExitCode::SUCCESS,
        // The reader has closed the pipe and needs no message. But a script may read the code alone, and the result for
        // it was not written.
        Err(error) if is_broken_pipe(&error) => ExitCode::FAILURE,
        Err(error) => {
            let message = format!("{name}: {}\n", told(&error));
            Messages::to_standard_error().write(message.as_bytes());
            ExitCode::FAILURE
        }
    };
    logging::settle();
    code
}

/// The error without the advice to put `--` before an unknown option, which would make it the name of a file.
pub(super) fn without_escape(mut error: clap::Error) -> clap::Error {
    let advice = error.get(ContextKind::Suggested);
    let is_escape = matches!(advice, Some(ContextValue::StyledStrs(lines))
        if lines.iter().any(|line| line.to_string().contains("-- ")));
    if is_escape {
        error.remove(ContextKind::Suggested);
    }
    error
}

/// An error with its causes. A cause that stands in the text already is not repeated.
pub(super) fn told(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |text, cause| {
        let cause = cause.to_string();
        if text.is_empty() {
            cause
        } else if text.ends_with(&cause) {
            text
        } else {
            format!("{text}: {cause}")
        }
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_told_once() {
        let problem = crate::cgt::evaluate(&mut Default::default(), "foo(1)").unwrap_err();
        let error = anyhow::Error::new(problem).context("foo(1)");
        assert_eq!(told(&error), "foo(1): column 1: unknown function foo");
    }

    #[test]
    fn levels_are_those_of_the_setting() {
        for level in LEVELS {
            let setting = format!("log.level=\"{level}\"");
            assert!(Settings::load(&[], &[setting]).is_ok(), "{level}");
        }
    }
}
