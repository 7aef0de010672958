//! Which blocks live in seki: reading of the small regions in which blocks of both colors are short of eyes.

use super::status::{BlockJudgement, Reason, Status};
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::{Board, score};
use crate::safety::component;
use crate::tsumego::{RegionCount, Seki, Settled, Standoff};

/// The largest number of empty points in a region that is read.
const MOST_EMPTY: usize = 8;
/// Budget of one proof, and of all proofs for a position together, in nodes.
const PROOF_NODES: u64 = 2500;
const ALL_NODES: u64 = 40_000;
/// A living group with so many surrounded points is in no seki.
const AMPLE: usize = 7;
/// Stones that ownership calls dead this clearly are taken for dead.
const CLEARLY_DEAD: f32 = 0.9;

/// Reads the regions of possible sekis and corrects the judgements on the blocks in them.
pub(super) fn find_seki(board: &Board, judgements: &mut [BlockJudgement]) {
    let walls = Walls::new(board, judgements);
    let mut budget = Budget::nodes(ALL_NODES);
    let mut seen = PointSet::EMPTY;
    for &seed in board.empty_points() {
        if seen.contains(seed) || !seed.neighbors().iter().any(|&p| walls.is_tight(board, p)) {
            continue;
        }
        let is_wall = |point: Point| walls.solid.contains(point);
        let Some(region) = RegionCount::around(board, seed, is_wall, MOST_EMPTY) else {
            continue;
        };
        seen |= *region.points();
        let Some(standoff) = Standoff::new(board, region, &walls.dead) else {
            continue;
        };
        let guess = doubtful_dead(judgements);
        let reading = standoff.read(board, &guess, PROOF_NODES, &mut budget);
        if let Some(Settled { dead, seki }) = reading {
            let inside = judgements
                .iter_mut()
                .filter(|block| block.stones.intersects(standoff.stones()));
            for block in inside {
                apply(block, &dead, &seki);
            }
        }
    }
}

/// The stones that are judged dead, surely or not.
fn doubtful_dead(judgements: &[BlockJudgement]) -> PointSet {
    judgements
        .iter()
        .filter(|block| block.status == Status::Dead)
        .fold(PointSet::EMPTY, |all, block| all | block.stones)
}

/// Notes what was read about a block.
fn apply(block: &mut BlockJudgement, dead: &PointSet, seki: &Seki) {
    if seki.stones.contains(block.head) {
        (block.status, block.reason) = (Status::Seki, Reason::NobodyGains);
        block.shared = block.stones.spread() & seki.shared;
    } else if dead.contains(block.head) {
        (block.status, block.reason) = (Status::Dead, Reason::CapturedByReading);
    } else if block.status == Status::Dead {
        (block.status, block.reason) = (Status::Alive, Reason::SurvivesByReading);
    }
}

/// The stones that are not in question.
struct Walls {
    /// Stones of groups that live on their own.
    solid: PointSet,
    dead: PointSet,
}

impl Walls {
    fn new(board: &Board, judgements: &[BlockJudgement]) -> Self {
        let mut walls = Self {
            solid: PointSet::EMPTY,
            dead: PointSet::EMPTY,
        };
        for block in judgements {
            let is_clearly_dead = block
                .estimate()
                .is_none_or(|confidence| confidence >= CLEARLY_DEAD);
            if block.status == Status::Dead && is_clearly_dead {
                walls.dead |= block.stones;
            }
            if block.status == Status::Alive && block.reason.is_proof() {
                walls.solid |= block.stones;
            }
        }
        let count = score::count(board, &walls.dead);
        for color in Color::BOTH {
            let alive = |block: &&BlockJudgement| block.color == color && block.is_clearly_alive();
            let stones = judgements.iter().filter(alive).map(|block| block.stones);
            walls.solid |= ample_groups(stones.collect(), count.surrounded[color]);
        }
        walls
    }

    /// Whether there is a stone in question on the point.
    fn is_tight(&self, board: &Board, point: Point) -> bool {
        board.color(point).is_some() && !self.solid.contains(point) && !self.dead.contains(point)
    }
}

/// The stones of the blocks of one color which, joined by the points that they surround together, have many of these.
fn ample_groups(mut blocks: Vec<PointSet>, surrounded: PointSet) -> PointSet {
    let mut ample = PointSet::EMPTY;
    while let Some(mut group) = blocks.pop() {
        let mut estate = PointSet::EMPTY;
        loop {
            let mut rest = (group.spread() & surrounded) - estate;
            if rest.is_empty() {
                break;
            }
            while let Some(point) = rest.first() {
                let region = component(&surrounded, point);
                estate |= region;
                rest -= region;
            }
            let reach = estate.spread();
            let (joined, others) = blocks
                .into_iter()
                .partition(|block| block.intersects(&reach));
            blocks = others;
            group = Vec::into_iter(joined).fold(group, |group, block| group | block);
        }
        if estate.len() >= AMPLE {
            ample |= group;
        }
    }
    ample
}
