//! Go on small boards as a model of the game logic.
//!
//! The states come from `board`: its plays are the transitions, its legality is `Legal`, its count of area gives the
//! winner. The definitions and rules of `crates/engine/data/go.rules` are about this model. Transitions are the plays
//! that are physically possible: those that a ko or the ban of suicide forbids too.
//!
//! Source: Klinger, "Adversarial Reasoning: A Logical Approach for Computer Go" (2001), sections 2.4 and 5.3, chapter
//! 6.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use thiserror::Error;

use crate::base::{Budget, Stop};
use crate::board::{Board, Color, Move, Point, PointSet, Size, score};
use crate::logic::model::{AtomError, GameModel, Individual, Sort, StateNumber};

/// Most points of a board that is made a model.
pub const MAX_MODEL_POINTS: usize = 30;

/// Colors in formulas: two players and emptiness.
const EMPTY: i32 = 2;

/// How much of the past a state holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// What decides the moves to come: the ban of a ko and the passes in a row.
    Needed,
    /// The last two moves and the position before the last one too, as the rules of chapter 6 need them.
    Moves,
}

/// Why a position is no model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ModelError {
    /// The board is too large.
    #[error("a {0} board has more than {MAX_MODEL_POINTS} points")]
    TooLarge(Size),
    /// The states were not all found in time.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Small steps of work that the expansion of a state takes, about.
const STEPS_OF_EXPANSION: usize = 1 << 13;

/// A position as a state: sets of points by number, lowest bit A1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    stones: [u32; 2],
    /// Index of the player to move.
    to_play: usize,
    ban: Option<i32>,
    n_passes: u8,
    past: Option<Past>,
}

/// What a state holds of the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Past {
    last: i32,
    previous: i32,
    before: [u32; 2],
}

/// The facts of the board about a state.
#[derive(Debug, Clone)]
struct Facts {
    /// Points where the player to move may play.
    legal: u32,
    /// Area of Black less that of White.
    lead: i32,
    /// Blocks, and regions of empty points.
    components: Vec<u32>,
    is_expanded: bool,
}

/// How large a model, and what is kept about it, may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelLimits {
    /// After so many states no more are expanded, and what lies beyond is unknown. A state with its transitions both
    /// ways takes about [`BYTES_OF_STATE`].
    pub most_states: usize,
    /// Most labels of instances of predicates that are kept, one byte each.
    pub most_known_labels: usize,
}

/// Bytes that a state of a board of nine points takes with its transitions both ways, on 64-bit machines.
pub const BYTES_OF_STATE: usize = 490;

impl ModelLimits {
    /// Limits for a number of states, with the usual memory for labels.
    #[must_use]
    pub const fn of_states(most_states: usize) -> Self {
        Self {
            most_states,
            most_known_labels: 32 << 20,
        }
    }

    /// Limits that take about so many bytes: half for the states, half for the labels.
    #[must_use]
    pub const fn of_bytes(bytes: usize) -> Self {
        Self {
            most_states: bytes / 2 / BYTES_OF_STATE,
            most_known_labels: bytes / 2,
        }
    }
}

/// The states of a game that can be reached from one position, or some of them.
#[derive(Debug)]
pub struct GoModel {
    size: Size,
    limits: ModelLimits,
    points: Vec<Point>,
    /// Points beside each point.
    beside: Vec<u32>,
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    /// All transitions, those of one state next to each other.
    edges: Vec<(i32, StateNumber)>,
    /// Where the transitions of each state lie.
    transitions: Vec<Range<usize>>,
    /// The expanded states, in the order of their transitions.
    expanded: Vec<StateNumber>,
    /// Made when the first formula refers to earlier states: few do, and it takes as much memory as the transitions.
    parents: OnceLock<Parents>,
    index: HashMap<Node, StateNumber>,
}

/// The transitions again, those that lead to one state next to each other.
#[derive(Debug)]
struct Parents {
    edges: Vec<(i32, StateNumber)>,
    /// Where those that lead to each state begin; one more at the end.
    starts: Vec<usize>,
}

impl Parents {
    fn new(model: &GoModel) -> Self {
        let mut starts = vec![0; model.nodes.len() + 1];
        for &(_, next) in &model.edges {
            starts[next + 1] += 1;
        }
        for state in 0..model.nodes.len() {
            starts[state + 1] += starts[state];
        }
        let mut free = starts.clone();
        let mut edges = vec![(0, 0); model.edges.len()];
        // In the order in which the states were expanded.
        for &from in &model.expanded {
            for &(mv, next) in &model.edges[model.transitions[from].clone()] {
                edges[free[next]] = (mv, from);
                free[next] += 1;
            }
        }
        Self { edges, starts }
    }
}

impl GoModel {
    /// The states that can be reached from a position with `to_move` to play: state 0 is that position. What
    /// lies beyond the limits is unknown. Takes no nodes of the budget.
    ///
    /// # Errors
    /// When the board is too large, or the budget is cancelled.
    pub fn explore(
        board: &Board,
        to_move: Color,
        n_passes: usize,
        memory: Memory,
        limits: ModelLimits,
        budget: &mut Budget,
    ) -> Result<Self, ModelError> {
        let mut model = Self::new(board, to_move, n_passes, memory)?;
        model.limits = limits;
        let mut at = 0;
        while at < model.nodes.len() && model.nodes.len() < limits.most_states {
            budget.work(STEPS_OF_EXPANSION)?;
            model.expand(at);
            at += 1;
        }
        Ok(model)
    }

    /// The states of one game on an empty board, each with all its moves; what these lead to is unknown.
    ///
    /// # Errors
    /// When the board is too large.
    pub fn along(size: Size, moves: &[Move]) -> Result<Self, ModelError> {
        let mut model = Self::new(&Board::new(size), Color::Black, 0, Memory::Moves)?;
        let mut at = 0;
        model.expand(at);
        for &mv in moves {
            let number = model.number(mv);
            let moves = model.transitions(at);
            let Some(&(_, next)) = moves.iter().find(|(mv, _)| *mv == number) else {
                break;
            };
            at = next;
            if !model.facts[at].is_expanded {
                model.expand(at);
            }
        }
        Ok(model)
    }

    fn new(
        board: &Board,
        to_move: Color,
        n_passes: usize,
        memory: Memory,
    ) -> Result<Self, ModelError> {
        let size = board.size();
        if size.n_points() > MAX_MODEL_POINTS {
            return Err(ModelError::TooLarge(size));
        }
        let points: Vec<Point> = size.points().collect();
        let beside = points
            .iter()
            .map(|&p| bits(&points, |q| p.is_adjacent_to(q)));
        let mut model = Self {
            size,
            limits: ModelLimits::of_states(usize::MAX),
            beside: beside.collect(),
            nodes: Vec::new(),
            facts: Vec::new(),
            edges: Vec::new(),
            transitions: Vec::new(),
            expanded: Vec::new(),
            parents: OnceLock::new(),
            index: HashMap::new(),
            points,
        };
        let stones = model.stones(board);
        let past = Past {
            last: model.null(),
            previous: model.null(),
            before: stones,
        };
        let ban = board.ko().filter(|(color, _)| *color == to_move);
        let root = Node {
            stones,
            to_play: to_move.index(),
            ban: ban.map(|(_, point)| model.number(Move::Play(point))),
            n_passes: u8::try_from(n_passes.min(2)).unwrap_or(2),
            past: (memory == Memory::Moves).then_some(past),
        };
        model.insert(root);
        Ok(model)
    }

    /// The move with a number of a witness.
    pub fn move_of(&self, number: i32) -> Move {
        let point = usize::try_from(number)
            .ok()
            .and_then(|at| self.points.get(at));
        point.map_or(Move::Pass, |&point| Move::Play(point))
    }

    /// Passes in a row before a state.
    pub fn n_passes(&self, state: StateNumber) -> u8 {
        self.nodes[state].n_passes
    }

    /// The board of a state.
    pub fn board(&self, state: StateNumber) -> Board {
        self.board_of(&self.nodes[state])
    }

    fn number(&self, mv: Move) -> i32 {
        let at = mv
            .point()
            .and_then(|point| self.points.iter().position(|&p| p == point));
        at.map_or(self.pass(), |at| i32::try_from(at).unwrap_or(i32::MAX))
    }

    /// The number of a pass.
    fn pass(&self) -> i32 {
        i32::try_from(self.points.len()).unwrap_or(i32::MAX)
    }

    /// The number of no move at all.
    fn null(&self) -> i32 {
        self.pass() + 1
    }

    fn stones(&self, board: &Board) -> [u32; 2] {
        Color::BOTH.map(|color| bits(&self.points, |point| board.color(point) == Some(color)))
    }

    fn board_of(&self, node: &Node) -> Board {
        let mut board = Board::new(self.size);
        for (color, stones) in Color::BOTH.into_iter().zip(node.stones) {
            for (at, &point) in self.points.iter().enumerate() {
                if stones >> at & 1 == 1 {
                    board.play_unlogged(color, point);
                }
            }
        }
        let color = Color::BOTH[node.to_play];
        board.set_ko(
            node.ban
                .and_then(|ban| Some((color, self.move_of(ban).point()?))),
        );
        board
    }

    /// The number of a state, which is new or not.
    fn insert(&mut self, node: Node) -> StateNumber {
        if let Some(&state) = self.index.get(&node) {
            return state;
        }
        let state = self.nodes.len();
        let board = self.board_of(&node);
        let color = Color::BOTH[node.to_play];
        let count = score::count(&board, &PointSet::EMPTY);
        let area = |color: Color| count.stones[color].len() + count.surrounded[color].len();
        let area = Color::BOTH.map(|color| i32::try_from(area(color)).unwrap_or(i32::MAX));
        self.facts.push(Facts {
            legal: bits(&self.points, |point| board.is_legal(color, point)),
            lead: area[0] - area[1],
            components: self.components(node.stones),
            is_expanded: node.n_passes >= 2,
        });
        self.index.insert(node, state);
        self.nodes.push(node);
        self.transitions.push(0..0);
        state
    }

    fn expand(&mut self, state: StateNumber) {
        let start = self.edges.len();
        if self.nodes[state].n_passes < 2 {
            for number in 0..=self.pass() {
                if let Some(next) = self.after(state, number) {
                    let next = self.insert(next);
                    self.edges.push((number, next));
                }
            }
        }
        self.transitions[state] = start..self.edges.len();
        self.expanded.push(state);
        self.parents = OnceLock::new();
        self.facts[state].is_expanded = true;
    }

    /// The state after a move, if it is possible.
    fn after(&self, state: StateNumber, number: i32) -> Option<Node> {
        let node = self.nodes[state];
        let mut board = self.board_of(&node).with_suicide(true);
        board.set_ko(None);
        let color = Color::BOTH[node.to_play];
        let mv = self.move_of(number);
        match mv.point() {
            Some(point) => {
                board.play(color, point).ok()?;
            }
            None => board.pass(),
        }
        let past = node.past.map(|past| Past {
            last: number,
            previous: past.last,
            before: node.stones,
        });
        let ban = board.ko().map(|(_, point)| self.number(Move::Play(point)));
        Some(Node {
            stones: self.stones(&board),
            to_play: 1 - node.to_play,
            ban,
            n_passes: if mv == Move::Pass {
                node.n_passes + 1
            } else {
                0
            },
            past,
        })
    }

    /// The points of one color; an index that is no point holds nothing.
    fn of_color(&self, state: StateNumber, color: i32) -> u32 {
        let [black, white] = self.nodes[state].stones;
        match color {
            0 => black,
            1 => white,
            _ => bits(&self.points, |_| true) & !(black | white),
        }
    }

    /// The blocks, and the regions of empty points.
    fn components(&self, stones: [u32; 2]) -> Vec<u32> {
        let [black, white] = stones;
        let empty = bits(&self.points, |_| true) & !(black | white);
        let mut found = Vec::new();
        for set in [black, white, empty] {
            let mut rest = set;
            while rest != 0 {
                let mut part = rest & rest.wrapping_neg();
                loop {
                    let grown = self.around(part) & set;
                    if grown == part {
                        break;
                    }
                    part = grown;
                }
                found.push(part);
                rest &= !part;
            }
        }
        found
    }

    /// A set and the points beside it.
    fn around(&self, set: u32) -> u32 {
        let near = self.beside.iter().enumerate();
        let near = near.filter(|(at, _)| set >> at & 1 == 1);
        near.fold(set, |sum, (_, beside)| sum | beside)
    }

    fn is_connected(&self, state: StateNumber, p: i32, q: i32, color: i32) -> bool {
        let both = bit(p) | bit(q);
        let mut components = self.facts[state].components.iter();
        let is_of_color = bit(p) & self.of_color(state, color) != 0;
        is_of_color && bit(q) != 0 && components.any(|part| part & both == both)
    }

    /// Whether both points hold stones, at most three steps apart on a shortest way without an enemy of the first.
    fn is_near(&self, state: StateNumber, p: i32, q: i32) -> bool {
        let [black, white] = self.nodes[state].stones;
        let enemies = if bit(p) & black != 0 { white } else { black };
        let occupied = black | white;
        if bit(p) & occupied == 0 || bit(q) & occupied == 0 {
            return false;
        }
        let mut reached = bit(p);
        for _ in 0..3 {
            if reached & bit(q) != 0 {
                break;
            }
            reached |= self.around(reached) & (!enemies | bit(q));
        }
        reached & bit(q) != 0
    }

    /// Whether a player has won: 1 for Black, -1 for White.
    fn result(&self, state: StateNumber) -> Option<i32> {
        (self.nodes[state].n_passes >= 2).then(|| self.facts[state].lead.signum())
    }
}

impl GameModel for GoModel {
    fn n_states(&self) -> usize {
        self.nodes.len()
    }

    fn most_known_labels(&self) -> usize {
        self.limits.most_known_labels
    }

    fn domain(&self, sort: Sort) -> Vec<Individual> {
        let numbers = match sort {
            Sort::Point => 0..self.pass(),
            Sort::Move => 0..self.null() + 1,
            Sort::Color => 0..EMPTY + 1,
            Sort::Player => 0..2,
            Sort::Integer => 1..1 + i32::from(self.size.width().max(self.size.height())),
        };
        numbers.map(|index| Individual::new(sort, index)).collect()
    }

    fn constant(&self, name: &str) -> Option<Individual> {
        match name {
            "black" => Some(Individual::new(Sort::Player, 0)),
            "white" => Some(Individual::new(Sort::Player, 1)),
            "BLACK" => Some(Individual::new(Sort::Color, 0)),
            "WHITE" => Some(Individual::new(Sort::Color, 1)),
            "EMPTY" => Some(Individual::new(Sort::Color, EMPTY)),
            "pass" => Some(Individual::new(Sort::Move, self.pass())),
            "NULL" => Some(Individual::new(Sort::Move, self.null())),
            _ => {
                let point: Point = name.parse().ok()?;
                let at = self.points.iter().position(|&p| p == point)?;
                Some(Individual::new(Sort::Point, i32::try_from(at).ok()?))
            }
        }
    }

    fn to_play(&self, state: StateNumber) -> usize {
        self.nodes[state].to_play
    }

    fn transitions(&self, state: StateNumber) -> &[(i32, StateNumber)] {
        &self.edges[self.transitions[state].clone()]
    }

    fn parents(&self, state: StateNumber) -> &[(i32, StateNumber)] {
        let parents = self.parents.get_or_init(|| Parents::new(self));
        &parents.edges[parents.starts[state]..parents.starts[state + 1]]
    }

    fn is_legal(&self, state: StateNumber, mv: i32, player: usize) -> bool {
        let node = &self.nodes[state];
        node.to_play == player
            && node.n_passes < 2
            && (mv == self.pass() || self.facts[state].legal & bit(mv) != 0)
    }

    fn is_cut(&self, state: StateNumber) -> bool {
        !self.facts[state].is_expanded
    }

    fn atom(
        &self,
        state: StateNumber,
        name: &str,
        arguments: &[Individual],
    ) -> Result<bool, AtomError> {
        let wanted: &[Sort] = match name {
            "Occ" => &[Sort::Point, Sort::Color],
            "Adj" | "Near" => &[Sort::Point, Sort::Point],
            "SameBlock" => &[Sort::Point, Sort::Point, Sort::Color],
            "ToPlay" | "Win" => &[Sort::Player],
            "Legal" => &[Sort::Move, Sort::Player],
            "LastMove" | "PrevLastMove" => &[Sort::Move],
            "Draw" => &[],
            _ => return Err(AtomError::Unknown(name.to_owned())),
        };
        let fits = wanted.len() == arguments.len()
            && wanted
                .iter()
                .zip(arguments)
                .all(|(sort, found)| sort.accepts(found.sort));
        let node = &self.nodes[state];
        let past = node.past;
        match (name, arguments, past) {
            ("Occ", [p, c], _) if fits => Ok(self.of_color(state, c.index) & bit(p.index) != 0),
            ("Adj", [p, q], _) if fits => Ok(self.is_adjacent(p.index, q.index)),
            ("Near", [p, q], _) if fits => Ok(self.is_near(state, p.index, q.index)),
            ("SameBlock", [p, q, c], _) if fits => {
                Ok(self.is_connected(state, p.index, q.index, c.index))
            }
            ("ToPlay", [i], _) if fits => Ok(usize::try_from(i.index) == Ok(node.to_play)),
            ("Win", [i], _) if fits => Ok(self.result(state) == Some(1 - 2 * i.index)),
            ("Legal", [m, i], _) if fits => {
                Ok(usize::try_from(i.index)
                    .is_ok_and(|player| self.is_legal(state, m.index, player)))
            }
            ("LastMove", [m], Some(past)) if fits => Ok(past.last == m.index),
            ("PrevLastMove", [m], Some(past)) if fits => Ok(past.previous == m.index),
            ("LastMove" | "PrevLastMove", [_], None) => Err(AtomError::Unknown(name.to_owned())),
            ("Draw", [], _) => Ok(self.result(state) == Some(0)),
            _ => Err(AtomError::Arguments(name.to_owned())),
        }
    }
}

impl GoModel {
    fn is_adjacent(&self, p: i32, q: i32) -> bool {
        let beside = usize::try_from(p).ok().and_then(|at| self.beside.get(at));
        beside.is_some_and(|beside| beside & bit(q) != 0)
    }
}

/// The point with a number as a set; empty beyond the largest board.
fn bit(number: i32) -> u32 {
    u32::try_from(number)
        .ok()
        .and_then(|number| 1_u32.checked_shl(number))
        .unwrap_or(0)
}

/// The set of the points that fulfil a condition.
fn bits(points: &[Point], holds: impl Fn(Point) -> bool) -> u32 {
    let points = points.iter().enumerate();
    points
        .filter(|(_, point)| holds(**point))
        .fold(0, |set, (at, _)| set | 1 << at)
}
