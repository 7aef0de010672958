//! Problems as exercises: a move is judged by proof, and answered by the best resistance.
//!
//! The stones around a problem may be taken for granted, as books do: then a move is also judged by what is proved if
//! they are never taken.

use super::proof_play::NoProofPlay;
use super::reading::{Finding, ReadingError, share, walls_outside};
use super::state::Engine;
use crate::base::Budget;
use crate::board::{Board, Color, Game, Move, Point, PointSet};
use crate::safety::unconditional_life;
use crate::tactics::ko::Success;
use crate::tsumego::reader::Basis;
use crate::tsumego::reader::first_moves::moves_near;
use crate::tsumego::{Goal, Question, Reading, Verdict};

/// Nodes for each move of the resistance.
const RESISTANCE_NODES: u64 = 4_000;

/// Most moves of the resistance that are compared.
const MOST_MOVES: usize = 24;

/// Nodes of a question with the stones around a problem taken for granted.
const GIVEN_NODES: u64 = 400_000;

/// Parts of the time of a move: reading what the move comes to has so many of all; of what is left then, the best
/// result before it has half, and the resistance the rest.
const MOVE_PARTS: (u32, u32) = (3, 5);

/// A problem as an exercise.
#[derive(Clone, Copy, Debug)]
pub struct Exercise {
    /// The blocks in question.
    pub targets: PointSet,
    /// What the user is to do.
    pub goal: Goal,
    /// The side that wins every ko, because it has the threats; `None` if a ko is a result of its own.
    pub ko_winner: Option<Color>,
    /// Whether the stones of the attacker outside are taken for granted: those of the first position that are neither
    /// short of liberties nor inside.
    pub walls_stand: bool,
}

impl Exercise {
    /// The stones of the first position that are taken for granted.
    pub(super) fn walls(&self, board: &Board, owner: Color) -> PointSet {
        if self.walls_stand {
            walls_outside(board, owner)
        } else {
            PointSet::EMPTY
        }
    }
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
    /// A stone of each block that the judgement takes for granted: then it is proved if they are never taken.
    pub given: PointSet,
    /// The result that was possible before the move, for the user; `None` if it is not known.
    pub best: Option<Success>,
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
pub(super) struct Position<'a> {
    game: &'a Game,
    owner: Color,
    left: PointSet,
    /// The stones taken for granted that are left.
    walls: PointSet,
}

impl<'a> Position<'a> {
    /// The position of a game with those of the targets and of the walls that are left.
    pub(super) fn new(game: &'a Game, targets: &PointSet, walls: &PointSet, owner: Color) -> Self {
        let of = |color: Color| move |point: &Point| game.board().color(*point) == Some(color);
        Self {
            game,
            owner,
            left: targets.iter().filter(of(owner)).collect(),
            walls: walls.iter().filter(of(owner.opponent())).collect(),
        }
    }
}

/// What reading finds about the blocks that are left.
struct Read {
    reached: Success,
    is_proven: bool,
    /// Whether it is proved, or would be if the walls stood.
    is_known: bool,
    /// A stone of each block that is taken for granted.
    given: PointSet,
    /// `None` if no block is left.
    reading: Option<Reading>,
}

impl Read {
    /// The result if no block in question is left.
    const fn gone(goal: Goal) -> Self {
        Self {
            reached: match goal {
                Goal::Kill => Success::Clean,
                Goal::Live => Success::None,
            },
            is_proven: true,
            is_known: true,
            given: PointSet::EMPTY,
            reading: None,
        }
    }

    /// The result of a reading for the side `player`: that of the reading, or the opposite of it.
    fn of(reading: Reading, player: Color, is_own: bool, exercise: &Exercise) -> Self {
        let verdict = reading.judgement();
        let for_player = if is_own {
            verdict
        } else {
            verdict.for_the_other()
        };
        let is_known = verdict != Verdict::Unknown;
        let is_given = matches!(reading.basis, Basis::Given(_));
        Self {
            reached: ko_decided(for_player.success(), player, exercise.ko_winner),
            is_proven: is_known && reading.is_proven(),
            is_known: is_known && (reading.is_proven() || is_given),
            given: reading.given,
            reading: Some(reading),
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
        let walls = exercise.walls(game.board(), owner);
        let position = |game| Position::new(game, &exercise.targets, &walls, owner);
        Ok(self.judge_move(&position(&before), &position(&now), exercise, user, limits))
    }

    /// Judges a move of the user by the positions before and after it.
    fn judge_move(
        &mut self,
        before: &Position<'_>,
        after: &Position<'_>,
        exercise: &Exercise,
        user: Color,
        limits: &Budget,
    ) -> Progress {
        let other = user.opponent();
        let goal = exercise.goal;
        let (parts, of) = MOVE_PARTS;
        let now = match self.read(after, goal.opposite(), other, &share(limits, parts, of)) {
            None => Read::gone(goal),
            Some(reading) => Read::of(reading, user, false, exercise),
        };
        // No result is better, so that nothing has to be read.
        let best = if now.is_known && now.reached == Success::Clean {
            Read {
                reading: None,
                ..Read::gone(Goal::Kill)
            }
        } else {
            match self.read(before, goal, user, &share(limits, 1, 2)) {
                None => Read::gone(goal),
                Some(reading) => Read::of(reading, user, true, exercise),
            }
        };
        let judged = match (now.is_known, best.is_known) {
            (true, _) if now.reached == Success::Clean => Judged::Right,
            (true, _) if now.reached == Success::None => Judged::Wrong,
            (true, true) if now.reached >= best.reached => Judged::Right,
            (true, true) => Judged::Wrong,
            (true | false, _) => Judged::Open,
        };
        let has_ended = has_ended(after, goal);
        let refutation = now.reading.as_ref().and_then(Reading::first);
        let refutation = refutation.filter(|&point| after.game.is_legal(other, Move::Play(point)));
        let (reply, is_over) = match judged {
            Judged::Wrong => (refutation, true),
            Judged::Right | Judged::Open if has_ended => (None, true),
            Judged::Right | Judged::Open => {
                let zone = now
                    .reading
                    .as_ref()
                    .map_or(PointSet::EMPTY, |reading| reading.zone);
                let resistance = refutation
                    .or_else(|| self.resistance(after, &zone, goal.opposite(), other, limits));
                (resistance, judged == Judged::Right && resistance.is_none())
            }
        };
        let given = now.given | best.given;
        let is_proven =
            judged != Judged::Open && now.is_proven && (best.is_proven || !best.is_known);
        let finding = now.reading.map(|reading| {
            let finding = Finding::of_life(&reading, other);
            let shown = self.reading_of(after.game, limits.clone());
            shown.as_playable(finding)
        });
        Progress {
            judged,
            is_proven,
            given,
            best: best.is_known.then_some(best.reached),
            reached: now.reached,
            reply: reply.map(Move::Play),
            is_over,
            finding,
        }
    }

    /// What reading finds about the blocks that are left; `None` if there are none. Where walls are taken for granted,
    /// a proof without them counts only if the attacker wins by it: it may save the blocks by taking a wall.
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
        let mut budget = if position.walls.is_empty() {
            limits.clone()
        } else {
            share(limits, 1, 2)
        };
        let alone = self
            .reading_of(position.game, budget.clone())
            .read_life(question, &mut budget)?;
        let is_sure = alone.is_proven() && alone.verdict == Verdict::of_death(goal);
        if position.walls.is_empty() || is_sure {
            return Some(alone);
        }
        Some(match self.given(position, goal, to_move, limits) {
            Some(found)
                if found.given.is_empty()
                    && alone.is_proven()
                    && found.verdict == alone.verdict =>
            {
                alone
            }
            Some(found) => found,
            None => Reading {
                verdict: Verdict::Unknown,
                basis: Basis::Nothing,
                ..alone
            },
        })
    }

    /// What is proved of the blocks that are left given that the walls stand.
    pub(super) fn given(
        &mut self,
        position: &Position<'_>,
        goal: Goal,
        to_move: Color,
        limits: &Budget,
    ) -> Option<Reading> {
        if position.left.is_empty() || position.walls.is_empty() {
            return None;
        }
        let question = Question::new(position.left, goal, to_move);
        self.reading_of(position.game, limits.clone()).proved_given(
            question,
            position.walls,
            GIVEN_NODES,
            limits,
        )
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
            let after = Position {
                walls: PointSet::EMPTY,
                ..Position::new(&game, &position.left, &position.walls, position.owner)
            };
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
            walls_stand: false,
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
                (Some(Success::Clean), Success::Clean)
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

    /// Four points in a pyramid, which die in the middle; but the wall around them has three liberties, and falls
    /// first.
    #[test]
    fn walls_that_are_taken_for_granted_are_named() {
        let diagram = "\
            . . . . . . . . .\n\
            O O . . . . . . .\n\
            . . O O O . . . .\n\
            X X X X X O . . .\n\
            O O O X X O . . .\n\
            O . O O X X O . .\n\
            . . . O X . O . .";
        let board: Board = diagram.parse().unwrap();
        let game = Game::from_start(Start::from_board(&board), Rules::default()).unwrap();
        let wall: PointSet = board.stones("C4".parse().unwrap()).collect();
        let mut engine = Engine::new(EngineParams::default());
        for (walls_stand, expected) in [(true, Success::Clean), (false, Success::None)] {
            let exercise = Exercise {
                targets: PointSet::from("A2".parse::<Point>().unwrap()),
                goal: Goal::Kill,
                ko_winner: None,
                walls_stand,
            };
            let line = [(Color::Black, Move::Play("B1".parse().unwrap()))];
            let limits = Budget::nodes(400_000);
            let progress = engine
                .exercise_step(&game, &exercise, &line, &limits)
                .unwrap();
            assert_eq!(progress.reached, expected, "{progress:?}");
            assert_eq!(progress.is_proven, !walls_stand, "{progress:?}");
            assert_eq!(progress.given.is_empty(), !walls_stand, "{progress:?}");
            assert!(progress.given.is_subset(&wall), "{progress:?}");
            let moves = engine.exercise_moves(&game, &exercise, &limits).unwrap();
            let of_middle = moves
                .iter()
                .find(|(first, _)| first.point == "B1".parse().unwrap());
            let is_given = of_middle.is_some_and(|(first, given)| {
                first.verdict == Verdict::Achieved && !given.is_empty()
            });
            assert_eq!(is_given, walls_stand, "{moves:?}");
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
            walls_stand: false,
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
