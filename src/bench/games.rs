//! Combinatorial games, and the logic of games.

use super::tally::Tally;
use crate::base::{Budget, Rng};
use crate::board::{Board, Color, Size};
use crate::cgt::sum::SumSolver;
use crate::cgt::{Dyadic, GameError, GameId, Games, KoGraph, KoMaster, Player};
use crate::engine::go_model::{GoModel, Memory, ModelLimits};
use crate::engine::go_question::go_theory;
use crate::logic::check::check_all;

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// The kinds of leaves of a random game.
#[derive(Clone, Copy)]
enum Leaves {
    /// Numbers from -8 to 8 in steps of 1/4: hot games.
    Numbers,
    /// Zero, stars, up and down.
    Infinitesimals,
}

/// A random game of at most two options on each side.
fn random_game(
    games: &mut Games,
    rng: &mut Rng,
    leaves: Leaves,
    depth: u32,
) -> Result<GameId, GameError> {
    if depth == 0 || depth < 3 && rng.below(4) == 0 {
        return match (leaves, rng.below(6)) {
            (Leaves::Numbers, _) => {
                let quarters = Dyadic::new(i128::from(rng.below(65)) - 32, 2)?;
                Ok(GameId::from_number(quarters))
            }
            (Leaves::Infinitesimals, 0 | 1) => Ok(GameId::ZERO),
            (Leaves::Infinitesimals, 2) => games.ups(1, 0),
            (Leaves::Infinitesimals, 3) => games.ups(-1, 0),
            (Leaves::Infinitesimals, n) => games.nimber(u64::from(n) - 3),
        };
    }
    let mut options = |rng: &mut Rng| -> Result<Vec<GameId>, GameError> {
        let n_options = 1 + rng.below(2);
        (0..n_options)
            .map(|_| random_game(games, rng, leaves, depth - 1))
            .collect()
    };
    let (left, right) = (options(rng)?, options(rng)?);
    games.game(&left, &right)
}

/// Random games, of both kinds in turn.
fn random_games(games: &mut Games, seed: u64, n_games: usize) -> Vec<GameId> {
    let mut rng = Rng::new(seed, 0);
    (0..n_games)
        .map(|n| {
            let leaves = [Leaves::Numbers, Leaves::Infinitesimals][n % 2];
            random_game(games, &mut rng, leaves, 4).expect("small games stay below every limit")
        })
        .collect()
}

/// Canonical forms of random games and of sums of two. Counts stored forms.
pub(super) fn canonical_forms(tally: &mut Tally) {
    let mut games = Games::default();
    let list = random_games(&mut games, 3, 6000);
    for pair in list.chunks_exact(2) {
        let sum = games.sum(pair[0], pair[1]);
        let sum = sum.expect("small games stay below every limit");
        for player in PLAYERS {
            let options = games.options(sum, player);
            tally.note(options.expect("the form is stored").len());
        }
        let stops = games.stops(sum).expect("the form is stored");
        tally.note(stops.left);
        tally.note(stops.right);
    }
    tally.add(games.n_forms() as u64);
}

/// Thermographs of random games, and of kos between two of them. Counts segments.
pub(super) fn thermographs(tally: &mut Tally) {
    let mut games = Games::default();
    let list = random_games(&mut games, 4, 2000);
    for &game in &list {
        let graph = games.thermograph(game).expect("the game is small");
        for player in PLAYERS {
            tally.add(graph.wall(player).len() as u64);
            tally.note(graph.stop(player, Dyadic::ZERO).ok());
            tally.note(graph.stop(player, Dyadic::ONE).ok());
        }
    }
    for pair in list.chunks_exact(2) {
        let Ok(ko) = KoGraph::simple(pair[0], pair[1]) else {
            continue;
        };
        for master in [KoMaster::Left, KoMaster::Right] {
            let graph = ko.thermograph(&mut games, 0, master);
            tally.note(graph.is_ok());
            let Ok(graph) = graph else {
                continue;
            };
            for player in PLAYERS {
                tally.add(graph.wall(player).len() as u64);
            }
        }
    }
}

/// Stops and winners of sums of six games. Counts searched positions.
pub(super) fn sums(tally: &mut Tally) {
    let mut games = Games::default();
    let list = random_games(&mut games, 5, 1200);
    for components in list.chunks_exact(6) {
        for player in PLAYERS {
            let mut solver = SumSolver::new(&mut games, 100_000);
            let score = solver
                .score(components, player)
                .expect("the games are small");
            tally.add(score.nodes);
            tally.note(score.stop.value());
            let win = solver
                .winner(components, player)
                .expect("the games are small");
            tally.add(win.nodes);
            tally.note(win.winner == Some(Player::Left));
        }
    }
}

/// The rules of Go as formulas, on two boards. Counts labeled states.
pub(super) fn logic(tally: &mut Tally) {
    let theory = go_theory().expect("the rules are formulas");
    for (width, height, most_states) in [(2, 2, usize::MAX), (3, 2, 2000)] {
        let size = Size::new(width, height).expect("the board is small");
        let board = Board::new(size);
        let model = GoModel::explore(
            &board,
            Color::Black,
            0,
            Memory::Moves,
            ModelLimits::of_states(most_states),
            &mut Budget::unlimited(),
        );
        let model = model.expect("the board is small");
        let formulas = theory.rules.iter().map(|rule| rule.meant());
        let mut budget = Budget::nodes(50_000_000);
        let labels = check_all(&model, theory, formulas, &mut budget);
        for label in labels.expect("the budget is enough").concat() {
            tally.note(label as u64);
        }
        tally.add(budget.spent());
    }
}
