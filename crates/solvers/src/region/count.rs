//! How many points of an enclosed region a color can secure, by complete search.
//!
//! The region is counted by area when both sides have passed: stones on it, and empty parts that touch one color
//! only. Both sides may play anywhere in the region or pass. The blocks around it, of either color, are taken for
//! granted: they never fall. The caller decides which side has ko threats: see [`RegionKo`].

use std::cell::OnceCell;

use super::region_board::{Hold, Mask, RegionBoard, RegionPosition};
use crate::base::Budget;
use crate::board::{Board, Cell, Color, Point, PointSet, Rules, Scoring, Tax, zobrist};
use crate::proof::{AndOrGraph, Numbers, Outcome, prove};

/// Size of the table of a search: 2 to this power entries at least, and at most.
const LOG2_ENTRIES: (u32, u32) = (12, 18);

/// Which side has ko threats while a region is counted, in the words of `tactics::ko`, and what a repetition does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RegionKo {
    /// Neither side has ko threats. The prover fails by a longer cycle. What is proved holds if no ko threat is
    /// answered.
    #[default]
    Nobody,
    /// The refuter may retake every ko at once, without end. The prover fails by any cycle. What is proved holds
    /// whatever ko threats there are.
    RefuterEndless,
    /// No position of the line may come again. This is closest to play under superko. But what is found may depend on
    /// the way to a position, which the table of the search ignores: it helps to choose a move and proves nothing.
    Superko,
}

/// A region to count, and the stones around it.
#[derive(Clone, Debug)]
pub struct RegionCount {
    points: PointSet,
    walls: PointSet,
    region_board: RegionBoard,
    ko: RegionKo,
    scoring: Scoring,
    tax: Tax,
}

impl RegionCount {
    /// A region that holds all neighbors of its points but those in `walls`, which are stones. `None` if it is too
    /// large to be searched.
    #[must_use]
    pub fn new(board: &Board, points: PointSet, walls: PointSet) -> Option<Self> {
        let region_board = RegionBoard::new(board, &points, |_, _| Hold::TwoEyes)?;
        Some(Self {
            points,
            walls,
            region_board,
            ko: RegionKo::default(),
            scoring: Scoring::Area,
            tax: Tax::None,
        })
    }

    /// The region around `seed`: what a flood reaches that stops at the stones on which `is_wall` holds. `None` if it
    /// reaches more than `most_empty` empty points.
    #[must_use]
    pub fn around(
        board: &Board,
        seed: Point,
        is_wall: impl Fn(Point) -> bool,
        most_empty: usize,
    ) -> Option<Self> {
        let (mut points, mut walls) = (PointSet::from_iter([seed]), PointSet::EMPTY);
        let mut n_empty = 0;
        let mut open = vec![seed];
        while let Some(point) = open.pop() {
            n_empty += usize::from(board.is_empty(point));
            if n_empty > most_empty {
                return None;
            }
            for neighbor in point.neighbors() {
                if board.cell(neighbor) == Cell::Wall {
                    continue;
                }
                if board.color(neighbor).is_some() && is_wall(neighbor) {
                    walls.insert(neighbor);
                } else if points.insert(neighbor) {
                    open.push(neighbor);
                }
            }
        }
        Self::new(board, points, walls)
    }

    /// The same region with other ko threats.
    #[must_use]
    pub fn with_ko(self, ko: RegionKo) -> Self {
        Self { ko, ..self }
    }

    /// The same region counted by other rules than area without taxes. By territory each play costs its player a point,
    /// until both have passed; then what is dead is shown by playing on at no cost.
    #[must_use]
    pub fn with_rules(self, rules: &Rules) -> Self {
        Self {
            scoring: rules.scoring,
            tax: rules.tax,
            ..self
        }
    }

    /// Every point of the region.
    #[must_use]
    pub const fn points(&self) -> &PointSet {
        &self.points
    }

    /// The stones around it.
    #[must_use]
    pub const fn walls(&self) -> &PointSet {
        &self.walls
    }

    /// By how many points of the region Black is ahead if the stones in `dead` are taken off and the others stay.
    #[must_use]
    pub fn lead(&self, board: &Board, dead: &PointSet) -> i32 {
        let dead = self.region_board.mask(dead);
        let mut position = self.region_board.position(board);
        for color in Color::BOTH {
            position.stones[color] &= !dead;
        }
        self.region_board.lead(&position)
    }

    /// Whether `prover` can be ahead in the region by at least `least` points when `to_move` moves first. The ko of
    /// the board holds for the first move.
    pub fn prove(
        &self,
        board: &Board,
        prover: Color,
        to_move: Color,
        least: i32,
        budget: &mut Budget,
    ) -> Outcome {
        let mut start = self.region_board.position(board);
        if self.ko == RegionKo::RefuterEndless && to_move != prover {
            start = RegionBoard::pass(&start);
        }
        let start = Node {
            position: start,
            n_passes: 0,
            price: i32::from(self.scoring == Scoring::Territory),
            paid: 0,
            bounds: OnceCell::new(),
        };
        let mut graph = Graph {
            region_board: &self.region_board,
            ko: self.ko,
            tax: self.tax,
            path: vec![start],
            prover,
            least,
            to_move,
        };
        let (fewest, most) = LOG2_ENTRIES;
        let log2_entries = budget.remaining().max(1).ilog2().clamp(fewest, most);
        prove(&mut graph, log2_entries, budget)
    }

    /// Whether [`Self::prove`] finds a proof with `nodes` nodes of the budget at most.
    pub fn is_proved(
        &self,
        board: &Board,
        prover: Color,
        to_move: Color,
        least: i32,
        nodes: u64,
        budget: &mut Budget,
    ) -> bool {
        let mut part = budget.part(nodes);
        let verdict = self.prove(board, prover, to_move, least, &mut part);
        budget.charge(part.spent());
        verdict == Outcome::Proved
    }

    /// The most points that `prover` is proved to be ahead by when `to_move` moves first, which are known to be `least`
    /// at least and `most` at most. Each of the searches for it, a logarithm of the difference, has `nodes` nodes of
    /// the budget at most.
    pub fn best_proved(
        &self,
        board: &Board,
        prover: Color,
        to_move: Color,
        (least, most): (i32, i32),
        nodes: u64,
        budget: &mut Budget,
    ) -> i32 {
        // Proved for `low`, not for `high`.
        let (mut low, mut high) = (least, most + 1);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if self.is_proved(board, prover, to_move, middle, nodes, budget) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Number of points, the most that a side can be ahead by.
    #[must_use]
    pub fn size(&self) -> i32 {
        self.region_board.n_points()
    }
}

/// A position of a line.
#[derive(Clone)]
struct Node {
    position: RegionPosition,
    /// Passes in a row before it.
    n_passes: u8,
    /// What a play costs.
    price: i32,
    /// How many points the prover has paid for plays more than the opponent.
    paid: i32,
    /// The least and the most that the prover can be ahead by in area, once computed.
    bounds: OnceCell<(i32, i32)>,
}

/// The least and the most that a color can be ahead by, by what is unconditionally alive.
fn bounds(region_board: &RegionBoard, position: &RegionPosition, color: Color) -> (i32, i32) {
    let sure = |color: Color| {
        let life = region_board.life(position, color);
        let points: Mask = life.stones | life.vital;
        i32::try_from(points.count_ones()).unwrap_or(0)
    };
    let size = region_board.n_points();
    (2 * sure(color) - size, size - 2 * sure(color.opponent()))
}

struct Graph<'a> {
    region_board: &'a RegionBoard,
    ko: RegionKo,
    tax: Tax,
    /// The line, the current position last.
    path: Vec<Node>,
    prover: Color,
    /// What the prover has to be ahead by.
    least: i32,
    to_move: Color,
}

impl Graph<'_> {
    fn last(&self) -> &Node {
        &self.path[self.path.len() - 1]
    }

    /// The least and the most that the prover can be ahead by.
    fn bounds(&self) -> (i32, i32) {
        let node = self.last();
        let found = || bounds(self.region_board, &node.position, self.prover);
        let (least, most) = *node.bounds.get_or_init(found);
        (least - node.paid, most - node.paid)
    }
}

impl AndOrGraph for Graph<'_> {
    type Move = Option<u8>;
    type Key = u64;
    type Zone = ();

    fn key(&self) -> u64 {
        let node = self.last();
        RegionBoard::key(&node.position)
            ^ zobrist::to_move(self.to_move)
            ^ u64::from(node.n_passes << 1 | u8::from(node.price > 0))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ u64::from(node.paid.unsigned_abs() << 1 | u32::from(node.paid < 0))
                .wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    fn is_prover_to_move(&self) -> bool {
        self.to_move == self.prover
    }

    /// The points that are missing to what is sure.
    fn first_numbers(&self) -> Numbers {
        let (least, most) = self.bounds();
        let missing = |points: i32| u32::try_from(points).unwrap_or(0).max(1);
        Numbers::new(missing(self.least - least), missing(most - self.least + 1))
    }

    fn outcome(&self) -> Option<bool> {
        let node = self.last();
        if node.n_passes >= 2 {
            let lead = match self.tax {
                Tax::None => self.region_board.lead(&node.position),
                Tax::Seki => self.region_board.lead_taxing_seki(&node.position),
            };
            return Some(lead * self.prover.sign() - node.paid >= self.least);
        }
        let (least, most) = self.bounds();
        if least >= self.least {
            Some(true)
        } else {
            (most < self.least).then_some(false)
        }
    }

    fn moves(&mut self) -> Vec<Option<u8>> {
        let position = &self.last().position;
        let is_new = |index: &u8| {
            self.ko != RegionKo::Superko
                || self
                    .region_board
                    .play(position, self.to_move, *index)
                    .is_some_and(|next| {
                        let mut before = self.path.iter();
                        before.all(|earlier| earlier.position.stones != next.stones)
                    })
        };
        let plays = self
            .region_board
            .plays(position, self.to_move)
            .filter(is_new);
        plays.map(Some).chain([None]).collect()
    }

    fn play(&mut self, mv: Option<u8>) {
        let node = self.last();
        let is_prover = self.is_prover_to_move();
        let played =
            mv.and_then(|index| self.region_board.play(&node.position, self.to_move, index));
        debug_assert_eq!(played.is_some(), mv.is_some(), "moves are legal");
        let next = match played {
            Some(next) => Node {
                // After a play of the prover the opponent may play anywhere.
                position: if self.ko == RegionKo::RefuterEndless && is_prover {
                    RegionBoard::pass(&next)
                } else {
                    next
                },
                n_passes: 0,
                price: node.price,
                paid: node.paid + if is_prover { node.price } else { -node.price },
                bounds: OnceCell::new(),
            },
            None => {
                let ends_paying = node.n_passes > 0 && node.price > 0;
                Node {
                    position: RegionBoard::pass(&node.position),
                    n_passes: if ends_paying { 0 } else { node.n_passes + 1 },
                    price: if ends_paying { 0 } else { node.price },
                    paid: node.paid,
                    bounds: node.bounds.clone(),
                }
            }
        };
        self.path.push(next);
        self.to_move = self.to_move.opponent();
    }

    fn undo(&mut self) {
        self.path.pop();
        self.to_move = self.to_move.opponent();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::base::Rng;
    use crate::board::Size;

    /// A position with the side to move, the passes before it, the price of a play and what the prover has paid more.
    #[derive(Clone, Copy)]
    struct State {
        position: RegionPosition,
        to_move: Color,
        n_passes: u8,
        price: i32,
        paid: i32,
    }

    impl State {
        fn key(&self) -> (u64, Color, u8, i32, i32) {
            let Self {
                position,
                to_move,
                n_passes,
                price,
                paid,
            } = self;
            (
                RegionBoard::key(position),
                *to_move,
                *n_passes,
                *price,
                *paid,
            )
        }
    }

    /// A claim about a region, and how it is counted.
    struct Claim<'a> {
        region_board: &'a RegionBoard,
        prover: Color,
        /// Whether the opponent has ko threats. If so, it plays as if there were no ko.
        has_threats: bool,
        least: i32,
        tax: Tax,
    }

    impl Claim<'_> {
        /// Whether a state settles it: the count when both have passed, or payments that no area makes up for.
        fn outcome(&self, state: &State) -> Option<bool> {
            let size = self.region_board.n_points();
            let lead = match self.tax {
                Tax::None => self.region_board.lead(&state.position),
                Tax::Seki => self.region_board.lead_taxing_seki(&state.position),
            } * self.prover.sign();
            if state.n_passes == 2 {
                Some(lead - state.paid >= self.least)
            } else if size - state.paid < self.least {
                Some(false)
            } else {
                (-size - state.paid >= self.least).then_some(true)
            }
        }

        /// The states after all moves; those of a state that has ended are none.
        fn successors(&self, state: &State) -> Vec<State> {
            if self.outcome(state).is_some() {
                return Vec::new();
            }
            let State { to_move, price, .. } = *state;
            let passed = RegionBoard::pass(&state.position);
            let is_prover = to_move == self.prover;
            let from = if self.has_threats && !is_prover {
                passed
            } else {
                state.position
            };
            let next = |position| State {
                position,
                to_move: to_move.opponent(),
                ..*state
            };
            let plays = self.region_board.plays(&from, to_move);
            let plays = plays.filter_map(|index| {
                Some(State {
                    n_passes: 0,
                    paid: state.paid + if is_prover { price } else { -price },
                    ..next(self.region_board.play(&from, to_move, index)?)
                })
            });
            let n_passes = state.n_passes + 1;
            let pass = if n_passes == 2 && price > 0 {
                State {
                    n_passes: 0,
                    price: 0,
                    ..next(passed)
                }
            } else {
                State {
                    n_passes,
                    ..next(passed)
                }
            };
            plays.chain([pass]).collect()
        }

        /// Whether it is reached by force, repetition failing: the least set of states of which that is true.
        fn is_forced(&self, start: State) -> bool {
            let mut states = vec![start];
            let mut seen = HashSet::from([start.key()]);
            let mut edges = Vec::new();
            while let Some(state) = states.get(edges.len()) {
                let next = self.successors(state);
                edges.push(next.iter().map(State::key).collect::<Vec<_>>());
                states.extend(next.into_iter().filter(|state| seen.insert(state.key())));
            }
            let mut won: HashMap<_, bool> =
                states.iter().map(|state| (state.key(), false)).collect();
            let mut changes = true;
            while changes {
                changes = false;
                // Late positions decide earlier ones.
                for (state, next) in states.iter().zip(&edges).rev() {
                    let is_won = self.outcome(state).unwrap_or_else(|| {
                        if state.to_move == self.prover {
                            next.iter().any(|next| won[next])
                        } else {
                            next.iter().all(|next| won[next])
                        }
                    });
                    changes |= won.insert(state.key(), is_won) != Some(is_won);
                }
            }
            won[&start.key()]
        }
    }

    #[test]
    fn proofs_agree_with_fixpoints_whoever_has_ko_threats_and_however_points_count() {
        let mut rng = Rng::new(17, 0);
        let size = Size::new(3, 2).unwrap();
        let (mut n_asked, mut n_proved) = (0, 0);
        let japanese = Rules::named("japanese").unwrap();
        for round in 0..80 {
            let stones = size.points().filter_map(|point| match rng.below(5) {
                0 => Some((Color::Black, point)),
                1 => Some((Color::White, point)),
                _ => None,
            });
            let Ok(board) = Board::with_stones(size, stones.collect::<Vec<_>>()) else {
                continue;
            };
            let board = board.with_suicide(false);
            let points: PointSet = size.points().collect();
            let has_threats = round % 2 == 0;
            let region = RegionCount::new(&board, points, PointSet::EMPTY).unwrap();
            let region = region.with_ko(if has_threats {
                RegionKo::RefuterEndless
            } else {
                RegionKo::Nobody
            });
            let by_territory = round % 16 < 2;
            let region = if by_territory {
                region.with_rules(&japanese)
            } else {
                region
            };
            for to_move in Color::BOTH {
                let least = i32::try_from(rng.below(13)).unwrap() - 6;
                let claim = Claim {
                    region_board: &region.region_board,
                    prover: Color::Black,
                    has_threats,
                    least,
                    tax: region.tax,
                };
                let is_forced = claim.is_forced(State {
                    position: region.region_board.position(&board),
                    to_move,
                    n_passes: 0,
                    price: i32::from(by_territory),
                    paid: 0,
                });
                let expected = if is_forced {
                    Outcome::Proved
                } else {
                    Outcome::Disproved
                };
                let mut budget = Budget::nodes(1_000_000);
                let found = region.prove(&board, Color::Black, to_move, least, &mut budget);
                assert_eq!(found, expected, "{least}, {to_move} to move\n{board}");
                n_asked += 1;
                n_proved += usize::from(is_forced);
            }
        }
        assert!(n_asked > 80 && n_proved > 20 && n_proved < n_asked - 20);
    }
}
