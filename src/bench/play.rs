//! Rules, playouts and whole-board search.

use super::tally::Tally;
use crate::base::{Budget, Rng};
use crate::board::perft::{PerftOptions, perft};
use crate::board::{Board, Color, Game, Rules, Size};
use crate::mcts::playout::{PlayoutTurn, Policy, play_out};
use crate::mcts::{self, Filter, Searcher};

/// Counts legal lines of play.
pub(super) fn perft_lines(tally: &mut Tally) {
    let options = PerftOptions {
        counts_passes: true,
    };
    let list = [
        (Size::square(4), 5),
        (Size::square(9), 3),
        (Size::square(19), 2),
    ];
    for (size, depth) in list {
        let n_lines = perft(&mut Board::new(size), Color::Black, depth, options);
        tally.add(n_lines);
        tally.note(n_lines);
    }
}

/// Plays random moves and takes them back. Counts plays.
pub(super) fn random_plays(tally: &mut Tally) {
    let mut rng = Rng::new(1, 0);
    for side in [9, 13, 19] {
        let mut board = Board::new(Size::square(side));
        for n in 0..50_000 {
            let color = Color::BOTH[n % 2];
            let points = board.empty_points();
            let point = points[rng.index(points.len())];
            tally.add(u64::from(board.play(color, point).is_ok()));
            if rng.below(4) == 0 {
                board.undo();
            }
        }
        tally.note(board.hash());
    }
}

/// Uniformly random playouts from the empty board. Counts playouts.
pub(super) fn light_playouts(tally: &mut Tally) {
    let mut rng = Rng::new(2, 0);
    for (side, n_playouts) in [(9, 4000), (13, 2000), (19, 1000)] {
        let empty = Board::new(Size::square(side));
        let mut board = empty.clone();
        for _ in 0..n_playouts {
            board.copy_position(&empty);
            play_out(
                &mut board,
                PlayoutTurn::first(Color::Black),
                Policy::Uniform,
                &mut rng,
                |_, _, _, _| (),
            );
            tally.note(board.hash());
            tally.add(1);
        }
    }
}

/// Searches from the first moves of a game. Counts playouts.
pub(super) fn searches(tally: &mut Tally) {
    for side in [9, 13, 19] {
        let mut searcher = Searcher::new(mcts::Params::default());
        let mut game = Game::new(Size::square(side), Rules::default());
        for _ in 0..4 {
            let color = game.to_move();
            let report = searcher.search(&game, color, &Filter::NONE, &mut Budget::nodes(400));
            tally.add(report.n_playouts);
            for entry in &report.moves {
                tally.note(u64::from(entry.visits));
            }
            if game.play(color, report.best()).is_err() {
                break;
            }
        }
        tally.note(game.board().hash());
    }
}
