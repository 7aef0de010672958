//! Games from records, for subcommands that need one.

use std::path::Path;

use anyhow::{anyhow, bail};

use crate::base::{CancelToken, Point, Size};
use crate::board::{Game, Rules};
use crate::config::Settings;
use crate::files::ReadError;
use crate::sgf::{self, FileError, LoadOptions, Record};

/// Loads an SGF file, or standard input for `-`, up to the given move if there is one. The record's rules win over
/// those of the settings.
pub(super) fn load_record(
    path: &Path,
    settings: &Settings,
    before_move: Option<usize>,
) -> anyhow::Result<Record> {
    let load = LoadOptions {
        rules: settings.rules,
        before_move,
        cancel: CancelToken::new(),
    };
    let max_bytes = settings.max_record_bytes();
    let record = if path == Path::new("-") {
        sgf::load_standard_input(max_bytes, &load)
    } else {
        sgf::load_file(path, max_bytes, &load)
    };
    record.map_err(|error| match error {
        FileError::Read(error @ ReadError::TooLarge { .. }) => {
            anyhow!("{}: {error}, the setting records.max_mib", path.display())
        }
        FileError::Read(error @ ReadError::NotRegular) => {
            anyhow!("{}: {error}; `-` reads standard input", path.display())
        }
        FileError::Read(error) => anyhow!("{}: {error}", path.display()),
        FileError::Sgf(error) => anyhow!("{}: {error}", path.display()),
    })
}

/// The game of a record. The rules named here win over those of the record. The komi stays.
pub(super) fn load_game(
    path: &Path,
    settings: &Settings,
    before_move: Option<usize>,
    rules: Option<&str>,
) -> anyhow::Result<Game> {
    let mut game = load_record(path, settings, before_move)?.game;
    if let Some(name) = rules {
        game.set_rules(Rules::named(name)?.with_komi_of(game.rules()));
    }
    Ok(game)
}

/// Refuses points that the board of a record does not have.
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
