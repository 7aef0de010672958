//! Whole boards by brute force: every legal play and pass, without regions and without combinatorial game theory.
//!
//! *Area rules*: two passes end the game. The area is counted with every stone alive, so dead stones have to be
//! captured. *Territory rules*: two passes end the main phase. An encore by area rules then shows which stones are
//! alive and who owns which point. The stones on the board at the beginning of the encore are subtracted from its
//! result. The only plays left out fill a one-point eye inside a block that is unconditionally alive.
//!
//! Endless play gets two values for each question: one where it is bad for Black, and one where it is good for Black.
//! They differ only if long cycles matter.

use std::collections::HashMap;

use tedomari::board::{Board, Color, PerColor, Point, PointSet, Size, score};
use tedomari::safety::unconditional_life;

/// Largest absolute value of a result.
const LIMIT: i32 = 200;

type Key = (u64, Option<(Color, Point)>, Color, bool);

/// The successors of a state.
enum Next {
    /// Another state, and the points made by the play.
    State(usize, i32),
    /// The end of the game, and its points.
    End(i32),
}

struct State {
    to_move: Color,
    next: Vec<Next>,
}

/// Lower and upper values for one board.
pub(super) struct Oracle {
    board: Board,
    eyes: PerColor<PointSet>,
    most_states: usize,
}

/// The states reached from a position, by key.
struct Graph {
    index: HashMap<Key, usize>,
    states: Vec<State>,
    counts_prisoners: bool,
}

impl Oracle {
    pub(super) fn new(board: &Board, most_states: usize) -> Self {
        let eyes = PerColor::from_fn(|color| {
            let alive = unconditional_life(board, color).stones;
            let is_eye = |point: &Point| {
                let mut around = point.neighbors().into_iter();
                around.all(|near| !board.size().contains(near) || alive.contains(near))
            };
            board
                .size()
                .points()
                .filter(|point| board.is_empty(*point) && is_eye(point))
                .collect()
        });
        Self {
            board: board.clone(),
            eyes,
            most_states,
        }
    }

    /// Bounds of the area score without komi when `color` moves; `None` if there are too many states.
    pub(super) fn area(&self, color: Color) -> Option<(i32, i32)> {
        let mut graph = Graph::new(false);
        let root = graph.explore(self, color, &|board, _| Some(area(board)))?;
        Some(graph.solve()[root])
    }

    /// Bounds of the territory score without komi and earlier prisoners when `color` moves.
    pub(super) fn territory(&self, color: Color) -> Option<(i32, i32)> {
        let mut encore = Graph::new(false);
        for color in Color::BOTH {
            encore.explore(self, color, &|board, _| Some(area(board)))?;
        }
        let values = encore.solve();
        let mut sides = [0; 2];
        for (side, value) in sides.iter_mut().enumerate() {
            let end = |board: &Board, to_move: Color| {
                let state = encore.index.get(&(board.hash(), None, to_move, false))?;
                let [low, high] = <[i32; 2]>::from(values[*state]);
                let result = if side == 0 { low } else { high };
                Some(result - stones(board, Color::Black) + stones(board, Color::White))
            };
            let mut main = Graph::new(true);
            let root = main.explore(self, color, &end)?;
            let found = main.solve();
            *value = if side == 0 {
                found[root].0
            } else {
                found[root].1
            };
        }
        Some((sides[0], sides[1]))
    }
}

/// The values of all positions of a board size that a game can reach.
pub(super) struct AllPositions {
    index: HashMap<Key, usize>,
    values: Vec<(i32, i32)>,
}

impl AllPositions {
    /// By area rules.
    pub(super) fn by_area(size: Size) -> Self {
        let oracle = Oracle {
            board: Board::new(size),
            eyes: PerColor::default(),
            most_states: usize::MAX,
        };
        let mut graph = Graph::new(false);
        graph.explore(&oracle, Color::Black, &|board, _| Some(area(board)));
        Self {
            values: graph.solve(),
            index: graph.index,
        }
    }

    /// Bounds of the score of a position without a ko ban when `color` moves.
    pub(super) fn score(&self, board: &Board, color: Color) -> Option<(i32, i32)> {
        let number = self.index.get(&(board.hash(), None, color, false))?;
        Some(self.values[*number])
    }
}

fn stones(board: &Board, color: Color) -> i32 {
    i32::try_from(board.n_stones(color)).unwrap()
}

fn area(board: &Board) -> i32 {
    let count = score::count(board, &PointSet::EMPTY);
    let points = |color: Color| count.stones[color].len() + count.surrounded[color].len();
    i32::try_from(points(Color::Black)).unwrap() - i32::try_from(points(Color::White)).unwrap()
}

impl Graph {
    fn new(counts_prisoners: bool) -> Self {
        Self {
            index: HashMap::new(),
            states: Vec::new(),
            counts_prisoners,
        }
    }

    /// Adds every state that can be reached. Returns the number of the first one; `None` if there are too many. `end`
    /// gives the result after two passes, from the board and the color that would move then.
    fn explore(
        &mut self,
        oracle: &Oracle,
        color: Color,
        end: &dyn Fn(&Board, Color) -> Option<i32>,
    ) -> Option<usize> {
        let mut board = oracle.board.clone();
        board.set_ko(None);
        let mut open = vec![(board, color, false)];
        let mut root = None;
        while let Some((board, to_move, has_passed)) = open.pop() {
            let key = (board.hash(), board.ko(), to_move, has_passed);
            if let Some(&known) = self.index.get(&key) {
                root.get_or_insert(known);
                if !self.states[known].next.is_empty() {
                    continue;
                }
            }
            let number = self.number(key);
            root.get_or_insert(number);
            if self.states.len() > oracle.most_states {
                return None;
            }
            let mut next = Vec::new();
            if has_passed {
                next.push(Next::End(end(&board, to_move.opponent())?));
            } else {
                let mut after = board.clone();
                after.set_ko(None);
                let key = (after.hash(), None, to_move.opponent(), true);
                next.push(Next::State(self.number(key), 0));
                open.push((after, to_move.opponent(), true));
            }
            for &point in board.empty_points() {
                if oracle.eyes[to_move].contains(point) || !board.is_legal(to_move, point) {
                    continue;
                }
                let mut after = board.clone();
                let played = after.play(to_move, point).unwrap();
                after.forget_history();
                let gain = if self.counts_prisoners {
                    to_move.sign() * i32::from(played.n_captured)
                } else {
                    0
                };
                let key = (after.hash(), after.ko(), to_move.opponent(), false);
                next.push(Next::State(self.number(key), gain));
                open.push((after, to_move.opponent(), false));
            }
            self.states[number].next = next;
        }
        root
    }

    fn number(&mut self, key: Key) -> usize {
        *self.index.entry(key).or_insert_with(|| {
            self.states.push(State {
                to_move: key.2,
                next: Vec::new(),
            });
            self.states.len() - 1
        })
    }

    /// The least and the greatest fixpoint of best play for every state.
    fn solve(&self) -> Vec<(i32, i32)> {
        let least = self.fixpoint(-LIMIT);
        let greatest = self.fixpoint(LIMIT);
        least.into_iter().zip(greatest).collect()
    }

    fn fixpoint(&self, start: i32) -> Vec<i32> {
        let mut values = vec![start; self.states.len()];
        loop {
            let mut has_changed = false;
            for (number, state) in self.states.iter().enumerate().rev() {
                let results = state.next.iter().map(|next| match *next {
                    Next::State(to, gain) if values[to].abs() < LIMIT => values[to] + gain,
                    Next::State(to, _) => values[to],
                    Next::End(result) => result,
                });
                let best = match state.to_move {
                    Color::Black => results.max(),
                    Color::White => results.min(),
                };
                let best = best.unwrap().clamp(-LIMIT, LIMIT);
                has_changed |= best != values[number];
                values[number] = best;
            }
            if !has_changed {
                return values;
            }
        }
    }
}
