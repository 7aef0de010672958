//! Questions about blocks, and their answers: whatever the client, the same question with the same effort has the same
//! answer.
//!
//! An answer about life and death is found in this order: what is proved already; the reader with the first nodes; if
//! there is more effort, what is proved about the dragon that the block belongs to, and the reader again; what reading
//! of few liberties shows; if reading finds no more than an estimate in optimistic frames, a search about the dragon
//! with the network and the running room. An estimate
//! that the side to move first fails is compared with the answer to the other side's question. If both can't be right,
//! the less sure one gives way. So no two answers about a block contradict each other, whichever question comes first.

use std::time::{Duration, Instant};

use super::agreement::Graded;
use super::bounds::Bounds;
use super::budgets::share;
use super::effort::Effort;
use super::error::ReadingError;
use super::finding::{Finding, StatusFinding};
use super::links::LinkGoal;
use super::open::WhyOpen;
use super::position::PositionReading;
use crate::base::{Budget, Stop};
use crate::board::{Point, PointSet};
use crate::tactics::dragon::dragon;
use crate::tsumego::reader::{Basis, Gap};
use crate::tsumego::{Goal, Question as LifeQuestion, Reading, Verdict};

/// A question about blocks.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// Whether blocks are killed or live.
    Life(LifeQuestion),
    /// Whether the block on a point is taken by few liberties, or is saved from that; without a move if none is
    /// needed.
    Capture {
        /// A stone of the block.
        target: Point,
        /// Which of the two.
        goal: Goal,
    },
    /// What becomes of the block on a point, whichever side moves first.
    Status(Point),
    /// Whether two blocks of one color are connected or cut.
    Link {
        /// A stone of each block.
        blocks: (Point, Point),
        /// Which of the two.
        goal: LinkGoal,
    },
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
pub enum Answer {
    /// To a question with a side that moves first.
    Claim(Box<Finding>),
    /// To a question about a status.
    Status(Box<StatusFinding>),
}

impl PositionReading<'_> {
    /// The answer to a question about the position.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn answer(&mut self, question: &Question, effort: &Effort) -> Result<Answer, ReadingError> {
        Ok(match *question {
            Question::Life(question) => Answer::Claim(Box::new(self.life(question, effort)?)),
            Question::Capture { target, goal } => {
                Answer::Claim(Box::new(self.capture(target, goal, effort)?))
            }
            Question::Status(target) => Answer::Status(Box::new(self.status(target, effort)?)),
            Question::Link { blocks, goal } => {
                Answer::Claim(Box::new(self.link(blocks, goal, effort)?))
            }
        })
    }

    /// The answer to a question of life and death.
    ///
    /// # Errors
    /// If there is no stone on the targets.
    pub fn life(
        &mut self,
        question: LifeQuestion,
        effort: &Effort,
    ) -> Result<Finding, ReadingError> {
        let own = match question.goal {
            Goal::Kill => effort.for_reading(),
            Goal::Live => effort.clone(),
        };
        let reading = self.agreed(question, &own)?;
        let reading = self.with_walls(&question, reading, effort);
        let finding = self.as_playable(Finding::of_life(&reading, question.to_move));
        Ok(finding.with_reason(|| WhyOpen::of(effort, reading.n_nodes)))
    }

    /// The status of a block, with the answers to both questions that it follows from.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn status(
        &mut self,
        target: Point,
        effort: &Effort,
    ) -> Result<StatusFinding, ReadingError> {
        let owner = self.owner(target)?;
        let kill = self.question(target, Goal::Kill)?;
        let live = self.question(target, Goal::Live)?;
        let killing = self.read(kill, &effort.with_time(1, 2))?;
        let living = self.read(live, effort)?;
        let killed = self.in_agreement(&kill, killing.clone(), &living);
        let saved = self.in_agreement(&live, living, &killing);
        let why = |n_nodes| WhyOpen::of(effort, n_nodes);
        let status = StatusFinding::of(&killed, &saved, owner);
        Ok(StatusFinding {
            kill: self.as_playable(status.kill.with_reason(|| why(killed.n_nodes))),
            live: self.as_playable(status.live.with_reason(|| why(saved.n_nodes))),
            ..status
        })
    }

    /// The reading of a question that agrees with that of the other side's question.
    pub(super) fn agreed(
        &mut self,
        question: LifeQuestion,
        effort: &Effort,
    ) -> Result<Reading, ReadingError> {
        let own = self.read(question, &effort.for_own())?;
        if self.is_beyond_doubt(&question, &own) {
            return Ok(own);
        }
        let other = self.read(question.of_the_other(), effort)?;
        let n_nodes = own.n_nodes + other.n_nodes;
        let elapsed = own.elapsed + other.elapsed;
        Ok(Reading {
            n_nodes,
            elapsed,
            ..self.in_agreement(&question, own, &other)
        })
    }

    /// Whether no answer to the other side's question can contradict a reading.
    fn is_beyond_doubt(&self, question: &LifeQuestion, reading: &Reading) -> bool {
        let is_own_turn = question
            .owner(self.board)
            .is_some_and(|owner| question.to_move == question.goal.player(owner));
        // Where a ko ban is in force, moving first may be worse than moving second.
        reading.is_proven()
            || matches!(reading.verdict, Verdict::Achieved | Verdict::Unknown)
            || !is_own_turn
            || self.board.ko().is_some()
    }

    /// A reading as far as another one, of the other side's question, lets it stand: it gives way if both can't be
    /// right and it is the less sure one.
    pub(super) fn in_agreement(
        &mut self,
        question: &LifeQuestion,
        own: Reading,
        other: &Reading,
    ) -> Reading {
        let own = if other.is_proven() {
            self.life.bounds(self.board, question).apply(own)
        } else {
            own
        };
        if self.is_beyond_doubt(question, &own) {
            return own;
        }
        let is_kill = question.goal == Goal::Kill;
        let Some(least) = Graded::from(&own).given_way_to(Graded::from(other), is_kill) else {
            return own;
        };
        Reading {
            verdict: Verdict::of(least),
            basis: other.basis,
            is_seki: false,
            n_threats: None,
            line: Vec::new(),
            zone: own.zone | other.zone,
            claims: Vec::new(),
            ..own
        }
    }

    /// What is found about a question without a look at the other side's.
    pub(super) fn read(
        &mut self,
        question: LifeQuestion,
        effort: &Effort,
    ) -> Result<Reading, ReadingError> {
        let start = Instant::now();
        // Whichever of its stones names a block, the question is the same.
        let question = LifeQuestion {
            targets: question.blocks(self.board),
            ..question
        };
        let clock = effort.clock(&self.budgets);
        if let Some(known) = clock.and_then(|time| self.recalled(&question, time)) {
            return Ok(known);
        }
        // No answer depends on how far the search of another question has come.
        self.life.reader.begin();
        let in_time = effort.with_time(READING_TIME, READING_TIME + 1);
        let mut first = in_time.first(&self.budgets);
        let reading = self.life_in(question, true, &mut first)?;
        let mut n_nodes = first.spent();
        let rest = in_time.rest(n_nodes, &self.budgets);
        let reading = match rest.filter(|_| !reading.is_proven()) {
            Some(mut rest) => {
                let deeper = self.deeper(question, reading, &mut rest)?;
                n_nodes += rest.spent();
                deeper
            }
            None => reading,
        };
        let reading = if effort.is_nothing() {
            reading
        } else {
            let reading = self.with_captures(&question, reading, effort)?;
            let reading = self.with_network(&question, reading, effort);
            self.with_captures(&question, reading, effort)?
        };
        let reading = Reading {
            n_nodes,
            elapsed: start.elapsed(),
            ..reading
        };
        let is_cancelled = effort.limits().check() == Err(Stop::Cancelled);
        Ok(
            match clock.filter(|_| !reading.is_proven() && !is_cancelled) {
                Some(time) => self.estimates.surer(self.board, &question, time, reading),
                None => reading,
            },
        )
    }

    /// The answer that as much time gave before, if no proof is known by now: as far as the proofs allow.
    fn recalled(&mut self, question: &LifeQuestion, time: Duration) -> Option<Reading> {
        if self.life.memory.recall(self.board, question).is_some() {
            return None;
        }
        let known = self.estimates.recall(self.board, question, time)?;
        let known = Reading {
            n_nodes: 0,
            elapsed: Duration::ZERO,
            ..known.clone()
        };
        Some(self.life.bounds(self.board, question).apply(known))
    }

    /// A question that the first nodes have left open: what is proved about the dragon of the block counts, else the
    /// block is read again.
    fn deeper(
        &mut self,
        question: LifeQuestion,
        reading: Reading,
        budget: &mut Budget,
    ) -> Result<Reading, ReadingError> {
        let dragon = self.about_dragon(&question, budget);
        if dragon.targets == question.targets {
            return self.life_in(question, true, budget);
        }
        let mut half = share(budget, 1, 2);
        let whole = self.life_in(dragon, false, &mut half)?;
        budget.charge(half.spent());
        if !whole.is_proven() {
            return self.life_in(question, true, budget);
        }
        // Who kills all blocks kills this one. Who saves one of them saves this one as far as it can't be cut off.
        let bounded = self.life.bounds(self.board, &question).apply(reading);
        if bounded.is_proven() {
            return Ok(bounded);
        }
        Ok(Reading {
            basis: Basis::Pessimistic(Gap::Connections),
            claims: Vec::new(),
            ..whole
        })
    }

    /// A reading, or the answer of the network about the dragon if that finds next to nothing.
    fn with_network(
        &mut self,
        question: &LifeQuestion,
        reading: Reading,
        effort: &Effort,
    ) -> Reading {
        let is_open = self.network.is_some() && super::by_network::is_left_open(reading.basis);
        if !is_open || self.life.bounds(self.board, question) != Bounds::OPEN {
            return reading;
        }
        let threat = self.threat(question, effort);
        // Who saves another block of the dragon does not save one that is proved to be killed by itself.
        let dragon = match (question.goal, threat) {
            (Goal::Live, Some(_)) => *question,
            _ => self.about_dragon(question, effort.limits()),
        };
        let Some(found) = self.by_network(&dragon, threat, &reading, effort) else {
            return reading;
        };
        if dragon.targets == question.targets {
            return found;
        }
        of_block(question.goal, found)
    }

    /// The same question about all blocks of the dragon, if a single block is in question that is not all of it.
    fn about_dragon(&self, question: &LifeQuestion, limits: &Budget) -> LifeQuestion {
        let single = question.targets.first();
        let Some(target) = single.filter(|_| question.targets.len() == 1) else {
            return *question;
        };
        let blocks = dragon(self.board, target, self.budgets.dragon, limits);
        if blocks.len() < 2 {
            return *question;
        }
        LifeQuestion {
            targets: blocks,
            ..*question
        }
    }

    fn life_in(
        &mut self,
        question: LifeQuestion,
        is_in_full: bool,
        budget: &mut Budget,
    ) -> Result<Reading, ReadingError> {
        let reading = self.life.answer(self.board, question, is_in_full, budget);
        reading.ok_or(ReadingError::NoStone)
    }
}

/// What an answer about a whole dragon means for one of its blocks. Who kills all of them kills this one; who saves one
/// of them saves this one as far as it can't be cut off.
fn of_block(goal: Goal, found: Reading) -> Reading {
    let is_death = found.verdict == Verdict::of_death(goal);
    let is_shown = found.basis.is_shown();
    if is_death || !is_shown {
        return found;
    }
    Reading {
        basis: Basis::Pessimistic(Gap::Connections),
        given: PointSet::EMPTY,
        claims: Vec::new(),
        ..found
    }
}

/// Parts of the time of a question for reading; one more is for the network.
const READING_TIME: u32 = 7;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::engine::Engine;
    use crate::engine::reading::group_search::tests::params_without_clock;
    use crate::engine::reading::{AnswerBasis, Certainty, FindingReport};
    use crate::tsumego::reader::{Clearness, Grant};

    #[test]
    fn an_answer_about_a_dragon_counts_for_its_block_where_it_follows() {
        let of = |goal, verdict, basis| {
            let found = Reading {
                given: "A1".parse::<Point>().unwrap().into(),
                ..Reading::new(verdict, basis)
            };
            let found = of_block(goal, found);
            (found.basis, found.given.is_empty())
        };
        let (proof, given) = (Basis::Proof, Basis::Given(Grant::Certain));
        let linked = (Basis::Pessimistic(Gap::Connections), true);
        assert_eq!(of(Goal::Kill, Verdict::Achieved, proof), (proof, false));
        assert_eq!(of(Goal::Live, Verdict::Refuted, given), (given, false));
        assert_eq!(of(Goal::Kill, Verdict::Refuted, proof), linked);
        assert_eq!(of(Goal::Live, Verdict::Achieved, given), linked);
        let network = Basis::Network(Clearness::Clear);
        assert_eq!(of(Goal::Live, Verdict::Achieved, network).0, network);
    }

    /// Black's stones die unless Black takes back a ko more than twice.
    #[test]
    fn a_kill_against_two_ko_threats_is_proved_given_their_number() {
        let board: Board = "\
            O . . .\n\
            . O X .\n\
            O . X X"
            .parse()
            .unwrap();
        let mut engine = Engine::new(params_without_clock(None));
        let mut reading = engine.reading(&board, Budget::unlimited());
        let target: Point = "C1".parse().unwrap();
        let question = reading.question(target, Goal::Kill).unwrap();
        let found = reading
            .life(question, &Effort::Fixed(Budget::unlimited()))
            .unwrap();
        assert_eq!(found.basis, AnswerBasis::Life(Basis::Given(Grant::Threats)));
        assert_eq!(
            (found.certainty(), found.given_threats()),
            (Certainty::Given, Some(2))
        );
        let text = FindingReport::new(&found).to_string();
        assert!(
            text.starts_with("achieved, given against 2 ko threats"),
            "{text}"
        );
    }

    #[test]
    fn what_is_left_open_is_asked_of_the_dragon() {
        // A diagonal, a bamboo joint and a jump beside stones of the cutter.
        let board: Board = "\
            . . . . . . . . .\n\
            . X . X X . . . .\n\
            . X . X O O O . .\n\
            . . . O X . X O .\n\
            . . . . O O O . .\n\
            . . . . . . . . ."
            .parse()
            .unwrap();
        let mut engine = Engine::new(params_without_clock(None));
        let reading = engine.reading(&board, Budget::unlimited());
        let targets = |names: &[&str]| -> PointSet {
            let points = names.iter().map(|name| name.parse::<Point>().unwrap());
            points.collect()
        };
        let dragon_of = |names: &[&str]| {
            let question = reading.question(targets(names), Goal::Live).unwrap();
            let found = reading.about_dragon(&question, &Budget::unlimited());
            assert_eq!(found.to_move, question.to_move);
            found.targets
        };
        assert_eq!(dragon_of(&["B5"]), targets(&["B4", "D4"]));
        assert_eq!(dragon_of(&["E3"]), targets(&["E3"]));
        // Who names several blocks is answered about these.
        assert_eq!(dragon_of(&["B5", "E3"]), targets(&["B5", "E3"]));
    }
}
