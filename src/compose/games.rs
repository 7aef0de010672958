//! Games that the program plays against itself, one for each number, for the shapes that arise in them.

use std::str::FromStr;
use std::sync::Arc;

use crate::base::Rng;
use crate::board::{Board, Color, Game, Move, Rules, Size};
use crate::intuition::{EvaluationBuffers, History, Intuition, NetworkPosition, Symmetry};
use crate::mcts::playout::{PlayoutTurn, Policy, play_out};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSource {
    /// Each move is drawn from the policy of the network.
    Policy,
    /// Each game is a playout.
    Playouts,
}

impl GameSource {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Playouts => "playouts",
        }
    }
}

impl FromStr for GameSource {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "policy" => Ok(Self::Policy),
            "playouts" => Ok(Self::Playouts),
            _ => Err("neither `policy` nor `playouts`"),
        }
    }
}

/// An odd number whose multiples spread over all 64-bit numbers (2 to the power 64 divided by the golden ratio).
const SPREADING: u64 = 0x9e37_79b9_7f4a_7c15;

/// Games by number.
#[derive(Debug)]
pub struct Games {
    size: Size,
    seed: u64,
    /// The network whose policy plays; `None` for playouts.
    network: Option<Arc<Intuition>>,
    buffers: EvaluationBuffers,
}

impl Games {
    /// Games on boards of a size. Without a network they are playouts.
    #[must_use]
    pub fn new(size: Size, seed: u64, network: Option<Arc<Intuition>>) -> Self {
        Self {
            size,
            seed,
            network,
            buffers: EvaluationBuffers::default(),
        }
    }

    /// The positions of a game before each of its moves, and at its end. The same number gives the same game.
    pub fn positions(&mut self, number: u64) -> Vec<Board> {
        let seed = self.seed ^ number.wrapping_add(1).wrapping_mul(SPREADING);
        let mut rng = Rng::new(seed, 0);
        match self.network.clone() {
            Some(network) => self.by_policy(&network, &mut rng),
            None => self.by_playout(&mut rng),
        }
    }

    fn by_playout(&self, rng: &mut Rng) -> Vec<Board> {
        let mut board = Board::new(self.size);
        let mut boards = Vec::new();
        let turn = PlayoutTurn::first(Color::Black);
        play_out(
            &mut board,
            turn,
            Policy::default(),
            rng,
            |board, _, _, _| {
                boards.push(board.clone());
            },
        );
        boards.push(board);
        boards
    }

    /// A game that ends where the policy likes a pass best, or after as many moves as the board has points.
    fn by_policy(&mut self, network: &Intuition, rng: &mut Rng) -> Vec<Board> {
        let mut game = Game::new(self.size, Rules::default());
        let mut boards = vec![game.board().clone()];
        for _ in 0..self.size.n_points() {
            let history = History::of_game(&game);
            let position = NetworkPosition::of_game(&game, &history, game.to_move());
            let evaluation =
                network.ask(&position, Symmetry::IDENTITY, 0.0, false, &mut self.buffers);
            let Some(mv) = drawn(&evaluation.policy, rng) else {
                break;
            };
            if game.play(game.to_move(), mv).is_err() {
                break;
            }
            boards.push(game.board().clone());
        }
        boards
    }
}

/// A play drawn with the probabilities of a policy; `None` if it likes a pass best, or no play.
fn drawn(policy: &[(Move, f32)], rng: &mut Rng) -> Option<Move> {
    let best = policy.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    if best.0 == Move::Pass {
        return None;
    }
    let plays = policy.iter().filter(|(mv, _)| *mv != Move::Pass);
    let total: f64 = plays.clone().map(|(_, chance)| f64::from(*chance)).sum();
    let mut at = rng.unit() * total;
    for &(mv, chance) in plays {
        at -= f64::from(chance);
        if at <= 0.0 {
            return Some(mv);
        }
    }
    Some(best.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_gives_the_same_game_again() {
        let last = |seed, number| {
            let mut games = Games::new(Size::square(7), seed, None);
            games.positions(number).last().map(Board::hash)
        };
        assert_eq!(last(1, 5), last(1, 5));
        assert_ne!(last(1, 5), last(1, 6));
        assert_ne!(last(1, 5), last(2, 5));
    }
}
