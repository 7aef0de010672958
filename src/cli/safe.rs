//! `tedomari safe`: what is proved to be safe in a position, and the proof as data.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;

use super::record::{At, load_game};
use super::safe_count::SafeCount;
use crate::base::{Budget, CancelToken};
use crate::board::Color;
use crate::config::Settings;
use crate::files;
use crate::region::SafetyFile;

/// The position, the color, and where the proof goes.
#[derive(Debug, Args)]
pub(super) struct SafeOptions {
    /// Record of the game in SGF.
    game: PathBuf,
    /// Whose safety is asked for; the other color moves first. The default is both colors, one after the other.
    #[arg(long, value_name = "COLOR")]
    color: Option<Color>,
    /// Stop before this move, counted from 1. The default is the end of the record.
    #[arg(long = "move", value_name = "N")]
    before_move: Option<usize>,
    /// Write the proof to this file, for `check`.
    #[arg(long, value_name = "FILE", requires = "color")]
    proof: Option<PathBuf>,
    /// Seconds to find the answers of the owner.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,
    /// Count the points that are proved, by pairs and search of regions and by windows with so many nodes a question;
    /// no proof is written.
    #[arg(long, value_name = "NODES", conflicts_with = "proof")]
    count: Option<u64>,
    /// With `--count`: as JSON, with the blocks, what is left by its kind, and the nodes.
    #[arg(long, requires = "count")]
    json: bool,
}

/// Prints the safe stones and points of a color, and writes the proof.
pub(super) fn run(
    options: &SafeOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let game = load_game(&options.game, settings, At::before(options.before_move))?;
    if let Some(nodes) = options.count {
        let count = SafeCount::new(game.board(), nodes);
        if options.json {
            writeln!(out, "{}", serde_json::to_string(&count)?)?;
        } else {
            count.write(out)?;
        }
        return Ok(out.flush()?);
    }
    let colors = options
        .color
        .map_or(Color::BOTH.to_vec(), |color| vec![color]);
    for color in colors {
        let deadline = Instant::now() + Duration::from_secs(options.seconds);
        let mut budget = Budget::unlimited().until(deadline).with_cancel(cancel);
        let nodes = settings.engine.safety.window_nodes;
        match SafetyFile::new(game.board(), color, nodes, &mut budget) {
            Ok(file) => {
                let header = file.header();
                writeln!(
                    out,
                    "{color}: stones never taken: the blocks of {}",
                    header.stones.join(" ")
                )?;
                if !header.territory.is_empty() {
                    let territory = header.territory.join(" ");
                    writeln!(out, "{color}: no two eyes for the other color: {territory}")?;
                }
                if let Some(path) = &options.proof {
                    let mut text = Vec::new();
                    file.write(&mut text)?;
                    files::write(path, &text).with_context(|| path.display().to_string())?;
                    writeln!(out, "proof in {}", path.display())?;
                }
            }
            Err(reason) => {
                writeln!(out, "{color}: {reason}")?;
                out.flush()?;
                if options.proof.is_some() {
                    bail!("no proof written: {reason}");
                }
            }
        }
    }
    out.flush()?;
    Ok(())
}
