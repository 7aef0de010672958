//! Games from records, for subcommands that need one.

use std::path::Path;

use anyhow::{anyhow, bail};
use clap::Args;
use serde::Serialize;

use crate::base::{CancelToken, counted};
use crate::board::{Board, Game, Komi, Point, Rules, Size};
use crate::config::Settings;
use crate::engine::reading::has_fight;
use crate::files::{self, ReadError};
use crate::sgf::{self, LoadOptions, Record};

/// A position of a record.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// The end of the game.
    End,
    /// The position before this move, counted from 1.
    Move(usize),
    /// That of a problem: before the first move, if there is something to read, else the end of the game.
    Problem,
}

impl At {
    /// The position before a move, or the end of the game if no move is named.
    pub(super) const fn before(number: Option<usize>) -> Self {
        match number {
            Some(number) => Self::Move(number),
            None => Self::End,
        }
    }
}

/// Rules and komi that win over those of a record.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct CountOptions {
    /// Count by these rules instead of those in the record. The komi of the record stays.
    #[arg(long, value_name = "NAME")]
    pub(super) rules: Option<String>,
    /// Count with this komi instead of that in the record.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, value_parser = parse_komi)]
    pub(super) komi: Option<Komi>,
}

impl CountOptions {
    /// Puts the rules and the komi in force.
    pub(super) fn apply(&self, game: &mut Game) -> anyhow::Result<()> {
        let mut rules = *game.rules();
        if let Some(name) = &self.rules {
            rules = Rules::named(name)?.with_komi_of(&rules);
        }
        rules.komi = self.komi.unwrap_or(rules.komi);
        game.set_rules(rules);
        Ok(())
    }
}

/// Komi from an argument.
///
/// # Errors
/// A sentence, if the text is no number of points, or too large a number.
pub(super) fn parse_komi(text: &str) -> Result<Komi, String> {
    let points = text
        .parse()
        .map_err(|_| "expected a number of points".to_owned())?;
    Komi::from_points(points).ok_or_else(|| format!("komi is at most {} points", Komi::LIMIT))
}

/// Loads an SGF file, or standard input for `-`, up to the given position. The record's rules win over those of the
/// settings. The caller shows what is [doubtful](doubts).
pub(super) fn load_record(path: &Path, settings: &Settings, at: At) -> anyhow::Result<Record> {
    let place = path.display();
    let bytes = read(path, settings)?;
    let load = |before_move| {
        let options = LoadOptions {
            rules: settings.rules,
            before_move,
            cancel: CancelToken::new(),
        };
        let record = sgf::load_bytes(bytes.clone(), &options);
        record.map_err(|error| anyhow!("{place}: {error}"))
    };
    match at {
        At::End => load(None),
        At::Move(0) => bail!("{place}: moves are counted from 1"),
        At::Move(number) => {
            let record = load(Some(number))?;
            if record.n_moves + 1 < number {
                let moves = counted(record.n_moves, "move");
                bail!("{place}: there is no move {number}: the record has {moves}");
            }
            Ok(record)
        }
        At::Problem => {
            let first = load(Some(1))?;
            if has_fight(first.game.board()) {
                Ok(first)
            } else {
                load(None)
            }
        }
    }
}

/// The first game of a file with its variations.
pub(super) fn load_tree(path: &Path, settings: &Settings) -> anyhow::Result<sgf::Tree> {
    let place = path.display();
    let bytes = read(path, settings)?;
    let options = LoadOptions {
        rules: settings.rules,
        before_move: None,
        cancel: CancelToken::new(),
    };
    let decoded = sgf::decode(bytes, &options.cancel);
    let text = decoded.map_err(|error| anyhow!("{place}: {error}"))?.text;
    sgf::load_tree(&text, &options).map_err(|error| anyhow!("{place}: {error}"))
}

/// The bytes of a file, or of standard input for `-`.
fn read(path: &Path, settings: &Settings) -> anyhow::Result<Vec<u8>> {
    let (max_bytes, cancel) = (settings.max_record_bytes(), CancelToken::new());
    let bytes = if path == Path::new("-") {
        files::read_standard_input(max_bytes, &cancel)
    } else {
        files::read(path, max_bytes, &cancel)
    };
    let place = path.display();
    bytes.map_err(|error| match error {
        ReadError::TooLarge { .. } => anyhow!("{place}: {error}, the setting records.max_mib"),
        ReadError::NotRegular => anyhow!("{place}: {error}; `-` reads standard input"),
        ReadError::Io(_) | ReadError::Interrupted => anyhow!("{place}: {error}"),
    })
}

/// The game of a record. The doubtful places go to the log.
pub(super) fn load_game(path: &Path, settings: &Settings, at: At) -> anyhow::Result<Game> {
    let record = load_record(path, settings, at)?;
    log_doubts(path, &record);
    Ok(record.game)
}

/// Puts what is doubtful in a record into the log.
pub(super) fn log_doubts(path: &Path, record: &Record) {
    for doubt in &record.warnings {
        tracing::warn!("{}: {} {}", path.display(), doubt.place, doubt.text);
    }
}

/// An answer about a game and what is doubtful in its record, as JSON.
#[derive(Serialize)]
pub(super) struct WithDoubts<'a, R> {
    #[serde(flatten)]
    pub(super) report: &'a R,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) warnings: &'a [String],
}

/// What is doubtful in a record, to be shown beside the answer.
pub(super) fn doubts(record: &Record) -> Vec<String> {
    let doubts = record.warnings.iter();
    doubts
        .map(|it| format!("doubtful record, at {}: {}", it.place, it.text))
        .collect()
}

/// Rejects points without a stone.
pub(super) fn check_stones(
    path: &Path,
    board: &Board,
    points: impl IntoIterator<Item = Point>,
) -> anyhow::Result<()> {
    let mut points = points.into_iter();
    match points.find(|&point| board.color(point).is_none()) {
        Some(empty) => bail!("{}: there is no stone on {empty}", path.display()),
        None => Ok(()),
    }
}

/// Rejects points that the board of a record does not have.
pub(super) fn check_on_board(
    path: &Path,
    size: Size,
    points: impl IntoIterator<Item = Point>,
) -> anyhow::Result<()> {
    match points.into_iter().find(|&point| !size.contains(point)) {
        Some(outside) => bail!("{}: {outside} is not on the {size} board", path.display()),
        None => Ok(()),
    }
}
