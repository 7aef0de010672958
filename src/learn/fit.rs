//! The two passes over the games, and how well the result predicts moves.

use super::records::{Moves, replay};
use crate::base::{Point, Rng};
use crate::board::Board;
use crate::mcts::features::View;
use crate::mcts::playout::Turn;
use crate::mcts::weights::{WeightsBuilder, as_stored};

/// What to fit, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Every so manieth game is held back for measuring.
    pub held_back: usize,
    /// A feature gets a weight if it belonged to so many of the moves played.
    pub min_count: u8,
    /// Slots of the table, a power of two.
    pub n_slots: usize,
    /// About how many positions to learn from.
    pub n_positions: usize,
    /// About how many positions of games held back to measure on.
    pub n_measured: usize,
    /// Size of the first steps.
    pub rate: f32,
    /// Seed of the choice of positions.
    pub seed: u64,
}

impl Default for Fit {
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

/// How often the move played was among the first ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ranking {
    /// Positions looked at.
    pub n_positions: u64,
    /// Moves played that were ranked first, among the first 5, among the first 10.
    pub n_top: [u64; 3],
    /// Sum of the negative natural logarithms of the probabilities of the moves played.
    pub loss: f64,
}

impl Ranking {
    /// Ranks that are counted.
    pub const RANKS: [usize; 3] = [1, 5, 10];

    fn add(&mut self, rank: usize, probability: f32) {
        self.n_positions += 1;
        for (n, limit) in self.n_top.iter_mut().zip(Self::RANKS) {
            *n += u64::from(rank < limit);
        }
        self.loss -= f64::from(probability.max(1e-30)).ln();
    }
}

/// The result.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The file of weights.
    pub bytes: Vec<u8>,
    /// Features with a weight.
    pub n_features: usize,
    /// Features that were met often enough but found no room.
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

    /// The count with this one, up to 255.
    fn count(&mut self, feature: u64) -> u8 {
        let counter = &mut self.0[(feature >> 8) as usize & ((1 << Self::BITS) - 1)];
        *counter = counter.saturating_add(1);
        *counter
    }
}

/// The legal moves of a position with their features; where the one played is.
struct Choice {
    candidates: Vec<Vec<usize>>,
    played: usize,
    scores: Vec<f32>,
}

/// Weights under way, with the sums of squared gradients that set the size of their steps (Duchi, Hazan and Singer,
/// "Adaptive subgradient methods", 2011).
struct Model {
    table: WeightsBuilder,
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Fit {
    /// Fits the weights to games; `report` hears of the progress: positions seen of how many, and the ranking of the
    /// latest ones.
    pub fn run(&self, games: &[Moves], mut report: impl FnMut(usize, &Ranking)) -> Fitted {
        let (table, n_features, n_refused) = self.count(games);
        let mut model = Model {
            weights: vec![0.0; table.n_slots()],
            squares: vec![1e-6; table.n_slots()],
            table,
        };
        self.learn(games, &mut model, &mut report);
        // What is stored is rounded; so is what is measured.
        let bytes = model.table.bytes(&model.weights);
        for weight in &mut model.weights {
            *weight = as_stored(*weight);
        }
        Fitted {
            ranking: self.measure(games, &mut model),
            bytes,
            n_features,
            n_refused,
        }
    }

    fn is_held_back(&self, game: usize) -> bool {
        game.is_multiple_of(self.held_back.max(2))
    }

    /// The first pass: the table of features, how many it holds, how many found no room.
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

    /// The second pass: one step for each position chosen.
    fn learn(&self, games: &[Moves], model: &mut Model, report: &mut impl FnMut(usize, &Ranking)) {
        /// Positions between two reports.
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
                let Some(choice) = model.choice(board, turn, point) else {
                    return;
                };
                let probabilities = choice.probabilities();
                ranking.add(choice.rank(), probabilities[choice.played]);
                model.step(&choice, &probabilities, self.rate);
                n_seen += 1;
                if n_seen.is_multiple_of(INTERVAL) {
                    report(n_seen, &ranking);
                    ranking = Ranking::default();
                }
            });
        }
    }

    /// Prediction of the games held back.
    fn measure(&self, games: &[Moves], model: &mut Model) -> Ranking {
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
                    && let Some(choice) = model.choice(board, turn, point)
                {
                    let probability = choice.probabilities()[choice.played];
                    ranking.add(choice.rank(), probability);
                }
            });
        }
        ranking
    }
}

/// The share of positions that leaves about `wanted` of those of the games that count.
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

impl Choice {
    /// Probabilities of the candidates under the model.
    fn probabilities(&self) -> Vec<f32> {
        let best = self.scores.iter().copied().fold(f32::MIN, f32::max);
        let mut probabilities: Vec<f32> = self
            .scores
            .iter()
            .map(|score| (score - best).exp())
            .collect();
        let sum: f32 = probabilities.iter().sum();
        for probability in &mut probabilities {
            *probability /= sum;
        }
        probabilities
    }

    /// How many candidates are ranked before the move played; ties go by the order of points.
    fn rank(&self) -> usize {
        let played = self.scores[self.played];
        let before = self.scores[..self.played]
            .iter()
            .filter(|&&score| score >= played)
            .count();
        let after = self.scores[self.played + 1..]
            .iter()
            .filter(|&&score| score > played)
            .count();
        before + after
    }
}

impl Model {
    /// Slots of the known features of a move.
    fn slots(&self, view: &View<'_>, point: Point) -> Vec<usize> {
        let mut slots = Vec::new();
        view.visit_features(point, |feature| {
            let slot = self.table.find(feature);
            slots.extend(slot);
            slot.is_some()
        });
        slots
    }

    /// All legal moves of a position; nothing if the one played is not among them.
    fn choice(&self, board: &Board, turn: Turn, played: Point) -> Option<Choice> {
        let view = View::new(board, turn);
        let mut points: Vec<Point> = board
            .empty_points()
            .iter()
            .copied()
            .filter(|&point| board.is_legal(turn.to_move, point))
            .collect();
        points.sort_unstable();
        let played = points.iter().position(|&point| point == played)?;
        let candidates: Vec<Vec<usize>> = points
            .iter()
            .map(|&point| self.slots(&view, point))
            .collect();
        let scores = candidates
            .iter()
            .map(|slots| slots.iter().map(|&slot| self.weights[slot]).sum())
            .collect();
        Some(Choice {
            candidates,
            played,
            scores,
        })
    }

    /// One gradient step towards the move played.
    fn step(&mut self, choice: &Choice, probabilities: &[f32], rate: f32) {
        /// Candidates less likely than this are left alone: their gradient is tiny.
        const LIKELY: f32 = 5e-4;
        for (index, slots) in choice.candidates.iter().enumerate() {
            let is_played = index == choice.played;
            let gradient = f32::from(u8::from(is_played)) - probabilities[index];
            if !is_played && probabilities[index] < LIKELY {
                continue;
            }
            for &slot in slots {
                self.squares[slot] += gradient * gradient;
                self.weights[slot] += rate * gradient / self.squares[slot].sqrt();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::weights::Weights;

    /// Games of a player who answers every move by the point beside it.
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
        let fit = Fit {
            held_back: 5,
            min_count: 3,
            n_slots: 1 << 12,
            n_positions: 1000,
            n_measured: 100,
            ..Fit::default()
        };
        let fitted = fit.run(&games(), |_, _| ());
        assert!(Weights::new(&fitted.bytes).is_ok());
        assert!(fitted.n_features > 50, "{}", fitted.n_features);
        let Ranking {
            n_positions, n_top, ..
        } = fitted.ranking;
        // Every second move is a random one, so half is about the best that can be had.
        assert!(
            n_positions > 20 && 10 * n_top[1] > 4 * n_positions,
            "{:?}",
            fitted.ranking
        );
    }
}
