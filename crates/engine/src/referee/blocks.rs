//! The judgements on all blocks of a board: proofs first, then ownership, readings where ownership is in doubt, seki.
//!
//! No proof needs a move that superko forbids after the game.

use std::sync::Arc;

use super::basis::{Basis, BasisKind, Clearness, OwnerSource};
use super::confirm::confirm;
use super::effort::JudgementEffort;
use super::fates;
use super::reading::{read_beside_clear, read_by_proof, read_doubtful};
use super::seki_by_proof::find_seki_by_proof;
use super::seki_by_shape::find_seki_by_shape;
use super::seki_candidate::find_seki;
use super::status::{BlockJudgement, Status};
use super::walls::Walls;
use super::windows::Windows;
use crate::base::Budget;
use crate::board::{Board, Cell, Color, Game, PerColor, Point, PointSet};
use crate::region::RegionSafety;
use crate::safety::{SafetyMap, component, unconditional_life};
use crate::tsumego::Reader;
use crate::tsumego::reader::Past;

/// What is proved about the points of a board, by color.
#[derive(Clone, Debug, Default)]
pub(super) struct Proofs {
    /// Stones that can't be captured though their owner passes forever.
    unconditional: PerColor<PointSet>,
    /// What holds under alternate play by pairs.
    alternate: SafetyMap,
    /// What holds under alternate play by pairs or by search.
    searched: SafetyMap,
    /// How it was found: windows add to it.
    regions: RegionSafety,
    /// The game before the position.
    past: Arc<Past>,
}

/// Budget of the search for safe stones, in nodes.
const SAFETY_NODES: u64 = 40_000;

/// What is proved about the position of a game as part of a judgement: safe points of both colors under alternate play,
/// by static rules and by search. The clock and the token of `limits` end the search.
pub(super) fn proved_safety(game: &Game, limits: &Budget) -> SafetyMap {
    let board = game.board();
    let regions = search_regions(board, limits);
    let effort = JudgementEffort {
        seconds: 0.0,
        limits,
    };
    let map = Windows::new(board, &regions, &effort).beside(&PointSet::EMPTY);
    Past::of(game).leaves(map, board)
}

fn search_regions(board: &Board, limits: &Budget) -> RegionSafety {
    RegionSafety::new(board, &mut limits.renewed(SAFETY_NODES))
}

impl Proofs {
    pub(super) fn new(game: &Game, limits: &Budget) -> Self {
        let (board, past) = (game.board(), Arc::new(Past::of(game)));
        let regions = search_regions(board, limits);
        Self {
            unconditional: PerColor::from_fn(|color| unconditional_life(board, color).stones),
            alternate: past.leaves(SafetyMap::alternate(board), board),
            searched: past.leaves(regions.map(board), board),
            regions,
            past,
        }
    }

    /// What is proved about the block of the stone on `stone`.
    fn status(&self, color: Color, stone: Point) -> Option<(Status, Basis)> {
        let opponent = color.opponent();
        if self.unconditional[color].contains(stone) {
            Some((Status::Alive, Basis::UnconditionallyAlive))
        } else if self.alternate.stones[color].contains(stone) {
            Some((Status::Alive, Basis::SafeByProof))
        } else if self.searched.stones[color].contains(stone) {
            Some((Status::Alive, Basis::SafeBySearch))
        } else if self.searched.territory[opponent].contains(stone) {
            Some((Status::Dead, Basis::InsideSafeTerritory))
        } else {
            None
        }
    }
}

/// The status of every block, in point order of their first stones.
///
/// `ownership` gives the owner of a point by `source` when the given color moves first: 1 for Black, -1 for White.
pub(super) fn judge_blocks(
    board: &Board,
    proofs: &Proofs,
    source: OwnerSource,
    ownership: &dyn Fn(Color, Point) -> f32,
    effort: &JudgementEffort<'_>,
) -> Vec<BlockJudgement> {
    let limits = effort.limits;
    let mut judgements: Vec<BlockJudgement> = Color::BOTH
        .into_iter()
        .flat_map(|color| board.first_stones(color))
        .map(|head| judge_block(board, proofs, source, ownership, head))
        .collect();
    judgements.sort_by_key(|judgement| judgement.head);
    reconcile(source, &mut judgements);
    let (mut reader, mut budget) = (fates::reader(&proofs.past), effort.reading_budget());
    let quiet = without_ban(board);
    // The rest is for sekis, and for what only looks alive or dead.
    let mut first = budget.part(budget.remaining() / 2);
    let fates = read_by_proof(&quiet, &mut judgements, &mut reader, &mut first);
    budget.charge(first.spent());
    read_doubtful(board, &mut judgements, limits);
    spare_enclosed(board, &mut judgements);
    find_seki(board, &mut judgements, effort);
    let proved = (&fates[..], Basis::ProvedSeki);
    find_seki_by_proof(&quiet, &mut judgements, proved, &mut reader, &mut budget);
    settle_doubts(&quiet, &mut judgements, &mut reader, &mut budget);
    reconcile(source, &mut judgements);
    keep_touching_dead(&mut judgements);
    let mut windows = Windows::new(board, &proofs.regions, effort);
    let kept = windows.beside(&PointSet::EMPTY);
    prove_by_windows(&mut judgements, &proofs.past.leaves(kept, board));
    let past = &proofs.past;
    confirm(&quiet, &mut judgements, &mut windows, past, &mut budget);
    find_seki_by_shape(board, &mut judgements);
    judgements
}

/// Reads what is still in doubt beside all stones that clearly live: on an open board walls are seldom proved to live.
fn settle_doubts(
    board: &Board,
    judgements: &mut [BlockJudgement],
    reader: &mut Reader,
    budget: &mut Budget,
) {
    if !judgements.iter().any(BlockJudgement::is_doubtful) {
        return;
    }
    let walls = Walls::new(board, judgements);
    reader.assume(walls.apart_from(board, judgements, BlockJudgement::is_doubtful));
    let fates = read_beside_clear(board, judgements, reader, budget);
    let read = (&fates[..], Basis::NobodyGains);
    find_seki_by_proof(board, judgements, read, reader, budget);
}

/// Lets windows prove what is judged already. They come last: a block that they keep on the board may stand in seki,
/// and so is no wall for the reading of others.
pub(super) fn prove_by_windows(judgements: &mut [BlockJudgement], safe: &SafetyMap) {
    for block in judgements {
        let is_proved = match block.status {
            Status::Alive => safe.stones[block.color].contains(block.head),
            Status::Dead => safe.territory[block.color.opponent()].contains(block.head),
            Status::Seki => false,
        };
        if !is_proved || block.basis.is_proved_apart() {
            continue;
        }
        block.basis = match block.status {
            Status::Dead => Basis::InsideSafeTerritory,
            Status::Alive | Status::Seki => Basis::SafeBySearch,
        };
    }
}

/// The board without a ban by a ko and without its past: which side is to move does not matter here.
fn without_ban(board: &Board) -> Board {
    let mut board = board.clone();
    board.forget_history();
    board.set_ko(None);
    board
}

/// Keeps two neighboring blocks of different colors that are both captured by reading: one of them has to stand to take
/// the other off.
fn keep_touching_dead(judgements: &mut [BlockJudgement]) {
    let is_dead = |block: &BlockJudgement| {
        block.status == Status::Dead && block.basis.kind() == BasisKind::Reading
    };
    let dead: Vec<usize> = (0..judgements.len())
        .filter(|&n| is_dead(&judgements[n]))
        .collect();
    for &one in &dead {
        let other = dead.iter().find(|&&other| {
            let [a, b] = [&judgements[one], &judgements[other]];
            a.color != b.color && a.stones.spread().intersects(&b.stones)
        });
        for n in other.into_iter().chain(other.map(|_| &one)) {
            (judgements[*n].status, judgements[*n].basis) = (Status::Seki, Basis::SharesSeki);
        }
    }
}

/// Lets some blocks live that are dead or in doubt: those that touch living stones of their own color across empty
/// points and dead stones, but no living opponent. The stones that could capture such a block are dead themselves.
fn spare_enclosed(board: &Board, judgements: &mut [BlockJudgement]) {
    let alive = PerColor::from_fn(|color| {
        let living = judgements
            .iter()
            .filter(|block| block.color == color && block.status != Status::Dead);
        living.fold(PointSet::EMPTY, |all, block| all | block.stones)
    });
    let open = PointSet::board(board.size()) - alive[Color::Black] - alive[Color::White];
    let is_in_question = |block: &&mut BlockJudgement| {
        block.status == Status::Dead || block.is_doubtful() || block.hangs_on_first_move()
    };
    for block in judgements.iter_mut().filter(is_in_question) {
        let around = open | block.stones;
        let reached = component(&around, block.head).spread() - block.stones;
        let is_among_own = reached.intersects(&alive[block.color])
            && !reached.intersects(&alive[block.color.opponent()]);
        if is_among_own {
            block.status = Status::Alive;
            block.basis = Basis::AmongOwn;
        }
    }
}

/// Lets one of two neighboring blocks of different colors live if both are judged dead: the one whose estimate is less
/// clear.
fn reconcile(source: OwnerSource, judgements: &mut [BlockJudgement]) {
    for one in 0..judgements.len() {
        for other in 0..judgements.len() {
            let [a, b] = [&judgements[one], &judgements[other]];
            let both_dead = a.status == Status::Dead && b.status == Status::Dead;
            if !both_dead || a.color == b.color || !a.stones.spread().intersects(&b.stones) {
                continue;
            }
            if let Some(clearness) = a.basis.clearness()
                && b.basis.clearness().is_none_or(|other| clearness <= other)
            {
                judgements[one].status = Status::Alive;
                judgements[one].basis = source.basis(Clearness::NONE);
            }
        }
    }
}

fn judge_block(
    board: &Board,
    proofs: &Proofs,
    source: OwnerSource,
    ownership: &dyn Fn(Color, Point) -> f32,
    head: Point,
) -> BlockJudgement {
    let color = match board.cell(head) {
        Cell::White => Color::White,
        Cell::Black | Cell::Empty | Cell::Wall => Color::Black,
    };
    let stones: PointSet = board.stones(head).collect();
    let mut judgement = BlockJudgement {
        head,
        color,
        stones,
        status: Status::Alive,
        basis: source.basis(Clearness::NONE),
        by_first: PerColor::default(),
        first_moves: PerColor::default(),
        shared: PointSet::EMPTY,
    };
    match proofs.status(color, head) {
        Some((status, basis)) => (judgement.status, judgement.basis) = (status, basis),
        None => judge_by_ownership(&mut judgement, source, ownership),
    }
    judgement
}

/// Weight in an estimate of the ownership when the opponent moves first. Stones that the opponent can then capture
/// are dead (Japanese rules, article 7.1). The rest is for the ownership when the owner moves first: of two blocks
/// in a race that the first to move wins, not both are dead.
const OPPONENT_FIRST: f32 = 0.75;

/// Dead if the stones belong to the opponent on average.
fn judge_by_ownership(
    block: &mut BlockJudgement,
    source: OwnerSource,
    ownership: &dyn Fn(Color, Point) -> f32,
) {
    let sign = if block.color == Color::Black {
        1.0
    } else {
        -1.0
    };
    block.by_first = PerColor::from_fn(|first| {
        let (sum, n) = block.stones.iter().fold((0.0, 0.0), |(sum, n), point| {
            (sum + sign * ownership(first, point), n + 1.0)
        });
        sum / n
    });
    let mean = OPPONENT_FIRST * block.by_first[block.color.opponent()]
        + (1.0 - OPPONENT_FIRST) * block.by_first[block.color];
    block.status = if mean < 0.0 {
        Status::Dead
    } else {
        Status::Alive
    };
    block.basis = source.basis(Clearness::of(mean));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::CancelToken;

    #[test]
    fn a_stone_among_dead_captors_is_not_dead() {
        let diagram = "X . O X .\n. O X . X\nO X . X .\nX . X . X\n. X . X .";
        let board: Board = diagram.parse().unwrap();
        let corner: Point = "A5".parse().unwrap();
        let owner = |_: Color, point: Point| if point == corner { -1.0 } else { 1.0 };
        // Without any search, which would prove the corner.
        let cancel = CancelToken::new();
        cancel.cancel();
        let effort = JudgementEffort {
            seconds: 0.0,
            limits: &Budget::unlimited().with_cancel(&cancel),
        };
        let proofs = Proofs::default();
        let blocks = judge_blocks(&board, &proofs, OwnerSource::Network, &owner, &effort);
        for block in blocks {
            let expected = match block.color {
                Color::Black => Status::Alive,
                Color::White => Status::Dead,
            };
            assert_eq!(block.status, expected, "{}", block.head);
            assert_eq!(block.basis == Basis::AmongOwn, block.head == corner);
        }
    }
}
