//! The whole board: the exact result of the sum of its regions, and every move that keeps it.
//!
//! Under territory rules the score is a stop of the sum. Under area rules every play counts a point in addition, so
//! the score is the territory score, or one point more for the player who makes the last play; and the parity of an
//! area score is that of the board when every point becomes somebody's. Proof: a player who keeps to a strategy for
//! territory and fills neutral points afterwards never makes fewer plays than the opponent less the first one, and a
//! pass gives a play away. So both bounds are known and the parity decides.
//!
//! Regions that are not exact count with their bounds; the score is then an interval, exact if its ends meet.
//! Source: McMillen (2010), sections 3.1, 3.5 and 3.8; Berlekamp and Wolfe, *Mathematical Go* (1994), chapter 3.

use super::cache::{Store, StoreConfig};
use super::estimate::{Estimate, estimate};
use super::local::{Unsolved, Value};
use super::split::{Partition, Region};
use super::sum::Sum;
use crate::base::{Budget, Color, Move, PerColor, Point, Score};
use crate::board::{Game, Scoring};
use crate::cgt::{Dyadic, GameError, GameId, Player};

/// What the exact endgame may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameParams {
    /// Whether moves are chosen by it.
    pub enabled: bool,
    /// Most plays looked into for each region, and operations on games.
    pub region_nodes: u64,
    /// Most operations on games for each sum.
    pub sum_nodes: u64,
    /// Most empty points of a region on a board that moves are chosen for.
    pub most_empty: usize,
    /// Limits of what is remembered.
    pub store: StoreConfig,
}

impl Default for EndgameParams {
    fn default() -> Self {
        Self {
            enabled: true,
            region_nodes: 1_000_000,
            sum_nodes: 1_000_000,
            most_empty: 14,
            store: StoreConfig::default(),
        }
    }
}

/// A play in a region and what it makes of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionMove {
    /// Where.
    pub point: Point,
    /// The region after it, prisoners included.
    pub after: Value,
}

/// A region with what is known about it.
#[derive(Clone, Debug)]
pub struct RegionReport {
    /// `A`, `B`, ... in order of the first points.
    pub name: String,
    /// The region.
    pub region: Region,
    /// Its value; trivial bounds if it was not found.
    pub value: Value,
    /// Why it was not found, if so.
    pub unsolved: Option<Unsolved>,
    /// What it is worth and how urgent it is, by estimate, if its value is not exact.
    pub estimate: Option<Estimate>,
    /// The plays of each color with a value, in point order.
    pub moves: PerColor<Vec<RegionMove>>,
}

/// An interval of scores, Black less White, komi included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRange {
    /// Proved to be reached by Black.
    pub low: Score,
    /// Proved not to be exceeded.
    pub high: Score,
}

impl ScoreRange {
    /// The score, if it is known.
    #[must_use]
    pub fn exact(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }
}

impl std::fmt::Display for ScoreRange {
    /// The score in points, such as `-3.5`, or `unknown LOW HIGH`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let points = |score: Score| f64::from(score.half_points()) / 2.0;
        match self.exact() {
            Some(score) => write!(f, "{}", points(score)),
            None => write!(f, "unknown {} {}", points(self.low), points(self.high)),
        }
    }
}

/// A move on the board, judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// Where; `None` is a pass.
    pub point: Option<Point>,
    /// Number of the region.
    pub region: Option<usize>,
    /// The score after it with best play.
    pub score: ScoreRange,
    /// What it gains in the chilled game, if the region is exact.
    pub incentive: Option<GameId>,
    /// Whether no other play gains at least as much and more.
    pub is_undominated: bool,
    /// Whether nobody can gain anything any more after it: the last profitable move.
    pub is_tedomari: bool,
}

impl RankedMove {
    /// The move.
    #[must_use]
    pub fn mv(&self) -> Move {
        self.point.map_or(Move::Pass, Move::Play)
    }
}

/// A board as a sum of games.
#[derive(Clone, Debug)]
pub struct Endgame {
    /// The board taken apart.
    pub partition: Partition,
    /// The open regions.
    pub regions: Vec<RegionReport>,
    pub(super) scoring: Scoring,
    /// Points that are settled: territory and prisoners; under area rules the stones on the board instead of prisoners.
    pub(super) settled: i32,
    /// What komi and handicap add.
    pub(super) offset: Score,
    pub(super) n_points: i32,
    /// The credit of each question about the sum.
    pub(super) sum_limits: Budget,
}

/// The player of the theory who has a color.
#[must_use]
pub const fn player(color: Color) -> Player {
    match color {
        Color::Black => Player::Left,
        Color::White => Player::Right,
    }
}

/// The name of the region with this number: `A` to `Z`, then `AA`.
fn name(number: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap_or(0));
    match number / 26 {
        0 => letter(number).to_string(),
        more => format!("{}{}", name(more - 1), letter(number)),
    }
}

impl Endgame {
    /// Takes a position apart and finds the value of each region. Values of earlier analyses with the same store must
    /// not be used any more. Each region and each sum has its own credit; `limits` ends all of them.
    pub fn analyze(
        game: &Game,
        store: &mut Store,
        params: &EndgameParams,
        limits: &Budget,
    ) -> Self {
        store.make_room();
        let (board, rules) = (game.board(), game.rules());
        let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let partition = Partition::new(board);
        let regions = partition.regions.iter().enumerate();
        let regions = regions
            .map(|(number, region)| {
                report(number, region, store, &limits.part(params.region_nodes))
            })
            .collect();
        let (counted, bonus) = match rules.scoring {
            Scoring::Territory => {
                let taken = PerColor::from_fn(|color| count(board.n_prisoners(color) as usize));
                (taken[Color::White] - taken[Color::Black], 0)
            }
            Scoring::Area => {
                let stones = PerColor::from_fn(|color| count(board.n_stones(color)));
                let bonus = rules.handicap_bonus.points(game.n_handicap());
                (stones[Color::Black] - stones[Color::White], count(bonus))
            }
        };
        Self {
            settled: counted + partition.score,
            offset: rules.komi.score() - Score::from_points(bonus),
            partition,
            regions,
            scoring: rules.scoring,
            n_points: count(board.size().n_points()),
            sum_limits: limits.part(params.sum_nodes),
        }
    }

    /// Whether every region has its exact value.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.partition.expanses.is_empty()
            && self
                .regions
                .iter()
                .all(|report| report.value.exact().is_some())
    }

    /// Number of points that are settled or in regions with an exact value.
    #[must_use]
    pub fn n_proved(&self) -> usize {
        let partition = &self.partition;
        let settled = Color::BOTH
            .into_iter()
            .map(|color| partition.walls[color].len() + partition.territory[color].len());
        let exact = self
            .regions
            .iter()
            .filter(|report| report.value.exact().is_some())
            .map(|report| report.region.points.len());
        settled.chain(exact).sum()
    }

    /// The score with best play when `color` moves.
    ///
    /// # Errors
    /// If a limit of the table of games is reached (but not if the budget ends).
    pub fn score(&self, store: &mut Store, color: Color) -> Result<ScoreRange, GameError> {
        Sum::new(self, store)?.outlook(None, color)
    }

    /// Every move of `color`, the pass included: those with the best score first, among them the undominated ones, the
    /// largest incentive first, ties by point.
    ///
    /// # Errors
    /// If a limit of the table of games is reached (but not if the budget ends).
    pub fn moves(&self, store: &mut Store, color: Color) -> Result<Vec<RankedMove>, GameError> {
        Sum::new(self, store)?.moves(color)
    }

    /// The move to make: the first of [`Self::keeping_moves`] that gains something or fills a neutral point, else a pass,
    /// if one of these is proved to keep the score. `None` if the score is not known.
    ///
    /// # Errors
    /// If a limit of the table of games is reached (but not if the budget ends).
    pub fn choose(&self, store: &mut Store, color: Color) -> Result<Option<RankedMove>, GameError> {
        let keeping = self.keeping_moves(store, color)?;
        // A neutral point loses the tax of one point only; moves in one's own territory lose another one.
        for mv in &keeping {
            let Some(incentive) = mv.incentive else {
                continue;
            };
            let stop = store.games().stops(incentive)?.left;
            if stop >= Dyadic::from(-1) {
                return Ok(Some(*mv));
            }
        }
        let pass = keeping.iter().find(|mv| mv.point.is_none());
        Ok(pass.or(keeping.first()).copied())
    }

    /// The one of these moves with the best score, if that is exact for all of them.
    ///
    /// # Errors
    /// If a limit of the table of games is reached (but not if the budget ends).
    pub fn choose_among(
        &self,
        store: &mut Store,
        color: Color,
        among: &[Move],
    ) -> Result<Option<RankedMove>, GameError> {
        let mut moves = self.moves(store, color)?;
        moves.retain(|mv| among.contains(&mv.mv()));
        let is_exact = moves.iter().all(|mv| mv.score.exact().is_some());
        Ok((moves.len() == among.len() && is_exact)
            .then(|| moves.first().copied())
            .flatten())
    }

    /// The moves of `color` that are proved to keep the score of [`Self::score`], in the same order; none if that is not
    /// exact.
    ///
    /// # Errors
    /// If a limit of the table of games is reached (but not if the budget ends).
    pub fn keeping_moves(
        &self,
        store: &mut Store,
        color: Color,
    ) -> Result<Vec<RankedMove>, GameError> {
        let mut sum = Sum::new(self, store)?;
        let Some(score) = sum.outlook(None, color)?.exact() else {
            return Ok(Vec::new());
        };
        let mut moves = sum.moves(color)?;
        moves.retain(|mv| match color {
            Color::Black => mv.score.low >= score,
            Color::White => mv.score.high <= score,
        });
        Ok(moves)
    }
}

/// The value of a region and of all plays in it; an estimate if it was not found.
fn report(number: usize, region: &Region, store: &mut Store, limits: &Budget) -> RegionReport {
    let most = PerColor::from_fn(|color| region.area.most_for(color));
    let mut report = RegionReport {
        name: name(number),
        region: region.clone(),
        value: Value {
            lower: Store::integer(-most[Color::White]),
            upper: Store::integer(most[Color::Black]),
            fills_up: false,
        },
        unsolved: None,
        estimate: None,
        moves: PerColor::default(),
    };
    let mut budget = limits.clone();
    match store.solve(&region.frame, &region.area, &mut budget) {
        Ok(value) => report.value = value,
        Err(error) => {
            report.unsolved = Some(error);
            report.estimate = estimate(store, &region.frame, &region.area, limits);
            return report;
        }
    }
    for color in Color::BOTH {
        for point in region.empty_points() {
            let Some(played) = region.play(color, point) else {
                continue;
            };
            if let Ok(after) = store.solve_settled(&region.frame, &played.after, &mut budget) {
                report.moves[color].push(RegionMove { point, after });
            }
        }
    }
    if report.value.exact().is_none() {
        report.estimate = estimate(store, &region.frame, &region.area, limits);
    }
    report
}
