//! `tedomari review`: a whole game, where it was lost, and what is proved about that.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;

use super::picture::PictureOptions;
use super::record::{At, CountOptions, doubts, load_record, load_tree};
use super::review_record::annotated;
use crate::analysis::Course;
use crate::base::{Budget, CancelToken, counted};
use crate::board::{Color, Move, PerColor, Point};
use crate::config::Settings;
use crate::endgame::report::table_text;
use crate::engine::{Engine, GameReview, LostPoints, PhaseSum, ReviewBasis, ReviewedLine};
use crate::files;

/// Time for the reading about one mistake, and for the endgame of its position.
const READING: Duration = Duration::from_secs(5);
const ENDGAME: Duration = Duration::from_secs(2);

/// The game to review.
#[derive(Debug, Args)]
pub(super) struct ReviewOptions {
    /// Record of the game in SGF.
    game: PathBuf,
    /// Seconds for the searches: all positions first, then those where points were lost. Reading takes up to seven more
    /// for each mistake that is explained.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    seconds: u64,
    /// How many times the usual visits are searched: 12 for each position, 100 where a point was lost, 400 at mistakes.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    depth: u64,
    /// Number of mistakes that are listed and explained, the largest first.
    #[arg(long, value_name = "N", default_value_t = 10)]
    mistakes: usize,
    /// Write the record with the review to this file: comments, marks of bad moves, better lines, values.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    count: CountOptions,
    #[command(flatten)]
    picture: PictureOptions,
}

/// Reviews the game and writes the result in the form of the options.
pub(super) fn run(
    options: &ReviewOptions,
    settings: &Settings,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    options.picture.check()?;
    let mut record = load_record(&options.game, settings, At::End)?;
    options.count.apply(&mut record.game)?;
    let n_before = record.n_moves.saturating_sub(record.game.moves().len());
    let mut engine = Engine::new(settings.engine.clone());
    let forever = Budget::unlimited().with_cancel(cancel);
    let limits = (forever.clone()).until(Instant::now() + Duration::from_secs(options.seconds));
    let review = engine.review_game(&record.game, options.depth, &limits, |pass, number| {
        tracing::debug!(pass, number, "a position is searched");
    });
    let mistakes = review.mistakes().into_iter().take(options.mistakes);
    let mistakes = mistakes
        .map(|mistake| explained(&mut engine, &review, mistake, n_before, &forever))
        .collect::<anyhow::Result<Vec<MistakeRow>>>()?;
    let report = ReviewReport::new(&review, mistakes);
    if let Some(path) = &options.out {
        let first = format!("Review\n{}", table_text(&report.table()));
        let reasons = |number: usize| {
            let mistake = report.mistakes.iter().find(|it| it.number == number)?;
            Some(mistake.reasons.iter().map(|it| it.text.clone()).collect())
        };
        let tree = load_tree(&options.game, settings)?;
        let text = annotated(tree, &review, n_before, &first, reasons)
            .with_context(|| options.game.display().to_string())?;
        files::write(path, text.as_bytes()).with_context(|| path.display().to_string())?;
    }
    if options.picture.is_wanted() {
        let mut picture = course(&review).picture(record.info.title(&options.game));
        picture.lines = report.mistakes.iter().map(MistakeRow::line).collect();
        picture.lines.extend(doubts(&record));
        options.picture.write(&picture)?;
    }
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        for doubt in doubts(&record) {
            writeln!(out, "{doubt}")?;
        }
        report.write(out)?;
    }
    Ok(out.flush()?)
}

/// A review in printable form.
#[derive(Debug, Serialize)]
struct ReviewReport {
    /// Rules and komi.
    rules: String,
    /// Positions of the game, and those that were searched in time.
    n_positions: usize,
    n_searched: usize,
    /// What each player lost in each part of the game.
    phases: Vec<PhaseRow>,
    /// The mistakes, the largest first.
    mistakes: Vec<MistakeRow>,
}

/// A part of a game.
#[derive(Debug, Serialize)]
struct PhaseRow {
    name: &'static str,
    black: PlayerRow,
    white: PlayerRow,
}

/// What a player lost in a part of a game.
#[derive(Debug, Serialize)]
struct PlayerRow {
    /// Moves that were judged.
    moves: usize,
    /// Points lost.
    lost: f64,
    /// The share of moves that lost less than a point, in percent.
    accuracy: Option<f64>,
}

impl PlayerRow {
    fn new(sum: &PhaseSum) -> Self {
        Self {
            moves: sum.n_moves,
            lost: sum.lost,
            accuracy: sum.accuracy(),
        }
    }

    fn cells(&self) -> [String; 3] {
        let accuracy = self.accuracy.map(|share| format!("{share:.0} %"));
        [
            self.moves.to_string(),
            format!("{:.1}", self.lost),
            accuracy.unwrap_or_else(|| "-".to_owned()),
        ]
    }
}

/// A mistake with its reasons.
#[derive(Debug, Serialize)]
struct MistakeRow {
    /// Number of the move in the record.
    number: usize,
    color: String,
    #[serde(rename = "move")]
    mv: String,
    /// Points lost: an estimate.
    lost: f64,
    /// The best move that was found.
    best: Option<String>,
    /// Why it was bad, as far as something is proved or counted.
    reasons: Vec<ReasonRow>,
}

/// Why a move was bad.
#[derive(Debug, Serialize)]
struct ReasonRow {
    /// `proved`, `partly proved`, or `given`: an estimate that takes for granted what looks certain.
    basis: &'static str,
    text: String,
}

impl MistakeRow {
    /// The mistake in a line, without its reasons.
    fn line(&self) -> String {
        let better = self.best.as_deref().filter(|best| *best != self.mv);
        let better = better.map(|best| format!(", better {best}"));
        format!(
            "move {}, {} {}: {:.1} points lost (estimate){}",
            self.number,
            self.color,
            self.mv,
            self.lost,
            better.unwrap_or_default()
        )
    }
}

/// A mistake with what reading and counting find about it.
fn explained(
    engine: &mut Engine,
    review: &GameReview,
    mistake: LostPoints,
    n_before: usize,
    limits: &Budget,
) -> anyhow::Result<MistakeRow> {
    let before = review.before(mistake.number);
    let within = |time: Duration| limits.clone().until(Instant::now() + time);
    let hints = hints(review, &mistake);
    let found = engine.mistake_reasons(&before, mistake.mv, &hints, &within(READING));
    let mut reasons: Vec<ReasonRow> = found
        .iter()
        .map(|reason| ReasonRow {
            basis: if reason.is_proven() {
                "proved"
            } else if reason.is_given() {
                "given"
            } else {
                "partly proved"
            },
            text: reason.text(),
        })
        .collect();
    let after = review.before(mistake.number + 1);
    for reviewed in engine.review(&after, 1, &within(ENDGAME))? {
        reasons.extend(reviewed.comparison().map(|text| ReasonRow {
            basis: match reviewed.basis {
                ReviewBasis::Proved => "proved",
                ReviewBasis::Given => "given",
            },
            text: match reviewed.probability() {
                Some(least) => format!("{text} (an estimate: least certain point {least:.2})"),
                None => format!("{text} (proved)"),
            },
        }));
    }
    Ok(MistakeRow {
        number: n_before + mistake.number,
        color: mistake.color.to_string(),
        mv: mistake.mv.to_string(),
        lost: mistake.points,
        best: mistake.best.map(|best| best.to_string()),
        reasons,
    })
}

/// Better moves and answers to a mistake, by the searches.
fn hints(review: &GameReview, mistake: &LostPoints) -> Vec<Point> {
    let positions = review.positions();
    let lines = |n: usize| {
        let position = positions.get(n).and_then(Option::as_ref);
        position.map_or(&[][..], |position| position.lines.as_slice())
    };
    let better = lines(mistake.number - 1).iter().take(2);
    let answers = lines(mistake.number).iter().take(2);
    let moves = better.chain(answers).filter_map(ReviewedLine::first);
    let next = review.game().moves().get(mistake.number);
    let next = next.map(|&(_, mv)| mv);
    let points = moves.chain(next).filter_map(|mv| match mv {
        Move::Play(point) => Some(point),
        Move::Pass | Move::Resign => None,
    });
    points.collect()
}

impl ReviewReport {
    fn new(review: &GameReview, mistakes: Vec<MistakeRow>) -> Self {
        let row = |name: &'static str, sums: &PerColor<PhaseSum>| PhaseRow {
            name,
            black: PlayerRow::new(&sums[Color::Black]),
            white: PlayerRow::new(&sums[Color::White]),
        };
        Self {
            rules: review.game().rules().to_string(),
            n_positions: review.positions().len(),
            n_searched: review.positions().iter().flatten().count(),
            phases: (review.phases().iter())
                .map(|(name, sums)| row(name, sums))
                .collect(),
            mistakes,
        }
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let positions = counted(self.n_positions, "position");
        writeln!(out, "{}", self.rules)?;
        writeln!(
            out,
            "{} of {positions} searched; points lost are estimates\n",
            self.n_searched
        )?;
        write!(out, "{}", table_text(&self.table()))?;
        writeln!(
            out,
            "good: the share of moves that lost less than one point\n"
        )?;
        for mistake in &self.mistakes {
            writeln!(out, "{}", mistake.line())?;
            for reason in &mistake.reasons {
                writeln!(out, "  {}", reason.text)?;
            }
        }
        if self.mistakes.is_empty() {
            writeln!(out, "no mistakes")?;
        }
        Ok(())
    }

    /// The points that each player lost in each part of the game.
    fn table(&self) -> Vec<[String; 7]> {
        let header = [
            "",
            "black: moves",
            "lost",
            "good",
            "white: moves",
            "lost",
            "good",
        ];
        let mut table = vec![header.map(str::to_owned)];
        for phase in &self.phases {
            let [a, b, c] = phase.black.cells();
            let [d, e, f] = phase.white.cells();
            table.push([phase.name.to_owned(), a, b, c, d, e, f]);
        }
        table
    }
}

/// Chances and leads of the positions that were searched.
fn course(review: &GameReview) -> Course {
    let values = review.positions().iter().enumerate();
    let values = values.filter_map(|(turn, position)| {
        let position = position.as_ref()?;
        Some((turn, position.win_rate, position.lead))
    });
    Course::of_values(review.game(), values)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sgf::{self, LoadOptions};

    /// White fills a liberty of its own three stones, and they are taken; before, a comment and a variation.
    const BLUNDER: &str = "(;SZ[7]KM[0]C[before];B[dd];W[dc];B[ec](;W[cd];B[de];W[eb];B[fb];W[aa];B[cc];W[gg];B[db])\
        (;W[cc]C[kept]))";

    fn reviewed(json: bool) -> (String, String) {
        let folder = tempfile::tempdir().unwrap();
        let [file, out, picture] =
            ["game.sgf", "out.sgf", "course.svg"].map(|name| folder.path().join(name));
        fs::write(&file, BLUNDER).unwrap();
        let options = ReviewOptions {
            game: file,
            seconds: 30,
            depth: 1,
            mistakes: 3,
            out: Some(out.clone()),
            json,
            count: CountOptions::default(),
            picture: PictureOptions {
                picture: Some(picture.clone()),
                theme: crate::draw::Theme::Light,
            },
        };
        let mut text = Vec::new();
        run(
            &options,
            &Settings::default(),
            &CancelToken::new(),
            &mut text,
        )
        .unwrap();
        let drawn = fs::read_to_string(picture).unwrap();
        assert!(drawn.contains("Black's chance to win"), "{drawn}");
        (
            String::from_utf8(text).unwrap(),
            fs::read_to_string(out).unwrap(),
        )
    }

    #[test]
    fn a_game_is_reviewed_and_written_into_its_record() {
        let (text, record) = reviewed(false);
        for part in [
            "12 of 12 positions searched",
            "opening",
            "endgame",
            "points lost (estimate)",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        for part in [
            "C[before",
            "C[kept]",
            "SBKV[",
            "V[",
            "BM[",
            "MA[",
            "Estimated point loss: ",
            "Predicted top move was ",
            "PV: W",
        ] {
            assert!(record.contains(part), "{part}\n{record}");
        }
        let tree = sgf::load_tree(
            &record,
            &LoadOptions {
                rules: Settings::default().rules,
                before_move: None,
                cancel: CancelToken::new(),
            },
        )
        .unwrap();
        assert!(tree.warnings.is_empty(), "{:?}", tree.warnings);
        // The main line is as it was.
        let line = tree.main_line();
        let moves = line.iter().filter(|&&node| tree.nodes[node].mv.is_some());
        assert_eq!(moves.count(), 11, "{record}");
    }

    #[test]
    fn a_review_as_json_has_phases_and_mistakes() {
        let (text, _) = reviewed(true);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["n_searched"], 12);
        assert_eq!(json["phases"].as_array().unwrap().len(), 3);
        let mistakes = json["mistakes"].as_array().unwrap();
        let lost: Vec<f64> = mistakes
            .iter()
            .map(|it| it["lost"].as_f64().unwrap())
            .collect();
        assert!(lost.windows(2).all(|pair| pair[0] >= pair[1]), "{lost:?}");
    }
}
