//! The game of a record, for the subcommands that look at one.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use crate::board::{Game, Rules};
use crate::config::Settings;
use crate::sgf::{self, LoadOptions};

/// Loads the game of an SGF file, up to a move if one is given. The record's rules win over those of the settings, and
/// those named here over both; the komi stays.
pub(super) fn load_game(
    path: &Path,
    settings: &Settings,
    before_move: Option<usize>,
    rules: Option<&str>,
) -> anyhow::Result<Game> {
    let place = || path.display().to_string();
    let bytes = fs::read(path).with_context(place)?;
    let load = LoadOptions {
        rules: settings.rules,
        obeys_record_rules: true,
        before_move,
    };
    let mut game = sgf::load(&sgf::decode(&bytes), &load)
        .with_context(place)?
        .game;
    if let Some(name) = rules {
        game.set_rules(Rules::named(name)?.with_komi_of(game.rules()));
    }
    Ok(game)
}
