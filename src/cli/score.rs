//! `tedomari score`: a finished game judged, with the reason for each block.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::board::Rules;
use crate::config::Settings;
use crate::engine::Engine;
use crate::referee::report::Report;
use crate::sgf::{self, LoadOptions};

/// Which game to score, and how.
#[derive(Debug, Args)]
pub(super) struct ScoreOptions {
    /// Record of the game in SGF.
    game: PathBuf,
    /// Score by these rules instead of those in the record; its komi stays.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Judges the end of the game and prints the report.
pub(super) fn run(
    options: &ScoreOptions,
    settings: &Settings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let place = || options.game.display().to_string();
    let bytes = fs::read(&options.game).with_context(place)?;
    let load = LoadOptions {
        rules: settings.rules,
        obeys_record_rules: true,
        before_move: None,
    };
    let mut game = sgf::load(&sgf::decode(&bytes), &load)
        .with_context(place)?
        .game;
    if let Some(name) = &options.rules {
        game.set_rules(Rules::named(name)?.with_komi_of(game.rules()));
    }
    let judgement = Engine::new(settings.engine.clone()).judge(&game);
    let report = Report::new(&game, &judgement);
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        writeln!(out, "{report}")?;
    }
    Ok(())
}
