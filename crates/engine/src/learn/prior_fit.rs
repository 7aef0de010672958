//! Fits the weights of the move prior in two passes over the games, and measures how well they predict moves.

use super::choice::{Choice, Model, Ranking};
use super::records::{Moves, replay};
use crate::base::Rng;
use crate::base::weights::WeightsBuilder;
use crate::board::{Board, Point};
use crate::mcts::View;
use crate::mcts::playout::PlayoutTurn;

/// The parameters of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct PriorFit {
    /// One game of this many is held back for measuring.
    pub held_back: usize,
    /// A feature gets a weight if at least this many played moves have it.
    pub min_count: u8,
    /// Slots of the table of weights: a power of two.
    pub n_slots: usize,
    /// Approximate number of positions to learn from.
    pub n_positions: usize,
    /// Approximate number of positions to measure on, from games held back.
    pub n_measured: usize,
    /// Size of the first steps.
    pub rate: f32,
    /// Seed of the choice of positions.
    pub seed: u64,
}

impl Default for PriorFit {
    fn default() -> Self {
        Self {
            held_back: 50,
            min_count: 12,
            n_slots: 1 << 20,
            n_positions: 3_000_000,
            n_measured: 20_000,
            rate: 0.1,
            seed: 1,
        }
    }
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct FittedWeights {
    /// The file of weights.
    pub bytes: Vec<u8>,
    /// Features with a weight.
    pub n_features: usize,
    /// Features that were frequent enough, but for which the table had no room.
    pub n_refused: usize,
    /// Prediction of the games held back.
    pub ranking: Ranking,
}

/// Counts features approximately: two features may share a counter.
struct Counters(Vec<u8>);

impl Counters {
    const BITS: u32 = 27;

    fn new() -> Self {
        Self(vec![0; 1 << Self::BITS])
    }

    /// Counts a feature, and returns its count, at most 255.
    fn count(&mut self, feature: u64) -> u8 {
        let counter = &mut self.0[(feature >> 8) as usize & ((1 << Self::BITS) - 1)];
        *counter = counter.saturating_add(1);
        *counter
    }
}

impl PriorFit {
    /// Fits the weights to games. Calls `report` from time to time, with the number of positions so far and the
    /// ranking of the latest ones.
    pub fn run(&self, games: &[Moves], mut report: impl FnMut(usize, &Ranking)) -> FittedWeights {
        let (table, n_features, n_refused) = self.count(games);
        let mut model = Model::new(table);
        self.learn(games, &mut model, &mut report);
        let bytes = model.store();
        FittedWeights {
            ranking: self.measure(games, &model),
            bytes,
            n_features,
            n_refused,
        }
    }

    fn is_held_back(&self, game: usize) -> bool {
        game.is_multiple_of(self.held_back.max(2))
    }

    /// The first pass. Returns the table of features, the number of features in it, and the number that found no
    /// room.
    fn count(&self, games: &[Moves]) -> (WeightsBuilder, usize, usize) {
        let mut counters = Counters::new();
        let mut table = WeightsBuilder::new(self.n_slots);
        let (mut n_features, mut n_refused) = (0, 0);
        for (_, moves) in games
            .iter()
            .enumerate()
            .filter(|&(game, _)| !self.is_held_back(game))
        {
            replay(moves, |board, turn, point| {
                View::new(board, turn).visit_features(point, |feature| {
                    if counters.count(feature) == self.min_count && table.find(feature).is_none() {
                        let added = table.add(feature);
                        n_features += usize::from(added);
                        n_refused += usize::from(!added);
                    }
                    true
                });
            });
        }
        (table, n_features, n_refused)
    }

    /// The second pass: one gradient step for each chosen position.
    fn learn(&self, games: &[Moves], model: &mut Model, report: &mut impl FnMut(usize, &Ranking)) {
        /// Number of positions between two reports.
        const INTERVAL: usize = 50_000;
        let mut rng = Rng::new(self.seed, 0);
        let chance = share(self.n_positions, games, |game| !self.is_held_back(game));
        let mut n_seen: usize = 0;
        let mut ranking = Ranking::default();
        for (_, moves) in games
            .iter()
            .enumerate()
            .filter(|&(game, _)| !self.is_held_back(game))
        {
            replay(moves, |board, turn, point| {
                if rng.unit() >= chance {
                    return;
                }
                let Some(choice) = choice(model, board, turn, point) else {
                    return;
                };
                ranking.add(&choice);
                model.step(&choice, self.rate);
                n_seen += 1;
                if n_seen.is_multiple_of(INTERVAL) {
                    report(n_seen, &ranking);
                    ranking = Ranking::default();
                }
            });
        }
    }

    /// Measures the prediction of the games held back.
    fn measure(&self, games: &[Moves], model: &Model) -> Ranking {
        let mut rng = Rng::new(self.seed, 1);
        let chance = share(self.n_measured, games, |game| self.is_held_back(game));
        let mut ranking = Ranking::default();
        for (_, moves) in games
            .iter()
            .enumerate()
            .filter(|&(game, _)| self.is_held_back(game))
        {
            replay(moves, |board, turn, point| {
                if rng.unit() < chance
                    && let Some(choice) = choice(model, board, turn, point)
                {
                    ranking.add(&choice);
                }
            });
        }
        ranking
    }
}

/// The share of positions that yields about `wanted` samples from the games that count.
#[expect(clippy::cast_precision_loss, reason = "a rough share")]
fn share(wanted: usize, games: &[Moves], counts: impl Fn(usize) -> bool) -> f64 {
    let n_moves: usize = games
        .iter()
        .enumerate()
        .filter(|&(game, _)| counts(game))
        .map(|(_, moves)| moves.len())
        .sum();
    wanted as f64 / n_moves.max(1) as f64
}

/// All legal moves of a position; `None` if the played move is not among them.
fn choice(model: &Model, board: &Board, turn: PlayoutTurn, played: Point) -> Option<Choice> {
    let view = View::new(board, turn);
    let mut points: Vec<Point> = board
        .empty_points()
        .iter()
        .copied()
        .filter(|&point| board.is_legal(turn.to_move, point))
        .collect();
    points.sort_unstable();
    let played = points.iter().position(|&point| point == played)?;
    let candidates = points
        .iter()
        .map(|&point| slots(model, &view, point))
        .collect();
    Some(model.choice(candidates, played))
}

/// Slots of the features of a move that have a weight.
fn slots(model: &Model, view: &View<'_>, point: Point) -> Vec<usize> {
    let mut slots = Vec::new();
    view.visit_features(point, |feature| {
        let slot = model.slot(feature);
        slots.extend(slot);
        slot.is_some()
    });
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::weights::Weights;

    /// Games of a player who answers every move on the point beside it.
    fn games() -> Vec<Moves> {
        let mut rng = Rng::new(2, 0);
        (0..60)
            .map(|_| {
                let mut moves = Moves::new();
                for _ in 0..20 {
                    let [x, y] = [0, 0].map(|_| u8::try_from(1 + rng.below(17)).unwrap());
                    moves.push(Some(Point::new(x, y)));
                    moves.push(Some(Point::new(x, y + 1)));
                }
                moves
            })
            .collect()
    }

    #[test]
    fn a_habit_is_learned() {
        let fit = PriorFit {
            held_back: 5,
            min_count: 3,
            n_slots: 1 << 12,
            n_positions: 1000,
            n_measured: 100,
            ..PriorFit::default()
        };
        let fitted = fit.run(&games(), |_, _| ());
        assert!(Weights::new(&fitted.bytes).is_ok());
        assert!(fitted.n_features > 50, "{}", fitted.n_features);
        let Ranking {
            n_positions, n_top, ..
        } = fitted.ranking;
        // Every second move is random, so one half is about the best possible result.
        assert!(
            n_positions > 20 && 10 * n_top[1] > 4 * n_positions,
            "{:?}",
            fitted.ranking
        );
    }
}
