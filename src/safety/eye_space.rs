//! Small eye spaces inside one block, and whether the other color can keep them down to a single eye (nakade).
//!
//! An *eye space* is a connected set of a few points, empty or occupied by the attacker, that nothing but the stones of
//! one block encloses. The owner of the block moves first. The attacker has kept it down if all that is left, stones
//! of the attacker included, is a single eye: one point, or two neighbors. On the way the attacker may fill the space
//! but for one point: if the owner then plays elsewhere, the block is captured as soon as it has no liberty outside.
//!
//! The state space is solved as a whole: the states in which the attacker gets there in a finite number of moves are the
//! least set that contains its own reasons. A ko gains the attacker nothing here, since a repeated state is no progress.
//! The liberties of the block outside don't matter: filling one is the attacker's answer to a play elsewhere.
//!
//! Floor 3. Suicide is taken to be forbidden. The idea of a table of eye spaces: Dyer, "An eye shape library for
//! computer Go"; the rule for outside liberties is ours.

use arrayvec::ArrayVec;

use crate::base::{Color, Point, PointSet};
use crate::board::{Board, Cell};

/// Most points of an eye space: 3 to this power states are solved.
pub const MOST_POINTS: usize = 7;

/// A set of points of an eye space: bit `n` is the `n`-th of its points.
type Mask = u8;

/// A small eye space that the attacker can keep down to a single eye, the owner of the block around it moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeSpace {
    points: ArrayVec<Point, MOST_POINTS>,
    neighbors: ArrayVec<Mask, MOST_POINTS>,
    /// Points beside the block.
    beside: Mask,
    attacker: Color,
    /// For each state with the owner to move, how many rounds the attacker needs at most, or [`NEVER`].
    n_rounds: Vec<u8>,
}

/// The attacker does not get there.
const NEVER: u8 = u8::MAX;

/// Stones in an eye space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    attacker: Mask,
    owner: Mask,
}

impl EyeSpace {
    /// The eye space `points` if the attacker can keep it down. Nothing if it is too large or not connected, if something
    /// else than a single block of the other color encloses it, or if suicide is allowed.
    #[must_use]
    pub fn new(board: &Board, points: &PointSet, attacker: Color) -> Option<Self> {
        if points.len() > MOST_POINTS || board.allows_suicide() {
            return None;
        }
        let mut space = Self {
            points: points.iter().collect(),
            neighbors: ArrayVec::new(),
            beside: 0,
            attacker,
            n_rounds: Vec::new(),
        };
        let mut around = None;
        for (n, &point) in space.points.iter().enumerate() {
            let mut neighbors = 0;
            for neighbor in point.neighbors() {
                if let Some(index) = space.index(neighbor) {
                    neighbors |= 1 << index;
                } else if board.cell(neighbor) == Cell::from(attacker.opponent()) {
                    let id = board.block_id(neighbor);
                    if *around.get_or_insert(id) != id {
                        return None;
                    }
                    space.beside |= 1 << n;
                } else if board.cell(neighbor) != Cell::Wall {
                    return None;
                }
            }
            space.neighbors.push(neighbors);
        }
        let start = space.state(board);
        let is_whole = space.component(1, space.all()) == space.all();
        if around.is_none() || start.owner != 0 || !is_whole {
            return None;
        }
        space.solve();
        (space.n_rounds[space.number(start)] != NEVER).then_some(space)
    }

    /// The points of the eye space.
    #[must_use]
    pub fn points(&self) -> PointSet {
        self.points.iter().copied().collect()
    }

    /// The attacker's answer in a position that the answers so far have led to, after a play of the owner inside. `None`
    /// if no answer is needed.
    #[must_use]
    pub fn answer(&self, board: &Board) -> Option<Point> {
        let state = self.state(board);
        let goal = self.rounds(state);
        let best = (0..self.points.len())
            .filter_map(|n| Some((self.rounds(self.attack(state, n)?), n)))
            .min()?;
        (best.0 < goal).then(|| self.points[best.1])
    }

    fn index(&self, point: Point) -> Option<usize> {
        self.points.binary_search(&point).ok()
    }

    fn all(&self) -> Mask {
        (0..self.points.len()).fold(0, |all, n| all | 1 << n)
    }

    fn state(&self, board: &Board) -> State {
        let stones = |color: Color| {
            (0..self.points.len())
                .filter(|&n| board.color(self.points[n]) == Some(color))
                .fold(0, |mask, n| mask | 1 << n)
        };
        State {
            attacker: stones(self.attacker),
            owner: stones(self.attacker.opponent()),
        }
    }

    fn spread(&self, mask: Mask) -> Mask {
        (0..self.points.len())
            .filter(|n| mask & 1 << n != 0)
            .fold(0, |all, n| all | self.neighbors[n])
    }

    /// The part of `within` connected with `start`.
    fn component(&self, start: Mask, within: Mask) -> Mask {
        let mut part = start & within;
        loop {
            let wider = part | self.spread(part) & within;
            if wider == part {
                return part;
            }
            part = wider;
        }
    }

    fn empty(&self, state: State) -> Mask {
        self.all() & !(state.attacker | state.owner)
    }

    /// The stones among `stones` without a liberty.
    fn without_liberty(&self, stones: Mask, state: State) -> Mask {
        let free = self.spread(self.empty(state)) & stones;
        let mut lost = stones;
        for n in (0..self.points.len()).filter(|n| free & 1 << n != 0) {
            lost &= !self.component(1 << n, stones);
        }
        lost
    }

    /// The owner's stones without a liberty; those connected with the block have one.
    fn lost_inside(&self, state: State) -> Mask {
        let joined = (0..self.points.len())
            .filter(|n| state.owner & self.beside & 1 << n != 0)
            .fold(0, |all, n| all | self.component(1 << n, state.owner));
        self.without_liberty(state.owner & !joined, state)
    }

    /// The state after a play of the attacker on the `n`-th point, if it is legal.
    fn attack(&self, state: State, n: usize) -> Option<State> {
        let mut next = state;
        if self.empty(state) & 1 << n == 0 {
            return None;
        }
        next.attacker |= 1 << n;
        next.owner &= !self.lost_inside(next);
        (self.without_liberty(next.attacker, next) == 0).then_some(next)
    }

    /// The state after a play of the owner on the `n`-th point, if it is legal.
    fn defend(&self, state: State, n: usize) -> Option<State> {
        let mut next = state;
        if self.empty(state) & 1 << n == 0 {
            return None;
        }
        next.owner |= 1 << n;
        next.attacker &= !self.without_liberty(next.attacker, next);
        (self.lost_inside(next) == 0).then_some(next)
    }

    /// Whether what is left is at most one eye.
    fn is_single_eye(&self, state: State) -> bool {
        let room = self.all() & !state.owner;
        match room.count_ones() {
            0 | 1 => true,
            2 => self.spread(room & room.wrapping_neg()) & room != 0,
            _ => false,
        }
    }

    /// A state as a number with three values a digit.
    fn number(&self, state: State) -> usize {
        (0..self.points.len()).rev().fold(0, |number, n| {
            let digit = (state.attacker >> n & 1) + 2 * (state.owner >> n & 1);
            3 * number + usize::from(digit)
        })
    }

    fn state_of(&self, mut number: usize) -> State {
        let mut state = State::default();
        for n in 0..self.points.len() {
            match number % 3 {
                1 => state.attacker |= 1 << n,
                2 => state.owner |= 1 << n,
                _ => {}
            }
            number /= 3;
        }
        state
    }

    fn rounds(&self, state: State) -> u8 {
        self.n_rounds[self.number(state)]
    }

    /// Finds all states in which the attacker gets there, in order of the number of rounds.
    fn solve(&mut self) {
        let n_states = 3usize.pow(u32::try_from(self.points.len()).unwrap_or(0));
        self.n_rounds = vec![NEVER; n_states];
        for number in 0..n_states {
            if self.is_single_eye(self.state_of(number)) {
                self.n_rounds[number] = 0;
            }
        }
        for round in 1..NEVER {
            let is_new = |number: &usize| {
                self.n_rounds[*number] == NEVER && self.is_won_at_once(self.state_of(*number))
            };
            let won: Vec<usize> = (0..n_states).filter(is_new).collect();
            if won.is_empty() {
                return;
            }
            for number in won {
                self.n_rounds[number] = round;
            }
        }
    }

    /// Whether the attacker can answer every play of the owner, one elsewhere included, by a state known as won.
    fn is_won_at_once(&self, state: State) -> bool {
        let is_won = |state: State| self.rounds(state) != NEVER;
        let can_attack = |state: State| {
            (0..self.points.len()).any(|n| self.attack(state, n).is_some_and(is_won))
        };
        let is_full_but_one = self.empty(state).count_ones() == 1;
        (is_full_but_one || can_attack(state))
            && (0..self.points.len())
                .filter_map(|n| self.defend(state, n))
                .all(|next| is_won(next) || can_attack(next))
    }
}
