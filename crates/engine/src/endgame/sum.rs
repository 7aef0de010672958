//! Questions about the sum of the regions of a board: scores, and which moves keep them.
//!
//! If all regions are exact and without seki, the sum of the chilled games answers everything. Otherwise, or if that
//! sum grows too large, the stops come from the search of `cgt::sum`, which gives proved bounds.

use super::analysis::Endgame;
use super::ranking::{RankedMove, ScoreRange};
use super::region_report::RegionMove;
use super::shape_store::ShapeStore;
use super::stops::StopTable;
use super::value::{AreaValue, player};
use crate::board::{Color, PerColor, Score, Scoring};
use crate::cgt::sum::Bounds;
use crate::cgt::sum::SumMove;
use crate::cgt::sum::SumSolver;
use crate::cgt::sum::after_move;
use crate::cgt::sum::strategy::{self, Memory, Strategy};
use crate::cgt::{Dyadic, GameError, GameId, Player};

/// The sum of the regions of a board, ready for questions.
pub(super) struct Sum<'a> {
    endgame: &'a Endgame,
    store: &'a mut ShapeStore,
    table: StopTable,
    /// The chilled regions, if all regions are exact and may be chilled.
    chilled: Option<Chilled>,
}

/// A sum of chilled games.
struct Chilled {
    regions: Vec<GameId>,
    /// The sum of all regions.
    total: GameId,
    /// For each region, the sum of all others, computed when first needed.
    without: Vec<Option<GameId>>,
}

impl<'a> Sum<'a> {
    /// The sum of the regions.
    ///
    /// # Errors
    /// If a number does not fit.
    pub(super) fn new(endgame: &'a Endgame, store: &'a mut ShapeStore) -> Result<Self, GameError> {
        let mut sum = Self {
            endgame,
            store,
            table: StopTable::default(),
            chilled: None,
        };
        sum.chilled = match sum.within_budget(Self::chill) {
            Ok(chilled) => chilled,
            Err(error) if is_limit(&error) => None,
            Err(error) => return Err(error),
        };
        Ok(sum)
    }

    /// Runs `work` with the budget for one question.
    fn within_budget<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, GameError>,
    ) -> Result<T, GameError> {
        let budget = self.endgame.sum_limits.clone();
        let before = self.store.games.set_budget(budget);
        let result = work(self);
        self.store.games.set_budget(before);
        result
    }

    fn chill(&mut self) -> Result<Option<Chilled>, GameError> {
        if !self.endgame.is_exact() {
            return Ok(None);
        }
        let mut regions = Vec::new();
        for report in &self.endgame.regions {
            match self.chilled_value(report.value)? {
                Some(chilled) => regions.push(chilled),
                None => return Ok(None),
            }
        }
        let total = self.store.games.total(&regions)?;
        let without = vec![None; regions.len()];
        Ok(Some(Chilled {
            regions,
            total,
            without,
        }))
    }

    /// The chilled game, if the value is exact and all lines of play agree in parity.
    fn chilled_value(&mut self, value: AreaValue) -> Result<Option<GameId>, GameError> {
        let Some(game) = value.exact() else {
            return Ok(None);
        };
        if self.table.parity(&self.store.games, game)?.is_none() {
            return Ok(None);
        }
        self.store.games.cool(game, Dyadic::ONE).map(Some)
    }

    /// The score with best play when `next` moves. If `change` is given, the opponent has just given this region this
    /// value.
    ///
    /// # Errors
    /// If a limit other than the budget is reached.
    pub(super) fn score_when(
        &mut self,
        change: Option<(usize, AreaValue)>,
        next: Color,
    ) -> Result<ScoreRange, GameError> {
        let chilled = match self.within_budget(|sum| sum.chilled_stop(change, player(next))) {
            Err(error) if is_limit(&error) => None,
            result => result?,
        };
        let mut values: Vec<AreaValue> = self
            .endgame
            .regions
            .iter()
            .map(|report| report.value)
            .collect();
        if let Some((region, value)) = change {
            values[region] = value;
        }
        let stop = match chilled {
            Some(stop) => Bounds::exact(stop.into()),
            None => self.searched(&values, player(next))?,
        };
        let fills_up =
            self.endgame.partition.expanses.is_empty() && values.iter().all(|value| value.fills_up);
        let plays = if change.is_some() {
            next.opponent().sign()
        } else {
            0
        };
        Ok(self.range(stop, plays, next, fills_up))
    }

    /// The stop of the sum from the chilled games, if they are known.
    fn chilled_stop(
        &mut self,
        change: Option<(usize, AreaValue)>,
        player: Player,
    ) -> Result<Option<i32>, GameError> {
        let sum = match change {
            None => self.chilled.as_ref().map(|chilled| chilled.total),
            Some((region, value)) => match (self.rest(region)?, self.chilled_value(value)?) {
                (Some(rest), Some(changed)) => Some(self.store.games.sum(rest, changed)?),
                _ => None,
            },
        };
        let score = |sum| self.table.score(&self.store.games, sum, player);
        sum.map(score).transpose()
    }

    /// The sum of all chilled regions but one.
    fn rest(&mut self, region: usize) -> Result<Option<GameId>, GameError> {
        let Some(chilled) = &mut self.chilled else {
            return Ok(None);
        };
        if let Some(rest) = chilled.without[region] {
            return Ok(Some(rest));
        }
        let rest = self
            .store
            .games
            .difference(chilled.total, chilled.regions[region])?;
        chilled.without[region] = Some(rest);
        Ok(Some(rest))
    }

    /// Bounds of the stop by a search of the sum: `low` from the lower bounds of all regions, `high` from the upper
    /// bounds.
    fn searched(&mut self, values: &[AreaValue], player: Player) -> Result<Bounds, GameError> {
        let lower: Vec<GameId> = values.iter().map(|value| value.lower).collect();
        let mut bounds = self.stop_bounds(&lower, player)?;
        // A play in an exact region may leave one that is not exact.
        if values.iter().any(|value| value.exact().is_none()) {
            let upper: Vec<GameId> = values.iter().map(|value| value.upper).collect();
            bounds.high = self.stop_bounds(&upper, player)?.high;
        }
        let most = PerColor::from_fn(|color| -> i32 {
            let expanses = self.endgame.partition.expanses.iter();
            expanses.map(|expanse| expanse.most[color]).sum()
        });
        Ok(Bounds {
            low: bounds.low.minus(most[Color::White].into())?,
            high: bounds.high.plus(most[Color::Black].into())?,
        })
    }

    /// Bounds of the stop of a sum. If the budget ends before the search has any, the stops of the components are
    /// added up: for Left, a sum is never better than all left stops together, and never worse than all right stops.
    fn stop_bounds(&mut self, components: &[GameId], player: Player) -> Result<Bounds, GameError> {
        let searched = self.within_budget(|sum| Ok(sum.solver().score(components, player)?.stop));
        match searched {
            Err(error) if is_limit(&error) => {
                let mut bounds = Bounds::exact(Dyadic::ZERO);
                for &component in components {
                    let stops = self.store.games.stops(component)?;
                    bounds.low = bounds.low.plus(stops.right)?;
                    bounds.high = bounds.high.plus(stops.left)?;
                }
                Ok(bounds)
            }
            result => result,
        }
    }

    fn solver(&mut self) -> SumSolver<'_> {
        let limit = usize::try_from(self.endgame.sum_limits.remaining()).unwrap_or(usize::MAX);
        SumSolver::new(&mut self.store.games, limit)
    }

    /// The score from the stop when `next` moves. `plays` is the number of plays of Black less those of White so far.
    fn range(&self, stop: Bounds, plays: i32, next: Color, fills_up: bool) -> ScoreRange {
        let Endgame {
            settled, offset, ..
        } = *self.endgame;
        let points = |number: i128| {
            i32::try_from(number)
                .unwrap_or(i32::MAX)
                .saturating_add(settled)
        };
        let (mut low, mut high) = (points(stop.low.floor()), points(stop.high.ceil()));
        if self.endgame.scoring == Scoring::Area {
            low += plays;
            high += plays;
            // The color that moves next may get one point more, and gets it if the parity of the board requires it.
            let gain = next.sign();
            let is_off = |points: i32| (points - self.endgame.n_points).rem_euclid(2) != 0;
            low += if fills_up {
                gain * i32::from(is_off(low))
            } else {
                gain.min(0)
            };
            high += if fills_up {
                gain * i32::from(is_off(high))
            } else {
                gain.max(0)
            };
        }
        ScoreRange {
            low: Score::from_points(low) + offset,
            high: Score::from_points(high) + offset,
        }
    }

    /// Every move of `color` and the pass, the best first.
    ///
    /// # Errors
    /// If a limit other than the budget is reached.
    pub(super) fn moves(&mut self, color: Color) -> Result<Vec<RankedMove>, GameError> {
        let mut moves = Vec::new();
        for (number, report) in self.endgame.regions.iter().enumerate() {
            for mv in &report.moves[color] {
                moves.push(self.judge(number, mv, color)?);
            }
        }
        self.mark_undominated(&mut moves)?;
        moves.push(RankedMove {
            point: None,
            region: None,
            score: self.score_when(None, color.opponent())?,
            incentive: None,
            is_undominated: false,
            is_tedomari: false,
        });
        let mut rated = Vec::with_capacity(moves.len());
        for mv in moves {
            let urgency = match mv.incentive {
                Some(incentive) => {
                    let stops = self.store.games.stops(incentive)?;
                    Some((
                        self.store.games.temperature(incentive)?,
                        stops.left,
                        stops.right,
                    ))
                }
                None => None,
            };
            let [low, high] = [mv.score.low, mv.score.high].map(|score| score.for_color(color));
            let score = (low.min(high), low.max(high));
            rated.push(((score, mv.is_undominated, urgency), mv));
        }
        // The sort is stable: ties stay in point order.
        rated.sort_by(|(a, _), (b, _)| b.cmp(a));
        Ok(rated.into_iter().map(|(_, mv)| mv).collect())
    }

    /// If all regions are exact: the search of the sum and thermostrat each propose a move; returns the one with the
    /// better proved score.
    ///
    /// # Errors
    /// If a limit other than the budget is reached.
    pub(super) fn propose(&mut self, color: Color) -> Result<Option<RankedMove>, GameError> {
        let regions = self.endgame.regions.iter();
        let games: Vec<GameId> = regions.map(|report| report.value.lower).collect();
        let mut best: Option<RankedMove> = None;
        for proposal in self.proposals(&games, color)?.into_iter().flatten() {
            let Some((region, mv)) = self.realize(proposal, color)? else {
                continue;
            };
            let judged = self.judge(region, &mv, color)?;
            let proved = |mv: &RankedMove| match color {
                Color::Black => mv.score.low,
                Color::White => mv.score.high.for_color(Color::White),
            };
            if best
                .as_ref()
                .is_none_or(|best| proved(&judged) > proved(best))
            {
                best = Some(judged);
            }
        }
        Ok(best)
    }

    /// The stop of a sum of games after each of these moves of `color`: a component and its new value. Where the search
    /// of the sum does not finish, bounds.
    ///
    /// # Errors
    /// If a limit other than the budget is reached.
    pub(super) fn stops_after(
        &mut self,
        games: &[GameId],
        moves: &[(usize, GameId)],
        color: Color,
    ) -> Result<Vec<Bounds>, GameError> {
        let next = player(color.opponent());
        let mut stops = Vec::with_capacity(moves.len());
        for &(component, option) in moves {
            let after = after_move(games, SumMove { component, option });
            stops.push(self.stop_bounds(&after, next)?);
        }
        Ok(stops)
    }

    /// The best move in a sum of games: by the search of the sum, if it finishes, and by thermostrat.
    fn proposals(
        &mut self,
        games: &[GameId],
        color: Color,
    ) -> Result<[Option<SumMove>; 2], GameError> {
        let player = player(color);
        let searched = self.within_budget(|sum| Ok(sum.solver().score(games, player)?.best));
        // Temperatures are cheap, so thermostrat always runs.
        let memory = &mut Memory::default();
        let table = &mut self.store.games;
        let by_temperature = strategy::choose(table, games, player, Strategy::Thermostrat, memory);
        let unless_limited = |proposal: Result<Option<SumMove>, GameError>| match proposal {
            Err(error) if is_limit(&error) => Ok(None),
            result => result,
        };
        Ok([unless_limited(searched)?, unless_limited(by_temperature)?])
    }

    /// The play on the board that is as good as a move to a canonical option.
    fn realize(
        &mut self,
        mv: SumMove,
        color: Color,
    ) -> Result<Option<(usize, RegionMove)>, GameError> {
        for play in &self.endgame.regions[mv.component].moves[color] {
            let Some(after) = play.after.exact() else {
                continue;
            };
            let (low, high) = match color {
                Color::Black => (mv.option, after),
                Color::White => (after, mv.option),
            };
            if self.store.games.at_most(low, high)? {
                return Ok(Some((mv.component, *play)));
            }
        }
        Ok(None)
    }

    fn judge(
        &mut self,
        region: usize,
        mv: &RegionMove,
        color: Color,
    ) -> Result<RankedMove, GameError> {
        let score = self.score_when(Some((region, mv.after)), color.opponent())?;
        let before = self.endgame.regions[region].value;
        let incentive = match (before.exact(), mv.after.exact()) {
            (Some(before), Some(after)) => Some(self.incentive(before, after, color)?),
            _ => None,
        };
        let is_tedomari = self.is_last(region, mv.after)?;
        Ok(RankedMove {
            point: Some(mv.point),
            region: Some(region),
            score,
            incentive,
            is_undominated: false,
            is_tedomari,
        })
    }

    /// What a move of `color` gains in the chilled game.
    fn incentive(
        &mut self,
        before: GameId,
        after: GameId,
        color: Color,
    ) -> Result<GameId, GameError> {
        let games = &mut self.store.games;
        let [before, after] = [
            games.cool(before, Dyadic::ONE)?,
            games.cool(after, Dyadic::ONE)?,
        ];
        let gain = games.incentive(before, after, player(color))?;
        Ok(gain.plus_number((-1).into())?)
    }

    /// Whether a move that gives a region the value `after` is the last one that gains anything.
    fn is_last(&mut self, region: usize, after: AreaValue) -> Result<bool, GameError> {
        let Some(after) = self.chilled_value(after)? else {
            return Ok(false);
        };
        let Some(chilled) = &self.chilled else {
            return Ok(false);
        };
        let is_cold = |game: GameId| game.as_number().is_some_and(Dyadic::is_integer);
        let mut others = chilled
            .regions
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != region);
        Ok(!is_cold(chilled.regions[region])
            && is_cold(after)
            && others.all(|(_, &game)| is_cold(game)))
    }

    /// Marks the moves whose incentive is not less than another one's.
    fn mark_undominated(&mut self, moves: &mut [RankedMove]) -> Result<(), GameError> {
        let mut incentives: Vec<GameId> = Vec::new();
        for incentive in moves.iter().filter_map(|mv| mv.incentive) {
            if !incentives.contains(&incentive) {
                incentives.push(incentive);
            }
        }
        let best = self.store.games.undominated(&incentives, Player::Left)?;
        for mv in moves {
            mv.is_undominated = mv
                .incentive
                .is_some_and(|incentive| best.contains(&incentive));
        }
        Ok(())
    }
}

/// Whether an error only means that a sum is too large to compute.
fn is_limit(error: &GameError) -> bool {
    matches!(
        error,
        GameError::Stopped(_) | GameError::Full { .. } | GameError::TooDeep { .. }
    )
}
