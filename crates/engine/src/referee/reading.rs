//! Reading of the blocks that no static proof decides: by the reader, which proves; then completely in small areas
//! whose walls are assumed safe.
//!
//! Playouts avoid the plays inside a large eye that leave only one eye, so they take some dead shapes for alive. The
//! budget of a reading of an area grows with the number of stones of the block.

use std::cmp::Reverse;

use super::basis::{Band, Basis};
use super::fates::{ALL_ROUNDS, Fate, read_fates};
use super::status::{BlockJudgement, Status};
use super::walls::Walls;
use crate::base::Budget;
use crate::board::{Board, PerColor, Point, PointSet};
use crate::region::Area;
use crate::tsumego::Reader;

/// The largest number of empty points in an area that is read completely.
const MOST_EMPTY: usize = 9;
/// Nodes of a complete reading of an area, whatever the size of the block.
const AREA_NODES: u64 = 2500;
/// Nodes of such a reading for each stone of the block.
const AREA_NODES_PER_STONE: u64 = 500;
/// Nodes of all such readings in a position.
const ALL_AREA_NODES: u64 = 60_000;
/// Blocks with fewer stones that look dead are read in their area only where the estimate is less than clear.
const LARGE: usize = 6;

/// Notes what the reader proves about the blocks that no proof decides yet, as far as the budget lasts; blocks of
/// groups with many points are read in the first round only. Returns what was proved, block by block.
pub(super) fn read_by_proof(
    board: &Board,
    judgements: &mut [BlockJudgement],
    reader: &mut Reader,
    budget: &mut Budget,
) -> Vec<Option<Fate>> {
    let wide = Walls::new(board, judgements).wide;
    let n_rounds = |block: &BlockJudgement| match block.basis.is_proof() {
        true => 0,
        false if block.stones.is_subset(&wide) => 1,
        false => ALL_ROUNDS,
    };
    let fates = read_fates(board, judgements, n_rounds, reader, budget);
    for n in 0..judgements.len() {
        let Some(fate) = fates[n] else { continue };
        let captors = captors(judgements, &fates, n);
        let block = &mut judgements[n];
        match fate {
            Fate::Lives => (block.status, block.basis) = (Status::Alive, Basis::ProvedToLive),
            Fate::Falls => match captors {
                Captors::Proved => {
                    (block.status, block.basis) = (Status::Dead, Basis::ProvedToFall);
                }
                Captors::Standing => {
                    (block.status, block.basis) = (Status::Dead, Basis::CapturedByReading);
                }
                Captors::Falling => {}
            },
            Fate::Hangs { kill, save } => {
                if captors != Captors::Falling && !is_ko(board, block) {
                    let owner = block.color;
                    let by_first = |first| {
                        if first == owner {
                            (1.0, save)
                        } else {
                            (-1.0, kill)
                        }
                    };
                    block.basis = Basis::HangsOnFirstMove;
                    block.by_first = PerColor::from_fn(|first| by_first(first).0);
                    block.first_moves = PerColor::from_fn(|first| by_first(first).1);
                }
            }
        }
    }
    fates
}

/// Decides the blocks whose estimate is hardly better than a toss-up by reading that takes all clearly living stones
/// for safe. Returns what was read, block by block.
pub(super) fn read_beside_clear(
    board: &Board,
    judgements: &mut [BlockJudgement],
    reader: &mut Reader,
    budget: &mut Budget,
) -> Vec<Option<Fate>> {
    let fates = read_fates(
        board,
        judgements,
        |block| if block.is_doubtful() { ALL_ROUNDS } else { 0 },
        reader,
        budget,
    );
    for n in 0..judgements.len() {
        let captors = captors(judgements, &fates, n);
        let block = &mut judgements[n];
        match fates[n] {
            Some(Fate::Lives) => {
                (block.status, block.basis) = (Status::Alive, Basis::SurvivesByReading);
            }
            Some(Fate::Falls) if captors != Captors::Falling => {
                (block.status, block.basis) = (Status::Dead, Basis::CapturedByReading);
            }
            Some(Fate::Falls | Fate::Hangs { .. }) | None => {}
        }
    }
    fates
}

/// How the opposing blocks stand that touch a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Captors {
    /// All of them are proved to live, and not by the reader alone.
    Proved,
    /// One of them at least is not known to fall itself.
    Standing,
    /// All of them fall.
    Falling,
}

fn captors(judgements: &[BlockJudgement], fates: &[Option<Fate>], n: usize) -> Captors {
    let block = &judgements[n];
    let reach = block.stones.spread();
    let touching = |other: &usize| {
        judgements[*other].color != block.color && reach.intersects(&judgements[*other].stones)
    };
    let others: Vec<usize> = (0..judgements.len()).filter(touching).collect();
    let is_proved = |n: usize| {
        let other = &judgements[n];
        other.status == Status::Alive && other.basis.is_proved_apart()
    };
    let falls = |n: usize| {
        let other = &judgements[n];
        let is_dead = other.status == Status::Dead && other.basis.is_proof();
        is_dead || fates[n] == Some(Fate::Falls)
    };
    if others.iter().all(|&n| is_proved(n)) {
        Captors::Proved
    } else if others.iter().all(|&n| falls(n)) {
        Captors::Falling
    } else {
        Captors::Standing
    }
}

/// Whether the block is a single stone whose capture is one of a ko.
fn is_ko(board: &Board, block: &BlockJudgement) -> bool {
    let Some(liberty) = board.block_at(block.head).and_then(|block| block.atari()) else {
        return false;
    };
    let mut after = board.clone();
    after.play(block.color.opponent(), liberty).is_ok() && after.ko().is_some()
}

/// Reads the blocks that ownership decides completely where clearly living stones enclose a small area. Ends early by
/// the clock and the token of `limits`; the estimate stands where nothing was read.
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
    for (block, reading) in judgements.iter_mut().zip(readings) {
        if let Some((status, basis)) = reading {
            (block.status, block.basis) = (status, basis);
        }
    }
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
    let mut part = budget.part(AREA_NODES + AREA_NODES_PER_STONE * block.stones.len() as u64);
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
