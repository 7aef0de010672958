//! Seki, by complete search of a small region in which blocks of both colors are short of eyes.
//!
//! An idea of which stones are dead is right if neither side, moving first, can gain more than a tempo over leaving
//! everything as it is, counted by area: a capture is worth two points at least, a dame one. A shared liberty that
//! neither side can fill without giving that up is a liberty of a seki, and the blocks beside it live in seki. Both
//! statements are proved by search: without a proof there is no seki here. The stones around the region are taken for
//! granted.
//!
//! Ko threats are not modeled: the prover fails by a repetition.

use super::count::RegionCount;
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet};
use crate::safety::component;

/// Blocks of both colors in a small region.
#[derive(Clone, Debug)]
pub struct SekiCandidate {
    region: RegionCount,
    /// The stones inside that are known to be dead.
    dead: PointSet,
    /// The other stones inside, which are in question.
    tight: PointSet,
}

/// Blocks that live in seki.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seki {
    /// Their stones, of both colors.
    pub stones: PointSet,
    /// The empty points between them that neither side can fill without loss.
    pub shared: PointSet,
}

/// A candidate whose result does not depend on the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledSeki {
    /// The stones in question that fall; the others stand, those of the seki without two eyes.
    pub dead: PointSet,
    /// What lives in seki, if there is one.
    pub seki: Seki,
}

impl SekiCandidate {
    /// The stones in a region, all in question but those in `dead`; nothing unless both colors have some.
    #[must_use]
    pub fn new(board: &Board, region: RegionCount, dead: &PointSet) -> Option<Self> {
        let dead = *dead & *region.points();
        let is_tight = |point: &Point| board.color(*point).is_some() && !dead.contains(*point);
        let tight = region.points().iter().filter(is_tight).collect();
        let standoff = Self {
            region,
            dead,
            tight,
        };
        let is_contested = Color::BOTH
            .into_iter()
            .all(|color| !standoff.of_color(board, &tight, color).is_empty());
        is_contested.then_some(standoff)
    }

    /// The stones in question.
    #[must_use]
    pub const fn stones(&self) -> &PointSet {
        &self.tight
    }

    /// Reads which stones stand and which live in seki; nothing if a side gains by moving first, or if nothing is
    /// proved. `guess` are the stones in question that may well be dead: it is tried after the idea that all stand, and
    /// before that all of one color fall. Each of the searches, two for each idea and up to two for each shared
    /// liberty, has `nodes` nodes of the budget at most.
    pub fn read(
        &self,
        board: &Board,
        guess: &PointSet,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<SettledSeki> {
        let mut board = board.clone();
        board.forget_history();
        board.set_ko(None);
        let mut ideas = vec![PointSet::EMPTY, *guess & self.tight];
        ideas.extend(Color::BOTH.map(|color| self.of_color(&board, &self.tight, color)));
        ideas.dedup();
        for dead in ideas {
            let mut proof = Proof {
                region: &self.region,
                stand: self.region.lead(&board, &(self.dead | dead)),
                nodes,
                budget,
            };
            let is_settled = Color::BOTH
                .into_iter()
                .all(|color| proof.gets(&board, color, color.opponent(), -1));
            if is_settled {
                let seki = self.seki(&board, &dead, &mut proof);
                return Some(SettledSeki { dead, seki });
            }
        }
        None
    }

    /// The seki among the stones that are not in `dead`.
    fn seki(&self, board: &Board, dead: &PointSet, proof: &mut Proof<'_>) -> Seki {
        // Filling a dame gains a point, the answer on another one loses it again; less than that is a loss.
        let mut is_loss = |color: Color, point: Point| {
            let mut after = board.clone();
            if after.play(color, point).is_err() {
                return true;
            }
            after.set_ko(None);
            let other = color.opponent();
            proof.gets(&after, other, other, 1)
        };
        let living = self.tight - *dead;
        let shared: PointSet = self
            .shared_liberties(board, &living)
            .iter()
            .filter(|&point| Color::BOTH.into_iter().all(|color| is_loss(color, point)))
            .collect();
        self.seki_around(board, &living, shared)
    }

    fn of_color(&self, board: &Board, stones: &PointSet, color: Color) -> PointSet {
        let is_own = |stone: &Point| board.color(*stone) == Some(color);
        stones.iter().filter(is_own).collect()
    }

    /// The empty points beside living stones of both colors, at least one of them in question.
    fn shared_liberties(&self, board: &Board, living: &PointSet) -> PointSet {
        let all = *living | *self.region.walls();
        let beside = |color: Color| self.of_color(board, &all, color).spread();
        let shared = beside(Color::Black) & beside(Color::White) & living.spread();
        let is_empty = |point: &Point| board.is_empty(*point);
        (shared & *self.region.points())
            .iter()
            .filter(is_empty)
            .collect()
    }

    /// The blocks beside the shared liberties, and those that share an eye with them.
    fn seki_around(&self, board: &Board, living: &PointSet, shared: PointSet) -> Seki {
        let mut stones = PointSet::EMPTY;
        for stone in &(shared.spread() & *living) {
            stones.extend(board.stones(stone));
        }
        let mut eyes = *self.region.points() - *living - shared;
        while let Some(first) = eyes.first() {
            let eye = component(&eyes, first);
            eyes -= eye;
            let around = eye.spread() & *living;
            let is_eye = Color::BOTH
                .into_iter()
                .any(|color| self.of_color(board, &around, color).is_empty());
            if is_eye && around.intersects(&stones) {
                for stone in &around {
                    stones.extend(board.stones(stone));
                }
            }
        }
        Seki { stones, shared }
    }
}

/// Proofs about the count of a region, relative to a lead that is to be shown right.
struct Proof<'a> {
    region: &'a RegionCount,
    /// The lead of Black that leaving everything as it is gives.
    stand: i32,
    /// Budget of each proof.
    nodes: u64,
    budget: &'a mut Budget,
}

impl Proof<'_> {
    /// Whether `prover` is proved to get `margin` points more than by leaving everything when `to_move` moves first.
    fn gets(&mut self, board: &Board, prover: Color, to_move: Color, margin: i32) -> bool {
        let (region, nodes) = (self.region, self.nodes);
        let least = prover.sign() * self.stand + margin;
        region.is_proved(board, prover, to_move, least, nodes, self.budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the region around the empty point `seed`, with `walls` around it, and compares the shared liberties of the
    /// seki; `None` where not all stones stand.
    fn check(diagram: &str, seed: &str, walls: &[&str], expected: Option<&[&str]>) {
        let board: Board = diagram.parse().unwrap();
        let walls: PointSet = walls
            .iter()
            .flat_map(|name| board.stones(name.parse().unwrap()))
            .collect();
        let is_wall = |point| walls.contains(point);
        let region = RegionCount::around(&board, seed.parse().unwrap(), is_wall, 8).unwrap();
        let standoff = SekiCandidate::new(&board, region, &PointSet::EMPTY).unwrap();
        let nothing = PointSet::EMPTY;
        let reading = standoff.read(&board, &nothing, 20_000, &mut Budget::nodes(200_000));
        let found = match reading {
            Some(SettledSeki { dead, seki }) if dead.is_empty() => {
                Some(seki.shared.iter().map(|p| p.to_string()).collect())
            }
            Some(_) | None => None,
        };
        let expected: Option<Vec<String>> =
            expected.map(|names| names.iter().map(ToString::to_string).collect());
        assert_eq!(found, expected, "{diagram}");
    }

    #[test]
    fn two_shared_liberties_and_no_eyes() {
        check(
            ". O X . O X .\n. O X X O X .\n. O X . O X .",
            "D1",
            &["B1", "F1"],
            Some(&["D1", "D3"]),
        );
    }

    #[test]
    fn an_eye_each_and_a_shared_liberty() {
        check(
            ". . . . . . . .\nO O O O X X X X\nO X X X O O O X\nO X . X O . O X\nO X X . O O O X",
            "D1",
            &["A1", "H1"],
            Some(&["D1"]),
        );
    }

    #[test]
    fn an_eye_against_none_is_no_seki() {
        check(
            ". O X X X . O X .\n. O X . X X O X .\n. O X X X . O X .",
            "F1",
            &["B1", "H1"],
            None,
        );
    }

    #[test]
    fn a_dame_between_living_groups_is_no_seki() {
        check("X X X X . O O O O\n. X . X . O . O .", "E1", &[], Some(&[]));
    }
}
