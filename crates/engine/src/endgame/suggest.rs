//! The plays that are best if the regions are as they look, for a search to choose among.
//!
//! A region that is not solved counts as its worth: a number if it is cold, else a switch. At the temperature of the
//! hottest region each play loses what its region's cooled stop after it falls short of the mean and that temperature
//! (see [`super::verdict`]). Of the plays that lose least, those that leave the best stop of the sum are suggested.

use super::analysis::Endgame;
use super::estimate::{Estimate, best_play};
use super::shape_store::ShapeStore;
use super::sum::Sum;
use super::value::player;
use crate::base::Budget;
use crate::board::{Color, Point, PointSet};
use crate::cgt::{Dyadic, GameError, GameId, Rational};

/// Of the board, the part that regions may have together that are not counted.
const MOST_UNCOUNTED: usize = 12;

/// The precision of means and temperatures of kos: a part of a point.
const PARTS: u32 = 6;

/// The plays that are best if the regions are as they look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EstimatedMoves {
    /// The plays, the best first.
    pub points: Vec<Point>,
    /// Whether they keep the exact score of all regions, given the walls. Else some regions are not solved.
    pub is_exact: bool,
    /// The points of all regions with an exact value, given the walls: plays there are compared exactly.
    pub counted: PointSet,
}

/// A play, and what it makes of its region.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    region: usize,
    point: Point,
    after: GameId,
    /// What it loses at the temperature of the hottest region.
    loss: Dyadic,
}

impl Endgame {
    /// The plays among which a search may choose if the regions are as they look: of those that are `allowed`, all that
    /// keep the score if that is exact, else those that lose least by the worth of the regions. None if a pass keeps
    /// the score, too, or if much of the board is not counted. `limits` bounds the search for a play in a region that
    /// is not solved.
    ///
    /// # Errors
    /// If a limit of the table of games is reached. The end of the budget is no error.
    pub fn estimated_moves(
        &self,
        store: &mut ShapeStore,
        color: Color,
        allowed: impl Fn(Point) -> bool,
        limits: &Budget,
    ) -> Result<EstimatedMoves, GameError> {
        let keeping = if self.is_exact() {
            self.keeping_moves(store, color)?
        } else {
            Vec::new()
        };
        let points: Option<Vec<Point>> = keeping.iter().map(|mv| mv.point).collect();
        let mut points = points.unwrap_or_default();
        points.retain(|&point| allowed(point));
        let is_exact = !points.is_empty();
        if !is_exact {
            points = self.plays_by_worth(store, color, allowed, limits)?;
        }
        Ok(EstimatedMoves {
            points,
            is_exact,
            counted: self.counted(),
        })
    }

    /// The allowed plays that lose least if each region has its worth, the best first.
    fn plays_by_worth(
        &self,
        store: &mut ShapeStore,
        color: Color,
        allowed: impl Fn(Point) -> bool,
        limits: &Budget,
    ) -> Result<Vec<Point>, GameError> {
        let (worths, n_uncounted) = self.worths(store)?;
        if n_uncounted > self.n_board_points() / MOST_UNCOUNTED {
            return Ok(Vec::new());
        }
        let heat = worths.iter().map(|worth| worth.temperature).max();
        let Some(heat) = heat.filter(|&heat| heat > Dyadic::ZERO) else {
            return Ok(Vec::new());
        };
        let mut plays = self.candidates(store, color, &worths, heat, limits)?;
        // A play that loses all of the temperature gains nothing.
        plays.retain(|play| play.loss < heat && allowed(play.point));
        let Some(least) = plays.iter().map(|play| play.loss).min() else {
            return Ok(Vec::new());
        };
        plays.retain(|play| play.loss == least);
        let mut games = Vec::with_capacity(worths.len());
        for (report, worth) in self.regions.iter().zip(&worths) {
            games.push(match report.value.exact() {
                Some(game) => game,
                None => worth.game(store.games())?,
            });
        }
        let moves: Vec<_> = plays.iter().map(|play| (play.region, play.after)).collect();
        let stops = Sum::new(self, store)?.stops_after(&games, &moves, color)?;
        // Plays that are not proved to leave less than another one.
        let for_color = |one: Dyadic| if color == Color::Black { one } else { -one };
        let ends = stops.iter().map(|stop| {
            let (low, high) = (for_color(stop.low), for_color(stop.high));
            (low.min(high), low.max(high))
        });
        let ends: Vec<_> = ends.collect();
        let most = ends.iter().map(|&(low, _)| low).max();
        let good = plays.iter().zip(&ends);
        let good = good.filter(|(_, (_, high))| most.is_none_or(|most| *high >= most));
        Ok(good.map(|(play, _)| play.point).collect())
    }

    /// What each region is worth, and the number of points that are not counted. A region that is not counted is worth
    /// nothing, and cold.
    fn worths(&self, store: &mut ShapeStore) -> Result<(Vec<Estimate>, usize), GameError> {
        let expanses = self.partition.expanses.iter();
        let mut n_uncounted = expanses.map(|expanse| expanse.points.len()).sum();
        let mut worths = Vec::with_capacity(self.regions.len());
        for (number, report) in self.regions.iter().enumerate() {
            let ko = self.ko_worths(number, store)?;
            let worth = self.worth(number, store, ko.as_ref())?;
            let (mean, temperature) = match worth {
                Some(worth) => (near(worth.mean)?, near(worth.temperature)?),
                None => (Dyadic::ZERO, -Dyadic::ONE),
            };
            if worth.is_none() {
                n_uncounted += report.region.points.len();
            }
            worths.push(Estimate {
                mean,
                temperature,
                depth: 0,
            });
        }
        Ok((worths, n_uncounted))
    }

    /// All plays of `color` whose worth is known, with what they lose at the temperature `heat`.
    fn candidates(
        &self,
        store: &mut ShapeStore,
        color: Color,
        worths: &[Estimate],
        heat: Dyadic,
        limits: &Budget,
    ) -> Result<Vec<Candidate>, GameError> {
        let mut candidates = Vec::new();
        for (number, (report, worth)) in self.regions.iter().zip(worths).enumerate() {
            let mut plays = Vec::new();
            if report.value.exact().is_some() {
                let exact = |play: &super::RegionMove| Some((play.point, play.after.exact()?));
                plays.extend(report.moves[color].iter().filter_map(exact));
            } else if worth.temperature > Dyadic::ZERO
                && let Some(point) =
                    best_play(store, &report.region, color, worth.temperature, limits)
            {
                let gain = worth.temperature.times(color.sign())?;
                plays.push((point, GameId::from_number(worth.mean.plus(gain)?)));
            }
            for (point, after) in plays {
                let stop = store
                    .games()
                    .cooled_stop(after, player(color.opponent()), heat)?;
                let gain = stop.minus(worth.mean)?.times(color.sign())?;
                candidates.push(Candidate {
                    region: number,
                    point,
                    after,
                    loss: heat.minus(gain)?,
                });
            }
        }
        Ok(candidates)
    }

    /// The number of points of the board.
    fn n_board_points(&self) -> usize {
        usize::try_from(self.n_points).unwrap_or(0)
    }
}

/// The greatest multiple of a part of a point that is no more than a number.
fn near(number: Rational) -> Result<Dyadic, GameError> {
    let scaled = (number.numerator() << PARTS).div_euclid(number.denominator());
    Ok(Dyadic::new(scaled, PARTS)?)
}
