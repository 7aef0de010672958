//! A position for which the checker needs a move, as a board.

use crate::board::{Board, Color, Point};
use crate::proofcheck::writing::Asked;

/// A point as a place of the checker.
pub(super) fn place(point: Point) -> (usize, usize) {
    (point.x().into(), point.y().into())
}

/// The point of a place; `None` if it lies on no board.
pub(super) fn point((column, row): (usize, usize)) -> Option<Point> {
    Some(Point::new(column.try_into().ok()?, row.try_into().ok()?))
}

/// A position of a claim about the whole of a board, from which size and rules are taken. `defender` owns the blocks in
/// question, `prover` makes the claim. `None` if there is no such position.
pub(super) fn board_of(
    start: &Board,
    asked: &Asked,
    defender: Color,
    prover: Color,
) -> Option<Board> {
    let stones = |places: &[(usize, usize)], color| -> Vec<(Color, Point)> {
        let points = places.iter().filter_map(|&place| point(place));
        points.map(|point| (color, point)).collect()
    };
    let attackers = stones(&asked.attackers, defender.opponent());
    let all = attackers
        .into_iter()
        .chain(stones(&asked.defenders, defender));
    with_ban(start, all.collect(), asked.ban.and_then(point), prover)
}

/// The board with some stones on which a ko forbids `prover` to play on a point: the capture that began the ko is
/// played.
fn with_ban(
    start: &Board,
    mut stones: Vec<(Color, Point)>,
    banned: Option<Point>,
    prover: Color,
) -> Option<Board> {
    let refuter = prover.opponent();
    let of = |stones: &[(Color, Point)]| {
        let board = Board::with_stones(start.size(), stones.iter().copied()).ok()?;
        Some(board.with_suicide(start.allows_suicide()))
    };
    let board = of(&stones)?;
    let Some(banned) = banned else {
        return Some(board);
    };
    let took = banned.neighbors().into_iter().find(|&near| {
        let block = board.block_at(near);
        block.is_some_and(|block| {
            block.color() == refuter && block.n_stones() == 1 && block.atari() == Some(banned)
        })
    })?;
    stones.retain(|&(_, stone)| stone != took);
    stones.push((prover, banned));
    let mut board = of(&stones)?;
    board.play(refuter, took).ok()?;
    Some(board)
}
