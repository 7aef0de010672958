//! When a block can neither get two eyes nor get out, whichever side moves first.
//!
//! Let *A* be all cells that the block reaches without crossing walls, stones that can't be taken. A cell of *A* beside
//! a wall can never be an eye, and the attacker may play there at any time. All stones of the attacker in *A* stand on
//! the other cells, the *room*. If the block can't leave *A* and the room is small, the block is lost: the attacker
//! fills its liberties at leisure, and no more than one eye is left. A room is small if it is
//!
//! - one cell, or two neighboring cells, or
//! - a *star* with a stone of the attacker on its center: up to five cells, where all others touch the center. While
//!   the stone stands, none of the others becomes an eye. To take it, the defender has to play on all the others that
//!   hold no stone of the attacker. If the defender takes only this stone, the block has one eye. If the defender takes
//!   more stones with it, these form a smaller star, and the attacker plays on its center again. So the attacker fills
//!   the star but for one cell, is taken, plays on the center, and so on. For `n` cells this takes at most `n * (n - 1)
//!   / 2` moves.
//!
//! Or the room is a space that the block encloses alone, and by the tables (`eye_table`) it gives at most one eye.
//!
//! A block with ways out is *sealed* if each way leads through a pair of empty cells, and a stone of the attacker on
//! either cell closes the way and can't be taken. When the defender plays on one cell of a pair, the attacker plays on
//! the other. The pairs share no cell, and none is beside a star: a move that takes stones there never needs two
//! answers.
//!
//! Several blocks are lost if each is lost by itself and no move needs two answers. That holds if they share no cell
//! that they reach. It also holds if the attacker never has to answer, because no block has ways out or more room than
//! two cells.

use arrayvec::ArrayVec;

use super::claim::{Criteria, Fight};
use super::eye_space::TargetSpace;
use super::eye_table::LARGEST_SPACE;
use super::position::Position;
use crate::tsumego::frame::cells::Cells;

/// Moves that the attacker needs, beyond the empty cells, for cells where the attacker's stones were taken.
const EXTRA_MOVES: u32 = 3;

/// Cells of the largest star.
const LARGEST_ROOM: u32 = 5;

/// The most ways out that are examined together.
const MOST_WAYS: usize = 3;

/// The most cells among which pairs are searched for.
const MOST_CANDIDATES: usize = 14;

/// A block that is lost whichever side moves first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Death<const N: usize> {
    /// All cells that the block reaches.
    pub area: Cells<N>,
    /// The cells that show the death.
    pub shown: Cells<N>,
    /// The most moves that the attacker needs to take the block.
    pub n_moves: u32,
    /// Whether the attacker never has to answer a move.
    is_at_leisure: bool,
}

impl<const N: usize> Death<N> {
    /// The death of two blocks that are each lost by themselves, if no move ever needs two answers of the attacker.
    fn and(self, other: Self) -> Option<Self> {
        let is_at_leisure = self.is_at_leisure && other.is_at_leisure;
        if !is_at_leisure && self.area.intersects(other.area) {
            return None;
        }
        Some(Self {
            area: self.area | other.area,
            shown: self.shown | other.shown,
            n_moves: self.n_moves + other.n_moves,
            is_at_leisure,
        })
    }
}

/// The cells that a block reaches when the attacker closes its ways out.
struct Sealed<const N: usize> {
    area: Cells<N>,
    /// The cells of all pairs.
    pairs: Cells<N>,
}

impl<const N: usize> Fight<'_, N> {
    /// The death of all blocks in question, if they are lost whichever side moves first and no search is needed to show
    /// it. `space` is the eye space of all of them together.
    pub(crate) fn death(&self, position: &Position<N>, space: &TargetSpace<N>) -> Option<Death<N>> {
        if self.is_about_one() {
            return self.death_of_block(position, space);
        }
        if self.criteria == Criteria::Plain {
            return None;
        }
        let space_of = |block| self.space_within(position, block, space.walls);
        let mut deaths = self
            .blocks(space.target)
            .map(|block| self.death_of_block(position, &space_of(block)));
        let first = deaths.next()??;
        deaths.try_fold(first, |all, death| all.and(death?))
    }

    fn death_of_block(&self, position: &Position<N>, space: &TargetSpace<N>) -> Option<Death<N>> {
        let frame = self.frame;
        let (target, walls) = (space.target, space.walls);
        // A cell beside the block stays in its reach.
        if (space.eyes & frame.spread(target)).len() > LARGEST_SPACE {
            return None;
        }
        let is_plain = self.criteria == Criteria::Plain;
        if is_plain && space.is_open {
            return None;
        }
        let sealed = if space.is_open {
            self.seal(position, target, walls, space.area)?
        } else {
            Sealed {
                area: space.area,
                pairs: Cells::EMPTY,
            }
        };
        let room = sealed.area & !(frame.anchored | frame.spread(walls) | target);
        let n_empty = (sealed.area & self.empty(position)).len();
        let n = room.len();
        let (inside, n_moves) = match self.center(position, room) {
            Some(center) if is_plain && !center.is_empty() => return None,
            Some(center) if center.is_empty() || !sealed.pairs.intersects(frame.spread(room)) => (
                center,
                n_empty + EXTRA_MOVES.max(n * n.saturating_sub(1) / 2),
            ),
            Some(_) => return None,
            None if is_plain && frame.spread(room).intersects(!(room | target)) => return None,
            None => {
                let space = self.eye_space(position, target, room)?;
                let n_rounds = u32::from(space.rounds_to_single_eye()?);
                (room, n_empty + EXTRA_MOVES + n_rounds)
            }
        };
        Some(Death {
            area: sealed.area,
            shown: frame.flood(frame.spread(sealed.area) & walls, walls) | sealed.pairs | inside,
            n_moves,
            is_at_leisure: inside.is_empty() && sealed.pairs.is_empty(),
        })
    }

    /// The stone that makes a room small; the empty set if it is small without a stone; `None` if it is not small.
    fn center(&self, position: &Position<N>, room: Cells<N>) -> Option<Cells<N>> {
        let frame = self.frame;
        let is_star = |center: Cells<N>| (room & !frame.spread(center)).is_empty();
        match room.len() {
            0 | 1 => Some(Cells::EMPTY),
            2 if is_star(room.first()) => Some(Cells::EMPTY),
            2..=LARGEST_ROOM => (room & position.attackers)
                .each()
                .find(|&center| is_star(center)),
            _ => None,
        }
    }

    /// Pairs of cells that keep a block in, if there are such pairs.
    fn seal(
        &self,
        position: &Position<N>,
        target: Cells<N>,
        walls: Cells<N>,
        area: Cells<N>,
    ) -> Option<Sealed<N>> {
        let frame = self.frame;
        let solid = area & self.empty(position) & (frame.anchored | frame.spread(walls));
        if solid.len() as usize > MOST_CANDIDATES {
            return None;
        }
        let reached = |closed: Cells<N>| frame.flood(target, frame.cells & !(walls | closed));
        let mut pairs: ArrayVec<[Cells<N>; 2], MOST_WAYS> = ArrayVec::new();
        let mut used = Cells::EMPTY;
        let mut closed = Cells::EMPTY;
        let mut leaks = area & frame.exits;
        while !leaks.is_empty() {
            if pairs.is_full() {
                return None;
            }
            let mut ways: ArrayVec<(Cells<N>, Cells<N>), MOST_CANDIDATES> = (solid & !used)
                .each()
                .map(|cell| (reached(closed | cell) & frame.exits, cell))
                .filter(|&(rest, _)| rest != leaks)
                .collect();
            ways.sort_by_key(|&(rest, cell)| (rest.len(), rest, cell));
            let pair = ways.windows(2).find(|two| two[0].0 == two[1].0)?;
            leaks = pair[0].0;
            closed |= pair[0].1;
            used |= pair[0].1 | pair[1].1;
            pairs.push([pair[0].1, pair[1].1]);
        }
        let mut all = Cells::EMPTY;
        for choice in 0..1usize << pairs.len() {
            let chosen = pairs.iter().enumerate();
            let closed = chosen.fold(Cells::EMPTY, |set, (n, pair)| set | pair[choice >> n & 1]);
            let area = reached(closed);
            if area.intersects(frame.exits) {
                return None;
            }
            all |= area;
        }
        Some(Sealed {
            area: all,
            pairs: used,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color, Point, PointSet};
    use crate::tsumego::frame::{Boundary, Frame};
    use crate::tsumego::question::Goal;

    /// Examines the block on `target`. The region is all points without White stones, and the points `inside` with
    /// White stones; the points `outside` are left out.
    fn check(
        diagram: &str,
        target: &str,
        inside: &[&str],
        outside: &[&str],
        boundary: Boundary,
        expected: bool,
    ) {
        let board: Board = diagram.parse().unwrap();
        let points = |names: &[&str]| -> PointSet {
            names
                .iter()
                .map(|name| name.parse::<Point>().unwrap())
                .collect()
        };
        let walls = board.points_of(Color::White).collect::<PointSet>() - points(inside);
        let all: PointSet = board.size().points().collect();
        let window = all - walls - points(outside);
        let target: Point = target.parse().unwrap();
        let frame: Frame<2> = Frame::new(&board, target, &window, &walls, boundary).unwrap();
        let fight = Fight::without_threats(&frame, Goal::Kill);
        for is_attacker_to_move in [false, true] {
            let position = fight.start(is_attacker_to_move, Cells::EMPTY);
            let target = fight.target(&position);
            let space = fight.space(&position, target);
            let found = fight.death(&position, &space);
            assert_eq!(found.is_some(), expected, "{diagram}");
        }
    }

    #[test]
    fn a_stone_on_the_center_makes_a_star_one_eye() {
        let shut = Boundary::Shut;
        let outside = ["F1", "F2", "F3", "F4"];
        check(
            ". O . X O .\nX X X X O .\nO O O O O .\n. . . . . .",
            "A3",
            &["B4"],
            &[&outside[..], &["A1", "B1", "C1", "D1", "E1"]].concat(),
            shut,
            true,
        );
        check(
            ". . . X O .\nX X X X O .\nO O O O O .\n. . . . . .",
            "A3",
            &[],
            &[&outside[..], &["A1", "B1", "C1", "D1", "E1"]].concat(),
            shut,
            false,
        );
        // A stone at the end of three cells is not on the center.
        check(
            "O . . X O .\nX X X X O .\nO O O O O .\n. . . . . .",
            "A3",
            &["A4"],
            &[&outside[..], &["A1", "B1", "C1", "D1", "E1"]].concat(),
            shut,
            false,
        );
        // Four cells around a center, then four in a square, which the tables contain.
        check(
            ". O . X O .\nX . X X O .\nX X X X O .\nO O O O O .",
            "A2",
            &["B4"],
            &outside,
            shut,
            true,
        );
        check(
            ". . X X O .\n. . X X O .\nX X X X O .\nO O O O O .",
            "A2",
            &[],
            &outside,
            shut,
            true,
        );
    }

    #[test]
    fn four_in_a_row_are_two_eyes() {
        check(
            ". . . . X O .\nX X X X X O .\nO O O O O O .",
            "A2",
            &[],
            &["G1", "G2", "G3", "A1", "B1", "C1", "D1", "E1", "F1"],
            Boundary::Shut,
            false,
        );
    }

    /// Eight columns apart, the cells must not be taken for neighbors in a column of a table.
    #[test]
    fn two_cells_far_apart_are_two_eyes() {
        check(
            ". X X X X X X X . X O\nX X X X X X X X X X O\nO O O O O O O O O O .",
            "A2",
            &[],
            &["L1"],
            Boundary::Shut,
            false,
        );
    }

    #[test]
    fn a_way_out_of_two_cells_is_closed() {
        let diagram = ". . . . . .\n. . . . . .\nO O O . . .\nX X . . . .";
        let check_way = |outside: &[&str], least_liberties, expected| {
            let above = [
                "A3", "B3", "C3", "D3", "E3", "F3", "A4", "B4", "C4", "D4", "E4", "F4", "D2", "E2",
                "F2", "E1", "F1",
            ];
            let outside = [&above[..], outside].concat();
            let boundary = Boundary::Open { least_liberties };
            check(diagram, "A1", &[], &outside, boundary, expected);
        };
        check_way(&[], 2, true);
        // The outer stone could be taken.
        check_way(&[], 3, false);
        // One cell is not a pair.
        check_way(&["D1"], 2, false);
    }
}
