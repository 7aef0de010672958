//! The analysis of a whole board for a reader: as text, and as JSON.

use std::fmt;

use serde::Serialize;

use super::analysis::Endgame;
use super::describe::{RegionRow, rows};
use super::facts::GrantedFact;
use super::ranking::{RankedMove, ScoreRange};
use super::shape_store::ShapeStore;
use crate::base::counted;
use crate::board::{Color, Game, PointSet};
use crate::cgt::GameError;

/// Proved bounds that are at least so many points apart are not shown beside an estimate.
const WORTH_SAYING: f64 = 20.0;

/// The analysis of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndgameReport {
    /// Rules and komi.
    pub rules: String,
    /// Number of points of the board.
    pub n_points: usize,
    /// Number of points that are settled or lie in regions with an exact value.
    pub n_proved: usize,
    /// Whether walls and territory were assumed to be safe.
    pub is_assumed: bool,
    /// Whether every region has an exact value. If walls were assumed to be safe, so is this.
    pub is_exact: bool,
    /// Number of points about which something is proved without what is taken for granted.
    pub n_proved_alone: usize,
    /// What is taken for granted, each with its probability by network and playouts, the smallest areas first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// The same as data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactRow>,
    /// The open regions, those that are too large last.
    pub regions: Vec<RegionRow>,
    /// Sizes of the regions that are too large to be searched, in points.
    pub too_large: Vec<usize>,
    /// Black, then White.
    pub players: Vec<PlayerReport>,
}

/// A fact that is taken for granted, in printable form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FactRow {
    /// The fact as a sentence, with its probability.
    pub text: String,
    /// Who holds the area.
    pub color: String,
    /// Its stones.
    pub stones: Vec<String>,
    /// Its points.
    pub territory: Vec<String>,
    /// How likely it is: the least of its points, 0 to 1.
    pub probability: f64,
}

impl FactRow {
    /// The fact in printable form.
    #[must_use]
    pub fn new(fact: &GrantedFact) -> Self {
        let names = |set: &PointSet| set.iter().map(|point| point.to_string()).collect();
        Self {
            text: fact.to_string(),
            color: fact.color.to_string(),
            stones: names(&fact.stones),
            territory: names(&fact.territory),
            probability: fact.probability,
        }
    }
}

/// The score and the best moves when this player is to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// `black` or `white`.
    pub color: String,
    /// Black less White with best play, komi included.
    pub score: String,
    /// The same as a color.
    #[serde(skip)]
    first: Color,
    /// The score as bounds.
    #[serde(skip)]
    range: ScoreRange,
    /// The bounds of the score that are proved, where walls were assumed and the bounds are narrower than twenty
    /// points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<String>,
    /// The moves that keep the score, the best first.
    pub moves: Vec<KeepingMove>,
    /// The best move found if the sum is too large to be searched, and how many points worse than best play it is at
    /// most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<(String, f64)>,
}

/// A move that keeps the score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeepingMove {
    /// The move: a point or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The name of its region; none for a pass.
    pub region: Option<String>,
    /// Whether no other move gains more.
    pub is_undominated: bool,
    /// Whether it is the last move that gains anything.
    pub is_tedomari: bool,
}

impl EndgameReport {
    /// The report on an analysis of a game.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn new(game: &Game, endgame: &Endgame, store: &mut ShapeStore) -> Result<Self, GameError> {
        let too_large = endgame.partition.expanses.iter();
        let too_large = too_large.map(|expanse| expanse.points.len());
        let mut players = Vec::new();
        for color in Color::BOTH {
            players.push(player_report(endgame, store, color)?);
        }
        Ok(Self {
            rules: game.rules().to_string(),
            n_points: game.board().size().n_points(),
            n_proved: endgame.n_proved(),
            is_assumed: endgame.partition.is_assumed,
            is_exact: endgame.is_exact(),
            n_proved_alone: endgame.n_proved_alone(),
            given: endgame.facts.iter().map(ToString::to_string).collect(),
            facts: endgame.facts.iter().map(FactRow::new).collect(),
            regions: rows(endgame, store)?,
            too_large: too_large.collect(),
            players,
        })
    }
}

impl EndgameReport {
    /// The score in players' words for a heading, by the side that moves first; such as `Black first: W+4.5
    /// (estimate)`. Bounds that are far apart are left out.
    #[must_use]
    pub fn title(&self) -> String {
        let trust = if self.is_assumed { " (estimate)" } else { "" };
        let words = |player: &PlayerReport| {
            let name = player.first.player_name();
            let [low, high] = [player.range.low, player.range.high];
            if low == high {
                format!("{name} first: {low}{trust}")
            } else if (high - low).points() < WORTH_SAYING {
                format!("{name} first: {low} to {high}{trust}")
            } else {
                format!("{name} first: open")
            }
        };
        let mut words: Vec<String> = self.players.iter().map(words).collect();
        if words.iter().all(|it| it.ends_with(": open")) {
            words = vec!["the final score is open".to_owned()];
        }
        words.join(", ")
    }
}

fn player_report(
    endgame: &Endgame,
    store: &mut ShapeStore,
    color: Color,
) -> Result<PlayerReport, GameError> {
    let range: ScoreRange = endgame.score(store, color)?;
    let describe = |mv: RankedMove| KeepingMove {
        mv: mv.mv().to_string(),
        region: mv.region.map(|number| endgame.regions[number].name.clone()),
        is_undominated: mv.is_undominated,
        is_tedomari: mv.is_tedomari,
    };
    let moves = endgame.keeping_moves(store, color)?;
    let proposed = if moves.is_empty() {
        endgame.choose(store, color)?
    } else {
        None
    };
    Ok(PlayerReport {
        proposed: proposed.map(|choice| (choice.mv.mv().to_string(), choice.may_lose.points())),
        color: color.to_string(),
        score: range.to_string(),
        first: color,
        range,
        proved: endgame
            .proved
            .map(|proved| proved[color])
            .filter(|proved| (proved.high - proved.low).points() < WORTH_SAYING)
            .map(|proved| proved.to_string()),
        moves: moves.into_iter().map(describe).collect(),
    })
}

impl fmt::Display for EndgameReport {
    /// A table of the regions, then score and moves of both players.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.rules)?;
        if self.is_assumed {
            writeln!(
                f,
                "an estimate: assumes that all that ownership calls certain is safe"
            )?;
        }
        // The rows of regions that are too large come last. They hold hundreds of points and no value.
        let in_endgame = &self.regions[..self.regions.len() - self.too_large.len()];
        if !self.too_large.is_empty() {
            writeln!(
                f,
                "the board is not in its endgame: {} of {} points lie in {} too large to be searched",
                self.too_large.iter().sum::<usize>(),
                self.n_points,
                counted(self.too_large.len(), "region"),
            )?;
        }
        let what_is = if self.too_large.is_empty() {
            ""
        } else {
            "what is: "
        };
        let alone = if self.is_assumed {
            format!(", {} of them proved", self.n_proved_alone)
        } else {
            String::new()
        };
        writeln!(
            f,
            "{what_is}{} of {} points settled or exact{alone}, {}",
            self.n_proved,
            self.n_points,
            counted(in_endgame.len(), "open region"),
        )?;
        if !in_endgame.is_empty() {
            let header = [
                "region",
                "size",
                "value",
                "chilled",
                "mean",
                "temperature",
                "initiative",
                "black",
                "white",
                "points",
            ];
            let mut table: Vec<[String; 10]> = vec![header.map(str::to_owned)];
            table.extend(in_endgame.iter().map(table_row));
            writeln!(f)?;
            f.write_str(&table_text(&table))?;
        }
        for row in &self.regions {
            if let Some(ko) = &row.ko {
                writeln!(f, "ko in {}, by komaster: {ko}", row.name)?;
            }
        }
        if !self.given.is_empty() {
            writeln!(f, "\ngiven, with the probability by network and playouts:")?;
            for fact in &self.given {
                writeln!(f, "  {fact}")?;
            }
        }
        for player in &self.players {
            write!(f, "\n{} to move: score {}", player.color, player.score)?;
            if let Some(proved) = &player.proved {
                write!(f, "\n  proved: {proved}")?;
            }
            let names: Vec<String> = player.moves.iter().map(KeepingMove::to_string).collect();
            if !names.is_empty() {
                write!(f, "\n  best moves: {}", names.join(" "))?;
            }
            if let Some((mv, points)) = &player.proposed {
                write!(
                    f,
                    "\n  proposed: {mv}, at most {points} points from the best"
                )?;
            }
        }
        write!(
            f,
            "\n\n* no other move gains more; ! tedomari, the last move that gains anything\n\
             ~ estimate; k depends on ko threats, with the likely komaster"
        )?;
        Ok(())
    }
}

impl fmt::Display for KeepingMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mv)?;
        if let Some(region) = &self.region {
            write!(f, "({region})")?;
        }
        f.write_str(if self.is_undominated { "*" } else { "" })?;
        f.write_str(if self.is_tedomari { "!" } else { "" })
    }
}

fn table_row(row: &RegionRow) -> [String; 10] {
    [
        row.name.clone(),
        row.points.len().to_string(),
        row.value.clone(),
        row.chilled.clone(),
        row.mean.clone(),
        row.temperature.clone(),
        row.initiative.clone(),
        row.black.clone(),
        row.white.clone(),
        row.points.join(" "),
    ]
}

/// A table as text, a line for each row: each column as wide as its widest entry, the last one not padded.
#[must_use]
pub fn table_text<const N: usize>(table: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in table {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let line = |row: &[String; N]| {
        let cells: Vec<String> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    table.iter().map(line).collect()
}
