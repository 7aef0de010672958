//! Positions of our own with which the precisions of a network are set and compared.

use super::inputs::InputBuilder;
use super::network_position::{History, NetworkPosition};
use super::symmetry::Symmetry;
use crate::base::Rng;
use crate::board::{Board, Color, Game, Move, Point, Rules, Size};
use crate::network::NetworkInput;

/// Sides of the boards.
const SIDES: [u8; 5] = [9, 13, 19, 9, 19];

/// Rules of the games, one after the other.
const RULES: [&str; 4] = ["chinese", "japanese", "tromp_taylor", "aga"];

/// Positions for a network of usual size: half are evaluated to set the scales, the others to compare precisions.
const MOST_POSITIONS: usize = 40;
/// Positions for the largest networks: each side of a board twice.
const LEAST_POSITIONS: usize = 2 * SIDES.len();
/// Parameters of all evaluations together, if there are not fewer positions than that: a second's work or so.
const PARAMETERS: usize = 80_000_000;

/// How many positions are asked of a network with so many parameters.
#[must_use]
pub fn n_positions(n_parameters: usize) -> usize {
    let halves = PARAMETERS / n_parameters.max(1) / 2;
    (2 * halves).clamp(LEAST_POSITIONS, MOST_POSITIONS)
}

/// Questions about `n` positions of random games, from the opening to the endgame: the same on every machine. Some
/// milliseconds.
#[must_use]
pub fn questions(n: usize, areas_allow_suicide: bool) -> Vec<NetworkInput> {
    questions_of_sides(n, &SIDES, areas_allow_suicide)
}

/// Every second question to set the scales of integers, and the others to compare precisions: both from the opening to
/// the endgame.
#[must_use]
pub fn halves(questions: Vec<NetworkInput>) -> (Vec<NetworkInput>, Vec<NetworkInput>) {
    let numbered = questions.into_iter().enumerate();
    let (even, odd): (Vec<_>, Vec<_>) = numbered.partition(|(n, _)| n % 2 == 0);
    let bare = |half: Vec<(usize, NetworkInput)>| half.into_iter().map(|(_, each)| each).collect();
    (bare(even), bare(odd))
}

/// Questions about 40 positions, all on square boards of one side.
///
/// # Panics
/// If the side is not one of a board.
#[must_use]
pub fn questions_on(side: u8, areas_allow_suicide: bool) -> Vec<NetworkInput> {
    questions_of_sides(MOST_POSITIONS, &[side], areas_allow_suicide)
}

/// Questions about square boards with these sides, one after the other.
fn questions_of_sides(
    n_positions: usize,
    sides: &[u8],
    areas_allow_suicide: bool,
) -> Vec<NetworkInput> {
    let mut rng = Rng::new(0x0CA1, 0);
    let mut builder = InputBuilder::new();
    let mut ask = |n: usize| {
        let size = Size::square(sides[n % sides.len()]);
        let rules = Rules::named(RULES[n % RULES.len()]).unwrap_or_default();
        // Up to two thirds of the board are filled.
        let n_moves = size.n_points() * (1 + n) * 2 / (3 * n_positions);
        let game = random_game(&mut rng, size, rules, n_moves);
        let history = History::of_game(&game);
        let position = NetworkPosition::of_game(&game, &history, game.to_move());
        builder.question(&position, Symmetry::IDENTITY, areas_allow_suicide)
    };
    (0..n_positions).map(&mut ask).collect()
}

/// A random game on a square board, half filled: its number `n` is the same game each time.
///
/// # Panics
/// If the side is not one of a board.
#[must_use]
pub fn middle_game(n: usize, side: u8) -> Game {
    let size = Size::square(side);
    let mut rng = Rng::new(0x0CA2, n);
    random_game(&mut rng, size, Rules::default(), size.n_points() / 3)
}

/// A game in which players capture and save what is in atari, play near the last move, and fill no eye.
fn random_game(rng: &mut Rng, size: Size, rules: Rules, n_moves: usize) -> Game {
    let mut game = Game::new(size, rules);
    for _ in 0..n_moves {
        let color = game.to_move();
        let mv = Move::from(random_play(rng, &game, color));
        // A move that superko forbids is left out.
        if game.play(color, mv).is_err() && game.play(color, Move::Pass).is_err() {
            break;
        }
    }
    game
}

/// The best of a few random legal plays; none if only eyes are left.
fn random_play(rng: &mut Rng, game: &Game, color: Color) -> Option<Point> {
    /// Plays to choose from.
    const N_TRIES: usize = 12;
    let board = game.board();
    let empty = board.empty_points();
    let last = game.last_move().and_then(|(_, mv)| mv.point());
    let mut best: Option<(i32, Point)> = None;
    for _ in 0..N_TRIES.min(empty.len()) {
        let point = empty[rng.index(empty.len())];
        if board.is_legal(color, point) && !is_eye(board, color, point) {
            let value = merit(board, color, point, last);
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, point));
            }
        }
    }
    best.map(|(_, point)| point)
}

/// How likely a play looks: it takes or saves blocks in atari, is near the last move, and not on the edge.
fn merit(board: &Board, color: Color, point: Point, last: Option<Point>) -> i32 {
    let near = |other: Point| {
        let distance = point.x().abs_diff(other.x()) + point.y().abs_diff(other.y());
        8 - i32::from(distance.min(8))
    };
    let in_atari = point
        .neighbors()
        .into_iter()
        .filter_map(|p| board.block_at(p));
    let in_atari = in_atari.filter(|block| block.n_liberties() == 1);
    let urgent: i32 = in_atari
        .map(|block| if block.color() == color { 6 } else { 10 })
        .sum();
    urgent + last.map_or(0, near) + 2 * i32::from(board.size().line(point).min(4))
}

/// Whether stones of `color` and the edge are all around a point.
fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let mut neighbors = point.neighbors().into_iter();
    neighbors.all(|near| !board.is_empty(near) && board.color(near) != Some(color.opponent()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_different_and_the_same_each_time() {
        let found = questions(40, false);
        assert_eq!(found, questions(40, false));
        for (n, question) in found.iter().enumerate() {
            assert!(!found[..n].contains(question), "{n}");
        }
        let n_stones = |question: &NetworkInput| {
            let points = question
                .points
                .chunks(super::super::inputs::N_POINT_FEATURES);
            points.filter(|point| point[1] + point[2] > 0.5).count()
        };
        let fullest = found
            .iter()
            .map(|q| 100 * n_stones(q) / (q.width * q.height))
            .max();
        assert!(fullest > Some(40), "{fullest:?}");
    }

    #[test]
    fn larger_networks_are_asked_less() {
        assert_eq!(n_positions(0), 40);
        assert_eq!(n_positions(1_000_000), 40);
        assert_eq!(n_positions(5_000_000), 16);
        assert_eq!(n_positions(100_000_000), 10);
        let (for_scales, for_comparison) = halves(questions(n_positions(100_000_000), false));
        assert_eq!((for_scales.len(), for_comparison.len()), (5, 5));
    }
}
