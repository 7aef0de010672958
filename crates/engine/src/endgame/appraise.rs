//! What a region is worth: mean and temperature, from the best source there is.
//!
//! A region of more than [`MOST_POINTS`](super::area::MOST_POINTS) points can't be searched as a game. Its worth is
//! estimated from a second analysis of the same board, which assumes that everything that ownership calls certain is
//! safe ([`Partition::along`](super::Partition::along)): the sum of the means of the smaller regions inside it, and
//! the temperature of the hottest one.

use super::analysis::Endgame;
use super::estimate::Estimate;
use super::komaster::{KoWorth, KoWorths, ko_worths, threats};
use super::shape_store::ShapeStore;
use super::split::Expanse;
use super::worth::{RegionWorth, WorthBasis};
use crate::board::PointSet;
use crate::cgt::{Dyadic, GameError, Rational};

impl Endgame {
    /// What a region is worth; `ko` is its worth as a ko, if it is one. `None` if nothing is known: the region could
    /// not be counted.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn worth(
        &self,
        number: usize,
        store: &mut ShapeStore,
        ko: Option<&KoWorths>,
    ) -> Result<Option<RegionWorth>, GameError> {
        let report = &self.regions[number];
        if let Some(game) = report.value.exact() {
            let games = store.games();
            return Ok(Some(RegionWorth {
                mean: games.mean(game)?.try_into()?,
                temperature: games.temperature(game)?.try_into()?,
                basis: WorthBasis::Proof,
            }));
        }
        if let Some(worths) = ko {
            let limit = worths.neutral.temperature;
            let threats = threats(&self.regions, number, store, limit)?;
            let KoWorth { mean, temperature } = worths.for_threats(threats);
            return Ok(Some(RegionWorth {
                mean,
                temperature,
                basis: WorthBasis::Threats,
            }));
        }
        // A search that found no play with a gain has only shared the points out by the nearer wall.
        let seen = |guess: &Estimate| guess.temperature >= Dyadic::ZERO;
        let Some(guess) = report.estimate.filter(seen) else {
            return Ok(None);
        };
        Ok(Some(RegionWorth {
            mean: guess.mean.try_into()?,
            temperature: guess.temperature.try_into()?,
            basis: WorthBasis::Estimate,
        }))
    }

    /// What a region is worth as a ko, if it was searched but has no exact value.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn ko_worths(
        &self,
        number: usize,
        store: &mut ShapeStore,
    ) -> Result<Option<KoWorths>, GameError> {
        let report = &self.regions[number];
        if report.unsolved.is_some() || report.value.exact().is_some() {
            return Ok(None);
        }
        ko_worths(store, &report.region.graph, &report.region.area)
    }

    /// What all regions and areas inside `points` are worth together, by estimate. `None` if the worth of a part is
    /// unknown.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn worth_within(
        &self,
        points: &PointSet,
        store: &mut ShapeStore,
    ) -> Result<Option<RegionWorth>, GameError> {
        let mut total = RegionWorth {
            mean: Rational::ZERO,
            temperature: Rational::ZERO,
            basis: WorthBasis::Estimate,
        };
        let mut rest = *points;
        while let Some(point) = rest.first() {
            let is_large = |expanse: &Expanse| expanse.points.contains(point);
            if self.partition.expanses.iter().any(is_large) {
                return Ok(None);
            }
            rest.remove(point);
            if let Some(number) = self.partition.region_of(point) {
                let ko = self.ko_worths(number, store)?;
                let Some(part) = self.worth(number, store, ko.as_ref())? else {
                    return Ok(None);
                };
                total.mean = total.mean.plus(part.mean)?;
                total.temperature = total.temperature.max(part.temperature);
                rest -= self.regions[number].region.point_set();
            } else if let Some((score, area)) = self.partition.finished_at(point) {
                total.mean = total.mean.plus(Rational::new(score.into(), 1)?)?;
                rest -= area;
            }
        }
        Ok(Some(total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::game::Start;
    use crate::board::{Board, Color, Game, PerColor, Point, Rules};
    use crate::endgame::{EndgameParams, Partition};

    /// Two walls without eyes divide the board, so nothing is proved. If the walls are assumed to be safe, Black has
    /// four columns, White two, and one column is dame.
    #[test]
    fn what_is_too_large_is_read_off_what_is_granted() {
        let board: Board = ["....X.O.."; 9].join("\n").parse().unwrap();
        let expanses = Partition::new(&board).expanses;
        assert_eq!(expanses.len(), 1);
        let stones = PerColor::from_fn(|color| board.points_of(color).collect());
        let column = |point: &Point| (point.x() < 4, point.x() > 6);
        let mut territory = PerColor::<PointSet>::default();
        for point in board.size().points() {
            match column(&point) {
                (true, _) => territory[Color::Black].insert(point),
                (_, true) => territory[Color::White].insert(point),
                _ => false,
            };
        }
        let game = Game::from_start(Start::from_board(&board), Rules::default()).unwrap();
        let params = EndgameParams::default();
        let mut store = ShapeStore::new(params.store);
        let mut worth = |partition| {
            let limits = Budget::unlimited();
            let endgame = Endgame::of_parts(&game, partition, &mut store, &params, &limits);
            let all = board.size().points().collect();
            endgame.worth_within(&all, &mut store).unwrap()
        };
        let granted = worth(Partition::along(&board, &stones, &territory)).unwrap();
        assert_eq!(granted.mean, Rational::new(36 - 18, 1).unwrap());
        assert_eq!(granted.temperature, Rational::ZERO);
        assert_eq!(granted.basis, WorthBasis::Estimate);
        assert_eq!(worth(Partition::new(&board)), None);
    }
}
