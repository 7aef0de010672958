//! Small boards: exact values of a position of a game, and moves that keep them.
//!
//! The game that is solved has area scoring, suicide is illegal, and two passes end it with every stone alive. Under a
//! simple ko endless repetition is a draw. Under superko the positions of the game so far may not return; as the value
//! then depends on them, only boards of a few points are solved. Komi is left out of the values.

use thiserror::Error;

use crate::base::{Budget, Stop};
use crate::board::rules::Tax;
use crate::board::{Board, Color, Game, KoRule, Move, Point, Rules, Scoring};
use crate::exact::proved::{Proved, ValueQuestion};
use crate::exact::rules::ExactRules;
use crate::exact::shape::{Shape, ShapeError};
use crate::exact::solve::BoardSolver;
use crate::exact::state::State;
use crate::exact::superko::{self, ColoredState, Superko, SuperkoError};

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
    /// The rules are none of those that the solver supports.
    #[error("exact values need area scoring without suicide and without a tax on sekis")]
    Rules,
    /// Too many points for the histories that superko compares.
    #[error(transparent)]
    Superko(SuperkoError),
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

/// A solver that keeps what it has proved on one board.
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

    /// Nodes for a question unless the caller sets another number.
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
        if let Some(superko) = superko_of(game)? {
            let value = superko.value(color, budget);
            return match value {
                Ok(value) => Ok((superko.bounds(Some(value), color), None)),
                Err(SuperkoError::Stopped(stop)) => Ok((superko.bounds(None, color), Some(stop))),
                Err(error @ SuperkoError::TooLarge { .. }) => Err(NotSolvable::Superko(error)),
            };
        }
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
        if let Some(superko) = superko_of(game)? {
            let moves = superko.moves(color, budget)?.into_iter();
            return Ok(moves
                .map(|(mv, value)| (mv, superko.bounds(value, color)))
                .collect());
        }
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
        if let Some(superko) = superko_of(game).ok()? {
            return superko.best_move(color, budget);
        }
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
        let shape = shape_of(game)?;
        let known = self.solver.take().filter(|solver| *solver.shape() == shape);
        let new = || BoardSolver::new(shape, ExactRules::AREA, self.params.memory_mib << 20);
        Ok(self.solver.insert(known.unwrap_or_else(new)))
    }
}

/// The shape of the board of a game.
///
/// # Errors
/// If the board or the rules, apart from the ko, are none that can be solved.
fn shape_of(game: &Game) -> Result<Shape, NotSolvable> {
    let Rules {
        scoring,
        allows_suicide,
        tax,
        ..
    } = *game.rules();
    if scoring != Scoring::Area || allows_suicide || tax != Tax::None {
        return Err(NotSolvable::Rules);
    }
    let size = game.board().size();
    Ok(Shape::new(size.width().into(), size.height().into())?)
}

/// A game under superko.
struct SuperkoGame<'g> {
    game: &'g Game,
    superko: Superko,
    shape: Shape,
}

/// The game as one under superko; nothing under a simple ko.
///
/// # Errors
/// If the board or the rules are none that can be solved.
fn superko_of(game: &Game) -> Result<Option<SuperkoGame<'_>>, NotSolvable> {
    let shape = shape_of(game)?;
    let superko = match game.rules().ko {
        KoRule::Simple => return Ok(None),
        KoRule::PositionalSuperko => Superko::Positional,
        KoRule::SituationalSuperko => Superko::Situational,
    };
    Ok(Some(SuperkoGame {
        game,
        superko,
        shape,
    }))
}

impl SuperkoGame<'_> {
    /// The value for `color`, which is to move.
    fn value(&self, color: Color, budget: &mut Budget) -> Result<i8, SuperkoError> {
        let (root, past) = (self.root(color), self.past());
        superko::value(&self.shape, self.superko, root, &past, budget)
    }

    /// The values of the moves of `color` for that color, where the budget has proved them.
    fn moves(
        &self,
        color: Color,
        budget: &mut Budget,
    ) -> Result<Vec<(Move, Option<i8>)>, NotSolvable> {
        let (root, past) = (self.root(color), self.past());
        let found = superko::moves(&self.shape, self.superko, root, &past, budget);
        let (moves, _) = found.map_err(NotSolvable::Superko)?;
        let width = self.shape.width();
        let named = moves.into_iter();
        Ok(named
            .map(|(point, value)| (move_of(point, width), value))
            .collect())
    }

    /// A move that keeps the value, if the budget proves all: a pass that ends the game before others. Nothing where
    /// every point is lost anyway.
    fn best_move(&self, color: Color, budget: &mut Budget) -> Option<Move> {
        let moves = self.moves(color, budget).ok()?;
        let values: Option<Vec<i8>> = moves.iter().map(|(_, value)| *value).collect();
        let best = values?.into_iter().max()?;
        let ends = self.game.n_consecutive_passes() > 0;
        let mut keeping = moves.iter().filter(|(_, value)| *value == Some(best));
        let chosen = if ends {
            keeping.next_back()
        } else {
            keeping.next()
        };
        let (mv, _) = chosen?;
        (best != -self.shape.area() && self.game.is_legal(color, *mv)).then_some(*mv)
    }

    fn root(&self, color: Color) -> ColoredState {
        ColoredState {
            state: state_of(self.game, color),
            is_black: color == Color::Black,
        }
    }

    /// The positions of the game so far, the present one included.
    fn past(&self) -> Vec<ColoredState> {
        let mut past = self.game.clone();
        let mut states = Vec::new();
        loop {
            let color = past.to_move();
            states.push(ColoredState {
                state: arrangement(past.board(), color),
                is_black: color == Color::Black,
            });
            if past.undo().is_none() {
                return states;
            }
        }
    }

    /// A value for `color` from Black's view; all that the board allows if it is not known.
    fn bounds(&self, value: Option<i8>, color: Color) -> ValueBounds {
        let area = self.shape.area();
        let sign = if color == Color::Black { 1 } else { -1 };
        let (least, most) = value.map_or((-area, area), |value| (sign * value, sign * value));
        ValueBounds { least, most }
    }
}

/// The position in the solver's form when `color` moves next, on a board that it takes.
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
    use crate::base::Rng;
    use crate::board::Size;

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

    fn play(game: &mut Game, names: &[&str]) {
        for name in names {
            let mv = match *name {
                "pass" => Move::Pass,
                name => Move::Play(name.parse().unwrap()),
            };
            game.play(game.to_move(), mv).unwrap();
        }
    }

    /// The best value of each side to move by a search that plays real games: the rules of `board` forbid returns.
    fn by_games(game: &mut Game, shape: &Shape, alpha: i8, beta: i8) -> i8 {
        let color = game.to_move();
        if game.is_over() {
            let area = arrangement(game.board(), color);
            return ExactRules::AREA.count(shape, area.own, area.other);
        }
        let mut best = i8::MIN + 1;
        let empty = game.board().empty_points().to_vec();
        for mv in [Move::Pass]
            .into_iter()
            .chain(empty.into_iter().map(Move::Play))
        {
            if best < beta && game.play(color, mv).is_ok() {
                best = best.max(-by_games(game, shape, -beta, -alpha.max(best)));
                game.undo();
            }
        }
        best
    }

    #[test]
    fn values_under_superko_are_those_of_all_games() {
        for (number, ko) in [KoRule::PositionalSuperko, KoRule::SituationalSuperko]
            .into_iter()
            .enumerate()
        {
            let mut rng = Rng::new(52, number);
            for round in 0..40 {
                let rules = Rules {
                    ko,
                    ..Rules::named("chinese").unwrap()
                };
                let (width, height) = [(2, 2), (3, 1), (4, 1), (2, 1)][round % 4];
                let mut game = Game::new(Size::new(width, height).unwrap(), rules);
                for _ in 0..rng.below(6) {
                    let mv = random_move(&game, &mut rng);
                    game.play(game.to_move(), mv).unwrap();
                }
                if game.is_over() {
                    continue;
                }
                let mut boards = SmallBoards::new(SmallBoardParams::default());
                let color = game.to_move();
                let budget = &mut Budget::nodes(1_000_000);
                let (found, stop) = boards.value(&game, color, budget).unwrap();
                let shape = Shape::new(width.into(), height.into()).unwrap();
                let area = shape.area();
                let value = by_games(&mut game.clone(), &shape, -area, area);
                let value = if color == Color::Black { value } else { -value };
                assert_eq!(
                    (found.least, found.most, stop),
                    (value, value, None),
                    "{}",
                    game.board()
                );
                let moves = boards.moves(&game, color, budget).unwrap();
                assert!(moves.iter().all(|(mv, _)| game.is_legal(color, *mv)));
                let best = moves.iter().map(|(_, bounds)| bounds.least);
                let best = if color == Color::Black {
                    best.max()
                } else {
                    best.min()
                };
                assert_eq!(best, Some(value));
                if let Some(mv) = boards.best_move(&game, color, budget) {
                    let found = moves.iter().find(|(other, _)| *other == mv).unwrap();
                    assert_eq!(found.1.least, value);
                }
            }
        }
    }

    #[test]
    fn a_tax_and_large_boards_under_superko_are_refused() {
        let mut boards = SmallBoards::new(SmallBoardParams::default());
        let budget = &mut Budget::nodes(1000);
        let with = |rules: Rules| Game::new(Size::square(4), rules);
        let chinese = Rules::named("chinese").unwrap();
        let taxed = with(Rules {
            tax: Tax::Seki,
            ..chinese
        });
        let found = boards.value(&taxed, Color::Black, budget);
        assert_eq!(found, Err(NotSolvable::Rules));
        let large = with(Rules {
            ko: KoRule::PositionalSuperko,
            ..chinese
        });
        let error = boards.value(&large, Color::Black, budget).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("a board of 16 points is too large for superko"),
            "{error}"
        );
        assert!(boards.moves(&large, Color::Black, budget).is_err());
        assert_eq!(boards.best_move(&large, Color::Black, budget), None);
        let mut game = Game::new(
            Size::square(2),
            Rules {
                ko: KoRule::PositionalSuperko,
                ..chinese
            },
        );
        play(&mut game, &["A1", "pass"]);
        assert!(
            boards
                .best_move(&game, Color::Black, &mut Budget::nodes(100_000))
                .is_some()
        );
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
