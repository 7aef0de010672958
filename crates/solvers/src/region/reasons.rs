//! Why stones and points are safe where the answer comes from search: the regions and the windows, in words.

use super::names::names;
use super::region_board::Hold;
use super::safety_by_search::{Extent, SafetyGoal, find_safety};
use super::windows::window_reasons;
use crate::base::Budget;
use crate::board::{Board, Color};
use crate::safety::static_safety;

/// What search adds to the static safety of a color under alternate play: a line for each region that is searched, and
/// one for each window with what the owner keeps there, links in the order in which they rest on each other. Where
/// windows show more by themselves there are no others; where they show more beside a part of what pairs and regions
/// show, that part is listed. A question about a window may take `nodes` nodes.
#[must_use]
pub fn searched_reasons(
    board: &Board,
    color: Color,
    nodes: u64,
    regions: &mut Budget,
    windows: &mut Budget,
) -> Vec<String> {
    let known = static_safety(board, color);
    let found = find_safety(board, color, &known, Extent::Anywhere, regions);
    let reasons = window_reasons(board, color, (&known, &found), nodes, windows);
    let (mut lines, steps) = reasons.beside.unwrap_or((Vec::new(), found.steps));
    for step in &steps {
        let what = if step.hold == Hold::Eye {
            "one of the eyes of the blocks around"
        } else {
            "the blocks around live"
        };
        for (region, kept) in &step.regions {
            let room = match kept {
                Some(SafetyGoal::Blocks) => "",
                Some(SafetyGoal::BlocksAndRegion) | None => ", no room for two eyes",
            };
            lines.push(format!("region {}: {what}{room}", names(region)));
        }
    }
    lines.extend(reasons.windows);
    lines
}
