//! `tedomari match`: engines against each other.

use std::io::{self, Write};

use clap::Args;

use super::picture::PictureOptions;
use crate::contest::{self, MatchOptions};

/// The match, and the forms of its results.
#[derive(Debug, Args)]
pub(super) struct MatchCommand {
    #[command(flatten)]
    options: MatchOptions,
    /// Print one JSON object at the end instead of a line for each game and a table.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    picture: PictureOptions,
}

/// Plays the match and prints its results; the picture is the share of the first engine after each game.
pub(super) fn run(command: &MatchCommand, out: &mut impl Write) -> anyhow::Result<()> {
    command.picture.check()?;
    let summary = if command.json {
        contest::run(&command.options, &mut io::sink())?
    } else {
        contest::run(&command.options, out)?
    };
    if command.json {
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
    }
    if command.picture.is_wanted() {
        command.picture.write(&summary.picture())?;
    }
    Ok(())
}
