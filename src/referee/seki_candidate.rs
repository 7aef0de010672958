//! The blocks that live in seki: reading of small regions in which blocks of both colors lack eyes.

use super::basis::Basis;
use super::status::{BlockJudgement, Status};
use super::walls::Walls;
use crate::base::{Budget, Point, PointSet};
use crate::board::Board;
use crate::region::{RegionCount, Seki, SekiCandidate, SettledSeki};

/// The largest number of empty points in a region that is read.
const MOST_EMPTY: usize = 8;
/// Nodes of one proof.
const PROOF_NODES: u64 = 2500;
/// Nodes of all proofs for a position.
const ALL_NODES: u64 = 40_000;

/// Reads the regions that may hold a seki, and corrects the judgements on the blocks in them. Ends
/// early by the clock and the token of `limits`.
pub(super) fn find_seki(board: &Board, judgements: &mut [BlockJudgement], limits: &Budget) {
    let walls = Walls::new(board, judgements);
    let mut budget = limits.renewed(ALL_NODES);
    let mut seen = PointSet::EMPTY;
    for &seed in board.empty_points() {
        if limits.check().is_err() {
            break;
        }
        if seen.contains(seed) || !seed.neighbors().iter().any(|&p| walls.is_tight(board, p)) {
            continue;
        }
        let is_wall = |point: Point| walls.solid.contains(point);
        let Some(region) = RegionCount::around(board, seed, is_wall, MOST_EMPTY) else {
            continue;
        };
        seen |= *region.points();
        let Some(candidate) = SekiCandidate::new(board, region, &walls.dead) else {
            continue;
        };
        let guess = doubtful_dead(judgements);
        let reading = candidate.read(board, &guess, PROOF_NODES, &mut budget);
        if let Some(SettledSeki { dead, seki }) = reading {
            let inside = judgements
                .iter_mut()
                .filter(|block| block.stones.intersects(candidate.stones()));
            for block in inside {
                apply(block, &dead, &seki);
            }
        }
    }
}

/// The stones that are judged dead, by proof or by estimate.
fn doubtful_dead(judgements: &[BlockJudgement]) -> PointSet {
    judgements
        .iter()
        .filter(|block| block.status == Status::Dead)
        .fold(PointSet::EMPTY, |all, block| all | block.stones)
}

/// Notes what was read about a block.
fn apply(block: &mut BlockJudgement, dead: &PointSet, seki: &Seki) {
    if seki.stones.contains(block.head) {
        (block.status, block.basis) = (Status::Seki, Basis::NobodyGains);
        block.shared = block.stones.spread() & seki.shared;
    } else if dead.contains(block.head) {
        (block.status, block.basis) = (Status::Dead, Basis::CapturedByReading);
    } else if block.status == Status::Dead {
        (block.status, block.basis) = (Status::Alive, Basis::SurvivesByReading);
    }
}
