//! The commands of the second program, `tedomari-dev`, which only development needs.
//!
//! They are part of the library, because they share records, settings and problems with the commands of `tedomari`; the
//! program itself is the package `tedomari-dev`, which is not installed with it.

mod fit;
mod fit_exact;
mod fit_reader;
mod mine;
mod samples;
mod try_rules;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use super::common::{CommonOptions, end, without_escape};
use super::interrupt;
use crate::base::allocation;

/// Commands for the development of Tedomari: fit weights, find and try rules, write samples for networks.
#[derive(Debug, Parser)]
#[command(name = "tedomari-dev", version)]
struct DevCli {
    #[command(flatten)]
    common: CommonOptions,
    #[command(subcommand)]
    command: DevCommand,
}

#[derive(Debug, Subcommand)]
enum DevCommand {
    /// Learn the weights of the move prior from game records.
    Fit(fit::FitOptions),
    /// Learn the weights that estimate values in the search of small boards.
    FitExact(fit_exact::FitExactOptions),
    /// Learn the reader's move order and forecast from life and death problems.
    FitReader(fit_reader::FitReaderOptions),
    /// Find new rules in proofs that `tedomari read --proof` wrote.
    Mine(mine::MineOptions),
    /// Try the rules of a file: every match, and what the goals gain and lose by them.
    Try(try_rules::TryOptions),
    /// Write samples that teach a network, from records of games or from games that a network plays for it.
    Samples(samples::SamplesOptions),
}

/// Its commands and options.
#[must_use]
pub fn arguments() -> clap::Command {
    DevCli::command()
}

/// Runs the program with the arguments of the process. The exit code is 0 for success, 1 for a failure and 2 for
/// wrong arguments.
#[must_use]
pub fn main() -> ExitCode {
    allocation::use_one_arena();
    let cli = DevCli::try_parse().unwrap_or_else(|error| without_escape(error).exit());
    end("tedomari-dev", run(cli, &mut io::stdout()), false)
}

fn run(cli: DevCli, stdout: &mut io::Stdout) -> anyhow::Result<()> {
    let settings = cli.common.settings()?;
    match cli.command {
        DevCommand::Fit(options) => fit::run(&options, stdout),
        DevCommand::FitExact(options) => fit_exact::run(&options, &interrupt::token()?, stdout),
        DevCommand::FitReader(options) => fit_reader::run(&options, &settings, stdout),
        DevCommand::Mine(options) => mine::mine(&options, &settings, &interrupt::token()?, stdout),
        DevCommand::Try(options) => {
            try_rules::try_rules(&options, &settings, &interrupt::token()?, stdout)
        }
        DevCommand::Samples(options) => {
            samples::run(&options, &settings, &interrupt::token()?, stdout)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        DevCli::command().debug_assert();
    }

    #[test]
    fn settings_may_stand_behind_the_command() {
        let args = ["tedomari-dev", "mine", "a.proof", "--set", "a=1"];
        let cli = DevCli::try_parse_from(args).unwrap();
        assert_eq!(cli.common.set, ["a=1"]);
    }
}
