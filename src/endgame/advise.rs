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
use super::estimate::{Estimate, best_play, estimate};
use super::local::{Unsolved, Value};
use super::split::{Partition, Region};
use super::sum::Sum;
use crate::base::{Budget, Color, Move, PerColor, Point, PointSet, Score};
use crate::board::{Board, Game, Scoring};
use crate::cgt::{Dyadic, GameError, GameId, Player};
use crate::region::safety_by_search;
use crate::safety::SafetyMap;

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

/// A move to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: RankedMove,
    /// How much worse than best play it is at most: nothing if it is proved to keep the score.
    pub may_lose: Score,
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
    /// What the colors hold if they answer every play, where the regions do not tell the score.
    held: Option<Held>,
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
pub(super) fn name(number: usize) -> String {
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
        let partition = Partition::new(game.board());
        let mut endgame = Self::of_parts(game, partition, store, params, limits);
        endgame.bound(game, limits);
        endgame
    }

    /// The same for a position that has been taken apart, without the bounds of [`Self::bound`].
    pub fn of_parts(
        game: &Game,
        partition: Partition,
        store: &mut Store,
        params: &EndgameParams,
        limits: &Budget,
    ) -> Self {
        store.make_room();
        let (board, rules) = (game.board(), game.rules());
        let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let regions = partition.regions.iter().enumerate();
        let regions = regions
            .map(|(number, region)| {
                report(number, region, store, &limits.part(params.region_nodes))
            })
            .collect();
        let (counted, bonus) = match rules.scoring {
            Scoring::Territory => (prisoners(board), 0),
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
            held: None,
            sum_limits: limits.part(params.sum_nodes),
        }
    }

    /// Bounds the score of `game`, the game taken apart here, by what each color holds if it only answers: where regions
    /// are not exact, and their walls not taken for granted.
    pub fn bound(&mut self, game: &Game, limits: &Budget) {
        if self.partition.is_granted || self.is_exact() {
            return;
        }
        let map = safety_by_search(game.board(), &mut limits.part(HELD_NODES));
        self.held = Some(Held::new(game, &map));
    }

    /// Whether every region has its exact value, given the walls.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.partition.expanses.is_empty()
            && self
                .regions
                .iter()
                .all(|report| report.value.exact().is_some())
    }

    /// Number of points about which something is proved: settled ones, those in regions with an exact value, and those
    /// that a color holds if it answers every play.
    #[must_use]
    pub fn n_proved(&self) -> usize {
        let partition = &self.partition;
        let mut proved = self.held.map_or(PointSet::EMPTY, |held| held.points);
        for color in Color::BOTH {
            proved |= partition.walls[color] | partition.territory[color];
        }
        for report in &self.regions {
            if report.value.exact().is_some() {
                proved |= report.region.point_set();
            }
        }
        proved.len()
    }

    /// The score with best play when `color` moves.
    ///
    /// # Errors
    /// If a limit of the table of games is reached (but not if the budget ends).
    pub fn score(&self, store: &mut Store, color: Color) -> Result<ScoreRange, GameError> {
        let range = Sum::new(self, store)?.outlook(None, color)?;
        let Some(held) = self.held else {
            return Ok(range);
        };
        let [low, high] = held
            .points_of_black
            .map(|points| Score::from_points(points) + self.offset);
        Ok(ScoreRange {
            low: range.low.max(low),
            high: range.high.min(high),
        })
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
    /// if one of these is proved to keep the score. If all regions are known and their sum is too large, the move with
    /// the best proved score of those that the search of the sum and thermostrat propose. `None` if a region is not
    /// known.
    ///
    /// # Errors
    /// If a limit of the table of games is reached (but not if the budget ends).
    pub fn choose(&self, store: &mut Store, color: Color) -> Result<Option<Choice>, GameError> {
        let keeping = self.keeping_moves(store, color)?;
        let proved = |mv: RankedMove| Choice {
            mv,
            may_lose: Score::JIGO,
        };
        // A neutral point loses the tax of one point only; moves in one's own territory lose another one.
        for mv in &keeping {
            let Some(incentive) = mv.incentive else {
                continue;
            };
            let stop = store.games().stops(incentive)?.left;
            if stop >= Dyadic::from(-1) {
                return Ok(Some(proved(*mv)));
            }
        }
        let pass = keeping.iter().find(|mv| mv.point.is_none());
        if let Some(&mv) = pass.or(keeping.first()) {
            return Ok(Some(proved(mv)));
        }
        if !self.is_exact() {
            return Ok(None);
        }
        let range = self.score(store, color)?;
        let proposed = Sum::new(self, store)?.propose(color)?;
        Ok(proposed.map(|mv| Choice {
            mv,
            may_lose: match color {
                Color::Black => range.high - mv.score.low,
                Color::White => mv.score.high - range.low,
            },
        }))
    }

    /// The play that is best if regions that are not solved are what they are estimated to be: settled where they are
    /// cold, else a single play by either side. `None` if some region has no estimate, or if no play gains anything.
    /// `limits` is for finding the play in a region that is not solved.
    ///
    /// # Errors
    /// If a limit of the table of games is reached (but not if the budget ends).
    pub fn estimated_move(
        &self,
        store: &mut Store,
        color: Color,
        limits: &Budget,
    ) -> Result<Option<Point>, GameError> {
        if !self.partition.expanses.is_empty() {
            return Ok(None);
        }
        let mut games = Vec::new();
        let mut is_hot = false;
        for report in &self.regions {
            let (game, temperature) = match (report.value.exact(), report.estimate) {
                (Some(game), _) => (game, store.games().temperature(game)?),
                (None, Some(guess)) => (guess.game(store.games())?, guess.temperature),
                (None, None) => return Ok(None),
            };
            is_hot |= temperature > Dyadic::ZERO;
            games.push(game);
        }
        if !is_hot {
            return Ok(None);
        }
        let Some((number, play)) = Sum::new(self, store)?.best_in(&games, color)? else {
            return Ok(None);
        };
        let RegionReport {
            region, estimate, ..
        } = &self.regions[number];
        Ok(play.or_else(|| best_play(store, region, color, (*estimate)?.temperature, limits)))
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
    ) -> Result<Option<Choice>, GameError> {
        let mut moves = self.moves(store, color)?;
        moves.retain(|mv| among.contains(&mv.mv()));
        let is_exact = moves.iter().all(|mv| mv.score.exact().is_some());
        let best = moves.first().map(|&mv| Choice {
            mv,
            may_lose: Score::JIGO,
        });
        Ok(best.filter(|_| moves.len() == among.len() && is_exact))
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

/// White stones that were captured less black ones.
fn prisoners(board: &Board) -> i32 {
    let taken = |color| i32::try_from(board.n_prisoners(color)).unwrap_or(i32::MAX);
    taken(Color::White) - taken(Color::Black)
}

/// Budget of the search for what the colors hold, in nodes.
const HELD_NODES: u64 = 200_000;

/// What each color holds by itself if it only answers the opponent's plays: a bound for the score that needs no regions.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// The points that one of the colors holds.
    points: PointSet,
    /// The least and the most that Black is ahead by, komi left out.
    points_of_black: [i32; 2],
}

impl Held {
    /// Everything that a color does not hold goes to the opponent, its stones there as prisoners. A play of the opponent
    /// and an answer leave the difference of the two as it was, wherever they are made, and a play without an answer
    /// costs the opponent a point.
    fn new(game: &Game, map: &SafetyMap) -> Self {
        let (board, scoring) = (game.board(), game.rules().scoring);
        let count = |set: &PointSet| i32::try_from(set.len()).unwrap_or(0);
        let all: PointSet = board.size().points().collect();
        let of = |color: Color| board.points_of(color).collect::<PointSet>();
        let ahead = |color: Color| {
            let (own, enemy) = (of(color), of(color.opponent()));
            let held = map.safe(color);
            let rest = all - held;
            match scoring {
                Scoring::Area => count(&held) - count(&rest),
                Scoring::Territory => {
                    let points = held - map.stones[color];
                    let here = count(&points) - count(&(points & own)) + count(&(points & enemy));
                    let there = count(&(rest - own - enemy)) + 2 * count(&(rest & own));
                    here - there
                }
            }
        };
        let counted = match scoring {
            Scoring::Area => 0,
            Scoring::Territory => prisoners(board),
        };
        let low = ahead(Color::Black) + counted;
        let high = counted - ahead(Color::White);
        Self {
            points: map.safe(Color::Black) | map.safe(Color::White),
            points_of_black: [low, high],
        }
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
