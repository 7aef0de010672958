//! Reading that confirms what ownership decides, beside stones that are taken for safe.
//!
//! Walls are the stones that are proved to live, and those of living groups with many points. A dead block is read
//! beside them with its owner to move first. Then living groups are read: whether the opponent can take a block beside
//! its friends, or all of them in their territory (`groups`). Where that is left open, windows and readings link the
//! other blocks of a group to its largest one, and windows show where the opponent has no room to live. Last, a block
//! lives that only its own read or proved stones surround. No status changes here; the kind of work that a judgement
//! rests on does.

use std::cmp::Reverse;
use std::sync::Arc;

use super::basis::Basis;
use super::fates;
use super::groups::{confirm_beside_anchors, confirm_groups};
use super::status::{BlockJudgement, Status};
use super::walls::Walls;
use super::windows::Windows;
use crate::base::Budget;
use crate::board::{Board, PerColor, PointSet};
use crate::safety::{SafetyMap, component};
use crate::tsumego::reader::Past;
use crate::tsumego::{Goal, Question, Reader, Verdict};

/// Nodes of a question in each round.
const ROUNDS: [u64; 2] = [400, 4000];

/// What a question costs before its first node, in nodes.
const NODES_OF_FRAMES: u64 = 20;

/// Confirms the judgements by ownership that reading agrees with, as far as the budget lasts.
pub(super) fn confirm(
    board: &Board,
    judgements: &mut [BlockJudgement],
    windows: &mut Windows<'_>,
    past: &Arc<Past>,
    budget: &mut Budget,
) {
    let open = |judgements: &[BlockJudgement]| {
        judgements
            .iter()
            .any(BlockJudgement::is_decided_by_ownership)
    };
    if budget.remaining() == 0 || !open(judgements) {
        return;
    }
    let walls = Walls::new(board, judgements);
    confirm_dead(board, judgements, &walls, &mut fates::reader(past), budget);
    if open(judgements) {
        confirm_groups(board, judgements, past, budget);
    }
    if open(judgements) {
        let anchors = Walls::new(board, judgements).anchors;
        confirm_by_windows(judgements, &windows.beside(&anchors), &anchors);
        confirm_beside_anchors(board, judgements, &anchors, past, budget);
    }
    confirm_among_own(board, judgements);
}

fn confirm_by_windows(judgements: &mut [BlockJudgement], safe: &SafetyMap, anchors: &PointSet) {
    for block in judgements
        .iter_mut()
        .filter(|block| block.is_decided_by_ownership())
    {
        let is_shown = match block.status {
            Status::Alive => {
                safe.stones[block.color].contains(block.head) && !anchors.contains(block.head)
            }
            Status::Dead => safe.territory[block.color.opponent()].contains(block.head),
            Status::Seki => false,
        };
        if is_shown {
            block.confirm_by_reading();
        }
    }
}

/// Reads the blocks that ownership calls dead, those with few liberties first: whether they fall though their owner
/// moves first.
fn confirm_dead(
    board: &Board,
    judgements: &mut [BlockJudgement],
    walls: &Walls,
    reader: &mut Reader,
    budget: &mut Budget,
) {
    let is_in_question =
        |block: &BlockJudgement| block.is_decided_by_ownership() && block.status == Status::Dead;
    let mut order: Vec<usize> = (0..judgements.len())
        .filter(|&n| is_in_question(&judgements[n]))
        .collect();
    order.sort_by_key(|&n| {
        let block = board.block_at(judgements[n].head);
        let n_liberties = block.map_or(0, |block| block.n_liberties());
        (n_liberties, Reverse(judgements[n].stones.len()))
    });
    reader.assume(walls.apart_from(board, judgements, is_in_question));
    for nodes in ROUNDS {
        for &n in &order {
            if budget.check().is_err() || budget.remaining() == 0 {
                return;
            }
            let block = &mut judgements[n];
            if block.is_decided_by_ownership() && falls(board, block, nodes, reader, budget) {
                block.confirm_by_reading();
            }
        }
    }
}

/// Whether the reader shows that a block falls though its owner moves first.
fn falls(
    board: &Board,
    block: &BlockJudgement,
    nodes: u64,
    reader: &mut Reader,
    budget: &mut Budget,
) -> bool {
    let question = Question::new(block.head, Goal::Live, block.color);
    let mut part = budget.part(nodes);
    let reading = reader.read(board, question, &mut part);
    budget.charge(part.spent() + NODES_OF_FRAMES);
    reading.is_some_and(|reading| reading.is_proven() && reading.verdict == Verdict::Refuted)
}

/// Confirms the living blocks that reach only blocks of their color across empty points and dead stones, if a proof or
/// reading lets all of these live.
fn confirm_among_own(board: &Board, judgements: &mut [BlockJudgement]) {
    let of = |wanted: &dyn Fn(&BlockJudgement) -> bool| {
        PerColor::from_fn(|color| {
            let blocks = judgements.iter();
            let blocks = blocks.filter(|block| block.color == color && wanted(block));
            blocks.fold(PointSet::EMPTY, |all, block| all | block.stones)
        })
    };
    let living = of(&|block| block.status != Status::Dead);
    let is_shown = |block: &BlockJudgement| {
        block.status != Status::Dead && !block.is_decided_by_ownership() && !block.is_doubtful()
    };
    let shown = of(&is_shown);
    let all = PointSet::board(board.size());
    for block in judgements.iter_mut() {
        if !block.is_decided_by_ownership() || block.status != Status::Alive {
            continue;
        }
        let (own, other) = (block.color, block.color.opponent());
        // Other blocks that are still open are on the way, not walls.
        let free = all - living[other] - shown[own];
        let reached = component(&free, block.head).spread();
        if !reached.intersects(&living[other]) && reached.intersects(&shown[own]) {
            block.basis = Basis::AmongOwn;
        }
    }
}
