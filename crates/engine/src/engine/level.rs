//! Strengths below the full one: a short search, and a move drawn at random among those that it considers.

use crate::base::Rng;
use crate::board::Move;
use crate::mcts::{MoveReport, Report};

/// A strength in games, from 0, a beginner's, to [`Self::FULL`], which leaves nothing out.
///
/// Of two neighbors below the full one the stronger wins three quarters of the games or more;
/// `docs/measurements/levels.md` has the games. Below the full one the engine never resigns: what a strong player finds
/// hopeless may still turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What the chance of a move follows in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chances {
    /// Its probability before any search.
    Prior,
    /// Its share of the visits of the search.
    Visits,
}

/// How a level is weaker than the full strength.
#[derive(Clone, Copy, Debug)]
struct Weakness {
    /// The most playouts for a move.
    playouts: u64,
    /// What the chance of a move follows.
    chances: Chances,
    /// The chances to the power of one over this are drawn from: above 1 they come closer to each other.
    temperature: f64,
}

/// The weaknesses of the levels below the full one, the weakest level first.
const WEAKNESSES: [Weakness; 10] = [
    Weakness::by_prior(3.0),
    Weakness::by_prior(2.35),
    Weakness::by_prior(1.8),
    Weakness::by_prior(1.42),
    Weakness::by_prior(1.08),
    Weakness::by_visits(40, 1.7),
    Weakness::by_visits(40, 1.2),
    Weakness::by_visits(60, 0.5),
    Weakness::by_visits(100, 0.3),
    Weakness::by_visits(250, 0.15),
];

impl Weakness {
    /// Hardly a search: the moves come from the prior alone. A probe of so few playouts still finds a board settled.
    const fn by_prior(temperature: f64) -> Self {
        Self {
            playouts: 40,
            chances: Chances::Prior,
            temperature,
        }
    }

    /// A search, and moves drawn by their visits.
    const fn by_visits(playouts: u64, temperature: f64) -> Self {
        Self {
            playouts,
            chances: Chances::Visits,
            temperature,
        }
    }

    /// The weight of a move that has a share of all visits and a prior probability, in a draw.
    fn weight(&self, visits: f64, prior: f64) -> f64 {
        let chance = match self.chances {
            Chances::Prior => prior,
            Chances::Visits => visits,
        };
        chance.powf(1.0 / self.temperature)
    }

    /// A play of the report, drawn; `None` if there is none to draw.
    fn draw(&self, report: &Report, rng: &mut Rng) -> Option<Move> {
        let is_play = |entry: &&MoveReport| entry.mv != Move::Pass;
        let plays = || report.moves.iter().filter(is_play);
        let n_visits: f64 = plays().map(|entry| f64::from(entry.visits)).sum();
        let prior: f64 = plays().map(|entry| entry.prior).sum();
        let weight = |entry: &MoveReport| {
            let visits = f64::from(entry.visits) / n_visits.max(1.0);
            self.weight(visits, entry.prior / prior.max(f64::MIN_POSITIVE))
        };
        let mut left = plays().map(weight).sum::<f64>() * rng.unit();
        let drawn = plays().find(|entry| {
            left -= weight(entry);
            left < 0.0
        });
        drawn.map(|entry| entry.mv)
    }
}

impl Level {
    /// Nothing is left out: search, reading and proofs, as long as the clock allows.
    pub const FULL: Self = Self(10);

    /// The level of this number; those above the full one are none.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number > Self::FULL.0 {
            return None;
        }
        Some(Self(number))
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// A play of the report of a short search, drawn as the level does; `None` if there is none to draw, or nothing is
    /// left to chance.
    pub(super) fn draw(self, report: &Report, rng: &mut Rng) -> Option<Move> {
        self.weakness()?.draw(report, rng)
    }

    fn weakness(self) -> Option<&'static Weakness> {
        WEAKNESSES.get(usize::from(self.0))
    }

    /// The most playouts for a move; `None` for no bound.
    pub(super) fn most_playouts(self) -> Option<u64> {
        self.weakness().map(|weakness| weakness.playouts)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Budget, CancelToken};
    use crate::board::{Color, Game, Rules, Size};
    use crate::engine::{Engine, EngineParams, policy::PolicyParams};
    use crate::mcts;
    use crate::referee::RefereeParams;

    /// An engine without a network and without reading, so that a move takes a millisecond.
    fn engine(level: Level, seed: u64) -> Engine {
        Engine::new(EngineParams {
            search: mcts::Params {
                seed,
                threads: 1,
                ..mcts::Params::default()
            },
            policy: PolicyParams {
                level,
                ..PolicyParams::default()
            },
            referee: RefereeParams { seconds: 0.0 },
            ..EngineParams::default()
        })
    }

    /// A game on 5x5 between two levels.
    fn game_between(levels: [Level; 2], seed: u64) -> Game {
        let mut engines = levels.map(|level| engine(level, seed));
        let mut game = Game::new(Size::square(5), Rules::default());
        for (turn, color) in [Color::Black, Color::White].into_iter().cycle().enumerate() {
            if game.is_over() || turn >= 100 {
                break;
            }
            let decision = engines[turn % 2].genmove(&game, color, &CancelToken::new());
            assert_ne!(decision.mv, Move::Resign);
            game.play(color, decision.mv).unwrap();
        }
        game
    }

    #[test]
    fn a_higher_temperature_brings_chances_closer_together() {
        let ratio = |weakness: &Weakness| weakness.weight(0.8, 0.8) / weakness.weight(0.1, 0.1);
        for kind in WEAKNESSES.chunk_by(|one, next| one.chances == next.chances) {
            assert!(kind.is_sorted_by_key(ratio), "{kind:?}");
        }
        // By the prior alone, moves without visits are drawn, too.
        assert!(WEAKNESSES[0].weight(0.0, 0.1) > 0.0);
        assert!(Weakness::by_visits(40, 1.0).weight(0.0, 0.1).abs() < 1e-12);
    }

    #[test]
    fn numbers_and_levels_agree() {
        for number in 0..=10 {
            assert_eq!(Level::new(number).map(Level::number), Some(number));
        }
        assert_eq!(Level::new(11), None);
        assert_eq!(Level::FULL.most_playouts(), None);
        let all: Vec<u64> = (0..10)
            .filter_map(|number| Level::new(number)?.most_playouts())
            .collect();
        assert_eq!(all.len(), WEAKNESSES.len());
        assert!(all.is_sorted());
    }

    #[test]
    fn weak_games_differ_by_seed_and_repeat_with_it() {
        let level = Level::new(0).unwrap();
        let moves = |seed| game_between([level; 2], seed).moves().to_vec();
        let first = moves(1);
        assert_eq!(first, moves(1));
        assert!((2..6).any(|seed| moves(seed) != first));
        assert!(first.len() > 10);
    }

    #[test]
    fn a_low_level_loses_to_a_high_one() {
        let [low, high] = [0, 9].map(|number| Level::new(number).unwrap());
        let mut n_won = 0;
        for seed in 0..4 {
            for (color, levels) in [(Color::Black, [high, low]), (Color::White, [low, high])] {
                let game = game_between(levels, seed);
                let judgement = engine(Level::FULL, 1).judge(&game, &Budget::unlimited());
                n_won += usize::from(judgement.score.winner() == Some(color));
            }
        }
        assert!(n_won >= 7, "{n_won} of 8");
    }
}
