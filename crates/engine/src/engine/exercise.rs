//! Problems as exercises: a move is judged by proof, and answered by the best resistance.

use super::proof_play::NoProofPlay;
use super::reading::{Finding, ReadingError};
use super::state::Engine;
use crate::base::Budget;
use crate::board::{Color, Game, Move, Point, PointSet};
use crate::safety::unconditional_life;
use crate::tactics::ko::Success;
use crate::tsumego::reader::first_moves::moves_near;
use crate::tsumego::{Goal, Question, Reading};

/// Nodes for each move of the resistance.
const RESISTANCE_NODES: u64 = 4_000;

/// Most moves of the resistance that are compared.
const MOST_MOVES: usize = 24;

/// A problem as an exercise.
#[derive(Clone, Copy, Debug)]
pub struct Exercise {
    /// The blocks in question.
    pub targets: PointSet,
    /// What the user is to do.
    pub goal: Goal,
    /// The side that wins every ko, because it has the threats; `None` if a ko is a result of its own.
    pub ko_winner: Option<Color>,
}

/// What a move comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It keeps the best result.
    Right,
    /// It gives the result away.
    Wrong,
    /// That is not known.
    Open,
}

/// The judgement on a move, and what happens next.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What the move comes to.
    pub judged: Judged,
    /// Whether that is proved.
    pub is_proven: bool,
    /// The result that was possible before the move, for the user.
    pub best: Success,
    /// The result after it.
    pub reached: Success,
    /// The answer: the best resistance to a right move, the refutation of a wrong one. `None` if there is none.
    pub reply: Option<Move>,
    /// Whether the problem is over: solved after a right move, failed after a wrong one.
    pub is_over: bool,
    /// The result of reading after the move, for the other side.
    pub finding: Option<Finding>,
}

/// The result for a player if one side wins every ko.
#[must_use]
pub fn ko_decided(result: Success, player: Color, winner: Option<Color>) -> Success {
    match (result, winner) {
        (Success::KoNeedingThreat | Success::KoTakingFirst, Some(winner)) => {
            if winner == player {
                Success::Clean
            } else {
                Success::None
            }
        }
        (result, _) => result,
    }
}

/// A position of an exercise, for the reader.
struct Position<'a> {
    game: &'a Game,
    owner: Color,
    left: PointSet,
}

impl<'a> Position<'a> {
    /// The position of a game with those of the targets that are left.
    fn new(game: &'a Game, targets: &PointSet, owner: Color) -> Self {
        let is_left = |&point: &Point| game.board().color(point) == Some(owner);
        Self {
            game,
            owner,
            left: targets.iter().filter(is_left).collect(),
        }
    }
}

impl Engine {
    /// Judges the last move of `line`, which is the user's, and answers it. The moves before were the user's and the
    /// answers to them. The user moves first.
    ///
    /// # Errors
    /// If the question has no meaning, or if the line can't be played.
    pub fn exercise_step(
        &mut self,
        game: &Game,
        exercise: &Exercise,
        line: &[(Color, Move)],
        limits: &Budget,
    ) -> Result<Progress, NoProofPlay> {
        let limits_of_question = limits.clone();
        let question = self
            .reading_of(game, limits_of_question)
            .question(exercise.targets, exercise.goal)?;
        let user = question.to_move;
        let owner = question.owner(game.board()).ok_or(ReadingError::NoStone)?;
        let mut now = game.clone();
        let mut before = game.clone();
        for (n, &(color, mv)) in line.iter().enumerate() {
            let expected = if n % 2 == 0 { user } else { user.opponent() };
            if color != expected {
                return Err(NoProofPlay::Turn);
            }
            before = now.clone();
            let played = now.play(color, mv);
            played.map_err(|reason| NoProofPlay::Illegal {
                number: n + 1,
                reason,
            })?;
        }
        if line.len().is_multiple_of(2) {
            return Err(NoProofPlay::Turn);
        }
        let position = |game| Position::new(game, &exercise.targets, owner);
        let best = self.result(&position(&before), exercise, user, limits);
        Ok(self.judge_move(&position(&now), exercise, user, best, limits))
    }

    /// Judges a position after a move of the user, before which the user had the result `best`.
    fn judge_move(
        &mut self,
        after: &Position<'_>,
        exercise: &Exercise,
        user: Color,
        best: (Success, bool),
        limits: &Budget,
    ) -> Progress {
        let other = user.opponent();
        let reading = self.read(after, exercise.goal.opposite(), other, limits);
        let (reached, is_proven) = match &reading {
            None => gone(exercise.goal),
            Some(reading) => {
                let theirs = reading.judgement().for_the_other().success();
                let is_open = reading.judgement() == crate::tsumego::Verdict::Unknown;
                let reached = ko_decided(theirs, user, exercise.ko_winner);
                (reached, reading.is_proven() && !is_open)
            }
        };
        let (most, most_is_proven) = best;
        let judged = match (is_proven, most_is_proven) {
            (true, _) if reached == Success::Clean => Judged::Right,
            (true, true) if reached >= most => Judged::Right,
            (true, true) => Judged::Wrong,
            (true, false) if reached == Success::None => Judged::Wrong,
            (true | false, _) => Judged::Open,
        };
        let has_ended = has_ended(after, exercise.goal);
        let refutation = reading.as_ref().and_then(Reading::first);
        let refutation = refutation.filter(|&point| after.game.is_legal(other, Move::Play(point)));
        let (reply, is_over) = match judged {
            Judged::Wrong => (refutation, true),
            Judged::Right | Judged::Open if has_ended => (None, true),
            Judged::Right | Judged::Open => {
                let zone = reading
                    .as_ref()
                    .map_or(PointSet::EMPTY, |reading| reading.zone);
                let resistance = refutation.or_else(|| {
                    self.resistance(after, &zone, exercise.goal.opposite(), other, limits)
                });
                (resistance, judged == Judged::Right && resistance.is_none())
            }
        };
        let finding = reading.map(|reading| {
            let finding = Finding::of_life(&reading, other);
            let shown = self.reading_of(after.game, limits.clone());
            shown.as_playable(finding)
        });
        Progress {
            judged,
            is_proven: is_proven
                && (judged != Judged::Right || reached == Success::Clean || most_is_proven),
            best: most,
            reached,
            reply: reply.map(Move::Play),
            is_over,
            finding,
        }
    }

    /// The result for a side that moves first and has the goal of the exercise, and whether it is proved.
    fn result(
        &mut self,
        position: &Position<'_>,
        exercise: &Exercise,
        player: Color,
        limits: &Budget,
    ) -> (Success, bool) {
        match self.read(position, exercise.goal, player, limits) {
            None => gone(exercise.goal),
            Some(reading) => {
                let result = reading.judgement().success();
                (
                    ko_decided(result, player, exercise.ko_winner),
                    reading.is_proven(),
                )
            }
        }
    }

    /// The result of reading about the blocks that are left; `None` if there are none.
    fn read(
        &mut self,
        position: &Position<'_>,
        goal: Goal,
        to_move: Color,
        limits: &Budget,
    ) -> Option<Reading> {
        if position.left.is_empty() {
            return None;
        }
        let question = Question::new(position.left, goal, to_move);
        let mut budget = limits.clone();
        self.reading_of(position.game, limits.clone())
            .read_life(question, &mut budget)
    }

    /// The move in the zone after which it costs most to show that it fails; `None` if every move fails at once.
    fn resistance(
        &mut self,
        position: &Position<'_>,
        zone: &PointSet,
        goal: Goal,
        player: Color,
        limits: &Budget,
    ) -> Option<Point> {
        if position.left.is_empty() {
            return None;
        }
        let question = Question::new(position.left, goal, player);
        let mut hardest: Option<(u64, Point)> = None;
        let near = moves_near(position.game.board(), &question).into_iter();
        for point in near.filter(|&point| zone.contains(point)).take(MOST_MOVES) {
            let mut game = position.game.clone();
            if limits.check().is_err() || game.play(player, Move::Play(point)).is_err() {
                continue;
            }
            let after = Position::new(&game, &position.left, position.owner);
            let cost = self
                .read(
                    &after,
                    goal.opposite(),
                    player.opponent(),
                    &limits.part(RESISTANCE_NODES),
                )
                .map_or(0, |reading| {
                    if reading.line.is_empty() {
                        0
                    } else {
                        1 + reading.n_nodes
                    }
                });
            if cost > 0 && hardest.is_none_or(|(most, _)| cost > most) {
                hardest = Some((cost, point));
            }
        }
        hardest.map(|(_, point)| point)
    }
}

/// The result if no block in question is left.
const fn gone(goal: Goal) -> (Success, bool) {
    match goal {
        Goal::Kill => (Success::Clean, true),
        Goal::Live => (Success::None, true),
    }
}

/// Whether nothing is left to play for: the blocks are gone, or one of them is unconditionally alive.
fn has_ended(position: &Position<'_>, goal: Goal) -> bool {
    let alive = || unconditional_life(position.game.board(), position.owner).stones;
    position.left.is_empty() || goal == Goal::Live && position.left.intersects(&alive())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::Start;
    use crate::board::{Board, KoRule, PlayError, Rules};
    use crate::engine::EngineParams;

    /// Black's four points in a row with a white stone in them; the point in the middle decides.
    const FOUR: &str = ". . . . . . .\n. . . . . . .\nO O O O O O .\nX X X X X O .\n. O . . X O .";

    fn step(goal: Goal, line: &[(Color, &str)]) -> Progress {
        let board: Board = FOUR.parse().unwrap();
        let game = Game::from_start(Start::from_board(&board), Rules::default()).unwrap();
        let exercise = Exercise {
            targets: PointSet::from("A2".parse::<Point>().unwrap()),
            goal,
            ko_winner: None,
        };
        let line: Vec<_> = line
            .iter()
            .map(|(color, name)| (*color, Move::Play(name.parse().unwrap())))
            .collect();
        let mut engine = Engine::new(EngineParams::default());
        engine
            .exercise_step(&game, &exercise, &line, &Budget::unlimited())
            .unwrap()
    }

    #[test]
    fn the_vital_point_is_right_for_either_side() {
        for (goal, color) in [(Goal::Kill, Color::White), (Goal::Live, Color::Black)] {
            let progress = step(goal, &[(color, "C1")]);
            assert_eq!(
                (progress.judged, progress.is_proven),
                (Judged::Right, true),
                "{progress:?}"
            );
            assert_eq!(
                (progress.best, progress.reached),
                (Success::Clean, Success::Clean)
            );
        }
    }

    #[test]
    fn another_move_is_refuted() {
        for (goal, color) in [(Goal::Kill, Color::White), (Goal::Live, Color::Black)] {
            let progress = step(goal, &[(color, "G5")]);
            assert_eq!(
                (progress.judged, progress.is_proven),
                (Judged::Wrong, true),
                "{progress:?}"
            );
            assert_eq!(progress.reply, "C1".parse().map(Move::Play).ok());
            assert!(progress.is_over);
        }
    }

    /// A ko that was left in a game before the exercise: White may not take it again.
    #[test]
    fn a_move_that_superko_forbids_is_illegal() {
        let diagram = ". . . . .\n. . . . .\n. . X O .\n. X O . O\n. . X O .";
        let board: Board = diagram.parse().unwrap();
        let rules = Rules {
            ko: KoRule::PositionalSuperko,
            ..Rules::default()
        };
        let mut game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let take: Point = "D2".parse().unwrap();
        game.play(Color::Black, Move::Play(take)).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        game.play(Color::Black, Move::Pass).unwrap();
        let exercise = Exercise {
            targets: take.into(),
            goal: Goal::Kill,
            ko_winner: None,
        };
        let mut engine = Engine::new(EngineParams::default());
        let line = [(Color::White, Move::Play("C2".parse().unwrap()))];
        let step = engine.exercise_step(&game, &exercise, &line, &Budget::nodes(20_000));
        let expected = NoProofPlay::Illegal {
            number: 1,
            reason: PlayError::Superko { since_move: 0 },
        };
        assert_eq!(step.unwrap_err(), expected);
    }

    #[test]
    fn a_ko_goes_to_the_side_with_the_threats() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        assert_eq!(
            ko_decided(Success::KoNeedingThreat, Color::Black, black),
            Success::Clean
        );
        assert_eq!(
            ko_decided(Success::KoTakingFirst, Color::Black, white),
            Success::None
        );
        assert_eq!(
            ko_decided(Success::KoTakingFirst, Color::Black, None),
            Success::KoTakingFirst
        );
        assert_eq!(
            ko_decided(Success::Clean, Color::Black, white),
            Success::Clean
        );
    }
}
