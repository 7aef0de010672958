//! Reading of the blocks about which nothing is proved, the largest first.
//!
//! Playouts avoid the plays inside a large eye that leave only one eye, so they take some dead shapes for alive. The
//! budget of a reading grows with the number of stones of the block.

use std::cmp::Reverse;

use super::basis::{Band, Basis};
use super::status::{BlockJudgement, Status};
use super::walls::Walls;
use crate::base::{Budget, Point, PointSet};
use crate::board::Board;
use crate::region::Area;
use crate::tsumego::Goal;
use crate::tsumego::{Question, Reader, ReaderParams, Verdict};

/// The largest number of empty points in an area that is read completely.
const MOST_EMPTY: usize = 9;
/// Nodes of a complete reading of an area, whatever the size of the block.
const AREA_NODES: u64 = 2500;
/// Nodes of such a reading for each stone of the block.
const AREA_NODES_PER_STONE: u64 = 500;
/// Nodes of all such readings in a position.
const ALL_AREA_NODES: u64 = 60_000;
/// Nodes of a reading of a fight that no wall encloses, whatever the size of the block.
const FIGHT_NODES: u64 = 1000;
/// Nodes of such a reading for each stone of the block.
const FIGHT_NODES_PER_STONE: u64 = 500;
/// Nodes of all such readings in a position.
const ALL_FIGHT_NODES: u64 = 24_000;
/// Blocks with fewer stones are read as a fight only where the estimate is less than clear.
const LARGE: usize = 6;
/// Size of the reader's table: 2 to this power entries.
const LOG2_ENTRIES: u32 = 15;

/// Reads the blocks that ownership decides: completely where clearly living stones enclose a small area, else as a
/// fight if there is doubt. Ends early by the clock and the token of `limits`; the estimate stands where nothing was
/// read.
pub(super) fn read_doubtful(board: &Board, judgements: &mut [BlockJudgement], limits: &Budget) {
    let solid = Walls::new(board, judgements).solid;
    let mut in_areas = limits.renewed(ALL_AREA_NODES);
    let mut order: Vec<usize> = (0..judgements.len()).collect();
    order.sort_by_key(|&n| Reverse(judgements[n].stones.len()));
    let mut readings: Vec<Option<(Status, Basis)>> = vec![None; judgements.len()];
    for &n in &order {
        // To find what there is to read takes time, too.
        if limits.check().is_err() {
            break;
        }
        readings[n] = read_area(board, judgements, &judgements[n], &solid, &mut in_areas);
    }
    let mut reader = None;
    let mut in_fights = limits.renewed(ALL_FIGHT_NODES);
    for n in order {
        if limits.check().is_err() {
            break;
        }
        if readings[n].is_some() || !is_doubted(&judgements[n]) {
            continue;
        }
        let reader = reader.get_or_insert_with(|| {
            Reader::new(ReaderParams {
                log2_entries: LOG2_ENTRIES,
                ..ReaderParams::default()
            })
        });
        let reading = read_fight(board, &judgements[n], reader, &mut in_fights);
        readings[n] = reading;
    }
    for (block, reading) in judgements.iter_mut().zip(readings) {
        if let Some((status, basis)) = reading {
            (block.status, block.basis) = (status, basis);
        }
    }
}

/// The part of a budget for a reading about a block.
fn part(budget: &Budget, least: u64, per_stone: u64, block: &BlockJudgement) -> Budget {
    budget.part(least + per_stone * block.stones.len() as u64)
}

/// Whether the estimate leaves enough doubt for a reading without walls.
fn is_doubted(block: &BlockJudgement) -> bool {
    let least = if block.stones.len() >= LARGE {
        Band::NearlyCertain
    } else {
        Band::Clear
    };
    block.basis.band().is_some_and(|band| band < least)
}

/// The status of a block by complete reading, where ownership decides and reading disagrees.
fn read_area(
    board: &Board,
    judgements: &[BlockJudgement],
    block: &BlockJudgement,
    solid: &PointSet,
    budget: &mut Budget,
) -> Option<(Status, Basis)> {
    let band = block.basis.band()?;
    let area = reading_area(board, judgements, block, solid)?;
    let mut part = part(budget, AREA_NODES, AREA_NODES_PER_STONE, block);
    let reading = if block.status == Status::Alive {
        area.is_captured(board, block.color, &mut part)
            .then_some((Status::Dead, Basis::CapturedByReading))
    } else if band < Band::Clear || block.stones.len() >= LARGE {
        area.survives(board, block.color.opponent(), &mut part)
            .then_some((Status::Alive, Basis::SurvivesByReading))
    } else {
        None
    };
    budget.charge(part.spent());
    reading
}

/// The status of a block by a proof about the fight around it, where it differs from the estimate.
fn read_fight(
    board: &Board,
    block: &BlockJudgement,
    reader: &mut Reader,
    budget: &mut Budget,
) -> Option<(Status, Basis)> {
    let is_alive = block.status == Status::Alive;
    let (goal, to_move) = if is_alive {
        (Goal::Kill, block.color)
    } else {
        (Goal::Live, block.color.opponent())
    };
    let question = Question::new(block.head, goal, to_move);
    let mut part = part(budget, FIGHT_NODES, FIGHT_NODES_PER_STONE, block);
    let reading = reader.read(board, question, &mut part);
    budget.charge(part.spent());
    let is_other = reading.is_some_and(|r| r.is_proven() && r.verdict == Verdict::Achieved);
    is_other.then_some(if is_alive {
        (Status::Dead, Basis::CapturedByReading)
    } else {
        (Status::Alive, Basis::SurvivesByReading)
    })
}

/// The area of a block inside opposing stones that may be assumed safe. These are proved safe, or belong to a group
/// with many points, or are clearly alive by ownership with more liberties outside the area than the area has empty
/// points. Then no race and no seki inside the area involves them.
fn reading_area(
    board: &Board,
    judgements: &[BlockJudgement],
    block: &BlockJudgement,
    solid: &PointSet,
) -> Option<Area> {
    let mut walls: Vec<&BlockJudgement> = judgements
        .iter()
        .filter(|other| other.color != block.color && other.is_clearly_alive())
        .collect();
    loop {
        let stones = walls
            .iter()
            .fold(PointSet::EMPTY, |all, wall| all | wall.stones);
        let area = Area::new(board, block.head, &stones, MOST_EMPTY)?;
        let is_empty = |point: &Point| board.is_empty(*point);
        let n_empty = area.points().iter().filter(is_empty).count();
        let n_before = walls.len();
        walls.retain(|wall| {
            let liberties = board.block_at(wall.head).map(|block| *block.liberties());
            let n_outside = (liberties.unwrap_or_default() - *area.points()).len();
            !wall.stones.intersects(area.wall()) || solid.contains(wall.head) || n_outside > n_empty
        });
        if walls.len() == n_before {
            return Some(area);
        }
    }
}
