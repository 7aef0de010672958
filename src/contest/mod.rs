//! Engines against each other: `tedomari match`.
//!
//! Floor 13. Two engines play games with alternating colors, each in a process of its own. This program's board checks
//! the rules, its clock the time, and an optional third engine, the referee, counts. An engine loses a game if it makes
//! an illegal move, oversteps its time, dies, hangs, or gives an answer that makes no sense. It then starts afresh for
//! the next game.
//!
//! | file | what it does |
//! |---|---|
//! | `process` | an engine as a child process: commands out, responses in, within a time limit |
//! | `settings` | the settings of the whole match |
//! | `player` | an engine as the match uses it |
//! | `play` | one game |
//! | `report`, `json` | the results as a table, and as JSON |
//! | `picture` | the course of the match as a picture |
//!
//! The builder of commands and the parser of responses come from the `gtp` crate, with two work-arounds for the parser
//! (see `process`). Its process controller is not used: it prints the engine's standard error on this program's
//! standard output, never reaps the child process, takes a line that is not UTF-8 for the end of the output, and polls
//! with sleeps that would count as thinking time. Its parsers of points read some points wrongly (`I5` becomes H5), so
//! [`base`](crate::base) reads the moves.

mod json;
mod picture;
mod play;
mod player;
mod process;
mod report;
mod settings;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::base::allocation::spawn_up_to;
use crate::base::counted;
use crate::board::{Color, Komi, PerColor, Rules, Size};
use crate::engine::clock::TimeSystem;
use crate::files;
use crate::sgf::{Application, RecordInfo, to_sgf};
use play::FinishedGame;
use player::{EnginePlayer, distinctions};
pub use report::{GameSummary, MatchSummary, PlayerSummary};
use settings::{MatchSettings, black_engine};

/// The match to play, from the command line.
#[derive(Clone, Debug, clap::Args)]
pub struct MatchOptions {
    /// Command of the engine that has Black in the first game; quoted as in a shell. If it contains {game}, the
    /// engine starts afresh for each game, and the number of the game replaces {game}, so that seeds can differ.
    #[arg(long, value_name = "CMD")]
    pub black: String,
    /// Command of the engine that has White in the first game.
    #[arg(long, value_name = "CMD")]
    pub white: String,
    /// Board size: 1 to 25, or width and height as in 9x13.
    #[arg(long, default_value = "9", value_parser = parse_size)]
    pub size: Size,
    /// Number of games. Colors alternate.
    #[arg(long, default_value_t = 10)]
    pub games: usize,
    /// Komi. The default is the komi of the rules.
    #[arg(long, value_parser = parse_komi, allow_hyphen_values = true)]
    pub komi: Option<Komi>,
    /// Rules that decide which moves are legal. The engines get no message about them: set them up alike.
    #[arg(long, default_value = "chinese", value_parser = parse_rules)]
    pub rules: Rules,
    /// Seconds for each move, a whole number.
    #[arg(
        long,
        value_name = "S",
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = ["main", "byo", "increment"]
    )]
    pub time_per_move: Option<u32>,
    /// Seconds of main time for a game, a whole number.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    pub main: Option<u32>,
    /// Seconds of a period after the main time, a whole number.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    pub byo: Option<u32>,
    /// Number of moves in a period.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..),
        requires = "byo"
    )]
    pub stones: u32,
    /// Number of periods of byo-yomi, in place of `--stones`: one is lost when it runs out in a move.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..),
        requires = "byo",
        conflicts_with = "stones"
    )]
    pub periods: Option<u32>,
    /// Seconds that each move adds to the main time, a whole number (Fischer time).
    #[arg(
        long,
        value_name = "S",
        value_parser = clap::value_parser!(u32).range(1..),
        requires = "main",
        conflicts_with = "byo"
    )]
    pub increment: Option<u32>,
    /// Seconds that a move may exceed the clock before the game is lost on time; covers the delays of the machine.
    #[arg(long, value_name = "S", default_value = "0.2", value_parser = parse_seconds)]
    pub grace: f64,
    /// Seconds without an answer after which an engine counts as hanging, unless the clock ends earlier.
    #[arg(long, value_name = "S", default_value = "120", value_parser = parse_seconds)]
    pub timeout: f64,
    /// Moves after which a game is counted as it stands. The default is three moves for each point of the board.
    #[arg(long, value_name = "N")]
    pub max_moves: Option<usize>,
    /// Command of a referee: an engine that follows each game and decides its score.
    #[arg(long, value_name = "CMD")]
    pub referee: Option<String>,
    /// Directory for the game records.
    #[arg(long, value_name = "DIR")]
    pub sgf: Option<PathBuf>,
    /// Number of games played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
}

/// The size of a board for a text such as `9` or `9x13`.
///
/// # Errors
/// A sentence, if the text is no size.
pub fn parse_size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let size = width
        .parse()
        .ok()
        .zip(height.parse().ok())
        .and_then(|(width, height)| Size::new(width, height));
    size.ok_or_else(|| "expected 1 to 25, or width and height as in 9x13".to_owned())
}

fn parse_komi(text: &str) -> Result<Komi, String> {
    let komi = text.parse().ok().and_then(Komi::from_points);
    komi.ok_or_else(|| "expected a number of points".to_owned())
}

fn parse_rules(text: &str) -> Result<Rules, String> {
    Rules::named(text).map_err(|error| error.to_string())
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| (0.0..=1e6).contains(seconds))
        .ok_or_else(|| "expected a number of seconds from 0 to 1000000".to_owned())
}

impl MatchOptions {
    fn settings(&self) -> anyhow::Result<MatchSettings> {
        if self.games == 0 || self.jobs == 0 {
            bail!("a match has at least one game and one job");
        }
        let mut rules = self.rules;
        rules.komi = self.komi.unwrap_or(rules.komi);
        Ok(MatchSettings {
            commands: [split(&self.black)?, split(&self.white)?],
            referee: self.referee.as_deref().map(split).transpose()?,
            size: self.size,
            rules,
            time: self.time_system(),
            grace: Duration::from_secs_f64(self.grace),
            timeout: Duration::from_secs_f64(self.timeout),
            max_moves: self.max_moves.unwrap_or(3 * self.size.n_points()),
        })
    }

    /// The time system for both players.
    fn time_system(&self) -> TimeSystem {
        let main = f64::from(self.main.unwrap_or(0));
        if let Some(seconds) = self.time_per_move {
            return TimeSystem::Canadian {
                main,
                period: seconds.into(),
                stones: 1,
            };
        }
        match (self.byo.map(f64::from), self.periods, self.increment) {
            (Some(period), Some(periods), _) => TimeSystem::Byoyomi {
                main,
                period,
                periods,
            },
            (Some(period), None, _) => TimeSystem::Canadian {
                main,
                period,
                stones: self.stones,
            },
            (None, _, Some(increment)) => TimeSystem::Fischer {
                main,
                increment: increment.into(),
                main_limit: f64::INFINITY,
                move_limit: f64::INFINITY,
            },
            (None, _, None) if self.main.is_some() => TimeSystem::Absolute { main },
            (None, _, None) => TimeSystem::None,
        }
    }
}

/// Splits a command into program and arguments, as a shell does.
fn split(command: &str) -> anyhow::Result<Vec<String>> {
    match shlex::split(command) {
        Some(words) if !words.is_empty() => Ok(words),
        Some(_) => bail!("an engine's command is empty"),
        None => bail!("unbalanced quotes in `{command}`"),
    }
}

/// Plays a match and writes a line for each game, in order, then the table of results.
///
/// # Errors
/// If the options contradict each other, if an engine can't be started at all, if `out` can't be written, and after
/// the match if a record could not be written. A mistake of an engine during a game is no error: the engine loses that
/// game.
pub fn run(options: &MatchOptions, out: &mut impl Write) -> anyhow::Result<MatchSummary> {
    let settings = options.settings()?;
    if let Some(directory) = &options.sgf {
        fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    }
    let mut finished = BTreeMap::new();
    let next_game = AtomicUsize::new(0);
    let is_stopped = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let n_lost = std::thread::scope(|scope| {
        let started = spawn_up_to(scope, options.jobs.min(options.games), |_| {
            let (sender, settings) = (sender.clone(), &settings);
            let (next_game, is_stopped) = (&next_game, &is_stopped);
            move || {
                let outcome = play_games(settings, options.games, next_game, is_stopped, &sender);
                if let Err(error) = outcome {
                    // If the match is already over for the same reason, there is no receiver.
                    let _ = sender.send(Err(error));
                }
            }
        });
        if started.is_empty() && options.games > 0 {
            bail!("no thread for a game can be started");
        }
        drop(sender);
        let collected = collect(options, &settings, &results, &mut finished, out);
        is_stopped.store(true, Ordering::Relaxed);
        collected
    })?;
    let summary = MatchSummary::new(&settings, finished.iter());
    write!(out, "\n{summary}")?;
    if n_lost > 0 {
        bail!(
            "{n_lost} of {} could not be written",
            counted(finished.len(), "record")
        );
    }
    Ok(summary)
}

/// A game with its index in the match, or the reason why the match can't go on.
type GameResult = anyhow::Result<(usize, FinishedGame)>;

/// Plays games until none is left: the work of one thread.
fn play_games(
    settings: &MatchSettings,
    n_games: usize,
    next_game: &AtomicUsize,
    is_stopped: &AtomicBool,
    sender: &mpsc::Sender<GameResult>,
) -> anyhow::Result<()> {
    let [first, second] = distinctions(&settings.commands);
    let [black, white] = settings.commands.clone();
    let mut engines = [(black, first), (white, second)]
        .map(|(command, distinction)| EnginePlayer::new(command, distinction, settings.timeout));
    let mut referee = settings
        .referee
        .clone()
        .map(|command| EnginePlayer::new(command, String::new(), settings.timeout));
    loop {
        let index = next_game.fetch_add(1, Ordering::Relaxed);
        if index >= n_games || is_stopped.load(Ordering::Relaxed) {
            break;
        }
        for player in engines.iter_mut().chain(&mut referee) {
            player.next_game(index + 1);
        }
        let [first, second] = &mut engines;
        let players = if black_engine(index) == 0 {
            PerColor([first, second])
        } else {
            PerColor([second, first])
        };
        let finished = play::play(settings, players, referee.as_mut())?;
        if sender.send(Ok((index, finished))).is_err() {
            break;
        }
    }
    for player in engines.iter_mut().chain(&mut referee) {
        player.quit();
    }
    Ok(())
}

/// Receives the games, and writes the line of each game as soon as all earlier games are done. Returns the number of
/// records that could not be written: a full disk does not end a match.
fn collect(
    options: &MatchOptions,
    settings: &MatchSettings,
    results: &mpsc::Receiver<GameResult>,
    finished: &mut BTreeMap<usize, FinishedGame>,
    out: &mut impl Write,
) -> anyhow::Result<usize> {
    let mut n_lost = 0;
    let bar = progress_bar(options.games);
    let mut n_reported = 0;
    for result in results {
        let (index, game) = result?;
        if let Some(directory) = &options.sgf
            && let Err(error) = write_record(directory, index, &game)
        {
            tracing::error!("cannot write the record: {error:#}");
            n_lost += 1;
        }
        finished.insert(index, game);
        bar.inc(1);
        while let Some(game) = finished.get(&n_reported) {
            // Hide the bar while lines are written to a terminal.
            bar.suspend(|| writeln!(out, "game {}: {game}", n_reported + 1))?;
            n_reported += 1;
        }
        bar.set_message(MatchSummary::new(settings, finished.iter()).short());
    }
    bar.finish_and_clear();
    Ok(n_lost)
}

/// A progress bar on standard error if that is a terminal; otherwise it draws nothing.
fn progress_bar(n_games: usize) -> ProgressBar {
    let bar = ProgressBar::new(n_games as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}")
    {
        bar.set_style(style);
    }
    bar.tick();
    bar
}

fn write_record(directory: &Path, index: usize, finished: &FinishedGame) -> anyhow::Result<()> {
    let info = RecordInfo {
        black: Some(finished.names[Color::Black].clone()),
        white: Some(finished.names[Color::White].clone()),
        result: Some(finished.ending.sgf_result()),
        application: Some(Application::tedomari()),
        comment: Some(finished.to_string()),
        ..RecordInfo::default()
    };
    let file = directory.join(format!("game-{:04}.sgf", index + 1));
    let text = to_sgf(&finished.game, &info);
    files::replace(&file, |out| out.write_all(text.as_bytes()))
        .with_context(|| file.display().to_string())
}
