//! Exhaustive search of small whole boards, with or without suicide and with the past of a game: every position that
//! can follow, and from which of them one side, the attacker, can force its aim. Stones are bits. The code shares
//! nothing with the engine's searches.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use tedomari::board::{Board, Color, Game, KoRule, Move, Point, PointSet};

/// Stands for no ban.
const NOWHERE: u64 = 31;

/// Stands for no position.
const NONE: u32 = u32::MAX;

/// Which sides may retake a ko at once although the rules forbid it, and how often. The attacker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// The aim of the attacker.
#[derive(Clone, Debug)]
enum Aim {
    /// To take all of these blocks.
    Capture,
    /// To make these two blocks of its own one that can't be taken at once.
    Join,
}

/// A position. The attacker's stones are `own`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    own: u32,
    other: u32,
    ban: u64,
    is_attacker_to_move: bool,
    n_left: u64,
    /// The blocks in question that are gone, as bits.
    gone: u64,
}

impl State {
    fn key(self) -> u64 {
        u64::from(self.own)
            | u64::from(self.other) << 16
            | self.ban << 32
            | u64::from(self.is_attacker_to_move) << 37
            | self.n_left << 38
            | self.gone << 40
    }
}

/// Mixes the bits of a key.
#[derive(Clone, Copy, Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("keys are numbers");
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// One game to be played out: how it begins and what binds the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Trial {
    is_attacker_first: bool,
    retakes: Retakes,
    /// The side that may not come back to the positions of the game: the attacker if `true`.
    minds_past: Option<bool>,
    /// Whether the defender always passes.
    is_alone: bool,
}

/// A whole board of at most 16 points.
pub(crate) struct SmallBoard {
    width: u32,
    full: u32,
    first_column: u32,
    last_column: u32,
    allows_suicide: bool,
    aim: Aim,
    own: u32,
    other: u32,
    targets: Vec<u32>,
    /// Stones whose blocks have a liberty that is never filled.
    given: u32,
    /// Points where a stone of the attacker has such a liberty, once it is there.
    given_points: u32,
    /// The side that may not play somewhere at first, as an attacker or not, and where.
    ban: Option<(bool, u64)>,
    /// The positions of the game, as stones of the attacker and of the defender, by whether the attacker is to move.
    past: [HashSet<(u32, u32)>; 2],
    known: HashMap<Trial, Option<bool>>,
}

impl SmallBoard {
    /// The board with the blocks in question, all of one color; the other color is the attacker.
    pub(crate) fn new(board: &Board, targets: &PointSet) -> Self {
        let attacker = board.color(targets.first().unwrap()).unwrap().opponent();
        Self::with_aim(board, attacker, Aim::Capture, targets)
    }

    /// The board with two blocks of one color, the attacker, that are to be joined.
    pub(crate) fn joining(board: &Board, pair: [Point; 2]) -> Self {
        let attacker = board.color(pair[0]).unwrap();
        Self::with_aim(board, attacker, Aim::Join, &pair.into_iter().collect())
    }

    fn with_aim(board: &Board, attacker: Color, aim: Aim, targets: &PointSet) -> Self {
        let points: Vec<Point> = board.size().points().collect();
        assert!(points.len() <= 16, "the board is too large");
        let number = |point: Point| points.iter().position(|&other| other == point).unwrap();
        let ban = board.ko();
        let width = u32::from(board.size().width());
        let full = u32::MAX >> (32 - points.len());
        let first_column = (0..points.len())
            .step_by(usize::from(board.size().width()))
            .fold(0, |column, n| column | 1 << n);
        Self {
            width,
            full,
            first_column,
            last_column: first_column << (width - 1),
            allows_suicide: board.allows_suicide(),
            aim,
            own: stones(board, attacker),
            other: stones(board, attacker.opponent()),
            targets: targets.iter().map(|point| 1 << number(point)).collect(),
            given: 0,
            given_points: 0,
            ban: ban.map(|(color, point)| (color == attacker, number(point) as u64)),
            past: [HashSet::new(), HashSet::new()],
            known: HashMap::new(),
        }
    }

    /// The same where the blocks of some stones have a liberty outside the board, which is never filled, and so have
    /// those of the attacker that get a stone on some empty points.
    pub(crate) fn given(mut self, board: &Board, points: &PointSet) -> Self {
        for (n, point) in board.size().points().enumerate() {
            if points.contains(point) && board.is_empty(point) {
                self.given_points |= 1 << n;
            } else if points.contains(point) {
                self.given |= 1 << n;
            }
        }
        self
    }

    /// Stones of the attacker, else of the defender, whose blocks have a liberty that is never filled.
    const fn given_to(&self, is_attacker: bool) -> u32 {
        if is_attacker {
            self.given | self.given_points
        } else {
            self.given
        }
    }

    /// The same with the past of a game that has come to this board: superko forbids its positions. If it forbids a
    /// side one point now, that is a ko ban.
    pub(crate) fn after(mut self, game: &Game, attacker: Color) -> Self {
        let rule = game.rules().ko;
        let to_move = game.to_move();
        for color in [to_move, to_move.opponent()] {
            let points = game.board().size().points().enumerate();
            let forbidden = points.filter(|&(_, point)| {
                game.board().is_legal(color, point) && !game.is_legal(color, Move::Play(point))
            });
            let forbidden: Vec<usize> = forbidden.map(|(n, _)| n).collect();
            if let (None, &[n]) = (self.ban, forbidden.as_slice()) {
                self.ban = Some((color == attacker, n as u64));
            }
        }
        if rule == KoRule::Simple {
            return self;
        }
        let mut game = game.clone();
        loop {
            let board = game.board();
            let both = (stones(board, attacker), stones(board, attacker.opponent()));
            let is_attacker_to_move = game.to_move() == attacker;
            self.past[usize::from(is_attacker_to_move)].insert(both);
            if rule == KoRule::PositionalSuperko {
                self.past[usize::from(!is_attacker_to_move)].insert(both);
            }
            if game.undo().is_none() {
                return self;
            }
        }
    }

    /// The points of a set and their neighbors.
    const fn spread(&self, set: u32) -> u32 {
        let right = (set & !self.last_column) << 1;
        let left = (set & !self.first_column) >> 1;
        (set | right | left | set << self.width | set >> self.width) & self.full
    }

    const fn block(&self, start: u32, stones: u32) -> u32 {
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

    fn play(&self, state: State, n: u32, trial: Trial) -> Option<State> {
        let is_attacker = state.is_attacker_to_move;
        let (mut own, mut other) = if is_attacker {
            (state.own, state.other)
        } else {
            (state.other, state.own)
        };
        let stone = 1u32 << n;
        if (own | other) & stone != 0 {
            return None;
        }
        let is_retake = state.ban == u64::from(n);
        if is_retake && !(trial.retakes.are_counted_for(is_attacker) && state.n_left > 0) {
            return None;
        }
        own |= stone;
        let mut taken = 0;
        let mut beside = self.spread(stone) & other;
        while beside != 0 {
            let block = self.block(beside & beside.wrapping_neg(), other);
            if self.spread(block) & !(own | other) == 0 && block & self.given_to(!is_attacker) == 0
            {
                taken |= block;
            }
            beside &= !block;
        }
        other &= !taken;
        let block = self.block(stone, own);
        let liberties = self.spread(block) & !(own | other);
        let mut lost = 0;
        if liberties == 0 && block & self.given_to(is_attacker) == 0 {
            if !self.allows_suicide {
                return None;
            }
            lost = block;
            own &= !block;
        }
        let is_ko = taken.count_ones() == 1 && block == stone && liberties.count_ones() == 1;
        let is_ban = is_ko && !trial.retakes.are_endless_for(!is_attacker);
        let both = if is_attacker {
            (own, other)
        } else {
            (other, own)
        };
        if trial.minds_past == Some(is_attacker)
            && self.past[usize::from(!is_attacker)].contains(&both)
        {
            return None;
        }
        let of_targets = match (&self.aim, is_attacker) {
            (Aim::Capture, true) | (Aim::Join, false) => taken,
            (Aim::Capture, false) | (Aim::Join, true) => lost,
        };
        Some(State {
            own: both.0,
            other: both.1,
            ban: if is_ban {
                u64::from(taken.trailing_zeros())
            } else {
                NOWHERE
            },
            is_attacker_to_move: !is_attacker,
            n_left: state.n_left - u64::from(is_retake),
            gone: state.gone | self.named(of_targets),
        })
    }

    /// Whether the attacker has reached its aim, or can't reach it any more.
    fn outcome(&self, state: State) -> Option<bool> {
        match self.aim {
            Aim::Capture => (state.gone == (1 << self.targets.len()) - 1).then_some(true),
            Aim::Join if state.gone != 0 => Some(false),
            Aim::Join => {
                let block = self.block(self.targets[0], state.own);
                let n_liberties = (self.spread(block) & !(state.own | state.other)).count_ones();
                let is_one = self.targets.iter().all(|target| target & block != 0);
                (is_one && (state.is_attacker_to_move || n_liberties > 1)).then_some(true)
            }
        }
    }

    /// Whether the attacker can force the capture of all blocks in question; it moves first if `is_attacker_first`.
    /// Endless play fails it, the past of a game does not count. `None` if more than `limit` positions can follow.
    pub(crate) fn is_captured(
        &mut self,
        is_attacker_first: bool,
        retakes: Retakes,
        limit: usize,
    ) -> Option<bool> {
        let trial = Trial {
            is_attacker_first,
            retakes,
            minds_past: None,
            is_alone: false,
        };
        self.result(trial, limit)
    }

    /// Whether a claim is true that the attacker reaches its aim, if `gets`, or else that it does not. The side that
    /// the claim is for may not come back to a position of the game.
    pub(crate) fn is_true(
        &mut self,
        gets: bool,
        is_attacker_first: bool,
        retakes: Retakes,
        limit: usize,
    ) -> Option<bool> {
        let has_past = self.past.iter().any(|positions| !positions.is_empty());
        let trial = Trial {
            is_attacker_first,
            retakes,
            minds_past: has_past.then_some(gets),
            is_alone: false,
        };
        Some(self.result(trial, limit)? == gets)
    }

    /// Whether the blocks in question stay on the board though their owner always passes.
    pub(crate) fn stays_alone(&mut self, limit: usize) -> Option<bool> {
        let trial = Trial {
            is_attacker_first: true,
            retakes: Retakes::Endless(true),
            minds_past: None,
            is_alone: true,
        };
        Some(!self.result(trial, limit)?)
    }

    fn result(&mut self, trial: Trial, limit: usize) -> Option<bool> {
        if let Some(&known) = self.known.get(&trial) {
            return known;
        }
        let found = Graph::of(self, trial, limit).map(|graph| graph.wins());
        self.known.insert(trial, found);
        found
    }

    fn start(&self, trial: Trial) -> State {
        let banned = self.ban.filter(|&(is_attacker, _)| {
            is_attacker == trial.is_attacker_first && !trial.retakes.are_endless_for(is_attacker)
        });
        State {
            own: self.own,
            other: self.other,
            ban: banned.map_or(NOWHERE, |(_, point)| point),
            is_attacker_to_move: trial.is_attacker_first,
            n_left: if matches!(trial.retakes, Retakes::Twice(_)) {
                2
            } else {
                0
            },
            gone: 0,
        }
    }
}

/// The stones of a color as bits, in the order of the points.
fn stones(board: &Board, color: Color) -> u32 {
    let points = board.size().points().enumerate();
    points
        .filter(|&(_, point)| board.color(point) == Some(color))
        .fold(0, |stones, (n, _)| stones | 1 << n)
}

/// All positions that can follow, the first one at the beginning.
struct Graph {
    /// The positions that follow each one, one after the other.
    next: Vec<u32>,
    /// Where those of each position begin in `next`.
    begin: Vec<u32>,
    /// How many of them have to be won until the position is: one if the attacker is to move, else all.
    n_open: Vec<u32>,
    won: Vec<u32>,
}

impl Graph {
    /// `None` if there are more positions than `limit`.
    fn of(small: &SmallBoard, trial: Trial, limit: usize) -> Option<Self> {
        let n_points = small.full.count_ones();
        let start = small.start(trial);
        let mut number: HashMap<u64, u32, BuildHasherDefault<Mixer>> = HashMap::default();
        number.insert(start.key(), 0);
        let mut states = vec![start];
        let (mut next, mut begin) = (Vec::new(), vec![0]);
        let (mut n_open, mut won) = (Vec::new(), Vec::new());
        while let Some(&state) = states.get(n_open.len()) {
            let outcome = small.outcome(state);
            if outcome == Some(true) {
                won.push(u32::try_from(n_open.len()).unwrap());
            }
            let n_before = next.len();
            if outcome.is_none() {
                let pass = State {
                    ban: NOWHERE,
                    is_attacker_to_move: !state.is_attacker_to_move,
                    ..state
                };
                let n_plays = if trial.is_alone && !state.is_attacker_to_move {
                    0
                } else {
                    n_points
                };
                let plays = (0..n_plays).filter_map(|n| small.play(state, n, trial));
                for after in plays.chain([pass]) {
                    let fresh = u32::try_from(states.len()).unwrap();
                    let n = *number.entry(after.key()).or_insert(fresh);
                    if n == fresh {
                        states.push(after);
                    }
                    next.push(n);
                }
            }
            n_open.push(if state.is_attacker_to_move {
                1
            } else {
                u32::try_from(next.len() - n_before).unwrap()
            });
            begin.push(u32::try_from(next.len()).unwrap());
            if states.len() > limit {
                return None;
            }
        }
        Some(Self {
            next,
            begin,
            n_open,
            won,
        })
    }

    /// Whether the attacker wins from the first position: works backward from the positions that are won.
    fn wins(mut self) -> bool {
        // The positions before each one, as chains of edges.
        let mut last = vec![NONE; self.n_open.len()];
        let mut earlier = vec![NONE; self.next.len()];
        let mut from = vec![0; self.next.len()];
        for (n, ends) in self.begin.windows(2).enumerate() {
            for edge in ends[0]..ends[1] {
                let to = self.next[edge as usize] as usize;
                earlier[edge as usize] = std::mem::replace(&mut last[to], edge);
                from[edge as usize] = n;
            }
        }
        let mut is_won = vec![false; self.n_open.len()];
        for &n in &self.won {
            is_won[n as usize] = true;
        }
        while let Some(n) = self.won.pop() {
            let mut edge = last[n as usize];
            while edge != NONE {
                let before = from[edge as usize];
                self.n_open[before] = self.n_open[before].saturating_sub(1);
                if self.n_open[before] == 0 && !is_won[before] {
                    is_won[before] = true;
                    self.won.push(u32::try_from(before).unwrap());
                }
                edge = earlier[edge as usize];
            }
        }
        is_won[0]
    }
}
