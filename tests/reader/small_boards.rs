//! Exhaustive search of small whole boards, with or without suicide: every position that can follow, and from which of
//! them the attacker can force the capture. Stones are bits. The code shares nothing with the engine's searches.

use std::collections::HashMap;

use tedomari::base::{Color, Point, PointSet};
use tedomari::board::Board;

/// Stands for no ban.
const NOWHERE: u64 = 31;

/// Which sides may retake a ko at once although the rules forbid it, and how often. The attacker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retakes {
    /// Neither side.
    Nobody,
    /// One side, without end: the attacker if `true`.
    Endless(bool),
    /// One side, twice: the attacker if `true`.
    Twice(bool),
}

impl Retakes {
    fn are_endless_for(self, is_attacker: bool) -> bool {
        self == Self::Endless(is_attacker)
    }

    fn are_counted_for(self, is_attacker: bool) -> bool {
        self == Self::Twice(is_attacker)
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    attackers: u32,
    defenders: u32,
    ban: u64,
    is_attacker_to_move: bool,
    n_left: u64,
    /// The blocks in question that are gone, as bits.
    gone: u64,
}

impl State {
    fn key(self) -> u64 {
        u64::from(self.attackers)
            | u64::from(self.defenders) << 16
            | self.ban << 32
            | u64::from(self.is_attacker_to_move) << 37
            | self.n_left << 38
            | self.gone << 40
    }
}

/// A whole board of at most 16 points.
pub(crate) struct SmallBoard {
    neighbors: Vec<u32>,
    allows_suicide: bool,
    attackers: u32,
    defenders: u32,
    targets: Vec<u32>,
    /// The side that may not play somewhere at first, as an attacker or not, and where.
    ban: Option<(bool, u64)>,
}

impl SmallBoard {
    /// The board with the blocks in question, all of one color.
    pub(crate) fn new(board: &Board, targets: &PointSet) -> Self {
        let points: Vec<Point> = board.size().points().collect();
        assert!(points.len() <= 16, "the board is too large");
        let number = |point: Point| points.iter().position(|&other| other == point);
        let bit = |point: Point| number(point).map_or(0, |n| 1u32 << n);
        let defender = board.color(targets.first().unwrap()).unwrap();
        let stones = |color: Color| {
            board
                .points_of(color)
                .fold(0, |all, point| all | bit(point))
        };
        Self {
            neighbors: points
                .iter()
                .map(|point| {
                    point
                        .neighbors()
                        .into_iter()
                        .fold(0, |all, near| all | bit(near))
                })
                .collect(),
            allows_suicide: board.allows_suicide(),
            attackers: stones(defender.opponent()),
            defenders: stones(defender),
            targets: targets.iter().map(bit).collect(),
            ban: board
                .ko()
                .map(|(color, point)| (color != defender, number(point).unwrap() as u64)),
        }
    }

    fn spread(&self, set: u32) -> u32 {
        let beside = self.neighbors.iter().enumerate();
        let beside = beside.filter(|(n, _)| set >> n & 1 != 0);
        beside.fold(set, |wide, (_, near)| wide | near)
    }

    fn block(&self, start: u32, stones: u32) -> u32 {
        let mut block = start;
        loop {
            let wider = self.spread(block) & stones;
            if wider == block {
                return block;
            }
            block = wider;
        }
    }

    fn named(&self, stones: u32) -> u64 {
        let named = self.targets.iter().enumerate();
        let named = named.filter(|&(_, &target)| target & stones != 0);
        named.fold(0, |bits, (n, _)| bits | 1 << n)
    }

    fn play(&self, state: State, n: usize, retakes: Retakes) -> Option<State> {
        let is_attacker = state.is_attacker_to_move;
        let (mut own, mut other) = if is_attacker {
            (state.attackers, state.defenders)
        } else {
            (state.defenders, state.attackers)
        };
        let stone = 1u32 << n;
        if (own | other) & stone != 0 {
            return None;
        }
        let is_retake = state.ban == n as u64;
        if is_retake && !(retakes.are_counted_for(is_attacker) && state.n_left > 0) {
            return None;
        }
        own |= stone;
        let mut taken = 0;
        for near in 0..self.neighbors.len() {
            let near = 1u32 << near;
            if near & self.neighbors[n] & other & !taken != 0 {
                let block = self.block(near, other);
                if self.spread(block) & !(own | other) == 0 {
                    taken |= block;
                }
            }
        }
        other &= !taken;
        let block = self.block(stone, own);
        let liberties = self.spread(block) & !(own | other);
        let mut lost = 0;
        if liberties == 0 {
            if !self.allows_suicide {
                return None;
            }
            lost = block;
            own &= !block;
        }
        let is_ko = taken.count_ones() == 1 && block == stone && liberties.count_ones() == 1;
        let is_ban = is_ko && !retakes.are_endless_for(!is_attacker);
        let (attackers, defenders) = if is_attacker {
            (own, other)
        } else {
            (other, own)
        };
        let gone = if is_attacker { taken } else { lost };
        Some(State {
            attackers,
            defenders,
            ban: if is_ban {
                u64::from(taken.trailing_zeros())
            } else {
                NOWHERE
            },
            is_attacker_to_move: !is_attacker,
            n_left: state.n_left - u64::from(is_retake),
            gone: state.gone | self.named(gone),
        })
    }

    /// Whether the attacker can force the capture of all blocks in question; it moves first if `is_attacker_first`.
    /// Endless play fails it. `None` if more than `limit` positions can follow.
    pub(crate) fn is_captured(
        &self,
        is_attacker_first: bool,
        retakes: Retakes,
        limit: usize,
    ) -> Option<bool> {
        let banned = self.ban.filter(|&(is_attacker, _)| {
            is_attacker == is_attacker_first && !retakes.are_endless_for(is_attacker)
        });
        let all_gone = (1u64 << self.targets.len()) - 1;
        let start = State {
            attackers: self.attackers,
            defenders: self.defenders,
            ban: banned.map_or(NOWHERE, |(_, point)| point),
            is_attacker_to_move: is_attacker_first,
            n_left: if matches!(retakes, Retakes::Twice(_)) {
                2
            } else {
                0
            },
            gone: 0,
        };
        let mut number = HashMap::from([(start.key(), 0)]);
        let mut states = vec![start];
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut n_open: Vec<usize> = Vec::new();
        let mut won: Vec<usize> = Vec::new();
        while let Some(&state) = states.get(n_open.len()) {
            let from = n_open.len();
            if state.gone == all_gone {
                won.push(from);
                n_open.push(0);
                continue;
            }
            let plays = (0..self.neighbors.len()).filter_map(|n| self.play(state, n, retakes));
            let pass = State {
                ban: NOWHERE,
                is_attacker_to_move: !state.is_attacker_to_move,
                ..state
            };
            let mut n_next = 0;
            for after in plays.chain([pass]) {
                let next = *number.entry(after.key()).or_insert(states.len());
                if next == states.len() {
                    states.push(after);
                    before.push(Vec::new());
                }
                before[next].push(from);
                n_next += 1;
            }
            n_open.push(if state.is_attacker_to_move { 1 } else { n_next });
            if states.len() > limit {
                return None;
            }
        }
        let mut is_won = vec![false; states.len()];
        for &n in &won {
            is_won[n] = true;
        }
        while let Some(n) = won.pop() {
            for &from in &before[n] {
                n_open[from] = n_open[from].saturating_sub(1);
                if n_open[from] == 0 && !is_won[from] {
                    is_won[from] = true;
                    won.push(from);
                }
            }
        }
        Some(is_won[0])
    }
}
