//! `tedomari score`: judges a finished game, with the reason for each block.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::picture::PictureOptions;
use super::record::load_game;
use super::terminal::Screen;
use crate::base::Budget;
use crate::config::Settings;
use crate::draw::views::judgement_picture;
use crate::engine::Engine;
use crate::referee::JudgementReport;

/// The game to score, and the rules.
#[derive(Debug, Args)]
pub(super) struct ScoreOptions {
    /// Record of the game in SGF.
    game: PathBuf,
    /// Score by these rules instead of those in the record. The komi of the record stays.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    picture: PictureOptions,
}

/// Judges the end of the game, and prints the report.
pub(super) fn run(
    options: &ScoreOptions,
    settings: &Settings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    options.picture.check()?;
    let game = load_game(&options.game, settings, None, options.rules.as_deref())?;
    let judgement = Engine::new(settings.engine.clone()).judge(&game, &Budget::unlimited());
    let report = JudgementReport::new(&game, &judgement);
    if options.picture.is_wanted() {
        let mut picture = judgement_picture(&game, &judgement);
        picture.lines = report.sums();
        options.picture.write(&picture)?;
    }
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        let dead = |point| judgement.dead.contains(point);
        let board = Screen::of_standard_output().board(game.board(), dead);
        writeln!(out, "{}", report.with_picture(board))?;
    }
    Ok(())
}
