//! `tedomari man` and `tedomari completions`: what a package installs beside the program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

/// The manual pages to print or to write.
#[derive(Debug, Args)]
pub(super) struct ManOptions {
    /// Print the page of this command, such as `match`, instead of the page of the program.
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    page: Option<String>,
    /// Write the pages of the program and of all its commands into this folder.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Prints one manual page, or writes all of them.
pub(super) fn man(options: &ManOptions, cli: Command, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(dir) = &options.dir {
        let place = || format!("cannot write manual pages to {}", dir.display());
        fs::create_dir_all(dir).with_context(place)?;
        return clap_mangen::generate_to(cli, dir).with_context(place);
    }
    let command = match &options.page {
        None => cli,
        Some(name) => {
            page_of(cli, name).with_context(|| format!("there is no command `{name}`"))?
        }
    };
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(out.write_all(&page)?)
}

/// The command of this name, called as a page of its own.
fn page_of(mut cli: Command, name: &str) -> Option<Command> {
    cli.build();
    let found = cli.find_subcommand(name)?.clone();
    Some(found.display_name(format!("{}-{name}", cli.get_name())))
}

/// Prints a completion script.
pub(super) fn completions(shell: Shell, mut cli: Command, out: &mut impl Write) -> io::Result<()> {
    // The generator panics where it can't write: it writes to memory, which takes all.
    let mut script = Vec::new();
    let name = cli.get_name().to_owned();
    clap_complete::generate(shell, &mut cli, name, &mut script);
    out.write_all(&script)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::Cli;

    fn page(name: Option<&str>) -> anyhow::Result<String> {
        let options = ManOptions {
            page: name.map(str::to_owned),
            dir: None,
        };
        let mut out = Vec::new();
        man(&options, Cli::command(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn each_command_has_a_page() {
        let all = page(None).unwrap();
        assert!(
            all.contains(".TH tedomari 1") && all.contains("\\-\\-config"),
            "{all}"
        );
        let one = page(Some("match")).unwrap();
        assert!(one.contains(".TH tedomari-match 1"), "{one}");
        let error = page(Some("mtach")).unwrap_err();
        assert_eq!(error.to_string(), "there is no command `mtach`");

        let folder = tempfile::tempdir().unwrap();
        let options = ManOptions {
            page: None,
            dir: Some(folder.path().join("man")),
        };
        man(&options, Cli::command(), &mut Vec::new()).unwrap();
        for command in Cli::command().get_subcommands() {
            let file = format!("man/tedomari-{}.1", command.get_name());
            assert!(folder.path().join(&file).is_file(), "{file}");
        }
    }

    #[test]
    fn a_closed_stream_is_an_error_and_no_panic() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let error = completions(Shell::Bash, Cli::command(), &mut Closed).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let mut script = Vec::new();
        completions(Shell::Zsh, Cli::command(), &mut script).unwrap();
        assert!(script.starts_with(b"#compdef tedomari"));
    }
}
