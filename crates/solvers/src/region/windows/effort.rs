//! How many nodes a question about a window may take.

use super::window::Placed;
use crate::board::Board;

/// The least number of nodes a question with which windows are chosen, and the factor between two of them.
const LEAST: u64 = 300;
const STEP: u64 = 4;

/// How many times the usual nodes a question about a roomy window may take.
const ROOMY: u64 = 16;

/// Most empty points of a window that gets more nodes on a small board. What has more stays open with these too.
const FEW_EMPTY: u32 = 20;
/// Points of a board on which no window gets more nodes.
const LARGE_BOARD: u64 = 361;
/// The same of a board on which they get most.
const SMALL_BOARD: u64 = 81;

/// The nodes that questions about windows may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    nodes: u64,
    /// How many times as many a window with few empty points may take.
    times_few: u64,
}

impl Effort {
    /// The efforts with which windows are chosen one after the other, up to `nodes` nodes for a question: first all
    /// questions get more nodes, then those with few empty points, if the board is small. With more nodes the choice
    /// takes another way, which may lead to less. Those of a small number are those of a larger one, too, so that more
    /// nodes never show less.
    pub(super) fn all(board: &Board, nodes: u64) -> Vec<Self> {
        let all_nodes = std::iter::successors(Some(LEAST), |nodes| nodes.checked_mul(STEP));
        let larger = all_nodes.skip(1).take_while(|&more| more <= nodes);
        let usual = std::iter::once(nodes.min(LEAST)).chain(larger);
        let mut efforts: Vec<Self> = usual
            .map(|nodes| Self {
                nodes,
                times_few: 1,
            })
            .collect();
        if let Some(&last) = efforts.last() {
            let times = std::iter::successors(Some(STEP), |times| times.checked_mul(STEP));
            let times = times.take_while(|&times| times <= small_board_factor(board));
            efforts.extend(times.map(|times_few| Self { times_few, ..last }));
        }
        efforts
    }

    /// The nodes that a question about a window may take: more if it is closed and the opponent holds half of it at
    /// most, since such a region is often territory that a little search shows to live.
    pub(super) fn for_window(self, placed: &Placed) -> u64 {
        let n_others = placed.start.other.count_ones() as usize;
        let is_roomy = placed.window.open() == 0 && 2 * n_others <= placed.points.len();
        let times_roomy = if is_roomy { ROOMY } else { 1 };
        let n_empty = placed.window.empty(placed.start).count_ones();
        let times_few = if n_empty <= FEW_EMPTY {
            self.times_few
        } else {
            1
        };
        self.nodes
            .saturating_mul(times_roomy)
            .saturating_mul(times_few)
    }
}

/// The nodes of all questions about the windows of a board, if they are `nodes` on a large one.
#[must_use]
pub fn nodes_on_board(board: &Board, nodes: u64) -> u64 {
    nodes.saturating_mul(small_board_factor(board))
}

/// How many times the usual nodes the windows of a board with few empty points may take: 16 times on 9x9, four times on
/// 13x13, once on 19x19. It is the square of how many times as many points a large board has, in whole numbers: a small
/// board has fewer windows, and each of them is a larger part of it.
fn small_board_factor(board: &Board) -> u64 {
    let n_points = board.size().n_points() as u64;
    let times = LARGE_BOARD / n_points.max(SMALL_BOARD);
    (times * times).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, PointSet, Size};

    #[test]
    fn windows_with_few_empty_points_get_more_on_small_boards() {
        let nodes = |size: Size, n_points: usize| {
            let board = Board::new(size);
            let points: PointSet = size.points().take(n_points).collect();
            let placed = Placed::new(&board, Color::Black, &points, |_| None).unwrap();
            let efforts = Effort::all(&board, 5_000).into_iter();
            efforts
                .map(|effort| effort.for_window(&placed))
                .collect::<Vec<_>>()
        };
        let large = [300, 1_200, 4_800];
        assert_eq!(nodes(Size::square(19), 20), large);
        assert_eq!(nodes(Size::square(13), 20), [300, 1_200, 4_800, 19_200]);
        let small = [300, 1_200, 4_800, 19_200, 76_800];
        assert_eq!(nodes(Size::square(9), 20), small);
        assert_eq!(nodes(Size::square(5), 20), small);
        assert_eq!(nodes(Size::square(9), 21)[2..], [4_800; 3]);
    }
}
