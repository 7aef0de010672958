//! Play against a proof: the losing side plays freely, and the replies come from the proof.

use thiserror::Error;

use super::reading::ReadingError;
use super::state::Engine;
use crate::base::Budget;
use crate::board::{Board, Color, Game, Move, PlayError, Point, PointSet};
use crate::safety::unconditional_life;
use crate::tsumego::{Goal, Question, Reading, Verdict};

/// Why one can't play against a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoProofPlay {
    /// The question has no meaning.
    #[error(transparent)]
    Question(#[from] ReadingError),
    /// The answer is not proved in the time given.
    #[error("the answer is not proved, or not in the time given")]
    NotProved,
    /// The answer is a ko: what it comes to depends on ko threats.
    #[error("the answer is a ko: what it comes to depends on ko threats")]
    Ko,
    /// A move of the line is illegal.
    #[error("move {number} is illegal: {reason}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// Why.
        reason: PlayError,
    },
    /// The moves of the line do not alternate, or the last one is the prover's.
    #[error("it is not the turn of the side that moves")]
    Turn,
}

/// How far the play has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofState {
    /// It goes on.
    Going,
    /// All blocks in question are captured.
    Captured,
    /// They are dead as they stand: they get no two eyes though their owner moves.
    DeadAsItStands,
    /// One of them is unconditionally alive.
    Alive,
    /// The attacker has passed, and one of them lives.
    LeftAlone,
    /// After this move the proof was not found again in the time given.
    NotFound,
}

/// The answer of a proof to a move.
#[derive(Clone, Debug)]
pub struct ProofStep {
    /// The side whose claim is proved.
    pub prover: Color,
    /// What it reaches.
    pub goal: Goal,
    /// Its move; `None` if there is none to make.
    pub reply: Option<Move>,
    /// How far the play has come after the reply.
    pub state: ProofState,
    /// The points that the proof rests on, before the last move of the other side.
    pub zone: PointSet,
    /// Whether that move lies in the zone; true for a pass and if nothing was played.
    pub is_in_zone: bool,
    /// The stones in question that are still on the board.
    pub stones: PointSet,
}

/// A claim that one side is proved to reach.
#[derive(Clone, Copy)]
struct Claim {
    prover: Color,
    goal: Goal,
    owner: Color,
    targets: PointSet,
}

impl Claim {
    /// The targets that are still on the board.
    fn left(&self, board: &Board) -> PointSet {
        let points = self.targets.iter();
        points
            .filter(|&point| board.color(point) == Some(self.owner))
            .collect()
    }

    /// What is reached on the board, if something is.
    fn end(&self, board: &Board) -> Option<ProofState> {
        let left = self.left(board);
        match self.goal {
            Goal::Kill => left.is_empty().then_some(ProofState::Captured),
            Goal::Live => {
                let alive = unconditional_life(board, self.owner).stones;
                left.intersects(&alive).then_some(ProofState::Alive)
            }
        }
    }
}

impl Engine {
    /// Plays against the answer to the question whether the blocks on `targets` are killed or live: `line` holds the
    /// moves since `game`, the last one by the side that the answer is against. The side whose goal it is moves first.
    ///
    /// The answer is proved again after each move that lies in its zone, within `limits`; where a superko rule
    /// holds, the positions of the game and of the line count. A move outside of it changes nothing that the proof
    /// rests on, so that the prover passes.
    ///
    /// # Errors
    /// If the question has no meaning, if its answer is not proved or a ko, or if the line can't be played.
    pub fn proof_step(
        &mut self,
        game: &Game,
        targets: PointSet,
        goal: Goal,
        line: &[(Color, Move)],
        limits: &Budget,
    ) -> Result<ProofStep, NoProofPlay> {
        let (claim, first) = self.claim(game, targets, goal, limits)?;
        let Some((&(mover, mv), before)) = line.split_last() else {
            return Ok(begin(&claim, &first, goal, game));
        };
        let mut turn = goal.player(claim.owner);
        for &(color, _) in line {
            if color != turn {
                return Err(NoProofPlay::Turn);
            }
            turn = turn.opponent();
        }
        if mover == claim.prover {
            return Err(NoProofPlay::Turn);
        }
        let mut old = game.clone();
        let play = |game: &mut Game, number: usize, color: Color, mv: Move| {
            let played = game.play(color, mv);
            played.map_err(|reason| NoProofPlay::Illegal { number, reason })
        };
        for (n, &(color, mv)) in before.iter().enumerate() {
            play(&mut old, n + 1, color, mv)?;
        }
        let mut new = old.clone();
        play(&mut new, line.len(), mover, mv)?;
        Ok(self.answer_to(&claim, &old, &new, mv, limits))
    }

    /// What is proved about the blocks, and the reading that shows it.
    fn claim(
        &mut self,
        game: &Game,
        targets: PointSet,
        goal: Goal,
        limits: &Budget,
    ) -> Result<(Claim, Reading), NoProofPlay> {
        let mut reading = self.reading_of(game, limits.clone());
        let question = reading.question(targets, goal)?;
        let owner = question.owner(game.board()).ok_or(ReadingError::NoStone)?;
        let found = reading.read_life(question, &mut limits.clone());
        let found = found.ok_or(ReadingError::NoStone)?;
        if !found.is_proven() {
            return Err(NoProofPlay::NotProved);
        }
        let asker = question.to_move;
        let (prover, reached) = match found.verdict {
            Verdict::Achieved => (asker, goal),
            Verdict::Refuted => (asker.opponent(), goal.opposite()),
            Verdict::Ko { .. } => return Err(NoProofPlay::Ko),
            Verdict::Unknown => return Err(NoProofPlay::NotProved),
        };
        let claim = Claim {
            prover,
            goal: reached,
            owner,
            targets,
        };
        Ok((claim, found))
    }

    /// The answer to a move that leads from one position to another.
    fn answer_to(
        &mut self,
        claim: &Claim,
        old: &Game,
        new: &Game,
        mv: Move,
        limits: &Budget,
    ) -> ProofStep {
        let refuter = claim.prover.opponent();
        let zone = self.read_claim(claim, old, refuter, limits);
        let everywhere = || PointSet::board(old.board().size());
        let zone = zone.map_or_else(everywhere, |reading| reading.zone);
        let is_in_zone = mv.point().is_none_or(|point| zone.contains(point));
        let step = |reply: Option<Move>, state: ProofState, game: &Game| ProofStep {
            prover: claim.prover,
            goal: claim.goal,
            reply,
            state,
            zone,
            is_in_zone,
            stones: claim.left(game.board()),
        };
        if let Some(state) = claim.end(new.board()) {
            return step(None, state, new);
        }
        if claim.goal == Goal::Live && mv == Move::Pass {
            return step(None, ProofState::LeftAlone, new);
        }
        if !is_in_zone {
            return step(Some(Move::Pass), ProofState::Going, new);
        }
        let Some(found) = self.read_claim(claim, new, claim.prover, limits) else {
            return step(None, ProofState::NotFound, new);
        };
        let Some(point) = found.first() else {
            return match claim.goal {
                Goal::Kill if found.line.is_empty() => step(None, ProofState::DeadAsItStands, new),
                Goal::Kill | Goal::Live => step(Some(Move::Pass), ProofState::Going, new),
            };
        };
        let mut last = new.clone();
        if last.play(claim.prover, Move::Play(point)).is_err() {
            return step(None, ProofState::NotFound, new);
        }
        let state = claim.end(last.board()).unwrap_or(ProofState::Going);
        step(Some(Move::Play(point)), state, &last)
    }

    /// A reading that shows the claim in a position with a side to move; `None` if none is found.
    fn read_claim(
        &mut self,
        claim: &Claim,
        game: &Game,
        to_move: Color,
        limits: &Budget,
    ) -> Option<Reading> {
        let left = claim.left(game.board());
        if left.is_empty() {
            return None;
        }
        let (goal, wanted) = if to_move == claim.prover {
            (claim.goal, Verdict::Achieved)
        } else {
            (claim.goal.opposite(), Verdict::Refuted)
        };
        let question = Question::new(left, goal, to_move);
        let mut reading = self.reading_of(game, limits.clone());
        let found = reading.read_life(question, &mut limits.clone())?;
        (found.is_proven() && found.verdict == wanted).then_some(found)
    }
}

/// The first move, if it is the prover's.
fn begin(claim: &Claim, first: &Reading, asked: Goal, game: &Game) -> ProofStep {
    let moves_first = claim.goal == asked;
    let mut after = game.clone();
    let point: Option<Point> = first.first().filter(|_| moves_first);
    let is_played = point.is_some_and(|point| after.play(claim.prover, Move::Play(point)).is_ok());
    let end = claim.end(after.board());
    let is_dead = moves_first && claim.goal == Goal::Kill && first.line.is_empty();
    let state = match end {
        Some(state) => state,
        None if is_dead => ProofState::DeadAsItStands,
        None => ProofState::Going,
    };
    let reply = match point {
        Some(point) if is_played => Some(Move::Play(point)),
        _ if moves_first && state == ProofState::Going => Some(Move::Pass),
        _ => None,
    };
    ProofStep {
        prover: claim.prover,
        goal: claim.goal,
        reply,
        state,
        zone: first.zone,
        is_in_zone: true,
        stones: claim.left(after.board()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::Start;
    use crate::board::{KoRule, Rules};
    use crate::engine::EngineParams;

    /// Black's three points in a row on the edge: the side that moves first decides.
    const THREE: &str = ". . . . . . .\n. . . . . . .\nO O O O O . .\nX X X X O . .\n. . . X O . .";

    fn game(diagram: &str) -> Game {
        let board: Board = diagram.parse().unwrap();
        Game::from_start(Start::from_board(&board), Rules::default()).unwrap()
    }

    /// Plays against the proof; the losing side makes the moves of `tries` where they are legal, and passes at last.
    fn play(
        diagram: &str,
        target: &str,
        goal: Goal,
        tries: &[&str],
    ) -> (Vec<(Color, Move)>, ProofStep) {
        let game = game(diagram);
        let target: Point = target.parse().unwrap();
        let mut engine = Engine::new(EngineParams::default());
        let limits = Budget::unlimited();
        let mut line: Vec<(Color, Move)> = Vec::new();
        let mut tries = tries.iter();
        loop {
            let step = engine
                .proof_step(&game, target.into(), goal, &line, &limits)
                .unwrap();
            if let Some(reply) = step.reply {
                line.push((step.prover, reply));
            }
            if step.state != ProofState::Going || line.len() > 60 {
                return (line, step);
            }
            let mut now = game.clone();
            for &(color, mv) in &line {
                now.play_ignoring_superko(color, mv).unwrap();
            }
            let user = step.prover.opponent();
            let moves = tries.by_ref().map(|name| Move::Play(name.parse().unwrap()));
            let mv = moves
                .into_iter()
                .find(|&mv| now.is_legal(user, mv))
                .unwrap_or(Move::Pass);
            line.push((user, mv));
        }
    }

    #[test]
    fn a_kill_goes_on_until_nothing_helps() {
        let (line, step) = play(THREE, "A2", Goal::Kill, &["A1", "C1"]);
        assert_eq!(
            line[0],
            (Color::White, "B1".parse().map(Move::Play).unwrap())
        );
        assert!(
            matches!(
                step.state,
                ProofState::Captured | ProofState::DeadAsItStands
            ),
            "{step:?}"
        );
        assert_eq!(step.prover, Color::White);
    }

    #[test]
    fn a_group_that_lives_is_left_alone_or_has_two_eyes() {
        let (line, step) = play(THREE, "A2", Goal::Live, &["A1", "C1"]);
        assert_eq!(line[0].1, "B1".parse().map(Move::Play).unwrap());
        assert!(
            matches!(step.state, ProofState::Alive | ProofState::LeftAlone),
            "{step:?}"
        );
    }

    #[test]
    fn a_move_outside_the_zone_needs_no_answer() {
        let game = game(THREE);
        let mut engine = Engine::new(EngineParams::default());
        let target: Point = "A2".parse().unwrap();
        let mut ask = |line: &[(Color, Move)]| {
            engine.proof_step(&game, target.into(), Goal::Kill, line, &Budget::unlimited())
        };
        let first = ask(&[]).unwrap();
        let away = Move::Play("G5".parse().unwrap());
        assert!(!first.zone.contains("G5".parse().unwrap()), "{first:?}");
        let line = [(Color::White, first.reply.unwrap()), (Color::Black, away)];
        let step = ask(&line).unwrap();
        assert!(!step.is_in_zone);
        assert_eq!(
            (step.reply, step.state),
            (Some(Move::Pass), ProofState::Going)
        );
        assert_eq!(ask(&line[1..]).unwrap_err(), NoProofPlay::Turn);
        let occupied = [
            (Color::White, first.reply.unwrap()),
            (Color::Black, first.reply.unwrap()),
        ];
        assert!(matches!(
            ask(&occupied),
            Err(NoProofPlay::Illegal { number: 2, .. })
        ));
    }

    /// White may not take the ko again: the position after its capture has been on the board.
    #[test]
    fn a_kill_that_superko_forbids_is_no_claim() {
        let diagram = ". . . . .\n. . . . .\n. . X O .\n. X O . O\n. . X O .";
        for (ko, is_proved) in [
            (KoRule::Simple, true),
            (KoRule::PositionalSuperko, false),
            (KoRule::SituationalSuperko, false),
        ] {
            let board: Board = diagram.parse().unwrap();
            let rules = Rules {
                ko,
                ..Rules::default()
            };
            let mut game = Game::from_start(Start::from_board(&board), rules).unwrap();
            let take = Move::Play("D2".parse().unwrap());
            game.play(Color::Black, take).unwrap();
            game.play(Color::White, Move::Pass).unwrap();
            game.play(Color::Black, Move::Pass).unwrap();
            let mut engine = Engine::new(EngineParams::default());
            let target: Point = "D2".parse().unwrap();
            let limits = Budget::nodes(20_000);
            let step = engine.proof_step(&game, target.into(), Goal::Kill, &[], &limits);
            assert_eq!(step.is_ok(), is_proved, "{ko:?} {step:?}");
        }
    }

    #[test]
    fn an_answer_that_is_not_proved_is_no_opponent() {
        let open = game("X . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .");
        let mut engine = Engine::new(EngineParams::default());
        let limits = Budget::unlimited().until(std::time::Instant::now());
        let target: Point = "A5".parse().unwrap();
        let mut ask =
            |point: Point| engine.proof_step(&open, point.into(), Goal::Kill, &[], &limits);
        assert_eq!(ask(target).unwrap_err(), NoProofPlay::NotProved);
        let empty = "C3".parse().unwrap();
        assert_eq!(
            ask(empty).unwrap_err(),
            NoProofPlay::Question(ReadingError::NoStone)
        );
    }
}
