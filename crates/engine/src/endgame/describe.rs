//! Regions and their values as text.

use thiserror::Error;

use super::analysis::Endgame;
use super::komaster::{KoWorth, KoWorths};
use super::region_report::name;
use super::sente::{Initiative, best_move, initiative};
use super::shape_store::ShapeStore;
use super::value::AreaValue;
use super::worth::{RegionWorth, WorthBasis};
use crate::board::{Color, Point, PointSet};
use crate::cgt::{Dyadic, GameError, GameId, Player, Rational};

/// Stands for a best move where there is none.
const NO_MOVE: &str = "-";

/// Stands for mean and temperature of a region that could not be counted.
pub const NOT_COUNTED: &str = "not counted";

/// Stands for sente and gote where they are not known.
const UNKNOWN: &str = "unknown";

/// Why points have no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PointsError {
    /// The point belongs to no region: it is part of stones that nothing can capture.
    #[error("{0} is part of a wall")]
    Wall(Point),
    /// A region has no value.
    #[error("region {name}: {why}")]
    Unsolved {
        /// Name of the region.
        name: String,
        /// The reason.
        why: String,
    },
    /// The region of this point is too large.
    #[error("the region of {0} is too large")]
    TooLarge(Point),
    /// An operation on games failed.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// A region in printable form: names, numbers and moves as text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct RegionRow {
    /// `A`, `B`, ...
    pub name: String,
    /// Its points.
    pub points: Vec<String>,
    /// The game, or `LOWER..UPPER`.
    pub value: String,
    /// The chilled game, or `LOWER..UPPER`.
    pub chilled: String,
    /// The mean. It ends in `k` if it depends on ko threats, begins with a tilde if it is an estimate, and is
    /// [`NOT_COUNTED`] if it is unknown.
    pub mean: String,
    /// The temperature, in the same form.
    pub temperature: String,
    /// The mean and the temperature as numbers, if they are known.
    #[serde(skip)]
    pub worth: Option<RegionWorth>,
    /// Whether the value is exact.
    pub is_exact: bool,
    /// Sente and gote.
    pub initiative: String,
    /// Black's best move here.
    pub black: String,
    /// White's best move here.
    pub white: String,
    /// Mean and temperature for each possible komaster, if the value depends on a simple ko.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
}

/// One row for each open region. Regions that are too large come last.
///
/// # Errors
/// If a limit of the table of games is reached.
pub fn rows(endgame: &Endgame, store: &mut ShapeStore) -> Result<Vec<RegionRow>, GameError> {
    let wide = (0..endgame.partition.expanses.len()).map(|number| Ok(wide_row(endgame, number)));
    (0..endgame.regions.len())
        .map(|number| row(endgame, number, store))
        .chain(wide)
        .collect()
}

fn row(endgame: &Endgame, number: usize, store: &mut ShapeStore) -> Result<RegionRow, GameError> {
    let report = &endgame.regions[number];
    let mut best = [None; 2];
    for color in Color::BOTH {
        best[color.index()] = best_move(report, store, color)?;
    }
    let initiative = initiative(report, store, best)?;
    let names = best.map(|mv| mv.map_or_else(|| NO_MOVE.to_owned(), |mv| mv.point.to_string()));
    let [black, white] = names;
    let ko = endgame.ko_worths(number, store)?;
    let worth = endgame.worth(number, store, ko.as_ref())?;
    let (mean, temperature) = worth_text(worth);
    let AreaValue { lower, upper, .. } = report.value;
    let games = store.games();
    let chilled = [
        games.cool(lower, Dyadic::ONE)?,
        games.cool(upper, Dyadic::ONE)?,
    ];
    Ok(RegionRow {
        name: report.name.clone(),
        points: report.region.points.iter().map(Point::to_string).collect(),
        value: interval(store, [lower, upper])?,
        chilled: interval(store, chilled)?,
        mean,
        temperature,
        worth,
        is_exact: report.value.exact().is_some(),
        initiative: initiative
            .map_or_else(|| UNKNOWN.to_owned(), |kind: Initiative| kind.to_string()),
        black,
        white,
        ko: ko.map(|worths| ko_text(&worths)),
    })
}

/// The row of a region that is too large: the most that each color can get there, and an estimate.
fn wide_row(endgame: &Endgame, number: usize) -> RegionRow {
    let expanse = &endgame.partition.expanses[number];
    let value = format!(
        "{}..{}",
        -expanse.most[Color::White],
        expanse.most[Color::Black]
    );
    let (mean, temperature) = worth_text(expanse.worth);
    RegionRow {
        name: name(endgame.regions.len() + number),
        points: expanse
            .points
            .iter()
            .map(|point| point.to_string())
            .collect(),
        chilled: value.clone(),
        value,
        mean,
        temperature,
        worth: expanse.worth,
        is_exact: false,
        initiative: UNKNOWN.to_owned(),
        black: NO_MOVE.to_owned(),
        white: NO_MOVE.to_owned(),
        ko: None,
    }
}

/// Mean and temperature as text. Proved numbers have no mark, those of a ko end in `k`, estimates begin with a tilde.
fn worth_text(worth: Option<RegionWorth>) -> (String, String) {
    let Some(worth) = worth else {
        return (NOT_COUNTED.to_owned(), NOT_COUNTED.to_owned());
    };
    let text = |number: Rational| match worth.basis {
        WorthBasis::Proof => number.to_string(),
        WorthBasis::Threats => format!("{number}k"),
        WorthBasis::Estimate => format!("~{number}"),
    };
    (text(worth.mean), text(worth.temperature))
}

/// Mean and temperature for each possible komaster.
fn ko_text(worths: &KoWorths) -> String {
    let text = |KoWorth { mean, temperature }| format!("mean {mean} temperature {temperature}");
    let [black, white] = worths.master.0.map(text);
    format!(
        "neutral {} black {black} white {white}",
        text(worths.neutral)
    )
}

fn interval(store: &mut ShapeStore, [lower, upper]: [GameId; 2]) -> Result<String, GameError> {
    let games = store.games();
    let text = games.name(lower)?;
    if lower == upper {
        return Ok(text);
    }
    Ok(format!("{text}..{}", games.name(upper)?))
}

/// One line for each open region.
///
/// # Errors
/// If a limit of the table of games is reached.
pub fn region_lines(endgame: &Endgame, store: &mut ShapeStore) -> Result<Vec<String>, GameError> {
    let line = |row: RegionRow| {
        let ko = row.ko.map(|ko| format!(" ko {ko}")).unwrap_or_default();
        // A word for each number; the reason stands at the end.
        let (mean, temperature, reason) = match row.worth {
            Some(_) => (row.mean.as_str(), row.temperature.as_str(), String::new()),
            None => ("?", "?", format!(" {NOT_COUNTED}")),
        };
        format!(
            "{} {} value {} chilled {} mean {mean} temperature {temperature} {} black {} white {}{ko}{reason}",
            row.name,
            row.points.join(","),
            row.value,
            row.chilled,
            row.initiative,
            row.black,
            row.white
        )
    };
    Ok(rows(endgame, store)?.into_iter().map(line).collect())
}

/// The sum of the regions and finished areas that hold `points`; stones of walls count nothing. Form: `value G
/// chilled G mean X temperature X left_stop X right_stop X`, or bounds if it is not exact.
///
/// # Errors
/// If all points are part of walls, or if a region has no value.
pub fn value_of_points(
    endgame: &Endgame,
    store: &mut ShapeStore,
    points: &[Point],
) -> Result<String, PointsError> {
    let mut total = AreaValue::integer(0);
    let mut done = PointSet::EMPTY;
    let walls = &endgame.partition.walls;
    let walls = walls[Color::Black] | walls[Color::White];
    for &point in points {
        if done.contains(point) || walls.contains(point) {
            continue;
        }
        let (value, area) = value_at(endgame, point)?;
        total = store.add(total, value)?;
        done |= area;
    }
    if let (true, Some(&wall)) = (done.is_empty(), points.first()) {
        return Err(PointsError::Wall(wall));
    }
    value_text(store, total).map_err(PointsError::from)
}

/// The value of the region or area that holds a point, and all its points.
fn value_at(endgame: &Endgame, point: Point) -> Result<(AreaValue, PointSet), PointsError> {
    let partition = &endgame.partition;
    if let Some(number) = partition.region_of(point) {
        let report = &endgame.regions[number];
        if let Some(why) = &report.unsolved {
            return Err(PointsError::Unsolved {
                name: report.name.clone(),
                why: why.to_string(),
            });
        }
        return Ok((report.value, report.region.point_set()));
    }
    if let Some((score, area)) = partition.finished_at(point) {
        return Ok((AreaValue::integer(score), area));
    }
    let is_large = partition
        .expanses
        .iter()
        .any(|expanse| expanse.points.contains(point));
    Err(if is_large {
        PointsError::TooLarge(point)
    } else {
        PointsError::Wall(point)
    })
}

fn value_text(store: &mut ShapeStore, value: AreaValue) -> Result<String, GameError> {
    let games = store.games();
    let Some(game) = value.exact() else {
        let mut words = Vec::new();
        for (name, game) in [("lower", value.lower), ("upper", value.upper)] {
            let chilled = games.cool(game, Dyadic::ONE)?;
            words.push(format!(
                "{name} {} chilled_{name} {}",
                games.name(game)?,
                games.name(chilled)?
            ));
        }
        return Ok(words.join(" "));
    };
    let chilled = games.cool(game, Dyadic::ONE)?;
    let graph = games.thermograph(game)?;
    Ok(format!(
        "value {} chilled {} mean {} temperature {} left_stop {} right_stop {}",
        games.name(game)?,
        games.name(chilled)?,
        graph.mean,
        graph.temperature,
        graph.stop(Player::Left, Dyadic::ZERO)?,
        graph.stop(Player::Right, Dyadic::ZERO)?,
    ))
}
