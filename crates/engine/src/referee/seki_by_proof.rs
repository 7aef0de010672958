//! Sekis that the reader proves: a block stays on the board, and gets no two eyes.

use super::basis::Basis;
use super::fates::Fate;
use super::status::{BlockJudgement, Status};
use crate::base::Budget;
use crate::board::{Board, Cell, Point, PointSet};
use crate::tsumego::{Goal, Question, Reader};

/// Blocks with more liberties are in no seki that could be read.
const MOST_LIBERTIES: usize = 8;

/// Nodes for a block.
const NODES: u64 = 8000;

/// Notes which blocks are proved to live in seki, and which stones stand with them: those of the other color that could
/// be taken, but only by blocks of the seki, and so not without loss.
///
/// `basis` is what the judgement on such a block rests on: it depends on what the reader assumes.
pub(super) fn find_seki_by_proof(
    board: &Board,
    judgements: &mut [BlockJudgement],
    (fates, basis): (&[Option<Fate>], Basis),
    reader: &mut Reader,
    budget: &mut Budget,
) {
    let all = 0..judgements.len();
    let close: Vec<(usize, Vec<usize>)> = all
        .clone()
        .filter(|&n| judgements[n].status != Status::Seki && fates[n] == Some(Fate::Lives))
        .map(|n| (n, rivals(board, judgements, n)))
        .filter(|(_, rivals)| !rivals.is_empty())
        .collect();
    let mut in_seki = vec![false; judgements.len()];
    for (n, _) in &close {
        if budget.check().is_err() || budget.remaining() == 0 {
            return;
        }
        // A block that gets two eyes by moving first is in no seki yet.
        in_seki[*n] = [Goal::Kill, Goal::Live].into_iter().all(|goal| {
            let block = &judgements[*n];
            let question = Question::new(block.head, goal, goal.player(block.color));
            let mut part = budget.part(NODES);
            let reading = reader.read_in_full(board, question, &mut part);
            budget.charge(part.spent());
            reading.is_some_and(|reading| reading.is_proven() && reading.is_seki)
        });
    }
    for (n, rivals) in close.into_iter().filter(|(n, _)| in_seki[*n]) {
        let liberties = liberties(board, &judgements[n]);
        let mut shared = PointSet::EMPTY;
        let has_equal = rivals.iter().any(|&rival| in_seki[rival]);
        for rival in rivals {
            let other = &mut judgements[rival];
            if !in_seki[rival] && (has_equal || fates[rival] == Some(Fate::Lives)) {
                continue;
            }
            let common = liberties & other.stones.spread();
            shared |= common;
            other.shared |= common;
            if !in_seki[rival] {
                (other.status, other.basis) = (Status::Seki, Basis::SharesSeki);
            }
        }
        let block = &mut judgements[n];
        (block.status, block.basis) = (Status::Seki, basis);
        block.shared |= shared;
    }
    join_by_eyes(board, judgements, fates);
}

/// Lets blocks that live by reading live in the seki of another block of their color with which they share an eye: what
/// has two eyes would give them to its neighbor.
fn join_by_eyes(board: &Board, judgements: &mut [BlockJudgement], fates: &[Option<Fate>]) {
    let is_in_seki = |block: &BlockJudgement| block.status == Status::Seki;
    while let Some(n) = (0..judgements.len()).find(|&n| {
        let block = &judgements[n];
        let own = liberties(board, block);
        let shares_eye = |other: &BlockJudgement| {
            other.color == block.color
                && is_in_seki(other)
                && (own & liberties(board, other)).iter().any(|point| {
                    is_enclosed(board, point, |near| board.color(near) == Some(block.color))
                })
        };
        !is_in_seki(block)
            && fates[n] == Some(Fate::Lives)
            && own.len() <= MOST_LIBERTIES
            && judgements.iter().any(shares_eye)
    }) {
        (judgements[n].status, judgements[n].basis) = (Status::Seki, Basis::SharesSeki);
    }
}

/// Whether all neighbors of an empty point are own.
pub(super) fn is_enclosed(board: &Board, point: Point, is_own: impl Fn(Point) -> bool) -> bool {
    let mut on_board = point
        .neighbors()
        .into_iter()
        .filter(|&near| board.cell(near) != Cell::Wall);
    on_board.all(is_own)
}

/// The liberties of a block.
pub(super) fn liberties(board: &Board, block: &BlockJudgement) -> PointSet {
    let block = board.block_at(block.head);
    block.map_or(PointSet::EMPTY, |block| *block.liberties())
}

/// The blocks of the other color that share liberties with a block of few liberties, and that are not proved to live or
/// to be dead by other means than reading.
fn rivals(board: &Board, judgements: &[BlockJudgement], n: usize) -> Vec<usize> {
    let block = &judgements[n];
    let own = liberties(board, block);
    if own.len() > MOST_LIBERTIES {
        return Vec::new();
    }
    let is_rival = |other: &usize| {
        let other = &judgements[*other];
        other.color != block.color
            && !other.basis.is_proved_apart()
            && own.intersects(&liberties(board, other))
            && liberties(board, other).len() <= MOST_LIBERTIES
    };
    (0..judgements.len()).filter(is_rival).collect()
}
