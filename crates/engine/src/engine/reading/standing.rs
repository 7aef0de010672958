//! Stones that certainly stand, and what is proved if they do.
//!
//! Nothing is known outside a frame: a kill is proved only with walls that can't be taken there, and a life by a friend
//! nearby only if the friend lives by itself. A network that has seen the whole board calls most such stones certain.
//! With them taken for granted the reader proves far more. Such an answer is an estimate, and names the blocks that it
//! takes for granted.

use std::sync::Arc;

use super::effort::Effort;
use super::position::PositionReading;
use super::readers;
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet, Rules};
use crate::intuition::{EvaluationBuffers, History, Intuition, NetworkPosition, Symmetry};
use crate::tsumego::reader::{Basis, Past};
use crate::tsumego::{Question, Reader, Reading};

/// How far a block belongs to its owner at least, whichever side moves first, to be taken for granted.
const CERTAIN: f32 = 0.9;

/// Fewest liberties of a block that is taken for granted: a block that may be taken soon is part of the fight.
const LEAST_LIBERTIES: u16 = 3;

/// Nodes of a question with stones taken for granted.
const NODES: u64 = 30_000;

/// A reader to which certain stones never fall.
#[derive(Debug)]
pub(super) struct Standing {
    stones: PointSet,
    reader: Reader,
    /// For each question.
    nodes: u64,
}

impl Standing {
    fn new(stones: PointSet, past: &Arc<Past>, nodes: u64) -> Self {
        let mut reader = readers::for_hints(past);
        reader.assume(stones);
        reader.assume_friends(stones);
        Self {
            stones,
            reader,
            nodes,
        }
    }

    /// The answer to a question if it is proved with these stones taken for granted.
    ///
    /// Cost: as many nodes as the effort allows.
    pub(super) fn proved(
        &mut self,
        board: &Board,
        question: Question,
        limits: &Budget,
    ) -> Option<Reading> {
        let mut budget = limits.renewed(self.nodes);
        let found = self.reader.read(board, question, &mut budget)?;
        found.is_proven().then(|| Reading {
            basis: Basis::Given,
            given: self.beside(board, &found.zone),
            claims: Vec::new(),
            ..found
        })
    }

    /// What a first move comes to, as the answer to the question that it answers; nothing if the blocks are gone after
    /// it, or nothing is proved.
    ///
    /// Cost: as above.
    pub(super) fn proved_after(
        &mut self,
        board: &Board,
        question: &Question,
        mv: Point,
        limits: &Budget,
    ) -> Option<Reading> {
        let mut after = board.clone();
        after.play(question.to_move, mv).ok()?;
        let found = self.proved(&after, question.of_the_other(), limits)?;
        let line = [Some(mv)].into_iter().chain(found.line.iter().copied());
        Some(Reading {
            verdict: found.verdict.for_the_other(),
            line: line.collect(),
            ..found
        })
    }

    /// A stone of each block taken for granted on or beside some points.
    fn beside(&self, board: &Board, zone: &PointSet) -> PointSet {
        let near = *zone | zone.spread();
        board
            .first_of_each_block((near & self.stones).iter())
            .into_iter()
            .collect()
    }
}

impl PositionReading<'_> {
    /// The stones that stand certainly beside those `in_question`, by a network; `None` if there is no network, no
    /// such stone, or no time left.
    ///
    /// Cost: two evaluations.
    pub(super) fn standing(&self, in_question: PointSet, effort: &Effort) -> Option<Standing> {
        let limits = effort.limits();
        let nodes = effort.for_given(NODES, &self.budgets);
        if nodes == 0 {
            return None;
        }
        let network = self.network?.wait(limits).ok()??;
        let history = self.game.map(History::of_game);
        let rules = Rules::default();
        let mut stones = PointSet::board(self.board.size()) - in_question;
        for to_move in Color::BOTH {
            limits.check().ok()?;
            let position = match (self.game, &history) {
                (Some(game), Some(history)) => NetworkPosition::of_game(game, history, to_move),
                _ => NetworkPosition::alone(self.board, to_move, &rules),
            };
            stones = stones & certain(&network, &position, self.board);
        }
        (!stones.is_empty()).then(|| Standing::new(stones, &self.life.past, nodes))
    }
}

/// The stones of blocks that belong to their owners nearly surely, and are not short of liberties.
fn certain(network: &Intuition, position: &NetworkPosition<'_>, board: &Board) -> PointSet {
    let mut buffers = EvaluationBuffers::default();
    let evaluation = network.ask(position, Symmetry::IDENTITY, 0.0, true, &mut buffers);
    let points = board.size().points_from_top();
    let owned: Vec<(Point, f32)> = points.zip(evaluation.ownership.iter().copied()).collect();
    let mut certain = PointSet::EMPTY;
    for color in Color::BOTH {
        let sign = if color == position.to_move { 1.0 } else { -1.0 };
        for head in board.first_stones(color) {
            let Some(block) = board.block_at(head) else {
                continue;
            };
            let stones: PointSet = board.stones(head).collect();
            let of_block = owned.iter().filter(|(point, _)| stones.contains(*point));
            let least = of_block.map(|(_, owned)| sign * owned).fold(1.0, f32::min);
            if least >= CERTAIN && block.n_liberties() >= LEAST_LIBERTIES {
                certain |= stones;
            }
        }
    }
    certain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsumego::reader::Past;
    use crate::tsumego::{Goal, Verdict};

    /// A white group in the corner with three points in a row. The wall around it has two liberties and is shut in.
    const SHUT_WALL: &str = "\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . O O O O . . . .\n\
        X X X X X O . . .\n\
        O O O O X O . . .\n\
        . . . O X . . . .";

    fn question(board: &Board, target: &str, goal: Goal) -> Question {
        let target: Point = target.parse().unwrap();
        let owner = board.color(target).unwrap();
        Question::new(target, goal, goal.player(owner))
    }

    fn standing(board: &Board, blocks: &[&str]) -> Standing {
        let heads = blocks.iter().map(|name| name.parse::<Point>().unwrap());
        let stones = heads.flat_map(|head| board.stones(head)).collect();
        Standing::new(stones, &Arc::new(Past::default()), 20_000)
    }

    #[test]
    fn a_group_dies_if_the_wall_around_it_stands() {
        let board: Board = SHUT_WALL.parse().unwrap();
        let kill = question(&board, "A2", Goal::Kill);
        let limits = Budget::unlimited();
        let alone = standing(&board, &[]).proved(&board, kill, &limits);
        assert!(alone.is_none_or(|alone| alone.verdict != Verdict::Achieved));
        let found = standing(&board, &["E1"]).proved(&board, kill, &limits);
        let found = found.unwrap();
        assert_eq!(
            (found.verdict, found.basis),
            (Verdict::Achieved, Basis::Given)
        );
        assert!(!found.is_proven());
        assert_eq!(found.first(), Some("B1".parse().unwrap()));
        let wall: PointSet = board.stones("E1".parse().unwrap()).collect();
        assert!(
            found.given.len() == 1 && found.given.is_subset(&wall),
            "{found:?}"
        );
    }

    #[test]
    fn a_move_is_followed_by_the_answer_of_the_other_side() {
        let board: Board = SHUT_WALL.parse().unwrap();
        let kill = question(&board, "A2", Goal::Kill);
        let mut standing = standing(&board, &["E1"]);
        let mut after = |name: &str| {
            let mv = name.parse().unwrap();
            let found = standing.proved_after(&board, &kill, mv, &Budget::unlimited());
            found.unwrap().verdict
        };
        assert_eq!(after("B1"), Verdict::Achieved);
        assert_eq!(after("J9"), Verdict::Refuted);
    }
}
