//! `tedomari endgame`: a position as a sum of regions.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;

use super::endgame_review::{self, ReviewOptions};
use super::picture::PictureOptions;
use super::record::{At, CountOptions, WithDoubts, doubts, load_record};
use super::terminal::Screen;
use crate::base::Budget;
use crate::board::{Color, Game};
use crate::config::Settings;
use crate::draw::views::endgame_picture;
use crate::endgame::report::EndgameReport;
use crate::endgame::{Endgame, ScoreProof, ShapeStore};
use crate::engine::Engine;
use crate::files;

/// The position to take apart.
#[derive(Debug, Args)]
pub(super) struct EndgameOptions {
    /// Record of the game in SGF.
    game: PathBuf,
    /// Stop before this move, counted from 1. The default is the end of the record.
    #[arg(long = "move", value_name = "N")]
    before_move: Option<usize>,
    #[command(flatten)]
    count: CountOptions,
    /// Assume that all stones and points are safe that ownership calls certain; for a board that is not proved to fall
    /// apart. The result is an estimate.
    #[arg(long, alias = "granted")]
    assume_safe: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the proof of the score for the side to move, or of bounds of it, to this file, for `check`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["assume_safe", "json"])]
    proof: Option<PathBuf>,
    /// The side to move in the proof, instead of that in the record.
    #[arg(long, value_name = "COLOR", requires = "proof")]
    first: Option<Color>,
    /// Seconds to find each strategy of the proof.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "proof")]
    proof_seconds: u64,
    #[command(flatten)]
    review: ReviewOptions,
    #[command(flatten)]
    picture: PictureOptions,
}

/// Analyzes the position, and prints the regions, the score and the best moves.
pub(super) fn run(
    options: &EndgameOptions,
    settings: &Settings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    options.picture.check()?;
    let mut record = load_record(&options.game, settings, At::before(options.before_move))?;
    options.count.apply(&mut record.game)?;
    if options.review.review {
        let review = (&options.review, options.game.as_path());
        return endgame_review::run(review, &record, options.json, settings, out);
    }
    let (game, warnings) = (&record.game, doubts(&record));
    let mut engine = Engine::new(settings.engine.clone());
    let limits = Budget::unlimited();
    let endgame = if options.assume_safe {
        engine.endgame_assumed_safe(game, &limits)?
    } else {
        engine.endgame_with_worths(game, &limits)?
    };
    let store = engine.endgame_store();
    let report = EndgameReport::new(game, &endgame, store)?;
    let color = options.first.unwrap_or(game.to_move());
    let seconds = Duration::from_secs(options.proof_seconds);
    let proof = options.proof.as_deref();
    let written = proof.map(|path| write_proof(path, game, &endgame, store, (color, seconds)));
    if options.picture.is_wanted() {
        let title = report.title();
        let mut picture = endgame_picture(game.board(), &endgame, &report.regions, store, &title)?;
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
        let board = Screen::of_standard_output().board(game.board(), |_| false);
        for doubt in &warnings {
            writeln!(out, "{doubt}")?;
        }
        writeln!(out, "{board}\n\n{report}")?;
    }
    out.flush()?;
    if let Some(written) = written.transpose()? {
        writeln!(out, "\n{written}")?;
    }
    out.flush()?;
    Ok(())
}

/// Writes the proof of the score when a color moves first, or of bounds of it, to a file; returns a line with its place
/// and what it shows. The time is for each strategy.
pub(super) fn write_proof(
    path: &Path,
    game: &Game,
    endgame: &Endgame,
    store: &mut ShapeStore,
    (color, time): (Color, Duration),
) -> anyhow::Result<String> {
    let lead = endgame.lead(game, store, color)?;
    let mut budget = Budget::unlimited().until(Instant::now() + time);
    let proof = ScoreProof::new(game, color, lead, &mut budget).context("no proof written")?;
    let mut text = Vec::new();
    proof.write(&mut text)?;
    let place = path.display();
    files::write(path, &text).with_context(|| place.to_string())?;
    let points = match proof.range() {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    };
    Ok(format!(
        "proof for {color} to move in {place}: black is ahead by {points}, without komi and prisoners so far"
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A game that has hardly begun.
    const OPENING: &str = "(;SZ[9]KM[0];B[cc];W[gg];B[gc];W[cg])";

    /// Everything is proved: both sides have two eyes, and nothing is open.
    const FINISHED: &str = "(;SZ[5]RU[Japanese]KM[0]AB[bb][ab][cb][ba][ca][db][eb][da]AW[ac][bc][cc][dc][ec][bd][be]\
        [cd][dd][de])";

    const RECORD: &str = "(;SZ[7]RU[Japanese]KM[0]AB[ab][bb][cb][db][eb][fb][gb][ba][da][fa][ad][bd][cd][dd][ed][gd]\
        [ae][ce][ee][ge][be][de][fe]AW[af][bf][cf][df][ef][ff][gf][ag][cg][eg][gg])";

    /// A corridor of four points is all that is open. Black closes it, White plays inside.
    const CORRIDOR: &str = "(;SZ[8:4]RU[Japanese]KM[0]AB[ba][da][ea][ab][bb][cb][db][eb][ac][ad][bd][cd][dd][ed]AW[fa]\
        [ha][fb][gb][hb][fc][gc][hc][fd][hd];B[ec];W[bc])";

    /// Walls without eyes that look certain, with a column between them.
    const WALLS: &str = "(;SZ[9]RU[Japanese]KM[0.5]AB[da][db][dc][dd][de][df][dg][dh][be]AW[fa][fb][fc][fd][fe][ff]\
        [fg][fh][fi][he]PL[B])";

    /// The review of the corridor.
    fn review(json: bool, sgf: Option<std::path::PathBuf>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        fs::write(&file, CORRIDOR).unwrap();
        let mut options = options(file, false, json);
        options.review = ReviewOptions::all(sgf);
        let mut out = Vec::new();
        run(&options, &Settings::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_review_names_what_each_move_loses() {
        let text = review(false, None);
        for part in [
            "black E2  gote 1.75 (miai 0.88)  E2",
            "white B2  in territory",
            "white: 1 move; 1 counted exactly lose 1, 0 estimated lose ~0",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        let json: serde_json::Value = serde_json::from_str(&review(true, None)).unwrap();
        let moves = json["moves"].as_array().unwrap();
        let of = |key: &str| moves.iter().map(|it| it[key].clone()).collect::<Vec<_>>();
        assert_eq!(of("basis"), ["proved", "proved"]);
        assert_eq!(
            of("lost"),
            [serde_json::json!([0.0, 0.0]), serde_json::json!([1.0, 1.0])]
        );
        assert_eq!(
            of("score"),
            [serde_json::json!([3.0, 3.0]), serde_json::json!([3.0, 3.0])]
        );
    }

    #[test]
    fn a_review_goes_into_the_record_as_comments() {
        let folder = tempfile::tempdir().unwrap();
        let reviewed = folder.path().join("reviewed.sgf");
        review(false, Some(reviewed.clone()));
        let text = fs::read_to_string(reviewed).unwrap();
        assert!(
            text.contains("C[black E2: gote 1.75 (miai 0.88), loses 0"),
            "{text}"
        );
        assert!(text.contains("score before the move: B+3"), "{text}");
    }

    fn check(assume_safe: bool, json: bool, expected: &[&str]) {
        let out = output(RECORD, assume_safe, json);
        for part in expected {
            assert!(out.contains(part), "{part}\n{out}");
        }
    }

    fn output(record: &str, assume_safe: bool, json: bool) -> String {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        fs::write(&file, record).unwrap();
        let options = options(file, assume_safe, json);
        let mut out = Vec::new();
        run(&options, &Settings::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn options(game: PathBuf, assume_safe: bool, json: bool) -> EndgameOptions {
        EndgameOptions {
            game,
            before_move: None,
            count: CountOptions::default(),
            assume_safe,
            json,
            proof: None,
            first: None,
            proof_seconds: 0,
            review: ReviewOptions::default(),
            picture: PictureOptions::default(),
        }
    }

    #[test]
    fn a_board_before_its_endgame_is_called_that() {
        for assume_safe in [false, true] {
            let out = output(OPENING, assume_safe, false);
            assert!(
                out.contains("the board is not in its endgame: 81 of 81 points lie in 1 region "),
                "{out}"
            );
            assert!(
                out.contains("what is: 0 of 81 points settled or exact"),
                "{out}"
            );
            assert!(out.contains(", 0 open regions"), "{out}");
            assert_eq!(out.contains("an estimate"), assume_safe, "{out}");
            let longest = out.lines().map(str::len).max();
            assert!(longest < Some(120), "{out}");
        }
    }

    /// The title of the picture of a position.
    fn title(record: &str, assume_safe: bool) -> String {
        let folder = tempfile::tempdir().unwrap();
        let [file, picture] = ["game.sgf", "picture.json"].map(|name| folder.path().join(name));
        fs::write(&file, record).unwrap();
        let options = EndgameOptions {
            picture: PictureOptions {
                picture: Some(picture.clone()),
                ..PictureOptions::default()
            },
            ..options(file, assume_safe, false)
        };
        run(&options, &Settings::default(), &mut Vec::new()).unwrap();
        let text = fs::read_to_string(picture).unwrap();
        let picture: serde_json::Value = serde_json::from_str(&text).unwrap();
        picture["title"].as_str().unwrap().to_owned()
    }

    #[test]
    fn the_title_of_a_picture_is_a_score_that_players_understand() {
        let proved = title(CORRIDOR, false);
        assert_eq!(proved, "Black first: B+4.0, White first: B+4.0");
        assert_eq!(title(OPENING, false), "the final score is open");
        let assumed = title(WALLS, true);
        assert_eq!(
            assumed,
            "Black first: W+0.5 (estimate), White first: W+1.5 (estimate)"
        );
    }

    #[test]
    fn what_is_proved_needs_no_assumption() {
        let proved = output(FINISHED, false, false);
        assert!(
            proved.contains("25 of 25 points settled or exact"),
            "{proved}"
        );
        assert_eq!(output(FINISHED, true, false), proved);
    }

    #[test]
    fn the_table_names_regions_scores_and_moves() {
        check(
            false,
            false,
            &[
                "japanese rules, komi 0",
                "region",
                "black to move: score",
                "best moves:",
            ],
        );
        check(false, true, &["\"is_exact\": true", "\"score\": \""]);
        check(true, false, &["black to move: score 9"]);
    }
}
