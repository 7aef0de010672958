//! Life and death of a block in a small enclosed area, by complete search.
//!
//! The area is what a flood from the block reaches without crossing the wall: stones of the opponent that are taken for
//! granted. Both sides may play anywhere in the area or pass; two passes end the line with the block alive, which makes
//! seki a way to live. What is read holds if the wall lives, and if no ko threat is answered. The prover fails by a
//! line in which a stone of the wall falls, and by a repetition; neither side may retake a ko at once. What happens
//! outside can only give the wall more liberties.

use crate::base::Budget;
use crate::board::{Board, Cell, Color, Point, PointSet, zobrist};
use crate::proof::{AndOrGraph, Outcome, prove};
use crate::safety::LifeTracker;

/// Size of the table of a reading: 2 to this power entries.
const LOG2_ENTRIES: u32 = 14;

/// The area in which a block has to live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// A stone of the block.
    target: Point,
    /// Owner of the block.
    defender: Color,
    /// Every point that the flood reached, stones included.
    points: PointSet,
    /// The stones that enclose the area.
    wall: PointSet,
}

/// What was read about a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnclosedStatus {
    /// It is captured though its owner moves first.
    Captured,
    /// It survives though the opponent moves first, with eyes or in a seki.
    Survives,
    /// Neither was proved within the budget: it may depend on the side to move, or on a ko.
    Open,
}

impl Area {
    /// The area of the block on `target` inside `wall`, which are stones of the other color, or `None` if it has more
    /// than `most_empty` empty points.
    ///
    /// # Panics
    /// In debug builds, if there is no stone on `target`.
    #[must_use]
    pub fn new(board: &Board, target: Point, wall: &PointSet, most_empty: usize) -> Option<Self> {
        debug_assert!(board.color(target).is_some());
        let defender = board.color(target)?;
        let mut points = PointSet::EMPTY;
        let mut reached_wall = PointSet::EMPTY;
        let mut open = vec![target];
        points.insert(target);
        let mut n_empty = 0;
        while let Some(point) = open.pop() {
            n_empty += usize::from(board.is_empty(point));
            if n_empty > most_empty {
                return None;
            }
            for neighbor in point.neighbors() {
                if wall.contains(neighbor) {
                    reached_wall.insert(neighbor);
                } else if board.cell(neighbor) != Cell::Wall && points.insert(neighbor) {
                    open.push(neighbor);
                }
            }
        }
        Some(Self {
            target,
            defender,
            points,
            wall: reached_wall,
        })
    }

    /// The points of the area.
    #[must_use]
    pub const fn points(&self) -> &PointSet {
        &self.points
    }

    /// The stones beside the area that enclose it.
    #[must_use]
    pub const fn wall(&self) -> &PointSet {
        &self.wall
    }

    /// Reads whether the block is captured or survives. Each of the two searches has at most half of the budget.
    pub fn read(&self, board: &Board, budget: &mut Budget) -> EnclosedStatus {
        if self.is_captured(board, self.defender, budget) {
            EnclosedStatus::Captured
        } else if self.survives(board, self.defender.opponent(), budget) {
            EnclosedStatus::Survives
        } else {
            EnclosedStatus::Open
        }
    }

    /// Whether the opponent of the block's owner is proved to capture it when `to_move` moves first.
    pub fn is_captured(&self, board: &Board, to_move: Color, budget: &mut Budget) -> bool {
        self.prove(board, self.defender.opponent(), to_move, budget)
    }

    /// Whether the block is proved to survive when `to_move` moves first. Never where a block of the wall has no
    /// liberty outside the area: it may get one, and then the opponent may play what is suicide now.
    pub fn survives(&self, board: &Board, to_move: Color, budget: &mut Budget) -> bool {
        self.wall_has_liberties(board) && self.prove(board, self.defender, to_move, budget)
    }

    /// Whether each block of the wall has a liberty outside the area.
    fn wall_has_liberties(&self, board: &Board) -> bool {
        self.wall.iter().all(|stone| {
            board
                .block_at(stone)
                .is_some_and(|block| !block.liberties().is_subset(&self.points))
        })
    }

    fn prove(&self, board: &Board, prover: Color, to_move: Color, budget: &mut Budget) -> bool {
        let mut part = budget.part(budget.remaining() / 2);
        let mut board = board.clone();
        board.forget_history();
        let mut graph = Graph {
            area: self,
            life: LifeTracker::new(&board, self.defender),
            board,
            prover,
            to_move,
            line: Vec::new(),
        };
        let verdict = prove(&mut graph, LOG2_ENTRIES, &mut part);
        budget.charge(part.spent());
        verdict == Outcome::Proved
    }
}

struct Graph<'a> {
    area: &'a Area,
    board: Board,
    /// What the block's owner has unconditionally.
    life: LifeTracker,
    prover: Color,
    to_move: Color,
    /// The moves made, each with the passes in a row that it ends.
    line: Vec<(Option<Point>, u8)>,
}

impl Graph<'_> {
    fn n_passes(&self) -> u8 {
        self.line.last().map_or(0, |&(_, n_passes)| n_passes)
    }

    /// Whether the block is captured (`true`) or out of danger, if that is settled.
    fn is_lost(&self) -> Option<bool> {
        let area = self.area;
        if self.board.color(area.target) != Some(area.defender) {
            return Some(true);
        }
        let is_alive = || {
            let life = self.life.life(&self.board);
            life.stones.contains(area.target)
        };
        (self.n_passes() >= 2 || is_alive()).then_some(false)
    }

    /// Whether a stone of the wall is gone, so that nothing is known any more.
    fn is_broken(&self) -> bool {
        let attacker = self.area.defender.opponent();
        let mut wall = self.area.wall.iter();
        wall.any(|stone| self.board.color(stone) != Some(attacker))
    }
}

impl AndOrGraph for Graph<'_> {
    type Move = Option<Point>;
    type Key = u64;
    type Zone = ();

    fn key(&self) -> u64 {
        let ko = self.board.ko().map_or(0, |(_, point)| zobrist::ko(point));
        self.board.hash()
            ^ zobrist::to_move(self.to_move)
            ^ ko
            ^ u64::from(self.n_passes()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_prover_to_move(&self) -> bool {
        self.to_move == self.prover
    }

    fn outcome(&self) -> Option<bool> {
        if self.is_broken() {
            return Some(false);
        }
        let wants_capture = self.prover != self.area.defender;
        self.is_lost().map(|is_lost| is_lost == wants_capture)
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        let legal = self
            .area
            .points
            .iter()
            .filter(|&point| self.board.is_legal(self.to_move, point));
        legal.map(Some).chain([None]).collect()
    }

    fn play(&mut self, mv: Option<Point>) {
        match mv {
            Some(point) => {
                let played = self.board.play(self.to_move, point);
                debug_assert!(played.is_ok(), "moves are legal");
                self.life.follow(&self.board, point);
                self.line.push((mv, 0));
            }
            None => {
                self.board.pass();
                self.line.push((mv, self.n_passes() + 1));
            }
        }
        self.to_move = self.to_move.opponent();
    }

    fn undo(&mut self) {
        self.board.undo();
        if let Some((Some(point), _)) = self.line.pop() {
            self.life.follow(&self.board, point);
        }
        self.to_move = self.to_move.opponent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the block on `target` with all stones of the other color as wall, but those on the points `inside`.
    fn check(diagram: &str, target: &str, inside: &[&str], expected: EnclosedStatus) {
        let board: Board = diagram.parse().unwrap();
        let target: Point = target.parse().unwrap();
        let color = board.color(target).unwrap();
        let inside: PointSet = inside.iter().map(|name| name.parse().unwrap()).collect();
        let wall: PointSet = board.points_of(color.opponent()).collect();
        let area = Area::new(&board, target, &(wall - inside), 12).unwrap();
        let found = area.read(&board, &mut Budget::nodes(200_000));
        assert_eq!(found, expected, "{diagram}");
    }

    #[test]
    fn straight_three_is_open_and_its_neighbors_are_settled() {
        check(
            ". . X O .\nX X X O .\nO O O O .",
            "A2",
            &[],
            EnclosedStatus::Captured,
        );
        check(
            ". . . X O .\nX X X X O .\nO O O O O .",
            "A2",
            &[],
            EnclosedStatus::Open,
        );
        check(
            ". . . . X O .\nX X X X X O .\nO O O O O O .",
            "A2",
            &[],
            EnclosedStatus::Survives,
        );
    }

    #[test]
    fn a_stone_on_the_vital_point_kills() {
        check(
            ". O . X O .\nX X X X O .\nO O O O O .",
            "A2",
            &["B3"],
            EnclosedStatus::Captured,
        );
        check(
            ". O . . X O .\nX X X X X O .\nO O O O O O .",
            "A2",
            &["B3"],
            EnclosedStatus::Open,
        );
    }

    #[test]
    fn taking_a_stone_of_the_wall_proves_nothing() {
        // Black's only eye is where A3 stands: to take it is no second one.
        let diagram = "X X X O .\nO . X O .\nX X X O .\nO O O O .";
        check(diagram, "A4", &["A3"], EnclosedStatus::Captured);
        check(diagram, "A4", &[], EnclosedStatus::Open);
    }

    #[test]
    fn a_wall_without_a_liberty_of_its_own_may_get_one() {
        // C1 is an eye only as long as the stone on D1 has no other liberty; White takes E1 from outside.
        check(
            "O O O O O . .\nX X X X O O .\n. X . O X . .",
            "A2",
            &[],
            EnclosedStatus::Open,
        );
        check(
            "O O O O O . .\nX X X X O O .\n. X . O O . .",
            "A2",
            &[],
            EnclosedStatus::Captured,
        );
        check(
            "O O O O O . .\nX X X X O O .\n. X . X O . .",
            "A2",
            &[],
            EnclosedStatus::Survives,
        );
    }

    #[test]
    fn an_area_has_a_largest_size() {
        let board: Board = ". . . .\n. X . .\n. . . .".parse().unwrap();
        let target = "B2".parse().unwrap();
        assert_eq!(Area::new(&board, target, &PointSet::EMPTY, 10), None);
        let area = Area::new(&board, target, &PointSet::EMPTY, 11).unwrap();
        assert_eq!(area.points().len(), 12);
    }
}
