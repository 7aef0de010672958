//! `tedomari endgame --review`: the last moves of a record beside the best ones, as a table, as JSON, and as comments
//! in the record.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use clap::Args;
use serde::Serialize;

use super::record::load_tree;
use crate::base::{Budget, counted};
use crate::board::Point;
use crate::config::Settings;
use crate::endgame::report::{FactRow, table_text};
use crate::endgame::shown_probability;
use crate::endgame::verdict::{Loss, Points};
use crate::engine::{Engine, ReviewBasis, ReviewedMove};
use crate::files;
use crate::sgf::{self, Record};

/// What a review covers, and where it goes.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ReviewOptions {
    /// Review the last moves of the record: what each was worth, and what it lost beside the best one.
    #[arg(long, conflicts_with_all = ["assume_safe", "proof", "picture"])]
    pub(super) review: bool,
    /// Number of moves to review, from the last one back.
    #[arg(long, value_name = "N", default_value_t = 100, requires = "review")]
    last: usize,
    /// Seconds for the whole review. The last moves come first; when the time is over, the earlier ones are left out.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        requires = "review"
    )]
    seconds: u64,
    /// Write the record with the review as comments to this file.
    #[arg(long, value_name = "FILE", requires = "review")]
    sgf: Option<PathBuf>,
}

#[cfg(test)]
impl ReviewOptions {
    /// A review of all moves.
    pub(super) fn all(sgf: Option<PathBuf>) -> Self {
        Self {
            review: true,
            last: 100,
            seconds: 60,
            sgf,
        }
    }
}

/// Reviews a record and writes the result in the form of the options.
pub(super) fn run(
    (options, file): (&ReviewOptions, &Path),
    record: &Record,
    is_json: bool,
    settings: &Settings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut engine = Engine::new(settings.engine.clone());
    let limits = Budget::unlimited().until(Instant::now() + Duration::from_secs(options.seconds));
    let mut moves = engine.review(&record.game, options.last, &limits)?;
    moves.reverse();
    let n_before = record.n_moves.saturating_sub(record.game.moves().len());
    let wanted = options.last.min(record.game.moves().len());
    let report = ReviewReport {
        rules: record.game.rules().to_string(),
        n_left_out: wanted - moves.len(),
        moves: moves.iter().map(|it| MoveRow::new(it, n_before)).collect(),
    };
    if let Some(path) = &options.sgf {
        let text = with_comments(file, settings, &report.moves)?;
        files::write(path, text.as_bytes()).with_context(|| path.display().to_string())?;
    }
    if is_json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write_table(&report, out)?;
    }
    Ok(out.flush()?)
}

/// A review in printable form.
#[derive(Debug, Serialize)]
struct ReviewReport {
    /// Rules and komi.
    rules: String,
    /// Moves of the range that were not reached in time.
    n_left_out: usize,
    /// The moves in the order of the game.
    moves: Vec<MoveRow>,
}

/// A move of a review in printable form.
#[derive(Debug, Serialize)]
struct MoveRow {
    /// Its number in the record.
    number: usize,
    /// Who played it.
    color: String,
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// What it is worth in its region, in players' words; nothing if that is not known.
    worth: Option<String>,
    /// What it gains in points per move (miai counting).
    miai: Option<f64>,
    /// The best move, if one is known.
    best: Option<String>,
    /// What that is worth.
    best_worth: Option<String>,
    /// The points that the move loses at least and at most; the same number twice if that is exact.
    lost: Option<[f64; 2]>,
    /// `exact`, `bounds` or `unknown`.
    loss: &'static str,
    /// About how much it loses by temperatures, where the loss is not exact: an estimate.
    about_lost: Option<f64>,
    /// About how much it loses by the network alone: an estimate with an error of a point or so.
    lost_by_network: Option<f64>,
    /// Number of regions that could not be counted; the best move is the best one in the others.
    n_uncounted: usize,
    /// `proved` or `given`.
    basis: &'static str,
    /// Bounds of the score with best play before the move, Black's less White's, komi included.
    score: [f64; 2],
    /// What is taken for granted, the smallest areas first.
    facts: Vec<FactRow>,
}

impl MoveRow {
    fn new(reviewed: &ReviewedMove, n_before: usize) -> Self {
        let verdict = &reviewed.verdict;
        let (lost, loss) = match verdict.loss {
            Loss::Exact(points) => (Some([points; 2]), "exact"),
            Loss::Between(least, most) => (Some([least, most]), "bounds"),
            Loss::Unknown => (None, "unknown"),
        };
        let score = [reviewed.score.low, reviewed.score.high];
        Self {
            number: n_before + reviewed.number,
            color: reviewed.color.to_string(),
            mv: reviewed.mv.to_string(),
            worth: verdict.worth.map(|worth| worth.words(reviewed.color)),
            miai: verdict.worth.map(|worth| worth.miai),
            best: verdict.best.map(|(mv, _)| mv.to_string()),
            best_worth: verdict
                .best
                .and_then(|(_, worth)| worth)
                .map(|worth| worth.words(reviewed.color)),
            lost,
            loss,
            about_lost: verdict.about,
            lost_by_network: reviewed.lost_by_network,
            n_uncounted: verdict.n_uncounted,
            basis: match reviewed.basis {
                ReviewBasis::Proved => "proved",
                ReviewBasis::Given => "given",
            },
            score: score.map(|score| f64::from(score.half_points()) / 2.0),
            facts: reviewed.facts.iter().map(FactRow::new).collect(),
        }
    }

    /// What the move loses, as text.
    fn loss_text(&self) -> String {
        let about = self.about_lost.map(|points| format!("~{}", Points(points)));
        match (self.lost, about) {
            (Some([least, _]), None) if self.loss == "exact" => Points(least).to_string(),
            (Some([least, most]), Some(about)) => {
                format!("{about} ({}..{})", Points(least), Points(most))
            }
            (Some([least, most]), None) => format!("{}..{}", Points(least), Points(most)),
            (None, Some(about)) => about,
            (None, None) => match self.lost_by_network {
                // Less than nothing is an error of the network.
                Some(points) => format!("network ~{:.1}", points.max(0.0)),
                None => "?".to_owned(),
            },
        }
    }

    /// What the verdict rests on, as text.
    fn basis_text(&self) -> String {
        let least = shown_probability(self.facts.iter().map(|fact| fact.probability));
        let basis = match self.facts.len() {
            0 => self.basis.to_owned(),
            n => format!("{} {}, least {:.2}", self.basis, counted(n, "fact"), least),
        };
        match self.n_uncounted {
            0 => basis,
            n => format!("{basis}; {} not counted", counted(n, "region")),
        }
    }

    /// The score before the move, as text; nothing if its bounds are far apart.
    fn score_text(&self) -> Option<String> {
        let [low, high] = self.score;
        if high <= low {
            Some(signed(low))
        } else if high - low < 20.0 {
            Some(format!("{} to {}", signed(low), signed(high)))
        } else {
            None
        }
    }

    /// The remark in the record.
    fn comment(&self) -> String {
        let mut lines = vec![format!(
            "{} {}: {}, loses {}",
            self.color,
            self.mv,
            self.worth.as_deref().unwrap_or("worth not counted"),
            self.loss_text()
        )];
        if let Some(best) = &self.best {
            let worth = self.best_worth.as_deref();
            let worth = worth.map(|worth| format!(": {worth}")).unwrap_or_default();
            lines.push(format!("best: {best}{worth}"));
        }
        if let Some(score) = self.score_text() {
            lines.push(format!("score before the move: {score}"));
        }
        lines.push(self.basis_text());
        lines.extend(self.facts.iter().map(|fact| fact.text.clone()));
        lines.join("\n")
    }
}

/// A score from Black's view as players write it.
fn signed(score: f64) -> String {
    if score > 0.0 {
        format!("B+{}", Points(score))
    } else if score < 0.0 {
        format!("W+{}", Points(-score))
    } else {
        "0".to_owned()
    }
}

/// The record with the review as comments; the best move has a circle where another one was played.
fn with_comments(file: &Path, settings: &Settings, rows: &[MoveRow]) -> anyhow::Result<String> {
    let mut tree = load_tree(file, settings)?;
    let mut number = 0;
    for node in tree.main_line().into_iter().skip(1) {
        number += usize::from(tree.nodes[node].mv.is_some());
        let Some(row) = rows.iter().find(|row| row.number == number) else {
            continue;
        };
        if tree.nodes[node].mv.is_none() {
            continue;
        }
        tree.nodes[node].add_comment(&row.comment());
        let best = row.best.as_ref().filter(|best| **best != row.mv);
        if let Some(Ok(point)) = best.map(|best| best.parse::<Point>()) {
            tree.nodes[node].marks.circle.push(point);
        }
    }
    sgf::write_tree(&tree).map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// Prints the review as a table and what it adds up to.
fn write_table(report: &ReviewReport, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}", report.rules)?;
    if report.n_left_out > 0 {
        let moves = counted(report.n_left_out, "earlier move");
        writeln!(out, "{moves} left out: the time is over")?;
    }
    let header = [
        "", "played", "worth", "best", "worth", "loses", "score", "rests on",
    ];
    let mut table = vec![header.map(str::to_owned)];
    for row in &report.moves {
        let or_blank = |text: &Option<String>| text.clone().unwrap_or_default();
        table.push([
            row.number.to_string(),
            format!("{} {}", row.color, row.mv),
            row.worth.clone().unwrap_or_else(|| "?".to_owned()),
            or_blank(&row.best),
            or_blank(&row.best_worth),
            row.loss_text(),
            row.score_text().unwrap_or_default(),
            row.basis_text(),
        ]);
    }
    write!(out, "{}", table_text(&table))?;
    for color in ["black", "white"] {
        let own: Vec<&MoveRow> = report
            .moves
            .iter()
            .filter(|row| row.color == color)
            .collect();
        let sum = |points: &[f64]| points.iter().fold(0.0, |all, it| all + it);
        let is_exact = |row: &&&MoveRow| row.loss == "exact";
        let exact: Vec<f64> = (own.iter().filter(is_exact))
            .filter_map(|row| Some(row.lost?[0]))
            .collect();
        let about: Vec<f64> = own.iter().filter_map(|row| row.about_lost).collect();
        writeln!(
            out,
            "{color}: {}; {} counted exactly lose {}, {} estimated lose ~{}",
            counted(own.len(), "move"),
            exact.len(),
            Points(sum(&exact)),
            about.len(),
            Points(sum(&about)),
        )?;
    }
    writeln!(
        out,
        "points lost: a number is exact, ~ is an estimate by temperatures or by the network, (LEAST..MOST) are \
            bounds;\n\
         given: proved if the facts hold that --json and --sgf list"
    )?;
    Ok(())
}
