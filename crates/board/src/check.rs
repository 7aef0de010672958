//! A slow recount of a position from its stones. The incremental board must agree with it.

use std::collections::{BTreeMap, BTreeSet};

use super::Board;
use crate::{Color, Point, PointSet, zobrist};

/// A block found by flood fill.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SlowBlock {
    color: Color,
    stones: BTreeSet<Point>,
    liberties: BTreeSet<Point>,
}

/// The blocks by their first stone, found by flood fill from the stones alone.
fn recount(board: &Board) -> BTreeMap<Point, SlowBlock> {
    let mut blocks = BTreeMap::new();
    let mut seen = PointSet::EMPTY;
    for head in board.size().points() {
        let Some(color) = board.color(head) else {
            continue;
        };
        if !seen.insert(head) {
            continue;
        }
        let mut block = SlowBlock {
            color,
            stones: BTreeSet::new(),
            liberties: BTreeSet::new(),
        };
        let mut open = vec![head];
        while let Some(stone) = open.pop() {
            block.stones.insert(stone);
            for neighbor in stone
                .neighbors()
                .into_iter()
                .filter(|&point| board.size().contains(point))
            {
                match board.color(neighbor) {
                    None => {
                        block.liberties.insert(neighbor);
                    }
                    Some(other) if other == color && seen.insert(neighbor) => open.push(neighbor),
                    Some(_) => {}
                }
            }
        }
        blocks.insert(head, block);
    }
    blocks
}

/// Compares blocks, stones, liberties, hash, empty points and ko ban of a board with a recount. Costs as much as some
/// thousand plays.
///
/// # Errors
/// A sentence that names the first difference.
fn check(board: &Board) -> Result<(), String> {
    let slow = recount(board);
    let mut ids = BTreeSet::new();
    for (&head, expected) in &slow {
        let id = board.block_id(head);
        let block = board.block(id);
        let found = SlowBlock {
            color: block.color(),
            stones: board.stones(head).collect(),
            liberties: block.liberties().iter().collect(),
        };
        if found != *expected {
            return Err(format!("block on {head}: {found:?}, recount {expected:?}"));
        }
        let counts = (
            usize::from(block.n_stones()),
            usize::from(block.n_liberties()),
        );
        if counts != (expected.stones.len(), expected.liberties.len())
            || expected.liberties.is_empty()
        {
            return Err(format!(
                "block on {head}: counts {counts:?}, recount {expected:?}"
            ));
        }
        if !expected.stones.contains(&block.head()) {
            return Err(format!(
                "block on {head}: its head {} is elsewhere",
                block.head()
            ));
        }
        if expected
            .stones
            .iter()
            .any(|&stone| board.block_id(stone) != id)
            || !ids.insert(id)
        {
            return Err(format!("block on {head}: id {id:?} is shared or missing"));
        }
    }
    check_points(board)?;
    check_ko(board)
}

fn check_points(board: &Board) -> Result<(), String> {
    let hash = board
        .size()
        .points()
        .filter_map(|point| board.color(point).map(|color| zobrist::stone(color, point)))
        .fold(0, |hash, key| hash ^ key);
    if hash != board.hash() {
        return Err(format!("hash {:x}, recount {hash:x}", board.hash()));
    }
    let listed: BTreeSet<Point> = board.empty_points().iter().copied().collect();
    let empty: BTreeSet<Point> = board
        .size()
        .points()
        .filter(|&point| board.is_empty(point))
        .collect();
    if listed != empty || board.empty_points().len() != empty.len() {
        return Err(format!("empty points {listed:?}, recount {empty:?}"));
    }
    let slots = board.empty_points().iter().enumerate();
    match slots
        .into_iter()
        .find(|&(slot, &point)| usize::from(board.empty_slot[point.index()]) != slot)
    {
        Some((slot, point)) => Err(format!("empty point {point} does not know its slot {slot}")),
        None => Ok(()),
    }
}

fn check_ko(board: &Board) -> Result<(), String> {
    match board.ko() {
        Some((color, point)) if !board.is_empty(point) => {
            Err(format!("{color} is banned from {point}, a stone"))
        }
        _ => Ok(()),
    }
}

/// Panics with the difference if the board is inconsistent.
///
/// # Panics
/// If [`check`] finds anything.
pub(super) fn assert_consistent(board: &Board) {
    if let Err(difference) = check(board) {
        panic!("{difference}\n{board}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use tedomari_base::Rng;

    /// Everything that undo must restore, the order of the empty points included.
    fn snapshot(board: &Board) -> (Board, Vec<Point>) {
        (board.clone(), board.empty_points().to_vec())
    }

    /// A random game with passes, checked after each play and again after each undo.
    fn check_random_game(
        width: u8,
        height: u8,
        n_plays: usize,
        allows_suicide: bool,
        rng: &mut Rng,
    ) {
        let size = Size::new(width, height).unwrap();
        let mut board = Board::new(size).with_suicide(allows_suicide);
        let points: Vec<Point> = size.points().collect();
        let mut before = Vec::new();
        for _ in 0..n_plays {
            let color = Color::BOTH[rng.index(2)];
            let point = points[rng.index(points.len())];
            let saved = snapshot(&board);
            let is_pass = rng.below(50) == 0;
            if is_pass {
                board.pass();
            } else if board.play(color, point).is_err() {
                assert_eq!(snapshot(&board), saved);
                continue;
            }
            before.push(saved);
            assert_consistent(&board);
            // Take back some plays now and then, so that the journal has many depths.
            while rng.below(3) == 0 && board.undo() {
                assert_eq!(Some(snapshot(&board)), before.pop());
                assert_consistent(&board);
            }
        }
        while board.undo() {
            assert_eq!(Some(snapshot(&board)), before.pop());
            assert_consistent(&board);
        }
        assert!(before.is_empty());
    }

    #[test]
    fn random_games_agree_with_the_recount_and_undo_restores_everything() {
        let mut rng = Rng::new(2, 0);
        for side in 2..=25 {
            let n_plays = if side < 10 { 600 } else { 1200 };
            check_random_game(side, side, n_plays, side % 2 == 0, &mut rng);
        }
        for (width, height) in [(1, 1), (1, 7), (9, 1), (2, 25), (25, 3), (13, 5)] {
            for allows_suicide in [false, true] {
                check_random_game(width, height, 600, allows_suicide, &mut rng);
            }
        }
    }

    #[test]
    fn plays_without_journal_give_the_same_position() {
        let mut rng = Rng::new(3, 0);
        for side in [3, 9, 19] {
            let size = Size::square(side);
            let points: Vec<Point> = size.points().collect();
            let (mut logged, mut unlogged) = (Board::new(size), Board::new(size));
            for n in 0..1000 {
                let color = Color::BOTH[n % 2];
                let point = points[rng.index(points.len())];
                if logged.is_legal(color, point) {
                    let played = logged.play(color, point).unwrap();
                    assert_eq!(unlogged.play_unlogged(color, point), played);
                    assert_eq!(snapshot(&unlogged), snapshot(&logged));
                    assert_consistent(&unlogged);
                }
            }
        }
    }
}
