//! Reading of living groups beside their friends and in their territories.
//!
//! A block lives if the opponent, moving first, can't take it beside friends that are shown to live. The blocks of a
//! group that surrounds points need not be shown one by one: each is read beside the others of its group, and all
//! together in their territory (`territory`). If the opponent finds nothing in either, the group lives, unless one play
//! threatens two of these at once.

use std::cmp::Reverse;
use std::sync::Arc;

use super::basis::{Basis, BasisKind};
use super::fates;
use super::status::{BlockJudgement, Status};
use super::territory::TerritoryReader;
use super::walls::{Group, living_groups};
use crate::base::Budget;
use crate::board::{Board, Color, PerColor, PointSet};
use crate::tsumego::reader::Past;
use crate::tsumego::{Goal, Question, Reader, Verdict};

/// Nodes of a question about a block beside its friends, in each round.
const BLOCK_ROUNDS: [u64; 2] = [60, 800];

/// Nodes of a question about a territory, in each round.
const TERRITORY_ROUNDS: [u64; 4] = [300, 2000, 6000, 20_000];

/// What a question costs before its first node, in nodes.
const NODES_OF_FRAMES: u64 = 20;

/// Confirms the living blocks that ownership decides where the opponent finds no way to take them.
pub(super) fn confirm_groups(
    board: &Board,
    judgements: &mut [BlockJudgement],
    past: &Arc<Past>,
    budget: &mut Budget,
) {
    let mut reader = fates::reader(past);
    let mut all = budget.part(budget.remaining() / 4 * 3);
    confirm_all(board, judgements, &mut reader, &mut all);
    budget.charge(all.spent());
}

fn confirm_all(
    board: &Board,
    judgements: &mut [BlockJudgement],
    reader: &mut Reader,
    budget: &mut Budget,
) {
    let nothing = PointSet::EMPTY;
    for nodes in BLOCK_ROUNDS {
        confirm_beside(board, judgements, (&nothing, nodes), reader, budget);
    }
    let mut open = Vec::new();
    for color in Color::BOTH {
        for group in living_groups(board, judgements, color) {
            let standing = standing(board, judgements, (color, &group), reader, budget);
            if !standing.is_empty() {
                open.push((color, group.parts(), standing));
            }
        }
    }
    let mut territories = TerritoryReader::default();
    for nodes in TERRITORY_ROUNDS {
        open.retain(|(color, parts, standing)| {
            let held = held(judgements, *color, standing);
            let lives = parts.iter().any(|part| {
                budget.check().is_ok()
                    && budget.remaining() > 0
                    && territories.is_enough(board, *color, (part, &held), nodes, budget)
            });
            for &n in standing.iter().filter(|_| lives) {
                judgements[n].confirm_by_reading();
            }
            !lives
        });
    }
    confirm_beside(
        board,
        judgements,
        (&nothing, BLOCK_ROUNDS[0]),
        reader,
        budget,
    );
}

/// Confirms the living blocks that the opponent can't take beside `anchors`, which are assumed to live, and what is
/// shown so.
pub(super) fn confirm_beside_anchors(
    board: &Board,
    judgements: &mut [BlockJudgement],
    anchors: &PointSet,
    past: &Arc<Past>,
    budget: &mut Budget,
) {
    let mut reader = fates::reader(past);
    let mut half = budget.part(budget.remaining() / 2);
    for nodes in BLOCK_ROUNDS {
        confirm_beside(board, judgements, (anchors, nodes), &mut reader, &mut half);
    }
    budget.charge(half.spent());
}

/// The stones of each color that are shown to live, whichever side moves first.
fn shown(judgements: &[BlockJudgement]) -> PerColor<PointSet> {
    let is_shown = |block: &&BlockJudgement| {
        block.status == Status::Alive
            && block.basis.kind() != BasisKind::Estimate
            && block.basis != Basis::HangsOnFirstMove
    };
    let mut stones = PerColor::default();
    for block in judgements.iter().filter(is_shown) {
        stones[block.color] |= block.stones;
    }
    stones
}

fn is_in_question(block: &BlockJudgement) -> bool {
    block.is_decided_by_ownership() && block.status == Status::Alive
}

/// Confirms the blocks that live beside `anchors` and friends that are shown to live, until no more are found. The
/// anchors themselves are left as they are.
fn confirm_beside(
    board: &Board,
    judgements: &mut [BlockJudgement],
    (anchors, nodes): (&PointSet, u64),
    reader: &mut Reader,
    budget: &mut Budget,
) {
    let mut friends = shown(judgements);
    for color in Color::BOTH {
        friends[color] |= *anchors & board.points_of(color).collect();
    }
    loop {
        let mut is_new = false;
        let in_question = judgements
            .iter_mut()
            .filter(|block| is_in_question(block) && !anchors.contains(block.head));
        for block in in_question {
            if !friends[block.color].is_empty()
                && stands(board, block, &friends[block.color], nodes, reader, budget)
            {
                block.confirm_by_reading();
                friends[block.color] |= block.stones;
                is_new = true;
            }
        }
        if !is_new {
            return;
        }
    }
}

/// Whether the opponent, moving first, can't take a block if its friends are never taken.
fn stands(
    board: &Board,
    block: &BlockJudgement,
    friends: &PointSet,
    nodes: u64,
    reader: &mut Reader,
    budget: &mut Budget,
) -> bool {
    if budget.check().is_err() || budget.remaining() == 0 {
        return false;
    }
    reader.assume_friends(*friends - block.stones);
    let question = Question::new(block.head, Goal::Kill, block.color.opponent());
    let mut part = budget.part(nodes);
    let reading = reader.read(board, question, &mut part);
    budget.charge(part.spent() + NODES_OF_FRAMES);
    reading.is_some_and(|reading| reading.is_proven() && reading.verdict == Verdict::Refuted)
}

/// The blocks of a group in question, by number, that stand beside each other: together they live if they have enough
/// territory.
fn standing(
    board: &Board,
    judgements: &[BlockJudgement],
    (color, group): (Color, &Group),
    reader: &mut Reader,
    budget: &mut Budget,
) -> Vec<usize> {
    let stones = group.stones();
    let mut open: Vec<usize> = (0..judgements.len())
        .filter(|&n| is_in_question(&judgements[n]) && judgements[n].stones.is_subset(&stones))
        .collect();
    open.sort_by_key(|&n| Reverse(judgements[n].stones.len()));
    if group.blocks.len() > 1 {
        let friends = shown(judgements)[color] | stones;
        open.retain(|&n| {
            BLOCK_ROUNDS
                .iter()
                .any(|&nodes| stands(board, &judgements[n], &friends, nodes, reader, budget))
        });
    }
    open
}

/// The stones of a color that are shown to live, and those that stand beside each other.
fn held(judgements: &[BlockJudgement], color: Color, standing: &[usize]) -> PointSet {
    let standing = standing.iter().map(|&n| judgements[n].stones);
    standing.fold(shown(judgements)[color], |all, stones| all | stones)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::{Point, Size};
    use crate::referee::basis::{Clearness, OwnerSource};
    use crate::safety::unconditional_life;

    /// All blocks of a board, alive by a clear estimate.
    pub(in crate::referee) fn all_alive(board: &Board) -> Vec<BlockJudgement> {
        let heads = Color::BOTH.map(|color| (color, board.first_stones(color)));
        let blocks = heads
            .into_iter()
            .flat_map(|(color, heads)| heads.into_iter().map(move |head| (color, head)));
        let judgement = |(color, head): (Color, Point)| BlockJudgement {
            head,
            color,
            stones: board.stones(head).collect(),
            status: Status::Alive,
            basis: OwnerSource::Playouts.basis(Clearness::of(0.95)),
            by_first: PerColor::default(),
            first_moves: PerColor::default(),
            shared: PointSet::EMPTY,
        };
        blocks.map(judgement).collect()
    }

    #[test]
    fn what_is_assumed_of_living_friends_is_what_the_reader_finds_itself() {
        let mut rng = Rng::new(71, 0);
        let (mut n_compared, mut n_stand) = (0, 0);
        for _ in 0..400 {
            let Some(board) = beside_a_living_chain(&mut rng) else {
                continue;
            };
            let friends = unconditional_life(&board, Color::White).stones;
            for block in all_alive(&board) {
                if block.color != Color::White || friends.contains(block.head) {
                    continue;
                }
                let question = Question::new(block.head, Goal::Kill, Color::Black);
                let [alone, beside] = [PointSet::EMPTY, friends].map(|friends| {
                    let mut reader = fates::reader(&Arc::default());
                    reader.assume_friends(friends);
                    reader
                        .read(&board, question, &mut Budget::nodes(3000))
                        .unwrap()
                });
                if alone.is_proven() && beside.is_proven() {
                    n_compared += 1;
                    n_stand += usize::from(beside.verdict == Verdict::Refuted);
                    assert_eq!(alone.verdict, beside.verdict, "{} of\n{board}", block.head);
                }
            }
        }
        assert!(n_compared > 100 && n_stand > 30, "{n_compared} {n_stand}");
    }

    /// Random stones above a white chain with two eyes.
    fn beside_a_living_chain(rng: &mut Rng) -> Option<Board> {
        let size = Size::new(6, 6)?;
        let mut stones = Vec::new();
        for point in size.points() {
            let color = match (point.y(), point.x()) {
                (0, 1 | 4) => None,
                (0 | 1, _) => Some(Color::White),
                _ => [
                    None,
                    None,
                    Some(Color::Black),
                    Some(Color::Black),
                    Some(Color::White),
                ][rng.index(5)],
            };
            stones.extend(color.map(|color| (color, point)));
        }
        Board::with_stones(size, stones).ok()
    }
}
