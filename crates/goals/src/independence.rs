//! The independence of goals, checked.
//!
//! The theory takes goals whose values are known for independent of each other (Klinger, section 2.7): two blocks that
//! are each saved are saved together. That fails where one move threatens both. Where a conclusion hangs on two blocks,
//! double threats are read.

use super::state::State;
use tedomari_board::Point;
use tedomari_solvers::tactics::double_threat::DoubleThreat;
use tedomari_solvers::tactics::ko::Success;

/// Most liberties of a block that a double threat can be about.
const MOST_LIBERTIES: u16 = 3;

/// The first two of these blocks, all of one color and none lost by itself, of which the other side takes one by a
/// double threat; and that move.
pub(super) fn fork(state: &State<'_>, blocks: &[Point]) -> Option<((Point, Point), Point)> {
    let is_short = |&&stone: &&Point| {
        state
            .board()
            .block_at(stone)
            .is_some_and(|block| block.n_liberties() <= MOST_LIBERTIES)
    };
    let short: Vec<Point> = blocks.iter().filter(is_short).copied().collect();
    let reader = DoubleThreat::new(state.board(), state.costs().capture).within(state.limits());
    let pairs = short
        .iter()
        .enumerate()
        .flat_map(|(n, &one)| short[n + 1..].iter().map(move |&other| (one, other)));
    let mut found = pairs.filter_map(|(one, other)| match reader.attack_either(one, other)? {
        (Success::Clean, Some(point)) => Some(((one, other), point)),
        (_, _) => None,
    });
    let first = found.next();
    drop(found);
    state.count(reader.n_nodes());
    first
}
