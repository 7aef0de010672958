//! Small boards: exact values of a position of a game, and moves that keep them.
//!
//! The game that is solved has area scoring and a simple ko, suicide is illegal, two passes end it with every stone
//! alive, and endless repetition is a draw. Komi is left out of the values.

use thiserror::Error;

use crate::base::{Budget, Color, Move, Point, Stop};
use crate::board::{Board, Game, Rules, Scoring};
use crate::exact::proved::{Proved, ValueQuestion};
use crate::exact::rules::ExactRules;
use crate::exact::shape::{Shape, ShapeError};
use crate::exact::solve::BoardSolver;
use crate::exact::state::State;

/// How much work and memory small boards may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallBoardParams {
    /// Nodes for a move or a question; 0 never solves anything.
    pub nodes: u64,
    /// Memory for what is proved, in MiB.
    pub memory_mib: usize,
}

impl Default for SmallBoardParams {
    fn default() -> Self {
        Self {
            nodes: 1_000_000,
            memory_mib: 64,
        }
    }
}

/// Why a position has no exact value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotSolvable {
    /// The board is too large.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The rules are none of those that the solver knows.
    #[error("exact values need area scoring without suicide")]
    Rules,
}

/// Bounds on a value from Black's view, in points, komi apart; equal when the value is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueBounds {
    /// The least that the value can be.
    pub least: i8,
    /// The most that the value can be.
    pub most: i8,
}

impl ValueBounds {
    fn new(proved: Proved, mover: Color) -> Self {
        let (least, most) = proved.bounds(ValueQuestion::WithDraw);
        match mover {
            Color::Black => Self { least, most },
            Color::White => Self {
                least: -most,
                most: -least,
            },
        }
    }
}

/// A solver that remembers what it has proved on one board.
#[derive(Debug)]
pub struct SmallBoards {
    params: SmallBoardParams,
    solver: Option<BoardSolver>,
}

impl SmallBoards {
    /// A solver with an empty memory, which it takes when it is first needed.
    #[must_use]
    pub const fn new(params: SmallBoardParams) -> Self {
        Self {
            params,
            solver: None,
        }
    }

    /// Nodes for a question unless the asker says otherwise.
    #[must_use]
    pub const fn params(&self) -> SmallBoardParams {
        self.params
    }

    /// The value of the position when `color` moves next, with the reason if the budget ended before it was proved.
    ///
    /// # Errors
    /// If the board or the rules are none that can be solved.
    pub fn value(
        &mut self,
        game: &Game,
        color: Color,
        budget: &mut Budget,
    ) -> Result<(ValueBounds, Option<Stop>), NotSolvable> {
        let solver = self.solver_for(game)?;
        let state = state_of(game, color);
        let (proved, stop) = solver.solve(&state, ValueQuestion::WithDraw, budget, |_, _| {});
        Ok((ValueBounds::new(proved, color), stop))
    }

    /// The value of each move of `color` that the position allows, the pass last.
    ///
    /// # Errors
    /// If the board or the rules are none that can be solved.
    pub fn moves(
        &mut self,
        game: &Game,
        color: Color,
        budget: &mut Budget,
    ) -> Result<Vec<(Move, ValueBounds)>, NotSolvable> {
        let solver = self.solver_for(game)?;
        let state = state_of(game, color);
        let (moves, _) = solver.moves(&state, ValueQuestion::WithDraw, budget);
        let width = solver.shape().width();
        let named = moves
            .into_iter()
            .map(|mv| (move_of(mv.point, width), ValueBounds::new(mv.proved, color)));
        Ok(named.collect())
    }

    /// A move that keeps the value of the position, if the budget proves one that is legal in the game. Nothing in a
    /// position where every point is lost anyway: there is no best move then.
    pub fn best_move(&mut self, game: &Game, color: Color, budget: &mut Budget) -> Option<Move> {
        let solver = self.solver_for(game).ok()?;
        let state = state_of(game, color);
        let seen = past_states(game, color);
        let (point, value) = solver
            .best_move(&state, ValueQuestion::WithDraw, &seen, budget)
            .ok()?;
        let mv = move_of(point, solver.shape().width());
        let is_lost = value == -solver.shape().area();
        (!is_lost && game.is_legal(color, mv)).then_some(mv)
    }

    fn solver_for(&mut self, game: &Game) -> Result<&mut BoardSolver, NotSolvable> {
        let Rules {
            scoring,
            allows_suicide,
            ..
        } = *game.rules();
        if scoring != Scoring::Area || allows_suicide {
            return Err(NotSolvable::Rules);
        }
        let size = game.board().size();
        let shape = Shape::new(size.width().into(), size.height().into())?;
        let known = self.solver.take().filter(|solver| *solver.shape() == shape);
        let new = || BoardSolver::new(shape, ExactRules::AREA, self.params.memory_mib << 20);
        Ok(self.solver.insert(known.unwrap_or_else(new)))
    }
}

/// The position as the solver sees it when `color` moves next, on a board that it takes.
fn state_of(game: &Game, color: Color) -> State {
    State {
        passed: game.n_consecutive_passes() > 0,
        ..arrangement(game.board(), color)
    }
}

fn arrangement(board: &Board, mover: Color) -> State {
    let width = u32::from(board.size().width());
    let bit = |point: Point| u32::from(point.y()) * width + u32::from(point.x());
    let stones = |color: Color| {
        board
            .points_of(color)
            .fold(0, |set, point| set | 1 << bit(point))
    };
    let ban = board.ko().filter(|(color, _)| *color == mover);
    State {
        own: stones(mover),
        other: stones(mover.opponent()),
        ko: ban.map(|(_, point)| bit(point)),
        passed: false,
    }
}

/// The states that `color` has left to the opponent in the course of the game.
fn past_states(game: &Game, color: Color) -> Vec<State> {
    let mut past = game.clone();
    let mut states = Vec::new();
    while let Some((mover, _)) = past.last_move() {
        if mover == color {
            states.push(state_of(&past, color.opponent()));
        }
        past.undo();
    }
    states
}

fn move_of(point: Option<u32>, width: u32) -> Move {
    let coordinate = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
    point.map_or(Move::Pass, |point| {
        Move::Play(Point::new(
            coordinate(point % width),
            coordinate(point / width),
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Rng, Size};

    fn game(width: u8, height: u8) -> Game {
        let rules = Rules::named("chinese").unwrap();
        Game::new(Size::new(width, height).unwrap(), rules)
    }

    /// Against random play the solver never ends below the value of the empty board, on either side.
    #[test]
    fn the_value_is_kept_to_the_end() {
        for (width, height, color, value) in [
            (3, 3, Color::Black, 9),
            (3, 2, Color::White, 0),
            (4, 2, Color::Black, 8),
            (5, 1, Color::White, 0),
        ] {
            for seed in 0..4 {
                let mut boards = SmallBoards::new(SmallBoardParams::default());
                let mut rng = Rng::new(seed, 0);
                let mut game = game(width, height);
                while !game.is_over() && game.moves().len() < 100 {
                    let mover = game.to_move();
                    let budget = &mut Budget::nodes(1_000_000);
                    let mv = if mover == color {
                        boards.best_move(&game, color, budget).unwrap()
                    } else {
                        random_move(&game, &mut rng)
                    };
                    game.play(mover, mv).unwrap();
                }
                let area = arrangement(game.board(), color);
                let shape = Shape::new(width.into(), height.into()).unwrap();
                let score = ExactRules::AREA.count(&shape, area.own, area.other);
                assert!(
                    game.is_over() && score >= value,
                    "{width}x{height} {seed} {score}"
                );
            }
        }
    }

    fn random_move(game: &Game, rng: &mut Rng) -> Move {
        let color = game.to_move();
        let mut moves: Vec<Move> = game
            .board()
            .empty_points()
            .iter()
            .map(|&p| Move::Play(p))
            .collect();
        moves.retain(|&mv| game.is_legal(color, mv));
        moves.push(Move::Pass);
        moves[rng.index(moves.len())]
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let mut boards = SmallBoards::new(SmallBoardParams::default());
        let budget = &mut Budget::nodes(1000);
        let large = boards.value(&game(6, 6), Color::Black, budget);
        assert_eq!(
            large,
            Err(ShapeError::TooLarge {
                width: 6,
                height: 6
            }
            .into())
        );
        let rules = Rules::named("japanese").unwrap();
        let territory = Game::new(Size::square(3), rules);
        let found = boards.value(&territory, Color::Black, budget);
        assert_eq!(found, Err(NotSolvable::Rules));
    }
}
