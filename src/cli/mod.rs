//! The command line: subcommands, common options, logging, exit codes.
//!
//! Floor 14. Without a subcommand the program speaks GTP on standard input and output.

mod analysis;
mod archive;
mod batch;
mod benchmark;
mod check;
mod common;
mod compose;
mod contest;
pub mod dev;
mod endgame;
mod endgame_review;
mod exact;
mod games;
mod goals;
mod interrupt;
mod knowledge;
mod knowledge_said;
mod logging;
mod logic;
mod manual;
mod network;
mod picture;
mod play;
mod read;
mod read_report;
mod record;
mod review;
mod review_record;
mod safe;
mod safe_count;
mod score;
mod settings;
mod start;
mod terminal;
#[cfg(feature = "web")]
mod web;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::base::allocation;
#[cfg(test)]
use crate::config::Settings;
use crate::gtp::reference;
use common::{CommonOptions, end, without_escape};

/// A Go engine that proves what it says. Without a command it speaks GTP, the Go Text Protocol.
#[derive(Debug, Parser)]
#[command(name = "tedomari", version, args_conflicts_with_subcommands = false)]
struct Cli {
    #[command(flatten)]
    common: CommonOptions,
    #[command(flatten)]
    start: start::StartOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak GTP on standard input and output (the default).
    Gtp(Box<start::StartOptions>),
    /// Answer queries in JSON as KataGo's analysis engine does, on standard input and output.
    Analysis(analysis::AnalysisOptions),
    /// Print the current settings, in the form that `--config` reads, or a settings file for a server.
    Config(settings::ConfigOptions),
    /// Do a fixed amount of work, and print its node counts and the speed.
    Bench,
    /// Time the search with the network in use and several numbers of threads; name the number that suits this machine.
    Benchmark(benchmark::BenchmarkOptions),
    /// Let two engines play each other.
    Match(contest::MatchCommand),
    /// Play a game in the terminal.
    Play(play::PlayOptions),
    /// Do many jobs from a file or from standard input, one JSON object a line; write one result a line.
    Batch(crate::batch::BatchOptions),
    /// Judge a finished game: dead stones, with the reason for each block, and the score.
    Score(score::ScoreOptions),
    /// Review a game: where points were lost, what is proved about it, and an annotated record.
    Review(review::ReviewOptions),
    /// Read life and death problems: result, first move, and whether it is proved.
    Read(read::ReadOptions),
    /// Find stones and points that are safe under alternate play, and write the proof.
    Safe(safe::SafeOptions),
    /// Check proofs that `--proof` has written, by code that shares nothing with the searches.
    Check(check::CheckOptions),
    /// Build an archive of proofs with a manifest of their claims, or check one.
    Archive(archive::ArchiveOptions),
    /// Make problems of life and death from self-played games: one first move works, all others fail, all proved.
    Compose(compose::ComposeOptions),
    /// Solve a small board: its value, a best line and the value of each first move.
    Exact(exact::ExactOptions),
    /// Take a position apart into independent regions: their values, the score, the best moves.
    Endgame(endgame::EndgameOptions),
    /// Check formulas of the logic of the game in a position, or list its rules.
    Logic(logic::LogicOptions),
    /// Say what the fate of a block hangs on, and which moves serve it; as text, JSON or a picture.
    Goals(goals::GoalsOptions),
    /// Check, list and match rules that say which moves are reasonable for which goals.
    Knowledge(knowledge::KnowledgeOptions),
    /// Say what the model file of a neural network is, check it and time it.
    Network(network::NetworkOptions),
    /// Evaluate an expression of combinatorial games, such as `2 + {3|*}` or `mean({4|1})`.
    Cgt(games::CgtOptions),
    /// Serve a page for the browser: the board, what is known about it, questions, problems, games.
    #[cfg(feature = "web")]
    Web(web::WebOptions),
    /// Print the reference of all GTP commands, in Markdown.
    Commands,
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of one command, or write all of them.
    Man(manual::ManOptions),
}

impl Command {
    /// Whether it prints a text that is always the same, of which a reader may take any part.
    const fn is_text(&self) -> bool {
        matches!(
            self,
            Self::Config(_) | Self::Commands | Self::Completions { .. } | Self::Man(_)
        )
    }
}

/// Runs the program with the arguments of the process. The exit code is 0 for success, 1 for a failure and 2 for
/// wrong arguments.
#[must_use]
pub fn main() -> ExitCode {
    allocation::use_one_arena();
    let args = analysis::with_long_options(std::env::args_os());
    let cli = Cli::try_parse_from(args).unwrap_or_else(|error| without_escape(error).exit());
    let is_text = cli.command.as_ref().is_some_and(Command::is_text);
    end("tedomari", run(cli, &mut io::stdout()), is_text)
}

fn run(cli: Cli, stdout: &mut io::Stdout) -> anyhow::Result<()> {
    if let Some(Command::Completions { shell }) = cli.command {
        return Ok(manual::completions(shell, Cli::command(), stdout)?);
    }
    if let Some(Command::Man(options)) = &cli.command {
        return manual::man(options, Cli::command(), stdout);
    }
    if cli.start.is_set() && !matches!(cli.command, None | Some(Command::Gtp(_))) {
        anyhow::bail!(
            "options of GNU Go and KataGo stand before this command, which has no use for them; its own stand after it"
        );
    }
    let settings = cli.common.settings()?;
    match cli.command {
        None => start::run(
            [&cli.start, &start::StartOptions::default()],
            settings,
            stdout,
        )?,
        Some(Command::Gtp(options)) => start::run([&cli.start, &options], settings, stdout)?,
        Some(Command::Analysis(options)) => {
            analysis::run(&options, &settings, io::stdin(), io::stdout())?;
        }
        Some(Command::Config(options)) => settings::run(&options, &settings, stdout)?,
        Some(Command::Bench) => crate::bench::run(stdout)?,
        Some(Command::Benchmark(options)) => {
            benchmark::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Match(options)) => {
            contest::run(&options, stdout)?;
        }
        Some(Command::Play(options)) => {
            let screen = terminal::Screen::of_standard_output();
            play::run(&options, &settings, screen, io::stdin().lock(), stdout)?;
        }
        Some(Command::Batch(options)) => {
            batch::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Score(options)) => score::run(&options, &settings, stdout)?,
        Some(Command::Review(options)) => {
            review::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Read(options)) => {
            read::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Safe(options)) => {
            safe::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Check(options)) => check::run(&options, &settings, stdout)?,
        Some(Command::Archive(options)) => {
            archive::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Compose(options)) => {
            compose::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Endgame(options)) => endgame::run(&options, &settings, stdout)?,
        Some(Command::Exact(options)) => {
            exact::run(&options, &settings, &interrupt::token()?, stdout)?
        }
        Some(Command::Logic(options)) => logic::run(&options, &interrupt::token()?, stdout)?,
        Some(Command::Goals(options)) => {
            goals::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Knowledge(options)) => {
            knowledge::run(&options, &settings, &interrupt::token()?, stdout)?;
        }
        Some(Command::Network(options)) => {
            network::run(&options, &interrupt::token()?, stdout)?;
        }
        Some(Command::Cgt(options)) => {
            games::run(&options, settings.cgt, &interrupt::token()?, stdout)?
        }
        #[cfg(feature = "web")]
        Some(Command::Web(options)) => web::run(&options, &settings, stdout)?,
        Some(Command::Commands) => write!(stdout, "{}", reference::markdown())?,
        Some(Command::Completions { .. } | Command::Man(_)) => {}
    }
    Ok(())
}

/// What a subcommand prints with default settings.
#[cfg(test)]
fn printed<O>(
    run: impl FnOnce(&O, &Settings, &crate::base::CancelToken, &mut Vec<u8>) -> anyhow::Result<()>,
    options: &O,
) -> anyhow::Result<String> {
    let mut out = Vec::new();
    let cancel = crate::base::CancelToken::new();
    run(options, &Settings::default(), &cancel, &mut out)?;
    Ok(String::from_utf8(out)?)
}

#[cfg(test)]
mod tests {
    use super::common::GLOBAL;
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_level_that_is_none_is_an_error() {
        let error = Cli::try_parse_from(["tedomari", "--log", "loud"]).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("--log") && text.contains("trace"), "{text}");
    }

    #[test]
    fn no_advice_is_given_that_does_not_work() {
        for args in [["score", "--ruels=x", "a.sgf"], ["read", "a.sgf", "-5"]] {
            let args = ["tedomari"].into_iter().chain(args);
            let error = without_escape(Cli::try_parse_from(args).unwrap_err());
            let text = error.to_string();
            assert!(
                text.contains("unexpected argument") && !text.contains("-- "),
                "{text}"
            );
        }
        let text = without_escape(Cli::try_parse_from(["tedomari", "scoer"]).unwrap_err());
        assert!(text.to_string().contains("'score'"), "{text}");
        assert!(Cli::try_parse_from(["tedomari", "cgt", "-1"]).is_ok());
        assert!(Cli::try_parse_from(["tedomari", "cgt", "-1 + ^", "--json"]).is_ok());
    }

    #[test]
    fn options_of_all_commands_stand_apart_in_the_help() {
        let mut command = Cli::command();
        command.build();
        for command in command.get_subcommands_mut() {
            let help = command.render_help().to_string();
            let heading = format!("{GLOBAL}:");
            let own = help.split(&heading).next().unwrap_or_default();
            let is_apart = help.contains(&heading) && !own.contains("--set <");
            assert!(command.get_name() == "help" || is_apart, "{help}");
        }
    }

    #[test]
    fn scripts_for_gnu_go_start_the_engine() {
        let cli = Cli::try_parse_from(["tedomari", "--quiet", "--mode", "gtp"]).unwrap();
        assert!(cli.command.is_none() && !cli.start.is_set());
        let line =
            "tedomari --mode gtp --level 8 --boardsize 9 --komi 5.5 --chinese-rules --seed 7";
        let cli = Cli::try_parse_from(line.split(' ')).unwrap();
        assert!(cli.command.is_none() && cli.start.is_set());
        let cli = Cli::try_parse_from(["tedomari", "gtp", "--model", "a.bin.gz"]).unwrap();
        assert!(matches!(cli.command, Some(Command::Gtp(options)) if options.is_set()));
        assert!(Cli::try_parse_from(["tedomari", "--mode", "ascii"]).is_err());
    }

    #[test]
    fn settings_may_stand_before_or_after_the_command() {
        for args in [
            ["tedomari", "--set", "a=1", "config"],
            ["tedomari", "config", "--set", "a=1"],
        ] {
            let cli = Cli::try_parse_from(args).unwrap();
            assert_eq!(cli.common.set, ["a=1"]);
        }
    }
}
