//! Two blocks at once: moves that threaten both, and moves that save both.
//!
//! Built on reading of few liberties; its answers are estimates.

use std::cell::Cell;

use super::capture::Capture;
use super::ko::Success;
use crate::base::Budget;
use crate::board::{Board, Color, Point};

/// Most liberties of a block that may be one of the two.
const MOST_LIBERTIES: u16 = 4;

/// Reads double threats on a board.
#[derive(Debug)]
pub struct DoubleThreat<'a> {
    board: &'a Board,
    /// Positions that one search about one block may look at.
    nodes: u64,
    /// When all searches are given up; its nodes are not touched.
    limits: Budget,
    n_nodes: Cell<u64>,
}

impl<'a> DoubleThreat<'a> {
    /// One search about one block may cost `nodes`; for a question see [`Capture::attack`].
    #[must_use]
    pub fn new(board: &'a Board, nodes: u64) -> Self {
        Self {
            board,
            nodes,
            limits: Budget::unlimited(),
            n_nodes: Cell::new(0),
        }
    }

    /// The same reader, whose searches are given up when a budget's time is over or its token is cancelled; its nodes
    /// are not touched.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        self.limits = budget.clone();
        self
    }

    /// Positions looked at so far.
    #[must_use]
    pub const fn n_nodes(&self) -> u64 {
        self.n_nodes.get()
    }

    /// Runs the same reader on another board.
    fn on<T>(&self, board: &Board, ask: impl FnOnce(&DoubleThreat<'_>) -> T) -> T {
        let other = DoubleThreat::new(board, self.nodes).within(&self.limits);
        let answer = ask(&other);
        self.n_nodes.update(|n_nodes| n_nodes + other.n_nodes());
        answer
    }

    fn after(&self, color: Color, point: Point) -> Option<Board> {
        let mut board = self.board.clone();
        board.play(color, point).ok()?;
        Some(board)
    }

    fn attack(&self, board: &Board, target: Point) -> (Success, Option<Point>) {
        let Some(capture) = Capture::new(board, target) else {
            return (Success::Clean, None);
        };
        let mut capture = capture.within(&self.limits);
        let found = capture.attack(self.nodes);
        self.n_nodes.update(|n_nodes| n_nodes + capture.n_nodes());
        found
    }

    fn moves_of(board: &Board, target: Point, color: Color) -> Vec<Point> {
        Capture::new(board, target).map_or_else(Vec::new, |capture| capture.moves_of(color))
    }

    /// How well the other side captures at least one of two blocks of one color if it moves first, and the move. `None`
    /// if the stones are not there or of two colors.
    #[must_use]
    pub fn attack_either(&self, first: Point, second: Point) -> Option<(Success, Option<Point>)> {
        let owner = self.board.color(first)?;
        if self.board.color(second) != Some(owner) {
            return None;
        }
        let one = self.attack(self.board, first);
        if one.0 == Success::Clean {
            return Some(one);
        }
        let other = self.attack(self.board, second);
        let best = if other.0 > one.0 { other } else { one };
        if best.0 == Success::Clean {
            return Some(best);
        }
        let attacker = owner.opponent();
        let mut moves = Self::moves_of(self.board, first, attacker);
        moves.extend(Self::moves_of(self.board, second, attacker));
        let double = moves.into_iter().find(|&point| {
            self.after(attacker, point)
                .is_some_and(|board| self.threatens_both(&board, first, second, owner))
        });
        Some(double.map_or(best, |point| (Success::Clean, Some(point))))
    }

    /// Whether each of two blocks is captured if its owner plays elsewhere, and one of them whatever the owner plays.
    fn threatens_both(&self, board: &Board, first: Point, second: Point, owner: Color) -> bool {
        let is_taken = |board: &Board, target| self.attack(board, target).0 == Success::Clean;
        if !is_taken(board, first) || !is_taken(board, second) {
            return false;
        }
        let mut answers = Self::moves_of(board, first, owner);
        answers.extend(Self::moves_of(board, second, owner));
        answers.sort();
        answers.dedup();
        answers.into_iter().all(|point| {
            let mut after = board.clone();
            after.play(owner, point).is_err() || is_taken(&after, first) || is_taken(&after, second)
        })
    }

    /// How well the owner of two blocks saves both by moving first, and the move. No move is named if none is needed.
    #[must_use]
    pub fn defend_both(&self, first: Point, second: Point) -> Option<(Success, Option<Point>)> {
        let owner = self.board.color(first)?;
        if self.attack_either(first, second)?.0 == Success::None {
            return Some((Success::Clean, None));
        }
        let mut moves = Self::moves_of(self.board, first, owner);
        moves.extend(Self::moves_of(self.board, second, owner));
        let saving = moves.into_iter().find(|&point| {
            self.after(owner, point).is_some_and(|board| {
                self.on(&board, |other| other.attack_either(first, second))
                    .is_some_and(|(success, _)| success == Success::None)
            })
        });
        Some(saving.map_or((Success::None, None), |point| (Success::Clean, Some(point))))
    }

    /// A move of `color` that threatens two blocks at once, though none of them can be captured by itself.
    #[must_use]
    pub fn attack_of(&self, color: Color) -> Option<Point> {
        let owner = color.opponent();
        let heads = self.board.first_stones(owner);
        let weak = heads.into_iter().filter(|&head| {
            let block = self.board.block_at(head);
            block.is_some_and(|block| block.n_liberties() <= MOST_LIBERTIES)
                && self.attack(self.board, head).0 == Success::None
        });
        let weak: Vec<Point> = weak.collect();
        for (n, &first) in weak.iter().enumerate() {
            let near = Self::moves_of(self.board, first, color);
            for &second in &weak[n + 1..] {
                let also_near = Self::moves_of(self.board, second, color);
                let double =
                    near.iter()
                        .filter(|point| also_near.contains(point))
                        .find(|&&point| {
                            self.after(color, point).is_some_and(|board| {
                                self.threatens_both(&board, first, second, owner)
                            })
                        });
                if double.is_some() {
                    return double.copied();
                }
            }
        }
        None
    }

    /// The moves of `color` after which the other side has no such combination, if it has one now.
    #[must_use]
    pub fn defenses_of(&self, color: Color) -> Vec<Point> {
        let attacker = color.opponent();
        let Some(threat) = self.attack_of(attacker) else {
            return Vec::new();
        };
        let mut moves = vec![threat];
        moves.extend(
            threat
                .neighbors()
                .into_iter()
                .filter(|&point| self.board.is_empty(point)),
        );
        for head in self.board.first_stones(color) {
            let block = self.board.block_at(head);
            if block.is_some_and(|block| block.liberties().contains(threat)) {
                moves.extend(Self::moves_of(self.board, head, color));
            }
        }
        moves.sort();
        moves.dedup();
        moves.retain(|&point| {
            self.after(color, point)
                .is_some_and(|board| self.on(&board, |other| other.attack_of(attacker)).is_none())
        });
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_gives_two_ataris() {
        let empty = ". . . . . . . . .\n";
        let middle = ". . . . X . . . .\n. . . X O . . . .\n. . . O . . . . .\n. . . X . . . . .\n";
        let board: Board = format!("{}{middle}{}", empty.repeat(3), empty.repeat(2))
            .trim_end()
            .parse()
            .unwrap();
        let point = |name: &str| name.parse::<Point>().unwrap();
        let combination = DoubleThreat::new(&board, 500);
        let double = (Success::Clean, Some(point("E4")));
        let either = combination.attack_either(point("D4"), point("E5"));
        assert_eq!(either, Some(double), "{board}");
        assert_eq!(combination.attack_of(Color::Black), Some(point("E4")));
        assert_eq!(combination.attack_of(Color::White), None);
        let defenses = combination.defenses_of(Color::White);
        assert!(defenses.contains(&point("E4")), "{defenses:?}");
        assert_eq!(combination.attack_either(point("D4"), point("A1")), None);
        let both = combination.defend_both(point("D4"), point("E5"));
        assert_eq!(both.unwrap().0, Success::Clean);
    }
}
