//! Regions and their values in words.

use thiserror::Error;

use super::advise::{Endgame, RegionReport};
use super::cache::Store;
use super::komaster::{KoReading, KoReadings, readings, threats};
use super::local::Value;
use super::sente::{Initiative, best_move, initiative};
use crate::base::{Color, Point, PointSet};
use crate::cgt::{Dyadic, GameError, GameId, Player};

/// Why points have no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PointsError {
    /// The points belong to no region: stones that nothing can capture.
    #[error("{0} is part of a wall")]
    Wall(Point),
    /// A region was not solved.
    #[error("region {name}: {why}")]
    Unsolved {
        /// Its name.
        name: String,
        /// Why.
        why: String,
    },
    /// The point lies in a region that is too large.
    #[error("the region of {0} is too large")]
    TooLarge(Point),
    /// A game could not be computed.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// A region in a form to print: names, numbers and moves as text.
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
    /// The mean; with a `k` if it depends on ko threats, a tilde if it is an estimate, a question mark if there is none.
    pub mean: String,
    /// The temperature, in the same way.
    pub temperature: String,
    /// Whether the value is exact.
    pub is_exact: bool,
    /// Sente and gote.
    pub initiative: String,
    /// Black's best move here.
    pub black: String,
    /// White's best move here.
    pub white: String,
    /// Mean and temperature by who has more ko threats, if the value depends on a simple ko.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
}

/// One row for each open region.
///
/// # Errors
/// If a limit of the table of games is reached.
pub fn rows(endgame: &Endgame, store: &mut Store) -> Result<Vec<RegionRow>, GameError> {
    (0..endgame.regions.len())
        .map(|number| row(endgame, number, store))
        .collect()
}

fn row(endgame: &Endgame, number: usize, store: &mut Store) -> Result<RegionRow, GameError> {
    let report = &endgame.regions[number];
    let mut best = [None; 2];
    for color in Color::BOTH {
        best[color.index()] = best_move(report, store, color)?;
    }
    let initiative = initiative(report, store, best)?;
    let names = best.map(|mv| mv.map_or_else(|| "-".to_owned(), |mv| mv.point.to_string()));
    let [black, white] = names;
    let ko = ko_readings(report, store)?;
    let (mean, temperature) = mean_and_temperature(endgame, number, store, ko.as_ref())?;
    let Value { lower, upper, .. } = report.value;
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
        is_exact: report.value.exact().is_some(),
        initiative: initiative
            .map_or_else(|| "unknown".to_owned(), |kind: Initiative| kind.to_string()),
        black,
        white,
        ko: ko.map(|readings| ko_text(&readings)),
    })
}

/// What a region that was searched, but has no exact value, is worth as a ko.
fn ko_readings(report: &RegionReport, store: &mut Store) -> Result<Option<KoReadings>, GameError> {
    if report.unsolved.is_some() || report.value.exact().is_some() {
        return Ok(None);
    }
    readings(store, &report.region.frame, &report.region.area)
}

/// Both numbers as text: proved ones as they are, the reading of a ko with a `k`, estimates with a tilde.
fn mean_and_temperature(
    endgame: &Endgame,
    number: usize,
    store: &mut Store,
    ko: Option<&KoReadings>,
) -> Result<(String, String), GameError> {
    let report = &endgame.regions[number];
    if let Some(game) = report.value.exact() {
        let games = store.games();
        return Ok((
            games.mean(game)?.to_string(),
            games.temperature(game)?.to_string(),
        ));
    }
    if let Some(readings) = ko {
        let limit = readings.neutral.temperature;
        let threats = threats(&endgame.regions, number, store, limit)?;
        let KoReading { mean, temperature } = readings.for_threats(threats);
        return Ok((format!("{mean}k"), format!("{temperature}k")));
    }
    Ok(match report.estimate {
        Some(guess) => (
            format!("~{}", guess.mean),
            format!("~{}", guess.temperature),
        ),
        None => ("?".to_owned(), "?".to_owned()),
    })
}

/// Mean and temperature for each answer to who has more threats.
fn ko_text(readings: &KoReadings) -> String {
    let text = |KoReading { mean, temperature }| format!("mean {mean} temperature {temperature}");
    let [black, white] = readings.master.0.map(text);
    format!(
        "neutral {} black {black} white {white}",
        text(readings.neutral)
    )
}

fn interval(store: &mut Store, [lower, upper]: [GameId; 2]) -> Result<String, GameError> {
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
pub fn region_lines(endgame: &Endgame, store: &mut Store) -> Result<Vec<String>, GameError> {
    let line = |row: RegionRow| {
        let ko = row.ko.map(|ko| format!(" ko {ko}")).unwrap_or_default();
        format!(
            "{} {} value {} chilled {} mean {} temperature {} {} black {} white {}{ko}",
            row.name,
            row.points.join(","),
            row.value,
            row.chilled,
            row.mean,
            row.temperature,
            row.initiative,
            row.black,
            row.white
        )
    };
    Ok(rows(endgame, store)?.into_iter().map(line).collect())
}

/// The sum of the regions and finished areas that hold `points`, where stones of walls count nothing: `value G chilled G
/// mean X temperature X left_stop X right_stop X`, or bounds if it is not exact.
///
/// # Errors
/// If all points are part of walls, or a region has no value.
pub fn value_of_points(
    endgame: &Endgame,
    store: &mut Store,
    points: &[Point],
) -> Result<String, PointsError> {
    let mut total = Value::integer(0);
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

/// The value of what holds a point, and all its points.
fn value_at(endgame: &Endgame, point: Point) -> Result<(Value, PointSet), PointsError> {
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
        return Ok((Value::integer(score), area));
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

fn value_text(store: &mut Store, value: Value) -> Result<String, GameError> {
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
