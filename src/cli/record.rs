//! Games from records, for subcommands that need one.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use crate::board::{Game, Rules};
use crate::config::Settings;
use crate::sgf::{self, LoadOptions, Record};

/// Loads an SGF file, up to the given move if there is one. The record's rules win over those of the settings.
pub(super) fn load_record(
    path: &Path,
    settings: &Settings,
    before_move: Option<usize>,
) -> anyhow::Result<Record> {
    let place = || path.display().to_string();
    let bytes = fs::read(path).with_context(place)?;
    let load = LoadOptions {
        rules: settings.rules,
        before_move,
    };
    sgf::load(&sgf::decode(&bytes), &load).with_context(place)
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
