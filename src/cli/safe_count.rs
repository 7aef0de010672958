//! `tedomari safe --count`: how much of a position is proved to be safe, and of what kind the rest is.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use crate::base::Budget;
use crate::board::{Board, Color, PointSet};
use crate::region::{RegionSafety, add_windows, nodes_on_board};
use crate::safety::{SafetyMap, components};

/// Nodes of the search of regions.
const COUNT_NODES: u64 = 800_000;

/// Nodes for all questions about windows of a large board: so many, or so many for each node of a question if that is
/// more.
const WINDOW_NODES: u64 = 8_000_000;
const WINDOW_QUESTIONS: u64 = 1_600;

/// Most stones of the other color in a closed part that is called a territory.
const FEW_STONES: usize = 9;

/// What is proved of a position.
#[derive(Debug, Serialize)]
pub(super) struct SafeCount {
    /// Points of the board.
    n_points: usize,
    /// Points that are proved to be safe by pairs and the search of regions, and with windows.
    by_search: usize,
    proved: usize,
    blocks: usize,
    /// Blocks that are proved to live, or to stand in territory.
    proved_blocks: usize,
    rest: Rest,
    /// Nodes of all questions about windows.
    nodes: u64,
    /// Seconds for pairs and regions, and for windows.
    search_seconds: f64,
    window_seconds: f64,
}

/// The points that are not proved.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Rest {
    /// In parts that proved stones of one color alone surround, with few stones of the other color.
    territory: usize,
    /// In such parts with more stones of the other color.
    groups_inside: usize,
    /// Elsewhere: stones, and empty points.
    stones: usize,
    empty: usize,
}

impl SafeCount {
    /// Counts what is proved with so many nodes for a question about a window.
    pub(super) fn new(board: &Board, nodes: u64) -> Self {
        let start = Instant::now();
        let regions = RegionSafety::new(board, &mut Budget::nodes(COUNT_NODES));
        let by_search = n_points(&regions.map(board));
        let search_seconds = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let all = nodes.saturating_mul(WINDOW_QUESTIONS).max(WINDOW_NODES);
        let mut budget = Budget::nodes(nodes_on_board(board, all));
        let map = add_windows(board, &regions, nodes, &mut budget);
        let heads = Color::BOTH.map(|color| board.first_stones(color));
        let is_proved =
            |map: &SafetyMap, head| Color::BOTH.iter().any(|&c| map.safe(c).contains(head));
        let heads = heads.iter().flatten();
        Self {
            n_points: board.size().points().count(),
            by_search,
            proved: n_points(&map),
            blocks: heads.clone().count(),
            proved_blocks: heads.filter(|head| is_proved(&map, **head)).count(),
            rest: Rest::of(board, &map),
            nodes: budget.spent(),
            search_seconds,
            window_seconds: start.elapsed().as_secs_f64(),
        }
    }

    /// Writes the counts as a sentence.
    pub(super) fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let milliseconds = |seconds: f64| (seconds * 1_000.0).floor();
        writeln!(
            out,
            "{} points by search in {} ms, {} by windows in {} ms",
            self.by_search,
            milliseconds(self.search_seconds),
            self.proved,
            milliseconds(self.window_seconds)
        )
    }
}

impl Rest {
    fn of(board: &Board, map: &SafetyMap) -> Self {
        let proved = map.safe(Color::Black) | map.safe(Color::White);
        let mut rest = Self::default();
        for part in components(PointSet::board(board.size()) - proved) {
            let border = part.spread();
            let around = Color::BOTH.map(|color| map.stones[color].intersects(&border));
            let n_of = |color: Color| {
                let stones = part.iter();
                stones
                    .filter(|&point| board.color(point) == Some(color))
                    .count()
            };
            let n_inside = match around {
                [true, false] => Some(n_of(Color::White)),
                [false, true] => Some(n_of(Color::Black)),
                [true, true] | [false, false] => None,
            };
            match n_inside {
                Some(n) if n <= FEW_STONES => rest.territory += part.len(),
                Some(_) => rest.groups_inside += part.len(),
                None => {
                    let n_stones = n_of(Color::Black) + n_of(Color::White);
                    rest.stones += n_stones;
                    rest.empty += part.len() - n_stones;
                }
            }
        }
        rest
    }
}

fn n_points(map: &SafetyMap) -> usize {
    Color::BOTH.iter().map(|&color| map.safe(color).len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_has_its_cause() {
        // Black lives by two eyes. Its territory on the right is left open without nodes; a white stone stands there.
        let board: Board =
            ". X . X . . . . .\nX X X X . . O . .\n. . . X . . . . .\nX X X X X X X X X\n\
            . O . . . . . . ."
                .parse()
                .unwrap();
        let count = SafeCount::new(&board, 0);
        let rest = count.rest;
        let n_left = rest.territory + rest.groups_inside + rest.stones + rest.empty;
        assert_eq!(count.n_points, 45);
        assert_eq!(n_left + count.proved, count.n_points, "{count:?}");
        assert!(rest.territory > 0 && rest.groups_inside == 0, "{count:?}");
        assert!(count.proved_blocks < count.blocks, "{count:?}");
    }
}
