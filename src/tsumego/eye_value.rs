//! How many eyes a small space gives its owner, if the other side moves first and if he does.
//!
//! The space is taken out of the board and played out completely. Around it stand groups of the owner that are
//! connected outside of it; points where the other side can cut them apart belong to the space. The largest group is the
//! *main* one, and has a single liberty outside that the other side can fill; so has each other group that has any outside. The
//! space gives two eyes if the main group can't be captured. It gives one if the other side can't fill all liberties of the main group for good, which has an
//! eye elsewhere then. A repetition gains the other side nothing.

use arrayvec::ArrayVec;

use crate::base::{Budget, Color, Point, PointSet};
use crate::board::{Block, Board};
use crate::proof::{AndOrGraph, Verdict, prove};

/// Most points of a space, those included where it is cut.
const MOST_POINTS: usize = 16;

/// Most points of a space before the cuts are added.
const MOST_INNER: usize = 11;

/// Most stones of a block of the owner that belongs to the space if all of its liberties do.
const MOST_SHUT_IN: u16 = 4;

/// Most groups around a space.
const MOST_GROUPS: usize = 8;

/// Liberties that two blocks share if they can't be cut apart.
const SHARED_LIBERTIES: usize = 2;

/// Size of the table of a search: 2 to this power entries.
const LOG2_ENTRIES: u32 = 14;

/// The main group, as a set of groups.
const MAIN: u8 = 1;

/// A set of points of a space: bit `n` is the `n`-th of its points.
type Mask = u16;

/// How many eyes a space gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeValue {
    /// If the other side moves first.
    pub least: u8,
    /// If the owner moves first.
    pub most: u8,
    /// Where the other side plays to keep the eyes few, and the owner to make many, if that decides.
    pub vital: Option<(Point, Point)>,
}

/// The eyes in the space around a point, for the color to which it gives more; `None` if it is no small space
/// of one color. Each of up to about sixty searches may cost `nodes`.
#[must_use]
pub fn eye_value(board: &Board, point: Point, nodes: u64) -> Option<EyeValue> {
    let owners = match board.color(point) {
        Some(color) => vec![color.opponent()],
        None => Color::BOTH.to_vec(),
    };
    let spaces = owners
        .into_iter()
        .filter_map(|owner| Space::new(board, point, owner));
    let mut spaces: Vec<Space> = spaces.collect();
    spaces.sort_by_key(|space| space.points.len());
    let values = spaces.into_iter().map(|space| space.value(nodes));
    values.rev().max_by_key(|value| (value.most, value.least))
}

/// A space with the groups around it.
#[derive(Clone, Debug)]
struct Space {
    points: ArrayVec<Point, MOST_POINTS>,
    /// Neighbors of each point.
    beside: ArrayVec<Mask, MOST_POINTS>,
    /// For each group of the owner, the points beside it; the main one first.
    groups: ArrayVec<Mask, MOST_GROUPS>,
    /// Points at which the other side is connected with stones outside.
    open: Mask,
    start: State,
}

/// Stones in a space, and the groups that are captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    others: Mask,
    owners: Mask,
    gone: u8,
    /// The groups that have no liberty outside, or have lost it.
    shut: u8,
    is_owner_to_move: bool,
}

/// The points of a small space, the stones of the other color that are shut in included.
fn inner(board: &Board, point: Point, owner: Color) -> Option<PointSet> {
    let fill = |space: &mut PointSet, from: Point| {
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            if !space.insert(at) {
                continue;
            }
            if space.len() > MOST_INNER {
                return false;
            }
            waiting.extend(
                at.neighbors()
                    .into_iter()
                    .filter(|&near| board.is_empty(near)),
            );
        }
        true
    };
    let mut space = PointSet::EMPTY;
    if board.is_empty(point) {
        if !fill(&mut space, point) {
            return None;
        }
    } else {
        space.extend(board.stones(point));
        for liberty in board.block_at(point)?.liberties().iter() {
            if !fill(&mut space, liberty) {
                return None;
            }
        }
    }
    // Each block of the other color beside the space either belongs to it, or is outside.
    let mut outside = PointSet::EMPTY;
    while let Some(near) = (space.spread() - space - outside)
        .iter()
        .find(|&near| board.color(near) == Some(owner.opponent()))
    {
        let mut larger = space;
        let block = board.block_at(near)?;
        larger.extend(board.stones(near));
        let is_shut_in = larger.len() <= MOST_INNER
            && block
                .liberties()
                .iter()
                .all(|liberty| larger.contains(liberty) || fill(&mut larger, liberty));
        if is_shut_in {
            space = larger;
        } else {
            outside.extend(board.stones(near));
        }
    }
    (space.len() <= MOST_INNER).then_some(space)
}

/// The blocks of a color, each with the number of its group: blocks that share liberties can't be cut apart.
fn grouped(board: &Board, owner: Color, space: &PointSet) -> Vec<(Point, usize)> {
    let heads = board.block_heads(owner);
    let mut group: Vec<usize> = (0..heads.len()).collect();
    for (a, &first) in heads.iter().enumerate() {
        for (b, &second) in heads.iter().enumerate().take(a) {
            let shared = shared(board, first, second);
            let n_outside = shared
                .iter()
                .filter(|point| !space.contains(**point))
                .count();
            if n_outside >= SHARED_LIBERTIES && group[a] != group[b] {
                let (kept, merged) = (group[b], group[a]);
                for which in &mut group {
                    if *which == merged {
                        *which = kept;
                    }
                }
            }
        }
    }
    heads.into_iter().zip(group).collect()
}

/// The common liberties of two blocks.
fn shared(board: &Board, first: Point, second: Point) -> Vec<Point> {
    let (Some(first), Some(second)) = (board.block_at(first), board.block_at(second)) else {
        return Vec::new();
    };
    let liberties = first.liberties().iter();
    liberties
        .filter(|&point| second.liberties().contains(point))
        .collect()
}

impl Space {
    fn new(board: &Board, point: Point, owner: Color) -> Option<Self> {
        let mut space = inner(board, point, owner)?;
        let groups = grouped(board, owner, &space);
        let touches = |head: Point, space: &PointSet| {
            board.stones(head).any(|stone| {
                stone
                    .neighbors()
                    .into_iter()
                    .any(|near| space.contains(near))
            })
        };
        let around: Vec<(Point, usize)> = groups
            .into_iter()
            .filter(|&(head, _)| touches(head, &space))
            .collect();
        let is_shut_in = |head: Point, space: &PointSet| {
            let mut near = board.stones(head).flat_map(|stone| stone.neighbors());
            let touches_outside = near
                .any(|near| board.color(near) == Some(owner.opponent()) && !space.contains(near));
            board.block_at(head).is_some_and(|block| {
                block.n_stones() <= MOST_SHUT_IN
                    && block.liberties().is_subset(space)
                    && !touches_outside
            })
        };
        let (within, around): (Vec<_>, Vec<_>) = around
            .into_iter()
            .partition(|&(head, _)| is_shut_in(head, &space));
        for &(head, _) in &within {
            space.extend(board.stones(head));
        }
        for (n, &(first, one)) in around.iter().enumerate() {
            for &(second, other) in &around[..n] {
                if one != other {
                    space.extend(shared(board, first, second));
                }
            }
        }
        let n_stones = |group: usize| -> u32 {
            let blocks = around.iter().filter(|&&(_, which)| which == group);
            blocks
                .filter_map(|&(head, _)| board.block_at(head))
                .map(|block| u32::from(block.n_stones()))
                .sum()
        };
        let mut names: Vec<usize> = around.iter().map(|&(_, group)| group).collect();
        names.sort_unstable();
        names.dedup();
        names.sort_by_key(|&group| std::cmp::Reverse(n_stones(group)));
        if names.is_empty() || names.len() > MOST_GROUPS || space.len() > MOST_POINTS {
            return None;
        }
        let points: ArrayVec<Point, MOST_POINTS> = space.iter().collect();
        let mask = |is_in: &dyn Fn(Point) -> bool| {
            let mut mask = 0;
            for (n, &point) in points.iter().enumerate() {
                mask |= Mask::from(is_in(point)) << n;
            }
            mask
        };
        let is_outside = |near: Point| {
            !space.contains(near)
                && (board.is_empty(near) || board.color(near) == Some(owner.opponent()))
        };
        let beside_group = |point: Point, group: usize| {
            point.neighbors().into_iter().any(|near| {
                let head = board.block_at(near).map(Block::head);
                around
                    .iter()
                    .any(|&(of, which)| which == group && Some(of) == head)
            })
        };
        let breathes_outside = |group: usize| {
            let mut blocks = around.iter().filter(|&&(_, which)| which == group);
            blocks.any(|&(head, _)| {
                board
                    .block_at(head)
                    .is_some_and(|block| !block.liberties().is_subset(&space))
            })
        };
        Some(Self {
            beside: points
                .iter()
                .map(|&point| mask(&|other| point.is_adjacent_to(other)))
                .collect(),
            groups: names
                .iter()
                .map(|&group| mask(&|point| beside_group(point, group)))
                .collect(),
            open: mask(&|point| point.neighbors().into_iter().any(is_outside)),
            start: State {
                others: mask(&|point| board.color(point) == Some(owner.opponent())),
                owners: mask(&|point| board.color(point) == Some(owner)),
                shut: (1..names.len())
                    .filter(|&n| !breathes_outside(names[n]))
                    .fold(0, |shut, n| shut | 1 << n),
                ..State::default()
            },
            points,
        })
    }

    fn value(&self, nodes: u64) -> EyeValue {
        let count = |start: State| {
            let is_kept = |n_needed| !self.is_prevented(start, n_needed, nodes);
            if is_kept(2) { 2 } else { u8::from(is_kept(1)) }
        };
        let turn = |is_owner_to_move| State {
            is_owner_to_move,
            ..self.start
        };
        let (least, most) = (count(turn(false)), count(turn(true)));
        let reaches = |is_owner_to_move, cell: usize, wanted: u8| {
            let after = self.after(turn(is_owner_to_move), cell);
            after.is_some_and(|after| count(after) == wanted)
        };
        let mut cells = 0..self.points.len();
        let attack = cells.find(|&cell| reaches(false, cell, least));
        // The other side's point first.
        let mut cells = attack.into_iter().chain(0..self.points.len());
        let defense = cells.find(|&cell| reaches(true, cell, most));
        let vital = (least < most)
            .then(|| Some((self.points[attack?], self.points[defense?])))
            .flatten();
        EyeValue { least, most, vital }
    }

    /// Whether the other side keeps the owner from having so many eyes.
    fn is_prevented(&self, start: State, n_needed: u8, nodes: u64) -> bool {
        let mut struggle = Struggle {
            space: self,
            n_needed,
            states: vec![start],
        };
        prove(&mut struggle, LOG2_ENTRIES, &mut Budget::nodes(nodes)) == Verdict::Proved
    }

    fn empty(&self, state: State) -> Mask {
        let all = Mask::MAX >> (MOST_POINTS - self.points.len());
        all & !state.others & !state.owners
    }

    /// Points beside some points.
    fn neighbors(&self, mut cells: Mask) -> Mask {
        let mut near = 0;
        while cells != 0 {
            near |= self.beside[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        near
    }

    /// The stones of the other side that are connected with some of them.
    fn other_block(&self, state: State, mut cells: Mask) -> Mask {
        loop {
            let larger = cells | self.neighbors(cells) & state.others;
            if larger == cells {
                return cells;
            }
            cells = larger;
        }
    }

    /// The stones and groups of the owner that are connected with some of them, and their liberties.
    fn owner_block(&self, state: State, mut cells: Mask, mut groups: u8) -> (Mask, u8, Mask) {
        loop {
            let mut near = self.neighbors(cells);
            let mut more = groups;
            for (n, &beside) in self.groups.iter().enumerate() {
                if state.gone >> n & 1 == 0 && (beside & cells != 0 || groups >> n & 1 != 0) {
                    more |= 1 << n;
                    near |= beside;
                }
            }
            let larger = cells | near & state.owners;
            if larger == cells && more == groups {
                return (cells, groups, near & self.empty(state));
            }
            (cells, groups) = (larger, more);
        }
    }

    /// Whether the other side has a liberty for a block: an empty point, the outside, or where a group was captured.
    fn has_liberty(&self, state: State, block: Mask) -> bool {
        let mut open = self.open;
        for (n, &beside) in self.groups.iter().enumerate() {
            if state.gone >> n & 1 != 0 {
                open |= beside;
            }
        }
        block & open != 0 || self.neighbors(block) & self.empty(state) != 0
    }

    fn main_liberties(&self, state: State) -> Mask {
        self.owner_block(state, 0, 1).2
    }

    /// The state after a move on a cell, unless it is occupied or has no liberty.
    fn after(&self, state: State, cell: usize) -> Option<State> {
        let bit = 1 << cell;
        if self.empty(state) & bit == 0 {
            return None;
        }
        let mut after = State {
            is_owner_to_move: !state.is_owner_to_move,
            ..state
        };
        if state.is_owner_to_move {
            after.owners |= bit;
            let mut near = self.beside[cell] & after.others;
            while near != 0 {
                let block = self.other_block(after, near & near.wrapping_neg());
                near &= !block;
                if !self.has_liberty(after, block) {
                    after.others &= !block;
                }
            }
            return self.can_stay(after, bit, 0).then_some(after);
        }
        after.others |= bit;
        let mut captured = false;
        let mut near = self.beside[cell] & after.owners;
        while near != 0 {
            let stone = near & near.wrapping_neg();
            near &= !stone;
            captured |= self.capture(&mut after, stone, 0);
        }
        for (n, &beside) in self.groups.iter().enumerate() {
            if beside & bit != 0 && after.gone >> n & 1 == 0 {
                captured |= self.capture(&mut after, 0, 1 << n);
            }
        }
        let block = self.other_block(after, bit);
        (captured || self.has_liberty(after, block)).then_some(after)
    }

    /// Whether a block of the owner has a liberty, here or outside, or belongs to the main group.
    fn can_stay(&self, state: State, stones: Mask, groups: u8) -> bool {
        let (_, groups, liberties) = self.owner_block(state, stones, groups);
        liberties != 0 || groups & (MAIN | !state.shut) != 0
    }

    /// The state after the other side fills the liberty outside of a group, unless there is none.
    fn shut_in(&self, state: State, group: usize) -> Option<State> {
        let bit = 1 << group;
        if (state.shut | state.gone) & bit != 0 {
            return None;
        }
        let mut after = State {
            shut: state.shut | bit,
            is_owner_to_move: true,
            ..state
        };
        self.capture(&mut after, 0, bit);
        Some(after)
    }

    /// Takes a block of the owner off if it can't stay.
    fn capture(&self, state: &mut State, stone: Mask, group: u8) -> bool {
        if self.can_stay(*state, stone, group) {
            return false;
        }
        let (stones, groups, _) = self.owner_block(*state, stone, group);
        state.owners &= !stones;
        state.gone |= groups;
        true
    }
}

/// The other side tries to prevent a number of eyes.
#[derive(Debug)]
struct Struggle<'a> {
    space: &'a Space,
    n_needed: u8,
    states: Vec<State>,
}

impl Struggle<'_> {
    fn state(&self) -> State {
        self.states.last().copied().unwrap_or_default()
    }

    /// Whether the owner, who is to move, can take stones.
    fn can_take(&self, state: State) -> bool {
        let cells = 0..self.space.points.len();
        let mut after = cells.filter_map(|cell| self.space.after(state, cell));
        after.any(|after| after.others != state.others)
    }

    /// The state after a move: a cell, or the liberty outside of a group, as numbers after the last cell. The main group has
    /// an eye elsewhere unless it needs two here.
    fn after(&self, state: State, cell: usize) -> Option<State> {
        if cell < self.space.points.len() {
            return self.space.after(state, cell);
        }
        let group = cell - self.space.points.len();
        let is_useful = !state.is_owner_to_move && (group > 0 || self.n_needed == 2);
        is_useful
            .then(|| self.space.shut_in(state, group))
            .flatten()
    }
}

impl AndOrGraph for Struggle<'_> {
    type Move = Option<usize>;
    type Zone = ();

    fn key(&self) -> u64 {
        let state = self.state();
        let packed = u64::from(state.others)
            | u64::from(state.owners) << 16
            | u64::from(state.gone) << 32
            | u64::from(state.is_owner_to_move) << 40
            | u64::from(state.shut) << 41
            | 1 << 49;
        packed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_right(32)
    }

    fn is_prover_to_move(&self) -> bool {
        !self.state().is_owner_to_move
    }

    fn outcome(&self) -> Option<bool> {
        let state = self.state();
        let left = self.space.main_liberties(state);
        if self.n_needed == 2 {
            let is_last = !state.is_owner_to_move && left & left.wrapping_sub(1) == 0;
            let is_shut = state.shut & MAIN != 0;
            return (is_shut && (left == 0 || is_last)).then_some(true);
        }
        // All are filled, and the owner can't take what fills them.
        let is_lost = state.is_owner_to_move && left == 0 && !self.can_take(state);
        is_lost.then_some(true)
    }

    fn moves(&mut self) -> Vec<Option<usize>> {
        let state = self.state();
        let cells = 0..self.space.points.len() + self.space.groups.len();
        let legal = cells.filter(|&cell| self.after(state, cell).is_some());
        legal.map(Some).chain([None]).collect()
    }

    fn play(&mut self, mv: Option<usize>) {
        let state = self.state();
        let after = mv.and_then(|cell| self.after(state, cell));
        self.states.push(after.unwrap_or(State {
            is_owner_to_move: !state.is_owner_to_move,
            ..state
        }));
    }

    fn undo(&mut self) {
        self.states.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagram: &str, point: &str, expected: (u8, u8), vital: Option<(&str, &str)>) {
        let board: Board = diagram.parse().unwrap();
        let found = eye_value(&board, point.parse().unwrap(), 100_000).unwrap();
        assert_eq!((found.least, found.most), expected, "{point}\n{board}");
        let vital =
            vital.map(|(attack, defense)| (attack.parse().unwrap(), defense.parse().unwrap()));
        assert_eq!(found.vital, vital, "{point}\n{board}");
    }

    #[test]
    fn shapes_on_the_edge() {
        let three = ". . . . . .\n. . . . . .\nX X X X . .\n. . . X . .";
        check(three, "A1", (1, 2), Some(("B1", "B1")));
        let four = ". . . . . .\n. . . . . .\nX X X X X .\n. . . . X .";
        check(four, "A1", (2, 2), None);
        let two = ". . . . . .\n. . . . . .\nX X X . . .\n. . X . . .";
        check(two, "B1", (1, 1), None);
        let taken = ". . . . . .\n. . . . . .\nX X X X . .\n. O . X . .";
        check(taken, "A1", (1, 1), None);
    }

    #[test]
    fn an_eye_that_can_be_made_false() {
        let open = ". . . . . .\n. O O . . .\n. O . X X .\n. O X . X .";
        check(open, "D1", (0, 1), Some(("C2", "C2")));
        let solid = ". . . . . .\n. O O . . .\n. O X X X .\n. O X . X .";
        check(solid, "D1", (1, 1), None);
    }

    /// The stone at the edge has a liberty outside, so that the other side can't connect before it does.
    #[test]
    fn a_group_around_may_have_time() {
        let outside =
            "X X . . . .\n. X . . . .\nO X X . . .\n. O . . . .\nX O . . . .\nO O . . . .";
        check(outside, "A2", (1, 1), None);
        let none = "X X . . . .\nX X . . . .\nO X X . . .\n. O . . . .\nX O . . . .\nO O . . . .";
        check(none, "A2", (0, 1), Some(("A3", "A3")));
    }

    #[test]
    fn no_space_has_no_eyes() {
        let board = Board::new(crate::base::Size::square(9));
        assert_eq!(eye_value(&board, Point::new(4, 4), 1000), None);
    }
}
