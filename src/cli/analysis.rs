//! `tedomari analysis`: KataGo's analysis engine, started as KataGo is.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::Value;

use super::picture::PictureOptions;
use super::record::{At, doubts, load_record, log_doubts};
use crate::analysis::{AnalysisParams, Course, query_of_game, serve};
use crate::base::CancelToken;
use crate::board::Color;
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
    "override-version",
    "quit-without-waiting",
];

/// What programs that start KataGo's analysis engine may write. KataGo's options with one dash are understood too.
#[derive(Debug, Args)]
pub(super) struct AnalysisOptions {
    /// Analyze every position of this record in SGF, instead of the queries of standard input.
    game: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureOptions,
    /// The network, a model file of KataGo; the same as the setting search.network. The default is
    /// the network inside the program.
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

/// The arguments with KataGo's options in the form of this program: after `analysis` and `gtp`, `-model` becomes
/// `--model`, and `-config`, which names a file of KataGo, becomes `--katago-config`. A file of this program ends in
/// `.toml`; one that ends in `.cfg` is KataGo's after `--config`, too.
pub(super) fn with_long_options(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let args: Vec<OsString> = args.collect();
    let mut is_katago = false;
    let mut previous = "";
    let mut found = Vec::with_capacity(args.len());
    for (n, arg) in args.iter().enumerate() {
        let text = arg.to_str().unwrap_or_default();
        let next = args.get(n + 1).and_then(|next| next.to_str());
        let ends_in = |ending: &str| next.is_some_and(|next| next.ends_with(ending));
        is_katago |= text == "analysis" || (text == "gtp" && previous != "--mode");
        let changed = match text.strip_prefix('-').filter(|_| is_katago) {
            Some("config") if ends_in(".toml") => Some("--config".to_owned()),
            Some("config") => Some("--katago-config".to_owned()),
            Some("-config") if ends_in(".cfg") => Some("--katago-config".to_owned()),
            Some(name) if WITH_ONE_DASH.contains(&name) => Some(format!("--{name}")),
            Some(_) | None => None,
        };
        found.push(changed.map_or_else(|| arg.clone(), OsString::from));
        previous = text;
    }
    found
}

/// Answers queries until the end of the input, or the query for all positions of a record.
pub(super) fn run<O: Write + Send + 'static>(
    options: &AnalysisOptions,
    settings: &Settings,
    input: impl Read,
    output: O,
) -> anyhow::Result<()> {
    options.picture.check()?;
    let params = params(options, settings)?;
    if let Some(file) = &options.human_model {
        tracing::warn!(file = %file.display(), "a network that plays as people do is not supported, and left out");
    }
    if let Some(path) = &options.game {
        return whole_game(path, &params, options, settings, output);
    }
    if options.picture.is_wanted() {
        bail!("--picture draws the course of one game: name its record");
    }
    tracing::info!(n_threads = params.n_threads, "ready for queries");
    serve(&params, input, output)?;
    Ok(())
}

/// Answers the query for all positions of a record, and draws the course of the game if the options name a picture.
fn whole_game<O: Write + Send + 'static>(
    path: &Path,
    params: &AnalysisParams,
    options: &AnalysisOptions,
    settings: &Settings,
    output: O,
) -> anyhow::Result<()> {
    let record = load_record(path, settings, At::End)?;
    log_doubts(path, &record);
    let query = query_of_game(&record.game);
    if !options.picture.is_wanted() {
        serve(params, query.as_bytes(), output)?;
        return Ok(());
    }
    let kept = Kept {
        output,
        bytes: Vec::new(),
    };
    let kept = serve(params, query.as_bytes(), kept)?;
    let answers = String::from_utf8_lossy(&kept.bytes);
    let course = Course::new(&record.game, &answers, params.usual.reporting.perspective);
    let mut picture = course.picture(record.info.title(path));
    picture.lines.extend(doubts(&record));
    options.picture.write(&picture)
}

/// An output, and what was written to it.
#[derive(Debug)]
struct Kept<O> {
    output: O,
    bytes: Vec<u8>,
}

impl<O: Write> Write for Kept<O> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n_written = self.output.write(bytes)?;
        self.bytes.extend(bytes.iter().take(n_written));
        Ok(n_written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

fn params(options: &AnalysisOptions, settings: &Settings) -> anyhow::Result<AnalysisParams> {
    let mut lines = Vec::new();
    for file in &options.katago_config {
        lines.extend(read_entries(file)?);
    }
    for text in &options.override_config {
        lines.extend(text.split(',').filter_map(entry));
    }
    let of_option = options.analysis_threads.map(usize::from);
    // KataGo's files are written for graphics cards, which run best with more threads than a processor has cores.
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
    engine.search.threads = settings.threads_of_each(n_threads);
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
    if is_known(name) {
        set_if_known(params, name, value);
    } else {
        tracing::debug!(name, "a parameter of KataGo that has no effect");
    }
}

/// Whether this program has the parameter of KataGo.
pub(super) fn is_known(name: &str) -> bool {
    KataParams::names().any(|known| known == name)
}

/// Sets a parameter that this program has. A wrong value is logged and left out. Returns whether it was set.
pub(super) fn set_if_known(params: &mut KataParams, name: &str, value: &str) -> bool {
    match params.set(name, &Value::from(value)) {
        Ok(()) => true,
        Err(error) => {
            tracing::warn!(%error, value, "a parameter of KataGo was left out");
            false
        }
    }
}

/// The entries of a configuration file of KataGo.
pub(super) fn read_entries(file: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let bytes = files::read(file, MOST_CONFIG_BYTES, &CancelToken::new())
        .with_context(|| file.display().to_string())?;
    Ok(entries(&String::from_utf8_lossy(&bytes)).collect())
}

/// The lines `name = value` of a configuration file; `#` begins a comment.
fn entries(text: &str) -> impl Iterator<Item = (String, String)> {
    text.lines()
        .filter_map(|line| entry(line.split('#').next().unwrap_or_default()))
}

/// The name and the value in `NAME=VALUE`.
pub(super) fn entry(text: &str) -> Option<(String, String)> {
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
            "tedomari analysis -analysis-threads 3 -override-config \
                maxVisits=7,homeDataDir=/x,reportAnalysisWinratesAs=WHITE \
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
        let long = |line: &str| {
            let args = line.split(' ').map(OsString::from);
            let found = with_long_options(args).into_iter();
            found
                .map(|it| it.into_string().unwrap())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            long("tedomari gtp -model m.bin.gz -config gtp.cfg -override-config maxVisits=3"),
            "tedomari gtp --model m.bin.gz --katago-config gtp.cfg --override-config maxVisits=3"
        );
        assert_eq!(
            long("tedomari gtp -config my.toml"),
            "tedomari gtp --config my.toml"
        );
        assert_eq!(
            long("tedomari gtp --config a.cfg"),
            "tedomari gtp --katago-config a.cfg"
        );
        assert_eq!(
            long("tedomari gtp --config a.toml"),
            "tedomari gtp --config a.toml"
        );
        assert_eq!(
            long("tedomari --mode gtp -model x"),
            "tedomari --mode gtp -model x"
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

    /// What is printed for an empty input.
    fn printed(text: &str) -> anyhow::Result<Vec<u8>> {
        let args = with_long_options(text.split(' ').map(OsString::from));
        let line = Line::try_parse_from(&args[1..]).unwrap();
        let settings = Settings::load(&[], &["search.network=\"none\"".to_owned()]).unwrap();
        let kept = Shared::default();
        run(&line.options, &settings, io::empty(), kept.clone())?;
        let bytes = kept.0.lock().unwrap().clone();
        Ok(bytes)
    }

    /// An output that can be read afterwards.
    #[derive(Clone, Default)]
    struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_record_is_analyzed_and_its_course_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let (game, picture) = (folder.path().join("a.sgf"), folder.path().join("a.json"));
        std::fs::write(&game, "(;SZ[5]PB[Ann]PW[Bo];B[cc];W[bc])").unwrap();
        let line = format!(
            "tedomari analysis {} -override-config maxVisits=10 --picture {}",
            game.display(),
            picture.display()
        );
        let out = String::from_utf8(printed(&line).unwrap()).unwrap();
        assert_eq!(out.lines().count(), 3, "{out}");
        let drawn = std::fs::read_to_string(picture).unwrap();
        let drawn: Value = serde_json::from_str(&drawn).unwrap();
        assert_eq!(drawn["title"], "Ann (Black) against Bo (White)");
        assert_eq!(drawn["panels"][0]["points"].as_array().unwrap().len(), 3);
    }

    #[test]
    fn a_picture_needs_a_record() {
        let error = printed("tedomari analysis --picture a.svg").unwrap_err();
        assert!(error.to_string().contains("name its record"), "{error}");
    }
}
