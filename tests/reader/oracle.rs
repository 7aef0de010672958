//! Exhaustive search of enclosed blocks, slow and simple: every position that can follow, and from which of them the
//! attacker can force the capture. Points are a list with neighbors. The code shares nothing with the engine's
//! search.

use std::collections::{HashMap, HashSet};

use tedomari::board::{Board, Color, Point, PointSet};

/// The side that may not retake a ko at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Banned {
    /// Both sides.
    Both,
    /// Only the attacker.
    Attacker,
    /// Only the defender.
    Defender,
}

/// How often one side may retake a ko although it is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Retakes {
    pub by_attacker: bool,
    pub number: u8,
}

/// A goal of one side. Endless play fails it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The attacker captures the blocks in question.
    Capture,
    /// The attacker captures the blocks, or both sides pass and the attacker could capture them by playing on alone.
    NoTwoEyes,
    /// The defender's opposite: both sides pass, and the attacker could not capture the blocks by playing on alone.
    TwoEyes,
}

/// A position: the stones on the points (0 empty, 1 attacker, 2 defender), and a 1 for each block in question that
/// was captured; the point where the side to move may not play; whether the attacker is to move; how many forbidden
/// retakes are left; and whether the attacker passed and only passes followed.
type State = (Vec<u8>, Option<usize>, bool, u8, bool);

/// An enclosed part of a board.
pub(crate) struct Enclosure {
    neighbors: Vec<Vec<usize>>,
    /// Whether a point touches the attacker's surrounding stones, which can't be captured.
    touches_wall: Vec<bool>,
    cells: Vec<u8>,
    targets: Vec<usize>,
}

impl Enclosure {
    /// The enclosure with the points of `region`. Around them are only stones of the attacker and the edge.
    pub(crate) fn new(board: &Board, region: &PointSet, targets: impl Into<PointSet>) -> Self {
        let targets = targets.into();
        let defender = board.color(targets.first().unwrap()).unwrap();
        let points: Vec<Point> = region.iter().collect();
        let number = |point: Point| points.iter().position(|&p| p == point);
        let neighbors = points
            .iter()
            .map(|point| point.neighbors().into_iter().filter_map(number).collect());
        let touches_wall = points.iter().map(|point| {
            let mut around = point.neighbors().into_iter();
            around.any(|n| number(n).is_none() && board.color(n).is_some())
        });
        let cells = points.iter().map(|&point| match board.color(point) {
            None => 0,
            Some(color) if color == defender => 2,
            Some(_) => 1,
        });
        Self {
            cells: cells.chain(targets.iter().map(|_| 0)).collect(),
            touches_wall: touches_wall.collect(),
            targets: targets.iter().filter_map(number).collect(),
            neighbors: neighbors.collect(),
        }
    }

    fn block(&self, cells: &[u8], start: usize) -> (Vec<usize>, usize) {
        let mut block = vec![start];
        let mut liberties = Vec::new();
        let mut is_anchored = false;
        let mut n_done = 0;
        while let Some(&at) = block.get(n_done) {
            n_done += 1;
            is_anchored |= cells[at] == 1 && self.touches_wall[at];
            for &n in &self.neighbors[at] {
                if cells[n] == 0 && !liberties.contains(&n) {
                    liberties.push(n);
                } else if cells[n] == cells[at] && !block.contains(&n) {
                    block.push(n);
                }
            }
        }
        (block, if is_anchored { 99 } else { liberties.len() })
    }

    fn play(&self, state: &State, at: usize, banned: Banned, may_retake: bool) -> Option<State> {
        let (cells, ban, is_attacker, n_retakes, _) = state;
        let is_retake = *ban == Some(at);
        if cells[at] != 0 || is_retake && !(may_retake && *n_retakes > 0) {
            return None;
        }
        let own = if *is_attacker { 1 } else { 2 };
        let mut cells = cells.clone();
        cells[at] = own;
        let mut taken = Vec::new();
        for &n in &self.neighbors[at] {
            if cells[n] == 3 - own {
                let (block, n_liberties) = self.block(&cells, n);
                if n_liberties == 0 {
                    for &stone in &block {
                        cells[stone] = 0;
                    }
                    taken.extend(block);
                }
            }
        }
        let flags = self.neighbors.len()..;
        for (flag, target) in flags.zip(&self.targets) {
            cells[flag] |= u8::from(taken.contains(target));
        }
        let (block, n_liberties) = self.block(&cells, at);
        if n_liberties == 0 {
            return None;
        }
        let is_ko = taken.len() == 1 && block.len() == 1 && n_liberties == 1;
        let holds = match banned {
            Banned::Both => true,
            Banned::Attacker => !is_attacker,
            Banned::Defender => *is_attacker,
        };
        let ban = (is_ko && holds).then(|| taken[0]);
        let n_retakes = n_retakes - u8::from(is_retake);
        Some((cells, ban, !is_attacker, n_retakes, false))
    }

    /// Whether all blocks in question were captured.
    fn is_taken(&self, cells: &[u8]) -> bool {
        cells[self.neighbors.len()..].iter().all(|&flag| flag == 1)
    }

    /// Whether the attacker could capture the blocks if the defender passed for ever.
    fn falls_alone(&self, cells: &[u8]) -> bool {
        let mut seen = HashSet::from([cells.to_vec()]);
        let mut waiting = vec![cells.to_vec()];
        while let Some(cells) = waiting.pop() {
            if self.is_taken(&cells) {
                return true;
            }
            let state = (cells, None, true, 0, false);
            for at in 0..self.neighbors.len() {
                if let Some(after) = self.play(&state, at, Banned::Both, false)
                    && seen.insert(after.0.clone())
                {
                    waiting.push(after.0);
                }
            }
        }
        false
    }

    /// Whether the goal is reached.
    fn is_won(&self, state: &State, aim: Aim) -> bool {
        let is_taken = self.is_taken(&state.0);
        let is_over = state.2 && state.4;
        match aim {
            Aim::Capture => is_taken,
            Aim::NoTwoEyes => is_taken || is_over && self.falls_alone(&state.0),
            Aim::TwoEyes => !is_taken && is_over && !self.falls_alone(&state.0),
        }
    }

    /// Whether the side with this goal can force it; the attacker moves first if `is_attacker_first`. `None` if more
    /// than `limit` positions can follow. The attacker never has to pass, except when a ko ban leaves no other move.
    pub(crate) fn is_reached(
        &self,
        aim: Aim,
        is_attacker_first: bool,
        banned: Banned,
        retakes: Retakes,
        limit: usize,
    ) -> Option<bool> {
        let start: State = (
            self.cells.clone(),
            None,
            is_attacker_first,
            retakes.number,
            false,
        );
        let mut number = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut successors: Vec<Vec<usize>> = Vec::new();
        while let Some(state) = states.get(successors.len()).cloned() {
            let mut next = Vec::new();
            let is_over = aim != Aim::Capture && state.2 && state.4;
            if !self.is_taken(&state.0) && !is_over {
                let may_retake = state.2 == retakes.by_attacker;
                let play = |at: usize| self.play(&state, at, banned, may_retake);
                let plays = (0..self.neighbors.len()).filter_map(play);
                let may_play_anywhere = state.1.is_none() || may_retake && state.3 > 0;
                let is_left_alone =
                    aim != Aim::Capture && if state.2 { may_play_anywhere } else { state.4 };
                let pass = (state.0.clone(), None, !state.2, state.3, is_left_alone);
                for after in plays.chain([pass]) {
                    let n = *number.entry(after.clone()).or_insert(states.len());
                    if n == states.len() {
                        states.push(after);
                    }
                    next.push(n);
                }
            }
            successors.push(next);
            if states.len() > limit {
                return None;
            }
        }
        let mut is_won: Vec<bool> = states.iter().map(|s| self.is_won(s, aim)).collect();
        loop {
            let mut is_changed = false;
            for n in (0..states.len()).rev() {
                let mut next = successors[n].iter();
                let wins = !is_won[n]
                    && !successors[n].is_empty()
                    && if states[n].2 == (aim != Aim::TwoEyes) {
                        next.any(|&m| is_won[m])
                    } else {
                        next.all(|&m| is_won[m])
                    };
                is_won[n] |= wins;
                is_changed |= wins;
            }
            if !is_changed {
                return Some(is_won[0]);
            }
        }
    }

    /// The color that tries to capture the block on `target` of a board.
    pub(crate) fn attacker(board: &Board, target: Point) -> Color {
        board.color(target).unwrap().opponent()
    }
}
