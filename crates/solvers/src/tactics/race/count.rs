//! Races that are decided by counting liberties.

use super::group::{FIRM_LIBERTIES, Group, is_firm};
use crate::board::{Block, Board, Point};

/// Whether one group captures the other by filling its liberties: nothing that touches the slower one can be taken, and
/// it can't gain liberties.
///
/// Each move of the faster group fills a liberty of the other one, the shared ones also one of its own, and each
/// move of the other fills one of its.
pub(super) fn outruns(
    board: &Board,
    faster: &Group,
    slower: &Group,
    is_faster_to_move: bool,
) -> bool {
    let (own, theirs) = (&faster.liberties, &slower.liberties);
    let n_own = own.len();
    if n_own < theirs.len() {
        return false;
    }
    let n_shared = (*theirs & *own).len();
    let fewest = theirs.len() + n_shared.saturating_sub(1) + usize::from(!is_faster_to_move);
    if n_own < fewest {
        return false;
    }
    let mut n_eyes = 0;
    for liberty in theirs.iter() {
        if gain(board, liberty, slower) > 1 {
            return false;
        }
        let mut beside = board.blocks_beside(liberty, faster.color).peekable();
        n_eyes += usize::from(beside.peek().is_none());
        // A move of the slower group there may take what is beside.
        let is_sure = |block: &Block| faster.has(block.head()) || is_firm(block, slower);
        if !beside.all(|stone| board.block_at(stone).is_some_and(is_sure)) {
            return false;
        }
    }
    // The last move is in the eye, so that all shared liberties have to be filled before.
    (n_eyes == 0 || n_eyes == 1 && n_own >= fewest + usize::from(n_shared > 0))
        && is_surrounded_firmly(board, slower, faster)
}

/// Whether no block around a group but those of the rival is weak.
fn is_surrounded_firmly(board: &Board, group: &Group, rival: &Group) -> bool {
    let weak = group.weak_beside(board, FIRM_LIBERTIES - 1);
    weak.into_iter().all(|head| rival.has(head))
}

/// Liberties that a group wins by a move at one of its liberties, that one not subtracted.
fn gain(board: &Board, liberty: Point, group: &Group) -> usize {
    let mut won = group.liberties;
    let n_known = won.len();
    for near in liberty.neighbors() {
        if board.is_empty(near) {
            won.insert(near);
        } else if board.color(near) == Some(group.color)
            && let Some(block) = board.block_at(near)
        {
            won |= *block.liberties();
        }
    }
    won.len() - n_known
}
