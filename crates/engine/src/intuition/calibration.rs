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

/// Number of positions: half are evaluated to set the scales of integers, the others to compare precisions.
const N_POSITIONS: usize = 40;

/// The fewest positions to compare precisions with, however large the network is: each side of a board once.
const LEAST_COMPARED: usize = SIDES.len();

/// Parameters of the evaluations of one comparison together, if it is not that of the fewest positions: some tenths of
/// a second.
const COMPARED_PARAMETERS: usize = 40_000_000;

/// The questions about positions of random games, from the opening to the endgame: the same on every machine. Some
/// milliseconds.
#[must_use]
pub fn questions(areas_allow_suicide: bool) -> Vec<NetworkInput> {
    questions_of_sides(&SIDES, areas_allow_suicide)
}

/// Every second question to set the scales of integers with, and some of the others to compare precisions with, fewer
/// for a larger network: both from the opening to the endgame.
#[must_use]
pub fn parted(
    questions: Vec<NetworkInput>,
    n_parameters: usize,
) -> (Vec<NetworkInput>, Vec<NetworkInput>) {
    let numbered = questions.into_iter().enumerate();
    let (even, odd): (Vec<_>, Vec<_>) = numbered.partition(|(n, _)| n % 2 == 0);
    let n_compared = n_compared(n_parameters);
    let step = (odd.len() / n_compared).max(1);
    let bare = |(_, question)| question;
    (
        even.into_iter().map(bare).collect(),
        odd.into_iter()
            .step_by(step)
            .take(n_compared)
            .map(bare)
            .collect(),
    )
}

/// With how many positions precisions are compared for a network with so many parameters.
fn n_compared(n_parameters: usize) -> usize {
    let fits = COMPARED_PARAMETERS / n_parameters.max(1);
    fits.clamp(LEAST_COMPARED, N_POSITIONS / 2)
}

/// Questions about 40 positions, all on square boards of one side.
///
/// # Panics
/// If the side is not one of a board.
#[must_use]
pub fn questions_on(side: u8, areas_allow_suicide: bool) -> Vec<NetworkInput> {
    questions_of_sides(&[side], areas_allow_suicide)
}

/// Questions about square boards with these sides, one after the other.
fn questions_of_sides(sides: &[u8], areas_allow_suicide: bool) -> Vec<NetworkInput> {
    let mut rng = Rng::new(0x0CA1, 0);
    let mut builder = InputBuilder::new();
    let mut ask = |n: usize| {
        let size = Size::square(sides[n % sides.len()]);
        let rules = Rules::named(RULES[n % RULES.len()]).unwrap_or_default();
        // Up to two thirds of the board are filled.
        let n_moves = size.n_points() * (1 + n) * 2 / (3 * N_POSITIONS);
        let game = random_game(&mut rng, size, rules, n_moves);
        let history = History::of_game(&game);
        let position = NetworkPosition::of_game(&game, &history, game.to_move());
        builder.question(&position, Symmetry::IDENTITY, areas_allow_suicide)
    };
    (0..N_POSITIONS).map(&mut ask).collect()
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
        let found = questions(false);
        assert_eq!(found, questions(false));
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
    fn larger_networks_are_compared_on_fewer_positions() {
        assert_eq!(
            [0, 1_000_000, 4_000_000, 100_000_000].map(n_compared),
            [20, 20, 10, 5]
        );
        let (for_scales, for_comparison) = parted(questions(false), 100_000_000);
        assert_eq!((for_scales.len(), for_comparison.len()), (20, 5));
        assert!(
            for_comparison
                .iter()
                .all(|question| !for_scales.contains(question))
        );
        let mut sides: Vec<usize> = for_comparison
            .iter()
            .map(|question| question.width)
            .collect();
        sides.sort_unstable();
        assert_eq!(sides, [9, 9, 13, 19, 19]);
    }
}
