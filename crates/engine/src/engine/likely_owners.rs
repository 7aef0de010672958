//! The likely owner of each point when the game is over: by the network and playouts, or by playouts alone.

use super::network::NetworkError;
use super::state::Engine;
use crate::base::{Budget, Rng};
use crate::board::game::Start;
use crate::board::{Color, Game, Komi, PerColor, Point, Rules, Scoring};
use crate::intuition::{
    Evaluation, EvaluationBuffers, History, Intuition, NetworkPosition, Symmetry,
};
use crate::mcts::{self, Ownership};
use crate::referee::{OwnerSource, ScoreEvaluation};

/// Symmetries under which the network evaluates a position.
const N_SYMMETRIES: usize = 2;

/// The least ownership by the network, in the mean over both sides to move first, at which it decides a point alone.
/// Below it the mean of network and playouts decides. Of the rules that were tried this one was wrong about the fewest
/// blocks (`docs/measurements/judgement.md`).
const SURE: f64 = 0.6;

/// The likely owner of each point when the game is over, with each color to move first.
#[derive(Clone, Debug)]
pub struct LikelyOwners {
    /// By playouts that begin with Black and with White.
    playouts: Option<PerColor<Ownership>>,
    /// By the network, evaluated with Black and with White to move.
    network: Option<PerColor<Ownership>>,
    /// The network's evaluation of the score, with each color to move first; nothing without a network.
    scores: Vec<ScoreEvaluation>,
}

impl LikelyOwners {
    /// The source of the estimate.
    #[must_use]
    pub const fn source(&self) -> OwnerSource {
        if self.network.is_some() {
            OwnerSource::Network
        } else {
            OwnerSource::Playouts
        }
    }

    /// The likely owner of a point if the given color moves first: 1 for Black, -1 for White, 0 if nothing is known.
    #[must_use]
    pub fn first(&self, first: Color, point: Point) -> f64 {
        let by = |halves: &PerColor<Ownership>| halves[first].mean(point);
        match (&self.network, &self.playouts) {
            (Some(network), Some(playouts)) if mean_of(network, point).abs() < SURE => {
                f64::midpoint(by(network), by(playouts))
            }
            (Some(halves), _) | (None, Some(halves)) => by(halves),
            (None, None) => 0.0,
        }
    }

    /// The likely owner of a point, whichever side moves first.
    #[must_use]
    pub fn mean(&self, point: Point) -> f64 {
        let [black, white] = Color::BOTH.map(|first| self.first(first, point));
        f64::midpoint(black, white)
    }

    /// The network's evaluation of the score, with each color to move first; nothing without a network.
    pub(super) fn scores(&self) -> &[ScoreEvaluation] {
        &self.scores
    }
}

/// The mean owner of a point over both colors that may move first.
fn mean_of(halves: &PerColor<Ownership>, point: Point) -> f64 {
    let [black, white] = Color::BOTH.map(|first| halves[first].mean(point));
    f64::midpoint(black, white)
}

impl Engine {
    /// The likely owner of each point when the game is over, whichever side is to move: by the network and playouts, or
    /// by playouts alone if there is no network. It waits until the network is loaded, but no longer than `limits`
    /// last.
    #[must_use]
    pub fn likely_owners(&self, game: &Game, limits: &Budget) -> LikelyOwners {
        let by_playouts = self.owners_by_playouts(game, limits);
        match self.owners_by_network(game, limits) {
            Ok(by_network) => LikelyOwners {
                playouts: by_playouts.playouts,
                ..by_network
            },
            Err(_) => by_playouts,
        }
    }

    /// The same by the network alone: an evaluation for each color to move first and each of two symmetries.
    ///
    /// # Errors
    /// If there is no network.
    pub fn owners_by_network(
        &self,
        game: &Game,
        limits: &Budget,
    ) -> Result<LikelyOwners, NetworkError> {
        let network = self.network(limits)?;
        let mut buffers = EvaluationBuffers::default();
        let mut scores = Vec::new();
        let halves = PerColor::from_fn(|first| {
            let mut ownership = Ownership::default();
            for evaluation in evaluations(&network, game, first, &mut buffers) {
                ownership.add_evaluation(game.board().size(), first, &evaluation.ownership);
                scores.push(score_evaluation(&evaluation, first));
            }
            ownership
        });
        Ok(LikelyOwners {
            playouts: None,
            network: Some(halves),
            scores,
        })
    }

    /// The same by playouts alone: fewer of them once the clock or the token of `limits` stops them.
    #[must_use]
    pub fn owners_by_playouts(&self, game: &Game, limits: &Budget) -> LikelyOwners {
        let mut rng = Rng::new(self.params.search.seed, 0);
        let n_playouts = self.params.policy.scoring_playouts.div_ceil(2);
        // Half of the playouts begin with either player, so that neither side gains by having the move.
        // A ko ban ends with the next pass.
        let mut board = game.board().clone();
        board.forget_history();
        board.set_ko(None);
        let halves =
            PerColor::from_fn(|color| mcts::ownership(&board, color, n_playouts, &mut rng, limits));
        LikelyOwners {
            playouts: Some(halves),
            network: None,
            scores: Vec::new(),
        }
    }
}

/// A network's evaluations of a position with a color to move. Its input has none of the moves that led there, so that
/// the passes at the end of a game, a ko ban and the side to move change nothing.
fn evaluations(
    network: &Intuition,
    game: &Game,
    to_move: Color,
    buffers: &mut EvaluationBuffers,
) -> Vec<Evaluation> {
    let start = Start {
        n_handicap: game.n_handicap(),
        to_move: Some(to_move),
        ..Start::from_board(game.board())
    };
    let Ok(game) = Game::from_start(start, rules_with_prisoners(game)) else {
        return Vec::new();
    };
    let history = History::of_game(&game);
    let position = NetworkPosition::of_game(&game, &history, to_move);
    let symmetries = Symmetry::all().take(N_SYMMETRIES);
    let evaluations =
        symmetries.map(|symmetry| network.ask(&position, symmetry, 0.0, true, buffers));
    evaluations.collect()
}

/// The rules of a game, with a komi that holds its prisoners where they count.
fn rules_with_prisoners(game: &Game) -> Rules {
    let prisoners = |color| i32::try_from(game.board().n_prisoners(color)).unwrap_or(0);
    let for_white = match game.rules().scoring {
        Scoring::Area => 0,
        Scoring::Territory => prisoners(Color::Black) - prisoners(Color::White),
    };
    let half_points = game.rules().komi.half_points() + 2 * for_white;
    Rules {
        komi: Komi::from_half_points(half_points),
        ..*game.rules()
    }
}

/// An evaluation of the side to move about the result, for Black.
fn score_evaluation(evaluation: &Evaluation, to_move: Color) -> ScoreEvaluation {
    let wins = f64::from(evaluation.win) + f64::from(evaluation.no_result) / 2.0;
    ScoreEvaluation {
        first: to_move,
        lead: f64::from(evaluation.lead) * f64::from(to_move.sign()),
        black_wins: match to_move {
            Color::Black => wins,
            Color::White => 1.0 - wins,
        },
        spread: f64::from(evaluation.score_stdev),
    }
}
