//! Mean and temperature of a region, by whatever is known about it, and of one that is too large to be looked into.
//!
//! A region of more than [`MOST_POINTS`](super::area::MOST_POINTS) points is no game that could be searched. What it seems
//! to be worth is read off the same board taken apart along what playouts call certain ([`Partition::along`](super::Partition::along)): the sum of
//! the means of the smaller regions inside it, and the temperature of the hottest.

use super::advise::Endgame;
use super::cache::Store;
use super::komaster::{KoReading, KoReadings, readings, threats};
use super::split::Expanse;
use crate::base::PointSet;
use crate::cgt::{GameError, Rational};

/// What a region is worth and how urgent it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Mean in points, for Black.
    pub mean: Rational,
    /// Temperature in points per move.
    pub temperature: Rational,
    /// How both are known.
    pub basis: Basis,
}

/// How a mean and a temperature are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// They are those of the proved game.
    Proof,
    /// They depend on who has more ko threats, which was counted.
    Threats,
    /// They are an estimate.
    Estimate,
}

impl Endgame {
    /// What a region is worth; `ko` are its readings as a ko, if it has any. `None` if nothing is known.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn outlook(
        &self,
        number: usize,
        store: &mut Store,
        ko: Option<&KoReadings>,
    ) -> Result<Option<Outlook>, GameError> {
        let report = &self.regions[number];
        if let Some(game) = report.value.exact() {
            let games = store.games();
            return Ok(Some(Outlook {
                mean: games.mean(game)?.try_into()?,
                temperature: games.temperature(game)?.try_into()?,
                basis: Basis::Proof,
            }));
        }
        if let Some(readings) = ko {
            let limit = readings.neutral.temperature;
            let threats = threats(&self.regions, number, store, limit)?;
            let KoReading { mean, temperature } = readings.for_threats(threats);
            return Ok(Some(Outlook {
                mean,
                temperature,
                basis: Basis::Threats,
            }));
        }
        let Some(guess) = report.estimate else {
            return Ok(None);
        };
        Ok(Some(Outlook {
            mean: guess.mean.try_into()?,
            temperature: guess.temperature.try_into()?,
            basis: Basis::Estimate,
        }))
    }

    /// What a region that was searched, but has no exact value, is worth as a ko.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn ko_readings(
        &self,
        number: usize,
        store: &mut Store,
    ) -> Result<Option<KoReadings>, GameError> {
        let report = &self.regions[number];
        if report.unsolved.is_some() || report.value.exact().is_some() {
            return Ok(None);
        }
        readings(store, &report.region.frame, &report.region.area)
    }

    /// What all that lies in `points` is worth together, by estimate. `None` if a part of it is unknown, too.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn outlook_within(
        &self,
        points: &PointSet,
        store: &mut Store,
    ) -> Result<Option<Outlook>, GameError> {
        let mut total = Outlook {
            mean: Rational::ZERO,
            temperature: Rational::ZERO,
            basis: Basis::Estimate,
        };
        let mut rest = *points;
        while let Some(point) = rest.first() {
            let is_large = |expanse: &Expanse| expanse.points.contains(point);
            if self.partition.expanses.iter().any(is_large) {
                return Ok(None);
            }
            rest.remove(point);
            if let Some(number) = self.partition.region_of(point) {
                let ko = self.ko_readings(number, store)?;
                let Some(part) = self.outlook(number, store, ko.as_ref())? else {
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
    use crate::base::{Budget, Color, PerColor, Point};
    use crate::board::game::Start;
    use crate::board::{Board, Game, Rules};
    use crate::endgame::{EndgameParams, Partition};

    /// Nothing is proved on a board that two walls without eyes divide; taken for granted, they leave Black four
    /// columns, White two, and a column of dame.
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
        let mut store = Store::new(params.store);
        let mut outlook = |partition| {
            let limits = Budget::unlimited();
            let endgame = Endgame::of_parts(&game, partition, &mut store, &params, &limits);
            let all = board.size().points().collect();
            endgame.outlook_within(&all, &mut store).unwrap()
        };
        let granted = outlook(Partition::along(&board, &stones, &territory)).unwrap();
        assert_eq!(granted.mean, Rational::new(36 - 18, 1).unwrap());
        assert_eq!(granted.temperature, Rational::ZERO);
        assert_eq!(granted.basis, Basis::Estimate);
        assert_eq!(outlook(Partition::new(&board)), None);
    }
}
