//! `tedomari goals`: what the fate of a block hangs on, and the moves for it.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;

use super::knowledge::BaseOptions;
use super::picture::PictureOptions;
use super::read::GoalOption;
use super::record::{At, check_on_board, check_stones, doubts, load_record, log_doubts};
use crate::base::{Budget, CancelToken};
use crate::board::{Board, Point};
use crate::config::Settings;
use crate::draw::picture::{BoardPanel, Favor, Label, Mark, Panel, Picture, Shape};
use crate::draw::views::goal_graph;
use crate::engine::reading::{GoalReport, ReadingError};
use crate::files;
use crate::goals::graph_to_dot;
use crate::tsumego::Goal;
use crate::tsumego::reader::Past;

/// Most moves that the board of a picture shows.
const MOST_SHOWN: usize = 9;

/// The block, and the form of the answer.
#[derive(Debug, Args)]
pub(super) struct GoalsOptions {
    /// Record of the game in SGF.
    game: PathBuf,
    /// A stone of the block.
    #[arg(long, value_name = "VERTEX")]
    target: Point,
    /// What is to be done with it. The default is what the side to move wants.
    #[arg(long)]
    goal: Option<GoalOption>,
    /// Stop before this move, counted from 1. The default is the end of the record.
    #[arg(long = "move", value_name = "N")]
    before_move: Option<usize>,
    #[command(flatten)]
    form: FormOptions,
    #[command(flatten)]
    picture: PictureOptions,
    #[command(flatten)]
    base: BaseOptions,
}

/// Another form than lines of text.
#[derive(Debug, Default, Args)]
#[group(multiple = false)]
struct FormOptions {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Write the graph of the goals to a file, in the language DOT of Graphviz.
    #[arg(long, value_name = "OUT")]
    dot: Option<PathBuf>,
}

/// Answers the question, and prints or draws the answer.
pub(super) fn run(
    options: &GoalsOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    options.picture.check()?;
    let rules = options.base.read(settings, cancel)?;
    let record = load_record(&options.game, settings, At::before(options.before_move))?;
    log_doubts(&options.game, &record);
    let game = &record.game;
    let (board, target) = (game.board(), options.target);
    check_on_board(&options.game, board.size(), [target])?;
    let place = || format!("{}: {target}", options.game.display());
    check_stones(&options.game, board, [target])?;
    let owner = board.color(target).ok_or(ReadingError::NoStone)?;
    let goal = options
        .goal
        .map_or_else(|| Goal::of(game.to_move(), owner), Goal::from);
    let limits = Budget::unlimited().with_cancel(cancel);
    let past = Arc::new(Past::of(game));
    let report = GoalReport::find((board, &past), &rules, target, goal, &limits);
    let report = report.with_context(place)?;
    let form = &options.form;
    if options.picture.is_wanted() {
        options.picture.write(&Picture {
            title: format!("{} to move, {target}", report.player),
            panels: vec![
                Panel::Board(goal_board(board, target, &report)),
                Panel::Graph(goal_graph(&report.graph)),
            ],
            lines: doubts(&record),
        })?;
    }
    if let Some(path) = &form.dot {
        let text = graph_to_dot(&report.graph);
        files::write(path, text.as_bytes()).with_context(|| path.display().to_string())?;
    } else if form.json {
        writeln!(out, "{}", report.to_json())?;
    } else {
        for line in report.lines() {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The position with the block in question and the moves that serve it, the first ones by numbers.
fn goal_board(board: &Board, target: Point, report: &GoalReport<'_>) -> BoardPanel {
    let mut panel = BoardPanel::of(board);
    let stones: Vec<Point> = board.stones(target).collect();
    panel.marks = (stones.iter())
        .map(|&at| Mark {
            at: at.into(),
            shape: Shape::Triangle,
        })
        .collect();
    let moves: Vec<Point> = (report.moves.iter().take(MOST_SHOWN))
        .map(|it| it.point)
        .collect();
    panel.labels = (moves.iter().zip(1..))
        .map(|(&at, number)| Label {
            at: at.into(),
            text: number.to_string(),
            favor: if number == 1 {
                Favor::Best
            } else {
                Favor::None
            },
        })
        .collect();
    panel.crop_to(stones.into_iter().chain(moves));
    panel
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Black's stone on C2 is in atari; the last move attacks it.
    const ATARI: &str = "(;GM[1]FF[4]SZ[5]AB[cd]AW[bd][ce];W[dd])";

    /// The picture that every answer draws.
    const PICTURE: &str = "a.svg";

    /// What is answered about [`ATARI`].
    fn ask(folder: &Path, target: &str, form: FormOptions) -> anyhow::Result<String> {
        let game = folder.join("game.sgf");
        fs::write(&game, ATARI)?;
        let options = GoalsOptions {
            game,
            target: target.parse()?,
            goal: None,
            before_move: None,
            form,
            picture: PictureOptions {
                picture: Some(folder.join(PICTURE)),
                ..PictureOptions::default()
            },
            base: BaseOptions::default(),
        };
        let mut out = Vec::new();
        let settings = Settings::default();
        run(&options, &settings, &CancelToken::new(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn the_side_to_move_saves_its_block() {
        let folder = tempfile::tempdir().unwrap();
        let out = ask(folder.path(), "C2", FormOptions::default()).unwrap();
        assert!(
            out.starts_with("player black\ngoal 0 root save C2 "),
            "{out}"
        );
        assert!(out.contains("\nmove C3 "), "{out}");
    }

    #[test]
    fn graphs_go_to_files() {
        let folder = tempfile::tempdir().unwrap();
        let dot = folder.path().join("a.dot");
        let form = FormOptions {
            dot: Some(dot.clone()),
            ..FormOptions::default()
        };
        assert_eq!(ask(folder.path(), "C2", form).unwrap(), "");
        let text = fs::read_to_string(&dot).unwrap();
        assert!(
            text.starts_with("digraph goals {") && text.contains("save C2"),
            "{text}"
        );
        let svg = fs::read_to_string(folder.path().join(PICTURE)).unwrap();
        assert!(svg.starts_with("<svg ") && svg.contains("save C2"), "{svg}");
        // The board with the block in question stands beside the goals.
        assert!(
            svg.contains("class=\"black\"") && svg.contains("stones in question"),
            "{svg}"
        );
    }

    #[test]
    fn a_block_has_to_be_there() {
        let folder = tempfile::tempdir().unwrap();
        for (target, expected) in [
            ("C3", "game.sgf: there is no stone on C3"),
            ("J9", "game.sgf: J9 is not on the 5x5 board"),
        ] {
            let error = ask(folder.path(), target, FormOptions::default()).unwrap_err();
            let text = format!("{error:#}");
            assert!(text.ends_with(expected), "{text}");
        }
    }
}
