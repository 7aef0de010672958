//! `tedomari score`: judges a finished game, with the reason for each block.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::endgame::write_proof;
use super::picture::PictureOptions;
use super::record::{At, CountOptions, WithDoubts, doubts, load_record};
use super::terminal::Screen;
use crate::base::Budget;
use crate::config::Settings;
use crate::draw::views::judgement_picture;
use crate::engine::Engine;
use crate::referee::JudgementReport;

/// Time to find each strategy of a proof.
const PROOF_TIME: Duration = Duration::from_secs(60);

/// The game to score, and the rules.
#[derive(Debug, Args)]
pub(super) struct ScoreOptions {
    /// Record of the game in SGF.
    game: PathBuf,
    /// Stop before this move, counted from 1. The default is the end of the record.
    #[arg(long = "move", value_name = "N")]
    before_move: Option<usize>,
    #[command(flatten)]
    count: CountOptions,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the proof of the score for the side to move, or of bounds of it, to this file, for `check`, as `endgame
    /// --proof` does.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    proof: Option<PathBuf>,
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
    let mut record = load_record(&options.game, settings, At::before(options.before_move))?;
    options.count.apply(&mut record.game)?;
    let (game, warnings) = (&record.game, doubts(&record));
    let mut engine = Engine::new(settings.engine.clone());
    let judgement = engine.judge(game, &Budget::unlimited());
    let report = JudgementReport::new(game, &judgement);
    if options.picture.is_wanted() {
        let mut picture = judgement_picture(game, &judgement);
        picture.lines = report.sums();
        picture.lines.extend_from_slice(&warnings);
        options.picture.write(&picture)?;
    }
    if options.json {
        let output = WithDoubts {
            report: &report,
            warnings: &warnings,
        };
        writeln!(out, "{}", serde_json::to_string_pretty(&output)?)?;
    } else {
        let dead = |point| judgement.dead.contains(point);
        let board = Screen::of_standard_output().board(game.board(), dead);
        for doubt in &warnings {
            writeln!(out, "{doubt}")?;
        }
        writeln!(out, "{}", report.with_picture(board))?;
    }
    if let Some(path) = &options.proof {
        let endgame = engine.endgame_with_worths(game, &Budget::unlimited())?;
        let wanted = (game.to_move(), PROOF_TIME);
        let written = write_proof(path, game, &endgame, engine.endgame_store(), wanted)?;
        writeln!(out, "\n{written}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::*;

    /// Two handicap stones, and then each side builds its half. The record has no end.
    const GAME: &str = "(;SZ[5]HA[2]RU[Chinese]KM[0.5]AB[bb][bd];W[da];B[ba];W[db];B[bc];W[dc];B[be];W[dd];B[ca]\
        ;W[de];B[cc]";

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: ScoreOptions,
    }

    /// What is printed about a record, or the error.
    fn printed(record: &str, extra: &[&str]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        fs::write(&file, record).unwrap();
        let file = file.display().to_string();
        let args = ["score", &file].into_iter().chain(extra.iter().copied());
        let options = Line::parse_from(args).options;
        let mut out = Vec::new();
        let outcome = run(&options, &Settings::default(), &mut out);
        outcome.map_err(|error| format!("{error:#}"))?;
        String::from_utf8(out).map_err(|error| error.to_string())
    }

    #[test]
    fn the_compensation_for_handicap_is_shown() {
        let bonus = "white gets 2 points for the handicap stones";
        let text = printed(GAME, &[]).unwrap();
        assert!(text.contains(bonus), "{text}");
        let json = printed(GAME, &["--json"]).unwrap();
        assert!(json.contains("\"handicap_points\": 2"), "{json}");
        let text = printed(GAME, &["--rules", "japanese"]).unwrap();
        assert!(!text.contains("handicap stones"), "{text}");
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("a.svg");
        printed(GAME, &["--picture", &picture.display().to_string()]).unwrap();
        let picture = fs::read_to_string(&picture).unwrap();
        assert!(picture.contains(bonus), "{picture}");
    }

    #[test]
    fn position_and_komi_can_be_named() {
        let text = printed(GAME, &["--move", "3", "--komi", "-4"]).unwrap();
        assert!(text.contains("chinese rules, komi -4"), "{text}");
        assert!(text.contains("black: 3 stones"), "{text}");
        let error = printed(GAME, &["--move", "12"]).unwrap_err();
        assert!(
            error.ends_with("there is no move 12: the record has 10 moves"),
            "{error}"
        );
    }

    #[test]
    fn a_picture_of_a_record_that_is_cut_off_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("a.svg");
        let text = printed(GAME, &["--picture", &picture.display().to_string()]).unwrap();
        let doubt = "doubtful record, at 1:1: the file ends inside the game";
        assert!(text.contains(doubt), "{text}");
        let picture = fs::read_to_string(&picture).unwrap();
        assert!(picture.contains(doubt), "{picture}");
        let json = printed(GAME, &["--json"]).unwrap();
        assert!(json.contains(&format!("\"{doubt}")), "{json}");
    }
}
