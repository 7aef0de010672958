//! `tedomari analysis`: KataGo's analysis engine, started as KataGo is.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde_json::Value;

use crate::analysis::{AnalysisParams, serve};
use crate::base::{CancelToken, Color};
use crate::config::Settings;
use crate::engine::NetworkParams;
use crate::files;
use crate::intuition::NetworkSource;
use crate::katago::{KataParams, Perspective, Reporting};

/// The largest configuration file of KataGo that is read, in bytes.
const MOST_CONFIG_BYTES: u64 = 1 << 20;

/// The time limit of an analysis that has none, in seconds.
const NO_TIME_LIMIT: f64 = 1e6;

/// Options that KataGo writes with one dash.
const WITH_ONE_DASH: &[&str] = &[
    "model",
    "human-model",
    "analysis-threads",
    "override-config",
    "quit-without-waiting",
];

/// What programs that start KataGo's analysis engine may write. KataGo's options with one dash are understood too.
#[derive(Debug, Args)]
pub(super) struct AnalysisOptions {
    /// The network, a model file of KataGo; the same as the setting search.network. Without one, playouts judge
    /// positions.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Accepted for programs that start KataGo; networks that play as people do are not supported.
    #[arg(long, value_name = "FILE")]
    human_model: Option<PathBuf>,
    /// A configuration file of KataGo (`-config`): its parameters that this program has are used.
    #[arg(long, value_name = "FILE")]
    katago_config: Vec<PathBuf>,
    /// Change parameters by KataGo's names, such as `maxVisits=200,maxTime=5`.
    #[arg(long, value_name = "NAME=VALUE,...")]
    override_config: Vec<String>,
    /// Positions analyzed at the same time; the same as the setting analysis.threads.
    #[arg(long, value_name = "N", alias = "threads", value_parser = clap::value_parser!(u16).range(1..=256))]
    analysis_threads: Option<u16>,
    /// At the end of the input, end all work instead of finishing it.
    #[arg(long)]
    quit_without_waiting: bool,
}

/// The arguments with KataGo's options in the form of this program: after `analysis`, `-model` becomes `--model`, and
/// `-config`, which names a file of KataGo, becomes `--katago-config`.
pub(super) fn with_long_options(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut is_analysis = false;
    args.map(|arg| {
        let Some(text) = arg.to_str() else {
            return arg;
        };
        is_analysis |= text == "analysis";
        let name = text.strip_prefix('-').filter(|_| is_analysis);
        match name {
            Some("config") => "--katago-config".into(),
            Some(name) if WITH_ONE_DASH.contains(&name) => format!("--{name}").into(),
            _ => arg,
        }
    })
    .collect()
}

/// Answers queries until the end of the input.
pub(super) fn run<O: Write + Send + 'static>(
    options: &AnalysisOptions,
    settings: &Settings,
    input: impl Read,
    output: O,
) -> anyhow::Result<()> {
    let params = params(options, settings)?;
    if let Some(file) = &options.human_model {
        tracing::warn!(file = %file.display(), "a network that plays as people do is not supported, and left out");
    }
    tracing::info!(n_threads = params.n_threads, "ready for queries");
    serve(&params, input, output)?;
    Ok(())
}

fn params(options: &AnalysisOptions, settings: &Settings) -> anyhow::Result<AnalysisParams> {
    let mut lines = Vec::new();
    for file in &options.katago_config {
        let bytes = files::read(file, MOST_CONFIG_BYTES, &CancelToken::new())
            .with_context(|| file.display().to_string())?;
        lines.extend(entries(&String::from_utf8_lossy(&bytes)));
    }
    for text in &options.override_config {
        lines.extend(text.split(',').filter_map(entry));
    }
    let of_option = options.analysis_threads.map(usize::from);
    // KataGo's files are written for graphics cards, which like more threads than a processor has cores.
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    let of_config = lines
        .iter()
        .rev()
        .find(|(name, _)| name == "numAnalysisThreads")
        .and_then(|(_, value)| value.parse().ok())
        .map(|wanted: usize| wanted.min(n_cores));
    let n_threads = of_option
        .or(of_config)
        .unwrap_or(settings.analysis.threads)
        .clamp(1, 256);
    let mut engine = settings.shared_by(n_threads).engine;
    if let Some(file) = &options.model {
        engine.network = NetworkParams {
            source: Some(NetworkSource::named(file)),
            ..engine.network
        };
    }
    engine.search.stops_early = false;
    engine.max_playouts = Some(settings.analysis.max_visits);
    engine.clock.max_seconds = NO_TIME_LIMIT;
    let mut usual = KataParams {
        engine,
        reporting: Reporting {
            perspective: Perspective::Player(Color::Black),
            ..Reporting::default()
        },
    };
    for (name, value) in &lines {
        apply(&mut usual, name, value);
    }
    if !lines.is_empty() {
        let threads = &mut usual.engine.search.threads;
        *threads = (*threads).min((n_cores / n_threads).max(1));
    }
    Ok(AnalysisParams {
        n_threads,
        usual,
        finishes: !options.quit_without_waiting,
    })
}

/// Sets a parameter of a configuration file, if this program has it. A wrong value is logged and left out: the file was
/// written for another program.
fn apply(params: &mut KataParams, name: &str, value: &str) {
    let name = match name {
        "numSearchThreadsPerAnalysisThread" => "numSearchThreads",
        other => other,
    };
    if !KataParams::names().any(|known| known == name) {
        tracing::debug!(name, "a parameter of KataGo that has no effect");
    } else if let Err(error) = params.set(name, &Value::from(value)) {
        tracing::warn!(%error, value, "a parameter of KataGo was left out");
    }
}

/// The lines `name = value` of a configuration file; `#` begins a comment.
fn entries(text: &str) -> impl Iterator<Item = (String, String)> {
    text.lines()
        .filter_map(|line| entry(line.split('#').next().unwrap_or_default()))
}

fn entry(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    Some((name.trim().to_owned(), value.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: AnalysisOptions,
    }

    fn parse(text: &str) -> AnalysisParams {
        let args = with_long_options(text.split(' ').map(OsString::from));
        let line = Line::try_parse_from(&args[1..]).unwrap();
        params(&line.options, &Settings::default()).unwrap()
    }

    #[test]
    fn kata_go_s_options_are_understood() {
        let params = parse(
            "tedomari analysis -analysis-threads 3 -override-config maxVisits=7,homeDataDir=/x,reportAnalysisWinratesAs=WHITE \
             -quit-without-waiting"
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .as_str(),
        );
        assert_eq!((params.n_threads, params.finishes), (3, false));
        assert_eq!(params.usual.engine.max_playouts, Some(7));
        assert_eq!(
            params.usual.reporting.perspective,
            Perspective::Player(Color::White)
        );
        let usual = parse("tedomari analysis");
        assert_eq!((usual.n_threads, usual.finishes), (1, true));
        assert_eq!(usual.usual.engine.max_playouts, Some(500));
        assert!(usual.usual.engine.search.memory_mib > params.usual.engine.search.memory_mib);
    }

    #[test]
    fn one_dash_means_nothing_else_before_the_command() {
        let args = ["tedomari", "-config", "analysis", "-model", "x", "-"].map(OsString::from);
        let found = with_long_options(args.into_iter());
        assert_eq!(
            found,
            ["tedomari", "-config", "analysis", "--model", "x", "-"]
        );
    }

    #[test]
    fn configuration_files_have_names_values_and_comments() {
        let text = "# all\nmaxVisits = 40 # few\n\nnumSearchThreadsPerAnalysisThread=2\nnoise";
        let mut params = KataParams::default();
        for (name, value) in entries(text) {
            apply(&mut params, &name, &value);
        }
        assert_eq!(params.engine.max_playouts, Some(40));
        assert_eq!(params.engine.search.threads, 2);
    }
}
