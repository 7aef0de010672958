//! What the reader proves about the blocks that no static proof decides: whether each lives or falls, whichever
//! side moves first.
//!
//! Both questions are read for each block: can the opponent kill it, moving first; can its owner save it, moving first?
//! Only answers that are proved on the whole board count. Most blocks are proved within a few nodes, so all blocks are
//! read in rounds with a small number of nodes at first, those with few liberties first.

use std::cmp::Reverse;
use std::sync::Arc;

use super::status::{BlockJudgement, Status};
use crate::base::Budget;
use crate::board::{Board, Point};
use crate::tsumego::reader::Past;
use crate::tsumego::{Goal, Question, Reader, ReaderParams, Reading, Verdict};

/// Nodes of a question in each round.
const ROUNDS: [u64; 3] = [200, 2000, 20_000];

/// The number of rounds.
pub(super) const ALL_ROUNDS: usize = ROUNDS.len();

/// What a question costs before its first node, in nodes: frames are cut out of the board.
const NODES_OF_FRAMES: u64 = 20;

/// Size of the reader's table: 2 to this power entries.
const LOG2_ENTRIES: u32 = 15;

/// The reader of a judgement about a position after a game.
pub(super) fn reader(past: &Arc<Past>) -> Reader {
    let mut reader = Reader::new(ReaderParams {
        log2_entries: LOG2_ENTRIES,
        ..ReaderParams::default()
    });
    reader.set_past(past);
    reader
}

/// What is proved about a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays on the board, with two eyes or in a seki, though the opponent moves first.
    Lives,
    /// It is captured though its owner moves first.
    Falls,
    /// The opponent kills it with the move `kill` if it moves first, its owner saves it with `save`.
    Hangs {
        kill: Option<Point>,
        save: Option<Point>,
    },
}

/// What is proved about one of the two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProvedGoal {
    /// The side that moves first reaches its goal with this move.
    Reached(Option<Point>),
    /// It does not.
    Missed,
    /// A ko decides: neither fate is claimed.
    Ko,
}

impl ProvedGoal {
    /// The answer of a reading, if it is proved.
    fn of(reading: &Reading) -> Option<Self> {
        if !reading.is_proven() {
            return None;
        }
        match reading.verdict {
            Verdict::Achieved => Some(Self::Reached(reading.first())),
            Verdict::Refuted => Some(Self::Missed),
            Verdict::Ko { .. } => Some(Self::Ko),
            Verdict::Unknown => None,
        }
    }
}

/// The questions about a block.
#[derive(Clone, Copy, Debug, Default)]
struct Questions {
    kill: Option<ProvedGoal>,
    live: Option<ProvedGoal>,
}

impl Questions {
    /// The question that is still to be read; the one first that decides alone if the estimate is right.
    fn next(&self, is_alive: bool) -> Option<Goal> {
        let open = |goal: Goal| match goal {
            Goal::Kill => self.kill.is_none(),
            Goal::Live => self.live.is_none(),
        };
        let order = if is_alive {
            [Goal::Kill, Goal::Live]
        } else {
            [Goal::Live, Goal::Kill]
        };
        if self.is_closed() {
            return None;
        }
        order.into_iter().find(|&goal| open(goal))
    }

    /// Whether one answer decides, or none can any more.
    fn is_closed(&self) -> bool {
        let ends = [self.kill, self.live];
        ends.contains(&Some(ProvedGoal::Missed)) || ends.contains(&Some(ProvedGoal::Ko))
    }

    /// The fate of the block, once it is proved.
    const fn fate(&self) -> Option<Fate> {
        match (self.kill, self.live) {
            (Some(ProvedGoal::Missed), _) => Some(Fate::Lives),
            (_, Some(ProvedGoal::Missed)) => Some(Fate::Falls),
            (Some(ProvedGoal::Reached(kill)), Some(ProvedGoal::Reached(save))) => {
                Some(Fate::Hangs { kill, save })
            }
            (Some(ProvedGoal::Reached(_) | ProvedGoal::Ko) | None, _) => None,
        }
    }
}

/// The fates of the blocks, as far as they are proved within the budget. `n_rounds` is in how many rounds at most a
/// block is read; 0 for one that is not in question.
pub(super) fn read_fates(
    board: &Board,
    judgements: &[BlockJudgement],
    n_rounds: impl Fn(&BlockJudgement) -> usize,
    reader: &mut Reader,
    budget: &mut Budget,
) -> Vec<Option<Fate>> {
    let mut questions = vec![Questions::default(); judgements.len()];
    let mut order: Vec<usize> = (0..judgements.len())
        .filter(|&n| n_rounds(&judgements[n]) > 0)
        .collect();
    let n_liberties = |n: usize| {
        let block = board.block_at(judgements[n].head);
        block.map_or(0, |block| block.n_liberties())
    };
    order.sort_by_key(|&n| (n_liberties(n), Reverse(judgements[n].stones.len())));
    for (round, nodes) in ROUNDS.into_iter().enumerate() {
        order.retain(|&n| n_rounds(&judgements[n]) > round);
        for &n in &order {
            if budget.check().is_err() || budget.remaining() == 0 {
                break;
            }
            advance(
                board,
                &judgements[n],
                &mut questions[n],
                nodes,
                reader,
                budget,
            );
        }
    }
    questions.iter().map(Questions::fate).collect()
}

/// Reads the open questions about a block with so many nodes each.
fn advance(
    board: &Board,
    block: &BlockJudgement,
    questions: &mut Questions,
    nodes: u64,
    reader: &mut Reader,
    budget: &mut Budget,
) {
    let is_alive = block.status != Status::Dead;
    while let Some(goal) = questions.next(is_alive) {
        let question = Question::new(block.head, goal, goal.player(block.color));
        let mut part = budget.part(nodes);
        let reading = reader.read(board, question, &mut part);
        budget.charge(part.spent() + NODES_OF_FRAMES);
        let Some(answer) = reading.as_ref().and_then(ProvedGoal::of) else {
            return;
        };
        match goal {
            Goal::Kill => questions.kill = Some(answer),
            Goal::Live => questions.live = Some(answer),
        }
    }
}
