//! The blocks that live in seki: reading of small regions in which blocks of both colors lack eyes.

use super::basis::Basis;
use super::effort::JudgementEffort;
use super::status::{BlockJudgement, Status};
use super::walls::Walls;
use crate::base::Budget;
use crate::board::{Board, Point, PointSet};
use crate::region::{RegionCount, SekiCandidate, SettledSeki};

/// The largest number of empty points in a region that is read.
const MOST_EMPTY: usize = 8;
/// Nodes of one proof in each round: small regions need few.
const ROUNDS: [u64; 3] = [300, 2500, 12_000];

/// Reads the regions that may hold a seki, and corrects the judgements on the blocks in them. Ends
/// early by the clock and the token of the `effort`.
pub(super) fn find_seki(
    board: &Board,
    judgements: &mut [BlockJudgement],
    effort: &JudgementEffort<'_>,
) {
    let mut candidates = candidates(board, judgements, effort.limits);
    let mut budget = effort.region_budget();
    for nodes in ROUNDS {
        let guess = judged_dead(judgements);
        candidates.retain(|candidate| {
            if budget.check().is_err() || budget.remaining() == 0 {
                return true;
            }
            let reading = candidate.read(board, &guess, nodes, &mut budget);
            let is_open = reading.is_none();
            if let Some(settled) = reading {
                let inside = judgements
                    .iter_mut()
                    .filter(|block| block.stones.intersects(candidate.stones()));
                for block in inside {
                    apply(block, &settled);
                }
            }
            is_open
        });
    }
}

/// The small regions in which blocks of both colors stand that are neither walls nor proved to be dead. What only looks
/// dead may stand in a seki.
fn candidates(board: &Board, judgements: &[BlockJudgement], limits: &Budget) -> Vec<SekiCandidate> {
    let walls = Walls::new(board, judgements);
    let mut candidates = Vec::new();
    let mut seen = PointSet::EMPTY;
    for &seed in board.empty_points() {
        if limits.check().is_err() {
            break;
        }
        if seen.contains(seed) || !seed.neighbors().iter().any(|&p| walls.is_tight(board, p)) {
            continue;
        }
        let is_wall = |point: Point| walls.solid.contains(point);
        if let Some(region) = RegionCount::around(board, seed, is_wall, MOST_EMPTY) {
            seen |= *region.points();
            candidates.extend(SekiCandidate::new(board, region, &walls.proved_dead));
        }
    }
    candidates
}

/// The stones that are judged dead, by proof or by estimate.
fn judged_dead(judgements: &[BlockJudgement]) -> PointSet {
    judgements
        .iter()
        .filter(|block| block.status == Status::Dead)
        .fold(PointSet::EMPTY, |all, block| all | block.stones)
}

/// Notes what was read about a block. What is proved about it stays.
fn apply(block: &mut BlockJudgement, settled: &SettledSeki) {
    let SettledSeki { dead, seki } = settled;
    if seki.stones.contains(block.head) {
        (block.status, block.basis) = (Status::Seki, Basis::NobodyGains);
        block.shared = block.stones.spread() & seki.shared;
        return;
    }
    if block.basis.is_proof() {
        return;
    }
    if dead.contains(block.head) {
        (block.status, block.basis) = (Status::Dead, Basis::CapturedByReading);
    } else if block.status == Status::Dead
        || block.is_doubtful()
        || block.basis == Basis::HangsOnFirstMove
    {
        (block.status, block.basis) = (Status::Alive, Basis::SurvivesByReading);
    }
}
