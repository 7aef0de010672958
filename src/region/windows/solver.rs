//! The complete search of a window: the opponent moves first, the owner answers in the window or passes.
//!
//! Depth-first proof-number search on whole positions, so that no proof rests on a hash. There is no repetition: the
//! owner's stones only become more, and between two of them the opponent's do. Every proof stays in the table, so that
//! the owner's answers can be read from it.
//!
//! Where territory is at stake the opponent may also pass and thereby make the owner take its stones off.
//! Otherwise a seki would pass for territory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::super::region_board::{Mask, bits};
use super::duty::Duties;
use super::pairs::Pair;
use super::window::{Invasion, Stones, Window};
use crate::base::Budget;

/// Steps of the search for pairs at the start, and at each position further on.
const START_STEPS: u32 = 60_000;
const STEPS: u32 = 600;
/// The proof number of an answer more than two points from the play, or of a pass, before it is looked into.
const FAR: u32 = 4;
/// How many of these steps count as a node.
const STEPS_PER_NODE: u32 = 8;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Turn {
    Opponent,
    Owner,
    /// The opponent has passed: another pass ends it.
    OwnerAfterPass,
}

type Node = (Stones, Turn);

/// Proof and disproof number.
type Numbers = (u32, u32);

const INFINITE: u32 = u32::MAX / 2;
const PROVED: Numbers = (0, INFINITE);
const DISPROVED: Numbers = (INFINITE, 0);

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Kept,
    Broken,
    /// Not settled within the budget.
    Open,
}

/// The search of one window for one set of duties.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    window: &'a Window,
    duties: &'a Duties,
    table: HashMap<Node, Numbers, BuildHasherDefault<Mixer>>,
    /// The positions from which on pairs keep the duties, the opponent to move.
    pairs: HashMap<Stones, Vec<Pair>, BuildHasherDefault<Mixer>>,
    uses_pairs: bool,
}

impl<'a> Solver<'a> {
    pub(super) fn new(window: &'a Window, duties: &'a Duties) -> Self {
        Self {
            window,
            duties,
            table: HashMap::default(),
            pairs: HashMap::default(),
            uses_pairs: true,
        }
    }

    /// The same, but every answer comes from the search.
    pub(super) const fn without_pairs(mut self) -> Self {
        self.uses_pairs = false;
        self
    }

    /// Whether the owner keeps the duties from `start`, the opponent to move. A node of the budget is a position that
    /// is looked at.
    pub(super) fn solve(&mut self, start: Stones, budget: &mut Budget) -> Found {
        if !self.window.is_legal(start) || !self.duties.hold(self.window, start) {
            return Found::Broken;
        }
        if self.duties.are_settled(self.window, start) {
            return Found::Kept;
        }
        match self.has_pairs(start, START_STEPS, budget) {
            Some(true) => return Found::Kept,
            Some(false) => {}
            None => return Found::Open,
        }
        match self.expand((start, Turn::Opponent), 0, (INFINITE, INFINITE), budget) {
            Some((0, _)) => Found::Kept,
            Some((_, 0)) => Found::Broken,
            Some(_) | None => Found::Open,
        }
    }

    /// Whether pairs are found that keep the duties from a position on, the opponent to move; nothing when the budget
    /// is used up.
    fn has_pairs(&mut self, stones: Stones, limit: u32, budget: &mut Budget) -> Option<bool> {
        if !self.uses_pairs {
            return Some(false);
        }
        let most = budget.remaining().saturating_mul(u64::from(STEPS_PER_NODE));
        let limit = limit.min(u32::try_from(most).unwrap_or(u32::MAX));
        let mut steps = limit;
        let found = self.duties.pairs(self.window, stones, &mut steps);
        let n_nodes = u64::from((limit - steps) / STEPS_PER_NODE);
        let is_over = budget.spend(n_nodes).is_err();
        let is_found = found.is_some();
        if let Some(pairs) = found {
            self.pairs.insert(stones, pairs);
        }
        (is_found || !is_over).then_some(is_found)
    }

    /// Searches below a node, which `last` led to, until its numbers reach the limits; nothing when the budget is used up.
    fn expand(
        &mut self,
        node: Node,
        last: Mask,
        limits: Numbers,
        budget: &mut Budget,
    ) -> Option<Numbers> {
        let is_new = node.1 == Turn::Opponent && !self.table.contains_key(&node);
        if is_new && self.has_pairs(node.0, STEPS, budget)? {
            self.table.insert(node, PROVED);
            return Some(PROVED);
        }
        let mut children: Vec<(Node, Numbers)> = Vec::new();
        let is_decided = self.children(node, last, &mut children);
        if budget.spend(children.len() as u64 + 1).is_err() {
            return None;
        }
        if let Some(numbers) = is_decided {
            self.table.insert(node, numbers);
            return Some(numbers);
        }
        let is_owner = node.1 != Turn::Opponent;
        loop {
            for (child, numbers) in &mut children {
                if let Some(&known) = self.table.get(child) {
                    *numbers = known;
                }
            }
            let (numbers, best, second) = combine(&children, is_owner);
            if numbers.0 >= limits.0 || numbers.1 >= limits.1 || numbers.0 == 0 || numbers.1 == 0 {
                self.table.insert(node, numbers);
                return Some(numbers);
            }
            let (child, own) = children[best];
            let limits = if is_owner {
                (
                    limits.0.min(second.saturating_add(1)),
                    (limits.1 - numbers.1).saturating_add(own.1).min(INFINITE),
                )
            } else {
                (
                    (limits.0 - numbers.0).saturating_add(own.0).min(INFINITE),
                    limits.1.min(second.saturating_add(1)),
                )
            };
            let last = child.0.other & !node.0.other;
            self.expand(child, last, limits, budget)?;
        }
    }

    /// The positions after the moves from a node, or its numbers if these settle it at once.
    fn children(
        &self,
        node: Node,
        last: Mask,
        children: &mut Vec<(Node, Numbers)>,
    ) -> Option<Numbers> {
        match node.1 {
            Turn::Opponent => self.invasions(node.0, children),
            Turn::Owner | Turn::OwnerAfterPass => self.answers(node, last, children),
        }
    }

    fn invasions(&self, stones: Stones, children: &mut Vec<(Node, Numbers)>) -> Option<Numbers> {
        let held = self.window.held(stones);
        for index in bits(self.window.empty(stones)) {
            match self.window.invade(stones, held, index) {
                Invasion::Captures => return Some(DISPROVED),
                Invasion::Stands(next) | Invasion::Smothered(next)
                    if !self.duties.survive(self.window, next) =>
                {
                    return Some(DISPROVED);
                }
                Invasion::Stands(next) => children.push(((next, Turn::Owner), (1, 1))),
                Invasion::Smothered(_) => {}
            }
        }
        if self.duties.territory != 0 {
            children.push(((stones, Turn::OwnerAfterPass), (1, 1)));
        }
        children.is_empty().then_some(PROVED)
    }

    /// The owner's answers; those far from the last play are looked at later.
    fn answers(
        &self,
        node: Node,
        last: Mask,
        children: &mut Vec<(Node, Numbers)>,
    ) -> Option<Numbers> {
        let near = self.window.spread(self.window.spread(last));
        let pass = (node.1 == Turn::Owner).then_some(node.0);
        let plays = bits(self.window.empty(node.0));
        let plays = plays.filter_map(|index| self.window.answer(node.0, index));
        for next in pass.into_iter().chain(plays) {
            if !self.duties.hold(self.window, next) {
                continue;
            }
            if self.duties.are_settled(self.window, next) {
                return Some(PROVED);
            }
            let play = next.own & !node.0.own;
            let effort = if last == 0 || play & near != 0 {
                1
            } else {
                FAR
            };
            children.push(((next, Turn::Opponent), (effort, 1)));
        }
        children.is_empty().then_some(DISPROVED)
    }

    /// Whether the owner need not answer here any more.
    pub(super) fn is_settled(&self, stones: Stones) -> bool {
        self.duties.are_settled(self.window, stones)
    }

    /// The pairs by which the owner answers from a position on, if it needs no search any more.
    pub(super) fn pairs(&self, stones: Stones) -> Option<&[Pair]> {
        self.pairs.get(&stones).map(Vec::as_slice)
    }

    /// The owner's answer to a play of the opponent that led to `stones`, in a window that is kept: the stones after
    /// it, and where it is, unless it is a pass. Nothing from positions that the proof does not reach.
    pub(super) fn answer(&self, stones: Stones) -> Option<(Stones, Option<u8>)> {
        let is_good = |next: Stones| {
            self.duties.hold(self.window, next)
                && (self.duties.are_settled(self.window, next)
                    || (self.table.get(&(next, Turn::Opponent))).is_some_and(|known| known.0 == 0))
        };
        if is_good(stones) {
            return Some((stones, None));
        }
        bits(self.window.empty(stones)).find_map(|index| {
            let next = self.window.answer(stones, index)?;
            is_good(next).then_some((next, Some(index)))
        })
    }
}

/// The numbers of a node, the number of the child to look at, and the best number of the others.
fn combine(children: &[(Node, Numbers)], is_owner: bool) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u32);
    for (n, &(_, numbers)) in children.iter().enumerate() {
        let (own, other) = if is_owner {
            (numbers.0, numbers.1)
        } else {
            (numbers.1, numbers.0)
        };
        sum = sum.saturating_add(other).min(INFINITE);
        if own < least {
            second = least;
            (best, least) = (n, own);
        } else {
            second = second.min(own);
        }
    }
    let numbers = if is_owner { (least, sum) } else { (sum, least) };
    // A sum that only looks infinite is no proof.
    let numbers = match numbers {
        (0, _) => PROVED,
        (_, 0) => DISPROVED,
        (a, b) => (a.min(INFINITE - 1), b.min(INFINITE - 1)),
    };
    (numbers, best, second)
}

/// Mixes the words of a key (multiplication and rotation, as in `FxHash`).
#[derive(Clone, Copy, Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word.unsigned_abs() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::super::duty::{End, Eye, Standing};
    use super::super::plan::Walls;
    use super::super::window::Placed;
    use super::*;
    use crate::base::{Color, PointSet};
    use crate::board::Board;

    /// Asks whether Black keeps duties in the window on the named points; all black blocks are walls.
    fn check(diagram: &str, points: &[&str], duties: impl Fn(&Placed) -> Duties, expected: Found) {
        let board: Board = diagram.parse().unwrap();
        let points: PointSet = points.iter().map(|name| name.parse().unwrap()).collect();
        let nothing = PointSet::EMPTY;
        let walls = Walls::new(&board, Color::Black, &nothing, &nothing);
        let placed = Placed::new(&board, Color::Black, &points, |point| walls.at(point)).unwrap();
        let duties = duties(&placed);
        let mut solver = Solver::new(&placed.window, &duties);
        let found = solver.solve(placed.start, &mut Budget::nodes(10_000));
        assert_eq!(found, expected, "{diagram}");
    }

    /// A link of the first two walls around.
    fn link(standing: Standing) -> impl Fn(&Placed) -> Duties {
        move |_| Duties {
            links: vec![[1, 2].map(|walls| End { walls, standing }).to_vec()],
            ..Duties::default()
        }
    }

    /// An eye for all walls around.
    fn eye(is_double: bool) -> impl Fn(&Placed) -> Duties {
        move |placed| Duties {
            eyes: vec![Eye {
                walls: (1 << placed.wall_ids.len()) - 1,
                is_double,
            }],
            ..Duties::default()
        }
    }

    #[test]
    fn two_shared_liberties_link_and_one_does_not() {
        let diagram = "X . X\nX . X\nO . O";
        check(diagram, &["B2", "B3"], link(Standing::Alone), Found::Kept);
        check(diagram, &["B3"], link(Standing::Alone), Found::Broken);
        check(diagram, &["B3"], link(Standing::Anchored), Found::Broken);
    }

    #[test]
    fn a_shared_eye_links_what_has_another_one() {
        let diagram = "X . X\nO X O\nO O .";
        check(diagram, &["B3"], link(Standing::Alone), Found::Broken);
        check(diagram, &["B3"], link(Standing::Anchored), Found::Kept);
    }

    #[test]
    fn a_point_is_one_eye_and_four_in_a_row_are_two() {
        let one = "X . X .\nX X X O\nO O O O";
        check(one, &["B3"], eye(false), Found::Kept);
        check(one, &["B3"], eye(true), Found::Broken);
        let four = ". . . . X\nX X X X X\nO O O O O\nO . O . O";
        check(four, &["A4", "B4", "C4", "D4"], eye(true), Found::Kept);
        check(four, &["A4", "B4", "C4"], eye(true), Found::Broken);
        check(four, &["A4", "B4", "C4"], eye(false), Found::Kept);
    }

    #[test]
    fn an_invader_without_room_is_no_seki() {
        let territory = |placed: &Placed| Duties {
            territory: placed.mask(
                &["A4", "B4", "C4"]
                    .map(|p| p.parse().unwrap())
                    .into_iter()
                    .collect(),
            ),
            ..Duties::default()
        };
        let three = ". . . X O\nX X X X O\nO O O O O\nO . O . O";
        check(three, &["A4", "B4", "C4"], territory, Found::Kept);
        // From outside the opponent comes in.
        check(three, &["A4", "B4"], territory, Found::Broken);
    }

    #[test]
    fn pairs_keep_a_long_territory_without_search() {
        let diagram = "X X X X X X X X O .\n. . . . . . . X O .\n. . . . . . . X O .";
        let points = ["A", "B", "C", "D", "E", "F", "G"];
        let points: PointSet = points
            .iter()
            .flat_map(|column| [format!("{column}1"), format!("{column}2")])
            .map(|name| name.parse().unwrap())
            .collect();
        let board: Board = diagram.parse().unwrap();
        let nothing = PointSet::EMPTY;
        let walls = Walls::new(&board, Color::Black, &nothing, &nothing);
        let placed = Placed::new(&board, Color::Black, &points, |point| walls.at(point)).unwrap();
        let duties = Duties {
            territory: placed.mask(&points),
            ..eye(false)(&placed)
        };
        let mut solver = Solver::new(&placed.window, &duties);
        let found = solver.solve(placed.start, &mut Budget::nodes(500));
        assert_eq!(found, Found::Kept);
        assert!(solver.pairs(placed.start).is_some());
        let mut search = Solver::new(&placed.window, &duties).without_pairs();
        let searched = search.solve(placed.start, &mut Budget::nodes(500));
        assert_eq!(searched, Found::Open);
        // With a stone on the second line the opponent gets an eye on the first one.
        let invaded = Stones {
            other: placed.mask(
                &["A2", "B1", "B2", "D1"]
                    .map(|p| p.parse().unwrap())
                    .into_iter()
                    .collect(),
            ),
            ..placed.start
        };
        assert!(duties.pairs(&placed.window, invaded, &mut 10_000).is_none());
    }
}
